"""The steps of a compiled program: kernels, library calls, loops, with what they are made of."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import cached_property
from fjax.core.source import NO_NAMES, NameStack, Source
from fjax.dataclass import dataclass
from fjax.explanation.equations import around, placed, sources
from fjax.explanation.markup import duration
from fjax.explanation.places import Places
from fjax.explanation.timing import Times
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.inspect import InspectedKernel, Inspection
from fjax.lowering.loop.native import NativeLoop
from fjax.lowering.run.control_flow import BranchLaunch
from fjax.lowering.run.plan import Evaluation, HostLoop, LoopStep, Plan, PlannedLaunch, Segment
from fjax.lowering.traffic import traffic

KERNEL, LIBRARY, LOOP, HOST_LOOP, BRANCH, PYTHON, VIEW = (
    "kernel",
    "library call",
    "loop in one call",
    "loop of several steps",
    "branch",
    "evaluated by Python",
    "another view: nothing runs",
)


@dataclass(eq=False)
class Step:
    """One equation of a fused program: what it is, why it stands alone, what runs for it.

    number: of the page. body: the equations of a kernel. inner: the programs of a loop of several
    steps, or of branches. is_native: of such a loop, whether no Python runs between its launches.
    keys: the places that it comes from. planned: the equation in the plan.
    seconds: what all its runs take, if they were measured; runs: how many; each: what one takes.
    own: what a loop or branch takes beside the steps inside, if these were measured.
    outer: the scopes around the program that it is a step of, as those of a loop.
    """

    number: int
    equation: Equation
    planned: Equation
    kind: str
    reason: str
    names: Mapping[Atom, str]
    kernel: InspectedKernel | None = None
    launch: PlannedLaunch | None = None
    body: Jaxpr | None = None
    inner: list[tuple[str, list[Step]]] = field(default_factory=list)
    is_native: bool = False
    keys: list[int] = field(default_factory=list)
    seconds: float | None = None
    each: float | None = None
    runs: int = 1
    own: float | None = None
    outer: NameStack = NO_NAMES

    @property
    def source(self) -> Source | None:
        """Where its equation comes from."""
        return placed(self.equation, self.outer)

    @property
    def inside(self) -> NameStack:
        """The scopes around the equations of its body, or around the programs inside of it."""
        return around(self.equation, self.outer)

    @property
    def sources(self) -> list[Source]:
        """Where what it computes comes from."""
        found = (
            sources([self.equation], self.outer)
            if self.body is None
            else sources(self.body.eqns, self.inside)
        )
        return [source for source in found if source is not None]

    @property
    def rate(self) -> float | None:
        """Bytes that it reads and writes in a second, if it was measured."""
        return self.moved / self.each if self.each and self.moved else None

    @property
    def took(self) -> str:
        """What it takes, in words, and how often it runs; "" if it was not measured."""
        if self.seconds is None:
            return ""
        several = self.runs > 1 and self.each is not None
        often = f" ({self.runs:,} × {duration(self.each or 0.0)})" if several else ""
        return duration(self.seconds) + often

    @property
    def moved(self) -> int:
        """Bytes that it reads and writes."""
        return sum(self.traffic.values())

    @cached_property
    def traffic(self) -> Mapping[Var, int]:
        """The bytes of each operand that it reads, and of each result that it writes."""
        return {} if self.kind == VIEW else traffic(self.equation)

    @cached_property
    def form(self) -> str:
        """The kernel form, as text."""
        assert self.kernel is not None
        return self.kernel.form

    @property
    def title(self) -> str:
        """What the step is called: a kernel by its number, others by their operation."""
        if self.kernel is not None:
            return f"kernel {self.kernel.number}"
        return self.equation.op.name

    @property
    def computes(self) -> str:
        """What it computes: the operations of a kernel, the operands of anything else."""
        if self.own is not None:
            return "chooses" if self.kind == BRANCH else "counts, and copies what it carries"
        if self.body is not None or self.kernel is not None:
            return ", ".join(dict.fromkeys(self.operations))
        return ", ".join(x.aval.notation() for x in self.equation.invars)

    @property
    def operations(self) -> list[str]:
        """The names of what it computes, in order."""
        eqns = self.body.eqns if self.body is not None else [self.equation]
        return [e.op.name for e in eqns]


def steps_of(inspection: Inspection, places: Places) -> list[Step]:
    """The steps of a program in the order in which they run, those of its loops inside of them."""
    return _Builder(inspection, places).steps(inspection.plan)


def every(steps: Sequence[Step]) -> Iterator[Step]:
    """All steps, each before those inside of it."""
    for step in steps:
        yield step
        for _, inner in step.inner:
            yield from every(inner)


def note_times(steps: Sequence[Step], times: Times) -> None:
    """Have steps, and those inside of them, hold what they take."""
    for step in steps:
        timing = times.steps.get(id(step.planned))
        if timing is not None:
            step.seconds = step.each = timing.seconds
            _note_inside(step, times)


def _note_inside(step: Step, times: Times) -> None:
    """Divide what a loop or branch takes among the steps inside, as they were noted."""
    inner = [s for _, steps in step.inner for s in steps]
    noted = [times.of_inner(id(s.planned)) for s in inner]
    total = sum(seconds for seconds, _ in noted)
    if not total or not step.seconds:
        return
    beside = times.beside(id(step.planned), [id(s.planned) for s in inner])
    if beside is None:  # the last launches alone are known, and how many there were is not
        beside = 0.0
    elif step.seconds > total + beside and step.each:  # another run was quicker
        step.each *= (total + beside) / step.seconds
        step.seconds = total + beside
    scale = step.seconds / (total + beside)
    for each, (seconds, count) in zip(inner, noted, strict=True):
        if count:
            each.seconds, each.each, each.runs = scale * seconds, seconds / count, count
            _note_inside(each, times)
    step.own = scale * beside


def taken(steps: Sequence[Step]) -> Iterator[tuple[Step, float]]:
    """The steps that were measured, with what each takes: a loop or branch beside those inside."""
    for step in steps:
        if step.seconds is None or step.kind == VIEW:
            continue
        if step.own is not None:
            yield from taken([s for _, inner in step.inner for s in inner])
        yield step, step.seconds if step.own is None else step.own


def named(steps: Sequence[Step]) -> str:
    """What steps that are alike are called, and how often they run.

    >>> named(fjax.explain(lambda x: jnp.sin(x) + 1)(1.0).steps)
    'kernel 0'
    """
    runs = sum(step.runs for step in steps)
    title = steps[0].title
    if steps[0].kernel is not None and len(steps) > 1:
        title = "kernels " + ", ".join(str(s.kernel.number) for s in steps[:3] if s.kernel)
        title += ", …" * (len(steps) > 3)
    if steps[0].own is not None:
        title += " itself"
    return f"{runs:,} × {title}" if runs > 1 else title


class _Builder:
    """Numbers steps and kernels through a program and the programs inside of it."""

    def __init__(self, inspection: Inspection, places: Places):
        self.target, self.plan_body, self.places = inspection.target, inspection.plan_body, places
        self.numbers, self.kernel_numbers = itertools.count(), itertools.count()

    def steps(self, plan: Plan, outer: NameStack = NO_NAMES) -> list[Step]:
        kernels = {id(k.equation): k for k in plan.kernels}
        launches = {id(x.equation): x for x in _launches(plan)}
        alone = {id(s.equation): s for s in plan.steps if not isinstance(s, Segment)}
        loops = {id(x.equation): x for x in plan.loops}
        names, found = plan.names, []
        for eqn, shown, reason in zip(
            plan.jaxpr.eqns, plan.program.eqns, plan.reasons, strict=True
        ):
            step = Step(next(self.numbers), shown, eqn, PYTHON, reason, names, outer=outer)
            planned = kernels.get(id(eqn))
            if planned is not None:
                number = next(self.kernel_numbers)
                step.kernel = InspectedKernel(number, planned, self.target)
            step.launch = launches.get(id(eqn))
            loop = loops.get(id(eqn))
            self._describe(step, loop.loop if loop else None, alone.get(id(eqn)), plan)
            step.keys = self.places.keys([step.source, *step.sources])
            found.append(step)
        return found

    def _describe(
        self,
        step: Step,
        loop: NativeLoop | HostLoop | None,
        alone: Evaluation | LoopStep | None,
        plan: Plan,
    ) -> None:
        """What kind of step it is, and what is inside."""
        op = step.equation.op
        if isinstance(op, (Fused, Updated)):
            step.kind, step.body = KERNEL if step.kernel else PYTHON, op.body
        elif isinstance(loop, NativeLoop):
            step.kind, step.body = LOOP, loop.form.body
        elif loop is not None:
            step.kind, step.is_native = HOST_LOOP, loop.steps is not None
            titles = ("one step of the loop", "whether it goes on")
            for title, body in zip(titles, loop.bodies, strict=False):
                step.inner.append((title, self.steps(body, step.inside)))
        elif step.kernel is not None:
            step.kind = KERNEL
        elif any(v in plan.views for v in step.equation.outvars):
            step.kind = VIEW
        elif op.jaxprs:
            compiled = op.choices() is not None or step.launch is not None
            step.kind = BRANCH if compiled else PYTHON
            code = step.launch.launch.code if step.launch is not None else None
            plans = (
                code.bodies if isinstance(code, BranchLaunch) else map(self.plan_body, op.jaxprs)
            )
            for number, body in enumerate(plans):
                step.inner.append((f"program {number}", self.steps(body, step.inside)))
        elif step.launch is not None or (alone is not None and op.library):
            step.kind = LIBRARY


def _launches(plan: Plan) -> Iterator[PlannedLaunch]:
    for step in plan.steps:
        if isinstance(step, Segment):
            yield from step.launches


def read_and_written(step: Step) -> tuple[list[str], list[str]]:
    """The names of what a step reads and what it writes."""
    read = [str(x.value) if isinstance(x, Literal) else step.names[x] for x in step.equation.invars]
    return read, [step.names[v] for v in step.equation.outvars]
