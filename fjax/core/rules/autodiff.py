"""What differentiation asks of a primitive: forward, reverse, checkpoints, Taylor mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fjax.core.ir import Jaxpr
from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.primitive import Record, Values


class AutodiffRules(Rules):
    """Derivatives of outputs, and which part of the operation is known before them."""

    __slots__ = ()

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        """Outputs and their tangents; `Zero` is the absent tangent, which not all of them are."""
        raise self.missing("jvp")

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        """A cotangent for each argument marked `Linear` (anything or None for the others)."""
        raise self.missing("transpose")

    def partial_eval(self: Any, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        """Run what needs only known arguments, `record` the rest, and return all outputs."""
        return record(self, args)

    def saving(self, split: Callable[[Jaxpr], Any]) -> Any:
        """This in two, where a checkpoint keeps values inside: `higher_order/saving.py`."""
        return None

    @property
    def recomputes(self) -> bool:
        """Whether it computes again, for a derivative, what was computed before."""
        return False

    def forward_body(self) -> Jaxpr | None:
        """The body that stands for this in forward modes other than jvp, if any does."""
        return None

    def taylor(self, k: int, out: Any, *operands: Any) -> Any:
        """Coefficient k of the output's power series; None: it follows from `jvp`.

        `out[j]` is a lower coefficient, `operands[i][j]` one up to k (None for zero).
        """
        return None
