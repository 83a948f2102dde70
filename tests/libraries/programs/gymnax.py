import gymnax
import jax

from tests.libraries.inputs import key


def hello():
    env, params = gymnax.make("CartPole-v1")
    obs, state = env.reset(key, params)
    rewards = []
    for k in jax.random.split(key, 5):
        obs, state, reward, *_ = env.step(k, state, 1, params)
        rewards.append(reward)
    return obs, rewards
