"""Student's t distribution with df degrees of freedom, scaled and shifted."""

from __future__ import annotations

import math
from typing import Any

from fjax import numpy as jnp
from fjax.scipy.special import gammaln
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The log of the density at x.

    >>> fjax.scipy.stats.t.logpdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([-1.039721, -1.647918], dtype=float64)
    """
    x, df, loc, scale = inexact_operands("t.logpdf", x, df, loc, scale)
    z = (x - loc) / scale
    half = (df + 1) / 2
    normalizer = gammaln(df / 2) - gammaln(half) + 0.5 * jnp.log(math.pi * df) + jnp.log(scale)
    return -(normalizer + half * jnp.log1p(z * z / df))


def pdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The density at x.

    >>> fjax.scipy.stats.t.pdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([0.353553, 0.19245 ], dtype=float64)
    """
    return jnp.exp(logpdf(x, df, loc, scale))
