"""The uniform distribution on [loc, loc + scale]."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import within


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.uniform.logpdf(jnp.array([0.25, 2.0])).round(6)
    Array([ -0., -inf], dtype=float64)
    """
    x, loc, scale = inexact_operands("uniform.logpdf", x, loc, scale)
    return within(x, (x >= loc) & (x <= loc + scale), -jnp.log(scale))


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.uniform.pdf(jnp.array([0.25, 2.0])).round(6)
    Array([1., 0.], dtype=float64)
    """
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x.

    >>> fjax.scipy.stats.uniform.cdf(jnp.array([0.25, 2.0])).round(6)
    Array([0.25, 1.  ], dtype=float64)
    """
    x, loc, scale = inexact_operands("uniform.cdf", x, loc, scale)
    return jnp.clip((x - loc) / scale, 0, 1)


def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1.

    >>> fjax.scipy.stats.uniform.ppf(jnp.array([0.25, 0.75])).round(6)
    Array([0.25, 0.75], dtype=float64)
    """
    q, loc, scale = inexact_operands("uniform.ppf", q, loc, scale)
    return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, q * scale + loc)
