"""The memory of the stand-in for CuPy: blocks at addresses that nobody can read from Python."""

import bisect
import itertools
import threading
import weakref

import numpy as np

from tests.lowering.cuda.memory import Buffer, Clock, Memory
from tests.lowering.cuda.program import PtxError

UNIT = 512  # bytes, of the pool's chunks
GAP = 1 << 20  # between blocks: nothing is there
FIRST = 1 << 46


class Block:
    """Memory of a device: bytes at an address, of which so many are lent."""

    def __init__(self, address, size):
        self.address, self.size, self.lent = address, size, size
        self.bytes = np.full(size, 0xA5, np.uint8)
        self.constant = np.zeros(size, bool)  # of the launch under way

    # what the emulator looks at
    unit = 1

    @property
    def nbytes(self):
        return self.lent

    def read_as_constant(self, byte, size, line):
        """What goes through the cache for constants does not change during the launch."""
        self.constant[(byte[:, None] + np.arange(size)).ravel()] = True

    def is_no_constant(self, byte, size, line):
        """What is written was not read through it."""
        if self.constant[(byte[:, None] + np.arange(size)).ravel()].any():
            raise PtxError(f"what is written was read through the constant cache: {line}")


class Heap:
    """All blocks of a device, and those of them that are free, by stream and size."""

    def __init__(self, total):
        self.total, self.used, self.blocks, self.addresses = total, 0, [], []
        self.free = {}
        self.lent = weakref.WeakSet()
        self.places = itertools.count(FIRST, 1 << 36)
        self.lock = (
            threading.RLock()
        )  # the addresses are in order, whichever threads ask for memory

    @property
    def held(self):
        return sum(b.size for b in self.blocks)

    def lend(self, nbytes, stream):
        """A block for so many bytes; None if there is no room."""
        size = -(-nbytes // UNIT) * UNIT
        with self.lock:
            known = self.free.get((stream, size))
            if known:
                block = known.pop()
            elif self.held + size > self.total:
                return None
            else:
                block = Block(next(self.places), size)
                self.blocks.append(block)
                self.addresses.append(block.address)
            self.used += size
        return block

    def take_back(self, block, stream):
        with self.lock:
            self.used -= block.size
            self.free.setdefault((stream, block.size), []).append(block)

    def drop_free(self):
        gone = {id(b) for blocks in self.free.values() for b in blocks}
        self.free.clear()
        self.blocks = [b for b in self.blocks if id(b) not in gone]
        self.addresses = [b.address for b in self.blocks]

    def find(self, address, line="a copy"):
        """The block that an address is in."""
        k = bisect.bisect_right(self.addresses, address) - 1
        if k < 0 or address >= self.addresses[k] + self.blocks[k].size + GAP:
            raise PtxError(f"not an address: {address:#x} of {line}")
        return self.blocks[k]

    def view(self, address, nbytes):
        """The bytes from an address on."""
        if not nbytes:
            return np.empty(0, np.uint8)
        block = self.find(address)
        start = address - block.address
        if start < 0 or start + nbytes > block.lent:
            raise PtxError(f"out of bounds: {nbytes} bytes at {start} of {block.lent}")
        return block.bytes[start : start + nbytes]


class LaunchMemory(Memory):
    """What a launch sees of a device's memory, and the shared memory of its blocks."""

    buffers = ()  # what is written is written at once

    def __init__(self, heap, shared_bytes, grid, block):
        self.heap, self.shared_bytes = heap, max(shared_bytes, 8)
        self.shared = Buffer(np.full(grid * self.shared_bytes, 0xA5, np.uint8).view(np.uint8))
        self.clock = Clock(grid, block)
        for each in heap.blocks:
            each.constant[:] = False

    def parts(self, at, size, threads, line):
        """(block, byte, of which threads) for each block that addresses lie in."""
        if (at % size).any():
            raise PtxError(f"misaligned by {int((at % size).max())} bytes: {line}")
        which = np.searchsorted(self.heap.addresses, at, "right") - 1
        for number in np.unique(which):
            mine = which == number
            block = self.heap.find(int(at[mine][0]), line)
            byte = at[mine] - block.address
            bad = (byte < 0) | (byte + size > block.lent)
            if bad.any():
                raise PtxError(f"out of bounds: byte {byte[bad][0]} of {block.lent}: {line}")
            yield block, byte, mine

    def check(self, buffer, byte, size, threads, writes, line):
        """Races are looked for where buffers have element types."""
