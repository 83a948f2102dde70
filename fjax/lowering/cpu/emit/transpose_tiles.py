"""Tiled transposition: a loop in lanes that reads columns loads rows and transposes registers.

Such a loop reads with a stride what is contiguous along the loop around it, so that each vector
would be a gather. A tile is a few neighbouring elements of as many rows as there are lanes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from fjax.core.scalar import Expr
from fjax.lowering.cpu.emit import interchange_legality
from fjax.lowering.cpu.emit.accesses import Accesses
from fjax.lowering.cpu.emit.interleaved import Shuffles
from fjax.lowering.cpu.emit.vector_loops import LanePlan, Lanes
from fjax.lowering.kernel.form import INDEX, Access, Load, Loop, Mode, Size, Store, Stride
from fjax.lowering.kernel.spelling import address_terms, nodes_of, word_at
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, memory_type

LENGTH = 4  # elements of a row in a tile: iterations of the loop outside that run together
MOST_ROWS = 16  # rows of a tile: the code for as many narrow elements as fill a vector is long


class Tiles:
    """Loops around loops in lanes that cross them in memory."""

    def __init__(
        self,
        values: Values,
        accesses: Accesses,
        lanes: Lanes,
        one_by_one: Callable[[Loop, Scope, str, str, None], None],
    ):
        self.values, self.accesses, self.lanes = values, accesses, lanes
        self.one_by_one = one_by_one
        self.writer = values.writer

    def fits(self, loop: Loop) -> bool:
        """Whether a loop is around a plain one in lanes alone, and reads what crosses these."""
        inner = loop.body[0] if len(loop.body) == 1 else None
        if loop.carries or not isinstance(inner, Loop) or inner.mode is not Mode.VECTOR:
            return False
        facts = self.values.facts
        plain = not inner.carries and all(isinstance(s, Store) for s in inner.body)
        if not plain or not self._crossed(loop, inner) or loop.number in facts[inner.extent].loops:
            return False
        plan = self._plan(inner)
        return (
            plan.masked_tail
            and not plan.heavy
            and plan.lanes >= LENGTH
            and interchange_legality.may_interchange(loop, inner, facts)
            and not any(facts[e].volatile for e in nodes_of(inner))
        )

    def over(self, loop: Loop, scope: Scope, lo: str, hi: str) -> None:
        """The iterations [lo, hi) of the loop outside: in strips of lanes, or else in order."""
        inner = loop.body[0]
        assert isinstance(inner, Loop)
        apart = interchange_legality.apart(loop, inner, self.values, scope, lo, hi)
        if apart is None:
            self._in_strips(loop, inner, scope, lo, hi)
            return
        self.values.either(
            scope,
            apart,
            ("tiles", loop.number),
            lambda inside: self._in_strips(loop, inner, inside, lo, hi),
            lambda inside: self.one_by_one(loop, inside, lo, hi, None),
        )

    def _in_strips(self, loop: Loop, inner: Loop, scope: Scope, lo: str, hi: str) -> None:
        code = scope.code
        self.values.result_region[inner.number] = loop.number
        width, lanes = self.values.extent(inner, scope), min(self._plan(inner).lanes, MOST_ROWS)
        whole = self.lanes.whole_blocks(scope, "0", width, lanes)
        middle = self.lanes.whole_blocks(scope, lo, hi, LENGTH)
        self.values.enter_lanes(inner.number, lanes, set())
        for first, last, masked in (("0", whole, False), (whole, width, True)):
            strip = functools.partial(
                self._strip, loop, scope, (lo, middle, hi), width if masked else None
            )
            self.writer.counted(code, first, last, lanes, [], strip)
        self.values.leave_lanes()

    def _plan(self, inner: Loop) -> LanePlan:
        return LanePlan(self.values, self.lanes.processor, inner, self.lanes.columns_read)

    def _crossed(self, loop: Loop, inner: Loop) -> list[Expr]:
        """Loads of what lies together along the loop outside, and far apart along the lanes."""
        found = []
        for x in nodes_of(inner):
            if isinstance(x.extra, Load) and x.extra.index is None and x.extra.mask is None:
                strides = x.extra.access.strides
                inside = [t.step for t in strides if t.loop == inner.number]
                apart = len(inside) == 1 and (isinstance(inside[0], Size) or inside[0] >= LENGTH)
                if apart and Stride(loop.number, 1) in strides:
                    found.append(x)
        return found

    def _strip(
        self,
        loop: Loop,
        scope: Scope,
        bounds: tuple[str, str, str],
        width: str | None,
        code: Code,
        start: str,
        _: list[str],
    ) -> list[str]:
        """All iterations of the loop outside for some lanes; the last ones if there is a width."""
        inner = loop.body[0]
        assert isinstance(inner, Loop)
        outside = Scope(scope, code, ("strip", loop.number))
        mask = None if width is None else self.lanes.tail_mask(code, start, width)
        crossed = self._crossed(loop, inner)
        rows = {x: self._rows(x.extra.access, loop, start, width, outside) for x in crossed}

        def tile(end: str | None, inside: Code, index: str, _: list[str]) -> list[str]:
            turned = [self._turned(inside, x, rows[x], index, end) for x in crossed]
            for k in range(LENGTH if end is None else LENGTH - 1):
                at, here = index, inside
                if k:
                    at = self.writer.ins(inside, f"add nsw i64 {index}, {k}")
                if k and end is not None:
                    here = Code(self.writer.fresh("row"))
                row = Scope(outside, here, loop.number, guard=here is not inside)
                self.values.enter(loop, row, at)
                place = Scope(row, here, inner.number, mask=mask, axis=start)
                for x, names in zip(crossed, turned, strict=True):
                    place.values[x] = Value(names[k], self.values.lanes, place)
                self.accesses.store_all([s for s in inner.body if isinstance(s, Store)], place)
                if here is not inside:
                    some = self.writer.ins(inside, f"icmp slt i64 {at}, {end}")
                    self.writer.branch(inside, some, here)
            return []

        lo, middle, hi = bounds
        whole, rest = functools.partial(tile, None), functools.partial(tile, hi)
        self.writer.counted(code, lo, middle, LENGTH, [], whole)
        self.writer.counted(code, middle, hi, LENGTH, [], rest)
        return []

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
        writer, element, length = self.writer, memory_type(x.dtype), LENGTH
        mask = None if end is None else self.lanes.tail_mask(code, index, end, LENGTH)
        parts = []
        for row in rows:
            at = writer.ins(code, f"getelementptr inbounds {element}, ptr {row}, i64 {index}")
            part = self.accesses.load_neighbours(code, at, mask, x.dtype, LENGTH)
            parts.append(part)
        while length < self.values.lanes:
            pairs = zip(parts[::2], parts[1::2], strict=True)
            both = range(2 * length)
            parts = [writer.shuffle(code, a, element, length, both, b) for a, b in pairs]
            length *= 2
        columns = Shuffles(writer, code, element, self.values.lanes).columns(parts, LENGTH)
        return [self.accesses.to_register(code, c, x.dtype, self.values.lanes) for c in columns]
