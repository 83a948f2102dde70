"""The wrapped Cauchy distribution on the circle, with concentration 0 < c < 1."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, c: Any) -> Any:
    """The log of the density at the angle x in [0, 2 pi].

    >>> fjax.scipy.stats.wrapcauchy.logpdf(jnp.array([0.0, 1.0]), 0.5).round(6)
    Array([-0.739265, -1.782643], dtype=float64)
    """
    x, c = inexact_operands("wrapcauchy.logpdf", x, c)
    found = jnp.log(1 - c * c) - math.log(2 * math.pi) - jnp.log(1 + c * c - 2 * c * jnp.cos(x))
    found = jnp.where((x >= 0) & (x <= 2 * math.pi), found, -np.inf)
    return jnp.where((c > 0) & (c < 1), found, np.nan)


def pdf(x: Any, c: Any) -> Any:
    """The density at the angle x in [0, 2 pi].

    >>> fjax.scipy.stats.wrapcauchy.pdf(jnp.array([0.0, 1.0]), 0.5).round(6)
    Array([0.477465, 0.168193], dtype=float64)
    """
    return jnp.exp(logpdf(x, c))
