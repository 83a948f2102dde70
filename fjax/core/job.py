"""A job: processes that MPI connects, and what they exchange.

`Group` moves arrays among some of the processes, from buffer to buffer. Every call starts an
operation of MPI and then asks whether it is done, so that Python sees signals, a process that waits
long lets others run, and the failure of another process ends the wait (`core/watch.py`).

Each program has communicators of its own, its channel, and what processes ask one another between
programs has the channel 0. So no program receives what another sends: processes that run different
ones wait, until the watch finds it out.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import fresh, lazy
from fjax.core.communication_model import MODEL
from fjax.core.local_processes import LocalProcesses, own_number
from fjax.core.watch import WaitPlace, Watch, listed
from fjax.errors import FjaxRuntimeError, ProcessError

mpi = lazy.module("mpi4py.MPI")
SPINS = 2000  # questions (0.2 µs each) before a wait lets others run, where all have a processor
CROWDED_SPINS = 20  # where processes share one
CHANNELS = 512  # groups of programs with communicators of their own (14 kB each): MPICH has 2,045


def handle_of(value: Any) -> int:
    """MPI's handle of an object of mpi4py, as a word of 64 bits with a sign."""
    return int(np.array(mpi._handleof(value), np.uint64).view(np.int64))


class Job:
    """The processes of an MPI communicator, and this one's place among them.

    sharing: how many of them share the processors that this one may use. devices: how many devices
    each has.
    """

    def __init__(self, communicator: Any, devices: int):
        self.world = communicator.Dup()
        self.rank: int = self.world.Get_rank()
        self.size: int = self.world.Get_size()
        self.watch = Watch(communicator.Dup(), self.rank, self.size)
        self.lock = threading.RLock()
        self._groups: dict[tuple[tuple[int, ...], int], Group] = {}
        self.channels: list[np.ndarray] = []  # of compiled programs, which lead to groups
        # Asked together, so that every process stays in this constructor until all are in it.
        here = mpi.Get_processor_name(), _processors(), devices, own_number()
        hosts = self.world.allgather(here)
        host, own, _, (numbering, _) = here
        self.sharing = sum(name == host and bool(there & own) for name, there, *_ in hosts)
        self.crowded = self.sharing > len(own)
        self.devices = [n for _, _, n, _ in hosts]
        self.hosts = [name for name, *_ in hosts]
        self.watch.local_processes = LocalProcesses(
            {
                rank: number
                for rank, (name, _, _, (theirs, number)) in enumerate(hosts)
                if (name, theirs) == (host, numbering) and rank != self.rank
            }
        )
        self.local_rank = self.hosts[: self.rank].count(host)  # among the processes of the machine
        self.programs: list[str] = []  # the names of those with collectives, as they were compared
        self.history = 0  # the programs with collectives so far, and their order
        self.point = 0  # how many they are, and questions between them: the same in every process
        self.mark = 0  # which program this one has begun last, counted from 1
        self._groups_of_programs = self._channels = 0
        self.everybody = self.group(tuple(range(self.size)))

    def group(self, ranks: tuple[int, ...], channel: int = 0) -> Group:
        """The group of these processes, in this order; all of them ask for it when one does."""
        found = self._groups.get((ranks, channel))
        if found is None:
            found = self._groups[ranks, channel] = Group(self, ranks, channel)
        return found

    def add_program(self, name: str) -> int:
        """The mark of a program with collectives, in every process the same."""
        self.programs.append(name)
        return len(self.programs)

    def channel(self, groups: int) -> int:
        """A channel for a program that exchanges with a number of groups.

        It is the program's own as long as there are communicators for it, then one after another of
        those that there are.
        """
        if self._groups_of_programs + groups <= CHANNELS or not self._channels:
            self._groups_of_programs += groups
            self._channels += 1
            return self._channels
        return 1 + len(self.programs) % self._channels

    def ran(self, mark: int) -> None:
        """Note that a program with collectives runs."""
        self.history = hash((self.history, mark))
        self.point += 1
        self.mark = mark

    def check_history(self, when: str) -> None:
        """Raise unless all processes have run the same programs in the same order; a barrier."""
        differing = self.everybody.differing(f"{self.history}".encode(), "the order of programs")
        if differing:
            raise ProcessError(
                f"{when}: the processes have run programs in different orders: "
                f"{listed(differing)} and process {self.everybody.ranks[0]} differ, "
                "so that collectives may have joined what does not belong together. Every process "
                "must run the same programs, as often and in the same order"
            )

    def first_device(self, rank: int) -> int:
        """The number of the first device of a process."""
        return sum(self.devices[:rank])

    def settle(self) -> None:
        """Wait for the collectives that other devices have begun: the others need them."""
        for group in list(self._groups.values()):
            for carrier in group.carriers.values():
                carrier.settle()

    def close(self) -> None:
        """Give back what MPI holds for the job; all processes do so together."""
        self.settle()
        if self.everybody.differing(b"", "shutdown"):
            raise ProcessError("shutdown: the other processes do something else")
        for channel in self.channels:
            channel[...] = 0
        for group in self._groups.values():
            group.carriers.clear()
            group.communicator.Free()
        self.watch.leave()
        self.watch.local_processes.close()
        self.world.Free()


def _processors() -> frozenset[int]:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return frozenset(os.sched_getaffinity(0))
    return frozenset(range(os.cpu_count() or 1))


class Group:
    """Some processes of a job, and what they exchange. Arrays are contiguous; results are new.

    Each takes what is to be said of it while somebody waits: any object whose text names it.
    """

    def __init__(self, job: Job, ranks: tuple[int, ...], channel: int):
        self.job, self.ranks, self.size, self.channel = job, ranks, len(ranks), channel
        members = job.world.Get_group().Incl(ranks)
        self.communicator = job.world.Create_group(members, channel)
        self.rank: int = self.communicator.Get_rank()
        self.carriers: dict[Any, Any] = {}  # what exchanges memory of other devices, by these
        # For compiled programs, which count as this object does (`collective_calls.Members`): the
        # communicator, how many operations there were, how often to ask before letting others run,
        # how much of a sum goes on at once.
        spins = CROWDED_SPINS if job.crowded else SPINS
        near = len({job.hosts[rank] for rank in ranks}) == 1
        piece = MODEL.piece_bytes if near else np.iinfo(np.int64).max
        self.members = np.array([handle_of(self.communicator), 0, spins, piece], np.int64)

    def begin(self) -> None:
        """Count an operation; raises if the job has ended already."""
        self.job.watch.check()
        self.members[1] += 1

    def finish(self, request: Any, what: Any) -> None:
        """Count an operation of MPI that has been started, and wait for it."""
        self.members[1] += 1
        if not self.channel:
            self.job.point += 1
            self.job.mark = 0
        self.until(request.Test, what)

    def until(self, test: Callable[[], bool], what: Any) -> None:
        """Return once the operation that was counted last is done, as `test` tells."""
        for _ in range(self.members[2]):
            if test():
                return
        self.wait(test, what)

    def wait(self, test: Callable[[], bool], what: Any, number: int = 0) -> None:
        """Return once an operation is done that has been asked for often enough.

        number: which of the group's it is; 0: the last one.
        """
        job = self.job
        place = WaitPlace(job.point, job.mark, self.ranks, number or int(self.members[1]))
        text = what if isinstance(what, str) else repr(what)
        if job.mark:
            text += f" of the program {job.programs[job.mark - 1]}"
        job.watch.wait(test, place, text)

    def total(self, array: np.ndarray, what: Any) -> np.ndarray:
        """The sum of everybody's arrays; those of 16 bits and less are added in float32."""
        given = array
        if array.dtype.kind not in "biufc" or array.dtype.itemsize < 4 and array.dtype.kind == "f":
            array = array.astype(np.float32)
        out = fresh.empty(array.shape, array.dtype)
        with self.job.lock:
            self.finish(self.communicator.Iallreduce(array, out, mpi.SUM), what)
        return out if out.dtype == given.dtype else out.astype(given.dtype)

    def extremum(self, array: np.ndarray, greatest: bool, what: Any) -> np.ndarray:
        """The greatest or least of everybody's elements; a NaN of anybody wins, as in NumPy."""
        choose = np.maximum if greatest else np.minimum
        if array.dtype.kind in "iub":
            out, op = fresh.empty(array.shape, array.dtype), mpi.MAX if greatest else mpi.MIN
            given, taken = (_bytes(array), _bytes(out)) if array.dtype.kind == "b" else (array, out)
            with self.job.lock:
                self.finish(self.communicator.Iallreduce(given, taken, op), what)
            return out
        return choose.reduce(self.gathered(array, what), axis=0)

    def gathered(self, array: np.ndarray, what: Any) -> np.ndarray:
        """Everybody's array, along a new first axis."""
        out = fresh.empty((self.size, *array.shape), array.dtype)
        with self.job.lock:
            self.finish(self.communicator.Iallgather(_bytes(array), _bytes(out)), what)
        return out

    def totals(self, array: np.ndarray, what: Any) -> np.ndarray:
        """Of the sum of everybody's arrays the row with this process's number."""
        given = array
        if array.dtype.itemsize < 4 and array.dtype.kind not in "biu":
            array = array.astype(np.float32)
        out = fresh.empty(array.shape[1:], array.dtype)
        with self.job.lock:
            request = self.communicator.Ireduce_scatter_block(array, out, op=mpi.SUM)
            self.finish(request, what)
        return out if out.dtype == given.dtype else out.astype(given.dtype)

    def exchanged(self, array: np.ndarray, what: Any) -> np.ndarray:
        """Everybody's row with this process's number, along the first axis."""
        out = fresh.empty(array.shape, array.dtype)
        with self.job.lock:
            self.finish(self.communicator.Ialltoall(_bytes(array), _bytes(out)), what)
        return out

    def passed(self, array: np.ndarray, pairs: Sequence[tuple[int, int]], what: Any) -> np.ndarray:
        """The array of the process from which (source, target) pairs lead here, zeros if none."""
        sources = [s for s, t in pairs if t == self.rank]
        targets = [t for s, t in pairs if s == self.rank]
        if sources == [self.rank]:
            return array.copy()
        requests = []
        out = fresh.empty(array.shape, array.dtype)
        with self.job.lock:
            if sources:
                requests.append(self.communicator.Irecv(_bytes(out), sources[0]))
            else:
                out[...] = np.zeros((), out.dtype)
            if targets:
                requests.append(self.communicator.Isend(_bytes(array), targets[0]))
            self.members[1] += 1  # whoever has nobody to send to counts as the others do
            for request in requests:
                self.until(request.Test, what)
        return out

    def spread(self, array: np.ndarray, source: int, what: Any) -> np.ndarray:
        """The array of the process with number `source`, which has the same shape everywhere."""
        out = (
            np.array(array, order="C")
            if self.rank == source
            else fresh.empty(array.shape, array.dtype)
        )
        with self.job.lock:
            self.finish(self.communicator.Ibcast(_bytes(out), source), what)
        return out

    def wait_for_all(self, what: Any) -> None:
        """Return once everybody is here."""
        with self.job.lock:
            self.finish(self.communicator.Ibarrier(), what)

    def texts(self, text: str, what: Any) -> list[str]:
        """Everybody's text."""
        data = np.frombuffer(text.encode(), np.uint8)
        sizes = self.gathered(np.array([data.size]), what).ravel()
        padded = np.zeros(max(1, int(sizes.max())), np.uint8)
        padded[: data.size] = data
        rows = self.gathered(padded, what)
        return [bytes(row[:n]).decode() for row, n in zip(rows, sizes, strict=True)]

    def differing(self, data: bytes, what: Any, of: str = "") -> list[int]:
        """The processes of the job whose data, or purpose, is not that of the group's first.

        of: what more to say of it while somebody waits.
        """
        digest = hashlib.blake2b(data, key=f"{what}".encode()[:64], digest_size=16).digest()
        rows = self.gathered(np.frombuffer(digest, np.uint8), f"{what}{of}")
        return [self.ranks[i] for i, row in enumerate(rows) if bytes(row) != bytes(rows[0])]


def _bytes(array: np.ndarray) -> np.ndarray:
    """The memory of a contiguous array as bytes: MPI knows fewer dtypes, and no keys."""
    if not array.flags.c_contiguous:
        raise FjaxRuntimeError("an array that is exchanged must be contiguous")
    return array.reshape(-1).view(np.uint8)
