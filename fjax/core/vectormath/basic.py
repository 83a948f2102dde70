"""Signs, rounding, conversions and the other short programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.scalar import ComplexExpr, Expr, Value
from fjax.core.vectormath.support import INF, NAN, constant, format_of


@scalar.function
def sign(x: Expr) -> Expr:
    """-1, 0 or 1 in x's dtype; NaN and -0.0 stay as they are."""
    if dtypes.is_float(x.dtype):
        one = scalar.copysign(constant(1, x), x)
        return scalar.select(scalar.eq(x, 0) | scalar.ne(x, x), x, one)
    one = scalar.const(1, x.dtype)
    if x.dtype.kind == "i":
        one = scalar.select(x < 0, -1, one)
    return scalar.select(scalar.eq(x, 0), x, one)


@scalar.function
def is_finite(x: Expr) -> Expr:
    """Whether x is neither infinite nor NaN."""
    return abs(x) < INF


def square(x: Expr | ComplexExpr) -> Any:
    """x * x; of a complex value without the difference of two infinities."""
    if isinstance(x, Expr):
        return x * x
    a, b = abs(x.re), abs(x.im)
    re = scalar.select(scalar.eq(a - b, 0), 0, (a - b) * (a + b))
    im = x.re * x.im
    return ComplexExpr(re, im + im)


@scalar.function
def rsqrt(x: Expr) -> Expr:
    """1 / sqrt(x)."""
    return 1 / scalar.sqrt(x)


@scalar.function
def round_away(x: Expr) -> Expr:
    """The nearest integer; halves go away from zero."""
    whole = scalar.trunc(x)
    beyond = abs(x - whole) >= 0.5
    return scalar.copysign(scalar.select(beyond, abs(whole) + 1, abs(whole)), x)


@scalar.function
def hypot(x: Expr, y: Expr) -> Expr:
    """sqrt(x*x + y*y) without needless overflow or underflow; inf if either is infinite."""
    return scalar.hypot(x, y)


@scalar.function
def remainder(x: Expr, y: Expr) -> Expr:
    """C's fmod: x - y trunc(x / y), exactly, with the sign of x.

    A quotient of floats is at most 1 too large once it is truncated, and below 2**(mantissa + 1)
    what is left of |x| is a number of the format: one fused operation gives it without error,
    also where it is made of several, as long as y can be split without overflow.
    Others, among them zeros, infinities and NaN, go to the C library, lane by lane.
    """
    a, b = abs(x), abs(y)
    quotient = scalar.trunc(a / b)
    rest = scalar.fused(-quotient, b, a)
    rest = scalar.select(rest < 0, rest + b, rest)
    info = format_of(x)
    exact = (quotient <= 2.0**info.mantissa) & (rest < b) & (b < 2.0 ** (info.bias - 30))
    return scalar.rare(~exact, scalar.copysign(rest, x), x % y)


@scalar.function
def nextafter(x: Expr, y: Expr) -> Expr:
    """The next number after x in the direction of y; y if they are equal."""
    pattern = scalar.bits(x)
    outward = scalar.eq(y > x, x > 0)
    stepped = scalar.bitcast(scalar.select(outward, pattern + 1, pattern - 1), x.dtype)
    smallest = scalar.copysign(scalar.bitcast(scalar.const(1, pattern.dtype), x.dtype), y)
    stepped = scalar.select(scalar.eq(x, 0), smallest, stepped)
    stepped = scalar.select(scalar.eq(x, y), y, stepped)
    return scalar.select(scalar.ne(x, x) | scalar.ne(y, y), NAN, stepped)


def sqrt(x: Expr | ComplexExpr) -> Any:
    """The square root; the principal one of a complex value."""
    if isinstance(x, ComplexExpr):
        return complex_sqrt(x)
    return scalar.sqrt(x)


def complex_sqrt(z: ComplexExpr) -> ComplexExpr:
    """The principal square root, without overflow; the branch cut follows the sign of im."""
    info = format_of(z.re)
    a, b = abs(z.re), abs(z.im)
    largest = scalar.maximum(a, b)
    big, small = largest > 2.0 ** (info.bias - 3), largest < 2.0 ** (4 - info.bias + info.mantissa)
    up = constant(2.0 ** (2 * info.mantissa), a)
    factor = scalar.select(big, 0.0625, scalar.select(small, up, 1))
    back = scalar.select(big, 4.0, scalar.select(small, constant(2.0**-info.mantissa, a), 1))
    a, b = a * factor, b * factor
    half = scalar.sqrt((a + scalar.hypot(a, b)) * 0.5)
    other = b / scalar.select(scalar.eq(half, 0), 1, half + half) * back
    half = half * back
    positive = z.re >= 0
    re, im = scalar.select(positive, half, other), scalar.select(positive, other, half)
    infinite = scalar.eq(abs(z.im), INF)
    re = scalar.select(infinite, INF, re)
    im = scalar.select(infinite, INF, im)
    straight = scalar.eq(abs(z.re), INF) & (abs(z.im) < INF)
    re = scalar.select(straight, scalar.select(positive, constant(INF, a), 0), re)
    im = scalar.select(straight, scalar.select(positive, constant(0, a), INF), im)
    return ComplexExpr(re, scalar.copysign(im, z.im))


def convert(x: Expr | ComplexExpr, dtype: Any) -> Any:
    """Value conversion between any two dtypes.

    Float to integer saturates and takes NaN to 0, integers wrap, anything nonzero is True; a
    complex value loses its imaginary part in a real dtype.
    """
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        part = np.dtype(f"f{dtype.itemsize // 2}")
        if isinstance(x, ComplexExpr):
            return ComplexExpr(scalar.convert(x.re, part), scalar.convert(x.im, part))
        return ComplexExpr(convert(x, part), scalar.const(0, part))
    if isinstance(x, ComplexExpr):
        if dtype == scalar.BOOL:
            return scalar.ne(x, 0)
        return convert(x.re, dtype)
    if dtype == scalar.BOOL:
        return x if x.dtype == dtype else scalar.ne(scalar.convert(x, dtypes.widened(x.dtype)), 0)
    if dtypes.is_float(x.dtype) and dtypes.is_integer(dtype):
        return saturate(x, dtype)
    return scalar.convert(x, dtype)


def saturate(x: Expr, dtype: np.dtype) -> Expr:
    """A float as an integer: truncated, limited to the dtype's range, NaN as 0."""
    x = scalar.convert(x, dtypes.widened(x.dtype))
    limits = dtypes.iinfo(dtype)
    low = float(limits.min)
    above = float(limits.max) + (1.0 if limits.bits <= 32 else 0.0)  # 2**bits, exact as a float
    inside = (x > low - 1.0 if limits.bits <= 32 else x >= low) & (x < above)
    value = scalar.convert(scalar.select(inside, x, 0), dtype)
    value = scalar.select(x >= above, scalar.const(limits.max, dtype), value)
    return scalar.select(x <= low, scalar.const(limits.min, dtype), value)


def real(x: Value) -> Any:
    """The real part."""
    return x.re if isinstance(x, ComplexExpr) else x


def imag(x: Expr | ComplexExpr) -> Any:
    """The imaginary part; 0 of a real value."""
    return x.im if isinstance(x, ComplexExpr) else scalar.const(0, x.dtype)


def conj(x: Value) -> Any:
    """The complex conjugate."""
    return x.conj() if isinstance(x, ComplexExpr) else x


@scalar.function
def cbrt(x: Expr) -> Expr:
    """The real cube root; -0.0 stays -0.0."""
    info = format_of(x)
    single = info.mantissa == 23
    a = abs(x)
    zero, small = scalar.eq(a, 0), a < (2.0**-60 if single else 2.0**-600)
    up = constant(2.0 ** (48 if single else 108), x)
    # Away from overflow, and so far from denormals that none arises on the way, which is slow.
    scaled = scalar.select(zero, 1, a * scalar.select(small, up, 0.125))
    y = _cube_root_guess(scaled)
    for _ in range(1 if single else 2):  # Halley: each step triples the number of right digits
        cube = y * y * y
        y = y * ((cube + (scaled + scaled)) / ((cube + cube) + scaled))
    # Newton's step with an exact residual
    square = y * y
    rest = scalar.fma(y, y, -square) * y
    residual = scalar.fma(square, y, -scaled) + rest
    y = y - residual / (3 * square)
    y = y * scalar.select(small, constant(2.0**-16 if single else 2.0**-36, x), 2)
    plain = zero | ~(a < INF)
    return scalar.copysign(scalar.select(plain, a, y), x)


def _cube_root_guess(a: Expr) -> Expr:
    """The cube root of a positive normal number to about 4 %: the exponent divided by three."""
    info = format_of(a)
    if info.mantissa == 23:
        third = scalar.convert(scalar.bits(a), a.dtype) * (1 / 3)
        return scalar.bitcast(scalar.convert(third, info.integer) + 709921077, a.dtype)
    # The upper half of the pattern becomes a float by being put under the exponent of 2**52
    upper = scalar.bitcast((scalar.bits(a) >> 32) | 0x4330000000000000, a.dtype) - 2.0**52
    third = upper * (1 / 3) + (2.0**52 + 715094163)
    return scalar.bitcast(scalar.bits(third) << 32, a.dtype)
