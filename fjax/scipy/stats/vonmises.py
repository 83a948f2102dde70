"""The von Mises distribution on the circle, with concentration kappa."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import i0e
from fjax.scipy.special.arguments import inexact_operands


def logpdf(x: Any, kappa: Any) -> Any:
    """The log of the density at the angle x."""
    x, kappa = inexact_operands("vonmises.logpdf", x, kappa)
    found = kappa * (jnp.cos(x) - 1) - jnp.log(2 * math.pi * i0e(kappa))
    return jnp.where(kappa >= 0, found, np.nan)


def pdf(x: Any, kappa: Any) -> Any:
    """The density at the angle x."""
    return jnp.exp(logpdf(x, kappa))
