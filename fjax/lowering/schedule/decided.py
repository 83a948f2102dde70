"""Selections and masks of a kernel that the sizes at hand settle."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel.form import INDEX, Load, Size, Statement
from fjax.lowering.kernel.spelling import Rewriter
from fjax.lowering.schedule.conditions import folded

ARITHMETIC = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.MUL: operator.mul}
COMPARISONS = {
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
}


def decided(
    statements: Sequence[Statement], words: Sequence[tuple[object, object]]
) -> list[Statement]:
    """The statements without what no lane wants, for the sizes in these words of the table.

    A kernel for other sizes is another kernel, unless the same is left of it.
    """

    def change(x: Expr) -> Expr:
        if x.op in COMPARISONS and x.args[0].dtype == INDEX:
            a, b = (_value(arg, words) for arg in x.args)
            if a is not None and b is not None:
                return scalar.const(COMPARISONS[x.op](a, b), BOOL)
        return simplified(x)

    return list(Rewriter(change).statements(tuple(statements)))


def simplified(x: Expr) -> Expr:
    """The expression without a selection, conjunction or mask that a constant settles."""
    key = x.extra
    if isinstance(key, Load) and key.mask is not None and key.mask.op is Op.CONST:
        return (
            scalar.leaf(replace(key, mask=None), x.dtype)
            if key.mask.extra.value
            else scalar.const(0, x.dtype)
        )
    found = folded(x.op, x.args, x.dtype)
    return x if found is None else found


def _value(x: Expr, words: Sequence[tuple[object, object]]) -> int | None:
    """An integer that depends on nothing but sizes, or None."""
    if x.op is Op.CONST:
        return int(x.extra.value)
    if isinstance(x.extra, Size):
        return int(words[x.extra.slot][1])  # type: ignore[call-overload]
    if x.op in ARITHMETIC:
        a, b = (_value(arg, words) for arg in x.args)
        return None if a is None or b is None else ARITHMETIC[x.op](a, b)
    return None
