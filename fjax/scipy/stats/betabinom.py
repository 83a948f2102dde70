"""The beta-binomial distribution: binomial with a beta distributed probability."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import betaln
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import whole, within


def logpmf(k: Any, n: Any, a: Any, b: Any, loc: Any = 0) -> Any:
    """The log of the probability of k successes in n trials.

    >>> fjax.scipy.stats.betabinom.logpmf(jnp.array([0, 1]), 2, 1.0, 1.0).round(6)
    Array([-1.098612, -1.098612], dtype=float64, weak_type=True)
    """
    k, n, a, b, loc = inexact_operands("betabinom.logpmf", k, n, a, b, loc)
    y = k - loc
    choices = -(jnp.log1p(n) + betaln(n - y + 1, y + 1))
    found = choices + betaln(y + a, n - y + b) - betaln(a, b)
    found = within(y, (y >= 0) & (y <= n) & whole(y), found)
    return jnp.where((n < 0) | (a <= 0) | (b <= 0), np.nan, found)


def pmf(k: Any, n: Any, a: Any, b: Any, loc: Any = 0) -> Any:
    """The probability of k successes in n trials.

    >>> fjax.scipy.stats.betabinom.pmf(jnp.array([0, 1]), 2, 1.0, 1.0).round(6)
    Array([0.333333, 0.333333], dtype=float64, weak_type=True)
    """
    return jnp.exp(logpmf(k, n, a, b, loc))
