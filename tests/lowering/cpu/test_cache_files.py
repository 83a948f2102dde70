"""Files of the cache that are no cache files."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering import disk_cache
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import llvm_options
from tests.lowering.cpu.test_cache import entries, works

pytestmark = [
    pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="checks objects of Linux")
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache folder of this test, and an empty memory."""
    monkeypatch.setattr(disk_cache, "directory", lambda: disk_cache._private(tmp_path / "kernels"))
    compiler._compiled.clear()
    compiler._info = compiler.CacheInfo()
    return tmp_path / "kernels"


def _socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        os.chdir(path.parent)
        made.bind(path.name)


def _link(path):
    elsewhere = path.parent / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def _sparse(path):
    with open(path, "wb") as file:
        file.truncate(1 << 40)


IN_ITS_PLACE = {
    "pipe": lambda path: (path.unlink(), os.mkfifo(path, 0o600)),
    "directory": lambda path: (path.unlink(), path.mkdir()),
    "socket": lambda path: (path.unlink(), _socket(path)),
    "link": _link,
    "unreadable": lambda path: path.chmod(0),
    "huge": _sparse,
    "device": lambda path: (path.unlink(), path.symlink_to("/dev/zero")),
}


@pytest.mark.parametrize("what", IN_ITS_PLACE)
@pytest.mark.filterwarnings("ignore:fjax keeps no compiled kernels")
def test_what_is_no_file_of_ours_counts_as_absent(folder, what, monkeypatch):
    works(15.5)
    (path,) = entries(folder)
    monkeypatch.chdir(folder)
    handles = len(os.listdir("/proc/self/fd"))
    IN_ITS_PLACE[what](path)
    compiler._compiled.clear()
    works(15.5)
    assert compiler.cache_info().compiled == (1 if what == "unreadable" and os.getuid() == 0 else 2)
    assert len(os.listdir("/proc/self/fd")) == handles


@pytest.mark.parametrize("what", ["pipe", "link", "directory"])
def test_what_is_in_place_of_a_lock_is_neither_waited_for_nor_written_to(folder, what, monkeypatch):
    monkeypatch.setattr(disk_cache.processes, "count", lambda: 2)
    (disk_cache.directory() / "ab").mkdir()
    path = folder / "ab" / "c.lock"
    path.write_bytes(b"kept")
    IN_ITS_PLACE[what](path)
    with disk_cache.alone("abc"):
        assert path.exists()
    if what == "link":
        assert (path.parent / "elsewhere").read_bytes() == b"kept"


def test_locks_links_and_files_that_are_being_written_are_no_entries(folder):
    part, old = folder / "ab", folder / "ab" / "tmpold"
    part.mkdir(parents=True)
    (part / "entry").write_bytes(b"12345")
    (part / "link").symlink_to(part / "entry")
    (part / "inside").mkdir()
    for name in ("entry.lock", "tmpnew", "tmpold"):
        (part / name).touch()
    os.utime(old, (0, 0))
    found = disk_cache._entries(folder)
    assert [(e.path, e.size) for e in found] == [(part / "entry", 5)]
    assert not old.exists() and len(list(part.iterdir())) == 5


def test_kernels_are_compiled_with_fewer_passes_and_give_the_same_bits(folder, monkeypatch):
    monkeypatch.setenv("FJAX_CPU_EMITTER", "llvm")  # Numba's code is left to LLVM's passes
    options, set_option = [], llvm.set_option

    def record(name, option):
        options.extend(Path(option[1:]).read_text().split() if option[0] == "@" else [option])
        set_option(name, option)

    def sums(x):
        return (jnp.tanh(x[:, None] * x) * x).sum(1)

    x = np.linspace(-2.0, 2.0, 37)
    fjax.clear_caches()
    with monkeypatch.context() as changed:
        changed.setattr(llvm_options.llvm, "set_option", record)
        llvm.get_global_context()  # as Numba begins
        options.clear()
        made = np.asarray(fjax.jit(sums)(x))
        assert options == [here for here, _ in llvm_options.FEWER_PASSES]
        llvm.get_global_context()
        assert options[len(llvm_options.FEWER_PASSES) :] == [
            usual for _, usual in llvm_options.FEWER_PASSES
        ]
    fjax.clear_caches()
    monkeypatch.setattr(llvm_options, "FEWER_PASSES", ())
    monkeypatch.setattr(compiler, "ABI", 0)  # else machine code that is there would be found
    compiler._circumstances.cache_clear()
    np.testing.assert_array_equal(made, np.asarray(fjax.jit(sums)(x)), strict=True)
    compiler._circumstances.cache_clear()


def test_llvm_gets_options_one_by_one_if_a_program_closed_their_file(tmp_path, monkeypatch):
    options, given = ("--disable-ssc=1", "--disable-ssc=0"), []
    monkeypatch.setattr(llvm_options.llvm, "set_option", lambda name, option: given.append(option))
    llvm_options._set_options(options)
    found = llvm_options._file_of(options)
    if found is None:  # a system without files in memory
        assert given == [*options]
        return
    file = found[0]
    assert given == [f"@/proc/self/fd/{file}"]
    other = os.open(tmp_path / "other", os.O_CREAT | os.O_RDWR)
    os.dup2(other, file)  # as if it had been closed, and its number given to another
    os.close(other)
    given.clear()
    llvm_options._set_options(options)
    assert given == [*options]
    os.close(file)
    llvm_options._file_of.cache_clear()
