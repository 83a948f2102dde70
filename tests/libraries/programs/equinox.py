import equinox as eqx
import jax
import jax.numpy as jnp

from tests.libraries.inputs import key, x

model = eqx.nn.MLP(3, 2, 8, 2, key=key)


def hello():
    loss = eqx.filter_jit(eqx.filter_value_and_grad(lambda m: jnp.mean(jax.vmap(m)(x) ** 2)))
    value, grads = loss(model)
    return value, jax.tree.leaves(eqx.filter(grads, eqx.is_array))
