"""How a kernel is launched for sizes: which variant of it, and how many blocks of which size.

Everything that can change a bit of a result, the size of a team, follows from the length of rows.
How many blocks there are follows from the device; they take turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fjax.lowering.cuda.emit.emitter import LANES, Emitted
from fjax.lowering.cuda.emit.threads import BLOCK, MOST_THREADS, WARP, Variant
from fjax.lowering.cuda.emit.tiles import all_tiled
from fjax.lowering.kernel.form import Kernel, Loop, Size
from fjax.lowering.kernel.spelling import constant_value, nodes_of, walk, written_buffers
from fjax.lowering.machine import Machine

FEWEST_LANES = 4
OF_A_LANE = 4  # elements of a row for each lane, at least
OF_A_WARP = 512  # elements of a row that a warp takes; longer ones take a block
MOST_OF_A_LANE = 16  # elements of a row in registers
MOST_WRITTEN_OUT = 4096  # operations, of all loops over such a row
UNKNOWN = 4096  # elements of a row whose length is computed within the kernel
TURNS = 4  # blocks for each that the device holds at once


@dataclass(frozen=True)
class Shape:
    """A launch's blocks, and the threads of each."""

    grid: int
    block: int


def row_length(kernel: Kernel, words: Sequence[int]) -> int:
    """The most iterations that a loop for the lanes of a team has; 1 if there is none."""
    longest = 1
    for s in walk(kernel.body):
        if isinstance(s, Loop) and s.mode in LANES:
            longest = max(longest, _extent(s, words))
    return longest


def _extent(loop: Loop, words: Sequence[int]) -> int:
    """The iterations of a loop."""
    size, known = loop.stop.extra, constant_value(loop.stop)
    length = words[size.slot] if isinstance(size, Size) else known
    return UNKNOWN if length is None else length


def tile(kernel: Kernel, words: Sequence[int], machine: Machine) -> int:
    """How many elements of a row a lane holds, if loops share rows and these are neither too long
    nor empty; otherwise 0.
    """
    loops = all_tiled(kernel.body, written_buffers(kernel.body))
    lengths = {_extent(loop, words) for loop in loops}
    if not loops or min(lengths) < 1:
        return 0
    row = row_length(kernel, words)
    lanes = variant(row).lanes
    size = max(OF_A_LANE, _power(-(-max(lengths) // (lanes or _threads(row)))))
    cost = sum(machine.costs.total(nodes_of(loop)) for loop in loops)
    return size if size <= MOST_OF_A_LANE and size * cost <= MOST_WRITTEN_OUT else 0


def variant(row: int, changed: frozenset[int] = frozenset(), tile: int = 0) -> Variant:
    """How a kernel is compiled for rows of this length, and a launch that changes what it reads.

    >>> variant(40).lanes, variant(500).lanes, variant(10**6).lanes
    (16, 32, 0)
    """
    if row > OF_A_WARP:
        return Variant(BLOCK, changed=changed, tile=tile)
    lanes = min(WARP, max(FEWEST_LANES, _power(-(-row // OF_A_LANE))))
    return Variant(lanes, changed=changed, tile=tile)


def shape(emitted: Emitted, extent: int, row: int, machine: Machine) -> Shape:
    """The launch of a kernel over so many iterations of its parallel loop."""
    resident = machine.threads * machine.here.cores
    if emitted.lanes is None:
        if not emitted.parallel:
            return Shape(1, 1)
        items = -(-max(extent, 1) // emitted.width)
        block = min(MOST_THREADS, max(WARP, _power(items)))
        return Shape(min(-(-items // block), _most(resident, block)), block)
    lanes = emitted.lanes
    block = MOST_THREADS if lanes else _threads(row)
    if not emitted.parallel:
        return Shape(1, block)
    teams = block // (lanes or block)
    return Shape(min(-(-max(extent, 1) // teams), _most(resident, block)), block)


def _threads(row: int) -> int:
    """Threads of a block that has a row."""
    return min(MOST_THREADS, max(WARP, _power(-(-row // OF_A_LANE))))


def _most(resident: int, block: int) -> int:
    return max(1, TURNS * resident // block)


def _power(n: int) -> int:
    """The smallest power of two that is not below n."""
    return 1 << max(0, (n - 1).bit_length())
