"""x[index] for arrays and tracers: NumPy's indexing, as slices, dynamic slices and gathers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from types import EllipsisType, NoneType
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import checks
from fjax.core import dtypes
from fjax.core.array import Array, at_place, is_known
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of, state
from fjax.numpy.index_parsing import Parsed, parse
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full, zeros_of
from fjax.primitives.index_arithmetic import GatherDimensionNumbers, GatherScatterMode
from fjax.primitives.index_rows import signed
from fjax.primitives.indexing import Gather
from fjax.primitives.key_reading import gathered
from fjax.primitives.shaping import Concatenate, Rev, Slice
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import BroadcastInDim, Reshape

_BASIC = frozenset({int, slice, NoneType, EllipsisType})
PROMISE, CLIP = GatherScatterMode.PROMISE_IN_BOUNDS, GatherScatterMode.CLIP


def getitem(x: Any, index: Any) -> Array:
    """x[index]. Integers out of bounds are clamped; `x.at[index].get(mode=…)` chooses otherwise."""
    if type(x) is Array and state.trace is None and not checks.on and not x.is_split:
        kind = type(index)
        if kind in _BASIC or (kind is tuple and is_basic(index)):
            try:
                return _view(x, x.buffer[index])
            except (IndexError, TypeError, ValueError):  # clamp, or explain what is wrong
                return take_index(x, index)
        elif (kind is np.ndarray or is_known(index)) and x.aval.ndim and index.ndim and x.known:
            found = _take_directly(x, index if kind is np.ndarray else index.host())
            if found is not None:
                return found
    return take_index(x, index)


def is_basic(index: Any) -> bool:
    """Whether an index consists of Python integers, slices, None and Ellipsis."""
    kind = type(index)
    return kind in _BASIC or (kind is tuple and _BASIC.issuperset(map(type, index)))


def _view(x: Array, found: Any) -> Array:
    """An Array of what NumPy's indexing found; single elements do not keep the whole array
    alive.
    """
    if type(found) is not np.ndarray:
        found = np.asarray(found)
    aval = ShapedArray(found.shape, x.aval.dtype, x.aval.weak_type)
    where = x.placement
    return Array(found, aval) if where is None else at_place(found, aval, where.plain)


def _take_directly(x: Array, index: np.ndarray) -> Array | None:
    """x at an array of integers or a mask, in NumPy; None where that is not simply NumPy's
    meaning.
    """
    n = x.aval.shape[0]
    if index.dtype == np.bool_:
        if index.shape != x.aval.shape[: index.ndim]:
            return None
        return _view(x, x.host()[index])
    if index.dtype.kind not in "iu" or n == 0:
        return None
    if index.dtype.kind == "i":
        index = np.where(index < 0, index + np.int64(n), index)
    else:
        index = np.minimum(index, np.uint64(n - 1)).astype(np.int64)
    return _view(x, np.take(x.host(), index, axis=0, mode="clip"))


def take_index(
    x: Any,
    index: Any,
    mode: Any = None,
    fill_value: Any = None,
    wrap: bool = True,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
) -> Array:
    """x[index] by primitives, with a mode for what is out of bounds (None: clamp)."""
    chosen = None if mode is None else GatherScatterMode.from_any(mode)
    # While tracing, an integer out of bounds stays in the program, where `checkify` finds it.
    clamp = chosen is not GatherScatterMode.FILL_OR_DROP and state.trace is None
    parsed = parse(index, aval_of(x).shape, "indexing", wrap, clamp)
    if not parsed.lookups:
        return static_part(x, parsed, parsed.result)
    if parsed.empty is not None and chosen is not GatherScatterMode.FILL_OR_DROP:
        raise errors.FjaxIndexError(f"index is out of bounds for axis {parsed.empty} with size 0")
    if parsed.batch == () and parsed.is_window and chosen in (None, PROMISE, CLIP):
        return reshaped(window(x, parsed), parsed.result)
    y = static_part(x, parsed)
    y = look_up(y, parsed, chosen, fill_value, unique_indices, indices_are_sorted)
    return reshaped(y, parsed.result)


def reshaped(x: Any, shape: tuple[int, ...]) -> Array:
    """x under another shape; x itself if it has it."""
    return x if x.shape == shape else Reshape(shape)(x)


def static_part(x: Any, parsed: Parsed, shape: tuple[int, ...] | None = None) -> Array:
    """What the slices and static integers leave, without the integers' axes, or under `shape`."""
    x = reshaped(x, parsed.expanded)
    starts, limits, strides = tuple(parsed.starts), tuple(parsed.limits), tuple(parsed.strides)
    if limits != x.shape or any(starts) or any(s != 1 for s in strides):
        x = Slice(starts, limits, None if all(s == 1 for s in strides) else strides)(x)
    if parsed.reversed:
        x = Rev(tuple(parsed.reversed))(x)
    return reshaped(x, tuple(parsed.sliced) if shape is None else shape)


def window(x: Any, parsed: Parsed) -> Array:
    """What single indices look up in the static part, if that is a window of x."""
    if math.prod(parsed.looked_up) == 0:
        return zeros_of(aval_of(x).update(shape=parsed.looked_up))
    axes = {parsed.kept[k.axis]: k.index for k in parsed.lookups}
    sizes = tuple(1 if a in axes else n for a, n in enumerate(parsed.region))
    dtype = aval_of(parsed.lookups[0].index).dtype
    starts = [axes[a] if a in axes else start_like(s, dtype) for a, s in enumerate(parsed.starts)]
    return DynamicSlice(sizes)(reshaped(x, parsed.expanded), *starts)


def start_like(start: int, dtype: np.dtype) -> Any:
    """A known index beside others of this dtype, if it is one of them."""
    return full((), start, dtype if start <= dtypes.iinfo(dtype).max else dtypes.int64)


def index_vectors(parsed: Parsed, further: Sequence[int] = ()) -> Any:
    """The looked-up indices, broadcast, and further ones, as vectors along a new last axis."""
    indices = [k.index for k in parsed.lookups]
    indices += [start_like(start, aval_of(indices[0]).dtype) for start in further]
    wide = any(aval_of(i).dtype.itemsize == 8 or aval_of(i).dtype == dtypes.uint32 for i in indices)
    dtype = dtypes.int64 if wide else dtypes.int32
    dtype = aval_of(indices[0]).dtype if len(indices) == 1 else dtype
    columns = []
    for index in indices:
        index = signed(index) if dtype == dtypes.int64 else convert_element_type(index, dtype)
        shape = aval_of(index).shape
        if shape != parsed.batch:
            first = len(parsed.batch) - len(shape)
            kept = tuple(first + i for i in range(len(shape)))
            index = BroadcastInDim(parsed.batch, kept)(index)
        columns.append(Reshape((*parsed.batch, 1))(index))
    return columns[0] if len(columns) == 1 else Concatenate(len(parsed.batch))(*columns)


def gather_numbers(parsed: Parsed) -> GatherDimensionNumbers:
    """How the lookup is a gather of the static part."""
    axes = tuple(k.axis for k in parsed.lookups)
    rank = len(parsed.batch) + len(parsed.sliced) - len(axes)
    batch_axes = range(parsed.batch_at, parsed.batch_at + len(parsed.batch))
    offsets = tuple(i for i in range(rank) if i not in batch_axes)
    return GatherDimensionNumbers(offsets, axes, axes)


def look_up(
    y: Any,
    parsed: Parsed,
    mode: GatherScatterMode | None,
    fill_value: Any,
    unique: bool,
    is_sorted: bool,
) -> Array:
    """The looked-up elements of the static part, without new axes."""
    if math.prod(parsed.looked_up) == 0:
        return zeros_of(aval_of(y).update(shape=parsed.looked_up))
    axes = {k.axis for k in parsed.lookups}
    sizes = tuple(1 if i in axes else n for i, n in enumerate(parsed.sliced))
    fill = fill_value if mode is GatherScatterMode.FILL_OR_DROP else None
    fill = None if fill is None else np.asarray(fill).item()
    gather = Gather(
        gather_numbers(parsed), sizes, PROMISE if mode is None else mode, fill, unique, is_sorted
    )
    return gathered(gather, y, index_vectors(parsed))


def take(
    x: Any,
    indices: Any,
    axis: int,
    mode: Any = "fill",
    fill_value: Any = None,
    wrap: bool = True,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
) -> Array:
    """x[..., indices, ...] along one axis (counted from the front); out of bounds as `mode`
    says.
    """
    index = (slice(None),) * axis + (indices,)
    return take_index(x, index, mode, fill_value, wrap, unique_indices, indices_are_sorted)


# ---- iteration


def iterate(x: Any) -> Iterator[Any]:
    """The slices along the first axis."""
    if not x.ndim:
        raise TypeError("iteration over a 0-d array")
    return iter([getitem(x, i) for i in range(x.shape[0])])


def iterate_backwards(x: Any) -> Iterator[Any]:
    """The slices along the first axis, from the last."""
    if not x.ndim:
        raise TypeError("iteration over a 0-d array")
    return iter([getitem(x, i) for i in range(x.shape[0] - 1, -1, -1)])
