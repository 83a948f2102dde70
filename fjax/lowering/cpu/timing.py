"""How long a kernel takes by a schedule that is given by hand, beside the one that is chosen."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.errors import FjaxValueError
from fjax.lowering.cpu.compile import NativeRoutine, compile_kernel
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run.plan import PlannedLaunch
from fjax.lowering.schedule.language import parse

Array = np.ndarray[Any, Any]


def timed(planned: PlannedLaunch, schedule: str, chosen: str, seconds: float) -> list[float]:
    """Seconds of a launch by two schedules, called in turns on the same drawn arrays.

    Raises FjaxValueError if their results are not alike.
    """
    arrays, slots = operands(planned)
    programs = [_program(planned, parse(s), slots) for s in (schedule, chosen)]
    results = []
    for run in programs:
        own = [a.copy() for a in arrays]
        run(*own)
        results.append(own)
    if not alike(*results):
        raise FjaxValueError(f"timed: the schedule computes something else; got {schedule!r:.400}")
    calls = [functools.partial(run, *arrays) for run in programs]
    return [x * 1e-9 for x in least(calls, seconds)]


def _program(planned: PlannedLaunch, steps: Any, slots: Sequence[int]) -> Callable[..., None]:
    kernel = planned.launch.code
    assert isinstance(kernel, Kernel)
    code = compile_kernel(kernel, schedule=steps)
    own = replace(planned.launch, code=NativeRoutine("timed", lambda: code), buffers=tuple(slots))
    return NativeProgram([own], max(slots, default=-1) + 1).run


def operands(planned: PlannedLaunch) -> tuple[list[Array], list[int]]:
    """Drawn arrays for a kernel's launch, and which of them each of its buffers is."""
    kernel, places = planned.launch.code, dict[int, int]()
    assert isinstance(kernel, Kernel)
    arrays, slots = list[Array](), planned.launch.buffers
    for buffer, slot, place in zip(kernel.buffers, slots, planned.order, strict=False):
        if slot not in places:
            places[slot] = len(arrays)
            nbytes = planned.values[place].aval.nbytes
            arrays.append(drawn(max(1, nbytes // buffer.dtype.itemsize), buffer.dtype))
    return arrays, [places[slot] for slot in slots]


def drawn(count: int, dtype: np.dtype[Any]) -> Array:
    """Numbers from 0.1 to 1; of integers and booleans, 0 and 1."""
    r = np.random.default_rng(0)
    if dtypes.issubdtype(dtype, np.floating):
        return r.uniform(0.1, 1.0, count).astype(dtype)
    return r.integers(0, 2, count).astype(dtype)


def alike(found: list[Array], wanted: list[Array]) -> bool:
    """Whether results agree: floating-point sums may be made in another order."""
    for a, b in zip(found, wanted, strict=True):
        if b.dtype.kind in "iub":
            if not np.array_equal(a, b):
                return False
            continue
        places = {2: 1e-2, 4: 1e-4}.get(b.dtype.itemsize, 1e-9)
        a, b = a.astype(np.float64), b.astype(np.float64)
        scale = float(np.max(np.abs(b[np.isfinite(b)]), initial=1.0))
        if not np.allclose(a, b, rtol=places, atol=places * scale, equal_nan=True):
            return False
    return True


def least(calls: Sequence[Callable[[], None]], seconds: float, rounds: int = 5) -> list[float]:
    """Nanoseconds of the quickest of many calls of each, in turns, so that noise hits all alike."""
    best, clock = [float("inf")] * len(calls), time.perf_counter_ns
    end, done = time.perf_counter() + seconds * len(calls), 0
    while done < rounds or time.perf_counter() < end:
        for k, call in enumerate(calls):
            for _ in range(4):  # one after the other: later ones find caches warm
                began = clock()
                call()
                took = clock() - began
                if took < best[k]:
                    best[k] = took
        done += 1
    return best
