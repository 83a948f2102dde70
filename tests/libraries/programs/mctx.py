import jax.numpy as jnp
import mctx

from tests.libraries.inputs import key, x


def hello():
    def step(params, k, action, embedding):
        return mctx.RecurrentFnOutput(
            reward=embedding[:, 0] * action,
            discount=jnp.full(2, 0.9),
            prior_logits=jnp.zeros((2, 3)),
            value=embedding[:, 1],
        ), embedding + 0.1

    root = mctx.RootFnOutput(prior_logits=jnp.zeros((2, 3)), value=jnp.zeros(2), embedding=x[:2])
    out = mctx.gumbel_muzero_policy((), key, root, step, num_simulations=8)
    return out.action, out.action_weights
