"""Modules and containers as text: one line if it fits, else as PyTorch prints a model."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

WIDEST = 88  # characters of a representation that is one line, unless it is that of a layer


class _Parts(NamedTuple):
    """How a module or a container begins, what is in it, each with its name, and how it ends."""

    begin: str
    named: list[tuple[str, Any]]
    end: str


def _parts(value: Any) -> _Parts | None:
    if dataclasses.is_dataclass(value) and callable(value) and not isinstance(value, type):
        fields = [(f"{f.name}=", getattr(value, f.name)) for f in dataclasses.fields(value)]
        return _Parts(f"{type(value).__name__}(", fields, ")")
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        entries = [(f"{name}=", each) for name, each in zip(value._fields, value, strict=True)]
        return _Parts(f"{type(value).__name__}(", entries, ")")
    if type(value) is dict:
        return _Parts("{", [(f"{key!r}: ", each) for key, each in value.items()], "}")
    if type(value) is list:
        return _Parts("[", [("", each) for each in value], "]")
    if type(value) is tuple:
        return _Parts("(", [("", each) for each in value], ",)" if len(value) == 1 else ")")
    return None


def _is_layer(value: Any, parts: _Parts) -> bool:
    """Whether a module has no others in it: such a line is no longer than a layer's options."""
    return callable(value) and not any(_has_modules(x) for _, x in parts.named)


def _has_modules(value: Any) -> bool:
    parts = _parts(value)
    return parts is not None and (callable(value) or any(_has_modules(x) for _, x in parts.named))


def _line(value: Any) -> str:
    """A value on one line, arrays by their type."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{value.dtype}[{','.join(map(str, value.shape))}]"
    parts = _parts(value)
    if parts is None:
        return getattr(value, "__name__", None) or repr(value)
    return parts.begin + ", ".join(name + _line(each) for name, each in parts.named) + parts.end


def shown(value: Any, indent: str = "", taken: int = 0) -> str:
    """A value on one line if it fits, else with what is in it below; equal ones in a row once.

    taken: characters before it on its line.

    >>> print(shown([jnp.ones((100, 100), jnp.float32)] * 8))
    [
      [0:8] 8 x float32[100,100],
    ]
    """
    line, parts = _line(value), _parts(value)
    if parts is None or len(indent) + taken + len(line) <= WIDEST or _is_layer(value, parts):
        return line
    inside = indent + "  "
    if isinstance(value, list) or type(value) is tuple:
        lines = _numbered(shown(each, inside, len("[0] ")) for each in value)
    else:
        lines = [name + shown(each, inside, len(name)) for name, each in parts.named]
    return "\n".join([parts.begin, *(f"{inside}{x}," for x in lines), indent + parts.end[-1]])


def _numbered(texts: Iterable[str]) -> list[str]:
    """The entries of a list with their numbers, equal ones in a row once."""
    lines: list[str] = []
    number = 0
    for text, same in groupby(texts):
        count = len(list(same))
        span = f"[{number}]" if count == 1 else f"[{number}:{number + count}] {count} x"
        lines.append(f"{span} {text}")
        number += count
    return lines
