"""Times of a compiled program: of a whole run, and of its steps one after another.

A run of the program and runs of its steps are timed apart, because what is timed alone is called
from Python once for each step: the sum of the steps is more than the whole by that. Steps run in
their order on the values that they have in the program, in the memory that they have there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.dataclass import dataclass
from fjax.explanation.apart import Run, pieces
from fjax.lowering.run.executable import Executable

SECONDS = 0.4  # of runs of each kind, after which no further one begins
FEWEST, MOST = 5, 200  # runs, unless one takes longer than SECONDS
SEEN = 3  # runs of a program that prints, or does something else that is seen


@dataclass(frozen=True)
class Timing:
    """Seconds of a run: the median of several, and the shortest and the longest."""

    seconds: float
    least: float
    most: float
    runs: int

    @classmethod
    def of(cls, times: Sequence[float]) -> Timing:
        """What these runs say.

        >>> Timing.of([1.0, 3.0, 2.0])
        Timing(seconds=2.0, least=1.0, most=3.0, runs=3)
        """
        return cls(float(np.median(times)), min(times), max(times), len(times))


@dataclass(frozen=True)
class Times:
    """The times of a program: a whole run, and each step by the identity of its equation.

    steps: empty where launches return before they are done.
    """

    whole: Timing
    steps: dict[int, Timing]


def measure(executable: Executable, buffers: Sequence[Any]) -> Times:
    """Run a program on these buffers, which stay as they are, and time it.

    What the program does besides computing, it does each time: such a program runs a few times.
    """
    most = SEEN if any(e.op.effects for e in executable.plan.jaxpr.eqns) else MOST
    changed = frozenset(executable.changed)

    def given() -> list[Any]:
        return [b.copy() if k in changed else b for k, b in enumerate(buffers)]

    def whole() -> float:
        taken = given()
        began = time.perf_counter()
        outs = executable(taken)
        for out in outs:
            executable.target.wait(out)
        return time.perf_counter() - began

    timing = Timing.of(_repeated(whole, most))
    if not executable.target.holds(None):
        return Times(timing, {})
    steps = pieces(executable)

    def apart() -> list[float]:
        env = [*given(), *[None] * executable.plan.n_slots]
        return [_timed(run, env) for _, run in steps]

    rounds = _repeated(apart, most)
    found = {
        id(equation): Timing.of(times)
        for (equation, _), times in zip(steps, zip(*rounds), strict=True)
        if equation is not None
    }
    return Times(timing, found)


def _timed(run: Run, env: list) -> float:
    began = time.perf_counter()
    run(env)
    return time.perf_counter() - began


def _repeated(run: Callable[[], Any], most: int) -> list[Any]:
    """What several runs give; the first one, which warms caches, does not count if others do."""
    began = time.perf_counter()
    found = [run()]
    while len(found) <= most:
        spent = time.perf_counter() - began
        if spent > SECONDS and len(found) > FEWEST or spent > 5 * SECONDS:
            break
        found.append(run())
    return found[1:] or found
