import jax.numpy as jnp
import mpax


def hello():
    problem = mpax.create_lp(
        jnp.array([1.0, 2.0]),
        jnp.zeros((0, 2)),
        jnp.zeros(0),
        jnp.array([[1.0, 1.0]]),
        jnp.array([1.0]),
        jnp.zeros(2),
        jnp.full(2, 10.0),
    )
    solver = mpax.r2HPDHG(eps_abs=1e-4, eps_rel=1e-4, verbose=False)
    return jnp.round(solver.optimize(problem).primal_solution, 2)
