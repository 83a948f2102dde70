"""Files stay under 600 lines, functions under 50, lines under 100 columns."""

import ast

import pytest

from tests.architecture.exceptions import LONG_FILES, LONG_FUNCTIONS
from tests.architecture.source import ROOT, functions, modules

FILE_LINES = 600
FUNCTION_LINES = 50
COLUMNS = 100
OTHERS = sorted(
    path for folder in ("tests", "examples", "benchmarks") for path in (ROOT / folder).rglob("*.py")
)


def _code_lines(function):
    """A function's lines without its docstring."""
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_file_stays_under_its_lines(module):
    lines = module.text.count("\n")
    if module.name in LONG_FILES:
        assert lines > FILE_LINES, f"{module.where} needs its exception no longer"
    else:
        assert lines <= FILE_LINES, f"{module.where} has {lines} lines"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_functions_stay_under_their_lines(module):
    allowed = LONG_FUNCTIONS.get(module.name, {})
    long = {
        function.name: _code_lines(function)
        for function in functions(module.tree)
        if _code_lines(function) > FUNCTION_LINES
    }
    wrong = [
        f"{module.where}: {name} has {count} lines"
        for name, count in long.items()
        if name not in allowed
    ]
    wrong += [
        f"{module.where}: {name} needs its exception no longer"
        for name in allowed
        if name not in long
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "path",
    [module.path for module in modules()] + OTHERS,
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_lines_stay_under_their_columns(path):
    wrong = [
        number
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > COLUMNS
    ]
    assert not wrong, f"{path.relative_to(ROOT)}: lines {wrong} have more than {COLUMNS} columns"
