"""The exponential distribution with mean scale, shifted by loc."""
from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special.arguments import inexact_operands


def _standard(name: str, x: Any, loc: Any, scale: Any) -> tuple[Any, Any]:
    x, loc, scale = inexact_operands(name, x, loc, scale)
    return (x - loc) / scale, scale


def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x."""
    z, scale = _standard("expon.logpdf", x, loc, scale)
    return jnp.where(z < 0, -np.inf, -z - jnp.log(scale))


def pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x."""
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x."""
    z, _ = _standard("expon.cdf", x, loc, scale)
    return jnp.where(z < 0, 0, -jnp.expm1(-z))


def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`."""
    z, _ = _standard("expon.logcdf", x, loc, scale)
    return jnp.where(z < 0, -np.inf, jnp.log1p(-jnp.exp(-z)))


def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x."""
    return jnp.exp(logsf(x, loc, scale))


def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`."""
    z, _ = _standard("expon.logsf", x, loc, scale)
    return jnp.where(z < 0, 0, -z)


def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1."""
    q, loc, scale = inexact_operands("expon.ppf", q, loc, scale)
    return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, loc - scale * jnp.log1p(-q))
