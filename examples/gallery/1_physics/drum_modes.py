"""
The tones of a drum
===================

The tones of a membrane are eigenvalues of the Laplacian. On a square they are known. A derivative
of an eigenvalue says how a tone changes where the membrane is heavier, and so we tune a drum.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp

# %%
# Derivatives by Chebyshev's points
# ---------------------------------
# A matrix differentiates polynomials exactly. We get it as the Jacobian of an interpolation.

n = 18
x = jnp.cos(jnp.pi * jnp.arange(n + 1) / n)
signs = (-1.0) ** jnp.arange(n + 1)
scale = signs.at[jnp.array([0, n])].multiply(0.5)  # of the barycentric formula


def interpolate(values, at):
    terms = scale / (at - x)
    return terms @ values / terms.sum()


apart = x[:, None] - x[None, :] + jnp.eye(n + 1)
first = (scale[None, :] / scale[:, None]) / apart
first = first - jnp.diag(first.sum(1))
np.testing.assert_allclose(first @ x**5, 5 * x**4, atol=1e-10)
np.testing.assert_allclose(
    fjax.grad(lambda at: interpolate(jnp.exp(x), at))(0.3), jnp.exp(0.3), rtol=1e-10
)
second = (first @ first)[1:-1, 1:-1]  # zero at the edge

# %%
# The tones of a square
# ---------------------

eye = jnp.eye(n - 1)
laplacian = -(jnp.kron(second, eye) + jnp.kron(eye, second))
squares = np.sort(np.linalg.eigvals(np.asarray(laplacian)).real)
a, b = np.meshgrid(np.arange(1, 9), np.arange(1, 9))
exact = np.sort(((a**2 + b**2) * np.pi**2 / 4).ravel())
np.testing.assert_allclose(squares[:12], exact[:12], rtol=1e-8)
print("tones, over the lowest:", np.round(np.sqrt(squares[:6] / squares[0]), 4))

# %%
# A heavier spot
# --------------
# Finite differences give symmetric matrices, whose eigenvalues ``eigh`` differentiates. The
# membrane is heavier around its middle.

m = 24
h = 2 / (m + 1)
line = jnp.linspace(-1, 1, m + 2)[1:-1]
one = (2 * jnp.eye(m) - jnp.eye(m, k=1) - jnp.eye(m, k=-1)) / h**2
grid = jnp.kron(one, jnp.eye(m)) + jnp.kron(jnp.eye(m), one)
spot = jnp.exp(-4 * (line[:, None] ** 2 + line[None, :] ** 2)).ravel()


def tones(weight):
    """The lowest six tones, if the spot has a weight."""
    root = 1 / jnp.sqrt(1 + weight * spot)
    return jnp.sqrt(jnp.linalg.eigvalsh(root[:, None] * grid * root)[:6])


np.testing.assert_allclose(tones(0.0)[:4], np.sqrt(exact[:4]), rtol=1e-2)

# %%
# Rayleigh's formula gives the derivative of the lowest tone by its shape. So does ``jacfwd``.

derivative = fjax.jit(fjax.jacfwd(tones))(0.0)
shape = jnp.kron(jnp.cos(jnp.pi * line / 2), jnp.cos(jnp.pi * line / 2))
rayleigh = -0.5 * tones(0.0)[0] * jnp.sum(spot * shape**2) / jnp.sum(shape**2)
np.testing.assert_allclose(derivative[0], rayleigh, rtol=1e-6)

# %%
# Tune the drum
# -------------
# The second tone of a square drum is 1.58 times the first. A spot makes it a fifth higher than an
# octave less: we ask for 1.75, and Newton's method gives the weight.

ratio = lambda weight: tones(weight)[1] / tones(weight)[0] - 1.75
step = fjax.jit(lambda w: w - ratio(w) / fjax.grad(ratio)(w))
weight = 0.5
for _ in range(6):
    weight = step(weight)
print(f"weight {float(weight):.3f} gives the ratio {float(ratio(weight) + 1.75):.6f}")
np.testing.assert_allclose(ratio(weight), 0, atol=1e-10)

# %%
figure, axes = plt.subplots(1, 5, figsize=(11, 2.4))
root = 1 / jnp.sqrt(1 + weight * spot)
_, shapes = jnp.linalg.eigh(root[:, None] * grid * root)
for i, axis in enumerate(axes):
    picture = np.asarray(root * shapes[:, i]).reshape(m, m)
    axis.imshow(picture, cmap="RdBu", vmin=-np.abs(picture).max(), vmax=np.abs(picture).max())
    axis.set_title(f"{float(tones(weight)[i] / tones(weight)[0]):.3f}", fontsize=10)
    axis.set_axis_off()
figure.tight_layout()
