"""The von Mises distribution on the circle, with concentration kappa."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import i0e
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, kappa: Any) -> Any:
    """The log of the density at the angle x.

    >>> fjax.scipy.stats.vonmises.logpdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([-0.661871, -1.581266], dtype=float64)
    """
    x, kappa = inexact_operands("vonmises.logpdf", x, kappa)
    found = kappa * (jnp.cos(x) - 1) - jnp.log(2 * math.pi * i0e(kappa))
    return jnp.where(kappa >= 0, found, np.nan)


def pdf(x: Any, kappa: Any) -> Any:
    """The density at the angle x.

    >>> fjax.scipy.stats.vonmises.pdf(jnp.array([0.0, 1.0]), 2.0).round(6)
    Array([0.515885, 0.205714], dtype=float64)
    """
    return jnp.exp(logpdf(x, kappa))
