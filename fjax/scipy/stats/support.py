"""Where a distribution has no probability."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp


def within(y: Any, inside: Any, found: Any, outside: float = -np.inf) -> Any:
    """`found` where inside holds, `outside` (minus infinity, of a log) elsewhere, NaN for NaN.

    >>> y = jnp.array([0.5, -1.0, jnp.nan])
    >>> within(y, y >= 0, jnp.zeros(3))
    Array([  0., -inf,  nan], dtype=float64)
    """
    return jnp.where(inside, found, jnp.where(jnp.isnan(y), np.nan, outside))


def whole(y: Any) -> Any:
    """Which numbers are integers: only those have a probability in a discrete distribution.

    >>> whole(jnp.array([1.0, 1.5, jnp.nan]))
    Array([ True, False, False], dtype=bool)
    """
    return y == jnp.floor(y)
