"""Operations that Numba source for GPUs needs and NVIDIA's device library lacks.

They are made when first imported from here, so that this module can be imported without Numba.
"""

from __future__ import annotations

import functools
from typing import Any

from fjax.core import lazy

cuda = lazy.module("numba.cuda")


def __getattr__(name: str) -> Any:
    if name not in _PLAIN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _made(name)


@functools.cache
def _made(name: str) -> Any:
    return cuda.jit(device=True)(_PLAIN[name])


def _maximum(a: Any, b: Any) -> Any:
    """The larger of two floats; a NaN if one of them is, and 0.0 of both zeros."""
    if a == b:
        return a + b if a == 0 else a
    return a if a > b or a != a else b


def _minimum(a: Any, b: Any) -> Any:
    """The smaller of two floats; a NaN if one of them is, and -0.0 of both zeros."""
    if a == b:
        return -(-a - b) if a == 0 else a
    return a if a < b or a != a else b


def _quotient(a: Any, b: Any) -> Any:
    """Signed division that truncates: 0 for a divisor of 0."""
    if b == 0:
        return b
    if b == -1:
        return -a
    found = a // b
    return found + 1 if found < 0 and found * b != a else found


_PLAIN = {"maximum": _maximum, "minimum": _minimum, "quotient": _quotient}
