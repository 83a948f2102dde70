"""Tiled transposition: a loop in lanes that reads columns loads rows and transposes registers.

The directive `transpose_in_registers` makes such loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.scalar import Expr
from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.interleaved import Shuffles
from fjax.lowering.cpu.emit.vector_loops import Lanes
from fjax.lowering.kernel.form import INDEX, TILE, Access, Loop, Store, Tail, trip_count
from fjax.lowering.kernel.spelling import address_terms, word_at
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, memory_type
from fjax.lowering.schedule.transpose import crossed_loads


class Tiles:
    """Loops around loops in lanes that cross them in memory."""

    def __init__(self, values: Values, accesses: Accesses, lanes: Lanes):
        self.values, self.accesses, self.lanes = values, accesses, lanes
        self.writer = values.writer

    def over(self, loop: Loop, scope: Scope) -> None:
        """A loop of at most TILE iterations around one vector of stores."""
        (inner,) = loop.body
        assert isinstance(inner, Loop) and inner.vector is not None and inner.start is not None
        code, lanes = scope.code, inner.vector.lanes
        index, stop, _ = self.values.bounds(loop, scope)
        end = stop if trip_count(loop) is None else None
        strip = self.values.demand(inner.start, scope).owner or scope
        self.values.result_region[inner.number] = loop.number
        self.values.enter_lanes(inner.number, lanes, set())
        start, width, _ = self.values.bounds(inner, strip)
        mask = None if inner.vector.tail is Tail.WHOLE else self._mask(strip, start, width)
        last = None if mask is None else width
        crossed = crossed_loads(loop, inner)
        rows = {x: self._rows(x.extra.access, loop, start, last, strip) for x in crossed}
        turned = [self._turned(code, x, rows[x], index, end) for x in crossed]
        for k in range(TILE if end is None else TILE - 1):
            at, here = index, code
            if k:
                at = self.writer.ins(code, f"add nsw i64 {index}, {k}")
            if k and end is not None:
                here = Code(self.writer.fresh("row"))
            row = Scope(scope, here, loop.number, guard=here is not code)
            self.values.enter(loop, row, at)
            place = Scope(row, here, inner.number, mask=mask, axis=start)
            for x, names in zip(crossed, turned, strict=True):
                place.values[x] = Value(names[k], lanes, place)
            self.accesses.store_all([s for s in inner.body if isinstance(s, Store)], place)
            if here is not code:
                some = self.writer.ins(code, f"icmp slt i64 {at}, {end}")
                self.writer.branch(code, some, here)
        self.values.leave_lanes()

    def _mask(self, strip: Scope, start: str, width: str) -> str:
        """The lanes of a strip that are left, made once for all of its rows."""
        found = strip.values.get(("mask", start))
        if found is None:
            name = self.lanes.tail_mask(strip.code, start, width)
            found = strip.values["mask", start] = Value(name, self.values.lanes, strip)
        return found.name

    def _rows(
        self, access: Access, loop: Loop, start: str, width: str | None, scope: Scope
    ) -> list[str]:
        """Where the rows in the lanes begin; lanes from `width` on have the last row once more."""
        writer, code, values = self.writer, scope.code, self.values
        (step,) = [t.step for t in access.strides if t.loop == values.lane_loop]
        rest = tuple([t for t in access.strides if t.loop not in (values.lane_loop, loop.number)])
        terms = address_terms(Access(access.buffer, rest, access.offset), INDEX)
        base = self.accesses.pointer(access.buffer, terms, scope)
        element = memory_type(values.kernel.buffers[access.buffer].dtype)
        size = step if isinstance(step, int) else values.name(word_at(step, INDEX), scope, 0)
        found = []
        last = None if width is None else writer.ins(code, f"sub nsw i64 {width}, 1")
        for lane in range(values.lanes):
            at = writer.ins(code, f"add nsw i64 {start}, {lane}")
            if last is not None:
                at = writer.overloaded(code, "llvm.smin", "i64", 0, (at, last))
            at = writer.ins(code, f"mul nsw i64 {at}, {size}")
            found.append(
                writer.ins(code, f"getelementptr inbounds {element}, ptr {base}, i64 {at}")
            )
        return found

    def _turned(
        self, code: Code, x: Expr, rows: Sequence[str], index: str, end: str | None
    ) -> list[str]:
        """The vectors of a tile, one for each of its iterations; those before `end`, if given."""
        writer, element, length = self.writer, memory_type(x.dtype), TILE
        mask = None if end is None else self.lanes.tail_mask(code, index, end, TILE)
        parts = []
        for row in rows:
            at = writer.ins(code, f"getelementptr inbounds {element}, ptr {row}, i64 {index}")
            part = self.accesses.load_neighbours(code, at, mask, x.dtype, TILE)
            parts.append(part)
        while length < self.values.lanes:
            pairs = zip(parts[::2], parts[1::2], strict=True)
            both = range(2 * length)
            parts = [writer.shuffle(code, a, element, length, both, b) for a, b in pairs]
            length *= 2
        columns = Shuffles(writer, code, element, self.values.lanes).columns(parts, TILE)
        return [self.accesses.to_register(code, c, x.dtype, self.values.lanes) for c in columns]
