"""Work that is left to a thread, or to the end of the process."""

import os
import subprocess
import sys
import threading

import pytest

from fjax.core import later
from fjax.lowering import disk_cache


@pytest.fixture(autouse=True)
def _waits(monkeypatch):
    """No thread does the work."""
    monkeypatch.setattr(later, "DELAY", 1.0)
    monkeypatch.setattr(later.threading, "Thread", _Never)
    yield
    later.finish()


class _Never:
    """A thread that does not begin."""

    def __init__(self, **settings):
        assert settings["daemon"]

    def start(self):
        pass


def test_work_is_done_when_it_is_asked_for_and_once():
    done = []
    later.leave("a", lambda: done.append("a"))
    later.leave("b", lambda: done.append("b"))
    assert done == []
    later.hasten("b")
    later.hasten("b")
    assert done == ["b"]
    later.finish()
    assert done == ["b", "a"]


def test_of_one_name_the_latest_work_is_done():
    done = []
    for k in range(3):
        later.leave("a", lambda k=k: done.append(k))
    later.finish()
    assert done == [2]


def test_work_that_fails_keeps_none_back():
    done = []

    def fails():
        raise OSError("full")

    later.leave("a", fails)
    later.leave("b", lambda: done.append("b"))
    with pytest.raises(OSError, match="full"):
        later.finish()
    later.finish()
    assert done == ["b"]


def test_an_entry_that_is_not_written_yet_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "directory", lambda: tmp_path)
    disk_cache.write_later("ab" * 20, lambda: b"code")
    assert not [*tmp_path.iterdir()]
    assert disk_cache.read("ab" * 20) == b"code"
    assert disk_cache.contents().entries == 1


def test_nothing_to_store_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "directory", lambda: tmp_path)
    disk_cache.write_later("ab" * 20, lambda: None)
    later.finish()
    assert disk_cache.read("ab" * 20) is None


def test_a_folder_that_is_gone_in_the_meantime_is_not_told_of(tmp_path, monkeypatch, recwarn):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.setattr(disk_cache, "directory", lambda: folder)
    disk_cache.write_later("ab" * 20, lambda: b"code")
    folder.rmdir()
    later.finish()
    assert not folder.exists()
    assert not recwarn.list


def test_entries_that_other_processes_of_a_job_wait_for_are_written_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "directory", lambda: tmp_path)
    monkeypatch.setattr(disk_cache.processes, "count", lambda: 2)
    disk_cache.write_later("ab" * 20, lambda: b"code")
    assert (tmp_path / "ab").is_dir()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_child_leaves_the_work_to_its_parent():
    done = []
    later.leave("a", lambda: done.append("a"))
    child = os.fork()
    if child == 0:
        later.finish()
        os._exit(len(done))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    later.finish()
    assert done == ["a"]


def test_a_thread_does_the_work_a_moment_later(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(later, "DELAY", 1e-3)
    who, done = [], threading.Event()
    later.leave("a", lambda: (who.append(threading.current_thread().name), done.set()))
    assert done.wait(60)
    assert who == ["fjax-later"]


@pytest.mark.extended
def test_the_process_does_what_is_left_as_it_ends():
    program = "from fjax.core import later; later.DELAY = 1e9; later.leave('a', lambda: print('b'))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "b\n"
