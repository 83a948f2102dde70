"""Two libraries, case by case: first calls, answers, and times in interleaved rounds."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.harness import Child
from benchmarks.sweep.draw import Case, case

WORKER = "benchmarks.sweep.worker"
# By how much answers may differ, relative to the largest element: sums of the longest arrays, and
# gradients, lose this much in either library.
TOLERANCES = {"f": 2e-3, "d": 1e-7, "F": 2e-3, "D": 1e-7, "e": 5e-2}
TIES = 0.02  # the share of integers that rounding may decide otherwise: places of equal maxima


@dataclass
class Outcome:
    """What was measured of a case; times are in seconds, `own` is fjax's."""

    case: Case
    own: float = 0.0
    peer: float = 0.0
    own_first: float = 0.0
    peer_first: float = 0.0
    own_error: str = ""
    peer_error: str = ""
    difference: str = ""
    runs: str = ""  # what fjax's call consists of

    @property
    def compared(self) -> bool:
        return not (self.own_error or self.peer_error)

    @property
    def ratio(self) -> float:
        return self.own / self.peer

    @property
    def first_ratio(self) -> float:
        return self.own_first / self.peer_first


class Pair:
    """fjax and its peer: a library by name, or the folder of another version of fjax."""

    def __init__(self, peer: str, folder: str, rounds: int = 2, budget: float = 0.05):
        caches = [os.path.join(folder, name) for name in ("own", "peer")]
        self.own = Child("fjax", caches[0], WORKER)
        other = ("fjax", caches[1], WORKER, os.path.abspath(peer))
        self.peer = Child(*other) if os.path.isdir(peer) else Child(peer, caches[1], WORKER)
        self.folder, self.rounds, self.budget = folder, rounds, budget

    def measure(self, drawn: Case, chosen: Sequence[str]) -> Outcome:
        """One case; an error of a library is kept and ends it."""
        outcome, files = Outcome(drawn), [os.path.join(self.folder, f"{i}.npz") for i in (0, 1)]
        replies = [
            child.ask(do="prepare", seed=drawn.seed, chosen=list(chosen), answer=file)
            for child, file in zip((self.own, self.peer), files)
        ]
        outcome.own_error, outcome.peer_error = (r.get("error", "") for r in replies)
        if not outcome.compared:
            return outcome
        outcome.own_first, outcome.peer_first = (r["first"] for r in replies)
        outcome.runs = replies[0]["runs"]
        outcome.difference = difference(*map(np.load, files))
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(self.rounds):
            for child, found in zip((self.own, self.peer), times):
                found.append(child.ask(do="time", budget=self.budget)["seconds"])
        outcome.own, outcome.peer = map(min, times)
        return outcome

    def close(self) -> None:
        self.own.close()
        self.peer.close()


def sweep(
    seeds: Iterable[int], chosen: Sequence[str], peer: str, tell: Callable[[Outcome], None]
) -> list[Outcome]:
    """Measure the cases of some seeds."""
    found = []
    with tempfile.TemporaryDirectory(prefix="fjax-sweep-") as folder:
        pair = Pair(peer, folder)
        for seed in seeds:
            found.append(pair.measure(case(seed, chosen), chosen))
            tell(found[-1])
        pair.close()
    return found


def difference(own: Any, other: Any) -> str:
    """How two answers differ by more than rounding; "" if they do not."""
    if len(own.files) != len(other.files):
        return f"{len(own.files)} arrays against {len(other.files)}"
    for name in own.files:
        x, y = own[name], other[name]
        if x.shape != y.shape or x.dtype != y.dtype:
            return f"{x.dtype}{list(x.shape)} against {y.dtype}{list(y.shape)}"
        tolerance = TOLERANCES.get(x.dtype.char)
        if tolerance is None:
            if x.dtype.kind in "biu" and (x != y).mean() > TIES:
                return f"{(x != y).mean():.0%} of {x.dtype} differ"
        elif not _close(x, y, tolerance):
            return f"{x.dtype} differ by {np.nanmax(abs(x - y), initial=0):.3g}"
    return ""


def _close(x: np.ndarray, y: np.ndarray, tolerance: float) -> bool:
    size = float(np.max(abs(y), initial=0.0, where=np.isfinite(y)))
    return np.allclose(x, y, rtol=tolerance, atol=tolerance * size, equal_nan=True)
