"""Conditions as bounds of a loop's index: the part of the loop in which a condition holds.

`x.at[1:-1].set(…)` tests at each element whether it is set. If the condition is a conjunction of
bounds of the loop's index, it holds in one part of the loop.
"""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel import form, spelling
from fjax.lowering.kernel.folding import MIRRORED
from fjax.lowering.kernel.form import INDEX, SHORT_INDEX, Axis, If, Load, Loop, Size, While
from fjax.lowering.kernel.index_arithmetic import Affine, linear
from fjax.lowering.kernel.spelling import Facts, FactTable, nodes_of, only_stores, postorder, walk

ZERO = scalar.const(0, INDEX)
SMALL = 1 << 40  # sums of a few such literals do not wrap around


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


def alike(loop: Loop, facts: FactTable) -> tuple[Expr, list[Expr]] | None:
    """The one condition by which a loop of stores chooses, and those of its parts that are the same
    in all iterations: they compare numbers of the iterations of loops outside.
    """
    if loop.carries or form.is_shared(loop) or not only_stores(loop.body):
        return None
    asked = {n.args[0] for n in nodes_of(loop) if n.op is Op.SELECT}
    asked = {x for x in asked if loop.number in facts[x].loops}
    if len(asked) != 1:
        return None
    parts = [x for x in _conjuncts(*asked) if _is_alike(x, loop.number, facts)]
    return (asked.pop(), parts) if parts else None


def _is_alike(condition: Expr, loop: int, facts: FactTable) -> bool:
    known = facts[condition]
    asked = known.loops and not any(type(x.extra) is Load for x in postorder((condition,)))
    return bool(asked) and _is_fixed(known, {loop})


def _is_unsettled(loop: Loop, facts: FactTable) -> bool:
    """Whether one part of a loop may change where the next part begins or ends."""
    return any(facts[e].volatile for e in spelling.bounds(loop))


def _is_fixed(known: Facts, loops: set[int]) -> bool:
    """Whether a value is there before some loops, and the same in all their iterations."""
    return not known.volatile and loops.isdisjoint(known.loops | known.results)


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
