"""
Design a filter by descent
==========================

A low-pass filter of 31 numbers should let low tones through and stop high ones, each with an
error as small as can be. Descent on a smooth maximum finds the filter that the exchange algorithm
of Parks and McClellan finds. With the gradient, wishes that the algorithm does not know are one
more line.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.optimize
import scipy.signal

import fjax
import fjax.numpy as jnp

# %%
# The error of a filter
# ---------------------
# The filter is symmetric, so 16 numbers describe it, and its response is a sum of cosines.

half = 15
passed = jnp.linspace(0, 0.2 * jnp.pi, 120)
stopped = jnp.linspace(0.3 * jnp.pi, jnp.pi, 280)
waves = lambda tones: jnp.cos(tones[:, None] * jnp.arange(half + 1))


def errors(a):
    return jnp.concatenate([waves(passed) @ a - 1, waves(stopped) @ a])


def largest(a, sharpness):
    """A smooth maximum of the errors; sharper ones are nearer to the maximum."""
    e = errors(a)
    return fjax.scipy.special.logsumexp(sharpness * jnp.concatenate([e, -e])) / sharpness


def descend(loss, a):
    for sharpness in (30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0):
        value = fjax.jit(fjax.value_and_grad(lambda a, s=sharpness: loss(a, s)))
        a = scipy.optimize.minimize(value, a, jac=True, method="BFGS", options={"maxiter": 500}).x
    return a


found = descend(largest, np.zeros(half + 1))

# %%
# Is it right?
# ------------
# The best filter of this kind is known. No other has a smaller largest error.

best = scipy.signal.remez(2 * half + 1, [0, 0.1, 0.15, 0.5], [1, 0], fs=1.0, grid_density=64)
least = np.abs(errors(jnp.asarray(np.r_[best[half], 2 * best[half + 1 :]]))).max()
error = float(jnp.abs(errors(jnp.asarray(found))).max())
print(f"largest error {error:.5f}, least possible {least:.5f}")
assert error < 1.01 * least

# %%
# One more wish
# -------------
# The tone at 0.4 π should vanish. That is one more term in what is minimised.

tone = waves(jnp.array([0.4 * jnp.pi]))
wish = descend(lambda a, s: largest(a, s) + 1e3 * jnp.sum((tone @ a) ** 2), found)
had, has = (float(jnp.abs(tone @ a)[0]) for a in (found, wish))
print(f"the tone is {has:.1e}, it was {had:.1e}")
assert has < 1e-4

# %%
figure, axis = plt.subplots(figsize=(8, 3.4))
grid = jnp.linspace(0, jnp.pi, 600)
for name, a in (("by descent", found), ("without the tone 0.4 π", wish)):
    axis.plot(grid / np.pi, 20 * np.log10(np.abs(waves(grid) @ a) + 1e-6), label=name)
axis.axvspan(0, 0.2, alpha=0.1)
axis.axvspan(0.3, 1, alpha=0.1, color="orange")
axis.set_ylim(-80, 5)
axis.set_xlabel("tone / π")
axis.set_ylabel("decibels")
axis.legend(fontsize=8)
figure.tight_layout()
