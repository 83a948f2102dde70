"""What a benchmark row is: data, one program for fjax and JAX, other programs for other peers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

FASTEST = "fastest"


class Workload:
    """One row of the table. Subclasses fill in what they have; a missing peer is not compared.

    goals: the largest wanted ratio of fjax's time to that of a peer, or of the fastest peer.
    peers: libraries that have a program of their own here, beside fjax and JAX.
    rtol, atol: how close answers must be.
    """

    group: ClassVar[str]
    title: ClassVar[str]
    goals: ClassVar[dict[str, float]]
    peers: ClassVar[tuple[str, ...]] = ("jax",)
    rtol: ClassVar[float] = 1e-4
    atol: ClassVar[float] = 1e-5
    least_seconds: ClassVar[float] = 0.1  # how long one measurement repeats the program

    @classmethod
    def name(cls) -> str:
        """The row's name on the command line."""
        return f"{cls.group}.{cls.__name__}"

    def data(self, rng: np.random.Generator) -> Sequence[Any]:
        """The arguments, as NumPy arrays (a pytree of lists, tuples and dicts)."""
        return ()

    def program(self, m: Any) -> Callable[..., Any]:
        """The program over fjax's or JAX's modules (`m.numpy`, `m.jit`, …)."""
        raise NotImplementedError

    def torch(self, torch: Any) -> Callable[..., Any]:
        """The program in PyTorch."""
        raise NotImplementedError

    def numpy(self, np: Any) -> Callable[..., Any]:
        """The program in NumPy."""
        raise NotImplementedError

    def numba(self, numba: Any) -> Callable[..., Any]:
        """The program written by hand in Numba."""
        raise NotImplementedError

    def autograd(self, autograd: Any) -> Callable[..., Any]:
        """The program in HIPS autograd."""
        raise NotImplementedError

    def measure(self, run: Callable[[], Any]) -> float:
        """Seconds of one call: the mean over a stretch of calls."""
        count, total = 0, 0.0
        while total < self.least_seconds and count < 10_000:
            start = time.perf_counter()
            run()
            total += time.perf_counter() - start
            count += 1
        return total / count


class CompileWorkload(Workload):
    """A row that times the first call of a new program: `fresh` makes one for each measurement."""

    def fresh(self, m: Any, number: int) -> Callable[[], Any]:
        """A call that traces and compiles something that was not compiled before."""
        raise NotImplementedError

    def measure_once(self, run: Callable[[], Any]) -> float:
        """Seconds of a single call."""
        start = time.perf_counter()
        run()
        return time.perf_counter() - start


def all_workloads() -> list[type[Workload]]:
    """Every row, in the order of definition."""
    found: list[type[Workload]] = []
    pending = [Workload]
    while pending:
        cls = pending.pop(0)
        for sub in cls.__subclasses__():
            pending.append(sub)
            if "title" in sub.__dict__:
                found.append(sub)
    return found
