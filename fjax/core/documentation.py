"""Docstrings of functions that come out of factories."""

from __future__ import annotations

import types
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


def renamed(function: Function, name: str, module: str) -> Function:
    """The same function as one of its own with another name, as each of JAX's has.

    >>> from fjax.numpy import absolute
    >>> renamed(absolute, "magnitude", "fjax.example")(-1.0), absolute.__name__
    (Array(1., dtype=float64, weak_type=True), 'absolute')
    """
    original: Any = function
    found: Any = types.FunctionType(
        original.__code__, original.__globals__, name, original.__defaults__, original.__closure__
    )
    found.__kwdefaults__, found.__annotations__ = original.__kwdefaults__, original.__annotations__
    found.__dict__.update(original.__dict__)
    return described(found, name, module, function.__doc__ or "")


def described(function: Function, name: str, module: str, doc: str) -> Function:
    """A function out of a factory, under its name: `module` is where users find it.

    >>> twice = described(lambda x: 2 * x, "twice", "fjax.example", "Twice x.")
    >>> twice.__module__, twice.__name__, twice.__doc__
    ('fjax.example', 'twice', 'Twice x.')
    """
    function.__name__, function.__module__, function.__doc__ = name, module, doc
    function.__qualname__ = name
    return function
