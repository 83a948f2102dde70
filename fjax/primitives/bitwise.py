"""Operations on bits: of integers, and of bools as logic."""

from __future__ import annotations

import operator

import numpy as np

from fjax.core import dtypes, scalar, vectormath
from fjax.core.primitive import primitive
from fjax.core.scalar import Expr
from fjax.primitives.families import BITS, INTEGER, Flat, program


def unsigned(x: Expr) -> Expr:
    """A narrow integer's bits as a uint8 with zeros above them; another integer as it is."""
    return scalar.bitcast(x, dtypes.uint8) if x.dtype in dtypes.NARROW else x


@primitive
class And(Flat):
    """x & y."""

    ufunc = np.bitwise_and
    accepts = BITS
    scalar = program(operator.and_)


@primitive
class Or(Flat):
    """x | y."""

    ufunc = np.bitwise_or
    accepts = BITS
    scalar = program(operator.or_)


@primitive
class Xor(Flat):
    """x ^ y."""

    ufunc = np.bitwise_xor
    accepts = BITS
    scalar = program(operator.xor)


@primitive
class Not(Flat):
    """~x."""

    ufunc = np.invert
    accepts = BITS
    scalar = program(operator.invert)


@primitive
class PopulationCount(Flat):
    """The number of set bits."""

    accepts = INTEGER
    exact = True

    def scalar(self, x):
        return vectormath.convert(vectormath.population_count(unsigned(x)), x.dtype)


@primitive
class Clz(Flat):
    """The number of leading zero bits; the width for 0."""

    accepts = INTEGER
    exact = True

    def scalar(self, x):
        spare = scalar.width(x.dtype) - dtypes.bit_width(x.dtype)
        found = vectormath.clz(unsigned(x))
        return vectormath.convert(found - spare, x.dtype) if spare else found


@primitive
class ShiftLeft(Flat):
    """x << y; 0 where y is negative or at least the width."""

    accepts = INTEGER
    scalar = program(vectormath.shift_left)
    takes = 2


@primitive
class ShiftRightArithmetic(Flat):
    """x >> y with copies of the sign bit; a shift by the width or more leaves only those."""

    accepts = INTEGER
    scalar = program(vectormath.shift_right_arithmetic)
    takes = 2


@primitive
class ShiftRightLogical(Flat):
    """x >> y with zeros; 0 where y is negative or at least the width."""

    accepts = INTEGER
    exact = True

    def scalar(self, x, y):
        shifted = vectormath.shift_right_logical(unsigned(x), unsigned(y))
        return vectormath.convert(shifted, x.dtype)


@primitive
class MulHi(Flat):
    """The high half of the bits of x * y, in the operands' dtype."""

    name = "mulhi"
    accepts = INTEGER
    exact = True
    scalar = program(vectormath.multiply_high)


bitwise_and, bitwise_or, bitwise_xor, bitwise_not = And(), Or(), Xor(), Not()
population_count, clz, mulhi = PopulationCount(), Clz(), MulHi()
shift_left, shift_right_logical = ShiftLeft(), ShiftRightLogical()
shift_right_arithmetic = ShiftRightArithmetic()
