"""Windows at traced positions: dynamic_slice and dynamic_update_slice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.ir import Literal
from fjax.core.primitive import BatchAxis, Primitive, Role, primitive
from fjax.core.rows import Rows
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.arithmetic import add, sub
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.comparison import ge, lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import describe, is_linear
from fjax.primitives.generators import full, jointly_linear_jvp
from fjax.primitives.index_arithmetic import (
    GatherDimensionNumbers,
    ScatterDimensionNumbers,
    as_index,
)
from fjax.primitives.index_rows import signed
from fjax.primitives.indexing import CLIP, Gather, Scatter, ScatterAdd, summable
from fjax.primitives.out_of_bounds import report_window
from fjax.primitives.selection import clamp, select_n
from fjax.primitives.shaping import Concatenate
from fjax.primitives.structure import (
    BroadcastInDim,
    Reshape,
    Structural,
    broadcast_batch,
    fronted,
    move_axis,
)


def check_starts(
    name: str, x: ShapedArray, sizes: Sequence[int], starts: Sequence[ShapedArray]
) -> None:
    """Raise unless there is one integer scalar per axis, and the window fits the operand."""
    if len(starts) != x.ndim or any(s.shape or not dtypes.is_integer(s.dtype) for s in starts):
        raise DtypeError(
            f"{name}: {x} needs {x.ndim} integer scalars as start indices, got ({describe(starts)})"
        )
    if len(sizes) != x.ndim or not all(0 <= s <= n for s, n in zip(sizes, x.shape, strict=True)):
        raise ShapeError(f"{name}: a window of shape {tuple(sizes)} does not fit into {x}")


def window(
    shape: Sequence[int], sizes: Sequence[int], starts: Sequence[np.ndarray]
) -> tuple[Any, ...]:
    """The clamped window as NumPy slices."""
    found = []
    for n, size, start in zip(shape, sizes, starts, strict=True):
        first = min(max(int(start), 0), n - size)
        found.append(slice(first, first + size))
    return tuple(found)


def sliced(graph: Any, x: Any, sizes: Sequence[int], starts: Sequence[Any]) -> Any:
    """The nodes of a window that starts at scalars; it is moved to lie inside."""
    axes = [a for a, size in enumerate(sizes) if size != x.shape[a]]
    if not axes:
        return x
    lasts = [x.shape[a] - sizes[a] for a in axes]
    columns = [graph.reshape(graph.cast(starts[a], dtypes.int64), (1,)) for a in axes]
    shape = (len(axes),)
    first = graph.concatenate(columns, 0)
    first = graph.node("Max", [first, graph.ints([0] * len(axes))], shape, dtypes.int64)
    first = graph.node("Min", [first, graph.ints(lasts)], shape, dtypes.int64)
    lengths = graph.ints([sizes[a] for a in axes])
    limit = graph.node("Add", [first, lengths], shape, dtypes.int64)
    return graph.node("Slice", [x, first, limit, graph.ints(axes)], sizes, x.dtype)


def index_vector(axis: BatchAxis, starts: Sequence[Any], dims: Sequence[int | None]) -> Any:
    """Per-example start indices as one array of shape (batch, rank)."""
    dtype = np.result_type(*[dtypes.physical(aval_of(s).dtype) for s in starts])
    dtype = dtypes.int64 if dtype.kind == "f" else dtype
    columns = [
        broadcast_batch(s, axis.size, 0) if d is None else s
        for s, d in zip(starts, dims, strict=True)
    ]
    if dtype == dtypes.int64:
        columns = [signed(c) for c in columns]
    columns = [Reshape((axis.size, 1))(convert_element_type(c, dtype)) for c in columns]
    return Concatenate(1)(*columns)


def own_starts(
    rows: Mapping[int, Rows], shape: Sequence[int], starts: Sequence[Any]
) -> tuple[list[Any], Any]:
    """Start indices as they are for a member that has these rows, and whether it has those.

    shape: of the member's part.
    """
    own, here = list(starts), None
    for a, each in rows.items():
        zero, last = (full((), n, dtypes.int64) for n in (0, each.whole - 1))
        start = clamp(zero, signed(starts[a]), last)
        start = sub(start, convert_element_type(each.start, dtypes.int64))
        inside = bitwise_and(ge(start, zero), lt(start, full((), shape[a], dtypes.int64)))
        here = inside if here is None else bitwise_and(here, inside)
        own[a] = convert_element_type(start, aval_of(starts[a]).dtype)
    return own, here


@primitive
class DynamicSlice(Structural):
    """A window of shape `sizes` at traced start indices, which are clamped so that it fits."""

    slice_sizes: tuple[int, ...]

    def summands(self, avals):
        return (0,)

    def result_type(self, x: ShapedArray, *starts: ShapedArray):
        check_starts(self.name, x, self.slice_sizes, starts)
        return (x.update(shape=self.slice_sizes),)

    def evaluate(self, xp: Any, x: Any, *starts: Any):
        return (x[window(x.shape, self.slice_sizes, starts)],)

    def mistakes(self, checker, x, *starts):
        report_window(checker, self.name, aval_of(x).shape, self.slice_sizes, starts)

    def transpose(self, cotangents, x, *starts):
        zeros = full(x.shape, 0, x.dtype)
        return (dynamic_update_slice(zeros, cotangents[0], *starts), *[None] * len(starts))

    def batch(self, axis: BatchAxis, args, dims):
        x, starts = args[0], args[1:]
        rank = len(starts)
        if all(d is None for d in dims[1:]):
            d = dims[0]
            sizes = (*self.slice_sizes[:d], axis.size, *self.slice_sizes[d:])
            zero = full((), 0, aval_of(starts[0]).dtype if starts else dtypes.int32)
            return (DynamicSlice(sizes)(x, *starts[:d], zero, *starts[d:]),), (d,)
        indices = index_vector(axis, starts, dims[1:])
        axes = tuple(range(rank))
        if dims[0] is None:
            numbers = GatherDimensionNumbers(tuple(a + 1 for a in axes), (), axes)
            return (Gather(numbers, self.slice_sizes, CLIP)(x, indices),), (0,)
        numbers = GatherDimensionNumbers(
            tuple(a + 1 for a in axes), (), tuple(a + 1 for a in axes), (0,), (0,)
        )
        sizes = (min(1, axis.size), *self.slice_sizes)
        return (Gather(numbers, sizes, CLIP)(move_axis(x, dims[0], 0), indices),), (0,)

    def for_parts(self, parts, results):
        return DynamicSlice(results[0].shape)

    def by_stretches(self, axis, builder, atoms, x, *starts):
        first, size, n = atoms[1 + axis], self.slice_sizes[axis], x.aval.shape[axis]
        if not isinstance(first, Literal):
            return None
        rows = builder.slice(x, min(max(int(first.value), 0), n - size), size)
        return rows if rows.aval.shape == self.slice_sizes else builder.others(self, rows, *starts)

    def by_index(self, x, *starts):
        if not summable(x.dtype):
            return ()
        return tuple(a for a, n in enumerate(x.shape) if self.slice_sizes[a] == 1 < n)

    def of_rows(self, rows, x, *starts):
        own, here = own_starts(rows, aval_of(x).shape, starts)
        out = self(x, *own)
        mask = BroadcastInDim(out.shape, ())(here)
        return (select_n(mask, full(out.shape, 0, out.dtype), out),)

    def element(self, index, x, *starts):
        axes = zip(index, x.shape, self.slice_sizes, starts, strict=True)
        return x([i if n == size else i + clamped(start, n - size) for i, n, size, start in axes])

    def simplify(self, x, *starts):
        return x if x.aval.shape == self.slice_sizes else None

    def sparse(self, x, *starts):
        return (x.window(starts, self.slice_sizes),)

    def onnx(self, graph, x, *starts):
        return (sliced(graph, x, self.slice_sizes, starts),)


def clamped(start: Any, last: int) -> Any:
    """A start index as an int64 expression in [0, last]."""
    value = as_index(start([]))
    return scalar.minimum(scalar.maximum(value, 0), last)


@primitive
class DynamicUpdateSlice(Primitive):
    """The operand with a window replaced; the traced start indices are clamped so that it fits."""

    role = Role.INDEX
    update_operand = 1
    monoid = None

    def summands(self, avals):
        return [k for k in (0, 1) if avals[k].unreduced]

    def result_type(self, x: ShapedArray, update: ShapedArray, *starts: ShapedArray):
        if x.dtype != update.dtype:
            raise DtypeError(
                f"dynamic_update_slice: operand {x} and update {update} must have one "
                "dtype; convert with astype"
            )
        check_starts(self.name, x, update.shape, starts)
        return (x.update(weak_type=x.weak_type and update.weak_type),)

    def evaluate(self, xp: Any, x: Any, update: Any, *starts: Any):
        out = x.copy()
        out[window(x.shape, update.shape, starts)] = update
        return (out,)

    def mistakes(self, checker, x, update, *starts):
        report_window(checker, self.name, aval_of(x).shape, aval_of(update).shape, starts)

    jvp = jointly_linear_jvp

    def transpose(self, cotangents, x, update, *starts):
        c = cotangents[0]
        by_x = self(c, full(update.shape, 0, c.dtype), *starts) if is_linear(x) else None
        by_update = DynamicSlice(tuple(update.shape))(c, *starts) if is_linear(update) else None
        return (by_x, by_update, *[None] * len(starts))

    def batch(self, axis: BatchAxis, args, dims):
        x, update = fronted(axis, args[:2], dims[:2])
        starts = args[2:]
        if all(d is None for d in dims[2:]):
            zero = full((), 0, aval_of(starts[0]).dtype if starts else dtypes.int32)
            return (self(x, update, zero, *starts),), (0,)
        shifted = tuple(range(1, len(starts) + 1))
        numbers = ScatterDimensionNumbers(shifted, (), shifted, (0,), (0,))
        scatter = Scatter(numbers, CLIP, unique_indices=True)
        return (scatter(x, index_vector(axis, starts, dims[2:]), update),), (0,)

    def by_index(self, x, update, *starts):
        return tuple(a for a, n in enumerate(x.shape) if update.shape[a] == 1 < n)

    def of_rows(self, rows, x, update, *starts):
        own, here = own_starts(rows, aval_of(x).shape, starts)
        out = self(x, update, *own)
        return (select_n(BroadcastInDim(out.shape, ())(here), x, out),)

    def by_stretches(self, axis, builder, atoms, x, update, *starts):
        first, m, n = atoms[2 + axis], update.aval.shape[axis], x.aval.shape[axis]
        if not isinstance(first, Literal):
            return None
        start = min(max(int(first.value), 0), n - m)
        rest = (n - start - m, start + m)
        rows = update
        if update.aval.shape[:axis] + update.aval.shape[axis + 1 :] != (
            x.aval.shape[:axis] + x.aval.shape[axis + 1 :]
        ):
            rows = builder.each(self, builder.slice(x, start, m), update, *starts)
        return builder.join([builder.slice(x, 0, start), rows, builder.slice(x, rest[1], rest[0])])

    def element(self, index, x, update, *starts):
        source, inside = [], None
        for i, n, size, start in zip(index, x.shape, update.shape, starts, strict=True):
            if n == size:
                source.append(i)
                continue
            at = i - clamped(start, n - size)
            good = (at >= 0) & (at < size)
            inside = good if inside is None else inside & good
            source.append(at)
        if inside is None:
            return update(source)
        return scalar.select(inside, update(source, inside), x(index))

    def target(self, index, x, update, *starts):
        axes = zip(index, x.shape, update.shape, starts, strict=True)
        return [
            i if n == size else i + clamped(start, n - size) for i, n, size, start in axes
        ], None

    def accumulate(self, x, update, *starts):
        shape, sizes = aval_of(x).shape, aval_of(update).shape
        cut = tuple(a for a, n in enumerate(shape) if sizes[a] != n)
        if not cut:
            return add(x, update)
        columns = [Reshape((1,))(signed(starts[a])) for a in cut]
        numbers = ScatterDimensionNumbers(tuple(range(len(shape))), (), cut)
        return ScatterAdd(numbers, CLIP, unique_indices=True)(x, Concatenate(0)(*columns), update)

    def read_targets(self, x, update, *starts):
        return DynamicSlice(tuple(update.shape))(x, *starts)

    def write_targets(self, x, values, update, *starts):
        return self(x, values, *starts)

    def update_where(self, chosen, x, update, *starts):
        window = DynamicSlice(tuple(update.shape))
        here = window(chosen, *starts) if chosen.ndim else chosen
        return self(x, select_n(here, window(x, *starts), update), *starts)

    def simplify(self, x, update, *starts):
        return update if x.aval == update.aval else None


dynamic_update_slice = DynamicUpdateSlice()
