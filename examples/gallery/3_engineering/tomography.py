"""
Look into a body: tomography
============================

X-rays through a body from many sides give sums along lines. To get the picture back we need the
adjoint of these sums. ``linear_transpose`` makes it of the function that computes them.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.scipy.ndimage import map_coordinates

# %%
# A body, and its shadows
# -----------------------

n, sides = 64, 60
line = (jnp.arange(n) - (n - 1) / 2) / (n / 2)
y, x = jnp.meshgrid(line, line, indexing="ij")
disc = lambda a, b, r, s=1.0: ((x - a) ** 2 + ((y - b) / s) ** 2 < r**2).astype(float)
body = disc(0, 0, 0.8) - 0.5 * disc(-0.3, 0.1, 0.25) + 0.6 * disc(0.3, -0.2, 0.15, 2.0)
angles = jnp.linspace(0, jnp.pi, sides, endpoint=False)


def shadow(image, angle):
    """The sums of an image along lines in a direction."""
    c, s = jnp.cos(angle), jnp.sin(angle)
    places = jnp.stack([c * y - s * x, s * y + c * x]) * (n / 2) + (n - 1) / 2
    return map_coordinates(image, places, order=1).sum(0)


project = fjax.jit(lambda image: fjax.vmap(lambda a: shadow(image, a))(angles))
measured = project(body)
measured = measured + 0.3 * random.normal(random.key(0), measured.shape)

# %%
# A disc's shadow is known: the length of its chords.

chords = 2 * np.sqrt(np.maximum(0.8**2 - np.asarray(line) ** 2, 0)) * (n / 2)
error = np.abs(project(disc(0, 0, 0.8)) - chords).max()
print(f"largest error of a chord: {error:.2f} of {chords.max():.1f} pixels")
assert error < 2.5

# %%
# The adjoint
# -----------

back = fjax.jit(lambda sums: fjax.linear_transpose(project, body)(sums)[0])
left = jnp.vdot(project(body), measured)
np.testing.assert_allclose(left, jnp.vdot(body, back(measured)), rtol=1e-10)

# %%
# The picture
# -----------
# Least squares with a little smoothness, solved by conjugate gradients. To smear the sums back,
# which the adjoint alone does, is not enough.


def smoothness(u):
    return 2 * jnp.sum(jnp.diff(u, axis=0) ** 2) + 2 * jnp.sum(jnp.diff(u, axis=1) ** 2)


operator = lambda u: back(project(u)) + fjax.grad(smoothness)(u)
solve = fjax.jit(lambda b: fjax.scipy.sparse.linalg.cg(operator, b, tol=1e-6, maxiter=100)[0])
found = solve(back(measured))
residual = jnp.linalg.norm(operator(found) - back(measured)) / jnp.linalg.norm(back(measured))
error = float(jnp.linalg.norm(found - body) / jnp.linalg.norm(body))
print(f"relative error of the picture: {error:.2f}; of the linear system: {float(residual):.0e}")
assert residual < 1e-5 and error < 0.2

# %%
figure, axes = plt.subplots(1, 4, figsize=(11, 3))
pictures = {"body": body, "shadows": measured, "smeared back": back(measured), "solved": found}
for axis, (name, picture) in zip(axes, pictures.items(), strict=True):
    axis.imshow(np.asarray(picture), cmap="gray", aspect="auto" if name == "shadows" else "equal")
    axis.set_title(name, fontsize=10)
    axis.set_axis_off()
figure.tight_layout()
