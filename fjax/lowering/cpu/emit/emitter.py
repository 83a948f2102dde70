"""A kernel as LLVM IR with explicit vectors; it needs no optimisation passes."""

from __future__ import annotations

from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.horizontal_reductions import HorizontalReductions
from fjax.lowering.cpu.emit.instructions import ProcessorWriter, native
from fjax.lowering.cpu.emit.interchange import Interchange
from fjax.lowering.cpu.emit.slp import Packs, pack_calls
from fjax.lowering.cpu.emit.transpose_tiles import Tiles
from fjax.lowering.cpu.emit.unroll_and_jam import UnrollAndJam
from fjax.lowering.cpu.emit.vector_loops import Lanes
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel.form import (
    PARALLEL,
    If,
    Kernel,
    Loop,
    Mode,
    Statement,
    While,
    inner_iterations,
)
from fjax.lowering.kernel.half import FLOAT16_AND_SINGLE, NO_CONVERSIONS
from fjax.lowering.kernel.spelling import Functions, expand, only_stores
from fjax.lowering.kernel.verify import verified
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, vector


def emit(kernel: Kernel, symbol: str, processor: Processor) -> str:
    """The LLVM module, as text, that defines `kernel` as a function called `symbol`."""
    own = native(processor)
    packed, packs = pack_calls(kernel, processor.lanes, own)
    halves = FLOAT16_AND_SINGLE if processor.half else NO_CONVERSIONS
    expanded = verified(
        expand(packed, inline=True, conversions=halves, native=own | packs),
        "expand for LLVM",
        kernel,
    )
    return Emitter(expanded, processor, packs).module(symbol)


class Emitter:
    """Statements of one kernel, and what they are made with."""

    def __init__(self, kernel: Kernel, processor: Processor, packs: Functions):
        self.writer = ProcessorWriter(processor)
        self.values = Values(
            kernel,
            self.writer,
            lambda expr, home: self.accesses.load(expr, home),
            lambda dtype, slot: self.accesses.word(dtype, slot),
            {pack: lambda expr, home: self.packs.call(expr, home) for pack in packs},
        )
        self.packs = Packs(kernel, packs, native(processor), self.values, self.writer)
        self.accesses = Accesses(self.values, processor)
        self.loops = Loops(self.values, self.body)
        self.lanes = Lanes(self.loops, processor, self.accesses.columns_read)
        self.pairs = UnrollAndJam(self.values, self.accesses, self.lanes)
        self.few = Interchange(self.values, self.lanes, self.body, self._serial)
        self.tiles = Tiles(self.values, self.accesses, self.lanes, self._serial)
        self.rows = HorizontalReductions(
            self.values, self.lanes, self.body, self._serial, self.accesses.kept
        )

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
        elif self.values.lanes:
            self._serial_in_lanes(loop, scope)
        elif loop.mode in PARALLEL:
            self._parallel(loop, scope, "%lo", "%hi")
        elif self.pairs.accumulates(loop):
            self.pairs.several_rows(loop, scope)
        else:
            self._over(loop, scope, "0", self.values.extent(loop, scope))

    def _over(self, loop: Loop, scope: Scope, lo: str, hi: str) -> None:
        """The iterations [lo, hi) of a loop."""
        rows = self.rows.rows_at_once(loop)
        if rows:
            self.rows.over(loop, scope, lo, hi, rows)
        elif self.tiles.fits(loop):
            self.tiles.over(loop, scope, lo, hi)
        elif self.few.fits(loop):
            self.few.over(loop, scope, lo, hi)
        elif self.pairs.crossing(loop):
            self.pairs.in_strips(loop, scope, lo, hi)
        elif loop.mode is Mode.SERIAL or (
            loop.mode is Mode.PARALLEL and not only_stores(loop.body)
        ):
            self._serial(loop, scope, lo, hi, None)
        else:
            self.lanes.in_lanes(loop, scope, lo, hi)

    def _parallel(self, loop: Loop, scope: Scope, lo: str, hi: str) -> None:
        """A parallel loop, of which [lo, hi) are the iterations of the innermost one inside."""
        within, inner = inner_iterations(loop), loop.body[0] if loop.body else None
        if within is None or not isinstance(inner, Loop):
            self._over(loop, scope, lo, hi)
            return
        writer, code = self.writer, scope.code
        width = self.values.as_counter(code, self.values.name(within, scope, 0))
        end = writer.ins(code, f"add nsw i64 {hi}, {width}")
        end = writer.ins(code, f"sub nsw i64 {end}, 1")
        first, last = [writer.ins(code, f"sdiv i64 {x}, {width}") for x in (lo, end)]

        def build(body: Code, index: str, _: list[str]) -> list[str]:
            inside = Scope(scope, body, loop.number)
            self.values.enter(loop, inside, index)
            before = writer.ins(body, f"mul nsw i64 {index}, {width}")
            start, stop = [writer.ins(body, f"sub nsw i64 {x}, {before}") for x in (lo, hi)]
            start = writer.overloaded(body, "llvm.smax", "i64", 0, (start, "0"))
            stop = writer.overloaded(body, "llvm.smin", "i64", 0, (stop, width))
            self.values.result_region[inner.number] = loop.number
            self._parallel(inner, inside, start, stop)
            return []

        writer.counted(code, first, last, 1, [], build)

    # -- loops, one iteration after another ----------------------------------------------------

    def _serial(self, loop: Loop, scope: Scope, lo: str, hi: str, extent: Value | None) -> None:
        """A counted loop. `extent` is given where it differs from lane to lane."""

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number, mask=scope.mask)
            self.values.enter(loop, inside, index)
            active = None
            if extent is not None:
                t = vector(self.values.index, self.values.lanes)
                at = self.values.axis(loop.number)
                now = self.values.name(at, inside, self.values.lanes)
                active = self.writer.ins(code, f"icmp slt {t} {now}, {extent.name}")
                inside.mask = self.values.both(code, active, scope.mask)
                inside.guard = True
            self.loops.bind(loop, inside, names, inside)
            self.body(loop.body, inside)
            return self.loops.following(loop, inside, names, active)

        names = self.writer.counted(scope.code, lo, hi, 1, self.loops.phis(loop, scope), build)
        self.loops.publish(loop, scope, names)

    def _serial_in_lanes(self, loop: Loop, scope: Scope) -> None:
        """A loop that every lane of an outer loop runs."""
        extent = self.values.demand(loop.extent, scope)
        if not extent.lanes:
            self._serial(loop, scope, "0", self.values.as_counter(scope.code, extent.name), None)
            return
        kind, n = self.values.index, self.values.lanes
        t = vector(kind, n)
        counts = extent.name
        if scope.mask is not None:
            counts = self.writer.select(scope.code, scope.mask, counts, "zeroinitializer", kind, n)
        most = self.writer.call(
            scope.code, f"llvm.vector.reduce.smax.v{n}{kind}", kind, [(t, counts)]
        )
        most = self.values.as_counter(scope.code, most)
        self._serial(loop, scope, "0", most, extent)
