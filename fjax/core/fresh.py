"""New memory that nobody has written to yet.

With FJAX_POISON_MEMORY=1, a mode for tests, it is full of a pattern that no result should hold:
what is read before it is written shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import variables

# A NaN as a float of 16 (both kinds), 32 and 64 bits, there a signalling one; as an integer of any
# width odd, large and positive; true as a bool.
POISON = 0x7FF5
is_poisoned = variables.POISON_MEMORY.read()


def poisoned(shape: Any, dtype: Any) -> np.ndarray:
    """numpy.empty, full of the pattern.

    >>> poisoned((2,), np.dtype("uint16")).tolist()
    [32757, 32757]
    """
    found = np.empty(shape, dtype)
    if found.nbytes:
        memory = found.reshape(-1).view(np.uint8)
        memory[0::2], memory[1::2] = POISON & 0xFF, POISON >> 8
    return found


# What primitives and loops of the host take in place of numpy.empty.
empty: Callable[[Any, Any], np.ndarray] = poisoned if is_poisoned else np.empty
_kept = empty


def install(kept: Callable[[Any, Any], np.ndarray]) -> None:
    """Say where memory for large arrays is kept: a pool, in a higher layer."""
    global _kept
    _kept = kept


def kept(shape: Any, dtype: Any) -> np.ndarray:
    """As `empty`, for what may be large: the system's pages come one by one, which is slow."""
    return _kept(shape, dtype)
