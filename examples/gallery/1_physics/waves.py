"""
Where did the wave begin?
=========================

A wave runs over a pond, and three gauges at its edge record it. The gradient through the
simulation moves a guess of the place where it began until the records agree.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

# %%
# The wave equation
# -----------------

n, steps = 64, 90
h, dt = 1 / n, 0.5 / n
x = (jnp.arange(n) + 0.5) * h
gauges = jnp.array([[4, 20], [50, 4], [58, 58]])


def bump(place):
    square = (x[:, None] - place[0]) ** 2 + (x[None, :] - place[1]) ** 2
    return jnp.exp(-square / (2 * 0.05**2))


def around(u):
    """The second derivative, with edges that reflect."""
    padded = jnp.pad(u, 1, mode="edge")
    return (
        padded[2:, 1:-1] + padded[:-2, 1:-1] + padded[1:-1, 2:] + padded[1:-1, :-2] - 4 * u
    ) / h**2


def simulate(place):
    start = bump(place)

    def step(state, _):
        before, now = state
        later = 2 * now - before + dt**2 * around(now)
        return (now, later), (later[gauges[:, 0], gauges[:, 1]], later)

    first = start + 0.5 * dt**2 * around(start)
    _, (records, movie) = lax.scan(step, (start, first), None, length=steps)
    return records, movie


# %%
# Is the wave right? One that depends on one coordinate alone is two halves that move away from each
# other, as d'Alembert says.


def line(steps):
    start = jnp.exp(-((x - 0.5) ** 2) / (2 * 0.06**2))[:, None] * jnp.ones((1, n))
    first = start + 0.5 * dt**2 * around(start)
    step = lambda s, _: ((s[1], 2 * s[1] - s[0] + dt**2 * around(s[1])), None)
    return lax.scan(step, (start, first), None, length=steps)[0][1][:, 0]


t = 41 * dt
half = lambda c: 0.5 * jnp.exp(-((x - c) ** 2) / (2 * 0.06**2))
difference = float(jnp.abs(line(40) - half(0.5 - t) - half(0.5 + t)).max())
print(f"difference from d'Alembert's solution: {difference:.3f}")
assert difference < 0.02

# %%
# From records to a place
# -----------------------
# Far from the truth the waves do not overlap, and the slope says nothing. So we compare integrals
# of the records, which change with every shift in time, and take Gauss-Newton steps with the
# Jacobian.

truth = jnp.array([0.62, 0.34])
seen, movie = fjax.jit(simulate)(truth)
smooth = lambda records: jnp.cumsum(jnp.cumsum(records, axis=0), axis=0)
residual = lambda place: (smooth(simulate(place)[0] - seen) * dt).ravel()
jacobian = fjax.jit(fjax.jacfwd(residual))
residual = fjax.jit(residual)
place, places = jnp.array([0.4, 0.55]), []
for _ in range(12):
    places.append(place)
    change = jnp.linalg.lstsq(jacobian(place), residual(place))[0]
    place = place - 0.8 * change
print(f"found {np.round(np.asarray(place), 4)}, in truth {np.asarray(truth)}")
np.testing.assert_allclose(place, truth, atol=1e-3)

# %%
figure, axes = plt.subplots(1, 3, figsize=(10, 3.4))
for axis, i in zip(axes, (5, 30, 60), strict=True):
    axis.imshow(np.asarray(movie[i]).T, origin="lower", cmap="RdBu", vmin=-0.3, vmax=0.3)
    axis.plot(*np.asarray(gauges).T, "k^", ms=6)
    axis.set_title(f"t = {i * dt:.2f}", fontsize=10)
    axis.set_axis_off()
axes[0].plot(*(np.asarray(places).T * n), ".-", color="black", lw=0.8)
figure.tight_layout()
