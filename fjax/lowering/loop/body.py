"""A loop body as scalar expressions: each equation of a jaxpr becomes a view of its result.

The elements of small results are computed at once; an element of a large result is computed where
it is read. Updates in place, conditionals and inner loops are statements, in program order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

from fjax.core import dtypes, scalar
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Primitive, Role
from fjax.core.roles import cumulative, reduction, update
from fjax.core.scalar import ComplexExpr, Expr
from fjax.lowering.fuse.element import (
    OperandView,
    asked,
    both,
    checked,
    element,
    missing,
    physical,
    target,
)
from fjax.lowering.fuse.fused import UnrolledReduction, interleaved
from fjax.lowering.kernel.form import INDEX, Mode, Unsupported
from fjax.lowering.kernel.index_arithmetic import Index, constant, integer
from fjax.lowering.kernel.numbers import (
    Value,
    combine,
    doubled,
    each,
    joined,
    narrowed,
    parts,
    selected,
    widened,
    zero,
)
from fjax.lowering.loop.branches import Branches
from fjax.lowering.loop.choices import Choices
from fjax.lowering.loop.views import (
    ComputedView,
    LoopKernel,
    NotByLane,
    Small,
    StoredView,
    View,
    every_index,
    reads,
)
from fjax.passes.expand import expand_filled
from fjax.passes.in_place import in_place

LoopWriter = Callable[..., Sequence[View]]


class KernelBody:
    """Evaluates one jaxpr inside a kernel."""

    def __init__(
        self,
        kernel: LoopKernel,
        jaxpr: Jaxpr,
        views: Sequence[View],
        write_loop: LoopWriter,
        prepare: Callable[[Jaxpr], Jaxpr],
        any_lane: bool = False,
    ):
        self.kernel, self.limits = kernel, kernel.machine.limits
        self.jaxpr = expand_filled(in_place(prepare(jaxpr), kernel.changes(views)))
        kernel.keep.append(self.jaxpr)  # literals are known by their equation's identity
        self.env: dict[Var, View] = {}
        self._bind(self.jaxpr.invars, views)
        self.write_loop, self.prepare = write_loop, prepare
        self.any_lane = any_lane  # a disjunction over the lanes stands for each lane's own
        self.asked_any_lane = False
        self.makers: dict[Var, Equation] = {}  # of what is computed where it is asked for
        self.last: dict[Var, int] = {}
        for k, eqn in enumerate(self.jaxpr.eqns):
            self.last.update((x, k) for x in eqn.invars if isinstance(x, Var))
        self.last.update(
            (x, len(self.jaxpr.eqns)) for x in self.jaxpr.outvars if isinstance(x, Var)
        )
        self.needed = self._needed()
        self.branches = Branches(kernel, self._branch, prepare)

    def _needed(self) -> dict[Var, int]:
        """As `last`, including readers that are themselves computed later, where they are read."""
        found = dict(self.last)
        for eqn in reversed(self.jaxpr.eqns):
            end = max([found.get(v, -1) for v in eqn.outvars], default=-1)
            if any(self.may_wait(v.aval.shape) for v in eqn.outvars):
                found.update((x, max(found[x], end)) for x in eqn.invars if isinstance(x, Var))
        return found

    def may_wait(self, shape: tuple[int, ...]) -> bool:
        """Whether `settle` may leave a result of this shape to be computed where it is read."""
        return bool(self.kernel.lanes) or math.prod(shape) > self.limits.written_out

    def run(self, wanted: Sequence[int | None] = ()) -> list[View]:
        """The views of the outputs. wanted: buffers where these will stay if they can."""
        self.choices = Choices(self, wanted)
        for eqn in self.jaxpr.eqns:
            self._check_size(eqn)
        self.kernel.expect(least_nodes(self.jaxpr, self._of_one_lane, self.limits.written_out))
        for position, eqn in enumerate(self.jaxpr.eqns):
            self._equation(eqn, position)
        self.choices.write_all()
        return [self.view(x, ("out", k)) for k, x in enumerate(self.jaxpr.outvars)]

    def _of_one_lane(self, shape: tuple[int, ...]) -> int:
        """The number of elements of a shape that each lane computes."""
        return math.prod(shape[len(self.kernel.lanes_of(shape)) :])

    def view(self, x: Atom, key: Any) -> View:
        if isinstance(x, Var):
            return self.env[x]
        value = self.kernel.literal(x, (id(self.jaxpr), key))
        return Small((), physical(x), (), {(): value})

    def operands(self, eqn: Equation, mask: Expr | None = None) -> list[OperandView]:
        settle = self.kernel.settle
        return [
            OperandView(x.aval, self.view(x, (id(eqn), k)).at, mask, settle, settle)
            for k, x in enumerate(eqn.invars)
        ]

    # ---- equations

    def _equation(self, eqn: Equation, position: int) -> None:
        op = eqn.op
        self._check(eqn)
        self.choices.write_operands(eqn, position)
        form, branches = op.loop(), op.choices()
        if form is not None:
            outs = self.write_loop(self.kernel, form, self._given(eqn, position), eqn.source)
        elif branches is not None:
            index, *given = self._given(eqn, position)
            outs = self.branches.choose(eqn, branches, index, given, self.choices.of(eqn.outvars))
        elif op.update_operand is not None and self._in_place(eqn, position):
            outs = [self._update(eqn, position)]
        elif op.role is Role.UPDATE:
            outs = [self._scattered(eqn)]
        elif op.role is Role.OPAQUE:
            outs = self._written_out(eqn)
        else:
            outs = [self._computed(eqn)]
        self._bind(eqn.outvars, outs)

    def _bind(self, variables: Sequence[Var], views: Sequence[View]) -> None:
        """Note the views of variables; elements in registers are settled from here on."""
        for v, view in zip(variables, views, strict=True):
            self.env[v] = view
            if isinstance(view, Small) and view.region is None:
                view.region = self.kernel.regions[-1]

    def _check(self, eqn: Equation) -> None:
        why = f"{eqn.op.name} has effects" if eqn.op.effects else missing(eqn)
        if why is not None:
            raise Unsupported(why)

    def _given(self, eqn: Equation, position: int) -> list[View]:
        """Read-only views of operands for nested statements, where they are needed later."""
        given = [(x, (id(eqn), k)) for k, x in enumerate(eqn.invars)]
        fixed = {x for x, _ in given if isinstance(x, Var) and self.last[x] > position}
        fixed |= {x for x, _ in given if isinstance(x, Var) and eqn.invars.count(x) > 1}
        for x, key in given:
            view = self.view(x, key)
            if isinstance(view, StoredView) and view.writable and x not in fixed:
                self.protect(view.buffer, position - 1)  # the other operands are read inside
        views = [(x, self.view(x, key)) for x, key in given]
        return [v.fixed() if x in fixed else v for x, v in views]

    def _computed(self, eqn: Equation) -> View:
        (v,) = eqn.outvars
        role = eqn.op.role
        element = {
            Role.ELEMENTWISE: self._element,
            Role.INDEX: self._element,
            Role.REDUCTION: self._reduced,
            Role.CUMULATIVE: self._cumulated,
        }.get(role)
        if element is None:
            raise Unsupported(f"{eqn.op.name} is {role.value}")
        self.choices.note(eqn)
        return self.settle(self._lazy(v, eqn, lambda index, mask: element(eqn, index, mask)))

    def _lazy(self, v: Var, eqn: Equation, element: Callable) -> ComputedView:
        self.makers[v] = eqn
        shape, dtype, reading = v.aval.shape, physical(v), self._reading(eqn)
        return ComputedView(self.kernel, shape, dtype, element, self.buffers(eqn), reading)

    def _reading(self, eqn: Equation) -> float:
        """What an element takes where it is read (`View`): an equation as choosing from a few."""
        if eqn.op.role not in (Role.INDEX, Role.ELEMENTWISE):
            return math.inf
        own = 0 if eqn.op.role is Role.INDEX else self.kernel.machine.short_axis
        return own + sum([self.env[x].reading for x in eqn.invars if isinstance(x, Var)])

    def buffers(self, eqn: Equation) -> frozenset[int]:
        """The buffers that a result reads when it is computed later."""
        found: frozenset[int] = frozenset()
        for x in eqn.invars:
            view = self.env.get(x) if isinstance(x, Var) else None
            if isinstance(view, StoredView):
                found |= {view.buffer}
            elif isinstance(view, ComputedView):
                found |= view.buffers
            elif isinstance(view, Small) and isinstance(view.origin, ComputedView):
                found |= view.origin.buffers
        return found

    def settle(self, view: ComputedView) -> View:
        """The result; a small one is computed now, a large one where it is read."""
        lanes = self.kernel.lanes_of(view.shape)
        rest = view.shape[len(lanes) :]
        if math.prod(rest) > self.limits.written_out:
            return view
        try:
            elements = {
                place: view.at((*lanes, *map(constant, place))) for place in every_index(rest)
            }
        except NotByLane:
            return view
        origin = view if lanes or view.reading < math.inf else None
        found = Small(view.shape, view.dtype, lanes, elements, origin)
        if not self.any_lane:
            self.kernel.once(found)
        return found

    # ---- one element of a result

    def _element(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        self.kernel.ask()
        value = element(eqn, index, self.operands(eqn, mask))
        if eqn.op.role is Role.INDEX or value.dtype in (INDEX, scalar.BOOL):
            return each(self.kernel.settle, value)
        return doubled(value)

    def _reduced(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        op, x = reduction(eqn.op), self.operands(eqn)[0]
        axes, monoid = op.axes, op.monoid
        lanes = self.kernel.lanes_of(x.shape)
        if self.any_lane and lanes and monoid is Monoid.OR and axes == tuple(range(len(lanes))):
            self.asked_any_lane = True
            return x.at((*lanes, *index), None)
        lengths = [x.shape[a] for a in axes]
        if math.prod(lengths) > self.limits.written_out:
            return self._reduced_by_loop(eqn, x, index)
        if self.kernel.repeats > 1:
            self.kernel.walk(math.prod(lengths))
        return UnrolledReduction(eqn.op).element(index, *self.operands(eqn, mask))

    def _cumulated(self, eqn: Equation, index: Index, mask: Expr | None) -> Value:
        """A cumulative operation at an index that is known: the result of all elements up to it."""
        op, x = cumulative(eqn.op), eqn.outvars[0].aval
        axis, place = op.axis, integer(index[op.axis])
        length = x.shape[axis]
        if place is None or length > self.limits.written_out or x.dtype != dtypes.widened(x.dtype):
            raise Unsupported(f"{eqn.op.name} over {x}")
        which = range(place, length)[::-1] if op.reverse else range(place + 1)
        places = [(*index[:axis], constant(k), *index[axis + 1 :]) for k in which]
        operands = self.operands(eqn, mask)
        if op.monoid is not None:
            return reduce(partial(combine, op.monoid), [operands[0].at(i, mask) for i in places])
        value: Value = zero(x.dtype)
        for i in places:
            value = asked(eqn, op.step, value, i, *operands)
        return value

    def _reduced_by_loop(self, eqn: Equation, x: OperandView, index: Index) -> Value:
        """A long reduction as a loop at this place in the program."""
        op = reduction(eqn.op)
        axes, monoid, identity = op.axes, op.monoid, op.identity
        kernel = self.kernel
        loops = [kernel.axis(x.shape[a]) for a in axes]
        kernel.walk(math.prod([a.extent for a in loops]))
        with kernel.inside() as inside:
            value = widened(x(interleaved(eqn.op, index, [a.expr for a in loops])))
        if isinstance(value, ComplexExpr) and monoid is not Monoid.ADD:
            raise Unsupported("a long reduction of complex numbers")
        if inside():
            raise Unsupported("a long reduction of a long reduction")
        exprs = [kernel.place(p) for p in parts(value)]
        modes = [Mode.SERIAL] * len(loops)
        if not kernel.lanes:
            modes[-1] = Mode.VECTOR
        carries = [(monoid, scalar.const(identity(p.dtype), p.dtype)) for p in exprs]
        made, results = kernel.scope.closed(loops, modes, [], exprs, carries)
        kernel.statements += made
        return narrowed(joined(results), physical(eqn.outvars[0]))

    # ---- small linear algebra

    def _written_out(self, eqn: Equation) -> list[View]:
        found = []
        elements = asked(eqn, eqn.op.unrolled, *self.operands(eqn))
        for v, rule in zip(eqn.outvars, elements, strict=True):

            def at(index: Index, mask: Expr | None, v: Var = v, rule: Any = rule) -> Value:
                return checked(asked(eqn, rule, index), eqn, v)

            view = self._lazy(v, eqn, at)
            found.append(self._large(eqn, self.settle(view)))
        return found

    def _check_size(self, eqn: Equation) -> None:
        """Refuse a result that is too large for registers and has no loop of its own."""
        if eqn.op.role is not Role.OPAQUE or eqn.op.loop() or eqn.op.choices():
            return
        for v in eqn.outvars:
            if self._of_one_lane(v.aval.shape) > self.limits.written_out:
                if self.kernel.lanes or eqn.op.layout(*[x.aval for x in eqn.invars]) is None:
                    raise Unsupported(f"{eqn.op.name} gives {v.aval}, too large to write out")

    def _large(self, eqn: Equation, view: View) -> View:
        """Store a product whose result is too large for registers, unless it is cheap."""
        if not isinstance(view, ComputedView):
            return view
        layout = eqn.op.layout(*[x.aval for x in eqn.invars])
        return view if layout.k == 1 else self.kernel.kept(view)

    # ---- scatters of small values

    def _scattered(self, eqn: Equation) -> View:
        """A scatter into registers: each element chooses among the updates that may reach it."""
        op, (v,) = update(eqn.op), eqn.outvars
        number, monoid = op.update_operand, op.monoid
        updates, lanes = eqn.invars[number].aval.shape, self.kernel.lanes_of(v.aval.shape)
        inner = self.kernel.lanes_of(updates) if lanes else ()  # all make what lanes share
        rest = v.aval.shape[len(lanes) :]
        count = math.prod(updates[len(inner) :])
        if (
            math.prod(rest) > self.limits.written_out
            or count * math.prod(rest) > 16 * self.limits.written_out
        ):
            raise Unsupported(f"{eqn.op.name} into {v.aval} is neither small nor in place")
        operands = self.operands(eqn)
        elements = {
            place: widened(operands[0]([*lanes, *map(constant, place)]))
            for place in every_index(rest)
        }
        for place in every_index(updates[len(inner) :]):
            index = (*inner, *map(constant, place))
            where, mask = target(eqn, index, operands)
            if where[: len(lanes)] != lanes:
                raise NotByLane("the lanes of the batch write to each other")
            value = widened(operands[number](list(index)))
            for at, before in elements.items():
                here = mask
                for i, k in zip(where[len(lanes) :], at, strict=True):
                    same = self.kernel.settle(scalar.eq(i, constant(k)))
                    here = both(here, same)
                new = value if monoid is None else combine(monoid, before, value)
                elements[at] = new if here is None else selected(here, new, before)
        found = {place: narrowed(value, physical(v)) for place, value in elements.items()}
        return Small(v.aval.shape, physical(v), lanes, found)

    # ---- updates in place

    def _in_place(self, eqn: Equation, position: int) -> bool:
        x = eqn.invars[0]
        if not isinstance(x, Var):
            return False
        view = self.env.get(x)
        if not isinstance(view, StoredView) or not view.writable:
            return False
        if self.last[x] > position or x in eqn.invars[1:]:
            raise Unsupported(f"{eqn.op.name}: what it changes is needed afterwards")
        return True

    def _update(self, eqn: Equation, position: int) -> View:
        op, x = update(eqn.op), eqn.invars[0]
        number, monoid = op.update_operand, op.monoid
        assert isinstance(x, Var)
        memory = self.env[x]
        assert isinstance(memory, StoredView)
        if monoid is not None and memory.dtype != dtypes.widened(memory.dtype):
            raise Unsupported(f"{eqn.op.name} of {memory.dtype} would round after each update")
        shape = eqn.invars[number].aval.shape
        lanes, whole = self.kernel.lanes_of(shape), self.kernel.lanes_of(memory.shape)
        rest = shape[len(lanes) :]
        by_loop = math.prod(rest) > self.limits.written_out // 2
        self.protect(memory.buffer, position - 1)  # operands are those before the first store
        if isinstance(self.view(eqn.invars[number], (id(eqn), number)), Small):
            by_loop = False  # which register it is, a loop would have to choose
        operands = self.operands(eqn)
        if whole != self.kernel.lane_index:
            raise NotByLane("the lanes of the batch write to the same memory")

        def write(index: Index) -> tuple[Index, Expr | None, Value]:
            where, mask = target(eqn, index, operands)
            if where[: len(whole)] != whole:
                raise NotByLane("the lanes of the batch write to each other")
            return where, mask, operands[number](list(index))

        if by_loop:
            self._write_by_loop(rest, lanes, write, memory, eqn.op)
        else:
            writes = [write((*lanes, *map(constant, p))) for p in every_index(rest)]
            self._write_all(writes, memory, monoid)
        return memory

    def _write_all(self, writes: list[tuple], memory: StoredView, monoid: Monoid | None) -> None:
        """Store elements in order.

        The element that a value is combined with is read at its turn, since an earlier store may
        have changed it.
        """
        for where, mask, value in writes:
            if monoid is not None:
                value = self._combined(monoid, memory, where, value)
            self.kernel.statements += self.kernel.stores(memory, where, value, mask)

    def _combined(self, monoid: Monoid, memory: StoredView, where: Index, value: Value) -> Value:
        """An element's new value; both parts of a complex one are computed before a store."""
        new = combine(monoid, memory.at(where), value)
        return self.kernel.pin([new])[0] if len(parts(new)) > 1 else new

    def _write_by_loop(
        self, rest: Sequence[int], lanes: Index, write: Callable, memory: StoredView, op: Primitive
    ) -> None:
        kernel, monoid = self.kernel, update(op).monoid

        def body(index: Index) -> list:
            where, mask, value = write((*lanes, *index))
            read = (*where, *parts(value)) if mask is None else (*where, mask, *parts(value))
            if any(reads(e, memory.buffer) for e in read):
                raise Unsupported(f"{op.name} of what it changes")
            if monoid is not None:
                value = self._combined(monoid, memory, where, value)
            return kernel.stores(memory, where, value, mask)

        vector = op.role is Role.INDEX and not kernel.lanes
        kernel.nest(rest, Mode.VECTOR if vector else Mode.SERIAL, body)

    def protect(self, buffer: int, position: int) -> None:
        """Compute now the values that are needed after `position` and read a buffer to be written.

        Small values go to registers, large ones to memory.
        """
        before = len(self.kernel.statements)
        kept: list[tuple[Small, tuple[int, ...]]] = []
        for v in list(self.env):
            if self.needed.get(v, -1) <= position:
                continue
            view = self.env[v]
            if isinstance(view, ComputedView) and buffer in view.buffers:
                if v in self.makers:  # and not in a branch's body or outside
                    view.buffers = self.buffers(self.makers[v])  # what it reads may have been kept
                if buffer in view.buffers and not self.choices.write(v, position):
                    self.env[v] = self.kernel.kept(view)
            if isinstance(view, Small):
                origin = view.origin
                if isinstance(origin, ComputedView) and buffer in origin.buffers:
                    view.origin = None
                kept += [
                    (view, place) for place, value in view.elements.items() if reads(value, buffer)
                ]
        values = self.kernel.pin([view.elements[place] for view, place in kept])
        for (view, place), value in zip(kept, values, strict=True):
            view.elements[place] = value
        if len(self.kernel.statements) > before:
            self.kernel.epoch += 1

    # ---- conditionals

    def _branch(
        self, jaxpr: Jaxpr, views: Sequence[View], wanted: Sequence[int | None] = ()
    ) -> list[View]:
        return KernelBody(self.kernel, jaxpr, views, self.write_loop, self.prepare).run(wanted)


Count = Callable[[tuple[int, ...]], int]


def least_nodes(jaxpr: Jaxpr, elements: Count, most: int) -> int:
    """A lower bound on a body's expressions, if values of up to `most` elements are unrolled.

    A product has a multiplication and an addition for each term, and a load if a factor is in
    memory. A larger operand of a short reduction is computed as a whole, and so are its elementwise
    producers. Unrolled results that nothing uses cost nothing.

    elements: gives the number of elements of a shape that belong to one lane.

    >>> import fjax, fjax.numpy as jnp
    >>> step = fjax.make_jaxpr(lambda w, x: jnp.tanh(w @ x))(jnp.ones((24, 24)), jnp.ones(24)).jaxpr
    >>> least_nodes(step, math.prod, 64)  # for each of 24 elements 24 loads, products and 23 sums
    1704
    """
    found, whole = 0, set[Var]()
    for eqn in reversed(jaxpr.eqns):
        shape = eqn.outvars[0].aval.shape if eqn.outvars else ()
        if eqn.op.role is Role.OPAQUE and elements(shape) <= most:
            found += elements(shape) * _nodes_of_product(eqn, most)
        elif eqn.op.role is Role.REDUCTION:
            operand = eqn.invars[0]
            length = math.prod([operand.aval.shape[a] for a in reduction(eqn.op).axes])
            if length <= most and elements(shape) <= most and isinstance(operand, Var):
                found += elements(shape) * (length - 1)
                whole.add(operand)
        elif eqn.op.role is Role.ELEMENTWISE and whole.intersection(eqn.outvars):
            if elements(shape) > most and dtypes.is_inexact(eqn.outvars[0].aval.dtype):
                found += elements(shape)
                whole.update(x for x in eqn.invars if isinstance(x, Var) and x.aval.shape == shape)
    return found


def _nodes_of_product(eqn: Equation, most: int) -> int:
    """Expressions for each element of a matrix product; 0 for other equations."""
    layout = eqn.op.layout(*[x.aval for x in eqn.invars])
    if layout is None:
        return 0
    in_memory = any(x.aval.size > most for x in eqn.invars)
    return layout.k * (3 if in_memory else 2) - 1
