"""Rearranging whole arrays: slice, pad, concatenate, reverse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Primitive, Role, primitive
from fjax.core.sparse_operand import is_sparse
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, FjaxValueError, ShapeError
from fjax.primitives.arithmetic import sub
from fjax.primitives.families import describe, is_linear
from fjax.primitives.generators import full, jointly_linear_jvp
from fjax.primitives.selection import select_n
from fjax.primitives.structure import (
    BroadcastInDim,
    ReduceSum,
    Reshape,
    Structural,
    Transpose,
    broadcast_batch,
    fronted,
    move_axis,
)


@primitive
class Slice(Structural):
    """Elements start, start + stride, … below limit along each axis; strides None means all 1."""

    spelled = {"starts": "start_indices", "limits": "limit_indices"}
    additive = True
    starts: tuple[int, ...]
    limits: tuple[int, ...]
    strides: tuple[int, ...] | None

    @property
    def steps(self) -> tuple[int, ...]:
        return self.strides or (1,) * len(self.starts)

    def result_type(self, x: ShapedArray):
        if not len(self.starts) == len(self.limits) == len(self.steps) == x.ndim:
            raise ShapeError(
                f"slice: {x} needs {x.ndim} starts, limits and strides, got "
                f"{self.starts}, {self.limits} and {self.strides}"
            )
        if not all(
            0 <= a <= b <= n and s > 0
            for a, b, n, s in zip(self.starts, self.limits, x.shape, self.steps, strict=True)
        ):
            raise ShapeError(
                f"slice: starts {self.starts}, limits {self.limits} and strides "
                f"{self.strides} of {x} must satisfy 0 <= start <= limit <= length "
                "and stride >= 1"
            )
        return (
            x.update(
                shape=tuple(
                    -((a - b) // s)
                    for a, b, s in zip(self.starts, self.limits, self.steps, strict=True)
                )
            ),
        )

    def evaluate(self, xp: Any, x: Any):
        return (x[tuple(map(slice, self.starts, self.limits, self.steps))],)

    def transpose(self, cotangents, x):
        c = cotangents[0]
        config = []
        for a, s, n, m in zip(self.starts, self.steps, x.shape, c.shape, strict=True):
            reached = a + max((m - 1) * s + 1, 0) if m else a
            config.append((a, n - reached, s - 1))
        return (Pad(tuple(config))(c, full((), 0, c.dtype)),)

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        starts, limits, steps = (
            (*t[:d], v, *t[d:])
            for t, v in ((self.starts, 0), (self.limits, axis.size), (self.steps, 1))
        )
        return (Slice(starts, limits, None if self.strides is None else steps)(args[0]),), (d,)

    def for_parts(self, parts, results):
        axes = zip(
            self.starts, self.steps, self.limits, parts[0].shape, results[0].shape, strict=True
        )
        limits = [m if (a, s) == (0, 1) and n == m else b for a, s, b, n, m in axes]
        return self.replace(limits=tuple(limits))

    def by_stretches(self, axis, builder, atoms, x):
        start, stop = self.starts[axis], self.limits[axis]
        if self.steps[axis] != 1:
            return None
        rows = builder.slice(x, start, stop - start)
        others = self.replace(
            starts=_with(self.starts, axis, 0), limits=_with(self.limits, axis, stop - start)
        )
        whole = others.result_type(rows.aval)[0].shape == rows.aval.shape
        return rows if whole else builder.others(others, rows)

    def element(self, index, x):
        return x(
            [
                a + i * s if s != 1 else i + a if a else i
                for a, i, s in zip(self.starts, index, self.steps, strict=True)
            ]
        )

    def simplify(self, x):
        return x if x.aval.shape == self.result_type(x.aval)[0].shape else None

    def sparse(self, x):
        return (x.slice(self.starts, self.limits, self.steps),)

    def onnx(self, graph, x):
        return (graph.slice(x, self.starts, self.limits, self.strides),)


@primitive
class Concatenate(Primitive):
    """The operands one after another along `dimension`."""

    role = Role.INDEX
    dimension: int

    def on_words(self, dtype: Any, words: Any) -> Concatenate:
        return self

    def summands(self, avals):
        return [k for k, a in enumerate(avals) if a.unreduced]

    def result_type(self, *avals: ShapedArray):
        if not avals:
            raise FjaxValueError("concatenate needs at least one operand")
        first = avals[0]
        if not 0 <= self.dimension < first.ndim:
            raise ShapeError(f"concatenate: dimension {self.dimension} is not an axis of {first}")
        if any(a.dtype != first.dtype for a in avals):
            raise DtypeError(
                f"concatenate: operands must have one dtype, got {describe(avals)}; "
                "convert with astype"
            )
        rest = {a.shape[: self.dimension] + a.shape[self.dimension + 1 :] for a in avals}
        if len(rest) != 1 or any(a.ndim != first.ndim for a in avals):
            raise ShapeError(
                f"concatenate: operands must agree in every axis but "
                f"{self.dimension}, got {describe(avals)}"
            )
        shape = list(first.shape)
        shape[self.dimension] = sum(a.shape[self.dimension] for a in avals)
        return (ShapedArray(shape, first.dtype, all(a.weak_type for a in avals)),)

    def evaluate(self, xp: Any, *arrays: Any):
        return (xp.concatenate(arrays, axis=self.dimension),)

    def by_stretches(self, axis, builder, atoms, *args):
        return builder.join(args) if axis == self.dimension else builder.each(self, *args)

    jvp = jointly_linear_jvp

    def transpose(self, cotangents, *args):
        found: list[Any] = []
        start, shape = 0, cotangents[0].shape
        for arg in args:
            stop = start + arg.shape[self.dimension]
            found.append(
                take_range(cotangents[0], start, stop, self.dimension, shape)
                if is_linear(arg)
                else None
            )
            start = stop
        return found

    def batch(self, axis: BatchAxis, args, dims):
        moved = fronted(axis, args, dims)
        return (Concatenate(self.dimension + 1)(*moved),), (0,)

    def joined(self) -> int | None:
        return self.dimension

    def element(self, index: Sequence[Any], *operands: Any):
        """The element comes from the operand whose range holds the index.

        In an operand of length 1 its place is 0, not a difference: as the kernel knows no
        condition when it takes indices apart, another reshape of it would need divisions.
        """
        at = index[self.dimension]
        stops = np.cumsum([x.shape[self.dimension] for x in operands]).tolist()
        found: Any = None
        for x, stop in reversed(list(zip(operands, stops, strict=True))):
            start = stop - x.shape[self.dimension]
            place = at - start if stop - start > 1 else scalar.const(0, np.int64)
            source = [*index[: self.dimension], place, *index[self.dimension + 1 :]]
            after = [~(at < start)] if start else []
            inside = [*after, *([at < stop] if found is not None else [])]
            value = x(source, scalar.and_(*inside) if inside else None)
            found = value if found is None else scalar.select(at < stop, value, found)
        return found

    def simplify(self, *atoms):
        some = [a for a in atoms if a.aval.shape[self.dimension]] or atoms[:1]
        if len({a.aval.weak_type for a in atoms}) > 1 or len(atoms) == len(some) > 1:
            return None
        return some[0] if len(some) == 1 else (self, some)

    def sparse(self, *operands):
        first = next(x for x in operands if is_sparse(x))
        return (first.joined(operands, self.dimension),)

    def onnx(self, graph, *operands):
        return (graph.concatenate(operands, self.dimension),)


def _with(values: Sequence[Any], axis: int, value: Any) -> tuple[Any, ...]:
    """The values with another one for one axis."""
    return tuple(value if a == axis else v for a, v in enumerate(values))


def take_range(x: Any, start: int, stop: int, axis: int, shape: tuple[int, ...]) -> Any:
    """x[..., start:stop, ...] along one axis."""
    starts = tuple(start if i == axis else 0 for i in range(len(shape)))
    limits = tuple(stop if i == axis else n for i, n in enumerate(shape))
    return Slice(starts, limits, None)(x)


@primitive
class Pad(Primitive):
    """The operand inside a frame of the padding value: per axis (low, high, interior) counts.

    Negative low or high counts cut elements off; interior ones go between the elements.
    """

    spelled = {"config": "padding_config"}
    role = Role.INDEX
    config: tuple[tuple[int, int, int], ...]

    def on_words(self, dtype: Any, words: Any) -> Pad:
        return self

    def summands(self, avals):
        return (0,)

    def result_type(self, x: ShapedArray, value: ShapedArray):
        if value.shape:
            raise ShapeError(f"pad: padding_value must be a scalar, got {value}")
        if x.dtype != value.dtype:
            raise DtypeError(
                f"pad: operand {x} and padding value {value} must have one dtype; "
                "convert with astype"
            )
        if len(self.config) != x.ndim:
            raise ShapeError(
                f"pad: padding_config must have one (low, high, interior) for each of "
                f"the {x.ndim} axes of {x}, got {self.config}"
            )
        if any(inner < 0 for _, _, inner in self.config):
            raise ShapeError(
                f"pad: interior padding in padding_config must be nonnegative, got {self.config}"
            )
        shape = tuple(
            lo + hi + n + max(n - 1, 0) * inner
            for n, (lo, hi, inner) in zip(x.shape, self.config, strict=True)
        )
        if any(n < 0 for n in shape):
            raise ShapeError(
                f"pad: Dimension size after padding is not at least 0: {x} with "
                f"padding_config {self.config} would have shape {shape}"
            )
        return (ShapedArray(shape, x.dtype, x.weak_type and value.weak_type),)

    def by_stretches(self, axis, builder, atoms, x, value):
        low, high, interior = self.config[axis]
        if interior:
            return None
        if any(ends != (0, 0, 0) for a, ends in enumerate(self.config) if a != axis):
            x = builder.others(self.replace(config=_with(self.config, axis, (0, 0, 0))), x, value)
        n = x.aval.shape[axis]
        kept = builder.slice(x, max(-low, 0), n + min(low, 0) + min(high, 0))
        before = builder.fill(value, low, x) if low > 0 else None
        after = builder.fill(value, high, x) if high > 0 else None
        return builder.join([before, kept, after])

    def evaluate(self, xp: Any, x: Any, value: Any):
        shape, source, target = [], [], []
        for n, (lo, hi, inner) in zip(x.shape, self.config, strict=True):
            length = lo + hi + n + max(n - 1, 0) * inner
            step = inner + 1
            first = max(0, -(lo // step)) if lo < 0 else 0
            stop = min(n, (length - lo + step - 1) // step)
            shape.append(length)
            source.append(slice(first, max(stop, first)))
            begin = lo + first * step
            target.append(
                slice(begin, max(begin + (stop - first - 1) * step + 1, begin), step)
                if stop > first
                else slice(0, 0)
            )
        out = xp.full(shape, value, x.dtype)
        out[tuple(target)] = x[tuple(source)]
        return (out,)

    jvp = jointly_linear_jvp

    def transpose(self, cotangents, x, value):
        c = cotangents[0]
        by_x = by_value = None
        if is_linear(x) or is_linear(value):
            inside = self.inner_part(c, x.shape)
        if is_linear(x):
            by_x = inside
        if is_linear(value):
            by_value = sub(total(c), total(inside))
        return by_x, by_value

    def inner_part(self, c: Any, shape: tuple[int, ...]) -> Any:
        """The elements of a padded array that come from the operand (zero where it was cut)."""
        unpad = Pad(tuple((-lo, -hi, 0) for lo, hi, _ in self.config))
        c = unpad(c, full((), 0, c.dtype))
        if all(inner == 0 for _, _, inner in self.config):
            return c
        steps = tuple(inner + 1 for _, _, inner in self.config)
        return Slice((0,) * len(shape), c.shape, steps)(c)

    def batch(self, axis: BatchAxis, args, dims):
        x, value = args
        config = ((0, 0, 0), *self.config)
        x = broadcast_batch(x, axis.size, 0) if dims[0] is None else move_axis(x, dims[0], 0)
        if dims[1] is None:
            return (Pad(config)(x, value),), (0,)
        value = move_axis(value, dims[1], 0)
        out = Pad(config)(x, full((), 0, x.dtype))
        inside = Pad(config)(full(x.shape, True, dtypes.bool_), full((), False, dtypes.bool_))
        values = along_batch(value, out.shape)
        return (select_n(inside, values, out),), (0,)

    def element(self, index: Sequence[Any], x: Any, value: Any):
        """The operand's element where the index meets one, else the padding value."""
        source, inside = [], None
        for i, n, (lo, hi, inner) in zip(index, x.shape, self.config, strict=True):
            at = i - lo if lo else i
            tests = []
            if lo > 0:
                tests.append(at >= 0)
            if inner:
                step = inner + 1
                before = max(0, -(-lo // step))  # never negative: division truncates
                ahead = at + before * step if before else at
                tests.append(scalar.eq(ahead % step, 0))
                at = ahead // step - before if before else ahead // step
            if hi > 0 or inner:
                tests.append(at < n)
            for test in tests:
                inside = test if inside is None else inside & test
            source.append(at)
        if inside is None:
            return x(source)
        return scalar.select(inside, x(source, inside), value([]))

    def simplify(self, x, value):
        if x.aval.size == 0 and value.aval.weak_type <= x.aval.weak_type:
            (out,) = self.result_type(x.aval, value.aval)
            return BroadcastInDim(out.shape, ()), (value,)
        nothing = all(c == (0, 0, 0) for c in self.config)
        return x if nothing and x.aval.weak_type <= value.aval.weak_type else None

    def onnx(self, graph, x, value):
        return (graph.padded(x, self.config, value),)


def total(x: Any) -> Any:
    """The sum of all elements."""
    return ReduceSum(tuple(range(aval_of(x).ndim)))(x)


def along_batch(value: Any, shape: tuple[int, ...]) -> Any:
    """A vector of per-example scalars repeated over a shape whose first axis is the batch."""
    return BroadcastInDim(shape, (0,))(value)


@primitive
class Rev(Structural):
    """The elements in reverse order along `dimensions`."""

    dimensions: tuple[int, ...]

    def summands(self, avals):
        return (0,)

    def result_type(self, x: ShapedArray):
        if len(set(self.dimensions)) != len(self.dimensions) or not all(
            0 <= d < x.ndim for d in self.dimensions
        ):
            raise ShapeError(f"rev: dimensions {self.dimensions} are not distinct axes of {x}")
        return (x,)

    def evaluate(self, xp: Any, x: Any):
        return (
            x[
                tuple(
                    slice(None, None, -1) if i in self.dimensions else slice(None)
                    for i in range(x.ndim)
                )
            ],
        )

    def transpose(self, cotangents, x):
        return (self(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        return (Rev(tuple(i + (i >= d) for i in self.dimensions))(args[0]),), (d,)

    def element(self, index, x):
        return x([(x.shape[k] - 1) - i if k in self.dimensions else i for k, i in enumerate(index)])

    def simplify(self, x):
        return x if all(x.aval.shape[d] == 1 for d in self.dimensions) else None

    def sparse(self, x):
        return (x.reverse(self.dimensions),)


def interleaved(parts: Sequence[Any], counts: dict[int, int]) -> Any:
    """Parts that each hold every n-th element along some axes, n = counts[axis], put together.

    They are in row-major order of where they begin.
    """
    shape, axes = aval_of(parts[0]).shape, list(counts)
    stack = Concatenate(0)(*[Reshape((1, *shape))(part) for part in parts])
    stack = Reshape((*counts.values(), *shape))(stack)
    order: list[int] = []
    for a in range(len(shape)):
        order += [len(axes) + a, *([axes.index(a)] if a in counts else [])]
    whole = tuple([n * counts.get(a, 1) for a, n in enumerate(shape)])
    return Reshape(whole)(Transpose(tuple(order))(stack))
