"""From a schedule to a kernel: which loops, in which order, with what inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fjax.core import scalar
from fjax.core.ir import Jaxpr
from fjax.core.memo import memo
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.fused import Unsupported
from fjax.lowering.fuse.nest import Nest, physical
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import COMBINE, Buffer, Carry, Kernel, Loop, Mode, Statement, Store
from fjax.lowering.kernel.verify import verified
from fjax.lowering.machine import Machine
from fjax.lowering.schedule.placement import Scope, real_part, wide
from fjax.lowering.schedule.schedule import Read, Schedule, Total, Write, complex_parts
from fjax.lowering.schedule.totals import Totals


@dataclass(frozen=True, eq=False)
class Lowered:
    """A kernel and how to launch it for the shapes and literals of one body."""

    kernel: Kernel
    words: tuple[tuple[np.dtype, object], ...]
    extent: int
    grain: int
    parallel: bool
    recipe: str
    in_place: tuple[tuple[int, int], ...] = ()  # (output, input) that may share memory
    work: int = 0  # rough instructions


@memo(2048)
def _lower(key: object, body: _Body, machine: Machine, update: bool) -> Lowered:
    assert body.jaxpr is not None
    builder = Builder(Schedule(body.jaxpr, machine, update, body.nest))
    body.jaxpr = body.nest = None  # the memo keeps its arguments
    return builder.lower_update() if update else builder.lower()


class _Body:
    """Carries a jaxpr, and its nest if there is one already, past the memo's key."""

    __slots__ = ("jaxpr", "nest")

    def __init__(self, jaxpr: Jaxpr | None, nest: Nest | None):
        self.jaxpr, self.nest = jaxpr, nest

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Body)


def lower(body: Jaxpr, machine: Machine, nest: Nest | None = None) -> Lowered:
    """The kernel of a fused body; raises Unsupported if it has no kernel form.

    `nest`: the body's nest, if it is known.
    """
    return _lower(body.canonical_key, _Body(body, nest), machine, False)


def lower_update(body: Jaxpr, machine: Machine, nest: Nest | None = None) -> Lowered:
    """The kernel of a body that changes its first input in place."""
    return _lower(body.canonical_key, _Body(body, nest), machine, True)


class Builder(Totals):
    """Builds one kernel."""

    def __init__(self, schedule: Schedule):
        super().__init__(schedule)
        self._classify()

    def _classify(self) -> None:
        s = self.s
        outer, inner = frozenset(s.outer), frozenset(s.inner)
        for t in s.totals:
            axes = frozenset(t.axes)
            if t.level <= outer and not axes & outer:
                self.row_totals.append(t)
            elif not t.reduction.consumed and axes & outer and axes >= outer:
                self.side_totals.append(t)
            elif not axes & (outer | inner):
                for leaf in t.leaves:
                    self.nested_totals[leaf] = t
            else:
                raise Unsupported("a reduction does not fit the kernel's loops")
        if self.row_totals and any(t.level != outer for t in self.row_totals):
            raise Unsupported("a reduction's rows are not the kernel's")
        if self.row_totals and not inner:  # of each row nothing but its totals is wanted
            longest = max((t.axes for t in self.row_totals), key=len)
            s.inner = () if s.is_short(longest) else longest

    # ---- the kernel

    def lower(self) -> Lowered:
        """The kernel and its launch."""
        s = self.s
        scope = Scope({}, {})
        if s.nest.cumulative is not None:
            body, extent, grain, recipe = self._cumulative(scope)
        elif self.side_totals:
            body, extent, grain, recipe = self._blocks(scope)
        else:
            body, extent, grain, recipe = self._rows(scope)
        body_jaxpr = s.body
        dtypes = [real_part(physical(v)) for v in body_jaxpr.invars]
        buffers = [Buffer(d) for d in dtypes]
        buffers += [
            Buffer(real_part(physical(v)), True)  # type: ignore[arg-type]
            for v in body_jaxpr.outvars
        ]
        kernel = verified(
            Kernel(tuple(buffers), tuple(d for d, _ in self.words), tuple(body)),
            "the nest of a fused body",
        )
        work = self._work()
        return Lowered(
            kernel,
            tuple(self.words),
            extent,
            grain,
            extent > grain and 4 * work > s.machine.parallel_operations,
            recipe,
            self._in_place(recipe),
            work,
        )

    def _in_place(self, recipe: str) -> tuple[tuple[int, int], ...]:
        """Outputs each of whose elements is written where alone the same iteration reads."""
        s = self.s
        if recipe != "map" or s.totals:
            return ()
        places: dict[int, set[tuple]] = {}
        for leaf in s.reads.values():
            read: Read = leaf.extra
            key = read.position.key if read.mask is None and not read.position.atoms else ()
            places.setdefault(read.buffer, set()).add(key)
        first = len(s.body.invars)
        found, taken = [], set()
        for w in s.writes:
            for k, v in enumerate(s.body.invars):
                fits = (
                    physical(v) == w.dtype
                    and w.dtype.kind != "c"
                    and v.aval.size == s.body.outvars[w.buffer - first].aval.size
                )
                if fits and k not in taken and places.get(k) == {w.position.key}:
                    found.append((w.buffer - first, k))
                    taken.add(k)
                    break
        return tuple(found)

    def _cumulative(self, scope: Scope) -> tuple[list[Statement], int, int, str]:
        """Rows walked from one end to the other; in lanes if neighbouring rows are neighbours."""
        s = self.s
        (axis,), (write,) = s.inner, s.writes
        if write.position.atoms:
            raise Unsupported("a cumulative result is not walked in order")
        monoid = s.nest.cumulative.op.monoid  # type: ignore[union-attr]
        modes = [Mode.SERIAL] * len(s.outer)
        in_lanes = bool(modes) and s.contiguity(s.outer[-1]) > s.contiguity(axis)
        if in_lanes:
            self.vector = s.outer[-1]
            modes[-1] = Mode.VECTOR
        if modes:
            alone = in_lanes and len(modes) == 1
            modes[0] = Mode.PARALLEL_VECTOR if alone else Mode.PARALLEL
        positions = complex_parts(write.position) if len(write.values) > 1 else (write.position,)

        def row(outside: Scope) -> list[Statement]:
            statements = self._row_reductions(outside, False)
            number = self._number()
            inside = outside.inside(axis, ((number, 1),))
            body = self._nested(write.values, inside)
            carries: list[Carry] = []
            for k, (p, v) in enumerate(zip(positions, write.values, strict=True)):
                value = wide(v)
                so_far = kernels.carried(number, k, value.dtype)
                total = Expr(COMBINE[monoid], (so_far, self.place(value, inside)), value.dtype)
                body.append(
                    Store(self.access(write.buffer, p, inside), scalar.convert(total, v.dtype))
                )
                carries.append(Carry(neutral(monoid, value.dtype), total))
            loop = Loop(number, self._extent(axis), Mode.SERIAL, tuple(body), tuple(carries))
            return [*statements, loop]

        statements = self._loop_nest(list(s.outer), modes, scope, row)
        extent = s.outer[0].extent if s.outer else 1
        rest = max(s.elements() // max(extent, 1), 1)
        return statements, extent, max(1, s.machine.grain // rest), "cumulative"

    def lower_update(self) -> Lowered:
        """The kernel of an update in place. Updates run in order, so the last one wins."""
        s = self.s
        write = s.destination
        assert write is not None
        axes = [*s.outer, *s.inner]
        modes = [Mode.SERIAL] * len(axes)
        if s.inner:
            modes[-1] = Mode.VECTOR
            self.vector = axes[-1]
        monoid = s.nest.update.eqn.op.monoid  # type: ignore[union-attr]
        positions = complex_parts(write.position) if len(write.values) > 1 else (write.position,)

        def body(scope: Scope) -> list[Statement]:
            mask = None if s.kept is None else self.place(s.kept, scope)
            found: list[Statement] = []
            for p, v in zip(positions, write.values, strict=True):
                access, index = self.access(0, p, scope), self.index(0, p, scope)
                value = self.place(v, scope)
                if monoid is not None:
                    before = kernels.load(access, v.dtype, index)
                    value = Expr(COMBINE[monoid], (before, value), v.dtype)
                found.append(Store(access, value, index, mask))
            return found

        statements = self._loop_nest(axes, modes, Scope({}, {}), body)
        buffers = [Buffer(real_part(physical(v)), k == 0) for k, v in enumerate(s.body.invars)]
        kernel = verified(
            Kernel(tuple(buffers), tuple(d for d, _ in self.words), tuple(statements)),
            "the nest of an update",
        )
        return Lowered(kernel, tuple(self.words), 1, 1, False, "update")

    def _work(self) -> int:
        roots = [v for t in self.s.totals for v in t.values]
        roots += [v for w in self.s.writes for v in w.values]
        per_element = self._cost(roots)
        return self.s.elements() * max(per_element, 1) // 4

    def _cost(self, roots: Sequence[Expr]) -> int:
        """Vector instructions of an element's values, loads included."""
        costs, nodes = self.s.machine.costs, scalar.order(roots)
        return costs.total(nodes) + costs.load * sum(x.op is Op.LEAF for x in nodes)

    def _rows(self, scope: Scope) -> tuple[list[Statement], int, int, str]:
        """Each row by itself: the rows' loops around the row's passes."""
        s = self.s
        by_row = bool(s.inner) and not s.across and (not s.outer or s.goes_along_rows())
        self.vector = (s.inner or s.outer or (None,))[-1] if by_row or not s.inner else s.outer[-1]
        modes = [Mode.SERIAL] * len(s.outer)
        if modes:
            modes[0] = Mode.PARALLEL
            if not by_row and len(modes) > 1:
                modes[-1] = Mode.VECTOR
        simple = not s.totals and not s.inner

        def body(inside: Scope) -> list[Statement]:
            return self._row(inside, by_row)

        if len(modes) == 1 and not by_row and not simple:
            modes[0] = Mode.PARALLEL_VECTOR
        statements = self._loop_nest(list(s.outer), modes, scope, body)
        extent = s.outer[0].extent if s.outer else 1
        rest = max(s.elements() // max(extent, 1), 1)
        recipe = "rows" if by_row else "columns" if s.inner and not s.across else "map"
        return statements, extent, max(1, s.machine.grain // rest), recipe

    def _row(self, scope: Scope, by_row: bool) -> list[Statement]:
        """All passes over one row, and what is stored of it."""
        if by_row:
            self.saved = self._worth_saving()
        statements = self._row_reductions(scope, by_row)
        statements += self._stores([w for w in self.s.writes if not self._is_full(w)], scope)
        full = [w for w in self.s.writes if self._is_full(w)]
        if self.saved is not None:  # others may read what is kept in its memory
            full.sort(key=lambda w: w is self.saved[1])  # type: ignore[index]
        if full and self.s.inner:
            statements += self._loop_nest(
                list(self.s.inner),
                self._inner_modes(by_row),
                scope,
                lambda inside: self._every_store(full, inside),
            )
        elif full:
            statements += self._every_store(full, scope)
        return statements

    def _worth_saving(self) -> tuple[Expr, Write] | None:
        """An expensive value that a reduction and the last pass share, and an output to keep it in.

        The output's memory is free until the last pass, and a row of it stays in the nearest cache.
        """
        full = [w for w in self.s.writes if self._is_full(w)]
        places = {w.dtype: w for w in full if len(w.values) == 1 and not w.position.atoms}
        if not places:
            return None
        last = set(scalar.order([v for w in full for v in w.values]))
        earlier = [v for t in self.row_totals if t.axes == self.s.inner for v in t.values]
        best: tuple[int, Expr] | None = None
        for x in scalar.order(earlier):
            if x not in last or x.dtype not in places or x.op is Op.LEAF:
                continue
            weight = self._cost((x,))
            if weight >= self.s.machine.trip and (best is None or weight > best[0]):
                best = weight, x
        return None if best is None else (best[1], places[best[1].dtype])

    def _is_full(self, w: Write) -> bool:
        return bool(w.level & set(self.s.inner)) or not self.s.inner

    def _inner_modes(self, by_row: bool) -> list[Mode]:
        modes = [Mode.SERIAL] * len(self.s.inner)
        if by_row and modes:
            modes[-1] = Mode.VECTOR
        return modes

    def _row_reductions(self, scope: Scope, by_row: bool) -> list[Statement]:
        """Loops for the reductions of a row; those that may run together share a loop."""
        statements: list[Statement] = []
        waiting = list(self.row_totals)
        while waiting:
            ready = [t for t in waiting if not self._needs(t, waiting)]
            if not ready:
                raise Unsupported("reductions of a row need each other")
            groups: dict[tuple, list[Total]] = {}
            for t in ready:
                groups.setdefault(t.axes, []).append(t)
            for axes, group in groups.items():
                modes = [Mode.SERIAL] * len(axes)
                if by_row and modes:
                    modes[-1] = Mode.VECTOR
                statements += self._totals(group, list(axes), modes, scope)
            waiting = [t for t in waiting if t not in ready]
        return statements

    # ---- blocks of rows, with partial results

    def _blocks(self, scope: Scope) -> tuple[list[Statement], int, int, str]:
        """Blocks of rows: row kernels inside, and totals across the rows of a block."""
        s = self.s
        blocked = s.blocked is not None
        if blocked and len(s.outer) != 1:
            raise Unsupported("blocked rows are spread over several axes")
        self.vector = (s.inner or s.outer)[-1]
        columns = [t for t in self.side_totals if t.level]
        sums = [t for t in self.side_totals if not t.level]
        if not blocked:
            return self._block_body(scope, columns, sums, None, None), 1, 1, "serial"
        rows = s.blocked or 1
        count = -(-s.outer[0].extent // rows)
        number = self._number()
        block = kernels.axis(number)
        first = block * self.size(("rows",), rows)
        extent = scalar.minimum(
            self.size(("rows",), rows), self.size(("height",), s.outer[0].extent) - first
        )
        outside = Scope({}, {})
        body = self._block_body(outside, columns, sums, (number, rows), extent)
        loop = Loop(number, self.size(("blocks",), count), Mode.PARALLEL, tuple(body))
        return [loop], count, 1, "blocks"

    def _block_body(
        self,
        scope: Scope,
        columns: list[Total],
        sums: list[Total],
        block: tuple[int, int] | None,
        extent: Expr | None,
    ) -> list[Statement]:
        s = self.s
        side = {leaf for t in self.side_totals for leaf in t.leaves}
        writes = [w for w in s.writes if not (set(w.values) & side)]
        partial = {leaf: w for w in s.writes for leaf in w.values if leaf in side}
        statements: list[Statement] = []
        if columns:
            statements += self._column_loop(
                columns,
                scope,
                lambda t, inside: [
                    self._partial_store(t, k, partial, inside, block, self._identity(t, k))
                    for k in range(len(t.values))
                ],
            )
        carries = [
            (t.reduction.monoid, self._identity(t, k)) for t in sums for k in range(len(t.values))
        ]
        simple = not s.inner

        def row(inside: Scope) -> tuple[list[Statement], list[Expr]]:
            if simple:
                operands = [wide(v) for t in sums for v in t.values]
                body = self._row_reductions(inside, False) + self._nested(operands, inside)
                body += self._stores(writes, inside)
                return body, [self.place(x, inside) for x in operands]
            return self._block_row(inside, writes, columns, sums, partial, block)

        if (
            block is not None
            and extent is not None
            and columns
            and not (writes or sums or self.row_totals or self.nested_totals)
        ):
            return statements + self._swept_columns(scope, columns, partial, block, extent)
        body, results = self._over_rows(scope, carries, row, block, extent, simple)
        statements += body
        at = iter(results)
        for t in sums:
            for k in range(len(t.values)):
                statements.append(self._partial_store(t, k, partial, scope, block, next(at)))
        return statements

    def _swept_columns(
        self,
        scope: Scope,
        columns: list[Total],
        partial: dict[Expr, Write],
        block: tuple[int, int],
        extent: Expr,
    ) -> list[Statement]:
        """Several rows of a block in one sweep over the partial results, then those left over."""
        (rows,) = self.s.outer
        sweep_rows = self.s.machine.limits.rows_at_once
        groups = extent // sweep_rows
        found: list[Statement] = []
        for count, times in ((sweep_rows, groups), (1, extent - groups * sweep_rows)):
            number = self._number()

            def sweep(inside: Scope, count: int = count, number: int = number) -> list[Statement]:
                base = (
                    [scalar.const(u, np.int64) if u else None for u in range(count)]
                    if count > 1
                    else [groups * sweep_rows]
                )
                terms = (block, (number, count))
                places = [inside.inside(rows, terms, b) for b in base]
                return [
                    self._accumulate(t, k, v, partial, places, block)
                    for t in columns
                    for k, v in enumerate(t.values)
                ]

            body = self._loop_nest(list(self.s.inner), self._inner_modes(True), scope, sweep)
            found.append(Loop(number, times, Mode.SERIAL, tuple(body)))
        return found

    def _over_rows(
        self,
        scope: Scope,
        carries: list[tuple[Monoid, Expr]],
        row: Callable,
        block: tuple[int, int] | None,
        extent: Expr | None,
        simple: bool,
    ) -> tuple[list[Statement], list[Expr]]:
        """The loop over the rows of a block, or over all of them if there are no blocks."""
        s = self.s
        modes = [Mode.SERIAL] * len(s.outer)
        if simple and modes:
            modes[-1] = Mode.VECTOR
        if block is None or extent is None:
            return self._reduce(list(s.outer), modes, carries, scope, row)
        number = self._number()
        inside = scope.inside(s.outer[0], (block, (number, 1)))
        statements, values = row(inside)
        loop = Loop(
            number,
            extent,
            modes[-1],
            tuple(statements),
            tuple(
                Carry(initial, x, monoid)
                for x, (monoid, initial) in zip(values, carries, strict=True)
            ),
        )
        return [loop], [
            kernels.result(number, k, initial.dtype) for k, (_, initial) in enumerate(carries)
        ]

    def _block_row(
        self,
        scope: Scope,
        writes: list[Write],
        columns: list[Total],
        sums: list[Total],
        partial: dict[Expr, Write],
        block: tuple[int, int] | None,
    ) -> tuple[list[Statement], list[Expr]]:
        """One row of a block: its passes, its part of the column totals and of the sums."""
        s = self.s
        statements = self._row_reductions(scope, True)
        statements += self._stores([w for w in writes if not self._is_full(w)], scope)
        full = [w for w in writes if self._is_full(w)]
        inner = set(s.inner)
        swept = [t for t in sums if set(t.axes) & inner]
        carries = [
            (t.reduction.monoid, self._identity(t, k)) for t in swept for k in range(len(t.values))
        ]

        def sweep(inside: Scope) -> tuple[list[Statement], list[Expr]]:
            operands = [wide(v) for t in swept for v in t.values]
            body = self._nested(operands, inside) + self._stores(full, inside)
            for t in columns:
                body += self._nested(t.values, inside)
                for k, v in enumerate(t.values):
                    body.append(self._accumulate(t, k, v, partial, [inside], block))
            return body, [self.place(x, inside) for x in operands]

        results: list[Expr] = []
        if full or columns or swept:
            more, results = self._reduce(
                list(s.inner), self._inner_modes(True), carries, scope, sweep
            )
            statements += more
        at = iter(results)
        values: list[Expr] = []
        for t in sums:
            for v in t.values:
                values.append(next(at) if t in swept else self.place(wide(v), scope))
        return statements, values

    def _column_loop(self, columns: list[Total], scope: Scope, body: Callable) -> list[Statement]:
        modes = self._inner_modes(True)
        return self._loop_nest(
            list(self.s.inner),
            modes,
            scope,
            lambda inside: [x for t in columns for x in body(t, inside)],
        )


def neutral(monoid: Monoid, dtype: np.dtype) -> Expr:
    """What combines with any value to that very value, bit for bit."""
    if monoid is Monoid.ADD:
        return scalar.const(-0.0 if dtype.kind == "f" else 0, dtype)
    if monoid is Monoid.MUL:
        return scalar.const(1, dtype)
    low = monoid is Monoid.MAX
    if dtype.kind == "f":
        return scalar.const(-np.inf if low else np.inf, dtype)
    limits = np.iinfo(dtype)
    return scalar.const(limits.min if low else limits.max, dtype)
