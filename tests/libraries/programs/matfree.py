import jax.numpy as jnp
from matfree import decomp, stochtrace

from tests.libraries.inputs import key


def hello():
    a = jnp.eye(4) * 2 + 0.1
    sampler = stochtrace.sampler_signs(jnp.ones(4), num=8)
    estimate = stochtrace.estimator_monte_carlo(stochtrace.monte_carlo_trace(), sampler)
    found = decomp.tridiag_sym(3, reortho="full")(lambda v: a @ v, jnp.ones(4) / 2)
    return estimate(lambda v: a @ v, key), found.J_small
