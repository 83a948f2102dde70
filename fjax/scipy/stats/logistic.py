"""The logistic distribution around loc."""

from __future__ import annotations

from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.scipy.special import expit, logit
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.logistic.logpdf(jnp.array([0.0, 1.0])).round(6)
    Array([-1.386294, -1.626523], dtype=float64)
    """
    x, loc, scale = inexact_operands("logistic.logpdf", x, loc, scale)
    half = (x - loc) / scale / 2
    return -2 * jnp.logaddexp(half, -half) - jnp.log(scale)


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.logistic.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.25    , 0.196612], dtype=float64)
    """
    return lax.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.logistic.cdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5     , 0.731059], dtype=float64)
    """
    x, loc, scale = inexact_operands("logistic.cdf", x, loc, scale)
    return expit((x - loc) / scale)


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.logistic.sf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5     , 0.268941], dtype=float64)
    """
    x, loc, scale = inexact_operands("logistic.sf", x, loc, scale)
    return expit((loc - x) / scale)


def ppf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile of the probability x: the inverse of `cdf`.

    >>> fjax.scipy.stats.logistic.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([-1.098612,  1.098612], dtype=float64)
    """
    x, loc, scale = inexact_operands("logistic.ppf", x, loc, scale)
    return logit(x) * scale + loc


def isf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The inverse of `sf`.

    >>> fjax.scipy.stats.logistic.isf(jnp.array([0.25, 0.75])).round(6)
    Array([ 1.098612, -1.098612], dtype=float64)
    """
    x, loc, scale = inexact_operands("logistic.isf", x, loc, scale)
    return -logit(x) * scale + loc
