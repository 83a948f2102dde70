"""A program as data: inputs, statements, results; it prints as Python that a person can run."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Iterator

NAME = re.compile(r"\b[vp]\d+\b")  # values: v3 is a statement's result, p4 a parameter
HEADER = """import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.experimental import jet, ode
from tests.fuzz import rules
from tests.fuzz.values import values
"""


@dataclasses.dataclass(frozen=True)
class Input:
    """An argument of the program: its name, and the NumPy expression that makes it."""

    name: str
    text: str


@dataclasses.dataclass(frozen=True)
class Function:
    """A function inside the program: the body of a loop, a branch, what is differentiated."""

    name: str
    parameters: tuple[str, ...]
    statements: tuple[Statement, ...]
    results: tuple[str, ...]

    def text(self, depth: int) -> str:
        """Its definition as Python."""
        lines = [f"{'    ' * depth}def {self.name}({', '.join(self.parameters)}):"]
        lines += [s.lines(depth + 1) for s in self.statements]
        lines.append(f"{'    ' * (depth + 1)}return {', '.join(self.results)}")
        return "\n".join(lines)


@dataclasses.dataclass(frozen=True)
class Statement:
    """`targets = text`, with the functions that the text names."""

    targets: tuple[str, ...]
    text: str
    family: str = ""
    functions: tuple[Function, ...] = ()

    def lines(self, depth: int) -> str:
        """The statement as Python, after the functions it names."""
        space = "    " * depth
        body = self.text.replace("\n", "\n" + space)
        return "\n".join(
            [*[f.text(depth) for f in self.functions], f"{space}{', '.join(self.targets)} = {body}"]
        )

    def uses(self) -> set[str]:
        """The values of the enclosing scope that it reads."""
        found = set(NAME.findall(self.text))
        for f in self.functions:
            inner = set().union(*[s.uses() for s in f.statements], f.results)
            own = set(f.parameters).union(*[s.targets for s in f.statements])
            found |= {name for name in inner if NAME.fullmatch(name)} - own
        return found


@dataclasses.dataclass(frozen=True)
class Program:
    """Inputs, statements and the names of the results."""

    inputs: tuple[Input, ...]
    statements: tuple[Statement, ...]
    results: tuple[str, ...]

    def source(self) -> str:
        """The function `program` as Python text."""
        names = tuple(i.name for i in self.inputs)
        return Function("program", names, self.statements, self.results).text(0) + "\n"

    def module(self, checks: tuple[str, ...], title: str) -> str:
        """A file that says what to run and how: tests/fuzz/test_found.py takes it as it is."""
        inputs = "".join(f"    {i.text},\n" for i in self.inputs)
        return (
            f'"""{title}"""\n{HEADER}\nCHECKS = ({"".join(repr(c) + ", " for c in checks)})\n\n\n'
            f"def inputs():\n    return (\n{_indented(inputs)}    )\n\n\n{self.source()}"
        )

    def structure(self) -> str:
        """A hash of everything but the inputs' values."""
        shapes = [re.sub(r"seed=\d+", "", i.text) for i in self.inputs]
        return hashlib.sha256("\n".join([*shapes, self.source()]).encode()).hexdigest()[:16]

    def walk(self) -> Iterator[Statement]:
        """All statements, inner ones included."""
        pending = list(self.statements)
        while pending:
            statement = pending.pop()
            yield statement
            for f in statement.functions:
                pending += f.statements


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def without_dead(
    statements: tuple[Statement, ...], results: tuple[str, ...]
) -> tuple[Statement, ...]:
    """The statements that the results need, inside functions too."""
    needed, kept = set(results) - {""}, []
    for s in reversed(statements):
        if not needed & set(s.targets):
            continue
        functions = tuple(
            dataclasses.replace(f, statements=without_dead(f.statements, f.results))
            for f in s.functions
        )
        s = dataclasses.replace(s, functions=functions)
        needed |= s.uses() - {""}
        kept.append(s)
    return tuple(reversed(kept))
