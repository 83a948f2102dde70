"""The order of a program's steps by memory: early what frees, late what makes.

In the order in which a program names its steps, it may make many large values (gradients, say)
before it uses up the first of them (by an update in place), so that all of them live at once. A
step that frees more memory than it takes runs as soon as its operands are there; one that takes
more than it frees waits until its result is read.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import replace

from fjax.core.ir import Atom, Equation, Var
from fjax.dataclass import dataclass
from fjax.lowering.run.buffers import last_uses, reuse

SMALL = 1 << 20
WORTH = 0.9


@dataclass(frozen=True)
class OrderedSteps:
    """The steps of a program in some order, and what is known of their memory.

    given: inputs whose memory is the program's. views: values that only stand for another one's
    memory. storage: for each value that has no memory of its own, whose it lies in. pairs: for
    native steps the (result, operand) pairs that may be in one memory. scratch: bytes that some
    steps need while they run. fixed: steps that must keep their order among themselves.
    """

    eqns: Sequence[Equation]
    outputs: Sequence[Atom]
    given: Sequence[Var]
    views: frozenset[Var]
    storage: Mapping[Atom, Var]
    pairs: Mapping[int, Sequence[tuple[int, int]]]
    scratch: Mapping[int, int]
    fixed: frozenset[int]

    def root(self, x: Var) -> Var:
        """The value whose memory this one lies in."""
        return self.storage.get(x, x)

    def ordered(self, order: Sequence[int]) -> OrderedSteps:
        """The same steps in another order."""
        at = {k: n for n, k in enumerate(order)}
        return replace(
            self,
            eqns=[self.eqns[k] for k in order],
            pairs={at[k]: found for k, found in self.pairs.items()},
            scratch={at[k]: size for k, size in self.scratch.items()},
            fixed=frozenset(at[k] for k in self.fixed),
        )


def schedule_by_memory(steps: OrderedSteps) -> list[int] | None:
    """An order in which the steps need clearly less memory at once; None: keep theirs.

    Each step comes after those whose results it reads, and after those that read the memory that
    it changes. The effort is linear in the steps and what they read, times a logarithm.
    """
    if sum(v.aval.nbytes for e in steps.eqns for v in e.outvars) < SMALL:
        return None
    before = most_at_once(steps)
    if before < SMALL:
        return None
    early = _Early(steps).found()
    late = _MovedLate(steps.ordered(early)).found()
    order = [early[k] for k in late]
    return order if most_at_once(steps.ordered(order)) <= WORTH * before else None


def most_at_once(steps: OrderedSteps) -> int:
    """The most bytes that live at the same time, besides inputs and outputs."""
    eqns, storage = steps.eqns, dict(steps.storage)
    reuse(eqns, steps.outputs, storage, steps.pairs, steps.given)
    last = last_uses(eqns, steps.outputs, storage)
    changes = [0] * (len(eqns) + 2)
    for k, eqn in enumerate(eqns):
        size = steps.scratch.get(k, 0)
        changes[k] += size
        changes[k + 1] -= size
        for v in eqn.outvars:
            if v not in storage and last[v] < len(eqns):
                changes[k] += v.aval.nbytes
                changes[last[v] + 1] -= v.aval.nbytes
    most = now = 0
    for change in changes:
        now += change
        most = max(most, now)
    return most


class _Moved:
    """Takes the steps in turn, and out of turn those that make the memory in use less.

    need: for each step, by how many bytes the memory in use grows when it is taken.
    """

    def __init__(self, steps: OrderedSteps):
        self.steps = steps
        self.n = len(steps.eqns)
        self.before = predecessors(steps)
        self.after: list[list[int]] = [[] for _ in range(self.n)]
        for k, earlier in enumerate(self.before):
            for other in earlier:
                self.after[other].append(k)
        self.need = [0] * self.n
        self.users: dict[Var, list[int]] = {}  # of memory that comes and goes, its maker first
        self.touched: list[list[Var]] = [[] for _ in range(self.n)]
        self._note_users()
        self.ready: list[tuple[bool, int]] = []

    def _note_users(self) -> None:
        """Who uses what; outputs and inputs stay anyway."""
        steps = self.steps
        stays = {steps.root(x) for x in steps.outputs if isinstance(x, Var)}
        for k, eqn in enumerate(steps.eqns):
            for v in eqn.outvars:
                if v not in steps.storage and v not in stays:
                    self.users[v] = []
            used = [steps.root(x) for x in (*eqn.outvars, *eqn.invars) if isinstance(x, Var)]
            self.touched[k] = [x for x in dict.fromkeys(used) if x in self.users]
            for root in self.touched[k]:
                self.users[root].append(k)

    def taken(self, before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
        """The steps, each after those before it."""
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
        """A step may be next, unless it waits for another."""
        if not self.waits[k]:
            heapq.heappush(self.ready, (not self.wanted(k), self.turn(k)))

    def wanted(self, k: int) -> bool:
        """Whether a step is taken out of turn. A view costs nothing, and others wait for it."""
        outs = self.steps.eqns[k].outvars
        return self.need[k] < 0 or (bool(outs) and outs[0] in self.steps.views)

    def turn(self, k: int) -> int:
        return k

    def use(self, k: int) -> None:
        """Note what a step that was taken has made of its memory."""
        raise NotImplementedError


class _Early(_Moved):
    """From the first step on: early what frees more than it makes."""

    def found(self) -> list[int]:
        self.left = {root: len(users) for root, users in self.users.items()}
        self.sums = {root: sum(users) for root, users in self.users.items()}
        for root, users in self.users.items():
            self.need[users[0]] += root.aval.nbytes
            if len(users) == 1:
                self.need[users[0]] -= root.aval.nbytes
        return self.taken(self.before, self.after)

    def use(self, k: int) -> None:
        """Whoever alone is left to use memory frees it."""
        for root in self.touched[k]:
            self.left[root] -= 1
            self.sums[root] -= k
            if self.left[root] == 1:
                last = self.sums[root]
                self.need[last] -= root.aval.nbytes
                self.offer(last)


class _MovedLate(_Moved):
    """From the last step on: late what makes more than it frees."""

    def found(self) -> list[int]:
        self.living: set[Var] = set()
        for root, users in self.users.items():
            for k in users[1:]:
                self.need[k] += root.aval.nbytes
            self.need[users[0]] -= root.aval.nbytes
        return self.taken(self.after, self.before)[::-1]

    def turn(self, k: int) -> int:
        return -k

    def use(self, k: int) -> None:
        """Memory that lives up to here may be used before at no cost."""
        for root in self.touched[k]:
            if root not in self.living:
                self.living.add(root)
                for other in self.users[root][1:]:
                    self.need[other] -= root.aval.nbytes
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
