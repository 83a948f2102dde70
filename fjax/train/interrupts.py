"""Ctrl-C that waits for the step under way, so that what was reached can be kept."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType


class Interrupt:
    """Whether somebody asked to stop."""

    asked = False


@contextlib.contextmanager
def deferred() -> Iterator[Interrupt]:
    """A block in which the first Ctrl-C is noted, and the second one is what it always is.

    Only in Python's main thread, and unless the program has a handler of its own.

    >>> before = signal.signal(signal.SIGINT, signal.default_int_handler)
    >>> with deferred() as interrupt:
    ...     signal.raise_signal(signal.SIGINT)
    >>> interrupt.asked
    True
    >>> _ = signal.signal(signal.SIGINT, before)
    """
    interrupt = Interrupt()
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupt
        return

    def note(number: int, frame: FrameType | None) -> None:
        if interrupt.asked:
            signal.default_int_handler(number, frame)
        interrupt.asked = True
        print("\nstops after this step (Ctrl-C again: at once)", file=sys.stderr)

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
