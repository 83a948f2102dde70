"""What the lanes of a team do together: wait for each other, and combine what each has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from fjax.lowering.cuda.emit.instructions import SHARED, CudaWriter
from fjax.lowering.cuda.emit.threads import BLOCK, Threads
from fjax.lowering.kernel.form import WARP, Carry
from fjax.lowering.kernel.numbers import identity
from fjax.lowering.llvm.writer import BITS, Code, literal, memory_type, register_type

BLOCK_BARRIER = "llvm.nvvm.barrier0"
WARP_BARRIER = "llvm.nvvm.bar.warp.sync"
SHUFFLE = "llvm.nvvm.shfl.sync."
WORD = 8  # bytes of shared memory for each value


class Teams:
    """Teams of one kernel. `values` counts what each warp leaves in shared memory."""

    def __init__(self, writer: CudaWriter, threads: Threads, lanes: int):
        self.writer, self.threads, self.lanes = writer, threads, lanes
        self.values = 0

    @property
    def shared_bytes(self) -> int:
        """Shared memory that a block needs."""
        return WORD * WARP * self.values

    def wait(self, code: Code) -> None:
        """What lanes have written, the others of the team can read from here on."""
        last = code.lines[-1] if code.lines else ""
        if self.lanes == BLOCK:
            if BLOCK_BARRIER not in last:
                self.writer.call(code, BLOCK_BARRIER, "void", [])
        elif WARP_BARRIER not in last:
            self.writer.call(code, WARP_BARRIER, "void", [("i32", self.threads.members)])

    # -- totals --------------------------------------------------------------------------------

    def totals(self, code: Code, carries: Sequence[Carry], names: Sequence[str]) -> list[str]:
        """What all lanes have, combined in a fixed order: every lane gets the same bits."""
        reach = self.lanes or WARP
        found = [
            self._butterfly(code, c, x, self.threads.members, reach)
            for c, x in zip(carries, names, strict=True)
        ]
        return self._across_warps(code, carries, found) if self.lanes == BLOCK else found

    def _butterfly(self, code: Code, c: Carry, x: str, members: str, lanes: int) -> str:
        dtype, distance = c.next.dtype, lanes // 2
        while distance:
            other = self._shuffled(code, "bfly", dtype, x, members, str(distance), WARP - 1)
            x = self.writer.combine(code, c.monoid, dtype, x, other, 0)
            distance //= 2
        return x

    def _across_warps(
        self, code: Code, carries: Sequence[Carry], names: Sequence[str]
    ) -> list[str]:
        """Each warp leaves its totals in shared memory, and each combines those of all."""
        found = self._of_all_warps(code, carries, names, 0)
        return [
            self._butterfly(code, c, x, "-1", WARP) for c, x in zip(carries, found, strict=True)
        ]

    def _of_all_warps(
        self, code: Code, carries: Sequence[Carry], names: Sequence[str], lane: int
    ) -> list[str]:
        """What lane number `lane` of each warp has, in the lane of the warp's number."""
        writer, threads = self.writer, self.threads
        self.values = max(self.values, len(carries))
        self.wait(code)  # for those who still read what was there before
        put = Code(writer.fresh("put"))
        for k, (c, x) in enumerate(zip(carries, names, strict=True)):
            kind, value = memory_type(c.next.dtype), writer.to_memory(put, x, c.next.dtype)
            at = self._place(put, k, threads.warp)
            put.add(f"store {kind} {value}, {SHARED} {at}, align {WORD}")
        writer.branch(code, writer.ins(code, f"icmp eq i32 {threads.warp_lane}, {lane}"), put)
        self.wait(code)
        there = writer.ins(code, f"icmp ult i32 {threads.warp_lane}, {threads.warps}")
        found = []
        for k, c in enumerate(carries):
            dtype, kind = c.next.dtype, register_type(c.next.dtype)
            at = self._place(code, k, threads.warp_lane)
            x = writer.ins(code, f"load {memory_type(dtype)}, {SHARED} {at}, align {WORD}")
            x = writer.to_register(code, x, dtype)
            found.append(writer.select(code, there, x, nothing(c), kind, 0))
        return found

    def _place(self, code: Code, value: int, warp: str) -> str:
        at = self.writer.ins(code, f"add i32 {warp}, {WARP * value}") if value else warp
        return self.writer.ins(code, f"getelementptr i64, {SHARED} @shared, i32 {at}")

    # -- running totals ------------------------------------------------------------------------

    def scan(
        self, code: Code, carries: Sequence[Carry], names: Sequence[str]
    ) -> list[tuple[str, str]]:
        """Of each value: what the lanes before have together, and what all lanes have."""
        lanes = self.lanes or WARP
        lane = self.threads.warp_lane if self.lanes == BLOCK else self.threads.lane32
        found = [
            self._scan_of_lanes(code, c, x, lane, lanes, self.threads.members)
            for c, x in zip(carries, names, strict=True)
        ]
        if self.lanes != BLOCK:
            return [(before, total) for before, _, total in found]
        ends = self._of_all_warps(code, carries, [upto for _, upto, _ in found], WARP - 1)
        results = []
        for c, (before, *_), x in zip(carries, found, ends, strict=True):
            _, upto, total = self._scan_of_lanes(code, c, x, self.threads.warp_lane, WARP, "-1")
            previous = self.writer.ins(code, f"sub i32 {self.threads.warp}, 1")
            earlier = self._shuffled(code, "idx", c.next.dtype, upto, "-1", previous, WARP - 1)
            first = self.writer.ins(code, f"icmp eq i32 {self.threads.warp}, 0")
            kind = register_type(c.next.dtype)
            earlier = self.writer.select(code, first, nothing(c), earlier, kind, 0)
            both = self.writer.combine(code, c.monoid, c.next.dtype, earlier, before, 0)
            results.append((both, total))
        return results

    def _scan_of_lanes(
        self, code: Code, c: Carry, x: str, lane: str, lanes: int, members: str
    ) -> tuple[str, str, str]:
        """What the lanes before have together, those up to this one, and all."""
        writer, dtype, distance = self.writer, c.next.dtype, 1
        kind, apart = register_type(dtype), (WARP - lanes) << 8
        while distance < lanes:
            other = self._shuffled(code, "up", dtype, x, members, str(distance), apart)
            both = writer.combine(code, c.monoid, dtype, other, x, 0)
            far = writer.ins(code, f"icmp uge i32 {lane}, {distance}")
            x = writer.select(code, far, both, x, kind, 0)
            distance *= 2
        before = self._shuffled(code, "up", dtype, x, members, "1", apart)
        first = writer.ins(code, f"icmp eq i32 {lane}, 0")
        before = writer.select(code, first, nothing(c), before, kind, 0)
        last = str(lanes - 1)
        return before, x, self._shuffled(code, "idx", dtype, x, members, last, apart | WARP - 1)

    # -- shuffles ------------------------------------------------------------------------------

    def _shuffled(
        self, code: Code, how: str, dtype: np.dtype, x: str, members: str, by: str, bounds: int
    ) -> str:
        """The value of another lane: `by` is its number, or how far away it is."""

        def exchange(word: str) -> str:
            numbers = [("i32", n) for n in (members, word, by, str(bounds))]
            return self.writer.call(code, f"{SHUFFLE}{how}.i32", "i32", numbers)

        return self._by_words(code, dtype, x, exchange)

    def _by_words(self, code: Code, dtype: np.dtype, x: str, exchange: Callable[[str], str]) -> str:
        """A function of 32 bits on each word of a value."""
        ins, t = self.writer.ins, register_type(dtype)
        width = BITS.get(t) or int(t[1:])
        is_float = t in BITS
        whole = ins(code, f"bitcast {t} {x} to i{width}") if is_float else x
        if width < 32:
            word = exchange(ins(code, f"zext i{width} {whole} to i32"))
            return ins(code, f"trunc i32 {word} to {t}")
        if width == 32:
            whole = exchange(whole)
        else:
            high = ins(code, f"lshr i64 {whole}, 32")
            words = [exchange(ins(code, f"trunc i64 {word} to i32")) for word in (whole, high)]
            low, high = (ins(code, f"zext i32 {word} to i64") for word in words)
            high = ins(code, f"shl i64 {high}, 32")
            whole = ins(code, f"or i64 {low}, {high}")
        return ins(code, f"bitcast i{width} {whole} to {t}") if is_float else whole


def nothing(c: Carry) -> str:
    """What changes nothing when combined with a carried item."""
    assert c.monoid is not None
    return literal(identity(c.monoid, c.next.dtype), c.next.dtype)
