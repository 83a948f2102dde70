"""A kernel as Numba source for a GPU, written for a reader: what one of many threads does.

It is made of a scheduled kernel, as in the LLVM spelling (`cuda/emit/emitter.py`), but plainly: a
team is a block, an index is an integer of 64 bits, a thread takes one element at a time, and what
threads combine goes through shared memory. Making the text needs no Numba.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass
from fjax.lowering.cuda import heuristic
from fjax.lowering.cuda.emit.emitter import lanes_of
from fjax.lowering.cuda.emit.threads import BLOCK, MOST_THREADS, Emitted
from fjax.lowering.cuda.numba.names import DeviceNames
from fjax.lowering.kernel import form
from fjax.lowering.kernel.expansion import expand
from fjax.lowering.kernel.form import Level, Loop, Mode, Monoid, Store
from fjax.lowering.kernel.numbers import identity
from fjax.lowering.kernel.spelling import read_buffers, written_buffers
from fjax.lowering.kernel.verify import verified
from fjax.lowering.numba.emit import FunctionBody, Lines, ModuleText
from fjax.lowering.numba.text import bare, dtype_text, literal, operation, suffix

ATOMIC = {Monoid.ADD: "add", Monoid.AND: "and_", Monoid.OR: "or_", Monoid.XOR: "xor"}
EXTREMES = (Monoid.MAX, Monoid.MIN)
ONE_BY_ONE = heuristic.Variant(BLOCK, wide=False)

TOTAL = """\
@cuda.jit(device=True)
def {name}(x):
    shared = cuda.shared.array({most}, {dtype})
    thread, half = cuda.threadIdx.x, cuda.blockDim.x // 2
    cuda.syncthreads()
    shared[thread] = x
    cuda.syncthreads()
    while half > 0:
        if thread < half:
            mine, other = shared[thread], shared[thread + half]
            shared[thread] = {both}
        cuda.syncthreads()
        half //= 2
    return shared[0]"""

RUNNING = """\
@cuda.jit(device=True)
def {name}(x):
    shared = cuda.shared.array({most}, {dtype})
    thread, distance = cuda.threadIdx.x, 1
    cuda.syncthreads()
    shared[thread] = x
    cuda.syncthreads()
    while distance < cuda.blockDim.x:
        mine, other = {nothing}, shared[thread]
        if thread >= distance:
            mine = shared[thread - distance]
        cuda.syncthreads()
        shared[thread] = {both}
        cuda.syncthreads()
        distance *= 2
    before = {nothing}
    if thread > 0:
        before = shared[thread - 1]
    return before, shared[cuda.blockDim.x - 1]"""

MEET = """\
@cuda.jit(device=True)
def {name}(array, at, other):
    words = array.view({word})
    seen = words[at]
    while True:
        known = seen
        mine = {value}
        seen = cuda.atomic.cas(words, at, known, {bits})
        if seen == known:
            break"""


@dataclass(frozen=True)
class SpelledForGpu:
    """A kernel as Numba source for a GPU.

    text: the whole module, which defines `kernel`; its arguments are arrays of the dtypes
    `buffers`, the values in `words` (slot of the table, dtype), and the extent.
    in_teams: whether a block works on an iteration together. parallel: has a parallel loop.
    """

    text: str
    buffers: tuple[np.dtype, ...]
    words: tuple[tuple[int, np.dtype], ...]
    in_teams: bool
    parallel: bool


def spell(kernel: form.Kernel, names: dict[int, str] | None = None) -> SpelledForGpu:
    """The kernel as readable Numba source for a GPU; `names` gives buffers names of their own."""
    plain = expand(kernel, inline=False, combines=True)
    plain = verified(plain, "expand for Numba on a GPU", kernel)
    scheduled, _ = heuristic.choose(plain, ONE_BY_ONE, None)
    return GpuModule(scheduled, names or {}).for_gpu()


def emitted_of(spelled: SpelledForGpu, symbol: str) -> Emitted:
    """What launching it needs to know: a team is a block."""
    lanes = BLOCK if spelled.in_teams else None
    return Emitted(spelled.text, symbol, lanes, spelled.parallel, width=1, shared_bytes=0)


class GpuModule(ModuleText):
    """The text of a whole module."""

    decorator = "@cuda.jit(device=True)"
    names = DeviceNames

    def __init__(self, kernel: form.Kernel, names: dict[int, str]):
        super().__init__(kernel, names)
        self.in_teams = lanes_of(kernel) is not None
        self.nest = form.parallel_nest(kernel.body)
        self.shared_buffers = read_buffers(kernel.body) & written_buffers(kernel.body)
        self.together: dict[str, str] = {}  # functions of several threads

    def function(self, body: tuple[form.Statement, ...]) -> FunctionBody:
        return GpuFunctionBody(self, body)

    def for_gpu(self) -> SpelledForGpu:
        """The text, and what its kernel takes."""
        body = self.function(self.kernel.body)
        body.statements(self.kernel.body, body.root)
        words = sorted(body.words.items(), key=lambda item: item[1])
        formals = ", ".join([*self.buffers, *(name for _, name in words), "extent"])
        lines = ["@cuda.jit", f"def kernel({formals}):", *(f"    {x}" for x in self._numbers())]
        body.root.close_into(lines)
        helpers = [text for _, text in self.helpers.values()]
        functions = [*helpers, *self.together.values(), "\n".join(lines)]
        return SpelledForGpu(
            "\n\n\n".join([self.used.header(), *functions]) + "\n",
            tuple(buffer.dtype for buffer in self.kernel.buffers),
            tuple(word for word, _ in words),
            self.in_teams,
            bool(self.nest),
        )

    def _numbers(self) -> list[str]:
        """Which thread, and which team, runs this."""
        lines = []
        if self.in_teams:
            lines.append("lane, lanes = cuda.threadIdx.x, cuda.blockDim.x")
        if self.nest and self.in_teams:
            lines.append("first, step = cuda.blockIdx.x, cuda.gridDim.x")
        elif self.nest:
            lines.append("first, step = cuda.grid(1), cuda.gridsize(1)")
        return lines

    def combined(self, monoid: Monoid, dtype: np.dtype, mine: str, other: str) -> str:
        """Two values combined."""
        value = Expr(Op.CONST, (), dtype)
        return operation(
            Expr(form.COMBINE[monoid], (value, value), dtype), [mine, other], self.used
        )

    def by_threads(self, what: str, text: str, monoid: Monoid, dtype: np.dtype) -> str:
        """The name of a function in which the threads of a block combine what each has."""
        name = f"{what}_{monoid.value}_{suffix(dtype)}"
        both = bare(self.combined(monoid, dtype, "mine", "other"))
        nothing = literal(identity(monoid, dtype), dtype)
        self.together[name] = text.format(
            name=name, most=MOST_THREADS, dtype=dtype_text(dtype), both=both, nothing=nothing
        )
        return name

    def meeting(self, monoid: Monoid, dtype: np.dtype) -> str:
        """The name of a function that combines a value with an element in one step."""
        word = np.dtype(f"int{8 * dtype.itemsize}")
        known = "known" if dtype == word else self.used.bits(word, dtype, "known")
        both = self.combined(monoid, dtype, "mine", "other")
        bits = both if dtype == word else self.used.bits(dtype, word, both)
        name = f"meet_{monoid.value}_{suffix(dtype)}"
        self.together[name] = MEET.format(
            name=name, word=dtype_text(word), value=known, bits=bare(bits)
        )
        return name


class GpuFunctionBody(FunctionBody):
    """Writes what one thread does."""

    module: GpuModule

    def __init__(self, module: GpuModule, body: tuple[form.Statement, ...]):
        super().__init__(module, body)
        self.in_lane = not module.in_teams  # each thread goes its own way, here

    def _wait(self, statements: Sequence[form.Statement], scope: Lines) -> None:
        """Threads wait for each other before and after they write what the kernel reads."""
        shared = written_buffers(tuple(statements)) & self.module.shared_buffers
        if shared and scope.lines[-1:] != ["cuda.syncthreads()"]:
            scope.lines.append("cuda.syncthreads()")

    # -- stores --------------------------------------------------------------------------------

    def _stores(self, stores: list[Store], scope: Lines) -> None:
        if self.in_lane:
            super()._stores(stores, scope)
            return
        self._wait(stores, scope)
        inside = Lines(scope, ("one thread", id(stores[0])), guard=True)
        super()._stores(stores, inside)
        scope.lines.append("if lane == 0:")
        inside.close_into(scope.lines)
        self._wait(stores, scope)

    def _assignment(self, s: Store, scope: Lines, value: str) -> str:
        if s.monoid is None:
            return super()._assignment(s, scope, value)
        target, dtype = self._target(s, scope), s.value.dtype
        array, at = target[:-1].split("[", 1)
        name = ATOMIC.get(s.monoid)
        if s.monoid in EXTREMES and dtype.kind in "iu":
            name = s.monoid.value
        if name is not None:
            return f"cuda.atomic.{name}({array}, {at}, {value})"
        return f"{self.module.meeting(s.monoid, dtype)}({array}, {at}, {value})"

    # -- loops ---------------------------------------------------------------------------------

    def _statement(self, s: form.Loop | form.While | form.If, scope: Lines) -> None:
        if not isinstance(s, Loop) or s.binding is None:
            super()._statement(s, scope)
        elif s.binding.level is not Level.LANES:
            self._dealt_out(s, scope)
        elif s.mode is Mode.SCAN:
            self._scan(s, scope)
        else:
            self._in_lanes(s, scope)

    def _dealt_out(self, s: Loop, scope: Lines) -> None:
        """Parallel loops, of whose iterations this thread, or its team, takes some."""
        nest = form.parallel_nest((s,))
        inner = [x for x in map(form.inner_iterations, nest) if x is not None]
        widths = [self._name(width, scope) for width in inner]
        index, lines, inside = "n" if widths else f"i{s.number}", list[str](), scope
        for k, each in enumerate(nest):
            self.result_region[each.number] = inside.region
            inside = Lines(inside, each.number)
            if k < len(widths):
                lines += [
                    f"i{each.number} = n // {widths[k]}",
                    f"n -= i{each.number} * {widths[k]}",
                ]
            elif widths:
                lines.append(f"i{each.number} = n")
        inside.lines += lines
        self.statements(nest[-1].body, inside)
        scope.lines.append(f"for {index} in range(first, extent, step):")
        inside.close_into(scope.lines)

    def _in_lanes(self, s: Loop, scope: Lines) -> None:
        """A loop for the threads of a block; all of them get its totals."""
        self.result_region[s.number] = scope.region
        extent, firsts = bare(self.text(s.stop, scope)), self._firsts(s, scope)
        self._wait([s], scope)
        for k, c in enumerate(s.carries):
            scope.lines.append(f"c{s.number}_{k} = {_nothing(c)}")
        inside = Lines(scope, s.number)
        self.in_lane = True
        self.statements(s.body, inside)
        self._advance(s, inside)
        self.in_lane = False
        scope.lines.append(f"for i{s.number} in range(lane, {extent}, lanes):")
        inside.close_into(scope.lines)
        for k, (c, first) in enumerate(zip(s.carries, firsts, strict=True)):
            assert c.monoid is not None
            total = self.module.by_threads("total", TOTAL, c.monoid, c.next.dtype)
            name = f"c{s.number}_{k}"
            both = self.module.combined(c.monoid, c.next.dtype, first, f"{total}({name})")
            scope.lines.append(f"{name} = {bare(both)}")
        self._wait([s], scope)

    def _scan(self, s: Loop, scope: Lines) -> None:
        """Running totals: a stretch of the row after another, an element for each thread."""
        n, inside = s.number, Lines(scope, s.number)
        self.result_region[n] = scope.region
        extent, firsts = self._name(s.stop, scope), self._firsts(s, scope)
        self._wait([s], scope)
        scope.lines += [f"r{n}_{k} = {first}" for k, first in enumerate(firsts)]
        inside.lines += [f"i{n} = min(start{n} + lane, {extent} - 1)"]
        inside.lines += [f"present{n} = start{n} + lane < {extent}"]
        self.in_lane = True
        self.statements(tuple(x for x in s.body if not isinstance(x, Store)), inside)
        for k, c in enumerate(s.carries):
            self._running(n, k, c, inside)
        stores = tuple(x for x in s.body if isinstance(x, Store))
        put = Lines(inside, ("present", n), guard=True)
        self.statements(stores, put)
        self.in_lane = False
        self._wait([s], inside)
        inside.lines.append(f"if present{n}:")
        put.close_into(inside.lines)
        self._wait([s], inside)
        for k, c in enumerate(s.carries):
            assert c.monoid is not None
            both = self.module.combined(c.monoid, c.next.dtype, f"r{n}_{k}", f"all{n}_{k}")
            inside.lines.append(f"r{n}_{k} = {bare(both)}")
        scope.lines.append(f"for start{n} in range(0, {extent}, lanes):")
        inside.close_into(scope.lines)
        scope.lines += [f"c{n}_{k} = r{n}_{k}" for k in range(len(s.carries))]

    def _running(self, n: int, k: int, c: form.Carry, inside: Lines) -> None:
        """What comes before this thread's element, and all of the stretch."""
        assert c.monoid is not None
        function = self.module.by_threads("running", RUNNING, c.monoid, c.next.dtype)
        mine = self._name(c.next, inside)
        inside.lines += [
            f"x{n}_{k} = {_nothing(c)}",
            f"if present{n}:",
            f"    x{n}_{k} = {mine}",
            f"before{n}_{k}, all{n}_{k} = {function}(x{n}_{k})",
        ]
        both = self.module.combined(c.monoid, c.next.dtype, f"r{n}_{k}", f"before{n}_{k}")
        inside.lines.append(f"c{n}_{k} = {bare(both)}")

    def _firsts(self, s: Loop, scope: Lines) -> list[str]:
        """Names of what a loop's items are at first, before it changes memory."""
        return [self._name(c.initial, scope) for c in s.carries]


def _nothing(c: form.Carry) -> str:
    assert c.monoid is not None
    return literal(identity(c.monoid, c.next.dtype), c.next.dtype)
