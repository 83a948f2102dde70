import distrax
import jax.numpy as jnp

from tests.libraries.inputs import key, x


def hello():
    normal = distrax.MultivariateNormalDiag(jnp.zeros(3), jnp.ones(3))
    moved = distrax.Transformed(distrax.Normal(0.0, 1.0), distrax.Tanh())
    return normal.log_prob(x), moved.sample_and_log_prob(seed=key, sample_shape=4)
