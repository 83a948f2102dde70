"""Rounding to integers and to neighbours."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar, vectormath
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import primitive
from fjax.core.scalar import Expr
from fjax.errors import FjaxValueError
from fjax.primitives.families import FLOAT, Elementwise, Flat, program
from fjax.primitives.structure import linear_jvp


class RoundingMethod(enum.IntEnum):
    """What `round` does with values halfway between two integers.

    >>> lax.round(jnp.array([2.5]), lax.RoundingMethod.TO_NEAREST_EVEN)
    Array([2.], dtype=float64)
    """

    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


@primitive
class Floor(Flat):
    """The largest integer that is not above x."""

    ufunc = np.floor
    accepts = FLOAT
    scalar = program(scalar.floor)


@primitive
class Ceil(Flat):
    """The smallest integer that is not below x."""

    ufunc = np.ceil
    accepts = FLOAT
    scalar = program(scalar.ceil)


@primitive
class Round(Flat):
    """The nearest integer; halves go as the method says."""

    accepts = FLOAT
    rounding_method: RoundingMethod = RoundingMethod.AWAY_FROM_ZERO

    def evaluate(self, xp: Any, x: Any):
        even = self.rounding_method is RoundingMethod.TO_NEAREST_EVEN
        if even and x.dtype not in dtypes.WIDENED:
            return (xp.rint(x),)
        return super().evaluate(xp, x)

    def scalar(self, x):
        if self.rounding_method is RoundingMethod.TO_NEAREST_EVEN:
            return scalar.round_even(x)
        return vectormath.round_away(x)


@primitive
class IsFinite(Flat):
    """Whether x is neither infinite nor NaN."""

    ufunc = np.isfinite
    accepts = FLOAT
    ufunc_on = dtypes.HALVES.union(dtypes.NARROW_FLOATS)

    def result_dtype(self, dtype: Dtype) -> Dtype:
        return dtypes.bool_

    def result_type(self, *avals: ShapedArray):
        (out,) = super().result_type(*avals)
        return (out.update(weak_type=avals[0].weak_type),)  # unlike comparisons, as in JAX

    def scalar(self, x):
        return vectormath.is_finite(x)


@primitive
class NextAfter(Elementwise):
    """The next float after x in the direction of y; y where they are equal."""

    name = "nextafter"
    makes_nan = False
    ufunc = np.nextafter
    accepts = FLOAT
    exact = True
    # of equal zeros of float16, NumPy gives the first
    ufunc_on = dtypes.HALVES.union(dtypes.NARROW_FLOATS) - {dtypes.float16}
    absent = frozenset({"transpose", "jvp"})

    def scalar(self, x, y):
        if x.dtype in dtypes.NARROW:
            raise TypeError(f"nextafter has no scalar program for {x.dtype}")
        return half_nextafter(x, y) if x.dtype in dtypes.WIDENED else vectormath.nextafter(x, y)


@primitive
class ReducePrecision(Elementwise):
    """x rounded to a float format with these numbers of exponent and mantissa bits.

    Halves round to even; what is too large becomes infinite, what would be denormal becomes zero.
    """

    makes_nan = False
    rounds = True
    accepts = FLOAT
    absent = frozenset()
    exponent_bits: int
    mantissa_bits: int

    def result_type(self, x: ShapedArray):
        if self.exponent_bits < 1 or self.mantissa_bits < 0:
            raise FjaxValueError(
                f"reduce_precision of {x}: needs exponent_bits >= 1 and mantissa_bits >= 0, got "
                f"{self.exponent_bits} and {self.mantissa_bits}"
            )
        return super().result_type(x)

    def scalar(self, x):
        return reduce_precision_program(x, self.exponent_bits, self.mantissa_bits)

    jvp = linear_jvp

    def transpose(self, cotangents, x):
        return (self(cotangents[0]),)


def half_nextafter(x: Expr, y: Expr) -> Expr:
    """nextafter on the bits of float16 or bfloat16: compared as float32, stepped as integers."""
    pattern, wide_x, wide_y = scalar.bits(x), *(scalar.convert(v, dtypes.float32) for v in (x, y))
    outward = ~((wide_y > wide_x) ^ (wide_x > 0))
    stepped = scalar.select(outward, pattern + 1, pattern - 1)
    from_zero = scalar.select(wide_y < 0, scalar.const(-0x7FFF, pattern.dtype), 1)
    stepped = scalar.select(scalar.eq(wide_x, 0), from_zero, stepped)
    stepped = scalar.select(scalar.eq(wide_x, wide_y), scalar.bits(y), stepped)
    nan = scalar.bits(scalar.const(np.nan, x.dtype))
    unordered = scalar.ne(wide_x, wide_x) | scalar.ne(wide_y, wide_y)
    return scalar.bitcast(scalar.select(unordered, nan, stepped), x.dtype)


def reduce_precision_program(x: Expr, exponent_bits: int, mantissa_bits: int) -> Expr:
    """The scalar program of ReducePrecision for float32 and float64."""
    info = np.finfo(x.dtype)
    own_mantissa, own_exponent = info.nmant, info.nexp
    pattern = scalar.bitcast(x, np.dtype(f"u{x.dtype.itemsize}"))
    ones = (1 << (own_mantissa + own_exponent + 1)) - 1
    sign_mask = 1 << (own_mantissa + own_exponent)
    exponent_mask = ((1 << own_exponent) - 1) << own_mantissa
    dropped = own_mantissa - mantissa_bits
    if dropped > 0:
        last = 1 << dropped
        odd = (pattern & last) >> dropped
        pattern = (pattern + (odd + ((last >> 1) - 1))) & (ones ^ (last - 1))
    if exponent_bits < own_exponent:
        bias = (1 << (own_exponent - 1)) - 1
        reduced = (1 << (exponent_bits - 1)) - 1
        exponent = pattern & exponent_mask
        signed = pattern & sign_mask
        over = exponent > ((bias + reduced) << own_mantissa)
        under = exponent <= ((bias - reduced) << own_mantissa)
        pattern = scalar.select(over, signed | exponent_mask, pattern)
        pattern = scalar.select(under, signed, pattern)
    return scalar.select(scalar.ne(x, x), x, scalar.bitcast(pattern, x.dtype))


floor, ceil, is_finite, nextafter = Floor(), Ceil(), IsFinite(), NextAfter()
