import jax.numpy as jnp
from matfree import stochtrace

from tests.libraries.inputs import key


def hello():
    a = jnp.eye(4) * 2 + 0.1
    sample = stochtrace.sampler_rademacher(jnp.ones(4), num=8)
    trace = stochtrace.estimator(stochtrace.integrand_trace(), sample)
    return trace(lambda v: a @ v, key)
