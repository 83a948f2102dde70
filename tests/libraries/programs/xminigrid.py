import jax
import xminigrid

from tests.libraries.inputs import key


def hello():
    env, params = xminigrid.make("MiniGrid-Empty-5x5")
    step = jax.jit(env.reset)(params, key)
    step = jax.jit(env.step)(params, step, 0)
    return step.observation, step.reward
