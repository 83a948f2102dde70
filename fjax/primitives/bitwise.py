"""Operations on bits: of integers, and of bools as logic."""
from __future__ import annotations

import numpy as np

from fjax.core import vectormath
from fjax.core.primitive import primitive
from fjax.primitives.families import BITS, INTEGER, Flat


@primitive
class And(Flat):
    """x & y."""

    name = "and"
    ufunc = np.bitwise_and
    accepts = BITS

    def scalar(self, x, y):
        return x & y


@primitive
class Or(Flat):
    """x | y."""

    name = "or"
    ufunc = np.bitwise_or
    accepts = BITS

    def scalar(self, x, y):
        return x | y


@primitive
class Xor(Flat):
    """x ^ y."""

    name = "xor"
    ufunc = np.bitwise_xor
    accepts = BITS

    def scalar(self, x, y):
        return x ^ y


@primitive
class Not(Flat):
    """~x."""

    name = "not"
    ufunc = np.invert
    accepts = BITS

    def scalar(self, x):
        return ~x


@primitive
class PopulationCount(Flat):
    """The number of set bits."""

    name = "population_count"
    accepts = INTEGER

    def scalar(self, x):
        return vectormath.population_count(x)


@primitive
class Clz(Flat):
    """The number of leading zero bits; the width for 0."""

    name = "clz"
    accepts = INTEGER

    def scalar(self, x):
        return vectormath.clz(x)


@primitive
class ShiftLeft(Flat):
    """x << y; 0 where y is negative or at least the width."""

    name = "shift_left"
    accepts = INTEGER

    def scalar(self, x, y):
        return vectormath.shift_left(x, y)


@primitive
class ShiftRightArithmetic(Flat):
    """x >> y with copies of the sign bit; a shift by the width or more leaves only those."""

    name = "shift_right_arithmetic"
    accepts = INTEGER

    def scalar(self, x, y):
        return vectormath.shift_right_arithmetic(x, y)


@primitive
class ShiftRightLogical(Flat):
    """x >> y with zeros; 0 where y is negative or at least the width."""

    name = "shift_right_logical"
    accepts = INTEGER

    def scalar(self, x, y):
        return vectormath.shift_right_logical(x, y)


bitwise_and, bitwise_or, bitwise_xor, bitwise_not = And(), Or(), Xor(), Not()
population_count, clz = PopulationCount(), Clz()
shift_left, shift_right_logical = ShiftLeft(), ShiftRightLogical()
shift_right_arithmetic = ShiftRightArithmetic()
