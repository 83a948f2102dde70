import chebax
import jax

from tests.libraries.inputs import x


def hello():
    bessel = chebax.besselj(2.5)
    points = x.reshape(-1) * 3
    order = jax.grad(chebax.besselk_fn)(1.7, 5.0)
    return bessel(points), jax.vmap(jax.grad(bessel))(points), order, chebax.betainc_fn(2, 3, 0.4)
