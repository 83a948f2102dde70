"""The child process of one library: prepares and times cases, as its parent asks in JSON lines."""

from __future__ import annotations

import collections
import importlib
import json
import statistics
import sys
import time
from typing import Any

import numpy as np

from benchmarks.sweep import families  # noqa: F401  (fills the table)
from benchmarks.sweep.draw import Case, case

MODULES = ("numpy", "lax", "nn", "ops", "tree_util", "image", "scipy.linalg")


class Worker:
    """The library and the case that was prepared last."""

    def __init__(self, name: str):
        self.library = importlib.import_module(name)
        for module in MODULES:
            importlib.import_module(f"{name}.{module}")
        self.library.config.update("jax_enable_x64", True)
        self.call: Any = None

    def prepare(self, seed: int, chosen: list[str], answer: str) -> dict[str, Any]:
        """Compile a case by calling it, write its answer to a file; the first call's seconds."""
        drawn = case(seed, chosen)
        function = self._function(drawn)
        arguments = [self.library.numpy.asarray(a) for a in drawn.program.arrays]
        self.call = lambda: self.library.block_until_ready(function(*arguments))
        start = time.perf_counter()
        result = self.call()
        first = time.perf_counter() - start
        leaves = self.library.tree_util.tree_leaves(result)
        np.savez(answer, *[np.asarray(x) for x in leaves])
        self.call()
        return {"first": first, "runs": self._runs(function, arguments)}

    def _runs(self, function: Any, arguments: list[Any]) -> str:
        """What a call consists of, which says most about the time it takes; fjax alone tells."""
        if not hasattr(self.library, "inspect"):
            return ""
        found = self.library.inspect(function)(*arguments)
        bytes_moved = found.bytes_moved / max(found.least_bytes, 1)
        parts = [f"{found.n_kernels} kernels", f"{bytes_moved:.1f} times the least bytes"]
        without = sorted({e.op.name for e, _ in found.fallbacks})
        calls = collections.Counter(found.library_calls)
        library = ", ".join(name if n == 1 else f"{n} {name}" for name, n in calls.items())
        parts += [f"library: {library}"] if library else []
        parts += [f"without a kernel: {', '.join(without)}"] if without else []
        return "; ".join(parts)

    def _function(self, drawn: Case) -> Any:
        J = self.library
        function = drawn.program.build(J)
        if drawn.transformation != "grad":
            return J.jit(function)

        def total(*given: Any) -> Any:
            found = J.tree_util.tree_leaves(function(*given))
            floats = [x for x in found if J.numpy.issubdtype(x.dtype, J.numpy.floating)]
            return sum((x.astype(J.numpy.float64).sum() for x in floats), 0.0)

        return J.jit(J.grad(total))

    def time(self, budget: float) -> dict[str, Any]:
        """The median of as many calls as fit into the budget, at least three."""
        times: list[float] = []
        until = time.perf_counter() + budget
        while len(times) < 3 or (time.perf_counter() < until and len(times) < 200):
            start = time.perf_counter()
            self.call()
            times.append(time.perf_counter() - start)
        return {"seconds": statistics.median(times)}


def main() -> None:
    """Serve commands until standard input ends."""
    out, sys.stdout = sys.stdout, sys.stderr  # nothing else may write to the pipe
    if len(sys.argv) > 2:
        sys.path.insert(0, sys.argv[2])  # another version of the library
    worker = Worker(sys.argv[1])
    version = f"{worker.library.__version__}"
    print(json.dumps({"ready": True, "version": version}), file=out, flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            reply = getattr(worker, command.pop("do"))(**command)
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"[:300]}
        print(json.dumps(reply), file=out, flush=True)


if __name__ == "__main__":
    main()
