import jax
import jax.numpy as jnp
import rlax

from tests.libraries.inputs import key


def hello():
    rewards, discounts, values = jnp.arange(4.0), jnp.full(4, 0.9), jnp.linspace(0.0, 1.0, 4)
    logits = jnp.array([[1.0, 2.0, 0.5]] * 4)
    return (
        rlax.lambda_returns(rewards, discounts, values, 0.8),
        jax.grad(lambda q: rlax.q_learning(q, 1, 1.0, 0.9, q[::-1]) ** 2)(jnp.arange(3.0)),
        rlax.policy_gradient_loss(logits, jnp.array([0, 1, 2, 0]), values, jnp.ones(4)),
        rlax.epsilon_greedy(0.1).sample(key, logits[0]),
    )
