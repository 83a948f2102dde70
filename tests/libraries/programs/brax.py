import jax.numpy as jnp
from brax import envs

from tests.libraries.inputs import key


def hello():
    env = envs.get_environment("fast")
    state = env.reset(key)
    return env.step(state, jnp.zeros(env.action_size)).reward
