"""The other processes of a job on this machine: whether the system still has them."""

from __future__ import annotations

import os
import select
from collections.abc import Iterable, Mapping


def own_number() -> tuple[str, int]:
    """This process, as others see it that number processes alike: containers may not."""
    try:
        numbering = os.readlink("/proc/self/ns/pid")
    except OSError:
        numbering = ""
    return numbering, os.getpid()


class LocalProcesses:
    """Some processes, by rank; `gone` are those that have ended, whatever ended them."""

    def __init__(self, numbers: Mapping[int, int]):
        self._numbers = dict(numbers)
        self._files: dict[int, int] = {}  # the rank of each process's file descriptor
        self._ended: set[int] = set()
        self._poll = select.poll() if hasattr(os, "pidfd_open") else None
        for rank in list(self._numbers) if self._poll else ():
            self._open(rank)

    def _open(self, rank: int) -> None:
        """Watch a process by a file that can be read once it has ended; by number if none is left.

        A number may be another process's later, a file never is.
        """
        assert self._poll is not None
        try:
            file = os.pidfd_open(self._numbers[rank])
        except ProcessLookupError:
            self._ended.add(rank)
        except OSError:  # no descriptor is left, or the system has none of this kind
            return
        else:
            self._files[file] = rank
            self._poll.register(file, select.POLLIN)
        del self._numbers[rank]

    def gone(self) -> set[int]:
        """The ranks of the processes that have ended."""
        if self._files and self._poll is not None:
            ended = [file for file, _ in self._poll.poll(0)]
            self._ended.update(self._files[file] for file in ended)
            self._close(ended)
        for rank in [r for r, number in self._numbers.items() if not _is_there(number)]:
            del self._numbers[rank]
            self._ended.add(rank)
        return self._ended

    def close(self) -> None:
        """Watch none of them any longer."""
        self._close(list(self._files))
        self._numbers.clear()

    def _close(self, files: Iterable[int]) -> None:
        for file in files:
            assert self._poll is not None
            del self._files[file]
            self._poll.unregister(file)
            os.close(file)


def _is_there(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True
