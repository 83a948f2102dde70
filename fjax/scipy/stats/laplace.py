"""The Laplace distribution around loc, with mean deviation scale."""

from __future__ import annotations

from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.laplace.logpdf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.693147, -1.693147], dtype=float64)
    """
    x, loc, scale = inexact_operands("laplace.logpdf", x, loc, scale)
    return -(jnp.abs(x - loc) / scale + jnp.log(2 * scale))


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.laplace.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5    , 0.18394], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.laplace.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5    , 0.81606], dtype=float64)
    """
    x, loc, scale = inexact_operands("laplace.cdf", x, loc, scale)
    z = (x - loc) / scale
    tail = 0.5 * jnp.exp(-lax.abs(z))
    return jnp.where(z <= 0, tail, 1 - tail)
