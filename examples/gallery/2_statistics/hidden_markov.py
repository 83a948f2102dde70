"""
Which die was it? A hidden Markov model
=======================================

A gambler changes secretly between a fair die and a loaded one. The forward pass gives the
probability of all throws. Its gradient gives, for each throw, the probability that the loaded die
was used. Nobody writes a backward pass.
"""

import itertools

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random

# %%
# The model
# ---------

start = jnp.array([0.5, 0.5])
change = jnp.array([[0.95, 0.05], [0.10, 0.90]])
throw = jnp.array([[1 / 6] * 6, [0.1] * 5 + [0.5]])


def draw(state, keys):
    state = random.choice(keys[0], 2, p=change[state])
    return state, (state, random.choice(keys[1], 6, p=throw[state]))


keys = random.split(random.key(2), (300, 2))
_, (dice, faces) = fjax.jit(lambda keys: lax.scan(draw, 0, keys))(keys)

# %%
# The forward pass, in logarithms
# -------------------------------
# ``scores`` holds the logarithm of the probability of each throw under each die.


def log_probability(scores):
    def step(alpha, score):
        alpha = fjax.scipy.special.logsumexp(alpha[:, None] + jnp.log(change), axis=0) + score
        return alpha, None

    first = jnp.log(start) + scores[0]
    return fjax.scipy.special.logsumexp(lax.scan(step, first, scores[1:])[0])


scores = jnp.log(throw[:, faces].T)
posterior = fjax.jit(fjax.grad(log_probability))(scores)

# %%
# Is it right?
# ------------
# For six throws all 64 sequences of dice can be counted.

few = scores[:6]
weights = {}
for path in itertools.product((0, 1), repeat=6):
    steps = [float(start[path[0]])] + [float(change[a, b]) for a, b in itertools.pairwise(path)]
    weights[path] = np.prod(steps) * np.exp(sum(float(few[i, s]) for i, s in enumerate(path)))
total = sum(weights.values())
counted = [sum(w for path, w in weights.items() if path[i] == 1) / total for i in range(6)]
np.testing.assert_allclose(log_probability(few), np.log(total), rtol=1e-10)
np.testing.assert_allclose(fjax.grad(log_probability)(few)[:, 1], counted, rtol=1e-10)
np.testing.assert_allclose(posterior.sum(1), 1, rtol=1e-10)

right = float(jnp.mean((posterior[:, 1] > 0.5) == (dice == 1)))
print(f"the more probable die was the true one in {right:.0%} of the throws")
assert right > 0.75

# %%
figure, axis = plt.subplots(figsize=(8, 3))
axis.fill_between(range(300), dice, step="mid", color="orange", alpha=0.3, label="loaded, in truth")
axis.plot(posterior[:, 1], lw=1, label="probability that it was loaded")
axis.plot(
    np.flatnonzero(faces == 5), np.full(int((faces == 5).sum()), 1.05), "k|", ms=5, label="a six"
)
axis.legend(fontsize=8, loc="center right")
axis.set_xlabel("throw")
figure.tight_layout()
