"""One name, one thing; what a module is not asked for it does not offer."""

import ast
from collections import defaultdict

import pytest

from tests.architecture.source import module_names, modules, top_statements

LOWERING = [m for m in modules() if m.name.startswith("lowering.")]
ENGINE = [
    m for m in modules() if m.name.split(".")[0] in ("core", "higher_order", "passes", "spmd")
]
ENGINE += LOWERING
INTERPRETERS = [m for m in modules() if m.name.startswith("interpreters.")]
TARGETS = ("cpu", "cuda")  # what one has to do with another's parts, they may call the same
PLACES = {"__init__", "target"}  # files of which each folder, or each target, has its own
SHARED = {  # names of classes that stand for the same thing at two levels
    "Loop": "the primitive, and the statement of a kernel",
    "While": "the primitive, and the statement of a kernel",
    "Primitive": "an operation of fjax, and in JAX's spelling one that a user defines by name",
}


def of_target(name):
    """The modules of the lowering without those of other targets."""
    others = [f"lowering.{t}" for t in TARGETS if t != name]
    return [m for m in LOWERING if not m.name.startswith(tuple(others))]


def of_engine(name):
    """The modules of the engine without those of other targets."""
    return [*INTERPRETERS, *(m for m in ENGINE if m not in LOWERING), *of_target(name)]


def several(pairs):
    """The names that stand for several things, with where."""
    found = defaultdict(list)
    for name, where in pairs:
        found[name].append(where)
    return {name: where for name, where in found.items() if len(where) > 1}


@pytest.mark.parametrize("target", TARGETS)
def test_a_class_of_the_engine_has_a_name_of_its_own(target):
    found = several(
        (node.name, module.where)
        for module in of_engine(target)
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert found.keys() == SHARED.keys(), found


@pytest.mark.parametrize("target", TARGETS)
def test_a_file_of_the_lowering_has_a_name_of_its_own(target):
    found = several((m.path.stem, m.where) for m in of_target(target) if m.path.stem not in PLACES)
    assert not found


@pytest.mark.parametrize("module", ENGINE, ids=lambda module: module.name)
def test_a_module_says_that_it_offers_only_what_it_defines(module):
    """A list of names that it only imports would be there for the linter's sake."""
    if module.path.stem == "__init__":
        return
    offered, defined = set(), set()
    for node in module.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.add(node.name)
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            if isinstance(target, ast.Name):
                defined.add(target.id)
                if target.id == "__all__":
                    offered.update(ast.literal_eval(node.value))
    assert offered <= defined, f"{module.where}: {sorted(offered - defined)}"


@pytest.mark.parametrize("module", ENGINE, ids=lambda module: module.name)
def test_what_is_private_to_a_module_is_used_there_alone(module):
    wrong, others = [], set()
    for node in top_statements(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fjax"):
            names = [(a.name, a.asname or a.name) for a in node.names]
            wrong += [n for n, _ in names if n.startswith("_") and not n.startswith("__")]
            parent = node.module.removeprefix("fjax").removeprefix(".")
            others |= {a for n, a in names if f"{parent}.{n}".lstrip(".") in module_names()}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            private = node.attr.startswith("_") and not node.attr.startswith("__")
            wrong += [f"{node.value.id}.{node.attr}"] if private and node.value.id in others else []
    assert not wrong, f"{module.where}: {wrong}"
