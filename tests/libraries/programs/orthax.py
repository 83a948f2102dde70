import jax.numpy as jnp
import orthax

from tests.libraries.inputs import x


def hello():
    c = jnp.array([1.0, 2.0, 0.5, 0.25])
    return (
        orthax.legendre.legval(x, c),
        orthax.chebyshev.chebder(c),
        orthax.hermite.hermgauss(5),
        orthax.chebyshev.chebroots(c),
    )
