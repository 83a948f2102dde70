"""The numbers that the heuristic decides by, and what kernels take with others in their place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple
from unittest.mock import patch

from benchmarks.tune.cases import Case, Run
from benchmarks.tune.neighbours import Space
from fjax.lowering.cpu import heuristic
from fjax.lowering.cpu.compile import compile_kernel
from fjax.lowering.cpu.emit.emitter import emit
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.cpu.timing import least
from fjax.lowering.schedule.language import Schedule

SECONDS = 0.004  # that each is timed

# Of `Limits`, of `Machine`, and of the heuristic's own module: values to try in their place. The
# first and the last ones switch off what the number decides, or one side of it.
LIMITS = {
    "heavy_body": (1, 12, 48, 96, 1000),
    "long_body": (1, 40, 160, 1000),
    "vectors_by_column": (1, 2, 4, 6, 12),
    "rows_at_once": (2, 8, 16),
}
QUANTITIES = {"l1_bytes": (8 << 10, 24 << 10, 96 << 10)}
OWN = {"MOST_REGISTERS": (1, 2), "TILE_ROWS": (4, 8, 32, 64)}


class Change(NamedTuple):
    """A number with another value."""

    name: str
    value: int

    def __str__(self) -> str:
        return f"{self.name}={self.value}"

    def on(self, processor: Processor) -> Processor:
        """The processor whose machine has it."""
        machine = processor.machine
        if self.name in LIMITS:
            limits = replace(machine.limits, **{self.name: self.value})
            return replace(processor, machine=replace(machine, limits=limits))
        if self.name in QUANTITIES:
            quantity: dict[str, Any] = {self.name: self.value}
            return replace(processor, machine=replace(machine, **quantity))
        return processor

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """The heuristic's own number replaced meanwhile, if it is one."""
        if self.name in OWN:
            with patch.object(heuristic, self.name, self.value):
                yield
        else:
            yield


def value_of(name: str, processor: Processor) -> int:
    """The value in force."""
    machine = processor.machine
    places = {**dict.fromkeys(LIMITS, machine.limits), **dict.fromkeys(QUANTITIES, machine)}
    found: int = getattr(places.get(name, heuristic), name)
    return found


def changes(processor: Processor) -> list[Change]:
    """Each number with each of its other values."""
    table = {**LIMITS, **QUANTITIES, **OWN}
    return [
        Change(name, value)
        for name, values in table.items()
        for value in values
        if value != value_of(name, processor)
    ]


def measured(case: Case, processor: Processor) -> dict[str, tuple[float, float]]:
    """Of each change that makes other code of a case: time and lines over those of today's code."""
    made: dict[str, tuple[Processor, Schedule, list[str]]] = {}
    text = emit(case.kernel, "kernel", processor)
    by_text = {text: (processor, Space.of(case.kernel, processor).chosen)}
    for change in changes(processor):
        other = change.on(processor)
        with change.in_force():
            schedule = Space.of(case.kernel, other).chosen
        found = emit(case.kernel, "kernel", other, schedule)
        if found != text:
            by_text.setdefault(found, (other, schedule))
            made.setdefault(found, (other, schedule, []))[2].append(str(change))
    if not made:
        return {}
    run = Run(case)
    codes = [compile_kernel(case.kernel, p, schedule) for p, schedule in by_text.values()]
    first, *times = least([run.call(c.address) for c in codes], SECONDS)
    return {
        name: (time / first, found.count("\n") / text.count("\n"))
        for time, (found, (_, _, names)) in zip(times, made.items(), strict=True)
        for name in names
    }
