"""What this machine can do at most, measured, and how near to it a step comes.

The roofline model (Williams, Waterman, Patterson 2009): a step that does few operations for each
byte can be no faster than memory brings the bytes, one that does many no faster than the processor
computes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fjax.api.jit import jit
from fjax.core.memo import memo
from fjax.explanation.markup import counted, size, tag
from fjax.explanation.steps import Step
from fjax.lowering.inspect import operations_in

ELEMENTS = 1 << 22  # float32, of each of three arrays: more than caches hold
SIDE = 768  # of the square matrices whose product shows what the processor computes
TRIES = 5
SHORT = 5e-6  # seconds; most of a shorter step's time is its call
WIDTH, HEIGHT = 180, 64  # of the picture


class Roofline(NamedTuple):
    """Bytes a second that memory gives, operations a second of a float32 matrix product."""

    bandwidth: float
    rate: float

    @property
    def ridge(self) -> float:
        """Operations a byte from which the processor is the limit."""
        return self.rate / self.bandwidth

    def limit(self, intensity: float) -> float:
        """Operations a second that are possible with this number of operations a byte.

        >>> Roofline(10e9, 100e9).limit(2.0), Roofline(10e9, 100e9).limit(50.0)
        (20000000000.0, 100000000000.0)
        """
        return min(self.rate, intensity * self.bandwidth)


@memo()
def measured() -> Roofline:
    """This machine's: the quickest of some tries, with the threads that programs use."""
    x, y = (np.full(ELEMENTS, v, np.float32) for v in (0.5, 0.25))
    add = jit(lambda a, b: a * 2 + b)
    a = np.full((SIDE, SIDE), 0.5, np.float32)
    product = jit(lambda a: a @ a)
    bandwidth = 3 * x.nbytes / _least(lambda: add(x, y))
    return Roofline(bandwidth, 2 * SIDE**3 / _least(lambda: product(a)))


def _least(run: Callable[[], Any]) -> float:
    run()
    found = []
    for _ in range(TRIES):
        began = time.perf_counter()
        run()
        found.append(time.perf_counter() - began)
    return min(found)


def facts(step: Step, roof: Roofline | None) -> list[tuple[str, str]]:
    """What a step computes, and how near it comes to what the machine can do, as (name, HTML)."""
    done = operations_in(step.equation)
    total = done.flops + done.transcendentals
    if not total or not step.moved:
        return []
    intensity = total / step.moved
    functions = done.transcendentals
    said = f"{counted(round(total), 'operation')}, {intensity:.2g} a byte"
    if functions:
        kind = "is a function" if functions == 1 else "are functions"
        said += f"; {functions:,.0f} {kind} such as exp"
    found = [("computes", said)]
    if roof is not None and step.each:
        found.append(("roofline", _against(step, total, intensity, roof)))
    return found


def _against(step: Step, total: float, intensity: float, roof: Roofline) -> str:
    seconds = step.each or 0.0
    memory, computed = step.moved / seconds / roof.bandwidth, total / seconds / roof.rate
    if seconds < SHORT:
        bound = "too short to say: the call is the larger part"
    elif intensity < roof.ridge:
        bound = f"memory is the limit below {roof.ridge:.2g} operations a byte"
        if memory > 1.1:
            bound = "its arrays stay in a cache, which is quicker than memory"
        elif memory < 0.3 and computed < 0.3:
            bound += ", which it is far from: functions, divisions, or one thread take the time"
    else:
        bound = "the processor is the limit"
    said = (
        f"{memory:.0%} of the {size(roof.bandwidth)}/s of memory, {computed:.0%} of the "
        f"{roof.rate / 1e9:.3g} Gop/s of a matrix product: {bound}"
    )
    return f"{said}{_picture(intensity, total / seconds, roof)}"


def _picture(intensity: float, attained: float, roof: Roofline) -> str:
    """The roof over operations a byte, both in powers of two, and the step as a point."""
    low, high = -6.0, max(math.log2(roof.ridge) + 3, 8.0)
    top, bottom = math.log2(roof.rate) + 1, math.log2(roof.limit(2**low)) - 2

    def at(x: float, y: float) -> tuple[float, float]:
        across = (min(max(math.log2(x), low), high) - low) / (high - low)
        down = (top - min(max(math.log2(y), bottom), top)) / (top - bottom)
        return round(across * WIDTH, 1), round(down * HEIGHT, 1)

    corners = [at(x, roof.limit(x)) for x in (2**low, roof.ridge, 2**high)]
    line = tag("polyline", points=" ".join(f"{x},{y}" for x, y in corners))
    cx, cy = at(intensity, max(attained, 1.0))
    point = tag("circle", cx=cx, cy=cy, r=4)
    title = tag("title", "operations a second over operations a byte")
    box = f'viewBox="-5 -5 {WIDTH + 10} {HEIGHT + 10}" width="{WIDTH + 10}" height="{HEIGHT + 10}"'
    return f'<svg class="roof" role="img" {box}>{title}{line}{point}</svg>'
