"""What reductions add up, and the stores: the statements from which a builder makes nests."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.fuse.fused import Unsupported, accumulator
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import COMBINE, Access, Mode, Statement, Store, Stride
from fjax.lowering.schedule.decided import decided
from fjax.lowering.schedule.indexing import LoopAxis
from fjax.lowering.schedule.placement import Placement, Scope, wide
from fjax.lowering.schedule.schedule import Schedule, Total, Write, complex_parts, everything


class Totals(Placement):
    """Writes the loops of reductions, and stores, at the place of a scope."""

    def __init__(self, schedule: Schedule):
        super().__init__(schedule)
        self.row_totals: list[Total] = []
        self.side_totals: list[Total] = []
        self.nested_totals: dict[Expr, Total] = {}

    def _needs(self, t: Total, others: Sequence[Total]) -> bool:
        leaves = {leaf for o in others for leaf in o.leaves}
        return any(x in leaves for x in self._below(t.values))

    def _below(self, roots: Sequence[Expr]) -> list[Expr]:
        """Every node below, those inside nested reductions included."""
        found: list[Expr] = []
        pending, seen = list(roots), set()  # type: ignore[var-annotated]
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
        items: list[tuple[Total, int]] = [(t, k) for t in group for k in range(len(t.values))]

        def body(inside: Scope) -> tuple[list[Statement], list[Expr]]:
            operands = [wide(t.values[k]) for t, k in items]
            statements = self._nested(operands, inside)
            if saves and self.saved is not None:
                node, write = self.saved
                access = self.access(write.buffer, write.position, inside)
                statements.append(Store(access, self.place(node, inside)))
            return statements, [self.place(x, inside) for x in operands]

        saves = (
            self.saved is not None
            and not self.is_saved
            and tuple(axes) == self.s.inner
            and any(self.saved[0] in scalar.order(t.values) for t in group)
        )
        carries = [(t.reduction.monoid, self._identity(t, k)) for t, k in items]
        statement, results = self._reduce(axes, modes, carries, scope, body)
        self.is_saved |= saves
        for (t, k), x in zip(items, results, strict=True):
            scope.results[t.leaves[k]] = scalar.convert(x, t.leaves[k].dtype)
        return statement

    def _identity(self, t: Total, part: int) -> Expr:
        dtype = accumulator(t.values[part].dtype)
        if part == 1:
            return scalar.const(0, dtype)
        return scalar.const(t.reduction.eqn.op.identity(dtype), dtype)  # type: ignore

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

    def _partial_access(
        self, w: Write, part: int, scope: Scope, block: tuple[int, int] | None
    ) -> Access:
        """Where a block's partial result is."""
        position = complex_parts(w.position)[part] if len(w.values) > 1 else w.position
        if position.atoms:
            raise Unsupported("partial results are not walked in order")
        access = self.access(w.buffer, position, scope)
        if block is None:
            return access
        width = math.prod(a.extent for a in w.level) * len(w.values)
        step = self.slot(("partial", w.buffer), width)
        return replace(access, strides=(Stride(block[0], step), *access.strides))

    def _partial_store(
        self,
        t: Total,
        part: int,
        partial: dict[Expr, Write],
        scope: Scope,
        block: tuple[int, int] | None,
        value: Expr,
    ) -> Store:
        w = partial[t.leaves[part]]
        access = self._partial_access(w, part, scope, block)
        return Store(access, scalar.convert(value, t.leaves[part].dtype))

    def _accumulate(
        self,
        t: Total,
        part: int,
        value: Expr,
        partial: dict[Expr, Write],
        places: Sequence[Scope],
        block: tuple[int, int] | None,
    ) -> Store:
        """partial[column] = partial[column] combined with the value in each of some rows."""
        w = partial[t.leaves[part]]
        dtype = t.leaves[part].dtype
        if wide(value).dtype != dtype:
            raise Unsupported("partial results of this dtype would be rounded row by row")
        access = self._partial_access(w, part, places[0], block)
        total = kernels.load(access, dtype)
        op, values = COMBINE[t.reduction.monoid], [self.place(wide(value), p) for p in places]
        while len(values) > 1:
            values = [
                Expr(op, (a, b), dtype) for a, b in zip(values[::2], values[1::2], strict=True)
            ]
        return Store(access, Expr(op, (total, values[0]), dtype))

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
        return decided(statements, self.words) if chosen else statements

    def _stores(self, writes: Sequence[Write], scope: Scope) -> list[Statement]:
        statements = self._nested([v for w in writes for v in w.values], scope)
        for w in writes:
            positions = complex_parts(w.position) if len(w.values) > 1 else (w.position,)
            for p, v in zip(positions, w.values, strict=True):
                access, index = self.access(w.buffer, p, scope), self.index(w.buffer, p, scope)
                statements.append(Store(access, self.place(v, scope), index))
        return statements
