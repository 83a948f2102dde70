"""The Python text of native functions: its syntax, and how it uses names."""

from __future__ import annotations

import ast
import collections
import functools
import inspect
import math
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType
from typing import Any

# What makes a number of numbers alone, and its operands.
PARTS: dict[type, Callable[[Any], Sequence[ast.expr]]] = {
    ast.BinOp: lambda x: (x.left, x.right),
    ast.UnaryOp: lambda x: (x.operand,),
    ast.BoolOp: lambda x: x.values,
    ast.Compare: lambda x: (x.left, *x.comparators),
    ast.IfExp: lambda x: (x.test, x.body, x.orelse),
}


@functools.cache
def _lines(module: str) -> list[str]:
    """The lines of a module."""
    return inspect.getsource(sys.modules[module]).splitlines()


@functools.cache
def definition(function: FunctionType) -> ast.FunctionDef:
    """The syntax of a function. To parse its whole module would take milliseconds."""
    lines, first = _lines(function.__module__), function.__code__.co_firstlineno - 1
    last = first
    while any(lines[last : last + 2]):  # two empty lines end it
        last += 1
    (node,) = ast.parse("\n".join(lines[first:last])).body
    assert isinstance(node, ast.FunctionDef)
    return node


@functools.cache
def code_of(node: ast.expr) -> CodeType:
    """What evaluates an expression of a `definition`, which unrolled loops ask for many times."""
    return compile(ast.Expression(node), "native", "eval")


@functools.cache
def names_of(node: ast.expr) -> tuple[str, ...] | None:
    """The names in an expression of names and numbers alone; None of another one."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Constant):
        return () if isinstance(node.value, (int, float)) else None
    if type(node) not in PARTS:
        return None
    found: tuple[str, ...] = ()
    for part in PARTS[type(node)](node):
        names = names_of(part)
        if names is None:
            return None
        found += names
    return found


@functools.cache
def code_of_text(text: str) -> CodeType:
    """What evaluates an annotation; many are the same."""
    return compile(text, "native", "eval")


class Uses:
    """How a function uses names."""

    def __init__(self, function: ast.FunctionDef):
        self.names = collections.Counter[str]()  # how often each is there,
        self.assigned = collections.Counter(a.arg for a in function.args.args)  # ... is assigned
        self.indices = collections.defaultdict[str, list[ast.expr]](list)  # ... by what indexed
        self.last = dict[str, int]()  # the line of its last use,
        self.known_to = dict[str, float]()  # ... and the last one of the block that assigns it
        self.written_out = set[str]()  # variables of such loops
        nodes: list[tuple[ast.AST, float]] = [(s, math.inf) for s in function.body]
        for node, end in nodes:
            if isinstance(node, ast.Name):
                self._use(node, end)
                continue
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                self.indices[node.value.id].append(node.slice)
            elif isinstance(node, (ast.If, ast.For, ast.While)):
                end = node.end_lineno or 0
                if isinstance(node, ast.For) and called(node.iter) == "unrolled":
                    self.written_out.add(getattr(node.target, "id", ""))
            for field in node._fields:
                inside = getattr(node, field)
                if isinstance(inside, list):
                    nodes.extend([(x, end) for x in inside])
                elif isinstance(inside, (ast.expr, ast.stmt)):
                    nodes.append((inside, end))

    def _use(self, node: ast.Name, end: float) -> None:
        name = node.id
        self.names[name] += 1
        self.last[name] = max(self.last.get(name, 0), node.lineno)
        if isinstance(node.ctx, ast.Store):
            self.assigned[name] += 1
            self.known_to[name] = end

    def indexed_by(self, name: str) -> set[str] | None:
        """The names in the indices of an array; None if it is used in another way."""
        indices = self.indices[name]
        if self.names[name] != len(indices) + 1:
            return None
        nodes = [n for index in indices for n in ast.walk(index) if isinstance(n, ast.Name)]
        return {n.id for n in nodes} - self.written_out

    def is_fixed(self, name: str) -> bool:
        """Whether a variable has one value wherever it is used."""
        until = self.known_to.get(name, math.inf)
        return self.assigned[name] == 1 and self.last.get(name, 0) <= until


def called(node: ast.expr) -> str:
    """The name of what an expression calls; none without one."""
    return getattr(getattr(node, "func", None), "id", "")


uses = functools.cache(Uses)
