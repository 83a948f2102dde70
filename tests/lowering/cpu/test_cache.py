"""The kernel cache: within a process, on disk, damaged, foreign, unwritable."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import shutil
import subprocess
import sys
import threading
import types
import warnings
from pathlib import Path

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.config import config
from fjax.core import scalar
from fjax.lowering import disk_cache
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import convolutions
from fjax.lowering.cpu.runtime import threads
from fjax.lowering.cuda import compile as gpu_compiler
from fjax.lowering.kernel import fingerprint
from tests.architecture import source
from tests.lowering.cpu.harness import call, f32, map_kernel

HOST = processor.host()
SCRIPT = """
import sys
import numpy as np
from tests.lowering.cpu.test_cache import kernel_of
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.run.launch import Launch
x, out = np.arange(30, dtype=np.float32), np.zeros(30, np.float32)
program = NativeProgram([Launch(kernel_of(3.25), (0, 1), (30,), 30)], 2)
program.run(x, out)
assert (out == x * 3.25).all()
print(compiler.cache_info().compiled, compiler.cache_info().disk_hits > 0)
print(*[n in sys.modules for n in ("numba", "llvmlite", "fjax.lowering.cpu.emit.emitter")])
print("fjax.lowering.native.translate" in sys.modules)
"""


def kernel_of(factor):
    return map_kernel((f32,), f32, lambda a: a * factor)


@pytest.fixture
def folder(tmp_path):
    """A cache folder of this test, and an empty memory."""
    before = config.compilation_cache_dir
    config.update("compilation_cache_dir", str(tmp_path / "kernels"))
    compiler._compiled.clear()
    compiler._info = compiler.CacheInfo()
    yield tmp_path / "kernels"
    config.update("compilation_cache_dir", before)


def works(factor):
    x, out = np.arange(20, dtype=np.float32), np.zeros(20, np.float32)
    call(compiler.compile_kernel(kernel_of(factor)), [x, out], [20], 0, 20)
    np.testing.assert_array_equal(out, x * np.float32(factor))


def entries(folder):
    return [p for p in folder.rglob("*") if p.is_file() and not p.name.startswith(disk_cache.MARK)]


def works_silently(factor):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        works(factor)


def test_equal_kernels_compile_once(folder):
    works(2.5)
    works(2.5)
    assert compiler.cache_info() == compiler.CacheInfo(compiled=1, memory_hits=1)


def test_kernels_of_a_program_compile_together_and_each_is_kept(folder):
    kernels = [kernel_of(factor) for factor in (1.5, 2.5, 1.5, 3.5)]
    first, _, again, _ = compiler.linked_together(kernels, 2)
    assert first is again and compiler.cache_info().compiled == 3 and len(entries(folder)) == 3
    works(2.5)
    compiler._compiled.clear()
    compiler.linked_together(kernels, 2)
    assert compiler.cache_info().compiled == 3 and compiler.cache_info().disk_hits == 3
    works(3.5)


@pytest.fixture
def together(monkeypatch):
    """What was given to several threads at once."""
    given, compiled = [], compiler.side_by_side.object_codes

    def object_codes(sources, machines):
        given.append(list(sources))
        return compiled(given[-1], machines)

    monkeypatch.setattr(compiler.side_by_side, "object_codes", object_codes)
    return given


def test_native_functions_compile_beside_kernels_and_are_kept(folder, together, monkeypatch):
    monkeypatch.setattr(compiler, "_native", {})
    tile = convolutions.Tile(2, 1, 4, 4, True, False)

    def addresses():
        convolutions._routine.cache_clear()
        codes = kernel_of(5.5), convolutions._routine(tile)
        return [found.address for found in compiler.linked_together(codes, 2)]

    assert all(addresses())
    ((kernel, *modules),) = together
    assert "_convolve(" in modules[1][0] and kernel[1] is None and len(entries(folder)) == 3
    compiler._compiled.clear()
    monkeypatch.setattr(compiler, "_native", {})
    assert all(addresses())
    assert len(together) == 1 and compiler.cache_info().disk_hits == 3 and not compiler._ready


def test_what_a_loop_runs_compiles_with_what_is_around_it(folder, together, monkeypatch):
    monkeypatch.setattr(threads, "thread_count", lambda: 2)
    threads.native()
    before = compiler.cache_info().compiled

    def step(i, x):
        return fjax.lax.cond(i < 2, lambda x: jnp.sin(x @ x), lambda x: x + jnp.flip(x).sum(0), x)

    x = np.ones((40, 40))
    found = fjax.jit(lambda x: fjax.lax.fori_loop(0, 3, step, jnp.cos(x)) * 3)(x)
    (sources,) = together  # those of kernels, and of what runs loops if no test has needed it
    assert len(sources) == compiler.cache_info().compiled - before
    assert sum(change is None for _, change in sources) == 3
    assert found.shape == x.shape


def test_loop_numbers_do_not_matter(folder):
    from fjax.lowering.kernel.form import INDEX, BufferArgument, Kernel, Loop, Mode, Store, load
    from tests.lowering.cpu.harness import at, size

    def numbered(n):
        store = Store(at(1, (n, 1)), load(at(0, (n, 1)), f32) * 2.0)
        return Kernel(
            (BufferArgument(f32), BufferArgument(f32, written=True)),
            (INDEX,),
            (Loop(n, size(0), Mode.PARALLEL, (store,)),),
        )

    assert fingerprint.fingerprint(numbered(0)) == fingerprint.fingerprint(numbered(7))


def test_literals_and_dtypes_do_matter():
    prints = {fingerprint.fingerprint(kernel_of(f)) for f in (1.0, 2.0, 0.0, -0.0)}
    assert len(prints) == 4
    doubled = map_kernel((np.dtype(np.float64),), np.dtype(np.float64), lambda a: a * 1.0)
    assert fingerprint.fingerprint(doubled) not in prints


def test_functions_count_by_their_program():
    def made(factor):
        @scalar.function
        def scaled(x):
            return x * factor

        return map_kernel((f32,), f32, lambda a: scaled(a))

    assert fingerprint.fingerprint(made(2.0)) == fingerprint.fingerprint(made(2.0))
    assert fingerprint.fingerprint(made(2.0)) != fingerprint.fingerprint(made(3.0))


@pytest.mark.parametrize("emitters", [compiler.EMITTERS, compiler.NUMBA_EMITTERS])
def test_every_module_of_an_emitter_is_part_of_the_key(emitters, tmp_path):
    def circumstances():
        return compiler._circumstances.__wrapped__(processor.host(), copies)

    copies = []
    for k, package in enumerate(emitters):
        shutil.copytree(Path(package.__file__).parent, tmp_path / str(k))
        copies.append(types.SimpleNamespace(__file__=str(tmp_path / str(k) / "__init__.py")))
    seen = {circumstances()}
    paths = sorted(tmp_path.glob("?/*.py"))
    assert len(paths) > 4
    for path in paths:
        path.write_text(path.read_text() + "# changed")
        seen.add(circumstances())
    assert len(seen) == 1 + len(paths)


@pytest.mark.parametrize(
    ("emitter", "circumstances"),
    [
        ("cpu.emit.emitter", lambda: compiler._circumstances.__wrapped__(HOST, compiler.EMITTERS)),
        ("numba.emit", lambda: compiler._circumstances.__wrapped__(HOST, compiler.NUMBA_EMITTERS)),
        ("cuda.emit.emitter", gpu_compiler._circumstances.__wrapped__),
    ],
)
def test_all_of_the_lowering_that_an_emitter_imports_is_part_of_the_key(
    emitter, circumstances, monkeypatch
):
    modules = {module.name: module for module in source.modules()}
    reached, pending = set(), [f"lowering.{emitter}"]
    while pending:
        if (name := pending.pop()) in modules and name not in reached:
            reached.add(name)
            pending += [found for _, found in modules[name].imports if found.startswith("lowering")]
    read, bytes_of = set(), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.add(path) or bytes_of(path))
    circumstances()
    missing = {name for name in reached if modules[name].path not in read}
    assert missing <= {"lowering.disk_cache"}  # of which the processor's features are read


def test_every_translator_and_module_of_a_native_function_is_part_of_its_key(tmp_path, monkeypatch):
    def copied(module):
        path = tmp_path / f"{module.__name__}.py"
        shutil.copy(module.__file__, path)
        return types.SimpleNamespace(__file__=str(path))

    def key(**parameters):
        compiler.compile_native((native_work,), (own,), parameters)
        return keys[-1]

    keys = []
    monkeypatch.setattr(compiler, "_native", {})
    monkeypatch.setattr(compiler, "_build", lambda key, *_: keys.append(key) or [0])
    own, *translators = map(copied, (sys.modules[__name__], *compiler.TRANSLATORS))
    monkeypatch.setattr(compiler, "TRANSLATORS", tuple(translators))
    seen = {key(), key(width=1), key(width=2)}
    for path in tmp_path.glob("*.py"):
        path.write_text(path.read_text() + "# changed")
        seen.add(key())
    assert len(seen) == 3 + 1 + len(translators)


def native_work():
    """What stands for a native function."""


def test_memory_forgotten_is_read_from_disk(folder):
    works(4.5)
    compiler._compiled.clear()
    works(4.5)
    assert compiler.cache_info() == compiler.CacheInfo(compiled=1, disk_hits=1)


def test_second_process_compiles_nothing_and_loads_nothing_that_does(folder):
    environment = dict(os.environ, FJAX_COMPILATION_CACHE_DIR=str(folder))
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert int(outputs[0][0]) > 0
    assert outputs[1] == ["0", "True", *["False"] * 4]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-5],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"",
        lambda data: b"{}\n" + data,
        lambda data: b"not json\n" + data.partition(b"\n")[2],
        lambda data: b"[" * 100_000 + b"\n" + data,
        lambda data: data.replace(b'"format": 1', b'"format": 0'),
    ],
    ids=["truncated", "flipped", "empty", "headed", "garbled", "nested", "other-format"],
)
def test_damaged_entry_is_compiled_again(folder, damage):
    works(5.5)
    (path,) = entries(folder)
    path.write_bytes(damage(path.read_bytes()))
    compiler._compiled.clear()
    works(5.5)
    assert compiler.cache_info().compiled == 2
    header = json.loads(path.read_bytes().partition(b"\n")[0])
    assert header["format"] == disk_cache.FORMAT


def test_entry_of_another_kernel_is_not_used(folder):
    works(6.5)
    (first,) = entries(folder)
    works(7.5)
    (second,) = set(entries(folder)) - {first}
    second.write_bytes(first.read_bytes())
    compiler._compiled.clear()
    works(7.5)
    assert compiler.cache_info().compiled == 3


def test_folder_is_private(folder):
    works(8.5)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(p.stat().st_mode & 0o077 == 0 for p in entries(folder))


def test_folder_open_to_others_is_not_used(folder):
    folder.mkdir(mode=0o700)
    folder.chmod(0o777)
    with pytest.warns(UserWarning, match="keeps no compiled kernels"):
        works(9.5)
    assert not entries(folder)
    works_silently(9.75)


def test_folder_that_cannot_be_made_is_told_of_once(folder):
    folder.write_text("a file stands in its place")
    with pytest.warns(UserWarning, match="keeps no compiled kernels in .*kernels.*exist"):
        works(12.5)
    works_silently(12.75)
    assert compiler.cache_info() == compiler.CacheInfo(compiled=2)


@pytest.mark.parametrize(
    "number",
    [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT],
    ids=lambda number: errno.errorcode[number],
)
def test_folder_that_takes_no_files_is_told_of_once(folder, monkeypatch, number):
    """Full, or mounted read-only: no file gets its place, and none is left lying about."""

    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.warns(UserWarning, match=f"keeps no compiled kernels.*{os.strerror(number)}"):
        works(13.5)
    works_silently(13.75)
    assert compiler.cache_info() == compiler.CacheInfo(compiled=2)
    assert not [p for p in folder.rglob("*") if p.is_file()]


def test_disk_that_is_full_does_not_stop_a_process(tmp_path):
    """A limit on the size of files makes each write fail, as a full disk does."""
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
        "import fjax, fjax.numpy as jnp\n"
        "for k in range(3):\n"
        "    f = fjax.jit(lambda x: jnp.tanh(x * k) if k else jnp.sin(x))\n"
        "    print(float(f(jnp.ones(50))[0]))"
    )
    environment = dict(
        os.environ,
        FJAX_COMPILATION_CACHE_DIR=str(tmp_path / "kernels"),
        PYTHONDONTWRITEBYTECODE="1",
    )
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    np.testing.assert_allclose(
        [float(x) for x in done.stdout.split()], [np.sin(1), np.tanh(1), np.tanh(2)]
    )
    assert done.stderr.count("keeps no compiled kernels") == 1


def test_folder_of_another_processor_is_told_of_once(folder, monkeypatch):
    host, name = processor.host(), processor.cpu_name()
    other = "nocona" if "x86" in host.triple else "cortex-a53"  # no level has this name
    monkeypatch.setattr(processor, "host", lambda: dataclasses.replace(host, cpu=other))
    monkeypatch.setattr(processor, "cpu_name", lambda: other)
    works_silently(14.5)
    theirs = set(entries(folder))
    monkeypatch.setattr(processor, "host", lambda: host)
    monkeypatch.setattr(processor, "cpu_name", lambda: name)
    compiler._compiled.clear()
    compiler._info = compiler.CacheInfo()
    with pytest.warns(UserWarning, match="for another type of processor"):
        works(14.5)
    works_silently(14.75)
    assert compiler.cache_info() == compiler.CacheInfo(compiled=2)
    assert theirs < set(entries(folder))
    disk_cache._warned.clear()  # as in a later process: now it knows both
    works_silently(14.875)


def test_cache_can_be_switched_off(folder):
    config.update("enable_compilation_cache", False)
    try:
        works(10.5)
    finally:
        config.update("enable_compilation_cache", True)
    assert not folder.exists()


def test_threads_that_need_one_kernel_compile_it_once(folder):
    workers = [threading.Thread(target=works, args=(11.5,)) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert compiler.cache_info().compiled == 1


def stored(folder):
    return {path.parent.name + path.name for path in folder.glob("??/*")}


def test_the_cache_on_disk_keeps_within_its_limit_what_was_used_last(folder):
    config.update("compilation_cache_max_size", 20_000)
    keys = [f"0{k:039x}" for k in range(60)]
    for key in keys:
        assert disk_cache.write(key, b"x" * 1000)
        assert disk_cache.read(keys[0]) is not None  # used again and again
        assert disk_cache.contents().size <= 20_000
    assert keys[0] in stored(folder) and keys[-1] in stored(folder)
    assert keys[1] not in stored(folder)


def test_entries_without_a_limit_all_stay(folder):
    config.update("compilation_cache_max_size", -1)
    for k in range(40):
        disk_cache.write(f"0{k:039x}", b"x" * 1000)
    assert disk_cache.contents()[1::2] == (40, None)


def test_files_that_killed_processes_left_go(folder):
    config.update("compilation_cache_max_size", 5_000)
    disk_cache.write(f"{0:040x}", b"x")
    old, new = folder / "00" / "tmpold", folder / "00" / "tmpnew"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    disk_cache.write(f"{1:040x}", b"x")
    assert new.exists() and not old.exists()


def test_entries_of_a_file_system_that_is_only_read_are_used(folder, monkeypatch):
    def fails(_handle):
        raise OSError(errno.EROFS, "Read-only file system")

    key = f"{0:040x}"
    disk_cache.write(key, b"code")
    monkeypatch.setattr(os, "utime", fails)
    monkeypatch.setattr(os, "supports_fd", {fails})
    assert disk_cache.read(key) == b"code"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("limit", [0, 1, 3_000])
def test_processes_store_read_and_clear_at_once(folder, limit):
    program = (
        "import random, sys\n"
        "from fjax.lowering import disk_cache\n"
        "source = random.Random(int(sys.argv[1]))\n"
        "for _ in range(400):\n"
        "    key = f'0{source.randrange(9):039x}'\n"
        "    assert disk_cache.write(key, key.encode() * 20)\n"
        "    assert disk_cache.read(key) in (None, key.encode() * 20)\n"
        "    if source.random() < 0.1:\n"
        "        disk_cache.clear()\n"
        "    disk_cache.contents()\n"
    )
    environment = {
        **os.environ,
        "FJAX_COMPILATION_CACHE_DIR": str(folder),
        "FJAX_COMPILATION_CACHE_MAX_SIZE": str(limit),
    }
    workers = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", program, str(k)], env=environment)
        for k in range(3)
    ]
    assert [w.wait() for w in workers] == [0, 0, 0]
    config.update("compilation_cache_max_size", limit)
    assert disk_cache.contents().size <= limit and not list(folder.glob("??/tmp*"))


def test_what_is_kept_is_shown_and_cleared(folder):
    works(2.5)
    info = fjax.cache_info()
    assert (info.folder, info.entries, info.compiled) == (str(folder), 1, 1) and info.bytes > 500
    environment = {**os.environ, "FJAX_COMPILATION_CACHE_DIR": str(folder)}

    def command(*options):
        line = [sys.executable, "-m", "fjax", "cache", *options]
        return subprocess.run(line, env=environment, capture_output=True, text=True, check=True)

    assert f"{folder}: 1 entries, {info.bytes:,} bytes of at most" in command().stdout
    assert f"{folder}: 0 entries, 0 bytes" in command("--clear").stdout
    assert fjax.cache_info().entries == 0
    works(2.5)  # what this process has loaded stays
