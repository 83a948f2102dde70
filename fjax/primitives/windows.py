"""Reductions over sliding windows, and the pair of operations that differentiates max and min."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Monoid, Primitive, Role, Zero, family, primitive
from fjax.core.relations import AxisRelation, along_all
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.families import is_linear
from fjax.primitives.library_nodes import pooled
from fjax.primitives.reductions import highest, lowest
from fjax.primitives.structure import fronted, linear_jvp, ufunc_of
from fjax.primitives.window_expansion import scattered

MOST_TAPS = 40  # window elements that a kernel spells out; larger windows are NumPy's
Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def dilated(n: int, dilation: int) -> int:
    """The length of n elements with dilation - 1 gaps between them."""
    return 0 if n == 0 else (n - 1) * dilation + 1


def window_count(n: int, size: int, stride: int) -> int:
    """How many windows of this size fit into n elements."""
    return 0 if n < size else (n - size) // stride + 1


@family
class Windows(Primitive):
    """What all windowed primitives have: where the windows are."""

    spelled = {"window": "window_dimensions", "strides": "window_strides"}
    window: Ints
    strides: Ints
    padding: Pairs
    base_dilation: Ints
    window_dilation: Ints

    def geometry(self) -> tuple[Any, ...]:
        """The fields that say where windows lie, each with an entry for every axis."""
        return self.window, self.strides, self.padding, self.base_dilation, self.window_dilation

    def windowed_shape(self, x: ShapedArray) -> Ints:
        """One output element per window; raises if the parameters do not fit the operand."""
        fields = self.geometry()
        if any(len(f) != x.ndim for f in fields):
            raise ShapeError(
                f"{self.name}: {x} needs one window length, stride, padding pair and "
                f"dilation for each of its {x.ndim} axes, got {self.params}"
            )
        for name in ("window", "strides", "base_dilation", "window_dilation"):
            if min((1, *getattr(self, name))) < 1:
                raise ShapeError(
                    f"{self.name}: {name} must have every element be at least 1, got "
                    f"{getattr(self, name)} for {x}"
                )
        shape = []
        for n, w, s, (lo, hi), b, d in zip(x.shape, *fields, strict=True):
            if n < 0 and (w, s, lo, hi, b) == (1, 1, 0, 0, 1):
                shape.append(n)  # not known, where only shapes are asked for: it stays
                continue
            length = lo + dilated(n, b) + hi
            if length < 0:
                raise ShapeError(f"{self.name}: padding {(lo, hi)} leaves {length} elements of {x}")
            shape.append(window_count(length, dilated(w, d), s))
        return tuple(shape)

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        """Along axes with windows of one element each, windows are elements."""
        plain = (1, 1, (0, 0), 1, 1)
        whole = [
            i for i, axis in enumerate(zip(*self.geometry(), strict=True)) if axis[:4] != plain[:4]
        ]
        return along_all(avals, self.result_type(*avals), whole)

    def padded(self, xp: Any, x: Any, value: Any) -> Any:
        """The operand with base dilation and padding filled in."""
        if all(p == (0, 0) for p in self.padding) and all(b == 1 for b in self.base_dilation):
            return x
        lengths, target, source = [], [], []
        for n, (lo, hi), b in zip(x.shape, self.padding, self.base_dilation, strict=True):
            length = lo + dilated(n, b) + hi
            first = -(lo // b) if lo < 0 else 0
            stop = max(first, min(n, -((lo - length) // b)))
            begin = lo + first * b
            lengths.append(length)
            source.append(slice(first, stop))
            target.append(slice(begin, begin + dilated(stop - first, b), b))
        out = xp.full(lengths, value, x.dtype)
        out[tuple(target)] = x[tuple(source)]
        return out

    def positions(self, shape: Ints) -> list[tuple[slice, ...]]:
        """For each element of a window, in row-major order, where all windows have it."""
        found = []
        for offsets in itertools.product(*map(range, self.window)):
            places = zip(offsets, self.window_dilation, shape, self.strides, strict=True)
            found.append(
                tuple(
                    slice(o * d, o * d + (m - 1) * s + 1, s) if m else slice(0, 0)
                    for o, d, m, s in places
                )
            )
        return found

    # ---- element by element

    def taps(self) -> int:
        """How many elements are read for one of the output."""
        return math.prod(self.window)

    @property
    def role(self) -> Role:  # type: ignore[override]
        return Role.INDEX if self.taps() <= MOST_TAPS else Role.OPAQUE

    def offsets(self) -> list[Ints]:
        """The elements of a window, in row-major order."""
        return list(itertools.product(*map(range, self.window)))

    def tap(self, index: Sequence[Any], offset: Ints, shape: Ints) -> tuple[list[Any], Any]:
        """Where in the operand a window has its element, and whether that is inside."""
        source, inside = [], None
        axes = zip(index, offset, shape, *self.geometry(), strict=True)
        for i, o, n, _, s, (lo, _), b, d in axes:
            start = o * d - lo
            at = i * s + start
            tests = [at >= 0]
            if b > 1:
                before = max(0, -(start // b))  # never negative: division truncates
                ahead = at + before * b if before else at
                tests.append(scalar.eq(ahead % b, 0))
                at = ahead // b - before if before else ahead // b
            for test in (*tests, at < n):
                inside = test if inside is None else inside & test
            source.append(at)
        return source, inside

    def over_same(self, kind: Callable[..., Any], *parameters: Any) -> Any:
        """Another primitive over the same windows."""
        return kind(*self.geometry(), *parameters)

    def batched(self, axes: int = 1) -> Any:
        """The same with trivial windows along a new leading axis."""
        return self.replace(
            window=(1, *self.window),
            strides=(1, *self.strides),
            padding=((0, 0), *self.padding),
            base_dilation=(1, *self.base_dilation),
            window_dilation=(1, *self.window_dilation),
        )

    def batch(self, axis: BatchAxis, args, dims):
        moved = fronted(axis, args, dims)
        return (self.batched()(*moved),), (0,)


class ReduceWindow(Windows):
    """Combines the elements of each window with a monoid; what lies outside is its identity."""

    monoid: ClassVar[Monoid]
    ufunc: ClassVar[Any]

    def result_type(self, x: ShapedArray):
        if not (
            dtypes.is_integer(x.dtype)
            or dtypes.is_inexact(x.dtype)
            or self.takes_bool
            and x.dtype == dtypes.bool_
        ):
            raise DtypeError(f"{self.name} does not take {x}")
        return (x.update(shape=self.windowed_shape(x)),)

    takes_bool: ClassVar[bool] = True

    def identity(self, dtype: np.dtype) -> Any:
        """The monoid's identity element."""
        raise self.missing("identity")

    def evaluate(self, xp: Any, x: Any):
        """One axis after another: windows are boxes, so the reduction separates."""
        shape = self.result_type(ShapedArray(x.shape, x.dtype))[0].shape
        dtype = x.dtype
        out = self.padded(xp, x, self.identity(dtype))
        if dtype in dtypes.WIDENED:
            out = out.astype(dtypes.widened(dtype))
        for axis, count in enumerate(shape):
            out = self.along(ufunc_of(xp, self.ufunc), out, axis, count)
        return (out.astype(dtype, copy=False),)

    def element(self, index: Sequence[Any], x: Any):
        found: Any = None
        dtype = dtypes.widened(x.dtype)
        outside = scalar.const(self.identity(dtype), dtype) if dtype.kind != "c" else 0.0
        for offset in self.offsets():
            source, inside = self.tap(index, offset, x.shape)
            value = x(source, inside)
            value = scalar.convert(value, dtype) if x.dtype in dtypes.WIDENED else value
            value = value if inside is None else scalar.select(inside, value, outside)
            found = value if found is None else self.merge(found, value)
        return scalar.convert(found, x.dtype) if x.dtype in dtypes.WIDENED else found

    merge: ClassVar[Any]  # two elements combined, as scalar expressions

    def along(self, ufunc: Any, x: Any, axis: int, count: int) -> Any:
        """Windows along one axis only."""
        length, stride, step = self.window[axis], self.strides[axis], self.window_dilation[axis]
        before = (slice(None),) * axis
        span = (count - 1) * stride + 1 if count else 0
        if length == 1:
            return x[(*before, slice(0, span, stride))]
        out = x[(*before, slice(0, span, stride))].copy()
        for k in range(1, length):
            part = x[(*before, slice(k * step, k * step + span, stride))]
            ufunc(out, part, out=out)
        return out

    def onnx(self, graph, x):
        found = pooled(graph, self, x)
        return None if found is None else (found,)


@primitive
class ReduceWindowSum(ReduceWindow):
    """The sum of each window; float16 and bfloat16 accumulate in float32."""

    makes_nan = True
    monoid = Monoid.ADD
    ufunc = np.add
    merge = staticmethod(operator.add)
    takes_bool = False

    def identity(self, dtype: np.dtype) -> Any:
        return dtype.type(0)

    jvp = linear_jvp

    def transpose(self, cotangents, x):
        c = cotangents[0]
        padding = []
        axes = zip(x.shape, c.shape, *self.geometry(), strict=True)
        for n, m, w, s, (lo, _), b, d in axes:
            before = dilated(w, d) - lo - 1
            padding.append((before, dilated(n, b) + dilated(w, d) - 1 - dilated(m, s) - before))
        spread = ReduceWindowSum(
            self.window, self.base_dilation, tuple(padding), self.strides, self.window_dilation
        )
        return (spread(c),)


class ReduceWindowExtremum(ReduceWindow):
    """The extremum of each window; NaN if any is NaN. The first of equal elements has the
    gradient.
    """

    least: ClassVar[bool]
    absent = frozenset({"transpose"})

    def identity(self, dtype: np.dtype) -> Any:
        return (highest if self.least else lowest)(dtype)

    def jvp(self, primals, tangents):
        x, t = primals[0], tangents[0]
        out = self(x)
        select = self.over_same(SelectAndGatherAdd, self.least)
        return (out,), (select(t, x),)


@primitive
class ReduceWindowMax(ReduceWindowExtremum):
    """The greatest element of each window."""

    monoid = Monoid.MAX
    ufunc = np.maximum
    merge = staticmethod(scalar.maximum)
    least = False


@primitive
class ReduceWindowMin(ReduceWindowExtremum):
    """The least element of each window."""

    monoid = Monoid.MIN
    ufunc = np.minimum
    merge = staticmethod(scalar.minimum)
    least = True


@family
class Selecting(Windows):
    """Picks one element of each window of the operand: the first greatest, or the first least.

    Linear in the first argument; the second one only decides.
    """

    least: bool = False

    def chosen(self, xp: Any, x: Any, shape: Ints) -> Any:
        """For each window the flat position of its chosen element; -1 where it has none."""
        if x.dtype in dtypes.WIDENED:
            x = x.astype(dtypes.widened(x.dtype))
        numbers = xp.arange(x.size).reshape(x.shape)
        values = self.padded(xp, x, x.dtype.type(0))
        places = self.padded(xp, numbers, -1)
        best, where = xp.zeros(shape, x.dtype), xp.full(shape, -1)
        for part in self.positions(shape):
            value, place = values[part], places[part]
            better = value < best if self.least else value > best
            if value.dtype.kind in "fc":
                better |= (value != value) & (best == best)
                better &= best == best
            better |= where < 0
            better &= place >= 0
            best, where = xp.where(better, value, best), xp.where(better, place, where)
        return where

    def scan(self, index: Sequence[Any], x: Any, payload: Any) -> Any:
        """What `payload(number, source, inside)` gives for the chosen element of a window; 0 if
        the window has none.
        """
        dtype = dtypes.widened(x.dtype)
        best: Any = None
        taken: Any = None
        found: Any = None
        for number, offset in enumerate(self.offsets()):
            source, inside = self.tap(index, offset, x.shape)
            value = scalar.convert(x(source, inside), dtype)
            offered = payload(number, source, inside)
            if best is None:
                best, found = value, inside
                taken = scalar.select(inside, offered, offered - offered)
                continue
            better = value < best if self.least else value > best
            if dtypes.is_float(dtype):
                better = (better | scalar.ne(value, value)) & scalar.eq(best, best)
            better = (better | ~found) & inside
            best = scalar.select(better, value, best)
            taken = scalar.select(better, offered, taken)
            found = found | inside
        return taken

    def jvp(self, primals, tangents):
        out = self(*primals)
        t = tangents[0]
        return (out,), (Zero(out.aval.tangent()) if type(t) is Zero else self(t, primals[1]),)


@primitive
class SelectAndGatherAdd(Selecting):
    """values (of the operand's shape) at the chosen element of each window of the operand."""

    def result_type(self, values: ShapedArray, x: ShapedArray):
        if values.shape != x.shape:
            raise ShapeError(f"{self.name}: values {values} and operand {x} must have one shape")
        return (values.update(shape=self.windowed_shape(x)),)

    def evaluate(self, xp: Any, values: Any, x: Any):
        shape = self.windowed_shape(ShapedArray(x.shape, x.dtype))
        where = self.chosen(xp, x, shape)
        if 0 in x.shape:
            return (xp.zeros(shape, values.dtype),)
        taken = values.reshape(-1)[where]
        return (xp.where(where < 0, values.dtype.type(0), taken),)

    def element(self, index: Sequence[Any], values: Any, x: Any):
        return self.scan(
            index,
            x,
            lambda number, source, inside: scalar.select(inside, values(source, inside), 0),
        )

    def transpose(self, cotangents, values, x):
        if not is_linear(values):
            return None, None
        return self.over_same(SelectAndScatterAdd, self.least)(cotangents[0], x), None


@primitive
class SelectAndScatterAdd(Selecting):
    """The sources (one per window) added up at the chosen element of each window of the operand."""

    def result_type(self, source: ShapedArray, x: ShapedArray):
        if source.shape != self.windowed_shape(x):
            raise ShapeError(
                f"{self.name}: the source {source} must have one element per window "
                f"of {x}: shape {self.windowed_shape(x)}"
            )
        return (source.update(shape=x.shape),)

    def evaluate(self, xp: Any, source: Any, x: Any):
        dtype = source.dtype
        where = self.chosen(xp, x, source.shape).reshape(-1)
        values = source.reshape(-1)
        out = xp.zeros(math.prod(x.shape), dtypes.widened(dtype))
        found = where >= 0
        xp.add.at(out, where[found], values[found].astype(out.dtype, copy=False))
        return (out.reshape(x.shape).astype(dtype, copy=False),)

    def reach(self) -> Ints:
        """How many windows an element can be in, along each axis."""
        return tuple(-(-w // s) for w, s in zip(self.window, self.strides, strict=True))

    def taps(self) -> int:
        plain = all(d == 1 for d in (*self.base_dilation, *self.window_dilation))
        return math.prod(self.reach()) * math.prod(self.window) if plain else MOST_TAPS + 1

    def element(self, index: Sequence[Any], source: Any, x: Any):
        """The sources of those windows around the element that choose it."""
        total: Any = None
        for back in itertools.product(*map(range, self.reach())):
            window, mine, valid = [], None, None
            fields = zip(
                index, back, self.window, self.strides, self.padding, source.shape, strict=True
            )
            for i, k, w, s, (lo, hi), m in fields:
                if w == s == 1 and lo == hi == 0:  # its only window is the element itself
                    window.append(i)
                    continue
                first = i + (lo + s) if lo else i + s  # never negative: division truncates
                at = first // s - (k + 1)
                offset = i + lo - at * s if k or s != w else first % s
                for test in (at >= 0, at < m, offset < w):
                    valid = test if valid is None else valid & test
                mine = offset if mine is None else mine * w + offset
                window.append(at)
            mine = scalar.const(0, dtypes.int64) if mine is None else mine
            number = self.scan(window, x, lambda n, *_: scalar.const(n, dtypes.int64))
            chosen = (
                valid & scalar.eq(number, mine) if valid is not None else scalar.eq(number, mine)
            )
            value = scalar.select(chosen, source(window, valid), 0)
            wide = scalar.convert(value, dtypes.widened(source.dtype))
            total = wide if total is None else total + wide
        return scalar.convert(total, source.dtype)

    def expand(self, source: Any, x: Any):
        """Which element each window chooses, then what each element is given by those around it."""
        if (
            any(d > 1 for d in (*self.base_dilation, *self.window_dilation))
            or any(p < 0 for pair in self.padding for p in pair)
            or dtypes.is_complex(aval_of(x).dtype)
            or math.prod(self.window) > MOST_TAPS
            or math.prod(self.strides) > MOST_TAPS
            or 0 in (*aval_of(x).shape, *aval_of(source).shape)
        ):
            return None
        return [scattered(self, source, x)]

    def transpose(self, cotangents, source, x):
        if not is_linear(source):
            return None, None
        return self.over_same(SelectAndGatherAdd, self.least)(cotangents[0], x), None
