"""Interpolation on grids."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Any

from fjax import absent, lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError


def _mirror(index: Any, size: int) -> Any:
    """Reflection about the centers of the edge elements."""
    last = size - 1
    return jnp.abs((index + last) % (2 * last) - last) if last else jnp.zeros_like(index)


def _reflect(index: Any, size: int) -> Any:
    """Reflection about the outer edges."""
    return (_mirror(2 * index + 1, 2 * size + 1) - 1) // 2


def _nearest(index: Any, size: int) -> Any:
    """The edge elements outside."""
    return jnp.clip(index, 0, size - 1)


_MODES: dict[str, Callable[[Any, int], Any]] = {
    "constant": lambda index, size: index,
    "nearest": _nearest,
    "wrap": lambda index, size: index % size,
    "mirror": _mirror,
    "reflect": _reflect,
}


def _weights_dtype(coordinate: Any) -> Any:
    whole = dtypes.is_integer(coordinate.dtype)
    return dtypes.default_float() if whole else coordinate.dtype


def _nodes(coordinate: Any, order: int) -> list[tuple[Any, Any]]:
    """The grid points around a coordinate and their weights."""
    if order == 0:
        whole = dtypes.is_integer(coordinate.dtype)
        near = coordinate if whole else lax.round(coordinate)  # -0.5 is outside, as in SciPy
        return [(near.astype(dtypes.int32), 1)]
    coordinate = coordinate.astype(_weights_dtype(coordinate))
    below = jnp.floor(coordinate)
    index, weight = below.astype(dtypes.int32), coordinate - below
    return [(index, 1 - weight), (index + 1, weight)]


def map_coordinates(
    input: ArrayLike,
    coordinates: Sequence[ArrayLike],
    order: int,
    mode: str = "constant",
    cval: ArrayLike = 0.0,
) -> Array:
    """The values of an array at points between its elements.

    coordinates: for each axis, an array of positions. order: 0 (nearest) or 1 (linear).
    mode: what lies outside: 'constant' (cval), 'nearest', 'wrap', 'mirror' or 'reflect'.

    >>> x = jnp.array([0.0, 10.0, 20.0])
    >>> fjax.scipy.ndimage.map_coordinates(x, [jnp.array([0.5, 1.5])], order=1)
    Array([ 5., 15.], dtype=float64)
    """
    values = jnp.asarray(input)
    points = [jnp.asarray(c) for c in coordinates]
    if len(points) != values.ndim:
        raise FjaxValueError(
            "map_coordinates: coordinates must be a sequence of length "
            "input.ndim, but "
            f"{len(points)} != {values.ndim}"
        )
    if mode not in _MODES:
        raise NotImplementedError(
            f"map_coordinates does not yet support mode {mode!r}; there are: {', '.join(_MODES)}"
        )
    if order not in (0, 1):
        raise NotImplementedError(f"map_coordinates requires order<=1, got {order}")
    computed = dtypes.join(values.dtype, *(_weights_dtype(p) for p in points if order))
    outside = jnp.asarray(cval)
    if dtypes.is_integer(computed) and dtypes.is_float(outside.dtype):
        outside = lax.round(outside)
    outside = outside.astype(computed)
    axes = []
    for point, size in zip(points, values.shape, strict=True):
        axes.append(
            [
                (_MODES[mode](index, size), (index >= 0) & (index < size), weight)
                for index, weight in _nodes(point, order)
            ]
        )
    terms = []
    for corner in itertools.product(*axes):
        indices, inside, weights = zip(*corner, strict=True)
        value = values[indices].astype(computed)
        if mode == "constant":
            value = jnp.where(functools.reduce(operator.and_, inside), value, outside)
        for weight in weights if order else ():
            value = value * weight.astype(computed)
        terms.append(value)
    result = functools.reduce(operator.add, terms)
    if dtypes.is_integer(values.dtype) and dtypes.is_inexact(result.dtype):
        result = lax.round(result)
    return result.astype(values.dtype)


absent.answer_for(__name__)
