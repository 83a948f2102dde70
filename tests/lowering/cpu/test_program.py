"""Programs: launch tables, scratch, Python steps, threads, fork, and what they refuse."""

from __future__ import annotations

import gc
import os
import threading

import numpy as np
import pytest

from fjax.core import scalar
from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.kernel.form import (
    INDEX,
    BufferArgument,
    Carry,
    Kernel,
    Loop,
    Mode,
    Monoid,
    Param,
    Size,
    Store,
    axis,
    load,
    result,
)
from fjax.lowering.run.launch import Intermediate, Launch, word
from tests.lowering.cpu.harness import at, f32, f64, map_kernel, size


def axpy():
    return map_kernel((f32, f32), f32, lambda a, b: a * 2.0 + b)


def test_program_runs_one_kernel():
    x, y, out = np.arange(50, dtype=f32), np.ones(50, f32), np.zeros(50, f32)
    NativeProgram([Launch(axpy(), (0, 1, 2), (50,), 50, 16, parallel=True)], 3).run(x, y, out)
    np.testing.assert_array_equal(out, x * 2 + 1)


@pytest.mark.parametrize("n", [40, 100_000])
def test_intermediates_live_between_launches(n):
    x, y, out = np.arange(n, dtype=f32), np.ones(n, f32), np.zeros(n, f32)
    program = NativeProgram(
        [Launch(axpy(), (0, 1, 3), (n,), n), Launch(axpy(), (3, 1, 2), (n,), n)],
        3,
        intermediates=[Intermediate(64, f32, (n,))],
    )
    for _ in range(3):
        program.run(x, y, out)
        np.testing.assert_array_equal(out, (x * 2 + 1) * 2 + 1)


def test_wrong_number_or_type_of_arguments_raises():
    program = NativeProgram([Launch(axpy(), (0, 1, 2), (4,), 4)], 3)
    x = np.ones(4, f32)
    with pytest.raises(TypeError, match="takes 3 arrays"):
        program.run(x, x)
    with pytest.raises(TypeError, match=r"numpy\.ndarray"):
        program.run(x, x, [1.0])


def test_parameters_are_passed_bit_for_bit():
    values = [
        (np.float32(-1.5), f32),
        (np.float64(np.pi), f64),
        (np.int8(-3), np.dtype(np.int8)),
        (np.uint64(2**63 + 5), np.dtype(np.uint64)),
        (True, np.dtype(bool)),
    ]
    for value, dtype in values:
        kernel = Kernel(
            (BufferArgument(dtype, written=True),),
            (dtype,),
            (Store(at(0), scalar.leaf(Param(0), dtype)),),
        )
        out = np.zeros(1, dtype)
        NativeProgram([Launch(kernel, (0,), (word(value, dtype),))], 1).run(out)
        assert out[0] == value


def block_sums(n, block):
    """Sums of blocks of an array: a reduction whose result must not depend on the threads."""
    extent = scalar.minimum(size(0) - axis(0) * block, scalar.const(block, INDEX))
    x = load(at(0, (0, block), (1, 1)), f32)
    return Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL,
                (
                    Loop(1, extent, Mode.VECTOR, (), (Carry(scalar.const(0, f32), x, Monoid.ADD),)),
                    Store(at(1, (0, 1)), result(1, 0, f32)),
                ),
            ),
        ),
    )


def test_results_are_the_same_bits_for_any_number_of_threads():
    n, block = 50_001, 512
    blocks = -(-n // block)
    x = np.random.default_rng(0).standard_normal(n).astype(f32)
    program = NativeProgram([Launch(block_sums(n, block), (0, 1), (n,), blocks, 1, True)], 2)
    seen = []
    for count in (1, 2, 3, 7):
        out = np.zeros(blocks, f32)
        with runtime.threads(count):
            program.run(x, out)
        seen.append(out.tobytes())
    assert len(set(seen)) == 1
    np.testing.assert_allclose(np.frombuffer(seen[0], f32).sum(), x.sum(), rtol=1e-3)


def test_many_python_threads_share_one_program():
    n = 20_000
    program = NativeProgram(
        [
            Launch(axpy(), (0, 1, 3), (n,), n, 64, True),
            Launch(axpy(), (3, 1, 2), (n,), n, 64, True),
        ],
        3,
        intermediates=[Intermediate(0, f32, (n,))],
        release_gil=True,
    )
    wrong = []

    def work(k):
        x, y, out = np.full(n, k, f32), np.ones(n, f32), np.zeros(n, f32)
        with runtime.threads(1 + k % 3):
            for _ in range(50):
                program.run(x, y, out)
                if not (out == 4 * k + 3).all():
                    wrong.append(k)

    workers = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_child_after_fork_has_a_pool_of_its_own():
    n = 4096
    x, y, out = np.arange(n, dtype=f32), np.ones(n, f32), np.zeros(n, f32)
    program = NativeProgram([Launch(axpy(), (0, 1, 2), (n,), n, 16, True)], 3)
    with runtime.threads(3):
        program.run(x, y, out)
        child = os.fork()
        if child == 0:
            out[:] = 0
            program.run(x, y, out)
            program.run(x, y, out)
            os._exit(0 if (out == x * 2 + 1).all() else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_threads_is_scoped_and_checked():
    before = runtime.thread_count()
    with runtime.threads(3):
        assert runtime.thread_count() == 3
        with runtime.threads(1):
            assert runtime.thread_count() == 1
        assert runtime.thread_count() == 3
    assert runtime.thread_count() == before
    for bad in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="positive integer"), runtime.threads(bad):
            pass


def test_pool_keeps_a_block_until_its_last_view_dies(monkeypatch):
    monkeypatch.setattr(pool, "IDLE", 1e9)
    pool.clear_pool()
    array = pool.empty((1 << 18,), f32)
    address, view = array.ctypes.data, array[100:]
    assert address % 64 == 0
    del array
    assert pool.kept_bytes() == 0
    del view
    gc.collect()
    assert pool.kept_bytes() == 1 << 20
    again = pool.empty((1 << 10, 1 << 8), f32)
    assert again.ctypes.data == address
    del again
    pool.clear_pool()
    assert pool.kept_bytes() == 0


def test_pool_respects_its_limit():
    limited = pool.Pool(3 << 20)
    blocks = [limited.take(1 << 20) for _ in range(5)]
    for block in blocks:
        limited.put(block)
    assert limited.kept_bytes == 3 << 20
    limited.put(limited.take(1 << 23))
    assert limited.kept_bytes <= 3 << 20


def test_size_slots_are_signed():
    kernel = Kernel(
        (BufferArgument(INDEX, written=True),),
        (INDEX,),
        (Store(at(0), scalar.leaf(Size(0), INDEX)),),
    )
    out = np.zeros(1, np.int64)
    NativeProgram([Launch(kernel, (0,), (-7,))], 1).run(out)
    assert out[0] == -7
