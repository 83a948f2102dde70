"""How a launch is cut into chunks for threads: by extent, grain and pieces, every element once."""

import ctypes
import ctypes.util
import itertools
import platform
import sys
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import PORTION, NativeProgram
from fjax.lowering.run.launch import Launch
from tests.lowering.cpu.harness import ENTRY


def chunks(extent, grain, threads, parts):
    """The ranges that the kernel of a launch is called for, in order."""
    found, lock = [], threading.Lock()

    def kernel(buffers, table, low, high):
        with lock:
            found.append((low, high))

    entry = ENTRY(kernel)
    address = ctypes.cast(entry, ctypes.c_void_p).value
    routine = NativeRoutine("chunks", lambda: CompiledKernel("chunks", address, entry))
    shares = dict(parallel=parts > 0, coarse=True, work=parts * PORTION)
    launch = Launch(routine, (0,), (), extent, grain, **shares)
    with runtime.threads(threads):
        NativeProgram([launch], 1, release_gil=True).run(np.zeros(1))
    return sorted(found)


EXTENTS = [1, 2, 3, 7, 8, 9, 16, 17, 63, 64, 65, 100, 1000, 4097]


@pytest.mark.parametrize("threads, parts", [(1, 0), (2, 1), (2, 4), (3, 1), (3, 4), (7, 4)])
def test_chunks_are_cut_as_recorded(threads, parts, golden):
    lines = []
    for extent, grain in itertools.product(EXTENTS, [1, 2, 5, 16, 64, 1000]):
        found = chunks(extent, grain, threads, parts)
        assert found[0][0] == 0 and found[-1][1] == extent
        assert all(a[1] == b[0] for a, b in itertools.pairwise(found))
        assert all(low % grain == 0 and low < high for low, high in found)
        first = found[0][1] - found[0][0]
        assert all(high - low == first for low, high in found[:-1])
        lines.append(f"{extent} by {grain}: {len(found)} of {first}")
    golden(f"chunks/{threads}-threads-{parts}-parts.txt", "\n".join(lines))


def test_many_launches_one_after_another_lose_no_chunk():
    for repeat in range(300):
        found = chunks(1 + repeat % 40, 1, 2 + repeat % 3, 1 + repeat % 5)
        assert sum(high - low for low, high in found) == 1 + repeat % 40


UPWARD = {"x86_64": 0x800, "aarch64": 0x400000}.get(platform.machine())


@pytest.mark.skipif(UPWARD is None or sys.platform != "linux", reason="another name of the mode")
def test_workers_round_as_the_thread_that_launches():
    """Other libraries set a thread's modes: torch.set_flush_denormal, or code of -ffast-math."""
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    third = fjax.jit(lambda x: jnp.sin(x) / 3)
    x = jnp.linspace(1.0, 2.0, 1_000_000)
    nearest = np.asarray(third(x))
    for threads in (1, *[4] * 8):
        with fjax.threads(threads):
            third(x)
            library.fesetround(UPWARD)
            try:
                found = third(x)
            finally:
                library.fesetround(0)
        if threads == 1:
            alone = np.asarray(found)
        assert np.asarray(found).tobytes() == alone.tobytes() != nearest.tobytes()
