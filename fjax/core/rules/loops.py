"""What native loops ask of a primitive: loops, branches, products that leave a loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fjax.core.control import LoopForm
from fjax.core.ir import Jaxpr
from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive


class LoopRules(Rules):
    """Control flow, and programs of scalars for small sizes."""

    __slots__ = ()

    def loop(self) -> LoopForm | None:
        """The loop that this primitive is, if it is one."""
        return None

    def with_loop(self, form: LoopForm) -> Primitive:
        """The same kind of loop with another form; for loops of known length."""
        raise self.missing("with_loop")

    def summed(self) -> Primitive | None:
        """What gives the sum of this one's results over a new first axis of its two operands.

        Only contractions have it, and with it the promise that one large product is quicker than
        many small ones.
        """
        return None

    def choices(self) -> tuple[Jaxpr, ...] | None:
        """The branches, if this primitive runs the one that its first operand chooses (clamped)."""
        return None

    def unrolled(self, *operands: Any) -> Sequence[Callable[[Sequence[Any]], Any]]:
        """For small static sizes: each output as a function from an index to a scalar expression.

        Operands are as for `element`. Raises TypeError where there is no such program.
        """
        raise TypeError(f"{self.name} is not written out element by element")
