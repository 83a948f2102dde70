"""A loop body as scalar expressions: each equation of a jaxpr becomes a view of its result.

What is small is computed element by element at once; what is large is computed where somebody asks
for an element. Updates in place, conditionals and inner loops are statements, in program order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.scalar import ComplexExpr, Expr, Op
from fjax.errors import MissingRuleError
from fjax.lowering.fuse.fused import Unsupported, accumulator
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import Carry, Loop, Mode, Statement
from fjax.lowering.loop.combining import (
    _doubled,
    _interleaved,
    _narrowed,
    _selected,
    _widened,
    combine,
    every_index,
    reads,
)
from fjax.lowering.loop.views import (
    INT64,
    Computed,
    Index,
    LoopKernel,
    Memory,
    NotByLane,
    Operand,
    Small,
    Value,
    View,
    canonical_index,
    constant,
    joined,
    parts,
    settled,
    zero,
)
from fjax.lowering.schedule.indexing import integer
from fjax.primitives.families import has_scalar_program, scalar_program

LoopRunner = Callable[..., Sequence[View]]


class Body:
    """Evaluates one jaxpr inside a kernel."""

    def __init__(
        self,
        kernel: LoopKernel,
        jaxpr: Jaxpr,
        views: Sequence[View],
        run_loop: LoopRunner,
        prepare: Callable[[Jaxpr], Jaxpr],
        any_lane: bool = False,
    ):
        self.kernel, self.jaxpr, self.limits = kernel, prepare(jaxpr), kernel.machine.limits
        kernel.keep.append(self.jaxpr)  # literals are known by their equation's identity
        self.env: dict[Var, View] = dict(zip(self.jaxpr.invars, views, strict=True))
        self.run_loop, self.prepare = run_loop, prepare
        self.any_lane = any_lane  # a disjunction over the lanes stands for each lane's own
        self.asked_any_lane = False
        self.last: dict[Var, int] = {}
        for k, eqn in enumerate(self.jaxpr.eqns):
            self.last.update((x, k) for x in eqn.invars if isinstance(x, Var))
        self.last.update(
            (x, len(self.jaxpr.eqns)) for x in self.jaxpr.outvars if isinstance(x, Var)
        )

    def run(self) -> list[View]:
        """The views of the outputs."""
        for position, eqn in enumerate(self.jaxpr.eqns):
            self._equation(eqn, position)
        return [self.view(x, ("out", k)) for k, x in enumerate(self.jaxpr.outvars)]

    def view(self, x: Atom, key: Any) -> View:
        if isinstance(x, Var):
            return self.env[x]
        value = self.kernel.literal(x, (id(self.jaxpr), key))
        return Small((), dtypes.physical(x.aval.dtype), (), {(): value})

    def operands(self, eqn: Equation, mask: Expr | None = None) -> list[Operand]:
        return [Operand(self.view(x, (id(eqn), k)), x.aval, mask) for k, x in enumerate(eqn.invars)]

    # ---- equations

    def _equation(self, eqn: Equation, position: int) -> None:
        op = eqn.op
        self._check(eqn)
        form, branches = op.loop(), op.choices()
        if form is not None:
            outs = self.run_loop(self.kernel, form, self._given(eqn, position), eqn.source)
        elif branches is not None:
            outs = self._choose(eqn, branches, position)
        elif op.update_operand is not None and self._in_place(eqn, position):
            outs = [self._update(eqn, position)]
        elif op.role is Role.UPDATE:
            outs = [self._scattered(eqn)]
        elif op.role is Role.OPAQUE:
            outs = self._written_out(eqn)
        else:
            outs = [self._computed(eqn)]
        for v, view in zip(eqn.outvars, outs, strict=True):
            self.env[v] = view

    def _check(self, eqn: Equation) -> None:
        op = eqn.op
        if op.effects:
            raise Unsupported(f"{op.name} has effects")
        avals = [*(x.aval for x in eqn.invars), *(v.aval for v in eqn.outvars)]
        if any(a.dtype == dtypes.float0 or a.size == 0 for a in avals):
            raise Unsupported(f"{op.name} works on values without data")
        given = tuple(x.aval.dtype for x in eqn.invars)
        elementwise = op.role is Role.ELEMENTWISE
        if elementwise and not has_scalar_program(op, given):  # type: ignore[arg-type]
            raise Unsupported(f"{op.name} has no scalar program for {avals[0]}")

    def _given(self, eqn: Equation, position: int) -> list[View]:
        """Operand views for statements inside; what is needed later must not be written."""
        found = []
        for k, x in enumerate(eqn.invars):
            view = self.view(x, (id(eqn), k))
            if (
                isinstance(view, Memory)
                and isinstance(x, Var)
                and view.writable
                and (self.last[x] > position or eqn.invars.count(x) > 1)
            ):
                view = view.fixed()
            if isinstance(view, Memory) and view.writable:
                self.protect(view.buffer, position - 1)  # the other operands are read inside
            found.append(view)
        return found

    def _computed(self, eqn: Equation) -> View:
        (v,) = eqn.outvars
        role = eqn.op.role
        element = {
            Role.ELEMENTWISE: self._elementwise,
            Role.INDEX: self._moved,
            Role.REDUCTION: self._reduced,
            Role.CUMULATIVE: self._cumulated,
        }.get(role)
        if element is None:
            raise Unsupported(f"{eqn.op.name} is {role.value}")
        return self.settle(self._lazy(v, eqn, lambda index, mask: element(eqn, index, mask)))

    def _lazy(self, v: Var, eqn: Equation, element: Callable) -> Computed:
        dtype = dtypes.physical(v.aval.dtype)

        def checked(index: Index, mask: Expr | None) -> Value:
            try:
                value = element(index, mask)
            except (TypeError, MissingRuleError) as error:
                raise Unsupported(f"{eqn.op.name}: {error}") from error
            if value.dtype != dtype:
                raise Unsupported(f"{eqn.op.name} gives {value.dtype}, not {v.aval}")
            return value

        return Computed(self.kernel, v.aval.shape, dtype, checked, self._buffers(eqn))

    def _buffers(self, eqn: Equation) -> frozenset[int]:
        """The buffers that a result computed later on will read."""
        found: frozenset[int] = frozenset()
        for x in eqn.invars:
            view = self.env.get(x) if isinstance(x, Var) else None
            if isinstance(view, Memory):
                found |= {view.buffer}
            elif isinstance(view, Computed):
                found |= view.buffers
            elif isinstance(view, Small) and isinstance(view.origin, Computed):
                found |= view.origin.buffers
        return found

    def settle(self, view: Computed) -> View:
        """A small result computed now; a large one as it is."""
        lanes = self.lanes_of(view.shape)
        rest = view.shape[len(lanes) :]
        if math.prod(rest) > self.limits.loop_registers:
            return view
        try:
            elements = {
                place: view.at((*lanes, *map(constant, place))) for place in every_index(rest)
            }
        except NotByLane:
            return view
        return Small(view.shape, view.dtype, lanes, elements, view if lanes else None)

    def lanes_of(self, shape: tuple[int, ...]) -> Index:
        """The lanes' indices, if the leading axes of the shape are the batch's."""
        lanes = self.kernel.lanes
        if lanes and shape[: len(lanes)] == tuple(a.extent for a in lanes):
            return self.kernel.lane_index
        return ()

    # ---- one element of a result

    def _elementwise(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        args = [
            x.view.at(index if x.shape else (), mask if x.shape else None)
            for x in self.operands(eqn)
        ]
        value = scalar_program(eqn.op, args)  # type: ignore[arg-type]
        if isinstance(value, Expr) and value.dtype in (INT64, scalar.BOOL):
            return settled(value)
        return _doubled(value)

    def _moved(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        value = eqn.op.element(list(index), *self.operands(eqn, mask))  # type: ignore
        return joined([settled(p) for p in parts(value)])

    def _reduced(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        op, x = eqn.op, self.operands(eqn)[0]
        axes, monoid = op.axes, op.monoid  # type: ignore[attr-defined]
        lanes = self.lanes_of(x.shape)
        if self.any_lane and lanes and monoid is Monoid.OR and axes == tuple(range(len(lanes))):
            self.asked_any_lane = True
            return x.view.at((*lanes, *index))
        lengths = [x.shape[a] for a in axes]
        if math.prod(lengths) > self.limits.loop_registers:
            return self._reduced_by_loop(eqn, x, index)
        if self.kernel.repeats > 1:
            self.kernel.walk(math.prod(lengths))
        found: Value = None
        for place in every_index(lengths):
            value = _widened(
                x.view.at(_interleaved(x.ndim, axes, index, map(constant, place)), mask)
            )
            found = value if found is None else combine(monoid, found, value)
        return _narrowed(found, eqn)

    def _cumulated(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        """A combination of all elements up to an index that is known."""
        op, x = eqn.op, self.operands(eqn)[0]
        axis, place = op.axis, integer(index[op.axis])  # type: ignore[attr-defined]
        length = x.shape[axis]
        if place is None or length > self.limits.loop_registers or x.dtype != self._wide(x):
            raise Unsupported(f"{op.name} over {x.aval}")
        found: Value = None
        for k in range(place, length)[::-1] if op.reverse else range(place + 1):  # type: ignore
            value = x.view.at((*index[:axis], constant(k), *index[axis + 1 :]), mask)
            found = value if found is None else combine(op.monoid, found, value)  # type: ignore
        return found

    @staticmethod
    def _wide(x: Operand | Memory) -> Any:
        return x.dtype if dtypes.is_complex(x.dtype) else accumulator(x.dtype)

    def _reduced_by_loop(self, eqn: Equation, x: Operand, index: Index) -> Value:
        """A long reduction: a loop of its own, at this place in the program."""
        op = eqn.op
        axes, monoid = op.axes, op.monoid  # type: ignore[attr-defined]
        kernel = self.kernel
        loops = [kernel.axis(x.shape[a], kernel.number()) for a in axes]
        kernel.walk(math.prod([a.extent for a in loops]))
        with kernel.inside() as inside:
            value = _widened(x.view.at(_interleaved(x.ndim, axes, index, [a.expr for a in loops])))
        if isinstance(value, ComplexExpr) and monoid is not Monoid.ADD:
            raise Unsupported("a long reduction of complex numbers")
        if inside():
            raise Unsupported("a long reduction of a long reduction")
        exprs = [kernel.place(p) for p in parts(value)]
        first = [scalar.const(op.identity(p.dtype), p.dtype) for p in exprs]  # type: ignore
        made: list[Statement] = []
        for k, a in reversed(list(enumerate(loops))):
            number = kernel.loops[a]
            mode = Mode.VECTOR if k == len(loops) - 1 and not kernel.lanes else Mode.SERIAL
            carries = tuple(Carry(f, e, monoid) for f, e in zip(first, exprs, strict=True))
            made = [
                Loop(number, kernel.size(("extent", number), a.extent), mode, tuple(made), carries)
            ]
            exprs = [kernels.result(number, i, e.dtype) for i, e in enumerate(exprs)]
        kernel.statements += made
        return _narrowed(joined(exprs), eqn)

    # ---- small linear algebra

    def _written_out(self, eqn: Equation) -> list[View]:
        try:
            elements = eqn.op.unrolled(*self.operands(eqn))
        except TypeError as error:
            raise Unsupported(f"{eqn.op.name}: {error}") from error
        found = []
        for v, element in zip(eqn.outvars, elements, strict=True):
            view = self._lazy(v, eqn, lambda index, mask, element=element: element(index))
            settled_view = self.settle(view)
            if isinstance(settled_view, Computed):
                raise Unsupported(f"{eqn.op.name} gives {v.aval}, too large to be written out")
            found.append(settled_view)
        return found

    # ---- scatters of small values

    def _scattered(self, eqn: Equation) -> View:
        """A scatter into registers: each element chooses among the updates that may reach it."""
        op, (v,) = eqn.op, eqn.outvars
        number = op.update_operand
        assert number is not None
        updates, lanes = eqn.invars[number].aval.shape, self.lanes_of(v.aval.shape)
        inner = self.lanes_of(updates)
        rest = v.aval.shape[len(lanes) :]
        count = math.prod(updates[len(inner) :])
        if (
            math.prod(rest) > self.limits.loop_registers
            or count * math.prod(rest) > self.limits.loop_choices
        ):
            raise Unsupported(f"{op.name} into {v.aval} is neither small nor in place")
        operands = self.operands(eqn)
        elements = {
            place: _widened(operands[0]([*lanes, *map(constant, place)]))
            for place in every_index(rest)
        }
        for place in every_index(updates[len(inner) :]):
            index = (*inner, *map(constant, place))
            target, mask = op.target(list(index), *operands)
            where = canonical_index(target)
            if where[: len(lanes)] != lanes:
                raise NotByLane("the lanes of the batch write to each other")
            value = _widened(operands[number](list(index)))
            for at, before in elements.items():
                here = None if mask is None else settled(mask)
                for i, k in zip(where[len(lanes) :], at, strict=True):
                    same = settled(scalar.eq(i, constant(k)))
                    here = same if here is None else settled(here & same)
                new = combine(op.monoid, before, value)  # type: ignore[attr-defined]
                elements[at] = new if here is None else _selected(here, new, before)
        found = {place: _narrowed(value, eqn) for place, value in elements.items()}
        return Small(v.aval.shape, dtypes.physical(v.aval.dtype), lanes, found)

    # ---- updates in place

    def _in_place(self, eqn: Equation, position: int) -> bool:
        x = eqn.invars[0]
        view = self.env.get(x) if isinstance(x, Var) else None
        if not isinstance(view, Memory) or not view.writable:
            return False
        if self.last[x] > position or x in eqn.invars[1:]:  # type: ignore[index]
            raise Unsupported(f"{eqn.op.name}: what it changes is needed afterwards")
        return True

    def _update(self, eqn: Equation, position: int) -> View:
        op, x = eqn.op, eqn.invars[0]
        number = op.update_operand
        assert number is not None and isinstance(x, Var)
        memory = self.env[x]
        assert isinstance(memory, Memory)
        if op.monoid is not None and memory.dtype != self._wide(memory):  # type: ignore
            raise Unsupported(f"{op.name} of {memory.dtype} would round after each update")
        self.protect(memory.buffer, position)
        operands = self.operands(eqn)
        shape = eqn.invars[number].aval.shape
        lanes, whole = self.lanes_of(shape), self.lanes_of(memory.shape)
        rest = shape[len(lanes) :]
        if whole != self.kernel.lane_index:
            raise NotByLane("the lanes of the batch write to the same memory")

        def write(index: Index) -> tuple[Index, Expr | None, Value]:
            target, mask = op.target(list(index), *operands)
            where = canonical_index(target)
            if where[: len(whole)] != whole:
                raise NotByLane("the lanes of the batch write to each other")
            mask = None if mask is None else settled(mask)
            if mask is not None and mask.op is Op.CONST:
                mask = None if mask.extra.value else mask
            return where, mask, operands[number](list(index))

        if math.prod(rest) <= self.limits.loop_update:
            writes = [write((*lanes, *map(constant, p))) for p in every_index(rest)]
            self._write_all(writes, memory, op.monoid)  # type: ignore[attr-defined]
        else:
            self._write_by_loop(rest, lanes, write, memory, op)
        return Memory(
            self.kernel,
            memory.buffer,
            memory.shape,
            memory.dtype,
            memory.lead,
            True,
            memory.lane_axis,
        )

    def _write_all(self, writes: list[tuple], memory: Memory, monoid: Monoid | None) -> None:
        """Store elements one after another, where and with the values that hold before the first.

        What an element is combined with is read when its turn comes: it may be an earlier one.
        """
        kernel = self.kernel
        if len(writes) > 1 or any(len(parts(value)) > 1 for _, _, value in writes):
            read = [
                e
                for where, mask, value in writes
                for e in (*where, mask, *parts(value))
                if e is not None and reads(e, memory.buffer)
            ]
            pinned = dict(zip(read, kernel.pin(read), strict=True))
            writes = [
                (
                    [pinned.get(i, i) for i in where],
                    pinned.get(mask, mask),
                    joined([pinned.get(p, p) for p in parts(value)]),
                )
                for where, mask, value in writes
            ]
        for where, mask, value in writes:
            if monoid is not None:
                value = self._combined(monoid, memory, where, value)
            kernel.statements += kernel.stores(memory, where, value, mask)

    def _combined(self, monoid: Monoid, memory: Memory, where: Index, value: Value) -> Value:
        """An element's new value: both parts of it, before the first is stored."""
        new = combine(monoid, memory.at(where), value)
        return self.kernel.pin([new])[0] if len(parts(new)) > 1 else new

    def _write_by_loop(
        self, rest: Sequence[int], lanes: Index, write: Callable, memory: Memory, op: Any
    ) -> None:
        kernel = self.kernel

        def body(index: Index) -> list:
            where, mask, value = write((*lanes, *index))
            read = (*where, *parts(value)) if mask is None else (*where, mask, *parts(value))
            if any(reads(e, memory.buffer) for e in read):
                raise Unsupported(f"{op.name} of what it changes")
            if op.monoid is not None:
                value = self._combined(op.monoid, memory, where, value)
            return kernel.stores(memory, where, value, mask)

        vector = op.role is Role.INDEX and not kernel.lanes
        kernel.nest(rest, Mode.VECTOR if vector else Mode.SERIAL, body)

    def protect(self, buffer: int, position: int) -> None:
        """Compute now what is needed after `position` and reads a buffer about to be written."""
        kept: list[tuple[Small, tuple[int, ...]]] = []
        for v, view in self.env.items():
            if self.last.get(v, -1) <= position:
                continue
            if isinstance(view, Computed) and buffer in view.buffers:
                raise Unsupported("a large value is computed from memory that changes meanwhile")
            if isinstance(view, Small):
                origin = view.origin
                if isinstance(origin, Computed) and buffer in origin.buffers:
                    view.origin = None
                kept += [
                    (view, place) for place, value in view.elements.items() if reads(value, buffer)
                ]
        values = self.kernel.pin([view.elements[place] for view, place in kept])
        for (view, place), value in zip(kept, values, strict=True):
            view.elements[place] = value

    # ---- conditionals

    def _choose(self, eqn: Equation, branches: Sequence[Jaxpr], position: int) -> list[View]:
        index, *given = self._given(eqn, position)
        number = scalar.convert(index.at(()), INT64)
        last = constant(len(branches) - 1)
        number = settled(scalar.minimum(scalar.maximum(number, constant(0)), last))
        if number.op is Op.CONST:
            return self._branch(branches[int(number.extra.value)], given)
        found = self._selected_branches(branches, given, number)
        if found is not None:
            return found
        return self._real_branches(eqn, branches, given, number)

    def _branch(self, jaxpr: Jaxpr, views: Sequence[View]) -> list[View]:
        return Body(self.kernel, jaxpr, views, self.run_loop, self.prepare).run()

    def _selected_branches(
        self, branches: Sequence[Jaxpr], given: Sequence[View], number: Expr
    ) -> list[View] | None:
        """All branches computed and chosen from, if they are cheap and write nothing."""
        kernel = self.kernel
        count = kernel.count
        with kernel.inside() as made:
            columns = [
                self._branch(b, [v.fixed() if isinstance(v, Memory) else v for v in given])
                for b in branches
            ]
        if made() or any(not isinstance(v, Small) for column in columns for v in column):
            kernel.count = max(count, kernel.count)
            return None
        small: list[Any] = [v for column in columns for v in column]
        roots = [p for v in small for e in v.elements.values() for p in parts(e)]
        if len(scalar.order(roots)) > self.limits.loop_branch:
            return None
        return [self._select_small(views, number) for views in zip(*columns, strict=True)]

    def _select_small(self, views: Sequence[Any], number: Expr) -> View:
        lanes = next((v.lanes for v in views if v.lanes), ())
        first = views[0]
        elements = {}
        for place in every_index(first.shape[len(lanes) :]):
            index = (*lanes, *map(constant, place))
            value = views[0].at(index)
            for k, view in enumerate(views[1:], 1):
                value = _selected(number >= constant(k), view.at(index), value)
            elements[place] = value
        return Small(first.shape, first.dtype, lanes, elements)

    def _real_branches(
        self, eqn: Equation, branches: Sequence[Jaxpr], given: Sequence[View], number: Expr
    ) -> list[View]:
        """Each branch as a loop of no or one step, which carries its operands and the outcome."""
        shapes = [(v.aval.shape, dtypes.physical(v.aval.dtype)) for v in eqn.outvars]
        current: list[View] = [self._blank(shape, dtype) for shape, dtype in shapes]
        for k, branch in enumerate(branches):
            taken = scalar.eq(number, constant(k))
            current = self._guarded(branch, given, taken, current)
        return current

    def _blank(self, shape: tuple[int, ...], dtype: np.dtype) -> Small:
        lanes = self.lanes_of(shape)
        rest = shape[len(lanes) :]
        if math.prod(rest) > self.limits.loop_registers:
            raise Unsupported("a branch gives a large result")
        return Small(shape, dtype, lanes, {p: zero(dtype) for p in every_index(rest)})

    def _guarded(
        self, branch: Jaxpr, given: Sequence[View], taken: Expr, current: Sequence[Any]
    ) -> list[View]:
        kernel = self.kernel
        number = kernel.number()
        carried = Carrying(kernel, number)
        outs = [carried.add(v) for v in current]
        views = [carried.add(v) if isinstance(v, Small) else v for v in given]
        with kernel.inside() as made:
            results = self._branch(branch, views)
            following = [
                kernel.place(p)
                for k in range(len(outs))
                for place in carried.places[k]
                for p in parts(results[k].at((*current[k].lanes, *map(constant, place))))
            ]
        assert len(following) <= len(carried.initial)
        following += carried.current[len(following) :]
        extent = scalar.select(taken, constant(1), constant(0))
        carries = tuple(Carry(a, b) for a, b in zip(carried.initial, following, strict=True))
        kernel.statements.append(
            Loop(number, kernel.place(extent), Mode.SERIAL, tuple(made()), carries)
        )
        return carried.results()[: len(outs)]


class Carrying:
    """Small views as carried values of one loop."""

    def __init__(self, kernel: LoopKernel, number: int):
        self.kernel, self.number = kernel, number
        self.initial: list[Expr] = []
        self.current: list[Expr] = []
        self.places: list[list[tuple[int, ...]]] = []
        self.views: list[Small] = []

    def add(self, view: Small) -> Small:
        """The view inside the loop of what it is before."""
        elements = {}
        for place, value in view.elements.items():
            found = []
            for p in parts(value):
                found.append(kernels.carried(self.number, len(self.initial), p.dtype))
                self.initial.append(self.kernel.place(p))
            self.current += found
            elements[place] = joined(found)
        self.places.append(list(elements))
        made = Small(view.shape, view.dtype, view.lanes, elements)
        self.views.append(made)
        return made

    def results(self) -> list[View]:
        """The views after the loop."""
        found: list[View] = []
        for view in self.views:
            elements = {
                place: joined(
                    [kernels.result(self.number, p.extra.item, p.dtype) for p in parts(value)]
                )
                for place, value in view.elements.items()
            }
            found.append(Small(view.shape, view.dtype, view.lanes, elements))
        return found
