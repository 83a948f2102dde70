"""Blocks of rows with partial results, which threads share in reductions across rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.address_lowering import Body, Carries, LoopScope, WordTable, around
from fjax.lowering.kernel.form import Access, Loop, Mode, Statement, Store, Stride, Unsupported
from fjax.lowering.kernel.numbers import combine, widened
from fjax.lowering.nest.iteration_order import IterationOrder, Total, Write
from fjax.lowering.nest.totals import Reductions, inner_modes, items


class RowBlock(NamedTuple):
    """A block of rows: its number's share of the rows' axis, and how many rows it has."""

    term: tuple[int, int]
    extent: Expr


class Blocks:
    """Writes the loops over blocks of rows, or over all rows, around what is done in a row."""

    def __init__(self, order: IterationOrder, table: WordTable, reductions: Reductions):
        self.s, self.table, self.reductions = order, table, reductions
        self.totals = reductions.totals
        self.block: RowBlock | None = None
        side = {leaf for t in self.totals.side for leaf in t.leaves}
        self.partial = {leaf: w for w in order.writes for leaf in w.values if leaf in side}

    def loops(self, scope: LoopScope, recipe: str) -> list[Statement]:
        """Blocks of rows: row kernels inside, and totals across the rows of a block."""
        s, table, rows = self.s, self.table, self.s.block_rows
        if rows is None:
            return self._body(scope)
        number, height = table.number(), s.outer[0].extent
        first = kernels.axis(number) * table.size(("rows",), rows)
        rest = table.size(("height",), height) - first
        self.block = RowBlock((number, rows), scalar.minimum(table.size(("rows",), rows), rest))
        inside = self._columns_alone if recipe == "columns" else self._body
        body, count = inside(scope), table.size(("blocks",), -(-height // rows))
        return [Loop(number, count, Mode.PARALLEL, tuple(body))]

    def _body(self, scope: LoopScope) -> list[Statement]:
        """The rows of a block, or all rows: partial results begin, grow row by row, and end."""
        s = self.s
        columns = [t for t in self.totals.side if t.level]
        sums = [t for t in self.totals.side if not t.level]
        writes = self.totals.results(s.writes)
        statements: list[Statement] = []
        if columns:
            statements += scope.nest(
                s.inner,
                inner_modes(s.inner, True),
                lambda inside: [
                    self._store(t, k, inside, self.reductions.identity(t, k))
                    for t, k in items(columns)
                ],
            )
            if self.block and self.totals.are_columns(s.writes):
                return statements + self._swept_columns(scope, columns, self.block)
        body, results = self._over_rows(
            scope,
            self.reductions.carries(sums),
            lambda inside: self._row(inside, writes, columns, sums),
        )
        return [
            *statements,
            *body,
            *[self._store(t, k, scope, x) for (t, k), x in zip(items(sums), results, strict=True)],
        ]

    def _columns_alone(self, scope: LoopScope) -> list[Statement]:
        """Each column of a block by itself, in parallel: its totals stay in registers."""
        (rows,), columns, block = self.s.outer, self.totals.side, self.block
        assert block is not None

        def column(inside: LoopScope) -> list[Statement]:
            number = self.table.number()
            row = inside.inside(rows, (block.term, (number, 1)))
            values = [row.place(widened(v)) for t in columns for v in t.values]
            carries = self.reductions.carries(columns)
            loop, results = around(number, block.extent, Mode.SERIAL, (), values, carries)
            pairs = zip(items(columns), results, strict=True)
            return [*loop, *[self._store(t, k, inside, x) for (t, k), x in pairs]]

        return scope.nest(self.s.inner, [Mode.PARALLEL] * len(self.s.inner), column)

    def _swept_columns(
        self, scope: LoopScope, columns: list[Total], block: RowBlock
    ) -> list[Statement]:
        """Several rows of a block in one sweep over the partial results, then those left over.

        Rows with a long body are taken one by one: reading and writing the partial results counts
        little then, and several rows need more registers and take longer to compile.
        """
        machine = self.s.machine
        if self.s.cost([v for t in columns for v in t.values]) >= machine.recomputed:
            return [self._swept(scope, columns, block, [None], block.extent)]
        at_once = machine.limits.rows_at_once
        groups = block.extent // at_once
        several = [scalar.const(u, np.int64) if u else None for u in range(at_once)]
        left = block.extent % at_once
        return [
            self._swept(scope, columns, block, several, groups),
            self._swept(scope, columns, block, [groups * at_once], left),
        ]

    def _swept(
        self,
        scope: LoopScope,
        columns: list[Total],
        block: RowBlock,
        bases: Sequence[Expr | None],
        times: Expr,
    ) -> Loop:
        """Sweeps over the partial results, in each as many rows of a block as there are bases."""
        (rows,) = self.s.outer
        number = self.table.number()

        def sweep(inside: LoopScope) -> list[Statement]:
            term = (number, len(bases))
            places = [inside.inside(rows, (block.term, term), base) for base in bases]
            return [self._accumulate(t, k, places) for t, k in items(columns)]

        body = scope.nest(self.s.inner, inner_modes(self.s.inner, True), sweep)
        return Loop(number, times, Mode.SERIAL, tuple(body))

    def _over_rows(
        self, scope: LoopScope, carries: Carries, row: Body
    ) -> tuple[list[Statement], list[Expr]]:
        """The loop over the rows of a block, or over all of them if there are no blocks."""
        s = self.s
        modes = [Mode.SERIAL] * len(s.outer)
        if modes and not s.inner:
            modes[-1] = Mode.VECTOR
        if self.block is None:
            return scope.loops(s.outer, modes, row, carries)
        number = self.table.number()
        statements, values = row(scope.inside(s.outer[0], (self.block.term, (number, 1))))
        return around(number, self.block.extent, modes[-1], statements, values, carries)

    def _row(
        self, scope: LoopScope, writes: list[Write], columns: list[Total], sums: list[Total]
    ) -> tuple[list[Statement], list[Expr]]:
        """One row of a block: its passes, its part of the column totals and of the sums."""
        inner = self.s.inner
        full = [w for w in writes if self.s.is_full(w)]
        swept = [t for t in sums if not inner or not set(inner).isdisjoint(t.axes)]
        last = [*columns, *swept]
        ends = [v for t in last for v in t.values] + [v for w in full for v in w.values]
        beside = self._beside(ends)
        statements = self.reductions.of_row(scope, bool(inner), without=beside)
        carried = [*swept, *beside]

        def sweep(inside: LoopScope) -> tuple[list[Statement], list[Expr]]:
            operands = [widened(v) for t in carried for v in t.values]
            body = self.reductions.nested(operands, inside) + self.reductions.stores(full, inside)
            for t in columns:
                body += self.reductions.nested(t.values, inside)
                body += [self._accumulate(t, k, [inside]) for t, k in items([t])]
            return body, [inside.place(x) for x in operands]

        results: list[Expr] = []
        if full or last:
            modes = inner_modes(self.s.inner, True)
            more, results = scope.loops(inner, modes, sweep, self.reductions.carries(carried))
            statements += more
        found = dict(zip(items(swept), results))
        self.reductions.bind(beside, results[len(found) :], scope)
        rows = [w for w in writes if not self.s.is_full(w)]
        statements += self.reductions.stores(rows, scope)
        return statements, [
            found[t, k] if t in swept else scope.place(widened(t.values[k])) for t, k in items(sums)
        ]

    def _beside(self, swept: Sequence[Expr]) -> list[Total]:
        """The totals of a row that its last sweep can make, as nothing in that sweep needs them."""
        inner, row = self.s.inner, self.totals.row
        if not inner or not swept:
            return []
        others = [v for t in row for v in t.values]
        needed = self.totals.needed([*swept, *others])
        return [t for t in row if t.axes == inner and needed.isdisjoint(t.leaves)]

    # ---- partial results

    def _address(self, t: Total, part: int, scope: LoopScope) -> tuple[Access, Expr | None]:
        """Where a block's partial result is."""
        w = self.partial[t.leaves[part]]
        position = w.position.parts(len(w.values))[part]
        if position.atoms:
            raise Unsupported("partial results are not walked in order")
        access, index = scope.address(w.buffer, position)
        if self.block is None:
            return access, index
        width = math.prod(a.extent for a in w.level) * len(w.values)
        step = self.table.slot(("partial", w.buffer), width)
        return replace(access, strides=(Stride(self.block.term[0], step), *access.strides)), index

    def _store(self, t: Total, part: int, scope: LoopScope, value: Expr) -> Store:
        access, index = self._address(t, part, scope)
        return Store(access, scalar.convert(value, t.leaves[part].dtype), index)

    def _accumulate(self, t: Total, part: int, places: Sequence[LoopScope]) -> Store:
        """partial[column] = partial[column] combined with the values in some rows."""
        value, dtype = widened(t.values[part]), t.leaves[part].dtype
        if value.dtype != dtype:
            raise Unsupported("partial results of this dtype would be rounded row by row")
        access, index = self._address(t, part, places[0])
        values = [p.place(value) for p in places]
        while len(values) > 1:
            pairs = zip(values[::2], values[1::2], strict=True)
            values = [combine(t.reduction.monoid, a, b) for a, b in pairs]
        return Store(access, values[0], index, monoid=t.reduction.monoid)
