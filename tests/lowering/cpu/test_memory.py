"""Memory of arrays: what is kept, for how long, what is said of it, and when there is none."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core import shortage
from fjax.lowering.cpu.runtime import memory_blocks, pool

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
MEBIBYTE = 1 << 20


class Clock:
    """A clock that tests move."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def given_back(own, sizes):
    """Take blocks of these sizes one after another, each given back at once."""
    for size in sizes:
        own.put(own.take(memory_blocks.block_size(size)))


def test_many_odd_sizes_one_after_another_leave_little(clock):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    given_back(own, [(30 + 7 * k % 41) * MEBIBYTE + 4096 * k for k in range(60)])
    assert own.stats().pool_bytes <= pool.ALWAYS_KEPT


def test_what_a_program_needs_at_once_is_kept_for_its_next_step(clock):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    for _ in range(3):
        taken = [own.take(k * 40 * MEBIBYTE) for k in range(1, 6)]
        addresses = {block.address for block in taken}
        for block in taken:
            own.put(block)
        clock.now += 1.0
    again = {own.take(k * 40 * MEBIBYTE).address for k in range(1, 6)}
    assert again == addresses


def test_blocks_that_nobody_needs_go_back_after_some_seconds(clock):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    given_back(own, [64 * MEBIBYTE, MEBIBYTE])
    clock.now += pool.IDLE / 2
    given_back(own, [MEBIBYTE])
    assert own.stats().pool_blocks == 2
    clock.now += pool.IDLE * 0.75
    assert own.stats().pool_bytes == MEBIBYTE


def test_a_somewhat_larger_block_serves(clock):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    large = own.take(memory_blocks.block_size(12 * MEBIBYTE))
    own.put(large)
    assert own.take(memory_blocks.block_size(10 * MEBIBYTE)) is large
    own.put(large)
    assert own.take(memory_blocks.block_size(5 * MEBIBYTE)) is not large


def test_memory_that_is_kept_goes_back_while_nobody_computes():
    script = (
        "import fjax, fjax.numpy as jnp, time\n"
        "from fjax.lowering.cpu.runtime import pool\n"
        "pool.IDLE, pool.ALWAYS_KEPT = 0.4, 0\n"
        "x = fjax.jit(lambda x: x * 2)(jnp.ones(1_000_000)); del x\n"
        "assert pool._pool.kept_bytes >= 8_000_000\n"
        "end = time.monotonic() + 20\n"
        "while pool._pool.kept_bytes and time.monotonic() < end: time.sleep(0.05)\n"
        "assert pool._pool.kept_bytes == 0"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_stats_follow_the_arrays():
    gc.collect()
    before = fjax.memory_stats()
    x = fjax.jit(lambda x: x + 1)(jnp.ones(1_000_000))
    now = fjax.memory_stats()
    assert 8_000_000 <= now["bytes_in_use"] - before["bytes_in_use"] <= 10_500_000
    assert now["peak_bytes_in_use"] >= now["bytes_in_use"]
    assert now["num_allocs"] == before["num_allocs"] + 1
    del x
    assert fjax.memory_stats()["bytes_in_use"] == before["bytes_in_use"]
    assert fjax.devices()[0].memory_stats().keys() == now.keys()


def test_arrays_that_die_while_the_pool_is_locked_wait():
    own = pool.Pool(100 << 30)
    block = own.take(MEBIBYTE)
    with own.lock:
        own.put(block)  # as from a destructor that runs inside the pool
    assert own.stats().pool_bytes == MEBIBYTE


# ---- no memory

HUGE = (1_000_000, 1_000_000)
REQUESTS = {
    "ones": lambda: jnp.ones(HUGE),
    "zeros": lambda: jnp.zeros(HUGE),
    "arange": lambda: jnp.arange(1e13),
    "eye": lambda: jnp.eye(HUGE[0]),
    "eager": lambda: jnp.ones(HUGE[0])[:, None] * jnp.ones(HUGE[0]),
    "outer": lambda: jnp.outer(jnp.ones(HUGE[0]), jnp.ones(HUGE[0])),
    "jit": lambda: fjax.jit(lambda x: x[:, None] * x)(jnp.ones(HUGE[0])),
    "random": lambda: fjax.random.normal(fjax.random.key(0), HUGE),
    "tile": lambda: jnp.tile(jnp.ones(10), 10**12),
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_beyond_the_machine_is_explained(name):
    with pytest.raises(MemoryError) as error:
        REQUESTS[name]()
    assert type(error.value) is fjax.errors.OutOfMemoryError
    text = str(error.value)
    assert "TiB" in text and "float64" in text and "10000" in text, text
    assert "arrays hold" in text and "kept for later" in text and "test_memory.py:" in text


BEYOND = (1 << 62, 4)  # more than addresses reach, of which NumPy raises ValueError
UNREACHABLE = {
    "zeros": lambda: jnp.zeros(BEYOND),
    "arange": lambda: jnp.arange(1 << 62),
    "broadcast_to": lambda: jnp.broadcast_to(1.0, BEYOND),
    "lax.broadcast": lambda: fjax.lax.broadcast(1.0, BEYOND),
    "pad": lambda: jnp.pad(jnp.ones(2), 1 << 61),
    "repeat": lambda: jnp.repeat(jnp.ones(8), 1 << 60),
    "jit": lambda: fjax.jit(lambda x: jnp.broadcast_to(x, BEYOND) * 2)(1.0),
    "normal": lambda: fjax.random.normal(fjax.random.key(0), BEYOND),
    "randint": lambda: fjax.random.randint(fjax.random.key(0), BEYOND, 0, 4),
    "student": lambda: fjax.random.t(fjax.random.key(0), 3.0, BEYOND),
    "poisson": lambda: fjax.random.poisson(fjax.random.key(0), 3.0, BEYOND),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_request_beyond_addresses_is_explained(name):
    with pytest.raises(fjax.errors.OutOfMemoryError, match="arrays hold.*kept for later") as error:
        UNREACHABLE[name]()
    assert "test_memory.py:" in str(error.value)


def test_types_of_arrays_beyond_addresses_are_known():
    x = fjax.ShapeDtypeStruct((1 << 40,), np.float32)
    assert fjax.eval_shape(lambda x: x[:, None] * x + x, x).shape == (1 << 40, 1 << 40)
    assert jnp.broadcast_shapes((1 << 40, 1), (1 << 40,), ()) == (1 << 40, 1 << 40)
    for shapes in [((1 << 40, 1 << 40), (3, 1)), ((2, -1), (2,)), ((2,), (3,))]:
        with pytest.raises(ValueError, match="Incompatible shapes for broadcasting"):
            jnp.broadcast_shapes(*shapes)


def test_errors_about_something_else_are_raised_once():
    calls = []

    def wrong():
        calls.append(0)
        raise ValueError("wrong")

    with pytest.raises(ValueError, match=r"^wrong$"):
        shortage.made("name", wrong)
    assert len(calls) == 1


def test_what_is_kept_goes_back_before_a_request_fails(clock):
    refuse = [True]

    def make(size):
        if refuse[0] and own.kept_bytes:
            raise MemoryError
        return memory_blocks.MemoryBlock(size)

    own = pool.Pool(100 << 30, make, clock)
    own.put(own.take(8 * MEBIBYTE))
    assert own.take(64 * MEBIBYTE).size == 64 * MEBIBYTE
    assert own.stats().pool_bytes == 0


# ---- other processes


def _double(k):
    x = jnp.full(100_000, float(k))
    for _ in range(3):
        x = fjax.jit(lambda x: x * 2)(x)
    return k, np.asarray(x).min(), np.asarray(x).max()


@pytest.mark.extended
@pytest.mark.one_in(2)
@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_of_processes_computes_beside_its_parent(method):
    """Each result is right, though all of them use blocks that the parent had."""
    _double(1)
    jobs, count = (300, 4) if method == "fork" else (10, 2)
    with multiprocessing.get_context(method).Pool(count) as workers:
        pending = workers.map_async(_double, range(jobs), chunksize=1)
        while True:
            k, low, high = _double(-5)
            assert low == high == -40.0
            if pending.ready():
                break
        results = pending.get(120)
    assert [(k, 8.0 * k, 8.0 * k) for k in range(jobs)] == results


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_a_child_writes_is_its_own():
    """Arrays that lived at the fork, and blocks that were free: both, and a grandchild too."""
    kept = fjax.jit(lambda x: x * 3)(jnp.ones(100_000))
    free = fjax.jit(lambda x: x * 5)(jnp.ones(100_000))
    del free

    def generation(n):
        child = os.fork()
        if child == 0:
            mine = [fjax.jit(lambda x: x * n)(jnp.ones(100_000)) for _ in range(4)]
            right = all((np.asarray(x) == n).all() for x in mine) and (np.asarray(kept) == 3).all()
            if right and n < 12:
                right = generation(n + 1) == 0
            os._exit(0 if right else 1)
        theirs = [fjax.jit(lambda x: x * -n)(jnp.ones(100_000)) for _ in range(4)]
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert all((np.asarray(x) == -n).all() for x in theirs) and (np.asarray(kept) == 3).all()
        return status

    assert generation(10) == 0


# ---- guarded memory

GUARDED = """
import numpy as np, ctypes, sys
import fjax, fjax.numpy as jnp
from fjax.core import shortage
from fjax.lowering.cpu.runtime import memory_blocks, pool
for dtype in ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "bool"):
    for n in (1, 3, 100, 5000):
        fresh = pool.empty((n,), np.dtype(dtype))
        end = fresh.ctypes.data + fresh.nbytes
        assert end % memory_blocks.PAGE == 0, (dtype, n)
        assert np.isnan(fresh).all() if "float" in dtype else (fresh != 0).all()
x = fjax.jit(lambda x: jnp.sin(x) @ x)(jnp.ones((7, 7)))
assert abs(float(x[0, 0]) - 7 * np.sin(1)) < 1e-12
if sys.argv[1] == "stale":
    dead = pool.empty((10,), np.dtype(float))
    address = dead.ctypes.data
    del dead
    ctypes.c_double.from_address(address).value = 1.0
    try:
        pool.empty((10,), np.dtype(float))
    except AssertionError as error:
        assert "after its array had died" in str(error)
        print("found")
else:
    ctypes.c_double.from_address(end).value
"""


POISONED = """
import numpy as np
from fjax.core import fresh

for shape, dtype in (((), "float64"), ((3,), "float32"), ((2, 5), "bool"), ((0,), "int8")):
    found = fresh.empty(shape, np.dtype(dtype))
    assert found.shape == shape and (np.isnan(found) if dtype[0] == "f" else found != 0).all()
"""


def test_memory_of_primitives_and_of_loops_of_the_host_is_poisoned_too():
    environment = {**os.environ, "FJAX_POISON_MEMORY": "1"}
    subprocess.run([sys.executable, "-c", POISONED], env=environment, check=True)


@pytest.mark.one_in(2)
@pytest.mark.skipif(os.name != "posix", reason="needs mprotect")
@pytest.mark.parametrize("way,status", [("stale", 0), ("beyond", -11)])
def test_guarded_memory_shows_reads_and_writes_where_there_is_nothing(way, status):
    done = subprocess.run(
        [sys.executable, "-c", GUARDED, way],
        capture_output=True,
        text=True,
        env={**os.environ, "FJAX_POISON_MEMORY": "1"},
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert way != "stale" or done.stdout.strip() == "found"


def test_poison_is_no_number_of_any_width():
    words = np.full(16, memory_blocks.POISON, np.uint16)
    for dtype in (np.float16, np.float32, np.float64, jnp.bfloat16):
        values = words.view(dtype)
        assert (values != values).all()
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64):
        assert (words.view(dtype) % 2 == 1).all()


def test_threads_take_and_give_back_at_once():
    own = pool.Pool(64 * MEBIBYTE)
    problems = []

    def work(seed):
        generator = np.random.default_rng(seed)
        for _ in range(100):
            sizes = generator.integers(1, 64, 8) << 14
            windows = [own.lend(int(n)) for n in sizes]
            for w in windows:
                ctypes.memset(w, seed, len(w))
            problems.extend(w for w in windows if w[:] != bytes([seed]) * len(w))
            del windows, w

    workers = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not problems and own.stats().bytes_in_use == 0
