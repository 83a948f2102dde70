"""The heuristic of GPUs: from a kernel and the sizes of a launch to directives, and the launch.

Everything that can change a bit of a result, the size of a team, follows from the length of rows.
How many blocks there are follows from the device; they take turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.dataclass import dataclass
from fjax.lowering.cuda.emit.threads import BLOCK, MOST_THREADS, Emitted
from fjax.lowering.kernel.form import (
    MOST_NEIGHBOURS,
    WARP,
    Binding,
    If,
    Kernel,
    Level,
    Loop,
    Mode,
    Size,
    Statement,
    Store,
    Tail,
    Vector,
    parallel_nest,
)
from fjax.lowering.kernel.scheduled_loops import stores_last
from fjax.lowering.kernel.spelling import constant_value, nodes_of, only_stores, walk
from fjax.lowering.kernel.verify import verified
from fjax.lowering.machine import Machine
from fjax.lowering.schedule.language import Schedule, Step
from fjax.lowering.schedule.legality import unit_accesses
from fjax.lowering.schedule.threads import rows_walked
from fjax.lowering.schedule.tree import bodies, facts_of

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


@dataclass(frozen=True)
class Variant:
    """What a launch decides of how its kernel is compiled.

    lanes: threads of a team: a power of two up to a warp, or BLOCK.
    held: elements of a row that a lane holds where loops share a row, if all rows fit; or 0.
    wide: whether a thread takes several neighbours at once where rows are aligned.
    changed: buffers that are written as another buffer (`Launch.changed`).
    """

    lanes: int = WARP
    held: int = 0
    wide: bool = True
    changed: frozenset[int] = frozenset()


# -- the schedule ------------------------------------------------------------------------------


def choose(kernel: Kernel, variant: Variant, machine: Machine | None) -> tuple[Kernel, Schedule]:
    """The scheduled kernel, and the steps that lead to it.

    kernel: as `expand` leaves it, so that what it computes is there to be counted.
    machine: None for a variant that is not wide.
    """
    made = _Heuristic(kernel, variant, machine)
    return verified(made.kernel, "scheduling for a GPU", kernel), tuple(made.steps)


class _Heuristic:
    """Chooses for one loop after another, outer ones first.

    Parallel loops with vector loops inside are for teams, the vector loops and scans for the lanes
    of a team. Other parallel loops are for threads, which run the loops inside in order.
    """

    def __init__(self, kernel: Kernel, variant: Variant, machine: Machine | None):
        self.kernel, self.variant, self.machine = kernel, variant, machine
        self.facts, self.steps = facts_of(kernel), list[Step]()
        nest, in_teams = parallel_nest(kernel.body), has_lanes(kernel)
        if nest:
            self._do("bind", nest[0].number, self._level(in_teams))
        if in_teams:
            self._body(kernel.body)
        elif len(nest) == 1:
            self._widen(nest[0])

    def _do(self, name: str, *arguments: Any) -> None:
        step = Step(name, arguments)
        self.kernel = step.applied(self.kernel)
        self.steps.append(step)

    def _level(self, in_teams: bool) -> Binding:
        if not in_teams:
            return Binding(Level.THREADS)
        lanes = self.variant.lanes
        return Binding(Level.BLOCKS) if lanes == BLOCK else Binding(Level.TEAMS, lanes)

    def _body(self, body: tuple[Statement, ...]) -> None:
        """Loops of statements that all lanes of a team run."""
        lanes = {s.number: s for s in body if isinstance(s, Loop) and _is_for_lanes(s)}
        for number in lanes:
            self._do("bind", number, Binding(Level.LANES))
        rows = rows_walked(body, self.facts) if self.variant.held else []
        for row in rows:
            if len(row) > 1:
                self._do("hold", row[0].number, self.variant.held)
                lanes = {k: s for k, s in lanes.items() if all(s is not x for x in row)}
        for loop in lanes.values():
            self._widen(loop)
        for s in body:
            if isinstance(s, If):
                self._body(s.then)
                self._body(s.otherwise)
            elif not (isinstance(s, Store) or (isinstance(s, Loop) and _is_for_lanes(s))):
                self._body(s.body)

    def _widen(self, loop: Loop) -> None:
        """A thread takes neighbours: as many as its widest access, fewer in long bodies."""
        accesses = unit_accesses(loop)
        machine = self.machine if self.variant.wide else None
        if machine is None or not accesses or not only_stores(loop.body):
            return
        largest = max(self.kernel.buffers[a.buffer].dtype.itemsize for a in accesses)
        cost, limits = machine.costs.total(nodes_of(loop)), machine.limits
        words = 4 if cost <= limits.heavy_body else 2 if cost <= limits.long_body else 1
        most = min(MOST_NEIGHBOURS, machine.vector_bytes // largest)
        width = min(most, words * max(1, 4 // largest))
        if width > 1:
            self._do("vectorize", loop.number, Vector(width, 1, Tail.ALIGNED))


def has_lanes(kernel: Kernel) -> bool:
    """Whether a kernel has work for the lanes of a team."""
    loops = [s for s in walk(kernel.body) if isinstance(s, Loop)]
    threads = any(s.mode is Mode.PARALLEL_VECTOR for s in loops)
    return not threads and any(map(_is_for_lanes, loops))


def _is_for_lanes(loop: Loop) -> bool:
    return loop.mode is Mode.VECTOR or (loop.mode is Mode.SCAN and stores_last(loop))


# -- what sizes decide -------------------------------------------------------------------------


def variant(
    kernel: Kernel,
    words: Sequence[int] | None,
    machine: Machine,
    changed: frozenset[int] = frozenset(),
) -> Variant:
    """How a kernel is compiled for the sizes of a launch, and for what that changes.

    words: the table of the launch; None for rows of ordinary length.
    """
    if words is None:
        return Variant(changed=changed)
    lanes = lanes_of(row_length(kernel, words))
    return Variant(lanes, _held(kernel, words, lanes, machine), changed=changed)


def lanes_of(row: int) -> int:
    """The threads of a team for rows of this length.

    >>> lanes_of(40), lanes_of(500), lanes_of(10**6)
    (16, 32, 0)
    """
    if row > OF_A_WARP:
        return BLOCK
    return min(WARP, max(FEWEST_LANES, _power(-(-row // OF_A_LANE))))


def row_length(kernel: Kernel, words: Sequence[int]) -> int:
    """The most iterations that a loop for the lanes of a team has; 1 if there is none."""
    longest = 1
    for s in walk(kernel.body):
        if isinstance(s, Loop) and s.mode in (Mode.VECTOR, Mode.SCAN):
            found = _extent(s, words)
            longest = max(longest, UNKNOWN if found is None else found)
    return longest


def _extent(loop: Loop, words: Sequence[int]) -> int | None:
    """The iterations of a loop; None where the kernel computes them."""
    size = loop.stop.extra
    return words[size.slot] if isinstance(size, Size) else constant_value(loop.stop)


def rows_walked_again(kernel: Kernel) -> list[Loop]:
    """Loops that walk a row which others of their body walk, too."""
    facts = facts_of(kernel)
    rows = [row for body in bodies(kernel) for row in rows_walked(body, facts)]
    return [loop for row in rows if len(row) > 1 for loop in row]


def _held(kernel: Kernel, words: Sequence[int], lanes: int, machine: Machine) -> int:
    """How many elements of a row a lane holds, if loops share rows and these are neither too long
    nor empty; otherwise 0.
    """
    loops = rows_walked_again(kernel)
    lengths = [n for n in (_extent(loop, words) for loop in loops) if n is not None]
    if not loops or len(lengths) < len(loops) or min(lengths) < 1:
        return 0
    threads = lanes or _threads(row_length(kernel, words))
    size = max(OF_A_LANE, _power(-(-max(lengths) // threads)))
    cost = sum(machine.costs.total(nodes_of(loop)) for loop in loops)
    return size if size <= MOST_OF_A_LANE and size * cost <= MOST_WRITTEN_OUT else 0


# -- the launch --------------------------------------------------------------------------------


def shape(emitted: Emitted, extent: int, row: int, machine: Machine) -> Shape:
    """The launch of a kernel over a number of iterations of its parallel loop."""
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
