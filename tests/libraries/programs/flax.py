import jax
import jax.numpy as jnp
from flax import linen

from tests.libraries.inputs import key, x

model = linen.Sequential([linen.Dense(8), linen.LayerNorm(), linen.gelu, linen.Dense(2)])
params = model.init(key, x)


def hello():
    loss = lambda p: jnp.mean(model.apply(p, x) ** 2)
    return jax.value_and_grad(loss)(params)
