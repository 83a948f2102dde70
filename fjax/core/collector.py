"""Python's collector of circles rests while programs are planned.

A plan is some hundred thousand objects of which none is garbage until it is done, and the collector
would walk all of them, and everything that the process holds besides, again and again: 27 % of the
time in which a step of 32 transformer layers compiles.
"""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator

from fjax.locks import process_lock

_lock = process_lock()
_resting: list[bool] = []  # for each who is inside whether it was on; the first found it so


@contextlib.contextmanager
def resting() -> Iterator[None]:
    """No collection by any thread until the last of those inside leaves.

    Afterwards it is on again if it was before.

    >>> import gc
    >>> with resting():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    with _lock:
        _resting.append(gc.isenabled())
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            if len(_resting) > 1:
                _resting.pop()
            else:
                _wake()


def _wake() -> None:
    """Leave the collector as the first found it."""
    if _resting and _resting[0]:
        gc.enable()
    _resting.clear()


os.register_at_fork(after_in_child=_wake)  # whoever was inside is not in the child
