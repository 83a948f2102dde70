"""Imports point down the layers, at module top."""

import ast
import importlib

import pytest

from fjax.lowering.plan_cache import DECIDERS
from tests.architecture.exceptions import LOCAL_IMPORTS, UPWARD_IMPORTS
from tests.architecture.source import ROOT, check, modules, walk

# From the lowest to the highest. The longest matching prefix of a module's name decides; modules of
# one layer may import each other as long as no circle arises.
LAYERS = (
    ("dataclass", "foreign_names", "misspelling", "version"),
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


def test_imports_point_down_the_layers():
    check(
        f"{module.where}:{line} imports fjax.{name}"
        for module in modules()
        for line, name in module.imports
        if rank(name) > rank(module.name) and name not in UPWARD_IMPORTS.get(module.name, {})
    )


def test_plans_on_disk_depend_on_all_folders_that_decide_about_them():
    """Other folders serve messages, tracing, and programs of several processes."""
    folders = {"lowering", "passes"}
    for _ in LAYERS:
        of_these = (m for m in modules() if m.name.partition(".")[0] in folders)
        folders |= {name.partition(".")[0] for m in of_these for _, name in m.imports}
    folders = {name for name in folders if (ROOT / "fjax" / name).is_dir()}
    assert folders - {"foreign_names", "pytrees", "spmd"} == set(DECIDERS)


def test_no_module_imports_itself_through_others():
    graph = {module.name: sorted({name for _, name in module.imports}) for module in modules()}
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


def _imports_something(node):
    """Whether a node is an import statement or a call that imports."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        return name in ("__import__", "import_module")
    return isinstance(node, (ast.Import, ast.ImportFrom))


def _local_imports(module):
    """The lines of import statements and import calls inside functions."""
    if "import" not in module.text:
        return []
    lines = {node.lineno for node in module.nodes if _imports_something(node)}
    inside = {n for f in module.functions for n in range(f.lineno, f.end_lineno + 1)}
    return sorted(lines & inside)


def test_imports_stand_at_module_top():
    found = {module.name: (module.where, _local_imports(module)) for module in modules()}
    check(
        f"{where}:{line}: an import inside a function"
        for name, (where, lines) in found.items()
        for line in lines
        if name not in LOCAL_IMPORTS
    )
    stale = [name for name in LOCAL_IMPORTS if not found[name][1]]
    assert not stale, f"no exception: {stale}"


def _absolute(node):
    """The modules that an import statement names in full."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []


def test_slow_modules_are_loaded_on_first_use():
    check(
        f"{module.where}:{node.lineno} imports {name}: load it through fjax/core/lazy.py"
        for module in modules()
        for node in module.top
        for name in _absolute(node)
        if name.split(".")[0] in HEAVY
    )


def test_a_target_is_known_to_itself_alone():
    check(
        f"{module.where}:{line} imports fjax.{name}: ask fjax.lowering.target.Target"
        for module in modules()
        for line, name in module.imports
        for target in TARGETS
        if name.startswith(target) and not module.name.startswith(target)
    )


def test_the_lowering_asks_operations_for_their_roles_and_knows_no_primitive():
    """A target may: its library calls are for certain operations."""
    check(
        f"{module.where}:{line} imports fjax.{name}: ask Primitive or its role"
        for module in modules()
        if module.name.startswith("lowering.") and not module.name.startswith(TARGETS)
        for line, name in module.imports
        if name.startswith("primitives.") and name != "primitives.families"
    )


def _asked_of(path):
    """(line, module of ours, name) of what a file outside the package imports from it."""
    nodes = walk(ast.parse(path.read_text()))
    expected = {id(n) for w in nodes if isinstance(w, ast.With) for n in w.body}  # to raise
    for node in nodes:
        ours = isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "fjax"
        if ours and id(node) not in expected:
            yield from ((node.lineno, node.module, alias.name) for alias in node.names)


def _is_there(module, name):
    try:
        return hasattr(importlib.import_module(module), name) or bool(
            importlib.import_module(f"{module}.{name}")
        )
    except ImportError:
        return False


def test_what_other_folders_import_is_there():
    """The type checker reads the package alone."""
    asked = {}
    for folder in ("benchmarks", "docs", "examples", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            for line, module, name in _asked_of(path):
                asked.setdefault((module, name), f"{path.relative_to(ROOT)}:{line}")
    check(
        f"{where} imports {name} from {module}, which has no such name"
        for (module, name), where in asked.items()
        if not _is_there(module, name)
    )
