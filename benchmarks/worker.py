"""The child process of one library: takes commands as JSON lines, answers in JSON lines."""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any

import numpy as np

from benchmarks import workloads  # noqa: F401  (defines the rows)
from benchmarks.libraries import LIBRARIES
from benchmarks.workload import all_workloads


class Worker:
    """Runs workloads in one library."""

    def __init__(self, library: str):
        self.library = LIBRARIES[library]()
        self.rows = {w.name(): w for w in all_workloads()}
        self.ready: dict[str, Any] = {}

    def prepare(self, name: str, answer: str) -> dict[str, Any]:
        """Build the program, run it, and write its answer to a file."""
        workload = self.rows[name]()
        self.ready[name] = workload.measurement(workload, self.library)
        np.savez(answer, *self.ready[name].answers())
        return {}

    def time(self, name: str) -> dict[str, Any]:
        """One measurement in seconds."""
        return {"seconds": self.ready[name].seconds()}

    def finish(self, name: str) -> dict[str, Any]:
        """What the library says of the program; then it is forgotten."""
        return self.ready.pop(name).report()


def main() -> None:
    """Serve commands until standard input ends."""
    out = sys.stdout
    sys.stdout = sys.stderr  # nothing else may write to the pipe
    worker = Worker(sys.argv[1])
    print(json.dumps({"ready": True, "version": worker.library.version()}), file=out, flush=True)
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
