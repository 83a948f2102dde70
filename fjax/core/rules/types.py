"""What whoever binds a primitive asks: the types of its outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fjax.core.avals import ShapedArray
from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive


class TypeRules(Rules):
    """The types of outputs, and the form in which an equation is recorded."""

    __slots__ = ()

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        """The avals of the outputs, or an error that names what does not fit."""
        raise self.missing("result_type")

    def operand_avals(self) -> Sequence[ShapedArray]:
        """The avals of the operands, where the parameters say them, as jaxprs do."""
        raise self.missing("operand_avals")

    def stage(self: Any, avals: Sequence[ShapedArray]) -> tuple[Primitive, Sequence[Any]]:
        """The form to record in a jaxpr, and constants to pass before the other operands."""
        return self, ()

    def varying(self, vma: frozenset[Any]) -> frozenset[Any]:
        """Along which axes of a mesh the outputs may differ, given those of the operands."""
        return vma
