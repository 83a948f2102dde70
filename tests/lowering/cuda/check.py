"""Runs a kernel as PTX in the emulator, and compares it with the interpreter of the kernel form."""

import numpy as np

from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import BLOCK
from fjax.lowering.cuda.heuristic import Shape, Variant
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel import narrow
from fjax.lowering.machine import named
from tests.lowering.cuda.emulator import run
from tests.lowering.cuda.program import Program
from tests.lowering.interpreter import interpret

ARCHITECTURE = "sm_80"
TEAMS = ((Variant(8), Shape(2, 64)), (Variant(BLOCK), Shape(3, 64)))
THREADS = ((Variant(), Shape(3, 64)),)


def program(kernel, variant=Variant(), architecture=ARCHITECTURE):
    """The kernel as the emulator takes it, and what is known of it."""
    emitted = emit(kernel, "kernel", named(architecture), variant)
    return Program(ptx(emitted.text, architecture)), emitted


def ways(kernel):
    """Variants of a kernel and shapes of their launches: few and many lanes, threads that idle."""
    emitted = emit(kernel, "kernel", named(ARCHITECTURE), Variant())
    if emitted.lanes is None:
        return THREADS if emitted.parallel else ((Variant(), Shape(1, 1)),)
    if not emitted.parallel:
        return (Variant(BLOCK), Shape(1, 32)), (Variant(BLOCK), Shape(1, 128))
    return TEAMS


def same(got, wanted, rtol=0.0, atol=0.0, where=""):
    """Two buffers have equal values, or floats as close as is asked for."""
    if narrow.is_stored(got.dtype):
        got, wanted = got.astype(np.float32), wanted.astype(np.float32)
    if wanted.dtype.kind in "iub" or (rtol == 0 and atol == 0):
        np.testing.assert_array_equal(got, wanted, err_msg=where)
    else:
        np.testing.assert_allclose(got, wanted, rtol=rtol, atol=atol, err_msg=where)


def check(
    kernel,
    buffers,
    words,
    extent=1,
    *,
    rtol=0.0,
    atol=0.0,
    numba=True,
    names=(),
    only=(),
    chosen=None,
):
    """Each way to launch a kernel must leave in the buffers what the interpreter leaves there."""
    expected = [b.copy() for b in buffers]
    interpret(kernel, expected, words, extent)
    for variant, shape in chosen or ways(kernel):
        known, _ = program(kernel, variant)
        got = [b.copy() for b in buffers]
        run(known, got, words, extent, shape.grid, shape.block)
        for k, (a, b) in enumerate(zip(got, expected, strict=True)):
            where = f"{variant} {shape}, buffer {k} {names[k] if names else ''}"
            same(a, b, rtol, atol, where)
