import bijx
import jax.numpy as jnp
from flax import nnx

from tests.libraries.inputs import x


def hello():
    flow = bijx.Chain(bijx.AffineLinear(rngs=nnx.Rngs(0)), bijx.Tanh())
    return flow.forward(x, jnp.zeros(x.shape))
