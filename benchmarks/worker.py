"""The child process of one library: takes commands as JSON lines, answers in JSON lines."""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any

import numpy as np

from benchmarks import workloads  # noqa: F401  (defines the rows)
from benchmarks.libraries import LIBRARIES, leaves, tree_map
from benchmarks.workload import CompileWorkload, all_workloads


class Worker:
    """Runs workloads in one library."""

    def __init__(self, library: str):
        self.library = LIBRARIES[library]()
        self.rows = {w.name(): w for w in all_workloads()}
        self.ready: dict[str, Any] = {}
        self.number = 0

    def prepare(self, name: str, answer: str | None) -> dict[str, Any]:
        """Build the program, run it once, and write its answer to a file."""
        workload = self.rows[name]()
        if isinstance(workload, CompileWorkload):
            self.ready[name] = (workload, None)
            return {}
        rng = np.random.default_rng(0)
        arguments = tree_map(self.library.put, workload.data(rng))
        program = self.library.build(workload)
        wait = self.library.wait
        result = wait(program(*arguments))
        if answer:
            np.savez(answer, *[self.library.get(x) for x in leaves(result)])
        wait(program(*arguments))
        self.ready[name] = (workload, lambda: wait(program(*arguments)))
        return self.report(name, program, arguments)

    def report(self, name: str, program: Any, arguments: Any) -> dict[str, Any]:
        """For fjax: which equations of the program have no kernel."""
        if self.library.name != "fjax":
            return {}
        found = self.library.m.inspect(program)(*arguments)
        return {
            "fallbacks": [e.primitive.name for e, _ in found.fallbacks],
            "kernels": found.n_kernels,
        }

    def time(self, name: str) -> dict[str, Any]:
        """One measurement in seconds."""
        workload, run = self.ready[name]
        if isinstance(workload, CompileWorkload):
            self.number += 1
            call = workload.fresh(self.library.m, self.number)
            wait = self.library.wait
            return {"seconds": workload.measure_once(lambda: wait(call()))}
        return {"seconds": workload.measure(run)}

    def forget(self, name: str) -> dict[str, Any]:
        self.ready.pop(name, None)
        return {}


def main() -> None:
    """Serve commands until standard input ends."""
    out = sys.stdout
    sys.stdout = sys.stderr  # nothing else may write to the pipe
    worker = Worker(sys.argv[1])
    print(json.dumps({"ready": True}), file=out, flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            reply = getattr(worker, command.pop("do"))(**command)
        except Exception as error:
            traceback.print_exc()
            reply = {"error": f"{type(error).__name__}: {error}"[:2000]}
        print(json.dumps(reply), file=out, flush=True)


if __name__ == "__main__":
    main()
