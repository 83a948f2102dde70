"""Executables: plans that run, with a target's buffers and programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core import device, dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Literal, Var
from fjax.core.ownership import other_holders
from fjax.errors import CopyError
from fjax.locks import once
from fjax.lowering.internal_errors import survived
from fjax.lowering.loop import native as native_loops
from fjax.lowering.run import loop_runners, planning
from fjax.lowering.run.control_flow import PlanBody
from fjax.lowering.run.launch import EntryOutput
from fjax.lowering.run.plan import Direct, Evaluation, KeptPlan, LoopStep, Plan, PlanStep, Segment
from fjax.lowering.run.steps import Step, evaluated, step_of, unlowered
from fjax.lowering.target import Program, Target


class Executable:
    """A plan that runs: call it with the input buffers to get the output buffers.

    Inputs are the target's buffers of the physical dtypes. Outputs are new buffers that share no
    memory with inputs or with each other. `plan` describes the steps, `programs` are the target's
    code for them.
    """

    def __init__(
        self,
        target: Target,
        plan: Plan,
        plan_body: PlanBody,
        executable_of: Callable[[Plan], Executable],
        told: Callable[[], Plan] | None = None,
    ):
        """told: gives the complete plan, if `plan` comes from disk and has only what runs."""
        device.executables.add(self)
        self.target, self.runs, self.home = target, plan, target.home
        self.told = told
        self.plan_body, self.executable_of = plan_body, executable_of  # for bodies on the host
        self.changed = plan.changed
        self.programs = [
            target.program(s.parts) if isinstance(s, Segment) else None for s in plan.steps
        ]
        self.steps = [self._step(s, p) for s, p in zip(plan.steps, self.programs, strict=True)]
        self.direct = self._direct(plan.direct)

    @property
    def plan(self) -> Plan:
        """The complete plan, with forms, reasons and texts; made now if `runs` is from disk."""
        return self.told() if isinstance(self.runs, KeptPlan) and self.told else self.runs

    # ---- construction

    def _step(self, step: PlanStep, program: Program | None) -> Step:
        if isinstance(step, Evaluation):
            found = evaluated(step.equation, self.target)
            run = unlowered(step.equation.op, found) if step.unlowered else found
            return step_of(run, step.slots, self.target)
        if isinstance(step, LoopStep):
            loop, length = self._loop(step), step.length
            return step_of(lambda operands: loop(operands, length), step.slots, self.target)
        assert program is not None
        return self._segment(step, program)

    def _loop(self, step: LoopStep) -> Callable[..., Any]:
        """What runs a loop. If an inner loop takes too long, a native loop restarts on the host.
        There the inner loop is a native loop of its own, which returns from time to time.
        """
        if not isinstance(step.loop, native_loops.NativeLoop):
            return loop_runners.HostLoopRunner(self.target, step.loop, self.executable_of)
        host = once(partial(self._host_loop, step))
        native = loop_runners.loop_runner(self.target, step.loop)

        def run(arrays: Sequence[Any], length: int | None) -> list[Any]:
            outs = native(arrays, length, step.taken)
            return host()(list(arrays)) if outs is None else outs

        return run

    def _host_loop(self, step: LoopStep) -> Executable:
        """What runs a native loop whose inner loops take too long."""
        return self.executable_of(
            planning.plan_host_program(self.target, step.equation, self.plan_body)
        )

    def _maker(self, v: Var, shape: tuple[int, ...]) -> tuple:
        """The function that allocates a variable's buffer, and the shape and dtype it takes."""
        return self.target.maker(v.aval.nbytes), shape, dtypes.physical(v.aval.dtype)

    def _segment(self, segment: Segment, program: Program) -> Step:
        """A segment as a step over the table of buffers."""
        run, slots = program.run, segment.slots
        sources, dead = segment.sources, slots.dead
        makers = [
            (slot, *self._maker(v, v.aval.shape))
            for slot, v in zip(slots.targets, segment.kept, strict=True)
        ]

        def step(env: list) -> None:
            for slot, make, shape, dtype in makers:
                env[slot] = make(shape, dtype)
            run(*[env[s] for s in sources], *[env[m[0]] for m in makers])
            for slot in dead:
                env[slot] = None

        return step

    def _direct(self, direct: Direct | None) -> Callable[[Sequence[Any]], list[Any]] | None:
        if direct is None:
            return None
        makers = [self._maker(v, shape) for v, shape in direct.made]
        return _direct_call(self.whole_program().run, makers, direct.picks, direct.places)

    # ---- running

    def __call__(self, buffers: list[Any]) -> list[Any]:
        """The output buffers for a list of input buffers, which the call takes over.

        A donated input is reused if nothing holds it but this list and the donated Array, or the
        list of carried values that this call replaces.
        """
        self.take(buffers)
        return self.through(self.steps, buffers) if self.direct is None else self.direct(buffers)

    def take(self, buffers: list[Any]) -> None:
        """Make input buffers contiguous, and copy those that it writes if others hold them."""
        for b in buffers:
            if not b.flags.c_contiguous:
                buffers[:] = [b if b.flags.c_contiguous else b.copy() for b in buffers]
                break
        b = None  # or the loop variable would count as a holder of the last buffer
        for k in self.changed:
            if other_holders(buffers, k) > 1 or not self.target.owns(buffers[k]):
                if config.assert_no_copies:
                    raise CopyError(
                        f"the donated argument {self.runs.jaxpr.invars[k].aval} is "
                        "copied, because something else refers to its memory"
                    )
                buffers[k] = buffers[k].copy()

    def through(self, steps: Sequence[Step], buffers: Sequence[Any]) -> list[Any]:
        """The output buffers, by these steps over the table of buffers."""
        env = [*buffers, *[None] * self.runs.n_slots]
        for step in steps:
            step(env)
        results = []
        for r in self.runs.results:
            if isinstance(r, Literal):
                made = np.array(r.value, dtypes.physical(r.aval.dtype))
                results.append(self.target.from_host(made))
                continue
            out = env[r.slot]
            if out.shape != r.shape:
                out = out.reshape(r.shape)
            results.append(out.copy() if r.copied else out)
        return results

    def buffer_of(self, x: Array) -> Any:
        """The target's buffer of an array; the elements are moved there if they are elsewhere."""
        if self.target.holds(x.placement):
            return x.live()
        return x.alias(x.aval, self.home).buffer

    def on_arrays(self, arrays: Sequence[Array], outs: Sequence[Atom]) -> list[Array]:
        """Arrays of the types of `outs` at the target's home, for arrays on any device."""
        home = self.home
        buffers = [
            x.buffer if x.placement is home and x.buffer is not None else self.buffer_of(x)
            for x in arrays
        ]
        return [Array(b, x.aval, home) for b, x in zip(self(buffers), outs, strict=True)]

    def whole_program(self) -> Program:
        """The target's program of a plan with one segment and no other step."""
        (program,) = self.programs
        assert program is not None
        return program

    def entry(
        self, in_avals: Sequence[ShapedArray], out_avals: Sequence[ShapedArray]
    ) -> Callable[..., Any] | None:
        """The whole program as one native function from Arrays to a tuple of Arrays.

        None if that is not possible. A single output is not in a tuple. The avals are those of the
        traced function, since passes do not keep weak types.
        """
        plan, whole = self.runs, self.runs.whole
        if whole is None:
            return None
        outvars = plan.jaxpr.outvars
        places = {plan.root(v): k for k, v in enumerate(outvars) if isinstance(v, Var)}
        if set(places) != set(whole.kept) or len(places) != len(outvars):
            return None
        outputs = [
            EntryOutput(out_avals[places[v]], dtypes.physical(v.aval.dtype), places[v])
            for v in whole.kept
        ]
        picks = [plan.numbers[v] for v in whole.read]
        program = self.whole_program()
        return survived(
            lambda: self.target.entry(program, in_avals, picks, outputs, len(outputs) == 1),
            lambda _: None,
            plan.optimized,
        )

    def __str__(self) -> str:
        return str(self.plan.program)


def _direct_call(
    run: Callable,
    makers: Sequence[tuple],
    picks: Sequence[int] | None,
    places: Sequence[int] | None,
) -> Callable[[Sequence[Any]], list[Any]]:
    """A function from input to output buffers by one native call: see `plan.Direct`."""
    if len(makers) == 1 and picks is None and places is None:
        ((make, shape, dtype),) = makers

        def call_one(buffers: Sequence[Any]) -> list[Any]:
            out = make(shape, dtype)
            run(*buffers, out)
            return [out]

        return call_one

    def call(buffers: Sequence[Any]) -> list[Any]:
        outs = [make(shape, dtype) for make, shape, dtype in makers]
        run(*(buffers if picks is None else [buffers[i] for i in picks]), *outs)
        if places is None:
            return outs
        every = [*buffers, *outs]
        return [every[i] for i in places]

    return call
