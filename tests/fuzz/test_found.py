"""What random programs found once stays right: each file of found/ is a program and its checks."""

import pathlib
import runpy

import pytest

from tests.fuzz.case import Case
from tests.fuzz.checks import run_checks

FOUND = sorted((pathlib.Path(__file__).parent / "found").glob("*.py"))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_stays_right(path):
    module = runpy.run_path(str(path))
    text = path.read_text()
    case = Case(text[text.index("def program(") :], module["inputs"]())
    problems, done = run_checks(case, module["CHECKS"])
    assert not problems
    assert done, "no check had anything to compare"
