"""Which cases `make test` runs of a test marked `one_in`."""

import pytest

from tests import effort
from tests.conftest import chosen

CASES = [f"case-{number}" for number in range(100)]


def test_one_in_n_cases_are_chosen_and_one_at_least():
    assert [len(chosen("test", CASES, n)) for n in (1, 2, 3, 100, 1000)] == [100, 50, 34, 1, 1]
    assert chosen("test", CASES, 8) <= set(CASES)


def test_tests_of_the_same_cases_run_different_ones():
    several = [chosen(f"test_{name}", CASES, 8) for name in "abcdefgh"]
    assert len(set().union(*several)) > 50


def test_a_new_case_leaves_the_others_chosen():
    before = chosen("test", CASES, 4)
    assert len(before - chosen("test", [*CASES, "new"], 4)) <= 1


@pytest.mark.one_in(5)
@pytest.mark.parametrize("case", CASES[:10])
def test_cases_that_are_not_chosen_are_extended(case, request):
    test = request.node.nodeid.partition("[")[0]
    marks = {mark.name for mark in request.node.own_markers}
    assert ("extended" in marks) == (case not in chosen(test, CASES[:10], 5))


@pytest.mark.parametrize("short", [True, False])
def test_a_short_run_tries_one_name_in_n_and_a_long_one_all(short, monkeypatch):
    monkeypatch.setitem(effort.state, "short", short)
    names = [str(i) for i in range(800)]
    tried = [name for name in names if effort.tries(name, 8)]
    assert tried == [name for name in names if effort.tries(name, 8)]
    assert 50 < len(tried) < 150 if short else tried == names
