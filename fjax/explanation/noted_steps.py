"""The steps of programs, noted while the programs run as they always do.

Kernels, library calls and native loops are noted by the target's runtime, which writes numbers and
times into a ring; what they were is looked up in the end. Steps that Python runs are noted here.
"""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Callable, Sequence
from threading import get_ident
from time import perf_counter_ns
from typing import Any

import numpy as np

from fjax.core import device
from fjax.core.ir import Equation, Var
from fjax.dataclass import dataclass
from fjax.explanation.equations import sources
from fjax.lowering import targets
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.run.executable import Executable
from fjax.lowering.run.plan import PlannedLaunch, Segment
from fjax.lowering.run.steps import Step

WIDEST = 60  # characters of what a kernel computes
_call, _init = Executable.__call__, Executable.__init__
Noted = tuple[int, "Label", int, int]  # the thread, the step, when it began and ended
Run = tuple[int, Equation, PlannedLaunch | None, int, int]  # the same; None: Python ran the step


@dataclass(frozen=True)
class Label:
    """What a step is called, and what is shown beside its times."""

    name: str
    shown: dict[str, str]

    @classmethod
    def of(cls, equation: Equation, threads: int = 1) -> Label:
        """That of a step of a program, which several threads may run."""
        op = equation.op
        body = op.body.eqns if isinstance(op, (Fused, Updated)) else ()
        computes = ", ".join(dict.fromkeys(e.op.name for e in body))
        short = computes if len(computes) <= WIDEST else computes[: WIDEST - 1] + "…"
        values = [v for v in (*equation.invars, *equation.outvars) if isinstance(v, Var)]
        shown = {
            "lines": _lines([equation, *body]),
            "bytes": str(sum(v.aval.nbytes for v in values)),
            "threads": str(threads),
        }
        return cls(f"kernel: {short}" if body else op.name, shown)


def _lines(eqns: Sequence[Equation]) -> str:
    """The lines that equations come from, as `model.py:8, 9`."""
    files: dict[str, set[int]] = {}
    for source in sources(eqns):
        if source is not None and source.line:
            files.setdefault(pathlib.PurePath(source.file).name, set()).add(source.line)
    return "; ".join(f"{f}:{', '.join(map(str, sorted(n)))}" for f, n in files.items())


def _label(equation: Equation, planned: PlannedLaunch | None) -> Label:
    cores = targets.named("cpu").machine.here.cores
    return Label.of(equation, cores if planned is not None and planned.launch.parallel else 1)


class StepRecorder:
    """Notes each step of each program from `begin` to `end`, in all threads.

    deep: with those inside of loops and branches that run without Python. Those on devices where a
    launch returns before it is done are not noted.

    >>> recorder = StepRecorder()
    >>> recorder.begin()
    >>> y = fjax.jit(lambda x: jnp.sort(jnp.sin(x)))(np.ones(3))
    >>> recorder.end()
    >>> [label.name for _, label, start, end in recorder.steps()]
    ['kernel: sin', 'sort']
    """

    def __init__(self, deep: bool = False) -> None:
        self.deep = deep
        self._programs: list[Executable] = []  # all, so that none goes while its number is noted
        self._evaluated: list[Run] = []
        self._rows: np.ndarray | None = None
        self._end_launches: Callable[[], np.ndarray] | None = None

    def begin(self) -> None:
        programs, stepwise = self._programs, functools.cache(self._steps)

        def made(self: Executable, *args: Any, **kwargs: Any) -> None:
            _init(self, *args, **kwargs)
            programs.append(self)

        def watched(self: Executable, buffers: list[Any]) -> list[Any]:
            steps = stepwise(self)
            if steps is None:
                return _call(self, buffers)
            self.take(buffers)
            return self.through(steps, buffers)

        Executable.__init__ = made  # type: ignore[method-assign]
        Executable.__call__ = watched  # type: ignore[method-assign]
        programs += [each for each in device.executables if hasattr(each, "steps")]
        self._end_launches = targets.named("cpu").record_launches(self.deep)

    def end(self) -> None:
        Executable.__call__, Executable.__init__ = _call, _init  # type: ignore[method-assign]
        if self._end_launches is not None:
            self._rows = self._end_launches()

    def steps(self) -> list[Noted]:
        """What was noted."""
        labels = functools.cache(_label)
        return [(thread, labels(eqn, x), start, end) for thread, eqn, x, start, end in self.runs()]

    def runs(self) -> list[Run]:
        """What was noted, by equations."""
        found = list(self._evaluated)
        if self._rows is None:
            return found
        launches: dict[int, Sequence[PlannedLaunch]] = {}
        for program in self._programs:
            if not program.target.holds(None):
                continue
            for step, native in zip(program.plan.steps, program.programs, strict=True):
                if isinstance(step, Segment) and native is not None:
                    launches |= dict(program.target.recorded(native, step))
        for thread, number, launch, start, end in self._rows.tolist():
            if number in launches:
                planned = launches[number][launch]
                found.append((thread, planned.equation, planned, start, end))
        return found

    def _steps(self, program: Executable) -> list[Step] | None:
        """The steps of a program that notes those that Python runs; None if there is none."""
        plan = program.runs.steps
        if not program.target.holds(None) or all(isinstance(s, Segment) for s in plan):
            return None
        return [
            run if isinstance(s, Segment) else self._noting(s.equation, run)
            for s, run in zip(plan, program.steps, strict=True)
        ]

    def _noting(self, equation: Equation, run: Step) -> Step:
        append = self._evaluated.append

        def step(env: list) -> None:
            start = perf_counter_ns()
            run(env)
            append((get_ident(), equation, None, start, perf_counter_ns()))

        return step
