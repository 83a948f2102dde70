"""The directive that computes in lanes what a loop in order needs at computed places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.dataclass import dataclass
from fjax.lowering.kernel.form import (
    MOST_LANES,
    Access,
    BufferArgument,
    If,
    Kernel,
    Load,
    Loop,
    Mode,
    Statement,
    Store,
    Stride,
)
from fjax.lowering.kernel.spelling import FactTable, Rewriter, operands, walk
from fjax.lowering.schedule.loops import in_pieces, length
from fjax.lowering.schedule.tree import Illegal, edited, facts_of, find, renumbered


@dataclass(frozen=True)
class Ahead:
    """What iterations of a loop may compute before any of them stores.

    conditions: under which an iteration does what `body` says. places and values: of its stores.
    """

    conditions: tuple[Expr, ...]
    body: tuple[Statement, ...]
    places: tuple[Expr, ...]
    values: tuple[Expr, ...]


def distribute(kernel: Kernel, loop: int, factor: int, new: int) -> Kernel:
    """Loop distribution: a loop in lanes computes where to store and what, then `loop` stores it.

    Both take `factor` iterations, which scratch memory holds in between, and the loop `new` goes on
    to the next ones. Where a condition does not hold, the first place is the least index.

    >>> from fjax.lowering.schedule.language import example
    >>> example(distribute, '''kernel (f32!, i64, f32) (i64, i64)
    ...   serial i0 in s0:
    ...     v0:i64 = load b1[i0]
    ...     v1:bool = lt v0 s1
    ...     if v1:
    ...       v2:f32 = load b2[i0]
    ...       v3:f32 = sqrt v2
    ...       b0[] at v0 add= v3''', 0, 128, 1)
    kernel (f32!, i64, f32, i64!384, f32!384) (i64, i64)
      serial i1 in s0 step 128:i64:
        v0:i64 = add i1 128:i64
        v1:i64 = min v0 s0
        vector i2 in i1..v1:
          v2:i64 = load b1[i2]
          v3:bool = lt v2 s1
          v4:i64 = select v3 v2 -9223372036854775808:i64
          b3[i1*-1 + i2] = v4
          v5:f32 = load b2[i2]
          v6:f32 = sqrt v5
          b4[i1*-1 + i2] = v6
        serial i0 in i1..v1:
          v7:i64 = load b3[i1*-1 + i0]
          v8:bool = ne v7 -9223372036854775808:i64
          if v8:
            v9:f32 = load b4[i1*-1 + i0]
            v10:i64 = load b3[i1*-1 + i0]
            b0[] at v10 add= v9
    """
    before = find(kernel, loop)
    found = ahead(before, facts_of(kernel))
    if found is None:
        raise Illegal(f"loop i{loop} has no computed places that it knows before it stores")
    outer = in_pieces(before, length(factor, kernel), new)
    (piece,) = outer.body
    assert isinstance(piece, Loop)
    kept = (*found.places, *found.values)
    at, first = (Stride(new, -1), Stride(loop, 1)), len(kernel.buffers)
    there = [Access(first + k, at) for k in range(len(kept))]
    stores = [Store(a, x) for a, x in zip(there, _guarded(found, kept), strict=True)]
    early = replace(piece, mode=Mode.VECTOR, body=tuple(stores))
    reads = [scalar.leaf(Load(a), x.dtype) for a, x in zip(there, kept, strict=True)]
    body = _Replaced(dict(zip(kept, reads, strict=True))).statements(found.body)
    if found.conditions:
        body = (If(scalar.ne(reads[0], _nowhere(kernel.index)), body),)
    outer = replace(outer, body=(renumbered(early, {loop: new + 1}), replace(piece, body=body)))
    made = edited(kernel, loop, lambda s: (outer,))
    count = factor + MOST_LANES  # the last vector may go on
    scratch = [BufferArgument(x.dtype, written=True, scratch=count) for x in kept]
    return replace(kernel, buffers=(*kernel.buffers, *scratch), body=made.body)


def ahead(loop: Loop, facts: FactTable) -> Ahead | None:
    """What iterations of a loop may compute before any of them stores; None: not where."""
    if loop.mode is not Mode.SERIAL or loop.carries or loop.step is not None:
        return None
    body, conditions = loop.body, list[Expr]()
    while len(body) == 1 and isinstance(s := body[0], If) and not s.otherwise:
        conditions.append(s.condition)
        body = s.then
    inside = [s for s in walk(body) if not isinstance(s, Store)]
    numbers = {s.number for s in inside if isinstance(s, Loop)}
    if len(numbers) < len(inside):
        return None  # a branch, or a loop that ends by a condition

    def known(x: Expr) -> bool:
        loops, results, _, volatile, _ = facts[x]
        return not volatile and numbers.isdisjoint(loops | results)

    def varies(x: Expr) -> bool:
        return loop.number in facts[x].loops

    stores = [s for s in walk(body) if isinstance(s, Store)]
    indices = dict.fromkeys([s.index for s in stores if s.index is not None])
    places = tuple([x for x in indices if varies(x)])
    if not places or not all(map(known, (*places, *conditions))):
        return None
    # A value may be made of what is stored there already: the largest parts that are not.
    waiting = [s.value for s in body if isinstance(s, Store)]
    values: dict[Expr, None] = {}
    for x in waiting:
        if not known(x):
            waiting += operands(x)
        elif varies(x) and _is_computed(x) and x not in indices:
            values[x] = None
    return Ahead(tuple(conditions), body, places, tuple(values))


def _is_computed(x: Expr) -> bool:
    """Whether to read a value again takes more than to load it."""
    return not isinstance(x.extra, Load) or x.extra.index is not None


def _nowhere(index: np.dtype) -> Expr:
    return scalar.const(np.iinfo(index).min, index)


def _guarded(found: Ahead, kept: Sequence[Expr]) -> list[Expr]:
    """The expressions without the conditions around them.

    What is read at a computed place may be there only if the conditions hold. Any other access is
    to an element of an array that has one for each iteration.
    """
    holds: Expr | None = None

    def masked(x: Expr) -> Expr:
        key = x.extra
        if holds is None or not isinstance(key, Load) or key.index is None:
            return x
        mask = holds if key.mask is None else holds & key.mask
        return scalar.leaf(replace(key, mask=mask), x.dtype)

    for condition in found.conditions:
        condition = Rewriter(masked)(condition)
        holds = condition if holds is None else holds & condition
    made = list(map(Rewriter(masked), kept))
    if holds is not None:
        made[0] = scalar.select(holds, made[0], _nowhere(kept[0].dtype))
    return made


class _Replaced(Rewriter):
    """Statements with other expressions in the place of some."""

    def __init__(self, others: dict[Expr, Expr]):
        super().__init__(lambda x: x)
        self.done |= others
        self._seen |= others.keys()
