"""Constant folding of integers and conditions.

Floating-point arithmetic stays as the program wrote it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.core.scalar_numpy import UFUNCS
from fjax.lowering.kernel.form import INDEX, Load

Bounds = tuple[float, float]
NOTHING_KNOWN: Mapping[Expr, Expr] = {}
COMPARISONS = Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE
LIMITS = Op.MIN, Op.MAX
MIRRORED = {Op.LT: Op.GT, Op.GT: Op.LT, Op.LE: Op.GE, Op.GE: Op.LE}
FOLDED = Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, *LIMITS, *COMPARISONS
OF_CONSTANTS = {op: getattr(np, UFUNCS[op]) for op in FOLDED}


def unknown(a: Expr, b: Expr) -> Bounds:
    """The bounds of a difference that nothing is known about."""
    return -math.inf, math.inf


def folded(
    op: Op,
    args: Sequence[Expr],
    dtype: np.dtype,
    difference: Callable[[Expr, Expr], Bounds] = unknown,
) -> Expr | None:
    """A simpler expression for an operation on these operands; None if there is none.

    difference: the smallest and the largest value of a - b, for indices a and b.

    >>> x, one = scalar.leaf("x", INDEX), scalar.const(1, INDEX)
    >>> folded(Op.SELECT, (scalar.const(False, BOOL), one, x), INDEX) is x
    True
    >>> folded(Op.LT, (x, one), BOOL, lambda a, b: (-5, -1))
    <True:bool>
    >>> folded(Op.ADD, (one, one), INDEX)
    <2:int64>
    """
    if not args:
        return None
    first = args[0]
    if op is Op.SELECT:
        if first.op is Op.CONST:
            return args[1] if first.extra.value else args[2]
        return args[1] if args[1] is args[2] else None
    if first.op is Op.CONST and first.dtype.kind in "iub":
        if op in OF_CONSTANTS and args[1].op is Op.CONST:
            with np.errstate(all="ignore"):
                return scalar.const(OF_CONSTANTS[op](first.extra.value, args[1].extra.value), dtype)
        if op is Op.CONVERT:
            return scalar.convert(first, dtype)
        if op is Op.NOT and dtype == BOOL:
            return scalar.const(not first.extra.value, BOOL)
    if op in (Op.AND, Op.OR) and dtype == BOOL:
        for a, other in (args, args[::-1]):
            if a.op is Op.CONST:
                return other if bool(a.extra.value) == (op is Op.AND) else a
    if (op in COMPARISONS or op in LIMITS) and first.dtype == INDEX:
        return _by_range(op, first, args[1], *difference(first, args[1]))
    return None


def _by_range(op: Op, a: Expr, b: Expr, low: float, high: float) -> Expr | None:
    """The outcome of a comparison, a minimum or a maximum, if the bounds of a - b decide it."""
    if op in LIMITS:
        if high <= 0:
            return a if op is Op.MIN else b
        return (b if op is Op.MIN else a) if low >= 0 else None
    tests = {
        Op.LT: (high < 0, low >= 0),
        Op.LE: (high <= 0, low > 0),
        Op.GT: (low > 0, high <= 0),
        Op.GE: (low >= 0, high < 0),
        Op.EQ: (low == high == 0, low > 0 or high < 0),
        Op.NE: (low > 0 or high < 0, low == high == 0),
    }
    true, false = tests[op]
    return scalar.const(bool(true), BOOL) if true or false else None


def simplified(x: Expr, difference: Callable[[Expr, Expr], Bounds] = unknown) -> Expr:
    """A node of a kernel without what a constant settles: a selection, a conjunction, a mask."""
    key = x.extra
    if isinstance(key, Load):
        if key.mask is None or key.mask.op is not Op.CONST:
            return x
        if not key.mask.extra.value:
            return scalar.const(0, x.dtype)
        return scalar.leaf(replace(key, mask=None), x.dtype)
    found = folded(x.op, x.args, x.dtype, difference)
    return x if found is None else found
