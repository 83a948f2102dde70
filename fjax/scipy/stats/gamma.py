"""The gamma distribution with shape parameter a, scaled and shifted."""
from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import gammainc, gammaincc, gammaln, xlogy
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x."""
    x, a, loc, scale = inexact_operands("gamma.logpdf", x, a, loc, scale)
    inside = x >= loc
    y = jnp.where(inside, (x - loc) / scale, 1)
    found = xlogy(a - 1, y) - y - (gammaln(a) + jnp.log(scale))
    return jnp.where(inside, found, -np.inf)


def pdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x."""
    return jnp.exp(logpdf(x, a, loc, scale))


def cdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value up to x."""
    x, a, loc, scale = inexact_operands("gamma.cdf", x, a, loc, scale)
    return gammainc(a, jnp.clip((x - loc) / scale, 0))


def logcdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `cdf`."""
    return jnp.log(cdf(x, a, loc, scale))


def sf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The probability of a value above x."""
    x, a, loc, scale = inexact_operands("gamma.sf", x, a, loc, scale)
    return gammaincc(a, jnp.clip((x - loc) / scale, 0))


def logsf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of `sf`."""
    return jnp.log(sf(x, a, loc, scale))
