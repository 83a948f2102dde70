"""What eager calls ask of a primitive: its value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fjax.core import tracing
from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.ir import Jaxpr
    from fjax.core.primitive import Values


class EvaluationRules(Rules):
    """The outputs for concrete operands."""

    __slots__ = ()
    # `evaluate` is a library routine: the way to run it, no fallback
    library: ClassVar[bool] = False
    gives_operands: ClassVar[bool] = False  # the outputs are the operands: nothing is computed

    def evaluate(self, xp: Any, *arrays: Any) -> Values:
        """The outputs as arrays of `xp` (NumPy or CuPy) with the dtypes of `result_type`.

        Primitives with a `run` of their own do without, unless they are routines of a `library`.
        """
        raise self.missing("evaluate")

    def run(self: Any, *args: Any) -> Values:
        """Evaluate at once on concrete values, outside any trace."""
        return tracing.run_now(self, args)

    def eager_body(self) -> Jaxpr | None:
        """The body, if an eager call runs its operations one by one."""
        return None
