import array_api_extra as xpx
import jax.numpy as jnp

from tests.libraries.inputs import x


def hello():
    return (
        xpx.atleast_nd(x[0], ndim=3, xp=jnp),
        xpx.cov(x.T, xp=jnp),
        xpx.at(x, 0).set(5.0),
        xpx.kron(x, x, xp=jnp),
        xpx.sinc(x, xp=jnp),
        xpx.nunique(jnp.array([1, 2, 2]), xp=jnp),
        xpx.isclose(x, x, xp=jnp),
    )
