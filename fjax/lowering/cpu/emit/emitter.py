"""A kernel as LLVM IR with explicit vectors; it needs no optimisation passes."""

from __future__ import annotations

import numpy as np

from fjax.core.memo import cached_property
from fjax.core.scalar import Expr, Function, Op
from fjax.core.vectormath.support import scale
from fjax.lowering.cpu import heuristic
from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.calls import Packs, SharedCalls
from fjax.lowering.cpu.emit.horizontal_reductions import HorizontalReductions
from fjax.lowering.cpu.emit.transpose_tiles import Tiles
from fjax.lowering.cpu.emit.vector_loops import Lanes
from fjax.lowering.cpu.interleaving import branches, columns_read
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.cpu.shared_functions import SharedFunction, share_calls
from fjax.lowering.cpu.slp import pack_calls
from fjax.lowering.kernel import scheduled_loops
from fjax.lowering.kernel.expansion import expand
from fjax.lowering.kernel.form import Access, If, Kernel, Loop, Mode, Statement, While
from fjax.lowering.kernel.narrow import FLOAT16_AND_SINGLE, NO_CONVERSIONS
from fjax.lowering.kernel.spelling import Functions, nodes_of, walk
from fjax.lowering.kernel.verify import verified
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import BITS, Code, Writer, register_type, vector
from fjax.lowering.schedule.language import Schedule, replay_for
from fjax.lowering.schedule.tree import facts_of


def emit(
    kernel: Kernel, symbol: str, processor: Processor, schedule: Schedule | None = None
) -> str:
    """The LLVM module, as text, that defines `kernel` as a function called `symbol`.

    schedule: by default what the heuristic chooses.
    """
    spelled, called = expanded(kernel, processor)
    if schedule is None:
        scheduled, _ = heuristic.choose(spelled, processor)
    else:
        scheduled = replay_for(spelled, schedule, scheduled_loops.fault_for_processor)
    columns = {} if branches(spelled) else columns_read(scheduled)
    return Emitter(scheduled, processor, called, columns).module(symbol)


def chosen_schedule(kernel: Kernel, processor: Processor) -> Schedule:
    """What the heuristic chooses for a kernel on a processor."""
    return heuristic.choose(expanded(kernel, processor)[0], processor)[1]


def expanded(kernel: Kernel, processor: Processor) -> tuple[Kernel, Functions]:
    """The kernel with what it computes spelled out; and the functions whose calls stay."""
    own = native(processor)
    packed, packs = pack_calls(kernel, processor.lanes, own)
    packed, shared = share_calls(packed, own)
    halves = FLOAT16_AND_SINGLE if processor.half else NO_CONVERSIONS
    spelled = expand(packed, inline=True, conversions=halves, native=own | packs | shared)
    return verified(spelled, "expand for LLVM", kernel), packs | shared


class Emitter:
    """Emits the statements of one kernel."""

    def __init__(
        self,
        kernel: Kernel,
        processor: Processor,
        called: Functions,
        columns: dict[Access, frozenset[int]],
    ):
        self.writer = ProcessorWriter(processor)
        self.values = Values(
            kernel,
            self.writer,
            lambda expr, home: self.accesses.load(expr, home),
            lambda dtype, slot: self.accesses.word(dtype, slot),
            {f: lambda expr, home: self._call(expr, home) for f in called},
            facts_of(kernel),
            processor.machine.limits.waiting,
        )
        self.accesses = Accesses(self.values, processor, columns)
        self.loops = Loops(self.values, self.body)
        self.lanes = Lanes(self.loops, processor)

    @cached_property
    def packs(self) -> Packs:
        return Packs(self.values.kernel, native(self.writer.processor), self.values, self.writer)

    @cached_property
    def shared(self) -> SharedCalls:
        return SharedCalls(self.values.kernel, self.values, self.writer)

    def _call(self, expr: Expr, home: Scope) -> Value:
        """The value of a call that is not written out where it stands."""
        calls = self.shared if isinstance(expr.extra, SharedFunction) else self.packs
        return calls.call(expr, home)

    @cached_property
    def tiles(self) -> Tiles:
        """Writes tiles that are transposed; all tiles of a kernel share their rows' addresses."""
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
        """The active lanes, frozen together with conditions that all iterations share.

        Otherwise LLVM would move a comparison to its uses, into the loop.
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


def native(processor: Processor) -> frozenset[Function]:
    """The functions that are an instruction of the processor: the writer knows their calls."""
    return frozenset((scale,)) if processor.scale else frozenset()


class ProcessorWriter(Writer):
    """Writes for one processor."""

    def __init__(self, processor: Processor):
        super().__init__(processor.fma)
        self.processor = processor

    def _integer(self, code: Code, op: Op, dtype: np.dtype, names: list[str], lanes: int) -> str:
        """The minimum or maximum of scalars is a conditional move.

        LLVM would make a branch of it, which is mispredicted if an index often meets its bound.
        """
        if lanes or dtype.kind == "b" or op not in (Op.MIN, Op.MAX):
            return super()._integer(code, op, dtype, names, lanes)
        kind, (a, b) = register_type(dtype), names
        first = self._compare(code, Op.LT if op is Op.MIN else Op.GT, dtype, names, lanes)
        return self.ins(code, f"select i1 {first}, {kind} {a}, {kind} {b}, !unpredictable !{{}}")

    def function(self, code: Code, expr: Expr, names: list[str], lanes: int) -> str:
        return self._scale(code, register_type(expr.dtype), names, lanes)

    def _scale(self, code: Code, element: str, names: list[str], lanes: int) -> str:
        """y * 2**n by the instruction for it, which is one on vectors."""
        if lanes * BITS[element] > 512:
            pairs = zip(*(self.halves(code, name, element, lanes) for name in names), strict=True)
            low, high = (self._scale(code, element, list(pair), lanes // 2) for pair in pairs)
            return self.shuffle(code, low, element, lanes // 2, range(lanes), high)
        least = 128 // BITS[element]
        if 0 < lanes < least:
            places = [k % lanes for k in range(least)]
            wide = [self.shuffle(code, name, element, lanes, places) for name in names]
            scaled = self._scale(code, element, wide, least)
            return self.shuffle(code, scaled, element, least, range(lanes))
        width = lanes or least
        t = vector(element, width)
        if not lanes:
            names = [
                self.ins(code, f"insertelement {t} poison, {element} {name}, i64 0")
                for name in names
            ]
        suffix = f"{'ps' if element == 'float' else 'pd'}.{width * BITS[element]}"
        arguments = [
            *((t, name) for name in names),
            (t, "zeroinitializer"),
            (f"i{max(width, 8)}", "-1"),
        ]
        if width * BITS[element] == 512:
            arguments.append(("i32", "4"))  # round as the current mode says
        scaled = self.call(code, f"llvm.x86.avx512.mask.scalef.{suffix}", t, arguments)
        return scaled if lanes else self.ins(code, f"extractelement {t} {scaled}, i64 0")

    def library(self, code: Code, stem: str, dtype: np.dtype, names: list[str], lanes: int) -> str:
        element = register_type(dtype)
        function = stem + ("f" if element == "float" else "")
        if not lanes:
            return self.call(code, function, element, [(element, n) for n in names])
        self.declarations[function] = (
            f"declare {element} @{function}({', '.join([element] * len(names))})"
        )
        helper = f"each.{function}.{lanes}"
        t = vector(element, lanes)
        if helper not in self.helpers:
            self.helpers[helper] = _lane_loop(helper, function, element, lanes, len(names))
        arguments = ", ".join(f"{t} {n}" for n in names)
        return self.ins(code, f"call {t} @{helper}({arguments})")


def _lane_loop(helper: str, function: str, element: str, lanes: int, arity: int) -> str:
    """A function that calls a scalar library function for each lane.

    It goes through memory. If a variable picked lanes, LLVM would do the same, in five times the
    compilation time.
    """
    t = vector(element, lanes)
    formals = ", ".join(f"{t} %a{k}" for k in range(arity))
    lines = [f"define internal {t} @{helper}({formals}) nounwind noinline {{", "entry:"]
    for k in range(arity):
        lines += [f"  %m{k} = alloca {t}", f"  store {t} %a{k}, ptr %m{k}"]
    lines += ["  br label %lane", "lane:", "  %i = phi i64 [ 0, %entry ], [ %next, %lane ]"]
    for k in range(arity):
        lines += [
            f"  %p{k} = getelementptr {element}, ptr %m{k}, i64 %i",
            f"  %x{k} = load {element}, ptr %p{k}",
        ]
    scalars = ", ".join(f"{element} %x{k}" for k in range(arity))
    lines += [
        f"  %y = call {element} @{function}({scalars})",
        f"  store {element} %y, ptr %p0",
        "  %next = add i64 %i, 1",
        f"  %more = icmp ult i64 %next, {lanes}",
        "  br i1 %more, label %lane, label %done",
        "done:",
        f"  %r = load {t}, ptr %m0",
        f"  ret {t} %r",
        "}",
    ]
    return "\n".join(lines)
