import jax
import jax.numpy as jnp
import jumanji

from tests.libraries.inputs import key


def hello():
    env = jumanji.make("Snake-v1")
    state, step = jax.jit(env.reset)(key)
    state, step = jax.jit(env.step)(state, jnp.array(1))
    return step.reward, step.observation.grid
