"""Cumulative operations along one axis, forwards or in reverse."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Monoid, Primitive, Role, family, primitive
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.arithmetic import add, mul, sub
from fjax.primitives.comparison import eq
from fjax.primitives.complex_parts import abs_
from fjax.primitives.exponential import exp, log
from fjax.primitives.families import like
from fjax.primitives.generators import full
from fjax.primitives.recurrence import (
    Recurrence,
    before,
    converted,
    delayed,
    earlier,
    later,
    one_after_another,
    recur,
    widened,
)
from fjax.primitives.selection import max_, min_, select_n
from fjax.primitives.shaping import Pad, take_range
from fjax.primitives.structure import linear_jvp, ufunc_of


@family
class Cumulative(Primitive):
    """out[i] combines elements 0..i along `axis` (i.. to the end if `reverse`).

    A subclass gives the NumPy ufunc, the operation that it is, and `joint` if it is not linear:
    tangents that pass from an element to the next are a recurrence, whose transpose is one in the
    other direction.
    """

    role = Role.CUMULATIVE
    monoid: ClassVar[Monoid]
    ufunc: ClassVar[Any]
    combine: ClassVar[Any]  # the same of fjax's
    axis: int
    reverse: bool = False

    def result_type(self, x: ShapedArray):
        if not 0 <= self.axis < x.ndim:
            raise ShapeError(f"{self.name}: axis {self.axis} is not an axis of {x}")
        if not dtypes.is_integer(x.dtype) and not dtypes.is_inexact(x.dtype):
            raise DtypeError(
                f"{self.name} takes numbers, got {x}; convert booleans to integers first"
            )
        return (x,)

    def evaluate(self, xp: Any, x: Any):
        dtype = x.dtype
        if dtype in dtypes.WIDENED:
            x = x.astype(dtypes.widened(dtype))
        if self.reverse:
            x = xp.flip(x, self.axis)
        out = ufunc_of(xp, self.ufunc).accumulate(x, axis=self.axis, dtype=x.dtype)
        out = xp.flip(out, self.axis) if self.reverse else out
        return (out.astype(dtype, copy=False),)

    def written_out(self, x: Any):
        def combined(before: Any, _: int, now: Any) -> Any:
            return self.combine(before, now)

        return one_after_another(combined, x, self.axis, self.reverse)

    def jvp(self, primals, tangents):
        x, t = primals[0], tangents[0]
        if x.shape[self.axis] <= 1:
            return (self(x),), (t,)
        out, tangent = self.joint(x, t)
        return (out,), (tangent,)

    def joint(self, x: Any, t: Any) -> tuple[Any, Any]:
        """The output and its tangent, of at least two elements along the axis."""
        raise self.missing("joint")

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        return (self.replace(axis=self.axis + (self.axis >= d))(args[0]),), (d,)

    def simplify(self, x):
        return x if x.aval.shape[self.axis] <= 1 else None


@primitive
class CumSum(Cumulative):
    """Cumulative sums; float16 and bfloat16 accumulate in float32."""

    name = "cumsum"
    makes_nan = True
    monoid = Monoid.ADD
    ufunc = np.add
    combine = staticmethod(add)

    jvp = linear_jvp

    def transpose(self, cotangents, x):
        return (CumSum(self.axis, not self.reverse)(cotangents[0]),)


@primitive
class CumProd(Cumulative):
    """Cumulative products; float16 and bfloat16 accumulate in float32."""

    name = "cumprod"
    makes_nan = True
    monoid = Monoid.MUL
    ufunc = np.multiply
    combine = staticmethod(mul)
    absent = frozenset({"transpose"})

    def expand(self, x: Any):
        """Complex numbers do not combine part by part: as a recurrence that starts with x[0]."""
        if not dtypes.is_complex(x.dtype):
            return None
        axis, reverse, n = self.axis, self.reverse, x.shape[self.axis]
        start, stop = (n - 1, n) if reverse else (0, 1)
        first = take_range(x, start, stop, axis, x.shape)
        ends = (n - 1, 0, 0) if reverse else (0, n - 1, 0)
        config = tuple(ends if k == axis else (0, 0, 0) for k in range(x.ndim))
        begun = Pad(config)(first, full((), 0, x.dtype))
        return (Recurrence(axis, reverse)(later(x, axis, reverse), begun),)

    def joint(self, x, t):
        """out[i]' = x[i] out[i - 1]' + x[i]' out[i - 1]: right where factors are zero."""
        wide = widened(x)
        out = self(wide)
        links = later(wide, self.axis, self.reverse)
        changes = mul(widened(t), before(out, 1, self.axis, self.reverse))
        tangent = Recurrence(self.axis, self.reverse)(links, changes)
        return converted(out, x.dtype), converted(tangent, t.dtype)


class CumulativeExtremum(Cumulative):
    """The greatest or least element so far; NaN from the first NaN on. Ties share the gradient."""

    absent = frozenset({"transpose"})

    def joint(self, x, t):
        """The tangent of the element that is the extremum, or where it stays, of the one before."""
        axis, reverse = self.axis, self.reverse
        out = self(x)
        won, stays = eq(x, out), eq(before(out, np.nan, axis, reverse), out)
        none, half, whole = (like(value, t) for value in (0, 0.5, 1))
        changes = select_n(won, none, select_n(stays, t, mul(t, half)))
        links = later(select_n(stays, none, select_n(won, whole, half)), axis, reverse)
        return out, recur(links, changes, axis, reverse, forgets=True)


@primitive
class CumMax(CumulativeExtremum):
    """The greatest element so far."""

    name = "cummax"
    monoid = Monoid.MAX
    ufunc = np.maximum
    combine = staticmethod(max_)


@primitive
class CumMin(CumulativeExtremum):
    """The least element so far."""

    name = "cummin"
    monoid = Monoid.MIN
    ufunc = np.minimum
    combine = staticmethod(min_)


@primitive
class CumLogSumExp(Cumulative):
    """log(exp(x[0]) + … + exp(x[i])), without overflow."""

    name = "cumlogsumexp"
    makes_nan = True
    ufunc = np.logaddexp
    role = Role.OPAQUE
    absent = frozenset({"transpose"})

    def result_type(self, x: ShapedArray):
        if not dtypes.is_float(x.dtype):
            raise DtypeError(f"cumlogsumexp takes real floating-point numbers, got {x}")
        return super().result_type(x)

    def expand(self, x: Any):
        """As the running sum of what is scaled by the largest element so far."""
        axis, reverse = self.axis, self.reverse
        wide = widened(x)
        largest = CumMax(axis, reverse)(wide)
        zero = like(0, wide)
        base = select_n(eq(abs_(largest), like(np.inf, wide)), largest, zero)
        links = exp(sub(earlier(largest, axis, reverse), later(base, axis, reverse)))
        total = Recurrence(axis, reverse)(links, exp(sub(wide, base)))
        return (converted(add(base, log(total)), x.dtype),)

    def joint(self, x, t):
        axis, reverse = self.axis, self.reverse
        out = self(x)
        now = later(out, axis, reverse)
        weights = delayed(_share(later(x, axis, reverse), now), 1, axis, reverse)
        links = _share(earlier(out, axis, reverse), now)
        return out, recur(links, mul(weights, t), axis, reverse)


def _share(part: Any, total: Any) -> Any:
    """exp(part - total): 0 where the total is -inf, 1 where both are inf."""
    lowest = like(-np.inf, total)
    difference = select_n(eq(part, total), sub(part, total), like(0, total))
    return exp(select_n(eq(total, lowest), difference, lowest))
