"""The heuristic of a machine: one for each kind, chosen once."""

from __future__ import annotations

from fjax.core import lazy
from fjax.lowering.machine import Machine
from fjax.lowering.nest.choices import Heuristic

_gpu = lazy.module("fjax.lowering.nest.gpu")
_vector_processor = lazy.module("fjax.lowering.nest.vector_processor")


def heuristic(machine: Machine) -> Heuristic:
    """What chooses the loops of kernels for a machine.

    >>> from fjax.lowering.machine import named
    >>> type(heuristic(named("sm_90"))).__name__, type(heuristic(named("neoverse"))).__name__
    ('Gpu', 'VectorProcessor')
    """
    found: Heuristic = (
        _gpu.Gpu(machine) if machine.is_gpu else _vector_processor.VectorProcessor(machine)
    )
    return found
