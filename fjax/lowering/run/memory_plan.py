"""Memory plans: what each step of an executable reads, writes, makes and frees, as pure data.

Memory is reached through slots. A slot of the table of buffers holds an array; the scratch block
of a native segment has a negative slot. A plan says nothing of what is computed: it is what
`verify_plan` checks.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    """A value, and where a step finds it or puts it."""

    value: str
    region: Region

    def __str__(self) -> str:
        return f"{self.value} in {self.region}"


@dataclass(frozen=True)
class Action:
    """One step. The fields are in the order in which things happen.

    allocates: (slot, bytes) of new memory with arbitrary contents.
    in_place: (number in writes, number in reads) of what may be the same memory: each element is
    written where it alone was read, after all that read it.
    makes: results in memory that the step itself gets, shared with nothing.
    exposes: slots whose memory others may hold from now on: nobody may write to it any more.
    takes: (slot, slot before) that from now on hold the same memory.
    begins: what goes on after the step in the memory that it reads and writes. ends: what is done
    after the step, which alone may use that memory until then.
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
    """A value that the caller gives. `given`: its memory as well, which nobody else refers to."""

    value: str
    slot: int
    size: int
    given: bool = False


@dataclass(frozen=True)
class PlanOutput:
    """A value that the caller gets: the slot's memory itself, or a copy of it."""

    value: str
    region: Region
    copied: bool = False


@dataclass(frozen=True)
class MemoryPlan:
    """Inputs, steps, and outputs."""

    inputs: tuple[PlanInput, ...]
    actions: tuple[Action, ...]
    outputs: tuple[PlanOutput, ...]
