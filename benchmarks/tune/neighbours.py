"""Schedules near another one: a step is changed, dropped or added, and the rest made legal again.

All of them are legal: a directive that refuses is left out, and vector loops that no step reaches
any more are vectorized as the heuristic would.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from fjax.lowering.cpu.emit.emitter import expanded
from fjax.lowering.cpu.heuristic import VectorPlan, choose
from fjax.lowering.cpu.processor import MOST_REGISTERS, Processor
from fjax.lowering.kernel.form import If, Kernel, Loop, Mode, Statement, Store, Tail, Vector
from fjax.lowering.kernel.verify import mistake
from fjax.lowering.schedule.conditions import Crossing, Disjoint, Long, Short
from fjax.lowering.schedule.language import Schedule, Step, parameters
from fjax.lowering.schedule.tree import Illegal, loops, next_number

TRIES = 20  # to find another legal schedule
FACTORS = (2, 4, 8, 16, 32, 64, 128)
LENGTHS = (8, 16, 32, 64, 128, 256, 1024)  # of short loops
TAILS = (Tail.MASK, Tail.SCALAR, Tail.ONE, Tail.EVERY)
FIXED = (Tail.WHOLE, Tail.HALVES)  # tails that follow from a loop's count


@dataclass(frozen=True, eq=False)
class Space:
    """The schedules of one kernel on a processor."""

    kernel: Kernel  # as the heuristic gets it
    processor: Processor

    @staticmethod
    def of(kernel: Kernel, processor: Processor) -> Space:
        """The space of a kernel before it is expanded, as the emitter does it."""
        return Space(expanded(kernel, processor)[0], processor)

    @property
    def chosen(self) -> Schedule:
        """What the heuristic chooses."""
        return choose(self.kernel, self.processor)[1]

    def legal(self, steps: Schedule) -> Schedule:
        """The steps that are legal one after the other, and those that vector loops still need."""
        kernel, kept = self.kernel, list[Step]()
        for step in steps:
            following = self._after(kernel, step)
            if following is not None:
                kernel = following
                kept.append(step)
        for loop in _bare(kernel.body):
            plan = VectorPlan(kernel, self.processor, loop, {}, 0)
            step = Step("vectorize", (loop.number, plan.vector(loop)))
            following = self._after(kernel, step)
            if following is not None:
                kernel = following
                kept.append(step)
        return tuple(kept)

    def _after(self, kernel: Kernel, step: Step) -> Kernel | None:
        """A kernel after a step; None if that is illegal."""
        try:
            made = step.applied(kernel)
        except Illegal:
            return None
        return None if mistake(made) else made

    def neighbour(self, steps: Schedule, r: random.Random) -> Schedule:
        """Another schedule nearby; the same one if none was found."""
        for _ in range(TRIES):
            change = r.choice((_changed, _changed, _changed, _dropped, self._with_one_more))
            found = self.legal(change(steps, r))
            if found != steps:
                return found
        return steps

    def _with_one_more(self, steps: Schedule, r: random.Random) -> Schedule:
        """A drawn directive added somewhere after the loops that calls share are spelled out."""
        at, kernel = r.randint(min(1, len(steps)), len(steps)), self.kernel
        for step in steps[:at]:
            following = self._after(kernel, step)
            kernel = kernel if following is None else following
        found = loops(kernel)
        if not found:
            return steps
        new = max([next_number(kernel), *(_last_number(s) + 1 for s in steps)])
        step = _drawn(r, [s.number for s in found], new, self.processor)
        return (*steps[:at], step, *steps[at:])


def _bare(statements: tuple[Statement, ...]) -> list[Loop]:
    """The vector loops without a vector that are in no other vector loop."""
    found: list[Loop] = []
    for s in statements:
        if isinstance(s, Store):
            continue
        if isinstance(s, Loop) and s.mode is Mode.VECTOR:
            found += [] if s.vector else [s]
            continue
        inside = (*s.then, *s.otherwise) if isinstance(s, If) else s.body
        found += _bare(inside)
    return found


def _changed(steps: Schedule, r: random.Random) -> Schedule:
    """One argument of one step changed."""
    places = [
        (k, n)
        for k, s in enumerate(steps)
        for n, name in enumerate(parameters(s.name))
        if name in CHANGES and s.arguments[n]
    ]
    if not places:
        return steps
    k, n = r.choice(places)
    step, name = steps[k], parameters(steps[k].name)[n]
    arguments = list(step.arguments)
    arguments[n] = CHANGES[name](arguments[n], r)
    return (*steps[:k], replace(step, arguments=tuple(arguments)), *steps[k + 1 :])


def _dropped(steps: Schedule, r: random.Random) -> Schedule:
    """One step left out, but not the first: it spells out what calls share."""
    if len(steps) < 2:
        return steps
    k = r.randrange(1, len(steps))
    return (*steps[:k], *steps[k + 1 :])


def _other_vector(vector: Vector, r: random.Random) -> Vector:
    if vector.tail in FIXED:
        return replace(vector, lanes=_other(vector.lanes, r))
    what = r.randrange(3)
    if what == 0:
        return replace(vector, lanes=_other(vector.lanes, r))
    if what == 1:
        registers = r.choice([1 << k for k in range(MOST_REGISTERS.bit_length())])
        one = vector.tail is Tail.ONE and registers > 1
        return replace(vector, registers=registers, tail=Tail.MASK if one else vector.tail)
    tail = r.choice(TAILS)
    return replace(vector, tail=tail, registers=1 if tail is Tail.ONE else vector.registers)


def _other(number: int, r: random.Random) -> int:
    """Half as much or twice as much, at least 2."""
    return max(2, r.choice((number // 2, number * 2)))


def _other_conditions(when: Any, r: random.Random) -> Any:
    """A condition left out, or another length."""
    k = r.randrange(len(when))
    if isinstance(when[k], Short):
        return (*when[:k], replace(when[k], most=r.choice(LENGTHS)), *when[k + 1 :])
    return (*when[:k], *when[k + 1 :])


CHANGES: dict[str, Callable[[Any, random.Random], Any]] = {
    "vector": _other_vector,
    "factor": _other,
    "rows": _other,
    "when": _other_conditions,
}


def _last_number(step: Step) -> int:
    """The last number of a loop that a step may make."""
    names = parameters(step.name)
    made = [a for name, a in zip(names, step.arguments, strict=False) if name == "new"]
    return made[0] + 15 if made else -1


def _drawn(r: random.Random, numbers: list[int], new: int, processor: Processor) -> Step:
    """A directive with arguments, which may be illegal here."""
    loop, along = r.choice(numbers), r.choice(numbers)
    lanes = processor.lanes(r.choice((1, 2, 4, 4, 4, 8)))
    vector = Vector(lanes, r.choice((1, 2, MOST_REGISTERS)), r.choice((Tail.MASK, Tail.SCALAR)))
    factor = r.choice(FACTORS)
    short = Short((along,), r.choice(LENGTHS))
    asked = r.choice(
        ((), (Disjoint(loop, along),), (Crossing(loop, along),), (short,), (Long(loop, 16),))
    )
    return r.choice(
        [
            Step("split", (loop, factor, new)),
            Step("split_whole", (loop, factor, new)),
            Step("interchange", (loop,)),
            Step("tile", (loop, factor, new, asked)),
            Step("unroll", (loop,)),
            Step("unroll_and_jam", (loop, r.choice((2, 4, 8)), new, asked)),
            Step("version", (loop, new, asked or (short,))),
            Step("vectorize", (loop, vector)),
            Step("combine_rows", (loop, r.choice((4, 8, 16, 32)), new, r.choice((0, 1 << 12)))),
            Step("unswitch", (loop, new)),
            Step("cut", (loop, new)),
            Step("branch", (loop, along)),
            Step("transpose", (loop,)),
            Step("distribute", (loop, r.choice((64, 256)), new)),
        ]
    )
