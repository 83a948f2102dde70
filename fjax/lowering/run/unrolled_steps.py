"""The memory plan of a loop of launches: a few steps, unrolled as its step table says.

Addresses in the table are tracked as (value, offset) from step to step, through the table's moves.
Each slice of a value that steps walk along has a slot of its own in the memory plan.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from fjax.core.ir import Var
from fjax.lowering.run.memory_plan import (
    Action,
    Description,
    Find,
    Located,
    MemoryPlan,
    PlanInput,
    PlanOutput,
    Region,
)
from fjax.lowering.run.plan import SCRATCH, HostLoop, Plan, Segment, byte_count
from fjax.lowering.run.verify_plan import verify_plan

STEPS = 4  # until buffers that take turns have been written twice, and are read again
BLOCK = -1  # the plan's slot for the scratch memory
Name = Callable[[str], str]


class Place(NamedTuple):
    """An address: the number of an operand or result, or SCRATCH, and how many bytes after it."""

    value: int
    offset: int = 0


def verify_steps(loop: HostLoop, context: str) -> None:
    """Verify the memory plan of a few steps, and of none; raises InvalidIRError."""
    for taken in {frozenset[int](), loop.in_place}:
        for length in (0, STEPS):
            verify_plan(describe_repeated(loop, length, taken), f"{context}, {length} steps")


def describe_repeated(loop: HostLoop, length: int, taken: Collection[int] = ()) -> MemoryPlan:
    """The memory plan of `length` steps. taken: carried values in their operands' memory."""
    return Unrolled(loop, length, taken).plan()


class Unrolled:
    """A call of `length` steps. places: the current address of each slot."""

    def __init__(self, loop: HostLoop, length: int, taken: Collection[int] = ()):
        assert loop.steps is not None
        self.loop, self.form, self.table, self.length = loop, loop.form, loop.steps, length
        self.taken = taken
        self.body = Description(loop.body)
        self.condition = None if loop.condition is None else Description(loop.condition)
        self.slots: dict[object, int] = {}  # of the plan
        self.places = self.start()
        self.carried = [f"carry {k}" for k in range(self.form.n_carry)]
        self.stacked: dict[tuple[int, int], str] = {}
        form, invars = self.form, loop.body.jaxpr.invars
        first_x = form.first_carry + form.n_carry
        self.slices = {  # the bytes of a slice of what is walked along, by the value's number
            **{first_x + k: byte_count(v) for k, v in enumerate(invars[first_x - form.leading :])},
            **{self.result(form.n_carry + k): n for k, n in enumerate(self.stacked_sizes())},
        }

    def result(self, k: int) -> int:
        return self.form.n_operands + k

    def stacked_sizes(self) -> list[int]:
        return [byte_count(x) for x in self.loop.body.jaxpr.outvars[self.form.n_carry :]]

    def order(self) -> Iterable[int]:
        """The numbers of the slices in the order of the steps."""
        return range(self.length)[:: -1 if self.form.reverse else 1]

    # ---- places

    def start(self) -> dict[int, Place]:
        """The places before the first step."""
        first = self.length - 1 if self.form.reverse and self.length else 0
        places = {
            slot: Place(value, offset + first * stride)
            for slot, (value, offset, stride) in self.table.starts.items()
        }
        bases = 0, self.table.second
        for base, room, plan in zip(bases, self.table.rooms, self.loop.bodies, strict=False):
            whole = _whole(plan)
            for k, x in enumerate(whole.intermediates):
                places[base + whole.n_arguments + k] = Place(SCRATCH, room + x.offset)
        return places

    def moved(self) -> dict[int, Place]:
        """The places after a step's moves, which happen at the same time."""
        places = dict(self.places)
        for to, source, added in self.table.moves:
            place = self.places.get(source)
            if place is None:
                places.pop(to, None)
            else:
                places[to] = place._replace(offset=place.offset + added)
        return places

    def slot(self, value: int, index: int = 0) -> int:
        """The plan's slot of a value or of its slice; a result may share its operand's slot."""
        if value == SCRATCH:
            return BLOCK
        if value - self.result(0) in self.taken:
            value += self.form.first_carry - self.result(0)
        return self.slots.setdefault((value, index), len(self.slots))

    def region(self, place: Place | None, size: int) -> Region:
        """`size` bytes from an address on, within its slice."""
        if place is None:
            return Region(self.slots.setdefault("nothing", len(self.slots)), 0, size)
        value, offset = place
        index = 0
        if value in self.slices:
            index, offset = divmod(offset, max(1, self.slices[value]))
        return Region(self.slot(value, index), offset, offset + size)

    # ---- the plan

    def plan(self) -> MemoryPlan:
        """Inputs, steps and outputs."""
        inputs = tuple(self.inputs())
        actions = [*self.buffers()]
        for index in self.order():
            actions += [*self.asking(index), *self.step(index)]
            self.places = self.moved()
        actions += self.asking(self.length)
        actions += self.results()
        return MemoryPlan(inputs, tuple(actions), tuple(self.outputs()))

    def inputs(self) -> Iterator[PlanInput]:
        """The operands; each slice of a scanned operand is an input of its own."""
        form, first = self.form, int(self.form.counts_steps)
        asked = self.condition.plan.jaxpr.invars[: form.condition_consts] if self.condition else ()
        invars = self.body.plan.jaxpr.invars
        names = [f"asked {k}" for k in range(form.condition_consts)]
        names += [f"const {k}" for k in range(form.n_consts)] + self.carried
        operands = (*asked, *invars[: form.n_consts + form.n_carry])
        for k, (name, v) in enumerate(zip(names, operands, strict=True)):
            given = first + k - form.first_carry in self.taken
            yield PlanInput(name, self.slot(first + k), byte_count(v), given)
        for k, v in enumerate(invars[form.n_consts + form.n_carry :]):
            for i in range(self.length):
                slot = self.slot(form.first_carry + form.n_carry + k, i)
                yield PlanInput(f"x {k} at {i}", slot, byte_count(v))

    def buffers(self) -> Iterator[Action]:
        """Allocations before the first step; then copies of values that change in place."""
        sizes = self.carry_sizes()
        made = [(self.slot(self.result(k)), n) for k, n in enumerate(sizes) if k not in self.taken]
        for k, n in enumerate(self.stacked_sizes()):
            value = self.result(self.form.n_carry + k)
            made += [(self.slot(value, i), n) for i in range(self.length)]
        yield Action("buffers", allocates=(*made, (BLOCK, self.table.scratch)))
        for k in sorted(self.loop.in_place.difference(self.taken)):
            yield self.copy(k, Place(self.form.first_carry + k), " copied")

    def carry_sizes(self) -> list[int]:
        n = self.form.n_consts
        return [byte_count(v) for v in self.body.plan.jaxpr.invars[n : n + self.form.n_carry]]

    def copy(self, k: int, source: Place | None, what: str) -> Action:
        """Copy a carried value to its result."""
        size = self.carry_sizes()[k]
        read = Located(self.carried[k], self.region(source, size))
        self.carried[k] += what
        write = Located(self.carried[k], self.region(Place(self.result(k)), size))
        return Action("a copy", reads=(read,), writes=(write,))

    def step(self, index: int) -> Iterator[Action]:
        """The launches of one step; updates the carried values."""
        form, jaxpr = self.form, self.body.plan.jaxpr
        names = [f"const {k}" for k in range(form.n_consts)] + self.carried
        names += [f"x {k} at {index}" for k in range(len(jaxpr.invars) - len(names))]
        known = dict(zip(jaxpr.invars, names, strict=True))
        name = _naming(self.body, known, f" at {index}")
        yield from self.launches(self.body, 0, name)
        found = [name(self.body.names[x]) for x in jaxpr.outvars]
        self.carried = found[: form.n_carry]
        for k, value in enumerate(found[form.n_carry :]):
            self.stacked[k, index] = value

    def asking(self, index: int) -> Iterator[Action]:
        """The launches of the condition, and the read of its answer."""
        if self.condition is None:
            return
        jaxpr, asked = self.condition.plan.jaxpr, self.form.condition_consts
        known = {v: f"asked {k}" for k, v in enumerate(jaxpr.invars[:asked])}
        known.update(zip(jaxpr.invars[asked:], self.carried, strict=True))
        name = _naming(self.condition, known, f" asked at {index}")
        yield from self.launches(self.condition, self.table.second, name)
        answer = name(self.condition.names[jaxpr.outvars[0]])
        seen = Located(answer, self.region(self.places.get(self.table.flag), 1))
        yield Action("the answer", reads=(seen,))

    def launches(self, described: Description, base: int, name: Name) -> Iterator[Action]:
        """Launches of a program, with the names that values have in this step."""
        for action in described.launches(_whole(described.plan), self.finds(base)):
            yield replace(
                action,
                reads=tuple(replace(x, value=name(x.value)) for x in action.reads),
                writes=tuple(replace(x, value=name(x.value)) for x in action.writes),
                begins=action.begins and name(action.begins),
                ends=action.ends and name(action.ends),
            )

    def finds(self, base: int) -> Find:
        """The regions of a program's buffers in this step."""
        return lambda buffer, x: self.region(self.places.get(base + buffer), byte_count(x))

    def results(self) -> Iterator[Action]:
        """Copy carried values to their results, if they are elsewhere."""
        for k, slot in enumerate(self.table.results):
            here = self.places.get(slot)
            size = self.carry_sizes()[k]
            if self.region(here, size) != self.region(Place(self.result(k)), size):
                yield self.copy(k, here, " given")

    def outputs(self) -> Iterator[PlanOutput]:
        """Carried values, then the slices of what is stacked."""
        for k, (value, size) in enumerate(zip(self.carried, self.carry_sizes(), strict=True)):
            yield PlanOutput(value, self.region(Place(self.result(k)), size))
        sizes = self.stacked_sizes()
        for (k, index), value in self.stacked.items():
            slot = self.slot(self.result(self.form.n_carry + k), index)
            yield PlanOutput(value, Region(slot, 0, sizes[k]))


def _whole(plan: Plan) -> Segment:
    assert plan.whole is not None
    return plan.whole


def _naming(described: Description, known: dict[Var, str], rest: str) -> Name:
    """The names of values in a step: known names, or the program's names and the step."""
    found = {described.names[v]: value for v, value in known.items()}
    return lambda name: found.get(name) or name + rest
