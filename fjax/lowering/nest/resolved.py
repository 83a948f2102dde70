"""From a nest to values that are resolved to loads, whose positions are sums over axes of loops."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from fjax.core import scalar
from fjax.core.ir import Jaxpr, Var
from fjax.core.roles import cumulative
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.demands import Demand, physical
from fjax.lowering.fuse.nest import Nest, replay
from fjax.lowering.kernel.address_lowering import Position, Read
from fjax.lowering.kernel.index_arithmetic import (
    Index,
    LoopAxis,
    affine,
    axes_in,
    integer,
    ravel,
    shape_free,
    unravel,
)
from fjax.lowering.kernel.numbers import parts
from fjax.lowering.machine import Machine


class Resolved:
    """A nest whose values are resolved to loads.

    splits: axes of the nest by the axes that they became, so that positions divide by nothing.
    """

    def __init__(self, body: Jaxpr, machine: Machine, update: bool, nest: Nest | None):
        self.body, self.machine = body, machine
        self.nest: Nest = replay(body, machine, update) if nest is None else nest
        self.computed: dict[Expr, Expr] = {}  # parts of positions: freed of sizes
        self.splits: dict[LoopAxis, Expr] = {}  # axes of the nest: by the axes they became
        self.parts: dict[LoopAxis, tuple[LoopAxis, ...]] = {}  # ... and these axes
        self._merge_rows()
        self._turn_around()
        self._resolve()
        while self._split_more():  # axes get shorter
            self._resolve()

    # ---- resolving demands

    def _resolve(self) -> None:
        self.buffers: dict[Var, int] = {v: k for k, v in enumerate(self.body.invars)}
        self.values: dict[Expr, Expr] = {}
        self.reads: dict[tuple, Expr] = {}
        self.places: dict[tuple, Position] = {}  # one for reads under different masks
        by_var: dict[Var, list[Demand]] = {}
        for d in self.nest.definitions:
            by_var.setdefault(d.var, []).append(d)
        for eqn in self.body.eqns:
            for d in by_var.get(eqn.outvars[0], ()):
                self._resolve_definition(d)

    def _resolve_definition(self, d: Demand) -> None:
        leaves = parts(d.value)
        if leaves[0] in self.values:
            return
        for leaf, part in zip(leaves, parts(self.nest.definitions[d]), strict=True):
            self.values[leaf] = self.resolve(part)

    def resolve(self, x: Expr) -> Expr:
        """The expression with demands replaced by what they are, and axes by their parts."""
        mapping: dict[Expr, Expr] = {}
        for node in scalar.order((x,)):
            if node.op is not Op.LEAF:
                continue
            if type(node.extra) is Demand:
                mapping[node] = self._value(node)
            elif type(node.extra) is LoopAxis and node.extra in self.splits:
                mapping[node] = self.splits[node.extra]
        return scalar.substitute((x,), mapping)[0] if mapping else x

    def _value(self, leaf: Expr) -> Expr:
        """What a demand is: computed here, or read. Indices may need values of later equations."""
        known = self.values.get(leaf)
        if known is not None:
            return known
        whole = leaf.extra._replace(part=0)
        if whole in self.nest.definitions:
            self._resolve_definition(whole)
            return self.values[leaf]
        found = self.values[leaf] = self._read(leaf)  # once: positions share what they read
        return found

    def _read(self, leaf: Expr) -> Expr:
        d: Demand = leaf.extra
        position = self.position(d.place, d.var.aval.shape)
        if physical(d.var).kind == "c":
            position = self.places.setdefault((d.var, position.key), position).part(d.part)
        mask = None if d.mask is None else self.resolve(d.mask)
        buffer = self.buffers[d.var]
        position = self.places.setdefault((buffer, position.key), position)
        key = (buffer, position, mask)
        found = self.reads.get(key)
        if found is None:
            read = Read(buffer, position, mask, leaf.dtype)
            found = self.reads[key] = scalar.leaf(read, leaf.dtype)
        return found

    def position(self, index: Index, shape: tuple[int, ...]) -> Position:
        """Where an index leads in a row-major array."""
        if any(True for _ in index):
            index = tuple([self.resolve(i) for i in index])
        return Position.of(ravel(index, shape), self._freed)

    def _freed(self, computed: Expr) -> Expr:
        """A computed part of a position freed of sizes, once, so that equal ones stay equal."""
        if computed not in self.computed:
            self.computed[computed] = shape_free(computed)
        return self.computed[computed]

    def level(self, exprs: Iterable[Expr]) -> frozenset[LoopAxis]:
        """The axes that expressions depend on."""
        return frozenset(axes_in([self.resolve(x) for x in exprs]))

    def dependencies(self, roots: Iterable[Expr]) -> set[LoopAxis]:
        """The axes that expressions depend on, through loads as well."""
        found: set[LoopAxis] = set()
        for x in everything(roots):
            if type(x.extra) is LoopAxis:
                found.add(x.extra)
            elif type(x.extra) is Read:
                found.update(x.extra.position.strides)
        return found

    # ---- splitting axes so that divisions disappear

    def _split_more(self) -> bool:
        """Split axes that some position divides; whether any was."""
        wanted: dict[LoopAxis, int] = {}
        for leaf in self.reads.values():
            for atom in leaf.extra.position.atoms:
                for node in scalar.order((atom,)):
                    axis, n = _division_of_axis(node)
                    if axis is not None and not self._fixed(axis) and axis.extent % n == 0:
                        wanted[axis] = min(n, wanted.get(axis, n))
        for axis, n in wanted.items():
            high = LoopAxis(axis.extent // n, axis.name + "a")
            low = LoopAxis(n, axis.name + "b")
            self._replace(axis, (high, low), high.expr * n + low.expr)
        return bool(wanted)

    def _merge_rows(self) -> None:
        """Blocked rows that several axes walk become one axis."""
        outer = self.nest.outer or ()
        self.rows: LoopAxis | None = None
        if self.nest.rows is None or not outer:
            return
        self.rows = outer[0]
        if len(outer) == 1:
            return
        lengths = [a.extent for a in outer]
        self.rows = LoopAxis(math.prod(lengths), "rows")
        for a, part in zip(outer, unravel(affine(self.rows.expr), lengths), strict=True):
            self.splits[a] = part
            self.parts[a] = (self.rows,) if a is outer[0] else ()

    def _turn_around(self) -> None:
        """Walk the axis of a reversed cumulative operation from its end."""
        self.running: LoopAxis | None = None
        eqn = self.nest.cumulative
        if eqn is None:
            return
        op = cumulative(eqn.op)
        axis = self.running = self.nest.space[op.axis]
        if op.reverse:
            self.running = LoopAxis(axis.extent, "back")
            self.splits[axis] = scalar.const(axis.extent - 1, np.int64) - self.running.expr
            self.parts[axis] = (self.running,)

    def _fixed(self, axis: LoopAxis) -> bool:
        """Axes of blocked rows, and that of a cumulative operation, stay whole."""
        return axis is self.rows or axis is self.running

    def _replace(self, axis: LoopAxis, parts: tuple[LoopAxis, ...], value: Expr) -> None:
        for known, old in list(self.splits.items()):
            (self.splits[known],) = scalar.substitute((old,), {axis.expr: value})
        self.splits[axis] = value
        self.parts[axis] = parts

    def refine(self, axes: Iterable[LoopAxis]) -> tuple[LoopAxis, ...]:
        """The parts of axes, in order."""
        found: list[LoopAxis] = []
        for a in axes:
            found += self.refine(self.parts[a]) if a in self.parts else (a,)
        return tuple(found)


def everything(roots: Iterable[Expr], seen: set[Expr] | None = None) -> list[Expr]:
    """Every node below, what loads need for their addresses and masks included; operands first."""
    seen = set() if seen is None else seen
    found: list[Expr] = []
    for x in scalar.order(roots):
        if x in seen:
            continue
        seen.add(x)
        if type(x.extra) is Read:
            read: Read = x.extra
            more = [*read.position.atoms, *([] if read.mask is None else [read.mask])]
            found += everything(more, seen)
        found.append(x)
    return found


def _division_of_axis(node: Expr) -> tuple[LoopAxis | None, int]:
    """(axis, n) if the node is axis // n or axis % n."""
    if node.op not in (Op.DIV, Op.REM) or node.args[0].op is not Op.LEAF:
        return None, 0
    axis, n = node.args[0].extra, integer(node.args[1])
    return (axis, n) if type(axis) is LoopAxis and n else (None, 0)
