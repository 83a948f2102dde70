"""Rows that lanes hold in registers: what one loop has read or computed, the next ones find.

Loops for the lanes of a team that walk the same row share one set of iterations: each lane has so
many elements of the row, and all loops compute in the scopes of these elements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.cuda.emit.accesses import Accesses
from fjax.lowering.cuda.emit.instructions import CudaWriter
from fjax.lowering.cuda.emit.teams import Teams, nothing
from fjax.lowering.kernel.form import (
    Access,
    Axis,
    Carry,
    If,
    Load,
    Loop,
    Mode,
    Statement,
    Store,
    axis,
)
from fjax.lowering.kernel.spelling import Rewriter, expressions, loads, nodes_of, only_stores
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, register_type

Accumulated = Callable[[Loop, Scope, Sequence[str]], list[str]]


class HeldElement(NamedTuple):
    """An element of a row that a lane holds: its scope, and whether the row is that long."""

    scope: Scope
    present: str


def tiled(body: Sequence[Statement], written: Collection[int]) -> dict[int, int]:
    """Loops of a body that walk the same row as another, each with the number of the first.

    They store and combine, and read nothing that the kernel writes.
    """
    loops = [
        s for s in body if isinstance(s, Loop) and s.mode is Mode.VECTOR and only_stores(s.body)
    ]
    loops = [s for s in loops if not _buffers(s) & set(written)]
    rows = Counter(s.stop for s in loops)
    first: dict[Expr, int] = {}
    return {s.number: first.setdefault(s.stop, s.number) for s in loops if rows[s.stop] > 1}


def all_tiled(body: Sequence[Statement], written: Collection[int]) -> list[Loop]:
    """The same loops, of all bodies inside."""
    numbers = tiled(body, written)
    found = [s for s in body if isinstance(s, Loop) and s.number in numbers]
    for s in body:
        if isinstance(s, If):
            found += all_tiled(s.then, written) + all_tiled(s.otherwise, written)
        elif not isinstance(s, Store):
            found += all_tiled(s.body, written)
    return found


def _buffers(loop: Loop) -> set[int]:
    return {x.access.buffer for x in loads(nodes_of(loop))}


class Tiles:
    """Spells loops over rows in registers; `accumulated` gives totals after an element."""

    def __init__(
        self,
        values: Values,
        writer: CudaWriter,
        accesses: Accesses,
        teams: Teams,
        size: int,
        accumulated: Accumulated,
    ):
        self.values, self.writer, self.accesses, self.teams = values, writer, accesses, teams
        self.size, self.accumulated = size, accumulated
        self._known: dict[tuple[Scope, int], list[HeldElement]] = {}

    def loop(self, loop: Loop, number: int, scope: Scope) -> list[str]:
        """The lane's totals; `number` is that of the first loop that walks the row."""
        writer, code = self.writer, scope.code
        elements = self._elements(loop.stop, number, scope)
        loop = renumbered(loop, number)
        self.values.facts.learn(tuple(nodes_of(loop)))
        stores = [s for s in loop.body if isinstance(s, Store)]
        for element in elements:
            for s in stores:
                for expr in expressions(s):
                    self.values.demand(expr, element.scope)
        for element in elements if stores else ():
            self._stores(stores, element, number)
        totals = [nothing(c) for c in loop.carries]
        for element in elements:
            following = self.accumulated(loop, element.scope, totals)
            totals = [
                writer.select(code, element.present, new, old, register_type(c.next.dtype), 0)
                for c, new, old in zip(loop.carries, following, totals, strict=True)
            ]
        return totals

    def _stores(self, stores: Sequence[Store], element: HeldElement, number: int) -> None:
        """The stores of an element, if the row is that long."""
        inner = Code(self.writer.fresh("put"))
        inside = Scope(element.scope, inner, ("tile", number), guard=True)
        self.values.store_all(stores, [inside], lambda s: self.accesses.store(s, inside, None))
        self.writer.branch(element.scope.code, element.present, inner)

    def _elements(self, extent: Expr, number: int, scope: Scope) -> list[HeldElement]:
        """What a lane holds of a row; beyond the row's end, its last element again."""
        known = self._known.get((scope, number))
        if known is not None:
            return known
        writer, code, threads = self.writer, scope.code, self.teams.threads
        n, kind = self.values.name(extent, scope, 0), self.values.index
        last, at, elements = (
            writer.ins(code, f"sub {kind} {n}, 1"),
            threads.lane,
            list[HeldElement](),
        )
        for k in range(self.size):
            at = writer.ins(code, f"add nsw {kind} {at}, {threads.lanes}") if k else at
            present = writer.ins(code, f"icmp slt {kind} {at}, {n}")
            inside = Scope(scope, code, number)
            place = writer.overloaded(code, "llvm.smin", kind, 0, (at, last))
            inside.values[self.values.axis(number)] = Value(place, 0, inside)
            elements.append(HeldElement(inside, present))
        self._known[scope, number] = elements
        return elements


def renumbered(loop: Loop, number: int) -> Loop:
    """The loop over the index of another loop."""
    old = loop.number

    def access(a: Access) -> Access:
        strides = [replace(t, loop=number) if t.loop == old else t for t in a.strides]
        return replace(a, strides=tuple(strides))

    def change(node: Expr) -> Expr:
        if node.op is Op.LEAF and node.extra == Axis(old):
            return axis(number, node.dtype)
        if node.op is Op.LEAF and isinstance(node.extra, Load):
            return scalar.leaf(replace(node.extra, access=access(node.extra.access)), node.dtype)
        return node

    rewrite = Rewriter(change)
    body = tuple(
        replace(s, access=access(s.access)) if isinstance(s, Store) else s
        for s in rewrite.statements(loop.body)
    )
    carries = tuple(Carry(c.initial, rewrite(c.next), c.monoid) for c in loop.carries)
    return replace(loop, body=body, carries=carries)
