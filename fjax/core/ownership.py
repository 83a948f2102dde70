"""Who else holds the memory of an array: CPython's own count of references, read only here.

Whoever may still read an array's memory refers to the ndarray that holds it: an Array, a view of
NumPy's, a memoryview, a DLPack capsule, a program of another thread that runs. CPython counts them
all, and the moment the last of them lets go (decision 25 has what else was tried).
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import getrefcount
from typing import Any


def _references(table: Sequence[Any], k: int) -> int:
    return getrefcount(table[k])


# What is counted where the table alone holds an object: its own reference and those of the call,
# which differ between versions of Python.
_TABLE_ALONE = _references([object()], 0)


def other_holders(table: Sequence[Any], k: int) -> int:
    """How many references to table[k] there are besides the table's own.

    >>> table = [np.ones(3)]
    >>> other_holders(table, 0)
    0
    >>> part = table[0][1:]
    >>> other_holders(table, 0)
    1
    """
    return _references(table, k) - _TABLE_ALONE


def is_sole_holder(array: Any) -> bool:
    """Whether an Array is all that refers to its buffer.

    >>> x = jnp.ones(3)
    >>> is_sole_holder(x)
    True
    >>> seen = np.asarray(x)
    >>> is_sole_holder(x)
    False
    """
    return other_holders([array.buffer], 0) == 1
