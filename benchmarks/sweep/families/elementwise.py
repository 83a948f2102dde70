"""Chains of elementwise functions over arrays that broadcast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.sweep.draw import Draw, Program, family

UNARY = (
    "tanh exp sin cos sqrt log1p log abs square reciprocal negative sign floor arctan cbrt expm1 "
    "sinh exp2 arcsinh"
).split()
BINARY = (
    "add subtract multiply maximum minimum arctan2 hypot logaddexp divide where power copysign"
).split()
# Functions whose argument is brought where they have a value that is neither huge nor NaN.
POSITIVE = ("sqrt", "log1p", "log", "reciprocal")
BOUNDED = ("exp", "expm1", "sinh", "exp2")

Step = tuple[str, int, int]


def steps(draw: Draw, given: int, depth: int) -> tuple[Step, ...]:
    """A chain: each step names a function and the values before it that it takes."""
    found: list[Step] = []
    for made in range(given, given + depth):
        name = draw.choice(UNARY) if draw.chance(0.45) else draw.choice(BINARY)
        found.append((name, draw.between(0, made - 1), draw.between(0, made - 1)))
    return tuple(found)


def apply(np: Any, chain: Sequence[Step], given: Sequence[Any]) -> Any:
    """The last value of a chain."""
    values = list(given)
    for name, first, second in chain:
        values.append(_step(np, name, values[first], values[second]))
    return values[-1]


def _step(np: Any, name: str, x: Any, y: Any) -> Any:
    if name in POSITIVE:
        x = np.abs(x) + 0.5
    if name in BOUNDED:
        x = np.tanh(x)
    if name == "divide":
        return x / (np.abs(y) + 0.5)
    if name == "power":
        return (np.abs(x) + 0.5) ** np.tanh(y)
    if name == "where":
        return np.where(x > y, x, y * 0.5)
    return getattr(np, name)(x, y) if name in BINARY else getattr(np, name)(x)


@family
def elementwise(draw: Draw) -> Program:
    """One to three arrays, one to twenty functions."""
    dtype, rank, depth = draw.floating(), draw.between(1, 4), draw.size(1, 20)
    shape, count = draw.shape(draw.size(100, 3e6), rank), draw.between(1, 3)
    shapes = [shape] + [
        tuple(1 if draw.chance(0.25) else n for n in shape) for _ in range(count - 1)
    ]
    chain = steps(draw, count, depth)

    def build(J: Any) -> Any:
        return lambda *given: apply(J.numpy, chain, given)

    return Program("chain", f"of {depth}", tuple(draw.array(s, dtype) for s in shapes), build)
