"""Which cases `make test` runs of a test marked `one_in`, and what is kept from run to run."""

import os

import pytest

from tests.conftest import chosen, trim

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


def test_the_oldest_files_go_first(tmp_path):
    (tmp_path / "aa").mkdir()
    for age, name in enumerate(["new", "old", "older"]):
        (tmp_path / "aa" / name).write_bytes(bytes(100))
        os.utime(tmp_path / "aa" / name, (1000 - age, 1000 - age))
    trim(tmp_path, 250)
    assert {path.name for path in (tmp_path / "aa").iterdir()} == {"new", "old"}
    trim(tmp_path, 99)
    assert not list((tmp_path / "aa").iterdir())
