"""A plugin for pytest: which blocks of the package each test runs, and how long it takes.

`python -m pytest -p tests.mutation.reach` writes the map, one piece for each file of tests, to the
folder FJAX_REACH_FOLDER.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import pathlib
import pickle
import time
import zlib

import pytest

from tests.mutation import blocks, loader

FOLDER = pathlib.Path(os.environ.get("FJAX_REACH_FOLDER", ""))


class _Recorder:
    def __init__(self):
        self.blocks, self.trees = [], {}
        for path in blocks.files():
            tree = blocks.parse(path)
            self.trees[path] = (tree, len(self.blocks))
            self.blocks += blocks.blocks(tree)
        self.marks = bytearray(len(self.blocks))
        setattr(builtins, blocks.PROBES, self.marks)
        self.tests, self.at_import, self.file = {}, None, None
        self.seconds, self.passed = 0.0, False

    def code(self, path):
        """A module's code with probes."""
        if path not in self.trees:
            return None
        tree, first = self.trees.pop(path)
        return compile(blocks.instrumented(tree, first), str(path), "exec", dont_inherit=True)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """Run one test with clean marks."""
        if self.at_import is None:
            self.at_import = bytes(self.marks)
        if self.file != item.path:
            self._finish_file()
            self.file = item.path
        self._forget()
        self.marks[:] = bytes(len(self.marks))
        self.passed, start = True, time.process_time()
        try:
            return (yield)
        finally:
            seconds = time.process_time() - start
            self.tests[item.nodeid] = (seconds, self.passed, zlib.compress(self.marks, 1))

    def _forget(self):
        """What an earlier test left in memos or in the pool would hide blocks from this one."""
        from fjax import clear_caches, clear_pool

        clear_caches()
        clear_pool()

    def pytest_runtest_logreport(self, report):
        """A test counts as passed only if all its phases did."""
        if report.outcome != "passed":
            self.passed = False

    def pytest_sessionfinish(self):
        """Write down the last file."""
        self._finish_file()

    def _finish_file(self):
        """Write down what a file's tests reached, under the hash of that file."""
        if self.tests:
            record = {
                "digest": file_digest(self.file),
                "blocks": self.blocks,
                "at_import": self.at_import,
                "tests": self.tests,
            }
            name = self.file.relative_to(blocks.ROOT).as_posix().replace("/", "+")
            FOLDER.mkdir(parents=True, exist_ok=True)
            temporary = FOLDER / f"{name}.part"
            temporary.write_bytes(zlib.compress(pickle.dumps(record), 1))
            temporary.with_suffix(".digest").write_text(record["digest"])
            os.replace(temporary, FOLDER / f"{name}.reach")
        self.tests = {}


def file_digest(path: pathlib.Path) -> str:
    """The hash of a file of tests."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def recorded_digest(part: pathlib.Path) -> str:
    """The hash of the file of tests that a piece of the map was made from."""
    found = part.with_suffix(".digest")
    return found.read_text() if found.exists() else ""


if "FJAX_REACH_FOLDER" in os.environ:  # before anything imports the package
    _recorder = _Recorder()
    loader.install(_recorder.code)


def pytest_configure(config):
    """Pytest calls the recorder's hooks."""
    config.pluginmanager.register(_recorder)
