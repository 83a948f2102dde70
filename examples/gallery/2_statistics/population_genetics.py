"""
Will a mutation survive? Population genetics
============================================

A new mutation helps its carriers a little. In a population of 200 it still dies out most of the
time. The chain of Wright and Fisher gives the odds exactly, and the gradient of its likelihood
gives the advantage from a few counts.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.scipy.special import gammaln

# %%
# The chain
# ---------
# With i carriers among n, the next generation draws n individuals, each a carrier with
# probability p(i).

n = 200
counts = jnp.arange(n + 1.0)
choose = gammaln(n + 1.0) - gammaln(counts + 1) - gammaln(n - counts + 1)


def transitions(s):
    """P[i, j]: from i carriers to j."""
    p = counts * (1 + s) / (counts * (1 + s) + n - counts)
    inner = jnp.clip(p, 1e-12, 1 - 1e-12)[:, None]
    found = jnp.exp(choose + counts * jnp.log(inner) + (n - counts) * jnp.log1p(-inner))
    found = found.at[0].set(jnp.eye(n + 1)[0])
    return found.at[n].set(jnp.eye(n + 1)[n])


np.testing.assert_allclose(transitions(0.03).sum(1), 1, rtol=1e-9)

# %%
# The odds of survival
# --------------------
# They solve a linear system. Kimura's formula, which treats counts as continuous, is close.


def fixation(s):
    matrix = transitions(s)[1:n, 1:]
    return jnp.linalg.solve(jnp.eye(n - 1) - matrix[:, :-1], matrix[:, -1])


advantages = jnp.array([-0.01, 0.0, 0.005, 0.01, 0.02, 0.04])
exact = fjax.jit(fjax.vmap(lambda s: fixation(s)[0]))(advantages)
s = np.where(advantages == 0, 1e-9, advantages)
kimura = (1 - np.exp(-2 * s)) / (1 - np.exp(-2 * n * s))
for a, one, other in zip(advantages, exact, kimura, strict=True):
    print(f"advantage {float(a):6.3f}: survives with {float(one):.4f}, Kimura {other:.4f}")
np.testing.assert_allclose(exact, kimura, rtol=0.04)
np.testing.assert_allclose(
    fixation(0.0), counts[1:n] / n, rtol=1e-9
)  # without advantage: its share

# %%
# The advantage from counts
# -------------------------
# Four populations are counted every generation, 25 times.


def simulate(key):
    def generation(i, key):
        p = i * (1 + 0.08) / (i * (1 + 0.08) + n - i)
        i = random.binomial(key, n, p)
        return i, i

    return lax.scan(generation, 30.0, random.split(key, 25))[1]


seen = fjax.vmap(simulate)(random.split(random.key(5), 4))
seen = jnp.concatenate([jnp.full((4, 1), 30.0), seen], axis=1).astype(int)


def loss(s):
    odds = jnp.log(jnp.maximum(transitions(s), 1e-300))
    return -jnp.sum(odds[seen[:, :-1], seen[:, 1:]])


slope, bend = fjax.jit(fjax.grad(loss)), fjax.jit(fjax.grad(fjax.grad(loss)))
found = 0.0
for _ in range(8):
    found = found - slope(found) / bend(found)
deviation = float(1 / jnp.sqrt(bend(found)))
print(f"advantage {float(found):.3f} ± {deviation:.3f}, in truth 0.080")
assert abs(slope(found)) < 1e-6 and abs(found - 0.08) < 3 * deviation

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
left.plot(np.asarray(seen).T)
left.set_xlabel("generation")
left.set_title("carriers among 200", fontsize=10)
grid = jnp.linspace(-0.02, 0.06, 41)
right.plot(grid, fjax.jit(fjax.vmap(lambda s: fixation(s)[0]))(grid))
right.axvline(0, color="grey", lw=0.6)
right.set_xlabel("advantage")
right.set_title("odds that one mutation survives", fontsize=10)
figure.tight_layout()
