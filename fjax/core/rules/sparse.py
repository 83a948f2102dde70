"""What sparse arrays ask of a primitive: in what it is linear, and what it does with zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from fjax.core.rules.missing import Rules


class SparseRules(Rules):
    """The operation on the elements that are stored."""

    __slots__ = ()
    additive: ClassVar[bool] = False  # f(x + y) = f(x) + f(y), for all operands together
    bilinear: ClassVar[bool] = False  # it has two operands and is linear in each
    linear_operand: ClassVar[int | None] = None  # linear in this one, whatever the others are

    def sparse(self, *operands: Any) -> Sequence[Any]:
        """The outputs, where some operands are `SparseOperand`s and the others dense."""
        raise self.missing("sparse")
