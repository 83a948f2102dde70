"""
Learn a law of motion from one path
===================================

A network stands where the right side of a differential equation is unknown. It is trained through
the solver, on one noisy path of a damped pendulum. Then it predicts paths that it has never seen.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.integrate

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, optim, random

# %%
# The pendulum, as SciPy solves it
# --------------------------------

law = lambda t, s: np.array([s[1], -np.sin(s[0]) - 0.1 * s[1]])
times = np.linspace(0, 20, 161)
solve = lambda start: (
    scipy.integrate.solve_ivp(law, (0, 20), start, t_eval=times, rtol=1e-9, atol=1e-9).y.T
)
truth = solve([2.0, 0.0])
seen = jnp.asarray(truth) + 0.02 * random.normal(random.key(0), truth.shape)

# %%
# A solver, and a network inside
# ------------------------------


def path(f, start, steps, dt):
    """Runge and Kutta's method of fourth order."""

    def step(s, _):
        a = f(s)
        b = f(s + dt / 2 * a)
        c = f(s + dt / 2 * b)
        d = f(s + dt * c)
        new = s + dt / 6 * (a + 2 * b + 2 * c + d)
        return new, new

    return jnp.concatenate([start[None], lax.scan(step, start, None, length=steps)[1]])


pendulum = lambda s: jnp.array([s[1], -jnp.sin(s[0]) - 0.1 * s[1]])
np.testing.assert_allclose(path(pendulum, jnp.array([2.0, 0.0]), 160, times[1]), truth, atol=1e-4)

keys = random.split(random.key(1), 3)
model = nn.Sequential(
    nn.Linear(2, 24, key=keys[0], dtype=jnp.float64),
    nn.tanh,
    nn.Linear(24, 24, key=keys[1], dtype=jnp.float64),
    nn.tanh,
    nn.Linear(24, 2, key=keys[2], dtype=jnp.float64),
)

# %%
# Training through the solver
# ---------------------------
# Short pieces of the path are easier to learn than all of it: errors grow with time. So each step
# of the training solves 15 pieces as one batch.

piece = 10
starts = seen[:-piece:piece]
wanted = jnp.stack([seen[i : i + piece + 1] for i in range(0, len(seen) - piece, piece)])


def loss(model):
    found = fjax.vmap(lambda s: path(model, s, piece, times[1]))(starts)
    return jnp.mean((found - wanted) ** 2)


optimizer = optim.adam(optim.cosine_decay_schedule(2e-2, 1500))


def step(state, _):
    model, memory = state
    value, slope = fjax.value_and_grad(loss)(model)
    updates, memory = optimizer.update(slope, memory, model)
    return (optim.apply_updates(model, updates), memory), value


train = fjax.jit(lambda state: lax.scan(step, state, None, length=1500))
(model, _), losses = train((model, optimizer.init(model)))

# %%
# Is it right?
# ------------
# The error is that of the noise, and a path from another start agrees with the pendulum's.

other = solve([1.2, 0.5])
predicted = path(model, jnp.array([1.2, 0.5]), 160, times[1])
error = np.sqrt(np.mean((np.asarray(predicted) - other) ** 2))
print(f"loss {losses[-1]:.1e} (noise: {2 * 0.02**2:.0e}); error on a new path {error:.3f}")
assert losses[-1] < 4 * 0.02**2 and error < 0.1

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
left.plot(times, seen[:, 0], ".", ms=3, color="grey", label="seen")
left.plot(times, other[:, 0], label="a new path, in truth")
left.plot(times, predicted[:, 0], "--", label="predicted")
left.set_xlabel("time")
left.legend(fontsize=8)
side = np.linspace(-2.2, 2.2, 16)
grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
arrows = np.asarray(fjax.vmap(model)(jnp.asarray(grid)))
right.quiver(*grid.T, *arrows.T, color="grey")
right.plot(*np.asarray(truth).T, lw=0.8)
right.set_title("the law that was learned", fontsize=10)
figure.tight_layout()
