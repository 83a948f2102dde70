"""
How fast does weather forget? Lyapunov exponents
================================================

Two states of Lorenz's model that differ by a millionth soon differ widely. The rate at which their
difference grows is the largest Lyapunov exponent. ``jvp`` carries small differences exactly, so one
path is enough.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

# %%
# Lorenz's model
# --------------

dt = 0.01


def law(s):
    x, y, z = s
    return jnp.array([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])


def step(s):
    a = law(s)
    b = law(s + dt / 2 * a)
    c = law(s + dt / 2 * b)
    d = law(s + dt * c)
    return s + dt / 6 * (a + 2 * b + 2 * c + d)


# %%
# All three exponents
# -------------------
# Three small differences go along, in three directions. A QR decomposition after each step keeps
# them distinct; the logarithms of its diagonal, on average, are the exponents.


def with_differences(carry, _):
    s, frame = carry
    push = lambda v: fjax.jvp(step, (s,), (v,))
    new, moved = fjax.vmap(push, in_axes=1, out_axes=(None, 1))(frame)
    frame, r = jnp.linalg.qr(moved)
    return (new, frame), (new, jnp.log(jnp.abs(jnp.diag(r))))


run = fjax.jit(lambda carry: lax.scan(with_differences, carry, None, length=60_000))
_, (path, logs) = run((jnp.array([1.0, 1.0, 20.0]), jnp.eye(3)))
grown = np.cumsum(np.asarray(logs)[2000:], axis=0)
times = dt * np.arange(1, len(grown) + 1)
exponents = grown[-1] / times[-1]

# %%
# Is it right?
# ------------
# The largest exponent is 0.906, as measured by many. The one along the path is zero. And their
# sum is the divergence of the model, which is the same everywhere: -(10 + 1 + 8/3).

print("exponents:", np.round(exponents, 3), "sum:", round(exponents.sum(), 4))
np.testing.assert_allclose(exponents.sum(), -(10 + 1 + 8 / 3), rtol=1e-4)
np.testing.assert_allclose(exponents[0], 0.906, atol=0.02)
np.testing.assert_allclose(exponents[1], 0, atol=0.01)
print(f"a millionth becomes one after {np.log(1e6) / exponents[0]:.0f} units of time")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
left.plot(*np.asarray(path)[2000:8000, [0, 2]].T, lw=0.4)
left.set_title("the path, from the side", fontsize=10)
right.plot(times[50:], grown[50:] / times[50:, None])
right.set_ylim(-16, 3)
right.set_xlabel("time")
right.set_title("exponents, so far", fontsize=10)
figure.tight_layout()
