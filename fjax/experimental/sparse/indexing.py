"""Parts of BCOO arrays: slices, single entries, reversed axes."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax import lax
from fjax.api.batching import vmap
from fjax.core.tracing import Tracer
from fjax.errors import FjaxIndexError, FjaxValueError
from fjax.experimental.sparse.elements import Elements, present
from fjax.experimental.sparse.layout import bcoo_sum_duplicates, bcoo_update_layout
from fjax.experimental.sparse.shaping import bcoo_broadcast_in_dim, bcoo_reduce_sum, bcoo_transpose
from fjax.primitives.index_rows import holding


def bcoo_slice(
    mat: Elements,
    *,
    start_indices: Sequence[int],
    limit_indices: Sequence[int],
    strides: Sequence[int] | None = None,
) -> Elements:
    """lax.slice of a BCOO array.

    Raises:
      ValueError: not one start and limit for each axis, or they are out of bounds.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.arange(6.0))
    >>> print(bcoo_slice(mat, start_indices=(1,), limit_indices=(6,), strides=(2,)).todense())
    [1. 3. 5.]
    """
    starts, limits = ([operator.index(i) for i in x] for x in (start_indices, limit_indices))
    steps = [1] * mat.ndim if strides is None else [operator.index(i) for i in strides]
    if not len(starts) == len(limits) == len(steps) == mat.ndim:
        raise FjaxValueError(
            f"bcoo_slice: one start, limit and stride for each axis of {mat!r}, got "
            f"{starts}, {limits}, {steps}"
        )
    for start, limit, step, n in zip(starts, limits, steps, mat.shape, strict=True):
        if not 0 <= start <= limit <= n or step < 1:
            raise FjaxValueError(f"bcoo_slice: {start}:{limit}:{step} of an axis of length {n}")
    lengths = [
        max(0, -(-(limit - start) // step))
        for start, limit, step in zip(starts, limits, steps, strict=True)
    ]
    return _part(mat, starts, steps, lengths)


def bcoo_dynamic_slice(
    mat: Elements, start_indices: Sequence[Any], slice_sizes: Sequence[int]
) -> Elements:
    """lax.dynamic_slice of a BCOO array: starts may be traced, and are moved within bounds.

    Raises:
      ValueError: not one start and size for each axis, or a size exceeds its axis.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.arange(6.0))
    >>> part = fjax.jit(lambda start: bcoo_dynamic_slice(mat, (start,), (3,)))
    >>> print(part(2).todense(), part(9).todense())
    [2. 3. 4.] [3. 4. 5.]
    """
    sizes = [operator.index(n) for n in slice_sizes]
    if not len(start_indices) == len(sizes) == mat.ndim or any(
        not 0 <= n <= full for n, full in zip(sizes, mat.shape, strict=False)
    ):
        raise FjaxValueError(
            f"bcoo_dynamic_slice: {len(start_indices)} starts and sizes {sizes} for {mat!r}"
        )
    starts = []
    for start, n, full in zip(start_indices, sizes, mat.shape, strict=True):
        start = jnp.asarray(start)
        starts.append(jnp.clip(jnp.where(start < 0, start + full, start), 0, full - n))
    return _part(mat, starts, [1] * mat.ndim, sizes)


def _part(
    mat: Elements, starts: Sequence[Any], steps: Sequence[int], lengths: Sequence[int]
) -> Elements:
    """Entries start, start + step, … of each axis; steps may be negative."""
    data, indices = mat.spread()
    b, s = mat.n_batch, mat.n_batch + mat.n_sparse
    for axis in (*range(b), *range(s, mat.ndim)):
        at = axis if axis < b else axis - s + b + 1
        number = jnp.arange(lengths[axis])
        where = jnp.asarray(starts[axis]).astype(number.dtype) + steps[axis] * number
        if _is_whole(mat, axis, steps[axis], lengths[axis]):
            continue
        data = jnp.take(data, where, axis=at, mode="clip")
        indices = jnp.take(indices, where, axis=at, mode="clip") if axis < b else indices
    sparse = [lengths[a] for a in range(b, s)]
    changed = [a for a in range(b, s) if not _is_whole(mat, a, steps[a], lengths[a])]
    if changed:
        data, indices = _selected(mat, data, indices, starts, steps, lengths, sparse, changed)
    part = mat.made(
        data,
        indices,
        lengths,
        unique_indices=mat.unique_indices,
        indices_sorted=mat.indices_sorted and not changed,
    )
    most = math.prod(sparse)
    return bcoo_sum_duplicates(part, nse=most) if part.nse > most else part


def _selected(
    mat: Elements,
    data: Any,
    indices: Any,
    starts: Sequence[Any],
    steps: Sequence[int],
    lengths: Sequence[int],
    sparse: Sequence[int],
    changed: Sequence[int],
) -> tuple[Any, Any]:
    """Elements within the part, at their new indices; the others become padding."""
    b = mat.n_batch
    kept = present(indices, mat.sparse_shape)
    moved = indices
    for a in changed:
        offset = indices[..., a - b] - jnp.asarray(starts[a], indices.dtype)
        at = offset // steps[a]
        kept &= (offset % steps[a] == 0) & (at >= 0) & (at < lengths[a])
        moved = moved.at[..., a - b].set(at)
    beyond = jnp.array(sparse, indices.dtype)
    wide = kept.reshape(kept.shape + (1,) * mat.n_dense)
    return jnp.where(wide, data, 0), jnp.where(kept[..., None], moved, beyond)


def _is_whole(mat: Elements, axis: int, step: int, length: int) -> bool:
    return step == 1 and length == mat.shape[axis]


def bcoo_rev(operand: Elements, dimensions: Sequence[int]) -> Elements:
    """lax.rev of a BCOO array: the entries of some axes in reverse.

    >>> from fjax.experimental.sparse import BCOO
    >>> print(bcoo_rev(BCOO.fromdense(jnp.arange(4.0)), (0,)).todense())
    [3. 2. 1. 0.]
    """
    axes = {operator.index(d) % operand.ndim for d in dimensions}
    starts = [n - 1 if a in axes else 0 for a, n in enumerate(operand.shape)]
    steps = [-1 if a in axes else 1 for a in range(operand.ndim)]
    return _part(operand, starts, steps, operand.shape)


def bcoo_gather(
    operand: Elements,
    start_indices: Any,
    dimension_numbers: Any,
    slice_sizes: Sequence[int],
    *,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    mode: Any = None,
    fill_value: Any = None,
) -> Elements:
    """lax.gather of a BCOO array.

    Args:
      operand: the array. start_indices: dense integers.
      dimension_numbers, slice_sizes: as of lax.gather.
      unique_indices, indices_are_sorted: accepted; they change no value.
      mode: "clip", "promise_in_bounds" or "fill", by default "fill".
      fill_value: what a slice beyond the axes has; 0, whether given or not.

    Returns:
      a BCOO array, of fully sparse layout if slices and their numbers are not in order.

    Raises:
      NotImplementedError: batching axes, or a fill value other than 0.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> numbers = lax.GatherDimensionNumbers(
    ...     offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
    >>> print(bcoo_gather(mat, jnp.array([[1], [0]]), numbers, (1, 3)).todense())
    [[3. 0. 4.]
     [0. 2. 0.]]
    """
    numbers = dimension_numbers
    if numbers.operand_batching_dims or (fill_value is not None and fill_value != 0):
        raise NotImplementedError(
            f"bcoo_gather of {operand!r} with {numbers} and fill_value={fill_value}: batching axes "
            "and fill values other than 0 are not supported; use todense() or fjax.vmap"
        )
    start_indices = holding(max(operand.shape, default=0), jnp.asarray(start_indices))
    *counts, width = start_indices.shape
    filling = lax.GatherScatterMode.from_any(mode) is lax.GatherScatterMode.FILL_OR_DROP
    lengths = [operand.shape[a] - slice_sizes[a] for a in numbers.start_index_map]

    def one(index):
        starts: list[Any] = [0] * operand.ndim
        for k, axis in enumerate(numbers.start_index_map):
            starts[axis] = jnp.clip(index[k], 0, lengths[k])
        part = bcoo_dynamic_slice(operand, starts, slice_sizes)
        if filling:
            inside = jnp.all((index >= 0) & (index <= jnp.array(lengths, index.dtype)))
            part = part.with_data(jnp.where(inside, part.data, 0))
        return bcoo_reduce_sum(part, axes=numbers.collapsed_slice_dims)

    out = vmap(one)(start_indices.reshape(-1, width))
    shape = (*counts, *out.shape[1:])
    if len(counts) != 1:
        data, indices = out.spread()
        out = out.made(
            data.reshape(*counts, *data.shape[1:]),
            indices.reshape(*counts, *indices.shape[1:]),
            shape,
        )
    offsets = iter(range(len(counts), len(shape)))
    outer = iter(range(len(counts)))
    order = [next(offsets if k in numbers.offset_dims else outer) for k in range(len(shape))]
    if order == sorted(order):
        return out
    return bcoo_transpose(bcoo_update_layout(out, n_batch=0, n_dense=0), permutation=order)


def within(operand: Elements, start_indices: Any, gather: Any) -> bool:
    """Whether the slices that a Gather takes are known to lie within the array."""
    if isinstance(start_indices, Tracer):
        return False
    starts = np.asarray(start_indices)
    axes = gather.dimension_numbers.start_index_map
    last = [operand.shape[a] - gather.slice_sizes[a] for a in axes]
    return bool(np.all((starts >= 0) & (starts <= np.array(last, int))))


def is_basic(key: Any) -> bool:
    """Whether an index is made of integers, slices, None and an ellipsis."""
    return all(
        k is None
        or k is Ellipsis
        or isinstance(k, (slice, int, np.integer))
        and not isinstance(k, bool)
        or (not isinstance(k, (bool, list, tuple)) and jnp.ndim(k) == 0 and _is_integer(k))
        for k in (key if isinstance(key, tuple) else (key,))
    )


def _is_integer(x: Any) -> bool:
    return jnp.issubdtype(jnp.asarray(x).dtype, jnp.integer)


def item(mat: Elements, key: Any) -> Elements:
    """mat[key] for integers, slices, None and an ellipsis.

    Raises:
      NotImplementedError: another kind of index, such as an array.
      IndexError: too many indices, or an integer out of bounds.
    """
    keys = list(key) if isinstance(key, tuple) else [key]
    count = sum(k is not None and k is not Ellipsis for k in keys)
    if count > mat.ndim or sum(k is Ellipsis for k in keys) > 1:
        raise FjaxIndexError(f"too many indices for {mat!r}: {key!r}")
    at = next((i for i, k in enumerate(keys) if k is Ellipsis), len(keys))
    keys[at : at + 1] = [slice(None)] * (mat.ndim - count)
    starts, steps, lengths, gone = [], [], [], []
    for axis, k in enumerate(k for k in keys if k is not None):
        start, step, length = _resolved(mat, axis, k)
        starts.append(start)
        steps.append(step)
        lengths.append(length)
        if not isinstance(k, slice):
            gone.append(axis)
    part = _part(mat, starts, steps, lengths)
    part = bcoo_reduce_sum(part, axes=gone) if gone else part
    if None not in keys:
        return part
    left = iter(part.shape)
    kept = [k for k in keys if k is None or isinstance(k, slice)]
    shape = [1 if k is None else next(left) for k in kept]
    where = [a for a, k in enumerate(kept) if k is not None]
    return bcoo_broadcast_in_dim(part, shape=shape, broadcast_dimensions=where)


def _resolved(mat: Elements, axis: int, key: Any) -> tuple[Any, int, int]:
    """Start, step and length that an index takes of an axis."""
    n = mat.shape[axis]
    if isinstance(key, slice):
        start, stop, step = key.indices(n)
        return start, step, len(range(start, stop, step))
    if isinstance(key, (int, np.integer)):
        if not -n <= key < n:
            raise FjaxIndexError(f"index {key} is out of bounds for axis {axis} of {mat!r}")
        return int(key) % n, 1, 1
    if (
        not isinstance(key, (bool, list))
        and jnp.ndim(key) == 0
        and jnp.issubdtype(jnp.asarray(key).dtype, jnp.integer)
    ):
        key = jnp.asarray(key)
        return jnp.clip(jnp.where(key < 0, key + n, key), 0, n - 1), 1, 1
    raise NotImplementedError(
        f"index {key!r} of {mat!r}: sparse arrays take integers, slices, "
        "None and an ellipsis; use todense()"
    )
