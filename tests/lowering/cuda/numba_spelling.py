"""Runs a kernel's Numba spelling, and compares it with the interpreter of the kernel form.

In Numba's simulator, which runs the source as plain Python with a thread of Python's for each of a
GPU's (`NUMBA_ENABLE_CUDASIM=1`), or as the PTX that numba-cuda makes of it, in the emulator.
"""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from fjax.core.scalar import Op
from fjax.lowering.cuda.numba import nvvm
from fjax.lowering.cuda.numba.spell import spell
from fjax.lowering.kernel.spelling import expressions, postorder, walk
from fjax.lowering.numba.text import stored_dtype
from tests.lowering.cuda.check import ARCHITECTURE, same
from tests.lowering.cuda.emulator import run
from tests.lowering.cuda.program import Program
from tests.lowering.interpreter import interpret

TEAMS, THREADS, ONE_TEAM, ONE_THREAD = (2, 4), (3, 4), (1, 8), (1, 1)  # blocks, threads of each
WIDE = 32  # threads of a block in the emulator


def shape(spelled):
    """A launch with few threads, of which some idle."""
    if spelled.in_teams:
        return TEAMS if spelled.parallel else ONE_TEAM
    return THREADS if spelled.parallel else ONE_THREAD


def multiplies_and_adds(kernel):
    """Whether values of this kernel are products that are added in one rounding, or functions."""
    roots = tuple(e for s in walk(kernel.body) for e in expressions(s))
    return any(n.op in (Op.FMA, Op.FUSED, Op.CALL, Op.LIBM) for n in postorder(roots))


# -- in the simulator --------------------------------------------------------------------------


def _fma(kind):
    def fused(a, b, c):
        if not all(map(np.isfinite, (a, b, c))):
            return kind(kind(a) * kind(b) + kind(c))
        return kind(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))

    return fused


def _library():
    """NVIDIA's device library, as far as kernels use it, on NumPy's scalars."""
    found = {}
    for name in ("sqrt", "floor", "ceil", "trunc", "rint", "copysign", "fmod", "sin", "cos", "tan"):
        found[name], found[name + "f"] = getattr(np, name), getattr(np, name)
    found["fma"], found["fmaf"] = _fma(np.float64), _fma(np.float32)
    as_type = lambda dtype: lambda x: np.asarray(x).view(dtype)[()]
    found["int_as_float"], found["float_as_int"] = as_type(np.float32), as_type(np.int32)
    found["longlong_as_double"] = as_type(np.float64)
    found["double_as_longlong"] = as_type(np.int64)
    for bits, ending in ((32, ""), (64, "ll")):
        word = getattr(np, f"uint{bits}")
        found["popc" + ending] = lambda x, word=word: np.int32(int(word(x)).bit_count())
        found["clz" + ending] = lambda x, word=word, n=bits: np.int32(n - int(word(x)).bit_length())
    return SimpleNamespace(**found)


LIBRARY = _library()


def simulated(spelled, buffers, words, extent, grid, block):
    """Run the source in Numba's simulator; arrays change in place."""
    namespace = {"__name__": "fjax_kernel"}
    exec(compile(spelled.text, "<fjax kernel>", "exec"), namespace)
    namespace.update(libdevice=LIBRARY, range=lambda *a: map(np.int64, range(*map(int, a))))
    values = [
        np.array([words[slot]], np.int64).view(stored_dtype(dtype))[0]
        for slot, dtype in spelled.words
    ]
    arrays = [b.reshape(-1).view(stored_dtype(b.dtype)) for b in buffers]
    with np.errstate(all="ignore"):
        namespace["kernel"][grid, block](*arrays, *values, extent)


def check_simulated(kernel, buffers, words, extent=1, *, rtol=0.0, atol=0.0, **_):
    """The simulator must leave in the buffers what the interpreter leaves there."""
    spelled = spell(kernel)
    _check(spelled, kernel, buffers, words, extent, rtol, atol, simulated, shape(spelled))


# -- as PTX ------------------------------------------------------------------------------------


def program(spelled):
    """What numba-cuda makes of the source, for the emulator."""
    return Program(nvvm.ptx(spelled, "kernel", ARCHITECTURE))


def emulated(spelled, buffers, words, extent, grid, block):
    """Run what numba-cuda makes of it in the emulator."""
    run(program(spelled), buffers, words, extent, grid, block, numba=spelled)


def check_emulated(kernel, buffers, words, extent=1, *, rtol=0.0, atol=0.0, **_):
    """numba-cuda's code must leave in the buffers what the interpreter leaves there."""
    spelled = spell(kernel)
    grid, block = shape(spelled)
    block = block if block == 1 else WIDE
    _check(spelled, kernel, buffers, words, extent, rtol, atol, emulated, (grid, block))


def _check(spelled, kernel, buffers, words, extent, rtol, atol, runs, chosen):
    expected, got = [b.copy() for b in buffers], [b.copy() for b in buffers]
    interpret(kernel, expected, words, extent)
    runs(spelled, got, words, extent, *chosen)
    for k, (a, b) in enumerate(zip(got, expected, strict=True)):
        same(a, b, rtol, atol, f"buffer {k} of\n{spelled.text}")
