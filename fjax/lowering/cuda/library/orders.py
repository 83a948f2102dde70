"""Sorts that CuPy has no routine for, in terms of stable ones by one key of a dtype that it knows.

By several keys: by the last of them first. Only places are sorted beside a key; kernels fetch what
lies there, of any dtype.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.lowering.cuda.library.evaluations import sorts
from fjax.primitives.bitwise import bitwise_not
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import iota
from fjax.primitives.indexing import take_along
from fjax.primitives.shaping import take_range
from fjax.primitives.sorting import Sort, TopK, total_order_keys

LONG = np.iinfo(np.int32).max


def by_keys(op: Sort, *arrays: Any) -> tuple[Any, ...] | None:
    """A sort by several keys, or with operands that CuPy does not know; None for others."""
    avals = [aval_of(x) for x in arrays]
    keys = arrays[: op.num_keys]
    if sorts(op, avals) or any(dtypes.is_complex(aval_of(k).dtype) for k in keys):
        return None
    order = None
    for key in reversed(keys):
        order = _refined(_comparable(key), order, op.dimension)
    return tuple([take_along(x, order, op.dimension) for x in arrays])


def greatest(op: TopK, x: Any) -> tuple[Any, ...] | None:
    """The greatest elements: the first of all in descending order."""
    if op.k == 0:
        return None
    shape = aval_of(x).shape
    order = _refined(bitwise_not(total_order_keys(x)), None, op.axis)
    first = take_range(order, 0, op.k, op.axis, shape)
    return take_along(x, first, op.axis), convert_element_type(first, op.index_dtype)


def _refined(key: Any, order: Any | None, axis: int) -> Any:
    """Places ordered by a key, those of equal elements as before."""
    shape = aval_of(key).shape
    if order is None:
        order = iota(np.dtype(np.int32 if shape[axis] <= LONG else np.int64), shape, axis)
    else:
        key = take_along(key, order, axis)
    _, order = Sort(axis)(key, order)
    return order


def _comparable(x: Any) -> Any:
    dtype = aval_of(x).dtype
    return convert_element_type(
        x, np.dtype(np.uint8) if dtype.kind == "b" else dtypes.widened(dtype)
    )
