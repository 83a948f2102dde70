import jax.numpy as jnp
from scico import functional, linop, loss
from scico.optimize.admm import ADMM, LinearSubproblemSolver


def hello():
    y = jnp.linspace(0.0, 1.0, 16).reshape(4, 4)
    f = loss.SquaredL2Loss(y=y, A=linop.Identity(y.shape))
    g = 0.1 * functional.L1Norm()
    C = linop.FiniteDifference(input_shape=y.shape)
    solver = ADMM(
        f=f,
        g_list=[g],
        C_list=[C],
        rho_list=[1.0],
        x0=y,
        maxiter=5,
        subproblem_solver=LinearSubproblemSolver(),
        itstat_options={"display": False},
    )
    return solver.solve()
