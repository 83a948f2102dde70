"""
Tune a penalty by its gradient
==============================

How strong should the penalty of a regression be? The best one gives the least error on held-out
data. The weights are the solution of a linear system, and implicit differentiation goes through
it without a loop.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# Data with more features than they need
# --------------------------------------

keys = random.split(random.key(3), 4)
features = 40
truth = jnp.where(jnp.arange(features) < 6, random.normal(keys[0], (features,)), 0.0)
x = random.normal(keys[1], (140, features))
y = x @ truth + 1.0 * random.normal(keys[2], (140,))
train, held = (x[:60], y[:60]), (x[60:], y[60:])

# %%
# Weights as a solution
# ---------------------
# ``custom_linear_solve`` says what is solved. The solver itself, conjugate gradients, is never
# differentiated.


def weights(log_penalty):
    x, y = train
    times = lambda w: x.T @ (x @ w) + jnp.exp(log_penalty) * w
    solver = lambda f, b: fjax.scipy.sparse.linalg.cg(f, b, tol=1e-13, maxiter=400)[0]
    return lax.custom_linear_solve(times, x.T @ y, solver, symmetric=True)


def error(log_penalty):
    x, y = held
    return jnp.mean((x @ weights(log_penalty) - y) ** 2)


slope = fjax.jit(fjax.grad(error))

# %%
# Is it right?
# ------------
# The derivative of the closed form, by hand: dw = -A⁻¹ (dA) w.


def by_hand(log_penalty):
    a = np.asarray(train[0].T @ train[0]) + np.exp(log_penalty) * np.eye(features)
    w = np.linalg.solve(a, train[0].T @ train[1])
    change = -np.linalg.solve(a, np.exp(log_penalty) * w)
    return 2 * np.mean((held[0] @ w - held[1]) * (held[0] @ change))


for log_penalty in (-2.0, 1.0, 4.0):
    np.testing.assert_allclose(slope(log_penalty), by_hand(log_penalty), rtol=1e-8)

# %%
# Newton's method for the penalty
# -------------------------------

curvature = fjax.jit(fjax.grad(fjax.grad(error)))
log_penalty, tried = 0.0, []
for _ in range(12):
    tried.append(float(log_penalty))
    log_penalty = log_penalty - jnp.clip(
        slope(log_penalty) / jnp.abs(curvature(log_penalty)), -1, 1
    )
np.testing.assert_allclose(slope(log_penalty), 0, atol=1e-8)
grid = jnp.linspace(-4, 7, 120)
errors = fjax.jit(fjax.vmap(error))(grid)
print(f"penalty {float(jnp.exp(log_penalty)):.2f}, error {float(error(log_penalty)):.3f}")
assert error(log_penalty) <= errors.min() + 1e-9

# %%
figure, axis = plt.subplots(figsize=(7, 3.4))
axis.semilogx(np.exp(grid), errors)
axis.plot(np.exp(tried), [float(error(t)) for t in tried], "o-", ms=4, label="Newton's method")
axis.set_xlabel("penalty")
axis.set_ylabel("error on held-out data")
axis.legend(fontsize=8)
figure.tight_layout()
