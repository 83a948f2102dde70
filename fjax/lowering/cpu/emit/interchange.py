"""Loop interchange for short rows whose elements depend on conditions of the index in the row.

A row takes few vectors. The first vector of every row comes first, then the second of every row,
and so on. What depends on the index in a row alone (which part of a concatenation an element is
of, whether it is padding, where the row ends) is then computed once for all rows.
"""

from __future__ import annotations

from collections.abc import Callable

from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu.emit import interchange_legality
from fjax.lowering.cpu.emit.peel import under
from fjax.lowering.cpu.emit.unroll_and_jam import only_loop
from fjax.lowering.cpu.emit.vector_loops import LanePlan, Lanes
from fjax.lowering.kernel.form import Loop, Mode, Statement, Store
from fjax.lowering.kernel.spelling import nodes_of
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, vector


class Interchange:
    """Loops over rows around loops in lanes."""

    def __init__(
        self,
        values: Values,
        lanes: Lanes,
        body: Callable[[tuple[Statement, ...], Scope], None],
        one_by_one: Callable[[Loop, Scope, str, str, None], None],
    ):
        self.values, self.lanes, self.body, self.one_by_one = values, lanes, body, one_by_one
        self.writer, self.machine = values.writer, lanes.processor.machine

    def fits(self, loop: Loop) -> bool:
        """Whether a loop over rows of stores has conditions that are the same for all rows."""
        inner = only_loop(loop) if loop.mode in (Mode.PARALLEL, Mode.SERIAL) else None
        if inner is None or loop.number in self.values.facts[inner.extent].loops:
            return False
        if not all(isinstance(s, Store) for s in inner.body):
            return False
        facts = self.values.facts
        asked = [facts[n].loops for n in nodes_of(inner) if n.dtype.kind == "b"]
        if not any(inner.number in loops and loop.number not in loops for loops in asked):
            return False
        if any(facts[n].volatile for n in nodes_of(inner)):
            return False
        plan = self._plan(inner)
        return (
            not plan.is_long
            and plan.masked_tail
            and interchange_legality.may_interchange(loop, inner, facts)
        )

    def over(self, loop: Loop, scope: Scope, lo: str, hi: str) -> None:
        """The rows [lo, hi): vector by vector if they are short, else one row after another."""
        inner = loop.body[0]
        assert isinstance(inner, Loop)
        self.values.result_region[inner.number] = loop.number
        width, lanes = self.values.extent(inner, scope), self._plan(inner).lanes
        most = self.machine.limits.vectors_by_column
        few = self.writer.ins(scope.code, f"icmp sle i64 {width}, {most * lanes}")
        apart = interchange_legality.apart(loop, inner, self.values, scope, lo, hi)
        if apart is not None:
            few = self.writer.ins(scope.code, f"and i1 {few}, {apart}")
        self.values.either(
            scope,
            few,
            ("rows", loop.number),
            lambda inside: self._in_blocks(loop, inner, inside, lo, hi, width, lanes),
            lambda inside: self.one_by_one(loop, inside, lo, hi, None),
        )

    def _in_blocks(
        self, loop: Loop, inner: Loop, scope: Scope, lo: str, hi: str, width: str, lanes: int
    ) -> None:
        """So many rows at a time that the nearest cache holds them until their last vector."""
        row_bytes = self.machine.limits.vectors_by_column * self.machine.vector_bytes
        rows = max(1, self.machine.l1_bytes // (2 * row_bytes))

        def block(code: Code, first: str, _: list[str]) -> list[str]:
            outside = Scope(scope, code, ("block", loop.number))
            end = self.writer.ins(code, f"add nsw i64 {first}, {rows}")
            end = self.writer.overloaded(code, "llvm.smin", "i64", 0, (end, hi))
            middle = self.lanes.whole_blocks(outside, "0", width, lanes)
            for start, stop, masked in (("0", middle, False), (middle, width, True)):
                self._vectors(loop, inner, outside, (first, end), (start, stop), masked, lanes)
            return []

        self.writer.counted(scope.code, lo, hi, rows, [], block)

    def _vectors(
        self,
        loop: Loop,
        inner: Loop,
        scope: Scope,
        rows: tuple[str, str],
        columns: tuple[str, str],
        masked: bool,
        lanes: int,
    ) -> None:
        """The vectors of some columns, each of all rows."""

        def strip(code: Code, index: str, _: list[str]) -> list[str]:
            mask = self.lanes.tail_mask(code, index, columns[1]) if masked else None
            mask = mask and self._once(code, mask, lanes)
            outside = Scope(scope, code, inner.number, mask=mask, axis=index)
            self._answer(loop, inner, outside, lanes)

            def row(row_code: Code, at: str, _: list[str]) -> list[str]:
                inside = Scope(outside, row_code, loop.number, mask=mask)
                self.values.enter(loop, inside, at)
                self._of_row(inner, inside)
                return []

            self.writer.counted(code, *rows, 1, [], row)
            return []

        self.values.enter_lanes(inner.number, lanes, set())
        self.writer.counted(scope.code, *columns, lanes, [], strip)
        self.values.leave_lanes()

    def _answer(self, loop: Loop, inner: Loop, scope: Scope, lanes: int) -> None:
        """Compute the conditions that all rows share."""
        for node in nodes_of(inner):
            loops = self.values.facts[node].loops
            if node.dtype.kind == "b" and inner.number in loops and loop.number not in loops:
                name = self._once(scope.code, self.values.name(node, scope, lanes), lanes)
                scope.values[node] = Value(name, lanes, scope)

    def _once(self, code: Code, mask: str, lanes: int) -> str:
        """A mask as it is: LLVM would move a comparison to its uses, into the loop over rows."""
        return self.writer.ins(code, f"freeze {vector('i1', lanes)} {mask}")

    def _of_row(self, inner: Loop, scope: Scope) -> None:
        """One vector of a row, under the condition of the row as a whole."""
        asked = self._asked_of_rows(inner)
        if asked is None:
            self.body(inner.body, scope)
            return
        flag = self.values.name(asked, scope, 0)
        stores = tuple(s for s in inner.body if isinstance(s, Store))
        self.values.either(
            scope,
            flag,
            ("row", inner.number),
            lambda inside: self.body(under(stores, asked, True), inside),
            lambda inside: self.body(under(stores, asked, False), inside),
            guard=True,
            mask=scope.mask,
        )

    def _asked_of_rows(self, inner: Loop) -> Expr | None:
        """The one condition of a row as a whole that selections of its elements depend on."""
        facts = self.values.facts
        found = {
            a
            for n in nodes_of(inner)
            if n.dtype.kind == "b" and inner.number in facts[n].loops
            for a in n.args
            if a.dtype.kind == "b" and inner.number not in facts[a].loops and a.op is not Op.CONST
        }
        return found.pop() if len(found) == 1 else None

    def _plan(self, inner: Loop) -> LanePlan:
        return LanePlan(self.values, self.lanes.processor, inner, self.lanes.columns_read)
