"""
The fastest slide
=================

Between two points a ball slides down a wire without friction. Which wire is the fastest?
Bernoulli asked it in 1696. We descend on the time of a polygon, and find his cycloid.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.optimize

import fjax
import fjax.numpy as jnp

# %%
# The time of a wire
# ------------------
# On each straight piece the acceleration is constant, so its time is its length over the mean of
# the speeds at its ends.

n, width, depth, g = 80, 2.0, 1.0, 9.81
x = width * (jnp.arange(n + 1) / n) ** 2  # denser where the wire is steep


def time(inner):
    y = jnp.concatenate([jnp.zeros(1), inner, jnp.array([depth])])
    speeds = jnp.sqrt(2 * g * y.at[0].set(0.0).clip(1e-12))
    lengths = jnp.hypot(jnp.diff(x), jnp.diff(y))
    return jnp.sum(2 * lengths / (speeds[1:] + speeds[:-1]))


straight = depth * x[1:-1] / width
np.testing.assert_allclose(  # a straight slide is known
    time(straight), np.sqrt(2 * (width**2 + depth**2) / (g * depth)), rtol=1e-5
)

# %%
# Descent
# -------

value_and_slope = fjax.jit(fjax.value_and_grad(time))
hessian = fjax.jit(fjax.hessian(time))
found = scipy.optimize.minimize(
    value_and_slope, np.asarray(straight), jac=True, hess=hessian, method="trust-exact",
    options={"gtol": 1e-9},
)  # fmt: skip

# %%
# Is it right?
# ------------
# The cycloid through both points has a radius and a last angle that solve one equation.

angle = scipy.optimize.brentq(
    lambda a: (a - np.sin(a)) / (1 - np.cos(a)) - width / depth, 0.1, 2 * np.pi - 0.1
)
radius = depth / (1 - np.cos(angle))
least = angle * np.sqrt(radius / g)
print(f"straight {float(time(straight)):.4f} s, found {found.fun:.4f} s, cycloid {least:.4f} s")
np.testing.assert_allclose(found.fun, least, rtol=1e-3)
angles = np.linspace(0, angle, 2000)
cycloid = np.interp(x[1:-1], radius * (angles - np.sin(angles)), radius * (1 - np.cos(angles)))
assert np.abs(found.x - cycloid).max() < 0.01

# %%
figure, axis = plt.subplots(figsize=(7, 3.8))
axis.plot(
    x, -np.r_[0, straight, depth], color="grey", label=f"straight: {float(time(straight)):.3f} s"
)
axis.plot(x, -np.r_[0, found.x, depth], lw=3, label=f"found: {found.fun:.3f} s")
axis.plot(x[1:-1], -cycloid, "k--", lw=1, label="cycloid")
axis.set_aspect("equal")
axis.legend(fontsize=8)
figure.tight_layout()
