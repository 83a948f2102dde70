"""The pool of memory for arrays: it keeps large blocks, because fresh pages are slow.

The base of an array from the pool is a window, an object that stands for the block. When the last
array over it dies, the window dies, and the block returns to the pool. Three bounds apply to the
memory that is kept: a limit (an eighth of the machine's memory, or FJAX_POOL_BYTES), twice the peak
of the last seconds, and time. A thread returns what nobody needed for IDLE seconds to the system.

Counters can be wrong after an interrupt; each look at the clock (`_tend`) computes them again.
"""

from __future__ import annotations

import _thread
import ctypes
import math
import os
import sys
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import variables
from fjax.core import fresh, shortage
from fjax.dataclass import dataclass
from fjax.locks import process_lock
from fjax.lowering.cpu.runtime.memory_blocks import MemoryBlock, block_size, is_poisoned, new_block

SMALL = 1 if is_poisoned else 1 << 16  # below this, the C library's allocator is as good
IDLE = 5.0  # seconds that a free block is kept
TENDED = 0.5  # seconds between looks at what is idle
ALWAYS_KEPT = 256 << 20  # bytes that may be kept however little was used lately
WASTE = 1.5  # a block serves requests down to its size divided by this
_BYTE = np.dtype(np.uint8)
_ndarray = np.ndarray


@dataclass(frozen=True)
class MemoryStats:
    """Bytes and numbers of blocks: see `memory_stats`."""

    bytes_in_use: int
    peak_bytes_in_use: int
    num_allocs: int
    largest_alloc_size: int
    bytes_limit: int
    pool_bytes: int
    pool_blocks: int


class Pool:
    """Blocks that are lent, and free ones by size."""

    def __init__(
        self,
        limit: int,
        make: Callable[[int], MemoryBlock] = new_block,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.limit, self.make, self.clock = limit, make, clock
        self.always = min(limit, ALWAYS_KEPT)  # bytes that are kept in any case
        self.lock = process_lock()
        self.kept_bytes = self.used_bytes = self.peak_bytes = self.largest = 0
        self.loans: dict[int, _Loan] = {}
        self._free: dict[int, list[MemoryBlock]] = {}  # each list: the longest idle first
        self._returned: deque[MemoryBlock] = deque()  # not yet in _free
        self._recent_peak = self._earlier_peak = 0  # of this period and the one before
        self._period_at = clock()
        self._due = self._period_at + TENDED  # when to look at what is idle again
        self._watched = False

    # ---- lending

    def lend(self, n: int) -> Any:
        """A window over a block of `n` bytes; the block returns when the window dies."""
        block = self.take(block_size(n))
        window = block.window(n)
        loan = _Loan(window, _give_back)
        loan.block, loan.pool = block, self
        self.loans[id(loan)] = loan
        return window

    def take(self, size: int) -> MemoryBlock:
        """A block of this many bytes, or somewhat more; MemoryError if there is none."""
        with self.lock:
            if self._returned:
                self._take_in()
            free = self._free.get(size)
            block = free.pop() if free else self._larger(size)
            if block is not None:
                self.kept_bytes -= block.size
                self._count(block.size)
                return block
        return self._new(size)

    def _count(self, size: int) -> None:
        self.used_bytes += size
        if self.used_bytes > self._recent_peak:
            self._recent_peak = self.used_bytes
            self.peak_bytes = max(self.peak_bytes, self.used_bytes)

    def put(self, block: MemoryBlock) -> None:
        """Keep a block for later, within the bounds.

        An array may die while this thread holds the lock; then the block waits.
        """
        block.idle_since = now = self.clock()
        block.returned()
        if self.lock.acquire(False):
            try:
                self._sort_in(block)
                if self._returned or self.kept_bytes > self.always or now > self._due:
                    self._take_in()
            finally:
                self.lock.release()
        else:
            self._returned.append(block)
        if self.kept_bytes > ALWAYS_KEPT and not self._watched and not sys.is_finalizing():
            self._watched = True
            _thread.start_new_thread(self._watch, ())

    def _larger(self, size: int) -> MemoryBlock | None:
        """A free block of the next sizes."""
        sizes = [n for n, blocks in self._free.items() if size < n <= WASTE * size and blocks]
        return self._free[min(sizes)].pop() if sizes else None

    def _new(self, size: int) -> MemoryBlock:
        """A new block; if there is no memory, all that is kept goes back and it is tried again."""
        try:
            block = self.make(size)
        except MemoryError:
            shortage.relieve()
            self.clear()
            block = self.make(size)
        with self.lock:
            self._count(block.size)
            self.largest = max(self.largest, block.size)
        return block

    # ---- what is kept

    def _take_in(self) -> None:
        """Sort in what has returned, and drop what is too much."""
        while self._returned:
            self._sort_in(self._returned.popleft())
        now = self.clock()
        if now > self._due:
            self._tend(now)
        recently = 2 * max(self._recent_peak, self._earlier_peak)
        bound = min(self.limit, max(ALWAYS_KEPT, recently))
        while self.kept_bytes > bound:
            self._drop_oldest()

    def _sort_in(self, block: MemoryBlock) -> None:
        size = block.size
        self.used_bytes -= size
        self.kept_bytes += size
        free = self._free.get(size)
        if free is None:
            self._free[size] = [block]
        else:
            free.append(block)

    def _tend(self, now: float) -> None:
        """Drop blocks that are idle for long, and count again."""
        self._due = now + TENDED
        for blocks in tuple(self._free.values()):
            while blocks and now - blocks[0].idle_since > IDLE:
                del blocks[0]
        self._free = {size: blocks for size, blocks in self._free.items() if blocks}
        self.kept_bytes = sum(size * len(blocks) for size, blocks in self._free.items())
        self.used_bytes = sum([loan.block.size for loan in list(self.loans.values())])
        if now - self._period_at > IDLE:
            self._period_at = now
            self._recent_peak, self._earlier_peak = self.used_bytes, self._recent_peak

    def _drop_oldest(self) -> None:
        heads = [blocks[0] for blocks in tuple(self._free.values()) if blocks]
        if not heads:
            self.kept_bytes = 0
            return
        oldest = min(heads, key=lambda block: block.idle_since)
        self._free[oldest.size].remove(oldest)
        self.kept_bytes -= oldest.size

    def _watch(self) -> None:
        """Give idle memory back while nobody takes any."""
        while self.kept_bytes:
            time.sleep(IDLE / 2)
            with self.lock:
                self._take_in()
        self._watched = False

    def clear(self) -> None:
        """Give all free blocks back to the system."""
        with self.lock:
            self._take_in()
            self._free.clear()
            self.kept_bytes = 0

    def start_child(self) -> None:
        """After a fork: free blocks are the parent's, to write to them would copy them first."""
        self._watched = False
        self.clear()

    def stats(self) -> MemoryStats:
        """What is lent and what is kept."""
        with self.lock:
            self._take_in()
            self._tend(self.clock())
            return MemoryStats(
                bytes_in_use=self.used_bytes,
                peak_bytes_in_use=self.peak_bytes,
                num_allocs=len(self.loans),
                largest_alloc_size=self.largest,
                bytes_limit=self.limit,
                pool_bytes=self.kept_bytes,
                pool_blocks=sum(map(len, self._free.values())),
            )


class _Loan(weakref.ref):
    """Watches the window of a block that is lent out."""

    __slots__ = ("block", "pool")
    block: MemoryBlock
    pool: Pool


def _give_back(loan: _Loan, is_ending: Callable[[], bool] = sys.is_finalizing) -> None:
    if is_ending():  # the interpreter clears modules, and a thread may still write to memory
        return
    del loan.pool.loans[id(loan)]
    loan.pool.put(loan.block)


def _limit() -> int:
    given = variables.POOL_BYTES.read()
    if given is not None:
        return given
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 8
    return 1 << 30


_pool = Pool(_limit())
# Arrays do not hold their memory, the pool does. Python's daemon threads compute until the process
# ends: the pool outlives its module.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_pool))
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.start_child)


def empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array with arbitrary contents, like numpy.empty, from a pooled block if it is large."""
    size = math.prod(shape) * dtype.itemsize
    if size < SMALL:
        return fresh.empty(shape, dtype)
    try:
        return _ndarray(shape, dtype, _pool.lend(size))
    except MemoryError:
        raise shortage.of_array(shape, dtype) from None


def take_bytes(n: int) -> np.ndarray:
    """A uint8 array of `n` bytes with arbitrary contents, for a program's intermediate values."""
    if n < SMALL:
        return fresh.empty(n, np.uint8)
    try:
        return _ndarray((n,), _BYTE, _pool.lend(n))
    except MemoryError:
        raise shortage.refused("the intermediate values of a compiled program", n) from None


def clear_pool() -> None:
    """Give all free blocks back to the system: `fjax.clear_pool`."""
    _pool.clear()


def kept_bytes() -> int:
    """Bytes of free blocks that are kept for later arrays."""
    return _pool.stats().pool_bytes


def memory_stats() -> dict[str, int]:
    """What is lent and kept, by the names of `fjax.memory_stats`."""
    return dict(vars(_pool.stats()))


def _report() -> str:
    stats = _pool.stats()
    return (
        f"arrays hold {shortage.readable(stats.bytes_in_use)}, and "
        f"{shortage.readable(stats.pool_bytes)} are kept for later ones"
    )


shortage.install(clear_pool, _report)
fresh.install(empty)
