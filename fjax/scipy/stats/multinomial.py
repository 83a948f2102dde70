"""The multinomial distribution: counts of categories, along the last axis, in n draws."""

from __future__ import annotations

import numpy as np

from fjax import numpy as jnp
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.primitives.promotion import promote_inexact
from fjax.scipy.special import gammaln, xlogy


def logpmf(x: ArrayLike, n: ArrayLike, p: ArrayLike) -> Array:
    """The log of the probability of the counts x, given the categories' probabilities p.

    >>> fjax.scipy.stats.multinomial.logpmf(jnp.array([1, 1]), 2, jnp.array([0.5, 0.5])).round(6)
    Array(-0.693147, dtype=float64)
    """
    (p,) = promote_inexact("multinomial.logpmf", p)
    x, n = (jnp.asarray(v).astype(p.dtype) for v in (x, n))
    found = gammaln(n + 1) + jnp.sum(xlogy(x, p) - gammaln(x + 1), axis=-1)
    return jnp.where(jnp.sum(x, axis=-1) == n, found, -np.inf)


def pmf(x: ArrayLike, n: ArrayLike, p: ArrayLike) -> Array:
    """The probability of the counts x.

    >>> fjax.scipy.stats.multinomial.pmf(jnp.array([1, 1]), 2, jnp.array([0.5, 0.5])).round(6)
    Array(0.5, dtype=float64)
    """
    return jnp.exp(logpmf(x, n, p))
