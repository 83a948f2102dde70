"""The heuristic of vector processors: from a kernel to the directives of its schedule.

A kernel serves every size, and so does its schedule. What pays only for some sizes is a separate
version, or a strip whose length the sizes decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu.interleaving import branches, columns_read, count_shuffles
from fjax.lowering.cpu.processor import MOST_REGISTERS, Processor, compute_width
from fjax.lowering.cpu.shared_functions import SharedFunction
from fjax.lowering.kernel.form import (
    LO,
    PARALLEL,
    TILE,
    Access,
    If,
    Kernel,
    Load,
    Loop,
    Mode,
    Monoid,
    Statement,
    Store,
    Tail,
    Vector,
    While,
    most_trips,
    parallel_nest,
    trip_count,
)
from fjax.lowering.kernel.spelling import loads, nodes_of, only_stores, postorder, walk
from fjax.lowering.kernel.verify import verified
from fjax.lowering.llvm.writer import computes_as_float
from fjax.lowering.machine import Costs
from fjax.lowering.schedule import legality
from fjax.lowering.schedule.conditions import Condition, Crossing, Disjoint, Long, Short, Spread
from fjax.lowering.schedule.distribution import ahead
from fjax.lowering.schedule.index_bounds import alike, choice
from fjax.lowering.schedule.language import Schedule, Step
from fjax.lowering.schedule.loops import accumulations
from fjax.lowering.schedule.memory import kept
from fjax.lowering.schedule.transpose import TILE_ROWS, crossed_loads, ends_early, row_walk
from fjax.lowering.schedule.tree import facts_of, next_number, region
from fjax.lowering.schedule.vectors import makes_totals, row_condition

STRIP = 256  # places that lanes compute before a loop stores there: a few KiB with the values


def choose(kernel: Kernel, processor: Processor) -> tuple[Kernel, Schedule]:
    """The scheduled kernel, and the steps that lead to it.

    kernel: as `expand` leaves it, so that all its operations can be counted.
    """
    made = _Heuristic(kernel, processor)
    body = made.body(made.kernel.body)
    if made.kernel.buffers == kernel.buffers:
        scheduled = region(kernel, body)
    else:  # what is in scratch memory is written, too
        scheduled = replace(made.kernel, body=body)
    return verified(scheduled, "scheduling", kernel), tuple(made.steps)


class _Heuristic:
    """Schedules one loop after another, outer ones first; loops inside a vector loop stay."""

    def __init__(self, kernel: Kernel, processor: Processor):
        self.processor, self.machine = processor, processor.machine
        self.limits = self.machine.limits
        self.columns = {} if branches(kernel) else columns_read(kernel)
        self.number = next_number(kernel)  # of the next new loop
        self.kernel, self.facts = kernel, facts_of(kernel)
        self.totals = sum(self._cost_of_totals(s) for s in walk(kernel.body))
        self.steps: list[Step] = []
        self._plans: dict[tuple[int, int], tuple[Loop, VectorPlan]] = {}
        nest = parallel_nest(kernel.body)
        if nest:
            self.kernel = replace(kernel, body=self._do(nest[0], ("parallelize", nest[0].number)))

    def _do(self, loop: Loop, *directives: tuple[Any, ...]) -> tuple[Statement, ...]:
        """The loop after directives, which are names with arguments."""
        kernel = region(self.kernel, (loop,))
        for name, *arguments in directives:
            step = Step(name, tuple(arguments))
            kernel = step.applied(kernel)
            self.steps.append(step)
        self.number = max(self.number, next_number(kernel))
        if kernel.buffers != self.kernel.buffers:  # with scratch memory
            self.kernel = replace(self.kernel, buffers=kernel.buffers)
        return kernel.body

    # -- statements ----------------------------------------------------------------------------

    def body(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Statements with their loops scheduled."""
        found: list[Statement] = []
        for s in statements:
            if isinstance(s, If):
                found.append(replace(s, then=self.body(s.then), otherwise=self.body(s.otherwise)))
            elif isinstance(s, While):
                found.append(replace(s, body=self.body(s.body)))
            elif isinstance(s, Loop):
                found += self._loop(s)
            else:
                found.append(s)
        return tuple(found)

    def _loop(self, loop: Loop) -> tuple[Statement, ...]:
        if loop.mode is Mode.VECTOR:
            return self._vector_loop(loop)
        if loop.mode is Mode.UNROLL:
            return self._in_order(loop)
        if accumulations(loop, self.facts) is not None:
            return self._jammed(loop)
        rows = self._rows_at_once(loop)
        if rows:
            return self._rows_together(loop, rows)
        inner = row_walk(loop, self.facts)
        if inner is not None:
            plan = self._plan(loop)
            if plan.masks and plan.lanes >= TILE:
                return self._scanned(loop, plan)
        inner = legality.inner_vector_loop(loop)
        if inner is None or not legality.may_interchange(loop, inner, self.facts):
            return self._distributed(loop) if self._is_known_ahead(loop) else self._in_order(loop)
        plan = self._plan(inner)
        disjoint = () if loop.mode in PARALLEL else (Disjoint(loop.number, inner.number),)
        if (
            crossed_loads(replace(loop, body=inner.body), inner.number)
            and plan.masks
            and not plan.is_heavy
            and plan.lanes >= TILE
        ):
            return self._transposed(loop, inner, plan, disjoint)
        if plan.masks and not plan.is_long and self._asks_of_columns(loop, inner):
            return self._by_columns(loop, inner, plan, disjoint)
        if legality.crossing(loop, inner) is not None:
            return self._tiled(loop, inner, plan, disjoint)
        return self._in_order(loop)

    def _in_order(self, loop: Loop) -> tuple[Statement, ...]:
        """One iteration after another, as it is."""
        return (replace(loop, body=self.body(loop.body)),)

    def _is_known_ahead(self, loop: Loop) -> bool:
        """Whether lanes should compute where a loop stores, and what, before it does."""
        found = ahead(loop, self.facts)
        few = self.processor.lanes(self.kernel.index.itemsize) < TILE
        if found is None or few or not only_stores(found.body):
            return False
        nodes = postorder((*found.conditions, *found.places, *found.values))
        own = [n for n in nodes if loop.number in self.facts[n].loops]
        kept = len(found.places) + len(found.values)
        return _cost(own, self.machine.costs) > 2 * self.limits.in_turn * kept

    def _distributed(self, loop: Loop) -> tuple[Statement, ...]:
        """Lanes compute places and values of some iterations, which then store them in order."""
        (outer,) = self._do(loop, ("distribute", loop.number, STRIP, self.number))
        assert isinstance(outer, Loop)
        early, update = outer.body
        assert isinstance(early, Loop)
        return (replace(outer, body=(*self._vector_loop(early), update)),)

    # -- nests of two loops ---------------------------------------------------------------------

    def _jammed(self, loop: Loop) -> tuple[Statement, ...]:
        """Rows added to memory: each element is read and written once for several rows.

        But rows that are a power of two apart would share few sets of the L1 cache.
        """
        (inner,) = loop.body
        assert isinstance(inner, Loop)
        rows = self.limits.rows_at_once
        if 0 < most_trips(loop) < rows:  # what was left of rows that are taken so
            return self._in_order(loop)
        read = [n for n in nodes_of(inner) if isinstance(n.extra, Load)]
        moving = [n.extra.access.buffer for n in read if loop.number in self.facts[n].loops]
        apart = self.machine.l1_bytes // (rows * max(len(set(moving)), 1))
        when = (Spread(loop.number, 1 << apart.bit_length() - 1),) if len(moving) >= rows else ()
        vector = self._plan(inner).vector(inner)
        new = self.number
        return self._do(
            loop,
            ("unroll_and_jam", loop.number, rows, new, when),
            ("vectorize", inner.number, vector),
            ("vectorize", new + 2, vector),
        )

    def _transposed(
        self, loop: Loop, inner: Loop, plan: VectorPlan, when: tuple[Condition, ...]
    ) -> tuple[Statement, ...]:
        """Reads that cross the lanes: rows are read, and transposed in registers."""
        vector = Vector(min(plan.lanes, TILE_ROWS), 1, Tail.MASK)

        def transposed(s: Loop) -> tuple[Statement, ...]:
            new = self.number
            return self._do(
                s,
                ("interchange", s.number),
                ("vectorize", inner.number, vector),
                ("split_whole", s.number, TILE, new),
                ("transpose", new + 1),
                ("transpose", s.number),
            )

        return self._versions(loop, when, transposed)

    def _scanned(self, loop: Loop, plan: VectorPlan) -> tuple[Statement, ...]:
        """Many rows, each walked in order: lanes hold rows.

        Gathering costs less than a heavy body, so that one has no tiles and no repeated code. With
        other bodies, the last rows, which fill no lanes, are walked one after another.
        """
        vector = Vector(min(plan.lanes, TILE_ROWS), 1, Tail.MASK)
        if plan.is_heavy:
            when = (Long(loop.number, vector.lanes),)
            return self._versions(
                loop, when, lambda s: self._do(s, ("vectorize", s.number, vector))
            )
        strips = self.number
        strip, left = self._do(loop, ("split_whole", loop.number, vector.lanes, strips))
        assert isinstance(strip, Loop) and isinstance(strip.body[0], Loop)
        (row,), new = strip.body[0].body, self.number
        assert isinstance(row, Loop)
        directives: list[tuple[Any, ...]] = [
            ("vectorize", strips + 1, replace(vector, tail=Tail.WHOLE)),
            ("split_whole", row.number, TILE, new),
            ("transpose", new + 1),
        ]
        if ends_early(region(self.kernel, (strip,)), row, strips + 1):
            directives.append(("transpose", row.number))
        return (*self._do(strip, *directives), left)

    def _asks_of_columns(self, loop: Loop, inner: Loop) -> bool:
        """Whether conditions of the index in a row are the same for all rows."""
        asked = [self.facts[n].loops for n in nodes_of(inner) if n.dtype.kind == "b"]
        return any(inner.number in x and loop.number not in x for x in asked)

    def _by_columns(
        self, loop: Loop, inner: Loop, plan: VectorPlan, when: tuple[Condition, ...]
    ) -> tuple[Statement, ...]:
        """Short rows: the first vector of each, then the second, so that conditions are asked once.

        A block has as many rows as half of the L1 cache holds with what they read and write.
        """
        machine, most = self.machine, self.limits.vectors_by_column
        rows = max(1, machine.l1_bytes // (4 * most * machine.vector_bytes))
        short = Short((inner.number,), most * plan.lanes)

        def by_columns(s: Loop) -> tuple[Statement, ...]:
            (block,) = self._do(
                s, ("split", s.number, rows, self.number), ("interchange", s.number)
            )
            assert isinstance(block, Loop) and isinstance(block.body[0], Loop)
            made: list[Statement] = []
            for part in self._parts(block.body[0], share=2):
                (each,) = part.body
                assert isinstance(each, Loop)
                vector = Vector(plan.lanes, 1, Tail.MASK)
                directives: list[tuple[Any, ...]] = [("vectorize", part.number, vector)]
                if row_condition(each, self.facts, part.number) is not None:
                    directives.append(("branch", each.number, part.number))
                made += self._do(part, *directives)
            return (replace(block, body=tuple(made)),)

        return self._versions(loop, (short, *when), by_columns)

    def _parts(self, loop: Loop, share: int = 1) -> list[Loop]:
        """A loop cut at the bounds by which it chooses, as long as that is little code.

        share: the loop stays whole unless each part has at most this share of its reads, because
        parts of short rows leave lanes idle.
        """
        parts, done, most, before = [loop], 0, self._plan(loop).parts, len(self.steps)
        while done < len(parts) < most:
            part = parts[done]
            if choice(part, self.facts) is None:
                done += 1
            else:
                both = self._do(part, ("cut", part.number, self.number))
                parts[done : done + 1] = [s for s in both if isinstance(s, Loop)]
        if len(parts) == 1:
            return parts
        reads = [len([*loads(nodes_of(part))]) for part in (loop, *parts)]
        if share * max(reads[1:]) <= reads[0]:
            return parts
        del self.steps[before:]
        return [loop]

    def _tiled(
        self, loop: Loop, inner: Loop, plan: VectorPlan, disjoint: tuple[Condition, ...]
    ) -> tuple[Statement, ...]:
        """A nest that walks across memory: one strip of lanes at a time, through all rows.

        If the L2 cache holds the lines that one row touches, walking rows in order is faster: the
        next row finds these lines there, and stores are contiguous.
        """
        lines = self.machine.l2_bytes // self.machine.line_bytes
        when = (Crossing(loop.number, inner.number), Long(inner.number, lines), *disjoint)
        (strips,) = self._do(loop, ("tile", loop.number, plan.lanes, self.number, when))
        assert isinstance(strips, Loop) and isinstance(strips.body[0], Loop)
        return (replace(strips, body=self._in_order(strips.body[0])),)

    def _versions(
        self, loop: Loop, when: tuple[Condition, ...], make: Any
    ) -> tuple[Statement, ...]:
        """Two versions: the result of `make` if conditions hold, else the loop in order."""
        if not when:
            return make(loop)
        (both,) = self._do(loop, ("version", loop.number, self.number, when))
        assert isinstance(both, If)
        (first,), (other,) = both.then, both.otherwise
        assert isinstance(first, Loop) and isinstance(other, Loop)
        return (replace(both, then=make(first), otherwise=self._in_order(other)),)

    # -- rows that are reduced to totals ---------------------------------------------------------

    def _rows_at_once(self, loop: Loop) -> int:
        """How many rows' totals are combined together; 0 if the loop is of another kind."""
        inner = [s for s in loop.body if isinstance(s, Loop)]
        if not makes_totals(loop, self.facts) or any(trip_count(s) is not None for s in inner):
            return 0
        totals = [s for s in inner if s.carries]
        if len(inner) > 1 and len(totals) == 1 and self._is_quick(totals[0], inner):
            return 0
        most = self.machine.line_elements
        counts = [self._plan(s).total_lanes(most) for s in totals]
        return max(counts) if 1 < min(counts) and max(counts) <= most else 0

    def _is_quick(self, loop: Loop, inner: list[Loop]) -> bool:
        """Whether the first pass over a row makes only short sums, for which the next pass need
        not wait.
        """
        made = [
            n
            for s in inner
            for n in nodes_of(s)
            if n.op is not Op.LEAF and self.facts[n].results and s.number not in self.facts[n].loops
        ]
        short = self._plan(loop).is_short
        return short and not made and all(c.monoid is Monoid.ADD for c in loop.carries)

    def _rows_together(self, loop: Loop, rows: int) -> tuple[Statement, ...]:
        """Several rows at once, unless there are few, and fewer if they are long and walked again.

        Only short rows are staged. Several long rows would leave the L1 cache before they are
        walked again; beside a heavy body that costs little.
        """
        inner = [s for s in loop.body if isinstance(s, Loop)]
        again = len(inner) > 1 and not loop.carries
        few = not (loop.carries or again or loop.mode in PARALLEL)
        plans = [(s, self._plan(s).vector(s)) for s in inner]
        # If there were more lanes of narrow elements than rows, each row would combine its own.
        plans = [(s, replace(v, lanes=min(v.lanes, rows)) if s.carries else v) for s, v in plans]
        vectors = [("vectorize", s.number, v) for s, v in plans]
        staged = again and all(v.tail is not Tail.SCALAR for _, v in plans)
        buffers = kept(loop) if staged else ()  # one element is read from the output

        def together(s: Loop) -> tuple[Statement, ...]:
            new = self.number
            made = self._do(s, ("combine_rows", s.number, rows, new, most), *vectors)
            for buffer in buffers:
                (block,) = made
                assert isinstance(block, Loop)
                made = self._do(block, ("stage", s.number, buffer, self._row_elements(buffer)))
            return made

        light = not any(self._plan(s).is_heavy for s in inner)
        when: tuple[Condition, ...] = (Long(loop.number, rows // 2),) if few and light else ()
        most = rows * self._most_together if again and light and not buffers else 0
        if buffers:
            when = (Short(tuple([s.number for s in inner]), self._most_together),)
        return self._versions(loop, when, together)

    @property
    def _most_together(self) -> int:
        """Most elements of a row with which half of the L1 cache holds all combined rows."""
        return self.machine.l1_bytes // 2 // self.machine.line_bytes

    def _row_elements(self, buffer: int) -> int:
        """Elements of a scratch row: whole vectors, however many registers they take."""
        dtype = self.kernel.buffers[buffer].dtype
        lanes = MOST_REGISTERS * self.processor.vector_bytes // dtype.itemsize
        return -(-self._most_together // lanes) * lanes

    def _cost_of_totals(self, s: Statement) -> int:
        """Instructions of an iteration of a short loop in lanes that makes totals; else 0."""
        if not isinstance(s, Loop) or s.mode is not Mode.VECTOR or not s.carries:
            return 0
        own = [n for n in nodes_of(s) if s.number in self.facts[n].loops]
        cost = _cost(own, self.machine.costs)
        return cost if cost < self.limits.heavy_body else 0

    # -- vector loops --------------------------------------------------------------------------

    def _plan(self, loop: Loop) -> VectorPlan:
        """How a loop would be laid out; several questions about a loop ask it."""
        key = id(loop), len(self.kernel.buffers)
        if key not in self._plans:
            made = VectorPlan(self.kernel, self.processor, loop, self.columns, self.totals)
            self._plans[key] = loop, made  # the loop lives on, so that its number stays its own
        return self._plans[key][1]

    def _vector_loop(self, loop: Loop) -> tuple[Statement, ...]:
        plan, count = self._plan(loop), trip_count(loop)
        if count is not None and loop.start is None and not loop.carries:
            halves = Vector(plan.lanes, 1, Tail.HALVES)
            if self.processor.full_masks and plan.is_heavy and count.bit_count() > 1:
                lanes = min(plan.lanes, 1 << count.bit_length())
                halves = Vector(lanes, 1, Tail.EVERY)  # halves would compute all of it again
            return self._do(loop, ("vectorize", loop.number, halves))
        if plan.is_long:
            return self._do(loop, ("vectorize", loop.number, plan.vector(loop)))
        # The code of all stores is there twice, which pays where masks or what they save take long.
        little = plan.parts > 3 * len(loop.body)
        pays = little and not (plan.is_short and self.processor.full_masks)
        if pays and alike(loop, self.facts) is not None:
            (both,) = self._do(loop, ("unswitch", loop.number, self.number))
            assert isinstance(both, If)
            (first,), (other,) = both.then, both.otherwise
            assert isinstance(first, Loop) and isinstance(other, Loop)
            return (replace(both, then=self._cut(first), otherwise=self._cut(other)),)
        return self._cut(loop)

    def _cut(self, loop: Loop) -> tuple[Statement, ...]:
        """The parts of a vector loop between the bounds by which it chooses."""
        made: list[Statement] = []
        for part in self._parts(loop):
            made += self._do(part, ("vectorize", part.number, self._plan(part).vector(part)))
        return tuple(made)


class VectorPlan:
    """How a vector loop is laid out, decided by the cost of its body and the dtypes in it.

    totals: instructions of all short loops of the kernel that make totals.

    lanes: of a register. registers: of one iteration. parts: into which the loop may be cut. masks:
    the last iterations, which fill no vector, run under a mask, else one by one. predicated: every
    iteration does. is_short, is_heavy, is_long: the body costs little, much, very much.
    """

    def __init__(
        self,
        kernel: Kernel,
        processor: Processor,
        loop: Loop,
        columns: dict[Access, frozenset[int]],
        totals: int,
    ):
        nodes, self.facts = nodes_of(loop), facts_of(kernel)
        self.facts.learn(tuple(nodes))
        sizes, widths = self._accesses(loop, nodes)
        machine = processor.machine
        cost, limits = _cost(nodes, machine.costs), machine.limits
        self.is_short = cost < machine.trip  # its end comes before the processor waits for it
        self.is_heavy, self.is_long = cost >= limits.heavy_body, cost >= limits.long_body
        nested = any(not isinstance(s, Store) for s in loop.body)
        widths |= {compute_width(c.next.dtype) for c in loop.carries}
        widths |= {min(4, n.dtype.itemsize) for n in nodes if computes_as_float(n.dtype)}
        self.lanes = processor.lanes(max(widths, default=4))
        self.masks = processor.has_masks(frozenset(sizes))
        # One loop under a mask, or an unmasked main loop and a masked tail: that takes up to twice
        # as long to compile, and saves the mask and an instruction for each load and store: whole
        # vectors come and go twice as fast where memory is far away, unless the body takes longer.
        # What is shuffled between rows and columns needs all lanes, and registers.
        shuffles = count_shuffles(loop, columns, self.lanes)
        shuffled = shuffles > 0
        # Where each step waits for all of the step before, a second register comes for little.
        most = 8 * limits.long_body if _recurs(loop) else limits.heavy_body
        chains = _accumulates(loop) and not shuffled and cost < most
        sums = chains and not any(s.body for s in loop.body if isinstance(s, Loop))
        once = loop.start is not None and loop.start.extra is LO
        long = not (loop.carries or chains) and self.is_long and processor.full_masks
        alone = self.masks and not shuffled
        self.predicated = alone and (long or (nested and not chains))
        # A long body takes several registers at a time: what a processor sees of the instructions
        # to come is short of the chains of a long body, and adding has to wait for itself.
        waits = _waits(loop) and not self.is_heavy and not shuffled
        single = nested or shuffled or (self.masks and not (self.is_heavy or loop.carries))
        # Rows that fill a part of a second register would compute all of it, each of them.
        single = (single or (alone and long and not once)) and not (waits or chains)
        many = (loop.carries or sums) and not self.is_heavy
        # So do sums, except for those of a row that has many: the others go on while one of them
        # waits, and each register makes the code of all of them longer.
        apart = 1 if totals >= 2 * limits.heavy_body else MOST_REGISTERS
        self.registers = 1 if single else apart if many else 2
        self.parts = 2 * limits.instructions // (5 * max(cost, 1))
        # Where a call has one end, copies cost less than code of its own, which takes as long to
        # compile as all else. Ends of rows come often, and wait for what was stored to be read.
        plain = only_stores(loop.body) and not loop.carries
        self.copied = once and plain and shuffles >= limits.heavy_body

    def total_lanes(self, most: int) -> int:
        """The lanes of accumulators in the end; 0 if the last iterations run one by one.

        most: the lanes that a register may have.
        """
        if not self.masks:
            return 0
        return min(self.lanes, most) * (self.registers if self.predicated else 1)

    def vector(self, loop: Loop) -> Vector:
        """How the loop takes its iterations."""
        tail = Tail.SCALAR
        if self.masks:
            one = self.registers == 1 and loop.start is None
            tail = Tail.EVERY if self.predicated else Tail.ONE if one else Tail.MASK
            tail = Tail.COPIED if self.copied else tail
            if one and not self.is_heavy and _adds_rows(loop):
                return Vector(self.lanes, 1, Tail.HALVES)
        return Vector(self.lanes, self.registers, tail)

    def _accesses(self, loop: Loop, nodes: list[Expr]) -> tuple[set[int], set[int]]:
        """Sizes of the elements that lanes read and write, and the register widths they need."""
        dtypes = [
            n.dtype
            for n in nodes
            if n.op is Op.LEAF and isinstance(n.extra, Load) and loop.number in self.facts[n].loops
        ]
        stores = [s for s in walk(loop.body) if isinstance(s, Store)]
        dtypes += [s.value.dtype for s in stores if not self._is_same(s, loop)]
        return {d.itemsize for d in dtypes}, {compute_width(d) for d in dtypes}

    def _is_same(self, s: Store, loop: Loop) -> bool:
        """Whether all lanes of a loop that store at all store one value in one place."""
        known = self.facts[s.value]
        moves = s.index is not None or any(t.loop == loop.number for t in s.access.strides)
        return (
            not moves and loop.number not in known.loops and not (known.results or known.volatile)
        )


def _waits(loop: Loop) -> bool:
    """Whether a loop in lanes is around one whose iterations wait for each other."""
    return any(isinstance(s, While) for s in loop.body)


def _adds_rows(loop: Loop) -> bool:
    """Whether a loop only changes what is at computed places.

    The next row may be added there again: what was stored under a mask would come late.
    """
    if loop.carries or not only_stores(loop.body):
        return False
    read = {(n.extra.access, n.extra.index) for n in nodes_of(loop) if type(n.extra) is Load}
    stores = [s for s in loop.body if isinstance(s, Store)]
    return all(s.index is not None and (s.access, s.index) in read for s in stores)


def _accumulates(loop: Loop) -> bool:
    """Whether a loop in lanes is around ones that add up, or combine, one value after another."""
    inner = [s for s in loop.body if not isinstance(s, Store)]
    return bool(inner) and all(
        isinstance(s, Loop) and s.carries and s.mode in (Mode.SERIAL, Mode.SCAN) for s in inner
    )


def _recurs(loop: Loop) -> bool:
    """Whether a loop inside computes each step from the one before, rather than adds to it."""
    inner = [s for s in loop.body if isinstance(s, Loop)]
    return any(c.monoid is None for s in inner for c in s.carries)


def _cost(nodes: Sequence[Expr], costs: Costs) -> int:
    """Vector instructions of an expanded body: the functions left in it are instructions, or
    code that calls share."""
    loads = sum(type(n.extra) is Load for n in nodes if n.op is Op.LEAF)
    called = [n.extra for n in nodes if n.op is Op.CALL]
    made = sum(
        _cost(f.added, costs) if isinstance(f, SharedFunction) else costs.native for f in called
    )
    return costs.total(nodes) + loads * costs.load + made - len(called) * costs.call
