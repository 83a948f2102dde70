"""Indexing of arrays and tracers: x[index], iteration and x.at[index]."""

from __future__ import annotations

from typing import Any

from fjax.core.operand import Operand
from fjax.numpy import references
from fjax.numpy.index_reading import getitem, iterate, iterate_backwards, take, take_index
from fjax.numpy.index_updates import At, AtIndex

__all__ = ["At", "AtIndex", "attach", "getitem", "take", "take_index"]


def attach() -> None:
    """Give arrays, tracers and references x[index], iteration and x.at; called once, on import."""
    operand: Any = Operand
    operand.__getitem__ = getitem
    operand.__iter__ = iterate
    operand.__reversed__ = iterate_backwards
    operand.at = property(At)
    references.attach()
