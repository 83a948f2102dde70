"""The geometric distribution: trials of probability p until the first success."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax.scipy.special import xlog1py
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import whole, within


def logpmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The log of the probability of k.

    >>> fjax.scipy.stats.geom.logpmf(jnp.array([1, 2]), 0.25).round(6)
    Array([-1.386294, -1.673976], dtype=float64, weak_type=True)
    """
    k, p, loc = inexact_operands("geom.logpmf", k, p, loc)
    y = k - loc
    return within(y, (y > 0) & whole(y), xlog1py(y - 1, -p) + jnp.log(p))


def pmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k.

    >>> fjax.scipy.stats.geom.pmf(jnp.array([1, 2]), 0.25).round(6)
    Array([0.25  , 0.1875], dtype=float64, weak_type=True)
    """
    return jnp.exp(logpmf(k, p, loc))
