"""A process that trains one row's model in one library: takes and gives lines of JSON.

python -m benchmarks.models.worker LIBRARY ROW WEIGHTS
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from typing import Any

import numpy as np

from benchmarks.models.rows import ROWS

MODULES = {"fjax": "in_fjax", "flax": "in_flax", "torch": "in_torch", "torch-last": "in_torch"}


def timed(step: Any) -> dict[str, Any]:
    """The loss of a step, and its seconds."""
    start = time.perf_counter()
    value = step()
    return {"value": value, "seconds": time.perf_counter() - start}


def main(library: str, name: str, file: str) -> None:
    """Serve `step`, `copy` and `memory`, a line each."""
    out, sys.stdout = sys.stdout, sys.stderr
    module = importlib.import_module(f"benchmarks.models.{MODULES[library]}")
    row = ROWS[name]
    if file == "made":
        weights = {} if row.kind == "update" else module.weights(row)
        np.savez(sys.argv[4], **weights)
        return
    last = (True,) if library == "torch-last" else ()
    with np.load(file) as arrays:
        program = module.Program(row, arrays, *last)
    version = importlib.import_module(library.split("-")[0]).__version__
    print(json.dumps({"version": version}), file=out, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)["do"]
        if asked == "memory":
            reply = {"bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}
        elif asked == "copy":
            reply = {"seconds": module.copied()}
        else:
            reply = timed(program.step)
        print(json.dumps(reply), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4])
