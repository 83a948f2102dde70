"""lax functions that make and rearrange whole arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors, tree
from fjax.api.devices import device_put
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, T
from fjax.core.array import Array, lacks_data, without_data
from fjax.core.avals import ShapedArray
from fjax.core.operand import Operand, Valueless
from fjax.core.sharding import check_kind, for_shape
from fjax.core.tracing import aval_of
from fjax.lax.axes import array_of, concrete_shape, ints, like_operand, one_axis, several_axes
from fjax.lax.composed import ComposedOperation
from fjax.primitives import barriers, generators, operators, shaping, structure
from fjax.primitives.conversion import at_once, convert_element_type
from fjax.primitives.philox import filled_keys
from fjax.primitives.placing import constrained, relaxed, split_as
from fjax.primitives.promotion import scalar_array
from fjax.primitives.varying import varied

broadcast_in_dim_p, reshape_p = structure.BroadcastInDim, structure.Reshape
transpose_p, concatenate_p, pad_p, rev_p = (
    structure.Transpose,
    shaping.Concatenate,
    shaping.Pad,
    shaping.Rev,
)
iota_p, copy_p = generators.Iota, barriers.copy
optimization_barrier_p = barriers.optimization_barrier


# ---- broadcasting


def broadcast(operand: ArrayLike, sizes: Sequence[int], *, out_sharding: Any = None) -> Array:
    """The operand repeated along new leading axes of these lengths.

    >>> import numpy as np
    >>> broadcast(np.zeros(3), (2, 4)).shape
    (2, 4, 3)
    """
    x = array_of(operand)
    sizes = concrete_shape("broadcast", sizes)
    if not sizes:
        return x if out_sharding is None else constrained("broadcast", x, out_sharding)
    dimensions = tuple(range(len(sizes), len(sizes) + x.ndim))
    out = structure.BroadcastInDim((*sizes, *x.shape), dimensions)(x)
    return out if out_sharding is None else constrained("broadcast", out, out_sharding)


def broadcast_in_dim(
    operand: ArrayLike,
    shape: Sequence[int],
    broadcast_dimensions: Sequence[int],
    *,
    out_sharding: Any = None,
) -> Array:
    """The operand repeated to `shape`; its axis k becomes axis broadcast_dimensions[k].

    An operand axis has the length of its output axis, or 1.

    >>> lax.broadcast_in_dim(jnp.array([1, 2]), (2, 3), (0,))
    Array([[1, 1, 1],
           [2, 2, 2]], dtype=int64)
    """
    x = array_of(operand)
    if out_sharding is not None:
        x = relaxed(x)
    shape, dimensions = concrete_shape("broadcast_in_dim", shape), ints(broadcast_dimensions)
    if shape == x.shape and dimensions == tuple(range(len(shape))):
        return x if out_sharding is None else constrained("broadcast_in_dim", x, out_sharding)
    out = structure.BroadcastInDim(shape, dimensions)(x)
    return out if out_sharding is None else constrained("broadcast_in_dim", out, out_sharding)


def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]:
    """NumPy's common shape of several shapes.

    >>> broadcast_shapes((3, 1), (4,))
    (3, 4)
    """
    return operators.broadcast_shapes(
        "broadcast_shapes", [concrete_shape("broadcast_shapes", s) for s in shapes]
    )


def broadcast_to_rank(x: ArrayLike, rank: int) -> Array:
    """x with leading axes of length 1 until it has this rank.

    >>> lax.broadcast_to_rank(jnp.ones((2, 3)), 4).shape
    (1, 1, 2, 3)
    """
    x = array_of(x)
    if rank < x.ndim:
        raise errors.ShapeError(f"broadcast_to_rank: {x.aval} has more than {rank} axes")
    return x if x.ndim == rank else expand_dims(x, range(rank - x.ndim))


def broadcast_like(x: ArrayLike, other: ArrayLike) -> Array:
    """x broadcast to the shape of another array, as NumPy does, and split as its type shows.

    >>> lax.broadcast_like(jnp.array([1, 2]), jnp.ones((3, 2)))
    Array([[1, 2],
           [1, 2],
           [1, 2]], dtype=int64)
    """
    aval = aval_of(other)
    out = operators.broadcast_to_shape(array_of(x), aval.shape)
    return out if aval.layout is None else split_as(out, aval)


# ---- shape


def reshape(
    operand: ArrayLike,
    new_sizes: Sequence[int],
    dimensions: Sequence[int] | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """The same elements in row-major order under another shape.

    With `dimensions`, the axes are first permuted into that order.

    >>> lax.reshape(jnp.arange(6), (2, 3))
    Array([[0, 1, 2],
           [3, 4, 5]], dtype=int64)
    """
    x = array_of(operand)
    if out_sharding is not None:
        x = relaxed(x)
    sizes = concrete_shape("reshape", new_sizes)
    if dimensions is not None:
        x = transpose(x, dimensions)
    out = x if sizes == x.shape else structure.Reshape(sizes)(x)
    return out if out_sharding is None else constrained("reshape", out, out_sharding)


def transpose(operand: ArrayLike, permutation: Sequence[int]) -> Array:
    """The operand with its axes permuted: output axis k is operand axis permutation[k].

    >>> lax.transpose(jnp.ones((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    x = array_of(operand)
    permutation = ints(permutation)
    if permutation == tuple(range(x.ndim)):
        return x
    return structure.Transpose(permutation)(x)


def squeeze(array: ArrayLike, dimensions: Sequence[int]) -> Array:
    """The array without these axes, each of length 1.

    >>> lax.squeeze(jnp.ones((1, 2, 1)), (0,)).shape
    (2, 1)
    """
    x = array_of(array)
    dimensions = several_axes("squeeze", dimensions, x.ndim)
    if any(x.shape[d] != 1 for d in dimensions):
        raise errors.ShapeError(
            f"squeeze: cannot select an axis to squeeze out which has size not "
            f"equal to one, got shape={x.shape} and dimensions={dimensions}"
        )
    return reshape(x, [n for i, n in enumerate(x.shape) if i not in dimensions])


def expand_dims(array: ArrayLike, dimensions: Sequence[int]) -> Array:
    """The array with new axes of length 1 at these places of the result.

    >>> lax.expand_dims(jnp.ones((2, 3)), (1,)).shape
    (2, 1, 3)
    """
    x = array_of(array)
    added = np.size(dimensions)
    places = several_axes("expand_dims", dimensions, x.ndim + added)
    lengths = iter(x.shape)
    return reshape(x, [1 if i in places else next(lengths) for i in range(x.ndim + added)])


def collapse(operand: ArrayLike, start_dimension: int, stop_dimension: int | None = None) -> Array:
    """The operand with axes start_dimension up to stop_dimension (exclusive) merged into one.

    >>> lax.collapse(jnp.ones((2, 3, 4)), 0, 2).shape
    (6, 4)
    """
    x = array_of(operand)
    lo, hi, _ = slice(start_dimension, stop_dimension).indices(x.ndim)
    if hi < lo:
        raise errors.FjaxValueError(
            f"collapse: {x.aval} has no axes from {start_dimension} to {stop_dimension}"
        )
    return reshape(x, (*x.shape[:lo], math.prod(x.shape[lo:hi]), *x.shape[hi:]))


def shape_as_value(shape: Sequence[int]) -> Array:
    """A shape as an integer vector.

    >>> lax.shape_as_value((2, 3))
    Array([2, 3], dtype=int32)
    """
    return array_of(np.asarray(concrete_shape("shape_as_value", shape), np.int32))


# ---- several arrays


def concatenate(operands: Sequence[ArrayLike], dimension: int) -> Array:
    """Arrays of one dtype, one after another along an axis.

    They agree in all other axes.

    >>> lax.concatenate([jnp.array([1, 2]), jnp.array([3])], 0)
    Array([1, 2, 3], dtype=int64)
    """
    if isinstance(operands, Operand):
        operands = unstack(operands)
    if not len(operands):
        raise errors.FjaxValueError("concatenate needs at least one operand, got none")
    xs = [array_of(x) for x in operands]
    dimension = one_axis("concatenate", dimension, xs[0].ndim)
    return xs[0] if len(xs) == 1 else shaping.Concatenate(dimension)(*xs)


def stack(operands: Sequence[ArrayLike], axis: int = 0) -> Array:
    """Arrays of one shape, stacked along a new axis.

    >>> lax.stack([jnp.array([1, 2]), jnp.array([3, 4])])
    Array([[1, 2],
           [3, 4]], dtype=int64)
    """
    xs = [array_of(x) for x in operands]
    if not xs:
        raise errors.FjaxValueError("stack needs at least one operand, got none")
    axis = one_axis("stack", axis, xs[0].ndim + 1)
    return concatenate([expand_dims(x, (axis,)) for x in xs], axis)


def unstack(x: ArrayLike, axis: int = 0) -> tuple[Array, ...]:
    """The slices of an array along an axis, which they lose.

    >>> lax.unstack(jnp.array([[1, 2], [3, 4]]))
    (Array([1, 2], dtype=int64), Array([3, 4], dtype=int64))
    """
    x = array_of(x)
    axis = one_axis("unstack", axis, x.ndim)
    return tuple(
        squeeze(shaping.take_range(x, i, i + 1, axis, x.shape), (axis,))
        for i in range(x.shape[axis])
    )


def split(operand: ArrayLike, sizes: Sequence[int], axis: int = 0) -> list[Array]:
    """The operand cut along an axis into parts of these lengths, which add up to the axis.

    >>> lax.split(jnp.array([1, 2, 3]), (1, 2))
    [Array([1], dtype=int64), Array([2, 3], dtype=int64)]
    """
    x = array_of(operand)
    axis, sizes = one_axis("split", axis, x.ndim), ints(sizes)
    if any(n < 0 for n in sizes):
        raise errors.FjaxValueError(f"Sizes passed to split must be nonnegative, got {sizes}")
    if sum(sizes) != x.shape[axis]:
        raise errors.FjaxValueError(
            f"split: Sum of sizes {sum(sizes)} must be equal to the length "
            f"{x.shape[axis]} of axis {axis} of {x.aval}, got {sizes}"
        )
    stops = np.cumsum(sizes).tolist()
    return [
        shaping.take_range(x, stop - n, stop, axis, x.shape)
        for n, stop in zip(sizes, stops, strict=True)
    ]


def tile(operand: ArrayLike, reps: Sequence[int]) -> Array:
    """The operand repeated reps[k] times along axis k.

    >>> lax.tile(jnp.array([1, 2]), (2,))
    Array([1, 2, 1, 2], dtype=int64)
    """
    x = array_of(operand)
    reps = concrete_shape("tile", reps)
    if len(reps) != x.ndim:
        raise errors.ShapeError(f"tile: {x.aval} needs {x.ndim} repetitions, got {reps}")
    pairs = tuple(v for r, n in zip(reps, x.shape, strict=True) for v in (r, n))
    wide = structure.BroadcastInDim(pairs, tuple(range(1, 2 * x.ndim, 2)))(x)
    return reshape(wide, [r * n for r, n in zip(reps, x.shape, strict=True)])


def pad(
    operand: ArrayLike, padding_value: ArrayLike, padding_config: Sequence[tuple[int, int, int]]
) -> Array:
    """The operand framed by a scalar: per axis (low, high, interior) counts of it.

    Negative low or high counts cut elements off; interior ones go between neighbours.

    >>> lax.pad(jnp.array([1, 2]), 0, [(1, 1, 1)])
    Array([0, 1, 0, 2, 0], dtype=int64)
    """
    x = array_of(operand)
    try:
        config = tuple(ints(c) for c in padding_config)
        triples = all(len(c) == 3 for c in config)
    except TypeError:
        triples = False
    if not triples:
        raise errors.FjaxTypeError(
            "pad: padding_config has three whole numbers (low, high, interior) for each axis, as "
            f"in [(1, 1, 0)], got {padding_config!r:.60}"
        )
    return shaping.Pad(config)(x, like_operand(padding_value, x))  # type: ignore[arg-type]


def rev(operand: ArrayLike, dimensions: Sequence[int]) -> Array:
    """The operand with the elements along these axes in reverse order.

    >>> lax.rev(jnp.array([1, 2, 3]), (0,))
    Array([3, 2, 1], dtype=int64)
    """
    x = array_of(operand)
    dimensions = several_axes("rev", dimensions, x.ndim)
    return shaping.Rev(dimensions)(x) if dimensions else x


def optimization_barrier(operand: T, /) -> T:
    """The operand (any pytree), across which no pass moves computation.

    Equal results behind several barriers are shared if they take little memory.

    >>> lax.optimization_barrier(jnp.array([1, 2]))
    Array([1, 2], dtype=int64)
    """
    leaves, structure_ = tree.flatten(operand)
    return tree.unflatten(structure_, barriers.optimization_barrier(*leaves)) if leaves else operand


# ---- new arrays


def full(
    shape: Sequence[int],
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    *,
    sharding: Any = None,
) -> Array:
    """An array of this shape with the (scalar) value everywhere.

    sharding: where it is put, as by `device_put`.

    >>> full((2,), 7, "float32").tolist()
    [7.0, 7.0]
    """
    if sharding is not None:
        check_kind("full sharding", sharding)
        return device_put(full(shape, fill_value, dtype), sharding)
    shape = concrete_shape("full", shape)
    if dtype is not None and type(fill_value) is int:
        return _of_integer(shape, fill_value, dtypes.requested("full", dtype), False)
    aval = aval_of(fill_value)
    if aval.shape:
        raise errors.ShapeError(f"full: fill_value must be a scalar, got {aval}; use broadcast_to")
    if dtype is None:
        dtype, weak = aval.dtype, aval.weak_type
    else:
        dtype, weak = dtypes.requested("full", dtype), False
        fill_value = at_once(fill_value, dtype)
    return structure.spread(convert_element_type(array_of(fill_value), dtype, weak), shape)


def _of_integer(shape: tuple[int, ...], value: int, dtype: Any, weak: bool) -> Any:
    """A Python integer everywhere: wrapped into an integer dtype, as each word of a key's."""
    if dtypes.is_key(dtype):
        return filled_keys(shape, value, dtype)
    return structure.spread(scalar_array(value, dtype, weak), shape)


def full_like(
    x: Any,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    shape: Sequence[int] | None = None,
    sharding: Any = None,
) -> Array:
    """An array of x's shape and dtype (unless they are given) with the value everywhere.

    sharding: the device it is put on; by default the one that x is committed to.

    >>> lax.full_like(jnp.ones(2), 7.0)
    Array([7., 7.], dtype=float64)
    """
    given = x if hasattr(x, "shape") and hasattr(x, "dtype") else aval_of(x)
    shape = tuple(given.shape) if shape is None else concrete_shape("full_like", shape)
    weak = dtype is None and getattr(given, "weak_type", False)
    dtype = (
        dtypes.canonicalize(given.dtype) if dtype is None else dtypes.requested("full_like", dtype)
    )
    if lacks_data(x) and sharding is None:
        return without_data(ShapedArray(shape, dtype, weak), x.committed)
    if type(fill_value) is int:
        out = _of_integer(shape, fill_value, dtype, weak)
    else:
        value = convert_element_type(array_of(at_once(fill_value, dtype)), dtype, weak)
        out = structure.spread(value, shape)
    differing = x.aval.vma if isinstance(x, (Operand, Valueless)) else frozenset()
    out = varied(out, differing) if differing else out
    if sharding is None and type(x) is Array and x.committed:
        sharding = for_shape(x.sharding, shape)
    return out if sharding is None else device_put(out, sharding)


def empty(shape: Sequence[int], dtype: DTypeLike, *, out_sharding: Any = None) -> Array:
    """An array whose elements nobody should read (they are zero).

    >>> lax.empty((2, 3), jnp.float32).shape
    (2, 3)
    """
    out = generators.full(concrete_shape("empty", shape), 0, dtypes.requested("empty", dtype))
    return out if out_sharding is None else constrained("empty", out, out_sharding)


def iota(dtype: DTypeLike, size: int) -> Array:
    """0, 1, …, size - 1 as a vector.

    >>> lax.iota(jnp.float32, 3)
    Array([0., 1., 2.], dtype=float32)
    """
    return broadcasted_iota(dtype, (size,), 0)


def broadcasted_iota(
    dtype: DTypeLike, shape: Sequence[int], dimension: int, *, out_sharding: Any = None
) -> Array:
    """The index along one axis, as an array of this shape.

    >>> lax.broadcasted_iota(int, (2, 3), 1)
    Array([[0, 1, 2],
           [0, 1, 2]], dtype=int64)
    """
    shape = concrete_shape("iota", shape)
    dimension = one_axis("iota", dimension, len(shape))
    out = generators.iota(dtypes.requested("iota", dtype), shape, dimension)
    return out if out_sharding is None else constrained("broadcasted_iota", out, out_sharding)


def dtype(x: Any) -> np.dtype[Any]:
    """The dtype of an array, a number, a type of numbers or the name of a dtype.

    >>> lax.dtype(jnp.float32(1)), lax.dtype("int8"), lax.dtype(float)
    (dtype('float32'), dtype('int8'), dtype('float64'))
    """
    if isinstance(x, (type, str, np.dtype, dtypes.KeyDtype)):
        return dtypes.canonicalize(x)
    return aval_of(x).dtype


def _one_by_one(*operands: Any, devices: Any = None, **_: Any) -> list[Any]:
    targets = devices if devices is not None else [None] * len(operands)
    return [device_put(x, d) for x, d in zip(operands, targets, strict=True)]


squeeze_p, tile_p = ComposedOperation("squeeze", squeeze), ComposedOperation("tile", tile)
split_p = ComposedOperation("split", split, multiple_results=True)
unstack_p = ComposedOperation("unstack", unstack, multiple_results=True)
stack_p = ComposedOperation("stack", lambda *operands, axis=0: stack(operands, axis))
device_put_p = ComposedOperation("device_put", _one_by_one, multiple_results=True)
