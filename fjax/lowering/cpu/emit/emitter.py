"""A kernel as LLVM IR with explicit vectors; it needs no optimisation passes."""

from __future__ import annotations

from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.instructions import ProcessorWriter, native
from fjax.lowering.cpu.emit.lanes import Lanes
from fjax.lowering.cpu.emit.loops import LoopPairs
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel.form import If, Kernel, Loop, Mode, Statement, Store, While, axis, carried
from fjax.lowering.kernel.spelling import constant_value, expand, expressions
from fjax.lowering.kernel.verify import verified
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, register_type, splat, vector


def emit(kernel: Kernel, symbol: str, processor: Processor) -> str:
    """The LLVM module, as text, that defines `kernel` as a function called `symbol`."""
    expanded = verified(
        expand(kernel, inline=True, native_half=processor.half, native=native(processor)),
        "expand for LLVM",
        kernel,
    )
    return Emitter(expanded, processor).module(symbol)


class Emitter:
    """Statements of one kernel, and what they are made with."""

    def __init__(self, kernel: Kernel, processor: Processor):
        self.writer = ProcessorWriter(processor)
        self.values = Values(
            kernel,
            self.writer,
            lambda expr, home: self.accesses.load(expr, home),
            lambda dtype, slot: self.accesses.word(dtype, slot),
        )
        self.accesses = Accesses(self.values, processor)
        self.lanes = Lanes(self.values, processor, self.body)
        self.pairs = LoopPairs(self.values, self.accesses, self.lanes)

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
        stores: list[Store] = []
        for s in statements:
            if isinstance(s, Store):
                stores.append(s)
                continue
            self._stores(stores, scope)
            stores = []
            self._statement(s, scope)
            scope.volatile.clear()
        self._stores(stores, scope)

    def _stores(self, stores: list[Store], scope: Scope) -> None:
        """Neighbouring stores: first all values, then the writing."""
        for s in stores:
            for expr in expressions(s):
                self.values.demand_early(expr, scope)
        for s in stores:
            self.accesses.store(s, scope)
            scope.volatile.clear()

    def _statement(self, s: Loop | While | If, scope: Scope) -> None:
        if isinstance(s, If):
            self._if(s, scope)
        elif isinstance(s, While):
            self.values.result_region[s.number] = scope.region
            self._while(s, scope)
        else:
            self.values.result_region[s.number] = scope.region
            self._loop(s, scope)

    def _loop(self, loop: Loop, scope: Scope) -> None:
        parallel = loop.mode in (Mode.PARALLEL, Mode.PARALLEL_VECTOR)
        lo = "%lo" if parallel else "0"
        if loop.mode is Mode.UNROLL:
            self._unrolled(loop, scope)
        elif self.values.lanes:
            self._serial_in_lanes(loop, scope)
        elif self.pairs.crossing(loop):
            hi = "%hi" if parallel else self.values.name(loop.extent, scope, 0)
            self.pairs.in_strips(loop, scope, lo, hi)
        elif self.pairs.accumulates(loop):
            self.pairs.several_rows(loop, scope)
        elif loop.mode is Mode.SERIAL or (loop.mode is Mode.PARALLEL and not _only_stores(loop)):
            hi = "%hi" if parallel else self.values.name(loop.extent, scope, 0)
            self._serial(loop, scope, lo, hi, None)
        else:
            hi = "%hi" if parallel else self.values.name(loop.extent, scope, 0)
            self.lanes.in_lanes(loop, scope, lo, hi)

    # -- loops, one iteration after another ----------------------------------------------------

    def _item_lanes(self, loop: Loop | While) -> list[int]:
        """For each carried item, its number of lanes."""
        return [
            self.values.lanes if (loop.number, k) in self.values.varying_items else 0
            for k in range(len(loop.carries))
        ]

    def _phis(self, loop: Loop | While, scope: Scope, lanes: list[int]) -> list[tuple[str, str]]:
        return [
            (vector(register_type(c.initial.dtype), n), self.values.name(c.initial, scope, n))
            for c, n in zip(loop.carries, lanes, strict=True)
        ]

    def _bind(self, loop: Loop | While, inside: Scope, names: list[str], lanes: list[int]) -> None:
        for k, (c, name, n) in enumerate(zip(loop.carries, names, lanes, strict=True)):
            inside.values[carried(loop.number, k, c.initial.dtype)] = Value(name, n, inside)

    def _serial(self, loop: Loop, scope: Scope, lo: str, hi: str, extent: Value | None) -> None:
        """A counted loop. `extent` is given where it differs from lane to lane."""
        lanes = self._item_lanes(loop)

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number, mask=scope.mask)
            inside.values[axis(loop.number)] = Value(index, 0, inside)
            active = None
            if extent is not None:
                t = vector("i64", self.values.lanes)
                now = self.values.as_lanes(Value(index, 0, inside), self.values.lanes, "i64")
                active = self.writer.ins(code, f"icmp slt {t} {now}, {extent.name}")
                inside.mask = self.values.both(code, active, scope.mask)
                inside.guard = True
            self._bind(loop, inside, names, lanes)
            self.body(loop.body, inside)
            return self.lanes.next_items(loop, inside, names, lanes, active)

        names = self.writer.counted(scope.code, lo, hi, 1, self._phis(loop, scope, lanes), build)
        self.lanes.publish(loop, scope, names, lanes)

    def _serial_in_lanes(self, loop: Loop, scope: Scope) -> None:
        """A loop that every lane of an outer loop runs."""
        extent = self.values.demand(loop.extent, scope)
        if not extent.lanes:
            self._serial(loop, scope, "0", extent.name, None)
            return
        t = vector("i64", self.values.lanes)
        counts = extent.name
        if scope.mask is not None:
            counts = self.writer.select(
                scope.code, scope.mask, counts, "zeroinitializer", "i64", self.values.lanes
            )
        most = self.writer.call(
            scope.code, f"llvm.vector.reduce.smax.v{self.values.lanes}i64", "i64", [(t, counts)]
        )
        self._serial(loop, scope, "0", most, extent)

    def _unrolled(self, loop: Loop, scope: Scope) -> None:
        extent = constant_value(loop.extent)
        if extent is None:
            raise ValueError(f"kernel: unrolled loop {loop.number} needs a literal as its extent")
        lanes = self._item_lanes(loop)
        names = [name for _, name in self._phis(loop, scope, lanes)]
        owner = scope
        for k in range(extent):
            inside = Scope(scope, scope.code, loop.number, mask=scope.mask)
            inside.values[axis(loop.number)] = Value(str(k), 0, None)
            for j, (c, name, n) in enumerate(zip(loop.carries, names, lanes, strict=True)):
                inside.values[carried(loop.number, j, c.initial.dtype)] = Value(name, n, owner)
            self.body(loop.body, inside)
            names, owner = self.lanes.next_items(loop, inside, names, lanes, None), inside
        self.lanes.publish(loop, scope, names, lanes)

    # -- While and If --------------------------------------------------------------------------

    def _while(self, loop: While, scope: Scope) -> None:
        writer, lanes = self.writer, self._item_lanes(loop)
        phis = self._phis(loop, scope, lanes)
        by_lane = bool(self.values.lanes) and self.values.varies(loop.condition)
        if by_lane:
            flags = vector("i1", self.values.lanes)
            phis.append((flags, scope.mask or splat("true", "i1", self.values.lanes)))
        inner, body, end = Code(writer.fresh("while")), writer.fresh("do"), writer.fresh("end")
        names = [f"%{writer.fresh('p')}" for _ in phis]
        mask = names[-1] if by_lane else scope.mask
        inside = Scope(scope, inner, loop.number, guard=True, mask=mask)
        items = names[: len(loop.carries)]
        self._bind(loop, inside, items, lanes)
        active = None
        if by_lane:
            condition = self.values.name(loop.condition, inside, self.values.lanes)
            active = inside.mask = writer.ins(inner, f"and {flags} {mask}, {condition}")
            go = self.values.any_lane(inner, active)
        else:
            go = self.values.name(loop.condition, inside, 0)
        inner.add(f"br i1 {go}, label %{body}, label %{end}")
        inner.start_block(body)
        inside.volatile.clear()
        self.body(loop.body, inside)
        following = self.lanes.next_items(loop, inside, items, lanes, active)
        following += [active] if active is not None else []
        writer.repeated(scope.code, inner, end, phis, names, following)
        self.lanes.publish(loop, scope, items, lanes)

    def _if(self, s: If, scope: Scope) -> None:
        writer, condition = self.writer, self.values.demand(s.condition, scope)
        flags = vector("i1", condition.lanes)
        opposite = writer.ins(
            scope.code, f"xor {flags} {condition.name}, {splat('true', 'i1', condition.lanes)}"
        )
        for body, flag in ((s.then, condition.name), (s.otherwise, opposite)):
            if not body:
                continue
            inner, active = Code(writer.fresh("then")), scope.mask
            if condition.lanes:
                active = self.values.both(scope.code, flag, scope.mask)
                flag = self.values.any_lane(scope.code, active)
            self.body(body, Scope(scope, inner, ("branch", id(body)), guard=True, mask=active))
            self.values.branch(scope.code, flag, inner)


def _only_stores(loop: Loop) -> bool:
    return all(isinstance(s, Store) for s in loop.body)
