"""Arguments that are Python values while a function is traced, as parts of its traces' keys."""

from __future__ import annotations

from typing import Any

from fjax import errors


class StaticArgument:
    """A static argument in a key: compares by type and equality."""

    __slots__ = ("value", "_hash")

    def __init__(self, value: Any, what: str):
        self.value = value
        try:
            self._hash = hash((type(value), value))
        except TypeError as error:
            raise errors.FjaxValueError(
                f"Non-hashable static arguments are not supported: {what} is {value!r} of type "
                f"{type(value).__name__}; pass a hashable value (a tuple instead of a list), or "
                "pass it "
                "as an ordinary argument"
            ) from error

    def __repr__(self) -> str:
        return repr(self.value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, StaticArgument)
            and type(self.value) is type(other.value)
            and bool(self.value == other.value)
        )
