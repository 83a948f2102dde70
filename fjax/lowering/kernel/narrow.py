"""Conversions of the dtypes that memory holds but kernels do not compute in.

Kernels compute in float32, or in 8-bit integers, and convert what they load and store. A register
holds such a value as the one or two bytes of memory. Narrow floats and integers of ml_dtypes keep
their bits at the low end of a byte. A conversion stays if the target has an instruction for it
(`Conversions`). Every other one becomes integer arithmetic here.
"""

from __future__ import annotations

import functools

import ml_dtypes
import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass

FLOAT16, FLOAT32, FLOAT64 = dtypes.float16, dtypes.float32, dtypes.float64
UINT8, INT8, UINT32 = (np.dtype(n) for n in ("uint8", "int8", "uint32"))
# (from, to) that a target converts in one rounding; one of the two is stored as its bits.
Conversions = frozenset[tuple[np.dtype, np.dtype]]
NO_CONVERSIONS: Conversions = frozenset()
FLOAT16_AND_SINGLE: Conversions = frozenset({(FLOAT16, FLOAT32), (FLOAT32, FLOAT16)})
MAGNITUDE, INFINITY, QUIET_NAN = 0x7FFFFFFF, 0x7F800000, 0x7FC00000  # of float32
MANTISSA, BIAS = 23, 127


@dataclass(frozen=True)
class NarrowFormat:
    """A float with a sign: codes are the bit patterns without the sign bit."""

    exponent: int  # bits
    mantissa: int  # bits
    bias: int
    largest: int  # code of the largest finite value
    overflow: int  # code of what is beyond: infinity, NaN, or `largest`
    nan: int | None  # code of NaN, or None where NaN becomes -0
    zero_is_unsigned: bool  # the pattern of -0 is NaN

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << (self.exponent + self.mantissa)


@functools.cache
def format_of(dtype: np.dtype) -> NarrowFormat:
    """The format of a stored float, read off what NumPy and ml_dtypes do with such numbers."""
    info = ml_dtypes.finfo(dtype)

    def code(value: float) -> int:
        return int(np.asarray(value, np.float32).astype(dtype).view(bits_type(dtype)))

    sign = 1 << (info.nexp + info.nmant)
    with np.errstate(all="ignore"):
        nan, overflow = code(np.nan), code(np.inf)
        has_nan = bool(np.isnan(np.asarray(np.nan, dtype).astype(np.float32)))
    bias = 1 - int(info.minexp)
    return NarrowFormat(
        int(info.nexp),
        int(info.nmant),
        bias,
        code(float(info.max)),
        overflow,
        nan if has_nan else None,
        has_nan and nan == sign,
    )


def is_stored(dtype: np.dtype) -> bool:
    """Whether registers hold values of the dtype as their bits, and compute in another dtype."""
    return dtype in dtypes.WIDENED


def bits_type(dtype: np.dtype) -> np.dtype:
    """The unsigned integer that holds a stored value."""
    return np.dtype(f"u{dtype.itemsize}")


def convert(value: Expr, dtype: np.dtype, native: Conversions) -> Expr:
    """The value converted, by conversions that the target has."""
    source = value.dtype
    if source == dtype:
        return value
    if value.op is Op.CONST:
        return scalar.const(value.extra.value, dtype)
    if (source, dtype) in native:
        return scalar.convert(value, dtype)
    if is_stored(source):
        return convert(_widened(value, native), dtype, native)
    if dtype in dtypes.NARROW_INTEGERS:
        wide = convert(value, dtypes.widened(dtype), native)
        mask = (1 << dtypes.bit_width(dtype)) - 1
        return scalar.bitcast(scalar.bitcast(wide, UINT8) & mask, dtype)
    if is_stored(dtype):
        single = _rounded_once(value)
        known = (FLOAT32, dtype) in native
        return scalar.convert(single, dtype) if known else _from_single(single, dtype)
    return scalar.convert(value, dtype)


def _rounded_once(value: Expr) -> Expr:
    """A number in float32 such that rounding it to fewer bits gives what one rounding would."""
    if value.dtype == FLOAT64:
        return _round_to_odd(value)
    if value.dtype.kind in "iu" and value.dtype.itemsize >= 4:
        return _round_to_odd(scalar.convert(value, FLOAT64))
    return scalar.convert(value, FLOAT32)


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


def _widened(value: Expr, native: Conversions) -> Expr:
    """A stored number in 8 bits or in float32."""
    if dtypes.is_integer(value.dtype):
        return _from_integer(value)
    known = (value.dtype, FLOAT32) in native
    return scalar.convert(value, FLOAT32) if known else _to_single(value)


def _from_integer(value: Expr) -> Expr:
    """A narrow integer in 8 bits."""
    dtype, spare = value.dtype, 8 - dtypes.bit_width(value.dtype)
    bits = scalar.bitcast(value, UINT8)
    if dtypes.kind(dtype) == "u":
        return bits & ((1 << dtypes.bit_width(dtype)) - 1)
    return scalar.bitcast(bits << spare, INT8) >> spare


def _to_single(value: Expr) -> Expr:
    bits = scalar.convert(scalar.bitcast(value, bits_type(value.dtype)), UINT32)
    if value.dtype == dtypes.bfloat16:
        return scalar.bitcast(bits << 16, FLOAT32)
    if value.dtype == dtypes.float8_e8m0fnu:
        return _power_of_two(bits)
    f = format_of(value.dtype)
    code, sign = bits & (f.sign - 1), (bits & f.sign) << (31 - f.exponent - f.mantissa)
    shift, rebias = MANTISSA - f.mantissa, BIAS - f.bias
    normal = scalar.bitcast((code << shift) + (rebias << MANTISSA), FLOAT32)
    small = scalar.convert(scalar.bitcast(code, dtypes.int32), FLOAT32)
    small = small * float(2.0 ** (1 - f.bias - f.mantissa))
    found = scalar.bitcast(scalar.select(code < (1 << f.mantissa), small, normal), UINT32)
    if f.nan is not None:
        nan = scalar.const(QUIET_NAN, UINT32)
        if f.overflow != f.nan:
            nan = (code << shift) | INFINITY  # or infinity
        is_nan = scalar.eq(bits, f.sign) if f.zero_is_unsigned else code > f.largest
        found = scalar.select(is_nan, nan, found)
    return scalar.bitcast(found | sign, FLOAT32)


def _power_of_two(bits: Expr) -> Expr:
    """float8_e8m0fnu is an exponent and nothing else; its least value is a denormal float32."""
    found = scalar.select(
        scalar.eq(bits, 0), scalar.const(1 << (MANTISSA - 1), UINT32), bits << MANTISSA
    )
    return scalar.select(scalar.eq(bits, 0xFF), float("nan"), scalar.bitcast(found, FLOAT32))


def _from_single(value: Expr, dtype: np.dtype) -> Expr:
    if dtype == dtypes.float8_e8m0fnu:
        return _nearest_power(value)
    bits = scalar.bitcast(value, UINT32)
    if dtype == dtypes.bfloat16:  # the upper 16 bits, rounded half to even; NaN stays NaN
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
        rounded = scalar.select(scalar.ne(value, value), (bits >> 16) | 0x40, rounded)
        return scalar.bitcast(scalar.convert(rounded, bits_type(dtype)), dtype)
    f = format_of(dtype)
    magnitude = bits & MAGNITUDE
    sign = (bits >> (31 - f.exponent - f.mantissa)) & f.sign
    shift, rebias = MANTISSA - f.mantissa, BIAS - f.bias
    # The sum's last bit is the format's least step, so that the addition itself rounds to even.
    step = np.float32(2.0 ** (1 - f.bias - f.mantissa + MANTISSA))
    small = scalar.bitcast(scalar.bitcast(magnitude, FLOAT32) + float(step), UINT32)
    small = small - scalar.const(int(step.view(np.uint32)), UINT32)
    normal = magnitude - (rebias << MANTISSA) + ((1 << (shift - 1)) - 1)
    normal = (normal + ((magnitude >> shift) & 1)) >> shift
    code = scalar.select(magnitude < ((rebias + 1) << MANTISSA), small, normal)
    # From half a step above the largest on; there an even one is still the nearest.
    beyond = ((f.largest + (rebias << f.mantissa)) << shift) + (1 << (shift - 1)) + (~f.largest & 1)
    code = scalar.select(magnitude >= beyond, scalar.const(f.overflow, UINT32), code)
    unordered = magnitude > INFINITY
    if f.zero_is_unsigned:
        signed = scalar.select(scalar.eq(code, 0) | scalar.eq(code, f.sign), code, code | sign)
        signed = scalar.select(unordered, scalar.const(f.sign, UINT32), signed)
    elif f.nan is None:
        signed = scalar.select(unordered, sign ^ f.sign, code | sign)
    else:
        signed = scalar.select(unordered, scalar.const(f.nan, UINT32), code) | sign
    return scalar.bitcast(scalar.convert(signed, bits_type(dtype)), dtype)


def _nearest_power(value: Expr) -> Expr:
    """The exponent of the nearest power of two, the upper of two; NaN for what is not positive."""
    bits = scalar.bitcast(value, UINT32)
    least = scalar.const(1 << (MANTISSA - 1), UINT32)
    code = scalar.select(bits > least, (bits + least) >> MANTISSA, 0)
    valid = (bits < INFINITY) & (bits > 0)
    code = scalar.select(valid, scalar.minimum(code, scalar.const(0xFF, UINT32)), 0xFF)
    return scalar.bitcast(scalar.convert(code, UINT8), dtypes.float8_e8m0fnu)
