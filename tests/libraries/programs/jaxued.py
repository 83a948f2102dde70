import jax
import jax.numpy as jnp
from jaxued.environments import Maze
from jaxued.environments.maze import make_level_generator

from tests.libraries.inputs import key


def hello():
    level = make_level_generator(5, 5, 3)(key)
    env = Maze(max_height=5, max_width=5)
    observation, state = env.reset_to_level(key, level, env.default_params)
    observation, state, reward, done, _ = jax.jit(env.step)(key, state, jnp.array(2))
    return observation.image, reward, done, level.wall_map
