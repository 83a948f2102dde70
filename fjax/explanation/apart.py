"""The steps of a compiled program one after another, each called from Python: timed, or noted."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import get_ident
from time import perf_counter_ns
from typing import Any

import numpy as np

from fjax.core import dtypes, processes
from fjax.core.ir import Equation, Var
from fjax.dataclass import dataclass
from fjax.explanation.equations import sources
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.run.executable import Executable
from fjax.lowering.run.launch import ProgramParts
from fjax.lowering.run.plan import PlannedLaunch, Segment

Run = Callable[[list], None]
WIDEST = 60  # characters of what a kernel computes
_call = Executable.__call__


@dataclass(frozen=True)
class Label:
    """What a step is called, and what is shown beside its times."""

    name: str
    shown: dict[str, str]

    @classmethod
    def of(cls, equation: Equation) -> Label:
        """That of a step of a program."""
        op = equation.op
        body = op.body.eqns if isinstance(op, (Fused, Updated)) else ()
        computes = ", ".join(dict.fromkeys(e.op.name for e in body))
        short = computes if len(computes) <= WIDEST else computes[: WIDEST - 1] + "…"
        values = [v for v in (*equation.invars, *equation.outvars) if isinstance(v, Var)]
        shown = {
            "lines": _lines([equation, *body]),
            "bytes": str(sum(v.aval.nbytes for v in values)),
        }
        return cls(f"kernel: {short}" if body else op.name, shown)


def _lines(eqns: Sequence[Equation]) -> str:
    """The lines that equations come from, as `model.py:8, 9`."""
    files: dict[str, set[int]] = {}
    for source in sources(eqns):
        if source is not None and source.line:
            files.setdefault(pathlib.PurePath(source.file).name, set()).add(source.line)
    return "; ".join(f"{f}:{', '.join(map(str, sorted(n)))}" for f, n in files.items())


Noted = tuple[int, Label, int, int]  # the thread, the step, when it began and ended


def watch_steps(noted: list[Noted] | None) -> None:
    """Have each step of each program noted in a list from now on, in all threads; None: none.

    Programs then run step by step, from Python. Those of several processes, and on devices where a
    launch returns before it is done, run as ever and are not noted.

    >>> noted = []
    >>> watch_steps(noted)
    >>> y = fjax.jit(lambda x: jnp.sort(jnp.sin(x)))(np.ones(3))
    >>> watch_steps(None)
    >>> [label.name for _, label, start, end in noted]
    ['kernel: sin', 'sort']
    """
    if noted is None:
        Executable.__call__ = _call  # type: ignore[method-assign]
        return
    known: dict[Executable, list[Run]] = {}

    def watched(self: Executable, buffers: list[Any]) -> list[Any]:
        if processes.count() > 1 or not self.target.holds(None):
            return _call(self, buffers)
        steps = known.get(self)
        if steps is None:
            steps = known[self] = [_noting(noted, *piece) for piece in pieces(self)]
        self.take(buffers)
        return self.through(steps, buffers)

    Executable.__call__ = watched  # type: ignore[method-assign]


def _noting(noted: list[Noted], equation: Equation | None, run: Run) -> Run:
    if equation is None:
        return run
    label = Label.of(equation)

    def step(env: list) -> None:
        start = perf_counter_ns()
        run(env)
        noted.append((get_ident(), label, start, perf_counter_ns()))

    return step


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
