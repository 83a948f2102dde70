"""The steps of a compiled program one after another, each called from Python, to be timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation
from fjax.lowering.run.executable import Executable
from fjax.lowering.run.launch import ProgramParts
from fjax.lowering.run.plan import PlannedLaunch, Segment

Run = Callable[[list], None]


def pieces(executable: Executable) -> list[tuple[Equation | None, Run]]:
    """The steps as functions of the table of buffers, each with its equation.

    What only makes and frees buffers has none.
    """
    found: list[tuple[Equation | None, Run]] = []
    for step, run in zip(executable.plan.steps, executable.steps, strict=True):
        if isinstance(step, Segment):
            found += _Apart(executable, step).pieces()
        else:
            found.append((step.equation, run))
    return found


class _Apart:
    """A segment whose launches run one by one, each as a program of its own."""

    def __init__(self, executable: Executable, segment: Segment):
        self.target, self.segment = executable.target, segment

    def pieces(self) -> list[tuple[Equation | None, Run]]:
        launches = [(x.equation, self._launch(x)) for x in self.segment.launches]
        return [(None, self._begin), *launches, (None, self._end)]

    def _begin(self, env: list) -> None:
        """Put the buffers of the launches last: arguments, results, parts of the scratch block."""
        segment = self.segment
        for slot, v in zip(segment.slots.targets, segment.kept, strict=True):
            env[slot] = self.target.empty(v.aval.shape, dtypes.physical(v.aval.dtype))
        scratch = self.target.empty((segment.scratch_bytes,), np.dtype(np.uint8))
        table = [env[s] for s in (*segment.sources, *segment.slots.targets)]
        for x in segment.intermediates:
            table.append(scratch[x.offset : x.end].view(x.dtype).reshape(x.shape))
        env.append(table)

    def _launch(self, planned: PlannedLaunch) -> Run:
        launch = planned.launch
        used = sorted(set(launch.buffers))
        own = replace(launch, buffers=tuple(used.index(b) for b in launch.buffers))
        parts = ProgramParts(
            [own], len(used), release_gil=self.segment.is_heavy, equations=[planned.equation]
        )
        program = self.target.program(parts)

        def run(env: list) -> None:
            table = env[-1]
            program.run(*[table[k] for k in used])

        return run

    def _end(self, env: list) -> None:
        env.pop()
        for slot in self.segment.slots.dead:
            env[slot] = None
