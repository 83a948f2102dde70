"""The right-skewed Gumbel distribution (of maxima), scaled and shifted."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.nn.activations import log1mexp
from fjax.scipy.special.arguments import inexact_operands


def _rate(name: str, x: Any, loc: Any, scale: Any) -> tuple[Any, Any]:
    """The log of the rate that the distribution function is exp(-rate) of, and the scale (NaN
    unless positive)."""
    x, loc, scale = inexact_operands(name, x, loc, scale)
    scale = jnp.where(scale > 0, scale, np.nan)
    return (loc - x) / scale, scale


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.gumbel_r.logpdf(jnp.array([0.0, 1.0])).round(6)
    Array([-1.      , -1.367879], dtype=float64)
    """
    z, scale = _rate("gumbel_r.logpdf", x, loc, scale)
    return z - jnp.exp(z) - jnp.log(scale)


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.gumbel_r.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.367879, 0.254646], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.gumbel_r.logcdf(jnp.array([0.0, 1.0])).round(6)
    Array([-1.      , -0.367879], dtype=float64)
    """
    return -jnp.exp(_rate("gumbel_r.logcdf", x, loc, scale)[0])


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.gumbel_r.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.367879, 0.692201], dtype=float64)
    """
    return jnp.exp(logcdf(x, loc, scale))


def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.gumbel_r.logsf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.458675, -1.178307], dtype=float64)
    """
    return log1mexp(jnp.exp(_rate("gumbel_r.logsf", x, loc, scale)[0]))


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.gumbel_r.sf(jnp.array([0.0, 1.0])).round(6)
    Array([0.632121, 0.307799], dtype=float64)
    """
    return -jnp.expm1(-jnp.exp(_rate("gumbel_r.sf", x, loc, scale)[0]))


def ppf(p: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= p <= 1.

    >>> fjax.scipy.stats.gumbel_r.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([-0.326634,  1.245899], dtype=float64)
    """
    p, loc, scale = inexact_operands("gumbel_r.ppf", p, loc, scale)
    valid = (scale > 0) & (p >= 0) & (p <= 1)
    return jnp.where(valid, loc - scale * jnp.log(-jnp.log(p)), np.nan)
