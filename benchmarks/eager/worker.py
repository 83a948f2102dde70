"""The child process of one library: lists, prepares and times calls, as its parent asks."""

from __future__ import annotations

import importlib
import itertools
import json
import statistics
import sys
import time
import warnings
from typing import Any

from benchmarks.eager.calls import Call, bound, calls

# Before the first call that counts: a library may take another way from the n-th call on.
WARM_CALLS, WARM_SECONDS = 5, 0.008


class Worker:
    """The library and the call that was prepared last."""

    def __init__(self, name: str):
        self.library = importlib.import_module(name)
        self.jax_like = name != "numpy"
        self.call: Any = None

    def namespace(self, space: str) -> Any:
        if self.jax_like:
            return importlib.import_module(f"{self.library.__name__}.{space}")
        found = importlib.import_module("numpy") if space.startswith("numpy") else None
        return getattr(found, space.partition(".")[2]) if "." in space else found

    def names(self) -> dict[str, Any]:
        """The functions of this library."""
        return {"names": [(c.space, c.name) for c in calls(self.namespace)]}

    def prepare(self, space: str, name: str, words: str, size: int) -> dict[str, Any]:
        """Find arguments that the function takes, and call it until it is warm."""
        function = getattr(self.namespace(space), name)
        put = self.library.numpy.asarray if self.jax_like else (lambda array: array)
        errors = []
        for candidate in Call(space, name, words).candidates():
            args, kwargs = bound(candidate, size, put)

            def call(args: list = args, kwargs: dict = kwargs) -> Any:
                return function(*args, **kwargs)

            def waited(call: Any = call) -> Any:
                return self.library.block_until_ready(call())

            self.call = waited if self.jax_like else call
            try:
                until = time.perf_counter() + WARM_SECONDS
                for count in itertools.count():
                    if count >= WARM_CALLS and time.perf_counter() > until:
                        return {"words": candidate}
                    self.call()
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}"[:200])
        raise TypeError(errors[0])

    def time(self, budget: float) -> dict[str, Any]:
        """The median of as many calls as fit into the budget, at least three."""
        times: list[float] = []
        until = time.perf_counter() + budget
        while len(times) < 3 or (time.perf_counter() < until and len(times) < 500):
            start = time.perf_counter()
            self.call()
            times.append(time.perf_counter() - start)
        return {"seconds": statistics.median(times)}


def main() -> None:
    """Serve commands until standard input ends."""
    out, sys.stdout = sys.stdout, sys.stderr  # nothing else may write to the pipe
    warnings.simplefilter("ignore")
    worker = Worker(sys.argv[1])
    version = worker.library.__version__
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
