"""Selections and masks of a kernel that the sizes at hand settle."""
from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernels import INDEX, Load, Size, Statement
from fjax.lowering.spelling import Rewriter

ARITHMETIC = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.MUL: operator.mul}
COMPARISONS = {Op.LT: operator.lt, Op.LE: operator.le, Op.GT: operator.gt, Op.GE: operator.ge,
               Op.EQ: operator.eq, Op.NE: operator.ne}


def decided(statements: Sequence[Statement],
            words: Sequence[tuple[object, object]]) -> list[Statement]:
    """The statements without what no lane wants, for the sizes in these words of the table.

    A kernel for other sizes is another kernel, unless the same is left of it.
    """
    def change(x: Expr) -> Expr:
        key = x.extra
        if x.op is Op.LEAF and isinstance(key, Load) and key.mask is not None \
                and key.mask.op is Op.CONST:
            return scalar.leaf(replace(key, mask=None), x.dtype) if _holds(key.mask) \
                else scalar.const(0, x.dtype)
        if x.op in COMPARISONS and x.args[0].dtype == INDEX:
            a, b = (_value(arg, words) for arg in x.args)
            if a is not None and b is not None:
                return scalar.const(COMPARISONS[x.op](a, b), BOOL)
        if x.op is Op.SELECT and x.args[0].op is Op.CONST:
            return x.args[1] if _holds(x.args[0]) else x.args[2]
        if x.op in (Op.AND, Op.OR) and x.dtype == BOOL:
            for a, other in (x.args, x.args[::-1]):     # type: ignore[assignment]
                if a.op is Op.CONST:
                    return other if _holds(a) is (x.op is Op.AND) else a
        return x
    return list(Rewriter(change).statements(tuple(statements)))


def _holds(condition: Expr) -> bool:
    return bool(condition.extra.value)


def _value(x: Expr, words: Sequence[tuple[object, object]]) -> int | None:
    """An integer that depends on nothing but sizes, or None."""
    if x.op is Op.CONST:
        return int(x.extra.value)
    if x.op is Op.LEAF and isinstance(x.extra, Size):
        return int(words[x.extra.slot][1])      # type: ignore[call-overload]
    if x.op in ARITHMETIC:
        a, b = (_value(arg, words) for arg in x.args)
        return None if a is None or b is None else ARITHMETIC[x.op](a, b)
    return None
