"""Python's cyclic garbage collector is off while programs are traced, planned and compiled.

That makes some hundred thousand objects of which few are garbage until it is done, and the
collector would traverse all of them, and everything else in the process, again and again: 27 % of
the time in which a program of 32 transformer layers compiles. Afterwards the new objects go
to the oldest generation at once; otherwise each would be traversed twice before.
"""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator

from fjax.locks import process_lock

MANY = 500_000  # objects that are aged before the old ones are walked

_lock = process_lock()
_aged = 0  # objects that count as old since the old ones were walked
_most = MANY  # of them: a quarter of all, if that is more, as the collector itself has it
_frozen = False  # whether somebody else has been found to freeze objects
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
        if _resting == [True]:  # not while the lock is held: finalizers may come here
            _age()
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


def _age() -> None:
    """Have young objects count as old, and the old ones walked before many of them are garbage.

    Unfreezing is for all objects: once somebody else has frozen some, nothing is done any more.
    Asking walks what is frozen, so it is asked until then.
    """
    global _aged, _most, _frozen
    _frozen = _frozen or gc.get_freeze_count() > 0
    if _frozen:
        return
    _aged += gc.get_count()[0]
    if _aged > _most:
        gc.collect()
        _aged, _most = 0, max(MANY, len(gc.get_objects()) // 4)
    else:
        gc.freeze()
        gc.unfreeze()


os.register_at_fork(after_in_child=_wake)  # whoever was inside is not in the child
