"""Kernels for GPUs as Numba source: to read, in Numba's simulator, and by numba-cuda."""

import importlib.util
import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core import scalar
from fjax.errors import DeviceError
from fjax.lowering.cuda.numba import nvvm
from fjax.lowering.cuda.numba.spell import spell
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    BufferArgument,
    Kernel,
    Loop,
    Mode,
    Monoid,
    Param,
    Store,
    load,
)
from tests.lowering.cpu.harness import at, f32, i32, size
from tests.lowering.cuda.numba_spelling import check_emulated

KERNELS = os.path.join(os.path.dirname(__file__), "numba_kernels.py")
HAS_NUMBA_CUDA = importlib.util.find_spec("numba_cuda") is not None
needs_numba_cuda = pytest.mark.skipif(not HAS_NUMBA_CUDA, reason="numba-cuda is not installed")


def on_a_device(monkeypatch):
    """numba-cuda asks a device for its capability before it compiles."""
    from numba.cuda import dispatcher

    device = SimpleNamespace(compute_capability=(8, 0))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)


def run_kernel_tests(select="", **environment):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", KERNELS]
    done = subprocess.run(
        command + (["-k", select] if select else []),
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "100%" in done.stdout  # of tests that there are


@pytest.mark.extended
def test_the_kernel_tests_pass_in_numbas_simulator():
    run_kernel_tests(NUMBA_ENABLE_CUDASIM="1")


@needs_numba_cuda
def test_the_kernel_tests_pass_as_the_code_that_numba_cuda_makes():
    run_kernel_tests("while or branch_on or cumulative or softmax or gather or transposition")


def test_a_block_works_on_a_row_together(gpu):
    x = fjax.device_put(np.ones((40, 1000), np.float32), gpu)
    (kernel,) = fjax.inspect(lambda x: fjax.nn.softmax(x, -1))(x).kernels
    lines = [line.strip() for line in kernel.source.split("\n")]
    assert "def total_add_f32(x):" in lines
    assert "shared = cuda.shared.array(256, np.float32)" in lines
    assert "for i0 in range(first, extent, step):" in lines
    assert "for i1 in range(lane, s1, lanes):" in lines


def test_running_totals_are_made_stretch_by_stretch(gpu):
    x = fjax.device_put(np.ones((40, 1000), np.float32), gpu)
    (kernel,) = fjax.inspect(lambda x: jnp.cumsum(x, 1))(x).kernels
    assert "before1_0, all1_0 = running_add_f32(x1_0)" in kernel.source


def meeting(monoid, dtype):
    """out[index[i]] is combined with x[i]."""
    buffers = (BufferArgument(dtype), BufferArgument(i32), BufferArgument(dtype, written=True))
    index = scalar.convert(load(at(1, (0, 1)), i32), INDEX)
    store = Store(Access(2), load(at(0, (0, 1)), dtype), index, monoid=monoid)
    return Kernel(buffers, (INDEX,), (Loop(0, size(0), Mode.PARALLEL, (store,)),))


@pytest.mark.parametrize(
    ("monoid", "dtype", "expected"),
    [
        (Monoid.ADD, f32, "cuda.atomic.add(b2, np.int64(b1[i0]), b0[i0])"),
        (Monoid.MAX, i32, "cuda.atomic.max(b2, np.int64(b1[i0]), b0[i0])"),
        (Monoid.MAX, f32, "meet_max_f32(b2, np.int64(b1[i0]), b0[i0])"),
    ],
)
def test_threads_that_meet_combine_in_one_step(monoid, dtype, expected):
    text = spell(meeting(monoid, dtype)).text
    assert expected in text
    assert ("cuda.atomic.cas(words, at, known" in text) == expected.startswith("meet")


def test_an_array_is_seven_parameters_and_a_word_one():
    store = Store(at(1, (0, 1)), load(at(0, (0, 1)), f32) * scalar.leaf(Param(1), f32))
    loop = Loop(0, size(0), Mode.PARALLEL, (store,))
    buffers = (BufferArgument(f32), BufferArgument(f32, written=True))
    spelled = spell(Kernel(buffers, (INDEX, f32), (loop,)))
    found, places = nvvm.parameters(spelled, [5, 7], 5)
    assert places == [4, 11] and len(found) == 2 * 7 + 1 + 1
    assert [found[k] for k in places] == [0, 0] and found[3] == 4 and found[-2:] == [7, 5]


def test_without_numba_cuda_the_error_says_how_to_install_it(gpu, monkeypatch):
    def missing(name):
        raise nvvm.metadata.PackageNotFoundError(name)

    monkeypatch.setenv("FJAX_CUDA_EMITTER", "numba")
    monkeypatch.setattr(nvvm.metadata, "version", missing)
    x = fjax.device_put(np.ones(3, np.float32), gpu)
    with pytest.raises(DeviceError, match=r"pip install 'numba-cuda\[cu13\]'"):
        fjax.jit(lambda x: x * 3)(x)


@needs_numba_cuda
def test_programs_run_by_the_code_that_numba_cuda_makes(gpu, machine, monkeypatch):
    on_a_device(monkeypatch)
    monkeypatch.setenv("FJAX_CUDA_EMITTER", "numba")
    host = np.random.default_rng(0).normal(size=(5, 70)).astype(np.float32)

    def program(x):
        return jnp.tanh(x * 2 + 1), fjax.nn.softmax(x, -1), jnp.cumsum(x, 1)

    mapped, rows, running = fjax.jit(program)(fjax.device_put(host, gpu))
    wanted = fjax.jit(program)(host)
    np.testing.assert_array_equal(mapped, wanted[0])
    np.testing.assert_allclose(rows, wanted[1], rtol=2e-6)
    np.testing.assert_allclose(running, wanted[2], rtol=1e-5, atol=1e-5)
    assert all("NVVM" in text for text in machine.linked)


@needs_numba_cuda
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_integers_wrap_around_in_the_code_that_numba_cuda_makes(dtype, monkeypatch):
    """Numba tells LLVM that signed integers never do, and then `x < x + 1` is true of every x."""
    on_a_device(monkeypatch)
    most = np.iinfo(dtype).max
    host = np.array([0, most - 1, most], dtype)
    functions = (lambda x: x < x + 1, lambda x: x > x - 1, lambda x: x * 2 // 2 == x)
    for function in functions:
        (known,) = fjax.inspect(function)(host).kernels
        kernel = known.info.lowered.kernel
        buffers, words = [host, np.zeros(3, np.bool_)], [3] * len(kernel.table)
        check_emulated(kernel, buffers, words, 3)
