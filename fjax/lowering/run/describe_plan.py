"""The memory plan of an executable, from the tables that it runs by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Literal
from fjax.core.printer import variable_names
from fjax.lowering.fuse.fused import Updated
from fjax.lowering.run.executable import Alone, Executable, Segment
from fjax.lowering.run.launch import Launch
from fjax.lowering.run.memory_plan import Access, Action, Input, MemoryPlan, Output, Region
from fjax.lowering.run.parts import KernelInfo, ProductInfo
from fjax.lowering.run.steps import Slots

Find = Callable[[int, Atom], Region]  # by the number of a buffer and what is in it


def describe(executable: Executable) -> MemoryPlan:
    """What one call does to memory; values are named as in `str(executable)`."""
    return Description(executable).plan()


def describe_steps(executable: Executable) -> list[tuple[Action, ...]]:
    """What each of `executable.steps` does; a native segment does one thing for each launch."""
    return Description(executable).steps()


def byte_count(x: Atom) -> int:
    """The bytes that a value takes in memory."""
    return x.aval.size * dtypes.physical(x.aval.dtype).itemsize


class Description:
    """What an executable's steps do to memory.

    names: what plans call its variables; a view is another name for the same value.
    """

    def __init__(self, executable: Executable):
        self.executable = executable
        jaxpr = executable.jaxpr
        fresh = variable_names()
        self.names: dict[Atom, str] = {
            v: next(fresh) for v in (*jaxpr.invars, *(v for e in jaxpr.eqns for v in e.outvars))
        }
        for eqn in jaxpr.eqns:
            self.names.update(
                (v, self.names[x])
                for v, x in zip(eqn.outvars, eqn.invars, strict=False)
                if v in executable.views
            )

    def plan(self) -> MemoryPlan:
        """Inputs, the steps in their order, outputs."""
        executable = self.executable
        inputs = tuple(
            Input(self.names[v], k, byte_count(v), k in executable.changed)
            for k, v in enumerate(executable.jaxpr.invars)
        )
        actions = tuple(a for step in self.steps() for a in step)
        return MemoryPlan(inputs, actions, self.outputs())

    def steps(self) -> list[tuple[Action, ...]]:
        """The actions of each step."""
        return [
            (self.alone(part),)
            if isinstance(part, Alone)
            else tuple(self.segment(part, -1 - number))
            for number, part in enumerate(self.executable.parts)
        ]

    def outputs(self) -> tuple[Output, ...]:
        """Where the caller's results come from; `direct` has places of its own."""
        executable, found = self.executable, []
        whole = executable.whole
        places = whole.places if whole is not None and executable.direct is not None else None
        for k, (x, r) in enumerate(zip(executable.jaxpr.outvars, executable.results, strict=True)):
            if isinstance(x, Literal) or isinstance(r, Literal):
                continue
            slot, copied = r.slot, r.copied
            if places is not None:
                n = len(executable.jaxpr.invars)
                assert whole is not None
                slot = places[k] if places[k] < n else whole.slots.targets[places[k] - n]
                copied = False
            found.append(Output(self.names[x], Region(slot, 0, byte_count(x)), copied))
        return tuple(found)

    # ---- steps that are no launches

    def access(self, x: Atom, slot: int) -> Access:
        """A whole value at the start of a slot's memory."""
        return Access(self.names[x], Region(slot, 0, byte_count(x)))

    def alone(self, part: Alone) -> Action:
        """An evaluation gives results of their own; a loop may take the memory of its operands."""
        eqn, slots = part.equation, part.slots
        at = [Slots.of_source(s) for s in slots.sources]
        numbers = {k: n for n, k in enumerate(k for k, s in enumerate(at) if s is not None)}
        reads = tuple(
            self.access(x, s) for x, s in zip(eqn.invars, at, strict=True) if s is not None
        )
        form = eqn.op.loop() if part.loop is not None else None
        taken = (
            {}
            if part.loop is None or form is None
            else {k: form.first_carry + k for k in sorted(part.loop.taken)}
        )
        writes: list[Access] = []
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
        """Each launch of a segment, with the memory that the segment makes and lets go."""
        program, slots = segment.program, segment.slots
        table = [*segment.sources, *slots.targets]
        allocates = [
            (slot, _size(made)) for slot, made in zip(slots.targets, segment.makers, strict=True)
        ]
        if program.scratch_bytes:
            allocates.append((scratch, program.scratch_bytes))

        def region(buffer: int, x: Atom) -> Region:
            if buffer < len(table):
                return Region(table[buffer], 0, byte_count(x))
            offset = program.intermediates[buffer - len(table)].offset
            return Region(scratch, offset, offset + byte_count(x))

        last = len(program.steps) - 1
        for k, action in enumerate(self.launches(segment, region)):
            yield replace(
                action,
                allocates=tuple(allocates) if k == 0 else (),
                frees=(*slots.dead, scratch) if k == last else (),
            )

    def launches(self, segment: Segment, region: Find) -> Iterator[Action]:
        """What each launch of a segment reads and writes; it finds its buffers by number."""
        for (eqn, info), step in zip(segment.launched, segment.program.steps, strict=True):
            assert isinstance(step, Launch)
            reads, writes, pairs = self.launch(eqn, info, step, region)
            yield Action(self.label(eqn), reads=reads, writes=writes, in_place=pairs)

    def launch(
        self, eqn: Equation, info: KernelInfo | ProductInfo, step: Launch, region: Find
    ) -> tuple[tuple[Access, ...], tuple[Access, ...], frozenset[tuple[int, int]]]:
        """What a launch reads and writes, and which (write, read) may be the same memory."""
        every: list[Atom] = [*eqn.invars, *([] if isinstance(eqn.op, Updated) else eqn.outvars)]
        order = info.launch.buffers if isinstance(info, ProductInfo) else range(len(every))
        reads: dict[int, Access] = {}
        writes: dict[int, Access] = {}
        for number, buffer in zip(order, step.buffers, strict=True):
            x = every[number]
            at = region(buffer, x)
            written = number >= len(eqn.invars)
            if isinstance(info, KernelInfo):
                written = info.lowered.kernel.buffers[number].written
            if number < len(eqn.invars):
                reads[number] = Access(self.names[x], at)
            if written:
                out = eqn.outvars[0] if isinstance(eqn.op, Updated) else x
                writes[number] = Access(self.names[out], at)
        pairs = _pairs(eqn, info, list(reads), list(writes))
        return tuple(reads.values()), tuple(writes.values()), pairs


def _pairs(
    eqn: Equation, info: KernelInfo | ProductInfo, reads: Sequence[int], writes: Sequence[int]
) -> frozenset[tuple[int, int]]:
    """What a kernel may write where it reads, by number in the lists of reads and writes."""
    if isinstance(eqn.op, Updated):
        return frozenset({(0, 0)})
    if not isinstance(info, KernelInfo):
        return frozenset()
    n = len(eqn.invars)
    return frozenset((writes.index(n + out), reads.index(x)) for out, x in info.lowered.in_place)


def _size(made: tuple) -> int:
    """The bytes of what a maker of arrays makes."""
    _make, shape, dtype = made
    size = dtype.itemsize
    for n in shape:
        size *= n
    return size


__all__ = ["Description", "byte_count", "describe", "describe_steps"]
