"""Whole vectors for the last iterations of a loop: what these access is copied to memory with room.

One loop then serves all iterations, and its code is there once. The first iterations read and write
where the arrays are: an address is chosen, and nothing else differs.
"""

from __future__ import annotations

from collections.abc import Callable

from fjax.dataclass import dataclass
from fjax.lowering.llvm.values import UNLIKELY, Scope, Values
from fjax.lowering.llvm.writer import Code

COPY = "llvm.memcpy.p0.p0.i64"


@dataclass(frozen=True)
class Rows:
    """Elements of neighbouring lanes: `step` of each, of which [first, first + span) are there."""

    step: int
    first: int
    span: int
    itemsize: int


class CopiedRows:
    """Accesses of a loop whose last iterations fill no vector, as if they did."""

    def __init__(self, values: Values):
        self.values, self.writer = values, values.writer

    def source(self, scope: Scope, address: str, rows: Rows) -> str:
        """Where whole vectors are read: at an address, or where the last rows are copied to."""
        ends, _ = self._ends(scope)
        room = self._room(rows)
        self._copy(scope, room, address, rows)
        return self.writer.select(scope.code, ends, room, address, "ptr", 0)

    def store(self, scope: Scope, address: str, rows: Rows, store: Callable[[str], None]) -> None:
        """Have whole vectors stored: at an address, or where the last rows are copied from."""
        ends, _ = self._ends(scope)
        room = self._room(rows)
        store(self.writer.select(scope.code, ends, room, address, "ptr", 0))
        self._copy(scope, address, room, rows)

    def _ends(self, scope: Scope) -> tuple[str, str]:
        assert scope.copied is not None
        return scope.copied

    def _room(self, rows: Rows) -> str:
        size = self.values.lanes * rows.step * rows.itemsize
        return self.writer.ins(self.values.prologue, f"alloca [{size} x i8], align 64")

    def _copy(self, scope: Scope, to: str, source: str, rows: Rows) -> None:
        """Copy as many rows as there are iterations left, if they fill no vector."""
        ends, left = self._ends(scope)
        writer, code = self.writer, Code(self.writer.fresh("last"))
        size = writer.ins(code, f"mul nsw i64 {left}, {rows.step * rows.itemsize}")
        beyond = (rows.step - rows.span) * rows.itemsize
        if beyond:
            size = writer.ins(code, f"sub nsw i64 {size}, {beyond}")
        if rows.first:
            to, source = (
                writer.ins(code, f"getelementptr i8, ptr {p}, i64 {rows.first * rows.itemsize}")
                for p in (to, source)
            )
        writer.declarations[COPY] = f"declare void @{COPY}(ptr, ptr, i64, i1)"
        code.add(f"call void @{COPY}(ptr {to}, ptr {source}, i64 {size}, i1 false)")
        writer.branch(scope.code, ends, code, UNLIKELY)
