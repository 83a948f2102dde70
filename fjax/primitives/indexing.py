"""Indexing by arrays of indices: gather and the scatters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Monoid, Primitive, Role, Zero, family, primitive
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, NotDifferentiableError
from fjax.primitives.arithmetic import add, div, mul, neg
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.comparison import eq
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import is_linear
from fjax.primitives.generators import full, instantiate, iota, jointly_linear_jvp
from fjax.primitives.index_arithmetic import (
    GatherDimensionNumbers,
    GatherScatterMode,
    ScatterDimensionNumbers,
    as_index,
    as_scatter,
    default_fill,
    evaluate_gather,
    evaluate_scatter,
    window_axes,
)
from fjax.primitives.index_checks import check_scatter, gather_shape
from fjax.primitives.index_rows import row_indices, signed
from fjax.primitives.library_nodes import taken
from fjax.primitives.out_of_bounds import report_out_of_bounds
from fjax.primitives.selection import Max, Min, clamp, select_n
from fjax.primitives.shaping import take_range
from fjax.primitives.structure import (
    BroadcastInDim,
    Reshape,
    Structural,
    Transpose,
    broadcast_batch,
    broadcasting,
    move_axis,
    ufunc_of,
)

CLIP, FILL = GatherScatterMode.CLIP, GatherScatterMode.FILL_OR_DROP


def shifted(axes: Sequence[int]) -> tuple[int, ...]:
    """Axes after one more axis came first."""
    return tuple(a + 1 for a in axes)


def _held(start: Any, last: int) -> Any:
    """A start index moved to lie between 0 and the last one, which may be the only one."""
    return scalar.minimum(scalar.maximum(start, 0), last) if last else 0


@primitive
class Gather(Structural):
    """Slices of the operand that start where each index vector says.

    The indices' last axis holds the index vectors; their components may be out of bounds, see
    `GatherScatterMode`. A slice that would leave the array is moved as a whole.
    """

    domain = "its indices, such as labels, are within the array"
    dimension_numbers: GatherDimensionNumbers
    slice_sizes: tuple[int, ...]
    mode: GatherScatterMode
    fill_value: Any = None
    unique_indices: bool = False
    indices_are_sorted: bool = False

    def summands(self, avals):
        return (0,)

    def result_type(self, x: ShapedArray, indices: ShapedArray):
        shape = gather_shape(self.dimension_numbers, self.slice_sizes, x, indices)
        return (x.update(shape=shape),)

    def fill(self, dtype: Any) -> Any:
        return default_fill(dtype) if self.fill_value is None else self.fill_value

    def on_words(self, dtype: Any, words: Any) -> Gather:
        if self.mode is not FILL:
            return self
        filled = np.full(1, self.fill(dtype), dtype).view(words)
        return self.replace(fill_value=int(filled[0]))

    def evaluate(self, xp: Any, x: Any, indices: Any):
        return (
            evaluate_gather(
                xp,
                x,
                indices,
                self.dimension_numbers,
                self.slice_sizes,
                self.mode,
                self.fill(x.dtype),
            ),
        )

    def jvp(self, primals, tangents):
        out = self(*primals)
        linear = self.replace(fill_value=0) if self.mode is FILL else self
        return (out,), (linear(tangents[0], primals[1]),)

    def transpose(self, cotangents, x, indices):
        into = ScatterAdd(
            as_scatter(self.dimension_numbers),
            self.mode,
            self.unique_indices,
            self.indices_are_sorted,
        )
        return into(full(x.shape, 0, x.dtype), indices, cotangents[0]), None

    def batch(self, axis: BatchAxis, args, dims):
        d = self.dimension_numbers
        moved = [a if i is None else move_axis(a, i, 0) for a, i in zip(args, dims, strict=True)]
        offsets, shared = shifted(d.offset_dims), d.operand_batching_dims
        collapsed, mapped = d.collapsed_slice_dims, d.start_index_map
        sizes, indices_shared = self.slice_sizes, d.start_indices_batching_dims
        if dims[0] is not None:
            collapsed, mapped, shared = shifted(collapsed), shifted(mapped), shifted(shared)
            sizes = (axis.size if dims[1] is None else min(1, axis.size), *sizes)
        if dims[1] is None:
            offsets = (0, *offsets)
        else:
            indices_shared = shifted(indices_shared)
            if dims[0] is not None:
                shared, indices_shared = (0, *shared), (0, *indices_shared)
        numbers = GatherDimensionNumbers(offsets, collapsed, mapped, shared, indices_shared)
        return (self.replace(dimension_numbers=numbers, slice_sizes=sizes)(*moved),), (0,)

    def mistakes(self, checker, x, indices):
        axes = self.dimension_numbers.start_index_map
        report_out_of_bounds(
            checker, self.name, aval_of(x).shape, axes, [self.slice_sizes[a] for a in axes], indices
        )

    def for_parts(self, parts, results):
        d, sizes = self.dimension_numbers, list(self.slice_sizes)
        for a, k in zip(window_axes(d, len(sizes)), d.offset_dims, strict=True):
            sizes[a] = results[0].shape[k]
        return self.replace(slice_sizes=tuple(sizes))

    def by_index(self, x, indices):
        """Axes of slices of one element, where no more is read than there is."""
        d = self.dimension_numbers
        (out,) = self.result_type(x, indices)
        if not summable(x.dtype) or out.size > x.size:
            return ()
        return tuple(a for a in d.start_index_map if self.slice_sizes[a] == 1 and x.shape[a] > 1)

    def of_rows(self, rows, x, indices):
        d = self.dimension_numbers
        sizes = [self.slice_sizes[a] for a in d.start_index_map]
        own, outside = row_indices(rows, d, sizes, self.mode, aval_of(x).shape, indices)
        out = self.replace(mode=FILL, fill_value=0)(x, own)
        fill = self.fill(aval_of(x).dtype)
        if self.mode is not FILL or (fill == 0 and not np.signbit(np.real(fill))):
            return (out,)
        first = eq(next(iter(rows.values())).start, np.int32(0))  # one member gives what is filled
        for each in list(rows.values())[1:]:
            first = bitwise_and(first, eq(each.start, np.int32(0)))
        kept = tuple(k for k in range(out.ndim) if k not in d.offset_dims)
        filled = bitwise_and(outside, BroadcastInDim(outside.shape, ())(first))
        filled = BroadcastInDim(out.shape, kept)(filled)
        return (select_n(filled, out, full(out.shape, fill, out.dtype)),)

    def element(self, index: Sequence[Any], x: Any, indices: Any):
        """The operand's element at the clamped start plus the offset inside the slice."""
        d = self.dimension_numbers
        outer = [i for k, i in enumerate(index) if k not in d.offset_dims]
        source: list[Any] = [0] * len(x.shape)
        for a, b in zip(d.operand_batching_dims, d.start_indices_batching_dims, strict=True):
            source[a] = outer[b]
        for a, k in zip(window_axes(d, len(x.shape)), d.offset_dims, strict=True):
            source[a] = index[k]
        inside: Any = None
        for k, a in enumerate(d.start_index_map):
            start = as_index(indices([*outer, k]))
            last = x.shape[a] - self.slice_sizes[a]
            if self.mode is FILL:
                good = (start >= 0) & (start <= last)
                inside = good if inside is None else inside & good
            start = _held(start, last)
            source[a] = start if a in d.collapsed_slice_dims else source[a] + start
        if inside is None:
            return x(source)
        value = x(source, inside)
        dtype, fill = value.dtype, self.fill(value.dtype)
        outside = complex(fill) if dtype.kind == "c" else scalar.const(fill, dtype)
        return scalar.select(inside, value, outside)

    def sparse(self, x, indices):
        return (x.gathered(indices, self),)

    def onnx(self, graph, x, indices):
        found = taken(graph, self, x, indices)
        return None if found is None else (found,)


@family
class ScatterFamily(Primitive):
    """Writes updates into a copy of the operand, at places that the indices say.

    Updates out of bounds are dropped, unless the mode is CLIP.
    """

    role = Role.UPDATE
    hints = {"update_jaxpr": None, "update_consts": ()}
    update_operand = 2
    monoid: ClassVar[Monoid | None] = None  # how updates combine with what is there
    ufunc: ClassVar[Any] = None  # the same as a ufunc; None: they overwrite
    elementwise: ClassVar[Any] = None  # the same as an operation
    dimension_numbers: ScatterDimensionNumbers
    mode: GatherScatterMode
    unique_indices: bool = False
    indices_are_sorted: bool = False

    def result_type(self, x: ShapedArray, indices: ShapedArray, updates: ShapedArray):
        if x.dtype != updates.dtype or (self.ufunc is not None and dtypes.is_key(x.dtype)):
            raise DtypeError(
                f"{self.name}: operand and updates must have one (number) dtype, got "
                f"{x} and {updates}; convert with astype"
            )
        check_scatter(self.name, self.dimension_numbers, x, indices, updates)
        return (x.update(weak_type=x.weak_type and updates.weak_type),)

    def evaluate(self, xp: Any, x: Any, indices: Any, updates: Any):
        dtype = x.dtype
        if dtype in dtypes.WIDENED and self.ufunc is not None:
            wide = dtypes.widened(dtype)
            x, updates = x.astype(wide), updates.astype(wide)
        out = evaluate_scatter(
            xp,
            x,
            indices,
            updates,
            self.dimension_numbers.as_gather,
            self.mode,
            None if self.ufunc is None else ufunc_of(xp, self.ufunc),
            self.unique_indices,
        )
        return (out.astype(dtype, copy=False),)

    def expand(self, x, indices, updates):
        """Narrow numbers are combined in the wider dtype and rounded once.

        One update of a place touches that alone; several need the whole operand converted.
        """
        dtype, combine = x.dtype, self.elementwise
        if combine is None or dtypes.widened(dtype) == dtype:
            return None
        d = self.dimension_numbers.as_gather
        single = all(
            n == 1 or k in d.start_indices_batching_dims for k, n in enumerate(indices.shape[:-1])
        )
        if single or self.unique_indices:
            found = combine(self.read(x, indices, updates), updates)
            numbers, sorts = self.dimension_numbers, self.indices_are_sorted
            return (Scatter(numbers, self.mode, self.unique_indices, sorts)(x, indices, found),)
        wide = dtypes.widened(dtype)
        x, updates = (convert_element_type(a, wide) for a in (x, updates))
        return (convert_element_type(self(x, indices, updates), dtype),)

    def mistakes(self, checker, x, indices, updates):
        shape, d = aval_of(x).shape, self.dimension_numbers.as_gather
        sizes = [1] * len(shape)
        for a, k in zip(window_axes(d, len(shape)), d.offset_dims, strict=True):
            sizes[a] = aval_of(updates).shape[k]
        report_out_of_bounds(
            checker,
            self.name,
            shape,
            d.start_index_map,
            [sizes[a] for a in d.start_index_map],
            indices,
        )

    def batch(self, axis: BatchAxis, args, dims):
        d = self.dimension_numbers
        x, updates = (
            broadcast_batch(a, axis.size, 0) if i is None else move_axis(a, i, 0)
            for a, i in ((args[0], dims[0]), (args[2], dims[2]))
        )
        windows, shared = shifted(d.update_window_dims), shifted(d.operand_batching_dims)
        indices_shared = d.scatter_indices_batching_dims
        if dims[1] is None:
            indices, windows = args[1], (0, *windows)
        else:
            indices = move_axis(args[1], dims[1], 0)
            shared, indices_shared = (0, *shared), (0, *shifted(indices_shared))
        numbers = ScatterDimensionNumbers(
            windows,
            shifted(d.inserted_window_dims),
            shifted(d.scatter_dims_to_operand_dims),
            shared,
            indices_shared,
        )
        return (self.replace(dimension_numbers=numbers)(x, indices, updates),), (0,)

    def by_index(self, x, indices, updates):
        d, lengths = self.dimension_numbers.as_gather, [1] * x.ndim
        for a, k in zip(window_axes(d, x.ndim), d.offset_dims, strict=True):
            lengths[a] = updates.shape[k]
        return tuple(a for a in d.start_index_map if lengths[a] == 1 and x.shape[a] > 1)

    def of_rows(self, rows, x, indices, updates):
        d, lengths = self.dimension_numbers.as_gather, [1] * aval_of(x).ndim
        for a, k in zip(window_axes(d, aval_of(x).ndim), d.offset_dims, strict=True):
            lengths[a] = aval_of(updates).shape[k]
        sizes = [lengths[a] for a in d.start_index_map]
        own, _ = row_indices(rows, d, sizes, self.mode, aval_of(x).shape, indices)
        return (self.replace(mode=FILL)(x, own, updates),)

    def target(self, index: Sequence[Any], x: Any, indices: Any, updates: Any):
        d = self.dimension_numbers.as_gather
        outer = [i for k, i in enumerate(index) if k not in d.offset_dims]
        place: list[Any] = [0] * len(x.shape)
        sizes = [1] * len(x.shape)
        for a, b in zip(d.operand_batching_dims, d.start_indices_batching_dims, strict=True):
            place[a] = outer[b]
        for a, k in zip(window_axes(d, len(x.shape)), d.offset_dims, strict=True):
            place[a], sizes[a] = index[k], updates.shape[k]
        inside: Any = None
        for k, a in enumerate(d.start_index_map):
            start = as_index(indices([*outer, k]))
            last = x.shape[a] - sizes[a]
            if self.mode is not CLIP:
                good = (start >= 0) & (start <= last)
                inside = good if inside is None else inside & good
            place[a] = _held(start, last) + place[a]
        return place, inside

    def update_where(self, chosen, x, indices, updates):
        if self.monoid is Monoid.MUL and dtypes.is_complex(x.dtype):
            return None  # 1 times an infinity is no infinity alone
        here = self.read(chosen, indices, updates, CLIP) if chosen.ndim else chosen
        return self(x, indices, select_n(here, self.without_effect(x, indices, updates), updates))

    def read_targets(self, x, indices, updates):
        return self.read(x, indices, updates)

    def write_targets(self, x, values, indices, updates):
        over = self.unique_indices, self.indices_are_sorted
        return Scatter(self.dimension_numbers, self.mode, *over)(x, indices, values)

    def without_effect(self, x: Any, indices: Any, updates: Any) -> Any:
        """Updates, of the shape of these or (), that leave x as it is, bit by bit."""
        raise self.missing("without_effect")

    # ---- what the derivative rules share

    def read(
        self, x: Any, indices: Any, updates: Any, mode: GatherScatterMode | None = None
    ) -> Any:
        """What is in x where the updates go; 0 where they are dropped, or as a mode says."""
        d = self.dimension_numbers.as_gather
        shape = aval_of(x).shape
        if 0 in shape:  # every index is out of bounds
            return full(updates.shape, 0, aval_of(x).dtype)
        sizes = [min(1, n) for n in shape]
        for a, k in zip(window_axes(d, len(shape)), d.offset_dims, strict=True):
            sizes[a] = updates.shape[k]
        mode = mode or (CLIP if self.mode is CLIP else FILL)
        fill = 0 if mode is FILL else None
        return Gather(d, tuple(sizes), mode, fill, self.unique_indices, self.indices_are_sorted)(
            x, indices
        )

    def adding(self) -> ScatterAdd:
        return ScatterAdd(
            self.dimension_numbers, self.mode, self.unique_indices, self.indices_are_sorted
        )


class LinearScatter(ScatterFamily):
    """Linear in operand and updates together."""

    jvp = jointly_linear_jvp

    def summands(self, avals):
        return (0, 2) if avals[0].unreduced else (2,)


@primitive
class Scatter(LinearScatter):
    """Updates overwrite; where several go to one place, the last wins."""

    def without_effect(self, x, indices, updates):
        return self.read(x, indices, updates, CLIP)

    def transpose(self, cotangents, x, indices, updates):
        c = cotangents[0]
        by_x = by_updates = None
        if is_linear(x):
            by_x = self(c, indices, full(updates.shape, 0, c.dtype))
        if is_linear(updates):
            by_updates = self.read(c, indices, updates)
            if not self.unique_indices:
                won = self.winners(x.shape, indices, updates)
                by_updates = select_n(won, full(updates.shape, 0, c.dtype), by_updates)
        return by_x, None, by_updates

    def accumulate(self, x, indices, updates):
        return self.adding()(x, indices, updates) if self.unique_indices else None

    def winners(self, shape: tuple[int, ...], indices: Any, updates: Any) -> Any:
        """Which elements of the updates are still there in the end.

        Along axes of the windows that no index moves, it is one answer for all elements.
        """
        d = self.dimension_numbers.as_gather
        place, own = list(shape), list(updates.shape)
        for a, k in zip(window_axes(d, len(shape)), d.offset_dims, strict=True):
            if a not in d.start_index_map:
                place[a] = own[k] = 1
        numbered = Reshape(tuple(own))(iota(dtypes.int64, (math.prod(own),)))
        written = self(full(tuple(place), -1, dtypes.int64), indices, numbered)
        won = eq(self.read(written, indices, numbered), numbered)
        kept = tuple(k for k, n in enumerate(own) if n == updates.shape[k])
        won = Reshape(tuple(own[k] for k in kept))(won)
        return BroadcastInDim(updates.shape, kept)(won)


@primitive
class ScatterAdd(LinearScatter):
    """Updates are added; float16 and bfloat16 accumulate in float32."""

    makes_nan = True
    ufunc = np.add
    monoid = Monoid.ADD
    elementwise = staticmethod(add)

    def without_effect(self, x, indices, updates):
        zero = full((), 0, x.dtype)
        return neg(zero) if dtypes.is_inexact(x.dtype) else zero  # 0.0 would change -0.0

    def transpose(self, cotangents, x, indices, updates):
        c = cotangents[0]
        return (
            c if is_linear(x) else None,
            None,
            self.read(c, indices, updates) if is_linear(updates) else None,
        )

    def accumulate(self, x, indices, updates):
        return self(x, indices, updates)

    def expand_filled(self, shape, value, indices, updates):
        """A comparison for each element, where each batch has one update of whole axes."""
        d = self.dimension_numbers.as_gather
        shared = d.start_indices_batching_dims
        batches = {b: a for a, b in zip(d.operand_batching_dims, shared, strict=True)}
        windows = dict(zip(d.offset_dims, window_axes(d, len(shape)), strict=True))
        lengths = [1] * len(shape)
        for k, a in windows.items():
            lengths[a] = updates.shape[k]
        picked = {a for a in d.start_index_map if lengths[a] == 1 != shape[a]}
        single = all(n == 1 for b, n in enumerate(indices.shape[:-1]) if b not in batches)
        whole = all(
            lengths[a] == n or a in picked or a in batches.values() for a, n in enumerate(shape)
        )
        if not (single and whole and picked):
            return None
        hit: Any = None
        for k, a in enumerate(d.start_index_map):
            if a not in picked and self.mode is CLIP:
                continue
            start = take_range(indices, k, k + 1, indices.ndim - 1, indices.shape)
            start = signed(start)
            beyond = 0 if self.mode is CLIP else 1
            start = clamp(
                full((), -beyond, dtypes.int64),
                start,
                full((), shape[a] - 1 + beyond, dtypes.int64),
            )
            narrow = dtypes.int32 if shape[a] < 1 << 31 else dtypes.int64
            start = _placed(convert_element_type(start, narrow), batches, shape)
            at = iota(narrow, shape, a) if a in picked else full(shape, 0, narrow)
            hit = eq(start, at) if hit is None else bitwise_and(hit, eq(start, at))
        outer = [k for k in range(updates.ndim) if k not in windows]
        places = {**windows, **{k: batches[b] for b, k in enumerate(outer) if b in batches}}
        filled = full(shape, value, updates.dtype)
        return (select_n(hit, filled, add(filled, _placed(updates, places, shape))),)


def summable(dtype: Any) -> bool:
    """Whether members' values of this dtype can be added up."""
    return dtype != dtypes.bool_ and not dtypes.is_key(dtype) and dtype != dtypes.float0


def _placed(x: Any, axes: dict[int, int], shape: tuple[int, ...]) -> Any:
    """x spread over a shape: its axes go where `axes` says, those of length 1 are dropped."""
    kept = sorted((k for k in axes if x.shape[k] != 1), key=lambda k: axes[k])
    moved = Transpose((*kept, *(k for k in range(x.ndim) if k not in kept)))(x)
    return broadcasting(shape, tuple(axes[k] for k in kept))(
        Reshape(tuple(x.shape[k] for k in kept))(moved)
    )


@primitive
class ScatterMul(ScatterFamily):
    """Updates are multiplied in."""

    makes_nan = True
    ufunc = np.multiply
    monoid = Monoid.MUL
    elementwise = staticmethod(mul)

    def without_effect(self, x, indices, updates):
        return full((), 1, x.dtype)

    def jvp(self, primals, tangents):
        x, indices, updates = primals
        out = self(x, indices, updates)
        s, _, t = tangents
        total: Any = None if type(s) is Zero else self(s, indices, updates)
        if type(t) is not Zero:
            if not self.unique_indices:
                raise NotDifferentiableError(
                    f"{self.name}: the derivative in the updates {aval_of(updates)} needs "
                    "unique_indices=True"
                )
            by_updates = mul(t, self.read(x, indices, updates))
            base = full(out.shape, 0, out.dtype) if total is None else total
            total = self.adding()(base, indices, by_updates)
        return (out,), (total,)

    def transpose(self, cotangents, x, indices, updates):
        return self(cotangents[0], indices, updates), None, None


class ScatterExtremum(ScatterFamily):
    """The least or the greatest of what is there and the updates; ties share the gradient."""

    def without_effect(self, x, indices, updates):
        return self.read(x, indices, updates, CLIP)

    def jvp(self, primals, tangents):
        x, indices, updates = primals
        out = self(x, indices, updates)
        s, _, t = tangents
        kept = convert_element_type(eq(x, out), out.dtype)
        taken = convert_element_type(eq(updates, self.read(out, indices, updates)), out.dtype)
        scatter = self.adding()
        count = scatter(kept, indices, taken)
        weighted = scatter(mul(instantiate(s), kept), indices, mul(instantiate(t), taken))
        return (out,), (div(weighted, count),)


@primitive
class ScatterMin(ScatterExtremum):
    """The least of what is there and the updates; NaN if any is NaN."""

    ufunc = np.minimum
    monoid = Monoid.MIN
    elementwise = Min()
    absent = frozenset({"transpose"})


@primitive
class ScatterMax(ScatterExtremum):
    """The greatest of what is there and the updates; NaN if any is NaN."""

    ufunc = np.maximum
    monoid = Monoid.MAX
    elementwise = Max()
    absent = frozenset({"transpose"})


def take_along(x: Any, indices: Any, axis: int) -> Any:
    """x[..., indices[..., i, ...], ...] along one axis; the other axes correspond. In bounds
    only.
    """
    shape, places = aval_of(x).shape, aval_of(indices)
    if not places.size:  # a gather takes slices of one element, which an empty axis has not
        return full(places.shape, 0, aval_of(x).dtype)
    others = tuple(i for i in range(len(shape)) if i != axis)
    numbers = GatherDimensionNumbers((), (axis,), (axis,), others, others)
    vectors = Reshape((*places.shape, 1))(indices)
    sizes = tuple(min(1, n) for n in shape)
    return Gather(numbers, sizes, GatherScatterMode.PROMISE_IN_BOUNDS)(x, vectors)
