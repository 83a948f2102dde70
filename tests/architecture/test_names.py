"""What a module is not asked for it does not offer."""

import ast

from tests.architecture.source import check, module_names, modules

ENGINE = ("core", "higher_order", "lowering", "passes", "spmd")


def engine():
    """The modules that make and run programs."""
    return [module for module in modules() if module.name.split(".")[0] in ENGINE]


def _offered(module):
    """(what a module's `__all__` lists, what it defines)."""
    offered, defined = set(), set()
    for node in module.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.add(node.name)
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            if isinstance(target, ast.Name):
                defined.add(target.id)
                if target.id == "__all__":
                    offered.update(ast.literal_eval(node.value))
    return offered, defined


def test_a_module_says_that_it_offers_only_what_it_defines():
    """A list of names that it only imports would be there for the linter's sake."""
    check(
        f"{module.where}: {name} is not defined there"
        for module in engine()
        if module.path.stem != "__init__"
        for offered, defined in [_offered(module)]
        for name in sorted(offered - defined)
    )


def _is_private(name):
    return name.startswith("_") and not name.startswith("__")


def _of_others(module):
    """(line, name) of what a module uses and another keeps to itself."""
    others = set()
    for node in module.top:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fjax"):
            names = [(a.name, a.asname or a.name) for a in node.names]
            yield from ((node.lineno, name) for name, _ in names if _is_private(name))
            parent = node.module.removeprefix("fjax").removeprefix(".")
            others |= {a for n, a in names if f"{parent}.{n}".lstrip(".") in module_names()}
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if _is_private(node.attr) and node.value.id in others:
                yield node.lineno, f"{node.value.id}.{node.attr}"


def test_what_is_private_to_a_module_is_used_there_alone():
    check(
        f"{module.where}:{line}: {name} is another module's"
        for module in engine()
        for line, name in _of_others(module)
    )
