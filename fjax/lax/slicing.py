"""lax functions that read and write parts of arrays: slices, gather and scatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import documented, family
from fjax.core.tracing import aval_of
from fjax.lax.axes import array_of, concrete_shape, ints, like_operand, one_axis, static_int
from fjax.lax.composed import ComposedOperation
from fjax.lax.shaping import concatenate, expand_dims, reshape, squeeze
from fjax.primitives import indexing, shaping, slicing
from fjax.primitives.arithmetic import add, neg
from fjax.primitives.comparison import lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.index_arithmetic import (
    GatherDimensionNumbers,
    GatherScatterMode,
    ScatterDimensionNumbers,
)
from fjax.primitives.index_rows import wide_indices
from fjax.primitives.key_reading import gathered
from fjax.primitives.selection import select_n

slice_p, dynamic_slice_p, dynamic_update_slice_p = (
    shaping.Slice,
    slicing.DynamicSlice,
    slicing.dynamic_update_slice,
)
gather_p, scatter_p, scatter_add_p = indexing.Gather, indexing.Scatter, indexing.ScatterAdd
scatter_mul_p, scatter_min_p, scatter_max_p = (
    indexing.ScatterMul,
    indexing.ScatterMin,
    indexing.ScatterMax,
)


# ---- static slices


def slice(
    operand: ArrayLike,
    start_indices: Sequence[int],
    limit_indices: Sequence[int],
    strides: Sequence[int] | None = None,
) -> Array:
    """operand[start:limit:stride, …] with one start, limit and (positive) stride per axis.

    >>> import numpy as np
    >>> slice(np.arange(10), (1,), (8,), (3,)).tolist()
    [1, 4, 7]
    """
    x = array_of(operand)
    steps = None if strides is None or all(s == 1 for s in strides) else ints(strides)
    starts, limits = ints(start_indices), ints(limit_indices)
    if steps is None and limits == x.shape and not any(starts):
        return x
    return shaping.Slice(starts, limits, steps)(x)


def slice_in_dim(
    operand: ArrayLike,
    start_index: int | None,
    limit_index: int | None,
    stride: int = 1,
    axis: int = 0,
) -> Array:
    """operand[start:limit:stride] along one axis; negative indices count from the end.

    >>> lax.slice_in_dim(jnp.arange(6), 1, 6, stride=2)
    Array([1, 3, 5], dtype=int64)
    """
    x = array_of(operand)
    axis = one_axis("slice_in_dim", axis, x.ndim)
    n = x.shape[axis]
    start = 0 if start_index is None else static_int("slice_in_dim", "start_index", start_index)
    limit = n if limit_index is None else static_int("slice_in_dim", "limit_index", limit_index)
    start, limit = (v + n if v < 0 else v for v in (start, limit))
    starts, limits, strides = [0] * x.ndim, list(x.shape), [1] * x.ndim
    starts[axis], limits[axis] = start, limit
    strides[axis] = static_int("slice_in_dim", "stride", stride)
    return slice(x, starts, limits, strides)


def index_in_dim(operand: ArrayLike, index: int, axis: int = 0, keepdims: bool = True) -> Array:
    """The element (or slice of length 1, with keepdims) at a static index along one axis.

    >>> lax.index_in_dim(jnp.array([10, 20, 30]), 1)
    Array([20], dtype=int64)
    """
    x = array_of(operand)
    axis = one_axis("index_in_dim", axis, x.ndim)
    at, n = static_int("index_in_dim", "index", index), x.shape[axis]
    if not -n <= at < n:
        raise errors.FjaxIndexError(
            f"index_in_dim: index {at} is out of bounds for axis {axis} of {x.aval}"
        )
    at %= n
    part = slice_in_dim(x, at, at + 1, 1, axis)
    return part if keepdims else squeeze(part, (axis,))


# ---- dynamic slices


def _starts(name: str, x: Any, start_indices: Any, negative: bool | Sequence[bool]) -> list[Any]:
    """One start index per axis, negative ones counted from the end."""
    if not isinstance(start_indices, Sequence):
        if aval_of(start_indices).ndim != 1:
            raise errors.ShapeError(
                f"{name}: start indices must be a sequence or vector, got {aval_of(start_indices)}"
            )
        vector = array_of(wide_indices(start_indices))
        start_indices = [
            reshape(shaping.take_range(vector, i, i + 1, 0, vector.shape), ())
            for i in range(vector.shape[0])
        ]
    if len(start_indices) != x.ndim:
        raise errors.ShapeError(
            f"{name}: {x.aval} needs {x.ndim} start indices, got {len(start_indices)}"
        )
    kinds = {aval_of(i).dtype for i in start_indices if not isinstance(i, int)}
    if len(kinds) > 1 or not all(map(dtypes.is_integer, kinds)):
        raise errors.DtypeError(
            f"index arguments to {name} must be integers of the same type, got "
            f"{', '.join(str(aval_of(i)) for i in start_indices)}"
        )
    allowed = [negative] * x.ndim if isinstance(negative, bool) else list(negative)
    return [
        _from_front(_near(i, n), n) if a else _near(i, n)
        for i, n, a in zip(start_indices, x.shape, allowed, strict=True)
    ]


def _near(index: Any, n: int) -> Any:
    """An index that means the same along n elements, where a known number is beyond 32 bits."""
    if isinstance(index, (int, np.integer)) and not -(2**31) <= index < 2**31:
        return min(max(index, -n - 1), n)
    return wide_indices(index)


def _from_front(index: Any, n: int) -> Any:
    """An index that may be negative, counted from the front."""
    if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
        at = int(index)
        return np.int32(at + n if at < 0 else at) if abs(at) < 2**31 - n else index
    aval = aval_of(index)
    if aval.dtype in dtypes.NARROW_INTEGERS:
        return _from_front(convert_element_type(index, dtypes.widened(aval.dtype)), n)
    if aval.dtype.kind != "i":
        return index
    if aval.weak_type:
        index = convert_element_type(index, aval.dtype)
    if n > np.iinfo(aval.dtype).max:
        index = convert_element_type(index, dtypes.int64)
    return select_n(lt(index, like(0, index)), index, add(index, like(n, index)))


def dynamic_slice(
    operand: ArrayLike,
    start_indices: Any,
    slice_sizes: Sequence[int],
    *,
    allow_negative_indices: bool | Sequence[bool] = True,
) -> Array:
    """The window of shape `slice_sizes` at traced start indices (integer scalars, one per axis).

    Negative indices count from the end; then they are clamped so that the window fits.

    >>> import numpy as np
    >>> dynamic_slice(np.arange(5), (4,), (2,)).tolist()
    [3, 4]
    """
    x = array_of(operand)
    sizes = concrete_shape("dynamic_slice", slice_sizes)
    starts = _starts("dynamic_slice", x, start_indices, allow_negative_indices)
    return slicing.DynamicSlice(sizes)(x, *starts)


def dynamic_slice_in_dim(
    operand: ArrayLike,
    start_index: ArrayLike,
    slice_size: int,
    axis: int = 0,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """slice_size elements along one axis, from a traced start index, clamped so that they fit.

    >>> lax.dynamic_slice_in_dim(jnp.arange(5), 1, 3)
    Array([1, 2, 3], dtype=int64)
    """
    x = array_of(operand)
    axis = one_axis("dynamic_slice_in_dim", axis, x.ndim)
    starts: list[Any] = [0] * x.ndim
    starts[axis] = start_index
    size = static_int("dynamic_slice_in_dim", "slice_size", slice_size)
    sizes = [*x.shape[:axis], size, *x.shape[axis + 1 :]]
    return dynamic_slice(x, starts, sizes, allow_negative_indices=allow_negative_indices)


def dynamic_index_in_dim(
    operand: ArrayLike,
    index: Any,
    axis: int = 0,
    keepdims: bool = True,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """The slice at a traced index along one axis, which is left out unless `keepdims`.

    >>> lax.dynamic_index_in_dim(jnp.array([10, 20, 30]), 1, keepdims=False)
    Array(20, dtype=int64)
    """
    part = dynamic_slice_in_dim(
        operand, index, 1, axis, allow_negative_indices=allow_negative_indices
    )
    return part if keepdims else squeeze(part, (axis,))


def dynamic_update_slice(
    operand: ArrayLike,
    update: ArrayLike,
    start_indices: Any,
    *,
    allow_negative_indices: bool | Sequence[bool] = True,
) -> Array:
    """The operand with the update written at traced start indices, clamped so that it fits.

    >>> lax.dynamic_update_slice(jnp.zeros(5), jnp.array([1.0, 2.0]), (4,))
    Array([0., 0., 0., 1., 2.], dtype=float64)
    """
    x = array_of(operand)
    update = like_operand(update, x)
    starts = _starts("dynamic_update_slice", x, start_indices, allow_negative_indices)
    return slicing.dynamic_update_slice(x, update, *starts)


def dynamic_update_slice_in_dim(
    operand: ArrayLike,
    update: ArrayLike,
    start_index: ArrayLike,
    axis: int,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """The operand with the update written along one axis from a traced start index.

    >>> lax.dynamic_update_slice_in_dim(jnp.zeros(5), jnp.array([1.0, 2.0]), 1, axis=0)
    Array([0., 1., 2., 0., 0.], dtype=float64)
    """
    x = array_of(operand)
    axis = one_axis("dynamic_update_slice_in_dim", axis, x.ndim)
    starts: list[Any] = [0] * x.ndim
    starts[axis] = start_index
    return dynamic_update_slice(x, update, starts, allow_negative_indices=allow_negative_indices)


def dynamic_update_index_in_dim(
    operand: ArrayLike,
    update: ArrayLike,
    index: Any,
    axis: int,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """The operand with the slice at a traced index along one axis replaced.

    The update may leave out that axis.

    >>> lax.dynamic_update_index_in_dim(jnp.zeros(3), 7.0, 1, axis=0)
    Array([0., 7., 0.], dtype=float64)
    """
    x = array_of(operand)
    axis = one_axis("dynamic_update_index_in_dim", axis, x.ndim)
    update = array_of(like_operand(update, x))
    if update.ndim == x.ndim - 1:
        update = expand_dims(update, (axis,))
    return dynamic_update_slice_in_dim(
        x, update, index, axis, allow_negative_indices=allow_negative_indices
    )


# ---- gather and scatter


def gather(
    operand: ArrayLike,
    start_indices: Any,
    dimension_numbers: GatherDimensionNumbers,
    slice_sizes: Sequence[int],
    *,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    mode: Any = None,
    fill_value: Any = None,
) -> Array:
    """Slices of the operand at the index vectors in the last axis of `start_indices`.

    `mode` says what happens for indices out of bounds. "clip" (the default) gives the nearest
    slice, "fill" gives `fill_value` (NaN, the least signed or largest unsigned integer unless
    given).

    >>> numbers = lax.GatherDimensionNumbers((), collapsed_slice_dims=(0,), start_index_map=(0,))
    >>> lax.gather(jnp.array([10, 20, 30]), jnp.array([[2], [0]]), numbers, slice_sizes=(1,))
    Array([30, 10], dtype=int64)
    """
    mode = GatherScatterMode.CLIP if mode is None else gather_mode(mode)
    fill = fill_value if mode is GatherScatterMode.FILL_OR_DROP else None
    fill = None if fill is None else np.asarray(fill).item()
    sizes = concrete_shape("gather", slice_sizes)
    _check_numbers("gather", dimension_numbers, GatherDimensionNumbers)
    primitive = indexing.Gather(
        dimension_numbers, sizes, mode, fill, unique_indices, indices_are_sorted
    )
    return gathered(primitive, array_of(operand), array_of(wide_indices(start_indices)))


def _check_numbers(name: str, given: Any, kind: type) -> None:
    """Raise FjaxTypeError unless dimension numbers are of their class."""
    if not isinstance(given, kind):
        raise errors.FjaxTypeError(
            f"{name}: dimension_numbers must be a fjax.lax.{kind.__name__}, got {given!r:.60} of "
            f"type {type(given).__name__}"
        )


def gather_mode(mode: Any) -> GatherScatterMode:
    """The mode of this name; ONE_HOT means the same as FILL_OR_DROP here."""
    found = GatherScatterMode.from_any(mode)
    return GatherScatterMode.FILL_OR_DROP if found is GatherScatterMode.ONE_HOT else found


@family
def _updated(
    name: str,
    primitive: Callable[..., Any],
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """A scatter."""
    _check_numbers(name, dimension_numbers, ScatterDimensionNumbers)
    x = array_of(operand)
    bound = primitive(dimension_numbers, gather_mode(mode), unique_indices, indices_are_sorted)
    return bound(x, array_of(wide_indices(scatter_indices)), array_of(like_operand(updates, x)))


def _scatter_sub(*parameters: Any) -> Any:
    add_to = indexing.ScatterAdd(*parameters)
    return lambda x, indices, updates: add_to(x, indices, neg(updates))


def _example(name: str, what: str, result: str) -> str:
    """The docstring of a scatter that does this with its updates, and an example's result."""
    return documented(
        f"The operand with the updates {what} at the index vectors in the last axis of "
        "`scatter_indices`.\n\n    Indices out of bounds are dropped, or clamped with "
        'mode="clip".\n\n'
        "    >>> numbers = lax.ScatterDimensionNumbers(\n"
        "    ...     (), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))\n"
        "    >>> x, indices, updates = jnp.array([3, 3]), jnp.array([[1]]), jnp.array([5])",
        (f"lax.{name}(x, indices, updates, numbers)", f"Array([{result}], dtype=int64)"),
    )


scatter, scatter_add, scatter_sub, scatter_mul, scatter_min, scatter_max = (
    _updated(name, primitive, _example(name, what, result))
    for name, primitive, what, result in (
        ("scatter", indexing.Scatter, "written", "3, 5"),
        ("scatter_add", indexing.ScatterAdd, "added", "3, 8"),
        ("scatter_sub", _scatter_sub, "subtracted", " 3, -2"),
        ("scatter_mul", indexing.ScatterMul, "multiplied in", " 3, 15"),
        ("scatter_min", indexing.ScatterMin, "combined by min", "3, 3"),
        ("scatter_max", indexing.ScatterMax, "combined by max", "3, 5"),
    )
)


def _subtracting(
    operand: Any,
    scatter_indices: Any,
    updates: Any,
    *,
    dimension_numbers: Any,
    update_jaxpr: Any = None,
    update_consts: Any = (),
    **options: Any,
) -> Any:
    return scatter_sub(operand, scatter_indices, updates, dimension_numbers, **options)


scatter_sub_p = ComposedOperation("scatter-sub", _subtracting)


def index_take(src: ArrayLike, idxs: Any, axes: Sequence[int]) -> Array:
    """Elements of `src` at the positions that one index array per axis of `axes` names.

    >>> lax.index_take(jnp.array([10, 20, 30]), (jnp.array([2, 0]),), (0,))
    Array([30, 10], dtype=int64)
    """
    x = array_of(src)
    columns = [reshape(array_of(wide_indices(i)), (*aval_of(i).shape, 1)) for i in idxs]
    indices = concatenate(columns, columns[0].ndim - 1)
    axes = tuple(one_axis("index_take", a, x.ndim) for a in axes)
    sizes = [1 if a in axes else n for a, n in enumerate(x.shape)]
    first = indices.ndim - 1
    numbers = GatherDimensionNumbers(tuple(range(first, first + x.ndim - len(axes))), axes, axes)
    return gather(x, indices, numbers, sizes, mode="promise_in_bounds")
