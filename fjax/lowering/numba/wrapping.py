"""Integers that wrap around, in what Numba and numba-cuda compile."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def wrapping_integers(numbers: Any) -> Iterator[None]:
    """Within this, compiled integers wrap around.

    Numba and numba-cuda tell LLVM that signed integers never overflow, so that `x < x + 1` would
    always be true. `numbers` is the module of either that compiles integer arithmetic. Whoever
    calls this holds the compiler's lock: no other thread compiles meanwhile.
    """
    names = numbers.int_add_impl.__globals__  # a lazy module's own attributes are not the module's
    before = names["_int_arith_flags"]
    names["_int_arith_flags"] = lambda _: []
    try:
        yield
    finally:
        names["_int_arith_flags"] = before
