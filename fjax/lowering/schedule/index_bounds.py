"""Conditions as bounds of a loop's index: the part of the loop in which a condition holds.

`x.at[1:-1].set(…)` tests at each element whether it is set. If the condition is a conjunction of
bounds of the loop's index, it holds in one part of the loop.
"""

from __future__ import annotations

from typing import NamedTuple

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel import form, spelling
from fjax.lowering.kernel.dependence import is_apart
from fjax.lowering.kernel.folding import MIRRORED
from fjax.lowering.kernel.form import INDEX, SHORT_INDEX, Axis, If, Loop, Size, Store, While
from fjax.lowering.kernel.index_arithmetic import Affine, linear
from fjax.lowering.kernel.spelling import (
    Facts,
    FactTable,
    loads,
    nodes_in,
    nodes_of,
    only_stores,
    walk,
)

ZERO = scalar.const(0, INDEX)
SMALL = 1 << 40  # sums of a few such literals do not wrap around


class Interior(NamedTuple):
    """Where a condition holds: from `first` up to `last`, if `anywhere` does; None: no bound."""

    condition: Expr
    first: Expr | None
    last: Expr | None
    anywhere: Expr | None


def interior(loop: Loop, facts: FactTable) -> Interior | None:
    """The interior of a loop over stores whose choices and masks are all made by one condition."""
    stores = [s for s in loop.body if isinstance(s, Store)]
    own = all(is_apart(s, loop.number, facts) for s in stores)
    if loop.carries or not only_stores(loop.body) or not own or _is_unsettled(loop, facts):
        return None
    nodes = nodes_in(stores)
    masks = {n.args[0] for n in nodes if n.op is Op.SELECT} | {s.mask for s in stores}
    masks |= {x.mask for x in loads(nodes)}
    found = [m for m in masks if m is not None and loop.number in facts[m].loops]
    if len(found) != 1 or facts[found[0]].volatile:
        return None
    bounds = _bounds(found[0], form.axis(loop.number, loop.stop.dtype), loop.number, facts)
    return None if bounds is None else Interior(found[0], *bounds)


def choice(loop: Loop, facts: FactTable) -> tuple[Expr, bool, Expr] | None:
    """The first condition by which a loop around stores chooses, as a bound of its index.

    (condition, True, e) for `index >= e`, (condition, False, e) for `index < e`.
    """
    if loop.carries or any(isinstance(s, If | While) for s in walk(loop.body)):
        return None
    if _is_unsettled(loop, facts):
        return None
    axis = form.axis(loop.number, loop.stop.dtype)
    inside = {loop.number, *(s.number for s in walk(loop.body) if isinstance(s, Loop))}
    for node in reversed(nodes_of(loop)):
        if node.op is not Op.SELECT or loop.number not in facts[node.args[0]].loops:
            continue
        for part in _conjuncts(node.args[0]):
            bound = _bound(part, axis)
            if bound is not None and _is_fixed(facts[bound[1]], inside):
                return part, *bound
    return None


def _is_unsettled(loop: Loop, facts: FactTable) -> bool:
    """Whether one part of a loop may change where the next part begins or ends."""
    return any(facts[e].volatile for e in spelling.bounds(loop))


def _is_fixed(known: Facts, loops: set[int]) -> bool:
    """Whether a value is there before some loops, and the same in all their iterations."""
    return not known.volatile and loops.isdisjoint(known.loops | known.results)


def _bounds(
    mask: Expr, axis: Expr, loop: int, facts: FactTable
) -> tuple[Expr | None, Expr | None, Expr | None] | None:
    """Of a conjunction: first and last + 1 of the indices for which it holds, and when it may."""
    first: Expr | None = None
    last: Expr | None = None
    anywhere: Expr | None = None
    for c in _conjuncts(mask):
        if loop not in facts[c].loops:
            anywhere = c if anywhere is None else anywhere & c
            continue
        bound = _bound(c, axis)
        if bound is None or loop in facts[bound[1]].loops:
            return None
        is_first, at = bound
        if is_first:
            first = at if first is None else scalar.maximum(first, at)
        else:
            last = at if last is None else scalar.minimum(last, at)
    return first, last, anywhere


def _conjuncts(mask: Expr) -> list[Expr]:
    if mask.op is Op.AND and mask.dtype == BOOL:
        return [c for a in mask.args for c in _conjuncts(a)]
    return [mask]


def _bound(condition: Expr, axis: Expr) -> tuple[bool, Expr] | None:
    """(True, e) for axis >= e, (False, e) for axis < e; None for other conditions."""
    op = condition.op
    if op is Op.NOT and condition.dtype == BOOL:
        bound = _bound(condition.args[0], axis)
        return None if bound is None else (not bound[0], bound[1])
    if op not in MIRRORED or condition.args[0].dtype != axis.dtype:
        return None
    left, right = (_plain(linear(x), axis) for x in condition.args)
    if left is None or right is None:
        return None
    line = left - right
    slope = line.terms.pop(axis, 0)
    if slope == -1:
        op = MIRRORED[op]
    elif slope != 1:
        return None
    return op in (Op.GT, Op.GE), line.times(-slope).plus(op in (Op.GT, Op.LE)).expr


def _plain(x: Affine, axis: Expr) -> Affine | None:
    """A sum in 64 bits, in which none of such wraps around; None if one of its parts may."""
    small = all(a is axis or (abs(c) == 1 and _is_small(a)) for a, c in x.terms.items())
    if abs(x.constant) >= SMALL or not small:
        return None
    terms = {a if a is axis else scalar.convert(a, INDEX): c for a, c in x.terms.items()}
    return Affine(terms, x.constant)


def _is_small(x: Expr) -> bool:
    """Whether an integer is a size, an index, or kept between two such, in 32 or 64 bits."""
    if x.op is Op.CONVERT and x.args[0].dtype in (INDEX, SHORT_INDEX):
        return _is_small(x.args[0])
    if x.op is Op.LEAF:
        return isinstance(x.extra, (Size, Axis))
    if x.op is Op.CONST:
        return abs(int(x.extra.value)) < SMALL
    if x.op is Op.MIN or x.op is Op.MAX:
        for limit, other in (x.args, x.args[::-1]):
            opposite = {x.op, other.op} == {Op.MIN, Op.MAX}
            if _is_small(limit) and (
                _is_small(other) or opposite and any(map(_is_small, other.args))
            ):
                return True
    return False
