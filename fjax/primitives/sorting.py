"""Sorting along an axis: several operands ordered by the first ones, and the k greatest
elements.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.relations import AxisRelation, along_all
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, FjaxValueError, ShapeError
from fjax.primitives.bitwise import bitwise_and, bitwise_not, bitwise_or, bitwise_xor
from fjax.primitives.comparison import eq, lt
from fjax.primitives.conversion import BitcastConvertType, convert_element_type
from fjax.primitives.families import describe
from fjax.primitives.generators import full, iota
from fjax.primitives.indexing import take_along
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate
from fjax.primitives.structure import BroadcastInDim, Reshape, fronted


@primitive
class Sort(Primitive):
    """The operands reordered along `dimension` so that the first `num_keys` of them ascend.

    NaN comes last, -0.0 and 0.0 are equal, and equal keys keep their order if `is_stable`.
    """

    library = True
    multiple_results = True
    absent = frozenset({"transpose"})
    dimension: int
    is_stable: bool = True
    num_keys: int = 1

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        return along_all(avals, self.result_type(*avals), [self.dimension])

    def result_type(self, *avals: ShapedArray):
        if not avals or any(a.shape != avals[0].shape for a in avals):
            raise ShapeError(f"sort: operands must have one shape, got {describe(avals)}")
        if not 0 <= self.dimension < avals[0].ndim:
            raise ShapeError(f"sort: dimension {self.dimension} is not an axis of {avals[0]}")
        if not 1 <= self.num_keys <= len(avals):
            raise FjaxValueError(
                f"sort: num_keys must be between 1 and {len(avals)}, the number "
                f"of operands, got {self.num_keys}"
            )
        for a in avals[: self.num_keys]:
            if dtypes.is_key(a.dtype) or a.dtype == dtypes.float0:
                raise DtypeError(f"sort: {a} has no order")
        return avals

    def evaluate(self, xp: Any, *arrays: Any):
        if len(arrays) == 1:
            return (sort_values(xp, arrays[0], self.dimension),)
        keys = [comparable(a) for a in arrays[: self.num_keys]]
        if len(keys) == 1:
            order = xp.argsort(
                keys[0], axis=self.dimension, kind="stable" if self.is_stable else None
            )
        else:
            order = xp.lexsort(keys[::-1], axis=self.dimension)
        return reordered(xp, arrays, order, self.dimension)

    def jvp(self, primals, tangents):
        shape = primals[0].shape
        counted = iota(dtypes.int64, shape, self.dimension)
        *outs, order = self(*primals, counted)
        moved = [
            Zero(o.aval.tangent()) if type(t) is Zero else take_along(t, order, self.dimension)
            for o, t in zip(outs, tangents, strict=True)
        ]
        return outs, moved

    def batch(self, axis: BatchAxis, args, dims):
        moved = fronted(axis, args, dims)
        return self.replace(dimension=self.dimension + 1)(*moved), [0] * len(args)

    def simplify(self, *operands):
        return list(operands) if operands[0].aval.shape[self.dimension] <= 1 else None

    def drop_unused(self, used):
        stays = tuple(u or i < self.num_keys for i, u in enumerate(used))
        return (self, stays, stays) if not all(stays) else None

    def onnx(self, graph, *operands):
        axis, found = self.dimension, list(operands)
        for key in reversed(range(self.num_keys)):  # the last first: each sort is stable
            n = found[key].shape[axis]
            _, order = ordered(graph, found[key], n, axis, False, dtypes.int64)
            found = [
                graph.node("GatherElements", [x, order], x.shape, x.dtype, axis=axis) for x in found
            ]
        return found


def reordered(xp: Any, arrays: Sequence[Any], order: Any, axis: int) -> tuple[Any, ...]:
    """Each array with the elements along an axis in this order.

    Flat places along the last axis take half the time of take_along_axis.
    """
    if axis != order.ndim - 1 or order.size == 0:
        return tuple([xp.take_along_axis(a, order, axis) for a in arrays])
    if order.ndim > 1:
        rows = math.prod(order.shape[:-1])
        starts = xp.arange(rows).reshape(*order.shape[:-1], 1) * order.shape[-1]
        order = order + starts
    return tuple([xp.take(a.reshape(-1), order) for a in arrays])


def comparable(x: Any) -> Any:
    """Values that NumPy sorts as fjax means it."""
    return x.astype(dtypes.widened(x.dtype), copy=False)


def sort_values(xp: Any, x: Any, axis: int) -> Any:
    """One array sorted; NumPy's fast unstable sort, with zeros of both signs put back in order."""
    keys = comparable(x)
    if keys.dtype.kind == "c":
        order = xp.argsort(keys, axis=axis, kind="stable")
        return xp.take_along_axis(x, order, axis)
    out = xp.sort(keys, axis=axis)
    if keys.dtype.kind == "f" and _may_hold_zero(xp, out):
        zeros = keys == 0
        if zeros.any() and xp.signbit(keys[zeros]).any():
            before, after = xp.moveaxis(keys, axis, -1), xp.moveaxis(out, axis, -1)
            after[after == 0] = before[before == 0]
    return out.astype(x.dtype, copy=False)


def _may_hold_zero(xp: Any, ascending: Any) -> bool:
    """False if a sorted array has no zero; looked up only where there is one row."""
    if ascending.ndim != 1:
        return True
    at = xp.searchsorted(ascending, ascending.dtype.type(0))  # any other type converts the array
    return bool(at < len(ascending) and ascending[at] == 0)


def in_total_order(xp: Any, x: Any) -> Any:
    """Keys that order floats totally: -NaN, -inf, …, -0.0, 0.0, …, inf, NaN; integers as they are.

    The bits of a float, read as an integer, ascend with it where its sign bit is clear and descend
    where it is set (IEEE 754-2019, 5.10).
    """
    keys = comparable(x)
    if keys.dtype.kind != "f":
        return keys
    width = 8 * keys.dtype.itemsize
    bits = xp.ascontiguousarray(keys).view(f"i{keys.dtype.itemsize}")
    return bits ^ ((bits >> (width - 1)) & np.iinfo(bits.dtype).max)


def descending(xp: Any, keys: Any) -> Any:
    """The order of the last axis from the greatest to the least; equal keys stay."""
    backwards = xp.argsort(keys[..., ::-1], axis=-1, kind="stable")
    return (keys.shape[-1] - 1) - backwards[..., ::-1]


def is_few_of(k: int, n: int) -> bool:
    """Whether picking the k greatest of n elements takes less than sorting all of them.

    >>> is_few_of(5, 40), is_few_of(5, 39)
    (True, False)
    """
    return 0 < 8 * k <= n


def greatest_places(xp: Any, keys: Any, k: int, axis: int) -> Any:
    """Where the k greatest keys along an axis are, in descending order; no key is NaN.

    For few of many, the k-th greatest key is found first, and only what is above it is sorted.
    """
    keys = xp.moveaxis(keys, axis, -1)
    n = keys.shape[-1]
    if not is_few_of(k, n) or keys.size == 0:
        return xp.moveaxis(descending(xp, keys)[..., :k], -1, axis)
    least = xp.partition(keys, n - k, axis=-1)[..., n - k, None]
    picked = keys >= least
    if xp.count_nonzero(picked) > k * (keys.size // n):  # of equal ones, the first
        above, equal = keys > least, keys == least
        wanted = k - above.sum(-1, keepdims=True)
        picked = above | (equal & (xp.cumsum(equal, -1) <= wanted))
    places = (xp.flatnonzero(picked) % n).reshape(*keys.shape[:-1], k)
    order = descending(xp, xp.take_along_axis(keys, places, -1))
    return xp.moveaxis(xp.take_along_axis(places, order, -1), -1, axis)


def ordered(graph: Any, x: Any, k: int, axis: int, largest: bool, places: Any) -> Any:
    """The nodes of the k first elements in an order along an axis, and of their places.

    Of equal elements the one with the lower index is first. Where NaNs go, ONNX leaves open.
    """
    dtype = x.dtype
    if dtype.itemsize < 4 or dtype == dtypes.uint32:
        x = graph.cast(x, dtypes.int64 if dtype.kind in "iub" else np.float32)
    shape = (*x.shape[:axis], k, *x.shape[axis + 1 :])
    outs, given = [(shape, x.dtype), (shape, dtypes.int64)], [x, graph.ints([k])]
    found = graph.nodes_of("TopK", given, outs, axis=axis, largest=int(largest), sorted=1)
    return graph.cast(found[0], dtype), graph.cast(found[1], places)


def total_order_keys(x: Any) -> Any:
    """Integers in the order of a real array, by operations: floats as IEEE 754 says, 5.10."""
    dtype = aval_of(x).dtype
    wide = np.dtype(np.uint8) if dtype.kind == "b" else dtypes.widened(dtype)
    x = convert_element_type(x, wide)
    if wide.kind != "f":
        return x
    return _mirrored(BitcastConvertType(np.dtype(f"i{wide.itemsize}"))(x))


def from_keys(keys: Any, dtype: Any) -> Any:
    """The array of a dtype that has these keys in total order, by operations."""
    wide = dtypes.widened(dtype)
    if dtypes.is_float(wide):
        keys = BitcastConvertType(wide)(_mirrored(keys))
    return convert_element_type(keys, dtype)


def _mirrored(bits: Any) -> Any:
    """The bits of floats with those of negative numbers but the sign turned over, or back."""
    shape, whole = aval_of(bits).shape, aval_of(bits).dtype
    none, all_but_sign = full(shape, 0, whole), full(shape, np.iinfo(whole).max, whole)
    return bitwise_xor(bits, select_n(lt(bits, none), none, all_but_sign))


@primitive
class TopK(Primitive):
    """The k greatest elements along `axis` in descending order, and their indices.

    Floats are in total order: NaN above inf, 0.0 above -0.0, a NaN with its sign bit set below all.
    Of equal elements the one with the lower index comes first.
    """

    library = True
    multiple_results = True
    absent = frozenset({"transpose"})
    k: int
    axis: int
    index_dtype: dtypes.Dtype = dtypes.int32

    def relation(self, x: ShapedArray) -> AxisRelation | None:
        return along_all([x], self.result_type(x), [self.axis])

    def result_type(self, x: ShapedArray):
        if not 0 <= self.axis < x.ndim:
            raise ShapeError(f"top_k: axis {self.axis} is not an axis of {x}")
        if not 0 <= self.k <= x.shape[self.axis]:
            raise FjaxValueError(
                f"top_k: k must be between 0 and {x.shape[self.axis]}, the length "
                f"of axis {self.axis} of {x}, got {self.k}"
            )
        if dtypes.is_key(x.dtype) or dtypes.is_complex(x.dtype) or x.dtype == dtypes.float0:
            raise DtypeError(f"top_k does not take {x}: it has no order")
        if x.shape[self.axis] > np.iinfo(dtypes.physical(self.index_dtype)).max:
            raise FjaxValueError(
                f"top_k returns {self.index_dtype.name} indices, which will "
                f"overflow along axis {self.axis} of {x}"
            )
        shape = (*x.shape[: self.axis], self.k, *x.shape[self.axis + 1 :])
        return x.update(shape=shape), ShapedArray(shape, self.index_dtype)

    def evaluate(self, xp: Any, x: Any):
        chosen = greatest_places(xp, in_total_order(xp, x), self.k, self.axis)
        return (
            xp.take_along_axis(x, chosen, self.axis),
            chosen.astype(dtypes.physical(self.index_dtype)),
        )

    def jvp(self, primals, tangents):
        values, indices = self(primals[0])
        moved = take_along(tangents[0], indices, self.axis)
        return (values, indices), (moved, Zero(indices.aval.tangent()))

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        return self.replace(axis=self.axis + (self.axis >= d))(args[0]), (d, d)

    def expand(self, x: Any):
        """One element is the greatest one."""
        if x.shape[self.axis] != self.k or self.k != 1:
            return None
        return x, full(x.shape, 0, self.index_dtype)

    def in_passes(self, x: Any) -> tuple[Any, Any]:
        """The greatest element, then the greatest of what is left, by operations."""
        places, keys = self._found(x)
        first = tuple([1 if a == self.axis else n for a, n in enumerate(x.shape)])
        found, at = (
            Concatenate(self.axis)(*[Reshape(first)(c) for c in columns])
            for columns in (keys, places)
        )
        return from_keys(found, x.dtype), convert_element_type(at, self.index_dtype)

    def _found(self, x: Any) -> tuple[list[Any], list[Any]]:
        """The places and the keys of the greatest elements."""
        n, shape = x.shape[self.axis], x.shape
        kept = tuple([a for a in range(len(shape)) if a != self.axis])
        keys = total_order_keys(x)
        dtype = np.dtype(np.int32 if n <= np.iinfo(np.int32).max else np.int64)
        at, none = iota(dtype, shape, self.axis), full(shape, n, dtype)
        least = full(shape, np.iinfo(keys.dtype).min, keys.dtype)
        taken, places, found = full(shape, False, dtypes.bool_), list[Any](), list[Any]()
        for _ in range(self.k):
            left = select_n(taken, keys, least)
            found.append(ReduceMax((self.axis,))(left))
            same = bitwise_and(eq(keys, BroadcastInDim(shape, kept)(found[-1])), bitwise_not(taken))
            places.append(ReduceMin((self.axis,))(select_n(same, none, at)))
            taken = bitwise_or(taken, eq(at, BroadcastInDim(shape, kept)(places[-1])))
        return places, found

    def onnx(self, graph, x):
        return ordered(graph, x, self.k, self.axis, True, self.index_dtype)
