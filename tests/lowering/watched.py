"""Executables whose steps are watched: what the memory plan says of each is true of real arrays."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from fjax.core.memo import clear_caches
from fjax.lowering import pipeline
from fjax.lowering.run.executable import Executable
from fjax.lowering.run.memory_plan import Action, Description


def watch(executable: Executable) -> Executable:
    """The executable, with each step followed by a look at all arrays of its table."""
    executable.steps = [
        _watched(step, actions)
        for step, actions in zip(
            executable.steps, Description(executable.plan).steps(), strict=True
        )
    ]
    executable.direct = None
    return executable


def _watched(step, actions: tuple[Action, ...]):
    names = "; ".join(a.name for a in actions)
    written = {w.region.slot for a in actions for w in a.writes}
    fresh = {m.region.slot for a in actions for m in a.makes}
    fresh |= {slot for a in actions for slot, _ in a.allocates if slot >= 0}
    taken = [pair for a in actions for pair in a.takes]

    def watched(env: list) -> None:
        arrays, contents = list(env), [None if x is None else x.tobytes() for x in env]
        step(env)
        for slot, (array, content) in enumerate(zip(arrays, contents, strict=True)):
            if array is not None and slot not in written:
                assert array.tobytes() == content, f"{names}: slot {slot} changes"
        for slot, before in taken:
            assert env[slot] is None or env[slot] is arrays[before], f"{names}: takes no memory"
        for slot in fresh:
            if env[slot] is None:
                continue
            others = [*arrays, *(x for k, x in enumerate(env) if k != slot)]
            for other in others:
                assert other is None or not np.shares_memory(env[slot], other), (
                    f"{names}: the result in slot {slot} shares memory"
                )

    return watched


@contextmanager
def every_step_watched():
    """In this context programs are compiled afresh, and their steps are watched."""
    made, entry = pipeline.Executable, Executable.entry
    clear_caches()
    pipeline.Executable = lambda *args: watch(made(*args))
    Executable.entry = lambda *args: None
    try:
        yield
    finally:
        pipeline.Executable, Executable.entry = made, entry
        clear_caches()
