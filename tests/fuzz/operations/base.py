"""How a module states its proposals."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any


@dataclasses.dataclass(frozen=True)
class Operation:
    """A kind of statement: how often it is proposed, and the text of one."""

    family: str
    weight: float
    propose: Callable[[Any], str | None]


class Family:
    """The operations of a module: `@family(weight)` adds one."""

    def __init__(self, name: str):
        self.name = name
        self.operations: list[Operation] = []

    def __call__(self, weight: float) -> Callable[[Callable], Callable]:
        def add(propose: Callable) -> Callable:
            self.operations.append(Operation(self.name, weight, propose))
            return propose

        return add
