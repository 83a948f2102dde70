"""What a primitive says of a rule that it does not have."""

from __future__ import annotations

from typing import ClassVar

from fjax import errors


class Rules:
    """Rules by name, of which some are missing."""

    __slots__ = ()
    name: ClassVar[str]
    absent: ClassVar[frozenset[str]] = frozenset()  # rules declared to make no sense here

    def missing(self, rule: str) -> errors.MissingRuleError:
        """The error of a transformation that needs a rule which is not there."""
        return errors.MissingRuleError(
            f"{self.name} has no {rule} rule, so it cannot be used in this transformation"
            + (f" (declared: {rule} makes no sense for it)" if rule in self.absent else "")
        )
