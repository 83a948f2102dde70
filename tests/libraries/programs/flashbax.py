import flashbax
import jax.numpy as jnp

from tests.libraries.inputs import key


def hello():
    buffer = flashbax.make_flat_buffer(max_length=32, min_length=2, sample_batch_size=3)
    state = buffer.init({"obs": jnp.array([0, 0]), "reward": jnp.array(0.0)})
    for k in range(4):
        state = buffer.add(state, {"obs": jnp.array([k, 2]), "reward": jnp.array(3.0 * k)})
    return buffer.can_sample(state), buffer.sample(state, key).experience
