"""The Bernoulli distribution: 1 with probability p, else 0, shifted by loc."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import xlog1py, xlogy
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import within


def logpmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The log of the probability of k.

    >>> fjax.scipy.stats.bernoulli.logpmf(jnp.array([0, 1]), 0.25).round(6)
    Array([-0.287682, -1.386294], dtype=float64, weak_type=True)
    """
    k, p, loc = inexact_operands("bernoulli.logpmf", k, p, loc)
    y = k - loc
    return within(y, (y == 0) | (y == 1), xlogy(y, p) + xlog1py(1 - y, -p))


def pmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k.

    >>> fjax.scipy.stats.bernoulli.pmf(jnp.array([0, 1]), 0.25).round(6)
    Array([0.75, 0.25], dtype=float64, weak_type=True)
    """
    return jnp.exp(logpmf(k, p, loc))


def cdf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of a value up to k; NaN unless 0 <= p <= 1.

    >>> fjax.scipy.stats.bernoulli.cdf(jnp.array([0, 1]), 0.25).round(6)
    Array([0.75, 1.  ], dtype=float64, weak_type=True)
    """
    k, p, loc = inexact_operands("bernoulli.cdf", k, p, loc)
    y = k - loc
    found = jnp.where(y < 0, 0, jnp.where(y < 1, 1 - p, 1))
    return jnp.where(
        jnp.isnan(k) | jnp.isnan(p) | jnp.isnan(loc) | (p < 0) | (p > 1), np.nan, found
    )


def ppf(q: Any, p: Any, loc: Any = 0) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= q, p <= 1.

    >>> fjax.scipy.stats.bernoulli.ppf(jnp.array([0.25, 0.75]), 0.25).round(6)
    Array([0., 0.], dtype=float64)
    """
    q, p, loc = inexact_operands("bernoulli.ppf", q, p, loc)
    invalid = jnp.isnan(q) | jnp.isnan(p) | (p < 0) | (p > 1) | (q < 0) | (q > 1)
    found = jnp.where(q == 0, -1, jnp.where(q <= 1 - p, 0, 1)) + loc
    return jnp.where(invalid, np.nan, found)
