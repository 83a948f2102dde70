"""Arrays of indices, by operations: in a dtype that holds them, and within a member's rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray, refuse_masked
from fjax.core.operand import Operand
from fjax.core.rows import Rows
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import sub
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full
from fjax.primitives.index_arithmetic import GatherDimensionNumbers, GatherScatterMode
from fjax.primitives.selection import clamp
from fjax.primitives.shaping import Concatenate, take_range
from fjax.primitives.structure import BroadcastInDim, Reshape


def row_indices(
    rows: Mapping[int, Rows],
    d: GatherDimensionNumbers,
    sizes: Sequence[int],
    mode: GatherScatterMode,
    shape: Sequence[int],
    indices: Any,
) -> tuple[Any, Any]:
    """Index vectors as they are for a member that has these rows, and which are out of bounds.

    sizes: of the slices along the axes that the vectors index; shape: of the member's part. Those
    that lead to other members' rows are out of bounds in it.
    """
    outside, columns = None, []
    for k, (a, size) in enumerate(zip(d.start_index_map, sizes, strict=True)):
        column = signed(take_range(indices, k, k + 1, indices.ndim - 1, indices.shape))
        last = (rows[a].whole if a in rows else shape[a]) - size
        held = clamp(full((), 0, dtypes.int64), column, full((), last, dtypes.int64))
        wrong = Reshape(indices.shape[:-1])(ne(held, column))
        outside = wrong if outside is None else bitwise_or(outside, wrong)
        if mode is GatherScatterMode.CLIP or mode is GatherScatterMode.PROMISE_IN_BOUNDS:
            column = held
        if a in rows:
            start = convert_element_type(rows[a].start, dtypes.int64)
            column = sub(column, BroadcastInDim(column.shape, ())(start))
        columns.append(column)
    return Concatenate(indices.ndim - 1)(*columns), outside


def signed(indices: Any) -> Any:
    """Indices as int64, by operations; uint64 beyond its range is its largest number."""
    if aval_of(indices).dtype == dtypes.uint64:
        zero, largest = (full((), n, dtypes.uint64) for n in (0, 2**63 - 1))
        indices = clamp(zero, indices, largest)
    return convert_element_type(indices, dtypes.int64)


def wide_indices(indices: Any) -> Any:
    """Known integers beyond 32 bits as an array of 64 bits, which as_array would wrap with
    enable_x64 off; anything else as it is.
    """
    if config.enable_x64 or isinstance(indices, Operand):
        return indices
    if not isinstance(indices, (int, np.ndarray, np.generic)):
        if not hasattr(type(indices), "__array__"):
            return indices
        indices = np.asarray(indices)
    refuse_masked(indices)
    values = np.asarray(indices)
    if values.dtype == object and isinstance(indices, int):
        limits = np.iinfo(np.int64)
        values = np.asarray(min(max(indices, limits.min), limits.max))
    narrow = dtypes.canonicalize(values.dtype)
    if narrow == values.dtype or values.dtype.kind not in "iu" or not values.size:
        return indices
    limits = np.iinfo(narrow)
    if limits.min <= values.min() and values.max() <= limits.max:
        return indices
    values = values.astype(values.dtype.newbyteorder("="))  # a copy: the user may write to it later
    return Array(values, ShapedArray(values.shape, values.dtype))


def within(n: int, indices: Any) -> Any:
    """Indices along n elements in a dtype that is no wider than default integers: what lies beyond
    these is just outside of the elements.
    """
    dtype, wanted = aval_of(indices).dtype, dtypes.default_int()
    if not dtypes.is_integer(dtype) or dtypes.iinfo(dtype).max <= dtypes.iinfo(wanted).max:
        return indices
    least, most = (full((), i, dtype) for i in (-n - 1 if dtype.kind == "i" else 0, n))
    return convert_element_type(clamp(least, indices, most), wanted)


def holding(n: int, indices: Any) -> Any:
    """Indices in a dtype that has the number n, too: in their own, or as int64."""
    dtype = aval_of(indices).dtype
    if not dtypes.is_integer(dtype) or n <= dtypes.iinfo(dtype).max:
        return indices
    return convert_element_type(indices, dtypes.int64)
