"""The settings that a worker runs its programs under, each by name."""

from __future__ import annotations

import dataclasses
import importlib.util
import random
from collections.abc import Mapping
from typing import Any

from fjax.config import config
from fjax.lowering.cpu import compile as kernels
from fjax.lowering.cpu import heuristic
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.schedule.language import Schedule
from tests.fuzz import checks
from tests.lowering.schedule import drawn as schedules
from tests.machines import levels
from tests.machines.changed import CPU, changed


@dataclasses.dataclass(frozen=True)
class Setting:
    """environment: variables of the worker; options: of fjax's configuration.

    machine: its quantities, limits and cuts, made small so that small programs meet them.
    constants: others inside fjax, by module.
    share: how often a campaign takes it; programs: how many a worker runs.
    without: variations that do not go with it.
    """

    share: float
    programs: int = 500
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    machine: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    constants: tuple[tuple[Any, str, Any], ...] = ()
    without: frozenset[str] = frozenset()

    def apply(self) -> None:
        """Set the options, the machine and the constants in this process."""
        for name, value in self.options.items():
            config.update(name, value)
        if self.machine:
            CPU.machine = changed(**self.machine)
        for module, name, value in self.constants:
            if not hasattr(module, name):
                raise AttributeError(f"{module.__name__} has no {name}")
            setattr(module, name, value)


def drawn_schedule(kernel: Kernel, processor: Processor) -> tuple[Kernel, Schedule]:
    """In the heuristic's place: any legal directives, the same for the same kernel."""
    chosen = random.Random(fingerprint(kernel))
    return schedules.draw(kernel, chosen) if chosen.random() < 0.5 else choose(kernel, processor)


choose = heuristic.choose
_BLOCKS = {"cuts": {"large": 4, "fewest_rows": 2, "most_rows": 8, "block": 32, "flat_block": 4}}
_LIMITS = {
    "limits": {
        "written_out": 2,
        "loop_carried": 6,
        "call_operations": 64,
        "equations": 6,
        "waiting": 2,
    },
    "host_ns": 2.0,  # NumPy moves blocks from four elements on
    "memory_bytes_per_ns": 128.0,  # what costs two instructions is kept
}
_PARALLEL = {"share_ns": 0.0}

SETTINGS: dict[str, Setting] = {
    "plain": Setting(3.0),
    "checked": Setting(1.0, options={"check_ir": True}),
    "blocks": Setting(1.0, machine=_BLOCKS),
    "limits": Setting(1.0, machine=_LIMITS),
    "parallel": Setting(1.0, environment={"FJAX_NUM_THREADS": "7"}, machine=_PARALLEL),
    "schedules": Setting(1.0, constants=((heuristic, "choose", drawn_schedule),)),
    "32 bits": Setting(1.0, options={"enable_x64": False}),
    "numba": Setting(
        0.12,
        programs=30,
        environment={"FJAX_CPU_EMITTER": "numba"},
        without=frozenset({"quick code"}),  # its code is sound only after optimisation
    ),
}


def _variable(name: str, *values: str, share: float) -> dict[str, Setting]:
    return {value: Setting(share, environment={name: value}) for value in values}


# What varies beside the setting; a worker takes at most one of each group, with its share's chance.
# LLVM's code takes a third of the time, most of it for speed that these kernels need not have.
VARIATIONS: tuple[dict[str, Setting], ...] = (
    {"quick code": Setting(0.8, constants=((kernels, "OPTIMIZATION_LEVEL", 0),))},
    _variable("FJAX_CPU_LEVEL", "v2", "v3", "v4", "x86-64", share=0.12),
    _variable("OPENBLAS_CORETYPE", "Haswell", "SkylakeX", "Zen", "Sandybridge", share=0.1),
    {"poisoned": Setting(0.25, environment={"FJAX_POISON_MEMORY": "1"})},
    {
        "2 threads": Setting(0.2, environment={"FJAX_NUM_THREADS": "2"}),
        "7 threads": Setting(0.2, environment={"FJAX_NUM_THREADS": "7"}),
    },
    {"jax": Setting(0.08, programs=100, constants=((checks, "JAX_SHARE", 0.3),))},
)
NAMED = SETTINGS | {name: s for group in VARIATIONS for name, s in group.items()}


def drawn(rng: random.Random, names: list[str], possible: set[str]) -> list[str]:
    """A setting out of `names`, and variations of it out of those that are possible here."""
    chosen = rng.choices(names, [SETTINGS[n].share for n in names])
    for group in VARIATIONS:
        usable = [n for n in group if n in possible - SETTINGS[chosen[0]].without]
        rest = 1.0 - sum(group[n].share for n in usable)
        chosen += rng.choices([*usable, ""], [*[group[n].share for n in usable], rest])
    return [n for n in chosen if n]


def possible_here() -> set[str]:
    """The variations that this processor has, and that are installed."""
    found = {n for group in VARIATIONS for n in group}
    needed = {n: n for n in VARIATIONS[1]} | levels.LEVEL_OF_KERNELS
    found -= {n for n, level in needed.items() if levels.is_absent(level)}
    return found if importlib.util.find_spec("jax") else found - {"jax"}
