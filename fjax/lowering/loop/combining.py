"""Arithmetic on the values of a loop's body: real, complex, chosen, combined."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from fjax.core import dtypes, scalar
from fjax.core.ir import Equation
from fjax.core.primitive import Monoid
from fjax.core.scalar import ComplexExpr, Expr, Op
from fjax.lowering.fuse.demands import ParamValue
from fjax.lowering.fuse.fused import Unsupported, accumulator
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import COMBINE
from fjax.lowering.kernel.spelling import postorder
from fjax.lowering.loop.views import Value, joined, parts
from fjax.lowering.schedule.indexing import Index


def _doubled(value: Value) -> Value:
    """x + x for 2 x: the same bits at about half the latency, for which a recurrence waits."""
    if isinstance(value, Expr) and value.op is Op.MUL:
        for x, factor in (value.args, value.args[::-1]):
            if type(factor.extra) is ParamValue and factor.extra.value == 2:
                return x + x
    return value


def combine(monoid: Monoid | None, a: Value, b: Value) -> Value:
    """b combined with a; without a monoid it takes a's place."""
    if monoid is None:
        return b
    if isinstance(a, ComplexExpr):
        if monoid not in (Monoid.ADD, Monoid.MUL):
            raise Unsupported("complex numbers have no order")
        return a + b if monoid is Monoid.ADD else a * b
    return Expr(COMBINE[monoid], (a, b), a.dtype)


def _selected(condition: Expr, if_true: Value, if_false: Value) -> Value:
    if condition.op is Op.CONST:
        return if_true if condition.extra.value else if_false
    return joined(
        [
            scalar.select(condition, a, b)
            for a, b in zip(parts(if_true), parts(if_false), strict=True)
        ]
    )


def _widened(value: Value) -> Value:
    if isinstance(value, ComplexExpr):
        return value
    return scalar.convert(value, accumulator(value.dtype))


def _narrowed(value: Value, eqn: Equation) -> Value:
    if isinstance(value, ComplexExpr):
        return value
    return scalar.convert(value, dtypes.physical(eqn.outvars[0].aval.dtype))


def _interleaved(rank: int, axes: Sequence[int], kept: Index, reduced: Any) -> Index:
    rest, gone = iter(kept), dict(zip(axes, reduced, strict=True))
    return tuple([gone[k] if k in gone else next(rest) for k in range(rank)])


def every_index(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The indices of an array of this shape, row by row."""
    return itertools.product(*map(range, shape))


def reads(value: Value, buffer: int) -> bool:
    """Whether computing the value loads from a buffer."""
    return any(
        isinstance(x.extra, kernels.Load) and x.extra.access.buffer == buffer
        for x in postorder(parts(value))
    )
