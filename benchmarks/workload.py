"""What a benchmark row is: data, one program for fjax and JAX, other programs for other peers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from benchmarks.measurements import Cold, Process, Warm

FASTEST = "fastest"


class Workload:
    """One row of the table. Subclasses fill in what they have; a missing peer is not compared.

    goals: the largest wanted ratio of fjax's time to that of a peer, or of the fastest peer.
    peers: libraries that have a program of their own here, beside fjax and JAX.
    rtol, atol: how close answers must be.
    compared: which part of each answer, along its first axis, is compared.
    reason: where the time goes, from a profile, if a goal is missed; printed only then.
    """

    group: ClassVar[str]
    title: ClassVar[str]
    goals: ClassVar[dict[str, float]]
    peers: ClassVar[tuple[str, ...]] = ("jax",)
    rtol: ClassVar[float] = 1e-4
    atol: ClassVar[float] = 1e-5
    compared: ClassVar[slice] = slice(None)
    reason: ClassVar[str] = ""
    least_seconds: ClassVar[float] = 0.1  # how long one measurement repeats the program
    measurement: ClassVar[Callable[..., Any]] = Warm

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


class CompileWorkload(Workload):
    """A row that times the first call of a new program: `fresh` makes one for each measurement."""

    measurement = Cold

    def fresh(self, m: Any, number: int) -> tuple[Callable[..., Any], Sequence[Any]]:
        """A program that was not compiled before, its structure set by the number, and arguments.

        Number 0 serves to compare answers, 1 and the following are timed.
        """
        raise NotImplementedError


class StartWorkload(Workload):
    """A row that times a process of its own, which runs `module` with the library's name.

    arguments: further words of its command line.
    """

    measurement = Process
    module: ClassVar[str]
    arguments: ClassVar[tuple[str, ...]] = ()
    keeps_kernels: ClassVar[bool]  # whether a process finds the kernels of the one before


def all_workloads() -> list[type[Workload]]:
    """Every row, group by group."""
    found: list[type[Workload]] = []
    pending = [Workload]
    while pending:
        cls = pending.pop(0)
        for sub in cls.__subclasses__():
            pending.append(sub)
            if "title" in sub.__dict__:
                found.append(sub)
    return sorted(found, key=lambda w: w.group)
