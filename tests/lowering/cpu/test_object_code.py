"""Files of the cache that are no cache files, and object code that is none."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import socket
import subprocess
import sys

import llvmlite.binding as llvm
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering import disk_cache
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import object_code
from tests.lowering.cpu.test_cache import entries, works

pytestmark = [
    pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="checks objects of Linux")
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache folder of this test, and an empty memory."""
    monkeypatch.setattr(disk_cache, "directory", lambda: disk_cache._private(tmp_path / "kernels"))
    compiler._compiled.clear()
    compiler.reset_cache_info()
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


def entry_of(contents, key):
    """A file of the cache with these contents, its hash right."""
    header = {
        "format": disk_cache.FORMAT,
        "key": key,
        "bytes": len(contents),
        "sha256": hashlib.sha256(contents).hexdigest(),
    }
    return json.dumps(header).encode() + b"\n" + contents


@pytest.mark.parametrize(
    "garbage", [b"", b"garbage" * 100, b"\x7fELF" + bytes(200)], ids=["empty", "text", "magic"]
)
def test_a_right_hash_over_garbage_is_compiled_again(folder, garbage):
    works(16.5)
    (path,) = entries(folder)
    key = path.parent.name + path.name
    path.write_bytes(entry_of(garbage, key))
    compiler._compiled.clear()
    works(16.5)
    assert compiler.cache_info().compiled == 2
    assert len(path.read_bytes()) > 500


def test_an_object_of_another_kernel_lacks_the_function(folder):
    works(17.5)
    (first,) = entries(folder)
    works(18.5)
    (second,) = set(entries(folder)) - {first}
    contents = first.read_bytes().partition(b"\n")[2]
    second.write_bytes(entry_of(contents, second.parent.name + second.name))
    compiler._compiled.clear()
    works(18.5)
    assert compiler.cache_info().compiled == 3


# Each damaged object is either refused, or loads: nothing of it is run.
FUZZ = """
import pickle, sys
import llvmlite.binding as llvm
from fjax.lowering.cpu import compile as compiler, object_code
from fjax.lowering.cpu.runtime import threads as runtime
runtime.native()
objects, damaged = pickle.load(open(sys.argv[1], "rb"))
for contents, symbols in objects:
    assert object_code.fault(contents, symbols, compiler._is_known) is None
refused = loaded = 0
for contents, symbols in damaged:
    if object_code.fault(contents, symbols, compiler._is_known) is None:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), compiler._make_machine(
            compiler.processor.host()))
        engine.add_object_file(llvm.ObjectFileRef.from_data(contents))
        engine.finalize_object()
        assert all(engine.get_function_address(s) for s in symbols)
        loaded += 1
    else:
        refused += 1
print(refused, loaded)
"""


WITH_A_TABLE = """
declare double @sin(double)
@table = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]
define double @each(i64 %k, double %x) nounwind {
  %p = getelementptr double, ptr @table, i64 %k
  %t = load double, ptr %p
  %s = call double @sin(double %x)
  %r = fmul double %t, %s
  ret double %r
}
"""


def objects_made():
    """Objects of a kernel, of one that calls the C library, and of fjax's runner."""
    found = []
    load = compiler._load

    def keep(contents, symbols):
        found.append((contents, symbols))
        return load(contents, symbols)

    compiler._load = keep
    try:
        works(19.5)
        works(20.5)
        module = llvm.parse_assembly(WITH_A_TABLE)
        object_made = compiler._object_code(module, compiler.processor.host())
        key = compiler._key("a table of constants", compiler.processor.host())
        compiler._build(key, ("each",), lambda: object_made)
    finally:
        compiler._load = load
    return found


def damages(contents, generator):
    """The contents with something changed; code and constants are left alone."""
    _, sections = object_code._sections(contents)
    spared = [(s.offset, s.offset + s.size) for s in sections if s.kind == object_code.PROGRAM]
    places = [k for k in range(len(contents)) if not any(a <= k < b for a, b in spared)]
    for _ in range(400):
        changed = bytearray(contents)
        for _ in range(int(generator.integers(1, 4))):
            k = places[int(generator.integers(len(places)))]
            way = generator.integers(4)
            changed[k] = (
                changed[k] ^ (1 << int(generator.integers(8)))
                if way < 2
                else int(generator.integers(256))
                if way == 2
                else 0xFF
            )
        yield bytes(changed)
    for n in (*range(0, 65, 4), *map(int, generator.integers(64, len(contents), 40))):
        yield contents[:n]


def test_objects_with_damaged_structure_never_end_the_process(folder, tmp_path):
    generator = np.random.default_rng(12)
    objects = objects_made()
    damaged = [
        (bad, symbols) for contents, symbols in objects for bad in damages(contents, generator)
    ]
    (tmp_path / "objects").write_bytes(pickle.dumps((objects, damaged)))
    done = subprocess.run(
        [sys.executable, "-c", FUZZ, str(tmp_path / "objects")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    refused, loaded = map(int, done.stdout.split())
    assert refused > loaded and refused + loaded == len(damaged)


@pytest.mark.parametrize("length", [0, 10**9])
def test_long_code_is_compiled_as_written_and_gives_the_same_bits(folder, monkeypatch, length):
    monkeypatch.setenv("FJAX_CPU_EMITTER", "llvm")  # Numba's code is left to LLVM's passes
    options, set_option = [], llvm.set_option

    def sums(x):
        return (jnp.tanh(x[:, None] * x) * x).sum(1)

    x = np.linspace(-2.0, 2.0, 37)
    fjax.clear_caches()
    with monkeypatch.context() as changed:
        changed.setattr(compiler, "LONG_CODE", length)
        changed.setattr(
            compiler.llvm,
            "set_option",
            lambda name, option: (options.append(option), set_option(name, option)),
        )
        made = np.asarray(fjax.jit(sums)(x))
    assert ("--enable-misched=0" in options) == (length == 0)
    assert options.count("--enable-misched=0") == options.count("--enable-misched=1")
    fjax.clear_caches()
    np.testing.assert_array_equal(made, np.asarray(fjax.jit(sums)(x)), strict=True)
