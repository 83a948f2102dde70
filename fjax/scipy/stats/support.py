"""Where a distribution has no probability."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from fjax import numpy as jnp


def within(inside: Any, found: Any, *given: Any, outside: float = -np.inf) -> Any:
    """`found` where inside holds, elsewhere `outside` (minus infinity, of a log).

    Outside it is NaN where any of the values given is, the argument or a parameter: a comparison
    with NaN says nothing.

    >>> y = jnp.array([0.5, -1.0, jnp.nan])
    >>> within(y >= 0, jnp.zeros(3), y)
    Array([  0., -inf,  nan], dtype=float64)
    """
    unknown = functools.reduce(operator.or_, map(jnp.isnan, given), False)
    return jnp.where(inside, found, jnp.where(unknown, np.nan, outside))


def whole(y: Any) -> Any:
    """Which numbers are integers: only those have a probability in a discrete distribution.

    >>> whole(jnp.array([1.0, 1.5, jnp.nan]))
    Array([ True, False, False], dtype=bool)
    """
    return y == jnp.floor(y)


def clamped(y: Any, low: Any, high: Any) -> Any:
    """y between low and high; at them it still moves, so that slopes there are those of inside."""
    return jnp.where(y < low, low, jnp.where(y > high, high, y))


def least(x: Any, most: float) -> Any:
    """x, but no more than `most`; not weakly typed where x is not."""
    return jnp.where(x > most, most, x)


def log_share(share: Any, rest: Any) -> Any:
    """log(share), by the rest up to 1 where that is less and so has more digits.

    >>> log_share(jnp.array([1.0]), jnp.array([0.125])**40)
    Array([-7.52316385e-37], dtype=float64)
    """
    less = share < 0.5
    by_rest = jnp.log1p(-jnp.where(less, 0, rest))
    return jnp.where(less, jnp.log(jnp.where(less, share, 1)), by_rest)
