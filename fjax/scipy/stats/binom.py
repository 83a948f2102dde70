"""The binomial distribution: successes in n trials of probability p, shifted by loc."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax.scipy.special import gammaln, xlog1py, xlogy
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import whole, within


def logpmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The log of the probability of k.

    >>> fjax.scipy.stats.binom.logpmf(jnp.array([0, 1]), 2, 0.25).round(6)
    Array([-0.575364, -0.980829], dtype=float64, weak_type=True)
    """
    k, n, p, loc = inexact_operands("binom.logpmf", k, n, p, loc)
    y = k - loc
    choices = gammaln(n + 1) - (gammaln(y + 1) + gammaln(n - y + 1))
    found = choices + xlogy(y, p) + xlog1py(n - y, -p)
    return within(y, (y >= 0) & (y <= n) & whole(y), found)


def pmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k.

    >>> fjax.scipy.stats.binom.pmf(jnp.array([0, 1]), 2, 0.25).round(6)
    Array([0.5625, 0.375 ], dtype=float64, weak_type=True)
    """
    return jnp.exp(logpmf(k, n, p, loc))
