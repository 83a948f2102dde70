"""Conditions and values from index maps: decided where ranges allow, freed of concrete sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.schedule.indexing import INT64, SizeValue, affine, bounds

NOTHING_KNOWN: Mapping[Expr, Expr] = {}
_COMPARISONS = {Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE}


def shape_free(x: Expr, known: Mapping[Expr, Expr] = NOTHING_KNOWN) -> Expr:
    """The same value with integers as `SizeValue` leaves, and with decided conditions resolved.

    Each use of an integer gets a leaf of its own: that two sizes are equal must not show. `known`
    parts were freed before: what a value chooses by is computed once with the masks of its reads.
    """
    if x.op is Op.LEAF:
        return x
    new: dict[Expr, Expr] = {}
    for node in scalar.order((x,)):
        if node in known:
            new[node] = known[node]
            continue
        args = tuple([_size(a) if _is_size(a) else new[a] for a in node.args])
        new[node] = _rebuild(node, args)
    return _size(x) if _is_size(x) else new[x]


def _is_size(x: Expr) -> bool:
    return x.op is Op.CONST and x.dtype == INT64  # other integers belong to the computation


def _size(x: Expr) -> Expr:
    return scalar.leaf(SizeValue(int(x.extra.value)), INT64)


def _rebuild(node: Expr, args: tuple[Expr, ...]) -> Expr:
    op = node.op
    if op is Op.CONST:
        return node
    if op in _COMPARISONS and args[0].dtype == INT64:
        known = _decide(op, args[0], args[1])
        if known is not None:
            return scalar.const(known, BOOL)
    found = folded(op, args, node.dtype)
    if found is not None:
        return found
    return node if args == node.args else Expr(op, args, node.dtype, node.extra)


def folded(op: Op, args: Sequence[Expr], dtype: np.dtype) -> Expr | None:
    """What is left of a selection or conjunction with a constant condition, or None."""
    if op is Op.SELECT and args[0].op is Op.CONST:
        return args[1] if args[0].extra.value else args[2]
    if op in (Op.AND, Op.OR) and dtype == BOOL:
        for a, other in (args, args[::-1]):
            if a.op is Op.CONST:
                return other if bool(a.extra.value) == (op is Op.AND) else a
    return None


def _decide(op: Op, a: Expr, b: Expr) -> bool | None:
    """The outcome of a comparison, if the ranges of the axes settle it."""
    low, high = bounds(affine(a) + affine(b).times(-1))
    if op in (Op.EQ, Op.NE):
        if low > 0 or high < 0:
            return op is Op.NE
        return op is Op.EQ if low == high == 0 else None
    if op in (Op.GT, Op.GE):
        low, high, op = -high, -low, Op.LT if op is Op.GT else Op.LE
    limit = 0 if op is Op.LT else 1
    if high < limit:
        return True
    return False if low >= limit else None


def true(dtype: np.dtype = BOOL) -> Expr:
    """The condition that always holds."""
    return scalar.const(True, dtype)
