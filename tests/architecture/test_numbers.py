"""What the lowering decides by size or cost is a quantity of the machine, or has its reason."""

import ast
import re

from tests.architecture.exceptions import NUMBERS, READERS_OF_HERE
from tests.architecture.source import check, modules, walk

SPELLINGS = re.compile(r"lowering\.(cpu|cuda|numba|llvm|machine|kernel)\b")


def lowering():
    """The modules that decide how a program runs."""
    return [module for module in modules() if re.match(r"(lowering|passes|spmd)\b", module.name)]


def _value(node):
    """The number that an expression of literals is; None if it is something else."""
    literals = ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop
    if not all(isinstance(n, literals) for n in walk(node)):
        return None
    found = eval(ast.unparse(node))
    return None if isinstance(found, (bool, str, bytes)) else found


def _numbers(value):
    """Whether a module's value is a number, several, or one of two."""
    if isinstance(value, ast.Tuple):
        return any(_value(v) is not None for v in value.elts)
    if isinstance(value, ast.IfExp):
        return _numbers(value.body) or _numbers(value.orelse)
    return _value(value) is not None


def _names(module):
    """The names that a module gives numbers."""
    for node in module.tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value and _numbers(node.value):
            for target in getattr(node, "targets", None) or [node.target]:
                yield from (n.id for n in walk(target) if isinstance(n, ast.Name))


def test_numbers_of_the_lowering_stand_in_the_machine_or_have_a_reason():
    found = {(m.name, name) for m in lowering() for name in _names(m) if name.isupper()}
    known = {
        (module, name)
        for module, reasons in NUMBERS.items()
        for names in reasons
        for name in names.split()
    }
    check(
        f"{module}: {name}: make it a quantity in lowering/machine.py"
        for module, name in sorted(found - known)
    )
    check(f"exceptions.py: {module} has no {name}" for module, name in sorted(known - found))


def test_sizes_are_compared_with_names():
    """0, 1 and 2 are numbers of things; from 3 on a number is a threshold."""
    check(
        f"{module.where}:{node.lineno}: {ast.unparse(node)}"
        for module in lowering()
        if not SPELLINGS.match(module.name)
        for node in module.nodes
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if (value := _value(side)) is not None and abs(value) > 2
    )


def test_only_what_changes_no_bit_asks_for_the_processor_at_hand():
    found = {m.name for m in modules() if re.search(r"\bmachine\.here\b|\bHere\b", m.text)}
    assert found == set(READERS_OF_HERE)
