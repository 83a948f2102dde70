"""
How warm was the rod? Heat, run backwards by its adjoint
========================================================

A rod was heated somewhere. We know the temperature at the end, at 40 places, with noise. The
gradient of the misfit with respect to the first temperature runs the heat equation backwards, as
an adjoint. We did not write the adjoint: ``grad`` makes it of the loop.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# The heat equation, solved in steps
# ----------------------------------

n, steps, end = 101, 200, 0.002
x = jnp.linspace(0, 1, n)
h, dt = 1 / (n - 1), end / steps


def later(u):
    def step(u, _):
        inner = u[1:-1] + dt / h**2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        return jnp.concatenate([jnp.zeros(1), inner, jnp.zeros(1)]), None

    return lax.scan(step, u, None, length=steps)[0]


# %%
# A sine decays by a known factor, which tells whether the loop is right.

mode = jnp.sin(3 * jnp.pi * x)
np.testing.assert_allclose(later(mode), np.exp(-9 * np.pi**2 * end) * mode, atol=1e-3)

# %%
# The adjoint
# -----------
# The heat equation is symmetric. So its adjoint is itself, and the gradient of a weighted end is
# the weight, run through the same loop.

weight = random.normal(random.key(1), (n,)).at[jnp.array([0, n - 1])].set(0.0)
adjoint = fjax.grad(lambda u: jnp.vdot(weight, later(u)))(mode)
np.testing.assert_allclose(adjoint[1:-1], later(weight)[1:-1], atol=1e-12)

# %%
# From the end to the start
# -------------------------

truth = jnp.exp(-0.5 * ((x - 0.35) / 0.05) ** 2) + 0.6 * jnp.exp(-0.5 * ((x - 0.7) / 0.08) ** 2)
places = jnp.arange(10, 90, 2)
measured = later(truth)[places] + 0.002 * random.normal(random.key(2), places.shape)


def misfit(u):
    rough = jnp.sum(jnp.diff(u, 2) ** 2)
    return jnp.sum((later(u)[places] - measured) ** 2) + 1e-3 * rough


# %%
# The misfit is a quadratic function, so conjugate gradients find its least value. They need
# products with the Hessian only, and those are derivatives of the gradient.

slope = fjax.grad(misfit)
hessian_times = fjax.jit(lambda d: fjax.jvp(slope, (jnp.zeros(n),), (d,))[1])
found, _ = fjax.scipy.sparse.linalg.cg(hessian_times, -slope(jnp.zeros(n)), tol=1e-10, maxiter=400)
print(f"size of the gradient at the end: {float(jnp.abs(slope(found)).max()):.1e}")
assert jnp.abs(slope(found)).max() < 1e-6
error = float(jnp.linalg.norm(found - truth) / jnp.linalg.norm(truth))
print(f"relative error of the temperature that was found: {error:.2f}")
assert error < 0.15

# %%
figure, axis = plt.subplots(figsize=(7, 3.6))
axis.plot(x, truth, label="first temperature, in truth")
axis.plot(x, found, "--", label="first temperature, as found")
axis.plot(x, later(truth), color="grey", label="last temperature")
axis.plot(x[places], measured, ".", color="grey", ms=4, label="what was measured")
axis.legend(fontsize=8)
axis.set_xlabel("place")
figure.tight_layout()
