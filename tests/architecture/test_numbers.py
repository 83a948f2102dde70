"""What the lowering decides by size or cost is a quantity of the machine, or has its reason."""

import ast
import re

import pytest

from tests.architecture.exceptions import NUMBERS, READERS_OF_HERE
from tests.architecture.source import modules

LOWERING = [m for m in modules() if re.match(r"(lowering|passes|spmd)\b", m.name)]
SPELLINGS = re.compile(r"lowering\.(cpu|cuda|numba|llvm|machine|kernel)\b")
GENERIC = [m for m in LOWERING if not SPELLINGS.match(m.name)]


def _value(node):
    """The number that an expression of literals is; None if it is something else."""
    literals = ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop
    if not all(isinstance(n, literals) for n in ast.walk(node)):
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
                yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))


@pytest.mark.parametrize("module", LOWERING, ids=lambda module: module.name)
def test_numbers_of_the_lowering_stand_in_the_machine_or_have_a_reason(module):
    found = {name for name in _names(module) if name.isupper()}
    known = {name for names in NUMBERS.get(module.name, {}) for name in names.split()}
    assert not found - known, (
        f"{module.where}: {sorted(found - known)}: make them quantities in lowering/machine.py"
    )
    assert not known - found, f"exceptions.py: {module.name} has no {sorted(known - found)}"


@pytest.mark.parametrize("module", GENERIC, ids=lambda module: module.name)
def test_sizes_are_compared_with_names(module):
    """0, 1 and 2 are numbers of things; from 3 on a number is a threshold."""
    found = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if (value := _value(side)) is not None and abs(value) > 2
    ]
    assert not found, f"{module.where}: {'; '.join(found)}"


def test_only_what_changes_no_bit_asks_for_the_processor_at_hand():
    found = {m.name for m in modules() if re.search(r"\bmachine\.here\b|\bHere\b", m.text)}
    assert found == set(READERS_OF_HERE)
