"""What a subject draws, and what its check may say."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from fjax.errors import FjaxError

DOCUMENTED = (FjaxError, TypeError, ValueError, NotImplementedError, OverflowError)


@dataclasses.dataclass(frozen=True)
class Draw:
    """A call's text, and the check that runs it: '' if all is right, else what is wrong."""

    text: str
    check: Callable[[], str]


def described(error: BaseException) -> str:
    """The error's class and its first line."""
    return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
