"""Queries that see no key, which cuDNN leaves as it likes: theirs is the mean of all values.

That is what softmax makes of logits that are all hidden alike, and so what the program of other
operations gives. Their cotangents reach values alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add, mul, sub
from fjax.primitives.bitwise import bitwise_and, bitwise_not
from fjax.primitives.comparison import ge, le, lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.generators import Iota, full
from fjax.primitives.reductions import ReduceOr
from fjax.primitives.selection import select_n
from fjax.primitives.structure import ReduceSum, Reshape, Transpose, broadcasting

WIDE = np.dtype(np.float32)


class Sights(NamedTuple):
    """What says which keys a query sees, for one axis of batches."""

    batch: int
    queries: int
    keys: int
    is_causal: bool
    window: int | None
    mask: Any  # (batch, heads or 1, queries, keys), or None
    lengths: Any  # of queries and of keys, (batch,) each; or None


def sees_none(of: Sights) -> Any:
    """Which queries see no key, (batch, heads or 1, queries); None if there are none."""
    if of.mask is None and of.lengths is None:
        return None  # neighbours and predecessors include the query's own position
    shape = (of.batch, 1, of.queries)
    row = Iota(dtypes.int32, shape, 2)()
    first = full(shape, 0, dtypes.int32)
    last = row if of.is_causal else full(shape, of.keys - 1, dtypes.int32)
    if of.window is not None:
        first = _greater(first, sub(row, like(of.window, row)))
    if of.lengths is not None:
        ends = broadcasting(shape, (0,))(of.lengths[1])
        last = _less(last, sub(ends, like(1, ends)))
    if of.mask is None:
        seen = le(first, last)
    else:
        whole = aval_of(of.mask).shape
        key = Iota(dtypes.int32, whole, 3)()
        first, last = (broadcasting(whole, (0, 1, 2))(x) for x in (first, last))
        seen = bitwise_and(of.mask, bitwise_and(le(first, key), le(key, last)))
        seen = ReduceOr((3,))(seen)
    if of.lengths is not None:
        inside = lt(row, broadcasting(shape, (0,))(of.lengths[0]))
        seen = bitwise_and(seen, broadcasting(aval_of(seen).shape, (0, 1, 2))(inside))
    return bitwise_not(seen)


def _greater(x: Any, y: Any) -> Any:
    return select_n(ge(x, y), y, x)


def _less(x: Any, y: Any) -> Any:
    return select_n(le(x, y), y, x)


def mean_for(none: Any, out: Any, value: Any) -> Any:
    """The results (batch, queries, heads, size), with the mean of values where none is seen."""
    shape, (batch, keys, kinds, size) = aval_of(out).shape, aval_of(value).shape
    total = ReduceSum((1,))(convert_element_type(value, WIDE))
    mean = mul(total, like(1 / keys, total))
    group = shape[2] // kinds
    mean = broadcasting((batch, kinds, group, size), (0, 1, 3))(mean)
    mean = convert_element_type(Reshape((batch, kinds * group, size))(mean), aval_of(out).dtype)
    return select_n(_of_rows(none, shape), out, broadcasting(shape, (0, 2, 3))(mean))


def hidden_sum(none: Any, sums: Any, value: float) -> Any:
    """Sums (batch, heads, queries, ...) with this value where none is seen."""
    shape = aval_of(sums).shape
    where = broadcasting(shape, (0, 1, 2))(none)
    return select_n(where, sums, full(shape, value, aval_of(sums).dtype))


def without(none: Any, cotangent: Any) -> Any:
    """Cotangents of the results, zero where none is seen."""
    shape = aval_of(cotangent).shape
    return select_n(_of_rows(none, shape), cotangent, full(shape, 0, aval_of(cotangent).dtype))


def with_mean(none: Any, cotangent: Any, gradient: Any) -> Any:
    """The gradient of values, with that of the mean for queries that see none."""
    shape, (batch, keys, kinds, size) = aval_of(cotangent).shape, aval_of(gradient).shape
    wide = convert_element_type(cotangent, WIDE)
    only = select_n(_of_rows(none, shape), full(shape, 0, WIDE), wide)
    parts = Reshape((batch, shape[1], kinds, shape[2] // kinds, size))(only)
    total = ReduceSum((1, 3))(parts)
    mean = broadcasting((batch, keys, kinds, size), (0, 2, 3))(mul(total, like(1 / keys, total)))
    return convert_element_type(
        add(convert_element_type(gradient, WIDE), mean), aval_of(gradient).dtype
    )


def _of_rows(none: Any, shape: tuple[int, ...]) -> Any:
    """Which elements of (batch, queries, heads, size) are of queries that see none."""
    return broadcasting(shape, (0, 1, 2))(Transpose((0, 2, 1))(none))
