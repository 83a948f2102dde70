"""Python's cyclic garbage collector is off while programs are traced, planned and compiled.

That makes some hundred thousand objects; few are garbage until it is done, and the
collector would traverse all of them, and everything else in the process, again and again: 27 % of
the time in which a program of 32 transformer layers compiles. Afterwards the new objects go
to the oldest generation at once; otherwise each would be traversed twice before.

As the process ends, Python traverses everything again, four times. That takes longer than many
programs run, and is left out where no finalizer and no library's destructor may be due.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from fjax.locks import process_lock

MANY = 1_000_000  # objects that are aged before the old ones are walked: 13,000 equations make them

# Libraries in machine code whose destructors give back memory alone, or that have finalizers, too.
KNOWN = {*sys.stdlib_module_names, "fjax", "llvmlite", "ml_dtypes", "numba", "numpy", "scipy"}

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
    try:  # a signal's handler may raise anywhere: to wake too early does no harm
        with _lock:
            _resting.append(gc.isenabled())
            gc.disable()
        yield
    finally:
        try:
            if _resting == [True]:  # not while the lock is held: finalizers may come here
                _age()
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
        try:
            gc.freeze()
        finally:
            gc.unfreeze()


def needs_collection(objects: Sequence[Any]) -> bool:
    """Whether Python's collector could do more with some of these objects than give back memory.

    That is so for finalizers: a file writes what it holds. A destructor in machine code may do
    anything, except for those of `KNOWN` libraries.

    >>> needs_collection([[], {}, needs_collection])
    False
    >>> needs_collection([open("/dev/null")])
    True
    """
    of_each = list(map(type, objects))  # looking at an object is dear: most are in no cache
    kinds = {*of_each} - {io.BytesIO, io.StringIO}
    if not all(map(_is_known, {str(base.__module__) for kind in kinds for base in kind.__mro__})):
        return True
    ended = {kind for kind in kinds if any(map(_has_finalizer, kind.__mro__))}
    streams: set[int] = set()  # Python itself has them written
    for each in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        buffer = getattr(each, "buffer", None)
        streams |= {id(each), id(buffer), id(getattr(buffer, "raw", None))}
    found = itertools.compress(objects, map(ended.__contains__, of_each))
    return any(id(x) not in streams for x in found)


def _has_finalizer(kind: type) -> bool:
    """Whether a class states one. llvmlite's give back memory."""
    return "__del__" in vars(kind) and not str(kind.__module__).startswith("llvmlite.")


def _is_known(module: str) -> bool:
    """Whether a module's classes are written in Python, or of a library that is known."""
    if module == "__main__" or "_cython_" in module or module.partition(".")[0] in KNOWN:
        return True  # Cython's own classes are functions
    return str(getattr(sys.modules.get(module), "__file__", None)).endswith(".py")


@atexit.register
def _end() -> None:
    """Have the collector pass over all objects."""
    if not needs_collection(gc.get_objects()):
        gc.freeze()


os.register_at_fork(after_in_child=_wake)  # whoever was inside is not in the child
