"""
Samples from a banana: Hamiltonian Monte Carlo
==============================================

A distribution that is bent like a banana is hard for random walks. Hamiltonian Monte Carlo
follows the gradient of the density. Eight chains run as one batch, and their traces show that
they mix.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# The density
# -----------
# Rosenbrock's density: the first coordinate is normal, the second is near the square of the
# first. So its means and deviations are known.

bend, width = 1.0, 0.5


def energy(q):
    return 0.5 * q[0] ** 2 + 0.5 * ((q[1] - bend * q[0] ** 2) / width) ** 2


mean = np.array([0.0, bend])
variance = np.array([1.0, 2 * bend**2 + width**2])

# %%
# One step, one chain, eight chains
# ---------------------------------

leaps, size = 16, 0.15
slope = fjax.grad(energy)


def step(q, key):
    keys = random.split(key, 3)
    p = random.normal(keys[0], (2,))
    h = size * random.uniform(keys[2], minval=0.7, maxval=1.3)

    def leap(state, _):
        q, p = state
        p = p - 0.5 * h * slope(q)
        q = q + h * p
        return (q, p - 0.5 * h * slope(q)), None

    (new, speed), _ = lax.scan(leap, (q, p), None, length=leaps)
    gain = energy(q) + 0.5 * p @ p - energy(new) - 0.5 * speed @ speed
    accepted = jnp.log(random.uniform(keys[1])) < gain
    q = jnp.where(accepted, new, q)
    return q, (q, accepted)


def chain(key):
    start, rest = random.split(key)
    return lax.scan(step, random.normal(start, (2,)), random.split(rest, 4000))[1]


samples, accepted = fjax.jit(fjax.vmap(chain))(random.split(random.key(1), 8))
samples = np.asarray(samples[:, 500:])
print(f"{float(accepted.mean()):.0%} of the steps were accepted")

# %%
# Is it right?
# ------------
# Between chains the means differ by the error of a mean. Their deviations tell how far the mean
# of all may be from the truth.

for k, name in enumerate(("first", "second")):
    means = samples[:, :, k].mean(1)
    error = means.std(ddof=1) / np.sqrt(8)
    within = samples[:, :, k].var(1, ddof=1).mean()
    r_hat = np.sqrt(1 + means.var(ddof=1) / within)
    print(
        f"{name}: mean {means.mean():.3f} ± {error:.3f}, in truth {mean[k]:.3f}; R-hat {r_hat:.3f}"
    )
    assert abs(means.mean() - mean[k]) < 4 * error and r_hat < 1.05
    spread = ((samples[:, :, k] - mean[k]) ** 2).mean(1)
    error = spread.std(ddof=1) / np.sqrt(8)
    print(f"  variance {spread.mean():.3f} ± {error:.3f}, in truth {variance[k]:.3f}")
    assert abs(spread.mean() - variance[k]) < 4 * error < variance[k] / 3

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
left.plot(*samples[0, ::5].T, ".", ms=2)
left.set_title("one chain", fontsize=10)
for trace in samples[:3]:
    right.plot(trace[:400, 1], lw=0.6)
right.set_title("traces of three chains, second coordinate", fontsize=10)
right.set_xlabel("step")
figure.tight_layout()
