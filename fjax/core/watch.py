"""What a process does while it waits for others: sees their failures, and says who is missing.

Beside the communicators of collectives there is one for short notices. A process that fails tells
the others, whose waits end with an error that names it. One that has waited for a while asks where
the others are: who waits too answers. So a wait that can't end is found out, by answers that name
another program or operation, or by the time that FJAX_COLLECTIVE_TIMEOUT allows. A process that was
killed can tell nobody: those on the same machine see that the system no longer has it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fjax import variables
from fjax.core import lazy, source
from fjax.core.local_processes import LocalProcesses
from fjax.errors import ProcessError, user_line

mpi = lazy.module("mpi4py.MPI")
FIRST_PAUSE, LONGEST_PAUSE = 2e-5, 1e-3  # seconds that a wait lets others run
LOOKS = 0.02  # seconds between looks for notices
LAST_TESTS = 2000  # of an operation with a process that has ended: what it sent may still arrive
ASKS = 2.0  # seconds after which a process asks where the others are
GRACE = 3.0  # seconds that a failing process leaves the others to say so, too


def listed(ranks: Sequence[int]) -> str:
    """Some processes, as an error names them.

    >>> listed([1]), listed([0, 2])
    ('process 1', 'processes 0, 2')
    """
    return f"process{'es' if len(ranks) > 1 else ''} {', '.join(map(str, ranks))}"


def _died(ranks: Sequence[int], which: str = "") -> str:
    """What is said of processes that ended and told nobody."""
    comma = ", " if which else " "
    return (
        f"{listed(ranks)}{comma}{which}died without a word: killed (the system does so when memory "
        "runs out), crashed, or ended by os._exit"
    )


class WaitPlace(NamedTuple):
    """Where in its program a process waits.

    point, mark: how many programs it has begun, and which one the last is (see `Job`). ranks,
    number: the processes that take part in the operation, and which one of theirs it is, counted.
    """

    point: int
    mark: int
    ranks: tuple[int, ...]
    number: int


class Watch:
    """The notices between the processes of a job, and where this one waits."""

    def __init__(self, communicator: Any, rank: int, size: int):
        self.communicator, self.rank, self.size = communicator, rank, size
        self.failure: str | None = None  # why the job has ended, once it has
        self.origin = rank  # whose failure that is
        self.left: set[int] = set()
        self.local_processes = LocalProcesses({})
        self.reported: set[int] = set()
        self.here: str | None = None  # the operation that this process waits in
        self.place = WaitPlace(0, 0, (), 0)
        self.line = ""
        self.answers: dict[int, tuple[str, str, WaitPlace]] = {}
        self._sent: list[Any] = []

    # ---- notices

    def tell(self, rank: int, kind: str, **content: Any) -> None:
        """Send a short notice, without waiting for the other to read it."""
        data = json.dumps({"kind": kind, "from": self.rank, **content}).encode()
        self._sent = [r for r in self._sent if not r.Test()]
        self._sent.append(self.communicator.Isend([data, mpi.BYTE], rank))

    def tell_all(self, kind: str, **content: Any) -> None:
        for rank in range(self.size):
            if rank != self.rank and rank not in self.left:
                self.tell(rank, kind, **content)

    def look(self) -> None:
        """Read the notices that have come."""
        status = mpi.Status()
        while self.communicator.Iprobe(status=status):
            data = bytearray(status.Get_count(mpi.BYTE))
            self.communicator.Recv([data, mpi.BYTE], status.Get_source())
            self._heed(json.loads(bytes(data).decode()))

    def _heed(self, notice: dict[str, Any]) -> None:
        sender, kind = notice["from"], notice["kind"]
        if kind == "failure":
            self.reported.add(sender)
            if self.failure is None:
                self.failure, self.origin = notice["text"], sender
        elif kind == "left":
            self.left.add(sender)
        elif kind == "reported":
            self.reported.add(sender)
        elif kind == "where" and self.here is not None:
            self.tell(sender, "here", what=self.here, line=self.line, place=self.place)
        elif kind == "here":
            point, mark, ranks, number = notice["place"]
            place = WaitPlace(point, mark, tuple(ranks), number)
            self.answers[sender] = notice["what"], notice["line"], place

    # ---- waiting

    def wait(self, test: Callable[[], bool], place: WaitPlace, what: str) -> None:
        """Return once `test` holds; raise if another process failed, left or does not come."""
        self.here, self.line = what, str(source.here() or user_line())
        self.place, ranks = place, place.ranks
        self.answers.clear()
        begin = looked = asked = time.monotonic()
        limit, pause = variables.COLLECTIVE_TIMEOUT.read(), FIRST_PAUSE
        try:
            while not test():
                time.sleep(pause)
                now, gone = time.monotonic(), self.local_processes.gone()
                if now - looked < LOOKS and gone.isdisjoint(ranks):
                    continue
                looked, pause = now, min(2 * pause, LONGEST_PAUSE)
                self.look()
                if any(test() for _ in range(1 if gone.isdisjoint(ranks) else LAST_TESTS)):
                    return
                self._check(ranks)
                if now - asked > min(ASKS, limit / 2):
                    self._check_answers()
                    asked = now
                    for rank in ranks:
                        if rank != self.rank:
                            self.tell(rank, "where")
                if now - begin > limit:
                    self._give_up(ranks, now - begin)
        finally:
            self.here = None

    def check(self) -> None:
        """Raise if the job has ended already."""
        if self.failure is not None:
            raise ProcessError(f"process {self.origin} has ended the job: {self.failure}")

    def _check(self, ranks: Sequence[int]) -> None:
        if self.failure is not None:
            raise ProcessError(
                f"process {self.origin} has ended the job, while process {self.rank} waited in "
                f"{self.here}: {self.failure}",
                self.line,
            )
        gone = sorted(self.left & set(ranks))
        if gone:
            raise ProcessError(
                f"process {self.rank} waits in {self.here} for {listed(gone)}, which "
                f"{'has ended its program' if len(gone) == 1 else 'have ended their programs'}: "
                "every process must run the same collectives",
                self.line,
            )
        dead = sorted(self.local_processes.gone() & set(ranks))
        if dead:
            self.left.update(dead)
            raise ProcessError(
                f"process {self.rank} waits in {self.here} for {_died(dead, 'which ')}", self.line
            )

    def _check_answers(self) -> None:
        """Raise if another process is as far as this one in another program, or operation."""
        own, answers = self.place, sorted(self.answers.items())
        kind, found = (
            "programs",
            [
                (rank, what, line)
                for rank, (what, line, place) in answers
                if place.point == own.point and place.mark != own.mark
            ],
        )
        if not found:
            kind, found = (
                "operations",
                [
                    (rank, what, line)
                    for rank, (what, line, place) in answers
                    if place == own and what != self.here
                ],
            )
        if found:
            others = "; ".join(f"process {rank} in {what}, at {line}" for rank, what, line in found)
            raise ProcessError(
                f"the processes run different {kind}, and wait for one another: process "
                f"{self.rank} in {self.here}; {others}. Every process must run the same programs "
                "on arrays of the same types, in the same order",
                self.line,
            )

    def _give_up(self, ranks: Sequence[int], seconds: float) -> None:
        there = {r for r, (_, _, place) in self.answers.items() if place == self.place}
        missing = [
            f"process {r}" + (f" (in {self.answers[r][0]})" if r in self.answers else "")
            for r in ranks
            if r != self.rank and r not in there
        ]
        raise ProcessError(
            f"process {self.rank} has waited {seconds:.0f} s in {self.here}; not there: "
            f"{', '.join(missing) or 'nobody, so the network is at fault'} "
            "(FJAX_COLLECTIVE_TIMEOUT sets for how many seconds processes wait)",
            self.line,
        )

    # ---- the end

    def leave(self) -> None:
        """Tell the others that this process runs no more collectives, and wait until all do.

        MPI's own end would wait for ever for a process that dies meanwhile, and say nothing.
        """
        if self.failure is None:
            self.tell_all("left")
        pause = FIRST_PAUSE
        while self.failure is None and len(self.left) < self.size - 1:
            gone = set(self.local_processes.gone())
            self.look()  # what they have sent before is there
            dead = sorted(gone - self.left)
            if dead:
                self.left.update(dead)
                raise ProcessError(f"process {self.rank} has ended its program, but {_died(dead)}")
            time.sleep(pause)
            pause = min(2 * pause, LOOKS)

    def fail(self, error: BaseException) -> None:
        """End the whole job, because of an error that nobody caught here."""
        sys.stderr.flush()
        sys.stdout.flush()
        with contextlib.suppress(Exception):  # MPI may be what failed
            self.look()
            if self.failure is None:
                text = str(error).split("\n  at ")[0]
                self.failure = f"{type(error).__name__}: {text}"
                self.tell_all("failure", text=self.failure)
                self._until(lambda: len(self.reported | self.left) >= self.size - 1)
            else:
                self.tell(self.origin, "reported")
                self._until(lambda: False)
            self.communicator.Abort(1)
        os._exit(1)

    def _until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + GRACE
        while not done() and time.monotonic() < end:
            time.sleep(LOOKS)
            self.look()
