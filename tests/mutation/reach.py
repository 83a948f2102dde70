"""A plugin for pytest: which blocks of the package each test runs, and how long it takes.

`python -m pytest -p tests.mutation.reach` writes the map, one piece for each file of tests, to the
folder FJAX_REACH_FOLDER. With FJAX_REACH_SHARE=20 a test of many cases runs for every twentieth of
them, and two more: the others are written down beside the nearest one before them that ran.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import pathlib
import pickle
import tempfile
import time
import zlib

import pytest

from tests.mutation import blocks, loader

FOLDER = pathlib.Path(os.environ.get("FJAX_REACH_FOLDER", ""))
SHARE = int(os.environ.get("FJAX_REACH_SHARE", "1"))


def sampled(names: list[str], share: int) -> dict[str, str]:
    """For each test's name the case of the same function that runs for it (itself, if it runs)."""
    cases: dict[str, list[str]] = {}
    for name in names:
        cases.setdefault(name.partition("[")[0], []).append(name)
    found = {}
    for group in cases.values():
        wanted = len(group) if share == 1 else min(len(group), 2 + -(-len(group) // share))
        first = zlib.crc32(group[0].encode()) % len(group)  # not the same rows for each function
        group = group[first:] + group[:first]
        for place, name in enumerate(group):
            turn = place * wanted // len(group)
            found[name] = group[-(-turn * len(group) // wanted)]
    return found


class _Recorder:
    def __init__(self):
        self.blocks, self.trees = [], {}
        for path in blocks.files():
            tree = blocks.parse(path)
            self.trees[path] = (tree, len(self.blocks))
            self.blocks += blocks.blocks(tree)
        self.marks = bytearray(len(self.blocks))
        self.numbering = hashlib.sha256(repr(self.blocks).encode()).hexdigest()[:16]
        setattr(builtins, blocks.PROBES, self.marks)
        self.tests, self.at_import, self.file = {}, None, None
        self.seconds, self.passed = 0.0, False
        self.stands_for: dict[str, str] = {}
        self.kernels = None

    def code(self, path):
        """A module's code with probes."""
        if path not in self.trees:
            return None
        tree, first = self.trees.pop(path)
        return compile(blocks.instrumented(tree, first), str(path), "exec", dont_inherit=True)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        """Leave out the cases that others stand for."""
        self.stands_for = sampled([item.nodeid for item in items], SHARE)
        items[:] = [item for item in items if self.stands_for[item.nodeid] == item.nodeid]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """Run one test with clean marks."""
        if self.at_import is None:
            self.at_import = bytes(self.marks)
        if self.file != item.path:
            self._finish_file()
            self.file = item.path
            self._empty_cache()
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

    def _empty_cache(self):
        """Kernels go to a new folder: one that is found in a folder is not emitted."""
        from fjax.config import config

        self.kernels = tempfile.TemporaryDirectory(prefix="fjax-reach-")
        config.update("compilation_cache_dir", self.kernels.name)

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
                "beside": {n: by for n, by in self.stands_for.items() if by in self.tests},
                "digest": file_digest(self.file),
                "numbering": self.numbering,
                "at_import": self.at_import,
                "tests": self.tests,
            }
            name = self.file.relative_to(blocks.ROOT).as_posix().replace("/", "+")
            FOLDER.mkdir(parents=True, exist_ok=True)
            numbering = FOLDER / f"{self.numbering}.blocks"
            if not numbering.exists():
                numbering.write_bytes(zlib.compress(pickle.dumps(self.blocks), 1))
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
