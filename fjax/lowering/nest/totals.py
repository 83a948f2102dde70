"""The reductions of a nest, by the loops in which they run, and these loops."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr
from fjax.lowering.kernel.address_lowering import Carries, LoopScope, Read
from fjax.lowering.kernel.form import Mode, Statement, Store, Unsupported
from fjax.lowering.kernel.index_arithmetic import LoopAxis
from fjax.lowering.kernel.numbers import combine, widened
from fjax.lowering.nest.iteration_order import Axes, IterationOrder, Total, Write, everything
from fjax.lowering.nest.stored_values import Stored, Stores


class Totals(NamedTuple):
    """The reductions of a nest by where they run."""

    row: list[Total]  # over the inner axes, once for each row
    side: list[Total]  # across the rows; nothing in the kernel reads their results
    nested: dict[Expr, Total]  # inside the innermost loop, by the leaves that stand for them

    @classmethod
    def of(cls, s: IterationOrder) -> Totals:
        """Those of this nest; raises Unsupported if there is no place for one."""
        outer, inner = frozenset(s.outer), frozenset(s.inner)
        found = cls([], [], {})
        for t in s.totals:
            axes = frozenset(t.axes)
            if t.level <= outer and not axes & outer:
                found.row.append(t)
            elif not t.reduction.consumed and axes & outer and axes >= outer:
                found.side.append(t)
            elif not axes & (outer | inner):
                found.nested.update(dict.fromkeys(t.leaves, t))
            else:
                raise Unsupported("a reduction does not fit the kernel's loops")
        if any(t.level != outer for t in found.row):
            raise Unsupported("a reduction's rows are not the kernel's")
        return found

    def results(self, writes: Sequence[Write]) -> list[Write]:
        """The outputs that are no partial results."""
        partial = {leaf for t in self.side for leaf in t.leaves}
        return [w for w in writes if partial.isdisjoint(w.values)]

    def are_columns(self, writes: Sequence[Write]) -> bool:
        """Whether totals of columns are all that is wanted."""
        columns = all(t.level for t in self.side)
        return columns and not (self.row or self.nested or self.results(writes))

    def passes(self, without: Sequence[Total] = ()) -> Iterator[tuple[Axes, list[Total]]]:
        """The reductions of a row that run together, and their axes, in the order in which they do.

        `without`: those that something else makes.
        """
        waiting = [t for t in self.row if t not in without]
        while waiting:
            ready = [t for t in waiting if not self.needs(t, waiting)]
            if not ready:
                raise Unsupported("reductions of a row need each other")
            groups: dict[Axes, list[Total]] = {}
            for t in ready:
                groups.setdefault(t.axes, []).append(t)
            yield from groups.items()
            waiting = [t for t in waiting if t not in ready]

    def needs(self, t: Total, others: Sequence[Total]) -> bool:
        """Whether a reduction needs the result of another one."""
        return not self.needed(t.values).isdisjoint(leaf for o in others for leaf in o.leaves)

    def needed(self, roots: Sequence[Expr]) -> set[Expr]:
        """Every node below, those inside nested reductions included."""
        pending = list(roots)
        seen: set[Expr] = set()
        while pending:
            more = everything(pending, seen)
            nested = [self.nested[x] for x in more if x in self.nested]
            pending = [v for t in nested for v in t.values if v not in seen]
        return seen


def items(totals: Sequence[Total]) -> list[tuple[Total, int]]:
    """The parts of totals: of complex ones two."""
    return [(t, k) for t in totals for k in range(len(t.values))]


def inner_modes(axes: Sequence[LoopAxis], in_lanes: bool) -> list[Mode]:
    """How the loops along the axes of a row run."""
    modes = [Mode.SERIAL] * len(axes)
    if in_lanes and modes:
        modes[-1] = Mode.VECTOR
    return modes


def positions(axes: Sequence[LoopAxis], scope: LoopScope) -> Iterator[LoopScope]:
    """The scope at each position along axes that are written out."""
    for position in itertools.product(*(range(a.extent) for a in axes)):
        inside = scope
        for a, k in zip(axes, position, strict=True):
            inside = inside.inside(a, (), scalar.const(k, np.int64))
        yield inside


class Reductions:
    """Writes loops that reduce, and stores of what needs their results, at the place of a scope."""

    def __init__(self, order: IterationOrder, totals: Totals):
        self.s, self.totals = order, totals

    def of_row(
        self, scope: LoopScope, in_lanes: bool, stores: Stores = (), without: Sequence[Total] = ()
    ) -> list[Statement]:
        """Loops for the reductions of a row; those that may run together share a loop.

        `stores`: what those along the inner axes store, one after another, in place of what was
        there. `without`: reductions that another loop makes.
        """
        statements, left = list[Statement](), list(stores)
        for axes, group in self.totals.passes(without):
            stored = left.pop(0) if left and axes == self.s.inner else ()
            statements += self._loops(group, axes, inner_modes(axes, in_lanes), scope, stored)
        return statements

    def _loops(
        self,
        group: list[Total],
        axes: Sequence[LoopAxis],
        modes: Sequence[Mode],
        scope: LoopScope,
        stored: Sequence[Stored] = (),
    ) -> list[Statement]:
        """Loops that reduce several operands at once; binds their results in the scope.

        `stored`: values that they compute, and where they store these.
        """
        as_byte = _as_byte if modes and modes[-1] is Mode.VECTOR else lambda x: x
        carries = [(monoid, as_byte(first)) for monoid, first in self.carries(group)]

        def keep() -> None:
            for node, write in stored:
                scope.keep(node, Read(write.buffer, write.position, None, node.dtype))

        def body(inside: LoopScope) -> tuple[list[Statement], list[Expr]]:
            operands = [as_byte(widened(v)) for t in group for v in t.values]
            statements = self.nested(operands, inside)
            for node, write in stored:
                access = inside.access(write.buffer, write.position)
                statements.append(Store(access, inside.place(node)))
            if any(scope.keeps_in(write.buffer) for _, write in stored):
                keep()  # what was there is gone, and must not be read again
                inside.memo.clear()
            return statements, [inside.place(x) for x in operands]

        if scope.layout.unrolled.issuperset(axes):
            statements, results = self._written_out(group, axes, scope)
        else:
            statements, results = scope.loops(axes, modes, body, carries)
        keep()
        self.bind(group, results, scope)
        return statements

    def bind(self, totals: Sequence[Total], results: Sequence[Expr], scope: LoopScope) -> None:
        """Let what is computed in a scope read the results of totals."""
        for (t, k), x in zip(items(totals), results, strict=True):
            scope.results[t.leaves[k]] = scalar.convert(x, t.leaves[k].dtype)

    def _written_out(
        self, group: list[Total], axes: Sequence[LoopAxis], scope: LoopScope
    ) -> tuple[list[Statement], list[Expr]]:
        """As `_loops`, but unrolled: there is no loop, and each total is one expression."""
        statements: list[Statement] = []
        found: list[list[Expr]] = [[first] for _, first in self.carries(group)]
        for inside in positions(axes, scope):
            operands = [widened(v) for t in group for v in t.values]
            statements += self.nested(operands, inside)
            for values, x in zip(found, operands, strict=True):
                values.append(inside.place(x))
        pairs = zip(items(group), found, strict=True)
        return statements, [_all(t.reduction.monoid, values) for (t, _), values in pairs]

    def carries(self, totals: Sequence[Total]) -> Carries:
        """How the values of totals combine, and what with at first."""
        return [(t.reduction.monoid, self.identity(t, k)) for t, k in items(totals)]

    def identity(self, t: Total, part: int) -> Expr:
        """The initial value of a part of a total."""
        dtype = dtypes.widened(t.values[part].dtype)
        if part == 1:
            return scalar.const(0, dtype)
        return scalar.const(t.reduction.eqn.op.identity(dtype), dtype)

    def nested(self, roots: Sequence[Expr], scope: LoopScope) -> list[Statement]:
        """Statements for the reductions that the expressions need at this place."""
        if not self.totals.nested:
            return []
        statements: list[Statement] = []
        for x in everything(roots):
            t = self.totals.nested.get(x)
            if t is None or x in scope.results:
                continue
            statements += self.nested(t.values, scope)
            statements += self._loops([t], t.axes, [Mode.SERIAL] * len(t.axes), scope)
        return statements

    def every_store(self, writes: Sequence[Write], scope: LoopScope) -> list[Statement]:
        """Stores at every position along the axes that are written out."""
        axes = self.s.written_out
        once = [w for w in writes if not w.level & set(axes)]
        rest = [w for w in writes if w not in once]
        statements = self.stores(once, scope)
        for inside in positions(axes, scope):
            statements += self.stores(rest, inside)
        return statements

    def stores(self, writes: Sequence[Write], scope: LoopScope) -> list[Statement]:
        """Stores at the scope's place, and what they need."""
        statements = self.nested([v for w in writes for v in w.values], scope)
        for w in writes:
            where = None if w.mask is None else scope.place(w.mask)
            for p, v in zip(w.position.parts(len(w.values)), w.values, strict=True):
                access, index = scope.address(w.buffer, p)
                statements.append(Store(access, scope.place(v), index, where))
        return statements


def _as_byte(x: Expr) -> Expr:
    """A truth value as 0 or 1, so that vectors are combined as numbers are; others as they are."""
    return scalar.convert(x, np.int8) if x.dtype.kind == "b" else x


def _all(monoid: Monoid, values: list[Expr]) -> Expr:
    """The first value combined with one after another; extrema in pairs, which wait for less."""
    if monoid in (Monoid.MAX, Monoid.MIN) and len(values) > 1:
        values = values[1:]  # the first one is less, or more, than any
        while len(values) > 1:
            rest = values[len(values) // 2 * 2 :]
            pairs = zip(values[::2], values[1::2])
            values = [combine(monoid, a, b) for a, b in pairs] + rest
    return functools.reduce(lambda a, b: combine(monoid, a, b), values)
