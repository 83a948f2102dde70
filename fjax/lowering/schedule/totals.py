"""What reductions add up, and the stores: the statements from which a builder makes nests."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.scalar import Expr
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import Access, Mode, Statement, Store, Stride, Unsupported
from fjax.lowering.kernel.indexing import LoopAxis
from fjax.lowering.kernel.places import Carries, Read, Scope, Table
from fjax.lowering.kernel.values import combine, widened
from fjax.lowering.schedule.schedule import Schedule, Total, Write, everything


class Block(NamedTuple):
    """A block of rows: its number's share of the rows' axis, and how many rows it has."""

    term: tuple[int, int]
    extent: Expr


def items(totals: Sequence[Total]) -> list[tuple[Total, int]]:
    """The parts of totals: of complex ones two."""
    return [(t, k) for t in totals for k in range(len(t.values))]


class Totals:
    """Writes the loops of reductions, and stores, at the place of a scope."""

    def __init__(self, schedule: Schedule):
        self.s = schedule
        self.table = Table()
        self.saved: tuple[Expr, Write] | None = None
        self.block: Block | None = None
        self.partial: dict[Expr, Write] = {}  # where the totals across rows are
        self.row_totals: list[Total] = []
        self.side_totals: list[Total] = []
        self.nested_totals: dict[Expr, Total] = {}

    def _needs(self, t: Total, others: Sequence[Total]) -> bool:
        leaves = {leaf for o in others for leaf in o.leaves}
        return any(x in leaves for x in self._below(t.values))

    def _below(self, roots: Sequence[Expr]) -> list[Expr]:
        """Every node below, those inside nested reductions included."""
        found: list[Expr] = []
        pending = list(roots)
        seen: set[Expr] = set()
        while pending:
            more = everything(pending, seen)
            found += more
            pending = [
                v
                for x in more
                if x in self.nested_totals
                for v in self.nested_totals[x].values
                if v not in seen
            ]
        return found

    def _totals(
        self, group: list[Total], axes: list[LoopAxis], modes: list[Mode], scope: Scope
    ) -> list[Statement]:
        """Loops that reduce several operands at once; binds their results in the scope."""

        def body(inside: Scope) -> tuple[list[Statement], list[Expr]]:
            operands = [widened(v) for t in group for v in t.values]
            statements = self._nested(operands, inside)
            if saves and self.saved is not None:
                node, write = self.saved
                access = inside.access(write.buffer, write.position)
                statements.append(Store(access, inside.place(node)))
            return statements, [inside.place(x) for x in operands]

        saves = (
            self.saved is not None
            and not self.table.stored
            and tuple(axes) == self.s.inner
            and any(self.saved[0] in scalar.order(t.values) for t in group)
        )
        statement, results = scope.loops(axes, modes, body, self._carries(group))
        if saves and self.saved is not None:
            node, write = self.saved
            self.table.stored[node] = Read(write.buffer, write.position, None, node.dtype)
        for (t, k), x in zip(items(group), results, strict=True):
            scope.results[t.leaves[k]] = scalar.convert(x, t.leaves[k].dtype)
        return statement

    def _carries(self, totals: Sequence[Total]) -> Carries:
        return [(t.reduction.monoid, self._identity(t, k)) for t, k in items(totals)]

    def _identity(self, t: Total, part: int) -> Expr:
        dtype = dtypes.widened(t.values[part].dtype)
        if part == 1:
            return scalar.const(0, dtype)
        return scalar.const(t.reduction.eqn.op.identity(dtype), dtype)

    def _nested(self, roots: Sequence[Expr], scope: Scope) -> list[Statement]:
        """Statements for the reductions that the expressions need at this place."""
        if not self.nested_totals:
            return []
        statements: list[Statement] = []
        for x in everything(roots):
            t = self.nested_totals.get(x)
            if t is None or x in scope.results:
                continue
            statements += self._nested(t.values, scope)
            statements += self._totals([t], list(t.axes), [Mode.SERIAL] * len(t.axes), scope)
        return statements

    def _partial_access(self, t: Total, part: int, scope: Scope) -> Access:
        """Where a block's partial result is."""
        w = self.partial[t.leaves[part]]
        position = w.position.parts(len(w.values))[part]
        if position.atoms:
            raise Unsupported("partial results are not walked in order")
        access = scope.access(w.buffer, position)
        if self.block is None:
            return access
        width = math.prod(a.extent for a in w.level) * len(w.values)
        step = self.table.slot(("partial", w.buffer), width)
        return replace(access, strides=(Stride(self.block.term[0], step), *access.strides))

    def _partial_store(self, t: Total, part: int, scope: Scope, value: Expr) -> Store:
        access = self._partial_access(t, part, scope)
        return Store(access, scalar.convert(value, t.leaves[part].dtype))

    def _accumulate(self, t: Total, part: int, places: Sequence[Scope]) -> Store:
        """partial[column] = partial[column] combined with the values in some rows."""
        value, dtype = widened(t.values[part]), t.leaves[part].dtype
        if value.dtype != dtype:
            raise Unsupported("partial results of this dtype would be rounded row by row")
        access = self._partial_access(t, part, places[0])
        values = [p.place(value) for p in places]
        while len(values) > 1:
            pairs = zip(values[::2], values[1::2], strict=True)
            values = [combine(t.reduction.monoid, a, b) for a, b in pairs]
        return Store(access, combine(t.reduction.monoid, kernels.load(access, dtype), values[0]))

    def _every_store(self, writes: Sequence[Write], scope: Scope) -> list[Statement]:
        """Stores at every position along the axes that are spelled out."""
        chosen = self.s.chosen
        once = [w for w in writes if not w.level & set(chosen)]
        rest = [w for w in writes if w not in once]
        statements = self._stores(once, scope)
        for position in itertools.product(*(range(a.extent) for a in chosen)):
            inside = scope
            for a, k in zip(chosen, position, strict=True):
                inside = inside.inside(a, (), scalar.const(k, np.int64))
            statements += self._stores(rest, inside)
        return statements

    def _stores(self, writes: Sequence[Write], scope: Scope) -> list[Statement]:
        statements = self._nested([v for w in writes for v in w.values], scope)
        for w in writes:
            for p, v in zip(w.position.parts(len(w.values)), w.values, strict=True):
                access, index = scope.address(w.buffer, p)
                statements.append(Store(access, scope.place(v), index))
        return statements
