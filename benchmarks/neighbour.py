"""What a busy neighbour costs: programs beside a process that spins on one core, and without it.

python -m benchmarks.neighbour         # fjax, JAX and PyTorch, a process each
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.libraries import LIBRARIES
from benchmarks.workloads.fusion import TanhExp
from benchmarks.workloads.training import MlpLarge

STRETCH = 1.5  # seconds that one measurement takes
ROUNDS = 3


def median(call: Callable[[], Any]) -> float:
    """The median time of a call, in milliseconds."""
    times: list[float] = []
    while sum(times) < STRETCH:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main(library: str) -> None:
    """Time each program alone and beside the neighbour, in turns."""
    lib = LIBRARIES[library]()
    for workload in (TanhExp(), MlpLarge()):
        program, arguments = lib.build(workload), lib.put(workload.data(np.random.default_rng(0)))

        def call(program: Any = program, arguments: Any = arguments) -> None:
            lib.wait(program(*arguments))

        call()
        alone, beside = [], []
        for _ in range(ROUNDS):
            alone.append(median(call))
            neighbour = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            try:
                beside.append(median(call))
            finally:
                neighbour.kill()
                neighbour.wait()
        print(
            f"{library:6s} {workload.title:45s} alone {statistics.median(alone):7.2f} ms, "
            f"beside {statistics.median(beside):7.2f} ms",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1])
    else:
        for name in ("fjax", "jax", "torch"):
            subprocess.run([sys.executable, "-m", "benchmarks.neighbour", name], check=True)
