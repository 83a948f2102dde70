"""Reductions of neighbouring rows: lanes hold elements of a row, and then the rows' totals.

Combining the lanes of one row takes a chain of shuffles, and later operations on its total compute
one value at a time. If there are as many rows as lanes, a row takes one shuffle or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu.emit.vector_loops import Lanes
from fjax.lowering.kernel.form import Carry, Loop, Result, Statement, Store, While, result
from fjax.lowering.kernel.spelling import expressions, in_runs, nodes_of, walk
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, register_type, vector

REGISTER = 16  # bytes of the parts of a vector that most shuffles stay in


class HorizontalReductions:
    """Loops over rows around loops in lanes that make totals."""

    def __init__(
        self, values: Values, lanes: Lanes, body: Callable[[tuple[Statement, ...], Scope], None]
    ):
        self.values, self.lanes, self.body = values, lanes, body
        self.writer = values.writer

    def over(self, loop: Loop, scope: Scope) -> None:
        """A loop over rows, several at once."""
        lo, hi, _ = self.values.bounds(loop, scope)
        rows = loop.vector.lanes if loop.vector is not None else 1
        if loop.carries:
            self._in_blocks(loop, scope, lo, hi, rows)
            return
        count = self.writer.ins(scope.code, f"sub nsw i64 {hi}, {lo}")
        _Block(self, loop, scope, lo, count, rows).emit([])

    def _in_blocks(self, loop: Loop, scope: Scope, lo: str, hi: str, rows: int) -> None:
        """Blocks of rows, whose totals the loop carries."""

        def block(code: Code, first: str, names: list[str]) -> list[str]:
            outside = Scope(scope, code, ("rows", loop.number))
            left = self.writer.ins(code, f"sub nsw i64 {hi}, {first}")
            count = self.writer.overloaded(code, "llvm.umin", "i64", 0, (left, str(rows)))
            return _Block(self, loop, outside, first, count, rows).emit(names)

        self.values.enter_lanes(loop.number, rows, set())
        accumulators = self.lanes.neutral(loop)
        self.values.leave_lanes()
        names = self.writer.counted(scope.code, lo, hi, rows, accumulators, block)
        self.values.enter_lanes(loop.number, rows, set())
        totals = self.lanes.totals(loop, scope, names)
        self.values.leave_lanes()
        self.lanes.loops.publish(loop, scope, totals)

    def scratch(self, element: str, lanes: int, count: int) -> str:
        """Memory for vectors, aligned as their type says.

        If an access claimed more alignment, LLVM would read more than the vector."""
        kind = vector(element, lanes)
        return self.writer.ins(self.values.prologue, f"alloca [{count} x {kind}]")

    def combined_in(self, code: Code, c: Carry, memory: str, lanes: int, rows: int) -> str:
        """Combine the lanes of each vector in memory: lane k is the total of the k-th vector.

        All totals of a kind share one function of the module.
        """
        assert c.monoid is not None
        kind = vector(register_type(c.next.dtype), rows)
        name = f"totals.{c.monoid.value}.{c.next.dtype}.{lanes}.{rows}"
        if name not in self.writer.helpers:
            inside = Code("entry")
            total = self._combined_in(inside, c, "%vectors", lanes, rows)
            inside.add(f"ret {kind} {total}")
            first = f"define internal {kind} @{name}(ptr %vectors) nounwind noinline {{"
            self.writer.helpers[name] = "\n".join([first, "entry:", *inside.lines, "}"])
        return self.writer.ins(code, f"call {kind} @{name}(ptr {memory})")

    def _combined_in(self, code: Code, c: Carry, memory: str, lanes: int, rows: int) -> str:
        kind, vectors = vector(register_type(c.next.dtype), lanes), list[str]()
        for n in range(rows):
            place = self.writer.element(code, kind, memory, n)
            vectors.append(self.writer.ins(code, f"load {kind}, ptr {place}"))
        return self.combined(code, c, vectors, lanes, c.next.dtype.itemsize)[0]

    def combined(
        self, code: Code, c: Carry, vectors: Sequence[str], lanes: int, size: int
    ) -> tuple[str, int]:
        """The lanes of each vector combined: lane k is the k-th vector's. size: bytes of a lane."""
        names, element, rows = list(vectors), register_type(c.next.dtype), len(vectors)
        while lanes > rows:
            pairs = [self.writer.halves(code, x, element, lanes) for x in names]
            lanes //= 2
            names = [self.combine(code, c, a, b, lanes) for a, b in pairs]
        if lanes < rows:
            half = rows // 2
            first, n = self.combined(code, c, names[:half], lanes, size)
            second, _ = self.combined(code, c, names[half:], lanes, size)
            return self.writer.shuffle(code, first, element, n, range(2 * n), second), 2 * n
        levels, fed = plan(lanes, max(REGISTER // size, 1))
        names = [names[k] for k in fed]
        for low, high in levels:
            pairs = list(zip(names[::2], names[1::2], strict=True))
            names = [
                self.combine(
                    code,
                    c,
                    self.writer.shuffle(code, a, element, lanes, low, b),
                    self.writer.shuffle(code, a, element, lanes, high, b),
                    lanes,
                )
                for a, b in pairs
            ]
        return names[0], lanes

    def combine(self, code: Code, c: Carry, a: str, b: str, lanes: int) -> str:
        return self.writer.combine(code, c.monoid, c.next.dtype, a, b, lanes)


class _Block:
    """The rows of a block, fewer at the end."""

    def __init__(
        self,
        parent: HorizontalReductions,
        loop: Loop,
        scope: Scope,
        first: str,
        count: str,
        rows: int,
    ):
        self.parent, self.loop, self.scope = parent, loop, scope
        self.values, self.writer = parent.values, parent.writer
        self.first, self.count, self.rows = first, count, rows
        self.end = self.writer.ins(scope.code, f"add nsw i64 {first}, {count}")
        self.totals: list[tuple[Expr, str, str]] = []  # the result, its name, where it lies

    def emit(self, names: list[str]) -> list[str]:
        """All statements; `names` are the accumulators so far, whose lanes are rows."""
        for s in in_runs(self.loop.body):
            if isinstance(s, list):
                self._stores(tuple(s))
                continue
            assert isinstance(s, Loop)
            self._of_rows(s)
            if s.carries:
                self._totals(s)
            else:
                self._stored(s)
        if not names:
            return []
        return self._in_lanes(
            lambda inside: self.parent.lanes.loops.accumulated(self.loop, inside, names)
        )

    def _stored(self, s: Loop) -> None:
        """A loop in lanes that stores each row."""
        self._each_row(lambda inside, _: self.parent.body((s,), inside))

    def _each_row(self, body: Callable[[Scope, str], None]) -> None:
        """One row after another, each with its totals so far."""

        def row(code: Code, k: str, _: list[str]) -> list[str]:
            inside = Scope(self.scope, code, self.loop.number)
            at = self.writer.ins(code, f"add nsw i64 {self.first}, {k}")
            self.values.enter(self.loop, inside, at)
            for key, _name, memory in self.totals:
                element = register_type(key.dtype)
                place = self.writer.ins(code, f"getelementptr {element}, ptr {memory}, i64 {k}")
                name = self.writer.ins(code, f"load {element}, ptr {place}")
                inside.values[key] = Value(name, 0, inside)
            body(inside, k)
            return []

        self.writer.counted(self.scope.code, "0", self.count, 1, [], row)

    def _totals(self, s: Loop) -> None:
        """The totals of one loop in lanes, of all rows."""
        parent, code = self.parent, self.scope.code
        lanes = parent.lanes.lane_count(s)
        elements = [register_type(c.next.dtype) for c in s.carries]
        made = [parent.scratch(element, lanes, self.rows) for element in elements]

        def row(inside: Scope, k: str) -> None:
            self.values.result_region[s.number] = self.loop.number
            names = parent.lanes.accumulated(s, inside)
            for element, memory, name in zip(elements, made, names, strict=True):
                kind = vector(element, lanes)
                place = self.writer.ins(inside.code, f"getelementptr {kind}, ptr {memory}, i64 {k}")
                inside.code.add(f"store {kind} {name}, ptr {place}")

        self._each_row(row)
        for k, (c, memory) in enumerate(zip(s.carries, made, strict=True)):
            total = parent.combined_in(code, c, memory, lanes, self.rows)
            initial = self.values.name(c.initial, self.scope, self.rows)
            total = parent.combine(code, c, initial, total, self.rows)
            self._keep(result(s.number, k, c.initial.dtype), total)

    def _keep(self, key: Expr, name: str) -> None:
        """Put a value that each row has one of where single rows find it."""
        element = register_type(key.dtype)
        kept = self.parent.scratch(element, self.rows, 1)
        self.scope.code.add(f"store {vector(element, self.rows)} {name}, ptr {kept}")
        self.totals.append((key, name, kept))

    def _of_rows(self, s: Loop) -> None:
        """Compute values made of a row's totals for all rows at once, before a loop needs them."""
        wanted = self._made_of_totals(s)

        def make(inside: Scope) -> list[str]:
            for x in wanted:
                self._keep(x, self.values.name(x, inside, self.rows))
            return []

        if wanted:
            self._in_lanes(make)

    def _made_of_totals(self, s: Loop) -> list[Expr]:
        """The largest expressions of a row's totals in a loop along the row."""
        facts, nodes = self.values.facts, nodes_of(s)
        own = {key.extra.loop for key, _, _ in self.totals if isinstance(key.extra, Result)}
        inside = {s.number, *(x.number for x in walk(s.body) if isinstance(x, (Loop, While)))}

        def is_of_row(x: Expr) -> bool:
            f = facts[x]
            return (
                x.op is not Op.LEAF
                and not f.volatile
                and f.loops.isdisjoint(inside)
                and bool(own & f.results)
                and f.results <= self.values.result_region.keys()  # not of loops that follow
            )

        along = [n for n in nodes if s.number in facts[n].loops]
        roots = [c.next for c in s.carries] + [e for x in walk(s.body) for e in expressions(x)]
        used = dict.fromkeys([a for n in along for a in n.args] + roots)
        return [x for x in used if x.dtype.kind != "b" and is_of_row(x)]

    def _stores(self, stores: tuple[Store, ...]) -> None:
        """What is stored once a row."""

        def store(inside: Scope) -> list[str]:
            self.parent.body(stores, inside)
            return []

        self._in_lanes(store)

    def _in_lanes(self, body: Callable[[Scope], list[str]]) -> list[str]:
        """What is done once a row, lanes holding rows."""
        number, code = self.loop.number, self.scope.code
        leaves = [key.extra for key, _, _ in self.totals if isinstance(key.extra, Result)]
        items = {(leaf.loop, leaf.item) for leaf in leaves}
        self.values.enter_lanes(number, self.rows, items)
        mask = self.parent.lanes.tail_mask(code, self.first, self.end)
        inside = Scope(self.scope, code, number, mask=mask, axis=self.first)
        for key, name, _ in self.totals:
            inside.values[key] = Value(name, self.rows, inside)
        found = body(inside)
        self.values.leave_lanes()
        return found


Picks = list[int]


def plan(lanes: int, part: int) -> tuple[list[tuple[Picks, Picks]], Picks]:
    """How as many vectors as lanes are combined in pairs, level by level, and in which order.

    Each level has, for a pair of vectors, the lanes that are combined: lower with upper halves of
    what is left of a vector. Shuffles stay in parts of `part` lanes if they can.

    >>> plan(2, 2)
    ([([0, 2], [1, 3])], [0, 1])
    >>> plan(4, 2)[1]
    [0, 2, 1, 3]
    >>> plan(2, 16) == plan(2, 2)
    True
    """
    part = min(part, lanes)  # fewer, where wider elements are computed beside these
    levels, found, width = [], [[k] for k in range(lanes)], lanes
    while width > 1:
        half = width // 2
        chunk = lanes if half >= part else max(part, width)
        low = [
            vector + at + k
            for start in range(0, lanes, chunk)
            for vector in (0, lanes)
            for at in range(start, start + chunk, width)
            for k in range(half)
        ]
        owners = [[x for x in v for _ in range(width)] for v in found]
        pairs = zip(owners[::2], owners[1::2], strict=True)
        found = [[(a + b)[k] for k in low[::half]] for a, b in pairs]
        levels.append((low, [k + half for k in low]))
        width = half
    fed = [0] * lanes
    for lane, k in enumerate(found[0]):
        fed[k] = lane
    return levels, fed
