"""A kernel as LLVM IR for a GPU: scalar code for one of many threads.

Which threads run a loop its binding says. What stands in an iteration of a team or block every lane
computes alike, and lane 0 stores. A kernel without a shared loop is one block if it has loops for
lanes, else one thread. A loop without a binding runs in order, in every thread that comes to it.

Totals of the lanes are combined by shuffles, across warps through shared memory, in an order
that follows from the size of the team alone.

The function's parameters are the buffers, then each word of the table, then the extent of the
parallel loop, of several one in another the innermost iterations; all take 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence

from fjax.lowering.cuda import heuristic
from fjax.lowering.cuda.emit.accesses import Accesses
from fjax.lowering.cuda.emit.conversions import conversions
from fjax.lowering.cuda.emit.functions import without_library
from fjax.lowering.cuda.emit.held_rows import HeldRows
from fjax.lowering.cuda.emit.instructions import GLOBAL, SHARED, CudaWriter
from fjax.lowering.cuda.emit.scans import Scans
from fjax.lowering.cuda.emit.teams import WORD, Teams, nothing
from fjax.lowering.cuda.emit.threads import BLOCK, Emitted, Threads
from fjax.lowering.cuda.heuristic import Variant
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel import scheduled_loops
from fjax.lowering.kernel.expansion import expand
from fjax.lowering.kernel.form import Level
from fjax.lowering.kernel.spelling import read_buffers, walk, written_buffers
from fjax.lowering.kernel.verify import verified
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, Phis, register_type
from fjax.lowering.machine import Machine
from fjax.lowering.schedule.language import Schedule, replay_for

LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"


def emit(
    kernel: kernels.Kernel,
    symbol: str,
    machine: Machine,
    variant: Variant = Variant(),
    schedule: Schedule | str | None = None,
) -> Emitted:
    """The LLVM module that defines `kernel` as a GPU's function called `symbol`.

    schedule: by default what the heuristic chooses for the variant.
    """
    expanded = _expanded(kernel, machine)
    if schedule is None:
        scheduled, _ = heuristic.choose(expanded, variant, machine)
    else:
        scheduled = replay_for(expanded, schedule, scheduled_loops.fault_for_gpu)
    return Emitter(scheduled, variant.changed).module(symbol)


def chosen_schedule(kernel: kernels.Kernel, machine: Machine, variant: Variant) -> Schedule:
    """What the heuristic chooses for a kernel on a GPU."""
    return heuristic.choose(_expanded(kernel, machine), variant, machine)[1]


def _expanded(kernel: kernels.Kernel, machine: Machine) -> kernels.Kernel:
    """The kernel with what it computes spelled out."""
    known = conversions(machine.name)
    plain = without_library(expand(kernel, inline=True, conversions=known, combines=True))
    return verified(plain, "expand for CUDA", kernel)


class Emitter:
    """Statements of one kernel, and what they are made with."""

    def __init__(self, kernel: kernels.Kernel, changed: frozenset[int]):
        self.kernel, self.writer = kernel, CudaWriter()
        self.values = Values(
            kernel,
            self.writer,
            lambda expr, home: self.accesses.load(expr, home),
            lambda dtype, slot: self.accesses.word(dtype, slot),
        )
        self.loops = Loops(self.values, self.body)
        self.accesses = Accesses(self.values, self.writer, changed)
        lanes = lanes_of(kernel)
        self.parallel, self.in_teams = bool(kernels.parallel_nest(kernel.body)), lanes is not None
        self.threads = Threads(self.writer, self.values.prologue, self.values.index)
        self.extent = self.values.as_index(self.values.prologue, "%extent")
        self.teams = Teams(self.writer, self.threads, lanes or BLOCK)
        self.in_lane = not self.in_teams  # each thread goes its own way, here
        self.held_rows = HeldRows(
            self.values, self.writer, self.accesses, self.teams, self.loops.accumulated
        )
        self.scans = Scans(self.values, self.writer, self.accesses, self.teams, self.body)
        written = written_buffers(kernel.body)
        # Of buffers in one memory, lanes may read in one loop what others write in the next.
        self.shared_buffers = written if changed else written & read_buffers(kernel.body)

    def module(self, symbol: str) -> Emitted:
        """The module's text."""
        if self.in_teams and self.teams.lanes != BLOCK:
            self.threads.parts_of_warps(self.teams.lanes)
        elif self.in_teams:
            self.threads.blocks()
        elif self.parallel:
            self.threads.each()
        self.body(self.kernel.body, self.values.root)
        self.values.root.code.add("ret void")
        buffers = enumerate(self.kernel.buffers)
        formals = [f"{GLOBAL} {'' if b.written else 'readonly '}%b{k}" for k, b in buffers]
        formals += [f"i64 %w{k}" for k in range(len(self.kernel.table))] + ["i64 %extent"]
        words = self.teams.shared_bytes // WORD
        shared = f"@shared = internal {SHARED[4:]} global [{words} x i64] poison, align {WORD}"
        declarations = self.writer.declarations
        lines = [
            f'target datalayout = "{LAYOUT}"',
            'target triple = "nvptx64-nvidia-cuda"',
            *([shared] if words else []),
            *(declarations[k] for k in sorted(declarations)),
            f"define ptx_kernel void @{symbol}({', '.join(formals)}) nounwind {{",
            "entry:",
            *self.values.prologue.lines,
            *self.values.root.code.lines,
            "}",
            "",
        ]
        lanes = self.teams.lanes if self.in_teams else None
        loops = [s for s in walk(self.kernel.body) if isinstance(s, kernels.Loop)]
        width, size = max(map(_width, loops), default=1), self.teams.shared_bytes
        return Emitted("\n".join(lines), symbol, lanes, self.parallel, width, size)

    # -- statements ----------------------------------------------------------------------------

    def body(self, statements: Sequence[kernels.Statement], scope: Scope) -> None:
        self.values.in_order(statements, scope, self._stores, self._statement)

    def _stores(self, stores: list[kernels.Store], scope: Scope) -> None:
        """Neighbouring stores; of a team, by lane 0."""
        only = None
        if not self.in_lane:
            only = self.writer.ins(scope.code, f"icmp eq i32 {self.threads.lane32}, 0")
            self._wait(stores, scope)
        self.values.store_all(stores, [scope], lambda s: self.accesses.store(s, scope, only))
        self._wait(stores, scope)

    def _wait(self, statements: Sequence[kernels.Statement], scope: Scope) -> None:
        """Lanes wait for each other before and after they write what the kernel reads."""
        if not self.in_lane and written_buffers(tuple(statements)) & self.shared_buffers:
            self.teams.wait(scope.code)

    def _statement(self, s: kernels.Loop | kernels.While | kernels.If, scope: Scope) -> None:
        if isinstance(s, kernels.If):
            self.loops.branches(s, scope)
            return
        self.values.result_region[s.number] = scope.region
        if isinstance(s, kernels.While):
            self.loops.repeated(s, scope)
        elif s.mode is kernels.Mode.UNROLL:
            self.loops.unrolled(s, scope)
        elif s.binding is not None:
            self._bound(s, s.binding, scope)
        else:
            ends = (s.start, "0"), (s.stop, ""), (s.step, "1")
            self._serial(s, scope, *[self.values.name(e, scope, 0) if e else d for e, d in ends])

    def _bound(self, s: kernels.Loop, binding: kernels.Binding, scope: Scope) -> None:
        """A loop that threads share."""
        if binding.level is not Level.LANES and s.vector is None:
            self._several_axes(s, scope)
        elif binding.level is not Level.LANES:
            self._dealt_out(s, scope, self.threads.first, self.extent, self.threads.stride)
        elif s.mode is kernels.Mode.SCAN:
            self._scan(s, scope)
        else:
            self._in_lanes(s, binding, scope)

    # -- one iteration after another -----------------------------------------------------------

    def _serial(self, loop: kernels.Loop, scope: Scope, lo: str, hi: str, step: str) -> None:
        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number)
            inside.values[self.values.axis(loop.number)] = Value(index, 0, inside)
            self.loops.bind(loop, inside, names, inside)
            self.body(loop.body, inside)
            return self.loops.following(loop, inside, names)

        phis = self.loops.phis(loop, scope)
        names = self.writer.counted(scope.code, lo, hi, step, phis, build, self.values.index)
        self.loops.publish(loop, scope, names)

    # -- dealt out to threads ------------------------------------------------------------------

    def _several_axes(self, loop: kernels.Loop, scope: Scope) -> None:
        """Parallel loops, each all of the one before: iteration n has an index of each of them."""
        nest, kind = kernels.parallel_nest((loop,)), self.values.index
        widths = [kernels.inner_iterations(outer) for outer in nest[:-1]]
        sizes = [self.values.name(width, scope, 0) for width in widths if width is not None]

        def build(code: Code, index: str, _: list[str]) -> list[str]:
            inside = scope
            for each, size in zip(nest, [*sizes, None], strict=True):
                at, region = index, inside.region
                if size is not None:
                    at = self.writer.ins(code, f"sdiv {kind} {index}, {size}")
                    index = self.writer.ins(code, f"srem {kind} {index}, {size}")
                self.values.result_region[each.number] = region
                inside = Scope(inside, code, each.number)
                inside.values[self.values.axis(each.number)] = Value(at, 0, inside)
            self.body(nest[-1].body, inside)
            return []

        first, stride = self.threads.first, self.threads.stride
        self.writer.counted(scope.code, first, self.extent, stride, [], build, self.values.index)

    def _in_lanes(self, loop: kernels.Loop, binding: kernels.Binding, scope: Scope) -> None:
        """A loop for the lanes of a team; all of them get its totals."""
        extent = self.values.name(loop.stop, scope, 0)
        firsts = [self.values.name(c.initial, scope, 0) for c in loop.carries]
        self._wait([loop], scope)
        self.in_lane = True
        if binding.count:
            names = self.held_rows.loop(loop, binding, scope)
        else:
            names = self._dealt_out(loop, scope, self.threads.lane, extent, self.threads.lanes)
        self.in_lane = False
        names = self.teams.totals(scope.code, loop.carries, names)
        self.loops.publish(
            loop,
            scope,
            [
                self.writer.combine(scope.code, c.monoid, c.next.dtype, first, name, 0)
                for c, first, name in zip(loop.carries, firsts, names, strict=True)
            ],
        )
        self._wait([loop], scope)

    def _scan(self, loop: kernels.Loop, scope: Scope) -> None:
        """Running totals, made by the lanes of a team."""
        waits = bool(written_buffers((loop,)) & self.shared_buffers)
        width = _width(loop)
        extent = self.values.name(loop.stop, scope, 0)
        self._wait([loop], scope)
        self.in_lane = True
        names = self.scans.loop(loop, scope, extent, width, waits)
        self.in_lane = False
        self.loops.publish(loop, scope, names)
        self._wait([loop], scope)

    def _dealt_out(
        self, loop: kernels.Loop, scope: Scope, first: str, hi: str, stride: str
    ) -> list[str]:
        """A loop of independent iterations; this thread takes some. Returns its partial totals."""
        starts = [(register_type(c.next.dtype), nothing(c)) for c in loop.carries]
        width = _width(loop)
        lo, names = first, [name for _, name in starts]
        if width > 1:
            whole = self.accesses.whole(loop, scope, hi, width)
            names = self._groups(loop, scope, first, whole, stride, width, starts)
            lo = self.writer.ins(scope.code, f"add nsw {self.values.index} {whole}, {first}")

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number)
            inside.values[self.values.axis(loop.number)] = Value(index, 0, inside)
            self.body(loop.body, inside)
            return self.loops.accumulated(loop, inside, names)

        phis = [(kind, name) for (kind, _), name in zip(starts, names, strict=True)]
        return self.writer.counted(scope.code, lo, hi, stride, phis, build, self.values.index)

    def _groups(
        self,
        loop: kernels.Loop,
        scope: Scope,
        first: str,
        hi: str,
        stride: str,
        width: int,
        starts: Phis,
    ) -> list[str]:
        """The same over groups of neighbours; each has totals of its own until the end."""
        writer, code, n = self.writer, scope.code, len(starts)
        lo = writer.ins(code, f"mul {self.values.index} {first}, {width}")
        step = writer.ins(code, f"mul {self.values.index} {stride}, {width}")
        stores = [s for s in loop.body if isinstance(s, kernels.Store)]

        def build(inner: Code, index: str, names: list[str]) -> list[str]:
            group = self.accesses.group(loop, scope, inner, index, width)
            self.values.store_all(stores, group, lambda s: self.accesses.store_together(s, group))
            parts = [names[k * n : (k + 1) * n] for k in range(width)]
            pairs = zip(group, parts, strict=True)
            return [x for each, part in pairs for x in self.loops.accumulated(loop, each, part)]

        names = writer.counted(code, lo, hi, step, starts * width, build, self.values.index)
        totals = names[:n]
        for k in range(1, width):
            part = names[k * n : (k + 1) * n]
            totals = [
                writer.combine(code, c.monoid, c.next.dtype, a, b, 0)
                for c, a, b in zip(loop.carries, totals, part, strict=True)
            ]
        return totals


def lanes_of(kernel: kernels.Kernel) -> int | None:
    """Threads of a team, BLOCK for all of a block; None where each thread works for itself."""
    loops = (s for s in walk(kernel.body) if isinstance(s, kernels.Loop))
    outermost = next((s.binding for s in loops if s.binding is not None), None)
    if outermost is None or outermost.level is Level.THREADS:
        return None
    return outermost.count if outermost.level is Level.TEAMS else BLOCK


def _width(loop: kernels.Loop) -> int:
    """Neighbours that a thread takes together."""
    return 1 if loop.vector is None else loop.vector.lanes
