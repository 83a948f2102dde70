"""Random kernels under random legal schedules compute what they did: interpreted and compiled."""

from __future__ import annotations

import random

import numpy as np
import pytest

from fjax.errors import InvalidIRError
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.emit import emitter
from fjax.lowering.cpu.processor import host
from fjax.lowering.kernel.form import parallel_nest
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import mistake
from fjax.lowering.schedule import language
from tests.lowering.cpu.harness import call, targets
from tests.lowering.schedule import drawn, nests


def expanded(kernel, cases):
    """The kernel as schedules see it; None if calls would have to combine what they give."""
    try:
        made, _ = emitter.expanded(kernel, host())
        for loop in parallel_nest(made.body)[:1]:
            language.Step("parallelize", (loop.number,))(made)
    except (ValueError, InvalidIRError):  # or lanes: the verifier knows no sizes
        return None
    return made if cases and mistake(made) is None else None


def agree(found, case, *what):
    for k, (a, b) in enumerate(zip(found, case.want, strict=True)):
        np.testing.assert_array_equal(a, b, err_msg="\n".join([f"buffer {k}", *what]))


def check(seed, compiled):
    """Kernels and schedules of a seed; how many schedules there were."""
    kernel = nests.Nests(seed).kernel()
    cases = nests.sound(kernel)
    kernel = expanded(kernel, cases)
    if kernel is None:
        return 0
    rng = random.Random(seed)
    for _ in range(3):
        scheduled, steps = drawn.draw(kernel, rng)
        text = print_kernel(kernel), language.print_schedule(steps)
        assert language.parse(text[1]) == steps
        for case in cases:
            agree(nests.left(scheduled, case.words, case.calls), case, "interpreted", *text)
        for name in compiled:
            code = compiler.compile_kernel(kernel, targets()[name], schedule=steps)
            for case in cases:
                found = nests.arrays(kernel)
                for lo, hi in case.calls:
                    call(code, found, case.words, lo, hi)
                agree(found, case, name, *text)
    return 3


@pytest.mark.one_in(10)
@pytest.mark.parametrize("start", range(0, 120, 4))
def test_random_schedules_interpreted(start):
    assert sum(check(seed, ()) for seed in range(start, start + 4))


@pytest.mark.one_in(10)
@pytest.mark.parametrize("start", range(1000, 1060, 4))
def test_random_schedules_compiled(start):
    assert sum(check(seed, ("host", "avx2", "sse")) for seed in range(start, start + 4))
