"""
Curves with their uncertainty: a Gaussian process
=================================================

Ten measurements, and a band that says how sure we are between them. The three numbers of the
kernel come from the gradient of the likelihood.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.optimize
import scipy.stats

import fjax
import fjax.numpy as jnp
from fjax import random

# %%
# Measurements
# ------------

truth = lambda x: jnp.sin(3 * x) + 0.4 * x
keys = random.split(random.key(4), 2)
x = jnp.sort(random.uniform(keys[0], (10,), minval=-2.0, maxval=2.0))
y = truth(x) + 0.1 * random.normal(keys[1], (10,))

# %%
# Likelihood and its gradient
# ---------------------------
# The kernel has a height, a length and a noise. Logarithms keep them positive.


def covariance(a, b, logs):
    return jnp.exp(2 * logs[0]) * jnp.exp(-0.5 * ((a[:, None] - b) / jnp.exp(logs[1])) ** 2)


def loss(logs):
    """The negative logarithm of the probability of what was measured."""
    matrix = covariance(x, x, logs) + jnp.exp(2 * logs[2]) * jnp.eye(len(x))
    factor = jnp.linalg.cholesky(matrix)
    white = fjax.scipy.linalg.solve_triangular(factor, y, lower=True)
    return 0.5 * white @ white + jnp.sum(jnp.log(jnp.diag(factor))) + 5 * jnp.log(2 * jnp.pi)


start = jnp.array([0.0, 0.0, -2.0])
value_and_slope = fjax.jit(fjax.value_and_grad(loss))
result = scipy.optimize.minimize(value_and_slope, np.asarray(start), jac=True, method="BFGS")
logs = jnp.asarray(result.x)
height, length, noise = np.exp(result.x)
print(f"height {height:.2f}, length {length:.2f}, noise {noise:.3f}")

# %%
# The band
# --------

grid = jnp.linspace(-2.6, 2.6, 200)


@fjax.jit
def posterior(logs, y):
    matrix = covariance(x, x, logs) + jnp.exp(2 * logs[2]) * jnp.eye(len(x))
    across = covariance(grid, x, logs)
    mean = across @ jnp.linalg.solve(matrix, y)
    gained = jnp.sum(across * jnp.linalg.solve(matrix, across.T).T, axis=1)
    return mean, jnp.sqrt(jnp.exp(2 * logs[0]) - gained)


mean, deviation = posterior(logs, y)

# %%
# Is it right?
# ------------
# The likelihood is that of SciPy's normal distribution, and its slope is flat at the end.

matrix = np.asarray(covariance(x, x, logs) + jnp.exp(2 * logs[2]) * jnp.eye(len(x)))
expected = -scipy.stats.multivariate_normal(np.zeros(10), matrix).logpdf(np.asarray(y))
np.testing.assert_allclose(loss(logs), expected, rtol=1e-8)
np.testing.assert_allclose(value_and_slope(logs)[1], 0, atol=1e-3)

# %%
# A band of 95% must hold 95% of the curves. We draw 500 curves from the process, measure each of
# them with noise, and count.

places = jnp.concatenate([x, grid])
factor = jnp.linalg.cholesky(covariance(places, places, logs) + 1e-9 * jnp.eye(len(places)))


def share_inside(key):
    one, other = random.split(key)
    curve = factor @ random.normal(one, (len(places),))
    seen = curve[: len(x)] + jnp.exp(logs[2]) * random.normal(other, x.shape)
    mean, deviation = posterior(logs, seen)
    return jnp.mean(jnp.abs(curve[len(x) :] - mean) < 1.96 * deviation)


share = float(fjax.jit(fjax.vmap(share_inside))(random.split(random.key(9), 500)).mean())
print(f"{share:.1%} of the curves are in the band")
assert abs(share - 0.95) < 0.015

# %%
figure, axis = plt.subplots(figsize=(7, 3.6))
axis.fill_between(grid, mean - 2 * deviation, mean + 2 * deviation, alpha=0.25, label="95%")
axis.plot(grid, mean, label="mean")
axis.plot(grid, truth(grid), "--", color="grey", label="truth")
axis.plot(x, y, "k.", label="measured")
axis.legend(fontsize=8)
figure.tight_layout()
