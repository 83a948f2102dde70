"""Comparisons: elementwise, giving bool."""

from __future__ import annotations

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.dtypes import Dtype
from fjax.core.primitive import KeyUse, primitive
from fjax.core.scalar import Expr
from fjax.errors import DtypeError
from fjax.primitives.families import ANY, Flat

ORDERED = "buif"


class Comparison(Flat):
    """An elementwise test of two operands; NaN compares false, and is unequal to everything."""

    ufunc_on = dtypes.HALVES
    accepts = ORDERED
    key_use = KeyUse.DERIVES

    def result_dtype(self, dtype: Dtype) -> Dtype:
        return dtypes.bool_


class Equality(Comparison):
    """A comparison that any dtype takes."""

    accepts = ANY

    def check_dtypes(self, avals):
        dtype = super().check_dtypes(avals)
        if dtypes.is_key(dtype) and dtypes.is_complex(dtype.physical):
            raise DtypeError(
                f"{self.name} does not take keys of four words, got {avals[0]}; "
                "compare them with == or !=, which look at the words"
            )
        return dtype


@primitive
class Eq(Equality):
    """x == y; complex values in both parts."""

    ufunc = np.equal

    def scalar(self, x, y):
        return ~(x ^ y) if x.dtype == dtypes.bool_ else scalar.eq(x, y)


@primitive
class Ne(Equality):
    """x != y; complex values in either part."""

    ufunc = np.not_equal

    def scalar(self, x, y):
        return x ^ y if x.dtype == dtypes.bool_ else scalar.ne(x, y)


@primitive
class Lt(Comparison):
    """x < y."""

    ufunc = np.less

    def scalar(self, x, y):
        return ~x & y if x.dtype == dtypes.bool_ else x < y


@primitive
class Le(Comparison):
    """x <= y."""

    ufunc = np.less_equal

    def scalar(self, x, y):
        return ~x | y if x.dtype == dtypes.bool_ else x <= y


@primitive
class Gt(Comparison):
    """x > y."""

    ufunc = np.greater

    def scalar(self, x, y):
        return x & ~y if x.dtype == dtypes.bool_ else x > y


@primitive
class Ge(Comparison):
    """x >= y."""

    ufunc = np.greater_equal

    def scalar(self, x, y):
        return x | ~y if x.dtype == dtypes.bool_ else x >= y


def ordinal(x: Expr) -> Expr:
    """An integer that orders floats totally (-0.0 < 0.0 < inf < NaN); integers as they are."""
    if not dtypes.is_float(x.dtype):
        return x
    if x.dtype in dtypes.NARROW:
        x = scalar.convert(x, dtypes.widened(x.dtype))
    pattern = scalar.bits(x)
    largest = scalar.const(np.iinfo(pattern.dtype).max, pattern.dtype)
    return scalar.select(pattern < 0, pattern ^ largest, pattern)


class TotalOrder(Comparison):
    """A comparison in the total order of floats, in which -0.0 < 0.0 and NaN is above infinity."""


@primitive
class EqTo(TotalOrder):
    """x == y in the total order: the same bits."""

    def scalar(self, x, y):
        return scalar.eq(ordinal(x), ordinal(y))


@primitive
class LeTo(TotalOrder):
    """x <= y in the total order of floats."""

    def scalar(self, x, y):
        return ordinal(x) <= ordinal(y)


@primitive
class LtTo(TotalOrder):
    """x < y in the total order of floats."""

    def scalar(self, x, y):
        return ordinal(x) < ordinal(y)


eq, ne, lt, le, gt, ge = Eq(), Ne(), Lt(), Le(), Gt(), Ge()
eq_to, le_to, lt_to = EqTo(), LeTo(), LtTo()
