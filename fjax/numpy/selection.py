"""Choosing elements: where, select, nonzero, take, put."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array, of_numpy
from fjax.core.operand import Operand
from fjax.interpreters.recorded import beside, recorded
from fjax.numpy.arguments import (
    align,
    as_type,
    broadcast_all,
    constant,
    index,
    one_axis,
    operand,
    operands,
    reject_out,
)
from fjax.numpy.elementwise import to_bool
from fjax.numpy.joining import stack
from fjax.numpy.known import concrete, host_values
from fjax.numpy.shaping import ravel
from fjax.numpy.values import asarray
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.selection import select_n
from fjax.primitives.structure import Reshape

MODES = ("one_hot", "fill", "clip", "wrap", "drop", "promise_in_bounds", "raise", None)


@overload
def where(
    condition: ArrayLike,
    x: None = None,
    y: None = None,
    /,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> tuple[Array, ...]: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> Array: ...
@recorded
def where(
    condition: ArrayLike,
    x: ArrayLike | None = None,
    y: ArrayLike | None = None,
    /,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Array | tuple[Array, ...]:
    """x where the condition holds, else y; with the condition alone, `nonzero(condition)`.

    size, fill_value: as for `nonzero`, only without x and y.

    Returns an array of the broadcast shape. With the condition alone, the indices where it holds:
    one array an axis.
    Raises ValueError if only one of `x` and `y` is given.

    >>> jnp.where(jnp.array([True, False]), jnp.array([1.0, 2.0]), 0.0)
    Array([1., 0.], dtype=float64)
    """
    if x is None and y is None:
        return nonzero(operand("where", condition), size=size, fill_value=fill_value)
    if size is not None or fill_value is not None:
        raise errors.FjaxValueError(
            "size and fill_value arguments cannot be used in three-term where function."
        )
    if x is None or y is None:
        raise errors.FjaxValueError(
            "Either both or neither of the x and y arguments should be provided to "
            f"jax.numpy.where, got {x} and {y}."
        )
    if type(condition) is not Array:
        condition = operand("where", condition)
    if condition.aval.dtype is not dtypes.bool_:
        condition = to_bool(condition)
    if type(x) is not Array or type(y) is not Array or x.aval is not y.aval:
        x, y = operators.promote("where", _number(x, 1), _number(y, 2))
    condition, x, y = align("where", condition, x, y)
    return select_n(condition, y, x)


def _number(x: Any, position: int) -> Any:
    """A choice of `where`: Python scalars stay as they are."""
    return x if type(x) in (bool, int, float, complex) else operand("where", x, position)


@recorded
def select(
    condlist: Sequence[ArrayLike], choicelist: Sequence[ArrayLike], default: ArrayLike = 0
) -> Array:
    """For each element the choice for the first condition that holds, else `default`.

    >>> x = jnp.arange(5)
    >>> jnp.select([x < 2, x > 3], [x, 10 * x], default=-1)
    Array([ 0,  1, -1, -1, 40], dtype=int64)
    """
    if len(condlist) != len(choicelist):
        raise errors.FjaxValueError(
            f"select: condlist must have length equal to choicelist ({len(condlist)} vs "
            f"{len(choicelist)})"
        )
    if len(condlist) == 0:
        raise errors.FjaxValueError("select: condlist must be non-empty")
    conditions = [to_bool(operand("select", c)) for c in condlist]
    default, *choices = operators.promote("select", default, *operands("select", *choicelist))
    default, *both = broadcast_all("select", default, *conditions, *choices)
    out = default
    for condition, choice in zip(
        both[len(conditions) - 1 :: -1], both[: len(conditions) - 1 : -1], strict=True
    ):
        out = select_n(condition, out, choice)
    return out


def piecewise(x: ArrayLike, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Array:
    """The value of the function (or the constant) that belongs to the last condition that holds.

    One more function than conditions: it serves where no condition holds (otherwise 0 does).

    >>> x = jnp.array([-2.0, 3.0])
    >>> jnp.piecewise(x, [x < 0, x >= 0], [lambda x: -x, lambda x: 10 * x])
    Array([ 2., 30.], dtype=float64)
    """
    x = operand("piecewise", x)
    if (
        not isinstance(condlist, (Sequence, list, tuple))
        or isinstance(condlist, Operand)
        or (condlist and np.ndim(condlist[0]) == 0 and x.aval.ndim > 0)
    ):
        condlist = (
            [asarray(condlist)]
            if not isinstance(condlist, (list, tuple)) or np.ndim(condlist[0]) == 0
            else condlist
        )
    if isinstance(condlist, list) and len(condlist) == 1 and np.ndim(condlist[0]) > x.aval.ndim:
        condlist = list(condlist[0])
    functions = list(funclist)
    if len(functions) == len(condlist):
        functions = [*functions, 0]
    elif len(functions) != len(condlist) + 1:
        raise errors.FjaxValueError(
            f"with {len(condlist)} condition(s), either {len(condlist)} or {len(condlist) + 1} "
            f"functions are expected; got {len(functions)}"
        )

    def value(function: Any) -> Any:
        found = function(x, *args, **kw) if callable(function) else function
        return operators.broadcast_to_shape(
            as_type(operand("piecewise", found), x.aval.dtype), x.aval.shape
        )

    out = value(functions[-1])
    for condition, function in zip(condlist, functions, strict=False):
        held = to_bool(
            operand(
                "piecewise", np.asarray(condition) if isinstance(condition, list) else condition
            )
        )
        held = operators.broadcast_to_shape(held, x.aval.shape)
        out = select_n(held, out, value(function))
    return out


@recorded
def choose(a: ArrayLike, choices: Any, out: None = None, mode: str = "raise") -> Array:
    """For each element the value of `choices[a]` there.

    mode: what an index out of range does: "raise" (concrete `a` only), "wrap" or "clip".

    >>> jnp.choose(jnp.array([0, 1, 0]), [jnp.array([1, 2, 3]), jnp.array([10, 20, 30])])
    Array([ 1, 20,  3], dtype=int64)
    """
    reject_out("choose", out)
    a, *options = operands("choose", wide_indices(a), *choices)
    if not dtypes.is_integer(a.aval.dtype):
        raise errors.FjaxValueError(f"choose: `a` array must be integer typed, got {a.aval}")
    n = len(options)
    a = holding(n, a)
    if mode == "raise":
        known = concrete("choose", "the index array with mode='raise' (use 'wrap' or 'clip')", a)
        if ((known < 0) | (known >= n)).any():
            raise errors.FjaxValueError("choose: invalid entry in choice array")
    elif mode == "wrap":
        a = operators.remainder(a, n)
    elif mode == "clip":
        a = lax.clamp(0, a, n - 1)
    else:
        raise errors.FjaxValueError(
            f"choose: mode={mode!r} not understood. Must be 'raise', 'wrap', or 'clip'"
        )
    options = operators.promote("choose", *options)
    a, *options = broadcast_all("choose", a, *options)
    return select_n(a, *options)


# ---- where elements are


@recorded
def nonzero(
    a: ArrayLike,
    *,
    size: int | None = None,
    fill_value: ArrayLike | Sequence[ArrayLike] | None = None,
) -> tuple[Array, ...]:
    """The indices of the nonzero elements, an array for each axis.

    size: the length of the results, needed where `a` is traced; what is missing is filled with
    fill_value (0; a scalar, or one for each axis).

    >>> jnp.nonzero(jnp.array([[0, 1], [2, 0]]))
    (Array([0, 1], dtype=int64), Array([1, 0], dtype=int64))
    """
    a = operand("nonzero", a)
    if a.aval.ndim == 0:
        raise errors.FjaxValueError(
            "Calling nonzero on 0d arrays is not allowed. Use jnp.atleast_1d(scalar).nonzero() "
            "instead."
        )
    mask = to_bool(a)
    if size is None and fill_value is None:
        found = np.nonzero(concrete("nonzero", "the array without size=", mask))
        return tuple(asarray(i.astype(dtypes.default_int())) for i in found)
    if size is None:
        size = int(concrete("nonzero", "the array without size=", mask).sum())
    return _sized_nonzero(mask, index("nonzero", "size", size, 0), fill_value)


@beside
def _sized_nonzero(mask: Any, size: int, fill_value: Any) -> tuple[Any, ...]:
    shape, integer = mask.aval.shape, dtypes.default_int()
    total = mask.aval.size
    fills = fill_value if isinstance(fill_value, tuple) else (fill_value,) * len(shape)
    if len(fills) != len(shape) or any(np.ndim(f) for f in fills if f is not None):
        raise errors.FjaxValueError(
            f"nonzero: fill_value must be a scalar or a tuple of length {len(shape)}; got "
            f"{fill_value}"
        )
    if total == 0 or size == 0:
        return tuple(full((size,), 0 if f is None else f, integer) for f in fills)
    fills = tuple(as_type(operand("nonzero", 0 if f is None else f), integer) for f in fills)
    known = host_values(mask, *fills)
    if known is not None:
        return tuple(map(of_numpy, _padded(np.nonzero(known[0]), size, known[1:], integer)))
    flat = Reshape((total,))(mask)
    ranks = lax.cumsum(as_type(flat, integer), 0)
    slots = select_n(flat, full((total,), size, integer), ranks - 1)  # out of range: dropped
    numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
    counted = lax.iota(integer, total)
    places = lax.scatter(
        full((size,), 0, integer), Reshape((total, 1))(slots), counted, numbers, mode="drop"
    )
    count = lax.reduce_max(ranks, (0,))
    missing = lax.iota(integer, size) >= count
    out, stride = [], total
    for n, fill in zip(shape, fills, strict=True):
        stride //= n
        entry = operators.remainder(lax.div(places, constant(stride, integer)), n)
        out.append(where(missing, fill, entry))
    return tuple(out)


def _padded(
    found: Sequence[np.ndarray], size: int, fills: Sequence[np.ndarray], integer: Any
) -> Iterator[np.ndarray]:
    """The first `size` of the indices found along each axis, filled up."""
    for places, fill in zip(found, fills, strict=True):
        out = np.full(size, fill, integer)
        out[: places.size] = places[:size]
        yield out


@recorded
def flatnonzero(
    a: ArrayLike,
    *,
    size: int | None = None,
    fill_value: ArrayLike | Sequence[ArrayLike] | None = None,
) -> Array:
    """The indices of the nonzero elements of the flattened array.

    >>> jnp.flatnonzero(jnp.array([0, 3, 0, 4]))
    Array([1, 3], dtype=int64)
    """
    return nonzero(ravel(operand("flatnonzero", a)), size=size, fill_value=fill_value)[0]


@recorded
def argwhere(
    a: ArrayLike,
    *,
    size: int | None = None,
    fill_value: ArrayLike | Sequence[ArrayLike] | None = None,
) -> Array:
    """The indices of the nonzero elements, one row for each.

    >>> jnp.argwhere(jnp.array([[0, 1], [2, 0]]))
    Array([[0, 1],
           [1, 0]], dtype=int64)
    """
    a = operand("argwhere", a)
    if a.aval.ndim == 0:
        known = 1 if size is not None else int(concrete("argwhere", "the array", a) != 0)
        return full((known if size is None else size, 0), 0, dtypes.default_int())
    found = nonzero(a, size=size, fill_value=fill_value)
    return stack(found, 1)


# ---- taking


def lookup_mode(name: str, mode: Any) -> str:
    """The mode of lookups that a user asks for; raises for one that there is not."""
    if mode == "raise":
        raise NotImplementedError(f"The 'raise' mode to jnp.{name} is not supported.")
    if not isinstance(mode, str) and mode is not None:
        mode = str(mode).rsplit(".", 1)[-1].lower().replace("fill_or_drop", "fill")
    if mode not in MODES:
        raise errors.FjaxValueError(
            f"Invalid mode '{mode}' for np.{name}; there are: 'fill', 'clip', 'wrap', "
            "'promise_in_bounds'"
        )
    return "fill" if mode in (None, "one_hot", "drop") else mode


def from_the_front(indices: Any, n: int, mode: str) -> Any:
    """Negative indices counted from the end; with mode wrap, every index brought into range."""
    indices = holding(n, indices)
    if mode == "wrap":
        return operators.remainder(indices, max(n, 1))
    if indices.aval.dtype.kind == "u" or mode in ("promise_in_bounds", "clip"):
        return indices
    return where(indices < 0, indices + n, indices)


@recorded
def take(
    a: ArrayLike,
    indices: ArrayLike,
    axis: int | None = None,
    out: None = None,
    mode: str | None = None,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    fill_value: ArrayLike | None = None,
) -> Array:
    """The elements at `indices` along an axis (of the flattened array if None).

    mode: what an index out of range gives: "fill" (the default: NaN, or the lowest integer, or
    fill_value), "clip", "wrap".
    a: the array to take from.
    unique_indices: a promise that the indices differ.
    indices_are_sorted: a promise that they rise.

    >>> jnp.take(jnp.array([10, 20, 30]), jnp.array([2, 0]))
    Array([30, 10], dtype=int64)
    >>> jnp.take(jnp.array([1.0, 2.0]), 5), jnp.take(jnp.array([1.0, 2.0]), 5, mode="clip")
    (Array(nan, dtype=float64), Array(2., dtype=float64))
    """
    reject_out("take", out)
    a = operand("take", a)
    indices = operand("take", wide_indices(indices), 1)
    if not dtypes.is_integer(indices.aval.dtype):
        if indices.aval.dtype == dtypes.bool_:
            indices = as_type(indices, dtypes.int32)
        else:
            raise errors.FjaxTypeError(f"take requires integer indices, got {indices.aval}")
    if axis is None:
        a, number = ravel(a), 0
    else:
        number = one_axis("take", axis, a.aval.ndim)
    mode = lookup_mode("take", mode)
    shape, own = a.aval.shape, indices.aval
    if shape[number] == 0 and own.size:
        raise errors.FjaxIndexError(
            f"take: cannot do a non-empty jnp.take() from an empty axis of {a.aval}"
        )
    indices = from_the_front(indices, shape[number], mode)
    if mode == "wrap":
        mode = "promise_in_bounds"
    offsets = tuple(i if i < number else i + own.ndim - 1 for i in range(len(shape)) if i != number)
    numbers = lax.GatherDimensionNumbers(offsets, (number,), (number,))
    sizes = tuple(1 if i == number else n for i, n in enumerate(shape))
    if own.size == 0:
        out = (*shape[:number], *own.shape, *shape[number + 1 :])
        return full(out, 0, a.aval.dtype)
    return lax.gather(
        a,
        Reshape((*own.shape, 1))(indices),
        numbers,
        sizes,
        mode=mode,
        unique_indices=unique_indices,
        indices_are_sorted=indices_are_sorted,
        fill_value=fill_value,
    )


def along_axis(name: str, arr: Any, indices: Any, axis: Any) -> tuple[Any, Any, int]:
    """Both arrays with equal lengths in all axes but one, and that axis."""
    arr, indices = operand(name, arr), operand(name, wide_indices(indices), 1)
    if not dtypes.is_integer(indices.aval.dtype):
        raise errors.FjaxTypeError(
            f"{name} indices must be of integer type, got {indices.aval.dtype}"
        )
    if axis is None:
        if indices.aval.ndim != 1:
            raise errors.FjaxValueError(
                f"{name} indices must be 1D if axis=None, got shape {indices.aval.shape}"
            )
        return ravel(arr), indices, 0
    rank = arr.aval.ndim
    if indices.aval.ndim != rank:
        raise errors.FjaxValueError(
            f"indices and arr must have the same number of dimensions; {indices.aval.ndim} vs. "
            f"{rank}"
        )
    number = one_axis(name, axis, rank)
    shapes = [
        tuple(1 if i == number else n for i, n in enumerate(x.aval.shape)) for x in (arr, indices)
    ]
    common = operators.broadcast_shapes(name, shapes)
    arr, indices = [
        operators.broadcast_to_shape(
            x, tuple(x.aval.shape[i] if i == number else n for i, n in enumerate(common))
        )
        for x in (arr, indices)
    ]
    return arr, indices, number


@recorded
def take_along_axis(
    arr: ArrayLike,
    indices: ArrayLike,
    axis: int | None = -1,
    mode: Any = None,
    fill_value: ArrayLike | None = None,
    *,
    wrap_negative_indices: Any = None,
) -> Array:
    """The element at an index of its own for every place, along an axis.

    indices: integers of the rank of `arr`; the other axes broadcast. mode: as for `take`.

    >>> x = jnp.array([[3, 1], [4, 9]])
    >>> jnp.take_along_axis(x, jnp.argsort(x, axis=1), axis=1)
    Array([[1, 3],
           [4, 9]], dtype=int64)
    """
    arr, indices, number = along_axis("take_along_axis", arr, indices, axis)
    mode = lookup_mode("take_along_axis", mode)
    if wrap_negative_indices is None:
        wrap_negative_indices = mode != "promise_in_bounds"
    if wrap_negative_indices:
        n = arr.aval.shape[number]
        indices = from_the_front(indices, n, "wrap" if mode == "wrap" else "fill")
    if mode == "wrap":
        mode = "promise_in_bounds"
    rank = arr.aval.ndim
    others = tuple(i for i in range(rank) if i != number)
    numbers = lax.GatherDimensionNumbers((), (number,), (number,), others, others)
    sizes = tuple(min(1, n) if i != number else 1 for i, n in enumerate(arr.aval.shape))
    if 0 in indices.aval.shape or 0 in arr.aval.shape:
        return full(indices.aval.shape, 0, arr.aval.dtype)
    return lax.gather(
        arr,
        Reshape((*indices.aval.shape, 1))(indices),
        numbers,
        sizes,
        mode=mode,
        fill_value=fill_value,
    )


@recorded
def compress(
    condition: ArrayLike,
    a: ArrayLike,
    axis: int | None = None,
    *,
    size: int | None = None,
    fill_value: ArrayLike = 0,
    out: None = None,
) -> Array:
    """The slices of `a` along an axis where the condition (a vector) holds.

    size, fill_value: the length of the result where the condition is traced, and what fills it up.

    >>> jnp.compress(jnp.array([True, False, True]), jnp.array([1, 2, 3]))
    Array([1, 3], dtype=int64)
    """
    reject_out("compress", out)
    condition = to_bool(
        operand("compress", np.asarray(condition) if isinstance(condition, list) else condition)
    )
    if condition.aval.ndim != 1:
        raise errors.FjaxValueError("condition must be a 1D array")
    a = operand("compress", a, 1)
    if axis is None:
        a, number = ravel(a), 0
    else:
        number = one_axis("compress", axis, a.aval.ndim)
    n, m = a.aval.shape[number], condition.aval.size
    if m > n:
        beyond = concrete("compress", "a condition longer than the axis", condition)[n:]
        if beyond.any():
            raise errors.FjaxValueError("condition contains entries that are out of bounds")
    condition = lax.slice_in_dim(condition, 0, min(n, m))
    if size is None:
        places = np.flatnonzero(concrete("compress", "the condition without size=", condition))
        return take(a, places, number, mode="clip") if places.size or n else a
    places = nonzero(condition, size=size, fill_value=n)[0]
    return take(a, places, number, mode="fill", fill_value=fill_value)


@recorded
def extract(
    condition: ArrayLike, arr: ArrayLike, *, size: int | None = None, fill_value: ArrayLike = 0
) -> Array:
    """The elements of `arr` where the condition holds, in one axis.

    >>> x = jnp.array([1, 5, 2])
    >>> jnp.extract(x > 1, x)
    Array([5, 2], dtype=int64)
    """
    condition = operand("extract", condition)
    return compress(
        ravel(condition), ravel(operand("extract", arr, 1)), size=size, fill_value=fill_value
    )
