"""Loops in lanes: main loop and tail, masks, accumulators, and how their lanes are combined."""

from __future__ import annotations

import functools
from typing import NamedTuple

from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu.emit.accesses import MOST_REGISTERS
from fjax.lowering.cpu.emit.hoist_branches import EmitBody, HoistedBranches
from fjax.lowering.cpu.emit.interleaved import interleaves
from fjax.lowering.cpu.emit.peel import Peeling, index_bounds, interior
from fjax.lowering.cpu.processor import Processor, compute_width
from fjax.lowering.kernel.form import (
    Access,
    Carry,
    Load,
    Loop,
    Mode,
    Monoid,
    Result,
    Size,
    Store,
    While,
)
from fjax.lowering.kernel.numbers import identity
from fjax.lowering.kernel.spelling import constant_value, loads, nodes_of, walk
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope, Values
from fjax.lowering.llvm.writer import Code, computes_as_float, literal, register_type, splat, vector
from fjax.lowering.machine import Costs

Accumulators = list[tuple[str, str]]  # of each its LLVM type, and the value so far


class Swept(NamedTuple):
    """What runs in lanes: a loop, where its statements go, and what emits an iteration."""

    loop: Loop
    scope: Scope
    emit_body: EmitBody


class Lanes:
    """Loops whose iterations run several at a time; `loops` has those that do not."""

    def __init__(
        self, loops: Loops, processor: Processor, columns_read: dict[Access, frozenset[int]]
    ):
        self.loops, self.processor, self.columns_read = loops, processor, columns_read
        self.values, self.writer, self.body = loops.values, loops.writer, loops.body

    # -- loops in lanes ------------------------------------------------------------------------

    def in_lanes(
        self, loop: Loop, scope: Scope, lo: str, hi: str, emit_body: EmitBody | None = None
    ) -> None:
        """A loop of independent iterations, several at a time."""
        count = constant_value(loop.extent)
        if count is not None and emit_body is None and not loop.carries:
            self._in_pieces(loop, scope, count)
            return
        plan = LanePlan(self.values, self.processor, loop, self.columns_read)
        self.values.enter_lanes(loop.number, plan.wide, set())
        inside = (
            interior(loop, self.values.facts) if not plan.is_long and emit_body is None else None
        )
        if inside is not None:
            self._interior_first(loop, scope, lo, hi, plan, inside)
            return
        emit_body = emit_body or functools.partial(self.body, loop.body)
        swept = Swept(loop, scope, emit_body)
        accumulators, middle = self._main_loop(swept, lo, hi, plan)
        totals = self.totals(loop, scope, [name for _, name in accumulators])
        self.values.leave_lanes()
        if plan.masked_tail:
            self.loops.publish(loop, scope, totals)
        else:
            self._scalar_tail(loop, scope, middle, hi, totals, emit_body)

    def accumulated(self, loop: Loop, scope: Scope) -> list[str]:
        """A loop in lanes with a tail under a mask: its accumulators, whose lanes are not combined.

        `lane_count` says how many lanes they have. What follows from the loop's length alone is
        computed outside: the loop stands in another one.
        """
        plan = LanePlan(self.values, self.processor, loop, self.columns_read)
        self.values.enter_lanes(loop.number, plan.wide, set())
        hi = self.values.extent(loop, scope)
        swept = Swept(loop, scope, functools.partial(self.body, loop.body))
        if plan.predicated or (not plan.is_long and index_bounds(loop, self.values.facts)):
            accumulators, _ = self._main_loop(swept, "0", hi, plan)
        else:
            accumulators = self._in_vectors(swept, hi, plan)
        self.values.leave_lanes()
        return [name for _, name in accumulators]

    def _in_vectors(self, swept: Swept, hi: str, plan: LanePlan) -> Accumulators:
        """Several registers at a time, whole vectors, and one under a mask."""
        loop, scope, emit_body = swept
        self._find_varying(loop)
        owner = self.values.demand(loop.extent, scope).owner or scope
        middle = self.whole_blocks(owner, "0", hi, plan.wide)
        accumulators = self._whole_vectors(swept, "0", middle, self.neutral(loop), plan)
        end = self.whole_blocks(owner, "0", hi, plan.lanes)
        accumulators = self._sweep(swept, middle, end, accumulators)
        return self._last(swept, owner, end, hi, accumulators)

    def _last(
        self, swept: Swept, owner: Scope, end: str, hi: str, accumulators: list[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """What is left after the whole vectors of [0, end), less than one more.

        owner: where the length is known.
        """
        loop, scope, emit_body = swept
        mask = self.tail_mask(owner.code, end, hi)
        rest = self.writer.ins(owner.code, f"icmp slt i64 {end}, {hi}")
        code = Code(self.writer.fresh("rest"))
        inside = Scope(scope, code, loop.number, guard=True, mask=mask, axis=end)
        emit_body(inside)
        taken = self.loops.accumulated(loop, inside, [name for _, name in accumulators])
        return self._either(scope.code, rest, code, accumulators, taken)

    def _either(
        self, code: Code, condition: str, inner: Code, passed: Accumulators, taken: list[str]
    ) -> Accumulators:
        """Accumulators after `inner`, which runs under a condition."""
        before = code.label
        self.writer.branch(code, condition, inner)
        return [
            (kind, self.writer.ins(code, f"phi {kind} [ {x}, %{before} ], [ {y}, %{inner.label} ]"))
            for (kind, x), y in zip(passed, taken, strict=True)
        ]

    def lane_count(self, loop: Loop) -> int:
        """How many lanes a loop's accumulators have in the end; 0 if its tail is not in lanes."""
        plan = LanePlan(self.values, self.processor, loop, self.columns_read)
        if not plan.masked_tail:
            return 0
        return plan.wide if plan.predicated else plan.lanes

    def _main_loop(
        self, swept: Swept, lo: str, hi: str, plan: LanePlan
    ) -> tuple[Accumulators, str]:
        """The loop in lanes, and where the iterations begin that have to run one by one."""
        loop, scope, _ = swept
        self._find_varying(loop)
        accumulators = self.neutral(loop)
        middle = lo
        owner = scope
        if lo == "0" and plan.has_one_tail(loop) and hi == self.values.extent(loop, scope):
            owner = self.values.demand(loop.extent, scope).owner or scope
        if not plan.predicated:
            middle = self.whole_blocks(owner, lo, hi, plan.wide)
            asked = {} if plan.is_long else index_bounds(loop, self.values.facts)
            if asked:
                block = max(plan.block, self.values.lanes)
                HoistedBranches(self.values, *swept, asked).over(lo, middle, block)
                self.values.lanes = plan.lanes
            else:
                accumulators = self._whole_vectors(swept, lo, middle, accumulators, plan)
        if owner is not scope:  # the loop stands in another one
            accumulators = self._last(swept, owner, middle, hi, accumulators)
        elif plan.masked_tail:
            streams = plan.predicated and self.processor.fetched_ahead > 0
            accumulators = self._sweep(swept, middle, hi, accumulators, True, streams)
        return accumulators, middle

    def _whole_vectors(
        self, swept: Swept, lo: str, hi: str, accumulators: Accumulators, plan: LanePlan
    ) -> Accumulators:
        """Whole vectors, then fewer lanes: short rows pass by all of that."""
        loop, scope, _ = swept
        if not accumulators or plan.wide == plan.lanes:
            accumulators = self._sweep(swept, lo, hi, accumulators)
            return self._narrow(loop, scope.code, accumulators, plan.lanes)
        some = self.writer.ins(scope.code, f"icmp slt i64 {lo}, {hi}")
        whole = Code(self.writer.fresh("whole"))
        within = Scope(scope, whole, ("whole", loop.number))
        accumulators = self._sweep(swept._replace(scope=within), lo, hi, accumulators)
        taken = self._narrow(loop, whole, accumulators, plan.lanes)
        passed = self.neutral(loop)
        return self._either(scope.code, some, whole, passed, [name for _, name in taken])

    def _in_pieces(self, loop: Loop, scope: Scope, count: int) -> None:
        """A loop of known, small length in vectors of powers of two elements, without masks."""
        most = LanePlan(self.values, self.processor, loop, self.columns_read).lanes
        at = 0
        while at < count:
            lanes = min(most, 1 << (count - at).bit_length() - 1)
            inside = Scope(scope, scope.code, loop.number, axis=str(at))
            if lanes > 1:
                self.values.enter_lanes(loop.number, lanes, set())
                self._find_varying(loop)
            else:
                self.values.enter(loop, inside, str(at))
            self.body(loop.body, inside)
            self.values.leave_lanes()
            at += lanes

    def _interior_first(
        self, loop: Loop, scope: Scope, lo: str, hi: str, plan: LanePlan, inside: Peeling
    ) -> None:
        """Whole vectors of the interior, where nothing is asked; then what is left on each side.

        Without their masks, loads of the interior must not be made above it, where it may be empty.
        """
        writer = self.writer
        some, first, last, sides = self._whole_interior(loop, scope, lo, hi, plan, inside)
        whole = Code(writer.fresh("interior"))
        within = Scope(scope, whole, ("interior", loop.number), guard=True)
        unasked = functools.partial(self.body, inside.body)
        self._sweep(Swept(loop, within, unasked), first, last, [])
        self.writer.branch(scope.code, some, whole)
        emit_body = functools.partial(self.body, loop.body)
        self.values.enter_lanes(loop.number, plan.lanes, set())
        if not plan.masked_tail:
            self.values.leave_lanes()

        def side(code: Code, number: str, _: list[str]) -> list[str]:
            outside = Scope(scope, code, ("side", loop.number))
            before = writer.ins(code, f"icmp eq i64 {number}, 0")
            start = writer.ins(code, f"select i1 {before}, i64 {lo}, i64 {last}")
            stop = writer.ins(code, f"select i1 {before}, i64 {first}, i64 {hi}")
            if plan.masked_tail and inside.anywhere is not None:  # a side may be a whole row
                middle = self.whole_blocks(outside, start, stop, plan.lanes)
                self._sweep(Swept(loop, outside, emit_body), start, middle, [])
                start = middle
            if plan.masked_tail:
                self._sweep(Swept(loop, outside, emit_body), start, stop, [], True)
            else:
                self._scalar_tail(loop, outside, start, stop, [], emit_body)
            return []

        self.writer.counted(scope.code, "0", sides, 1, [], side)
        if plan.masked_tail:
            self.values.leave_lanes()

    def _whole_interior(
        self, loop: Loop, scope: Scope, lo: str, hi: str, plan: LanePlan, inside: Peeling
    ) -> tuple[str, str, str, str]:
        """Whether the interior has whole vectors, its first and last + 1 index, how many sides.

        Without whole vectors it is empty, at `hi`, and has one side.
        """
        writer, code = self.writer, scope.code
        first, last = (
            self.values.name(x, scope, 0) for x in inside.blocks(loop.extent, plan.lanes, plan.wide)
        )
        if (lo, hi) != ("0", self.values.extent(loop, scope)):
            first = writer.overloaded(code, "llvm.smax", "i64", 0, (lo, first))
            last = writer.overloaded(code, "llvm.smin", "i64", 0, (hi, last))
            last = writer.overloaded(code, "llvm.smax", "i64", 0, (first, last))
            last = self.whole_blocks(scope, first, last, plan.wide)
        some = writer.ins(code, f"icmp slt i64 {first}, {last}")
        if inside.anywhere is not None:
            possible = self.values.name(inside.anywhere, scope, 0)
            some = writer.ins(code, f"and i1 {some}, {possible}")
        whole, end, sides = [
            writer.ins(code, f"select i1 {some}, i64 {x}, i64 {y}")
            for x, y in ((first, hi), (last, hi), ("2", "1"))
        ]
        return some, whole, end, sides

    def _find_varying(self, loop: Loop) -> None:
        """Which carried items of the loops inside differ from lane to lane.

        Lanes whose loop has ended keep what is read afterwards; other items may go on.
        """
        loops = [s for s in walk(loop.body) if isinstance(s, (Loop, While))]
        leaves = {n.extra for n in nodes_of(loop) if n.op is Op.LEAF}
        items: set[tuple[int, int]] = set()
        while True:
            before = len(items)
            for s in loops:
                uneven = self.values.varies(s.condition if isinstance(s, While) else s.extent)
                items |= {
                    (s.number, k)
                    for k, c in enumerate(s.carries)
                    if (uneven and Result(s.number, k) in leaves)
                    or self.values.varies(c.initial)
                    or self.values.varies(c.next)
                }
            if len(items) == before:
                return
            self.values.enter_lanes(loop.number, self.values.lanes, items)

    def neutral(self, loop: Loop) -> Accumulators:
        """Types of a loop's accumulators, and what they begin with."""
        made = []
        for c in loop.carries:
            if c.monoid is None:
                raise ValueError(
                    f"kernel: loop {loop.number} runs in lanes but carries a value without a monoid"
                )
            element = register_type(c.next.dtype)
            neutral = literal(identity(c.monoid, c.next.dtype), c.next.dtype)
            made.append(
                (vector(element, self.values.lanes), splat(neutral, element, self.values.lanes))
            )
        return made

    def whole_blocks(self, scope: Scope, lo: str, hi: str, block: int) -> str:
        """The end of the part of [lo, hi) that is a multiple of `block` long."""
        writer, code = self.writer, scope.code
        span = writer.ins(code, f"sub nsw i64 {hi}, {lo}")
        whole = writer.ins(code, f"and i64 {span}, {-block}")
        return writer.ins(code, f"add nsw i64 {lo}, {whole}")

    def _sweep(
        self,
        swept: Swept,
        lo: str,
        hi: str,
        accumulators: Accumulators,
        masked: bool = False,
        streams: bool = False,
    ) -> Accumulators:
        """A loop over [lo, hi), a vector an iteration. streams: as `Scope` has it."""
        loop, scope, emit_body = swept

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            mask = self.tail_mask(code, index, hi) if masked else None
            inside = Scope(scope, code, loop.number, mask=mask, axis=index, streams=streams)
            emit_body(inside)
            return self.loops.accumulated(loop, inside, names)

        names = self.writer.counted(scope.code, lo, hi, self.values.lanes, accumulators, build)
        return [(kind, name) for (kind, _), name in zip(accumulators, names, strict=True)]

    def tail_mask(self, code: Code, index: str, hi: str, lanes: int = 0) -> str:
        """The lanes below `hi`. Compared in the narrowest integers that hold a lane number."""
        writer, lanes = self.writer, lanes or self.values.lanes
        element = "i8" if lanes > 32 else "i16" if lanes > 16 else "i32"
        left = writer.ins(code, f"sub nsw i64 {hi}, {index}")
        left = writer.overloaded(code, "llvm.umin", "i64", 0, (left, str(lanes)))
        left = writer.ins(code, f"trunc i64 {left} to {element}")
        t = vector(element, lanes)
        first = writer.ins(code, f"insertelement {t} poison, {element} {left}, i64 0")
        limit = writer.ins(
            code, f"shufflevector {t} {first}, {t} poison, <{lanes} x i32> zeroinitializer"
        )
        return writer.ins(code, f"icmp ult {t} {self.values.lane_numbers(element, lanes)}, {limit}")

    def _narrow(
        self, loop: Loop, code: Code, accumulators: Accumulators, lanes: int
    ) -> Accumulators:
        """Go on with so many lanes; accumulators are halved until they have no more."""
        names = [name for _, name in accumulators]
        types = [register_type(c.next.dtype) for c in loop.carries]
        while self.values.lanes > lanes:
            halves = [
                self.writer.halves(code, name, element, self.values.lanes)
                for name, element in zip(names, types, strict=True)
            ]
            self.values.lanes //= 2
            names = [
                self.writer.combine(code, c.monoid, c.next.dtype, *pair, self.values.lanes)
                for c, pair in zip(loop.carries, halves, strict=True)
            ]
        return [(vector(t, lanes), name) for t, name in zip(types, names, strict=True)]

    def totals(self, loop: Loop, scope: Scope, names: list[str]) -> list[str]:
        """Lanes combined, then combined with the initial values."""
        totals = []
        for c, name in zip(loop.carries, names, strict=True):
            across = self._across(scope.code, c, name)
            first = self.values.name(c.initial, scope, 0)
            totals.append(self.writer.combine(scope.code, c.monoid, c.next.dtype, first, across, 0))
        return totals

    def _across(self, code: Code, c: Carry, name: str) -> str:
        """The lanes of one accumulator combined."""
        assert c.monoid is not None
        dtype, lanes, writer = c.next.dtype, self.values.lanes, self.writer
        element, stem = register_type(dtype), c.monoid.value
        t, kind = vector(element, lanes), {"float": "f32", "double": "f64"}.get(element, element)
        if computes_as_float(dtype):
            if c.monoid in (Monoid.ADD, Monoid.MUL):
                start = literal(identity(c.monoid, dtype), dtype)
                return writer.call(
                    code,
                    f"llvm.vector.reduce.f{stem}.v{lanes}{kind}",
                    element,
                    [(element, start), (t, name)],
                    "reassoc ",
                )
            return self._extremum(code, c, name)
        elif dtype.kind == "b":
            stem = {"add": "or", "mul": "and", "max": "or", "min": "and"}.get(stem, stem)
        elif stem in ("max", "min"):
            stem = ("s" if dtype.kind == "i" else "u") + stem
        return writer.call(code, f"llvm.vector.reduce.{stem}.v{lanes}{kind}", element, [(t, name)])

    def _extremum(self, code: Code, c: Carry, name: str) -> str:
        """The largest or smallest lane, by halves: which of two zeros it is does not matter."""
        lanes, element, dtype = self.values.lanes, register_type(c.next.dtype), c.next.dtype
        while lanes > 2:
            pair = self.writer.halves(code, name, element, lanes)
            lanes //= 2
            name = self.writer.combine(code, c.monoid, dtype, *pair, lanes)
        both = [
            self.writer.ins(code, f"extractelement {vector(element, 2)} {name}, i64 {k}")
            for k in (0, 1)
        ]
        return self.writer.combine(code, c.monoid, dtype, both[0], both[1], 0)

    def _scalar_tail(
        self, loop: Loop, scope: Scope, lo: str, hi: str, totals: list[str], emit_body: EmitBody
    ) -> None:
        """The last iterations one by one, where masked access is not an instruction."""
        phis = [
            (register_type(c.next.dtype), name)
            for c, name in zip(loop.carries, totals, strict=True)
        ]

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number)
            self.values.enter(loop, inside, index)
            emit_body(inside)
            return self.loops.following(loop, inside, names)

        names = self.writer.counted(scope.code, lo, hi, 1, phis, build)
        self.loops.publish(loop, scope, names)


class LanePlan:
    """How a loop in lanes is laid out, decided by the cost of its body and the dtypes in it.

    lanes: of a register. wide: those of one iteration, which takes one register or several. block:
    those that share comparisons of the index (see `hoist_branches`). predicated: every iteration
    runs under a mask. masked_tail: the last iterations, which fill no vector, run under a mask;
    else one by one. heavy, is_long: the body costs much, very much.
    """

    def __init__(
        self,
        values: Values,
        processor: Processor,
        loop: Loop,
        columns_read: dict[Access, frozenset[int]],
    ):
        nodes = nodes_of(loop)
        values.facts.learn(tuple(nodes))
        sizes, widths = self._accesses(values, loop, nodes)
        machine = processor.machine
        cost, limits = _cost(nodes, machine.costs), machine.limits
        self.heavy, self.is_long = cost >= limits.heavy_body, cost >= limits.long_body
        nested = any(not isinstance(s, Store) for s in loop.body)
        widths |= {compute_width(c.next.dtype) for c in loop.carries}
        widths |= {min(4, n.dtype.itemsize) for n in nodes if computes_as_float(n.dtype)}
        self.lanes = processor.lanes(max(widths, default=4))
        self.masked_tail = processor.has_masks(frozenset(sizes))
        # One loop under a mask, or an unmasked main loop and a masked tail: that takes up to twice
        # as long to compile, and saves the mask and an instruction for each load and store: whole
        # vectors come and go twice as fast where memory is far away, unless the body takes longer.
        # What is shuffled between rows and columns needs all lanes, and registers.
        shuffled = interleaves(loop, columns_read, self.lanes)
        sums = _sums(loop) and cost < limits.heavy_body and not shuffled
        self.predicated = (self.masked_tail and not shuffled) and (
            (nested and not sums) or (not loop.carries and self.is_long and processor.full_masks)
        )
        # A long body takes several registers at a time: what a processor sees of the instructions
        # to come is short of the chains of a long body, and adding has to wait for itself.
        waits = _waits(loop) and cost < limits.heavy_body and not shuffled
        single = nested or shuffled or (self.masked_tail and not (self.heavy or loop.carries))
        single = single and not (waits or sums)
        many = (loop.carries or sums) and cost < limits.short_body
        registers = 1 if single else MOST_REGISTERS if many else 2
        self.wide = self.lanes * registers
        few = cost < limits.short_body and not (nested or shuffled)
        self.block = self.lanes * MOST_REGISTERS if few else self.wide

    def has_one_tail(self, loop: Loop) -> bool:
        """Whether all that whole vectors leave is one under a mask, whose lanes are as in memory:
        masks of others come from comparisons in another order."""
        stores = [s for s in walk(loop.body) if isinstance(s, Store)]
        accesses = [x.access for x in loads(nodes_of(loop))] + [s.access for s in stores]
        steps = {t.step for a in accesses for t in a.strides if t.loop == loop.number}
        straight = all(step == 1 or isinstance(step, Size) for step in steps)
        return straight and self.masked_tail and not self.predicated and self.wide == self.lanes

    def _accesses(self, values: Values, loop: Loop, nodes: list[Expr]) -> tuple[set[int], set[int]]:
        """Sizes of the elements that lanes read and write, and the register widths they need."""
        dtypes = [
            n.dtype
            for n in nodes
            if n.op is Op.LEAF
            and isinstance(n.extra, Load)
            and loop.number in values.facts[n].loops
        ]
        stores = [s for s in walk(loop.body) if isinstance(s, Store)]
        dtypes += [s.value.dtype for s in stores if not _is_same(s, loop, values)]
        return {d.itemsize for d in dtypes}, {compute_width(d) for d in dtypes}


def _waits(loop: Loop) -> bool:
    """Whether a loop in lanes is around one whose iterations wait for each other."""
    return any(isinstance(s, While) for s in loop.body)


def _sums(loop: Loop) -> bool:
    """Whether a loop in lanes is around one that adds up, or combines, what lies elsewhere."""
    inner = [s for s in loop.body if not isinstance(s, Store)]
    return bool(inner) and all(
        isinstance(s, Loop) and s.carries and not s.body and s.mode is Mode.SERIAL for s in inner
    )


def _is_same(s: Store, loop: Loop, values: Values) -> bool:
    """Whether all lanes of a loop that store at all store one value in one place."""
    facts = values.facts[s.value]
    moves = s.index is not None or any(t.loop == loop.number for t in s.access.strides)
    return not moves and loop.number not in facts.loops and not (facts.results or facts.volatile)


def _cost(nodes: list[Expr], costs: Costs) -> int:
    """Vector instructions of an expanded body: the functions left in it are instructions."""
    loads = sum(type(n.extra) is Load for n in nodes if n.op is Op.LEAF)
    calls = sum(n.op is Op.CALL for n in nodes)
    return costs.total(nodes) + loads * costs.load + calls * (costs.native - costs.call)
