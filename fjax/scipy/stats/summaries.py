"""Summaries of samples: the mode, ranks, the standard error of the mean."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError
from fjax.numpy.arguments import one_axis, operand
from fjax.primitives.promotion import promote_inexact


class ModeResult(NamedTuple):
    """The most frequent values and how often they come.

    >>> fjax.scipy.stats.mode(jnp.array([3, 1, 3])).count
    Array(2, dtype=int64)
    """

    mode: Any
    count: Any


def _check_policy(name: str, policy: str) -> None:
    if policy not in ("propagate", "omit", "raise"):
        raise FjaxValueError(
            f"{name}: Illegal nan_policy value {policy!r}; expected one of "
            "{'propagate', 'omit', 'raise'}"
        )
    if policy == "omit":
        raise NotImplementedError(f"{name}: Logic for `nan_policy` of omit is not implemented")
    if policy == "raise":
        raise NotImplementedError(
            f"{name}: whether there are NaNs is not known while tracing; "
            "check outside, "
            "with fjax.numpy.isnan(x).any()"
        )


def _runs(x: Any) -> tuple[Any, Any]:
    """For each element of sorted x, the first and the last index of its run of equals (last axis).

    NaNs are a run.
    """
    n = x.shape[-1]
    index = jnp.broadcast_to(jnp.arange(n), x.shape)
    before, after = x[..., :-1], x[..., 1:]
    differs = (after != before) & ~(jnp.isnan(before) & jnp.isnan(after))
    edge = jnp.ones((*x.shape[:-1], 1), bool)
    starts, stops = (jnp.concatenate(pair, axis=-1) for pair in ((edge, differs), (differs, edge)))
    axis = x.ndim - 1
    return (
        lax.cummax(jnp.where(starts, index, 0), axis),
        lax.cummin(jnp.where(stops, index, n - 1), axis, reverse=True),
    )


def mode(
    a: Any, axis: int | None = 0, nan_policy: str = "propagate", keepdims: bool = False
) -> ModeResult:
    """The most frequent value along an axis (the smallest of several) and its count.

    >>> fjax.scipy.stats.mode(jnp.array([3, 1, 3])).mode
    Array(3, dtype=int64)
    """
    x = jnp.atleast_1d(operand("mode", a))
    _check_policy("mode", nan_policy)
    rank = x.ndim
    if axis is None:
        kept, axis, x = (1,) * rank, 0, x.ravel()
    else:
        axis = one_axis("mode", axis, rank)
        kept = tuple(1 if i == axis else n for i, n in enumerate(x.shape))
        x = jnp.moveaxis(x, axis, -1)
    shape = kept if keepdims else x.shape[:-1]
    if not x.shape[-1]:
        nan = jnp.full(shape, np.nan, dtypes.default_float())
        return ModeResult(nan, jnp.zeros(shape, dtypes.default_float()))
    ordered = jnp.sort(x, axis=-1)
    first, last = _runs(ordered)
    lengths = last - first + 1
    best = jnp.argmax(lengths, axis=-1)[..., None]
    value = jnp.take_along_axis(ordered, best, axis=-1)
    return ModeResult(value.reshape(shape), jnp.max(lengths, axis=-1).reshape(shape))


def rankdata(
    a: ArrayLike, method: str = "average", *, axis: int | None = None, nan_policy: str = "propagate"
) -> Array:
    """Ranks from 1 along an axis, or of all elements in a row; NaN if there is one.

    method: what equal elements get: their 'average', 'min' or 'max' rank, consecutive ranks of
    distinct values ('dense'), or ranks in their order ('ordinal').

    >>> fjax.scipy.stats.rankdata(jnp.array([10, 30, 20, 20]))
    Array([1. , 4. , 2.5, 2.5], dtype=float64)
    """
    x = operand("rankdata", a)
    _check_policy("rankdata", nan_policy)
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise FjaxValueError(
            f"rankdata: unknown method {method!r}; there are 'average', 'min', 'max', 'dense' and "
            "'ordinal'"
        )
    wanted = dtypes.default_float()
    x = x.ravel() if axis is None else jnp.moveaxis(x, axis, -1)
    order = jnp.argsort(x, axis=-1, stable=True)
    first, last = _runs(jnp.take_along_axis(x, order, axis=-1))
    index = jnp.broadcast_to(jnp.arange(x.shape[-1]), x.shape)
    ranks = {
        "average": lambda: (first + last).astype(wanted) / 2 + 1,
        "min": lambda: first + 1,
        "max": lambda: last + 1,
        "dense": lambda: jnp.cumsum(first == index, axis=-1),
        "ordinal": lambda: index + 1,
    }[method]().astype(wanted)
    ranks = jnp.take_along_axis(ranks, jnp.argsort(order, axis=-1), axis=-1)
    if dtypes.is_inexact(x.dtype):
        ranks = jnp.where(jnp.any(jnp.isnan(x), axis=-1, keepdims=True), np.nan, ranks)
    return ranks if axis is None else jnp.moveaxis(ranks, -1, axis)


def sem(
    a: ArrayLike,
    axis: int | None = 0,
    ddof: int = 1,
    nan_policy: str = "propagate",
    *,
    keepdims: bool = False,
) -> Array:
    """The standard error of the mean along an axis; nan_policy 'omit' leaves out NaNs.

    >>> fjax.scipy.stats.sem(jnp.array([1.0, 2.0, 3.0])).round(6)
    Array(0.57735, dtype=float64)
    """
    (x,) = promote_inexact("sem", a)
    axis = None if axis is None else one_axis("sem", axis, x.ndim)
    if nan_policy == "propagate":
        count = x.size if axis is None else x.shape[axis]
        return jnp.std(x, axis, ddof=ddof, keepdims=keepdims) / np.sqrt(count).astype(x.dtype)
    if nan_policy == "omit":
        counts = jnp.sum(~jnp.isnan(x), axis, keepdims=keepdims)
        return jnp.nanstd(x, axis, ddof=ddof, keepdims=keepdims) / jnp.sqrt(counts).astype(x.dtype)
    raise FjaxValueError(
        f"sem: nan_policy {nan_policy!r} is not supported; use 'propagate' or 'omit'"
    )
