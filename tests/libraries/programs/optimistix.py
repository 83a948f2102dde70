import jax.numpy as jnp
import optimistix


def hello():
    f = lambda y, args: jnp.array([y[0] ** 2 + y[1] - 1, y[0] - y[1] ** 3])
    root = optimistix.root_find(f, optimistix.Newton(1e-6, 1e-6), jnp.array([1.0, 0.5]))
    least = optimistix.least_squares(
        f, optimistix.LevenbergMarquardt(1e-6, 1e-6), jnp.array([1.0, 0.5])
    )
    return root.value, least.value
