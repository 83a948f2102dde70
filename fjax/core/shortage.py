"""When memory is short: what is kept for later goes back, and errors say what was asked for.

The pool that keeps memory (`lowering/cpu/runtime/pool.py`) is in a higher layer; it installs here
how that is given back, and how it is reported.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fjax.errors import OutOfMemoryError

T = TypeVar("T")
_REMEDY = "Compute it in parts, or let arrays that are not needed die"
UNREACHABLE = 1 << 63  # bytes, from which on an array has more than addresses distinguish
SHORT = (MemoryError, ValueError)  # what NumPy raises: the second if addresses do not reach so far
_TOO_LARGE = ("array is too big", "iterator is too large", "Maximum allowed dimension exceeded")
_relieve: Callable[[], None] = lambda: None
_report: Callable[[], str] = lambda: "nothing is kept for later arrays"


def install(relieve: Callable[[], None], report: Callable[[], str]) -> None:
    """Say how kept memory goes back to the system, and what arrays hold and what is kept."""
    global _relieve, _report
    _relieve, _report = relieve, report


def relieve() -> None:
    """Give back what nobody needs: unreachable reference cycles, and memory kept for later."""
    gc.collect()
    _relieve()


def made(name: str, function: Callable[..., T], *args: Any) -> T:
    """function(*args), a function of NumPy's without effects; once more if memory is short.

    OutOfMemoryError names the operation, and what NumPy asked for, if that fails, too.
    """
    try:
        return function(*args)
    except SHORT as error:
        return again(error, name, function, *args)


def again(error: Exception, name: str, function: Callable[..., T], *args: Any) -> T:
    """function(*args), which has failed with an error of SHORT, with all memory that there is.

    The error is raised if it is about something else.
    """
    if not _is_about_size(error):
        raise error
    relieve()
    try:
        return function(*args)
    except SHORT as error:
        raise OutOfMemoryError(f"{name}: {error}; {_report()}. {_REMEDY}") from error


def _is_about_size(error: Exception) -> bool:
    """Whether memory was short, or more was asked for than addresses reach."""
    return isinstance(error, MemoryError) or str(error).startswith(_TOO_LARGE)


def refused(what: str, size: int, report: str | None = None) -> OutOfMemoryError:
    """The error for memory that was not given; `report` is of a device's own."""
    found = _report() if report is None else report
    return OutOfMemoryError(
        f"no memory for {what}: {readable(size)}, {size} bytes; {found}. {_REMEDY}"
    )


def of_array(shape: Sequence[int], dtype: Any) -> OutOfMemoryError:
    """The error for an array that there is no memory for."""
    return refused(
        f"an array of shape {tuple(shape)} and dtype {dtype}", math.prod(shape) * dtype.itemsize
    )


def readable(n: int) -> str:
    """A number of bytes as text.

    >>> readable(5 << 20), readable(100)
    ('5.0 MiB', '100 bytes')
    """
    for unit, bits in (("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if n >> bits:
            return f"{n / (1 << bits):.1f} {unit}"
    return f"{n} bytes"
