"""Docstrings of functions that come out of factories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


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


def described(function: Function, name: str, module: str, doc: str) -> Function:
    """A function out of a factory, under its name: `module` is where users find it.

    >>> twice = described(lambda x: 2 * x, "twice", "fjax.example", "Twice x.")
    >>> twice.__module__, twice.__name__, twice.__doc__
    ('fjax.example', 'twice', 'Twice x.')
    """
    function.__name__, function.__module__, function.__doc__ = name, module, doc
    function.__qualname__ = name
    return function
