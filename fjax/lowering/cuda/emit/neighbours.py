"""Neighbouring iterations that one thread takes together: 16 bytes are read and written at once."""

from __future__ import annotations

from fjax.lowering.cuda.emit.accesses import Accesses, Neighbour
from fjax.lowering.cuda.emit.instructions import GLOBAL, CudaWriter
from fjax.lowering.kernel.form import Access, Loop, Store
from fjax.lowering.kernel.spelling import loads, nodes_of, only_stores
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code
from fjax.lowering.machine import Machine

MOST = 8  # neighbours, of elements of a byte or two


class Neighbours:
    """How many iterations of a loop go together, and whether its rows lie so that they may."""

    def __init__(self, values: Values, writer: CudaWriter, accesses: Accesses, machine: Machine):
        self.values, self.writer, self.accesses, self.machine = values, writer, accesses, machine
        self.widest = 1  # of the kernel's loops so far

    def of(self, loop: Loop) -> int:
        """How many neighbours go together: a thread's widest access, fewer in long bodies."""
        accesses = self._unit_accesses(loop)
        if not accesses or not only_stores(loop.body):
            return 1
        largest = max(self.values.kernel.buffers[a.buffer].dtype.itemsize for a in accesses)
        cost, limits = self.machine.costs.total(nodes_of(loop)), self.machine.limits
        words = 4 if cost <= limits.heavy_body else 2 if cost <= limits.long_body else 1
        width = min(MOST, self.machine.vector_bytes // largest, words * max(1, 4 // largest))
        self.widest = max(self.widest, width)
        return width

    def _unit_accesses(self, loop: Loop) -> list[Access]:
        """What reads and writes neighbours in neighbouring iterations."""
        self.accesses.together = loop.number
        nodes = nodes_of(loop)
        self.values.facts.learn(tuple(nodes))
        found = [x.access for x in loads(nodes) if self.accesses.is_unit(x.access, x.index)]
        stores = [s for s in loop.body if isinstance(s, Store)]
        found += [s.access for s in stores if self.accesses.is_unit(s.access, s.index)]
        return list(dict.fromkeys(found))

    def whole(self, loop: Loop, scope: Scope, hi: str, width: int) -> str:
        """The end of the groups of neighbours: 0 where a row does not begin at such a group."""
        writer, code, bits, kind = self.writer, scope.code, "0", self.values.index
        for access in self._unit_accesses(loop):
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
        group: list[Neighbour] = []
        for k in range(width):
            each = Neighbour(scope, code, loop.number)
            at = self.writer.ins(code, f"add nsw {self.values.index} {index}, {k}") if k else index
            each.values[self.values.axis(loop.number)] = Value(at, 0, each)
            each.group = group
            group.append(each)
        return group
