"""Mutants are read one after another, each within a time and a memory."""

from __future__ import annotations

import collections
import contextlib
import pathlib
import random
import resource
import shutil
import signal
import tempfile
import traceback
import warnings
from collections.abc import Iterator

from tests.fuzz.hostile.kinds import KINDS

SECONDS = 20  # of the processor, for one mutant
WAITING = 120  # seconds, for one that waits for somebody
MEMORY = 1 << 30  # bytes beyond those that the process has


class Late(BaseException):
    """A mutant takes too long."""


def _late(*_: object) -> None:
    raise Late


@contextlib.contextmanager
def _limits() -> Iterator[None]:
    before = [signal.signal(s, _late) for s in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def limit_memory() -> None:
    """Let the process have no more than MEMORY beyond what it has."""
    now = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, resource.RLIM_INFINITY))


def examine(kind: str, seed: int, number: int) -> tuple[str, str | None]:
    """(what became of a mutant, the finding if that must not be)."""
    source = random.Random(f"{kind} {seed} {number}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fjax-mutant-"))
    try:
        read = KINDS[kind].mutant(source, folder)
        with warnings.catch_warnings(), _limits():
            warnings.simplefilter("ignore")
            try:
                read()
            except KINDS[kind].errors as error:
                return type(error).__name__, None
        return "read", None
    except (Exception, Late) as error:
        return "found", f"{kind} {seed} {number}: {''.join(traceback.format_exception(error)[-6:])}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def campaign(kinds: list[str], seed: int, first: int, count: int) -> tuple[dict, list[str]]:
    """(how many mutants of each kind were read and refused, the findings)."""
    counts: dict[str, collections.Counter] = {kind: collections.Counter() for kind in kinds}
    found = []
    for number in range(first, first + count):
        kind = kinds[number % len(kinds)]
        what, finding = examine(kind, seed, number)
        counts[kind][what] += 1
        found += [] if finding is None else [finding]
    return {kind: dict(c) for kind, c in counts.items()}, found
