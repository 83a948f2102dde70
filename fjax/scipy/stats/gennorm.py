"""The generalized normal distribution, with density proportional to exp(-|x|**beta)."""

from __future__ import annotations

from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.scipy.special import gammainc, gammaln
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, beta: Any) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.gennorm.logpdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([-0.572365, -1.572365], dtype=float64)
    """
    x, beta = inexact_operands("gennorm.logpdf", x, beta)
    return jnp.log(0.5 * beta) - gammaln(1 / beta) - jnp.abs(x) ** beta


def pdf(x: Any, beta: Any) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.gennorm.pdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([0.56419 , 0.207554], dtype=float64)
    """
    return jnp.exp(logpdf(x, beta))


def cdf(x: Any, beta: Any) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.gennorm.cdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([0.5    , 0.92135], dtype=float64)
    """
    x, beta = inexact_operands("gennorm.cdf", x, beta)
    return 0.5 * (1 + lax.sign(x) * gammainc(1 / beta, jnp.abs(x) ** beta))
