"""Plans of loops on the host: over the plan of the body, if possible by launches alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fjax.config import config
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Var
from fjax.lowering.loop.native import carries_float0
from fjax.lowering.run.plan import HostLoop, Plan, Segment
from fjax.lowering.run.repeated_steps import Move, RepeatedSteps, Start, StepRole
from fjax.lowering.run.unrolled_steps import verify_steps
from fjax.passes.in_place import in_place
from fjax.passes.optimize import optimize

PlanBody = Callable[..., Plan]  # of a jaxpr, which inputs are given away, and a loop's counts


def plan_host_loop(form: LoopForm, plan_body: PlanBody, repeats: bool) -> HostLoop:
    """The plan of a loop. `repeats`: whether the target runs steps of launches alone."""
    first = form.n_consts
    carried = [first <= k < first + form.n_carry for k in range(len(form.body.invars))]
    form = replace(form, body=in_place(optimize(form.body), tuple(carried)))
    condition = None if form.condition is None else plan_body(form.condition)
    repeats = repeats and not carries_float0(form)
    found = repeated_steps(form, plan_body, condition) if repeats else None
    if found is not None:
        body, steps = found
        changing = frozenset(k for k, changes in enumerate(steps.private) if changes)
        loop = HostLoop(form, body, condition, steps, changing)
        if config.check_ir:
            verify_steps(loop, f"native steps of {form.body.debug_name}")
        return loop
    body = plan_body(form.body, carried)
    return HostLoop(form, body, condition, None, frozenset(k - first for k in body.changed))


def repeated_steps(
    form: LoopForm, plan_body: PlanBody, condition: Plan | None
) -> tuple[Plan, RepeatedSteps] | None:
    """The body's plan and its steps as launches alone; None if something else is in a step."""
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
            return plan, _Tables(form, plan, condition).steps()
    return None


def _asks(condition: Plan) -> bool:
    """Whether a condition is launches alone and makes its answer itself."""
    (x,) = condition.jaxpr.outvars
    return condition.whole is not None and condition.root(x) in condition.whole.kept


def _roots(plan: Plan) -> list[Atom]:
    """Whose memory each output is."""
    return [plan.root(x) for x in plan.jaxpr.outvars]


def _fits(form: LoopForm, plan: Plan, whole: Segment) -> bool:
    """Whether each carried value is made anew or stays in place, and all stacked ones are new."""
    kept, roots, n = set(whole.kept), _roots(plan), form.n_carry
    own = plan.jaxpr.invars[form.n_consts : form.n_consts + n]
    finals, ys = roots[:n], roots[n:]
    return (
        all(r in kept or r is v for r, v in zip(finals, own, strict=True))
        and all(r in kept for r in ys)
        and len(set(finals)) == len(finals)
        and len(set(ys)) == len(ys)
    )


class _Tables:
    """Lays out the slots of a loop's steps."""

    def __init__(self, form: LoopForm, body: Plan, condition: Plan | None):
        whole = body.whole
        assert whole is not None
        self.form, self.body, self.condition = form, body, condition
        n, m = form.n_consts, form.n_consts + form.n_carry
        invars, roots = body.jaxpr.invars, _roots(body)
        self.slots: dict[Atom, int] = {v: k for k, v in enumerate((*whole.read, *whole.kept))}
        self.consts, self.carry, self.xs = invars[:n], invars[n:m], invars[m:]
        self.finals, self.ys = roots[: form.n_carry], roots[form.n_carry :]
        self.rotated = [
            k for k, r in enumerate(self.finals) if r is not self.carry[k] and r not in self.ys
        ]
        self.bases = 0, whole.n_slots
        self.at_condition: list[tuple[int, int]] = []
        self.flag, self.free = 0, whole.n_slots
        if condition is not None:
            self.flag = self._place_condition(condition)
        for v in self.carry:
            if v not in self.slots:
                self.slots[v] = self._next()
        self.spare = {k: self._next() for k in self.rotated}

    def steps(self) -> RepeatedSteps:
        return RepeatedSteps(
            self.form,
            self.consts,
            self.carry,
            self.xs,
            self.finals,
            self.ys,
            self.body.jaxpr.outvars[self.form.n_carry :],
            [self.form.n_consts + k in self.body.changed for k in range(self.form.n_carry)],
            self.rotated,
            self.slots,
            self.spare,
            self.bases,
            self.free,
            self.flag,
            self._moves(),
            self._starts(),
        )

    def _next(self) -> int:
        self.free += 1
        return self.free - 1

    def _place_condition(self, condition: Plan) -> int:
        """Where the condition's operands are: (slot, number of its operand); its answer's slot."""
        whole, invars, base = condition.whole, list(condition.jaxpr.invars), self.bases[1]
        assert whole is not None
        self.free += whole.n_slots
        self.at_condition = [(base + k, invars.index(v)) for k, v in enumerate(whole.read)]
        (x,) = _roots(condition)
        assert isinstance(x, Var)
        return base + len(whole.read) + list(whole.kept).index(x)

    def _moves(self) -> list[Move]:
        """How slots change after a step."""
        sign = -1 if self.form.reverse else 1
        moves = [
            (self.slots[v], self.slots[v], sign * v.aval.nbytes)
            for v in (*self.xs, *self.ys)
            if v in self.slots
        ]
        for k, r in enumerate(self.finals):
            v = self.carry[k]
            if r is v:
                continue
            moves.append((self.slots[v], self.slots[r], 0))
            moves += [
                (slot, self.slots[r], 0)
                for slot, number in self.at_condition
                if number == self.form.condition_consts + k
            ]
            if k in self.spare:
                moves += [(self.slots[r], self.spare[k], 0), (self.spare[k], self.slots[r], 0)]
        return moves

    def _starts(self) -> dict[int, Start]:
        """What the slots point to before the first step."""
        groups = (
            (StepRole.CONST, self.consts, False),
            (StepRole.CARRY, self.carry, False),
            (StepRole.X, self.xs, True),
            (StepRole.Y, self.ys, True),
        )
        starts = {
            self.slots[v]: Start(kind, k, v.aval.nbytes if moves else 0)
            for kind, variables, moves in groups
            for k, v in enumerate(variables)
            if v in self.slots
        }
        for k, spare in self.spare.items():
            starts[self.slots[self.finals[k]]] = Start(StepRole.FIRST, k)
            starts[spare] = Start(StepRole.SECOND, k)
        if self.condition is not None:
            starts[self.flag] = Start(StepRole.ANSWER, 0)
        asked = self.form.condition_consts
        for slot, k in self.at_condition:
            starts[slot] = (
                Start(StepRole.ASKED, k) if k < asked else Start(StepRole.CARRY, k - asked)
            )
        return starts
