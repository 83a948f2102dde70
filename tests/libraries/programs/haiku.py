import haiku as hk
import jax
import jax.numpy as jnp

from tests.libraries.inputs import key, x


def forward(x):
    return hk.nets.MLP([8, 8, 2])(hk.LayerNorm(-1, True, True)(x))


model = hk.transform(forward)
params = model.init(key, x)


def hello():
    return jax.grad(lambda p: jnp.sum(model.apply(p, key, x) ** 2))(params)
