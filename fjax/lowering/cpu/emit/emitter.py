"""A kernel as LLVM IR with explicit vectors; it needs no optimisation passes."""

from __future__ import annotations

from functools import cached_property

from fjax.errors import FjaxValueError
from fjax.lowering.cpu import heuristic
from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.horizontal_reductions import HorizontalReductions
from fjax.lowering.cpu.emit.instructions import ProcessorWriter, native
from fjax.lowering.cpu.emit.slp import Packs
from fjax.lowering.cpu.emit.transpose_tiles import Tiles
from fjax.lowering.cpu.emit.vector_loops import Lanes
from fjax.lowering.cpu.interleaving import branches, columns_read
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.cpu.slp import pack_calls
from fjax.lowering.kernel import scheduled_loops
from fjax.lowering.kernel.expansion import expand
from fjax.lowering.kernel.form import Access, If, Kernel, Loop, Mode, Statement, While
from fjax.lowering.kernel.narrow import FLOAT16_AND_SINGLE, NO_CONVERSIONS
from fjax.lowering.kernel.spelling import Functions, nodes_of, walk
from fjax.lowering.kernel.verify import verified
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, vector
from fjax.lowering.schedule.language import Schedule, print_schedule, replay
from fjax.lowering.schedule.tree import facts_of


def emit(
    kernel: Kernel, symbol: str, processor: Processor, schedule: Schedule | None = None
) -> str:
    """The LLVM module, as text, that defines `kernel` as a function called `symbol`.

    schedule: by default what the heuristic chooses.
    """
    expanded, packs = _expanded(kernel, processor)
    if schedule is None:
        scheduled, _ = heuristic.choose(expanded, processor)
    else:
        scheduled = replay(expanded, schedule)
        wrong = scheduled_loops.fault_for_processor(scheduled)
        if wrong is not None:
            raise FjaxValueError(f"schedule: {wrong}; got {print_schedule(schedule)!r:.200}")
    columns = {} if branches(expanded) else columns_read(scheduled)
    return Emitter(scheduled, processor, packs, columns).module(symbol)


def chosen_schedule(kernel: Kernel, processor: Processor) -> Schedule:
    """What the heuristic chooses for a kernel on a processor."""
    return heuristic.choose(_expanded(kernel, processor)[0], processor)[1]


def _expanded(kernel: Kernel, processor: Processor) -> tuple[Kernel, Functions]:
    """The kernel with what it computes spelled out; and the calls that stay, made together."""
    own = native(processor)
    packed, packs = pack_calls(kernel, processor.lanes, own)
    halves = FLOAT16_AND_SINGLE if processor.half else NO_CONVERSIONS
    expanded = expand(packed, inline=True, conversions=halves, native=own | packs)
    return verified(expanded, "expand for LLVM", kernel), packs


class Emitter:
    """Statements of one kernel, and what they are made with."""

    def __init__(
        self,
        kernel: Kernel,
        processor: Processor,
        packs: Functions,
        columns: dict[Access, frozenset[int]],
    ):
        self.writer = ProcessorWriter(processor)
        self.values = Values(
            kernel,
            self.writer,
            lambda expr, home: self.accesses.load(expr, home),
            lambda dtype, slot: self.accesses.word(dtype, slot),
            {pack: lambda expr, home: self.packs.call(expr, home) for pack in packs},
            facts_of(kernel),
        )
        if packs:
            self.packs = Packs(kernel, native(processor), self.values, self.writer)
        self.accesses = Accesses(self.values, processor, columns)
        self.loops = Loops(self.values, self.body)
        self.lanes = Lanes(self.loops, processor)

    @cached_property
    def tiles(self) -> Tiles:
        """What writes tiles of transpositions; the kernel's share where their rows begin."""
        return Tiles(self.values, self.accesses, self.lanes, self.loops)

    def module(self, symbol: str) -> str:
        """The module's text."""
        self.body(self.values.kernel.body, self.values.root)
        self.values.root.code.add("ret void")
        writer = self.writer
        formals = "ptr %buffers, ptr %table, i64 %lo, i64 %hi"
        function = [
            f"define void @{symbol}({formals}) nounwind {{",
            "entry:",
            *self.values.prologue.lines,
            *self.values.root.code.lines,
            "}",
        ]
        parts = [
            f'target triple = "{self.writer.processor.triple}"',
            *(writer.declarations[k] for k in sorted(writer.declarations)),
            *(writer.helpers[k] for k in sorted(writer.helpers)),
            "\n".join(function),
            "",
        ]
        return "\n".join(parts)

    # -- statements ----------------------------------------------------------------------------

    def body(self, statements: tuple[Statement, ...], scope: Scope) -> None:
        self.values.in_order(statements, scope, self.accesses.store_all, self._statement)

    def _statement(self, s: Loop | While | If, scope: Scope) -> None:
        if isinstance(s, If):
            self.loops.branches(s, scope)
        elif isinstance(s, While):
            self.values.result_region[s.number] = scope.region
            self.loops.repeated(s, scope)
        else:
            self.values.result_region[s.number] = scope.region
            self._loop(s, scope)

    def _loop(self, loop: Loop, scope: Scope) -> None:
        if loop.mode is Mode.UNROLL:
            self.loops.unrolled(loop, scope)
        elif loop.mode is Mode.TRANSPOSE:
            self.tiles.over(loop, scope)
        elif self.values.lanes:
            self._serial_in_lanes(loop, scope)
        elif loop.mode is Mode.ROWS:
            HorizontalReductions(self.values, self.lanes, self.body).over(loop, scope)
        elif loop.vector is not None:
            self.lanes.over(loop, scope)
        else:
            self._serial(loop, scope, self.values.bounds(loop, scope), None)

    # -- loops, one iteration after another ----------------------------------------------------

    def _serial(
        self, loop: Loop, scope: Scope, bounds: tuple[str, str, str], stop: Value | None
    ) -> None:
        """A counted loop. `stop` is given where it differs from lane to lane."""
        mask = self._frozen_mask(loop, scope)

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number, mask=mask)
            self.values.enter(loop, inside, index)
            active = None
            if stop is not None:
                t = vector(self.values.index, self.values.lanes)
                at = self.values.axis(loop.number)
                now = self.values.name(at, inside, self.values.lanes)
                active = self.writer.ins(code, f"icmp slt {t} {now}, {stop.name}")
                inside.mask = self.values.both(code, active, mask)
                inside.guard = True
            self.loops.bind(loop, inside, names, inside)
            self.body(loop.body, inside)
            return self.loops.following(loop, inside, names, active)

        phis = self.loops.phis(loop, scope)
        names = self.writer.counted(scope.code, *bounds, phis, build)
        self.loops.publish(loop, scope, names)

    def _frozen_mask(self, loop: Loop, scope: Scope) -> str | None:
        """The active lanes; they and conditions that all iterations share stay as they are.

        LLVM would move a comparison to its uses, into the loop.
        """
        if not self.values.lanes or loop.start is None:
            return scope.mask
        lanes, facts = self.values.lanes, self.values.facts
        numbers = {s.number for s in walk((loop,)) if isinstance(s, (Loop, While))}
        for node in nodes_of(loop):
            known = facts[node]
            inside = known.results or known.volatile or not known.loops.isdisjoint(numbers)
            if node.dtype.kind == "b" and self.values.varies(node) and not inside:
                frozen = self._freeze(self.values.name(node, scope, lanes), scope)
                scope.values[node] = Value(frozen, lanes, scope)
        return None if scope.mask is None else self._freeze(scope.mask, scope)

    def _freeze(self, mask: str, scope: Scope) -> str:
        kind = vector("i1", self.values.lanes)
        return self.writer.ins(scope.code, f"freeze {kind} {mask}")

    def _serial_in_lanes(self, loop: Loop, scope: Scope) -> None:
        """A loop that every lane of an outer loop runs."""
        stop = self.values.demand(loop.stop, scope)
        if not stop.lanes:
            self._serial(loop, scope, self.values.bounds(loop, scope), None)
            return
        kind, n = self.values.index, self.values.lanes
        t = vector(kind, n)
        counts = stop.name
        if scope.mask is not None:
            counts = self.writer.select(scope.code, scope.mask, counts, "zeroinitializer", kind, n)
        most = self.writer.call(
            scope.code, f"llvm.vector.reduce.smax.v{n}{kind}", kind, [(t, counts)]
        )
        most = self.values.as_counter(scope.code, most)
        self._serial(loop, scope, ("0", most, "1"), stop)
