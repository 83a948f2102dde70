"""Sums, products, maxima and minima of the rows that share a segment number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import family
from fjax.errors import FjaxValueError, UnreducedError
from fjax.numpy.arguments import index
from fjax.numpy.known import concrete
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.placing import constrained, relaxed


def _least(dtype: Any) -> Any:
    """The maximum of nothing."""
    if dtypes.is_bool(dtype):
        return False
    return np.array(-np.inf if dtypes.is_inexact(dtype) else dtypes.iinfo(dtype).min, dtype)


def _greatest(dtype: Any) -> Any:
    """The minimum of nothing."""
    if dtypes.is_bool(dtype):
        return True
    return np.array(np.inf if dtypes.is_inexact(dtype) else dtypes.iinfo(dtype).max, dtype)


@family
def _over_segments(
    name: str,
    how: tuple[str, Callable[[Any], Any]],
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
    out_sharding: Any = None,
) -> Array:
    """Rows combined by a method of `x.at[…]`, from what an empty segment holds (of a dtype)."""
    update, empty = how
    data, ids = jnp.asarray(data), jnp.asarray(wide_indices(segment_ids))
    waiting = getattr(getattr(out_sharding, "spec", out_sharding), "unreduced", None)
    if waiting and update != "add":
        raise UnreducedError(
            f"{name}: out_sharding {out_sharding} asks for summands along {set(waiting)}, and "
            "the result is no sum; leave unreduced out"
        )
    if out_sharding is not None:
        data, ids = relaxed(data), relaxed(ids)
    count = _segment_count(name, data, ids, num_segments)
    if bucket_size is not None and bucket_size <= 0:
        raise FjaxValueError(f"{name}: bucket_size must be positive, got {bucket_size}")
    ids = holding(count, ids)
    ids = jnp.where(ids < 0, count, ids)  # dropped, not counted from the end
    rows = jnp.full((count, *data.shape[ids.ndim :]), empty(data.dtype), data.dtype)
    out = getattr(rows.at[ids], update)(
        data, indices_are_sorted=indices_are_sorted, unique_indices=unique_indices, mode=mode
    )
    return constrained(name, out, out_sharding)


def _segment_count(name: str, data: Any, ids: Any, num_segments: Any) -> int:
    """How many segments there are; raises if the numbers do not fit the data."""
    if not dtypes.is_integer(ids.dtype):
        raise FjaxValueError(f"{name}: segment_ids must be integers, got {ids.aval}")
    leading = data.shape[: ids.ndim]
    if len(leading) not in (0, ids.ndim) or any(
        given not in (1, wanted) for given, wanted in zip(leading, ids.shape, strict=False)
    ):
        raise FjaxValueError(
            f"{name}: segment_ids {ids.aval} must have the leading lengths of the data {data.aval}"
        )
    if num_segments is None:
        found = concrete(name, "segment_ids (unless num_segments is given)", ids)
        num_segments = max(int(found.max()), -1) + 1 if found.size else 0
    count = index(name, "num_segments", num_segments)
    if count < 0:
        raise FjaxValueError(f"{name}: num_segments must be non-negative, got {count}")
    return count


segment_sum = _over_segments(
    "segment_sum",
    ("add", lambda dtype: 0),
    """The sum of the rows of each segment; 0 for an empty one.

    data: the rows; a scalar, or a single row, stands for all of them.
    segment_ids: the number of each row's segment; negative or too large ones are left out.
    num_segments: the length of the result; max(segment_ids) + 1 if None (not while tracing).
    indices_are_sorted, unique_indices: promises about segment_ids. bucket_size has no effect.

    >>> fjax.ops.segment_sum(jnp.array([1.0, 2.0, 4.0]), jnp.array([0, 1, 0]))
    Array([5., 2.], dtype=float64)
    """,
)
segment_prod, segment_max, segment_min = (
    _over_segments(
        name,
        (update, empty),
        f"""The {what} of the rows of each segment; {least} for an empty one. See `segment_sum`.

    >>> fjax.ops.{name}(jnp.array([5, 2, 7]), jnp.array([0, 0, 1]), 2)
    Array([{result}], dtype=int64)
    """,
    )
    for name, update, empty, what, least, result in (
        ("segment_prod", "multiply", lambda dtype: 1, "product", "1", "10,  7"),
        ("segment_max", "max", _least, "maximum", "the least value", "5, 7"),
        ("segment_min", "min", _greatest, "minimum", "the largest value", "2, 7"),
    )
)
