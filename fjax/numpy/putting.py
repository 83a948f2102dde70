"""Arrays with elements put into them: put, place, fill_diagonal."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import as_type, operand, operands
from fjax.numpy.elementwise import to_bool
from fjax.numpy.selection import along_axis, from_the_front, lookup_mode, take, where
from fjax.numpy.shaping import ravel, reshape
from fjax.primitives import operators
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.selection import select_n
from fjax.primitives.structure import Reshape


def _refuse_inplace(name: str, inplace: bool) -> None:
    if inplace:
        raise errors.FjaxValueError(
            f"jnp.{name} cannot modify arrays in-place, because arrays are immutable. Pass "
            "inplace=False to instead return an updated array."
        )


@recorded
def put(
    a: ArrayLike, ind: ArrayLike, v: ArrayLike, mode: str | None = None, *, inplace: bool = True
) -> Array:
    """A copy of `a` with the values `v` (repeated) at flat indices; needs inplace=False.

    mode: what an index out of range does: "clip" (default), "wrap", "raise" is not offered.

    >>> jnp.put(jnp.array([1, 2, 3]), jnp.array([0, 2]), 9, inplace=False)
    Array([9, 2, 9], dtype=int64)
    """
    _refuse_inplace("put", inplace)
    a, ind, v = operands("put", a, wide_indices(ind), v)
    if ind.aval.size == 0:
        return a
    if v.aval.size == 0:
        raise errors.FjaxValueError("put: no values to put")
    flat, v = ravel(a), ravel(v)
    n, count = flat.aval.size, ind.aval.size
    ind = holding(n, ravel(ind))
    repeats = -(-count // v.aval.size)
    v = lax.slice_in_dim(lax.concatenate([v] * repeats, 0) if repeats > 1 else v, 0, count)
    if mode is None or mode == "clip":
        ind = lax.clamp(0, where(ind < 0, ind + n, ind) if mode is None else ind, n - 1)
    elif mode == "wrap":
        ind = operators.remainder(ind, n)
    else:
        raise errors.FjaxValueError(
            f"put: mode should be one of 'wrap' or 'clip'; got mode={mode!r}"
        )
    return reshape(_set(flat, ind, v), a.aval.shape)


def _set(flat: Any, places: Any, values: Any) -> Any:
    numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
    return lax.scatter(
        flat,
        Reshape((places.aval.size, 1))(places),
        as_type(values, flat.aval.dtype),
        numbers,
        mode="drop",
    )


@recorded
def put_along_axis(
    arr: ArrayLike,
    indices: ArrayLike,
    values: ArrayLike,
    axis: int | None,
    inplace: bool = True,
    *,
    mode: Any = None,
) -> Array:
    """A copy of `arr` with values at an index of its own for every place; needs inplace=False.

    >>> jnp.put_along_axis(jnp.zeros((2, 2)), jnp.array([[1], [0]]), 5.0, 1, inplace=False)
    Array([[0., 5.],
           [5., 0.]], dtype=float64)
    """
    _refuse_inplace("put_along_axis", inplace)
    whole = operand("put_along_axis", arr)
    arr, indices, number = along_axis("put_along_axis", arr, indices, axis)
    values = operators.broadcast_to_shape(
        as_type(operand("put_along_axis", values, 2), arr.aval.dtype), indices.aval.shape
    )
    wraps = lookup_mode("put_along_axis", mode) == "wrap"
    indices = from_the_front(indices, arr.aval.shape[number], "wrap" if wraps else "fill")
    rank = arr.aval.ndim
    others = tuple(i for i in range(rank) if i != number)
    numbers = lax.ScatterDimensionNumbers((), (number,), (number,), others, others)
    out = lax.scatter(
        arr,
        Reshape((*indices.aval.shape, 1))(indices),
        values,
        numbers,
        mode="clip" if mode == "clip" else "drop",
    )
    return reshape(out, whole.aval.shape) if axis is None else out


@recorded
def place(arr: ArrayLike, mask: ArrayLike, vals: ArrayLike, *, inplace: bool = True) -> Array:
    """A copy of `arr` with the values (repeated) where the mask holds; needs inplace=False.

    >>> x = jnp.array([1, 2, 3])
    >>> jnp.place(x, x > 1, jnp.array([0]), inplace=False)
    Array([1, 0, 0], dtype=int64)
    """
    _refuse_inplace("place", inplace)
    data, mask, vals = operands("place", arr, mask, vals)
    if data.aval.size != mask.aval.size:
        raise errors.FjaxValueError(
            f"place: arr and mask must be the same size, got {data.aval} and {mask.aval}"
        )
    if vals.aval.size == 0:
        raise errors.FjaxValueError("Cannot place values from an empty array")
    if data.aval.size == 0:
        return data
    flat, values = to_bool(ravel(mask)), ravel(vals)
    order = lax.cumsum(as_type(flat, dtypes.default_int()), 0) - 1
    chosen = take(values, operators.remainder(order, values.aval.size), mode="clip")
    out = select_n(flat, ravel(data), as_type(chosen, data.aval.dtype))
    return reshape(out, data.aval.shape)


@recorded
def fill_diagonal(
    a: ArrayLike, val: ArrayLike, wrap: bool = False, *, inplace: bool = True
) -> Array:
    """A copy of `a` with `val` (repeated) on its main diagonal; needs inplace=False.

    >>> jnp.fill_diagonal(jnp.zeros((2, 2)), 7.0, inplace=False)
    Array([[7., 0.],
           [0., 7.]], dtype=float64)
    """
    _refuse_inplace("fill_diagonal", inplace)
    if wrap:
        raise NotImplementedError(
            "wrap=True not implemented for fill_diagonal; write to the flattened array with .at"
        )
    a, val = operands("fill_diagonal", a, val)
    shape = a.aval.shape
    if len(shape) < 2:
        raise errors.FjaxValueError(f"fill_diagonal: array must be at least 2-d, got {a.aval}")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise errors.FjaxValueError(f"All dimensions must be equal for fill_diagonal; got {shape}")
    n = min(shape)
    places = np.ravel_multi_index((np.arange(n),) * len(shape), shape)
    values = ravel(val)
    if values.aval.size != n:
        repeats = -(-n // values.aval.size)
        values = lax.slice_in_dim(lax.concatenate([values] * repeats, 0), 0, n)
    return reshape(_set(ravel(a), operand("fill_diagonal", places), values), shape)
