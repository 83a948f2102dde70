import jax
import jax.numpy as jnp
import kfac_jax

from tests.libraries.inputs import key, x


def loss(params, batch):
    inputs, targets = batch
    outputs = jnp.tanh(inputs @ params["w"]) @ params["v"]
    kfac_jax.register_squared_error_loss(outputs, targets)
    return jnp.mean((outputs - targets) ** 2)


def hello():
    params = {"w": jax.random.normal(key, (3, 4)), "v": jnp.ones((4, 1))}
    batch = x, jnp.ones((4, 1))
    optimizer = kfac_jax.Optimizer(
        jax.value_and_grad(loss),
        l2_reg=0.0,
        use_adaptive_learning_rate=True,
        use_adaptive_momentum=True,
        use_adaptive_damping=True,
        initial_damping=1.0,
        num_burnin_steps=0,
    )
    state = optimizer.init(params, key, batch)
    losses = []
    for step in range(3):
        params, state, stats = optimizer.step(
            params, state, jax.random.fold_in(key, step), batch=batch, global_step_int=step
        )
        losses.append(stats["loss"])
    return losses
