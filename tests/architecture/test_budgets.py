"""Files stay under 600 lines, functions under 50, lines under 100 columns."""

import ast

from tests.architecture.exceptions import LONG_FILES, LONG_FUNCTIONS
from tests.architecture.source import ROOT, check, modules

FILE_LINES = 600
FUNCTION_LINES = 50
COLUMNS = 100
FOLDERS = ("fjax", "tests", "examples", "benchmarks")


def _code_lines(function):
    """A function's lines without its docstring."""
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


def test_files_stay_under_their_lines():
    lines = {module.name: module.text.count("\n") for module in modules()}
    long = {name for name, count in lines.items() if count > FILE_LINES}
    check(
        f"{module.where}: {lines[module.name]} lines, at most {FILE_LINES}"
        for module in modules()
        if module.name in long - LONG_FILES.keys()
    )
    assert LONG_FILES.keys() <= long, f"no exception: {LONG_FILES.keys() - long}"


def test_functions_stay_under_their_lines():
    long = {
        (module.name, function.name): f"{module.where}:{function.lineno}: {function.name} has"
        f" {_code_lines(function)} lines, at most {FUNCTION_LINES}"
        for module in modules()
        for function in module.functions
        if _code_lines(function) > FUNCTION_LINES
    }
    allowed = {(module, name) for module, names in LONG_FUNCTIONS.items() for name in names}
    check(text for key, text in long.items() if key not in allowed)
    assert allowed <= long.keys(), f"no exception: {allowed - long.keys()}"


def test_lines_stay_under_their_columns():
    check(
        f"{path.relative_to(ROOT)}:{number}: more than {COLUMNS} columns"
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > COLUMNS
    )
