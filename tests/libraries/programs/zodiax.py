import jax
import jax.numpy as jnp
import zodiax as zdx

from tests.libraries.inputs import x


class Model(zdx.Base):
    a: jax.Array
    b: float


def hello():
    model = Model(x, 2.0)
    return model.set("a", x * 2).a, zdx.filter_grad(["b"])(lambda m: jnp.sum(m.a * m.b**2))(model).b
