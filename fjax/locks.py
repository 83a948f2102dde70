"""Locks of the whole process, which survive a fork.

A child has only the thread that forked. Were another thread inside a lock at that moment, the child
would wait for it forever, or find what it guards half done. So all of them are held during a fork.
Python's own locks of modules are not ours to hold: a fork waits for the imports under way.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
_locks: list[Any] = []
_held: list[Any] = []
_importing: dict[int, int] = {}  # how many imports threads are in, by their numbers
PATIENCE = 10.0  # seconds that a fork waits: an import may need what the forking thread holds


def process_lock(reentrant: bool = False) -> Any:
    """A lock for something that the process has once; held while the process forks."""
    lock = threading.RLock() if reentrant else threading.Lock()
    _locks.append(lock)
    return lock


def once(function: Callable[[], T]) -> Callable[[], T]:
    """Decorator: compute a function without arguments a single time, whatever threads ask for it.

    `functools.cache` lets each of them compute it, and forgets all results but one.
    """
    lock = process_lock(reentrant=True)
    results: list[T] = []

    @functools.wraps(function)
    def found() -> T:
        if not results:
            with lock:
                if not results:
                    results.append(function())
        return results[0]

    return found


@contextlib.contextmanager
def importing() -> Iterator[None]:
    """A time in which this thread imports a module: another one does not fork meanwhile."""
    me = threading.get_ident()
    with _starting:
        _importing[me] = _importing.get(me, 0) + 1
    try:
        yield
    finally:
        _importing[me] -= 1
        if not _importing[me]:
            del _importing[me]


def _before_fork() -> None:
    """Take every lock while no other thread imports."""
    end = time.monotonic() + PATIENCE
    while True:
        _hold_all()
        if not _importing.keys() - {threading.get_ident()} or time.monotonic() > end:
            return
        _release_all()
        time.sleep(1e-3)


def _in_child() -> None:
    """Only the thread that forked is left."""
    for thread in _importing.keys() - {threading.get_ident()}:
        del _importing[thread]
    _release_all()


def _hold_all() -> None:
    """Take every lock, waiting only while none is held: in whatever order others take them, nobody
    waits for this thread while it waits."""
    first = 0
    while True:
        order = [*_locks[first:], *_locks[:first]]
        order[0].acquire()
        taken = 1
        while taken < len(order) and order[taken].acquire(blocking=False):
            taken += 1
        if taken == len(order):
            _held[:] = order
            return
        for lock in order[:taken]:
            lock.release()
        first = (first + taken) % len(order)


def _release_all() -> None:
    for lock in _held:
        lock.release()


_starting = process_lock(reentrant=True)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_release_all, after_in_child=_in_child)
