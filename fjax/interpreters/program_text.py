"""Functions that are written as Python source: what their text refers to, and its values' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax.core.array import Array
from fjax.core.evaluate import literal_value
from fjax.core.ir import Atom, Literal, Var


class ProgramText:
    """One function in the making.

    known: the values of variables that are constants of the function. scope: the objects that its
    text refers to, by name.
    """

    def __init__(self, inputs: Sequence[Var], known: dict[Var, Any], scope: dict[str, Any]):
        self.inputs, self.known, self.scope = inputs, known, scope
        self.names: dict[Atom, str] = {v: f"x{i}" for i, v in enumerate(inputs)}

    def let(self, value: Any) -> str:
        """The name of an object that exists before the function is called."""
        name = f"c{len(self.scope)}"
        self.scope[name] = value
        return name

    def name(self, x: Atom) -> str:
        """The name of an operand or of a result."""
        if isinstance(x, Literal):
            return self.let(self.constant(literal_value(x)))
        if x not in self.names:
            self.names[x] = self.let(self.known[x])
        return self.names[x]

    def named(self, outs: Iterable[Var]) -> list[str]:
        """New names for what a statement assigns."""
        return [self.names.setdefault(v, f"x{len(self.names)}") for v in outs]

    def constant(self, value: Array) -> Any:
        """What the text sees of a literal's value."""
        return value

    def function(self, lines: Iterable[str], result: str) -> Callable[..., Any]:
        """The function of these statements, which returns `result`."""
        head = f"def program({', '.join(self.names[v] for v in self.inputs)}):"
        exec("\n    ".join([head, *lines, f"return {result}"]), self.scope)
        program: Callable[..., Any] = self.scope["program"]
        return program
