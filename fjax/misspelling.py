"""What a misspelt name or keyword was perhaps meant to be; asked only once something has failed."""

from __future__ import annotations

import difflib
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any

KEYWORD = re.compile(r"([\w.<>]+)\(\) got an unexpected keyword argument '(\w+)'")
NAMESPACES = ("numpy", "lax", "random", "nn", "optim", "numpy.linalg", "numpy.fft", "scipy.special")


def nearest(name: str, known: Iterable[str]) -> str:
    """`. Did you mean 'sin'?`, or nothing if no known name is near.

    >>> nearest("sinn", ["sin", "cos"]), nearest("quartz", ["sin", "cos"])
    (". Did you mean 'sin'?", '')
    """
    found = difflib.get_close_matches(name, [k for k in known if not k.startswith("_")], 1, 0.7)
    return f". Did you mean {found[0]!r}?" if found else ""


def note_keyword(error: BaseException) -> None:
    """Add a note with the nearest keyword to Python's error about one that a function lacks.

    From Python 3.13 on its message has one already.
    """
    match = KEYWORD.search(str(error))
    if match is None or "Did you mean" in str(error) or getattr(error, "__notes__", None):
        return
    function = _public(match[1])
    if function is None:
        return
    suggestion = nearest(match[2], inspect.signature(function).parameters)
    if suggestion:
        error.add_note(suggestion.removeprefix(". "))


def _public(name: str) -> Callable[..., Any] | None:
    """The public function of a name, as messages of Python give it."""
    for namespace in ("fjax", *(f"fjax.{name}" for name in NAMESPACES)):
        found = getattr(sys.modules.get(namespace), name, None) if name.isidentifier() else None
        if callable(found) and not inspect.isclass(found):
            return found
    return None
