"""The memory plan of repeated steps: some steps one after another, by the table that they run by.

The addresses in the table are followed as (array, offset) from step to step, through the same
moves. A slice of an array that is walked along has a slot of the plan to itself.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from fjax.core.ir import Var
from fjax.lowering.run.describe_plan import Description, Find
from fjax.lowering.run.memory_plan import Action, Located, MemoryPlan, PlanInput, PlanOutput, Region
from fjax.lowering.run.plan import HostLoop, Plan, Segment, byte_count
from fjax.lowering.run.repeated_steps import RepeatedSteps, StepRole
from fjax.lowering.run.verify_plan import verify_plan

STEPS = 4  # until buffers that take turns have been written twice, and are read again
BODY, CONDITION = range(2)
Name = Callable[[str], str]


class Other(enum.Enum):
    """Memory that no slot points to at first."""

    SCRATCH = "a program's intermediates"
    GIVEN = "the caller's array of a carried value that a call copies"


class ArrayPlace(NamedTuple):
    """An address: the array, by kind and number, and how many bytes after its start."""

    array: tuple[StepRole | Other, int]
    offset: int = 0


def verify_steps(loop: HostLoop, context: str) -> None:
    """InvalidIRError if a few steps, or none, read what is not there or write what others need."""
    private = sorted(loop.in_place)
    for taken in ((), private) if private else ((),):
        for length in (0, STEPS):
            plan = describe_repeated(loop, length, taken)
            verify_plan(plan, f"{context}, {length} steps")


def describe_repeated(loop: HostLoop, length: int, taken: Collection[int] = ()) -> MemoryPlan:
    """What a call of so many steps does to memory. taken: carried values in their own memory."""
    return Unrolled(loop, length, taken).plan()


class Unrolled:
    """A call of `length` steps. table: where each slot points, from step to step."""

    def __init__(self, loop: HostLoop, length: int, taken: Collection[int] = ()):
        assert loop.steps is not None
        steps: RepeatedSteps = loop.steps
        self.steps, self.length = steps, length
        self.wholes = [_whole(p) for p in loop.bodies]
        self.copied = {k for k, p in enumerate(steps.private) if p and k not in taken}
        self.given = {k for k, p in enumerate(steps.private) if p} - self.copied
        self.body = Description(loop.body)
        self.condition = None if loop.condition is None else Description(loop.condition)
        self.slots: dict[tuple, int] = {}  # of the plan, by array and number of the slice
        self.table = self.start()
        self.carried = [f"carry {k}" + " copied" * (k in self.copied) for k in range(self.n_carry)]
        self.stacked: dict[tuple[int, int], str] = {}

    @property
    def n_carry(self) -> int:
        return self.steps.form.n_carry

    def order(self) -> Iterable[int]:
        """The slices in the order of the steps."""
        return range(self.length)[:: -1 if self.steps.form.reverse else 1]

    # ---- places

    def start(self) -> dict[int, ArrayPlace]:
        """The table before the first step."""
        first = self.steps.first(self.length)
        table = {
            slot: ArrayPlace((kind, k), first * stride)
            for slot, (kind, k, stride) in self.steps.starts.items()
        }
        for number, (base, whole) in enumerate(zip(self.steps.bases, self.wholes, strict=False)):
            for k, x in enumerate(whole.intermediates):
                table[base + whole.n_arguments + k] = ArrayPlace((Other.SCRATCH, number), x.offset)
        return table

    def moved(self) -> dict[int, ArrayPlace]:
        """The table after a step's moves, which take place at once."""
        table = dict(self.table)
        for to, source, added in self.steps.moves:
            place = self.table.get(source)
            if place is None:
                table.pop(to, None)
            else:
                table[to] = place._replace(offset=place.offset + added)
        return table

    def slot(self, array: object, index: int = 0) -> int:
        return self.slots.setdefault((array, index), len(self.slots))

    def slices(self) -> dict[StepRole | Other, list[int]]:
        """The bytes of a slice of each array that is walked along."""
        steps = self.steps
        return {
            kind: list(map(byte_count, values))
            for kind, values in ((StepRole.X, steps.xs), (StepRole.Y, steps.stacked))
        }

    def region(self, place: ArrayPlace | None, size: int) -> Region:
        """Bytes from an address on, within the slice that it is in."""
        if place is None:
            return Region(self.slot("nothing"), 0, size)
        array, offset = place
        if array[0] in (StepRole.X, StepRole.Y):
            whole = max(1, self.slices()[array[0]][array[1]])
            return self.within(self.slot(array, offset // whole), offset % whole, size)
        return self.within(self.slot(array), offset, size)

    def within(self, slot: int, offset: int, size: int) -> Region:
        return Region(slot, offset, offset + size)

    # ---- the plan

    def plan(self) -> MemoryPlan:
        """Inputs, steps and outputs."""
        inputs = tuple(self.inputs())
        actions = [self.buffers()]
        for index in self.order():
            actions += [*self.asking(index), *self.step(index)]
            self.table = self.moved()
        actions += self.asking(self.length)
        return MemoryPlan(inputs, tuple(actions), tuple(self.outputs()))

    def inputs(self) -> Iterator[PlanInput]:
        """The caller's arrays; each slice of one that is walked along is one of them."""
        steps = self.steps
        for k in range(steps.form.condition_consts):
            assert self.condition is not None
            size = byte_count(self.condition.plan.jaxpr.invars[k])
            yield PlanInput(f"asked {k}", self.slot((StepRole.ASKED, k)), size)
        for k, v in enumerate(steps.consts):
            yield PlanInput(f"const {k}", self.slot((StepRole.CONST, k)), byte_count(v))
        for k, v in enumerate(steps.carry):
            array = (Other.GIVEN if k in self.copied else StepRole.CARRY, k)
            yield PlanInput(f"carry {k}", self.slot(array), byte_count(v), k in self.given)
        for k, v in enumerate(steps.xs):
            for i in range(self.length):
                yield PlanInput(f"x {k} at {i}", self.slot((StepRole.X, k), i), byte_count(v))

    def buffers(self) -> Action:
        """What a call makes before the first step."""
        steps, made = self.steps, []
        for k in steps.rotated:
            size = byte_count(steps.carry[k])
            made += [(self.slot((kind, k)), size) for kind in (StepRole.FIRST, StepRole.SECOND)]
        for k, size in enumerate(self.slices()[StepRole.Y]):
            made += [(self.slot((StepRole.Y, k), i), size) for i in range(self.length)]
        for number, whole in enumerate(self.wholes):
            made.append((self.slot((Other.SCRATCH, number)), whole.scratch_bytes))
        if self.condition is not None:
            made.append((self.slot((StepRole.ANSWER, 0)), 1))
        sizes = {k: byte_count(steps.carry[k]) for k in sorted(self.copied)}
        return Action(
            "buffers",
            allocates=tuple(made),
            reads=tuple(
                Located(f"carry {k}", self.within(self.slot((Other.GIVEN, k)), 0, n))
                for k, n in sizes.items()
            ),
            makes=tuple(
                Located(self.carried[k], self.within(self.slot((StepRole.CARRY, k)), 0, n))
                for k, n in sizes.items()
            ),
        )

    def step(self, index: int) -> Iterator[Action]:
        """The launches of one step; then the carried values are others."""
        steps, outs = self.steps, self.body.plan.jaxpr.outvars
        known = {v: f"const {k}" for k, v in enumerate(steps.consts)}
        known.update(zip(steps.carry, self.carried, strict=True))
        known.update((v, f"x {k} at {index}") for k, v in enumerate(steps.xs))
        name = _naming(self.body, known, f" at {index}")
        yield from self.launches(self.body, BODY, name)
        found = [name(self.body.names[x]) for x in outs]
        self.carried = found[: self.n_carry]
        for k, value in enumerate(found[self.n_carry :]):
            self.stacked[k, index] = value

    def asking(self, index: int) -> Iterator[Action]:
        """The launches of the condition, and what is looked at afterwards."""
        if self.condition is None:
            return
        jaxpr, asked = self.condition.plan.jaxpr, self.steps.form.condition_consts
        known = {v: f"asked {k}" for k, v in enumerate(jaxpr.invars[:asked])}
        known.update(zip(jaxpr.invars[asked:], self.carried, strict=True))
        name = _naming(self.condition, known, f" asked at {index}")
        yield from self.launches(self.condition, CONDITION, name)
        answer = name(self.condition.names[jaxpr.outvars[0]])
        seen = Located(answer, self.region(self.table.get(self.steps.flag), 1))
        yield Action("the answer", reads=(seen,))

    def launches(self, described: Description, number: int, name: Name) -> Iterator[Action]:
        """Launches of a program, under the names that values have in this step."""
        for action in described.launches(self.wholes[number], self.finds(number)):
            yield replace(
                action,
                reads=tuple(replace(x, value=name(x.value)) for x in action.reads),
                writes=tuple(replace(x, value=name(x.value)) for x in action.writes),
                begins=action.begins and name(action.begins),
                ends=action.ends and name(action.ends),
            )

    def finds(self, number: int) -> Find:
        """Where a program's launches find their buffers now."""
        base = self.steps.bases[number]
        return lambda buffer, x: self.region(self.table.get(base + buffer), byte_count(x))

    def outputs(self) -> Iterator[PlanOutput]:
        """Carried values where a call looks for them, then the slices of what is stacked."""
        steps = self.steps
        for k, value in enumerate(self.carried):
            size = byte_count(steps.carry[k])
            here = self.table.get(steps.slots[steps.carry[k]])
            found = next((kind for kind in steps.kinds(k) if here == ArrayPlace((kind, k))), None)
            if found is not None:
                copied = found is StepRole.CARRY and not steps.private[k]
                yield PlanOutput(value, Region(self.slot((found, k)), 0, size), copied)
            elif steps.finals[k] in steps.ys:
                number = list(steps.ys).index(steps.finals[k])
                last = self.slot((StepRole.Y, number), 0 if steps.form.reverse else self.length - 1)
                yield PlanOutput(value, Region(last, 0, size), copied=True)
            else:
                yield PlanOutput(value, self.region(None, size))
        for (k, index), value in self.stacked.items():
            size = self.slices()[StepRole.Y][k]
            yield PlanOutput(value, Region(self.slot((StepRole.Y, k), index), 0, size))


def _whole(plan: Plan) -> Segment:
    assert plan.whole is not None
    return plan.whole


def _naming(described: Description, known: dict[Var, str], rest: str) -> Name:
    """The values' names of a step: those that are known, others as in the program, with a step."""
    found = {described.names[v]: value for v, value in known.items()}
    return lambda name: found.get(name) or name + rest
