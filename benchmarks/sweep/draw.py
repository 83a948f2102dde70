"""What random programs are drawn with: sizes, shapes, arrays, and the table of families."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")
Function = Callable[..., Any]
# Takes the library's module (fjax or jax), gives the function; it draws nothing, so that it is the
# same program in each library.
Build = Callable[[Any], Function]


@dataclass(frozen=True)
class Program:
    """A function in any library's words, its arguments, and what both are."""

    kind: str
    text: str
    arrays: tuple[np.ndarray, ...]
    build: Build
    differentiable: bool = True


@dataclass(frozen=True)
class Case:
    """A program of a family and seed; `transformation` is "" or "grad"."""

    seed: int
    family: str
    program: Program
    transformation: str

    def __str__(self) -> str:
        shapes = ", ".join(f"{a.dtype}{list(a.shape)}" for a in self.program.arrays)
        words = [self.transformation, self.program.kind, self.program.text, shapes]
        return " ".join(w for w in words if w)


class Draw:
    """Random choices from one seed."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)

    def choice(self, options: Sequence[T]) -> T:
        return options[int(self.random.integers(len(options)))]

    def chance(self, probability: float) -> bool:
        return bool(self.random.random() < probability)

    def between(self, low: int, high: int) -> int:
        """An integer, both ends included."""
        return int(self.random.integers(low, high + 1))

    def size(self, low: float, high: float) -> int:
        """An integer whose logarithm is uniform, so that small and large ones are as frequent."""
        return max(1, round(math.exp(self.random.uniform(math.log(low), math.log(high)))))

    def shape(self, elements: int, rank: int) -> tuple[int, ...]:
        """Dimensions whose product is about `elements`; some of them are 1 to 3."""
        cuts = np.sort(self.random.random(rank - 1))
        parts = np.diff(np.concatenate([[0.0], cuts, [1.0]]))
        return tuple(max(1, round(elements**p)) for p in parts)

    def axes(self, rank: int) -> tuple[int, ...]:
        """At least one axis, in order."""
        count = self.between(1, rank)
        return tuple(sorted(int(a) for a in self.random.permutation(rank)[:count]))

    def floating(self) -> str:
        return self.choice(["float32", "float32", "float64"])

    def array(
        self, shape: Sequence[int], dtype: str, low: float = -1.0, high: float = 1.0
    ) -> np.ndarray:
        """Uniform numbers; a complex array has them in both parts."""
        found = self.random.uniform(low, high, shape)
        if np.dtype(dtype).kind == "c":
            found = found + 1j * self.random.uniform(low, high, shape)
        return np.asarray(found).astype(dtype)

    def integers(self, shape: Sequence[int], low: int, high: int) -> np.ndarray:
        """int32 numbers from `low` to below `high`."""
        return self.random.integers(low, max(high, low + 1), shape).astype(np.int32)


FAMILIES: dict[str, Callable[[Draw], Program]] = {}


def family(function: Callable[[Draw], Program]) -> Callable[[Draw], Program]:
    """Put a family into the table, under its function's name."""
    FAMILIES[function.__name__] = function
    return function


def case(seed: int, chosen: Sequence[str]) -> Case:
    """The case of a seed: families take turns, 40 % of differentiable programs get a gradient."""
    name = chosen[seed % len(chosen)]
    draw = Draw(seed)
    program = FAMILIES[name](draw)
    kinds = {a.dtype.kind for a in program.arrays[:1]}
    gradient = program.differentiable and kinds == {"f"} and draw.chance(0.4)
    return Case(seed, name, program, "grad" if gradient else "")
