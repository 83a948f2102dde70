"""What checks ask of a primitive: `checkify`, and whether random keys are used twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fjax.core import tracing
from fjax.core.checks import Checker
from fjax.core.kinds import KeyUse
from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.primitive import Values


class CheckRules(Rules):
    """What may be wrong with operands and outputs."""

    __slots__ = ()
    makes_nan: ClassVar[bool] = False  # a NaN may arise here: `checkify` looks at the outputs
    domain: ClassVar[str] = ""  # where the outputs are numbers, in words, if not everywhere
    key_use: ClassVar[KeyUse] = KeyUse.CONSUMES  # of random keys among the operands

    def checked(self: Any, checker: Checker, args: Values) -> Values:
        """The outputs, having told the checker of what went wrong on the way."""
        self.mistakes(checker, *args)
        outs = tracing.bind(self, args)
        if self.makes_nan:
            checker.look_for_nan(self.name, outs)
        return outs

    def mistakes(self, checker: Checker, *args: Any) -> None:
        """Report what is wrong with these operands: a zero divisor, an index out of bounds."""
