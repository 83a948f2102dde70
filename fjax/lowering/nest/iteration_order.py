"""The iteration order of a kernel: its axes, totals and writes, and facts that decide its loops."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace

import numpy as np

from fjax.core import scalar, scalar_graph
from fjax.core.ir import Jaxpr, Var
from fjax.core.memo import cached_property
from fjax.core.roles import cumulative
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass
from fjax.lowering.fuse.element import Demand, DemandedOutput, Reduced, ReductionDemand, physical
from fjax.lowering.fuse.nest import Nest, replay
from fjax.lowering.kernel.address_lowering import Position, Read
from fjax.lowering.kernel.form import INDEX
from fjax.lowering.kernel.index_arithmetic import (
    Index,
    LoopAxis,
    SizeValue,
    affine,
    axes_in,
    ravel,
    shape_free,
    unravel,
)
from fjax.lowering.kernel.numbers import parts
from fjax.lowering.machine import Machine
from fjax.lowering.nest import strips
from fjax.lowering.nest.merged_comparisons import Comparison, comparisons, counts, recounted

Axes = tuple[LoopAxis, ...]
TRUE, ZERO = scalar.const(True, scalar.BOOL), scalar.const(0, INDEX)


@dataclass(eq=False)
class Total:
    """A reduction over loops: the operand's value, and the leaves that stand for the result."""

    reduction: ReductionDemand
    axes: Axes
    values: tuple[Expr, ...]  # one, or two for a complex operand
    leaves: tuple[Expr, ...]
    level: frozenset[LoopAxis]  # the axes that the result depends on


@dataclass(eq=False)
class Write:
    """A store of an output: the value's parts and where they go."""

    buffer: int
    position: Position
    values: tuple[Expr, ...]
    level: frozenset[LoopAxis]  # the axes that the place depends on
    dtype: np.dtype
    mask: Expr | None = None  # where there is no such element, nothing is stored


class IterationOrder:
    """What a kernel computes over which axes: a nest whose values are resolved to loads.

    outer, inner: the axes of the loops around a row, and along it; a map has rows of one element.
    written_out: axes that are unrolled and so have no loop. across: lanes hold elements that are
    not neighbours in the results' rows. totals, writes: what is reduced and stored. destination,
    update_mask: where the elements of an update go, and which of them do. separate: each inner axis
    of an update is an axis of the changed array, so different iterations change different elements.
    splits: axes of the nest, in terms of the axes that replace them so that no position divides.

    `LoopChoice` chooses the first four again (`walked`).
    """

    def __init__(
        self, body: Jaxpr, machine: Machine, update: bool = False, nest: Nest | None = None
    ):
        nest = replay(body, machine, update) if nest is None else nest
        self.body, self.machine, self.nest = body, machine, nest
        self.computed: dict[Expr, Expr] = {}  # parts of positions: freed of sizes
        self.splits: dict[LoopAxis, Expr] = {}  # axes of the nest: by the axes they became
        self.parts: dict[LoopAxis, tuple[LoopAxis, ...]] = {}  # ... and these axes
        self.end: Expr | None = None  # where a split axis has elements
        self.counted: dict[Expr, Position] = {}  # sums over axes in values, while axes are merged
        self._merge_rows()
        self._turn_around()
        self._resolve()
        while self._split_more():  # axes get shorter
            self._resolve()
        self.written_out, self.across = Axes(), False
        self.destination: Write | None = None
        self.update_mask: Expr | None = None
        self.separate = False
        if update:
            self._place_update()
        elif nest.outer is None:
            self.outer, self.inner = self._free_split()
        else:
            self.outer, self.inner = self.refine(nest.outer), self.refine(nest.inner)
        self.totals = [self._total(r) for r in nest.reductions.values()]
        self.writes = [self._write(k, o) for k, o in enumerate(nest.outputs)]
        if self.end is not None:
            strips.cut_off(self.end, [leaf.extra for leaf in self.reads.values()], self.writes)
        self._collapse()

    def walked(
        self, outer: Axes, inner: Axes = (), written_out: Axes = (), across: bool = False
    ) -> IterationOrder:
        """The same along axes that are chosen again."""
        found = copy(self)
        found.outer, found.inner = outer, inner
        found.written_out, found.across = written_out, across
        return found

    def _free_split(self) -> tuple[Axes, Axes]:
        """(outer, inner) where nothing is fixed per row: what reductions run over is inner."""
        reductions = self.nest.reductions.values()
        inner = next((set(r.axes) for r in reductions if not r.consumed), set())
        space = self.nest.space
        return (
            self.refine(a for a in space if a not in inner),
            self.refine(a for a in space if a in inner),
        )

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
        for node in scalar_graph.order((x,)):
            if node.op is not Op.LEAF:
                continue
            if type(node.extra) is Demand:
                mapping[node] = self._value(node)
            elif type(node.extra) is LoopAxis and node.extra in self.splits:
                mapping[node] = self.splits[node.extra]
        return scalar_graph.substitute((x,), mapping)[0] if mapping else x

    def _value(self, leaf: Expr) -> Expr:
        """The value of a demand: computed here, or read. An index may need later equations."""
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
        chosen = [*self.values.values()] if self._is_map else []
        for axis, n in strips.divided([leaf.extra for leaf in self.reads.values()], chosen):
            if axis.extent > n and not self._fixed(axis) and self._splits(axis, n):
                wanted[axis] = min(n, wanted.get(axis, n))
        for axis, n in wanted.items():
            high, low, end = strips.split(axis, n)
            self._replace(axis, (high, low), high.expr * n + low.expr)
            self.end = self.end if end is None else end
        return bool(wanted)

    @property
    def _is_map(self) -> bool:
        nest = self.nest
        return nest.outer is nest.cumulative is nest.update is None and not nest.reductions

    def _splits(self, axis: LoopAxis, n: int) -> bool:
        """Whether to split an axis into strips of n elements. The last one may be shorter."""
        if axis.extent % n == 0:
            return True
        size = min([physical(o.var).itemsize for o in self.nest.outputs], default=1)
        last = self._is_map and axis is self.nest.space[-1]
        return last and strips.pay(axis.extent, n, size, self.machine)

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
            (self.splits[known],) = scalar_graph.substitute((old,), {axis.expr: value})
        if self.end is not None:
            (self.end,) = scalar_graph.substitute((self.end,), {axis.expr: value})
        self.splits[axis] = value
        self.parts[axis] = parts

    def refine(self, axes: Iterable[LoopAxis]) -> tuple[LoopAxis, ...]:
        """The parts of axes, in order."""
        found: list[LoopAxis] = []
        for a in axes:
            found += self.refine(self.parts[a]) if a in self.parts else (a,)
        return tuple(found)

    # ---- totals and writes

    def _total(self, r: ReductionDemand) -> Total:
        leaves = parts(Reduced(Demand(r.eqn.outvars[0], r.place, r.mask)).value)
        level = self.level([*r.place, *([] if r.mask is None else [r.mask])])
        values = tuple(self.resolve(v) for v in parts(r.operand))
        return Total(r, self.refine(r.axes), values, leaves, level)

    def _write(self, number: int, o: DemandedOutput) -> Write:
        v = o.var
        values = tuple(self.resolve(x) for x in parts(Demand(v, o.place, None).value))
        shape = v.aval.shape
        reduction = self.nest.reductions.get((v, o.place, None))
        if reduction is not None and reduction.rows is not None:
            shape = shape[1:]
        position = self.position(o.place, shape)
        return Write(
            len(self.body.invars) + number, position, values, self.level(o.place), physical(v)
        )

    def _place_update(self) -> None:
        """Where the elements of an update go; axes that decide on the place are outer ones."""
        update = self.nest.update
        assert update is not None
        (v,) = update.eqn.outvars
        position = self.position(update.target, v.aval.shape)
        values = tuple(self.resolve(x) for x in parts(update.value))
        mask = None if update.mask is None else self.resolve(update.mask)
        self.update_mask = mask
        self.destination = Write(
            0, position, values, frozenset(self.refine(self.nest.space)), physical(v)
        )
        roots = [*position.atoms, *([] if mask is None else [mask])]
        deciding = self.dependencies(roots)
        axes = self.refine(self.nest.space)
        self.outer = tuple(a for a in axes if a in deciding or not position.strides.get(a))
        self.inner = tuple(a for a in axes if a not in self.outer)
        target = [self.resolve(i) for i in update.target]
        along = [i for i in target if axes_in([i]) & set(self.inner)]
        self.separate = bool(along) and {i.extra for i in along} == set(self.inner)
        if self.inner and len(values) == 2:
            self._walk_parts(values)

    def _walk_parts(self, values: tuple[Expr, ...]) -> None:
        """Where complex elements are copied, make their two parts an axis of the kernel."""
        found = {x: key for key, x in self.reads.items() if x in values}
        if len(found) < 2:
            return
        real, imaginary = (x.extra for x in values)
        first, second = real.position, imaginary.position
        assert self.destination is not None
        steps = [p.strides.get(self.inner[-1]) for p in (self.destination.position, first)]
        if steps != [1, 2]:  # whole elements, and parts
            return
        if (real.buffer, real.mask) != (imaginary.buffer, imaginary.mask) or not (
            first.whole is second.whole is not None and first.offset + 1 == second.offset
        ):
            return
        part = LoopAxis(2, "part")
        for key in found.values():
            del self.reads[key]
        read = Read(real.buffer, first.along(part), real.mask, real.dtype)
        value = self.reads[read.buffer, read.position, read.mask] = scalar.leaf(read, real.dtype)
        w = self.destination
        position = w.position.part(0).along(part)
        self.destination = replace(w, position=position, values=(value,), level=w.level | {part})
        self.inner = (*self.inner, part)

    # ---- collapsing

    def _collapse(self) -> None:
        """Merge neighbouring axes that every access walks as one; an index of an axis of 1 is 0."""
        ones = [a for a in (*self.outer, *self.inner) if a.extent == 1]
        if ones:
            self._substitute({a.expr: ZERO for a in ones})
        self.outer = self._collapse_group(self.outer)
        self.inner = self._collapse_group(self.inner)
        self._collapse_blocks()

    def _collapse_blocks(self) -> None:
        """Walk a block of rows as one row where nothing asks for a row: few lanes stay empty."""
        self.block_rows = self.nest.rows
        if self.block_rows is None or len(self.outer) != 1 or len(self.inner) != 1:
            return
        (rows,), (row,) = self.outer, self.inner
        if self._collapsible(rows, row, self._axes_in_values(())):
            merged, _ = self._merge(rows, row, {})
            self.outer, self.inner = (merged,), ()
            self.block_rows *= row.extent

    def _positions(self) -> list[Position]:
        reads = {id(leaf.extra): leaf.extra.position for leaf in self.reads.values()}
        stored = self.writes if self.destination is None else [self.destination]
        return [*reads.values(), *self.counted.values(), *(w.position for w in stored)]

    def _values(self) -> list[Expr]:
        """The expressions that values and masks are computed from."""
        found: list[Expr] = [v for t in self.totals for v in t.values]
        found += [v for w in self.writes for v in w.values]
        if self.destination is not None:
            found += self.destination.values
            found += [] if self.update_mask is None else [self.update_mask]
        masks = [leaf.extra.mask for leaf in self.reads.values()]
        masks += [w.mask for w in self.writes]
        return found + [m for m in masks if m is not None]

    def _axes_in_values(self, compared: Iterable[Expr]) -> set[LoopAxis]:
        """Axes that values, masks and computed indices need, except in comparisons and counts."""
        known = {**dict.fromkeys(compared, TRUE), **dict.fromkeys(self.counted, ZERO)}
        values = scalar_graph.substitute(self._values(), known)
        return axes_in([*values, *[x for p in self._positions() for x in p.atoms]])

    def _collapse_group(self, axes: Axes) -> Axes:
        if not axes:
            return axes
        found: list[LoopAxis] = []
        compared = comparisons(self._values())
        # (i * 8 + j) // 8 < 1 names j, which may merge with others.
        plain = {x: c.merged(c.axis, 1) for x, c in compared.items() if axes_in([x]) != {c.axis}}
        if plain:
            self._substitute(plain)
            compared = comparisons(self._values())
        self.counted = counts(self._values(), self._fixed)
        inside = self._axes_in_values(compared)
        inside |= {c.axis for c in compared.values() if self._fixed(c.axis)}
        for b in axes:
            among = {c.axis for c in compared.values()}
            if among and found and (axes is self.outer and len(found) == 1 or self._is_short(b)):
                among -= {found[-1]}
            if found and self._collapsible(found[-1], b, inside | among):
                found[-1], compared = self._merge(found[-1], b, compared)
            else:
                found.append(b)
        counted, self.counted = self.counted, {}
        self._substitute(recounted(counted))
        return tuple(found)

    def _is_short(self, axis: LoopAxis) -> bool:
        """Whether an axis is so short that rows are cut where values compare it."""
        return axis.extent < self.machine.limits.compared_rows

    def _collapsible(self, a: LoopAxis, b: LoopAxis, stay: set[LoopAxis]) -> bool:
        if a in stay or b in stay:
            return False
        for t in self.totals:
            if (a in t.level) != (b in t.level) or (a in t.axes) != (b in t.axes):
                return False
        for w in self.writes:
            if (a in w.level) != (b in w.level):
                return False
        if a.extent == 1 or b.extent == 1:
            return True
        return all(p.strides.get(a, 0) == p.strides.get(b, 0) * b.extent for p in self._positions())

    def _merge(
        self, a: LoopAxis, b: LoopAxis, compared: dict[Expr, Comparison]
    ) -> tuple[LoopAxis, dict[Expr, Comparison]]:
        """The axis that two become, and the comparisons that there are then."""
        merged = LoopAxis(a.extent * b.extent, a.name + b.name)
        for p in self._positions():
            first, second = p.strides.pop(a, 0), p.strides.pop(b, 0)
            stride = first if b.extent == 1 else second
            if stride:
                p.strides[merged] = stride
        for t in self.totals:
            t.level = _renamed(t.level, a, b, merged)
            if a in t.axes:
                t.axes = tuple(merged if x is a else x for x in t.axes if x is not b)
        for w in self.writes:
            w.level = _renamed(w.level, a, b, merged)
        changed = {x: c.merged(merged, b.extent) for x, c in compared.items() if c.axis is a}
        if not changed:
            return merged, compared
        self._substitute(changed)
        return merged, comparisons(self._values())

    def last_as_one(self) -> Axes:
        """The last outer axes that every access walks as one, though values ask where they are."""
        stay = axes_in([x for p in self._positions() for x in p.atoms])
        stay.update(a for t in self.totals for a in t.axes)
        stay.update(a for a in self.outer if self._fixed(a))
        found: Axes = ()
        inside: LoopAxis | None = None  # the last one of several elements: one of 1 has no strides
        for a in reversed(self.outer):
            if a in stay or (inside is not None and not self._collapsible(a, inside, stay)):
                break
            found = (a, *found)
            if inside is None or a.extent != 1:
                inside = a
        return found

    def flattened(self, axes: Axes) -> IterationOrder:
        """The same with the last outer axes as one: values compute where they are along each."""
        merged, *rest = axes
        for a in rest:
            merged, _ = self._merge(merged, a, {})
        where: dict[Expr, Expr] = {}
        place = merged.expr
        for a in reversed(axes):
            size = scalar.leaf(SizeValue(a.extent), INDEX)
            where[a.expr] = place if a is axes[0] else Expr(Op.REM, (place, size), INDEX)
            place = Expr(Op.DIV, (place, size), INDEX)
        self._substitute(where)
        return self.walked((*self.outer[: -len(axes)], merged), self.inner, self.written_out)

    def _substitute(self, changed: Mapping[Expr, Expr]) -> None:
        """Put other parts into values and masks."""
        whole: list[Total | Write] = [*self.totals, *self.writes]
        whole += [] if self.destination is None else [self.destination]
        for x in whole:
            x.values = scalar_graph.substitute(x.values, changed)
        if self.update_mask is not None:
            (self.update_mask,) = scalar_graph.substitute((self.update_mask,), changed)
        for x in [*self.writes, *[leaf.extra for leaf in self.reads.values()]]:
            if x.mask is not None:
                (x.mask,) = scalar_graph.substitute((x.mask,), changed)

    # ---- facts

    def lies_apart(self, axis: LoopAxis) -> bool:
        """Whether neighbours along an axis lie apart in all that is read or written along it."""
        steps = [abs(p.strides[axis]) for p in self._positions() if axis in p.strides]
        return all(step > 2 for step in steps)  # the parts of a complex number lie side by side

    def elements(self) -> int:
        """How often the innermost loop's body runs."""
        axes = {*self.outer, *self.inner, *self.written_out}  # inner ones may be written out
        return math.prod(a.extent for a in axes)

    @cached_property
    def work(self) -> int:
        """Rough instructions."""
        return self.elements() * max(self.cost(self.roots()), 1) // 4

    def is_contiguous_inside(self) -> bool:
        """Whether neighbours in a row lie together, rather than those in a column."""
        return self.contiguity(self.inner[-1]) >= self.contiguity(self.outer[-1])

    def contiguity(self, axis: LoopAxis) -> int:
        """How many accesses are contiguous along this axis, less those that stride along it.

        If there are inner axes, only accesses along them count. The others happen once a row.
        """
        count, inner = 0, set(self.inner)
        for p in self._positions():
            stride = p.strides.get(axis, 0)
            if not inner or not inner.isdisjoint(p.strides):
                count += (stride == 1) - (stride > 1)
        return count

    def roots(self) -> list[Expr]:
        """What is computed for an element: operands of totals, and what is stored."""
        return [v for t in self.totals for v in t.values] + [
            v for w in self.writes for v in w.values
        ]

    def cost(self, roots: Sequence[Expr]) -> int:
        """Vector instructions of an element's values, loads included."""
        costs, nodes = self.machine.costs, scalar_graph.order(roots)
        return costs.total(nodes) + costs.load * sum(x.op is Op.LEAF for x in nodes)

    def is_walked_alike(self, axis: LoopAxis) -> bool:
        """Whether all that is read or written has the same step along an axis.

        Then vectors along it, or along it and other axes, are stored without shuffles.
        """
        return len(set(self.strides(axis))) == 1

    def strides(self, axis: LoopAxis) -> list[int]:
        """The steps along an axis of all that is read or written; between rows of complex numbers
        in parts of these.
        """
        parts = {id(w.position): len(w.values) for w in self.writes}
        steps = [(p.strides.get(axis, 0), parts.get(id(p), 1)) for p in self._positions()]
        return [step * count if abs(step) > 1 else step for step, count in steps]

    def choices(self, axis: LoopAxis) -> int:
        """From how many values the position along an axis selects; 0 if it selects none."""
        values = [v for w in self.writes for v in w.values]
        chosen = [x.args[0] for x in scalar_graph.order(values) if x.op is Op.SELECT]
        choices = sum(
            x.dtype.kind == "b" != x.args[0].dtype.kind and axis.expr in scalar_graph.order([x])
            for x in scalar_graph.order(chosen)
            if x.args
        )
        return choices + 1 if choices else 0

    def is_full(self, w: Write) -> bool:
        """Whether an output has elements of its own along the inner axes."""
        return bool(w.level & set(self.inner)) or not self.inner


def everything(roots: Iterable[Expr], seen: set[Expr] | None = None) -> list[Expr]:
    """Every node below, what loads need for their addresses and masks included; operands first."""
    seen = set() if seen is None else seen
    found: list[Expr] = []
    for x in scalar_graph.order(roots):
        if x in seen:
            continue
        seen.add(x)
        if type(x.extra) is Read:
            read: Read = x.extra
            more = [*read.position.atoms, *([] if read.mask is None else [read.mask])]
            found += everything(more, seen)
        found.append(x)
    return found


def _renamed(
    level: frozenset[LoopAxis], a: LoopAxis, b: LoopAxis, merged: LoopAxis
) -> frozenset[LoopAxis]:
    return (level - {a, b}) | {merged} if a in level else level
