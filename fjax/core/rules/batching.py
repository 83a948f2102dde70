"""What `vmap` asks of a primitive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.primitive import BatchAxis, Dims, Values


class BatchingRules(Rules):
    """The operation on batches of operands."""

    __slots__ = ()

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        """Outputs and where their batch dimension is, given where the arguments have theirs."""
        raise self.missing("batch")
