import jax.numpy as jnp
import qujax


def hello():
    f = qujax.get_params_to_statetensor_func(["H", "Rx", "CX"], [[0], [1], [0, 1]], [[], [0], []])
    return f(jnp.array([0.3]))
