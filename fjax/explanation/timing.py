"""Times of a compiled program: of a whole run, of its steps, and of those inside of loops.

Steps are noted while the program runs as it always does (`noted_steps`). What is inside of a loop
or branch is noted in runs of its own, as noting many short launches takes a part of their time.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from fjax.dataclass import dataclass
from fjax.explanation.noted_steps import StepRecorder
from fjax.lowering.run.executable import Executable

SECONDS = 0.4  # of runs of each kind, after which no further one begins
FEWEST, MOST = 5, 200  # runs, unless one takes longer than SECONDS
DEEP = 20  # runs in which the insides of loops are noted
SEEN = 2  # runs of each kind of a program that prints, or does something else that is seen
Noted = dict[int, list[float]]  # the seconds of each equation whenever it ran, by its identity


@dataclass(frozen=True)
class Timing:
    """Seconds of a run: the shortest of several, which other programs disturb least; the median
    and the longest.
    """

    seconds: float
    median: float
    most: float
    runs: int

    @classmethod
    def of(cls, times: Sequence[float]) -> Timing:
        """What these runs say.

        >>> Timing.of([1.0, 3.0, 2.0])
        Timing(seconds=1.0, median=2.0, most=3.0, runs=3)
        """
        return cls(min(times), float(np.median(times)), max(times), len(times))


@dataclass(frozen=True)
class Times:
    """The times of a program: a whole run, and each step by the identity of its equation.

    steps: empty where launches return before they are done. inside: what runs noted of loops and
    branches, and of the steps in them. most: how many launches that can be, the last ones.
    """

    whole: Timing
    steps: Mapping[int, Timing]
    inside: Sequence[Noted]
    most: int

    def of_inner(self, equation: int) -> tuple[float, int]:
        """The seconds of an equation in a run, and how often it ran: each time the shortest of
        those that the runs have at this time, as what disturbs one does not disturb all.
        """
        found = [run[equation] for run in self.inside if equation in run]
        count = min(map(len, found), default=0)
        return sum(map(min, zip(*(times[:count] for times in found)))), count

    def beside(self, loop: int, inner: Sequence[int]) -> float | None:
        """The seconds of a loop or branch beside those inside, in the run that had least of them.

        None where there are more launches than are noted.
        """
        found = [
            sum(run[loop]) - sum(sum(run.get(k, ())) for k in inner)
            for run in self.inside
            if loop in run and sum(map(len, run.values())) < self.most
        ]
        return max(min(found), 0.0) if found else None


def measure(executable: Executable, buffers: Sequence[Any], nested: bool) -> Times:
    """Run a program on these buffers, which stay as they are, and time it.

    What the program does besides computing, it does each time: such a program runs a few times.
    nested: whether it has loops or branches to look into.
    """
    most = SEEN if any(e.op.effects for e in executable.plan.jaxpr.eqns) else MOST
    changed = frozenset(executable.changed)

    def whole() -> float:
        taken = [b.copy() if k in changed else b for k, b in enumerate(buffers)]
        began = time.perf_counter()
        outs = executable(taken)
        for out in outs:
            executable.target.wait(out)
        return time.perf_counter() - began

    def noted(deep: bool) -> tuple[float, Noted]:
        recorder = StepRecorder(deep)
        recorder.begin()
        try:
            seconds = whole()
        finally:
            recorder.end()
        return seconds, _by_equation(recorder)

    runs = _repeated(whole, most)
    if not executable.target.holds(None):
        return Times(Timing.of(runs), {}, [], 0)
    rounds = _repeated(lambda: noted(False), most)
    inside = _repeated(lambda: noted(True), min(most, DEEP)) if nested else []
    steps = {k: Timing.of(times) for k, times in _together(found for _, found in rounds).items()}
    timing = Timing.of([*runs, *(seconds for seconds, _ in rounds)])
    return Times(timing, steps, [found for _, found in inside], executable.target.most_recorded)


def _by_equation(recorder: StepRecorder) -> Noted:
    """The times of each equation in what was noted."""
    found: Noted = defaultdict(list)
    for _, equation, _, start, end in recorder.runs():
        found[id(equation)].append(1e-9 * (end - start))
    return found


def _together(rounds: Iterable[Noted]) -> dict[int, list[float]]:
    """The seconds of each equation in several runs."""
    found: dict[int, list[float]] = defaultdict(list)
    for each in rounds:
        for key, times in each.items():
            found[key].append(sum(times))
    return found


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
