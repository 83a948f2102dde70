"""The normal distribution, with mean loc and standard deviation scale."""

from __future__ import annotations

import math
from typing import Any

from fjax import numpy as jnp
from fjax.scipy import special
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> float(logpdf(0.0))
    -0.9189385332046727
    """
    x, loc, scale = inexact_operands("norm.logpdf", x, loc, scale)
    z = (x - loc) / scale
    return -0.5 * (z * z) - (0.5 * math.log(2 * math.pi) + jnp.log(scale))


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.norm.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.398942, 0.241971], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.norm.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5     , 0.841345], dtype=float64)
    """
    x, loc, scale = inexact_operands("norm.cdf", x, loc, scale)
    return special.ndtr((x - loc) / scale)


def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`, accurate in the lower tail.

    >>> fjax.scipy.stats.norm.logcdf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.693147, -0.172754], dtype=float64)
    """
    x, loc, scale = inexact_operands("norm.logcdf", x, loc, scale)
    return special.log_ndtr((x - loc) / scale)


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.norm.sf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5     , 0.158655], dtype=float64)
    """
    x, loc, scale = inexact_operands("norm.sf", x, loc, scale)
    return special.ndtr((loc - x) / scale)


def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`, accurate in the upper tail.

    >>> fjax.scipy.stats.norm.logsf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.693147, -1.841022], dtype=float64)
    """
    x, loc, scale = inexact_operands("norm.logsf", x, loc, scale)
    return special.log_ndtr((loc - x) / scale)


def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`.

    >>> fjax.scipy.stats.norm.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([-0.67449,  0.67449], dtype=float64)
    """
    q, loc, scale = inexact_operands("norm.ppf", q, loc, scale)
    return special.ndtri(q) * scale + loc


def isf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The inverse of `sf`.

    >>> fjax.scipy.stats.norm.isf(jnp.array([0.25, 0.75])).round(6)
    Array([ 0.67449, -0.67449], dtype=float64)
    """
    q, loc, scale = inexact_operands("norm.isf", q, loc, scale)
    return -special.ndtri(q) * scale + loc
