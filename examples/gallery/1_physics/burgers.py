"""
A wave that steepens: Burgers' equation
=======================================

A sine wave of a viscous fluid becomes a shock. The result agrees with the exact solution of Cole
and Hopf. The derivative of the whole simulation gives the viscosity from one look at the end.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

# %%
# The equation in Fourier space
# -----------------------------
# Derivatives are products with ik. A third-order Runge-Kutta method goes through time.

n, end, steps = 128, 1.2, 600
x = 2 * jnp.pi * jnp.arange(n) / n
k = jnp.fft.rfftfreq(n, 1 / n)
keep = k < n / 3  # products make frequencies that the grid cannot hold


def change(u, viscosity):
    spectrum = jnp.fft.rfft(u)
    square = jnp.where(keep, jnp.fft.rfft(0.5 * u**2), 0)
    return jnp.fft.irfft(-1j * k * square - viscosity * k**2 * spectrum, n)


def simulate(viscosity):
    dt = end / steps

    def step(u, _):
        one = u + dt * change(u, viscosity)
        two = 0.75 * u + 0.25 * (one + dt * change(one, viscosity))
        return u / 3 + 2 / 3 * (two + dt * change(two, viscosity)), u

    return lax.scan(step, -jnp.sin(x), None, length=steps)


simulate = fjax.jit(simulate)
viscosity = 0.1
last, path = simulate(viscosity)

# %%
# Is it right?
# ------------
# Cole and Hopf turn the equation into that of heat. Its solution is a ratio of two integrals,
# which Gauss-Hermite quadrature computes.


def exact(x, t, viscosity):
    nodes, weights = np.polynomial.hermite.hermgauss(80)
    y = np.asarray(x)[:, None] - np.sqrt(4 * viscosity * t) * nodes
    height = weights * np.exp(-np.cos(y) / (2 * viscosity))
    return -(np.sin(y) * height).sum(1) / height.sum(1)


error = np.abs(np.asarray(last) - exact(x, end, viscosity)).max()
print(f"largest difference from the exact solution: {error:.1e}")
assert error < 1e-6

# %%
# Which viscosity was it?
# -----------------------
# Newton's method on the misfit, with derivatives through all 600 steps.

seen = exact(x, end, 0.07)
misfit = lambda v: jnp.mean((simulate(v)[0] - seen) ** 2)
slope, curvature = fjax.jit(fjax.grad(misfit)), fjax.jit(fjax.jvp, static_argnums=0)
guess = 0.1
for _ in range(8):
    value, bend = curvature(fjax.grad(misfit), (guess,), (1.0,))
    guess = guess - value / abs(bend)
print(f"viscosity {float(guess):.6f}, in truth 0.07")
assert abs(guess - 0.07) < 1e-5

# %%
figure, axis = plt.subplots(figsize=(7, 3.6))
for i in (0, 150, 300, 450, 599):
    axis.plot(x, path[i], label=f"t = {i * end / steps:.1f}")
axis.plot(x, exact(x, end, viscosity), "k:", label="exact, t = 1.2")
axis.legend(fontsize=8)
axis.set_xlabel("place")
axis.set_ylabel("speed")
figure.tight_layout()
