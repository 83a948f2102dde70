"""Trigonometric and hyperbolic functions and their inverses."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes, vectormath
from fjax.core.primitive import primitive
from fjax.core.scalar import ComplexExpr
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add, div, mul, neg, sub
from fjax.primitives.bitwise import bitwise_not
from fjax.primitives.comparison import gt
from fjax.primitives.complex_parts import abs_
from fjax.primitives.families import Analytic, like, program
from fjax.primitives.powers import rsqrt, square
from fjax.primitives.selection import select_n


def _by_size(x: Any, y: Any) -> tuple[Any, Any, Any]:
    """Whether |x| > |y|, the larger of both and the smaller over it, whose square is at most 1."""
    first = gt(abs_(x), abs_(y))
    larger, smaller = select_n(first, y, x), select_n(first, x, y)
    return first, larger, div(smaller, larger)


def _reciprocal_cosine(x: Any) -> Any:
    """1 / cos(asin(x)); 1 - x^2 would cancel near 1."""
    one = like(1, x)
    return rsqrt(mul(sub(one, x), add(one, x)))


@primitive
class Sin(Analytic):
    """The sine of x in radians."""

    hints = {"accuracy": None}
    ufunc = np.sin
    scalar = program(vectormath.sin)

    def partials(self, out, x):
        return (cos(x),)


@primitive
class Cos(Analytic):
    """The cosine of x in radians."""

    hints = {"accuracy": None}
    ufunc = np.cos
    scalar = program(vectormath.cos)

    def partials(self, out, x):
        return (neg(sin(x)),)


@primitive
class Tan(Analytic):
    """The tangent of x in radians."""

    hints = {"accuracy": None}
    ufunc = np.tan
    scalar = program(vectormath.tan)

    def partials(self, out, x):
        return (add(like(1, x), square(out)),)


@primitive
class Asin(Analytic):
    """The arc sine, in [-pi/2, pi/2]."""

    domain = "-1 <= x <= 1"
    ufunc = np.arcsin
    scalar = program(vectormath.asin)

    def partials(self, out, x):
        return (_reciprocal_cosine(x),)


@primitive
class Acos(Analytic):
    """The arc cosine, in [0, pi]."""

    domain = "-1 <= x <= 1"
    ufunc = np.arccos
    scalar = program(vectormath.acos)

    def partials(self, out, x):
        return (neg(_reciprocal_cosine(x)),)


@primitive
class Atan(Analytic):
    """The arc tangent, in [-pi/2, pi/2]."""

    ufunc = np.arctan
    scalar = program(vectormath.atan)

    def partials(self, out, x):
        return (lambda t: div(t, add(like(1, x), square(x))),)


@primitive
class Atan2(Analytic):
    """The angle of the point (y, x), whose first coordinate is the second operand, in [-pi, pi]."""

    ufunc = np.arctan2
    ufunc_kinds = "f"

    def evaluate(self, xp: Any, x: Any, y: Any):
        if x.dtype.kind == "c":
            root = xp.sqrt(xp.add(xp.square(x), xp.square(y)))
            i = x.dtype.type(1j)
            return (xp.multiply(-i, xp.log(xp.divide(xp.add(y, xp.multiply(i, x)), root))),)
        return super().evaluate(xp, x, y)

    def scalar(self, x, y):
        if isinstance(x, ComplexExpr):
            turned = ComplexExpr(y.re - x.im, y.im + x.re)
            angle = vectormath.log(turned / vectormath.sqrt(x * x + y * y))
            return ComplexExpr(angle.im, -angle.re)
        return vectormath.atan2(x, y)

    def partials(self, out, x, y):
        if dtypes.is_complex(aval_of(x).dtype):
            squares = add(square(x), square(y))
            return (lambda t: mul(t, div(y, squares))), (lambda t: mul(t, neg(div(x, squares))))
        first, larger, ratio = _by_size(x, y)
        one = like(1, x)
        size = mul(larger, add(one, square(ratio)))  # (x^2 + y^2) / larger

        def slope(is_larger: Any) -> Any:
            return div(select_n(is_larger, ratio, one), size)

        return (lambda t: mul(t, slope(bitwise_not(first))), lambda t: mul(t, neg(slope(first))))


@primitive
class Sinh(Analytic):
    """The hyperbolic sine."""

    ufunc = np.sinh
    scalar = program(vectormath.sinh)

    def partials(self, out, x):
        return (cosh(x),)


@primitive
class Cosh(Analytic):
    """The hyperbolic cosine."""

    ufunc = np.cosh
    scalar = program(vectormath.cosh)

    def partials(self, out, x):
        return (sinh(x),)


@primitive
class Tanh(Analytic):
    """The hyperbolic tangent."""

    hints = {"accuracy": None}
    ufunc = np.tanh
    scalar = program(vectormath.tanh)

    def partials(self, out, x):
        one = like(1, x)
        return (mul(add(one, out), sub(one, out)),)


@primitive
class Asinh(Analytic):
    """The inverse hyperbolic sine."""

    ufunc = np.arcsinh
    scalar = program(vectormath.asinh)

    def partials(self, out, x):
        one = like(1, x)
        if dtypes.is_complex(aval_of(x).dtype):
            return (rsqrt(add(square(x), one)),)
        _, larger, ratio = _by_size(x, one)
        return (div(rsqrt(add(one, square(ratio))), abs_(larger)),)


@primitive
class Acosh(Analytic):
    """The inverse hyperbolic cosine, at least 0; NaN below 1."""

    domain = "x >= 1"
    ufunc = np.arccosh
    scalar = program(vectormath.acosh)

    def partials(self, out, x):
        one = like(1, x)  # x^2 - 1 overflows, cancels near 1, and its root has another branch cut
        return (mul(rsqrt(sub(x, one)), rsqrt(add(x, one))),)


@primitive
class Atanh(Analytic):
    """The inverse hyperbolic tangent; infinite at -1 and 1."""

    domain = "-1 <= x <= 1"
    ufunc = np.arctanh
    scalar = program(vectormath.atanh)

    def partials(self, out, x):
        one = like(1, x)
        return (lambda t: div(t, mul(add(one, x), sub(one, x))),)


sin, cos, tan, asin, acos, atan, atan2 = Sin(), Cos(), Tan(), Asin(), Acos(), Atan(), Atan2()
sinh, cosh, tanh = Sinh(), Cosh(), Tanh()
asinh, acosh, atanh = Asinh(), Acosh(), Atanh()
