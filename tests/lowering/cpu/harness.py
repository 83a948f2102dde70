"""Runs a kernel through every spelling and compares it with the interpreter."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Sequence

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import products
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.kernel import narrow
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    BufferArgument,
    Kernel,
    Loop,
    Mode,
    Size,
    Store,
    Stride,
    load,
)
from tests.lowering.interpreter import interpret

f32, f64 = np.dtype(np.float32), np.dtype(np.float64)
i32, i64 = np.dtype(np.int32), np.dtype(np.int64)
ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


def restricted(*, without: tuple[str, ...]) -> processor.Processor:
    """This processor without the features whose names start so."""
    host = processor.host()
    features = {f[1:]: f[0] == "+" for f in host.features.split(",")}
    kept = {name: on and not name.startswith(without) for name, on in features.items()}
    return processor.describe(host.triple, "x86-64" if "x86" in host.triple else host.cpu, kept)


def targets() -> dict[str, processor.Processor]:
    """The instruction sets that kernels are tried on."""
    return {
        "host": processor.host(),
        "avx2": restricted(without=("avx512", "avx10", "amx")),
        "sse": restricted(without=("avx", "fma", "f16c", "amx")),
    }


def call(compiled, buffers: list[np.ndarray], words: list[int], lo: int, hi: int) -> None:
    """Run [lo, hi) of a compiled kernel."""
    pointers = (ctypes.c_void_p * max(1, len(buffers)))(*(b.ctypes.data for b in buffers))
    table = (ctypes.c_int64 * max(1, len(words)))(*words)
    ENTRY(compiled.address)(ctypes.addressof(pointers), ctypes.addressof(table), lo, hi)


def check(
    kernel: Kernel,
    buffers: list[np.ndarray],
    words: list[int],
    extent: int = 1,
    *,
    rtol: float = 0.0,
    atol: float = 0.0,
    numba: bool = True,
    names: Sequence[object] = (),
    only: tuple[str, ...] = ("host", "avx2", "sse"),
) -> None:
    """Every spelling must leave in the buffers, which may have names, what the interpreter does."""
    expected = [b.copy() for b in buffers]
    interpret(kernel, expected, words, extent)
    ways = {
        name: compiler.compile_kernel(kernel, of) for name, of in targets().items() if name in only
    }
    if numba:
        ways["numba"] = compiler.compile_with_numba(kernel)
    for name, compiled in ways.items():
        got = [b.copy() for b in buffers]
        for lo, hi in itertools.pairwise(sorted({0, extent // 3, extent})):
            call(compiled, got, words, lo, hi)
        for k, (a, b) in enumerate(zip(got, expected, strict=True)):
            if narrow.is_stored(a.dtype):
                a, b = a.astype(f32), b.astype(f32)
            where = f"{name}, buffer {k} {names[k] if names else ''}"
            exact = b.dtype.kind in "iub" or (rtol == 0 and atol == 0)
            if exact:
                np.testing.assert_array_equal(a, b, err_msg=where)
            else:
                np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg=where)


def size(slot: int) -> Expr:
    return scalar.leaf(Size(slot), INDEX)


def at(buffer: int, *terms: tuple[int, int | Size], offset: Size | None = None) -> Access:
    """Access(buffer) with (loop, step) terms."""
    return Access(buffer, tuple(Stride(loop, step) for loop, step in terms), offset)


def map_kernel(inputs: tuple[np.dtype, ...], output: np.dtype, program) -> Kernel:
    """out[i] = program(in0[i], in1[i], ...) over a flat parallel axis."""
    values = [load(at(k, (0, 1)), d) for k, d in enumerate(inputs)]
    buffers = (*(BufferArgument(d) for d in inputs), BufferArgument(output, written=True))
    store = Store(at(len(inputs), (0, 1)), program(*values))
    return Kernel(buffers, (INDEX,), (Loop(0, size(0), Mode.PARALLEL, (store,)),))


def random_array(rng: np.random.Generator, shape, dtype) -> np.ndarray:
    """Values of any dtype, edges among them."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
    return (rng.standard_normal(shape) * 4).astype(dtype)


def strides_of(array):
    """How the last two axes of an array lie in memory, and the step of the one before."""
    steps = [s // array.itemsize for s in array.strides]
    return products.Matrices(steps[-3] if array.ndim > 2 else 0, steps[-2], steps[-1])


def run_launch(launch, arrays):
    """Run one launch now; slots index `arrays`, which may be views."""
    NativeProgram([launch], len(arrays), release_gil=True).run(*arrays)
