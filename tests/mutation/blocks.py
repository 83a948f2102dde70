"""Basic blocks of the package's functions, and probes that note which blocks run.

A block is a stretch of simple statements: a function's beginning, a branch, a loop's body, what
follows a branch. It is known by its file, the path of names to its function and its number within
the function, so that a recorded block is found again after other functions have changed.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import pathlib
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "fjax"
PROBES = "__fjax_reached__"  # the name of the array of marks, among the builtins
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Block:
    """One block: `digest` is of its whole function, which the number refers to."""

    file: str
    function: str
    number: int
    digest: str


def files() -> list[pathlib.Path]:
    """All files of the package, in a fixed order."""
    return sorted(PACKAGE.rglob("*.py"))


def is_native(path: pathlib.Path) -> bool:
    """Whether a module's functions are translated from their text, and never run in Python."""
    return "lowering.native.language import" in path.read_text()


def parse(path: pathlib.Path) -> ast.Module:
    """A file's tree, in which every node of a function has `block`, its place among `blocks`."""
    tree = ast.parse(path.read_text(), str(path))
    _Numbering(path.relative_to(ROOT).as_posix()).module(tree)
    return tree


def blocks(tree: ast.Module) -> list[Block]:
    """The blocks of a tree that `parse` made."""
    return tree.blocks


class _Numbering:
    """Walks a module and numbers its blocks."""

    def __init__(self, file: str):
        self.file, self.found, self.names = file, [], {}

    def module(self, tree: ast.Module) -> None:
        self._outside(tree, ())
        tree.blocks = self.found

    def _outside(self, node: ast.AST, path: tuple) -> None:
        """What runs at import; functions inside are walked on their own."""
        for child in ast.iter_child_nodes(node):
            self._any(child, path, None)

    def _any(self, node: ast.AST, path: tuple, block: int | None) -> None:
        node.block = block
        if isinstance(node, ast.ClassDef):
            path = (*path, node.name)
        if isinstance(node, FUNCTIONS):
            return self._function(node, path, block)
        for child in ast.iter_child_nodes(node):
            self._any(child, path, block)

    def _function(self, node: ast.AST, path: tuple, block: int | None) -> None:
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        key = ".".join((*path, name))
        count = self.names[key] = self.names.get(key, -1) + 1
        path = (*path, f"{name}~{count}" if count else name)
        function = _Function(self, ".".join(path), path, node)
        for field, value in ast.iter_fields(node):
            if field != "body":  # defaults and decorators run where the function is made
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self._any(child, path, block)
        node.entry = function.new()
        if isinstance(node, ast.Lambda):
            self._any(node.body, path, node.entry)
        else:
            function.statements(node.body, node.entry)


class _Function:
    """The blocks of one function."""

    def __init__(self, numbering: _Numbering, name: str, path: tuple, node: ast.AST):
        self.numbering, self.name, self.path = numbering, name, path
        self.count = 0
        self.digest = hashlib.sha256(ast.dump(node).encode()).hexdigest()[:16]

    def new(self) -> int:
        found = self.numbering.found
        found.append(Block(self.numbering.file, self.name, self.count, self.digest))
        self.count += 1
        return len(found) - 1

    def statements(self, body: list[ast.stmt], block: int) -> None:
        starts = {0: block}
        for place, statement in enumerate(body):
            self.statement(statement, block)
            if _branches(statement) and place + 1 < len(body):
                block = starts[place + 1] = self.new()
        body[0].starts = starts  # where the probes of this list go

    def statement(self, node: ast.stmt, block: int) -> None:
        lists = [value for value in _lists(node) if value]
        inner = {id(child) for value in lists for child in value}
        node.block = block
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            return self.numbering._any(node, self.path, block)
        parts = (ast.ExceptHandler, ast.match_case)
        for child in ast.iter_child_nodes(node):
            if id(child) not in inner and not isinstance(child, parts):
                self.numbering._any(child, self.path, block)
        for value in lists:
            same = isinstance(node, ast.With) and value is node.body
            self.statements(value, block if same else self.new())


def _lists(node: ast.stmt) -> list[list[ast.stmt]]:
    """The lists of statements inside a statement."""
    found = [getattr(node, field, None) for field in ("body", "orelse", "finalbody")]
    for part in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
        found.append(part.body)
    return [value for value in found if isinstance(value, list)]


def _branches(node: ast.stmt) -> bool:
    return bool(_lists(node)) and not isinstance(node, (*FUNCTIONS, ast.ClassDef))


def instrumented(tree: ast.Module, first: int) -> ast.Module:
    """The tree with a probe at the start of each block, numbered from `first`."""
    return ast.fix_missing_locations(_Probes(first).visit(tree))


class _Probes(ast.NodeTransformer):
    """Puts `PROBES[k] = 1` at the start of blocks."""

    def __init__(self, first: int):
        self.first = first

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            value = getattr(node, field, None)
            if isinstance(value, list) and value and getattr(value[0], "starts", None):
                setattr(node, field, self._with_probes(value))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        super().generic_visit(node)
        text = f"({PROBES}.__setitem__({self.first + node.entry}, 1), 0)[1]"
        probe = ast.parse(text, mode="eval").body
        probe.value.elts[1] = node.body
        for inner in ast.walk(probe):
            if not hasattr(inner, "lineno"):
                ast.copy_location(inner, node.body)
        _relocate(probe, node.body)
        node.body = probe
        return node

    def _with_probes(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result = []
        for place, statement in enumerate(body):
            block = body[0].starts.get(place)
            if block is not None:
                probe = ast.parse(f"{PROBES}[{self.first + block}] = 1").body[0]
                _relocate(probe, statement)
                result += (
                    [statement, probe] if _is_docstring(statement, place) else [probe, statement]
                )
            else:
                result.append(statement)
        return result


def _is_docstring(statement: ast.stmt, place: int) -> bool:
    return (
        place == 0
        and isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _relocate(probe: ast.AST, where: ast.AST) -> None:
    """Give the new nodes the place of what they stand before; lines in tracebacks stay."""
    skip = {id(inner) for inner in ast.walk(where)}
    for node in ast.walk(probe):
        if id(node) not in skip and isinstance(node, (ast.expr, ast.stmt)):
            node.lineno = node.end_lineno = where.lineno
            node.col_offset = node.end_col_offset = where.col_offset


def fresh(tree: ast.Module) -> ast.Module:
    """A copy that may be changed."""
    return copy.deepcopy(tree)
