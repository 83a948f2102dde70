"""The search over one kernel's schedules: neighbours of the best ones, timed in turns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.tune.cases import Case, Run
from benchmarks.tune.neighbours import Space
from fjax.errors import FjaxError
from fjax.lowering.cpu.compile import compile_kernel
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.cpu.timing import alike, least
from fjax.lowering.schedule.language import Schedule, print_schedule

GENERATIONS = 3
DRAWN = 8  # schedules of a generation
BEAM = 3  # of which so many have neighbours in the next one
SECONDS = 0.002  # that each is timed; the best and the heuristic's ten times as long
CLOSE = 1.3  # times the best found: from there on the heuristic is behind


@dataclass(frozen=True)
class Found:
    """The best schedule that was found for a kernel, beside the heuristic's, in nanoseconds.

    wrong: schedules whose results differ. refused: those that no code was made of, and why.
    """

    name: str
    chosen: str
    best: str
    chosen_ns: float
    best_ns: float
    tried: int
    wrong: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def ratio(self) -> float:
        """The best time over the heuristic's; at most 1."""
        return min(1.0, self.best_ns / self.chosen_ns)


class Search:
    """Over the schedules of one case."""

    def __init__(self, case: Case, processor: Processor, r: random.Random):
        self.case, self.processor, self.r = case, processor, r
        self.run, self.space = Run(case), Space.of(case.kernel, processor)
        self.addresses: dict[Schedule, int] = {}  # of code whose results are right
        self.wrong: list[str] = []
        self.refused: list[str] = []
        self.seen: set[Schedule] = set()

    def best(self, starts: Sequence[Schedule] = (), generations: int = GENERATIONS) -> Found:
        """The best schedule found. starts: schedules to begin with, besides the heuristic's."""
        chosen = self.space.chosen
        address = compile_kernel(self.case.kernel, self.processor, chosen).address
        self.wanted = self.run.result(address)
        self.addresses[chosen] = address
        self.seen.add(chosen)
        fresh = [s for s in dict.fromkeys(starts) if self._works(s)]
        times = self._timed([chosen, *fresh])
        for _ in range(generations):
            beam = sorted(times, key=times.__getitem__)[:BEAM]
            drawn = [self.space.neighbour(self.r.choice(beam), self.r) for _ in range(DRAWN)]
            fresh = [s for s in drawn if self._works(s)]
            now = self._timed([*dict.fromkeys([chosen, *beam, *fresh])])
            times |= {s: t for s, t in now.items() if t < times.get(s, float("inf"))}
        finalists = dict.fromkeys([chosen, *sorted(times, key=times.__getitem__)[:BEAM]])
        last = self._timed(list(finalists), 10 * SECONDS)
        found = min(last, key=last.__getitem__)
        return Found(
            self.case.name,
            print_schedule(chosen),
            print_schedule(found),
            last[chosen],
            last[found],
            len(self.addresses),
            tuple(self.wrong),
            tuple(self.refused),
        )

    def _works(self, schedule: Schedule) -> bool:
        """Whether there is code for a new schedule, and it computes what the heuristic's does."""
        if schedule in self.seen:
            return False
        self.seen.add(schedule)
        text = print_schedule(schedule)
        try:
            address = compile_kernel(self.case.kernel, self.processor, schedule).address
        except (
            FjaxError,
            ArithmeticError,
            AssertionError,
            LookupError,
            RuntimeError,
            ValueError,
        ) as why:
            self.refused.append(f"{type(why).__name__}: {str(why)[:200]}\n{text}")
            return False
        if not alike(self.run.result(address), self.wanted):
            self.wrong.append(text)
            return False
        self.addresses[schedule] = address
        return True

    def _timed(
        self, schedules: Sequence[Schedule], seconds: float = SECONDS
    ) -> dict[Schedule, float]:
        calls = [self.run.call(self.addresses[s]) for s in schedules]
        return dict(zip(schedules, least(calls, seconds), strict=True))
