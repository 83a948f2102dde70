"""Docstrings of functions that come out of factories."""

from __future__ import annotations


def documented(doc: str, example: tuple[str, str] | None) -> str:
    """A docstring with an example, (call, result), after it.

    >>> documented("Twice x.", ("2 * 3", "6")).splitlines()
    ['Twice x.', '', '    >>> 2 * 3', '    6', '    ']
    """
    if example is None:
        return doc
    call, result = example
    indented = result.replace("\n", "\n    ")
    separator = "\n" if ">>>" in doc else "\n\n"  # an example goes on
    return f"{doc.rstrip()}{separator}    >>> {call}\n    {indented}\n    "
