"""Memory of a kernel's own, which accesses of inactive lanes go to instead of an array's."""

from __future__ import annotations

from fjax.lowering.cpu.processor import MOST_REGISTERS, Processor
from fjax.lowering.kernel.form import Loop
from fjax.lowering.kernel.spelling import walk
from fjax.lowering.llvm.values import Values
from fjax.lowering.llvm.writer import vector


class IdleMemory:
    """Two blocks on the stack, as large as what one value takes at most, or by the schedule."""

    def __init__(self, values: Values, processor: Processor):
        self.values, self.processor = values, processor
        self._blocks: tuple[str, str] | None = None

    def zeros(self) -> str:
        """The address of zeros that inactive accesses read."""
        return self._made()[0]

    def waste(self) -> str:
        """The address of memory that inactive stores may write."""
        return self._made()[1]

    def _made(self) -> tuple[str, str]:
        if self._blocks is None:
            writer, prologue, kernel = self.values.writer, self.values.prologue, self.values.kernel
            size = max(b.dtype.itemsize for b in kernel.buffers)
            vectors = [s.vector for s in walk(kernel.body) if isinstance(s, Loop) and s.vector]
            given = [v.lanes * v.registers * size for v in vectors]
            least = MOST_REGISTERS * self.processor.vector_bytes
            words = vector("i64", max([least, *given]) // 8)
            zeros = writer.ins(prologue, f"alloca {words}, align 64")
            prologue.add(f"store {words} zeroinitializer, ptr {zeros}, align 64")
            self._blocks = zeros, writer.ins(prologue, f"alloca {words}, align 64")
        return self._blocks
