"""Arithmetic: the elementwise operations that rules are written with."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from fjax.core import dtypes, source, vectormath
from fjax.core.checks import DivisionByZeroError
from fjax.core.ir import Literal
from fjax.core.primitive import Zero, primitive
from fjax.primitives.comparison import eq
from fjax.primitives.families import REAL, Elementwise, combining, is_linear, like, program
from fjax.primitives.rounding import Round, RoundingMethod
from fjax.primitives.structure import spread, sum_to


class LinearElementwise(Elementwise):
    """An elementwise primitive that is linear in all its operands together."""

    additive = True
    absent = frozenset()

    def jvp(self, primals, tangents):
        out = self(*primals)
        return (out,), (self.linear_part(out, tangents),)

    def linear_part(self, out: Any, tangents: Any) -> Any:
        """The operation on tangents; some are Zero."""
        raise self.missing("linear_part")


@primitive
class Neg(LinearElementwise):
    """-x."""

    makes_nan = False
    ufunc = np.negative
    scalar = program(operator.neg)

    def linear_part(self, out, tangents):
        return neg(tangents[0])

    def transpose(self, cotangents, x):
        return (neg(cotangents[0]),)


@primitive
class Add(LinearElementwise):
    """x + y."""

    ufunc = np.add
    scalar = program(operator.add)

    def linear_part(self, out, tangents):
        s, t = tangents
        if type(s) is Zero:
            return spread(t, out.shape)
        return spread(s if type(t) is Zero else add(s, t), out.shape)

    def transpose(self, cotangents, x, y):
        c = cotangents[0]
        return [sum_to(c, a.shape) if is_linear(a) else None for a in (x, y)]


@primitive
class Sub(LinearElementwise):
    """x - y."""

    ufunc = np.subtract
    scalar = program(operator.sub)

    def linear_part(self, out, tangents):
        s, t = tangents
        if type(s) is Zero:
            return spread(neg(t), out.shape)
        return spread(s if type(t) is Zero else sub(s, t), out.shape)

    def transpose(self, cotangents, x, y):
        c = cotangents[0]
        return (
            sum_to(c, x.shape) if is_linear(x) else None,
            sum_to(neg(c), y.shape) if is_linear(y) else None,
        )


@primitive
class Mul(Elementwise):
    """x * y."""

    bilinear = True
    ufunc = np.multiply
    absent = frozenset()
    scalar = program(operator.mul)

    def partials(self, out, x, y):
        return y, x

    def transpose(self, cotangents, x, y):
        c = cotangents[0]
        if is_linear(x):
            return sum_to(mul(c, y), x.shape), None
        return None, sum_to(mul(c, x), y.shape)

    def simplify(self, x, y):
        return unit_operand(self, x, y) or unit_operand(self, y, x)


@primitive
class Div(Elementwise):
    """x / y; integers truncate towards zero, and x / 0 is -1."""

    linear_operand = 0
    ufunc = np.divide
    ufunc_kinds = "f"
    absent = frozenset()

    def evaluate(self, xp: Any, x: Any, y: Any):
        if not dtypes.is_complex(x.dtype):
            return super().evaluate(xp, x, y)
        return self.repaired(xp, xp.divide(x, y), x, y)

    def scalar(self, x, y):
        return vectormath.integer_div(x, y) if dtypes.is_integer(x.dtype) else x / y

    def mistakes(self, checker, x, y):
        if checker.wants(DivisionByZeroError):
            checker.report(eq(y, like(0, y)), DivisionByZeroError(source.here()))

    def partials(self, out, x, y):
        return (lambda t: div(t, y)), (lambda t: mul(t, neg(div(out, y))))

    def transpose(self, cotangents, x, y):
        return sum_to(div(cotangents[0], y), x.shape), None

    def taylor(self, k, out, x, y):
        total = x[k]
        for j in range(k):
            term = neg(mul(out[j], y[k - j]))
            total = term if total is None else add(total, term)
        return div(total, y[0])

    def simplify(self, x, y):
        return unit_operand(self, x, y)


@primitive
class Rem(Elementwise):
    """The remainder of x / y with the sign of x; integers have x rem 0 = x."""

    ufunc = np.fmod
    ufunc_kinds = "f"
    accepts = REAL

    def scalar(self, x, y):
        integer = dtypes.is_integer(x.dtype)
        return (vectormath.integer_rem if integer else vectormath.remainder)(x, y)

    def partials(self, out, x, y):
        return (lambda t: t), (lambda t: mul(t, neg(nearest(div(sub(x, out), y)))))


def unit_operand(op: Elementwise, kept: Any, unit: Any) -> Any:
    """`kept`, if the other operand is a literal 1 that changes nothing."""
    if (
        type(unit) is Literal
        and kept.aval.shape == op.check_shapes((kept.aval, unit.aval))
        and unit.value == 1
        and (unit.aval.weak_type or not kept.aval.weak_type)
    ):
        return kept
    return None


nearest = Round(RoundingMethod.TO_NEAREST_EVEN)
neg, add, sub, mul, div, rem = Neg(), Add(), Sub(), Mul(), Div(), Rem()
combining.multiply, combining.add = mul, add
