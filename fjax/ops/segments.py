"""Sums, products, maxima and minima of the rows that share a segment number."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.placing import constrained
from fjax.errors import FjaxValueError
from fjax.numpy.arguments import concrete, index


def _start(name: str, dtype: Any) -> Any:
    """What an empty segment of a maximum or minimum holds."""
    if dtypes.is_bool(dtype):
        return name == "min"
    if dtypes.is_inexact(dtype):
        return np.array(-np.inf if name == "max" else np.inf, dtype)
    info = dtypes.iinfo(dtype)
    return np.array(info.min if name == "max" else info.max, dtype)


def _segments(
    name: str,
    start: Any,
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    indices_are_sorted: bool,
    unique_indices: bool,
    bucket_size: Any,
    mode: Any,
) -> Any:
    data, ids = jnp.asarray(data), jnp.asarray(segment_ids)
    if not dtypes.is_integer(ids.dtype):
        raise FjaxValueError(f"segment_{name}: segment_ids must be integers, got {ids.aval}")
    if ids.shape != data.shape[: ids.ndim]:
        raise FjaxValueError(
            f"segment_{name}: segment_ids {ids.aval} must have the leading "
            "lengths of the data "
            f"{data.aval}"
        )
    if num_segments is None:
        found = concrete(f"segment_{name}", "segment_ids (unless num_segments is given)", ids)
        num_segments = found.max(initial=-1) + 1
    count = index(f"segment_{name}", "num_segments", num_segments)
    if count < 0:
        raise FjaxValueError(f"segment_{name}: num_segments must be non-negative, got {count}")
    if bucket_size is not None and bucket_size <= 0:
        raise FjaxValueError(f"segment_{name}: bucket_size must be positive, got {bucket_size}")
    ids = jnp.where(ids < 0, count, ids)  # dropped, not counted from the end
    out = jnp.full((count, *data.shape[ids.ndim :]), start, data.dtype)
    place = out.at[ids]
    update = {"sum": place.add, "prod": place.multiply, "max": place.max, "min": place.min}[name]
    return update(
        data, indices_are_sorted=indices_are_sorted, unique_indices=unique_indices, mode=mode
    )


def segment_sum(
    data: Any,
    segment_ids: Any,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
    out_sharding: Any = None,
) -> Any:
    """The sum of the rows of each segment; 0 for an empty one.

    segment_ids: the number of each row's segment; negative or too large ones are left out.
    num_segments: the length of the result; max(segment_ids) + 1 if None (not while tracing).
    indices_are_sorted, unique_indices: promises about segment_ids. bucket_size has no effect.

    >>> segment_sum(np.array([1.0, 2.0, 4.0]), np.array([0, 1, 0])).tolist()
    [5.0, 2.0]
    """
    out = _segments(
        "sum",
        0,
        data,
        segment_ids,
        num_segments,
        indices_are_sorted,
        unique_indices,
        bucket_size,
        mode,
    )
    return out if out_sharding is None else constrained("segment_sum", out, out_sharding)


def segment_prod(
    data: Any,
    segment_ids: Any,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
    out_sharding: Any = None,
) -> Any:
    """The product of the rows of each segment; 1 for an empty one. See `segment_sum`.

    >>> fjax.ops.segment_prod(jnp.array([5, 2, 7]), jnp.array([0, 0, 1]), 2)
    Array([10,  7], dtype=int64)
    """
    out = _segments(
        "prod",
        1,
        data,
        segment_ids,
        num_segments,
        indices_are_sorted,
        unique_indices,
        bucket_size,
        mode,
    )
    return out if out_sharding is None else constrained("segment_prod", out, out_sharding)


def segment_max(
    data: Any,
    segment_ids: Any,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
    out_sharding: Any = None,
) -> Any:
    """The maximum of the rows of each segment; the least value for an empty one. See
    `segment_sum`.

    >>> fjax.ops.segment_max(jnp.array([5, 1, 7]), jnp.array([0, 0, 1]), 2)
    Array([5, 7], dtype=int64)
    """
    out = _segments(
        "max",
        _start("max", jnp.asarray(data).dtype),
        data,
        segment_ids,
        num_segments,
        indices_are_sorted,
        unique_indices,
        bucket_size,
        mode,
    )
    return out if out_sharding is None else constrained("segment_max", out, out_sharding)


def segment_min(
    data: Any,
    segment_ids: Any,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
    out_sharding: Any = None,
) -> Any:
    """The minimum of the rows of each segment; the largest value for an empty one. See
    `segment_sum`.

    >>> fjax.ops.segment_min(jnp.array([5, 1, 7]), jnp.array([0, 0, 1]), 2)
    Array([1, 7], dtype=int64)
    """
    out = _segments(
        "min",
        _start("min", jnp.asarray(data).dtype),
        data,
        segment_ids,
        num_segments,
        indices_are_sorted,
        unique_indices,
        bucket_size,
        mode,
    )
    return out if out_sharding is None else constrained("segment_min", out, out_sharding)
