"""The logistic distribution around loc."""
from __future__ import annotations

from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.scipy.special import expit, logit
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x."""
    x, loc, scale = inexact_operands("logistic.logpdf", x, loc, scale)
    half = (x - loc) / scale / 2
    return -2 * jnp.logaddexp(half, -half) - jnp.log(scale)


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x."""
    return lax.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x."""
    x, loc, scale = inexact_operands("logistic.cdf", x, loc, scale)
    return expit((x - loc) / scale)


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x."""
    x, loc, scale = inexact_operands("logistic.sf", x, loc, scale)
    return expit((loc - x) / scale)


def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`."""
    q, loc, scale = inexact_operands("logistic.ppf", q, loc, scale)
    return logit(q) * scale + loc


def isf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The inverse of `sf`."""
    q, loc, scale = inexact_operands("logistic.isf", q, loc, scale)
    return -logit(q) * scale + loc
