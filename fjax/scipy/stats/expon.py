"""The exponential distribution with mean scale, shifted by loc."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands


def _standard(name: str, x: Any, loc: Any, scale: Any) -> tuple[Any, Any]:
    x, loc, scale = inexact_operands(name, x, loc, scale)
    return (x - loc) / scale, scale


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.expon.logpdf(jnp.array([0.0, 1.0])).round(6)
    Array([-0., -1.], dtype=float64)
    """
    z, scale = _standard("expon.logpdf", x, loc, scale)
    return jnp.where(z < 0, -np.inf, -z - jnp.log(scale))


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.expon.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([1.      , 0.367879], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.expon.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.      , 0.632121], dtype=float64)
    """
    z, _ = _standard("expon.cdf", x, loc, scale)
    return jnp.where(z < 0, 0, -jnp.expm1(-z))


def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.expon.logcdf(jnp.array([0.0, 1.0])).round(6)
    Array([     -inf, -0.458675], dtype=float64)
    """
    z, _ = _standard("expon.logcdf", x, loc, scale)
    return jnp.where(z < 0, -np.inf, jnp.log1p(-jnp.exp(-z)))


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.expon.sf(jnp.array([0.0, 1.0])).round(6)
    Array([1.      , 0.367879], dtype=float64)
    """
    return jnp.exp(logsf(x, loc, scale))


def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.expon.logsf(jnp.array([0.0, 1.0])).round(6)
    Array([-0., -1.], dtype=float64)
    """
    z, _ = _standard("expon.logsf", x, loc, scale)
    return jnp.where(z < 0, 0, -z)


def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1.

    >>> fjax.scipy.stats.expon.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([0.287682, 1.386294], dtype=float64)
    """
    q, loc, scale = inexact_operands("expon.ppf", q, loc, scale)
    return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, loc - scale * jnp.log1p(-q))
