"""What a first call costs: with nothing on disk, with the compiled kernel there, for a new shape.

Each figure is of a process of its own, which prints the seconds of its first call and of the first
call with another shape: `python -m benchmarks.cuda.compiling LIBRARY FOLDER PLATFORM`.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from benchmarks.cuda.workloads import gelu, softmax

GOALS = {"cold": 0.5, "from disk": 0.2, "a new shape": 0.05}
LIBRARIES = ("fjax", "jax")


def first_calls(library: str, folder: str, platform: str = "gpu") -> dict[str, float]:
    """Seconds of first calls in this process, with a library's cache in a folder."""
    jax = importlib.import_module(library)
    jax.config.update("jax_compilation_cache_dir", folder)
    if library == "jax":
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    device = jax.devices(platform)[0]
    function = jax.jit(lambda x: softmax(jax.numpy, gelu(jax.numpy, x)))

    def seconds(*shape: int) -> float:
        x = jax.device_put(np.ones(shape, np.float32), device)
        jax.block_until_ready(x)
        start = time.perf_counter()
        jax.block_until_ready(function(x))
        return time.perf_counter() - start

    return {"first": seconds(1000, 500), "shape": seconds(1001, 700)}


def measured(library: str, platform: str = "gpu") -> dict[str, float]:
    """Seconds: cold, from disk, a new shape."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.cuda.compiling", library, folder, platform]
        found: list[Any] = []
        for _ in range(2):
            done = subprocess.run(
                command, capture_output=True, text=True, env=os.environ, check=False
            )
            if done.returncode:
                raise RuntimeError(f"{library}: {done.stderr.strip().splitlines()[-1]}")
            found.append(json.loads(done.stdout.splitlines()[-1]))
    cold, again = found
    return {"cold": cold["first"], "from disk": again["first"], "a new shape": cold["shape"]}


def table(peers: tuple[str, ...]) -> list[str]:
    """Lines: milliseconds of first calls, fjax over JAX."""
    mine = measured("fjax")
    theirs = measured("jax") if "jax" in peers else {}
    lines = ["", "| first call | fjax, ms | fjax / jax | |", "|---|---|---|---|"]
    for name, seconds in mine.items():
        ratio = seconds / theirs[name] if theirs else None
        missed = ratio is not None and ratio > GOALS[name]
        cells = "–" if ratio is None else f"{ratio:.2f}"
        goal = f"(≤ {GOALS[name]})" if missed else ""
        lines.append(f"| {name} | {1e3 * seconds:.1f} | {cells} | {goal} |")
    return lines


if __name__ == "__main__":
    print(json.dumps(first_calls(*sys.argv[1:4])))
