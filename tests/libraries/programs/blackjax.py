import blackjax
import jax
import jax.numpy as jnp

from tests.libraries.inputs import key


def hello():
    density = lambda q: -0.5 * jnp.sum(q**2)
    nuts = blackjax.nuts(density, 0.3, jnp.ones(2))
    state = nuts.init(jnp.ones(2))
    step = jax.jit(nuts.step)
    for k in jax.random.split(key, 3):
        state, info = step(k, state)
    return state.position, info.num_integration_steps
