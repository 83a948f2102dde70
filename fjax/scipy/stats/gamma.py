"""The gamma distribution with shape parameter a, scaled and shifted."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax.scipy.special import gammainc, gammaincc, gammaln, xlogy
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import within


def logpdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.gamma.logpdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-1.      , -1.306853], dtype=float64)
    """
    x, a, loc, scale = inexact_operands("gamma.logpdf", x, a, loc, scale)
    inside = x >= loc
    y = jnp.where(inside, (x - loc) / scale, 1)
    found = xlogy(a - 1, y) - y - (gammaln(a) + jnp.log(scale))
    return within(x, inside, found)


def pdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.gamma.pdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.367879, 0.270671], dtype=float64)
    """
    return jnp.exp(logpdf(x, a, loc, scale))


def cdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.gamma.cdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.264241, 0.593994], dtype=float64)
    """
    x, a, loc, scale = inexact_operands("gamma.cdf", x, a, loc, scale)
    return gammainc(a, jnp.clip((x - loc) / scale, 0))


def logcdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.gamma.logcdf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-1.330893, -0.520886], dtype=float64)
    """
    return jnp.log(cdf(x, a, loc, scale))


def sf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.gamma.sf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([0.735759, 0.406006], dtype=float64)
    """
    x, a, loc, scale = inexact_operands("gamma.sf", x, a, loc, scale)
    return gammaincc(a, jnp.clip((x - loc) / scale, 0))


def logsf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.gamma.logsf(jnp.array([1.0, 2.0]), 2.0).round(6)
    Array([-0.306853, -0.901388], dtype=float64)
    """
    return jnp.log(sf(x, a, loc, scale))
