"""Peak memory of a training step (MLP 784-1024-1024-10, batch 128), a process for each library.

python -m benchmarks.memory            # fjax and JAX
"""

from __future__ import annotations

import resource
import subprocess
import sys

import numpy as np

from benchmarks.libraries import LIBRARIES
from benchmarks.workloads.training import MlpLarge

STEPS = 20


def mebibytes() -> float:
    """The largest resident size of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(library: str) -> None:
    """Take some steps; print the peak before the first and after the last."""
    lib = LIBRARIES[library]()
    workload = MlpLarge()
    params, x, y = lib.put(workload.data(np.random.default_rng(0)))
    other = lib.m.jit(lambda a: lib.m.numpy.tanh(a @ a))
    lib.wait(other(lib.m.numpy.ones((8, 8), np.float32)))  # the compiler is loaded by now
    before = mebibytes()
    step = lib.build(workload)
    for _ in range(STEPS):
        params, _ = lib.wait(step(params, x, y))
    print(f"{library}: {before:.0f} MiB before the first step, {mebibytes():.0f} MiB after {STEPS}")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1])
    else:
        for name in ("fjax", "jax"):
            subprocess.run([sys.executable, "-m", "benchmarks.memory", name], check=True)
