"""Window functions of signal processing."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import index, operand
from fjax.numpy.elementwise import absolute, cos, i0, sqrt
from fjax.primitives import operators
from fjax.primitives.generators import full


def _points(name: str, M: Any) -> tuple[int, Any]:
    """The length and the points 0 … M - 1, or a lone 1 for windows of one point."""
    whole = isinstance(M, (float, np.floating)) and float(M).is_integer()
    M = index(name, "M", int(M) if whole else M)
    if M < 0:
        raise errors.FjaxValueError(f"{name}: the length must be nonnegative, got {M}")
    dtype = dtypes.default_float()
    return M, full((M,), 1, dtype) if M <= 1 else lax.iota(dtype, M)


@recorded
def bartlett(M: int) -> Array:
    """The triangular window of M points that is 0 at both ends.

    >>> jnp.bartlett(5)
    Array([0. , 0.5, 1. , 0.5, 0. ], dtype=float64)
    """
    M, n = _points("bartlett", M)
    return n if M <= 1 else 1 - absolute(2 * n + (1 - M)) / (M - 1)


@recorded
def blackman(M: int) -> Array:
    """The Blackman window of M points.

    >>> jnp.blackman(3).round(6) + 0.0
    Array([0., 1., 0.], dtype=float64)
    """
    M, n = _points("blackman", M)
    if M <= 1:
        return n
    return 0.42 - 0.5 * cos(2 * math.pi / (M - 1) * n) + 0.08 * cos(4 * math.pi / (M - 1) * n)


@recorded
def hamming(M: int) -> Array:
    """The Hamming window of M points.

    >>> jnp.hamming(3)
    Array([0.08, 1.  , 0.08], dtype=float64)
    """
    M, n = _points("hamming", M)
    return n if M <= 1 else 0.54 - 0.46 * cos(2 * math.pi / (M - 1) * n)


@recorded
def hanning(M: int) -> Array:
    """The Hann window of M points: a raised cosine that is 0 at both ends.

    >>> jnp.hanning(3)
    Array([0., 1., 0.], dtype=float64)
    """
    M, n = _points("hanning", M)
    return n if M <= 1 else 0.5 * (1 - cos(2 * math.pi / (M - 1) * n))


def kaiser(M: int, beta: ArrayLike) -> Array:
    """The Kaiser window of M points with shape parameter beta.

    >>> jnp.kaiser(3, 0.0)
    Array([1., 1., 1.], dtype=float64)
    """
    M, n = _points("kaiser", M)
    if M <= 1:
        return n
    beta, n = operators.promote("kaiser", operand("kaiser", beta, 1), n)
    half = 0.5 * (M - 1)
    return i0(beta * sqrt(1 - ((n - half) / half) ** 2)) / i0(beta)
