"""Values while a kernel is built: one real expression, or two for a complex number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.primitive import Monoid
from fjax.core.scalar import ComplexExpr, Expr, Op
from fjax.core.scalar import parts as parts
from fjax.lowering.kernel.form import COMBINE, Unsupported

Value = Any  # Expr or ComplexExpr


class ParamValue:
    """Leaf: a literal of the program, which becomes a kernel argument."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


def joined(exprs: Sequence[Expr]) -> Value:
    """The inverse of `parts`."""
    return ComplexExpr(*exprs) if len(exprs) == 2 else exprs[0]


def each(function: Callable[..., Expr], *values: Value) -> Value:
    """A function of real expressions applied part by part."""
    if not isinstance(values[0], ComplexExpr):
        return function(*values)
    return joined([function(*xs) for xs in zip(*map(parts, values), strict=True)])


def leaf_of(key: Any, dtype: np.dtype) -> Value:
    """The leaf of a key; two for a complex dtype, which differ in the key's field `part`."""
    if dtype.kind != "c":
        return scalar.leaf(key, dtype)
    real = dtypes.real_part(dtype)
    return ComplexExpr(scalar.leaf(key, real), scalar.leaf(key._replace(part=1), real))


def zero(dtype: np.dtype) -> Value:
    """The value of a read under a false mask."""
    real = dtypes.real_part(dtype)
    first = scalar.const(0, real)
    return first if real == dtype else ComplexExpr(first, first)


def widened(value: Value) -> Value:
    """The value in the dtype in which it is accumulated."""
    return each(lambda x: scalar.convert(x, dtypes.widened(x.dtype)), value)


def narrowed(value: Value, dtype: np.dtype) -> Value:
    """An accumulated value in the dtype of the result."""
    real = dtypes.real_part(dtype)
    return each(lambda x: scalar.convert(x, real), value)


def selected(condition: Expr, if_true: Value, if_false: Value) -> Value:
    """One value or the other; no question is left where the condition is known."""
    if condition.op is Op.CONST:
        return if_true if condition.extra.value else if_false
    return each(partial(scalar.select, condition), if_true, if_false)


def combine(monoid: Monoid, a: Value, b: Value) -> Value:
    """The two combined."""
    if not isinstance(a, ComplexExpr):
        return Expr(COMBINE[monoid], (a, b), a.dtype)
    if monoid not in (Monoid.ADD, Monoid.MUL):
        raise Unsupported("complex numbers have no order")
    return a + b if monoid is Monoid.ADD else a * b


def identity(monoid: Monoid, dtype: np.dtype) -> np.generic:
    """The neutral element: combined with any value it gives that value, bit for bit."""
    if dtype.kind == "b":
        return np.bool_(monoid in (Monoid.AND, Monoid.MIN, Monoid.MUL))
    if monoid is Monoid.ADD:
        return dtype.type(-0.0 if dtype.kind == "f" else 0)
    if monoid is Monoid.MUL:
        return dtype.type(1)
    if monoid in (Monoid.MAX, Monoid.MIN):
        low = monoid is Monoid.MAX
        if dtype.kind == "f":
            return dtype.type(-np.inf if low else np.inf)
        limits = np.iinfo(dtype)
        return dtype.type(limits.min if low else limits.max)
    if monoid is Monoid.AND:
        return np.invert(dtype.type(0))
    return dtype.type(0)


def doubled(value: Value) -> Value:
    """x + x for 2 x: the same bits at about half the latency, which shortens recurrences."""
    if isinstance(value, Expr) and value.op is Op.MUL:
        for x, factor in (value.args, value.args[::-1]):
            if type(factor.extra) is ParamValue and factor.extra.value == 2:
                return x + x
    return value
