import jax
import jax.numpy as jnp
import optax

from tests.libraries.inputs import x

optimizer = optax.chain(
    optax.clip_by_global_norm(1.0), optax.adamw(optax.warmup_cosine_decay_schedule(0.0, 0.1, 3, 10))
)


def hello():
    w = jnp.ones((3, 2))
    state = optimizer.init(w)

    def step(carry, _):
        w, state = carry
        loss, grads = jax.value_and_grad(lambda w: jnp.mean((x @ w - 1) ** 2))(w)
        updates, state = optimizer.update(grads, state, w)
        return (optax.apply_updates(w, updates), state), loss

    return jax.lax.scan(step, (w, state), None, 10)[1]
