"""From a loop to a kernel: carried values in registers or memory, indexed slices, lanes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar, scalar_graph
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.guarded import known
from fjax.core.ir import Equation, Jaxpr
from fjax.core.primitive import Role
from fjax.core.scalar import BOOL, Expr, Op
from fjax.core.source import Source
from fjax.dataclass import dataclass
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import INDEX, Access, Carry, Loop, Mode, Unsupported, While
from fjax.lowering.kernel.forwarding import forward_stores, overwritten
from fjax.lowering.kernel.index_arithmetic import Affine, Index, affine, constant, settled
from fjax.lowering.kernel.lowered import LoweredKernel
from fjax.lowering.kernel.numbers import parts
from fjax.lowering.kernel.verify import rewritten
from fjax.lowering.loop.body import KernelBody
from fjax.lowering.loop.counters import Prepare, counts_in_range, increments
from fjax.lowering.loop.planned import LoopPlan
from fjax.lowering.loop.views import (
    Carrying,
    LoopKernel,
    NotByLane,
    Small,
    StoredView,
    View,
    every_index,
    is_same,
)
from fjax.lowering.machine import Machine
from fjax.lowering.run.buffers import ArrayCopy

START, COUNT, DONE = range(3)  # words of the control buffer
STOPPED, STUCK = range(2)  # words of the flag buffer: call again; a loop inside is long


@dataclass(frozen=True, eq=False)
class LoopRequest:
    """A loop to be planned, and how."""

    form: LoopForm
    avals: Sequence[ShapedArray]
    out_avals: Sequence[ShapedArray]
    lanes: tuple[int, ...]  # the axes of its batch
    prepare: Prepare
    machine: Machine
    counters: tuple[tuple[int, int, int], ...] = ()  # carried values: number, first value, step


def plan_loop(request: LoopRequest) -> LoopPlan:
    """The loop's kernel; raises Unsupported."""
    return _LoopPlanner(request).plan()


class _LoopPlanner:
    def __init__(self, request: LoopRequest):
        self.machine, limits = request.machine, request.machine.limits
        self.form, self.prepare, self.lanes = request.form, request.prepare, request.lanes
        self.body = self.prepare(self.form.body)
        most = 2 * self.machine.serial_elements, limits.loop_expressions
        if self._takes_native_steps():  # the host would be as fast
            most = self.machine.grain, limits.loop_expressions // 30
        self.kernel = LoopKernel(self.machine, *most)
        self.kernel.lanes = tuple(self.kernel.axis(n) for n in self.lanes)
        self.kernel.independent = not (self.form.n_carry or self.lanes)
        self.operands = [self._memory(a, False) for a in request.avals]
        self.outputs = [self._memory(a, True) for a in request.out_avals]
        self.control = self.kernel.buffer(INDEX, False)
        self.flag = self.kernel.buffer(INDEX, True)
        self.uniform = [False] * self.form.n_carry
        self.in_place = [False] * self.form.n_carry
        self.independent = False
        self.counters = {k: (first, step) for k, first, step in request.counters}

    def _memory(self, aval: ShapedArray, written: bool) -> StoredView:
        """An operand or output of the loop, which is a buffer of the kernel."""
        dtype = dtypes.physical(aval.dtype)
        buffer = self.kernel.buffer(dtype, written)
        return StoredView(self.kernel, buffer, aval.shape, dtype, writable=written)

    def plan(self) -> LoopPlan:
        """The kernel, and what its runner needs."""
        kernel = self.kernel
        if self._is_for_blas():
            raise Unsupported("it has a product large enough for BLAS")
        form = replace(self.form, counts_steps=False)
        first = 1 if self.form.counts_steps else 0
        writer = LoopWriter(self, self.outputs)
        writer.write(form, self.operands[first:], is_outermost=True)
        lowered = self._lowered()
        nodes = kernel.table.nodes + writer.repeated
        return LoopPlan(
            lowered,
            tuple(self.in_place),
            self._overwritten(lowered.kernel.body),
            tuple(self.uniform),
            tuple(kernel.scratch),
            (nodes + 4 * kernel.work) * max(1, math.prod(self.lanes)),
            4 * kernel.seldom * max(1, math.prod(self.lanes)),
            self.independent,
            writer.open_ended,
            writer.shares_scratch,
            tuple(writer.copies),
        )

    def _lowered(self) -> LoweredKernel:
        """The kernel of the statements, vectorized over the lanes, and its launch."""
        lanes, table = self.lanes, self.kernel.table
        modes = [*[Mode.PARALLEL] * (len(lanes) - 1), Mode.PARALLEL_VECTOR][: len(lanes)]
        body, _ = self.kernel.scope.closed(self.kernel.lanes, modes, self.kernel.statements)
        buffers = list(self.kernel.buffers)
        for k, alike in enumerate(self.uniform):  # a call goes on from what the last one has made
            out, start = self.outputs[k].buffer, self.operands[self.form.first_carry + k].buffer
            if not alike:
                buffers[out] = replace(buffers[out], shares=(start,))
        made = table.kernel(buffers, body, "the nest of a loop")
        extent, grain = math.prod(lanes), 4 * self.machine.line_elements
        side = f"lanes {'×'.join(str(known(n)) for n in lanes)}, " if lanes else ""
        return LoweredKernel(
            rewritten(made, forward_stores, table.words),
            tuple(table.words),
            extent,
            grain,
            extent > grain,
            f"{side}loop of {len(self.form.body.eqns)} equations",
        )

    def _takes_native_steps(self) -> bool:
        """Whether the host could run the steps without Python: nothing but kernels and products."""
        return all(
            e.op.loop() is None
            and e.op.choices() is None
            and (e.op.role is not Role.OPAQUE or e.op.gives_operands or _layout(e) is not None)
            for e in self.body.eqns
        )

    def _is_for_blas(self) -> bool:
        """Whether the host's native steps, which call BLAS, would be as fast, or faster."""
        return self._takes_native_steps() and any(
            g.batch * g.m * g.n * g.k > self.machine.product_terms * self._examples(e)
            for e in self.body.eqns
            if (g := _layout(e)) is not None
        )

    def _examples(self, eqn: Equation) -> int:
        """How many lanes share the work of an equation; 1 if each would do all of it."""
        lanes = self.lanes
        return math.prod(lanes) if eqn.outvars[0].aval.shape[: len(lanes)] == lanes else 1

    def _overwritten(
        self, body: tuple[kernels.Statement, ...]
    ) -> tuple[tuple[int, int] | None, ...]:
        """The elements of each output that the loop writes before it reads them; None if none."""
        length, elapsed = self.form.length, self.control_word(DONE)
        return tuple(
            [
                overwritten(body, memory.buffer, elapsed, length, self.kernel.table.words)
                if changes and length and not self.lanes
                else None
                for memory, changes in zip(self.outputs, self.in_place, strict=False)
            ]
        )

    def control_word(self, k: int) -> Expr:
        """A word that says which steps this call takes: START, COUNT or DONE."""
        return kernels.load(
            Access(self.control, (), self.kernel.table.slot(("control", k), k)), INDEX
        )


class LoopWriter:
    """Writes loops into the kernel: the outermost one, and those inside its body."""

    def __init__(self, planner: _LoopPlanner, outputs: Sequence[StoredView]):
        self.planner, self.outputs = planner, outputs
        self.kernel = planner.kernel
        self.repeated = 0  # expressions that loops inside compute again in a step
        self.open_ended = False  # a loop inside has no length that is known
        self.shares_scratch = False
        self.copies: list[ArrayCopy] = []

    def inner(
        self, kernel: LoopKernel, form: LoopForm, views: Sequence[View], source: Source | None
    ) -> Sequence[View]:
        """As `write`, for an inner loop, whose expressions each outer step computes many times."""
        before = kernel.table.nodes + self.repeated
        outs = self.write(form, views, False, source)
        if form.length is None:
            self.open_ended = True
        else:
            self.repeated += (kernel.table.nodes + self.repeated - before) * max(form.length - 1, 0)
        return outs

    def body(self, jaxpr: Jaxpr, views: Sequence[View], any_lane: bool = False) -> KernelBody:
        return KernelBody(self.kernel, jaxpr, views, self.inner, self.planner.prepare, any_lane)

    def write(
        self,
        form: LoopForm,
        views: Sequence[View],
        is_outermost: bool,
        source: Source | None = None,
    ) -> list[View]:
        """Append the loop's statements; the views of its outputs."""
        if form.counts_steps:
            steps, *views = views
            extent = self.kernel.place(self.kernel.settle(steps.at(())))
        elif is_outermost:
            extent = self.planner.control_word(COUNT)
        elif form.length is not None:
            if form.length > self.planner.machine.inner_steps:
                raise Unsupported("a loop inside it takes too many steps to wait for")
            extent = self.kernel.table.size(("length", self.kernel.table.loops), form.length)
        else:
            extent = constant(0)
        return _OneLoop(self, form, views, is_outermost, source).write(extent)


class _OneLoop:
    """One loop that is being written.

    registers, memories, counters: each carried value is in one of these. time: the step within this
    call. elapsed: the step since the loop began, with those of earlier calls.
    """

    def __init__(
        self,
        writer: LoopWriter,
        form: LoopForm,
        views: Sequence[View],
        is_outermost: bool,
        source: Source | None,
    ):
        self.writer, self.form, self.is_outermost = writer, form, is_outermost
        self.source = source
        self.planner, self.kernel = writer.planner, writer.kernel
        self.limits = writer.planner.machine.limits
        n = form.condition_consts
        self.condition_consts = list(views[:n])
        self.consts = [v.fixed() for v in views[n : n + form.n_consts]]  # every step reads them
        n += form.n_consts
        self.initial = list(views[n : n + form.n_carry])
        self.xs = list(views[n + form.n_carry :])
        self.number = self.kernel.table.number()
        self.time = self.kernel.axis(form.length or 1 << 40, self.number)
        self.elapsed = self.time
        if is_outermost:
            self.elapsed = self.kernel.axis(form.length or 1 << 40, self.number)
            self.kernel.scope.bases[self.elapsed] = self.planner.control_word(DONE)
        self.steps = increments(form, self.planner.prepare) if form.length else {}
        self.carrying = Carrying(self.kernel, self.number)
        self.registers: dict[int, Small] = {}
        self.memories: dict[int, StoredView] = {}
        self.counters: dict[int, tuple[int, int]] = {}  # first value and step

    # ---- before the loop

    def write(self, extent: Expr) -> list[View]:
        """The loop's statements, which are appended to the kernel's; the views of its outputs."""
        for k, view in enumerate(self.initial):
            counter = self._counter(k)
            if counter is None:
                self._carry(k, view)
            else:
                self.counters[k] = counter
        if len(self.carrying.initial) > self.limits.loop_carried:
            raise Unsupported("the loop carries too much for registers")
        carry = [
            self.registers.get(k) or self.memories.get(k) or self._count_at(k)
            for k in range(self.form.n_carry)
        ]
        with self.kernel.inside() as made:
            condition = self._condition(carry)
            stacks = self._stacks()
            xs = [self._slice(x) for x in self.xs]
            body = self.writer.body(self.form.body, [*self.consts, *carry, *xs])
            wanted = [v.buffer if isinstance(v, StoredView) else None for v in carry]
            following = self._following(body.run(wanted), stacks)
        statements = tuple(made())
        if condition is not None:
            self._while(condition, statements, following)
        else:
            carries = tuple(
                Carry(a, b) for a, b in zip(self.carrying.initial, following, strict=True)
            )
            mode = Mode.SERIAL
            if (
                self.is_outermost
                and not self.form.n_carry
                and not self.kernel.lanes
                and not self.kernel.scratch
            ):
                mode, self.planner.independent = Mode.PARALLEL_VECTOR, True
            self.kernel.statements.append(Loop(self.number, extent, mode, statements, carries))
        return self._results(stacks)

    def _carry(self, k: int, view: View) -> None:
        """Decide whether a carried value is in registers or in memory."""
        aval = self.form.body.invars[self.form.n_consts + k].aval
        if aval.size == 0:
            raise Unsupported("the loop carries a value without data")
        lanes = self.kernel.lanes_of(aval.shape)
        rest = aval.shape[len(lanes) :]
        if math.prod(rest) > self.limits.written_out:
            self.memories[k] = self._in_memory(k, view, aval)
            return
        if self.is_outermost:
            self.planner.uniform[k] = not lanes
        dtype = dtypes.physical(aval.dtype)
        elements = {p: view.at((*lanes, *map(constant, p))) for p in every_index(rest)}
        self.registers[k] = self.carrying.add(Small(aval.shape, dtype, lanes, elements))

    def _counter(self, k: int) -> tuple[int, int] | None:
        """First value and step of a carried value that counts steps from a known number."""
        if k not in self.steps:
            return None
        if self.is_outermost:
            return self.planner.counters.get(k)
        value = self.kernel.settle(self.initial[k].at(()))
        if value.op is not Op.CONST:
            return None
        first, step = int(value.extra.value), self.steps[k]
        return (first, step) if counts_in_range(self.form, k, first, step) else None

    def _count_at(self, k: int) -> View:
        """A counter as a function of the step: nothing is carried."""
        first, step = self.counters[k]
        at, dtype = Affine({self.elapsed.expr: step}, first).expr, self._carried_dtype(k)
        return Small((), dtype, (), {(): scalar.convert(at, dtype)})

    def _carried_dtype(self, k: int) -> np.dtype:
        return self.form.body.invars[self.form.n_consts + k].aval.dtype

    def _last_count(self, k: int) -> View:
        """A counter after the loop."""
        first, step = self.counters[k]
        assert self.form.length is not None
        last = first + step * self.form.length
        wrapped = (last + (1 << 63)) % (1 << 64) - (1 << 63)
        dtype = self._carried_dtype(k)
        return Small((), dtype, (), {(): scalar.const(wrapped, dtype)})

    def _in_memory(self, k: int, view: View, aval: ShapedArray) -> StoredView:
        """The memory of a large carried value, which is changed in place."""
        lanes = self.kernel.lanes_of(aval.shape)
        if lanes != self.kernel.lane_index:
            raise NotByLane("the lanes of the batch share a large carried value")
        if self.is_outermost:
            self.planner.in_place[k] = True
            self.writer.outputs[k].lane_axis = 0 if lanes else None
            return self.writer.outputs[k]
        if isinstance(view, StoredView) and view.writable:
            return view
        place = 0 if lanes else None
        memory = self.kernel.scratch_memory(aval.shape, dtypes.physical(aval.dtype), place)
        if isinstance(view, StoredView):
            self._copied(aval, "a loop inside starts from it, and it is needed afterwards")
        self.kernel.fill(memory, view, place)
        return memory

    def _copied(self, aval: ShapedArray, reason: str) -> None:
        self.writer.copies.append(ArrayCopy(aval, self.source, reason))

    # ---- slices

    def _step(self) -> Expr:
        """The number of the slice that this step reads and writes."""
        if not self.is_outermost:
            last = (self.form.length or 1) - 1
            return affine(
                constant(last) - self.time.expr if self.form.reverse else self.time.expr
            ).expr
        start = Affine({self.planner.control_word(START): 1}, 0)
        return (start + Affine({self.time.expr: -1 if self.form.reverse else 1}, 0)).expr

    def _slice(self, x: View) -> View:
        if isinstance(x, StoredView):
            return x.fixed().slice(self._step())
        return _Slice(x, self._step())

    def _stacks(self) -> list[StoredView]:
        """The memory of the stacked outputs."""
        n = self.form.n_carry
        if self.is_outermost:
            return list(self.writer.outputs[n:])
        found = []
        for x in self.form.body.outvars[n:]:
            shape = (self.form.length or 0, *x.aval.shape)
            found.append(self.kernel.scratch_memory(shape, dtypes.physical(x.aval.dtype)))
        return found

    def _write_slice(self, stack: StoredView, view: View) -> None:
        """Store a step's slice of a stacked output; for the lanes' axes see `lane_places`."""
        to = stack.slice(self._step())
        for place in self.kernel.lane_places(to.shape):
            try:
                with self.kernel.attempt():
                    self.kernel.fill(to, view, place)
            except NotByLane:
                continue
            stack.lane_axis = None if place is None else place + 1
            if place is None and self.kernel.lanes and not self.is_outermost:
                self.writer.shares_scratch = True
            return
        raise NotByLane("elements of what it carries need each other")

    # ---- after the body

    def _following(self, outs: Sequence[View], stacks: Sequence[StoredView]) -> list[Expr]:
        """The carried values of the next step, after slices are stored and large values moved."""
        n = self.form.n_carry
        kept = {k: outs[k] for k in range(n) if k in self.registers}
        following = {k: [v for p, v in self._elements(self.registers[k], kept[k])] for k in kept}
        changed = [k for k, m in self.memories.items() if not is_same(outs[k], m)]
        if changed:
            flat = iter(self.kernel.pin([v for vs in following.values() for v in vs]))
            following = {k: [next(flat) for _ in vs] for k, vs in following.items()}
        for stack, view in zip(stacks, outs[n:], strict=True):
            self._write_slice(stack, view)
        for k in changed:
            if isinstance(outs[k], StoredView):
                self._copied(self.form.body.outvars[k].aval, "each step moves it to another place")
        self.kernel.move([(self.memories[k], outs[k]) for k in changed])
        return [
            self.kernel.place(p) for k in self.registers for v in following[k] for p in parts(v)
        ]

    def _elements(self, carried: Small, view: View) -> list[tuple]:
        """(index, value) of the elements that a carried value has in registers."""
        return [(p, view.at((*carried.lanes, *map(constant, p)))) for p in carried.elements]

    def _results(self, stacks: Sequence[StoredView]) -> list[View]:
        """The views of all outputs; those of the outermost loop are stored to its buffers."""
        after = iter(self.carrying.results())
        found: list[View] = []
        for k in range(self.form.n_carry):
            found.append(
                next(after)
                if k in self.registers
                else self.memories[k]
                if k in self.memories
                else self._last_count(k)
            )
        if self.is_outermost:
            for k, view in enumerate(found):
                if isinstance(view, Small):
                    for p, value in view.elements.items():
                        at = (*view.lanes, *map(constant, p))
                        self.kernel.statements += self.kernel.stores(
                            self.writer.outputs[k], at, value
                        )
        return [*found, *stacks]

    # ---- loops with a condition

    def _condition(self, carry: Sequence[View]) -> Expr | None:
        """Whether there is another step; None if the loop has a length."""
        if self.form.condition is None:
            return None
        body = self.writer.body(self.form.condition, [*self.condition_consts, *carry], True)
        (view,) = body.run()
        if self.kernel.statements:
            raise Unsupported("the loop's condition needs statements of its own")
        condition = view.at(())
        if body.asked_any_lane:
            if self.memories:
                raise NotByLane("a masked loop over a batch carries memory")
            if condition.op is not Op.LEAF or not isinstance(condition.extra, kernels.Carried):
                raise NotByLane("the loop goes on while a function of all lanes holds")
            self.lane_flag: Expr | None = condition
        else:
            self.lane_flag = None
        return condition

    def _while(self, condition: Expr, statements: tuple, following: list[Expr]) -> None:
        """Append a loop that ends by its condition, or early for interrupts, as the flag says."""
        kernel, initial = self.kernel, list(self.carrying.initial)
        if self.lane_flag is not None:
            if statements:
                raise NotByLane("a masked loop over a batch has statements")
            following = self._unmasked(following)
        condition = kernel.place(condition)
        word = STOPPED if self.is_outermost else STUCK
        most = (
            self.planner.control_word(COUNT)
            if self.is_outermost
            else kernel.table.size(("most_inside",), kernel.machine.inner_steps)
        )
        flag = Access(self.planner.flag, (), kernel.table.slot(("control", word), word))
        # A loop inside starts from the flag: once one of them was stuck, none takes a step.
        first = scalar.const(0, INDEX) if self.is_outermost else kernels.load(flag, INDEX)
        count = kernels.carried(self.number, len(initial), INDEX)
        condition = condition & (count < most)
        initial.append(first)
        following = [*following, count + 1]
        carries = tuple(Carry(a, b) for a, b in zip(initial, following, strict=True))
        kernel.statements.append(While(self.number, condition, statements, carries))
        if self.lane_flag is not None:  # lanes that have ended need not know their steps
            left = kernels.result(self.number, self.lane_flag.extra.item, BOOL)
        else:
            left = kernels.result(self.number, len(initial) - 1, INDEX) >= most
        kernel.statements.append(kernels.Store(flag, most, None, left))

    def _unmasked(self, following: Sequence[Expr]) -> list[Expr]:
        """The next values of active lanes; inactive lanes must keep theirs."""
        flag = self.lane_flag
        assert flag is not None
        for k, x in enumerate(_assuming(following, flag, False)):
            own = kernels.carried(self.number, k, x.dtype)
            if x is not own and not (own is flag and x.op is Op.CONST):
                raise NotByLane("lanes that have ended change in later steps")
        return _assuming(following, flag, True)


class _Slice(View):
    """The slice of a view at one index of its first axis."""

    def __init__(self, view: View, first: Expr):
        self.view, self.first = view, first
        self.shape, self.dtype = view.shape[1:], view.dtype

    def at(self, index: Index, mask: Expr | None = None) -> Any:
        return self.view.at((self.first, *index), mask)


def _assuming(exprs: Sequence[Expr], flag: Expr, value: bool) -> list[Expr]:
    """The expressions, simplified where a condition is known."""
    replaced = scalar_graph.substitute(tuple(exprs), {flag: scalar.const(value, BOOL)})
    return [settled(x) for x in replaced]


def _layout(eqn: Equation) -> Any:
    """The layout of a matrix product; None for other equations."""
    return eqn.op.layout(*[x.aval for x in eqn.invars])
