"""Arguments that are Python values while a function is traced, as parts of its traces' keys."""

from __future__ import annotations

from typing import Any

from fjax import errors


def _told_apart(x: Any) -> Any:
    """What tells numbers apart that are equal, such as 1, 1.0 and True, or 0.0 and -0.0."""
    if isinstance(x, tuple):
        return type(x), *map(_told_apart, x)
    return type(x), repr(x) if isinstance(x, (float, complex)) else x


class StaticArgument:
    """A static argument in a key: compares by type and equality, numbers by all of their bits."""

    __slots__ = ("value", "_key", "_hash")

    def __init__(self, value: Any, what: str):
        self.value, self._key = value, _told_apart(value)
        try:
            self._hash = hash(self._key)
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
        return isinstance(other, StaticArgument) and self._key == other._key
