import jax
import pgx

from tests.libraries.inputs import key


def hello():
    env = pgx.make("tic_tac_toe")
    state = jax.jit(env.init)(key)
    for action in (0, 4, 8):
        state = jax.jit(env.step)(state, action)
    return state.observation, state.rewards, state.legal_action_mask
