"""Special functions that JAX deprecates, and libraries use."""

from __future__ import annotations

import math
from typing import Any

import fjax.numpy as jnp
from fjax.errors import FjaxValueError
from fjax.scipy.special.integrals import legendre_table


def lpmn_values(m: int, n: int, z: Any, is_normalized: bool) -> Any:
    """The associated Legendre functions of orders and degrees 0 to n at a vector z.

    m, which must equal n (FjaxValueError), is the largest order. The result has the shape
    (n + 1, n + 1, len(z)): by order, then degree. Normalized ones belong to orthonormal spherical
    harmonics.

    >>> lpmn_values(1, 1, jnp.array([0.6]), False)[:, :, 0].round(6)
    Array([[ 1. ,  0.6],
           [ 0. , -0.8]], dtype=float64)
    """
    if m != n or jnp.ndim(z) != 1:
        raise FjaxValueError(
            f"lpmn_values takes two equal degrees and a vector, got {m}, {n} and {jnp.shape(z)}"
        )
    table = legendre_table(n, z, jnp.sqrt(1 - z * z))
    if not is_normalized:
        table = [[value / _norm(row, k) for k, value in enumerate(values)]
                 for row, values in enumerate(table)]  # fmt: skip
    return jnp.stack([jnp.stack([values[k] for values in table]) for k in range(n + 1)])


def _norm(degree: int, order: int) -> float:
    """The factor that normalizes a function; above the degree there is none, and it is 1."""
    if order > degree:
        return 1.0
    ratio = math.factorial(degree - order) / math.factorial(degree + order)
    return math.sqrt((2 * degree + 1) / (4 * math.pi) * ratio)
