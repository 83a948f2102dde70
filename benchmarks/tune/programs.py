"""Families of programs over one size: the kernels of the search are made from these.

A family is a function of the size and a drawing of arrays, which gives a program and its operands.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import fjax
import fjax.nn
import fjax.numpy as jnp
from fjax import lax

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 24, 25, 31, 32, 33, 40, 47, 48, 49, 63)
SIZES += (64, 65, 80, 96, 100, 127, 128, 129, 160, 250, 384, 500, 1000, 3000)
ELEMENTS = 1 << 15  # of an operand, about
PAIRS = 128  # points of which all pairs are formed

Array = np.ndarray[Any, Any]
Build = Callable[..., Any]


class Program(NamedTuple):
    """A function of arrays, and some for it."""

    name: str
    build: Build
    operands: tuple[Array, ...]


def floats(*shape: int, dtype: Any = np.float32) -> Array:
    """Numbers between 0.1 and 1, the same each time."""
    return np.random.default_rng(0).uniform(0.1, 1.0, shape).astype(dtype)


def integers(*shape: int, below: int = 100, dtype: Any = np.int32) -> Array:
    """Integers from 0, the same each time."""
    return np.random.default_rng(0).integers(0, below, shape).astype(dtype)


def rows(n: int) -> int:
    """So many rows of n elements are about as large as all other operands."""
    return max(1, ELEMENTS // n)


def gradient(f: Build) -> Build:
    """Of the sum of a function's squares, by its first operand."""
    return fjax.grad(lambda *x: jnp.sum(f(*x) ** 2))


def normalized(x: Any) -> Any:
    """Rows with mean 0 and variance 1."""
    return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def polynomial(x: Any) -> Any:
    """A long body without functions."""
    y = x
    for k in range(12):
        y = y * x + (0.5 + k)
    return y


def apart(x: Any) -> Any:
    """Squared distances of all pairs of points."""
    return jnp.sum((x[:, None] - x[None]) ** 2, -1)


def stencil(x: Any) -> Any:
    """Four neighbours' mean inside, the border as it is."""
    inner = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
    return x.at[1:-1, 1:-1].set(0.25 * inner)


def recurrence(w: Any, xs: Any) -> Any:
    """A recurrent network's last state."""
    return lax.scan(lambda h, x: (jnp.tanh(h @ w + x), None), xs[0], xs)[0]


# Of one operand with rows of n elements.
ON_ROWS: dict[str, Build] = {
    "softmax rows": lambda x: fjax.nn.softmax(x, -1),
    "log-softmax rows": lambda x: fjax.nn.log_softmax(x, -1),
    "sums of rows": lambda x: jnp.sum(x, -1),
    "sums of tanh": lambda x: jnp.sum(jnp.tanh(x), -1),
    "maxima of rows": lambda x: x.max(-1),
    "places of maxima": lambda x: jnp.argmax(x, -1),
    "variances of rows": lambda x: x.var(-1),
    "norms of rows": normalized,
    "gradient of norms": gradient(normalized),
    "rows over sums": lambda x: x / jnp.sum(x, -1, keepdims=True),
    "sums of columns": lambda x: jnp.sum(x * x, 0),
    "sums of columns of tanh": lambda x: jnp.tanh(x).sum(0),
    "maxima of columns": lambda x: x.max(0),
    "variances of columns": lambda x: x.var(0),
    "running sums": lambda x: jnp.cumsum(x, -1),
    "running sums of columns": lambda x: jnp.cumsum(x, 0),
    "running products": lambda x: jnp.cumprod(x, -1),
    "pad rows": lambda x: jnp.pad(x, ((0, 0), (1, 1))),
    "pad all": lambda x: jnp.pad(x, 2),
    "pad of tanh": lambda x: jnp.pad(jnp.tanh(x), ((1, 2), (2, 1))),
    "concatenate": lambda x: jnp.concatenate([x, 2 * x, x + 1], -1),
    "roll": lambda x: jnp.roll(x, 1, -1) + x,
    "flip": lambda x: jnp.flip(x, -1) * x,
    "differences": lambda x: jnp.diff(x, axis=-1),
    "transposed": lambda x: x.T + 1,
    "exp, transposed": lambda x: jnp.exp(x).T,
    "transposed, roots": lambda x: jnp.sqrt(x.T) * 0.5 + x.T,
    "sums of transposed": lambda x: (x.T * 2).sum(1),
    "repeat": lambda x: jnp.repeat(x, 2, -1),
    "every second": lambda x: x[:, ::2] * 2,
    "columns set": lambda x: x.at[:, 1:-1].set(0.5),
    "elements": lambda x: x * 2 + 1,
    "elements, long": polynomial,
    "elements, functions": lambda x: jnp.sin(x) * jnp.exp(-x),
    "elements, many functions": lambda x: jnp.tanh(jnp.log(x) + jnp.exp(x) * jnp.sin(x)),
    "triangle": lambda x: jnp.tril(x) - jnp.triu(x, 1),
    "products with rows": lambda x: (x[:, :, None] * x[:, None, :4]).sum(1),
}


def _on_rows(name: str, dtype: Any = np.float32) -> Callable[[int], tuple[Build, tuple[Any, ...]]]:
    def make(n: int) -> tuple[Build, tuple[Any, ...]]:
        whole = np.dtype(dtype).kind in "iu"
        x = integers(rows(n), n, dtype=dtype) if whole else floats(rows(n), n, dtype=dtype)
        return ON_ROWS[name], (x,)

    return make


def _square(n: int) -> int:
    """Half of the size of a batch of n by n matrices, at least one."""
    return max(1, ELEMENTS // 2 // (n * n))


FAMILIES: dict[str, Callable[[int], tuple[Build, tuple[Any, ...]]]] = {
    **{name: _on_rows(name) for name in ON_ROWS},
    **{f"{name}, float64": _on_rows(name, np.float64) for name in list(ON_ROWS)[::4]},
    **{f"{name}, int8": _on_rows(name, np.int8) for name in ("pad rows", "elements", "transposed")},
    "sums of rows, float16": _on_rows("sums of rows", np.float16),
    "maxima of rows, int16": _on_rows("maxima of rows", np.int16),
    "elements, float16": _on_rows("elements", np.float16),
    "pairs": lambda n: (lambda x: jnp.exp(-apart(x)).sum(1), (floats(PAIRS, min(n, 64)),)),
    "gradient of pairs": lambda n: (
        fjax.grad(lambda x: jnp.exp(-apart(x)).sum()),
        (floats(PAIRS, min(n, 64)),),
    ),
    "distances": lambda n: (
        lambda x, y: jnp.abs(x[:, None] - y).sum(-1),
        (floats(PAIRS, n), floats(PAIRS, n)),
    ),
    "stencil": lambda n: (stencil, (floats(rows(n + 2), n + 2),)),
    "stencil of rows": lambda n: (
        lambda x: x[:, :-2] + 2 * x[:, 1:-1] - x[:, 2:],
        (floats(rows(n), n + 2),),
    ),
    "middle sums": lambda n: (lambda x: x.sum(1), (floats(rows(n * 8), n, 8),)),
    "middle maxima": lambda n: (lambda x: (x * 2).max(1), (floats(rows(n * 33), n, 33),)),
    "permuted": lambda n: (
        lambda x: jnp.transpose(x, (2, 0, 1)) + 1,
        (floats(rows(n * 12), 12, n),),
    ),
    "swapped": lambda n: (lambda x: jnp.swapaxes(x, 1, 2) * 2, (floats(rows(n * 20), 20, n),)),
    "plus transposed": lambda n: (lambda x: x + x.T, (floats(min(2 * n, 300), min(2 * n, 300)),)),
    "product": lambda n: (lambda x, w: jnp.tanh(x @ w), (floats(rows(n), n), floats(n, 3))),
    "outer products": lambda n: (lambda x, y: jnp.exp(-x[:, None] * y), (floats(200), floats(n))),
    "looked up": lambda n: (
        lambda x, i: x[i] * 2,
        (floats(rows(n), n), integers(rows(n), below=rows(n))),
    ),
    "added up": lambda n: (
        lambda x, i: jnp.zeros((50, x.shape[1]), x.dtype).at[i].add(x),
        (floats(rows(n), n), integers(rows(n), below=50)),
    ),
    "stacked": lambda n: (
        lambda x, y: jnp.stack([jnp.sin(x), y * x, x - y], -1),
        (floats(n * 100), floats(n * 100)),
    ),
    "recurrence": lambda n: (
        recurrence,
        (floats(min(n, 64), min(n, 64)), floats(20, 4, min(n, 64))),
    ),
    "systems": lambda n: (
        lambda a, b: jnp.linalg.solve(a + 4 * jnp.eye(a.shape[-1], dtype=a.dtype), b),
        (
            floats(_square(min(n, 8)), min(n, 8), min(n, 8)),
            floats(_square(min(n, 8)), min(n, 8), 1),
        ),
    ),
    "Newton": lambda n: (
        lambda x: lax.fori_loop(0, 8, lambda _, y: 0.5 * (y + x / y), x),
        (floats(n * 100),),
    ),
}


def programs(seed: int) -> Iterator[Program]:
    """Programs without end: families take turns in a drawn order, with drawn sizes."""
    r = random.Random(seed)
    while True:
        for name in r.sample(list(FAMILIES), len(FAMILIES)):
            n = r.choice(SIZES)
            yield Program(f"{name}, n = {n}", *FAMILIES[name](n))
