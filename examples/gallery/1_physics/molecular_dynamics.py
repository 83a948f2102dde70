"""
A drop of argon, atom by atom
=============================

Lennard-Jones atoms in a periodic box melt from a lattice. The forces are the gradient of the
energy. Energy and momentum are conserved. The gradient with respect to the size of the box gives
the pressure, which agrees with the virial formula.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# Energy of all pairs
# -------------------
# Lengths are in diameters of an atom, energies in depths of the well. Beyond 2.5 diameters there
# is no force; the energy is shifted so that it is continuous there.

side, cut = 5, 2.5
n = side**3
density = 0.8
length = (n / density) ** (1 / 3)


def potential(x, length):
    apart = x[:, None] - x[None, :]
    apart = apart - length * jnp.round(apart / length)  # the nearest image
    square = jnp.sum(apart**2, axis=-1) + 1e6 * jnp.eye(n)
    inverse = 1 / square**3
    shift = 4 * (cut**-12 - cut**-6)
    pair = jnp.where(square < cut**2, 4 * (inverse**2 - inverse) - shift, 0.0)
    return 0.5 * jnp.sum(pair)


force = lambda x: -fjax.grad(potential)(x, length)

# %%
# A start, and 1,500 steps
# ------------------------

grid = jnp.stack(jnp.meshgrid(*[jnp.arange(side)] * 3), axis=-1).reshape(-1, 3)
x = (grid + 0.5) * (length / side)
v = random.normal(random.key(0), (n, 3)) * 1.2
v = v - v.mean(0)
dt, steps = 0.004, 1500


def verlet(state, _):
    x, v, f = state
    v = v + 0.5 * dt * f
    x = x + dt * v
    f = force(x)
    v = v + 0.5 * dt * f
    kinetic = 0.5 * jnp.sum(v**2)
    return (x, v, f), (kinetic, potential(x, length), x[:3])


run = fjax.jit(lambda s: lax.scan(verlet, s, None, length=steps))
(x, v, _), (kinetic, stored, few) = run((x, v, force(x)))
total = np.asarray(kinetic + stored)

# %%
# Is it right?
# ------------

drift = np.abs(total - total[0]).max() / np.asarray(kinetic).mean()
momentum = float(jnp.abs(v.sum(0)).max())
print(f"energy changes by {drift:.1e} of the kinetic energy; momentum {momentum:.0e}")
assert drift < 1e-2
assert momentum < 1e-9

temperature = 2 * float(kinetic[steps // 2 :].mean()) / (3 * n - 3)
virial = float(jnp.sum(force(x) * x))
scaled = lambda size: potential(x * (size / length), size)
slope = float(fjax.grad(scaled)(length))  # of the energy, as the box with its atoms grows


def pairs_virial(x):
    """The virial of pairs, by hand."""
    apart = np.asarray(x)[:, None] - np.asarray(x)[None, :]
    apart -= length * np.round(apart / length)
    square = (apart**2).sum(-1) + 1e6 * np.eye(n)
    inverse = np.where(square < cut**2, square**-3.0, 0)
    return 0.5 * np.sum(48 * inverse**2 - 24 * inverse)


np.testing.assert_allclose(-slope * length, pairs_virial(x), rtol=1e-9)
pressure = (n * temperature + pairs_virial(x) / 3) / length**3
print(f"temperature {temperature:.2f}, pressure {pressure:.2f}")

# %%
# The liquid shows in the distances: a first shell of neighbours, a second, and no lattice beyond.

apart = np.asarray(x)[:, None] - np.asarray(x)[None, :]
apart -= length * np.round(apart / length)
distance = np.sqrt((apart**2).sum(-1))[np.triu_indices(n, 1)]
counts, edges = np.histogram(distance, np.linspace(0.5, length / 2, 60))
middle = (edges[1:] + edges[:-1]) / 2
ideal = 2 * np.pi * middle**2 * np.diff(edges) * n * density
assert 1.0 < middle[np.argmax(counts / ideal)] < 1.2

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
left.plot(kinetic, label="kinetic")
left.plot(np.asarray(stored) - float(stored[0]), label="potential, from its start")
left.plot(total - total[0], label="total, from its start")
left.legend(fontsize=8)
left.set_xlabel("step")
right.plot(middle, counts / ideal)
right.axhline(1, color="grey", lw=0.7)
right.set_xlabel("distance of two atoms")
right.set_title("pairs, beside those of a gas", fontsize=10)
figure.tight_layout()
