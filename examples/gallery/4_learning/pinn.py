"""
A network that obeys an equation
================================

A physics-informed network knows no data. It is trained until it satisfies a differential equation
and values at the edges. Its derivatives with respect to place are exact, by ``grad`` of ``grad``.
"""

import matplotlib.pyplot as plt

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, optim, random

# %%
# The equation
# ------------
# u'' = -f with u = 0 at both ends. We choose f so that the solution is known.

exact = lambda x: jnp.sin(jnp.pi * x) + 0.3 * jnp.sin(4 * jnp.pi * x)
force = lambda x: -fjax.grad(fjax.grad(exact))(x)

# %%
# The network
# -----------
# The factor x (1 - x) makes the ends right for all parameters.

keys = random.split(random.key(0), 3)
dtype = jnp.float64
model = nn.Sequential(
    nn.Linear(1, 32, key=keys[0], dtype=dtype),
    nn.tanh,
    nn.Linear(32, 32, key=keys[1], dtype=dtype),
    nn.tanh,
    nn.Linear(32, 1, key=keys[2], dtype=dtype),
)


def u(model, x):
    return x * (1 - x) * model(2 * x[None] - 1)[0]


places = jnp.linspace(0, 1, 64)


def loss(model):
    bend = fjax.vmap(lambda x: fjax.grad(fjax.grad(u, argnums=1), argnums=1)(model, x))(places)
    return jnp.mean((bend + fjax.vmap(force)(places)) ** 2)


# %%
# Training, in one compiled loop
# ------------------------------

optimizer = optim.adam(optim.cosine_decay_schedule(1e-2, 4000))


def step(state, _):
    model, memory = state
    value, slope = fjax.value_and_grad(loss)(model)
    updates, memory = optimizer.update(slope, memory, model)
    return (optim.apply_updates(model, updates), memory), value


train = fjax.jit(lambda state: lax.scan(step, state, None, length=4000))
(model, _), losses = train((model, optimizer.init(model)))

# %%
# Is it right?
# ------------

grid = jnp.linspace(0, 1, 301)
found = fjax.vmap(lambda x: u(model, x))(grid)
error = float(jnp.abs(found - exact(grid)).max())
print(f"loss {losses[0]:.0f} → {losses[-1]:.1e}, largest error {error:.1e}")
assert error < 2e-3

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
left.plot(grid, exact(grid), label="exact")
left.plot(grid, found, "--", label="network")
left.legend(fontsize=8)
right.semilogy(losses)
right.set_xlabel("step")
right.set_title("loss", fontsize=10)
figure.tight_layout()
