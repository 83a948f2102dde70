"""Integration of samples."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp


def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """The integral of samples along an axis by the trapezoidal rule, at points x or at distance
    dx.

    >>> fjax.scipy.integrate.trapezoid(jnp.array([0.0, 1.0, 4.0]), dx=0.5)
    Array(1.5, dtype=float64)
    """
    return jnp.trapezoid(y, x, dx, axis)
