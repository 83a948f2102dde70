"""The Cauchy distribution with median loc and half-width scale."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.cauchy.logpdf(jnp.array([0.0, 1.0])).round(6)
    Array([-1.14473 , -1.837877], dtype=float64)
    """
    x, loc, scale = inexact_operands("cauchy.logpdf", x, loc, scale)
    z = (x - loc) / scale
    return -(jnp.log(math.pi * scale) + jnp.log1p(z * z))


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.cauchy.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.31831 , 0.159155], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.cauchy.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5 , 0.75], dtype=float64)
    """
    x, loc, scale = inexact_operands("cauchy.cdf", x, loc, scale)
    z = (x - loc) / scale
    return jnp.arctan2(jnp.ones_like(z), -z) / math.pi


def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.cauchy.logcdf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.693147, -0.287682], dtype=float64)
    """
    return jnp.log(cdf(x, loc, scale))


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.cauchy.sf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5 , 0.25], dtype=float64)
    """
    x, loc, scale = inexact_operands("cauchy.sf", x, loc, scale)
    return cdf(-x, -loc, scale)


def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.cauchy.logsf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.693147, -1.386294], dtype=float64)
    """
    return jnp.log(sf(x, loc, scale))


def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`.

    >>> fjax.scipy.stats.cauchy.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([-1.,  1.], dtype=float64)
    """
    q, loc, scale = inexact_operands("cauchy.ppf", q, loc, scale)
    return _standard_quantile(q) * scale + loc


def isf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The inverse of `sf`.

    >>> fjax.scipy.stats.cauchy.isf(jnp.array([0.25, 0.75])).round(6)
    Array([ 1., -1.], dtype=float64)
    """
    q, loc, scale = inexact_operands("cauchy.isf", q, loc, scale)
    return loc - _standard_quantile(q) * scale


def _standard_quantile(q: Any) -> Any:
    """The point below which the probability is q; NaN if that is no probability."""
    tail = jnp.minimum(q, 1 - q)
    inside = tail > 0
    safe = jnp.where(inside, tail, 0.5)
    # The tangent of a right angle less something small has lost that; its reciprocal has not.
    size = jnp.where(
        safe < 0.25,
        1 / jnp.tan(math.pi * jnp.where(safe < 0.25, safe, 0.25)),
        jnp.tan(math.pi * (0.5 - safe)),
    )
    size = jnp.where(inside, size, jnp.where(tail == 0, np.inf, np.nan))
    return jnp.where(q < 0.5, -size, size)
