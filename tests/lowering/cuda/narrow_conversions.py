"""What PTX's conversions to and from narrow floats give, computed from what its manual says.

Numbers are rounded to nearest, ties to even, once and from what they are; NaN becomes the type's
canonical NaN. With .satfinite what is beyond the largest number, infinity too, becomes that number.
"""

from dataclasses import dataclass

import numpy as np

F32, F16 = np.dtype("f4"), np.dtype("f2")


@dataclass(frozen=True)
class Narrow:
    """A float with a sign: how many bits of exponent and of mantissa, and what has no number."""

    exponent: int
    mantissa: int
    largest: int  # the code of the largest number
    infinity: int | None
    nan: int  # the canonical one's code
    bits: np.dtype

    @property
    def bias(self):
        return (1 << (self.exponent - 1)) - 1

    def value(self, code):
        """The number of a code without its sign, as float64."""
        code = np.asarray(code, np.int64)
        field, low = code >> self.mantissa, code & ((1 << self.mantissa) - 1)
        high = np.where(field > 0, 1 << self.mantissa, 0)
        number = np.ldexp((high + low).astype(np.float64), np.maximum(field, 1) - self.shift)
        number = np.where(code > self.largest, np.nan, number)
        return number if self.infinity is None else np.where(code == self.infinity, np.inf, number)

    @property
    def shift(self):
        """By how much the exponent field of a number exceeds that of its last bit's power."""
        return self.bias + self.mantissa

    def codes(self, x, saturates):
        """The codes of numbers, which float64 holds exactly."""
        x = np.asarray(x, np.float64)
        magnitude = np.abs(x)
        exponent = np.maximum(np.frexp(magnitude)[1] - 1 + self.bias, 1)
        steps = np.rint(np.ldexp(magnitude, self.shift - exponent))  # at most 2**(mantissa + 1)
        steps = np.where(np.isfinite(steps), steps, 0).astype(np.int64)
        code = np.where(magnitude > 0, ((exponent - 1) << self.mantissa) + steps, 0)
        most = self.largest if saturates else self.infinity
        code = np.where((code > self.largest) | (magnitude == np.inf), most, code)
        sign = np.signbit(x).astype(np.int64) << (self.exponent + self.mantissa)
        return np.where(x != x, self.nan, code | sign).astype(self.bits)


FORMATS = {
    "bf16": Narrow(8, 7, 0x7F7F, 0x7F80, 0x7FFF, np.dtype("u2")),
    "f16": Narrow(5, 10, 0x7BFF, 0x7C00, 0x7FFF, np.dtype("u2")),
    "e4m3x2": Narrow(4, 3, 0x7E, None, 0x7F, np.dtype("u1")),
    "e5m2x2": Narrow(5, 2, 0x7B, 0x7C, 0x7F, np.dtype("u1")),
}


def to_half(i, x):
    """cvt.rn.bf16.* and cvt.rn.f16.*: the codes."""
    assert i.op[1] == "rn" and "ftz" not in i.op, i.line
    return FORMATS[i.op[-2]].codes(x, saturates=False)


def to_pair(i, read):
    """cvt.rn.satfinite.e4m3x2.f32: the first operand goes to the upper byte."""
    assert i.op[1:3] == ("rn", "satfinite") and i.op[4:] == ("f32",), i.line
    upper, lower = (FORMATS[i.op[3]].codes(read(k, F32), saturates=True) for k in (1, 2))
    return upper.astype(np.uint16) << np.uint16(8) | lower


def from_pair(i, read):
    """cvt.rn.f16x2.e4m3x2: both bytes as float16, which holds their numbers exactly."""
    assert i.op[1] == "rn" and len(i.op) == 4, i.line
    kind, both = FORMATS[i.op[3]], np.asarray(read(1, np.dtype("u2")))
    halves = []
    for byte in (both & 0xFF, both >> 8):
        number = kind.value(byte & 0x7F)
        signed = np.where(byte & 0x80, -number, number)
        halves.append(FORMATS["f16"].codes(signed, saturates=False).astype(np.uint32))
    return halves[1] << np.uint32(16) | halves[0]
