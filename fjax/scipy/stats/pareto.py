"""The Pareto distribution with shape parameter b, from loc + scale on."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands


def _standard(name: str, x: Any, b: Any, loc: Any, scale: Any) -> tuple[Any, Any, Any]:
    x, b, loc, scale = inexact_operands(name, x, b, loc, scale)
    return (x - loc) / scale, b, scale


def logpdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.pareto.logpdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([ 0.693147, -1.386294], dtype=float64)
    """
    y, b, scale = _standard("pareto.logpdf", x, b, loc, scale)
    inside = jnp.where(y < 1, 1, y)
    return jnp.where(y < 1, -np.inf, jnp.log(b / scale) - (b + 1) * jnp.log(inside))


def pdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.pareto.pdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([2.  , 0.25], dtype=float64)
    """
    return jnp.exp(logpdf(x, b, loc, scale))


def logsf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.pareto.logsf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-0.      , -1.386294], dtype=float64)
    """
    y, b, _ = _standard("pareto.logsf", x, b, loc, scale)
    return -b * jnp.log(jnp.where(y < 1, 1, y))


def sf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.pareto.sf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([1.  , 0.25], dtype=float64)
    """
    return jnp.exp(logsf(x, b, loc, scale))


def cdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.pareto.cdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.  , 0.75], dtype=float64)
    """
    return -jnp.expm1(logsf(x, b, loc, scale))


def logcdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.pareto.logcdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([     -inf, -0.287682], dtype=float64)
    """
    return jnp.log(cdf(x, b, loc, scale))


def ppf(q: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1.

    >>> fjax.scipy.stats.pareto.ppf(jnp.array([0.25, 0.75]), 2.0).round(6)
    Array([1.154701, 2.      ], dtype=float64)
    """
    q, b, loc, scale = inexact_operands("pareto.ppf", q, b, loc, scale)
    found = scale * jnp.exp(-jnp.log1p(-q) / b) + loc
    return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, found)
