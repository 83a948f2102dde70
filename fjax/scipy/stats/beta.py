"""The beta distribution with parameters a and b, on [loc, loc + scale]."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import betainc, betaln, xlog1py, xlogy
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.beta.logpdf(jnp.array([0.25, 0.5]), 2.0, 3.0).round(6)
    Array([0.523248, 0.405465], dtype=float64)
    """
    x, a, b, loc, scale = inexact_operands("beta.logpdf", x, a, b, loc, scale)
    y = (x - loc) / scale
    found = xlogy(a - 1, y) + xlog1py(b - 1, -y) - (betaln(a, b) + jnp.log(scale))
    found = jnp.where((y < 0) | (y > 1), -np.inf, found)
    return jnp.where((a <= 0) | (b <= 0) | (scale <= 0), np.nan, found)


def pdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.beta.pdf(jnp.array([0.25, 0.5]), 2.0, 3.0).round(6)
    Array([1.6875, 1.5   ], dtype=float64)
    """
    return jnp.exp(logpdf(x, a, b, loc, scale))


def cdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.beta.cdf(jnp.array([0.25, 0.5]), 2.0, 3.0).round(6)
    Array([0.261719, 0.6875  ], dtype=float64)
    """
    x, a, b, loc, scale = inexact_operands("beta.cdf", x, a, b, loc, scale)
    return betainc(a, b, jnp.clip((x - loc) / scale, 0, 1))


def logcdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`.

    >>> fjax.scipy.stats.beta.logcdf(jnp.array([0.25, 0.5]), 2.0, 3.0).round(6)
    Array([-1.340485, -0.374693], dtype=float64)
    """
    return jnp.log(cdf(x, a, b, loc, scale))


def sf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x.

    >>> fjax.scipy.stats.beta.sf(jnp.array([0.25, 0.5]), 2.0, 3.0).round(6)
    Array([0.738281, 0.3125  ], dtype=float64)
    """
    x, a, b, loc, scale = inexact_operands("beta.sf", x, a, b, loc, scale)
    return betainc(b, a, 1 - jnp.clip((x - loc) / scale, 0, 1))


def logsf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`.

    >>> fjax.scipy.stats.beta.logsf(jnp.array([0.25, 0.5]), 2.0, 3.0).round(6)
    Array([-0.30343 , -1.163151], dtype=float64)
    """
    return jnp.log(sf(x, a, b, loc, scale))
