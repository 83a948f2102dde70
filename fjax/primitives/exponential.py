"""Exponentials, logarithms and general powers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax.core import dtypes, vectormath
from fjax.core.array import is_known
from fjax.core.avals import ShapedArray
from fjax.core.primitive import primitive
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError
from fjax.primitives.arithmetic import add, div, mul, sub
from fjax.primitives.bitwise import bitwise_and, bitwise_or
from fjax.primitives.comparison import eq, ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import Analytic, Elementwise, describe, like, program
from fjax.primitives.selection import select_n


@primitive
class Exp(Analytic):
    """e ** x."""

    hints = {"accuracy": None}
    ufunc = np.exp
    scalar = program(vectormath.exp)

    def partials(self, out, x):
        return (out,)


@primitive
class Exp2(Analytic):
    """2 ** x."""

    hints = {"accuracy": None}
    ufunc = np.exp2
    ufunc_kinds = "f"  # of complex numbers, NumPy rounds x log(2) first
    scalar = program(vectormath.exp2)

    def partials(self, out, x):
        return (mul(like(math.log(2), x), out),)


@primitive
class Expm1(Analytic):
    """exp(x) - 1, accurate for small x."""

    hints = {"accuracy": None}
    ufunc = np.expm1
    ufunc_kinds = "f"  # NumPy's complex one gives NaN for expm1(inf + 0i)
    scalar = program(vectormath.expm1)

    def partials(self, out, x):
        return (exp(x),)  # out + 1 has no digits left where x is far below 0


@primitive
class Log(Analytic):
    """The natural logarithm; NaN of negative numbers, -inf of 0."""

    domain = "x >= 0"
    hints = {"accuracy": None}
    ufunc = np.log
    scalar = program(vectormath.log)

    def partials(self, out, x):
        return (lambda t: div(t, x),)


@primitive
class Log2(Analytic):
    """The logarithm to base 2, exact for powers of two, as a quotient of logarithms is not."""

    domain = "x >= 0"
    ufunc = np.log2
    ufunc_kinds = "f"
    scalar = program(vectormath.log2)

    def partials(self, out, x):
        return (lambda t: div(t, mul(x, like(math.log(2), x))),)


@primitive
class Log10(Analytic):
    """The logarithm to base 10, exact for powers of ten, as a quotient of logarithms is not."""

    ufunc = np.log10
    ufunc_kinds = "f"
    scalar = program(vectormath.log10)

    def partials(self, out, x):
        return (lambda t: div(t, mul(x, like(math.log(10), x))),)


@primitive
class Log1p(Analytic):
    """log(1 + x), accurate for small x."""

    domain = "x >= -1"
    hints = {"accuracy": None}
    ufunc = np.log1p
    ufunc_kinds = "f"  # of complex numbers near 0, NumPy keeps few digits
    scalar = program(vectormath.log1p)

    def partials(self, out, x):
        return (lambda t: div(t, add(x, like(1, x))),)


@primitive
class Logistic(Analytic):
    """1 / (1 + exp(-x))."""

    hints = {"accuracy": None}

    def evaluate(self, xp: Any, x: Any):
        # NumPy divides by complex infinities to NaN
        if x.dtype in dtypes.WIDENED or dtypes.is_complex(x.dtype):
            return super().evaluate(xp, x)
        one = x.dtype.type(1)
        out = xp.divide(one, xp.add(one, xp.exp(xp.negative(x))))
        if not out.all():  # the exponential overflows before its inverse vanishes
            out = xp.where(out == 0, xp.exp(xp.minimum(x, 0)), out)
        return (out,)

    def scalar(self, x):
        return vectormath.logistic(x)

    def partials(self, out, x):
        return (mul(out, sub(like(1, x), out)),)


@primitive
class Pow(Elementwise):
    """x ** y. y may be of an integer dtype; then the derivative in x exists at x = 0 too.

    Two integers wrap around; a negative power of an integer is rounded towards zero.
    """

    domain = "x >= 0, or y is an integer"

    def result_type(self, x: ShapedArray, y: ShapedArray):
        if x.dtype != y.dtype and not (dtypes.is_inexact(x.dtype) and dtypes.is_integer(y.dtype)):
            raise DtypeError(
                f"pow: operands must have one dtype, or a float or complex base "
                f"and an integer exponent, got {describe((x, y))}; convert one"
            )
        self.check_dtypes((x,))
        return (ShapedArray(self.check_shapes((x, y)), x.dtype, x.weak_type and y.weak_type),)

    def evaluate(self, xp: Any, x: Any, y: Any):
        if x.dtype in dtypes.WIDENED:
            return super().evaluate(xp, x, y)
        if dtypes.is_integer(x.dtype):
            return (integer_powers(xp, x, y),)
        if x.dtype.kind == "c":
            return self.repaired(xp, xp.power(x, y.astype(x.dtype, copy=False)), x, y)
        return (xp.power(x, y.astype(x.dtype, copy=False)),)

    def scalar(self, x, y):
        if dtypes.is_integer(x.dtype):
            return vectormath.power_of_integers(x, y)
        return vectormath.pow(x, vectormath.convert(y, x.dtype))

    def partials(self, out, x, y):
        return (lambda t: mul(t, self.by_base(x, y))), (lambda t: mul(t, self.by_exponent(out, x)))

    def by_base(self, x: Any, y: Any) -> Any:
        """y x^(y-1); for y = 0 it is 0, whatever x.

        Its slope in y is x^(y-1) there, so only the bases 0 and NaN, without that power, give way.
        """
        dtype = aval_of(x).dtype
        factor = y if aval_of(y).dtype == dtype else convert_element_type(y, dtype)
        if not (is_known(y) and y.aval.shape == () and y.item() != 0):
            power = bitwise_and(eq(x, x), ne(x, like(0, x)))
            x = select_n(bitwise_or(ne(y, like(0, y)), power), like(1, x), x)
        return mul(factor, pow_(x, sub(y, like(1, y))))

    def by_exponent(self, out: Any, x: Any) -> Any:
        """log(x) x^y, with 0 at x = 0."""
        return mul(out, log(select_n(eq(x, like(0, x)), x, like(1, x))))


def integer_powers(xp: Any, x: Any, y: Any) -> Any:
    """x ** y for integers of one dtype; a negative y gives 1 / x**-y rounded towards zero."""
    negative = y < 0
    out = xp.power(x, xp.where(negative, y.dtype.type(0), y))
    if y.dtype.kind == "u" or not negative.any():
        return out
    odd = xp.bitwise_and(y, y.dtype.type(1)) == 1
    inverse = xp.where(x == 1, 1, xp.where(x == -1, xp.where(odd, -1, 1), 0)).astype(x.dtype)
    return xp.where(negative, inverse, out)


exp, exp2, expm1, log, log1p, logistic = Exp(), Exp2(), Expm1(), Log(), Log1p(), Logistic()
log2, log10 = Log2(), Log10()
pow_ = Pow()
