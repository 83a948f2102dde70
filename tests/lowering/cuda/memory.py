"""The memory of an emulated launch: who may read and write what, where, and when."""

import numpy as np

from tests.lowering.cuda.program import PtxError

SPAN, MIDDLE, BASE = 40, 1 << 39, 1 << 44  # each buffer has 2**40 addresses, and starts amid them
NOBODY = -1


class Accesses:
    """Who last read, or wrote, each element of a buffer, and how many barriers before.

    Of several threads that did so without a barrier between them, the first and the last: threads
    of a warp, and of a block, have neighbouring numbers.
    """

    def __init__(self, cells):
        self.first = np.full(cells, NOBODY, np.int64)
        self.last = np.full(cells, NOBODY, np.int64)
        self.block_time = np.zeros(cells, np.int64)
        self.warp_time = np.zeros(cells, np.int64)

    def ordered(self, cells, threads, clock):
        """Where these threads come after those who are remembered, or are the same."""
        first, last = self.first[cells], self.last[cells]
        fine = (first == NOBODY) | ((first == threads) & (last == threads))
        if fine.all():
            return fine
        by_block, by_warp = (
            (number[first] == number[threads])
            & (number[last] == number[threads])
            & (time[threads] > then[cells])
            for number, time, then in (
                (clock.block, clock.block_time, self.block_time),
                (clock.warp, clock.warp_time, self.warp_time),
            )
        )
        for other in (first, last):
            by_warp &= (clock.members[threads] >> clock.lane[other]) & 1 == 1
        return fine | by_block | by_warp

    def remember(self, cells, threads, clock, ordered):
        """These threads, instead of those whom they come after."""
        new = cells[ordered | (self.first[cells] == NOBODY)]
        self.first[new], self.last[new] = np.iinfo(np.int64).max, NOBODY
        np.minimum.at(self.first, cells, threads)
        np.maximum.at(self.last, cells, threads)
        np.maximum.at(self.block_time, cells, clock.block_time[threads])
        np.maximum.at(self.warp_time, cells, clock.warp_time[threads])


class Clock:
    """How many barriers each thread has passed, of its block and of its warp."""

    def __init__(self, grid, block):
        thread = np.arange(grid * block)
        self.block, self.lane = thread // block, thread % block % 32
        self.warp = self.block * -(-block // 32) + thread % block // 32
        self.block_time = np.zeros(grid * block, np.int64)
        self.warp_time = np.zeros(grid * block, np.int64)
        self.members = np.zeros(grid * block, np.int64)  # lanes of the last barrier of a warp


class Buffer:
    """Bytes with an owner's array behind them."""

    def __init__(self, array):
        self.array, self.nbytes = array, array.nbytes
        self.bytes = np.zeros(-(-array.nbytes // 16) * 16 + 16, np.uint8)
        self.bytes[: array.nbytes] = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
        self.unit = array.dtype.itemsize
        self.reads = Accesses(array.size)
        self.writes = Accesses(array.size)
        self.constant = np.zeros(array.size, bool)  # elements that were taken for constants

    def _cells(self, byte, size):
        step = np.arange(-(-size // self.unit))
        return (byte[:, None] // self.unit + step).ravel()

    def read_as_constant(self, byte, size, line):
        """What goes through the constant cache is written neither before nor afterwards."""
        cells = self._cells(byte, size)
        if (self.writes.last[cells] != NOBODY).any():
            raise PtxError(f"what was written is read through the constant cache: {line}")
        self.constant[cells] = True

    def is_no_constant(self, byte, size, line):
        """What is written was not read through the constant cache."""
        if self.constant[self._cells(byte, size)].any():
            raise PtxError(f"what is written was read through the constant cache: {line}")

    def write_back(self):
        """Give the array what was written."""
        flat = self.array.reshape(-1)
        flat.view(np.uint8)[:] = self.bytes[: self.nbytes]


def _coincide(a, b):
    """Whether two arrays are the same memory."""
    where = lambda x: (x.__array_interface__["data"][0], x.nbytes, x.dtype)
    return a.nbytes > 0 and where(a) == where(b)


class Memory:
    """Global memory, with addresses of its own for each buffer, and each block's shared memory."""

    def __init__(self, arrays, shared_bytes, grid, block):
        self.buffers: list[Buffer] = []
        for array in arrays:  # two of them may be the same memory
            same = [b for b in self.buffers if b.array is array or _coincide(b.array, array)]
            self.buffers.append(same[0] if same else Buffer(array))
        self.shared_bytes = max(shared_bytes, 8)
        noise = np.full(grid * self.shared_bytes, 0xA5, np.uint8).view(np.uint8)
        self.shared = Buffer(noise)
        self.clock = Clock(grid, block)

    @staticmethod
    def address(buffer):
        """Where a buffer begins."""
        return BASE + (buffer << SPAN) + MIDDLE

    def parts(self, at, size, threads, line):
        """(buffer, byte, of which threads) for each buffer that addresses lie in."""
        if (at % size).any():
            raise PtxError(f"misaligned by {int((at % size).max())} bytes: {line}")
        which = (at - BASE) >> SPAN
        byte = ((at - BASE) & ((1 << SPAN) - 1)) - MIDDLE
        if (which < 0).any() or (which >= len(self.buffers)).any():
            raise PtxError(f"not an address: {line}")
        for number in np.unique(which):
            mine, buffer = which == number, self.buffers[number]
            bad = (byte[mine] < 0) | (byte[mine] + size > buffer.nbytes)
            if bad.any():
                where = int(byte[mine][bad][0])
                raise PtxError(
                    f"out of bounds: byte {where} of buffer {number}, "
                    f"which has {buffer.nbytes}: {line}"
                )
            yield buffer, byte[mine], mine

    def shared_part(self, at, size, threads, line):
        """The same for shared memory."""
        if (at % size).any():
            raise PtxError(f"misaligned by {int((at % size).max())} bytes: {line}")
        if (at < 0).any() or (at + size > self.shared_bytes).any():
            raise PtxError(f"out of bounds of shared memory: {line}")
        yield (
            self.shared,
            self.clock.block[threads] * self.shared_bytes + at,
            np.full(len(at), True),
        )

    def check(self, buffer, byte, size, threads, writes, line):
        """Raise where an access races with an earlier one, and remember it."""
        for k in range(max(size // buffer.unit, 1)):
            cells = byte // buffer.unit + k
            after_writes = buffer.writes.ordered(cells, threads, self.clock)
            if not after_writes.all():
                self._race(buffer.writes, cells, threads, after_writes, writes, "wrote", line)
            after_reads = buffer.reads.ordered(cells, threads, self.clock)
            if not writes:
                buffer.reads.remember(cells, threads, self.clock, after_reads)
                continue
            if not after_reads.all():
                self._race(buffer.reads, cells, threads, after_reads, writes, "read", line)
            if len(np.unique(cells)) < len(cells):
                raise PtxError(f"race: several threads write one element at once: {line}")
            buffer.writes.remember(cells, threads, self.clock, after_writes)

    @staticmethod
    def _race(known, cells, threads, ordered, writes, did, line):
        k = int(np.flatnonzero(~ordered)[0])
        others = {int(known.first[cells[k]]), int(known.last[cells[k]])} - {int(threads[k])}
        what = "writes" if writes else "reads"
        raise PtxError(
            f"race: thread {int(threads[k])} {what} what thread {min(others)} {did}: {line}"
        )
