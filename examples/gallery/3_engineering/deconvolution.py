"""
Sharpen a blurred signal
========================

A signal was blurred and measured with noise. Division by the blur would amplify the noise. So we
look for a piecewise constant signal that agrees with the measurement after the blur.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# A signal, blurred
# -----------------

n = 200
x = jnp.arange(n)
truth = jnp.where((x > 30) & (x < 80), 1.0, 0.0) + jnp.where((x > 110) & (x < 130), 0.6, 0.0)
truth = truth - jnp.where((x > 150) & (x < 180), 0.4, 0.0)
kernel = jnp.exp(-0.5 * (jnp.arange(-20, 21) / 5.0) ** 2)
kernel = kernel / kernel.sum()
blur = lambda u: jnp.convolve(u, kernel, mode="same")
seen = blur(truth) + 0.02 * random.normal(random.key(0), (n,))

# %%
# The smooth answer, in closed form
# ---------------------------------
# With squared differences as the penalty, the answer is one linear system. Its operator is a
# gradient, and conjugate gradients solve it.


def quadratic(u, weight=0.02):
    return 0.5 * jnp.sum((blur(u) - seen) ** 2) + 0.5 * weight * jnp.sum(jnp.diff(u) ** 2)


slope = fjax.grad(quadratic)
times = lambda d: slope(d) - slope(jnp.zeros(n))
smooth, _ = fjax.jit(lambda b: fjax.scipy.sparse.linalg.cg(times, b, tol=1e-12))(
    -slope(jnp.zeros(n))
)
matrix = fjax.jacfwd(blur)(truth)
steps = fjax.jacfwd(jnp.diff)(truth)
direct = np.linalg.solve(matrix.T @ matrix + 0.02 * steps.T @ steps, matrix.T @ seen)
np.testing.assert_allclose(smooth, direct, atol=1e-6)

# %%
# The answer with edges
# ---------------------
# The sum of absolute differences allows jumps. Its corners are treated by the primal-dual method
# of Chambolle and Pock; the adjoint of the blur comes from ``vjp``.

weight = 0.02
_, back = fjax.vjp(lambda u: (blur(u), jnp.diff(u)), truth)


@fjax.jit
def sharpen(seen):
    size = 0.4  # of a step; the norm of both operators together is below 2.3

    def step(state, _):
        u, ahead, p, q = state
        p = (p + size * (blur(ahead) - seen)) / (1 + size)
        q = jnp.clip(q + size * jnp.diff(ahead), -weight, weight)
        new = u - size * back((p, q))[0]
        return (new, 2 * new - u, p, q), None

    start = seen, seen, jnp.zeros(n), jnp.zeros(n - 1)
    return lax.scan(step, start, None, length=5000)[0]


sharp, _, p, q = sharpen(seen)

# %%
# Is it right?
# ------------
# At the best signal, the residual and the edges balance: their pull is zero everywhere.

np.testing.assert_allclose(back((blur(sharp) - seen, q))[0], 0, atol=2e-3)
gap = weight * jnp.sum(jnp.abs(jnp.diff(sharp))) - jnp.vdot(q, jnp.diff(sharp))
assert 0 <= gap + 1e-9 < 2e-3
errors = {
    name: float(jnp.linalg.norm(u - truth) / jnp.linalg.norm(truth))
    for name, u in (("blurred", seen), ("smooth", smooth), ("with edges", sharp))
}
print({name: round(error, 3) for name, error in errors.items()})
assert errors["with edges"] < 0.6 * errors["smooth"] < 0.6 * errors["blurred"]

# %%
figure, axis = plt.subplots(figsize=(8, 3.4))
axis.plot(seen, ".", ms=3, color="grey", label="measured")
axis.plot(truth, color="black", lw=1, label="truth")
axis.plot(smooth, label="smooth")
axis.plot(sharp, label="with edges")
axis.legend(fontsize=8)
figure.tight_layout()
