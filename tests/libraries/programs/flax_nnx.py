import jax
import jax.numpy as jnp
from flax import nnx

from tests.libraries.inputs import x


class Model(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(3, 8, rngs=rngs)
        self.norm = nnx.BatchNorm(8, rngs=rngs)
        self.out = nnx.Linear(8, 2, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.norm(self.hidden(x))))


model = Model(nnx.Rngs(0))


def hello():
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
    return loss, jax.tree.leaves(nnx.state(grads)), jax.tree.leaves(nnx.state(model))
