"""The left-skewed Gumbel distribution (of minima), scaled and shifted."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.nn.activations import log1mexp
from fjax.scipy.special.arguments import inexact_operands


def _rate(name: str, x: Any, loc: Any, scale: Any) -> tuple[Any, Any]:
    """The log of the rate that the survival function is exp(-rate) of, and the scale (NaN unless
    positive)."""
    x, loc, scale = inexact_operands(name, x, loc, scale)
    scale = jnp.where(scale > 0, scale, np.nan)
    return (x - loc) / scale, scale


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.gumbel_l.logpdf(jnp.array([0.0, 1.0])).round(6)
    Array([-1.      , -1.718282], dtype=float64)
    """
    z, scale = _rate("gumbel_l.logpdf", x, loc, scale)
    return z - jnp.exp(z) - jnp.log(scale)


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.gumbel_l.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.367879, 0.179374], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.gumbel_l.logsf(jnp.array([0.0, 1.0])).round(6)
    Array([-1.      , -2.718282], dtype=float64)
    """
    return -jnp.exp(_rate("gumbel_l.logsf", x, loc, scale)[0])


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.gumbel_l.sf(jnp.array([0.0, 1.0])).round(6)
    Array([0.367879, 0.065988], dtype=float64)
    """
    return jnp.exp(logsf(x, loc, scale))


def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.gumbel_l.logcdf(jnp.array([0.0, 1.0])).round(6)
    Array([-0.458675, -0.068266], dtype=float64)
    """
    return log1mexp(jnp.exp(_rate("gumbel_l.logcdf", x, loc, scale)[0]))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.gumbel_l.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.632121, 0.934012], dtype=float64)
    """
    return -jnp.expm1(-jnp.exp(_rate("gumbel_l.cdf", x, loc, scale)[0]))


def ppf(p: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= p <= 1.

    >>> fjax.scipy.stats.gumbel_l.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([-1.245899,  0.326634], dtype=float64)
    """
    p, loc, scale = inexact_operands("gumbel_l.ppf", p, loc, scale)
    valid = (scale > 0) & (p >= 0) & (p <= 1)
    return jnp.where(valid, loc + scale * jnp.log(-jnp.log1p(-p)), np.nan)
