"""Memory scheduling: reorders a program's steps so that fewer bytes are live at once.

In program order, many large values (such as gradients) may be made before the first of them is
used up (by an update in place), so that all of them live at once. So a step that frees more
memory than it allocates runs as soon as its operands are ready. A step that allocates more than it
frees waits until its result is read.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from fjax.core.guarded import decided
from fjax.core.ir import Atom, Equation, Var
from fjax.core.memo import cached_property
from fjax.dataclass import dataclass
from fjax.lowering.run.buffers import last_uses, reuse

SMALL = 1 << 20
WORTH = 0.9
MOST_ORDERS = 8  # of the same steps that are remembered


@dataclass(frozen=True)
class OrderedSteps:
    """The steps of a program in some order, and their memory.

    given: donated inputs. views: values that share the memory of their operand. storage: value ->
    the value whose memory it lies in. pairs: of each launch, the (result, operand) pairs that may
    share memory. scratch: bytes that a step needs while it runs. fixed: steps that must keep their
    order among themselves. sizes: bytes of values whose types do not say them.
    """

    eqns: Sequence[Equation]
    outputs: Sequence[Atom]
    given: Sequence[Var]
    views: frozenset[Var]
    storage: Mapping[Atom, Var]
    pairs: Mapping[int, Sequence[tuple[int, int]]]
    scratch: Mapping[int, int]
    fixed: frozenset[int]
    sizes: Mapping[Var, int] = field(default_factory=dict)

    @cached_property
    def lives(self) -> Lives:
        """What follows from the order alone."""
        return Lives(self)

    def sized(self, sizes: Mapping[Var, int], scratch: Mapping[int, int]) -> OrderedSteps:
        """The same steps in the same order, with these sizes."""
        found = replace(self, sizes=sizes, scratch=scratch)
        found.__dict__["lives"] = self.lives
        return found

    def nbytes(self, v: Var) -> int:
        """The size of a value in bytes."""
        found = self.sizes.get(v)
        return v.aval.nbytes if found is None else found

    def root(self, x: Var) -> Var:
        """The value whose memory this one lies in."""
        return self.storage.get(x, x)

    def ordered(self, order: Sequence[int]) -> OrderedSteps:
        """The same steps in another order."""
        at = {k: n for n, k in enumerate(order)}
        known, key = self.lives.orders, tuple(order)
        found = known.get(key)
        if found is None:
            found = replace(
                self,
                eqns=[self.eqns[k] for k in order],
                pairs={at[k]: found for k, found in self.pairs.items()},
                fixed=frozenset(at[k] for k in self.fixed),
            )
            if len(known) < MOST_ORDERS:
                known[key] = found
        return found.sized(self.sizes, {at[k]: size for k, size in self.scratch.items()})


class Lives:
    """What follows from the order of steps, whatever their sizes: steps of other sizes share it."""

    def __init__(self, steps: OrderedSteps):
        self.steps = steps
        self.orders: dict[tuple[int, ...], OrderedSteps] = {}  # the steps in other orders

    @cached_property
    def spans(self) -> list[tuple[Var, int, int]]:
        """The values with memory of their own that comes and goes: the first and the last step."""
        steps, storage = self.steps, dict(self.steps.storage)
        reuse(steps.eqns, steps.outputs, storage, steps.pairs, steps.given)
        last, n = last_uses(steps.eqns, steps.outputs, storage), len(steps.eqns)
        made = [(v, k) for k, eqn in enumerate(steps.eqns) for v in eqn.outvars]
        return [(v, k, last[v]) for v, k in made if v not in storage and last[v] < n]

    @cached_property
    def before(self) -> list[list[int]]:
        """For each step those that must come before it."""
        return predecessors(self.steps)

    @cached_property
    def after(self) -> list[list[int]]:
        """For each step those that must come after it."""
        found: list[list[int]] = [[] for _ in self.before]
        for k, earlier in enumerate(self.before):
            for other in earlier:
                found[other].append(k)
        return found

    @cached_property
    def touched(self) -> list[list[Var]]:
        """The memory that each step uses; inputs and outputs are allocated in any case."""
        steps = self.steps
        stays = {steps.root(x) for x in steps.outputs if isinstance(x, Var)}
        made = [v for eqn in steps.eqns for v in eqn.outvars]
        goes = {v for v in made if v not in steps.storage and v not in stays}
        used = [
            [steps.root(x) for x in (*eqn.outvars, *eqn.invars) if isinstance(x, Var)]
            for eqn in steps.eqns
        ]
        return [[x for x in dict.fromkeys(found) if x in goes] for found in used]

    @cached_property
    def users(self) -> dict[Var, list[int]]:
        """Of memory that comes and goes, the steps that use it, its maker first."""
        found: dict[Var, list[int]] = {}
        for k, roots in enumerate(self.touched):
            for root in roots:
                found.setdefault(root, []).append(k)
        return found


def schedule_by_memory(steps: OrderedSteps) -> list[int] | None:
    """An order with a clearly lower peak of memory; None to keep the order.

    Each step comes after the steps whose results it reads, and after those that read the memory
    that it changes. The effort is n log n in the number of steps and operands. For guarded sizes
    the order is one decision, whatever it compares on its way.
    """
    values = [v for e in steps.eqns for v in e.outvars]
    order = partial(_scheduled, steps, values)
    return decided(order, *[v.aval.nbytes for v in values], *steps.scratch.values())


def _scheduled(steps: OrderedSteps, values: Sequence[Var], *sizes: int) -> list[int] | None:
    """As `schedule_by_memory`, for values and scratch memory of these sizes."""
    made, scratch = sizes[: len(values)], sizes[len(values) :]
    if sum(made) < SMALL:
        return None
    steps = steps.sized(
        dict(zip(values, made, strict=True)), dict(zip(steps.scratch, scratch, strict=True))
    )
    before = most_at_once(steps)
    if before < SMALL:
        return None
    early = _Early(steps).found()
    late = _MovedLate(steps.ordered(early)).found()
    order = [early[k] for k in late]
    return order if most_at_once(steps.ordered(order)) <= WORTH * before else None


def most_at_once(steps: OrderedSteps) -> int:
    """The peak number of live bytes, without inputs and outputs."""
    changes = [0] * (len(steps.eqns) + 2)
    for k, size in steps.scratch.items():
        changes[k] += size
        changes[k + 1] -= size
    for v, first, last in steps.lives.spans:
        size = steps.nbytes(v)
        changes[first] += size
        changes[last + 1] -= size
    most = now = 0
    for change in changes:
        now += change
        most = max(most, now)
    return most


class _Moved:
    """Takes the steps in order, but first those that reduce the memory in use.

    need: for each step, the number of bytes by which the memory in use grows when it is taken.
    """

    def __init__(self, steps: OrderedSteps):
        self.steps = steps
        self.n = len(steps.eqns)
        lives = steps.lives
        self.before, self.after = lives.before, lives.after
        self.users, self.touched = lives.users, lives.touched
        self.need = [0] * self.n
        self.ready: list[tuple[bool, int]] = []

    def taken(self, before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
        """The order of the steps; each comes after the steps in its entry of `before`."""
        self.waits = [len(earlier) for earlier in before]
        for k in range(self.n):
            self.offer(k)
        order: dict[int, None] = {}
        while self.ready:
            k = abs(heapq.heappop(self.ready)[1])
            if k in order:
                continue
            order[k] = None
            self.use(k)
            for later in after[k]:
                self.waits[later] -= 1
                self.offer(later)
        assert len(order) == self.n
        return list(order)

    def offer(self, k: int) -> None:
        """Make a step a candidate, if all steps before it were taken."""
        if not self.waits[k]:
            heapq.heappush(self.ready, (not self.wanted(k), self.turn(k)))

    def wanted(self, k: int) -> bool:
        """Whether a step is taken early. A view costs nothing, and other steps need it."""
        outs = self.steps.eqns[k].outvars
        return self.need[k] < 0 or (bool(outs) and outs[0] in self.steps.views)

    def turn(self, k: int) -> int:
        return k

    def use(self, k: int) -> None:
        """Update `need` of other steps after a step was taken."""
        raise NotImplementedError


class _Early(_Moved):
    """Forwards: steps that free more than they allocate are taken early."""

    def found(self) -> list[int]:
        self.left = {root: len(users) for root, users in self.users.items()}
        self.sums = {root: sum(users) for root, users in self.users.items()}
        for root, users in self.users.items():
            self.need[users[0]] += self.steps.nbytes(root)
            if len(users) == 1:
                self.need[users[0]] -= self.steps.nbytes(root)
        return self.taken(self.before, self.after)

    def use(self, k: int) -> None:
        """The last remaining user of a value frees its memory."""
        for root in self.touched[k]:
            self.left[root] -= 1
            self.sums[root] -= k
            if self.left[root] == 1:
                last = self.sums[root]
                self.need[last] -= self.steps.nbytes(root)
                self.offer(last)


class _MovedLate(_Moved):
    """Backwards: steps that allocate more than they free are taken late."""

    def found(self) -> list[int]:
        self.living: set[Var] = set()
        for root, users in self.users.items():
            for k in users[1:]:
                self.need[k] += self.steps.nbytes(root)
            self.need[users[0]] -= self.steps.nbytes(root)
        return self.taken(self.after, self.before)[::-1]

    def turn(self, k: int) -> int:
        return -k

    def use(self, k: int) -> None:
        """Earlier users of a value that lives up to here do not make it live longer."""
        for root in self.touched[k]:
            if root not in self.living:
                self.living.add(root)
                for other in self.users[root][1:]:
                    self.need[other] -= self.steps.nbytes(root)
                    if other != k:
                        self.offer(other)


def predecessors(steps: OrderedSteps) -> list[list[int]]:
    """For each step those that must come before it."""
    producer: dict[Var, int] = {}
    reading: dict[Var, list[int]] = {}  # who uses memory since it was written to
    fixed: int | None = None
    found: list[list[int]] = []
    for k, eqn in enumerate(steps.eqns):
        read = dict.fromkeys(x for x in eqn.invars if isinstance(x, Var))
        earlier = dict.fromkeys(producer[x] for x in read if x in producer)
        for v in eqn.outvars:
            if v in steps.storage and v not in steps.views:
                earlier.update(dict.fromkeys(reading.pop(steps.root(v), ())))
        if k in steps.fixed:
            if fixed is not None:
                earlier[fixed] = None
            fixed = k
        found.append(list(earlier))
        for x in (*read, *eqn.outvars):
            reading.setdefault(steps.root(x), []).append(k)
        producer.update(dict.fromkeys(eqn.outvars, k))
    return found
