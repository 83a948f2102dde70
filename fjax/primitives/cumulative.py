"""Cumulative operations along one axis, forwards or in reverse."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Monoid, Primitive, Role, primitive
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.arithmetic import add, div, mul, sub
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import eq
from fjax.primitives.exponential import exp, log
from fjax.primitives.families import like
from fjax.primitives.selection import max_, min_, select_n
from fjax.primitives.shaping import Concatenate, take_range
from fjax.primitives.structure import linear_jvp, ufunc_of


@primitive
class Cumulative(Primitive):
    """out[i] combines elements 0..i along `axis` (i.. to the end if `reverse`).

    A subclass gives the NumPy ufunc, and `combine`: values and tangents of a part and of the part
    before it, joined.
    """

    role = Role.CUMULATIVE
    monoid: ClassVar[Monoid]
    ufunc: ClassVar[Any]
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

    def combine(self, x: Any, t: Any, before: Any, t_before: Any) -> tuple[Any, Any]:
        """(value, tangent) of two neighbouring parts together."""
        raise self.missing("combine")

    def jvp(self, primals, tangents):
        """By doubling: after k steps every element combines 2^k neighbours, with its tangent."""
        x, t = primals[0], tangents[0]
        out = self(x)
        n, reach = x.shape[self.axis], 1
        while reach < n:
            x, t = self.double(x, t, reach)
            reach *= 2
        return (out,), (t,)

    def double(self, x: Any, t: Any, reach: int) -> tuple[Any, Any]:
        """Combine every element with the one `reach` places before it, where there is one."""
        axis, shape, n = self.axis, x.shape, x.shape[self.axis]
        early, late = (0, n - reach), (reach, n)
        alone = (0, reach)
        if self.reverse:
            early, late, alone = late, early, (n - reach, n)
        joined = self.combine(
            *[
                take_range(v, first, stop, axis, shape)
                for first, stop in (late, early)
                for v in (x, t)
            ]
        )
        ends = [take_range(v, alone[0], alone[1], axis, shape) for v in (x, t)]
        pairs = zip(joined, ends, strict=True) if self.reverse else zip(ends, joined, strict=True)
        x, t = (Concatenate(axis)(first, second) for first, second in pairs)
        return x, t

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
    absent = frozenset({"transpose"})

    def combine(self, x, t, before, t_before):
        return mul(x, before), add(mul(t, before), mul(x, t_before))


class CumulativeExtremum(Cumulative):
    """The greatest or least element so far; NaN from the first NaN on. Ties share the gradient."""

    choose: ClassVar[Any]

    def combine(self, x, t, before, t_before):
        out = self.choose(x, before)
        half = like(0.5, t)
        won, lost = eq(x, out), eq(before, out)
        mean = add(mul(t, half), mul(t_before, half))
        chosen = select_n(won, t_before, select_n(lost, t, mean))
        return out, chosen


@primitive
class CumMax(CumulativeExtremum):
    """The greatest element so far."""

    name = "cummax"
    monoid = Monoid.MAX
    ufunc = np.maximum
    choose = staticmethod(max_)
    absent = frozenset({"transpose"})


@primitive
class CumMin(CumulativeExtremum):
    """The least element so far."""

    name = "cummin"
    monoid = Monoid.MIN
    ufunc = np.minimum
    choose = staticmethod(min_)
    absent = frozenset({"transpose"})


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

    def combine(self, x, t, before, t_before):
        largest = max_(x, before)
        infinite = bitwise_or(
            eq(largest, like(np.inf, largest)), eq(largest, like(-np.inf, largest))
        )
        base = select_n(infinite, largest, like(0, largest))
        mine, theirs = exp(sub(x, base)), exp(sub(before, base))
        total = add(mine, theirs)
        empty = eq(total, like(0, total))
        weight = div(like(1, total), select_n(empty, total, like(1, total)))
        tangent = mul(add(mul(t, mine), mul(t_before, theirs)), weight)
        return add(base, log(total)), tangent
