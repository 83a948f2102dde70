"""Code of GPUs: made once, kept on disk as the CPU's is, made again where it is not sound."""

import re
import shutil
import types
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core import scalar_numpy
from fjax.core.vectormath import large_angles
from fjax.lowering import machine as machines
from fjax.lowering.cuda import compile as compiler
from fjax.lowering.cuda import cubin, table
from tests.lowering.cuda import standin
from tests.lowering.cuda.conftest import forget

X = np.arange(6, dtype=np.float32)


@pytest.fixture
def folder(tmp_path, machine):
    """An empty cache; native functions of the host, which launch kernels, were made before."""
    doubled()
    machine.linked.clear()
    machine.launches.clear()
    tmp_path.chmod(0o700)
    fjax.config.update("compilation_cache_dir", str(tmp_path))
    return tmp_path


def entries(folder):
    return [path for path in folder.glob("??/*") if path.is_file()]


def doubled():
    forget()  # as in another process
    x = fjax.device_put(X, fjax.devices("cuda")[0])
    np.testing.assert_array_equal(fjax.jit(lambda x: x * 2 + 1)(x), X * 2 + 1)


def test_a_second_process_makes_no_code(folder, machine, monkeypatch):
    doubled()
    assert len(machine.linked) == 1 and len(entries(folder)) == 2
    monkeypatch.setattr(compiler, "ptx", lambda *_: pytest.fail("LLVM is not needed"))
    doubled()
    assert len(machine.linked) == 1


def test_the_code_of_a_kernel_is_found_under_another_architecture_by_no_one(folder, machine):
    doubled()
    machine.capability = (9, 0)
    doubled()
    assert [text.split(".target sm_")[1][:2] for text in machine.linked] == ["80", "90"]


@pytest.mark.parametrize(
    "change",
    [
        lambda path, found: path.write_bytes(found[:-1] + b"x"),
        lambda path, found: path.write_bytes(b""),
        lambda path, found: path.unlink(),
        lambda path, found: (path.unlink(), path.symlink_to("/etc/passwd")),
        lambda path, found: path.chmod(0o666),
    ],
)
def test_what_is_not_sound_is_made_again(folder, machine, change):
    doubled()
    for path in entries(folder):
        change(path, path.read_bytes())
    doubled()
    assert len(machine.linked) == 2


def test_a_cubin_that_the_driver_refuses_is_assembled_from_the_ptx(folder, machine, monkeypatch):
    refused = []
    load = compiler.Gpu.load

    def once(self, image, symbol):
        if not refused:
            refused.append(symbol)
            raise standin.CUDADriverError("CUDA_ERROR_NO_BINARY_FOR_GPU")
        return load(self, image, symbol)

    doubled()
    monkeypatch.setattr(compiler.Gpu, "load", once)
    monkeypatch.setattr(compiler, "ptx", lambda *_: pytest.fail("the PTX is on disk"))
    doubled()
    assert refused and len(machine.linked) == 2


@pytest.mark.parametrize(
    "spoil,said",
    [
        (lambda c: b"", "shorter than a header"),
        (lambda c: b"MZ" + c[2:], "no ELF file"),
        (lambda c: c[:18] + b"\x3e\0" + c[20:], "for machine 62"),
        (lambda c: c[:40] + b"\xff" * 8 + c[48:], "table of sections"),
        (lambda c: c.replace(b"kernel", b"fennel"), "does not name kernel"),
    ],
)
def test_the_structure_of_a_cubin_is_checked(machine, spoil, said):
    link = compiler.Gpu(0)
    text = ".version 7.0\n.target sm_80\n.visible .entry kernel(){ ret; }"
    found = link.assemble(text, "kernel")
    assert cubin.fault(found, "kernel") is None
    assert said in cubin.fault(spoil(found), "kernel")


def test_the_kernels_of_a_program_are_assembled_side_by_side(folder, machine, gpu, monkeypatch):
    together, assemble = Barrier(2, timeout=30), compiler.Gpu.assemble

    def waiting(self, text, symbol):
        together.wait()  # each waits until another one is there
        return assemble(self, text, symbol)

    monkeypatch.setattr(compiler.Gpu, "assemble", waiting)
    x = fjax.device_put(X, gpu)
    found = fjax.jit(lambda x: jnp.cumsum(jnp.sort(x) + jnp.flip(x).sum()) / jnp.tanh(x).max())
    found(x).block_until_ready()


def test_equal_kernels_are_made_once(folder, machine, gpu):
    x, y = fjax.device_put(X, gpu), fjax.device_put(np.ones((3, 2), np.float32), gpu)
    for each in (x, y):
        fjax.jit(lambda x: jnp.sin(x) * 3)(each).block_until_ready()
    assert len(machine.linked) <= 2 and len(machine.launches) == 2


def test_what_an_emitter_says_is_part_of_the_key(folder, machine, monkeypatch, tmp_path):
    doubled()
    sources = tmp_path / "emit"
    shutil.copytree(Path(compiler.EMITTERS[0].__file__).parent, sources)
    (sources / "one_more.py").write_text("WARP = 64")
    emitter = types.SimpleNamespace(__file__=str(sources / "__init__.py"))
    monkeypatch.setattr(compiler, "EMITTERS", (emitter, *compiler.EMITTERS[1:]))
    doubled()
    assert len(machine.linked) == 2


@pytest.mark.parametrize("module", [machines, large_angles, scalar_numpy])
def test_what_emitters_ask_is_part_of_the_key(module, folder, machine, monkeypatch):
    doubled()
    read = Path.read_bytes
    changed = Path(module.__file__)
    monkeypatch.setattr(Path, "read_bytes", lambda p: read(p) + b"# changed" * (p == changed))
    doubled()
    assert len(machine.linked) == 2


@pytest.mark.parametrize("most", [table.MOST_BYTES, 16])
def test_a_kernel_of_too_many_parameters_reads_them_from_a_table(
    folder, gpu, machine, most, monkeypatch
):
    monkeypatch.setattr(table, "MOST_BYTES", most)
    x = fjax.device_put(np.ones((3, 50), np.float32) * X[:3, None], gpu)
    for function in (lambda x: x.T * 2.5 + 1, lambda x: x.sum(1) / 3, lambda x: x.at[1].add(x[2])):
        np.testing.assert_allclose(fjax.jit(function)(x), function(jnp.asarray(np.asarray(x))))
    entries = [re.search(r"\.entry \w+\((.*?)\)", text, re.S)[1] for text in machine.linked]
    assert {text.count(".param") == 1 for text in entries} == {most == 16}


def test_the_log_says_what_was_compiled_and_what_was_loaded(folder, machine, caplog):
    with fjax.log_compiles(True):
        doubled()
        doubled()
    said = [r.getMessage() for r in caplog.records if "Finished compilation" in r.getMessage()]
    counts = [tuple(map(int, re.findall(r"(\d+) times", line))) for line in said]
    assert [c for c in counts if c != (0, 0)] == [(1, 0), (0, 1)]
