"""The loop nest of a kernel is chosen: the axes of its loops, how they run, and the lanes' axis.

`LoopChoice` makes the choices. Each kind of machine has a subclass that overrides what differs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import takewhile

from fjax.core import dtypes, lazy
from fjax.core.guarded import computed
from fjax.core.ir import Atom, Equation
from fjax.core.roles import cumulative, update
from fjax.dataclass import dataclass
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.kernel.address_lowering import APART, Layout
from fjax.lowering.kernel.form import PARALLEL, Mode, Unsupported
from fjax.lowering.kernel.index_arithmetic import LoopAxis
from fjax.lowering.machine import Machine
from fjax.lowering.nest.iteration_order import Axes, IterationOrder
from fjax.lowering.nest.totals import Totals, inner_modes

_gpu = lazy.module("fjax.lowering.cuda.nest")
_vector_processor = lazy.module("fjax.lowering.nest.vector_processor")


def loop_choice(machine: Machine) -> LoopChoice:
    """How a machine's kind chooses loops.

    >>> from fjax.lowering.machine import named
    >>> type(loop_choice(named("sm_90"))).__name__, type(loop_choice(named("neoverse"))).__name__
    ('Gpu', 'VectorProcessor')
    """
    found: LoopChoice = (
        _gpu.Gpu(machine) if machine.is_gpu else _vector_processor.VectorProcessor(machine)
    )
    return found


@dataclass(frozen=True, eq=False)
class Choices:
    """The loops of a kernel. `modes` are those of the order's outer axes."""

    recipe: str
    order: IterationOrder
    layout: Layout
    modes: tuple[Mode, ...]
    extent: int  # iterations that threads share,
    grain: int  # ... and how many a thread takes at least
    parallel: bool


class LoopChoice:
    """How one kind of machine chooses the loops of a kernel, before a schedule rewrites them."""

    def __init__(self, machine: Machine):
        self.machine, self.limits = machine, machine.limits

    # ---- what a kind of machine may decide otherwise

    holds_places = False  # in registers of 32 bits (`short_places`)

    def stores_between_passes(
        self, nest: Nest, eqn: Equation, producer: Callable[[Atom], Equation | None]
    ) -> bool:
        """Whether a value is stored rather than computed in each pass over a kernel's rows."""
        return False

    def reduces_rows_apart(self, inner: Axes, outer: Axes) -> bool:
        """Whether rows are not reduced by a kernel that reduces columns."""
        return False

    def shares_value(self, results: int) -> bool:
        """Whether lanes share a value that is reduced for this number of results."""
        return True

    def writes_out_map(self, s: IterationOrder, lanes: LoopAxis, inner: Axes, short: Axes) -> bool:
        """Whether a map writes out its axes inside that in lanes, as well as short ones."""
        return False

    def writes_out_rows(self, s: IterationOrder, axes: Sequence[LoopAxis]) -> bool:
        """Whether lanes hold neighbouring rows, whose positions along axes are written out."""
        return False

    def walks_as_one(self, s: IterationOrder) -> Axes:
        """The last outer axes to walk as one, though values compute where they are along each."""
        return ()

    def is_short(self, s: IterationOrder, axes: Sequence[LoopAxis]) -> bool:
        """Whether a row along these axes is too short to fill lanes, and the rows are enough to."""
        enough, rows = self.machine.line_elements, s.outer[-1].extent if s.outer else 1
        count = math.prod([a.extent for a in axes])
        return enough <= rows and (
            count < enough or (count == enough and self.writes_out_rows(s, axes))
        )

    def walks_rows(self, s: IterationOrder) -> bool:
        """Whether lanes hold neighbours in a row, not in a column."""
        return s.is_contiguous_inside() and not self.is_short(s, s.inner)

    def walks_map(self, s: IterationOrder) -> tuple[IterationOrder, Layout]:
        """In which order a map walks its axes, and its layout."""
        return s, Layout.of(s.outer[-1] if s.outer else None, s.written_out)

    def row_layout(self, s: IterationOrder) -> Layout:
        """The layout where lanes hold neighbours in a row."""
        return Layout.of(s.inner[-1])

    def reads_columns(self, s: IterationOrder, axis: LoopAxis) -> bool:
        """Whether vectors hold neighbouring rows along an axis, and read their columns."""
        return False

    def shares_columns(self, s: IterationOrder, totals: Totals) -> bool:
        """Whether threads share the columns of a block of rows, not only the blocks."""
        return False

    def lanes_of_cumulative(self, s: IterationOrder, combines: bool) -> LoopAxis | None:
        """The axis in lanes of a cumulative operation: its own, or the last outer one, if any."""
        return s.outer[-1] if s.outer and not s.is_contiguous_inside() else None

    def layout_of_scan(self, s: IterationOrder) -> Layout:
        """The layout of a cumulative operation with no axis in lanes."""
        return Layout()

    def updates_one_by_one(self, nest: Nest) -> bool:
        """Whether the elements of an update take turns, without lanes."""
        return False

    def columns_of_update(self, s: IterationOrder) -> Choices | None:
        """The loops of an update whose threads have inner axes to themselves, or None."""
        return None

    def serial_update(self, s: IterationOrder) -> Layout:
        """The layout of an update in order, with lanes along the last inner axis, if there is one.

        From one update to the next there are few instructions: steps of few elements are literals.
        """
        lanes = s.inner[-1] if s.inner else None
        return Layout.of(lanes, also={s.outer[-1]: APART} if s.outer else {})

    # ---- what all have in common

    def ordered(self, s: IterationOrder, totals: Totals) -> IterationOrder:
        """The order that walks rows, if a kernel stores only their totals; that of a map's axes
        which fills lanes, if it is a map.
        """
        if totals.row and not s.inner:
            axes = max((t.axes for t in totals.row), key=len)
            return s if self.is_short(s, axes) else s.walked(s.outer, axes)
        other = s.destination or s.totals or s.inner or s.running
        return s if other else self._filled(s)

    def _filled(self, s: IterationOrder) -> IterationOrder:
        """A map whose axes are rearranged, because most lanes would idle otherwise.

        Short axes along which values are chosen, such as the parts of a stack, are unrolled. The
        axis in lanes is the one with the most contiguous accesses. Axes after it become inner ones.
        """
        machine, most = self.machine, self.machine.columns
        found: list[LoopAxis] = []
        short = [a for a in s.outer if 0 < a.extent <= min(most, 2 * s.choices(a))]
        for a in sorted(short, key=lambda a: a.extent):
            if a.extent <= most:
                most //= a.extent
                found.append(a)
        chosen = tuple([a for a in s.outer if a in found])
        rest = tuple([a for a in s.outer if a not in chosen])
        long = [k for k, a in enumerate(rest) if a.extent >= machine.line_elements]
        if not long or not chosen and rest[-1].extent > machine.columns:
            return s
        last = max(long, key=lambda k: (s.contiguity(rest[k]), k))
        outer, inner = rest[: last + 1], rest[last + 1 :]
        if self.writes_out_map(s, rest[last], inner, chosen):
            return s.walked(outer, (), (*chosen, *inner), across=True)
        if (shorter := self._shorter(s, rest, last, chosen)) is not None:
            return shorter
        if not chosen and rest[-1].extent >= machine.short_axis:
            return s
        near = s.contiguity(rest[-1]) > s.contiguity(rest[last])
        if near and rest[-1].extent >= machine.short_axis:
            outer, inner = rest, ()  # some lanes idle, and no element is gathered
        return s.walked(outer, inner, chosen, across=True)

    def _shorter(
        self, s: IterationOrder, axes: Axes, last: int, chosen: Axes
    ) -> IterationOrder | None:
        """A map whose lanes hold a shorter axis, because along longer axes each lane would gather.

        The axes after that one are unrolled. None: the map stays as it is.
        """
        few = self.machine.short_axis
        if s.contiguity(axes[last]) >= 0:
            return None
        for k in range(last + 1, len(axes) - 1):
            lanes, inside = axes[k], axes[k + 1 :]
            apart = axes[-1].extent < few or s.contiguity(lanes) >= s.contiguity(axes[-1])
            if apart and lanes.extent >= few and self.writes_out_map(s, lanes, inside, chosen):
                return s.walked(axes[: k + 1], (), (*chosen, *inside), across=True)
        return None

    def choose(self, s: IterationOrder, totals: Totals) -> Choices:
        """The loops of a kernel that changes nothing in place."""
        if s.nest.cumulative is not None:
            return self._cumulative(s, s.nest.cumulative)
        if totals.side:
            return self._blocks(s, totals)
        return self._rows(s, totals)

    def _choices(
        self,
        recipe: str,
        s: IterationOrder,
        layout: Layout,
        modes: Sequence[Mode],
        work: int,
        shares: tuple[int, int] | None = None,
    ) -> Choices:
        """Choices, by default with the iterations of the outer axes that are parallel."""
        if shares is None:
            axes = zip(s.outer, modes, strict=True)
            extent = math.prod([a.extent for a, mode in axes if mode in PARALLEL])
            shares = extent, *computed(_grain, self.machine.grain, extent, s.elements())
        extent, grain = shares
        least = self.machine.parallel_operations
        (parallel,) = computed(_is_parallel, extent, grain, work, least)
        return Choices(recipe, s, layout, tuple(modes), extent, grain, parallel)

    def _cumulative(self, s: IterationOrder, eqn: Equation) -> Choices:
        """Rows walked from one end to the other, or by lanes together."""
        vector = self.lanes_of_cumulative(s, cumulative(eqn.op).monoid is not None)
        modes = self._outer_modes(s, s.outer)
        if vector is not None and vector not in s.inner:
            modes[-1] = Mode.VECTOR if len(modes) > 1 else Mode.PARALLEL_VECTOR
        layout = Layout.of(vector) if vector is not None else self.layout_of_scan(s)
        return self._choices("cumulative", s, layout, modes, s.work)

    def _blocks(self, s: IterationOrder, totals: Totals) -> Choices:
        """Blocks of rows with partial results, which threads share."""
        work, unrolled = s.work, frozenset[LoopAxis]()
        if not s.inner:
            s, unrolled = self._written_out(s, totals)
        vector, rows = (s.inner or s.outer)[-1], s.block_rows
        layout = Layout.of(vector, unrolled, self.reads_columns(s, vector))
        if rows is None:
            return self._choices("serial", s, layout, (), work, (1, 1))
        if len(s.outer) != 1:
            raise Unsupported("blocked rows are spread over several axes")
        count = -(-s.outer[0].extent // rows)
        if self.shares_columns(s, totals):
            shares = count * math.prod([a.extent for a in s.inner]), self.machine.grain
            return self._choices("columns", s, layout, (), work, shares)
        return self._choices("blocks", s, layout, (), work, (count, 1))

    def _rows(self, s: IterationOrder, totals: Totals) -> Choices:
        """Each row by itself: in lanes, or with neighbouring rows in lanes."""
        work = s.work
        if s.inner and not s.across and (not s.outer or self.walks_rows(s)):
            modes = self._outer_modes(s, s.outer)
            return self._choices("rows", s, self.row_layout(s), modes, work)
        if not s.totals and not s.inner:
            s, layout = self.walks_map(s)
            alone = Mode.PARALLEL
        else:
            vector, alone = (s.outer or (None,))[-1], Mode.PARALLEL_VECTOR
            s, unrolled = self._written_out(s, totals)
            layout = Layout.of(vector, unrolled)
        others = self._outer_modes(s, s.outer[:-1])
        modes = [*others, Mode.VECTOR if others else alone][: len(s.outer)]
        recipe = "columns" if s.inner and not s.across else "map"
        return self._choices(recipe, s, layout, modes, work)

    def _written_out(
        self, s: IterationOrder, totals: Totals
    ) -> tuple[IterationOrder, frozenset[LoopAxis]]:
        """Where lanes hold neighbouring rows: which axes are written out, those of totals, too."""
        rows = [t.axes for t in totals.row] + ([s.inner] if s.inner else [])
        if s.written_out or totals.nested or not rows:
            return s, frozenset(s.written_out)
        if not all(self.writes_out_rows(s, axes) for axes in rows):
            return s, frozenset()
        unrolled = frozenset([a for axes in rows for a in axes])
        return s.walked(s.outer, s.inner, s.inner, s.across), unrolled

    def update(self, s: IterationOrder) -> Choices:
        """The loops of an update in place.

        Updates run in order, so the last one wins. They run in parallel if the machine may combine
        them, or if each thread has its own elements: the members of a batch change their own.
        """
        write, demand, machine = s.destination, s.nest.update, self.machine
        assert write is not None and demand is not None
        monoid, extent = update(demand.eqn.op).monoid, s.elements()
        alone = all(leaf.extra.buffer != 0 for leaf in s.reads.values())
        layout = Layout.of(s.inner[-1] if s.inner else None)
        along = s.walked((*s.outer, *s.inner))
        if alone and machine.may_meet(monoid, dtypes.real_part(write.dtype)):
            modes, grain = (Mode.PARALLEL,) * len(along.outer), machine.grain
            return Choices("update", along, layout, modes, extent, grain, extent > grain)
        if alone and s.separate and (found := self.columns_of_update(s)):
            return found
        layout = self.serial_update(s)
        each = inner_modes(along.outer, bool(s.inner))
        places = [s.resolve(i).extra for i in demand.target]
        own = [*takewhile(lambda a: a in places and a.extent > 1, s.outer)]
        if alone and own and not machine.combines and self.is_shared(extent):
            each[: len(own)] = [Mode.PARALLEL] * len(own)
            return self._choices("update", along, layout, each, extent)
        return Choices("update", along, layout, tuple(each), 1, 1, False)

    def _outer_modes(self, s: IterationOrder, axes: Axes) -> list[Mode]:
        """The modes of some outer axes: parallel ones, outermost first, until there are iterations
        enough for every thread.
        """
        modes, iterations = list[Mode](), 1
        for a in axes:
            enough = 2
            if modes and self.is_shared(s.work):
                enough = self.machine.shared_iterations
            modes.append(Mode.PARALLEL if iterations < enough else Mode.SERIAL)
            iterations *= a.extent
        return modes

    def is_shared(self, work: int) -> bool:
        """Whether there is enough to do for several threads."""
        return 4 * work > self.machine.parallel_operations


def _grain(grain: int, extent: int, elements: int) -> tuple[int]:
    """Iterations of the parallel axes that have a grain's elements."""
    return (max(1, grain // max(elements // max(extent, 1), 1)),)


def _is_parallel(extent: int, grain: int, work: int, least: int) -> tuple[bool]:
    """Whether there are several grains, and enough to do (`LoopChoice.is_shared`)."""
    return (extent > grain and 4 * work > least,)
