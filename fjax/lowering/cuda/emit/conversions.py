"""Which narrow floats a GPU converts by instructions, and how those of 8 bits are spelled.

LLVM knows what each architecture has for float16 and bfloat16, and writes out the rest. Floats of 8
bits are converted through float16, to which e5m2 is the upper byte. The instructions to 8 bits give
the largest number for what is beyond it, where these types have NaN or infinity: which is the next
code. All others of a narrow type are integer arithmetic (`kernel/narrow.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from fjax.core import dtypes
from fjax.lowering.kernel.narrow import FLOAT16_AND_SINGLE, Conversions

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
FLOAT16, BFLOAT16 = np.dtype(np.float16), dtypes.bfloat16
E4M3, E5M2 = dtypes.float8_e4m3fn, dtypes.float8_e5m2
# bfloat16 of integers is not here: LLVM writes it out with two roundings.
INTEGERS = tuple(np.dtype(name) for name in ("int32", "uint32", "int64", "uint64"))
EVERYWHERE: Conversions = FLOAT16_AND_SINGLE | {
    *((FLOAT16, FLOAT64), (FLOAT64, FLOAT16)),
    *((BFLOAT16, FLOAT32), (FLOAT32, BFLOAT16), (FLOAT64, BFLOAT16)),
    *((integer, FLOAT16) for integer in INTEGERS),
    (E5M2, FLOAT32),
}
# sm_89 has them, too, in a version of PTX that is newer than what drivers need to know (8.1).
BYTES_FROM = 90
OF_BYTES: Conversions = frozenset({(E4M3, FLOAT32), (FLOAT32, E4M3), (FLOAT32, E5M2)})
WORD = {E4M3: "e4m3x2", E5M2: "e5m2x2"}
# The least float32 whose magnitude becomes NaN or infinity: what lies between the largest number
# and the next power's step is rounded to even, which of e4m3 is the largest number itself.
BEYOND = {E4M3: float(np.nextafter(np.float32(464), np.float32(np.inf))), E5M2: 61440.0}

Instruction = Callable[[str], str]  # appends one, and names its result


@functools.cache
def conversions(architecture: str) -> Conversions:
    """The conversions that code for an architecture has instructions for.

    >>> (FLOAT32, E4M3) in conversions("sm_89"), (FLOAT32, E4M3) in conversions("sm_90")
    (False, True)
    """
    has_bytes = int(architecture.removeprefix("sm_")) >= BYTES_FROM
    return EVERYWHERE | OF_BYTES if has_bytes else EVERYWHERE


def from_byte(ins: Instruction, name: str, source: np.dtype) -> str:
    """float32 of a float of 8 bits: both steps are exact."""
    wide = ins(f"zext i8 {name} to i16")
    if source == E5M2:
        bits = ins(f"shl i16 {wide}, 8")
    else:
        both = ins(f'call i32 asm "cvt.rn.f16x2.{WORD[source]} $0, $1;", "=r,h"(i16 {wide})')
        bits = ins(f"trunc i32 {both} to i16")
    half = ins(f"bitcast i16 {bits} to half")
    return ins(f"fpext half {half} to float")


def to_byte(ins: Instruction, name: str, magnitude: str, to: np.dtype) -> str:
    """A float of 8 bits for a float32, whose magnitude is given; NaN stays NaN."""
    text = f"cvt.rn.satfinite.{WORD[to]}.f32 $0, $1, $2;"
    both = ins(f'call i16 asm "{text}", "=h,f,f"(float 0.0, float {name})')
    code = ins(f"trunc i16 {both} to i8")
    bits = int(np.float64(BEYOND[to]).view(np.uint64))
    beyond = ins(f"fcmp oge float {magnitude}, 0x{bits:016X}")
    step = ins(f"zext i1 {beyond} to i8")
    return ins(f"add i8 {code}, {step}")
