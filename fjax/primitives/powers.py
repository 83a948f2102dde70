"""Powers with a fixed exponent, and roots."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes, vectormath
from fjax.core.avals import ShapedArray
from fjax.core.primitive import primitive
from fjax.errors import DtypeError
from fjax.primitives.arithmetic import div, mul
from fjax.primitives.families import FLOAT, Analytic, Elementwise, like, program


@primitive
class Square(Elementwise):
    """x * x."""

    ufunc = np.square
    ufunc_kinds = "buif"
    scalar = program(vectormath.square)

    def evaluate(self, xp: Any, x: Any):
        if not dtypes.is_complex(x.dtype):
            return super().evaluate(xp, x)
        return self.repaired(xp, xp.square(x), x)

    def partials(self, out, x):
        return (mul(like(2, x), x),)


@primitive
class IntegerPow(Elementwise):
    """x ** y for a fixed integer y, by repeated multiplication."""

    y: int

    def result_type(self, x: ShapedArray):
        if self.y < 0 and dtypes.is_integer(x.dtype):
            raise DtypeError(
                f"integer_pow: {x} cannot be raised to the negative power {self.y}; "
                "convert it to floats first, with x.astype(float)"
            )
        return super().result_type(x)

    def evaluate(self, xp: Any, x: Any):
        if self.y == 0:
            return (xp.ones_like(x),)
        power = x.astype(dtypes.widened(x.dtype), copy=False)
        exponent, out = abs(self.y), None  # type: Any, Any
        while True:
            if exponent & 1:
                out = power if out is None else xp.multiply(out, power)
            exponent >>= 1
            if not exponent:
                break
            power = xp.multiply(power, power)
        if self.y < 0:
            out = xp.divide(power.dtype.type(1), out)
        elif out is x:
            out = x.copy()
        if dtypes.is_complex(x.dtype):
            return self.repaired(xp, out, x)
        return (out.astype(x.dtype, copy=False),)

    def scalar(self, x):
        return vectormath.integer_pow(x, self.y)

    def partials(self, out, x):
        if self.y == 0:
            return (None,)
        return (mul(like(self.y, x), integer_pow(x, self.y - 1)),)

    def simplify(self, x):
        return x if self.y == 1 else None


def integer_pow(x: Any, y: int) -> Any:
    """x ** y for a Python integer y; the plain cases as simpler primitives."""
    if y == 1:
        return x
    return square(x) if y == 2 else IntegerPow(y)(x)


@primitive
class Sqrt(Analytic):
    """The square root; the principal one of complex numbers, NaN of negative ones."""

    domain = "x >= 0"
    hints = {"accuracy": None}
    ufunc = np.sqrt
    scalar = program(vectormath.sqrt)

    def partials(self, out, x):
        return (div(like(0.5, x), out),)


@primitive
class Rsqrt(Analytic):
    """1 / sqrt(x)."""

    domain = "x >= 0"
    hints = {"accuracy": None}

    def evaluate(self, xp: Any, x: Any):
        # NumPy divides by complex infinities to NaN
        if x.dtype in dtypes.WIDENED or dtypes.is_complex(x.dtype):
            return super().evaluate(xp, x)
        return (xp.divide(x.dtype.type(1), xp.sqrt(x)),)

    def scalar(self, x):
        return vectormath.rsqrt(x)

    def partials(self, out, x):
        return (mul(like(-0.5, x), div(out, x)),)


@primitive
class Cbrt(Elementwise):
    """The real cube root, also of negative numbers."""

    hints = {"accuracy": None}
    ufunc = np.cbrt
    accepts = FLOAT
    scalar = program(vectormath.cbrt)

    def partials(self, out, x):
        return (div(like(1 / 3, x), square(out)),)


square, sqrt, rsqrt, cbrt = Square(), Sqrt(), Rsqrt(), Cbrt()
