"""What type checkers are told of arrays' operators and methods is what is attached to them."""

import ast
import importlib
import inspect
import pathlib

import pytest

import fjax
from fjax.core.operand import Operand
from fjax.misspelling import Absent

STUB = pathlib.Path(fjax.__file__).parent / "core" / "operand_methods.pyi"
(CLASS,) = [node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)]
DECLARED = {node.name: node for node in CLASS.body if isinstance(node, ast.FunctionDef)}
TAKEN = {  # functions of fjax.numpy: their own annotations are read
    node.targets[0].id: ast.unparse(node.value)
    for node in CLASS.body
    if isinstance(node, ast.Assign)
}
OWN = {
    "itemsize",
    "nbytes",
    "_called",
    "__dir__",
    "__len__",
    "__delitem__",
    "__setitem__",
    "__hash__",
}  # of the class itself
BOOKKEEPING = {"__doc__", "__module__", "__slots__", "__annotations__", "__array_priority__"}
for name in list(vars(Operand)):
    hasattr(Operand, name)  # a method is put there when somebody first asks for it
ATTACHED = {
    name: value
    for name, value in vars(Operand).items()
    if name not in OWN | BOOKKEEPING and not name.startswith("__static")
    if not isinstance(value, Absent)
}


def is_property(node):
    return any(ast.unparse(decorator) == "property" for decorator in node.decorator_list)


def test_what_is_attached_is_declared_and_nothing_else():
    assert DECLARED.keys() | TAKEN.keys() == ATTACHED.keys() - {"__firstlineno__"}
    assert not DECLARED.keys() & TAKEN.keys()


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_a_method_that_is_a_function_is_the_one_attached(name):
    module, function = TAKEN[name].split(".")
    assert ATTACHED[name] is getattr(importlib.import_module(f"fjax.numpy.{module}"), function)


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_method_is_declared_with_its_parameters(name):
    node, found = DECLARED[name], ATTACHED[name]
    assert is_property(node) == isinstance(found, property)
    if is_property(node):
        return
    header = ast.unparse(node.args)
    declared = eval(f"lambda {strip_annotations(node)}: None")
    given = list(inspect.signature(found).parameters.values())[1:]
    wanted = list(inspect.signature(declared).parameters.values())[1:]
    assert [(p.name, p.kind, p.default) for p in wanted] == [
        (p.name, p.kind, p.default) for p in given
    ], header


def strip_annotations(node):
    arguments = node.args
    for each in [*arguments.args, *arguments.kwonlyargs, arguments.vararg]:
        if each is not None:
            each.annotation = None
    return ast.unparse(arguments)
