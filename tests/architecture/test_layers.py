"""Imports point down the layers, at module top."""

import ast

import pytest

from tests.architecture.exceptions import LOCAL_IMPORTS, UPWARD_IMPORTS
from tests.architecture.source import functions, imported, modules, top_statements

# From the lowest to the highest. The longest matching prefix of a module's name decides; modules of
# one layer may import each other as long as no circle arises.
LAYERS = (
    ("misspelling", "version"),
    ("errors", "locks", "precision", "variables"),
    ("options",),
    ("config", "absent"),
    ("pytrees", "tree_util", "tree"),
    ("core",),
    ("primitives",),
    ("interpreters",),
    ("higher_order",),
    ("passes",),
    ("spmd",),
    ("lowering",),
    ("api",),
    ("lax",),
    ("numpy",),
    ("checkpoints", "nn", "random", "scipy", "ops", "image"),
    ("export",),
    ("data", "experimental", "example_libraries", "models", "optim"),
    ("train",),
    ("",),  # other modules at the top of the package: public names of what is below
    ("__init__",),
    ("__main__",),
)
TARGETS = ("lowering.cpu", "lowering.cuda")
HEAVY = ("numba", "llvmlite", "scipy", "opt_einsum", "cupy")


def rank(name):
    """The number of a module's layer."""
    matches = [
        (len(prefix), number)
        for number, layer in enumerate(LAYERS)
        for prefix in layer
        if prefix in ("", name) or name.startswith(prefix + ".")
    ]
    return max(matches)[1]


def _imports(module):
    """(line, imported module) of what a module imports from the package when it loads."""
    return [
        (node.lineno, name)
        for node in top_statements(module.tree)
        for name in imported(module, node)
        if name != module.name
    ]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_imports_point_down_the_layers(module):
    allowed = UPWARD_IMPORTS.get(module.name, {})
    wrong = [
        f"{module.where}:{line} imports fjax.{name}"
        for line, name in _imports(module)
        if rank(name) > rank(module.name) and name not in allowed
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_imports_itself_through_others():
    graph = {module.name: sorted({name for _, name in _imports(module)}) for module in modules()}
    done, path = set(), []

    def visit(name):
        if name in path:
            pytest.fail(" imports ".join([*path[path.index(name) :], name]))
        if name in done or name not in graph:
            return
        path.append(name)
        for other in graph[name]:
            visit(other)
        path.pop()
        done.add(name)

    for name in graph:
        visit(name)


def _local_imports(module):
    """The lines of import statements and import calls inside functions."""
    lines = set()
    for function in functions(module.tree):
        for node in ast.walk(function):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if isinstance(node, (ast.Import, ast.ImportFrom)) or called in (
                "__import__",
                "import_module",
                "importlib.import_module",
            ):
                lines.add(node.lineno)
    return sorted(lines)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_imports_stand_at_module_top(module):
    lines = [f"{module.where}:{line}" for line in _local_imports(module)]
    if module.name in LOCAL_IMPORTS:
        assert lines, f"{module.name} needs its exception no longer"
    else:
        assert not lines, "imports inside functions: " + ", ".join(lines)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_slow_modules_are_loaded_on_first_use(module):
    found = []
    for node in top_statements(module.tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        found += [
            f"{module.where}:{node.lineno} imports {name}"
            for name in names
            if name.split(".")[0] in HEAVY
        ]
    assert not found, "load these through fjax/core/lazy.py: " + ", ".join(found)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_target_is_known_to_itself_alone(module):
    wrong = [
        f"{module.where}:{line} imports fjax.{name}"
        for line, name in _imports(module)
        for target in TARGETS
        if name.startswith(target) and not module.name.startswith(target)
    ]
    assert not wrong, "ask fjax.lowering.target.Target instead: " + ", ".join(wrong)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_the_lowering_asks_operations_for_their_roles_and_knows_no_primitive(module):
    """A target may: its library calls are for certain operations."""
    if not module.name.startswith("lowering.") or module.name.startswith(TARGETS):
        return
    found = {name for _, name in _imports(module) if name.startswith("primitives.")}
    assert found <= {"primitives.families"}, f"{module.where}: ask Primitive or its role"
