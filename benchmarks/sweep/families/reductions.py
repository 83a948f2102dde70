"""Reductions over any axes, after a few elementwise functions."""

from __future__ import annotations

from typing import Any

from benchmarks.sweep.draw import Draw, Program, family
from benchmarks.sweep.families.elementwise import apply, steps

PLAIN = "sum mean max min var std prod any all argmax argmin nanmax ptp".split()
MADE = "logsumexp norm softmax log_softmax sum+max layernorm cosine median quantile".split()


@family
def reductions(draw: Draw) -> Program:
    """A reduction along some axes; what is divided by is bounded away from zero."""
    dtype, rank, kind = draw.floating(), draw.between(1, 4), draw.choice([*PLAIN, *MADE])
    many = 3e4 if kind in ("median", "quantile") else 3e6
    shape, axes = draw.shape(draw.size(100, many), rank), draw.axes(rank)
    depth = draw.between(0, 4)
    chain = steps(draw, 1, depth)

    def build(J: Any) -> Any:
        return lambda x: reduced(J, kind, apply(J.numpy, chain, (x,)), axes)

    return Program(kind, f"over {axes} after {depth}", (draw.array(shape, dtype),), build)


def reduced(J: Any, kind: str, x: Any, axes: tuple[int, ...]) -> Any:
    """A reduction by name."""
    np = J.numpy
    if kind in ("argmax", "argmin"):
        return getattr(np, kind)(x, axis=axes[0])
    if kind in ("any", "all"):
        return getattr(np, kind)(x > 0.9, axis=axes)
    if kind in ("softmax", "log_softmax", "logsumexp"):
        return getattr(J.nn, kind)(x, axis=axes)
    if kind == "norm":
        return np.sqrt(np.sum(x * x, axis=axes) + 1e-3)
    if kind == "std":
        return np.sqrt(np.var(x, axis=axes) + 1e-3)
    if kind == "sum+max":
        return np.sum(x, axis=axes), np.max(x, axis=axes)
    if kind == "layernorm":
        centred = x - x.mean(axes, keepdims=True)
        return centred / np.sqrt((centred**2).mean(axes, keepdims=True) + 1e-5)
    if kind == "cosine":
        return x / np.sqrt((x * x).sum(axes, keepdims=True) + 1e-3)
    if kind == "median":
        return np.median(x, axis=axes[0])
    if kind == "quantile":
        return np.quantile(x, 0.3, axis=axes[0])
    return getattr(np, kind)(x, axis=axes)
