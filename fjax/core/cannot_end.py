"""Calls of libraries within which Python cannot end a thread.

The interpreter waits for no daemon thread: it ends each where the thread asks for Python's lock
again. Where a library in C++ asks for it, that ends the process with SIGABRT. So the process ends
after such calls, and daemon threads begin no more of them then.
"""

from __future__ import annotations

import atexit
import sys
import threading
import time

PAUSE = 1e-3
_inside: set[int] = set()  # the threads that are
_ending: list[int] = []  # the thread that ends the process


class CannotEnd:
    """A context for such a call, of about 0.3 µs.

    >>> with CannotEnd():
    ...     value = 1
    """

    __slots__ = ("_thread",)

    def __enter__(self) -> None:
        self._thread = threading.get_ident()
        _inside.add(self._thread)
        while _ending and self._thread not in _ending:
            _inside.discard(self._thread)
            time.sleep(1)

    def __exit__(self, *_: object) -> None:
        _inside.discard(self._thread)


@atexit.register
def _wait() -> None:
    """Wait until nobody is inside; a child has none of its parent's threads."""
    me = threading.get_ident()
    _ending.append(me)
    while (_inside - {me}) & sys._current_frames().keys():
        time.sleep(PAUSE)
