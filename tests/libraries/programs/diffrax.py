import diffrax
import jax
import jax.numpy as jnp


def hello():
    term = diffrax.ODETerm(lambda t, y, args: jnp.array([y[1], -args * y[0]]))

    def solve(k):
        return diffrax.diffeqsolve(
            term,
            diffrax.Tsit5(),
            0.0,
            3.0,
            0.1,
            jnp.array([1.0, 0.0]),
            k,
            stepsize_controller=diffrax.PIDController(1e-5, 1e-5),
        ).ys[-1, 0]

    return jax.value_and_grad(solve)(2.0)
