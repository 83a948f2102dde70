"""Tiles of rows that cross the lanes: moved row by row, and transposed in registers.

The directive `transpose` makes such loops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fjax.core.scalar import Expr
from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.interleaved import Shuffles
from fjax.lowering.cpu.emit.vector_loops import Lanes
from fjax.lowering.kernel.form import INDEX, TILE, Access, Loop, Store, Stride, trip_count
from fjax.lowering.kernel.spelling import address_terms, word_at
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, memory_type, vector
from fjax.lowering.schedule.transpose import crossed_loads, crossed_stores


class Tiles:
    """Unrolled loops in a vector loop, whose lanes they cross in memory."""

    def __init__(self, values: Values, accesses: Accesses, lanes: Lanes, loops: Loops):
        self.values, self.accesses, self.lanes, self.loops = values, accesses, lanes, loops
        self.writer = values.writer
        self.strips: dict[tuple[str | int | None, ...], list[str]] = {}  # where rows begin

    def over(self, loop: Loop, scope: Scope) -> None:
        """A loop of TILE iterations, or of fewer."""
        index, stop, _ = self.values.bounds(loop, scope)
        if trip_count(loop) is not None:
            self._tile(loop, scope, index, None)
            return
        some = self.writer.ins(scope.code, f"icmp slt i64 {index}, {stop}")
        code, where = Code(self.writer.fresh("tile")), ("tile", loop.number)
        self._tile(loop, Scope(scope, code, where, guard=True, mask=scope.mask), index, stop)
        self.writer.branch(scope.code, some, code)

    def _tile(self, loop: Loop, scope: Scope, index: str, end: str | None) -> None:
        """Iterations from `index` on, at least one, up to `end` if that is given."""
        along = self.values.lane_loop or 0
        turned = {x: self._turned(x, loop, scope, index, end) for x in crossed_loads(loop, along)}
        moved = crossed_stores(loop, along) if end is None or loop.carries else []
        columns: list[list[str]] = [[] for _ in moved]

        def step(k: int, inside: Scope) -> None:
            for x, names in turned.items():
                inside.values[x] = Value(names[k], self.values.lanes, inside)
            for s, column in zip(moved, columns, strict=True):
                column.append(self.values.name(s.value, inside, self.values.lanes))
            rest = [s for s in loop.body if isinstance(s, Store) and s not in moved]
            self.accesses.store_all(rest, inside)

        if end is None:
            self.loops.unrolled(loop, scope, step)
        elif loop.carries and loop.start is not None:  # what comes after the end is masked
            self.loops.unrolled(replace(loop, stop=loop.start + TILE), scope, step)
        else:
            self._guarded(loop, scope, index, end, step)
        for s, column in zip(moved, columns, strict=True):
            self._put_back(s, column, loop, scope, index, end)

    def _guarded(
        self, loop: Loop, scope: Scope, index: str, end: str, step: Callable[[int, Scope], None]
    ) -> None:
        """The iterations that there are; the first is always one of them."""
        for k in range(TILE):
            at, here = index, scope.code
            if k:
                at = self.writer.ins(scope.code, f"add nsw i64 {index}, {k}")
                here = Code(self.writer.fresh("row"))
            row = Scope(scope, here, loop.number, guard=k > 0, mask=scope.mask)
            self.values.enter(loop, row, at)
            step(k, row)
            if k:
                some = self.writer.ins(scope.code, f"icmp slt i64 {at}, {end}")
                self.writer.branch(scope.code, some, here)

    def _rows(self, access: Access, loop: Loop, scope: Scope) -> list[str]:
        """The addresses of the rows in the lanes. An idle lane has that of lane 0, which is active.

        All tiles of a strip of lanes share them.
        """
        writer, values = self.writer, self.values
        strip = scope
        while strip.axis is None and strip.parent is not None:
            strip = strip.parent
        code, mask, start = strip.code, strip.mask, values.axis_of(strip)
        (step,) = [t.step for t in access.strides if t.loop == values.lane_loop]
        rest = tuple([t for t in access.strides if t.loop not in (values.lane_loop, loop.number)])
        terms = address_terms(Access(access.buffer, rest, access.offset), INDEX)
        base = self.accesses.pointer(access.buffer, terms, strip)
        element = memory_type(values.kernel.buffers[access.buffer].dtype)
        size = step if isinstance(step, int) else values.name(word_at(step, INDEX), strip, 0)
        found = self.strips.setdefault((start, mask, base, size), [])
        for lane in range(0 if found else values.lanes):
            at = writer.ins(code, f"add nsw i64 {start}, {lane}")
            at = writer.ins(code, f"mul nsw i64 {at}, {size}")
            row = writer.ins(code, f"getelementptr inbounds {element}, ptr {base}, i64 {at}")
            if mask is not None and lane:
                bit = self._active(code, mask, lane)
                row = writer.select(code, bit, row, found[0], "ptr", 0)
            found.append(row)
        return found

    def _active(self, code: Code, mask: str, lane: int) -> str:
        kind = vector("i1", self.values.lanes)
        return self.writer.ins(code, f"extractelement {kind} {mask}, i64 {lane}")

    def _place(
        self, access: Access, loop: Loop, code: Code, index: str, end: str | None
    ) -> tuple[str, str | None, int]:
        """Where a tile begins in its rows, which elements there are, and the step of iterations.

        Of a row that is walked from its end, the first iteration has the tile's last element.
        """
        mask = None if end is None else self.lanes.tail_mask(code, index, end, TILE)
        if Stride(loop.number, 1) in access.strides:
            return index, mask, 1
        if mask is not None:
            mask = self.writer.shuffle(code, mask, "i1", TILE, reversed(range(TILE)))
        return self.writer.ins(code, f"sub nsw i64 {1 - TILE}, {index}"), mask, -1

    def _turned(self, x: Expr, loop: Loop, scope: Scope, index: str, end: str | None) -> list[str]:
        """The vectors of a tile, one for each of its iterations; those before `end`, if given."""
        writer, code, element, length = self.writer, scope.code, memory_type(x.dtype), TILE
        rows = self._rows(x.extra.access, loop, scope)
        index, mask, step = self._place(x.extra.access, loop, code, index, end)
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
        columns = Shuffles(writer, code, element, self.values.lanes).columns(parts, TILE)[::step]
        return [self.accesses.to_register(code, c, x.dtype, self.values.lanes) for c in columns]

    def _put_back(
        self,
        s: Store,
        columns: Sequence[str],
        loop: Loop,
        scope: Scope,
        index: str,
        end: str | None,
    ) -> None:
        """Store a tile row by row, up to `end`; idle lanes have none."""
        writer, code, lanes, dtype = self.writer, scope.code, self.values.lanes, s.value.dtype
        element = memory_type(dtype)
        rows = self._rows(s.access, loop, scope)
        index, within, step = self._place(s.access, loop, code, index, end)
        stored = [self.accesses.to_memory(code, c, dtype, lanes) for c in columns[::step]]
        found = Shuffles(writer, code, element, lanes).rows(stored)
        for lane, row in enumerate(rows):
            which, first = divmod(lane * TILE, lanes)
            part = writer.shuffle(code, found[which], element, lanes, range(first, first + TILE))
            at = writer.ins(code, f"getelementptr inbounds {element}, ptr {row}, i64 {index}")
            mask = within
            if scope.mask is not None:
                bit = self._active(code, scope.mask, lane)
                mask = self.values.as_lanes(Value(bit, 0, scope), TILE, "i1")
                if within is not None:
                    mask = writer.ins(code, f"and {vector('i1', TILE)} {mask}, {within}")
            self.accesses.store_neighbours(code, part, at, mask, dtype, TILE)
