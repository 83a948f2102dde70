"""Choosing between values: select_n, clamp, max and min."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.primitive import KeyUse, Zero, primitive
from fjax.core.scalar import ComplexExpr, Expr
from fjax.core.scalar_numpy import larger, smaller
from fjax.core.tracing import aval_of, under
from fjax.errors import DtypeError, FjaxTypeError
from fjax.primitives.arithmetic import mul
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.comparison import eq, gt, lt
from fjax.primitives.families import ANY, Elementwise, describe, is_linear, like, literal
from fjax.primitives.structure import spread, sum_to


@primitive
class SelectN(Elementwise):
    """cases[which]: the bool or integer `which` chooses, element by element.

    A `which` below 0 chooses the first case, one beyond the end the last.
    """

    key_use = KeyUse.MOVES
    makes_nan = False
    accepts = ANY
    exact = True
    absent = frozenset()

    def on_words(self, dtype: Any, words: Any) -> SelectN:
        return self

    def summands(self, avals):
        return [k for k, a in enumerate(avals) if k and a.shape]

    def hand_to(self, trace: Any, args: Sequence[Any]) -> Sequence[Any]:
        """JAX's has cases of one shape, which libraries' rules count on."""
        which, *cases = args
        shape = max((aval_of(x).shape for x in args), key=len)
        with under(trace):
            cases = [spread(x, shape) for x in cases]
        return super().hand_to(trace, [which, *cases])

    def result_type(self, which: ShapedArray, *cases: ShapedArray) -> Sequence[ShapedArray]:
        if not cases:
            raise FjaxTypeError("select_n needs at least one case to choose from")
        if which.dtype != dtypes.bool_ and not dtypes.is_integer(which.dtype):
            raise DtypeError(f"select_n: the selector must be bool or integer, got {which}")
        if which.dtype == dtypes.bool_ and len(cases) > 2:
            raise FjaxTypeError(
                f"select_n: a bool selector chooses between two cases, got "
                f"{len(cases)}: {describe(cases)}; use an integer selector"
            )
        if any(c.dtype != cases[0].dtype for c in cases):
            raise DtypeError(
                f"select_n: cases must have one dtype, got {describe(cases)}; convert with astype"
            )
        shape = self.check_shapes((which, *cases))
        return (ShapedArray(shape, cases[0].dtype, all(c.weak_type for c in cases)),)

    def evaluate(self, xp: Any, which: Any, *cases: Any):
        if len(cases) == 1:
            return (xp.broadcast_to(cases[0], np.broadcast_shapes(which.shape, cases[0].shape)),)
        if which.dtype == np.bool_:
            return (xp.where(which, cases[1], cases[0]),)
        out = cases[0]
        for number, case in enumerate(cases[1:], 1):
            out = xp.where(which >= number, case, out)
        return (out,)

    def simplify(self, which, *cases):
        return cases[0] if all(x is cases[0] for x in cases) else None

    def scalar(self, which, *cases):
        out = cases[0]
        for number, case in enumerate(cases[1:], 1):
            chosen = which if which.dtype == dtypes.bool_ else which >= number
            out = scalar.select(chosen, case, out)
        return out

    def jvp(self, primals, tangents):
        which, *cases = primals
        out = self(which, *cases)
        zero = like(0, next(t for t in tangents[1:] if type(t) is not Zero))
        moved = [zero if type(t) is Zero else t for t in tangents[1:]]
        return (out,), (spread(self(which, *moved), out.shape),)

    def transpose(self, cotangents, which, *cases):
        cotangent = cotangents[0]
        zero = like(0, cotangent)
        result: list[Any] = [None]
        for number, case in enumerate(cases):
            if not is_linear(case):
                result.append(None)
                continue
            others = [zero] * len(cases)
            others[number] = cotangent
            result.append(sum_to(self(which, *others), case.shape))
        return result


@primitive
class Clamp(Elementwise):
    """x limited to [low, high]; high where low > high, NaN where any operand is."""

    makes_nan = False
    accepts = "buif"

    def evaluate(self, xp: Any, low: Any, x: Any, high: Any):
        if x.dtype in dtypes.NARROW_INTEGERS:  # NumPy makes int8 of them
            return super().evaluate(xp, low, x, high)
        return (smaller(xp, larger(xp, x, low), high),)

    def scalar(self, low, x, high):
        if x.dtype == dtypes.bool_:
            return (x | low) & high
        return scalar.minimum(scalar.maximum(x, low), high)

    def partials(self, out, low, x, high):
        zero = like(0, x)

        def by_low(tangent: Any) -> Any:
            return select_n(bitwise_and(gt(low, x), lt(low, high)), zero, tangent)

        def by_x(tangent: Any) -> Any:
            return select_n(bitwise_and(gt(x, low), lt(x, high)), zero, tangent)

        def by_high(tangent: Any) -> Any:
            return select_n(lt(high, x), zero, tangent)

        return by_low, by_x, by_high


class Extremum(Elementwise):
    """max or min: NaN where either operand is, 0.0 above -0.0; ties share the derivative."""

    makes_nan = False
    accepts = "buifc"
    ufunc_on = dtypes.HALVES

    def partials(self, out, x, y):
        if not dtypes.is_inexact(aval_of(out).dtype):
            return None, None
        return (lambda t: mul(t, share(x, out, y))), (lambda t: mul(t, share(y, out, x)))


def share(mine: Any, out: Any, other: Any) -> Any:
    """How much of a tangent reaches the extremum: 1, 0.5 at a tie, or 0."""
    dtype = aval_of(out).dtype
    tied = select_n(eq(other, out), literal(1, dtype), literal(0.5, dtype))
    return select_n(eq(mine, out), literal(0, dtype), tied)


def lexicographic(x: ComplexExpr, y: ComplexExpr, first: Expr, second: Expr) -> ComplexExpr:
    """x where it comes first by real part, then by imaginary part; a NaN operand wins."""
    wins = first | (scalar.eq(x.re, y.re) & second)
    x_is_nan = scalar.ne(x.re, x.re) | scalar.ne(x.im, x.im)
    y_is_nan = scalar.ne(y.re, y.re) | scalar.ne(y.im, y.im)
    return scalar.select(x_is_nan | (wins & ~y_is_nan), x, y)


@primitive
class Max(Extremum):
    """The larger of x and y; complex values in lexicographic order."""

    ufunc = functools.partial(larger, np)

    def scalar(self, x, y):
        if isinstance(x, ComplexExpr):
            return lexicographic(x, y, x.re > y.re, x.im >= y.im)
        return x | y if x.dtype == dtypes.bool_ else scalar.maximum(x, y)


@primitive
class Min(Extremum):
    """The smaller of x and y; complex values in lexicographic order."""

    ufunc = functools.partial(smaller, np)

    def scalar(self, x, y):
        if isinstance(x, ComplexExpr):
            return lexicographic(x, y, x.re < y.re, x.im <= y.im)
        return x & y if x.dtype == dtypes.bool_ else scalar.minimum(x, y)


select_n, clamp, max_, min_ = SelectN(), Clamp(), Max(), Min()
