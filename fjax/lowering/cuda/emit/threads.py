"""Who a thread is: its number, its team, its lane in the team."""

from __future__ import annotations

from fjax.dataclass import dataclass
from fjax.lowering.kernel.form import WARP
from fjax.lowering.llvm.writer import Code, Writer

MOST_THREADS = 256  # of a block: each may then have all registers that a thread can have
BLOCK = 0  # a team is a whole block, of whatever size it is launched with
REGISTER = "llvm.nvvm.read.ptx.sreg."


@dataclass(frozen=True)
class Emitted:
    """The module's text, and what whoever launches it needs to know."""

    text: str
    symbol: str
    lanes: int | None  # threads of a team, BLOCK for all of a block; None: each works for itself
    parallel: bool  # has a parallel loop; otherwise one team, or one thread, does everything
    width: int  # neighbours that a thread takes together, at most
    shared_bytes: int  # of a block


class Threads:
    """The numbers of a thread, which a kernel asks for at its start."""

    first: str  # the index that this thread, or team, begins with
    stride: str  # how many threads, or teams, there are
    lane: str  # as an index, too
    lanes: str
    lane32: str
    warp: str  # i32: number of the warp in its block
    warp_lane: str  # i32
    members: str  # i32: the lanes of the team in its warp, as bits

    def __init__(self, writer: Writer, code: Code, index: str):
        self.writer, self.code = writer, code
        self.index = index  # the type of indices

    def _register(self, name: str) -> str:
        return self.writer.call(self.code, REGISTER + name, "i32", [])

    def _as_index(self, name: str) -> str:
        if self.index == "i32":
            return name
        return self.writer.ins(self.code, f"zext i32 {name} to {self.index}")

    def _numbers(self) -> tuple[str, str, str]:
        """The thread's number in its block and in the grid, and how many there are."""
        tid, block, size, grid = map(self._register, ("tid.x", "ctaid.x", "ntid.x", "nctaid.x"))
        before = self.writer.ins(self.code, f"mul i32 {block}, {size}")
        thread = self.writer.ins(self.code, f"add i32 {before}, {tid}")
        return tid, thread, self.writer.ins(self.code, f"mul i32 {grid}, {size}")

    def each(self) -> None:
        """Each thread works for itself."""
        _, thread, threads = self._numbers()
        self.first, self.stride = self._as_index(thread), self._as_index(threads)

    def blocks(self) -> None:
        """A block is a team."""
        tid, block, size, grid = map(self._register, ("tid.x", "ctaid.x", "ntid.x", "nctaid.x"))
        self.lane32, self.members = tid, "-1"
        self.lane, self.lanes = self._as_index(tid), self._as_index(size)
        self.first, self.stride = self._as_index(block), self._as_index(grid)
        self.warp_lane = self.writer.ins(self.code, f"and i32 {tid}, {WARP - 1}")
        self.warp = self.writer.ins(self.code, f"lshr i32 {tid}, {WARP.bit_length() - 1}")
        self.warps = self.writer.ins(self.code, f"lshr i32 {size}, {WARP.bit_length() - 1}")

    def parts_of_warps(self, lanes: int) -> None:
        """This number of neighbouring threads of a warp is a team."""
        ins, code, shift = self.writer.ins, self.code, lanes.bit_length() - 1
        tid, thread, threads = self._numbers()
        self.lane32 = ins(code, f"and i32 {tid}, {lanes - 1}")
        self.lane, self.lanes = self._as_index(self.lane32), str(lanes)
        self.first = self._as_index(ins(code, f"lshr i32 {thread}, {shift}"))
        self.stride = self._as_index(ins(code, f"lshr i32 {threads}, {shift}"))
        self.members = "-1"
        if lanes < WARP:
            before = ins(code, f"and i32 {tid}, {WARP - lanes}")
            self.members = ins(code, f"shl i32 {(1 << lanes) - 1}, {before}")
