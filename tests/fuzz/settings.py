"""The settings that a worker runs its programs under, each by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import fjax.lowering.loops
from fjax.config import config
from fjax.lowering import fusion, loop_nest, loop_values, schedule, split


@dataclasses.dataclass(frozen=True)
class Setting:
    """environment: variables of the worker; options: of fjax's configuration.

    constants: limits inside fjax, by module, made small so that small programs meet them.
    share: how often a campaign takes it; programs: how many a worker runs.
    """

    share: float
    programs: int = 150
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    constants: tuple[tuple[Any, str, Any], ...] = ()

    def apply(self) -> None:
        """Set the options and constants in this process."""
        for name, value in self.options.items():
            config.update(name, value)
        for module, name, value in self.constants:
            if not hasattr(module, name):
                raise AttributeError(f"{module.__name__} has no {name}")
            setattr(module, name, value)


_BLOCKS = (
    (split, "LARGE", 4),
    (split, "FEWEST_ROWS", 2),
    (split, "MOST_ROWS", 8),
    (split, "BLOCK", 32),
    (split, "FLAT_BLOCK", 4),
)
_LIMITS = (
    (loop_values, "MOST_REGISTERS", 2),
    (loop_nest, "MOST_CARRIED", 6),
    (loop_nest, "MOST_INSIDE", 4),
    (fusion, "EQUATION_LIMIT", 6),
    (fusion, "SMALL", 4),
    (schedule, "MAX_SPLITS", 1),
    (fusion, "EXPENSIVE", 2),
)
_PARALLEL = ((fjax.lowering.loops, "PARALLEL_COST", 0),)

SETTINGS: dict[str, Setting] = {
    "plain": Setting(3.0),
    "checked": Setting(1.0, options={"check_ir": True}),
    "blocks": Setting(1.0, constants=_BLOCKS),
    "limits": Setting(1.0, constants=_LIMITS),
    "parallel": Setting(1.0, environment={"FJAX_NUM_THREADS": "7"}, constants=_PARALLEL),
    "portable": Setting(0.7, environment={"FJAX_CPU_LAUNCHER": "portable"}),
    "32 bits": Setting(1.0, options={"enable_x64": False}),
    "numba": Setting(0.2, programs=25, environment={"FJAX_CPU_EMITTER": "numba"}),
}
