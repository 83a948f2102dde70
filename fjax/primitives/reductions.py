"""Reductions along axes: max, min, product, bits, and where the extremum is."""

from __future__ import annotations

import functools
import math
from itertools import accumulate
from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import BatchAxis, Monoid, Primitive, Zero, family, primitive
from fjax.core.relations import AxisRelation
from fjax.errors import DtypeError, FjaxValueError, ShapeError
from fjax.primitives.arithmetic import add, div, mul
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import eq, ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.cumulative import CumProd
from fjax.primitives.generators import Iota, full
from fjax.primitives.recurrence import Recurrence, before, converted, later, widened
from fjax.primitives.selection import max_, min_, select_n
from fjax.primitives.shaping import Concatenate, Pad, take_range
from fjax.primitives.structure import (
    BroadcastInDim,
    ReduceSum,
    Reduction,
    Reshape,
    repeated,
    ufunc_of,
    zero_jvp,
)


def lowest(dtype: np.dtype) -> Any:
    """What no value of the dtype is below: -inf (or the least float), least integer, False."""
    if dtypes.is_complex(dtype):
        return dtype.type(complex(-np.inf, -np.inf))
    if dtypes.is_float(dtype):
        return dtype.type(-np.inf) if dtypes.has_infinity(dtype) else dtypes.finfo(dtype).min
    return dtype.type(False) if dtype == dtypes.bool_ else dtype.type(dtypes.iinfo(dtype).min)


def highest(dtype: np.dtype) -> Any:
    """What no value of the dtype is above: inf (or the largest float), largest integer, True."""
    if dtypes.is_complex(dtype):
        return dtype.type(complex(np.inf, np.inf))
    if dtypes.is_float(dtype):
        return dtype.type(np.inf) if dtypes.has_infinity(dtype) else dtypes.finfo(dtype).max
    return dtype.type(True) if dtype == dtypes.bool_ else dtype.type(dtypes.iinfo(dtype).max)


class ReduceExtremum(Reduction):
    """The greatest or least element; NaN if any is NaN. Ties share the gradient.

    Where that is a zero, either of 0.0 and -0.0: to tell them apart would cost two of five
    instructions of a kernel.
    """

    ufunc: ClassVar[Any]
    absent = frozenset({"transpose"})

    def identity(self, dtype: np.dtype) -> Any:
        return (highest if self.monoid is Monoid.MIN else lowest)(dtype)

    def check_dtype(self, x: ShapedArray) -> None:
        if dtypes.is_key(x.dtype) or x.dtype == dtypes.float0:
            raise DtypeError(f"{self.name} does not take {x}: it has no order")

    def evaluate(self, xp: Any, x: Any):
        ufunc = ufunc_of(xp, self.ufunc)
        if 0 in x.shape:
            return (ufunc.reduce(x, axis=self.axes, initial=self.identity(x.dtype)),)
        if x.dtype in dtypes.NARROW:
            wide = x.astype(dtypes.widened(x.dtype))
            return (ufunc.reduce(wide, axis=self.axes).astype(x.dtype),)
        return (ufunc.reduce(x, axis=self.axes),)

    def jvp(self, primals, tangents):
        x, t = primals[0], tangents[0]
        out = self(x)
        if 0 in x.shape:
            return (out,), (Zero(out.aval.tangent()),)
        kept = tuple(i for i in range(x.ndim) if i not in self.axes)
        chosen = convert_element_type(eq(x, BroadcastInDim(x.shape, kept)(out)), t.dtype)
        total = ReduceSum(self.axes)
        return (out,), (div(total(mul(t, chosen)), total(chosen)),)


@primitive
class ReduceMax(ReduceExtremum):
    """The greatest element along `axes`; -inf or the least integer where there is none."""

    monoid = Monoid.MAX
    ufunc = np.maximum


@primitive
class ReduceMin(ReduceExtremum):
    """The least element along `axes`; inf or the largest integer where there is none."""

    monoid = Monoid.MIN
    ufunc = np.minimum


@primitive
class ReduceProd(Reduction):
    """The product of the elements along `axes`; float16 and bfloat16 accumulate in float32."""

    makes_nan = True
    monoid = Monoid.MUL
    absent = frozenset({"transpose"})

    def check_dtype(self, x: ShapedArray) -> None:
        if dtypes.is_key(x.dtype) or x.dtype in (dtypes.bool_, dtypes.float0):
            raise DtypeError(f"reduce_prod does not take {x}; convert booleans to integers first")

    def identity(self, dtype: np.dtype) -> Any:
        return dtype.type(1)

    def evaluate(self, xp: Any, x: Any):
        if x.dtype in dtypes.WIDENED:
            wide = dtypes.widened(x.dtype)
            return (xp.prod(x.astype(wide), axis=self.axes, dtype=wide).astype(x.dtype),)
        if xp is np:  # numpy.prod without its 1.5 µs of looking for overrides
            return (np.multiply.reduce(x, axis=self.axes, dtype=x.dtype),)
        return (xp.prod(x, axis=self.axes, dtype=x.dtype),)

    def expand(self, x: Any):
        """Products of complex numbers, whose parts are not combined one by one, by halves."""
        if not dtypes.is_complex(x.dtype) or 0 in x.shape:
            return None
        kept = tuple(n for k, n in enumerate(x.shape) if k not in self.axes)
        axes = self.axes
        while axes:
            start, stop = _last_run(axes)
            x = _by_halves(Reshape(_merged(x.shape, start, stop))(x), start)
            axes = axes[: start - stop]
        return (Reshape(kept)(x),)

    def jvp(self, primals, tangents):
        """Each tangent times all other factors: right where factors are zero, to any order."""
        x, t = primals[0], tangents[0]
        out = self(x)
        if not self.axes:
            return (out,), (t,)
        if 0 in x.shape:
            return (out,), (Zero(out.aval.tangent()),)
        weights = converted(_others(widened(x), self.axes), t.dtype)
        return (out,), (ReduceSum(self.axes)(mul(t, weights)),)


COLUMNS = 64  # of products that run side by side in the lanes of a processor
WRITTEN_OUT = 8  # products of so few factors are written out


def _last_run(axes: tuple[int, ...]) -> tuple[int, int]:
    """The last of these axes and those before it that follow each other, as a range."""
    stop = axes[-1] + 1
    return next(a for a in axes if axes[-(stop - a) :] == tuple(range(a, stop))), stop


def _merged(shape: tuple[int, ...], start: int, stop: int) -> tuple[int, ...]:
    """The shape with a range of axes as one."""
    return (*shape[:start], math.prod(shape[start:stop]), *shape[stop:])


def _by_halves(x: Any, axis: int) -> Any:
    """The product along an axis, which stays with one element."""
    odd = []
    while (n := x.shape[axis]) > WRITTEN_OUT:
        half = n // 2
        if n % 2:
            odd.append(take_range(x, n - 1, n, axis, x.shape))
        x = mul(*[take_range(x, k * half, (k + 1) * half, axis, x.shape) for k in range(2)])
    parts = [take_range(x, k, k + 1, axis, x.shape) for k in range(x.shape[axis])]
    return functools.reduce(mul, parts + odd)


def _others(x: Any, axes: tuple[int, ...]) -> Any:
    """Of each element the product of all others along `axes`, which are in ascending order.

    Of the others along the last of these axes, with those before it that it can be merged with,
    and of all that differ from it along the axes left.
    """
    shape, (start, stop) = x.shape, _last_run(axes)
    found = Reshape(shape)(_others_along(Reshape(_merged(shape, start, stop))(x), start))
    left = tuple(a for a in axes if a < start)
    if not left:
        return found
    rest = _others(ReduceProd(tuple(range(start, stop)))(x), left)
    kept = tuple(k for k in range(len(shape)) if not start <= k < stop)
    return mul(found, BroadcastInDim(shape, kept)(rest))


def _others_along(x: Any, axis: int) -> Any:
    """Of each element the product of all others along one axis: of those before and after it.

    Along an axis that is long where nothing else fills lanes, the elements are laid out in rows.
    Then the product of those before in a column is multiplied by that of those after in the
    column, which starts with the product of all other columns.
    """
    n, beside = x.shape[axis], math.prod(x.shape[axis + 1 :])
    rows = n // COLUMNS
    if n <= WRITTEN_OUT:
        return _others_of_few(x, axis)
    if rows < COLUMNS or beside >= COLUMNS:
        return mul(*[before(CumProd(axis, end)(x), 1, axis, end) for end in (False, True)])
    inside, rest = _parted(x, rows * COLUMNS, axis)
    grid = Reshape((*x.shape[:axis], rows, COLUMNS, *x.shape[axis + 1 :]))(inside)
    products = CumProd(axis)(grid)
    last = take_range(products, rows - 1, rows, axis, grid.shape)
    columns = Reshape((*x.shape[:axis], COLUMNS, *x.shape[axis + 1 :]))(last)
    outside, last_weights = _parted(
        _others_along(Concatenate(axis)(columns, rest), axis), COLUMNS, axis
    )
    ends = tuple((rows - 1 if k == axis else 0, 0, 0) for k in range(grid.ndim))
    start = Pad(ends)(Reshape(last.shape)(outside), full((), 0, x.dtype))
    after = Recurrence(axis, True)(later(grid, axis, False), start)
    steps = tuple((COLUMNS, -COLUMNS, 0) if k == axis else (0, 0, 0) for k in range(x.ndim))
    so_far = Pad(steps)(Reshape(inside.shape)(products), full((), 1, x.dtype))
    return Concatenate(axis)(mul(so_far, Reshape(inside.shape)(after)), last_weights)


def _parted(x: Any, n: int, axis: int) -> tuple[Any, Any]:
    """The first n elements along an axis, and the others."""
    stops = (0, n), (n, x.shape[axis])
    first, rest = (take_range(x, start, stop, axis, x.shape) for start, stop in stops)
    return first, rest


def _others_of_few(x: Any, axis: int) -> Any:
    """The same, one part of the axis after another."""
    n = x.shape[axis]
    parts = [take_range(x, k, k + 1, axis, x.shape) for k in range(n)]
    if n == 1:
        return full(x.shape, 1, x.dtype)
    early, late = (list(accumulate(p[:-1], mul)) for p in (parts, parts[::-1]))
    inner = [mul(a, b) for a, b in zip(early[:-1], late[-2::-1], strict=True)]
    return Concatenate(axis)(late[-1], *inner, early[-1])


class ReduceBits(Reduction):
    """A bitwise reduction of integers, logical on booleans."""

    ufunc: ClassVar[Any]
    absent = frozenset({"transpose"})

    def check_dtype(self, x: ShapedArray) -> None:
        if x.dtype != dtypes.bool_ and not dtypes.is_integer(x.dtype):
            raise DtypeError(f"{self.name} takes integers and booleans, got {x}")

    def evaluate(self, xp: Any, x: Any):
        ufunc = ufunc_of(xp, self.ufunc)
        return (ufunc.reduce(x, axis=self.axes, initial=self.identity(x.dtype)),)

    jvp = zero_jvp


@primitive
class ReduceAnd(ReduceBits):
    """All bits that every element along `axes` has."""

    monoid = Monoid.AND
    ufunc = np.bitwise_and

    def identity(self, dtype: np.dtype) -> Any:
        return dtype.type(True) if dtype == dtypes.bool_ else ~dtype.type(0)


@primitive
class ReduceOr(ReduceBits):
    """All bits that some element along `axes` has."""

    monoid = Monoid.OR
    ufunc = np.bitwise_or

    def identity(self, dtype: np.dtype) -> Any:
        return dtype.type(0)


@primitive
class ReduceXor(ReduceBits):
    """All bits that an odd number of elements along `axes` has."""

    monoid = Monoid.XOR
    ufunc = np.bitwise_xor

    def identity(self, dtype: np.dtype) -> Any:
        return dtype.type(0)


@family
class ArgExtremum(Primitive):
    """The index of the extremum along one axis: the first of several, the first NaN if there is
    one.
    """

    absent = frozenset({"transpose"})
    ends_axes = True
    axis: int
    index_dtype: Dtype

    @property
    def user_params(self) -> dict[str, Any]:
        return {"axes": (self.axis,), "index_dtype": self.index_dtype}

    @classmethod
    def from_params(cls, params: dict[str, Any]) -> Primitive:
        if "axes" not in params:
            return super().from_params(params)
        (axis,) = params["axes"]
        return cls(axis, params["index_dtype"])

    def relation(self, x: ShapedArray) -> AxisRelation:
        row = tuple(None if i == self.axis else i for i in range(x.ndim))
        return AxisRelation((row,), (row[: self.axis] + row[self.axis + 1 :],))

    def result_type(self, x: ShapedArray):
        if not 0 <= self.axis < x.ndim:
            raise ShapeError(f"{self.name}: axis {self.axis} is not an axis of {x}")
        if x.shape[self.axis] == 0:
            raise FjaxValueError(
                f"argmin and argmax require non-empty reduced dimension: axis "
                f"{self.axis} of {x} has no elements ({self.name})"
            )
        if not dtypes.is_integer(self.index_dtype):
            raise DtypeError(
                f"{self.name}: index_dtype must be an integer type, got {self.index_dtype}"
            )
        if dtypes.is_key(x.dtype) or x.dtype == dtypes.float0:
            raise DtypeError(f"{self.name} does not take {x}: it has no order")
        shape = x.shape[: self.axis] + x.shape[self.axis + 1 :]
        return (ShapedArray(shape, self.index_dtype),)

    def evaluate(self, xp: Any, x: Any):
        if x.dtype in dtypes.WIDENED:
            x = x.astype(dtypes.widened(x.dtype))
        find = xp.argmax if self.name == "argmax" else xp.argmin
        return (find(x, axis=self.axis).astype(self.index_dtype),)

    extremum: ClassVar[Any]  # the reduction that gives the extremum

    def expand(self, x: Any):
        """The least position of an element that is the extremum, or NaN."""
        if dtypes.is_complex(x.dtype):
            return None
        kept = tuple(i for i in range(x.ndim) if i != self.axis)
        best = BroadcastInDim(x.shape, kept)(self.extremum((self.axis,))(x))
        found = eq(x, best)
        if dtypes.is_float(x.dtype):
            found = bitwise_or(found, ne(x, x))
        n = x.shape[self.axis]
        dtype = self.index_dtype if n <= np.iinfo(self.index_dtype).max else dtypes.int64
        places = Iota(dtype, x.shape, self.axis)()
        chosen = select_n(found, full(x.shape, n - 1, dtype), places)
        return (convert_element_type(ReduceMin((self.axis,))(chosen), self.index_dtype),)

    jvp = zero_jvp

    def simplify(self, x):
        """Zeros, where there is one element to choose."""
        (out,) = self.result_type(x.aval)
        return repeated(0, out) if x.aval.shape[self.axis] == 1 else None

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        moved = self.axis + (self.axis >= d)
        return (self.replace(axis=moved)(args[0]),), (d - (moved < d),)


@primitive
class ArgMax(ArgExtremum):
    """Where the greatest element along `axis` is."""

    name = "argmax"
    extremum = ReduceMax


@primitive
class ArgMin(ArgExtremum):
    """Where the least element along `axis` is."""

    name = "argmin"
    extremum = ReduceMin


# Of each monoid the class of its reduction, and the operation that combines two values.
OPERATIONS: dict[Monoid, tuple[Any, Any]] = {
    Monoid.ADD: (ReduceSum, add),
    Monoid.MUL: (ReduceProd, mul),
    Monoid.MAX: (ReduceMax, max_),
    Monoid.MIN: (ReduceMin, min_),
}
