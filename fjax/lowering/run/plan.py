"""Plans: what one call of a program does, as data.

A plan is made from a fused program without a device (`planning`). It says which slot each value
has, whose memory it shares and when it is needed last, which inputs are written to, and which
steps there are: segments of launches, evaluations, loops. A runner (`executable`) carries it out
with a target's buffers and programs; a memory plan (`memory_plan.describe`) follows from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fjax.core import dtypes
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import cached_property
from fjax.core.printer import variable_names
from fjax.dataclass import dataclass
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.kernel.lowered import LoweredKernel
from fjax.lowering.loop import native
from fjax.lowering.run import buffers
from fjax.lowering.run.launch import Intermediate, Launch, ProgramParts, Routine, scratch_bytes
from fjax.lowering.skeleton import put_back_in_kernel


@dataclass(frozen=True)
class Reshaped:
    """An operand that is read with another shape than the array in its slot has."""

    slot: int
    shape: tuple[int, ...]


Source = int | Reshaped | Literal  # an operand of a step: a slot, a view of a slot, or a value


def slot_of(found: Source) -> int | None:
    """The slot of an operand; None for a literal."""
    return found.slot if isinstance(found, Reshaped) else found if isinstance(found, int) else None


@dataclass(frozen=True, eq=False)
class Slots:
    """The slots of the table of buffers that a step uses.

    sources: of the operands. targets: of the results. dead: slots whose last use is this step.
    guarded: slots of operands that later steps write to. kept: for a loop, slots of results that
    later steps write to.
    """

    sources: Sequence[Source]
    targets: Sequence[int]
    dead: Sequence[int]
    guarded: Sequence[int] = ()
    kept: Sequence[int] = ()


@dataclass(frozen=True, eq=False)
class PlannedKernel:
    """A kernel of a plan: what it computes, how it is launched, and why it ends where it does."""

    equation: Equation
    lowered: LoweredKernel
    reason: str


@dataclass(frozen=True, eq=False)
class PlannedLaunch:
    """An equation of a segment as a launch on the segment's slots.

    kernel: None for a library's routine. order: for each buffer of the launch, its number in
    `values`. scratch: the variable of the launch's scratch memory, which is its last buffer.
    loop: the loop that it runs, if it is one.
    """

    equation: Equation
    launch: Launch
    order: Sequence[int]
    kernel: PlannedKernel | None = None
    scratch: Var | None = None
    loop: PlannedLoop | None = None

    @property
    def values(self) -> list[Atom]:
        """The operands, results and scratch memory, as `order` numbers them."""
        more = [] if self.scratch is None else [self.scratch]
        return [*self.equation.invars, *self.equation.outvars, *more]

    @property
    def bodies(self) -> Sequence[Plan]:
        """The plans of the bodies, if it is a loop or branches over launches."""
        return self.launch.code.bodies if isinstance(self.launch.code, Routine) else ()


@dataclass(frozen=True, eq=False)
class Segment:
    """Consecutive launches that a target runs as one program.

    The program's arguments are the values that it reads, then the values that it makes and later
    steps need (`kept`). Other values lie in its scratch block.
    """

    launches: Sequence[PlannedLaunch]
    read: Sequence[Var]
    kept: Sequence[Var]
    intermediates: Sequence[Intermediate]
    slots: Slots

    @property
    def sources(self) -> list[int]:
        """The slots of the values that it reads."""
        return [s for s in self.slots.sources if isinstance(s, int)]

    @property
    def n_arguments(self) -> int:
        return len(self.read) + len(self.kept)

    @property
    def n_slots(self) -> int:
        """The number of arguments and values in the scratch block."""
        return self.n_arguments + len(self.intermediates)

    @property
    def scratch_bytes(self) -> int:
        return scratch_bytes(self.intermediates)

    @property
    def is_heavy(self) -> bool:
        """Whether it takes long enough to release the interpreter's lock."""
        return any(x.launch.parallel or x.launch.is_long for x in self.launches)

    @property
    def parts(self) -> ProgramParts:
        """What a target makes the program from."""
        return ProgramParts(
            [x.launch for x in self.launches],
            self.n_arguments,
            self.intermediates,
            self.is_heavy,
            [x.equation for x in self.launches],
        )


@dataclass(frozen=True, eq=False)
class Evaluation:
    """An equation that its evaluation rule runs; the rule allocates the results.

    unlowered: whether lowering it failed, so that the rule must not try to compile it.
    """

    equation: Equation
    slots: Slots
    unlowered: bool = False


SCRATCH = -1  # in place of the number of a value: the loop's scratch memory


class Start(NamedTuple):
    """The address in a slot before the first step.

    It is `offset` bytes after the start of a value. `value` numbers operands, then results.
    stride: the bytes of a slice, if each step uses the next slice of the value.
    """

    value: int
    offset: int = 0
    stride: int = 0


class Move(NamedTuple):
    """How a slot changes after a step: it gets the old address in `source` plus `added` bytes."""

    to: int
    source: int
    added: int = 0


@dataclass(frozen=True, eq=False)
class StepTable:
    """How the addresses of a loop's values change from step to step, where steps are launches.

    Slots are those of the body, from `second` on those of the condition, then others. Slots in
    neither `starts` nor `moves` are intermediates in the scratch memory, from `rooms` on.

    starts: by slot. moves: they happen at the same time, after each step. results: the slots of the
    carried values. After the last step their contents are copied to the results, if they are
    elsewhere. flag: the slot of the condition's answer, one byte. scratch: the size of the scratch
    memory.
    """

    n_slots: int
    starts: Mapping[int, Start]
    moves: Sequence[Move]
    results: Sequence[int]
    second: int
    flag: int
    rooms: tuple[int, int]
    scratch: int


@dataclass(frozen=True, eq=False)
class HostLoop:
    """A loop over the plan of its body.

    steps: how its steps run as launches; None if Python runs the body at each step.
    in_place: the carried values that a step changes in place. Launches do so in the memory of the
      results; initial values are copied there if they are elsewhere.
    """

    form: LoopForm
    body: Plan
    condition: Plan | None
    steps: StepTable | None
    in_place: frozenset[int]

    @property
    def bodies(self) -> list[Plan]:
        return [p for p in (self.body, self.condition) if p is not None]


@dataclass(frozen=True, eq=False)
class PlannedLoop:
    """A loop of a plan.

    taken: carried values whose results are in the memory of their initial values. copied: carried
    values that are copied first, because the loop changes them in place.
    """

    equation: Equation
    form: LoopForm
    loop: native.NativeLoop | HostLoop
    taken: frozenset[int]
    copied: frozenset[int]

    @property
    def length(self) -> int | None:
        return self.form.length


@dataclass(frozen=True, eq=False)
class LoopStep(PlannedLoop):
    """A loop as a step of its own."""

    slots: Slots


PlanStep = Segment | Evaluation | LoopStep


@dataclass(frozen=True)
class ResultPlace:
    """An output: its slot and shape, and whether the caller gets a copy."""

    slot: int
    shape: tuple[int, ...]
    copied: bool


@dataclass(frozen=True)
class Direct:
    """A program that is one segment, which makes each of the outputs.

    made: variable and shape of the arrays to allocate. picks: the inputs that it reads; None for
    all in order. places: the outputs' numbers among inputs and allocated arrays; None if the
    outputs are the allocated arrays in order. slots: the outputs' slots.
    """

    made: Sequence[tuple[Var, tuple[int, ...]]]
    picks: Sequence[int] | None
    places: Sequence[int] | None
    slots: Sequence[int]


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """What one call of a program does.

    jaxpr: the equations in the order of the steps, with kernels and copies. The literals of kernels
        are placeholders; `literals` has their values, and `program` is the jaxpr with them.
    step: as for `planning.plan_program`.
    donated: whether each input is donated. changed: the donated inputs that are written to.
    copies: copies of arrays that are changed in place.
    reasons: for each equation, why it is not fused with its neighbours.
    views: values that share the memory of their operand. storage: value -> the value whose memory
        it lies in. numbers: the slot of each value; inputs come first. n_slots: the number of slots
        that are not inputs. last: the last equation that uses each value's memory; outputs live to
        the end.
    own: values in memory that belongs to the program.
    steps: in the order in which they run. results: the slots of the outputs.
    direct: set if one segment makes all outputs.
    kernels: of all steps. fallbacks: equations that should be in kernels and are not, and why.
    optimized: the program before fusion.
    """

    jaxpr: Jaxpr
    literals: Sequence[Literal]
    donated: tuple[bool, ...]
    step: tuple[int, int] | None
    copies: Sequence[buffers.ArrayCopy]
    reasons: Sequence[str]
    views: frozenset[Var]
    storage: Mapping[Atom, Var]
    numbers: Mapping[Atom, int]
    n_slots: int
    last: Mapping[Atom, int]
    own: frozenset[Atom]
    changed: Sequence[int]
    steps: Sequence[PlanStep]
    results: Sequence[ResultPlace | Literal]
    direct: Direct | None
    kernels: Sequence[PlannedKernel]
    fallbacks: Sequence[tuple[Equation, str]]
    optimized: Jaxpr

    @property
    def whole(self) -> Segment | None:
        """The segment that is the whole program, if it is one."""
        if len(self.steps) != 1 or not isinstance(self.steps[0], Segment):
            return None
        return self.steps[0]

    @property
    def launches(self) -> list[PlannedLaunch]:
        """Those of all steps, in their order."""
        return [x for s in self.steps if isinstance(s, Segment) for x in s.launches]

    @property
    def loops(self) -> list[PlannedLoop]:
        """The loops of the program itself: launches, then steps of their own."""
        launched = [x.loop for x in self.launches if x.loop is not None]
        return [*launched, *(s for s in self.steps if isinstance(s, LoopStep))]

    @property
    def names(self) -> dict[Atom, str]:
        """What the variables are called in texts."""
        made = (v for e in self.jaxpr.eqns for v in e.outvars)
        return dict(zip((*self.jaxpr.invars, *made), variable_names(), strict=False))

    def root(self, x: Atom) -> Atom:
        """The value whose memory this one lies in."""
        return self.storage.get(x, x)

    @cached_property
    def program(self) -> Jaxpr:
        """The fused program with all its literals."""
        return self.jaxpr.replace(
            eqns=[
                put_back_in_kernel(e, self.literals) if isinstance(e.op, (Fused, Updated)) else e
                for e in self.jaxpr.eqns
            ]
        )

    def __str__(self) -> str:
        return "\n".join(_Text(self).lines())

    def __repr__(self) -> str:
        launches = sum(len(s.launches) for s in self.steps if isinstance(s, Segment))
        counts = (
            (len(self.jaxpr.eqns), "equation", "equations"),
            (len(self.kernels), "kernel", "kernels"),
            (launches, "launch", "launches"),
        )
        shown = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts)
        return f"<plan of {shown}; print shows its steps>"


@dataclass(frozen=True, eq=False, repr=False)
class KeptPlan(Plan):
    """A plan from disk or from a template (`stored_plan.py`): it has what runs, and no texts."""


def byte_count(x: Atom) -> int:
    """The bytes that a value takes in memory."""
    return math.prod(x.aval.shape) * dtypes.physical(x.aval.dtype).itemsize


class _Text:
    """A plan as text: inputs, a line for each step and each launch, outputs.

    The plans inside a loop or branch follow its line, indented.
    """

    def __init__(self, plan: Plan):
        self.plan, self.names = plan, plan.names

    def lines(self) -> Iterator[str]:
        plan = self.plan
        for k, v in enumerate(plan.jaxpr.invars):
            given = ", given away" if plan.donated[k] else ""
            written = ", written to" if k in plan.changed else ""
            yield f"input {self.names[v]}:{v.aval.notation()} in slot {k}{given}{written}"
        for step in plan.steps:
            yield from self.segment(step) if isinstance(step, Segment) else self.alone(step)
            if step.slots.dead:
                yield f"  frees {_listed(step.slots.dead)}"
        for x, r in zip(plan.jaxpr.outvars, plan.results, strict=True):
            copied = (
                " copied" if isinstance(r, ResultPlace) and r.copied and not plan.direct else ""
            )
            yield f"output {self.value(x)}{copied}"

    def value(self, x: Atom) -> str:
        """A value, and its slot."""
        if isinstance(x, Literal):
            return str(x.value)
        return f"{self.names[x]} in slot {self.plan.numbers[x]}"

    def segment(self, segment: Segment) -> Iterator[str]:
        scratch = f" with {segment.scratch_bytes} bytes of scratch" if segment.scratch_bytes else ""
        yield f"segment{scratch}"
        table = [f"slot {s}" for s in (*segment.sources, *segment.slots.targets)]
        table += [f"scratch {x.offset}" for x in segment.intermediates]
        for x in segment.launches:
            eqn, n = x.equation, len(x.equation.invars)
            places = {k: table[b] for k, b in zip(x.order, x.launch.buffers, strict=True)}
            known = dict.fromkeys(range(n), "unread")
            known |= dict.fromkeys(range(n, n + len(eqn.outvars)), f"in {places.get(0)}")
            known |= {k: f"in {place}" for k, place in places.items()}
            values = [
                str(v.value) if isinstance(v, Literal) else f"{self.names[v]} {known[k]}"
                for k, v in enumerate((*eqn.invars, *eqn.outvars))
            ]
            name = _label(eqn) if x.loop is None else f"{_kind(x.loop)} {_label(eqn)}"
            extra = "" if x.loop is None else _memory(x.loop)
            yield f"  {name}: {', '.join(values[:n])} -> {', '.join(values[n:])}{extra}"
            yield from self.inside(x.bodies, x.loop is None)

    def inside(self, bodies: Sequence[Plan], are_branches: bool) -> Iterator[str]:
        """The plans of a loop's step and condition, or of branches."""
        for k, body in enumerate(bodies):
            yield f"    {f'branch {k}' if are_branches else ('step', 'condition')[k]}:"
            yield from (f"      {line}" for line in _Text(body).lines())

    def alone(self, step: Evaluation | LoopStep) -> Iterator[str]:
        eqn, kind, extra = step.equation, "evaluation of", ""
        if isinstance(step, LoopStep):
            kind, extra = _kind(step), _memory(step)
        operands = ", ".join(map(self.value, eqn.invars))
        results = ", ".join(map(self.value, eqn.outvars))
        yield f"{kind} {_label(eqn)}: {operands} -> {results}{extra}"
        if isinstance(step, LoopStep) and isinstance(step.loop, HostLoop):
            yield from self.inside(step.loop.bodies, False)


def _kind(planned: PlannedLoop) -> str:
    """How a loop runs."""
    if isinstance(planned.loop, native.NativeLoop):
        return "loop in one call:"
    return "loop on the host:" if planned.loop.steps is None else "loop of launches:"


def _memory(planned: PlannedLoop) -> str:
    """Which carried values change where they are, and which in a copy."""
    text = f"; takes carry {_listed(planned.taken)}" if planned.taken else ""
    return text + (f"; copies carry {_listed(planned.copied)}" if planned.copied else "")


def _label(eqn: Equation) -> str:
    """An equation's name; of a kernel the names of what it computes."""
    if not isinstance(eqn.op, (Fused, Updated)):
        return eqn.op.name
    return f"{eqn.op.name} [{', '.join(e.op.name for e in eqn.op.body.eqns)}]"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
