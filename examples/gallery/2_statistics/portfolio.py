"""
Share out money: portfolios on the efficient frontier
=====================================================

How should money be shared among eight assets, for the least risk at a wanted gain? Without limits
there is a formula. With weights that must not be negative there is none, and gradient descent on
a softmax finds them.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.optimize

import fjax
import fjax.numpy as jnp
from fjax import random

# %%
# Assets
# ------

keys = random.split(random.key(8), 3)
n = 8
factors = random.normal(keys[0], (n, 3)) * 0.1
covariance = factors @ factors.T + jnp.diag(
    random.uniform(keys[1], (n,), minval=0.005, maxval=0.05)
)
gain = 0.02 + 0.1 * random.uniform(keys[2], (n,))
risk = lambda w: jnp.sqrt(w @ covariance @ w)

# %%
# The formula, by Lagrange
# ------------------------
# The least risk for a wanted gain solves a linear system, whose matrix is a Hessian.


def lagrangian(z, wanted):
    w, gains, whole = z[:n], z[n], z[n + 1]
    return 0.5 * w @ covariance @ w - gains * (w @ gain - wanted) - whole * (w.sum() - 1)


def free(wanted):
    zero = jnp.zeros(n + 2)
    slope = fjax.grad(lagrangian)(zero, wanted)
    return jnp.linalg.solve(fjax.hessian(lagrangian)(zero, wanted), -slope)


free = fjax.jit(free)
wanted = jnp.linspace(0.05, 0.1, 11)
risks = jnp.stack([risk(free(g)[:n]) for g in wanted])

# %%
# The multiplier is the price of a gain: the slope of half the squared risk.

price = fjax.grad(lambda g: 0.5 * risk(free(g)[:n]) ** 2)(0.08)
np.testing.assert_allclose(price, free(0.08)[n], rtol=1e-8)
np.testing.assert_allclose(free(0.08)[:n] @ gain, 0.08, rtol=1e-10)

# %%
# No weight below zero
# --------------------
# A softmax has no negative weights. What is minimised is half the squared risk minus the gain
# times an appetite for it.


def goal(logits, appetite):
    w = fjax.nn.softmax(logits)
    return 0.5 * w @ covariance @ w - appetite * (w @ gain)


value_and_slope = fjax.jit(fjax.value_and_grad(goal))
options = {"maxiter": 5000, "gtol": 1e-10, "ftol": 1e-16}
held = []
for appetite in np.geomspace(1e-3, 0.5, 12):
    found = scipy.optimize.minimize(
        value_and_slope, np.zeros(n), args=(appetite,), jac=True, method="L-BFGS-B", options=options
    )
    held.append(fjax.nn.softmax(found.x))
held = jnp.stack(held)

# %%
# Is it right?
# ------------
# At the best weights the slopes of all assets that are held are equal, and those of others are
# not better. No portfolio without negative weights has less risk than the one from the formula.

for w, appetite in zip(held, np.geomspace(1e-3, 0.5, 12), strict=True):
    slopes = covariance @ w - appetite * gain
    assert jnp.abs(jnp.where(w > 1e-2, slopes - w @ slopes, 0)).max() < 1e-4
    assert (slopes - w @ slopes).min() > -1e-4
for w in held:
    assert risk(w) >= risk(free(w @ gain)[:n]) - 1e-9
print("assets held:", [int((w > 0.01).sum()) for w in held])

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6))
left.plot(risks, wanted, label="any weights")
left.plot([float(risk(w)) for w in held], held @ gain, "o-", ms=4, label="none below zero")
left.plot(jnp.sqrt(jnp.diag(covariance)), gain, "k.", label="single assets")
left.set_xlabel("risk")
left.set_ylabel("gain")
left.legend(fontsize=8)
right.stackplot(range(12), np.asarray(held).T)
right.set_xlabel("appetite for gain →")
right.set_title("shares", fontsize=10)
figure.tight_layout()
