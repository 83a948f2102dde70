"""Overlap of communication and computation: collectives run while other steps do.

Some targets can start a collective in one launch and finish it in another. Such a collective
becomes two steps. The first starts it as soon as its operand is ready; `CollectiveWait` finishes it
before its result is read. The wait and the readers of the result are delayed, so that independent
steps run meanwhile. Collectives start in program order, so the order is the same in every process.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Var
from fjax.core.primitive import Primitive, primitive
from fjax.dataclass import dataclass
from fjax.lowering.run.memory_scheduling import OrderedSteps, most_at_once, predecessors

HORIZONS = (1 << 30, 8, 2, 1)  # how many others may begin before a collective is waited for
ROOM = 1.1  # how much more memory the program may need at once for that
SMALL = 1 << 20


@primitive
class CollectiveWait(Primitive):
    """Waits for a collective that was started; its result is in the same memory.

    Operands: the collective's unfinished result, and its operand if that has memory of its own,
    since the collective reads it until the wait.
    """

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return avals[:1]

    def evaluate(self, xp: Any, x: Any, *_: Any) -> Sequence[Any]:
        return (x,)


class Origin(NamedTuple):
    """The original step that a step comes from: all of it, its start (half 0) or its wait (1)."""

    step: int
    half: int | None = None


@dataclass(frozen=True)
class CommunicationOverlap:
    """A program with overlapped collectives, and the original step of each of its steps."""

    steps: OrderedSteps
    origins: list[Origin]


def overlap_communication(
    steps: OrderedSteps, apart: Collection[int], in_python: Collection[int]
) -> CommunicationOverlap | None:
    """The steps with overlapped collectives; None if no collective can be overlapped.

    apart: the collectives that can start in one launch and finish in another. in_python: steps
    that are not launches; no collective may be running during these.
    """
    most = most_at_once(steps)
    room = int((ROOM - 1) * most) + SMALL
    small = [k for k in apart if steps.eqns[k].outvars[0].aval.nbytes <= room]
    for chosen in (apart, small):
        program = _StepsInFlight(steps, chosen)
        split = program.of(program.halves)
        python = frozenset(n for n, (k, _) in enumerate(split.origins) if k in in_python)
        for horizon in HORIZONS:
            order = [split.origins[n] for n in _Late(split, python, horizon).order()]
            kept = _kept(order)
            found = program.of(kept, order)
            if kept and most_at_once(found.steps) <= most + room:
                return found
    return None


def _kept(order: Sequence[Origin]) -> set[int]:
    """The collectives that have another step between their start and their wait."""
    pairs = itertools.pairwise(order)
    together = {a.step for a, b in pairs if a.half == 0 and b == Origin(a.step, 1)}
    return {k for k, half in order if half == 0} - together


class _StepsInFlight:
    """Steps, and the two halves of those that can be split.

    halves: the two equations of each. in_place: results in the memory of their operand -> operand.
    """

    def __init__(self, steps: OrderedSteps, apart: Collection[int]):
        self.steps = steps
        self.halves: dict[int, tuple[Equation, Equation]] = {}
        self.in_place: dict[Var, Var] = {}
        read = Counter((*(x for e in steps.eqns for x in e.invars), *steps.outputs))
        made = {v for k in steps.pairs for v in steps.eqns[k].outvars}
        shared = {*steps.storage, *steps.storage.values()}
        for k in sorted(apart):
            (x,), (result,) = steps.eqns[k].invars, steps.eqns[k].outvars
            begun, operands = Var(result.aval), [x]
            assert isinstance(x, Var)
            if steps.pairs.get(k) and x in made and x not in shared and read[x] == 1:
                self.in_place[begun] = x
                operands = []
            self.halves[k] = (
                steps.eqns[k].replace(outvars=(begun,)),
                Equation(CollectiveWait(), (begun, *operands), (result,), steps.eqns[k].source),
            )

    def of(
        self, kept: Collection[int], order: Sequence[Origin] | None = None
    ) -> CommunicationOverlap:
        """The program with the collectives in `kept` as two steps. order: of all steps, split."""
        before = self.steps
        if order is None:
            halves = {k: [Origin(k, 0), Origin(k, 1)] for k in self.halves}
            order = [x for k in range(len(before.eqns)) for x in halves.get(k, [Origin(k)])]
        found = [
            Origin(k, half if k in kept else None) for k, half in order if k in kept or half != 1
        ]
        begun = {n: k for n, (k, half) in enumerate(found) if half != 1}
        steps = replace(
            before,
            eqns=[before.eqns[k] if half is None else self.halves[k][half] for k, half in found],
            storage=self.storage(kept),
            pairs={
                n: before.pairs[k] if n in begun else ()
                for n, (k, _) in enumerate(found)
                if k in before.pairs
            },
            scratch={n: before.scratch[k] for n, k in begun.items() if k in before.scratch},
            fixed=frozenset(n for n, k in begun.items() if k in before.fixed),
        )
        return CommunicationOverlap(steps, found)

    def storage(self, kept: Collection[int]) -> dict[Atom, Var]:
        """Whose memory each value lies in: a result stays in that of its unfinished collective."""
        storage = dict(self.steps.storage)
        roots: dict[Atom, Var] = {}
        for k in kept:
            begun, result = self.halves[k][0].outvars[0], self.halves[k][1].outvars[0]
            roots[result] = self.in_place.get(begun, begun)
            if begun in self.in_place:
                storage[begun] = self.in_place[begun]
        storage.update((v, roots[root]) for v, root in self.steps.storage.items() if root in roots)
        storage.update(roots)
        return storage


class _Late:
    """Takes the steps in program order, but delays waits and the steps that need their results.

    late: the delayed steps. blocked: the number of delayed steps that each one depends on.
    """

    def __init__(self, split: CommunicationOverlap, in_python: Collection[int], horizon: int):
        self.steps, self.in_python, self.horizon = split.steps, in_python, horizon
        self.begins = {n for n, (_, half) in enumerate(split.origins) if half == 0}
        self.before = predecessors(split.steps)
        self.after: list[list[int]] = [[] for _ in self.before]
        for n, earlier in enumerate(self.before):
            for m in earlier:
                self.after[m].append(n)
        self.late: dict[int, None] = {}
        self.blocked: dict[int, int] = {}
        self.free: list[int] = []
        self.taken: list[int] = []

    def order(self) -> list[int]:
        waits: list[int] = []
        for n in range(len(self.before)):
            ended = n - 1 in self.begins  # the wait stands behind what it waits for
            blocked = [m for m in self.before[n] if m in self.late]
            if n in self.in_python:
                self.finish()
            elif ended or (blocked and n not in self.steps.fixed):
                self.late[n], self.blocked[n] = None, len(blocked)
                if ended:
                    waits.append(n)
                continue
            else:
                self.release(blocked)
            self.taken.append(n)
            self.go_on()
            if n in self.begins and len(waits) >= self.horizon:
                self.release(waits[-self.horizon :][:1])
                self.go_on()
        self.finish()
        return self.taken

    def finish(self) -> None:
        """Take all delayed steps, each wait before the steps that only it delays."""
        while self.late:
            self.release([next(iter(self.late))])
            self.go_on()

    def release(self, wanted: Iterable[int]) -> None:
        """Take these steps, after the delayed steps that they depend on."""
        chosen: set[int] = set()
        stack = [n for n in wanted if n in self.late]
        while stack:
            n = stack.pop()
            if n not in chosen:
                chosen.add(n)
                stack += [m for m in self.before[n] if m in self.late]
        for n in sorted(chosen):
            self.take(n)

    def take(self, n: int) -> None:
        del self.late[n]
        self.taken.append(n)
        for m in self.after[n]:
            if m in self.late:
                self.blocked[m] -= 1
                if not self.blocked[m] and m - 1 not in self.begins:
                    heapq.heappush(self.free, m)

    def go_on(self) -> None:
        """Take delayed steps whose dependences have all been taken."""
        while self.free:
            n = heapq.heappop(self.free)
            if n in self.late:
                self.take(n)
