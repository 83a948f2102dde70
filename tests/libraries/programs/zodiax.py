import jax
import jax.numpy as jnp
import zodiax

from tests.libraries.inputs import x


class Model(zodiax.Base):
    a: jax.Array
    b: jax.Array


def hello():
    model = Model(x, jnp.asarray(2.0))
    slope = jax.grad(lambda b: jnp.sum(model.a * model.set("b", b).b ** 2))(3.0)
    return model.set("a", x * 2).a, slope
