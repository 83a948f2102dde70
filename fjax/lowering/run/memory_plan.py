"""Memory plans: what each step of a plan reads, writes, allocates and frees, as pure data.

Memory is named by slots. A slot of the table of buffers holds an array; the scratch block of a
segment has a negative slot. A memory plan does not say what is computed. `verify_plan` checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fjax.core.ir import Atom, Equation, Literal
from fjax.dataclass import dataclass
from fjax.lowering.fuse.fused import Updated
from fjax.lowering.run.communication_overlap import CollectiveWait
from fjax.lowering.run.plan import (
    Evaluation,
    LoopStep,
    Plan,
    PlannedLaunch,
    PlanStep,
    Segment,
    Slots,
    byte_count,
    slot_of,
)

Pair = tuple[int, int]


@dataclass(frozen=True)
class Region:
    """Bytes [start, stop) of the memory that a slot holds."""

    slot: int
    start: int
    stop: int

    def overlaps(self, other: Region) -> bool:
        """Whether the two have bytes in common, if they are of the same memory."""
        return self.start < other.stop and other.start < self.stop

    @property
    def span(self) -> Pair:
        """The first byte, and the one after the last."""
        return self.start, self.stop

    def __str__(self) -> str:
        return f"slot {self.slot} [{self.start}:{self.stop}]"


@dataclass(frozen=True)
class Located:
    """A value, and the region where a step reads or writes it."""

    value: str
    region: Region

    def __str__(self) -> str:
        return f"{self.value} in {self.region}"


@dataclass(frozen=True)
class Action:
    """One step. The fields are in the order in which things happen.

    allocates: (slot, bytes) of new memory with arbitrary contents.
    in_place: (number in writes, number in reads) of accesses that may be the same memory. Each
      element is written after it was read, and only its own iteration reads it.
    makes: results in memory that the step itself allocates, shared with nothing.
    exposes: slots whose memory code outside the plan may hold from now on, so that no later step
      may write to it.
    takes: (slot, earlier slot) that hold the same memory from now on.
    begins: a collective that uses the step's memory until another step ends it. ends: the
      collective that this step ends.
    """

    name: str
    allocates: tuple[Pair, ...] = ()
    reads: tuple[Located, ...] = ()
    writes: tuple[Located, ...] = ()
    in_place: frozenset[Pair] = frozenset()
    makes: tuple[Located, ...] = ()
    exposes: tuple[int, ...] = ()
    takes: tuple[Pair, ...] = ()
    frees: tuple[int, ...] = ()
    begins: str = ""
    ends: str = ""


@dataclass(frozen=True)
class PlanInput:
    """A value that the caller passes. given: whether its memory is donated."""

    value: str
    slot: int
    size: int
    given: bool = False


@dataclass(frozen=True)
class PlanOutput:
    """A value that the caller receives: the slot's memory itself, or a copy of it."""

    value: str
    region: Region
    copied: bool = False


@dataclass(frozen=True)
class MemoryPlan:
    """Inputs, steps, and outputs."""

    inputs: tuple[PlanInput, ...]
    actions: tuple[Action, ...]
    outputs: tuple[PlanOutput, ...]


# ---- of a plan

Find = Callable[[int, Atom], Region]  # by the number of a buffer and what is in it


def describe(plan: Plan) -> MemoryPlan:
    """The memory plan of one call; values are named as in `str(plan.program)`."""
    return Description(plan).memory()


class Description:
    """Makes the memory plan of a plan's steps.

    names: the names of its variables; a view has the name of the value that it views.
    under_way: results of collectives that go on while other steps run.
    """

    def __init__(self, plan: Plan):
        self.plan, self.names = plan, plan.names
        jaxpr = plan.jaxpr
        self.under_way = {e.invars[0] for e in jaxpr.eqns if isinstance(e.op, CollectiveWait)}
        for eqn in jaxpr.eqns:
            self.names.update(
                (v, self.names[x])
                for v, x in zip(eqn.outvars, eqn.invars, strict=False)
                if v in plan.views
            )

    def memory(self) -> MemoryPlan:
        """Inputs, the steps in their order, outputs."""
        plan = self.plan
        inputs = tuple(
            PlanInput(self.names[v], k, byte_count(v), k in plan.changed)
            for k, v in enumerate(plan.jaxpr.invars)
        )
        actions = tuple(a for step in self.steps() for a in step)
        return MemoryPlan(inputs, actions, self.outputs())

    def steps(self) -> list[tuple[Action, ...]]:
        """The actions of each step."""
        return [self.step(step, -1 - k) for k, step in enumerate(self.plan.steps)]

    def step(self, step: PlanStep, scratch: int) -> tuple[Action, ...]:
        if isinstance(step, Segment):
            return tuple(self.segment(step, scratch))
        return (self.loop(step) if isinstance(step, LoopStep) else self.evaluation(step),)

    def outputs(self) -> tuple[PlanOutput, ...]:
        """The regions of the caller's results; a `direct` plan lists them itself."""
        plan, found = self.plan, []
        for k, (x, r) in enumerate(zip(plan.jaxpr.outvars, plan.results, strict=True)):
            if isinstance(x, Literal) or isinstance(r, Literal):
                continue
            slot, copied = r.slot, r.copied
            if plan.direct is not None:
                slot, copied = plan.direct.slots[k], False
            found.append(PlanOutput(self.names[x], Region(slot, 0, byte_count(x)), copied))
        return tuple(found)

    # ---- steps that are not launches

    def access(self, x: Atom, slot: int) -> Located:
        """A whole value at the start of a slot's memory."""
        return Located(self.names[x], Region(slot, 0, byte_count(x)))

    def evaluation(self, step: Evaluation) -> Action:
        """An evaluation allocates its results."""
        return self.alone(step.equation, step.slots, {})

    def loop(self, step: LoopStep) -> Action:
        """A loop may write its results to the memory of its operands."""
        first = step.form.first_carry
        return self.alone(step.equation, step.slots, {k: first + k for k in sorted(step.taken)})

    def alone(self, eqn: Equation, slots: Slots, taken: dict[int, int]) -> Action:
        """A step that is not a launch. taken: result -> the operand whose memory it is in."""
        at = [slot_of(s) for s in slots.sources]
        numbers = {k: n for n, k in enumerate(k for k, s in enumerate(at) if s is not None)}
        reads = tuple(
            self.access(x, s) for x, s in zip(eqn.invars, at, strict=True) if s is not None
        )
        writes: list[Located] = []
        takes: list[tuple[int, int]] = []
        in_place: set[tuple[int, int]] = set()
        for k, operand in taken.items():
            slot = at[operand]
            assert slot is not None
            in_place.add((len(writes), numbers[operand]))
            writes.append(self.access(eqn.outvars[k], slot))
            takes.append((slots.targets[k], slot))
        made = [
            (v, t)
            for k, (v, t) in enumerate(zip(eqn.outvars, slots.targets, strict=True))
            if k not in taken
        ]
        exposed = [s for s in at if s is not None and s not in slots.guarded]
        exposed += [t for _, t in made if t not in slots.kept]
        return Action(
            self.label(eqn),
            reads=reads,
            writes=tuple(writes),
            in_place=frozenset(in_place),
            makes=tuple(self.access(*m) for m in made),
            exposes=tuple(exposed),
            takes=tuple(takes),
            frees=tuple(slots.dead),
        )

    def label(self, eqn: Equation) -> str:
        line = "" if eqn.source is None else f" at {eqn.source}"
        return f"{eqn.op.name} of {' '.join(self.names[v] for v in eqn.outvars)}{line}"

    # ---- launches

    def segment(self, segment: Segment, scratch: int) -> Iterator[Action]:
        """Each launch of a segment, with the memory that the segment allocates and frees."""
        slots = segment.slots
        table = [*segment.sources, *slots.targets]
        allocates = [
            (slot, byte_count(v)) for slot, v in zip(slots.targets, segment.kept, strict=True)
        ]
        if segment.intermediates:
            allocates.append((scratch, segment.scratch_bytes))

        def region(buffer: int, x: Atom) -> Region:
            if buffer < len(table):
                return Region(table[buffer], 0, byte_count(x))
            offset = segment.intermediates[buffer - len(table)].offset
            return Region(scratch, offset, offset + byte_count(x))

        last = len(segment.launches) - 1
        for k, action in enumerate(self.launches(segment, region)):
            yield replace(
                action,
                allocates=tuple(allocates) if k == 0 else (),
                frees=(*slots.dead, scratch) if k == last else (),
            )

    def launches(self, segment: Segment, region: Find) -> Iterator[Action]:
        """What each launch of a segment reads and writes. region: of a buffer, by its number."""
        for x in segment.launches:
            reads, writes, pairs = self.launch(x, region)
            eqn, begins, ends = x.equation, "", ""
            if isinstance(eqn.op, CollectiveWait):
                ends = self.names[eqn.invars[0]]
            elif self.under_way.intersection(eqn.outvars):
                begins = self.names[eqn.outvars[0]]
            yield Action(self.label(eqn), (), reads, writes, pairs, begins=begins, ends=ends)

    def launch(
        self, planned: PlannedLaunch, region: Find
    ) -> tuple[tuple[Located, ...], tuple[Located, ...], frozenset[tuple[int, int]]]:
        """What a launch reads and writes, and which (write, read) may be the same memory."""
        eqn, kernel = planned.equation, planned.kernel
        every = planned.values
        reads: dict[int, Located] = {}
        writes: dict[int, Located] = {}
        for number, buffer in zip(planned.order, planned.launch.buffers, strict=True):
            x = every[number]
            at = region(buffer, x)
            written = number >= len(eqn.invars)
            if kernel is not None:
                written = kernel.lowered.kernel.buffers[number].written
            if number < len(eqn.invars):
                reads[number] = Located(self.names[x], at)
            if written:
                out = eqn.outvars[0] if isinstance(eqn.op, Updated) else x
                writes[number] = Located(self.names.get(out, "scratch"), at)
        pairs = _pairs(planned, list(reads), list(writes))
        return tuple(reads.values()), tuple(writes.values()), pairs


def _pairs(
    planned: PlannedLaunch, reads: Sequence[int], writes: Sequence[int]
) -> frozenset[tuple[int, int]]:
    """(write, read) pairs that may be in the same memory, by number in `writes` and `reads`."""
    if isinstance(planned.equation.op, Updated):
        return frozenset({(0, 0)})
    n, kernel = len(planned.equation.invars), planned.kernel
    pairs = planned.launch.in_place if kernel is None else kernel.lowered.in_place
    return frozenset((writes.index(n + out), reads.index(x)) for out, x in pairs)
