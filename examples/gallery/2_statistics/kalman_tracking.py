"""
Follow a ship through noise: the Kalman filter
==============================================

A ship's position is measured once a minute, with an error of 30 metres. The filter knows how
ships move, and says where it is, and how fast. The best guess of the noise comes from the
gradient of the likelihood.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# A ship
# ------
# The state is position and speed in two directions. The speed changes a little at random.

steps = 80
move = jnp.eye(4) + jnp.diag(jnp.ones(2), 2)
look = jnp.eye(2, 4)


def noises(logs):
    drift, error = jnp.exp(2 * logs)
    return drift * jnp.diag(jnp.array([0.25, 0.25, 1.0, 1.0])), error * jnp.eye(2)


truth = jnp.log(jnp.array([2.0, 30.0]))
keys = random.split(random.key(7), 2)
drift, error = noises(truth)
kicks = random.normal(keys[0], (steps, 4)) * jnp.sqrt(jnp.diag(drift))
sail = lambda s, kick: (move @ s + kick, move @ s + kick)
_, path = lax.scan(sail, jnp.array([0.0, 0.0, 20.0, 12.0]), kicks)
seen = path[:, :2] + 30 * random.normal(keys[1], (steps, 2))

# %%
# The filter
# ----------

first = jnp.concatenate([seen[0], jnp.zeros(2)]), jnp.diag(jnp.array([900.0, 900.0, 900.0, 900.0]))


def filtered(logs, seen):
    drift, error = noises(logs)

    def step(state, z):
        mean, spread = state
        mean, spread = move @ mean, move @ spread @ move.T + drift
        expected = look @ spread @ look.T + error
        gain = jnp.linalg.solve(expected, look @ spread).T
        off = z - look @ mean
        log_likelihood = -0.5 * (
            off @ jnp.linalg.solve(expected, off)
            + jnp.linalg.slogdet(expected)[1]
            + 2 * jnp.log(2 * jnp.pi)
        )
        mean, spread = mean + gain @ off, spread - gain @ look @ spread
        return (mean, spread), (mean, spread, log_likelihood)

    return lax.scan(step, first, seen[1:])[1]


means, spreads, _ = fjax.jit(filtered)(truth, seen)

# %%
# Is it right?
# ------------
# All states together are one large normal distribution. Its last mean, given everything that was
# seen, by one linear solve, is that of the filter.


def all_at_once(n):
    drift, error = map(np.asarray, noises(truth))
    a, c = np.asarray(move), np.asarray(look)
    precision = np.zeros((4 * n, 4 * n))
    right = np.zeros(4 * n)
    mean, spread = map(np.asarray, first)
    precision[:4, :4] += np.linalg.inv(spread)
    right[:4] += np.linalg.solve(spread, mean)
    for i in range(1, n):
        both = np.hstack([-a, np.eye(4)])
        part = slice(4 * i - 4, 4 * i + 4)
        precision[part, part] += both.T @ np.linalg.solve(drift, both)
        here = slice(4 * i, 4 * i + 4)
        precision[here, here] += c.T @ np.linalg.solve(error, c)
        right[here] += c.T @ np.linalg.solve(error, np.asarray(seen[i]))
    return np.linalg.solve(precision, right)[-4:]


np.testing.assert_allclose(means[19], all_at_once(21), rtol=1e-6)
inside = np.asarray(path[1:, :2] - means[:, :2]) / np.sqrt(np.asarray(spreads)[:, [0, 1], [0, 1]])
print(f"{np.mean(np.abs(inside) < 2):.0%} of the positions are within two deviations")
assert 0.88 < np.mean(np.abs(inside) < 2) <= 1.0

# %%
# How large is the noise?
# -----------------------

loss = lambda logs: -jnp.sum(filtered(logs, seen)[2])
slope = fjax.jit(fjax.grad(loss))
bend = fjax.jit(fjax.hessian(loss))
logs = jnp.log(jnp.array([3.0, 20.0]))
for _ in range(12):
    logs = logs - jnp.clip(jnp.linalg.solve(bend(logs), slope(logs)), -0.3, 0.3)
np.testing.assert_allclose(slope(logs), 0, atol=1e-6)
errors = jnp.sqrt(jnp.diag(jnp.linalg.inv(bend(logs))))
for name, value, deviation, true in zip(("drift", "error"), logs, errors, truth, strict=True):
    print(f"{name}: {float(jnp.exp(value)):.1f}, in truth {float(jnp.exp(true)):.0f}")
    assert abs(value - true) < 3 * deviation

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8))
left.plot(*seen.T, ".", color="grey", ms=4, label="measured")
left.plot(*path[:, :2].T, label="in truth")
left.plot(*means[:, :2].T, "--", label="filtered")
left.set_xlabel("metres")
left.legend(fontsize=8)
deviation = np.sqrt(np.asarray(spreads)[:, 2, 2])
right.fill_between(
    range(1, steps), means[:, 2] - 2 * deviation, means[:, 2] + 2 * deviation, alpha=0.25
)
right.plot(range(1, steps), means[:, 2], "--", label="filtered")
right.plot(path[:, 2], label="in truth")
right.set_title("speed to the east, metres a minute", fontsize=10)
right.legend(fontsize=8)
figure.tight_layout()
