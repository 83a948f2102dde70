"""Movement of data: permutations, slices, padding, gathers, updates; a little arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from benchmarks.sweep.draw import Draw, Program, family

# Name: (np, x, permutation, axis, k, indices) -> result.
Movement = Callable[[Any, Any, Any, int, int, Any], Any]
MOVEMENTS: dict[str, Movement] = {
    "transpose": lambda np, x, p, a, k, i: np.transpose(x, p) * 2,
    "flip": lambda np, x, p, a, k, i: np.flip(x, a) + x,
    "roll": lambda np, x, p, a, k, i: np.roll(x, k, a) - x,
    "roll all": lambda np, x, p, a, k, i: np.roll(x, k),
    "concatenate": lambda np, x, p, a, k, i: np.concatenate([x, x * 2, x + 1], a),
    "stack": lambda np, x, p, a, k, i: np.stack([x, x * 2], a),
    "pad": lambda np, x, p, a, k, i: np.pad(x, k),
    "pad edge": lambda np, x, p, a, k, i: np.pad(x, k, mode="edge"),
    "stride": lambda np, x, p, a, k, i: x[tuple(slice(None, None, 2) for _ in x.shape)] * 3,
    "flatten": lambda np, x, p, a, k, i: np.transpose(x, p).reshape(-1) + 1,
    "take": lambda np, x, p, a, k, i: np.take(x, i, axis=0, mode="clip"),
    "take axis": lambda np, x, p, a, k, i: np.take(x, i, axis=a, mode="clip"),
    "take_along_axis": lambda np, x, p, a, k, i: np.take_along_axis(
        x, np.argsort(x, axis=a), axis=a
    ),
    "repeat": lambda np, x, p, a, k, i: np.repeat(x, k, axis=a),
    "tile": lambda np, x, p, a, k, i: np.tile(x, (2,) * x.ndim),
    "where flip": lambda np, x, p, a, k, i: np.where(x > 0, x, np.flip(x, a)),
    "tril": lambda np, x, p, a, k, i: np.tril(x),
    "flip transpose": lambda np, x, p, a, k, i: np.swapaxes(np.flip(x, a), 0, -1) * x.sum(),
    "diff": lambda np, x, p, a, k, i: np.diff(x, axis=a),
    "split": lambda np, x, p, a, k, i: [y * 2 for y in np.array_split(x, 3, axis=a)],
    "outer": lambda np, x, p, a, k, i: x.reshape(-1)[:1000][:, None] * x.reshape(-1)[None, :1000],
    "add rows": lambda np, x, p, a, k, i: np.zeros_like(x).at[i % x.shape[0]].add(x[0]),
    "set rows": lambda np, x, p, a, k, i: x.at[i[0] % x.shape[0]].set(x[-1]),
    "max rows": lambda np, x, p, a, k, i: x.at[i % x.shape[0]].max(x[-1]),
    "set slice": lambda np, x, p, a, k, i: x.at[:: k + 1].multiply(2),
    "meshgrid": lambda np, x, p, a, k, i: np.meshgrid(x.reshape(-1)[:700], x.reshape(-1)[:500])[0],
    "rot90": lambda np, x, p, a, k, i: np.rot90(x, k),
}


@family
def movement(draw: Draw) -> Program:
    """One movement of an array of floats or integers."""
    dtype, rank = draw.choice(["float32", "float64", "int32", "int8"]), draw.between(2, 4)
    kind, shape = draw.choice(list(MOVEMENTS)), draw.shape(draw.size(100, 3e6), rank)
    axis, k = draw.between(0, rank - 1), draw.between(1, 5)
    permutation = tuple(int(a) for a in draw.random.permutation(rank))
    indices = draw.integers((draw.size(1, 1e5),), 0, shape[axis])
    if kind.startswith("take") and indices.size * numpy.prod(shape) / shape[axis] > 1e7:
        indices = indices[:30]
    integer = dtype.startswith("int")
    x = draw.integers(shape, -100, 100).astype(dtype) if integer else draw.array(shape, dtype)

    def build(J: Any) -> Any:
        return lambda given: MOVEMENTS[kind](J.numpy, given, permutation, axis, k, indices)

    text = f"permutation {permutation} axis {axis} k {k} of {indices.size} indices"
    return Program(kind, text, (x,), build)
