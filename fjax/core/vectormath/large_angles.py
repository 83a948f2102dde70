"""sin, cos, tan of arguments beyond 1e5 without the C library, for targets that have none.

After Payne and Hanek (Radian reduction for trigonometric functions, SIGNUM 1983): of 2/pi only
those bits matter whose product with the argument is below 4; they follow from its exponent. All is
in integers, without a table in memory.
"""

from __future__ import annotations

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.support import is_single
from fjax.core.vectormath.trigonometric import cos_of_reduced, sin_of_reduced

U32, U64 = np.dtype(np.uint32), np.dtype(np.uint64)
WORD, HALF = 64, 32
LOW_HALF = (1 << HALF) - 1
# 2/pi, 64 bits a word from its first bit on, after a word of zeros.
TWO_OVER_PI = (
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041,
    0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E,
    0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B,
    0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB,
)  # fmt: skip
HALF_PI_REST = 6.123233995736766e-17  # of pi/2 beyond the nearest float64


def large_wave(name: str, x: Expr) -> Expr:
    """sin, cos or tan by name, for |x| from 2**16 on; NaN for infinities and NaN."""
    r, quadrant = _reduced(abs(x))
    s, c = sin_of_reduced(r), cos_of_reduced(r)
    odd = scalar.eq(quadrant & 1, 1)
    if name == "tan":
        y = scalar.select(odd, -c, s) / scalar.select(odd, s, c)
        negative = x < 0
    elif name == "sin":
        y = scalar.select(odd, c, s)
        negative = scalar.ne(quadrant & 2, 0) ^ (x < 0)
    else:
        y = scalar.select(odd, s, c)
        negative = scalar.ne((quadrant + 1) & 2, 0)
    return scalar.select(negative, -y, y) + (x - x)


def _reduced(x: Expr) -> tuple[Expr, Expr]:
    """(r, q) with x = q pi/2 + r modulo 2 pi and |r| <= pi/4."""
    mantissa_bits, bias = (23, 127) if is_single(x) else (52, 1023)
    bits = scalar.convert(scalar.bits(x), U64)
    exponent = (bits >> mantissa_bits) & (2 * bias + 1)
    mantissa = (bits & ((1 << mantissa_bits) - 1)) | (1 << mantissa_bits)
    # The mantissa's last bit times the window's first one has the weight 2: the product of 64 bits
    # begins with the quadrant, and what overflows is a multiple of 4.
    first = exponent - (bias + mantissa_bits + 2 - WORD)
    turns, rest = (_turns_of_single if is_single(x) else _turns_of_double)(mantissa, first)
    past_half = scalar.eq(turns >> (WORD - 3) & 1, 1)
    quadrant = scalar.convert((turns >> (WORD - 2)) + (turns >> (WORD - 3) & 1), U32)
    fraction, rest = (turns << 2) | (rest >> (WORD - 2)), rest << 2
    borrow = scalar.convert(scalar.eq(rest, 0), U64)
    high = scalar.select(past_half, ~fraction + borrow, fraction)
    low = scalar.select(past_half, ~rest + 1, rest)
    r = _angle(high, low, x)
    return scalar.select(past_half, -r, r), quadrant


def _turns_of_single(mantissa: Expr, first: Expr) -> tuple[Expr, Expr]:
    """The product of the mantissa and 2/pi modulo 4: two words, the first bit of weight 2."""
    w0, w1 = _window(first, 2, 3)
    high, low = _product(mantissa, w1)
    return mantissa * w0 + high, low


def _turns_of_double(mantissa: Expr, first: Expr) -> tuple[Expr, Expr]:
    w0, w1, w2 = _window(first, 3, 16)
    high2, _ = _product(mantissa, w2)
    high1, low1 = _product(mantissa, w1)
    rest = low1 + high2
    carry = scalar.convert(rest < low1, U64)
    return mantissa * w0 + high1 + carry, rest


def _window(first: Expr, count: int, most: int) -> list[Expr]:
    """`count` words of 2/pi from bit `first` of the table on, which is in word `most` or before."""
    word, shift = first >> 6, first & (WORD - 1)
    found = []
    for k in range(count + 1):
        value = scalar.const(TWO_OVER_PI[k], U64)
        for at in range(1, most + 1):
            other = scalar.const(TWO_OVER_PI[at + k], U64)
            value = scalar.select(scalar.eq(word, at), other, value)
        found.append(value)
    whole = scalar.eq(shift, 0)
    back = scalar.select(whole, scalar.const(0, U64), WORD - shift)
    return [
        scalar.select(whole, a, (a << shift) | (b >> back))
        for a, b in zip(found, found[1:], strict=False)
    ]


def _product(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """(high, low) words of a product of two words."""
    a0, a1, b0, b1 = a & LOW_HALF, a >> HALF, b & LOW_HALF, b >> HALF
    low, across, other, high = a0 * b0, a0 * b1, a1 * b0, a1 * b1
    middle = (low >> HALF) + (across & LOW_HALF) + (other & LOW_HALF)
    high = high + (across >> HALF) + (other >> HALF) + (middle >> HALF)
    return high, (middle << HALF) | (low & LOW_HALF)


def _angle(high: Expr, low: Expr, like: Expr) -> Expr:
    """(high 2**-64 + low 2**-128) pi/2, rounded about once."""
    dtype = like.dtype
    step = 16 if is_single(like) else HALF  # bits of a piece: a float holds it exactly
    pieces = []
    for k, word in enumerate((high,) if is_single(like) else (high, low)):
        for before in range(step, WORD + 1, step):
            piece = scalar.convert((word >> (WORD - before)) & ((1 << step) - 1), dtype)
            pieces.append(piece * float(2.0 ** -(WORD * k + before)))
    total, rest = pieces[0], scalar.const(0, dtype)
    for piece in pieces[1:]:  # each smaller than the total, unless that is zero
        following = total + piece
        rest = rest + (piece - (following - total))
        total = following
    top = total + rest
    rest = rest - (top - total)
    unit = dtype.type(np.pi / 2)
    beyond = float(np.pi / 2 - float(unit)) if is_single(like) else HALF_PI_REST
    main = top * unit
    return main + (scalar.fma(top, unit, -main) + scalar.fma(top, beyond, rest * unit))
