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
    """The log of the density at x."""
    return gamma.logpdf(*_as_gamma("chi2.logpdf", x, df, loc, scale))


def pdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x."""
    return jnp.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x."""
    return gamma.cdf(*_as_gamma("chi2.cdf", x, df, loc, scale))


def logcdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`."""
    return jnp.log(cdf(x, df, loc, scale))


def sf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x."""
    return gamma.sf(*_as_gamma("chi2.sf", x, df, loc, scale))


def logsf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`."""
    return jnp.log(sf(x, df, loc, scale))
