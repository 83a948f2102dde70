"""What one pass over a block of short rows keeps for a later one, in memory of the kernel's own.

A schedule keeps it where the last pass stores its results. There the end of each row is written
under a mask, and what is written so, or lies beside it within a vector, comes back from memory
only: each row waits for the one before. In memory of its own, a row ends with a whole vector.
"""

from __future__ import annotations

from dataclasses import replace

from fjax.lowering.kernel.form import Access, Loop, Store, Stride
from fjax.lowering.kernel.spelling import loads, nodes_of, walk
from fjax.lowering.llvm.values import Scope, Values
from fjax.lowering.llvm.writer import memory_type

LANES = -1  # a number that no loop has: of the loops along rows, which walk the same elements


class ScratchRows:
    """Places of an output that hold something else before the last pass; of the open block."""

    def __init__(self, values: Values, longest: int, vector_bytes: int):
        self.values, self.writer = values, values.writer
        self.longest = longest  # the most elements of a row
        self.vector_bytes = vector_bytes  # of the widest vectors, which may be several registers
        self.keepers: dict[Access, int] = {}  # the loop that stores what is kept
        self.memory: dict[Access, str] = {}
        self.row = "0"  # the number of the row in its block

    def enter(self, loop: Loop, rows: int) -> None:
        """Make memory for so many rows of what passes over them keep."""
        self.keepers, self.memory = kept(loop), {}
        for access in self.keepers:
            element, width = self._element(access), self._width(access)
            self.memory[access] = self.writer.ins(
                self.values.prologue, f"alloca [{rows * width} x {element}], align 64"
            )

    def leave(self) -> None:
        """The end of the block's code."""
        self.keepers, self.memory = {}, {}

    def address(self, access: Access, scope: Scope, stored: bool = False) -> str | None:
        """Where a vector of something kept lies; None of all other accesses."""
        if not self.keepers or self.values.lane_loop is None:
            return None
        access = _along(access, self.values.lane_loop)
        keeper = self.keepers.get(access)
        if keeper is None or stored != (keeper == self.values.lane_loop):
            return None
        code, element = scope.code, self._element(access)
        first = self.writer.ins(code, f"mul nsw i64 {self.row}, {self._width(access)}")
        at = self.writer.ins(code, f"add nsw i64 {first}, {self.values.axis_of(scope)}")
        return self.writer.ins(
            code, f"getelementptr inbounds {element}, ptr {self.memory[access]}, i64 {at}"
        )

    def _element(self, access: Access) -> str:
        return memory_type(self.values.kernel.buffers[access.buffer].dtype)

    def _width(self, access: Access) -> int:
        """Elements of a row: whole vectors, however many registers they take."""
        lanes = self.vector_bytes // self.values.kernel.buffers[access.buffer].dtype.itemsize
        return -(-self.longest // lanes) * lanes


def kept(loop: Loop) -> dict[Access, int]:
    """Of a loop over rows what a loop along a row stores, later ones read and the last overwrites.

    Each with the number of the loop that stores it.
    """
    inner = [s for s in loop.body if isinstance(s, Loop)]
    stores = [(s, along) for along in inner for s in walk(along.body) if isinstance(s, Store)]
    found: dict[Access, int] = {}
    for s, along in stores:
        access, buffer = _along(s.access, along.number), s.access.buffer
        same = [(x, n) for x, n in stores if x.access.buffer == buffer]
        if not along.carries or len(same) != 2 or same[0][0] is not s:
            continue
        last = same[1][1]
        alike = all(_plain(x) and _along(x.access, n.number) == access for x, n in same)
        if alike and Stride(LANES, 1) in access.strides and not last.carries:
            later = inner[inner.index(along) + 1 :]
            if all(_reads_only(n, access, n in later) for n in inner):
                found[access] = along.number
    return found


def _reads_only(loop: Loop, access: Access, may: bool) -> bool:
    """Whether a loop along a row reads the buffer of an access there alone, if it may at all."""
    return all(
        may and key.index is None and key.mask is None and _along(key.access, loop.number) == access
        for key in loads(nodes_of(loop))
        if key.access.buffer == access.buffer
    )


def _plain(s: Store) -> bool:
    return s.index is None and s.mask is None and s.monoid is None


def _along(access: Access, loop: int) -> Access:
    """The access with one number for all loops along rows."""
    strides = [Stride(LANES, t.step) if t.loop == loop else t for t in access.strides]
    return replace(access, strides=tuple(strides))
