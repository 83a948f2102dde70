"""Joining arrays, splitting them, repeating them."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes, tracing
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array, lacks_data
from fjax.core.operand import Operand
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import (
    as_type,
    index,
    integers,
    one_axis,
    operand,
    reject_out,
    sequence,
    several_axes,
    unwrapped,
    user_dtype,
)
from fjax.numpy.known import concrete
from fjax.numpy.shaping import atleast_1d, atleast_2d, atleast_3d, ravel, reshape
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.index_rows import holding, wide_indices, within
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.structure import BroadcastInDim, Reshape, move_axis


def _joined(name: str, arrays: list[Any], axis: int, dtype: Any) -> Any:
    """Arrays of one rank, one after another along an axis."""
    wanted = user_dtype(name, dtype)
    if wanted is None:
        arrays = operators.promote(name, *arrays)
    else:
        arrays = [as_type(a, wanted) for a in arrays]
    return arrays[0] if len(arrays) == 1 else lax.concatenate(arrays, axis)


@recorded
def concatenate(
    arrays: Sequence[ArrayLike] | ArrayLike, axis: int | None = 0, dtype: DTypeLike | None = None
) -> Array:
    """The arrays one after another along an axis (flattened first if axis is None).

    Returns an array of the dtype to which all promote.
    Raises TypeError for arrays that differ in an axis other than the one along which they are
    joined.

    >>> jnp.concatenate([jnp.array([1, 2]), jnp.array([3.5])])
    Array([1. , 2. , 3.5], dtype=float64)
    """
    xs = sequence("concatenate", arrays)
    if not xs:
        raise errors.FjaxValueError("Need at least one array to concatenate.")
    if axis is None:
        return _joined("concatenate", [ravel(x) for x in xs], 0, dtype)
    if any(x.aval.ndim == 0 for x in xs):
        what = "Zero-dimensional arrays cannot be concatenated; concatenate([x, y]) joins x and y"
        raise errors.FjaxValueError(what)
    return _joined("concatenate", xs, one_axis("concatenate", axis, xs[0].aval.ndim), dtype)


def concat(arrays: Sequence[ArrayLike] | ArrayLike, /, *, axis: int | None = 0) -> Array:
    """The arrays one after another along an axis (flattened first if axis is None).

    >>> jnp.concat([jnp.array([1, 2]), jnp.array([3])])
    Array([1, 2, 3], dtype=int64)
    """
    return concatenate(arrays, axis)


@recorded
def stack(
    arrays: Sequence[ArrayLike] | ArrayLike,
    axis: int | None = 0,
    out: None = None,
    dtype: DTypeLike | None = None,
) -> Array:
    """The arrays side by side along a new axis.

    out: must be None, because arrays are immutable.
    Returns an array of the dtype to which all promote.
    Raises ValueError for arrays of different shapes, and for no array at all.

    >>> jnp.stack([jnp.array([1, 2]), jnp.array([3, 4])], axis=1)
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    reject_out("stack", out)
    xs = sequence("stack", arrays)
    if not xs:
        raise errors.FjaxValueError("Need at least one array to stack.")
    first = xs[0].aval.shape
    number = one_axis("stack", axis, len(first) + 1)
    if any(x.aval.shape != first for x in xs):
        raise errors.FjaxValueError(
            "All input arrays must have the same shape to stack, got "
            + ", ".join(str(x.aval) for x in xs)
        )
    wide = first[:number] + (1,) + first[number:]
    return _joined("stack", [Reshape(wide)(x) for x in xs], number, dtype)


def _rank_at_least(function: Any, name: str, arrays: Any) -> list[Any]:
    return [function(x) for x in sequence(name, arrays)]


@recorded
def vstack(tup: Sequence[ArrayLike] | ArrayLike, dtype: DTypeLike | None = None) -> Array:
    """The arrays below one another: joined along axis 0, vectors as rows.

    >>> jnp.vstack([jnp.array([1, 2]), jnp.array([3, 4])])
    Array([[1, 2],
           [3, 4]], dtype=int64)
    """
    return concatenate(_rank_at_least(atleast_2d, "vstack", tup), 0, dtype)


@recorded
def hstack(tup: Sequence[ArrayLike] | ArrayLike, dtype: DTypeLike | None = None) -> Array:
    """The arrays beside one another: joined along axis 1, vectors along axis 0.

    >>> jnp.hstack([jnp.array([[1], [2]]), jnp.array([[3], [4]])])
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    xs = _rank_at_least(atleast_1d, "hstack", tup)
    return concatenate(xs, 0 if xs and xs[0].aval.ndim == 1 else 1, dtype)


@recorded
def dstack(tup: Sequence[ArrayLike] | ArrayLike, dtype: DTypeLike | None = None) -> Array:
    """The arrays behind one another: joined along axis 2.

    >>> jnp.dstack([jnp.array([1, 2]), jnp.array([3, 4])])
    Array([[[1, 3],
            [2, 4]]], dtype=int64)
    """
    return concatenate(_rank_at_least(atleast_3d, "dstack", tup), 2, dtype)


@recorded
def column_stack(tup: Sequence[ArrayLike] | ArrayLike) -> Array:
    """Vectors as the columns of a matrix.

    >>> jnp.column_stack([jnp.array([1, 2]), jnp.array([3, 4])])
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    xs = sequence("column_stack", tup)
    return concatenate([x if x.aval.ndim > 1 else Reshape((x.aval.size, 1))(x) for x in xs], 1)


@recorded
def append(arr: ArrayLike, values: ArrayLike, axis: int | None = None) -> Array:
    """`values` after the elements of `arr` along an axis (both flattened if axis is None).

    >>> jnp.append(jnp.array([1, 2]), jnp.array([3]))
    Array([1, 2, 3], dtype=int64)
    """
    return concatenate([operand("append", arr), operand("append", values, 1)], axis)


@recorded
def block(arrays: Any) -> Array:
    """An array from nested lists of blocks: the innermost lists are joined along the last axis.

    >>> jnp.block([[jnp.eye(2), jnp.zeros((2, 1))], [jnp.zeros((1, 2)), jnp.ones((1, 1))]])
    Array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]], dtype=float64)
    """
    depth = _depth(arrays)
    if depth == 0:
        return operand("block", arrays)
    ranks = [operand("block", x).aval.ndim for x in _blocks(arrays)]
    return _block(arrays, depth, max(depth, *ranks) if ranks else depth)


def _depth(arrays: Any) -> int:
    if not isinstance(arrays, list):
        if isinstance(arrays, tuple):
            raise errors.FjaxTypeError("block: arrays are nested in lists, got a tuple")
        return 0
    if not arrays:
        raise errors.FjaxValueError("block: a list of blocks is empty")
    depths = {_depth(a) for a in arrays}
    if len(depths) > 1:
        raise errors.FjaxValueError("block: the lists are nested to different depths")
    return 1 + depths.pop()


def _blocks(arrays: Any) -> list[Any]:
    return [x for a in arrays for x in _blocks(a)] if isinstance(arrays, list) else [arrays]


def _block(arrays: Any, depth: int, rank: int) -> Any:
    if not isinstance(arrays, list):
        x = operand("block", arrays)
        return Reshape((1,) * (rank - x.aval.ndim) + x.aval.shape)(x) if x.aval.ndim < rank else x
    return concatenate([_block(a, depth - 1, rank) for a in arrays], -depth)


# ---- splitting


@recorded
def array_split(ary: ArrayLike, indices_or_sections: Any, axis: int | None = 0) -> list[Array]:
    """The array cut into parts: at the given places, or into n parts of almost equal length.

    >>> jnp.array_split(jnp.arange(5), 2)
    [Array([0, 1, 2], dtype=int64), Array([3, 4], dtype=int64)]
    """
    return _split("array_split", ary, indices_or_sections, axis, even=False)


@recorded
def split(ary: ArrayLike, indices_or_sections: Any, axis: int | None = 0) -> list[Array]:
    """The array cut into parts: at the given places, or into n parts of equal length.

    >>> jnp.split(jnp.arange(5), [1, 3])
    [Array([0], dtype=int64), Array([1, 2], dtype=int64), Array([3, 4], dtype=int64)]
    """
    return _split("split", ary, indices_or_sections, axis, even=True)


def _split(name: str, ary: Any, sections: Any, axis: Any, even: bool) -> list[Any]:
    ary = operand(name, ary)
    number = one_axis(name, axis, ary.aval.ndim)
    n = ary.aval.shape[number]
    places = concrete(name, "indices_or_sections", sections)
    if places.ndim:
        stops = [int(p) + n if p < 0 else int(p) for p in places]
        edges = [0, *[builtins.min(builtins.max(p, 0), n) for p in stops], n]
    else:
        parts = int(places)
        if parts <= 0:
            raise errors.FjaxValueError(
                f"{name}: number of sections must be larger than 0, got {parts}"
            )
        size, extra = builtins.divmod(n, parts)
        if extra and even:
            raise errors.FjaxValueError(
                f"{name} does not result in an equal division: rest is {extra} (axis {axis} of "
                f"{ary.aval} into {parts})"
            )
        edges = [size * i + builtins.min(i, extra) for i in range(parts + 1)]
    return [
        lax.slice_in_dim(ary, a, builtins.max(a, b), axis=number)
        for a, b in zip(edges, edges[1:], strict=False)
    ]


def vsplit(ary: ArrayLike, indices_or_sections: Any) -> list[Array]:
    """`split` along axis 0.

    >>> jnp.vsplit(jnp.array([[1, 2], [3, 4]]), 2)
    [Array([[1, 2]], dtype=int64), Array([[3, 4]], dtype=int64)]
    """
    return _split("vsplit", ary, indices_or_sections, 0, True)


def hsplit(ary: ArrayLike, indices_or_sections: Any) -> list[Array]:
    """`split` along axis 1, of vectors along axis 0.

    >>> jnp.hsplit(jnp.arange(4), 2)
    [Array([0, 1], dtype=int64), Array([2, 3], dtype=int64)]
    """
    ary = operand("hsplit", ary)
    return _split("hsplit", ary, indices_or_sections, 0 if ary.aval.ndim == 1 else 1, True)


def dsplit(ary: ArrayLike, indices_or_sections: Any) -> list[Array]:
    """`split` along axis 2.

    >>> [part.shape for part in jnp.dsplit(jnp.ones((2, 2, 4)), 2)]
    [(2, 2, 2), (2, 2, 2)]
    """
    return _split("dsplit", ary, indices_or_sections, 2, True)


@recorded
def unstack(x: ArrayLike, /, *, axis: int = 0) -> tuple[Array, ...]:
    """The slices along an axis, as a tuple.

    >>> jnp.unstack(jnp.array([[1, 2], [3, 4]]), axis=1)
    (Array([1, 3], dtype=int64), Array([2, 4], dtype=int64))
    """
    x = operand("unstack", x)
    if x.aval.ndim == 0:
        raise errors.FjaxValueError(
            "Unstack requires arrays with rank > 0, however a scalar array was passed."
        )
    number = one_axis("unstack", axis, x.aval.ndim)
    return tuple(lax.index_in_dim(x, i, number, False) for i in range(x.aval.shape[number]))


# ---- repeating


@recorded
def tile(A: ArrayLike, reps: Any) -> Array:
    """The array repeated as a whole along each axis.

    >>> jnp.tile(jnp.array([1, 2]), (2, 2))
    Array([[1, 2, 1, 2],
           [1, 2, 1, 2]], dtype=int64)
    """
    A = operand("tile", A)
    given = tuple(reps) if isinstance(reps, Iterable) else (reps,)
    counts = tuple(index("tile", "reps", r, 0) for r in given)
    own = A.aval.shape
    rank = builtins.max(len(own), len(counts))
    own = (1,) * (rank - len(own)) + own
    counts = (1,) * (rank - len(counts)) + counts
    paired = tuple(n for pair in zip(counts, own, strict=True) for n in pair)
    spread = BroadcastInDim(paired, tuple(range(1, 2 * rank, 2)))(Reshape(own)(A))
    return Reshape(tuple(c * n for c, n in zip(counts, own, strict=True)))(spread)


@recorded
def repeat(
    a: ArrayLike,
    repeats: ArrayLike,
    axis: int | None = None,
    *,
    total_repeat_length: int | None = None,
    out_sharding: Any = None,
) -> Array:
    """Each element repeated, all equally often or as the array `repeats` says.

    total_repeat_length: the length of the result, needed where `repeats` is traced; the last
    element fills up what is missing.

    >>> jnp.repeat(jnp.array([1, 2]), jnp.array([1, 3]))
    Array([1, 2, 2, 2], dtype=int64)
    """
    if out_sharding is not None:
        a, repeats = relaxed(a), relaxed(repeats)
    a = operand("repeat", a)
    if axis is None:
        a = ravel(a)
    number = 0 if axis is None else one_axis("repeat", axis, a.aval.ndim)
    if a.aval.ndim == 0:
        a = Reshape((1,))(a)
    if not isinstance(repeats, Operand) and np.ndim(repeats) == 0 and total_repeat_length is None:
        out = _repeat_all(a, index("repeat", "repeats", repeats, 0), number)
        return constrained("repeat", out, out_sharding)
    out = _repeat_each(a, repeats, number, total_repeat_length)
    return constrained("repeat", out, out_sharding)


def _repeat_all(a: Any, times: int, axis: int) -> Any:
    shape = a.aval.shape
    wide = shape[: axis + 1] + (times,) + shape[axis + 1 :]
    kept = tuple(i + (i > axis) for i in range(len(shape)))
    flat = shape[:axis] + (shape[axis] * times,) + shape[axis + 1 :]
    return Reshape(flat)(BroadcastInDim(wide, kept)(a))


def _repeat_each(a: Any, repeats: Any, axis: int, total: int | None) -> Any:
    n = a.aval.shape[axis]
    counts = operand(
        "repeat", repeats if isinstance(repeats, Operand) else wide_indices(np.asarray(repeats)), 1
    )
    if counts.aval.ndim > 1 or (counts.aval.ndim and counts.aval.size not in (1, n)):
        raise errors.FjaxValueError(
            f"repeat: repeats must be a scalar or have one entry for each of the {n} elements "
            "along "
            f"axis {axis}, got {counts.aval}"
        )
    if total is None:
        known = concrete("repeat", "repeats without total_repeat_length", counts)
        known = np.broadcast_to(known.ravel(), (n,))
        if known.min(initial=0) < 0:
            raise errors.FjaxValueError(f"repeat: repeats must be at least 0, got {known.min()}")
        order = np.repeat(np.arange(n), known)
        return take_clamped(a, operand("repeat", order), axis)
    total = index("repeat", "total_repeat_length", total, 0)
    counts = within(total, Reshape((counts.aval.size,))(counts))
    counts = operators.broadcast_to_shape(counts, (n,))
    if n == 0 or total == 0:
        return full(
            tuple(total if i == axis else m for i, m in enumerate(a.aval.shape)), 0, a.aval.dtype
        )
    stops = lax.cumsum(as_type(counts, dtypes.default_int()), 0)
    places = lax.iota(dtypes.default_int(), total)
    column = operators.broadcast_to_shape(Reshape((total, 1))(places), (total, n))
    passed = lax.ge(column, operators.broadcast_to_shape(stops, (total, n)))
    order = lax.reduce_sum(as_type(passed, dtypes.default_int()), (1,))
    return take_clamped(a, order, axis)


def take_clamped(a: Any, order: Any, axis: int) -> Array:
    """Elements of `a` along an axis by a vector of places, clamped."""
    shape = a.aval.shape
    n = order.aval.size
    if n == 0:
        return lax.slice_in_dim(a, 0, 0, axis=axis)
    others = tuple(i for i in range(len(shape)) if i != axis)
    numbers = lax.GatherDimensionNumbers(others, (axis,), (axis,))
    sizes = tuple(1 if i == axis else m for i, m in enumerate(shape))
    return lax.gather(a, Reshape((n, 1))(order), numbers, sizes, mode="clip")


@recorded
def resize(a: ArrayLike, new_shape: Shape) -> Array:
    """The elements of `a`, repeated as often as needed, under a new shape.

    >>> jnp.resize(jnp.array([1, 2, 3]), (2, 4))
    Array([[1, 2, 3, 1],
           [2, 3, 1, 2]], dtype=int64)
    """
    a = ravel(operand("resize", a))
    shape = integers("resize", new_shape)
    if any(n < 0 for n in shape):
        raise errors.FjaxValueError(
            f"all elements of `new_shape` must be non-negative, got {shape}"
        )
    total = int(np.prod(shape, dtype=np.int64))
    if a.aval.size == 0 or total == 0:
        return full(shape, 0, a.aval.dtype)
    return reshape(lax.slice_in_dim(tile(a, -(-total // a.aval.size)), 0, total), shape)


# ---- inserting and deleting


def _kept(name: str, arr: Any, obj: Any, axis: Any) -> tuple[Any, int]:
    """The array and the axis to work along; flattened if no axis is given."""
    arr = operand(name, arr)
    if axis is None:
        return ravel(arr), 0
    return arr, one_axis(name, axis, arr.aval.ndim)


@recorded
def delete(
    arr: ArrayLike, obj: Any, axis: int | None = None, *, assume_unique_indices: bool = False
) -> Array:
    """The array without the elements at an index, at a slice or at several indices along an axis.

    assume_unique_indices: the indices differ and are in range, and then they may be traced.

    >>> jnp.delete(jnp.array([10, 20, 30]), 1)
    Array([10, 30], dtype=int64)
    """
    a, number = _kept("delete", arr, obj, axis)
    n = a.aval.shape[number]
    which: Any = np.arange(n)[obj] if isinstance(obj, slice) else unwrapped(obj)
    if tracing.unknown(which) and (lacks_data(which) or which.concrete() is None):
        return _delete_traced(a, which, number, assume_unique_indices)
    places = concrete("delete", "obj", which)
    if places.dtype == np.bool_:
        if places.shape != (n,):
            raise errors.FjaxValueError(
                f"delete: the mask must have shape ({n},), got {places.shape}"
            )
        places = np.flatnonzero(places)
    keep = np.ones(n, bool)
    _require_integers("delete", places, which)
    places = places.astype(np.int64).ravel()
    beyond = places[(places < -n) | (places >= n)]
    if beyond.size:
        raise errors.FjaxIndexError(
            f"delete: index {int(beyond[0])} is out of bounds for axis {number} with size {n}"
        )
    keep[places] = False
    return take_clamped(a, operand("delete", np.flatnonzero(keep)), number)


def _require_integers(name: str, places: Any, given: Any) -> None:
    """Refuse floats as indices; an empty list has no dtype of its own."""
    empty_list = isinstance(given, (list, tuple)) and not len(given)
    if places.dtype.kind not in "iub" and not empty_list:
        raise errors.FjaxIndexError(
            f"{name}: indices must be integers or bools, got {places.dtype.name}; convert them "
            "with astype"
        )


def _delete_traced(a: Any, obj: Any, axis: int, unique: bool) -> Any:
    n = a.aval.shape[axis]
    if obj.aval.dtype == dtypes.bool_:
        raise errors.NonConcreteBooleanIndexError(
            f"delete: the mask {obj} is traced, so the length of the result is unknown; use where, "
            "or a concrete mask"
        )
    if obj.aval.ndim and obj.aval.size != 1 and not unique:
        raise errors.ConcretizationTypeError(
            f"delete: the indices {obj} are traced, and so the length of the result is unknown "
            "unless they differ: pass assume_unique_indices=True"
        )
    obj = holding(n, Reshape((obj.aval.size,))(obj))
    obj = lax.sort(
        as_type(lax.clamp(0, operators.remainder(obj, n), n - 1), dtypes.default_int()), 0
    )
    m = obj.aval.size
    places = lax.iota(dtypes.default_int(), n - m)
    skipped = obj - lax.iota(dtypes.default_int(), m)
    column = operators.broadcast_to_shape(Reshape((n - m, 1))(places), (n - m, m))
    passed = lax.ge(column, operators.broadcast_to_shape(skipped, (n - m, m)))
    order = places + lax.reduce_sum(as_type(passed, dtypes.default_int()), (1,))
    return take_clamped(a, order, axis)


@recorded
def insert(arr: ArrayLike, obj: Any, values: ArrayLike, axis: int | None = None) -> Array:
    """The array with values put in before an index, or before several, along an axis.

    >>> jnp.insert(jnp.array([10, 30]), 1, 20)
    Array([10, 20, 30], dtype=int64)
    """
    a, number = _kept("insert", arr, obj, axis)
    n = a.aval.shape[number]
    values = operand(
        "insert", values if not isinstance(values, (list, tuple)) else np.asarray(values), 2
    )
    obj = np.arange(n)[obj] if isinstance(obj, slice) else unwrapped(obj)
    places = obj if isinstance(obj, Operand) else np.asarray(obj)
    _require_integers("insert", places, obj)
    obj = operand("insert", wide_indices(places), 1)
    if obj.aval.dtype == dtypes.bool_:
        obj = operand("insert", np.flatnonzero(concrete("insert", "obj", obj)))
    return _insert(a, obj, values, number)


def _insert(a: Any, obj: Any, values: Any, axis: int) -> Any:
    n, shape = a.aval.shape[axis], a.aval.shape
    places = Reshape((obj.aval.size,))(obj)
    if obj.aval.size == 1:
        values = _of_rank(values, a.aval.ndim)
    if obj.aval.ndim == 0:  # the first axis of the values becomes the one to insert along
        values = move_axis(values, 0, axis)
    count = values.aval.shape[axis] if obj.aval.size == 1 else obj.aval.size
    wide = tuple(count if i == axis else m for i, m in enumerate(shape))
    values = operators.broadcast_to_shape(as_type(values, a.aval.dtype), wide)
    places = as_type(within(n, places), dtypes.default_int())
    places = lax.select(lax.lt(places, lax.full_like(places, 0)), places + n, places)
    places = lax.clamp(0, operators.broadcast_to_shape(places, (count,)), n)
    keys, order = lax.sort_key_val(places, lax.iota(dtypes.default_int(), count))
    spots = keys + lax.iota(dtypes.default_int(), count)
    total = n + count
    taken = lax.reduce_or(
        lax.eq(
            operators.broadcast_to_shape(lax.iota(dtypes.default_int(), total), (count, total)),
            operators.broadcast_to_shape(Reshape((count, 1))(spots), (count, total)),
        ),
        (0,),
    )
    before = lax.cumsum(as_type(taken, dtypes.default_int()), 0)
    from_old = lax.iota(dtypes.default_int(), total) - before
    from_new = take_clamped(order, before - 1, 0) + n
    source = lax.select(taken, from_new, from_old)
    return take_clamped(lax.concatenate([a, values], axis), source, axis)


def _of_rank(values: Any, rank: int) -> Any:
    """Values with leading axes of length 1 up to a rank."""
    if values.aval.ndim > rank:
        raise errors.ShapeError(
            f"insert: the values {values.aval} have more axes than the array's {rank}"
        )
    return Reshape((1,) * (rank - values.aval.ndim) + values.aval.shape)(values)


def trim_zeros(filt: ArrayLike, trim: str = "fb", axis: int | Sequence[int] | None = None) -> Array:
    """The array without the zeros at the front ('f') and at the back ('b') of the given axes.

    >>> jnp.trim_zeros(jnp.array([0, 0, 1, 0, 2, 0]))
    Array([1, 0, 2], dtype=int64)
    """
    a = operand("trim_zeros", np.asarray(filt) if isinstance(filt, (list, tuple)) else filt)
    known = concrete("trim_zeros", "filt", a)
    trim = trim.lower()
    if not set(trim) <= set("fb"):
        raise errors.FjaxValueError(f"trim_zeros: trim is made of 'f' and 'b', got {trim!r}")
    for number in several_axes("trim_zeros", axis, known.ndim):
        others = tuple(i for i in range(known.ndim) if i != number)
        used = np.flatnonzero((known != 0).any(axis=others))
        n = known.shape[number]
        if used.size == 0:
            first, last = (n, n) if trim else (0, n)
        else:
            first = int(used[0]) if "f" in trim else 0
            last = int(used[-1]) + 1 if "b" in trim else n
        a = lax.slice_in_dim(a, first, last, axis=number)
    return a
