"""
Planets on their orbits
=======================

Four planets circle the Sun for 60 years. The force is the gradient of the potential energy, so
only the energy is written down. The leapfrog method keeps the energy, and each period follows
Kepler's third law.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

# %%
# The energy, and the force as its gradient
# -----------------------------------------
# Units are years, distances from the Earth to the Sun, and masses of the Sun. Then G is 4π².

G = 4 * np.pi**2
names = ["Sun", "Venus", "Earth", "Mars", "Jupiter"]
mass = jnp.array([1.0, 2.45e-6, 3.0e-6, 3.2e-7, 9.5e-4])
axes = np.array([0.0, 0.723, 1.0, 1.524, 5.203])


def potential(x):
    apart = x[:, None] - x[None, :] + jnp.eye(5)[:, :, None]
    pairs = mass[:, None] * mass[None, :] / jnp.linalg.norm(apart, axis=-1)
    return -G * jnp.sum(jnp.triu(pairs, 1))


def acceleration(x):
    return -fjax.grad(potential)(x) / mass[:, None]


# %%
# One step, and sixty years of them
# ---------------------------------
# ``scan`` compiles the loop. Each planet starts on a circle.

speeds = np.where(axes > 0, np.sqrt(G / np.maximum(axes, 0.1)), 0.0)
x = jnp.stack([jnp.array(axes), jnp.zeros(5)], axis=1)
v = jnp.stack([jnp.zeros(5), jnp.array(speeds)], axis=1)
v = v - (mass[:, None] * v).sum(0) / mass.sum()  # the centre of mass rests
step, years = 1 / 500, 60


def leap(state, _):
    x, v = state
    v = v + 0.5 * step * acceleration(x)
    x = x + step * v
    v = v + 0.5 * step * acceleration(x)
    energy = 0.5 * jnp.sum(mass[:, None] * v**2) + potential(x)
    return (x, v), (x, energy)


_, (path, energy) = fjax.jit(lambda s: lax.scan(leap, s, None, length=round(years / step)))((x, v))

# %%
# Is it right?
# ------------
# The energy must stay, and the periods must be those of Kepler's law.

drift = float(jnp.max(jnp.abs(energy / energy[0] - 1)))
print(f"the energy changes by {drift:.1e} at most")
assert drift < 1e-4

relative = np.asarray(path - path[:, :1])
angles = np.unwrap(np.arctan2(relative[..., 1], relative[..., 0]), axis=0)
periods = 2 * np.pi * years / (angles[-1, 1:] - angles[0, 1:])
kepler = axes[1:] ** 1.5 / np.sqrt(1 + np.asarray(mass[1:]))
for name, found, expected in zip(names[1:], periods, kepler, strict=True):
    print(f"{name:8s} period {found:7.3f} years, Kepler's {expected:7.3f}")
np.testing.assert_allclose(periods, kepler, rtol=2e-3)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
for k in range(1, 5):
    left.plot(relative[:, k, 0], relative[:, k, 1], lw=0.4, label=names[k])
left.plot(0, 0, "o", color="gold")
left.set_aspect("equal")
left.legend(loc="upper right", fontsize=8)
right.plot(np.arange(1, len(energy) + 1) * step, np.asarray(energy / energy[0] - 1))
right.set_xlabel("years")
right.set_title("relative change of the energy", fontsize=10)
figure.tight_layout()
