"""The statements that programs are made of, one family a module.

A proposal is a function of the scope that returns the text of an expression. It raises LookupError
(as `scope.pick` does) where the values at hand do not allow it.
"""

from __future__ import annotations

from tests.fuzz.operations import (
    breadth,
    control,
    elementwise,
    indexing,
    library,
    nested,
    reductions,
    shaping,
    sources,
)
from tests.fuzz.operations.base import Operation

OPERATIONS: list[Operation] = [
    operation
    for module in (
        sources,
        elementwise,
        reductions,
        shaping,
        indexing,
        library,
        breadth,
        control,
        nested,
    )
    for operation in module.family.operations
]

__all__ = ["OPERATIONS", "Operation"]
