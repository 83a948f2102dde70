"""Loops whose iterations follow each other, branches and carried values, for any target."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fjax.core.scalar import Op
from fjax.lowering.kernel.form import (
    If,
    Loop,
    Monoid,
    Statement,
    While,
    axis,
    carried,
    result,
    trip_count,
)
from fjax.lowering.llvm.values import LIKELY, Scope, Value, Values
from fjax.lowering.llvm.writer import Code, Phis, computes_as_float, register_type, splat, vector


class Loops:
    """What both emitters spell alike; `body` appends statements in a scope.

    Inside a loop in lanes, carried values that differ from lane to lane have as many lanes. All
    others, and all of a GPU's thread, are scalars: they have 0.
    """

    def __init__(self, values: Values, body: Callable[[tuple[Statement, ...], Scope], None]):
        self.values, self.writer, self.body = values, values.writer, body

    # -- carried values ------------------------------------------------------------------------

    def item_lanes(self, loop: Loop | While) -> list[int]:
        """For each carried value, its number of lanes."""
        return [
            self.values.lanes if (loop.number, k) in self.values.varying_items else 0
            for k in range(len(loop.carries))
        ]

    def phis(self, loop: Loop | While, scope: Scope) -> Phis:
        """Types of the carried values, and what they are before the first iteration."""
        return [
            (vector(register_type(c.initial.dtype), n), self.values.name(c.initial, scope, n))
            for c, n in zip(loop.carries, self.item_lanes(loop), strict=True)
        ]

    def bind(self, loop: Loop | While, inside: Scope, names: Sequence[str], owner: Scope) -> None:
        """Let an iteration read the carried values, which scope `owner` has computed."""
        lanes = self.item_lanes(loop)
        for k, (c, name, n) in enumerate(zip(loop.carries, names, lanes, strict=True)):
            inside.values[carried(loop.number, k, c.initial.dtype)] = Value(name, n, owner)

    def following(
        self, loop: Loop | While, inside: Scope, names: Sequence[str], active: str | None = None
    ) -> list[str]:
        """The carried values after an iteration; lanes that are not in `active` keep theirs."""
        found = []
        for c in loop.carries:
            self.values.demand(c.next, inside)
        for c, name, n in zip(loop.carries, names, self.item_lanes(loop), strict=True):
            new = self.values.name(c.next, inside, n)
            if c.monoid is not None:
                new = self.writer.combine(inside.code, c.monoid, c.next.dtype, name, new, n)
            if active is not None and n:
                element = register_type(c.next.dtype)
                new = self.writer.select(inside.code, active, new, name, element, n)
            found.append(new)
        return found

    def accumulated(self, loop: Loop, inside: Scope, names: Sequence[str]) -> list[str]:
        """The accumulators after an iteration; products are added in one rounding."""
        found, code, lanes = [], inside.code, self.values.lanes
        inside.volatile.clear()
        for c in loop.carries:
            self.values.demand_early(c.next, inside)
        for c, name in zip(loop.carries, names, strict=True):
            dtype, element = c.next.dtype, register_type(c.next.dtype)
            product = c.monoid is Monoid.ADD and c.next.op is Op.MUL and computes_as_float(dtype)
            if product and self.writer.has_fma:
                a, b = (self.values.name(x, inside, lanes) for x in c.next.args)
                new = self.writer.fma(code, element, lanes, a, b, name)
            else:
                value = self.values.name(c.next, inside, lanes)
                new = self.writer.combine(code, c.monoid, dtype, name, value, lanes)
            if inside.mask is not None:
                new = self.writer.select(code, inside.mask, new, name, element, lanes)
            found.append(new)
        return found

    def publish(self, loop: Loop | While, scope: Scope, names: Sequence[str]) -> None:
        """Let what follows the loop read its results."""
        lanes = self.item_lanes(loop)
        for k, (c, name, n) in enumerate(zip(loop.carries, names, lanes, strict=True)):
            scope.values[result(loop.number, k, c.initial.dtype)] = Value(name, n, scope)

    # -- statements ----------------------------------------------------------------------------

    def unrolled(
        self, loop: Loop, scope: Scope, step: Callable[[int, Scope], None] | None = None
    ) -> None:
        """Each iteration of a loop of known length, written out; by `step`, if it is given."""
        count = trip_count(loop)
        if count is None:
            raise ValueError(f"kernel: unrolled loop {loop.number} needs a literal as its extent")
        names, owner = [name for _, name in self.phis(loop, scope)], scope
        for k in range(count):
            inside = Scope(scope, scope.code, loop.number, mask=scope.mask)
            self._enter_unrolled(loop, inside, k)
            self.bind(loop, inside, names, owner)
            if step is None:
                self.body(loop.body, inside)
            else:
                step(k, inside)
            names, owner = self.following(loop, inside, names), inside
        self.publish(loop, scope, names)

    def _enter_unrolled(self, loop: Loop, inside: Scope, k: int) -> None:
        """Make k, counted from the start, the index of a loop."""
        if loop.start is not None:
            at = self.values.counter(loop.start, inside)
            at = self.writer.ins(inside.code, f"add nsw i64 {at}, {k}") if k else at
            self.values.enter(loop, inside, at)
            return
        for index in (axis(loop.number), self.values.axis(loop.number)):
            inside.values[index] = Value(str(k), 0, None)

    def repeated(self, loop: While, scope: Scope) -> None:
        """A loop with a condition: until none of the lanes, if there are any, goes on."""
        writer, phis = self.writer, self.phis(loop, scope)
        by_lane = bool(self.values.lanes) and self.values.varies(loop.condition)
        if by_lane:
            flags = vector("i1", self.values.lanes)
            phis = [*phis, (flags, scope.mask or splat("true", "i1", self.values.lanes))]
        inner, body, end = Code(writer.fresh("while")), writer.fresh("do"), writer.fresh("end")
        names = [f"%{writer.fresh('p')}" for _ in phis]
        mask = names[-1] if by_lane else scope.mask
        inside = Scope(scope, inner, loop.number, mask=mask)
        items = names[: len(loop.carries)]
        self.bind(loop, inside, items, inside)
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
        following = self.following(loop, inside, items, active)
        following += [active] if active is not None else []
        writer.repeated(scope.code, inner, end, phis, names, following)
        self.publish(loop, scope, items)

    def branches(self, s: If, scope: Scope) -> None:
        """Either branch; both, one after the other, where lanes go different ways."""
        writer, condition = self.writer, self.values.demand(s.condition, scope)
        for body, otherwise in ((s.then, False), (s.otherwise, True)):  # may be one body
            if not body:
                continue
            flag = condition.name
            if otherwise:
                flags, every = vector("i1", condition.lanes), splat("true", "i1", condition.lanes)
                flag = writer.ins(scope.code, f"xor {flags} {flag}, {every}")
            inner, active = Code(writer.fresh("then")), scope.mask
            if condition.lanes:
                active = self.values.both(scope.code, flag, scope.mask)
                flag = self.values.any_lane(scope.code, active)
            self.body(body, Scope(scope, inner, ("branch", id(body)), guard=True, mask=active))
            writer.branch(scope.code, flag, inner, "" if s.otherwise else LIKELY)
