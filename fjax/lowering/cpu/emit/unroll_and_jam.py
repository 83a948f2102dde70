"""Loop interchange, by strips and by several rows at once, where memory is walked better so."""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.cpu.emit import interchange_legality
from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.vector_loops import LanePlan, Lanes
from fjax.lowering.kernel.form import COMBINE, INDEX, Load, Loop, Mode, Size, Store
from fjax.lowering.kernel.spelling import expressions, loads, postorder, total, word_at
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code


class UnrollAndJam:
    """Loops around loops in lanes."""

    def __init__(self, values: Values, accesses: Accesses, lanes: Lanes):
        self.values, self.accesses, self.lanes = values, accesses, lanes
        self.writer = values.writer

    # -- strips --------------------------------------------------------------------------------

    def crossing(self, loop: Loop) -> list[tuple[Expr, Expr]]:
        """(step here, step inside) of each access that is strided along the loop inside.

        None unless the loop is plain, has nothing but a plain loop in lanes inside, and the two may
        be interchanged.
        """
        inner = only_loop(loop)
        if inner is None or loop.number in self.values.facts[inner.extent].loops:
            return []
        if not interchange_legality.may_interchange(loop, inner, self.values.facts):
            return []
        stores = [s for s in inner.body if isinstance(s, Store)]
        nodes = postorder(tuple(e for s in stores for e in expressions(s)))
        if len(stores) < len(inner.body) or any(self.values.facts[n].volatile for n in nodes):
            return []
        accesses = [x.access for x in loads(nodes)]
        steps = []
        for access in (*accesses, *(s.access for s in stores)):
            here = [t.step for t in access.strides if t.loop == loop.number]
            inside = [t.step for t in access.strides if t.loop == inner.number]
            if here and inside and inside != [1]:
                steps.append((total([_step(s) for s in here]), total([_step(s) for s in inside])))
        return steps

    def in_strips(self, loop: Loop, scope: Scope, lo: str, hi: str) -> None:
        """A loop around a loop in lanes that walks across memory, as in a transposition.

        One strip of lanes after another: then neighbouring iterations of the outer loop read the
        same cache lines. With steps that do not cross, there is one strip: all of the inner loop.
        """
        inner, writer, code = loop.body[0], self.writer, scope.code
        assert isinstance(inner, Loop)
        self.values.result_region[inner.number] = loop.number
        width = self.values.extent(inner, scope)
        crossing = "false"
        for here, inside in self.crossing(loop):
            a, b = (self.values.name(abs(e), scope, 0) for e in (here, inside))
            narrow = writer.ins(code, f"icmp slt i64 {a}, {b}")
            crossing = writer.ins(code, f"or i1 {crossing}, {narrow}")
        apart = interchange_legality.apart(loop, inner, self.values, scope, lo, hi)
        if apart is not None:
            crossing = writer.ins(code, f"and i1 {crossing}, {apart}")
        plan = LanePlan(self.values, self.lanes.processor, inner, self.lanes.columns_read)
        lanes = plan.lanes
        whole = writer.overloaded(code, "llvm.smax", "i64", 0, (width, "1"))
        step = writer.ins(code, f"select i1 {crossing}, i64 {lanes}, i64 {whole}")

        def strip(strip_code: Code, start: str, _: list[str]) -> list[str]:
            outside = Scope(scope, strip_code, ("strip", loop.number))
            end = writer.ins(strip_code, f"add nsw i64 {start}, {step}")
            end = writer.overloaded(strip_code, "llvm.smin", "i64", 0, (end, width))

            def row(row_code: Code, index: str, _: list[str]) -> list[str]:
                inside = Scope(outside, row_code, loop.number)
                self.values.enter(loop, inside, index)
                self.lanes.in_lanes(inner, inside, start, end)
                return []

            self.writer.counted(outside.code, lo, hi, 1, [], row)
            return []

        self.writer.counted(scope.code, "0", width, step, [], strip)

    # -- several rows at once ------------------------------------------------------------------

    def accumulates(self, loop: Loop) -> bool:
        """Whether a serial loop only adds (or such) rows to memory, as for sums over columns."""
        inner = only_loop(loop)
        if (
            inner is None
            or loop.mode is not Mode.SERIAL
            or loop.number in self.values.facts[inner.extent].loops
        ):
            return False
        stores = [s for s in inner.body if isinstance(s, Store)]
        buffers = {s.access.buffer for s in stores}
        found = [self._addend(s, loop) for s in stores]
        plain = [s for s, addend in zip(stores, found, strict=True) if addend is None]
        return (
            len(stores) == len(inner.body) == len(buffers)
            and len(plain) < len(stores)
            and not any(self.values.facts[e].volatile for s in plain for e in expressions(s))
        )

    def _addend(self, s: Store, loop: Loop) -> Expr | None:
        """What a store combines with the element it overwrites, if that is what it does."""
        if (
            s.index is not None
            or s.mask is not None
            or s.value.op not in COMBINE.values()
            or any(t.loop == loop.number for t in s.access.strides)
        ):
            return None
        old = scalar.leaf(Load(s.access), s.value.dtype)
        rest = [a for a in s.value.args if a is not old]
        return rest[0] if len(rest) == 1 and not self.values.facts[rest[0]].volatile else None

    def several_rows(self, loop: Loop, scope: Scope) -> None:
        """Each element is read and written once for several rows, added in the given order."""
        hi = self.values.extent(loop, scope)
        count = self.lanes.processor.machine.limits.rows_at_once
        middle = self.lanes.whole_blocks(scope, "0", hi, count)
        self._rows(loop, scope, "0", middle, count)
        self._rows(loop, scope, middle, hi, 1)

    def _rows(self, loop: Loop, scope: Scope, lo: str, hi: str, count: int) -> None:
        inner = loop.body[0]
        assert isinstance(inner, Loop)
        self.values.result_region[inner.number] = loop.number

        def build(code: Code, index: str, _: list[str]) -> list[str]:
            rows = []
            for k in range(count):
                at = self.writer.ins(code, f"add nsw i64 {index}, {k}") if k else index
                rows.append(Scope(scope, code, loop.number))
                self.values.enter(loop, rows[-1], at)
            extent = self.values.extent(inner, rows[0])
            self.lanes.in_lanes(
                inner,
                rows[0],
                "0",
                extent,
                lambda inside: self._add_rows(loop, inner, inside, rows),
            )
            return []

        self.writer.counted(scope.code, lo, hi, count, [], build)

    def _add_rows(self, loop: Loop, inner: Loop, inside: Scope, rows: list[Scope]) -> None:
        """One iteration of the loop in lanes, for all rows."""
        copies = [inside]
        for row in rows[1:]:
            copies.append(Scope(row, inside.code, inner.number, mask=inside.mask, axis=inside.axis))
            copies[-1].values.update(inside.values)
        stores = [s for s in inner.body if isinstance(s, Store)]
        for s in stores:
            for copy in copies:
                for expr in expressions(s):
                    self.values.demand_early(expr, copy)
        for s in stores:
            if self._addend(s, loop) is None:
                for copy in copies:
                    self.accesses.store(s, copy)
            else:
                self._add_all(s, copies)

    def _add_all(self, s: Store, copies: list[Scope]) -> None:
        first, lanes = copies[0], self.values.lanes
        old = scalar.leaf(Load(s.access), s.value.dtype)
        total_so_far = self.values.name(old, first, lanes)
        for copy in copies:
            names = [
                total_so_far if a is old else self.values.name(a, copy, lanes) for a in s.value.args
            ]
            total_so_far = self.writer.spell(first.code, s.value, names, lanes)
        first.volatile[s.value] = Value(total_so_far, lanes, first)
        self.accesses.store(s, first)
        first.volatile.clear()


def only_loop(loop: Loop) -> Loop | None:
    """The plain loop in lanes that is all of a plain loop's body."""
    inner = loop.body[0] if len(loop.body) == 1 else None
    if (
        loop.carries
        or not isinstance(inner, Loop)
        or inner.mode is not Mode.VECTOR
        or inner.carries
    ):
        return None
    return inner


def _step(step: int | Size) -> Expr:
    return word_at(step, INDEX) if isinstance(step, Size) else scalar.const(step, INDEX)
