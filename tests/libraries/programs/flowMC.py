import jax.numpy as jnp
from flowMC.resource.kernel.MALA import MALA

from tests.libraries.inputs import key


def hello():
    kernel = MALA(jnp.full(2, 0.1))
    density = lambda q, data: -0.5 * jnp.sum(q**2)
    return kernel.kernel(key, jnp.ones(2), density(jnp.ones(2), {}), density, {})
