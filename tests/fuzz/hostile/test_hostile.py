"""Mutants of fixed seeds are read rightly or refused, and the harness sees what is wrong."""

import os
import subprocess
import sys

import pytest

from tests.fuzz.hostile.campaign import campaign
from tests.fuzz.hostile.kinds import KINDS, Kind


def test_mutants_of_a_fixed_seed_are_read_or_refused():
    """In a process of its own, whose memory is limited."""
    command = [sys.executable, "-m", "tests.fuzz.hostile", "--count", "800", "--seed", "0"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ.copy())
    assert done.returncode == 0, done.stdout + done.stderr
    for kind in KINDS:
        assert f"{kind}: {{" in done.stdout


@pytest.mark.extended
def test_many_mutants_are_read_or_refused():
    command = [sys.executable, "-m", "tests.fuzz.hostile", "--count", "8000", "--seed", "77"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ.copy())
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("error", [KeyError("a"), MemoryError(), RecursionError()])
def test_an_error_that_is_not_documented_is_found(monkeypatch, error):
    def read():
        raise error

    monkeypatch.setitem(KINDS, "wrong", Kind(lambda source, folder: read))
    counts, found = campaign(["wrong"], 0, 0, 3)
    assert counts == {"wrong": {"found": 3}} and type(error).__name__ in found[0]


def test_what_never_ends_is_found(monkeypatch):
    def read():
        while True:
            pass

    monkeypatch.setattr("tests.fuzz.hostile.campaign.SECONDS", 0.05)
    monkeypatch.setitem(KINDS, "wrong", Kind(lambda source, folder: read))
    assert "Late" in campaign(["wrong"], 0, 0, 1)[1][0]
