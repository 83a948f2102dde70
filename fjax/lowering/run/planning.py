"""From a fused program to its plan: slots, buffer assignment, segments of launches, loops.

Nothing here runs or allocates memory. A plan depends on three things of the target: its machine,
the equations that its libraries compute (`library_launch`), and whether it runs loops of launches
without Python (`repeats_launches`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core import dtypes, lazy, shortage
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.guarded import Guarded
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.lowering.fuse.costs import DELIBERATE, is_view
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.fuse.fusion import FusedProgram
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.kernel.lowered import LoweredKernel
from fjax.lowering.loop.native import NativeLoop, carries_float0, native_loop
from fjax.lowering.nest import build
from fjax.lowering.run.buffers import (
    Span,
    insert_copies,
    last_uses,
    place,
    reuse,
    separate_outputs,
    storage_of,
    variables_read,
)
from fjax.lowering.run.communication_overlap import overlap_communication
from fjax.lowering.run.control_flow import PlanBody, branch_launch, loop_launch, plan_host_loop
from fjax.lowering.run.launch import Intermediate, Launch, OpenWord, word
from fjax.lowering.run.memory_scheduling import OrderedSteps, schedule_by_memory
from fjax.lowering.run.plan import (
    Direct,
    Evaluation,
    HostLoop,
    LoopStep,
    Plan,
    PlannedKernel,
    PlannedLaunch,
    PlannedLoop,
    PlanStep,
    Reshaped,
    ResultPlace,
    Segment,
    Slots,
    Source,
    slot_of,
)
from fjax.lowering.skeleton import Placeholder, put_back, put_back_in_kernel
from fjax.lowering.target import Target
from fjax.passes.optimize import optimize

# What checks memory where passes are checked.
_memory_plan: Any = lazy.module("fjax.lowering.run.memory_plan")
_verifier: Any = lazy.module("fjax.lowering.run.verify_plan")

Native = PlannedKernel | Launch | None  # what an equation is launched as


def plan_program(
    target: Target,
    fused: FusedProgram,
    plan_body: PlanBody,
    donated: Sequence[bool] = (),
    optimized: Jaxpr | None = None,
    step: tuple[int, int] | None = None,
    literals: Sequence[Literal] = (),
) -> Plan:
    """The plan of a fused program.

    plan_body: plans the bodies of its loops.
    donated: whether outputs may reuse the memory of each input.
    optimized: the program before fusion.
    step: for the body of a loop, the numbers of constants and of carried values among the inputs.
      Each output is then written to memory that the next step may read.
    literals: the values of the program's placeholders.
    """
    return verified(_Planner(target, fused, plan_body, donated, step, literals).plan(optimized))


def plan_host_program(target: Target, eqn: Equation, plan_body: PlanBody) -> Plan:
    """The plan of a program that is one loop, run over the plan of its body, not as a kernel."""
    invars = [Var(x.aval) for x in eqn.invars]
    jaxpr = Jaxpr(invars, [eqn.replace(invars=tuple(invars))], eqn.outvars, eqn.op.name)
    fused = FusedProgram(jaxpr, ("",), (None,))
    planner = _Planner(target, fused, plan_body, (), None, ())
    planner.kernel_loops = False
    return verified(planner.plan(None))


def verified(plan: Plan) -> Plan:
    """The plan itself; its memory plan is verified if `check_ir` is set."""
    if config.check_ir:
        _verifier.verify_plan(
            _memory_plan.describe(plan), f"memory plan of {plan.optimized.debug_name}"
        )
    return plan


class _Planner:
    """Makes the plan of one program.

    native: the launch of each equation; None if it is another step. storage: value -> the value
    whose memory it lies in. own: values in memory that the program may write to. rewritten: slots
    whose memory is written to again after it held a value. kernel_loops: whether loops may be
    kernels.
    """

    def __init__(
        self,
        target: Target,
        fused: FusedProgram,
        plan_body: PlanBody,
        donated: Sequence[bool],
        step: tuple[int, int] | None,
        literals: Sequence[Literal],
    ):
        self.target, self.plan_body, self.step, self.literals = target, plan_body, step, literals
        self.fused = replace(fused, jaxpr=put_back(fused.jaxpr, literals))
        eqns, invars = self.fused.jaxpr.eqns, self.fused.jaxpr.invars
        self.donated = tuple(donated) or (False,) * len(invars)
        self.given = [v for v, d in zip(invars, self.donated, strict=True) if d]
        self.views = {v for e in eqns if is_view(e) for v in e.outvars}
        jaxpr = self.fused.jaxpr
        if step is not None:
            jaxpr = separate_outputs(jaxpr, self.views, *step)
        self.jaxpr, self.copies = insert_copies(jaxpr, self.views, self.given)
        reasons = {e.outvars: r for e, r in zip(eqns, fused.reasons, strict=True)}
        self.reasons = [reasons.get(e.outvars, "") for e in self.jaxpr.eqns]
        self.nests = {e.outvars: n for e, n in zip(eqns, fused.nests, strict=True)}
        self.storage = storage_of(self.jaxpr.eqns, self.views)
        self.kernels: list[PlannedKernel] = []
        self.loops: dict[tuple[Var, ...], tuple[NativeLoop | HostLoop, str]] = {}
        self.fallbacks: list[tuple[Equation, str]] = []
        self.kernel_loops = True

    def plan(self, optimized: Jaxpr | None) -> Plan:
        """The plan; `optimized` is the program before fusion."""
        eqns = self.jaxpr.eqns
        native = [self._native(e, r) for e, r in zip(eqns, self.reasons, strict=True)]
        native = self._overlapped(self._by_memory(native))
        eqns = self.jaxpr.eqns
        reuse(eqns, self.jaxpr.outvars, self.storage, _pairs(native), self.given)
        self._assign()
        steps = self._steps(native)
        direct = None
        if len(steps) == 1 and isinstance(steps[0], Segment):
            direct = self._direct(steps[0])
        return Plan(
            self.jaxpr,
            self.literals,
            self.donated,
            self.step,
            self.copies,
            self.reasons,
            frozenset(self.views),
            self.storage,
            self.numbers,
            len(set(self.numbers.values())) - len(self.jaxpr.invars),
            self.last,
            frozenset(self.own),
            self.changed,
            steps,
            self._results(),
            direct,
            self.kernels,
            self.fallbacks,
            optimized or self.fused.jaxpr,
        )

    # ---- memory

    def _root(self, x: Atom) -> Atom:
        """The value whose memory this one lies in."""
        return self.storage.get(x, x)

    def _by_memory(self, native: list[Native]) -> list[Native]:
        """Order the steps so that they need less memory, if that is worth it."""
        order = schedule_by_memory(self._ordered_steps(native))
        if order is None:
            return native
        return self._reordered(
            [self.jaxpr.eqns[k] for k in order], order, [native[k] for k in order]
        )

    def _overlapped(self, native: list[Native]) -> list[Native]:
        """Overlap collectives with other steps."""
        eqns = self.jaxpr.eqns
        apart = [k for k, n in enumerate(native) if isinstance(n, Launch) and n.halves]
        if not apart:
            return native
        alone = [k for k, n in enumerate(native) if n is None and not self._is_view(eqns[k])]
        found = overlap_communication(self._ordered_steps(native), apart, alone)
        if found is None:
            return native
        self.storage = dict(found.steps.storage)
        launches: list[Native] = []
        for eqn, (k, half) in zip(found.steps.eqns, found.origins, strict=True):
            launch = native[k]
            if half is not None:
                assert isinstance(launch, Launch) and launch.halves is not None
                launch = launch.halves[half]
                if half == 1:
                    buffers = tuple(range(len(eqn.invars) + 1))
                    launch = replace(launch, buffers=buffers, in_place=((0, 0),))
            launches.append(launch)
        return self._reordered(found.steps.eqns, [k for k, _ in found.origins], launches)

    def _ordered_steps(self, native: Sequence[Native]) -> OrderedSteps:
        """The steps, to be ordered. Three kinds keep their order: those that are not launches,
        those with effects, and those that other processes take part in.
        """
        eqns = self.jaxpr.eqns
        fixed = [
            k
            for k, (e, found) in enumerate(zip(eqns, native, strict=True))
            if (found is None and not self._is_view(e)) or e.op.effects or e.op.axis_names
        ]
        rooms = {k: n.scratch for k, n in enumerate(native) if isinstance(n, Launch) and n.scratch}
        return OrderedSteps(
            eqns,
            self.jaxpr.outvars,
            self.given,
            frozenset(self.views),
            self.storage,
            _pairs(native),
            rooms,
            frozenset(fixed),
        )

    def _reordered(
        self, eqns: Sequence[Equation], order: Sequence[int], native: list[Native]
    ) -> list[Native]:
        """Replace the steps. order: the number of the old step that each one comes from."""
        self.jaxpr = self.jaxpr.replace(eqns=eqns)
        self.reasons = [self.reasons[k] for k in order]
        self.kernels = [n for n in native if isinstance(n, PlannedKernel)]
        return native

    def _assign(self) -> None:
        """Give the variables slots, and note which memory the program owns."""
        shared = set(self.storage.values())
        self.changed = [
            k for k, v in enumerate(self.jaxpr.invars) if self.donated[k] and v in shared
        ]
        self.numbers = self._numbered()
        self.last = last_uses(self.jaxpr.eqns, self.jaxpr.outvars, self.storage)
        self.own: set[Atom] = {
            *self.given,
            *(v for e in self.jaxpr.eqns for v in e.outvars if self._makes(e)),
        }
        self.rewritten = self._rewritten()

    def _numbered(self) -> dict[Atom, int]:
        """Each variable's slot: one for the variables that share memory."""
        numbers: dict[Atom, int] = {}
        for v in (*self.jaxpr.invars, *(v for e in self.jaxpr.eqns for v in e.outvars)):
            if v not in self.storage:
                numbers[v] = len(numbers)
        numbers.update((v, numbers[x]) for v, x in self.storage.items())
        return numbers

    def _makes(self, eqn: Equation) -> bool:
        """Whether the plan allocates memory for an equation's outputs."""
        return isinstance(eqn.op, (Fused, Updated)) or _loop_of(eqn) is not None

    def _rewritten(self) -> set[int]:
        """Slots whose memory is written to again after it held a value."""
        roots = {x for v, x in self.storage.items() if v not in self.views}
        for number, eqn in enumerate(self.jaxpr.eqns):
            form = _loop_of(eqn)
            if form is not None:
                roots.update(self._taken(eqn, form, number).values())
        return {self.numbers[x] for x in roots}

    def _taken(self, eqn: Equation, form: LoopForm, number: int) -> dict[int, Var]:
        """The carried values that a loop may change in place: nothing else needs their memory."""
        roots = [self._root(x) for x in eqn.invars]
        found = {}
        for k in range(form.n_carry):
            x = eqn.invars[form.first_carry + k]
            root = roots[form.first_carry + k]
            if (
                isinstance(root, Var)
                and x in self.own
                and x not in self.views
                and roots.count(root) == 1
                and self.last[root] == number
                and x.aval.shape == root.aval.shape
            ):
                found[k] = root
        return found

    def _dead_after(self, start: int, stop: int) -> list[int]:
        """Slots of values whose last use is in these steps."""
        touched = {
            self._root(x)
            for e in self.jaxpr.eqns[start:stop]
            for x in (*e.invars, *e.outvars)
            if isinstance(x, Var)
        }
        return sorted(self.numbers[v] for v in touched if self.last[v] < stop)

    def _results(self) -> list[ResultPlace | Literal]:
        """The outputs' slots; one is copied if the caller or another output has its memory."""
        results: list[ResultPlace | Literal] = []
        seen: set[int] = set()
        for x in self.jaxpr.outvars:
            if isinstance(x, Literal):
                results.append(x)
                continue
            slot = self.numbers[x]
            foreign = slot < len(self.jaxpr.invars) and (x not in self.storage or x in self.views)
            results.append(ResultPlace(slot, x.aval.shape, foreign or slot in seen))
            seen.add(slot)
        return results

    # ---- steps

    def _steps(self, native: Sequence[Native]) -> list[PlanStep]:
        """Consecutive launches and the views between them as segments; other steps one by one."""
        eqns, steps, start = self.jaxpr.eqns, list[PlanStep](), 0
        while start < len(eqns):
            stop = start
            while stop < len(eqns) and (native[stop] is not None or self._is_view(eqns[stop])):
                stop += 1
            if all(n is None for n in native[start:stop]) and stop > start:
                start = stop  # views only: the memory is there
            elif stop > start:
                steps.append(self._segment(start, stop, native[start:stop]))
                start = stop
            else:
                steps.append(self._alone(eqns[start], start))
                start += 1
        return steps

    def _is_view(self, eqn: Equation) -> bool:
        return eqn.outvars[:1] != () and eqn.outvars[0] in self.views

    def _native(self, eqn: Equation, reason: str) -> Native:
        """An equation as the launch of a kernel, a library's routine or control flow; else None."""
        if not isinstance(eqn.op, (Fused, Updated)):
            if self._is_view(eqn):
                return None
            return self.target.library_launch(eqn) or self._control_flow(eqn)
        lower = build.lower if isinstance(eqn.op, Fused) else build.lower_update
        try:
            lowered = lower(eqn.op.body, self.target.machine, self.nests.get(eqn.outvars))
        except Unsupported as error:
            self.fallbacks += [(e, str(error)) for e in eqn.op.body.eqns]
            return None
        fitted = self.target.fit(lowered.kernel, lowered.words)
        self.kernels.append(PlannedKernel(eqn, replace(lowered, kernel=fitted), reason))
        return self.kernels[-1]

    def _control_flow(self, eqn: Equation) -> Launch | None:
        """Control flow as a launch, if its bodies are launches and the target repeats them."""
        if not self.target.repeats_launches:
            return None
        form = _loop_of(eqn)
        if form is None:
            return branch_launch(eqn, self.plan_body)
        if carries_float0(form):
            return None
        return loop_launch(eqn, self._loop(eqn, form)[0], self.target.machine)

    def _loop(self, eqn: Equation, form: LoopForm) -> tuple[NativeLoop | HostLoop, str]:
        """A loop as one kernel, or on the host over the plan of its body; and the reason."""
        if eqn.outvars not in self.loops:
            native: NativeLoop | str = "a loop inside it takes long"
            if self.kernel_loops:
                native = native_loop(self.target.machine, eqn.op, eqn.invars, optimize)
            if isinstance(native, NativeLoop):
                self.loops[eqn.outvars] = native, "it is a loop"
            else:
                loop = plan_host_loop(form, self.plan_body, self.target.repeats_launches)
                self.loops[eqn.outvars] = loop, f"it is not one kernel: {native}"
        return self.loops[eqn.outvars]

    def _alone(self, eqn: Equation, number: int) -> PlanStep:
        """An equation that is not a launch as a step."""
        form = _loop_of(eqn)
        if form is not None:
            return self._loop_step(eqn, form, number)
        slots, op = self._slots(eqn, number), eqn.op
        if isinstance(op, (Fused, Updated)):
            return Evaluation(put_back_in_kernel(eqn, self.literals), slots)
        if not (op.library or op.jaxprs or op.effects or self.reasons[number] in DELIBERATE):
            self.fallbacks.append((eqn, self.reasons[number]))
        return Evaluation(eqn, slots)

    def _slots(self, eqn: Equation, number: int) -> Slots:
        """The slots of an equation that is not a launch."""
        sources = [self._source(x) for x in eqn.invars]
        read = dict.fromkeys(map(slot_of, sources))
        return Slots(
            sources,
            [self.numbers[v] for v in eqn.outvars],
            self._dead_after(number, number + 1),
            [s for s in read if s in self.rewritten],
        )

    def _source(self, x: Atom) -> Source:
        """Where an operand is; the array in its slot may have another shape."""
        if isinstance(x, Literal):
            return x
        seen = self._root(x).aval.shape == x.aval.shape
        return self.numbers[x] if seen else Reshaped(self.numbers[x], x.aval.shape)

    def _loop_step(self, eqn: Equation, form: LoopForm, number: int) -> LoopStep:
        """A loop as a step of its own."""
        loop, _ = self._loop(eqn, form)
        self._note_loop(eqn, number)
        owned = self._taken(eqn, form, number)
        # Steps in Python make new results, and a kernel with loops inside may start again.
        may_take = isinstance(loop, NativeLoop) and not loop.plan.open_ended
        taken = loop.in_place & set(owned) if may_take else frozenset()
        inputs = list(self.jaxpr.invars)
        changed = [inputs.index(owned[k]) for k in taken if owned[k] in inputs]
        self.changed = sorted({*self.changed, *changed})
        slots = self._slots(eqn, number)
        slots = replace(slots, kept=[t for t in slots.targets if t in self.rewritten])
        return LoopStep(eqn, form, loop, taken, loop.in_place - taken, slots)

    def _note_loop(self, eqn: Equation, number: int) -> None:
        """Note why a loop is a step or a launch, and its kernel if it is one."""
        loop, reason = self.loops[eqn.outvars]
        self.reasons[number] = reason
        if isinstance(loop, NativeLoop):
            self.kernels.append(PlannedKernel(eqn, loop.plan.lowered, reason))

    def _launched_loop(self, eqn: Equation) -> PlannedLoop | None:
        """The loop that a launch runs, if any; it may write to memory that `reuse` gave it."""
        form = _loop_of(eqn)
        if form is None or eqn.outvars not in self.loops:
            return None
        self._note_loop(eqn, self.jaxpr.position[eqn.outvars[0]])
        loop, _ = self.loops[eqn.outvars]
        taken = frozenset(k for k in loop.in_place if eqn.outvars[k] in self.storage)
        return PlannedLoop(eqn, form, loop, taken, loop.in_place - taken)

    # ---- segments

    def _segment(self, start: int, stop: int, native: Sequence[Native]) -> Segment:
        """Consecutive launches as one program."""
        eqns = self.jaxpr.eqns[start:stop]
        launched = [(e, n) for e, n in zip(eqns, native, strict=True) if n is not None]
        eqns = tuple([e for e, _ in launched])
        made = {v for e in eqns for v in e.outvars if v not in self.storage}
        roots = [self.storage.get(v, v) for v in variables_read(eqns)]
        read = list(dict.fromkeys(v for v in roots if v not in made))
        written = [v for e in eqns for v in e.outvars if v in made]
        kept = [v for v in written if self.last[v] >= stop]
        local = [v for v in written if self.last[v] < stop]
        rooms = {
            e.outvars: Var(ShapedArray((n.scratch,), np.dtype(np.uint8)))
            for e, n in launched
            if isinstance(n, Launch) and n.scratch
        }
        memory = [*local, *rooms.values()]
        order: dict[Atom, int] = {v: k for k, v in enumerate((*read, *kept, *memory))}
        slots = Slots(
            [self.numbers[v] for v in read],
            [self.numbers[v] for v in kept],
            self._dead_after(start, stop),
        )
        launches = [self._launch(e, n, order, rooms.get(e.outvars)) for e, n in launched]
        return Segment(launches, read, kept, self._intermediates(local, rooms), slots)

    def _launch(
        self, eqn: Equation, found: Native, order: dict[Atom, int], room: Var | None
    ) -> PlannedLaunch:
        """The equation's launch on the segment's slots."""
        for v in eqn.outvars:
            if v.aval.nbytes >= shortage.UNREACHABLE:
                raise shortage.of_array(v.aval.shape, v.aval.dtype)
        given: Sequence[Atom] = (*eqn.invars, *eqn.outvars)
        if isinstance(eqn.op, Updated):
            given = eqn.invars
        if isinstance(found, Launch):
            numbers, values = found.buffers, [*given]
            if room is not None:
                numbers, values = (*numbers, len(given)), [*given, room]
            buffers = tuple([order[self._root(values[k])] for k in numbers])
            launch = replace(found, buffers=buffers)
            return PlannedLaunch(eqn, launch, numbers, scratch=room, loop=self._launched_loop(eqn))
        slots = [order[self._root(v)] for v in given]
        assert found is not None
        low = found.lowered
        launch = Launch(
            low.kernel,
            tuple(slots),
            self._words(low),
            low.extent,
            low.grain,
            low.parallel,
            work=low.work,
        )
        return PlannedLaunch(eqn, launch, range(len(given)), found)

    def _words(self, lowered: LoweredKernel) -> list[Any]:
        """The table of a kernel's launch."""
        return [
            self._word(self.literals[value.number] if type(value) is Placeholder else value, d)
            for d, value in lowered.words
        ]

    def _word(self, value: object, dtype: np.dtype) -> Any:
        """A word of a table; open words get their values when these are known."""
        number = value.value if isinstance(value, Literal) else value
        return OpenWord(number, dtype) if type(number) is Guarded else word(number, dtype)

    def _intermediates(
        self, local: Sequence[Var], rooms: Mapping[tuple[Var, ...], Var]
    ) -> list[Intermediate]:
        """Places of values in the scratch block. rooms: scratch memory of launches, by result."""
        spans = [Span(self.jaxpr.position[v], self.last[v], v.aval.nbytes) for v in local]
        at = [(self.jaxpr.position[made[0]], room) for made, room in rooms.items()]
        spans += [Span(number, number, room.aval.nbytes) for number, room in at]
        return [
            Intermediate(at, dtypes.physical(v.aval.dtype), v.aval.shape)
            for at, v in zip(place(spans), (*local, *rooms.values()), strict=True)
        ]

    def _direct(self, whole: Segment) -> Direct | None:
        """The whole program as one function, if the segment makes each of the outputs."""
        outvars, numbers = self.jaxpr.outvars, self.numbers
        roots = [self._root(x) for x in outvars]
        own = [x for x, r in zip(outvars, roots, strict=True) if r in whole.kept]
        given = [
            numbers[r]
            for x, r in zip(outvars, roots, strict=True)
            if x in self.storage
            and x not in self.views
            and numbers[r] in self.changed
            and x.aval.shape == r.aval.shape
        ]  # else the result is reshaped
        if len(own) + len(given) < len(roots) or len(set(roots)) < len(roots):
            return None
        shapes = {r: x.aval.shape for x, r in zip(outvars, roots, strict=True)}
        n = len(self.jaxpr.invars)
        made: dict[Atom, int] = {v: n + k for k, v in enumerate(whole.kept)}
        places = [
            numbers[r] if numbers[r] in given and r not in whole.kept else made[r] for r in roots
        ]
        return Direct(
            [(v, shapes[v]) for v in whole.kept],
            None if list(self.jaxpr.invars) == whole.read else [numbers[v] for v in whole.read],
            None if roots == whole.kept else places,
            [p if p < n else whole.slots.targets[p - n] for p in places],
        )


def _loop_of(eqn: Equation) -> LoopForm | None:
    """The form of a loop equation; None for other equations and loops with effects."""
    return None if eqn.op.effects else eqn.op.loop()


def _pairs(native: Sequence[Native]) -> dict[int, Sequence[tuple[int, int]]]:
    """The (output, input) pairs of each launch that may share memory."""
    return {
        k: found.lowered.in_place if isinstance(found, PlannedKernel) else found.in_place
        for k, found in enumerate(native)
        if found is not None
    }
