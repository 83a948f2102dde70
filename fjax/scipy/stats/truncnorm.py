"""The standard normal distribution cut off below a and above b, then scaled and shifted."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.nn.activations import log1mexp
from fjax.scipy.special import log_ndtr
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats import norm


def _log_difference(larger: Any, smaller: Any) -> Any:
    """log(exp(larger) - exp(smaller)), -inf where they are equal."""
    gap = jnp.where(larger > smaller, larger - smaller, 1)
    return jnp.where(larger > smaller, larger + log1mexp(gap), -np.inf)


def _log_mass(a: Any, b: Any) -> Any:
    """The log of the normal probability between a and b, in whichever tail is more accurate."""
    upper = a > 0
    low, high = jnp.where(upper, -b, a), jnp.where(upper, -a, b)
    across = (low <= 0) & (high > 0)
    same_tail = _log_difference(log_ndtr(high), log_ndtr(low))
    outside = jnp.logaddexp(log_ndtr(low), log_ndtr(-high))
    middle = log1mexp(-jnp.where(across, outside, -1))
    return jnp.where(across, middle, same_tail)


def _standard(name: str, x: Any, a: Any, b: Any, loc: Any, scale: Any) -> tuple:
    x, a, b, loc, scale = inexact_operands(name, x, a, b, loc, scale)
    a, b, z = jnp.broadcast_arrays(a, b, (x - loc) / scale)
    return z, a, b, scale


def logpdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.truncnorm.logpdf(jnp.array([0.0, 0.5]), -1.0, 1.0).round(6)
    Array([-0.537223, -0.662223], dtype=float64)
    """
    z, a, b, scale = _standard("truncnorm.logpdf", x, a, b, loc, scale)
    found = norm.logpdf(z) - jnp.log(scale) - _log_mass(a, b)
    found = jnp.where((z < a) | (z > b), -np.inf, found)
    return jnp.where((a >= b) | jnp.isnan(z), np.nan, found)


def pdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.truncnorm.pdf(jnp.array([0.0, 0.5]), -1.0, 1.0).round(6)
    Array([0.584369, 0.515703], dtype=float64)
    """
    return jnp.exp(logpdf(x, a, b, loc, scale))


def logcdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.truncnorm.logcdf(jnp.array([0.0, 0.5]), -1.0, 1.0).round(6)
    Array([-0.693147, -0.24788 ], dtype=float64)
    """
    z, a, b, _ = _standard("truncnorm.logcdf", x, a, b, loc, scale)
    found = _log_mass(a, jnp.clip(z, a, b)) - _log_mass(a, b)
    found = jnp.where(z >= b, 0, jnp.where(z <= a, -np.inf, found))
    return jnp.where((a >= b) | jnp.isnan(z), np.nan, found)


def cdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.truncnorm.cdf(jnp.array([0.0, 0.5]), -1.0, 1.0).round(6)
    Array([0.5     , 0.780453], dtype=float64)
    """
    return jnp.exp(logcdf(x, a, b, loc, scale))


def logsf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.truncnorm.logsf(jnp.array([0.0, 0.5]), -1.0, 1.0).round(6)
    Array([-0.693147, -1.51619 ], dtype=float64)
    """
    z, a, b, _ = _standard("truncnorm.logsf", x, a, b, loc, scale)
    found = _log_mass(jnp.clip(z, a, b), b) - _log_mass(a, b)
    found = jnp.where(z >= b, -np.inf, jnp.where(z <= a, 0, found))
    return jnp.where((a >= b) | jnp.isnan(z), np.nan, found)


def sf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.truncnorm.sf(jnp.array([0.0, 0.5]), -1.0, 1.0).round(6)
    Array([0.5     , 0.219547], dtype=float64)
    """
    return jnp.exp(logsf(x, a, b, loc, scale))
