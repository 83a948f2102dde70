"""The nest of a kernel: values that are demanded at indices over an iteration space.

A `Nest` grows from its outputs towards its inputs. Variables are demanded at indices, which are
expressions over loop axes. An equation that joins the nest is defined at each of these indices, and
then demands its operands. Equations must join in reverse program order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar, scalar_graph
from fjax.core.guarded import decided, known
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.roles import cumulative, reduction, update
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.element import (
    Before,
    ConsumedReduction,
    Demand,
    DemandedOutput,
    OperandView,
    Reduced,
    ReductionDemand,
    Refusal,
    StoredReduction,
    UpdateDemand,
    asked,
    checked,
    element,
    elementwise,
    literal,
    target,
)
from fjax.lowering.fuse.fused import BlockReduce, interleaved
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.kernel.index_arithmetic import (
    Index,
    LoopAxis,
    affine,
    axes_in,
    bijection,
    ravel,
    same_factors,
    shape_free,
    shape_free_parts,
    unravel,
)
from fjax.lowering.kernel.numbers import each
from fjax.lowering.machine import Machine


def _axes_behind(exprs: Sequence[Expr]) -> set[LoopAxis]:
    """The axes that expressions depend on, by the values that they read too."""
    read = [x.extra for x in scalar_graph.order(exprs) if type(x.extra) is Demand]
    return axes_in(exprs).union(
        *[_axes_behind([*d.place, *([] if d.mask is None else [d.mask])]) for d in read]
    )


class Nest:
    """The nest of one kernel, while fusion builds it."""

    def __init__(self, machine: Machine, readers: dict[Var, dict[Any, None]] | None = None):
        self.machine = machine
        self.space: tuple[LoopAxis, ...] = ()  # of the outputs and what they are made from
        self.outer: tuple[LoopAxis, ...] | None = None  # set once something is fixed per row
        self.inner: tuple[LoopAxis, ...] = ()
        self.demands: dict[Var, dict[tuple[Index, Expr | None], Any]] = {}  # values at places
        self.definitions: dict[Demand, Any] = {}
        self.reductions: dict[tuple, ReductionDemand] = {}
        self.outputs: list[DemandedOutput] = []
        self.eqns: list[Equation] = []
        self.members: set[Var] = set()
        self.rows: int | None = None  # block length of blocked reductions
        self.update: UpdateDemand | None = None
        self.cumulative: Equation | None = None
        self.recomputed = 0  # cost of what is computed more often than needed
        self.repeated = 0  # equations that other kernels compute, too
        self._params: dict[tuple[int, int], Any] = {}
        self._conditions: dict[Expr, Expr] = {}
        self._readers = {} if readers is None else readers

    # ---- demands

    def read(self, eqn: Equation, number: int, index: Index, mask: Expr | None) -> Any:
        """The value of an equation's operand at an index."""
        atom = eqn.invars[number]
        if isinstance(atom, Literal):
            key = (id(eqn), number)
            if key not in self._params:
                self._params[key] = literal(atom)
            return self._params[key]
        return self.demand(atom, index, mask if index else None)

    def operands(self, eqn: Equation, mask: Expr | None) -> list[OperandView]:
        """The operands as the equation's rule sees them."""
        return [
            OperandView(x.aval, partial(self.read, eqn, k), mask, self.condition)
            for k, x in enumerate(eqn.invars)
        ]

    def demand(self, var: Var, index: Index, mask: Expr | None) -> Any:
        """The value of a variable at an index, now demanded there."""
        known = self.demands.setdefault(var, {})
        found = known.get((index, mask))
        if found is None:
            found = known[index, mask] = Demand(var, index, mask).value
            self._readers.setdefault(var, {})[self] = None
        return found

    def condition(self, where: Expr) -> Expr:
        """A condition of an index map without literal sizes, the same one each time.

        The parts of a conjunction are treated in the same way, because values may be chosen by a
        part. The new conjunction may have other parts, so each part is kept with its own result.
        """
        if where not in self._conditions:
            freed, parts = shape_free_parts(where, self._conditions), [where]
            for part in parts:
                if part not in self._conditions:
                    self._conditions[part] = freed[part]
                    parts += part.args if part.op in (Op.AND, Op.NOT) else ()
        return self._conditions[where]

    def size(self) -> int:
        return math.prod([a.extent for a in self.space])

    # ---- joining

    def start(self, eqn: Equation) -> None:
        """Make the equation's result the first output."""
        (v,) = eqn.outvars
        if eqn.op.role is Role.REDUCTION:
            shape = eqn.invars[0].aval.shape
            self.space = tuple(LoopAxis(n, f"r{k}") for k, n in enumerate(shape))
        else:
            self.space = tuple(LoopAxis(n, f"i{k}") for k, n in enumerate(v.aval.shape))
        self.join_output(eqn)

    def start_update(self, eqn: Equation) -> None:
        """Make the kernel one that changes the equation's first operand in place."""
        op, name = update(eqn.op), eqn.op.name
        number, monoid = op.update_operand, op.monoid
        dtype = eqn.outvars[0].aval.dtype
        if monoid is not None and dtypes.widened(dtype) != dtype:
            raise Unsupported(f"{name} of {dtype.name} would round after each update")
        if monoid is not None and monoid is not Monoid.ADD and dtype.kind == "c":
            raise Unsupported(f"{name} of complex numbers does not act on the parts")
        shape = eqn.invars[number].aval.shape
        self.space = tuple(LoopAxis(n, f"i{k}") for k, n in enumerate(shape))
        index = tuple(a.expr for a in self.space)
        where, mask = target(eqn, index, self.operands(eqn, None))
        self.update = UpdateDemand(eqn, index, where, mask, self.read(eqn, number, index, None))
        self._demand_unread(eqn.invars[1:])
        self.eqns.append(eqn)
        self.members.add(eqn.outvars[0])

    def start_cumulative(self, eqn: Equation) -> None:
        """Make the kernel one that combines elements along an axis, one after another."""
        (v,), op = eqn.outvars, cumulative(eqn.op)
        self.cumulative = eqn
        self.space = tuple(LoopAxis(n, f"i{k}") for k, n in enumerate(v.aval.shape))
        self._set_outer(set(self.space) - {self.space[op.axis]})
        index = tuple(a.expr for a in self.space)
        self.demand(v, index, None)
        self.definitions[Demand(v, index, None)] = self._running(eqn, index)
        self._add_member(eqn)
        self.outputs.append(DemandedOutput(v, index))

    def _running(self, eqn: Equation, index: Index) -> Any:
        """The value that a monoid combines at an index, or the one computed from the one before."""
        if cumulative(eqn.op).monoid is not None:
            return self.read(eqn, 0, index, None)
        before = Before(eqn.outvars[0]).value
        value = asked(eqn, eqn.op.step, before, list(index), *self.operands(eqn, None))
        return each(lambda x: shape_free(x, self._conditions), checked(value, eqn, eqn.outvars[0]))

    @property
    def is_open(self) -> bool:
        """Whether the kernel may have further outputs."""
        return self.update is None and self.cumulative is None

    def inline(self, eqn: Equation) -> None:
        """Compute the equation's result wherever the nest demands it."""
        (v,) = eqn.outvars
        for index, mask in list(self.demands[v]):
            self.define(eqn, index, mask)
        self._add_member(eqn)

    def join_output(self, eqn: Equation) -> None:
        """Compute the equation's result wherever demanded, and store it."""
        (v,) = eqn.outvars
        if eqn.op.role is Role.REDUCTION and v not in self.demands:
            self._join_reduction(eqn)
            return
        index = self.store_index(v)
        if index is None:
            raise Unsupported(f"{eqn.op.name} has no place in the iteration space")
        level = axes_in(index)
        self.demand(v, index, None)
        self.inline(eqn)
        if level != set(self.space) and self.outer is None:
            self._set_outer(level)
        self.outputs.append(DemandedOutput(v, index))

    def _add_member(self, eqn: Equation) -> None:
        """Note that the kernel computes the equation."""
        if eqn.outvars[0] not in self.members:
            self.members.add(eqn.outvars[0])
            self.eqns.append(eqn)

    def store_index(self, v: Var) -> Index | None:
        """An index at which the nest meets every element of v exactly once."""
        shape = v.aval.shape
        if v in self.demands:
            for index, mask in self.demands[v]:
                if mask is None and self._stores_at(index, shape, v.aval.size):
                    return index
            return None
        if v.aval.size != self.size() or not same_factors(shape, [a.extent for a in self.space]):
            return None
        position = ravel([a.expr for a in self.space], [a.extent for a in self.space])
        return unravel(position, shape)

    def _stores_at(self, index: Index, shape: tuple[int, ...], size: int) -> bool:
        """Whether each element is met once at this index: once in the space, or once a row."""
        if tuple([x.extra for x in index]) == self.space:
            return size == self.size()
        axes = bijection(ravel(index, shape), size)
        if axes is None:
            return False
        level = set(axes) | axes_in(index)
        return level == set(self.space) or self._may_be_outer(level)

    def _may_be_outer(self, level: set[LoopAxis]) -> bool:
        """Whether these are the axes of the rows, or may become them."""
        if self.outer is not None:
            return level == set(self.outer)
        n = len(level)
        return level == set(self.space[:n]) and self._split_fits(self.space[:n], self.space[n:])

    def is_serial_with(self, v: Var) -> bool:
        """Whether storing v, too, would give threads few rows to share, with much work in each."""
        level = set(axes_in(self.store_index(v) or ()))
        if self.outer is not None or level == set(self.space):
            return False
        few = math.prod(a.extent for a in level) < self.machine.short_axis
        return few and self.size() > self.machine.serial_elements

    def _set_outer(self, level: set[LoopAxis]) -> None:
        """Have a row for each position along these axes."""
        self.outer = tuple(a for a in self.space if a in level)
        self.inner = tuple(a for a in self.space if a not in level)

    # ---- definitions

    def define(self, eqn: Equation, index: Index, mask: Expr | None) -> None:
        """What the equation's result is at an index."""
        op, (v,) = eqn.op, eqn.outvars
        defined = Demand(v, index, mask)
        if defined in self.definitions:
            return
        if op.role is Role.REDUCTION:
            value = self._reduce(eqn, index, mask)
        elif op.role is Role.ELEMENTWISE:
            places = [index if x.aval.shape else () for x in eqn.invars]
            value = elementwise(eqn, [self.read(eqn, k, p, mask) for k, p in enumerate(places)])
        else:
            value = element(eqn, index, self.operands(eqn, mask))
        if op.role is Role.INDEX:
            value = each(lambda x: shape_free(x, self._conditions), value)
            self._demand_unread(eqn.invars)
        self.definitions[defined] = value

    def _demand_unread(self, operands: Sequence[Atom]) -> None:
        """Demand operands that an index map never reads: they are inputs of the kernel's body."""
        for x in operands:
            if isinstance(x, Var) and x not in self.demands:
                self.demand(x, (scalar.const(0, np.int64),) * x.aval.ndim, None)

    def _reduce(self, eqn: Equation, index: Index, mask: Expr | None) -> Any:
        plan = self.plan_reduction(eqn, index, mask)
        if isinstance(plan, Refusal):
            raise Unsupported(plan.reason)
        self.outer, self.inner, self.space = plan.outer, plan.inner, plan.space
        return self._add_reduction(eqn, index, mask, plan.axes, plan.operand_place, consumed=True)

    def _add_reduction(
        self,
        eqn: Equation,
        index: Index,
        mask: Expr | None,
        axes: tuple[LoopAxis, ...],
        indices: Index,
        consumed: bool,
    ) -> Any:
        (v,) = eqn.outvars
        operand = self.read(eqn, 0, indices, mask)
        found = self.reductions.setdefault(
            (v, index, mask), ReductionDemand(eqn, index, mask, axes, operand)
        )
        found.consumed |= consumed
        return Reduced(Demand(v, index, mask)).value

    def plan_reduction(
        self, eqn: Equation, index: Index, mask: Expr | None
    ) -> ConsumedReduction | Refusal:
        """How the nest would compute a reduction whose result it needs, or why not."""
        if self.update is not None:
            return Refusal("an update needs it")
        op = reduction(eqn.op)
        if op.monoid is not Monoid.ADD and eqn.outvars[0].aval.dtype.kind == "c":
            return Refusal("complex numbers are combined part by part in sums only")
        if isinstance(eqn.op, BlockReduce):
            return Refusal("partial results are combined after all of them are there")
        level = axes_in(index)
        if not all(map(self.reads_nothing, index)):
            return Refusal("its result is read at a computed index")
        if mask is not None and not _axes_behind([mask]) <= level:
            return Refusal("its result is read under a condition")
        shape = eqn.invars[0].aval.shape
        lengths = [shape[a] for a in op.axes]
        count = math.prod(lengths)
        whole = set(self.space)
        if self.outer is None and level == whole and not self.reductions:
            axes = _new_axes(lengths)
            full = interleaved(eqn.op, index, [a.expr for a in axes])
            order = sorted(whole | set(axes), key=lambda a: _position(full, a))
            return ConsumedReduction(axes, full, self.space, axes, tuple(order))
        if level == whole and (self.outer is None or level != set(self.outer)):
            if count > self.machine.limits.written_out:
                times = known(count)
                return Refusal(f"it runs over {times} elements for each element of the kernel")
            if any(self._leaves_lanes(r, eqn) for r in self.reductions.values()):
                return Refusal("it would be computed in the few lanes that short rows fill")
            axes = _new_axes(lengths)
            full = interleaved(eqn.op, index, [a.expr for a in axes])
            return ConsumedReduction(axes, full, self.outer, self.inner, self.space)
        return self._plan_row_reduction(eqn, index, level, lengths, count)

    def _leaves_lanes(self, around: ReductionDemand, eqn: Equation) -> bool:
        """Whether computing a reduction in the lanes of short rows costs more than storing it.

        Lanes along a row are partly empty. Lanes across rows load elements one by one.
        """
        width, machine = math.prod(a.extent for a in around.axes), self.machine
        size = eqn.invars[0].aval.size
        lost = size * (1 + machine.costs.load) * (-width % machine.line_elements) // max(width, 1)
        if width <= machine.longest_columns:
            lost += size * machine.costs.gather
        return lost > machine.launch_operations + eqn.outvars[0].aval.size * machine.trip

    def _plan_row_reduction(
        self, eqn: Equation, index: Index, level: set[LoopAxis], lengths: list[int], count: int
    ) -> ConsumedReduction | Refusal:
        outer, inner = self.outer, self.inner
        if outer is None:
            outer = tuple(a for a in self.space if a in level)
            inner = tuple(a for a in self.space if a not in level)
            rows = math.prod([a.extent for a in outer])
            if decided(self._walks_alone, rows, count, self.size()):
                walked = known(max(count, self.size()))
                return Refusal(f"one thread would walk all {walked} elements of the rows")
            if not self._split_fits(outer, inner):
                return Refusal("another reduction of the kernel runs across its rows")
        elif level != set(outer):
            return Refusal("it is reduced over other axes than the kernel's rows")
        same = lengths == [a.extent for a in inner]
        if same or math.prod(lengths) == math.prod(a.extent for a in inner):
            position = ravel([a.expr for a in inner], [a.extent for a in inner])
            entries = [a.expr for a in inner] if same else list(unravel(position, lengths))
            full = interleaved(eqn.op, index, entries)
            return ConsumedReduction(inner, full, outer, inner, self.space)
        if outer != self.space[: len(outer)]:
            return Refusal("its rows are not the kernel's outer axes")
        axes = _new_axes(lengths)
        full = interleaved(eqn.op, index, [a.expr for a in axes])
        return ConsumedReduction(axes, full, outer, inner, self.space)

    def _walks_alone(self, rows: int, count: int, size: int) -> bool:
        """Whether there are too few rows for threads, and much to walk."""
        machine = self.machine
        return rows < machine.short_axis and max(count, size) > machine.serial_elements

    def _split_fits(self, outer: tuple[LoopAxis, ...], inner: tuple[LoopAxis, ...]) -> bool:
        """Whether the reductions whose results are only stored allow these rows."""
        for r in self.reductions.values():
            axes = set(r.axes)
            if axes == set(inner) or r.rows is not None and axes >= set(outer):
                continue
            if not outer or not axes >= set(outer) or not self._small_total(r.eqn):
                return False
        return True

    def _small_total(self, eqn: Equation) -> bool:
        """Whether one thread may accumulate the reduction in memory."""
        dtype = eqn.invars[0].aval.dtype
        small = self.size() <= self.machine.serial_elements
        return self.rows is None and small and dtypes.widened(dtype) == dtype

    def reads_nothing(self, i: Expr) -> bool:
        """Whether an index depends only on the loops, not on values of the program."""
        return all(
            x.op is not Op.LEAF or type(x.extra) is not Demand for x in scalar_graph.order((i,))
        )

    # ---- reductions whose result is only stored

    def _join_reduction(self, eqn: Equation) -> None:
        plan = self.plan_side(eqn)
        if isinstance(plan, Refusal):
            raise Unsupported(plan.reason)
        index, full, axes = plan
        (v,) = eqn.outvars
        if isinstance(eqn.op, BlockReduce):
            self.rows = eqn.op.rows
            self._set_outer({a for i in full[:1] for a in axes_in([i])})
        self.demand(v, index, None)
        self.definitions[Demand(v, index, None)] = self._add_reduction(
            eqn, index, None, axes, full, consumed=False
        )
        self._add_member(eqn)
        self.outputs.append(DemandedOutput(v, index))

    def plan_side(self, eqn: Equation) -> StoredReduction | Refusal:
        """How the nest would compute a reduction whose result is only stored, or why not."""
        x, op = eqn.invars[0], reduction(eqn.op)
        if op.monoid is not Monoid.ADD and x.aval.dtype.kind == "c":
            return Refusal("complex numbers are combined part by part in sums only")
        full = self._operand_index(x)
        if full is None:
            return Refusal("its operand is not walked by the kernel")
        reduced = op.axes
        index = tuple(i for k, i in enumerate(full) if k not in reduced)
        axes = axes_in(i for k, i in enumerate(full) if k in reduced)
        kept = axes_in(index)
        if axes & kept or axes | kept != set(self.space):
            return Refusal("it splits the kernel's axes differently")
        ordered = tuple(a for a in self.space if a in axes)
        why = self._why_not_beside(eqn, full, axes) if self.outputs else None
        return StoredReduction(index, full, ordered) if why is None else Refusal(why)

    def _why_not_beside(self, eqn: Equation, full: Index, axes: set[LoopAxis]) -> str | None:
        """Why a further reduction cannot be accumulated while the kernel runs, or None."""
        op = eqn.op
        if isinstance(op, BlockReduce):
            rows = axes_in(full[:1])
            if self.rows not in (None, op.rows):
                return "its blocks have another length"
            if self.outer is not None and rows != set(self.outer):
                return "its blocks run along another axis than the kernel's rows"
            if any(r.rows is None and set(r.axes) & rows for r in self.reductions.values()):
                return "another reduction runs across its blocks"
            walk = bijection(affine(full[0]), eqn.invars[0].aval.shape[0])
            if walk != tuple(a for a in self.space if a in rows):
                return "its rows are walked in another order"
            return None
        if self.outer is not None:
            if set(self.outer) == axes and self._small_total(eqn):
                return None
            return None if set(self.inner) == axes else "it is reduced over other axes"
        others = {frozenset(r.axes) for r in self.reductions.values()}
        return None if others <= {frozenset(axes)} else "it is reduced over other axes"

    def _operand_index(self, x: Atom) -> Index | None:
        """The index at which the kernel walks all of x, in its whole space."""
        if isinstance(x, Literal):
            return None
        if x in self.demands:
            for index, mask in self.demands[x]:
                axes = bijection(ravel(index, x.aval.shape), x.aval.size)
                if mask is None and axes is not None and axes_in(index) == set(self.space):
                    return index
            return None
        return self.store_index(x) if self.space else None

    # ---- as a jaxpr

    @property
    def stored(self) -> tuple[Var, ...]:
        """The kernel's results."""
        if self.update is not None:
            return self.update.eqn.outvars
        return tuple([o.var for o in self.outputs])

    def body(self) -> tuple[Jaxpr, list[Var]]:
        """The kernel as a jaxpr, its equations in program order, and its operands.

        The operand that an update changes comes first, and a second time if it is read as well.
        """
        inputs = [v for v in self.demands if v not in self.members]
        if self.update is None:
            return Jaxpr(inputs, self.eqns[::-1], self.stored), inputs
        eqn = self.update.eqn
        x: Any = eqn.invars[0]
        changed = Var(x.aval)
        eqns = [
            e.replace(invars=(changed, *e.invars[1:])) if e is eqn else e
            for e in reversed(self.eqns)
        ]
        return Jaxpr([changed, *inputs], eqns, self.stored), [x, *inputs]


def replay(body: Jaxpr, machine: Machine, update: bool = False) -> Nest:
    """The nest of a kernel's body, or of the body of an update in place."""
    nest = Nest(machine)
    outputs = set(body.outvars)
    if update or body.eqns[-1].op.role is Role.CUMULATIVE:
        start = nest.start_update if update else nest.start_cumulative
        start(body.eqns[-1])
        for eqn in reversed(body.eqns[:-1]):
            nest.inline(eqn)
        return nest
    for eqn in reversed(body.eqns):
        if eqn.outvars[0] not in outputs:
            nest.inline(eqn)
        elif nest.outputs:
            nest.join_output(eqn)
        else:
            nest.start(eqn)
    return nest


def _new_axes(lengths: Sequence[int]) -> tuple[LoopAxis, ...]:
    return tuple(LoopAxis(n, f"r{k}") for k, n in enumerate(lengths))


def _position(index: Index, axis: LoopAxis) -> tuple[int, int]:
    """Where in an index an axis occurs, and how far out among those of the same entry."""
    for k, i in enumerate(index):
        coefficient = affine(i).terms.get(axis.expr)
        if coefficient is not None:
            return k, -coefficient
    return len(index), 0
