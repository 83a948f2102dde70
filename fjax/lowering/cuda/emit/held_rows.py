"""Rows that lanes hold in registers: later loops use what an earlier one has read or computed.

Loops for the lanes of a team that walk the same row share one set of iterations. Each lane has some
elements of the row, and all loops compute in the scopes of these elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fjax.core.scalar import Expr
from fjax.lowering.cuda.emit.accesses import Accesses
from fjax.lowering.cuda.emit.instructions import CudaWriter
from fjax.lowering.cuda.emit.teams import Teams, nothing
from fjax.lowering.kernel.form import Binding, Loop, Store
from fjax.lowering.kernel.spelling import expressions, nodes_of
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, register_type
from fjax.lowering.schedule.tree import renumbered

Accumulated = Callable[[Loop, Scope, Sequence[str]], list[str]]


class HeldElement(NamedTuple):
    """An element of a row that a lane holds: its scope, and whether the row is that long."""

    scope: Scope
    present: str


class HeldRows:
    """Spells loops over rows in registers; `accumulated` gives totals after an element."""

    def __init__(
        self,
        values: Values,
        writer: CudaWriter,
        accesses: Accesses,
        teams: Teams,
        accumulated: Accumulated,
    ):
        self.values, self.writer, self.accesses, self.teams = values, writer, accesses, teams
        self.accumulated = accumulated
        self._known: dict[tuple[Scope, int], list[HeldElement]] = {}

    def loop(self, loop: Loop, binding: Binding, scope: Scope) -> list[str]:
        """The lane's totals. The loop's elements are those of the first loop that walks the row."""
        writer, code, number = self.writer, scope.code, binding.row
        assert number is not None
        elements = self._elements(loop.stop, number, binding.count, scope)
        loop = renumbered(loop, {loop.number: number})
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
        inside = Scope(element.scope, inner, ("held", number), guard=True)
        self.values.store_all(stores, [inside], lambda s: self.accesses.store(s, inside, None))
        self.writer.branch(element.scope.code, element.present, inner)

    def _elements(self, extent: Expr, number: int, count: int, scope: Scope) -> list[HeldElement]:
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
        for k in range(count):
            at = writer.ins(code, f"add nsw {kind} {at}, {threads.lanes}") if k else at
            present = writer.ins(code, f"icmp slt {kind} {at}, {n}")
            inside = Scope(scope, code, number)
            place = writer.overloaded(code, "llvm.smin", kind, 0, (at, last))
            inside.values[self.values.axis(number)] = Value(place, 0, inside)
            elements.append(HeldElement(inside, present))
        self._known[scope, number] = elements
        return elements
