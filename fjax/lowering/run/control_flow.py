"""Plans of loops and branches, made from the plans of their bodies.

If a body consists of launches only, its loop or branch is one launch. So a target that repeats
launches runs nested control flow without Python, at any depth. The buffers of such a launch are the
operands that are not literals, the results, and scratch memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core import dtypes, lazy
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.dataclass import dataclass
from fjax.lowering.loop import native
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import ALIGNMENT, Launch, Routine
from fjax.lowering.run.plan import (
    SCRATCH,
    HostLoop,
    Move,
    Plan,
    Segment,
    Start,
    StepTable,
    byte_count,
)
from fjax.passes import in_place as updates
from fjax.passes import optimize

_unrolled: Any = lazy.module("fjax.lowering.run.unrolled_steps")

PlanBody = Callable[..., Plan]  # of a jaxpr, which inputs are given away, and a loop's counts
INDICES = (np.int32, np.int64)  # dtypes of a branch's number


@dataclass(frozen=True, eq=False)
class ControlFlow(Routine):
    """Control flow as a launch; its last buffer is scratch memory. form: None for branches."""

    equation: Equation
    form: LoopForm | None

    @property
    def buffers(self) -> list[int | None]:
        """The launch's buffer of each operand and result; None for a literal."""
        numbers = iter(range(len(self.equation.invars) + len(self.equation.outvars)))
        found = [None if isinstance(x, Literal) else next(numbers) for x in self.equation.invars]
        return [*found, *(next(numbers) for _ in self.equation.outvars)]


@dataclass(frozen=True, eq=False)
class LoopLaunch(ControlFlow):
    """A loop whose steps are launches."""

    loop: HostLoop

    @property
    def bodies(self) -> Sequence[Plan]:
        return self.loop.bodies


@dataclass(frozen=True, eq=False)
class KernelLoopLaunch(ControlFlow):
    """A loop that is one kernel.

    offsets: of the kernel's scratch buffers in the launch's scratch memory, followed by those of
      the old values that lanes share.
    """

    loop: native.NativeLoop
    offsets: Sequence[int]


@dataclass(frozen=True, eq=False)
class BranchLaunch(ControlFlow):
    """Branches that write all results to new memory; the first operand says which one runs.

    offsets: where in the scratch memory each branch has its own.
    """

    branches: Sequence[Plan]
    offsets: Sequence[int]

    @property
    def bodies(self) -> Sequence[Plan]:
        return self.branches


def loop_launch(
    eqn: Equation, loop: HostLoop | native.NativeLoop, machine: Machine
) -> Launch | None:
    """A loop as a launch; None if its steps need Python, or may need it."""
    form = eqn.op.loop()
    if isinstance(loop, native.NativeLoop):
        if loop.plan.open_ended:
            return None
        is_short = (
            form is not None
            and form.length is not None
            and form.length * loop.plan.cost <= machine.parallel_operations
        )
        shared = [eqn.outvars[k] for k, u in enumerate(loop.plan.uniform) if u]
        sizes = [math.prod(shape) * d.itemsize for shape, d in loop.plan.scratch]
        offsets, total = _placed([*sizes, *map(byte_count, shared)])
        code = KernelLoopLaunch(eqn.op.name, eqn, form, loop, offsets)
        return _launch(code, total, loop.in_place, not is_short)
    if loop.steps is None:
        return None
    steps = LoopLaunch(eqn.op.name, eqn, form, loop)
    return _launch(steps, loop.steps.scratch, loop.in_place)


def branch_launch(eqn: Equation, plan_body: PlanBody) -> Launch | None:
    """Branches as a launch; None if one of them needs Python."""
    branches: Sequence[Jaxpr] | None = eqn.op.choices()
    if branches is None or eqn.op.effects or eqn.invars[0].aval.dtype not in INDICES:
        return None
    if any(x.aval.dtype == dtypes.float0 for x in (*eqn.invars, *eqn.outvars)):
        return None
    plans = [plan_body(b, (), (len(b.invars), 0)) for b in branches]
    if not all(p.whole is not None or not p.steps for p in plans):
        return None
    if not all(_makes_all(p) for p in plans):
        return None
    offsets, total = _placed([0 if p.whole is None else p.whole.scratch_bytes for p in plans])
    return _launch(BranchLaunch(eqn.op.name, eqn, None, plans, offsets), total, frozenset())


def _makes_all(plan: Plan) -> bool:
    """Whether each output is a literal, or has memory of its own that the segment allocates."""
    kept = set() if plan.whole is None else set(plan.whole.kept)
    roots = [plan.root(x) for x in plan.jaxpr.outvars if isinstance(x, Var)]
    return len(set(roots)) == len(roots) and kept.issuperset(roots)


def _launch(
    code: ControlFlow, scratch: int, in_place: frozenset[int], is_long: bool = True
) -> Launch:
    """The launch of control flow. in_place: the carried values that it changes in place."""
    eqn, form = code.equation, code.form
    first = 0 if form is None else form.first_carry
    launches = [x.launch for p in code.bodies if p.whole for x in p.whole.launches]
    n = len(eqn.invars)
    return Launch(
        code,
        tuple(k for k in range(n + len(eqn.outvars)) if k >= n or isinstance(eqn.invars[k], Var)),
        uses_blas=any(x.uses_blas for x in launches),
        scratch=scratch,
        in_place=tuple(
            (k, first + k) for k in sorted(in_place) if isinstance(eqn.invars[first + k], Var)
        ),
        is_long=is_long,
    )


def _placed(sizes: Sequence[int]) -> tuple[list[int], int]:
    """The offsets of parts of these sizes, one after another, and their total size."""
    offsets, end = [], 0
    for size in sizes:
        offsets.append(end)
        end += -(-size // ALIGNMENT) * ALIGNMENT
    return offsets, end


# ---- loops over the plans of their bodies


def plan_host_loop(form: LoopForm, plan_body: PlanBody, repeats: bool) -> HostLoop:
    """The plan of a loop over its body's plan. repeats: whether the target repeats launches."""
    first = form.n_consts
    carried = [first <= k < first + form.n_carry for k in range(len(form.body.invars))]
    form = replace(form, body=updates.in_place(optimize.optimize(form.body), tuple(carried)))
    condition = None if form.condition is None else plan_body(form.condition)
    repeats = repeats and not native.carries_float0(form)
    found = _as_launches(form, plan_body, condition) if repeats else None
    if found is not None:
        body, steps = found
        loop = HostLoop(form, body, condition, steps, _changing(form, body))
        if config.check_ir:
            _unrolled.verify_steps(loop, f"the steps of {form.body.debug_name}")
        return loop
    body = plan_body(form.body, carried)
    return HostLoop(form, body, condition, None, _changing(form, body))


def _changing(form: LoopForm, body: Plan) -> frozenset[int]:
    """The carried values that a step changes in place."""
    return frozenset(k - form.n_consts for k in body.changed)


def _as_launches(
    form: LoopForm, plan_body: PlanBody, condition: Plan | None
) -> tuple[Plan, StepTable] | None:
    """The body's plan and the table of its steps; None if a step is more than launches."""
    if condition is not None and not _asks(condition):
        return None
    body, ys = form.body, form.body.outvars[form.n_carry :]
    carried = [x not in ys for x in body.outvars[: form.n_carry]]
    rest = [False] * (len(body.invars) - form.n_consts - form.n_carry)
    for donated in ((*[False] * form.n_consts, *carried, *rest), ()):
        plan = plan_body(body, donated, (form.n_consts, form.n_carry))
        if plan.whole is None:
            return None
        if _fits(form, plan, plan.whole):
            return plan, _Table(form, plan, condition).table()
    return None


def _asks(condition: Plan) -> bool:
    """Whether a condition consists of launches, and its answer has memory of its own."""
    (x,) = condition.jaxpr.outvars
    return condition.whole is not None and condition.root(x) in condition.whole.kept


def _roots(plan: Plan) -> list[Atom]:
    """The value whose memory each output lies in."""
    return [plan.root(x) for x in plan.jaxpr.outvars]


def _fits(form: LoopForm, plan: Plan, whole: Segment) -> bool:
    """Whether each carried value is new memory or stays in place, and all stacked ones are new."""
    kept, roots, n = set(whole.kept), _roots(plan), form.n_carry
    own = plan.jaxpr.invars[form.n_consts : form.n_consts + n]
    finals, ys = roots[:n], roots[n:]
    return (
        all(r in kept or r is v for r, v in zip(finals, own, strict=True))
        and all(r in kept for r in ys)
        and len(set(finals)) == len(finals)
        and len(set(ys)) == len(ys)
    )


class _Table:
    """Lays out the slots of a loop's steps, and its scratch memory.

    The values of a step live in buffers that are made once. A carried value that a step makes new
    is written to one of two buffers in turn (`turning`), or straight into the stack that stores it
    as well. One that a step changes in place stays where it is.
    """

    def __init__(self, form: LoopForm, body: Plan, condition: Plan | None):
        assert body.whole is not None
        self.form, self.body, self.condition = form, body, condition
        n, m = form.n_consts, form.n_consts + form.n_carry
        invars = body.jaxpr.invars
        self.consts, self.carry, self.xs = invars[:n], invars[n:m], invars[m:]
        roots = _roots(body)
        self.finals, self.ys = roots[: form.n_carry], roots[form.n_carry :]
        self.turning = [
            k for k, r in enumerate(self.finals) if r is not self.carry[k] and r not in self.ys
        ]
        self.slots: dict[Atom, int] = {
            v: k for k, v in enumerate((*body.whole.read, *body.whole.kept))
        }
        self.second = self.free = body.whole.n_slots
        self.asked: list[tuple[int, int]] = []  # slots of the condition, and its operands there
        self.flag = 0
        if condition is not None:
            self.flag = self._place_condition(condition)
        for v in self.carry:
            if v not in self.slots:
                self.slots[v] = self._next()
        self.spare = {k: self._next() for k in self.turning}
        self.used = 0  # bytes of scratch memory

    def _next(self) -> int:
        self.free += 1
        return self.free - 1

    def _place_condition(self, condition: Plan) -> int:
        """Give the condition's operands slots; returns the slot of its answer."""
        whole, invars = condition.whole, list(condition.jaxpr.invars)
        assert whole is not None
        self.free += whole.n_slots
        self.asked = [(self.second + k, invars.index(v)) for k, v in enumerate(whole.read)]
        (x,) = _roots(condition)
        assert isinstance(x, Var)
        return self.second + len(whole.read) + list(whole.kept).index(x)

    def table(self) -> StepTable:
        """The whole table; scratch memory of body and condition comes last."""
        starts = self._starts()
        body, asks = (
            self._room(p.whole.scratch_bytes if p and p.whole else 0)
            for p in (self.body, self.condition)
        )
        return StepTable(
            self.free,
            starts,
            self._moves(),
            [self.slots[v] for v in self.carry],
            self.second,
            self.flag,
            (body.offset, asks.offset),
            self.used,
        )

    def _room(self, size: int) -> Start:
        """Reserve a part of the scratch memory."""
        start = Start(SCRATCH, self.used)
        self.used += -(-size // ALIGNMENT) * ALIGNMENT
        return start

    def _initial(self, k: int) -> Start:
        """Where a carried value is before the first step: in the result if it changes in place."""
        form = self.form
        changes = form.n_consts + k in self.body.changed
        return Start(form.n_operands + k if changes else form.first_carry + k)

    def _starts(self) -> dict[int, Start]:
        """What the slots point to before the first step."""
        form, result = self.form, self.form.n_operands
        groups = (
            (form.leading, self.consts, False),
            (form.first_carry + form.n_carry, self.xs, True),
            (result + form.n_carry, self.ys, True),
        )
        starts = {
            self.slots[v]: Start(first + k, 0, v.aval.nbytes if walks else 0)
            for first, values, walks in groups
            for k, v in enumerate(values)
            if v in self.slots
        }
        starts.update((self.slots[v], self._initial(k)) for k, v in enumerate(self.carry))
        for k, spare in self.spare.items():
            size = byte_count(self.carry[k])
            is_free = self._initial(k).value < result
            places = Start(result + k) if is_free else self._room(size), self._room(size)
            if form.length is not None and form.length % 2 == 0:
                places = places[::-1]  # the last step writes the result's memory
            starts[self.slots[self.finals[k]]], starts[spare] = places
        if self.condition is not None:
            starts[self.flag] = self._room(1)
        for slot, k in self.asked:
            number = k - form.condition_consts
            starts[slot] = self._initial(number) if number >= 0 else Start(k)
        return starts

    def _moves(self) -> list[Move]:
        """How slots change after a step."""
        sign = -1 if self.form.reverse else 1
        moves = [
            Move(self.slots[v], self.slots[v], sign * v.aval.nbytes)
            for v in (*self.xs, *self.ys)
            if v in self.slots
        ]
        for k, r in enumerate(self.finals):
            v = self.carry[k]
            if r is v:
                continue
            made = self.slots[r]
            moves.append(Move(self.slots[v], made))
            moves += [
                Move(slot, made)
                for slot, number in self.asked
                if number == self.form.condition_consts + k
            ]
            if k in self.spare:
                moves += [Move(made, self.spare[k]), Move(self.spare[k], made)]
        return moves
