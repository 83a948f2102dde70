"""Schedules drawn at random: directives with any arguments, of which the legal ones are kept."""

from __future__ import annotations

import contextlib
import random
from typing import Any

from fjax.errors import FjaxError
from fjax.lowering.kernel.form import Kernel, Loop, Mode, Tail, Vector, parallel_nest
from fjax.lowering.schedule import language
from fjax.lowering.schedule.conditions import Condition, Crossing, Disjoint, Short, Spread
from fjax.lowering.schedule.language import Schedule, Step
from fjax.lowering.schedule.tree import loops, next_number

FACTORS = (1, 2, 3, 4, 5, 8, 16)
LANES = (1, 2, 4, 8, 8, 16, 16, 32)
OF_GPUS = ("bind", "hold")
OFTEN = ("unswitch", "cut", "branch", "interchange", "vectorize", "vectorize", "combine_rows")
MOST_LOOPS = 30  # of a scheduled kernel: copies of copies take long to compile


def draw(kernel: Kernel, rng: random.Random, most: int = 6) -> tuple[Kernel, Schedule]:
    """A scheduled kernel and the steps to it, after up to so many legal ones."""
    steps: list[Step] = []
    nest = parallel_nest(kernel.body)
    if nest:
        with contextlib.suppress(FjaxError):  # random iterations may store to one place
            kernel = Step("parallelize", (nest[0].number,))(kernel)
            steps.append(Step("parallelize", (nest[0].number,)))
    for _ in range(rng.randrange(most + 1)):
        name = rng.choice([*sorted({*language.DIRECTIVES} - {*OF_GPUS}), *OFTEN])
        found = None if len(loops(kernel)) > MOST_LOOPS else _legal(name, kernel, rng)
        if found is not None:
            kernel = found[0]
            steps.append(found[1])
    for s in loops(kernel):
        if s.mode is Mode.ROWS:  # whose totals need to know how many lanes they have
            for inner in s.body:
                if isinstance(inner, Loop) and inner.vector is None:
                    steps.append(Step("vectorize", (inner.number, Vector(8, 1, Tail.MASK))))
                    kernel = steps[-1](kernel)
    return kernel, tuple(steps)


def _legal(name: str, kernel: Kernel, rng: random.Random) -> tuple[Kernel, Step] | None:
    """What a directive makes of a kernel, with arguments that are drawn until they are legal."""
    found = loops(kernel)
    for loop in rng.sample(found, len(found)):
        for _ in range(3):
            arguments = [_argument(p, kernel, loop, rng) for p in language.parameters(name)]
            step = Step(name, tuple(arguments))
            try:
                return step(kernel), step
            except FjaxError:
                continue
    return None


def _argument(parameter: str, kernel: Kernel, loop: Loop, rng: random.Random) -> Any:
    numbers = [s.number for s in loops(kernel)]
    if parameter in language.LOOPS:
        return loop.number if parameter == "loop" else rng.choice(numbers)
    if parameter == "new":
        return next_number(kernel) if rng.random() < 0.98 else rng.choice(numbers)
    if parameter == "vector":
        tails = [*Tail, Tail.MASK, Tail.SCALAR]
        return Vector(rng.choice(LANES), rng.choice((1, 1, 2, 4)), rng.choice(tails))
    if parameter == "when":
        return tuple([_condition(loop, numbers, rng) for _ in range(rng.choice((0, 1, 1, 2)))])
    return rng.choice((2, 4, 8, 16)) if parameter == "rows" else rng.choice(FACTORS)


def _condition(loop: Loop, numbers: list[int], rng: random.Random) -> Condition:
    """A condition, mostly of a loop and the one inside."""
    inside = [s.number for s in loop.body if isinstance(s, Loop)]
    pair = loop.number, rng.choice(inside or numbers)
    kind = rng.randrange(5)
    if kind == 4:
        return Spread(loop.number, rng.choice((4, 16, 64)))
    if kind == 0:
        return Short((rng.choice(numbers),), rng.choice((4, 20, 48)))
    return Crossing(*pair) if kind == 1 else Disjoint(*pair)
