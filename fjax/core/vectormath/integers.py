"""Integer arithmetic with total edges: division, remainder, shifts, powers."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.basic import square


def _lowest(dtype: np.dtype) -> int:
    return int(np.iinfo(dtype).min)


def _all_ones(x: Expr) -> Expr:
    return ~scalar.const(0, x.dtype)


@scalar.function
def integer_div(x: Expr, y: Expr) -> Expr:
    """x / y rounded towards zero; x / 0 has all bits set, the lowest integer / -1 wraps."""
    zero = scalar.eq(y, 0)
    if x.dtype.kind == "u":
        return scalar.select(zero, _all_ones(x), x / scalar.select(zero, 1, y))
    wraps = scalar.eq(x, _lowest(x.dtype)) & scalar.eq(y, -1)
    quotient = x / scalar.select(zero | wraps, 1, y)
    return scalar.select(zero, -1, quotient)


@scalar.function
def integer_rem(x: Expr, y: Expr) -> Expr:
    """The remainder with the sign of x; x rem 0 = x."""
    zero = scalar.eq(y, 0)
    if x.dtype.kind == "u":
        return scalar.select(zero, x, x % scalar.select(zero, 1, y))
    single = zero | scalar.eq(y, -1)
    return scalar.select(single, scalar.select(zero, x, 0), x % scalar.select(single, 1, y))


@scalar.function
def shift_left(x: Expr, y: Expr) -> Expr:
    """x << y; a shift by the width or more (or by a negative amount) gives 0."""
    inside, amount = _shift_amount(x, y)
    return scalar.select(inside, x << amount, 0)


@scalar.function
def shift_right_arithmetic(x: Expr, y: Expr) -> Expr:
    """x >> y with copies of the sign bit; a shift by the width or more leaves only those."""
    inside, amount = _shift_amount(x, y)
    signed = scalar.bits(x)
    amount = scalar.select(inside, scalar.bits(amount), scalar.width(x.dtype) - 1)
    return scalar.bitcast(signed >> amount, x.dtype)


@scalar.function
def shift_right_logical(x: Expr, y: Expr) -> Expr:
    """x >> y with zeros; a shift by the width or more gives 0."""
    inside, amount = _shift_amount(x, y)
    unsigned = np.dtype(f"u{x.dtype.itemsize}")
    shifted = scalar.bitcast(x, unsigned) >> scalar.bitcast(amount, unsigned)
    return scalar.select(inside, scalar.bitcast(shifted, x.dtype), 0)


def _shift_amount(x: Expr, y: Expr) -> tuple[Expr, Expr]:
    """Whether 0 <= y < width, and y where that holds, else 0."""
    inside = y < scalar.width(x.dtype)
    if x.dtype.kind == "i":
        inside = inside & (y >= 0)
    return inside, scalar.select(inside, y, 0)


def integer_pow(x: Any, exponent: int) -> Any:
    """x**exponent for a static integer exponent, by repeated multiplication."""
    one = scalar.const(1, x.dtype) if isinstance(x, Expr) else scalar.as_complex(1, x.re.dtype)
    if exponent == 0:
        return one
    if exponent < 0:
        return one / integer_pow(x, -exponent)
    result: Any = None
    power: Any = x
    while exponent:
        if exponent & 1:
            result = power if result is None else result * power
        exponent >>= 1
        if exponent:
            power = square(power)
    return result


@scalar.function
def power_of_integers(x: Expr, y: Expr) -> Expr:
    """x**y for integers, wrapping; for y < 0, 1/x**-y rounded towards zero (0 for x = 0)."""
    bits = scalar.width(x.dtype) - (1 if x.dtype.kind == "i" else 0)
    result, power = scalar.const(1, x.dtype), x
    for position in range(bits):
        used = scalar.ne(y & scalar.const(1 << position, y.dtype), 0)
        result = scalar.select(used, result * power, result)
        power = power * power
    if x.dtype.kind == "u":
        return result
    parity = scalar.select(scalar.eq(y & 1, 0), scalar.const(1, x.dtype), x)
    inverse = scalar.select(scalar.eq(x, 1) | scalar.eq(x, -1), parity, 0)
    return scalar.select(y < 0, inverse, result)


def population_count(x: Expr) -> Expr:
    """The number of set bits."""
    return scalar.popcount(x)


def clz(x: Expr) -> Expr:
    """The number of leading zero bits; the width for 0."""
    return scalar.clz(x)


def multiply_high(x: Expr, y: Expr) -> Expr:
    """The high half of the bits of x * y."""
    own = dtypes.bit_width(x.dtype)
    if own == 64:
        return _multiply_high_64(x, y)
    wide = np.dtype(f"{dtypes.kind(x.dtype)}{max(own // 4, 1)}")
    product = scalar.convert(x, wide) * scalar.convert(y, wide)
    return scalar.convert(product >> scalar.const(own, wide), x.dtype)


@scalar.function
def _multiply_high_64(x: Expr, y: Expr) -> Expr:
    """The high 64 bits of a product: that of the bits as unsigned integers, in halves of 32 bits,
    less what a sign bit counts for too much (2**64 times the other factor)."""
    unsigned = np.dtype(np.uint64)
    half, low = scalar.const(32, unsigned), scalar.const(2**32 - 1, unsigned)
    a, b = scalar.bitcast(x, unsigned), scalar.bitcast(y, unsigned)
    a_low, a_high, b_low, b_high = a & low, a >> half, b & low, b >> half
    middle = a_high * b_low + (a_low * b_low >> half)  # fits: (2**32 - 1)**2 + 2**32 - 1
    other = a_low * b_high + (middle & low)
    high = a_high * b_high + (middle >> half) + (other >> half)
    if x.dtype.kind == "i":
        zero = scalar.const(0, unsigned)
        high = high - scalar.select(x < 0, b, zero) - scalar.select(y < 0, a, zero)
    return scalar.bitcast(high, x.dtype)
