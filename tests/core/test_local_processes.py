"""Which processes of this machine have ended."""

import os
import subprocess
import sys
import time

import pytest

from fjax.core import local_processes
from fjax.core.local_processes import LocalProcesses, own_number


@pytest.fixture
def child():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield process
    process.kill()
    process.wait()


def ended(watched):
    for _ in range(1000):
        if watched.gone():
            return set(watched.gone())
        time.sleep(0.005)
    return set()


def test_a_killed_process_is_gone_before_anybody_asks_how_it_ended(child):
    watched = LocalProcesses({0: os.getpid(), 3: child.pid})
    assert watched.gone() == set()
    child.kill()
    assert ended(watched) == {3} and watched.gone() == {3}
    watched.close()
    assert watched.gone() == {3}


def test_without_descriptors_processes_are_asked_for_by_number(child, monkeypatch):
    def refuse(number):
        raise OSError("too many open files")

    monkeypatch.setattr(local_processes.os, "pidfd_open", refuse, raising=False)
    watched = LocalProcesses({0: os.getpid(), 1: 1, 3: child.pid})
    assert watched.gone() == set()
    child.kill()
    child.wait()
    assert ended(watched) == {3}


def test_one_that_has_ended_before(child):
    child.kill()
    child.wait()
    assert LocalProcesses({2: child.pid}).gone() == {2}


def test_descriptors_are_closed(child):
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    watched = LocalProcesses({0: os.getpid(), 1: child.pid})
    watched.close()
    assert watched.gone() == set()
    after = len(os.listdir("/proc/self/fd")) if before else 0
    assert after == before


def test_own_number():
    numbering, number = own_number()
    assert number == os.getpid() and isinstance(numbering, str)
