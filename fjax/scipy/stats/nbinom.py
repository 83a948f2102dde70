"""The negative binomial distribution: failures before n successes of probability p."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax.scipy.special import gammaln, xlog1py, xlogy
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import whole, within


def logpmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The log of the probability of k.

    >>> fjax.scipy.stats.nbinom.logpmf(jnp.array([0, 1]), 2, 0.25).round(6)
    Array([-2.772589, -2.367124], dtype=float64, weak_type=True)
    """
    k, n, p, loc = inexact_operands("nbinom.logpmf", k, n, p, loc)
    y = k - loc
    choices = gammaln(y + n) - gammaln(n) - gammaln(y + 1)
    return within(y, (y >= 0) & whole(y), choices + xlogy(n, p) + xlog1py(y, -p))


def pmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k.

    >>> fjax.scipy.stats.nbinom.pmf(jnp.array([0, 1]), 2, 0.25).round(6)
    Array([0.0625 , 0.09375], dtype=float64, weak_type=True)
    """
    return jnp.exp(logpmf(k, n, p, loc))
