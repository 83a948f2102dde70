"""Work that nobody waits for: a thread does it a moment later, or the process as it ends.

A process that is killed, or leaves by `os._exit`, loses what is left. A child of a fork leaves it
to its parent.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable

from fjax.locks import process_lock

Work = Callable[[], object]

DELAY = 0.3  # seconds for which work is left, so that whoever left it can go on; 0: for none
_left: dict[str, Work] = {}
_table = process_lock()
_doing = process_lock(reentrant=True)


def leave(name: str, work: Work) -> None:
    """Have work done later. A name has one piece of work, the latest."""
    if DELAY == 0:
        work()
        return
    with _table:
        is_first = not _left
        _left[name] = work
    if is_first:
        threading.Thread(target=_wait_and_finish, name="fjax-later", daemon=True).start()


def hasten(name: str) -> None:
    """Do the work of this name now, if it is left."""
    if not _left:
        return
    with _table:
        work = _left.pop(name, None)
    if work is not None:
        work()


@atexit.register
def finish() -> None:
    """Do all that is left, and wait for what is being done."""
    with _doing:
        while _left:
            hasten(next(iter([*_left])))


def _wait_and_finish() -> None:
    time.sleep(DELAY)
    finish()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_left.clear)
