"""A target whose kernels are PTX in the emulator: whole programs, launch after launch.

Each launch is compared with what the CPU's code of the same kernel makes of the same buffers.
"""

import functools

import numpy as np

from fjax.core.scalar import Op
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.compile import compile_kernel
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.few_rows import PASSES as FEW_ROWS
from fjax.lowering.cuda.heuristic import row_length, shape, variant
from fjax.lowering.cuda.narrow_indices import fit_indices
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel import narrow
from fjax.lowering.kernel.dependence import is_apart
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Loop, Store, While, parallel_nest
from fjax.lowering.kernel.spelling import FactTable, expressions, postorder, walk
from fjax.lowering.machine import named
from tests.lowering.cpu.harness import call
from tests.lowering.cuda.check import ARCHITECTURE, same
from tests.lowering.cuda.emulator import run
from tests.lowering.cuda.program import Program
from tests.lowering.interpreter import interpret
from tests.lowering.interpreter_target import InterpretedProgram, InterpreterTarget


@functools.lru_cache(maxsize=256)
def _made(fingerprint, kernel, variant):
    emitted = emit(kernel, "kernel", named(ARCHITECTURE), variant)
    return Program(ptx(emitted.text, ARCHITECTURE)), emitted


def combines(kernel):
    """Whether a GPU's threads combine values in another order than the CPU's lanes."""
    loops = [s for s in walk(kernel.body) if isinstance(s, (Loop, While))]
    return any(c.monoid is not None for s in loops for c in s.carries)


def meets(kernel):
    """Whether parallel iterations combine what they give in memory, which the CPU's never do."""
    nest = parallel_nest(kernel.body)
    facts = FactTable(kernel.body)
    stores = [s for s in walk(kernel.body) if isinstance(s, Store) and s.monoid is not None]
    return not all(is_apart(s, loop.number, facts) for s in stores for loop in nest)


def has_angles(kernel):
    """Whether large angles may occur, which are computed otherwise than by the C library."""
    roots = tuple(e for s in walk(kernel.body) for e in expressions(s))
    calls = [n for n in postorder(roots) if n.op is Op.CALL]
    return any(n.extra.name in ("sin", "cos", "tan") for n in calls)


class EmulatedProgram(InterpretedProgram):
    """Launches, one after another, each in the emulator."""

    def launch(self, step, buffers):
        kernel, words = step.code, list(map(int, step.words))
        copies = {}  # one for a buffer that is both read and written
        expected = [copies.setdefault(b.ctypes.data, b.copy()) for b in buffers]
        if meets(kernel):
            interpret(kernel, expected, words, step.extent)
        else:
            call(compile_kernel(kernel), expected, words, 0, step.extent)
        row = row_length(kernel, words)
        chosen_variant = variant(kernel, words, named(ARCHITECTURE), step.changed)
        program, emitted = _made(fingerprint(kernel), kernel, chosen_variant)
        chosen = shape(emitted, step.extent, row, named(ARCHITECTURE))
        run(program, buffers, words, step.extent, chosen.grid, chosen.block)
        fused = processor.host().fma  # as GPUs multiply and add
        exact = fused and not (combines(kernel) or meets(kernel) or has_angles(kernel))
        for got, wanted in zip(buffers, expected, strict=True):
            if exact or wanted.dtype.kind != "f" or narrow.is_stored(wanted.dtype):
                same(got, wanted)
                continue
            unit, finite = np.finfo(wanted.dtype).eps, wanted[np.isfinite(wanted)]
            same(got, wanted, 64 * unit, 16 * unit * np.abs(finite).max(initial=0))


class EmulatedTarget(InterpreterTarget):
    """Emulates; has no library and no native loop steps."""

    name = "emulator"
    machine = named(ARCHITECTURE)
    passes = FEW_ROWS
    Program = EmulatedProgram

    def fit(self, kernel, words):
        """As `fjax.lowering.cuda.target` does."""
        return fit_indices(kernel, words)
