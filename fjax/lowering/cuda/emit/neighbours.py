"""Neighbouring iterations that one thread takes together: 16 bytes are read and written at once."""

from __future__ import annotations

from fjax.lowering.cuda.emit.accesses import Accesses, Neighbour
from fjax.lowering.cuda.emit.instructions import GLOBAL, CudaWriter
from fjax.lowering.kernel.form import Access, Loop
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code
from fjax.lowering.schedule.legality import unit_accesses


class Neighbours:
    """Groups of iterations, and whether a loop's rows lie so that they may be."""

    def __init__(self, values: Values, writer: CudaWriter, accesses: Accesses):
        self.values, self.writer, self.accesses = values, writer, accesses

    def whole(self, loop: Loop, scope: Scope, hi: str, width: int) -> str:
        """The end of the groups of neighbours: 0 where a row does not begin at such a group."""
        writer, code, bits, kind = self.writer, scope.code, "0", self.values.index
        for access in unit_accesses(loop):
            strides = tuple(t for t in access.strides if t.loop != loop.number)
            row = Access(access.buffer, strides, access.offset)
            size = width * self.values.kernel.buffers[access.buffer].dtype.itemsize
            start = self.accesses.address(row, None, scope)
            at = writer.ins(code, f"ptrtoint {GLOBAL} {start} to i64")
            at = writer.ins(code, f"and i64 {at}, {size - 1}")
            bits = writer.ins(code, f"or i64 {bits}, {at}")
        aligned = writer.ins(code, f"icmp eq i64 {bits}, 0")
        whole = writer.ins(code, f"and {kind} {hi}, {-width}")
        return writer.ins(code, f"select i1 {aligned}, {kind} {whole}, {kind} 0")

    def group(
        self, loop: Loop, scope: Scope, code: Code, index: str, width: int
    ) -> list[Neighbour]:
        """Scopes of the iterations from `index` on."""
        self.accesses.together = loop.number
        group: list[Neighbour] = []
        for k in range(width):
            each = Neighbour(scope, code, loop.number)
            at = self.writer.ins(code, f"add nsw {self.values.index} {index}, {k}") if k else index
            each.values[self.values.axis(loop.number)] = Value(at, 0, each)
            each.group = group
            group.append(each)
        return group
