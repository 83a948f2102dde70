"""The chi-square distribution with df degrees of freedom, scaled and shifted."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats import gamma


def _as_gamma(name: str, x: Any, df: Any, loc: Any, scale: Any) -> tuple[Any, Any, Any, Any]:
    """The arguments of the gamma distribution that this is."""
    x, df, loc, scale = inexact_operands(name, x, df, loc, scale)
    return x, df / 2, loc, 2 * scale


def logpdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.chi2.logpdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-1.193147, -1.693147], dtype=float64)
    """
    return gamma.logpdf(*_as_gamma("chi2.logpdf", x, df, loc, scale))


def pdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.chi2.pdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.303265, 0.18394 ], dtype=float64)
    """
    return jnp.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.chi2.cdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.393469, 0.632121], dtype=float64)
    """
    return gamma.cdf(*_as_gamma("chi2.cdf", x, df, loc, scale))


def logcdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.chi2.logcdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-0.932752, -0.458675], dtype=float64)
    """
    return jnp.log(cdf(x, df, loc, scale))


def sf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.chi2.sf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.606531, 0.367879], dtype=float64)
    """
    return gamma.sf(*_as_gamma("chi2.sf", x, df, loc, scale))


def logsf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.chi2.logsf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-0.5, -1. ], dtype=float64)
    """
    return jnp.log(sf(x, df, loc, scale))
