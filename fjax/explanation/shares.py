"""The time of each place: a step's time, divided among the places that its equations come from.

A kernel runs as a whole, so what one line takes in it cannot be measured: its time is divided by
the rough work of its equations: elements times instructions for one, products of a contraction, and
as often as an inner loop runs.
"""

from __future__ import annotations

import math
import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from fjax.core.ir import Equation
from fjax.core.kinds import Role
from fjax.core.source import NameStack
from fjax.explanation.equations import around, placed
from fjax.explanation.steps import Step, taken
from fjax.lowering.fuse.costs import element_cost
from fjax.lowering.machine import Costs
from fjax.primitives.families import has_scalar_program
from fjax.primitives.matrices import MatrixPrimitive

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

OUTSIDE = "no scope"  # the name of what is in none
MOVED = 0.25  # instructions for an element that is only found elsewhere: most are addresses
PASS = 4.0  # instructions for an element in each of the passes of a sort, or of a Fourier transform


class LineTime(NamedTuple):
    """What a line takes: its seconds, their share of all lines', its text, its places' numbers."""

    file: str
    number: int
    name: str
    text: str
    seconds: float
    share: float
    keys: tuple[int, ...]


def by_line(explained: Explained) -> list[LineTime]:
    """The lines that take time, those that take most first; empty if the steps were not measured.

    A line's name is `line 3`, or `model.py, line 3` where a program's lines are in several files.
    """
    places, keys = explained.places, dict[tuple[str, int], list[int]]()
    times = by_place(explained)
    for key in times:
        span = places.spans[key]
        keys.setdefault((span.file, span.line), []).append(key)
    total, files = sum(times.values()) or 1.0, {file for file, _ in keys}
    found = []
    for (file, number), own in keys.items():
        written = places.text(file)
        text = written[number - 1].strip() if number <= len(written) else "no source"
        where = "" if len(files) == 1 else f"{pathlib.PurePath(file).name}, "
        seconds = sum(times[key] for key in own)
        name = f"{where}line {number}"
        found.append(LineTime(file, number, name, text, seconds, seconds / total, tuple(own)))
    return sorted(found, key=lambda line: -line.seconds)


class ScopeTime(NamedTuple):
    """What is computed in a scope on one line: its seconds, and their share of the program's."""

    name: str
    seconds: float
    share: float


def by_scope(explained: Explained, line: LineTime) -> list[ScopeTime]:
    """The scopes on a line, those that take most first; none if it has not several."""
    times = by_place(explained)
    total = sum(times.values())
    found = []
    for name, keys in explained.places.parts(line.keys).items():
        seconds = sum(times[key] for key in keys)
        found.append(ScopeTime(name or OUTSIDE, seconds, seconds / total))
    return sorted(found, key=lambda scope: -scope.seconds)


def by_place(explained: Explained) -> dict[int, float]:
    """Seconds of each place; empty if the steps were not measured."""
    found: dict[int, float] = {}
    costs = explained.inspection.target.machine.costs
    for step, seconds in taken(explained.steps):
        work = _work_of_step(explained, step, costs)
        total = sum(work.values())
        for key, amount in work.items():
            found[key] = found.get(key, 0.0) + seconds * amount / total
    return found


def _work_of_step(explained: Explained, step: Step, costs: Costs) -> dict[int, float]:
    """Rough work of each place of a step; that of a loop whose insides are known is its own."""
    if step.own is not None:
        key = explained.places.key(step.source)
        return {} if key is None else {key: 1.0}
    if step.body is None:
        return _work(explained, [step.equation], costs, step.outer)
    return _work(explained, step.body.eqns, costs, step.inside)


def _work(
    explained: Explained, eqns: Sequence[Equation], costs: Costs, outer: NameStack
) -> dict[int, float]:
    """Rough work of each place, that of the jaxprs inside at the places of their equations.

    outer: the scopes around the equations.
    """
    found: dict[int, float] = {}
    for eqn in eqns:
        if eqn.op.jaxprs:
            form = eqn.op.loop()
            times = 1 if form is None else form.length or 1
            for body in eqn.op.jaxprs:
                for key, amount in _work(explained, body.eqns, costs, around(eqn, outer)).items():
                    found[key] = found.get(key, 0.0) + times * amount
            continue
        key = explained.places.key(placed(eqn, outer))
        if key is not None:
            found[key] = found.get(key, 0.0) + _work_of(eqn, costs)
    return found


def _work_of(eqn: Equation, costs: Costs) -> float:
    avals = [x.aval for x in (*eqn.invars, *eqn.outvars)]
    elements = max([aval.size for aval in avals], default=1)
    products = eqn.op.multiply_adds(*avals[: len(eqn.invars)])
    return float(max(elements * _each(eqn, costs), products, 1))


def _each(eqn: Equation, costs: Costs) -> float:
    """Rough number of instructions for one element."""
    axes = [n for x in eqn.invars for n in x.aval.shape]
    if has_scalar_program(eqn.op, tuple(x.aval.dtype for x in eqn.invars)):
        return max(element_cost(eqn, costs), 1.0)
    if isinstance(eqn.op, MatrixPrimitive):
        return float(max(axes, default=1))  # a row meets each other row
    if eqn.op.role is Role.OPAQUE and eqn.op.library:
        return max(PASS * math.log2(max(*axes, 2, 2)), 1.0)
    return MOVED if eqn.op.role is Role.INDEX else 1.0
