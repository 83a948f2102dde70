"""The LLVM text of kernels for GPUs, byte for byte, as `pytest --update-golden` recorded it.

To be read: which thread takes what, how wide memory is read and written, where threads meet.
"""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cuda.emit.emitter import chosen_schedule, emit
from fjax.lowering.cuda.heuristic import row_length, shape, variant
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.machine import named
from tests.lowering.cpu.test_emitted_text import PROGRAMS, SELDOM
from tests.lowering.cuda.check import ways
from tests.lowering.test_kernel_text import TEXTS

MACHINE = named("sm_80")
ROWS = jnp.ones((300, 200), np.float32)
THERE = {
    "sums-of-rows": (lambda x: x.sum(1), (ROWS,)),
    "sums-of-columns": (lambda x: x.sum(0), (ROWS,)),
    "sum": (lambda x: (x * x).sum(), (ROWS,)),
    "softmax": (lambda x: fjax.nn.softmax(x), (ROWS,)),
    "transposed": (lambda x: x.T + 1, (ROWS,)),
    "running-sums": (lambda x: jnp.cumsum(x, 1), (ROWS,)),
    "narrow": (lambda x: x.astype(jnp.bfloat16) * 2, (ROWS,)),
    "eight-bits": (lambda x: (x * 3).astype(jnp.float8_e5m2), (ROWS,)),
    "integers": (lambda x: (x * 9).astype(np.int8) // 3, (ROWS,)),
    "functions": (lambda x: jnp.exp(x) * jnp.sin(x) + jnp.arctan2(x, 2) ** 3, (ROWS,)),
    "largest": (lambda x: (jnp.argmax(x, 1), x.max(1)), (ROWS,)),
}
CHOSEN = {name: PROGRAMS[name] for name in ("looked-up", "added-at-positions", "complex")} | THERE


def spelled(kernel):
    """The text for each way to launch a kernel."""
    found = dict.fromkeys(v for v, _ in ways(kernel))
    return [emit(kernel, "kernel", MACHINE, way).text for way in found]


@pytest.mark.parametrize("name", [*sorted({*TEXTS} - {"softmax"}), "seldom"])
def test_a_kernel_is_spelled_as_recorded(name, golden):
    kernel = parse_kernel({**TEXTS, "seldom": SELDOM}[name])
    golden(f"llvm/{name}-gpu.ll", "\n".join(spelled(kernel)))


@pytest.mark.needs("x64", reason="the text is recorded for types of 64 bits")
@pytest.mark.parametrize("name", CHOSEN)
def test_the_kernels_of_a_program_are_spelled_and_launched_as_recorded(name, golden):
    function, args = CHOSEN[name]
    lines = []
    for step in fjax.inspect(function)(*args).kernels:
        kernel = step.info.lowered.kernel
        lines += spelled(kernel)
        for size in (64, 700):
            words = [size] * len(kernel.table)
            way = variant(kernel, words, MACHINE)
            made = emit(kernel, "kernel", MACHINE, way)
            chosen = shape(made, 300, row_length(kernel, words), MACHINE)
            lines.append(f"; rows of {size}: {chosen.grid} blocks of {chosen.block}")
            lines += [f"; {step}" for step in chosen_schedule(kernel, MACHINE, way)]
            lines.append(made.text if way.held else "")
    golden(f"llvm/{name}-gpu.ll", "\n".join(lines))
