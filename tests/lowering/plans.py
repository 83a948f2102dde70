"""Random memory plans, what their steps do to real memory, and faults to plant in them."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np

from fjax.errors import InvalidIRError
from fjax.lowering.run.buffers import Span, place
from fjax.lowering.run.memory_plan import Action, Located, MemoryPlan, PlanInput, PlanOutput, Region
from fjax.lowering.run.verify_plan import verify_plan

SIZES = (8, 16, 40, 64)


def accepted(plan: MemoryPlan) -> bool:
    """Whether the verifier takes a plan."""
    try:
        verify_plan(plan)
    except InvalidIRError:
        return False
    return True


class Simulator:
    """Carries a plan out on bytes. A step's results are hashes of what it finds where it reads.

    Everything that a real step may do happens in the worst way: new memory holds noise, and results
    come before reads where they are not in place.
    """

    def __init__(self, plan: MemoryPlan):
        self.plan = plan
        self.noise = np.random.default_rng(0)
        self.slots: dict[int, np.ndarray] = {}
        self.values: dict[str, bytes] = {}  # what each value is
        self.held: list[tuple[np.ndarray, bytes]] = []  # what others hold, and what must be there
        # Of operations that go on: the memory, what must be there meanwhile, what is written then.
        self.under_way: dict[str, list[tuple[np.ndarray, Region, bytes, bytes | None]]] = {}

    def is_right(self) -> bool:
        """Whether each step finds the values that it reads, and nobody's memory changes."""
        try:
            return self._run()
        except (KeyError, IndexError):
            return False  # no such memory

    def _run(self) -> bool:
        inputs = []
        for x in self.plan.inputs:
            self.slots[x.slot] = self.new(x.size)
            self.values[x.value] = self.slots[x.slot].tobytes()
            if not x.given:
                inputs.append(self.slots[x.slot])
                self.held.append((self.slots[x.slot], self.values[x.value]))
        if not all(self.step(a) for a in self.plan.actions) or self.under_way:
            return False
        outputs: list[np.ndarray] = []
        for x in self.plan.outputs:
            found = self.at(x.region)
            if found.tobytes() != self.values[x.value]:
                return False
            if x.copied or not found.size:
                continue
            if x.region.slot < 0 or any(np.shares_memory(found, y) for y in (*inputs, *outputs)):
                return False
            outputs.append(self.slots[x.region.slot])
        return True

    def new(self, size: int) -> np.ndarray:
        return self.noise.integers(0, 256, size, dtype=np.uint8)

    def at(self, region: Region) -> np.ndarray:
        memory = self.slots[region.slot]
        if not 0 <= region.start <= region.stop <= memory.size:
            raise IndexError(region)
        return memory[region.start : region.stop]

    def step(self, action: Action) -> bool:
        for slot, size in action.allocates:
            self.slots[slot] = self.new(size)
        if action.ends:
            for memory, region, _, value in self.under_way.pop(action.ends):
                if value is not None:
                    memory[region.start : region.stop] = np.frombuffer(value, np.uint8)
        before = {k: self.at(x.region).copy() for k, x in enumerate(action.reads)}
        for number, w in enumerate(action.writes):
            target = self.at(w.region)
            saved = target.copy()
            target[:] = self.new(target.size)
            for k, x in enumerate(action.reads):
                same = self.at(x.region)
                paired = (
                    (number, k) in action.in_place
                    and same.size == target.size
                    and same.ctypes.data == target.ctypes.data
                )
                if not paired and same.tobytes() != before[k].tobytes():
                    return False
            target[:] = saved
        if any(before[k].tobytes() != self.values[x.value] for k, x in enumerate(action.reads)):
            return False
        self.write(action)
        self.make(action)
        for slot in action.exposes:
            if slot in self.slots:
                self.held.append((self.slots[slot], self.slots[slot].tobytes()))
        self.begin(action)
        taken = [(slot, self.slots[before]) for slot, before in action.takes]
        self.slots.update(taken)
        for slot in action.frees:
            self.slots.pop(slot, None)
        return self.goes_on() and all(memory.tobytes() == value for memory, value in self.held)

    def begin(self, action: Action) -> None:
        """Noise until the end, where an operation writes."""
        if not action.begins:
            return
        used = []
        for w in action.writes:
            value, noise = self.at(w.region).tobytes(), self.new(w.region.stop - w.region.start)
            self.at(w.region)[:] = noise
            used.append((self.slots[w.region.slot], w.region, noise.tobytes(), value))
        for r in action.reads:
            used.append((self.slots[r.region.slot], r.region, self.at(r.region).tobytes(), None))
        self.under_way[action.begins] = used

    def goes_on(self) -> bool:
        """Whether the memory of operations is there, and as they left it."""
        return all(
            any(memory is x for x in self.slots.values())
            and memory[region.start : region.stop].tobytes() == expected
            for used in self.under_way.values()
            for memory, region, expected, _ in used
        )

    def content(self, action: Action, name: str, size: int) -> bytes:
        """A result: it depends on the step's operands and on which result it is."""
        seed = b"".join(self.values[x.value] for x in action.reads) + name.encode()
        return hashlib.shake_128(seed).digest(size)

    def write(self, action: Action) -> None:
        for w in action.writes:
            size = w.region.stop - w.region.start
            self.values[w.value] = self.content(action, w.value, size)
        for w in action.writes:
            self.at(w.region)[:] = np.frombuffer(self.values[w.value], np.uint8)
        for w in reversed(action.writes):  # the other order: two in one place differ
            if self.at(w.region).tobytes() != self.values[w.value]:
                raise IndexError("two results in one place")

    def make(self, action: Action) -> None:
        for m in action.makes:
            size = m.region.stop
            self.values[m.value] = self.content(action, m.value, size)
            self.slots[m.region.slot] = np.frombuffer(self.values[m.value], np.uint8).copy()


class Generator:
    """Builds valid plans as executables are: launches, evaluations, updates, loops."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)
        self.fresh = iter(f"v{k}" for k in range(10_000))
        self.slot = iter(range(10_000))

    def chance(self, p: float) -> bool:
        return bool(self.random.random() < p)

    def choose(self, items):
        return items[int(self.random.integers(len(items)))]

    def plan(self) -> MemoryPlan:
        self.inputs = [
            PlanInput(next(self.fresh), next(self.slot), int(self.choose(SIZES)), self.chance(0.4))
            for _ in range(int(self.random.integers(1, 4)))
        ]
        self.live = {x.value: (x.slot, x.size) for x in self.inputs}  # values in the table
        self.protected = {x.slot for x in self.inputs if not x.given}
        actions: list[Action] = []
        for number in range(int(self.random.integers(2, 7))):
            kinds = [self.segment, self.segment, self.evaluation, self.loop, self.collective]
            kind = self.choose(kinds)
            actions += kind(number)
            self.let_go(actions)
        return MemoryPlan(tuple(self.inputs), tuple(actions), self.outputs())

    def some(self, most: int) -> list[str]:
        names = list(self.live)
        count = min(len(names), int(self.random.integers(1, most + 1)))
        return [names[i] for i in self.random.choice(len(names), count, replace=False)]

    def access(self, name: str) -> Located:
        slot, size = self.live[name]
        return Located(name, Region(slot, 0, size))

    def segment(self, number: int) -> list[Action]:
        """Launches over scratch memory that is used again; some outputs take an input's place."""
        count, scratch = int(self.random.integers(1, 6)), -1 - number
        local: dict[str, tuple[int, int]] = {}  # value -> (launch that makes it, size)
        reads: list[list[str]] = []
        for k in range(count):
            names = self.some(2) + [v for v in local if self.chance(0.4)]
            reads.append(names)
            for _ in range(int(self.random.integers(1, 3))):
                local[next(self.fresh)] = k, int(self.choose(SIZES))
        last = {
            v: max([k for k, names in enumerate(reads) if v in names], default=made)
            for v, (made, _) in local.items()
        }
        kept = {v: next(self.slot) for v in local if self.chance(0.3)}
        inner = [v for v in local if v not in kept]
        offsets = place([Span(local[v][0], last[v], local[v][1]) for v in inner])
        where = {
            v: Region(scratch, at, at + local[v][1]) for v, at in zip(inner, offsets, strict=True)
        }
        where |= {v: Region(slot, 0, local[v][1]) for v, slot in kept.items()}
        end = max([r.stop for r in where.values() if r.slot == scratch], default=0)
        made = ((scratch, end), *((slot, local[v][1]) for v, slot in kept.items()))
        actions = []
        for k, names in enumerate(reads):
            found = tuple(self.access(v) if v in self.live else Located(v, where[v]) for v in names)
            writes = tuple(Located(v, where[v]) for v, (at, _) in local.items() if at == k)
            actions.append(
                Action(
                    f"launch {k}",
                    made if k == 0 else (),
                    found,
                    writes,
                    frees=(scratch,) if k == count - 1 else (),
                )
            )
        self.live |= {v: (slot, local[v][1]) for v, slot in kept.items()}
        return [*actions, *self.update(number)]

    def update(self, number: int) -> list[Action]:
        """A value that takes the memory of one that is not needed any more."""
        free = [v for v, (slot, _) in self.live.items() if slot not in self.protected]
        if not free or self.chance(0.3):
            return []
        old, new = self.choose(free), next(self.fresh)
        others = [v for v in self.some(2) if v != old]
        slot, size = self.live[old]
        reads = (self.access(old), *map(self.access, others))
        del self.live[old]
        self.live[new] = slot, size
        return [
            Action("update", (), reads, (Located(new, Region(slot, 0, size)),), frozenset({(0, 0)}))
        ]

    def evaluation(self, number: int) -> list[Action]:
        """Results of their own; operands that others may hold are left alone afterwards."""
        reads = tuple(map(self.access, self.some(3)))
        exposed = [x.region.slot for x in reads if self.chance(0.3)]
        made = []
        for _ in range(int(self.random.integers(1, 3))):
            made.append(
                Located(next(self.fresh), Region(next(self.slot), 0, int(self.choose(SIZES))))
            )
        self.protected.update(exposed)
        self.live |= {x.value: (x.region.slot, x.region.stop) for x in made}
        return [Action("evaluation", reads=reads, makes=tuple(made), exposes=tuple(exposed))]

    def loop(self, number: int) -> list[Action]:
        """A carried value keeps its memory under another slot."""
        free = [v for v, (slot, _) in self.live.items() if slot not in self.protected]
        if not free:
            return self.evaluation(number)
        old, new, slot = self.choose(free), next(self.fresh), next(self.slot)
        before, size = self.live[old]
        others = [v for v in self.some(2) if v != old]
        reads = (self.access(old), *map(self.access, others))
        del self.live[old]
        self.live[new] = slot, size
        return [
            Action(
                "loop",
                (),
                reads,
                (Located(new, Region(before, 0, size)),),
                frozenset({(0, 0)}),
                takes=((slot, before),),
                frees=(before,),
            )
        ]

    def collective(self, number: int) -> list[Action]:
        """An operation that goes on while other steps run, perhaps in its operand's memory."""
        old, begun, new = self.choose(list(self.live)), next(self.fresh), next(self.fresh)
        given = self.access(old)
        slot, size = self.live.pop(old)
        in_place = slot not in self.protected and self.chance(0.5)
        there = Region(slot if in_place else next(self.slot), 0, size)
        first = Action(
            "begin",
            () if in_place else ((there.slot, size),),
            (given,),
            (Located(begun, there),),
            frozenset({(0, 0)}) if in_place else frozenset(),
            begins=begun,
        )
        between = []
        if self.live:
            between = self.choose([self.segment, self.evaluation, self.loop])(number)
        reads = (Located(begun, there),) if in_place else (Located(begun, there), given)
        pairs = frozenset({(0, 0)})
        last = Action("end", (), reads, (Located(new, there),), pairs, ends=begun)
        if not in_place:
            self.live[old] = slot, size
        self.live[new] = there.slot, size
        return [first, *between, last]

    def let_go(self, actions: list[Action]) -> None:
        """Free values that nothing will read."""
        dead = [v for v in self.live if self.chance(0.15) and len(self.live) > 2]
        slots = tuple(self.live.pop(v)[0] for v in dead)
        actions[-1] = replace(actions[-1], frees=(*actions[-1].frees, *slots))

    def outputs(self) -> tuple[PlanOutput, ...]:
        given: set[int] = set()
        found = []
        theirs = {x.slot for x in self.inputs if not x.given}
        for v in self.some(3):
            slot, size = self.live[v]
            found.append(PlanOutput(v, Region(slot, 0, size), slot in theirs or slot in given))
            given.add(slot)
        return tuple(found)


# ---- faults


def mutated(plan: MemoryPlan, random: np.random.Generator) -> MemoryPlan:
    """The plan with one thing changed, which may or may not be a fault."""
    kinds = [
        _other_slot,
        _other_slot,
        _shifted,
        _shifted,
        _earlier_free,
        _swapped,
        _no_copy,
        _not_in_place,
        _not_given,
        _not_allocated,
        _value_of_another,
        _dropped,
        _ended_elsewhere,
    ]
    return kinds[int(random.integers(len(kinds)))](plan, random)


def _pick(items, random):
    return int(random.integers(len(items))) if len(items) else None


def _with_action(plan: MemoryPlan, k: int, **changes) -> MemoryPlan:
    actions = list(plan.actions)
    actions[k] = replace(actions[k], **changes)
    return replace(plan, actions=tuple(actions))


def _with_access(plan, random, change, fields=("reads", "writes", "makes")):
    """The plan with one access of one step changed."""
    k = _pick(plan.actions, random)
    action = plan.actions[k]
    name = fields[int(random.integers(len(fields)))]
    accesses = list(getattr(action, name))
    if not accesses:
        return plan
    j = _pick(accesses, random)
    accesses[j] = change(accesses[j])
    return _with_action(plan, k, **{name: tuple(accesses)})


def _other_slot(plan, random):
    """A value in other memory."""
    slots = sorted({x.region.slot for a in plan.actions for x in (*a.reads, *a.writes, *a.makes)})
    slot = slots[_pick(slots, random)]
    return _with_access(plan, random, lambda x: replace(x, region=replace(x.region, slot=slot)))


def _shifted(plan, random):
    """A value at another offset."""
    by = int(random.choice([-64, -8, 8, 64]))
    return _with_access(
        plan,
        random,
        lambda x: replace(
            x, region=replace(x.region, start=x.region.start + by, stop=x.region.stop + by)
        ),
        ("reads", "writes"),
    )


def _value_of_another(plan, random):
    """A step that looks for another value than its memory holds."""
    k = _pick(plan.actions, random)
    reads = list(plan.actions[k].reads)
    if len(reads) < 2:
        return plan
    reads[0] = replace(reads[0], value=reads[1].value)
    return _with_action(plan, k, reads=tuple(reads))


def _earlier_free(plan, random):
    """Memory that is let go at another step."""
    found = [(k, s) for k, a in enumerate(plan.actions) for s in a.frees]
    if not found:
        return plan
    k, slot = found[_pick(found, random)]
    plan = _with_action(plan, k, frees=tuple(s for s in plan.actions[k].frees if s != slot))
    j = _pick(plan.actions, random)
    return _with_action(plan, j, frees=(*plan.actions[j].frees, slot))


def _swapped(plan, random):
    """Two neighbouring steps in the other order."""
    if len(plan.actions) < 2:
        return plan
    actions = list(plan.actions)
    k = int(random.integers(len(actions) - 1))
    actions[k], actions[k + 1] = actions[k + 1], actions[k]
    return replace(plan, actions=tuple(actions))


def _dropped(plan, random):
    """A step that does not run."""
    k = _pick(plan.actions, random)
    return replace(plan, actions=plan.actions[:k] + plan.actions[k + 1 :])


def _ended_elsewhere(plan, random):
    """An operation that ends at another step, or never."""
    found = [k for k, a in enumerate(plan.actions) if a.ends]
    if not found:
        return plan
    k = found[_pick(found, random)]
    ends = plan.actions[k].ends
    plan = _with_action(plan, k, ends="")
    j = int(random.integers(len(plan.actions) + 1))
    return plan if j == len(plan.actions) else _with_action(plan, j, ends=ends)


def _no_copy(plan, random):
    """Outputs as they are in memory."""
    return replace(plan, outputs=tuple(replace(x, copied=False) for x in plan.outputs))


def _not_in_place(plan, random):
    """A step that needs its operand whole until it is done."""
    k = _pick(plan.actions, random)
    return _with_action(plan, k, in_place=frozenset())


def _not_given(plan, random):
    """An input that the caller keeps."""
    inputs = list(plan.inputs)
    k = _pick(inputs, random)
    inputs[k] = replace(inputs[k], given=False)
    return replace(plan, inputs=tuple(inputs))


def _not_allocated(plan, random):
    """Memory that nobody made."""
    k = _pick(plan.actions, random)
    return _with_action(plan, k, allocates=plan.actions[k].allocates[1:])
