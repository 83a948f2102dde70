"""How one row is measured in one library: a warm program, a cold one, or a whole process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from benchmarks.libraries import Library
    from benchmarks.workload import CompileWorkload, StartWorkload, Workload

ROOT = Path(__file__).resolve().parent.parent


class Warm:
    """The mean of a stretch of calls of a program that has run before."""

    def __init__(self, workload: Workload, library: Library):
        arguments = library.put(workload.data(np.random.default_rng(0)))
        self.program, self.arguments = library.build(workload), arguments
        self.workload, self.library = workload, library

    def answers(self) -> list[np.ndarray] | None:
        """The arrays of one call, to compare between libraries."""
        return self.library.answers(self.call())

    def call(self) -> Any:
        return self.library.wait(self.program(*self.arguments))

    def seconds(self) -> float:
        """One measurement."""
        count, total = 1, _timed(self.call, 1)
        while total < self.workload.least_seconds:
            more = min(max(int(count * (self.workload.least_seconds / total - 1)), 1), 10_000)
            total += _timed(self.call, more)
            count += more
        return total / count

    def report(self) -> dict[str, Any]:
        """What the library says of the program: which equations have no kernel."""
        return self.library.inspect(self.program, self.arguments)


class Cold:
    """The first call of a program that is new each time."""

    def __init__(self, workload: CompileWorkload, library: Library):
        self.workload, self.library = workload, library
        self.number = 0
        self.program: Callable[..., Any] | None = None

    def answers(self) -> list[np.ndarray]:
        program, arguments = self.workload.fresh(self.library.m, 0)
        return self.library.answers(self.library.wait(program(*arguments)))

    def seconds(self) -> float:
        self.number += 1
        self.program, self.arguments = self.workload.fresh(self.library.m, self.number)
        return _timed(lambda: self.library.wait(self.program(*self.arguments)), 1)

    def report(self) -> dict[str, Any]:
        return self.library.inspect(self.program, self.arguments)


class Process:
    """A whole process, from the start of the interpreter to its end.

    All bytecode is compiled before, as an installation does. The kernels that a process makes are
    thrown away before the next one, or kept, as the workload says.
    """

    def __init__(self, workload: StartWorkload, library: Library):
        self.workload, self.library = workload, library
        self.folder = tempfile.TemporaryDirectory(prefix="fjax-bench-start-")

    def answers(self) -> list[np.ndarray]:
        file = Path(self.folder.name) / "answer.npz"
        self._run("kept", str(file))
        with np.load(file) as found:
            return [found[name] for name in found.files]

    def seconds(self) -> float:
        if self.workload.keeps_kernels:
            return _timed(lambda: self._run("kept"), 1)
        with tempfile.TemporaryDirectory(dir=self.folder.name) as fresh:
            return _timed(lambda: self._run(os.path.basename(fresh)), 1)

    def report(self) -> dict[str, Any]:
        reply = self._run("kept", "report")
        self.folder.cleanup()
        return json.loads(reply) if reply else {}

    def _run(self, kernels: str, *words: str) -> str:
        cache = os.path.join(self.folder.name, kernels)
        environment = {
            **os.environ,
            **self.library.kernel_cache(cache),
            "PYTHONPYCACHEPREFIX": os.path.join(self.folder.name, "bytecode"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        words = self.library.name, *self.workload.arguments, *words
        command = [sys.executable, "-m", self.workload.module, *words]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, text=True, capture_output=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"a process ended with status {done.returncode}: {done.stderr}")
        return done.stdout


def _timed(call: Callable[[], Any], count: int) -> float:
    """Seconds that so many calls take together."""
    start = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - start
