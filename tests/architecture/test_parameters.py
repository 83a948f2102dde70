"""What is handed to a function counts: parameters without effect are those of the record."""

import ast
import functools

from tests.architecture import source

ENGINE = ("core", "higher_order", "interpreters", "lowering", "passes", "primitives", "spmd")
EARLIER = {"iter": 0, "value": 0, "generators": 0, "target": 1, "targets": 1}
WITHOUT_BODY = (ast.Raise, ast.Pass)
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def names(node):
    """(name, whether it is read) below a node, in the order of evaluation."""
    if isinstance(node, ast.Name):
        yield node.id, isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.AugAssign):
        yield from ((name, True) for name, _ in names(node.target))
    for _, value in sorted(ast.iter_fields(node), key=lambda field: EARLIER.get(field[0], 2)):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, FUNCTIONS):
                yield from (pair for pair in names(child) if pair[0] not in bound(child))
            elif isinstance(child, ast.AST):
                yield from names(child)


@functools.cache
def bound(function):
    """The names that are a function's own."""
    nodes = source.walk(function)
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored.union(n.arg for n in nodes if isinstance(n, ast.arg))


def unread(function):
    """The parameters that nothing reads before something else takes their names."""
    groups = function.args.posonlyargs, function.args.args, function.args.kwonlyargs
    parameters = [arg.arg for group in groups for arg in group]
    found = [node for node in source.walk(function) if isinstance(node, ast.Name)]
    read = {node.id: True for node in found if isinstance(node.ctx, ast.Load)}
    written = {node.id for node in found if isinstance(node.ctx, ast.Store)}
    if not written.isdisjoint(parameters):
        read = {}
        for name, now in names(ast.Module(function.body, [])):
            read.setdefault(name, now)
    return [name for name in parameters if not name.startswith("_") and not read.get(name)]


def is_left_to_others(function):
    """Whether a function has no body of its own."""
    last = function.body[-1]
    says = isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant)
    overloads = "overload" in map(ast.unparse, function.decorator_list)
    return overloads or says or len(function.body) <= 2 and isinstance(last, WITHOUT_BODY)


def test_parameters_without_effect_are_recorded(golden):
    found = []
    for module in source.modules():
        if module.name.split(".")[0] in ENGINE:
            continue
        methods = {id(f) for n in module.nodes if isinstance(n, ast.ClassDef) for f in n.body}
        for function in module.functions:
            if id(function) not in methods and not is_left_to_others(function):
                found += [f"{module.name} {function.name}: {name}" for name in unread(function)]
    golden("unread_parameters.txt", "\n".join(found) + "\n")
