"""Directives for vector loops: lanes, registers and tails, and parts that need no tests."""

from __future__ import annotations

import functools
import operator
from dataclasses import replace

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel import form
from fjax.lowering.kernel.dependence import is_apart
from fjax.lowering.kernel.folding import simplified
from fjax.lowering.kernel.form import (
    INDEX,
    LANES,
    If,
    Kernel,
    Loop,
    Mode,
    Statement,
    Store,
    Tail,
    Vector,
)
from fjax.lowering.kernel.spelling import (
    FactTable,
    Rewriter,
    bounds,
    expressions,
    nodes_of,
    only_stores,
    walk,
)
from fjax.lowering.schedule import legality
from fjax.lowering.schedule.index_bounds import ZERO, alike, choice
from fjax.lowering.schedule.legality import TRUE
from fjax.lowering.schedule.loops import in_pieces
from fjax.lowering.schedule.tree import Illegal, copied, edited, facts_of


def vectorize(kernel: Kernel, loop: int, vector: Vector) -> Kernel:
    """Take a vector loop's iterations in vectors, several registers at once.

    A thread of a GPU takes neighbours: `4x1 aligned` reads and writes four elements in one access.

    >>> from fjax.lowering.schedule.language import example
    >>> example(vectorize, '''kernel (f32!) (i64)
    ...   vector i0 in s0:
    ...     b0[i0] = 1.0:f32''', 0, Vector(16, 2, Tail.MASK))
    kernel (f32!) (i64)
      vector i0 in s0 by 16x2 mask:
        b0[i0] = 1.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        if s.binding is not None:
            return (replace(s, vector=vector),)
        independent = s.mode in LANES or (s.mode is Mode.PARALLEL and s.step is None)
        if form.is_shared(s):
            raise Illegal(f"loop i{s.number} is shared by calls: `parallelize i{s.number}` first")
        if not independent:
            raise Illegal(f"loop i{s.number} is {s.mode.value}: its iterations may need an order")
        if s.mode is Mode.PARALLEL and any(facts_of(kernel)[n].volatile for n in nodes_of(s)):
            raise Illegal(f"loop i{s.number} reads what it writes, which lanes would read at once")
        if any(isinstance(x, Loop) and x.mode is Mode.TRANSPOSE for x in walk(s.body)):
            raise Illegal(f"loop i{s.number} has lanes that are rows of a tile inside")
        return (replace(s, mode=Mode.VECTOR, vector=vector),)

    return edited(kernel, loop, change)


def combine_rows(kernel: Kernel, loop: int, rows: int, new: int, elements: int) -> Kernel:
    """Reduce several rows at once: the totals of the vector loops inside become vectors of rows.

    The loop `new` goes from block to block. A loop that carries totals of all rows has none: it
    goes in blocks by itself. elements: the most that all rows of a block have along a loop inside,
    so that there are fewer long rows in a block, and at least one; 0: any number.

    >>> from fjax.lowering.schedule.language import example
    >>> example(combine_rows, '''kernel (f32, f32!) (i64, i64)
    ...   parallel i0 in lo..hi:
    ...     vector i1 in s1 carrying 0.0:f32:
    ...       v0:f32 = load b0[i0*s1 + i1]
    ...       next add v0
    ...     b1[i0] = r1.0:f32''', 0, 16, 2, 0)
    kernel (f32, f32!) (i64, i64)
      parallel i2 in lo..hi step 16:i64:
        v0:i64 = add i2 16:i64
        v1:i64 = min v0 hi
        rows i0 in i2..v1 by 16x1 mask:
          vector i1 in s1 carrying 0.0:f32:
            v2:f32 = load b0[i0*s1 + i1]
            next add v2
          b1[i0] = r1.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        if not makes_totals(s, facts_of(kernel)):
            raise Illegal(f"loop i{s.number} is not made of totals of separate rows")
        totals = [x for x in s.body if isinstance(x, Loop) and x.carries]
        if any(x.vector is not None and x.vector.tail is Tail.SCALAR for x in totals):
            raise Illegal(f"loop i{s.number} is around one whose last iterations run one by one")
        block = replace(s, mode=Mode.ROWS, vector=Vector(rows))
        if s.carries:
            return (block,)
        pieces = in_pieces(s, _rows_of_block(s, rows, elements, kernel.index), new)
        ends = pieces.body[0]
        assert isinstance(ends, Loop)
        return (replace(pieces, body=(replace(block, start=ends.start, stop=ends.stop),)),)

    return edited(kernel, loop, change)


def _rows_of_block(loop: Loop, rows: int, elements: int, index: np.dtype) -> Expr:
    """So many rows, or as many as have that many elements together."""
    most = scalar.const(rows, index)
    if not elements:
        return most
    longest = scalar.const(1, index)
    for count in dict.fromkeys([legality.trips(x) for x in loop.body if isinstance(x, Loop)]):
        longest = scalar.maximum(longest, scalar.convert(count, index))
    fitting = Expr(Op.DIV, (scalar.const(elements, index), longest), index)
    return scalar.minimum(most, scalar.maximum(fitting, scalar.const(1, index)))


def makes_totals(loop: Loop, facts: FactTable) -> bool:
    """Whether a loop over rows makes totals in vector loops, of several rows at once if need be."""
    inner = [s for s in loop.body if isinstance(s, Loop)]
    totals = [s for s in inner if s.carries]
    plain = len(inner) + sum(isinstance(s, Store) for s in loop.body) == len(loop.body)
    if not totals or not plain or form.is_shared(loop) or not all(s.mode in LANES for s in inner):
        return False
    if loop.step is not None or any(s.start is not None for s in totals):
        return False
    if any(loop.number in facts[e].loops for s in inner for e in bounds(s)):
        return False  # parts of one long row; the last is shorter
    if loop.mode not in form.PARALLEL:
        stores = [s for s in walk(loop.body) if isinstance(s, Store)]
        alone = all(is_apart(s, loop.number, facts) for s in stores)
        alone = alone and legality.stores_together(loop, facts)
        if not alone or any(facts[e].volatile for s in walk(loop.body) for e in expressions(s)):
            return False
    numbers = {loop.number, *(s.number for s in inner)}
    for c in [*loop.carries, *(c for s in totals for c in s.carries)]:
        own = facts[c.initial]
        if c.monoid is None or c.next.dtype.kind == "b" or own.volatile or own.results:
            return False
        if not own.loops.isdisjoint(numbers):
            return False
    return True


def unswitch(kernel: Kernel, loop: int, new: int) -> Kernel:
    """Ask once, before a loop in another one, what all its iterations ask alike: two versions of
    it. Where the answer is no, the loop `new`, a copy, runs.

    >>> from fjax.lowering.schedule.language import example
    >>> example(unswitch, '''kernel (f32!) (i64, i64)
    ...   serial i0 in s0:
    ...     vector i1 in s1:
    ...       v0:bool = lt i0 4:i64
    ...       v1:bool = lt i1 i0
    ...       v2:bool = and v0 v1
    ...       v3:f32 = select v2 1.0:f32 2.0:f32
    ...       b0[i0*s1 + i1] = v3''', 1, 2)
    kernel (f32!) (i64, i64)
      serial i0 in s0:
        v0:bool = lt i0 4:i64
        if v0:
          vector i1 in s1:
            v1:bool = lt i1 i0
            v2:f32 = select v1 1.0:f32 2.0:f32
            b0[i0*s1 + i1] = v2
        else:
          vector i2 in s1:
            b0[i0*s1 + i2] = 2.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        found = alike(s, facts_of(kernel))
        if found is None:
            raise Illegal(f"loop i{s.number} chooses by nothing that all its iterations ask alike")
        condition, parts = found
        holds = replace(s, body=_known(s.body, dict.fromkeys(parts, TRUE)))
        other = replace(s, body=_known(s.body, {condition: scalar.const(False, BOOL)}))
        return (If(functools.reduce(operator.and_, parts), (holds,), (copied(other, new),)),)

    return edited(kernel, loop, change)


def cut(kernel: Kernel, loop: int, new: int) -> Kernel:
    """Index-set splitting at the bound with which a choice compares the loop's index: one loop
    below it, and the loop `new` from it on, a copy, so that neither of them chooses.

    >>> from fjax.lowering.schedule.language import example
    >>> example(cut, '''kernel (f32!) (i64, i64)
    ...   vector i0 in s0:
    ...     v0:bool = lt i0 s1
    ...     v1:f32 = select v0 1.0:f32 2.0:f32
    ...     b0[i0] = v1''', 0, 1)
    kernel (f32!) (i64, i64)
      v0:i64 = max s1 0:i64
      v1:i64 = min v0 s0
      vector i0 in v1:
        b0[i0] = 1.0:f32
      vector i1 in v1..s0:
        b0[i1] = 2.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        found = choice(s, facts_of(kernel))
        if found is None or s.step is not None or s.vector is not None or form.is_shared(s):
            raise Illegal(f"loop i{s.number}: no bound of its index decides, or its lanes are set")
        condition, least, bound = found
        start = ZERO if s.start is None else scalar.convert(s.start, INDEX)
        at = scalar.minimum(scalar.maximum(bound, start), scalar.convert(s.stop, INDEX))
        at = scalar.convert(at, s.stop.dtype)
        below, above = (
            replace(s, body=_known(s.body, {condition: scalar.const(x, BOOL)}))
            for x in (not least, least)
        )
        return replace(below, stop=at), replace(copied(above, new), start=at)

    return edited(kernel, loop, change)


def branch(kernel: Kernel, loop: int, along: int) -> Kernel:
    """Ask once an iteration what the lanes of the loop `along` all ask: two versions of the body.

    >>> from fjax.lowering.schedule.language import example
    >>> example(branch, '''kernel (f32!) (i64, i64, i64)
    ...   vector i1 in s1:
    ...     serial i0 in s0:
    ...       v0:bool = lt i0 s2
    ...       v1:bool = lt i1 s2
    ...       v2:bool = and v0 v1
    ...       v3:f32 = select v2 1.0:f32 2.0:f32
    ...       b0[i0*s1 + i1] = v3''', 0, 1)
    kernel (f32!) (i64, i64, i64)
      vector i1 in s1:
        serial i0 in s0:
          v0:bool = lt i0 s2
          if v0:
            v1:bool = lt i1 s2
            v2:f32 = select v1 1.0:f32 2.0:f32
            b0[i0*s1 + i1] = v2
          else:
            b0[i0*s1 + i1] = 2.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        condition = row_condition(s, facts_of(kernel), along)
        if condition is None or not only_stores(s.body):
            raise Illegal(f"loop i{s.number} has no one condition that lanes of i{along} share")
        versions = [_known(s.body, {condition: scalar.const(x, BOOL)}) for x in (True, False)]
        return (replace(s, body=(If(condition, *versions),)),)

    return edited(kernel, loop, change)


def row_condition(loop: Loop, facts: FactTable, along: int | None = None) -> Expr | None:
    """The one condition of a row as a whole that selections of its elements depend on.

    along: the loop along rows, if not this one.
    """
    number = loop.number if along is None else along
    found = {
        a
        for n in nodes_of(loop)
        if n.dtype.kind == "b" and number in facts[n].loops
        for a in n.args
        if a.dtype.kind == "b" and number not in facts[a].loops and a.op is not Op.CONST
    }
    return found.pop() if len(found) == 1 else None


def _known(body: tuple[Statement, ...], values: dict[Expr, Expr]) -> tuple[Statement, ...]:
    """Stores where some conditions have known values, without what these settle."""
    return _Known(lambda node: simplified(values.get(node, node))).statements(body)


class _Known(Rewriter):
    """Leaves out masks that always hold."""

    def optional(self, expr: Expr | None) -> Expr | None:
        found = super().optional(expr)
        return None if found is TRUE else found
