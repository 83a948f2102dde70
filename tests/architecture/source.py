"""The package's source as parsed modules, for the tests of its architecture."""

import ast
import dataclasses
import functools
import gc
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "fjax"


@dataclasses.dataclass(eq=False)
class Module:
    """One file: its dotted name under fjax (`core.ir`; the package itself is `__init__`)."""

    name: str
    path: pathlib.Path
    text: str

    @functools.cached_property
    def tree(self):
        """The parsed file. The trees stay, of two million objects: collections pass over them."""
        found = ast.parse(self.text, str(self.path))
        gc.freeze()
        return found

    @functools.cached_property
    def where(self):
        """The path from the repository's root."""
        return self.path.relative_to(ROOT).as_posix()

    @functools.cached_property
    def nodes(self):
        """All nodes of the tree."""
        return tuple(walk(self.tree))

    @functools.cached_property
    def functions(self):
        """All function definitions, methods and inner functions included."""
        kinds = ast.FunctionDef, ast.AsyncFunctionDef
        return [node for node in self.nodes if isinstance(node, kinds)]

    @functools.cached_property
    def top(self):
        """The statements that run at import."""
        return tuple(top_statements(self.tree))

    @functools.cached_property
    def imports(self):
        """(line, module of ours) of what this one imports when it loads."""
        return [
            (node.lineno, name)
            for node in self.top
            for name in imported(self, node)
            if name != self.name
        ]

    def lines(self, pattern):
        """Where a pattern is found, as `path:line`."""
        if not re.search(pattern, self.text):
            return []
        lines = enumerate(self.text.splitlines(), 1)
        return [f"{self.where}:{number}" for number, line in lines if re.search(pattern, line)]


@functools.cache
def modules():
    """All modules of the package."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        found.append(Module(".".join(parts), path, path.read_text()))
    return tuple(found)


@functools.cache
def module_names():
    """The dotted names of all modules."""
    return frozenset(module.name for module in modules())


def walk(node):
    """The nodes of `ast.walk` in its order, in a third of its time."""
    found = [node]
    for each in found:
        for name in each._fields:
            below = getattr(each, name, None)
            if isinstance(below, ast.AST):
                found.append(below)
            elif isinstance(below, list):
                found += [x for x in below if isinstance(x, ast.AST)]
    return found


def check(violations):
    """Fail with all violations at once, one a line."""
    found = list(violations)
    assert not found, "\n".join([f"{len(found)} violations", *found])


def is_type_checking(node):
    """Whether a statement is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def top_statements(tree):
    """The statements that run at import, those inside module-level if, try and with included."""
    pending = list(tree.body)
    while pending:
        node = pending.pop(0)
        if is_type_checking(node):
            continue
        yield node
        for field in ("body", "orelse", "finalbody"):
            if isinstance(node, (ast.If, ast.Try, ast.With)):
                pending += getattr(node, field, [])
        if isinstance(node, ast.Try):
            pending += [inner for handler in node.handlers for inner in handler.body]


def imported(module, node):
    """The fjax modules that an import statement of `module` names."""
    names = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parts = module.name.split(".")
            if module.path.name != "__init__.py":
                parts = parts[:-1]
            parts = parts[: len(parts) - node.level + 1]
            base = ".".join(["fjax", *parts, *([node.module] if node.module else [])])
        names = [f"{base}.{alias.name}" for alias in node.names]
    return [found for name in names if (found := _resolve(name)) is not None]


def _resolve(name):
    """The module of ours that a dotted name lies in, or None if it is not ours."""
    parts = name.split(".")
    if parts[0] != "fjax":
        return None
    for end in range(len(parts), 1, -1):
        if ".".join(parts[1:end]) in module_names():
            return ".".join(parts[1:end])
    return "__init__"
