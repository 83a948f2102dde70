"""float16 and bfloat16 conversions as programs over the base operations.

Kernels compute in float32 and convert at the edge of memory. A register holds a half value as its
16 bits. What a target has an instruction for stays (`Conversions`), every other conversion becomes
integer arithmetic here.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr

FLOAT16 = np.dtype(np.float16)
HALVES = frozenset({FLOAT16, np.dtype(ml_dtypes.bfloat16)})
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
UINT16, UINT32, INT32 = np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.int32)
INT64 = np.dtype(np.int64)

# (from, to) of which a target converts in one rounding; one of the two is stored as its bits.
Conversions = frozenset[tuple[np.dtype, np.dtype]]
NO_CONVERSIONS: Conversions = frozenset()
FLOAT16_AND_SINGLE: Conversions = frozenset({(FLOAT16, FLOAT32), (FLOAT32, FLOAT16)})


def is_half(dtype: np.dtype) -> bool:
    """Whether the dtype is float16 or bfloat16."""
    return dtype in HALVES


def convert_half(value: Expr, dtype: np.dtype, native: Conversions) -> Expr:
    """A conversion from or to a half dtype in terms of conversions that the target has."""
    if not is_half(dtype):
        return scalar.convert(_to_single(value, native), dtype)
    return _from_single(rounded_once(value, native), dtype, native)


def rounded_once(value: Expr, native: Conversions) -> Expr:
    """A number in float32 such that rounding it to fewer bits gives what one rounding would."""
    if is_half(value.dtype):
        return _to_single(value, native)
    if value.dtype == FLOAT64:
        return _round_to_odd(value)
    if value.dtype.kind in "iu" and value.dtype.itemsize >= 4:
        return _round_to_odd(scalar.convert(value, FLOAT64))
    return scalar.convert(value, FLOAT32)


def _to_single(value: Expr, native: Conversions) -> Expr:
    if (value.dtype, FLOAT32) in native:
        return scalar.convert(value, FLOAT32)
    bits = scalar.convert(scalar.bitcast(value, UINT16), UINT32)
    if value.dtype == FLOAT16:
        return _half_bits_to_single(bits)
    return scalar.bitcast(bits << 16, FLOAT32)


def _from_single(value: Expr, dtype: np.dtype, native: Conversions) -> Expr:
    if (FLOAT32, dtype) in native:
        return scalar.convert(value, dtype)
    bits = _single_to_half_bits(value) if dtype == FLOAT16 else _single_to_brain_bits(value)
    return scalar.bitcast(scalar.convert(bits, UINT16), dtype)


def _single_to_brain_bits(value: Expr) -> Expr:
    """Upper 16 bits of a float32, rounded half to even; NaN stays NaN."""
    bits = scalar.bitcast(value, UINT32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return scalar.select(scalar.ne(value, value), (bits >> 16) | 0x40, rounded)


def _half_bits_to_single(bits: Expr) -> Expr:
    sign, magnitude = (bits & 0x8000) << 16, bits & 0x7FFF
    normal = (magnitude << 13) + (112 << 23)
    special = (magnitude << 13) + (224 << 23)  # inf and NaN: exponent 31 -> 255
    small = scalar.convert(scalar.bitcast(magnitude, INT32), FLOAT32) * float(2.0**-24)
    tiny = scalar.bitcast(small, UINT32)
    result = scalar.select(
        magnitude >= 0x7C00, special, scalar.select(magnitude < 0x0400, tiny, normal)
    )
    return scalar.bitcast(result | sign, FLOAT32)


def _single_to_half_bits(value: Expr) -> Expr:
    bits = scalar.bitcast(value, UINT32)
    sign, magnitude = (bits >> 16) & 0x8000, bits & 0x7FFFFFFF
    # Adding 0.5 aligns the last kept bit of a subnormal half with the last bit of a float32, so the
    # addition itself rounds half to even.
    aligned = scalar.bitcast(scalar.bitcast(magnitude, FLOAT32) + 0.5, UINT32)
    small = aligned - scalar.const(0x3F000000, UINT32)
    normal = (magnitude - (112 << 23) + 0xFFF + ((magnitude >> 13) & 1)) >> 13
    result = scalar.select(magnitude < (113 << 23), small, normal)
    result = scalar.select(magnitude >= (143 << 23), scalar.const(0x7C00, UINT32), result)
    result = scalar.select(magnitude > 0x7F800000, scalar.const(0x7E00, UINT32), result)
    return result | sign


def _round_to_odd(value: Expr) -> Expr:
    """float64 to float32 such that a second rounding to 16 bits gives what one rounding would."""
    nearest = scalar.convert(value, FLOAT32)
    back = scalar.convert(nearest, FLOAT64)
    bits = scalar.bitcast(nearest, UINT32)
    toward_zero = bits - scalar.select(
        abs(back) > abs(value), scalar.const(1, UINT32), scalar.const(0, UINT32)
    )
    inexact = scalar.ne(back, value) & scalar.eq(value, value)
    odd = scalar.bitcast(toward_zero | 1, FLOAT32)
    return scalar.select(inexact, odd, nearest)
