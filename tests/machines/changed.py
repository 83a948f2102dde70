"""The CPU's machine with other quantities, limits or cuts, for tests that need small ones."""

from dataclasses import replace

from fjax.lowering.machine import Machine
from fjax.lowering.targets import named

CPU = named("cpu")


def changed(limits=(), cuts=(), **quantities) -> Machine:
    """The machine with these, each by name: `monkeypatch.setattr(CPU, "machine", changed(...))`."""
    machine = CPU.machine
    return replace(
        machine,
        limits=replace(machine.limits, **dict(limits)),
        cuts=replace(machine.cuts, **dict(cuts)),
        **quantities,
    )
