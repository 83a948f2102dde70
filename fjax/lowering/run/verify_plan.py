"""The verifier of memory plans: each read finds its value, and each write may use its memory.

It follows a plan step by step and tracks which value each byte range holds.
"""

from __future__ import annotations

from dataclasses import field

from fjax.dataclass import dataclass
from fjax.errors import InvalidIRError
from fjax.lowering.run.memory_plan import Action, Located, MemoryPlan, Region


@dataclass(eq=False)
class _Piece:
    """One block of memory: its size, its state, and the values in it."""

    size: int
    origin: str
    protected: str = ""  # why nobody may write to it
    held: list[Located] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)  # values that were here: what became of them


@dataclass(frozen=True, eq=False)
class _UnderWay:
    """Bytes that a collective uses between two steps, and whether it writes them."""

    name: str
    memory: _Piece
    region: Region
    writes: bool

    def uses(self, memory: _Piece, region: Region) -> bool:
        return memory is self.memory and region.overlaps(self.region)


def verify_plan(plan: MemoryPlan, context: str = "plan") -> MemoryPlan:
    """The plan itself, or InvalidIRError with the context, the step and the values.

    A plan is refused if a step
      reads a value that was never written, was overwritten, or was freed;
      writes outside of its memory;
      writes memory that it reads or writes by another access in the same step;
      writes memory that the program does not own: an input that is not donated, or memory that
      code outside the plan may hold.
    It is also refused if an output shares memory with an input or another output.

    >>> from fjax.lowering.run.memory_plan import PlanInput
    >>> plan = MemoryPlan((PlanInput("a", 0, 8),), (), ())
    >>> verify_plan(plan) is plan
    True
    """
    return _Verifier(plan, context).run()


class _Verifier:
    def __init__(self, plan: MemoryPlan, context: str):
        self.plan, self.context = plan, context
        self.slots: dict[int, _Piece] = {}
        self.freed: dict[int, str] = {}
        self.under_way: list[_UnderWay] = []
        self.where = "the start"

    def run(self) -> MemoryPlan:
        for x in self.plan.inputs:
            if x.slot in self.slots:
                raise self.refuse(f"has two inputs in slot {x.slot}")
            memory = _Piece(x.size, f"memory of input {x.value}")
            if not x.given:
                memory.protected = "which the caller keeps"
            memory.held.append(Located(x.value, Region(x.slot, 0, x.size)))
            self.slots[x.slot] = memory
        inputs = [
            m for m, x in zip(self.slots.values(), self.plan.inputs, strict=True) if not x.given
        ]
        for number, action in enumerate(self.plan.actions):
            self.where = f"step {number} ({action.name})"
            self.follow(action)
        self.where = "the end"
        for used in self.under_way:
            raise self.refuse(f"comes while {used.name} is under way")
        self.check_outputs(inputs)
        return self.plan

    def refuse(self, what: str) -> InvalidIRError:
        return InvalidIRError(f"{self.context}: {self.where} {what}")

    # ---- one step

    def follow(self, action: Action) -> None:
        for slot, size in action.allocates:
            self.slots[slot] = _Piece(size, f"memory made at {self.where}")
        self.end(action)
        for read in action.reads:
            self.check_read(read)
        for number, write in enumerate(action.writes):
            self.check_write(number, write, action)
        for write in action.writes:
            self.overwrite(write)
        for write in action.writes:
            self.slots[write.region.slot].held.append(write)
        for x in action.makes:
            self.slots[x.region.slot] = _Piece(
                x.region.stop, f"memory made at {self.where}", held=[x]
            )
        for slot in action.exposes:
            memory = self.slots.get(slot)
            if memory is not None:
                memory.protected = f"which others may hold since {self.where}"
        self.begin(action)
        self.move(action)

    def begin(self, action: Action) -> None:
        """A collective uses the step's memory from now on."""
        if action.begins:
            self.under_way += [
                _UnderWay(action.begins, self.slots[x.region.slot], x.region, writes)
                for writes, found in ((False, action.reads), (True, action.writes))
                for x in found
            ]

    def end(self, action: Action) -> None:
        """A collective that was started is finished before the step runs."""
        if action.ends:
            left = [x for x in self.under_way if x.name != action.ends]
            if len(left) == len(self.under_way):
                raise self.refuse(f"waits for {action.ends}, which has not begun")
            self.under_way = left

    def check_under_way(self, x: Located, verb: str) -> None:
        """Refuse accesses to bytes that a collective writes, and writes to bytes that it reads."""
        memory = self.slots[x.region.slot]
        for other in self.under_way:
            if other.uses(memory, x.region) and (other.writes or verb == "writes"):
                raise self.refuse(f"{verb} {x}, while {other.name} uses that memory")

    def move(self, action: Action) -> None:
        """Move memory between slots, and free slots."""
        taken = [(slot, self.memory(before, "takes")) for slot, before in action.takes]
        for slot, memory in taken:
            self.slots[slot] = memory
        for slot in action.frees:
            self.slots.pop(slot, None)
            self.freed[slot] = self.where

    def memory(self, slot: int, verb: str) -> _Piece:
        found = self.slots.get(slot)
        if found is not None:
            return found
        why = f"freed at {self.freed[slot]}" if slot in self.freed else "never made"
        raise self.refuse(f"{verb} slot {slot}, whose memory was {why}")

    def inside(self, x: Located, verb: str) -> _Piece:
        """The memory of an access; raises if the access is not within it."""
        memory = self.memory(x.region.slot, f"{verb} {x.value} in")
        if not 0 <= x.region.start <= x.region.stop <= memory.size:
            raise self.refuse(f"{verb} {x}, outside of {memory.size} bytes")
        return memory

    def check_read(self, read: Located) -> None:
        """The whole value must be there."""
        memory, region = self.inside(read, "reads"), read.region
        self.check_under_way(read, "reads")
        if region.start == region.stop or any(
            x.value == read.value and x.region.span == region.span for x in memory.held
        ):
            return
        there = [x.value for x in memory.held if x.region.overlaps(region)]
        became = memory.lost.get(read.value) or (
            f"which holds {' and '.join(there)}" if there else "to which it was never written"
        )
        raise self.refuse(f"reads {read}, {memory.origin}, {became}")

    def check_write(self, number: int, write: Located, action: Action) -> None:
        """The program must own the memory, and no other access of the step may use it."""
        memory = self.inside(write, "writes")
        self.check_under_way(write, "writes")
        if write.region.start == write.region.stop:
            return
        if memory.protected:
            raise self.refuse(f"writes {write}, {memory.origin}, {memory.protected}")
        for k, other in enumerate(action.reads):
            if self.shared(write, other) and not (
                (number, k) in action.in_place and other.region.span == write.region.span
            ):
                raise self.refuse(f"writes {write} while it reads {other}, the same memory")
        for other in action.writes[:number]:
            if self.shared(write, other):
                raise self.refuse(f"writes {write} and {other}, the same memory")

    def shared(self, a: Located, b: Located) -> bool:
        """Whether two accesses of this step have a byte in common."""
        same = self.slots[a.region.slot] is self.slots[b.region.slot]
        return same and a.region.overlaps(b.region)

    def overwrite(self, write: Located) -> None:
        """Note that the old values of the written bytes are lost."""
        memory = self.slots[write.region.slot]
        for x in [x for x in memory.held if x.region.overlaps(write.region)]:
            memory.held.remove(x)
            memory.lost[x.value] = f"over which {self.where} wrote {write}"

    # ---- the end

    def check_outputs(self, inputs: list[_Piece]) -> None:
        seen: dict[_Piece, str] = {}
        for x in self.plan.outputs:
            access = Located(x.value, x.region)
            self.check_read(access)
            memory = self.slots[x.region.slot]
            if x.copied or x.region.start == x.region.stop:
                continue
            if x.region.slot < 0:
                raise self.refuse(f"gives {access}, scratch memory, as an output")
            if memory in inputs:
                raise self.refuse(f"gives {access}, {memory.origin}, as an output")
            if memory in seen:
                raise self.refuse(
                    f"gives {access} as an output, in the memory of output {seen[memory]}"
                )
            seen[memory] = x.value
