"""BCOO arrays: to and from dense ones; the order of elements; kinds and order of axes."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax import lax
from fjax.core.tracing import Tracer
from fjax.errors import FjaxValueError, frames_to_user
from fjax.experimental.sparse.elements import (
    Elements,
    columns,
    linear,
    over_batch,
    present,
    unraveled,
)
from fjax.ops import segment_sum


def bcoo_todense(mat: Elements) -> Any:
    """The dense array, shape `mat.shape`; elements with the same indices are added.

    >>> from fjax.experimental.sparse import BCOO
    >>> print(bcoo_todense(BCOO(([2.0, 3.0, 4.0], [[0], [2], [2]]), shape=(4,))))
    [2. 0. 7. 0.]
    """

    def one(data, indices):
        if not mat.n_sparse:
            return data.sum(0)
        return jnp.zeros(mat.tail, mat.dtype).at[columns(indices)].add(data, mode="drop")

    return over_batch(one, mat.n_batch)(*mat.spread())


def dense_to_elements(
    mat: Any, nse: int | None, n_batch: int, n_dense: int, index_dtype: Any
) -> tuple[Any, Any]:
    """Data and indices of a dense array's elements that are not zero.

    An element of a sparse axis counts as zero if all that belongs to it in the dense axes is.

    Raises:
      ValueError: nse is not given and the array's values are not known while tracing.
    """
    mat = jnp.asarray(mat)
    n_sparse = mat.ndim - n_batch - n_dense
    if n_batch < 0 or n_dense < 0 or n_sparse < 0:
        raise FjaxValueError(
            f"fromdense: n_batch={n_batch} and n_dense={n_dense} of an array with {mat.ndim} axes"
        )
    mask = mat != 0
    if n_dense:
        mask = mask.any(axis=tuple(range(-n_dense, 0)))
    if nse is None:
        counts = mask.sum(axis=tuple(range(n_batch, mask.ndim)))
        nse = int(counts.max()) if counts.size else 0
    sparse_shape = mat.shape[n_batch : n_batch + n_sparse]

    def one(mask, mat):
        if not n_sparse:
            kept = jnp.arange(nse) < 1
            return (
                jnp.where(kept.reshape((nse,) + (1,) * n_dense), mat, 0),
                jnp.zeros((nse, 0), index_dtype),
            )
        found = jnp.nonzero(mask, size=nse, fill_value=sparse_shape)
        indices = jnp.stack(found, axis=-1).astype(index_dtype)
        return mat.at[found].get(mode="fill", fill_value=0), indices

    return over_batch(one, n_batch)(mask, mat)


def bcoo_transpose(mat: Elements, *, permutation: Sequence[int]) -> Elements:
    """The axes in another order, within batch, sparse and dense ones.

    Raises:
      ValueError: no permutation of the axes.
      NotImplementedError: an axis would change its kind; `update_layout` does that first.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> print(bcoo_transpose(mat, permutation=(1, 0)).todense())
    [[0. 3.]
     [2. 0.]
     [0. 4.]]
    """
    axes = [int(p) for p in permutation]
    if sorted(axes) != list(range(mat.ndim)):
        raise FjaxValueError(
            f"bcoo_transpose: {tuple(permutation)} is no permutation of {mat.ndim} axes"
        )
    b, s = mat.n_batch, mat.n_batch + mat.n_sparse
    batch, sparse, dense = axes[:b], axes[b:s], axes[s:]
    if sorted(batch) != list(range(b)) or sorted(sparse) != list(range(b, s)):
        raise NotImplementedError(
            f"bcoo_transpose: the permutation {tuple(axes)} mixes {b} batch, {mat.n_sparse} sparse "
            f"and {mat.n_dense} dense axes; use update_layout(n_batch=0, n_dense=0) before"
        )
    data = mat.data.transpose(*batch, b, *(a - s + b + 1 for a in dense))
    indices = mat.indices.transpose(*batch, b, b + 1)[..., [a - b for a in sparse]]
    return mat.made(data, indices, [mat.shape[a] for a in axes], unique_indices=mat.unique_indices)


def bcoo_sort_indices(mat: Elements) -> Elements:
    """The elements of each batch entry in row-major order of their indices, padding last.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = bcoo_sort_indices(BCOO(([3.0, 1.0, 2.0], [[4], [0], [2]]), shape=(5,)))
    >>> print(mat.data, mat.indices.ravel())
    [1. 2. 3.] [0 2 4]
    """

    def one(data, indices):
        order = jnp.argsort(linear(indices, mat.sparse_shape), stable=True)
        return data[order], indices[order]

    data, indices = over_batch(one, mat.n_batch)(*mat.spread())
    return mat.made(
        data, indices, mat.shape, indices_sorted=True, unique_indices=mat.unique_indices
    )


def bcoo_sum_duplicates(mat: Elements, nse: int | None = None) -> Elements:
    """One element for each index, in order; padding lies beyond the axes.

    Args:
      nse: elements of the result. If not given, as many as are needed; under a trace, where that
        is not known, as many as there are.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = bcoo_sum_duplicates(BCOO(([1.0, 2.0, 3.0], [[4], [0], [4]]), shape=(5,)))
    >>> print(mat.data, mat.indices.ravel())
    [2. 4.] [0 4]
    """

    def order(indices):
        return linear(indices, mat.sparse_shape)

    data, indices = mat.spread()
    positions = over_batch(order, mat.n_batch)(indices)
    size = math.prod(mat.sparse_shape)
    if nse is None:
        nse = _needed(positions, size, mat.nse)

    def one(data, at):
        sequence = jnp.argsort(at, stable=True)
        at = at[sequence]
        new = jnp.concatenate([jnp.ones(1, bool), at[1:] != at[:-1]])[: at.shape[0]]
        number = jnp.where(at < size, jnp.cumsum(new) - 1, nse)
        total = segment_sum(data[sequence], number, nse, indices_are_sorted=True)
        first = jnp.full(nse, size, at.dtype).at[number].min(at, mode="drop")
        return total, unraveled(first, mat.sparse_shape, mat.indices.dtype)

    data, indices = over_batch(one, mat.n_batch)(data, positions)
    return mat.made(data, indices, mat.shape, indices_sorted=True, unique_indices=True)


def _needed(positions: Any, size: int, nse: int) -> int:
    """How many different positions below `size` the batch entry with the most has."""
    if isinstance(positions, Tracer):
        return min(nse, size)
    *batch, count = positions.shape
    rows = np.asarray(positions).reshape(math.prod(batch), count)
    return max((len(np.unique(row[row < size])) for row in rows), default=0)


def bcoo_eliminate_zeros(mat: Elements, nse: int | None = None) -> Elements:
    """Elements that are zero become padding, and elements with the same indices are added."""
    kept = mat.data != 0
    if mat.n_dense:
        kept = kept.any(axis=tuple(range(-mat.n_dense, 0)))
    beyond = jnp.array(mat.sparse_shape, mat.indices.dtype)
    indices = jnp.where(kept[..., None], mat.indices, beyond)
    return bcoo_sum_duplicates(mat.made(mat.data, indices, mat.shape), nse)


class SparseEfficiencyError(FjaxValueError):
    """A change of layout that stores more than before."""


class SparseEfficiencyWarning(UserWarning):
    """The same where it was asked to go on."""


def bcoo_update_layout(
    mat: Elements,
    *,
    n_batch: int | None = None,
    n_dense: int | None = None,
    on_inefficient: str | None = "error",
) -> Elements:
    """The same array with other numbers of batch and dense axes.

    Args:
      n_batch, n_dense: the new numbers; those of `mat` if not given.
      on_inefficient: what to do where a sparse axis becomes a batch or dense one, which repeats
        elements along it: "error", "warn", or None for nothing.

    Raises:
      ValueError: more batch and dense axes than axes.
      SparseEfficiencyError: see above.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> rows = bcoo_update_layout(mat, n_batch=1, on_inefficient=None)
    >>> rows.n_batch, rows.data.shape, rows.indices.shape
    (1, (2, 3), (2, 3, 1))
    """
    batch = mat.n_batch if n_batch is None else int(n_batch)
    dense = mat.n_dense if n_dense is None else int(n_dense)
    if min(batch, dense) < 0 or batch + dense > mat.ndim:
        raise FjaxValueError(
            f"bcoo_update_layout: n_batch={n_batch}, n_dense={n_dense} of an array "
            f"with {mat.ndim} axes"
        )
    if on_inefficient not in ("error", "warn", None):
        raise FjaxValueError(
            "bcoo_update_layout: on_inefficient must be 'error', 'warn' or None, got "
            f"{on_inefficient!r}"
        )
    if batch > mat.n_batch or dense > mat.n_dense:
        _complain(mat, batch, dense, on_inefficient)
    while mat.n_batch > batch:
        mat = _batch_to_sparse(mat)
    while mat.n_dense > dense:
        mat = _dense_to_sparse(mat)
    while mat.n_batch < batch:
        mat = _sparse_to_batch(mat)
    while mat.n_dense < dense:
        mat = _sparse_to_dense(mat)
    return mat


def _complain(mat: Elements, batch: int, dense: int, how: str | None) -> None:
    text = (
        f"bcoo_update_layout: {mat!r} with {batch} batch and {dense} dense axes, from "
        f"{mat.n_batch} and {mat.n_dense}, stores its elements again along new batch and dense "
        "axes; on_inefficient=None does so silently"
    )
    if how == "error":
        raise SparseEfficiencyError(text)
    if how == "warn":
        warnings.warn(text, SparseEfficiencyWarning, stacklevel=frames_to_user())


def _batch_to_sparse(mat: Elements) -> Elements:
    """The last batch axis becomes the first sparse one."""
    data, indices = mat.spread()
    *before, n = mat.batch_shape
    number = jnp.broadcast_to(
        jnp.arange(n, dtype=indices.dtype)[:, None, None], (*indices.shape[:-1], 1)
    )
    indices = jnp.concatenate([number, indices], axis=-1)
    return mat.made(
        data.reshape(*before, n * mat.nse, *mat.dense_shape),
        indices.reshape(*before, n * mat.nse, mat.n_sparse + 1),
        mat.shape,
        indices_sorted=mat.indices_sorted and mat.n_batch == 1 and not mat.n_sparse,
        unique_indices=mat.unique_indices,
    )


def _dense_to_sparse(mat: Elements) -> Elements:
    """The first dense axis becomes the last sparse one."""
    data, indices = mat.spread()
    n, batch, count = mat.dense_shape[0], mat.batch_shape, mat.nse
    number = jnp.broadcast_to(jnp.arange(n, dtype=indices.dtype)[:, None], (*batch, count, n, 1))
    old = jnp.broadcast_to(indices[..., None, :], (*batch, count, n, mat.n_sparse))
    indices = jnp.concatenate([old, number], axis=-1)
    return mat.made(
        data.reshape(*batch, count * n, *mat.dense_shape[1:]),
        indices.reshape(*batch, count * n, mat.n_sparse + 1),
        mat.shape,
        indices_sorted=mat.indices_sorted,
        unique_indices=mat.unique_indices,
    )


def _sparse_to_batch(mat: Elements) -> Elements:
    """The first sparse axis becomes the last batch one: each entry has all elements, most of them
    as padding."""
    data, indices = mat.spread()
    n = mat.sparse_shape[0]
    number = jnp.arange(n, dtype=indices.dtype)[:, None]
    here = indices[..., None, :, 0] == number
    beyond = jnp.array(mat.sparse_shape[1:], indices.dtype)
    rest = jnp.where(here[..., None], indices[..., None, :, 1:], beyond)
    wide = here.reshape(here.shape + (1,) * mat.n_dense)
    data = jnp.where(wide, jnp.expand_dims(data, mat.n_batch), 0)
    return mat.made(data, rest, mat.shape, unique_indices=False)


def _sparse_to_dense(mat: Elements) -> Elements:
    """The last sparse axis becomes the first dense one: each element has a place for all."""
    data, indices = mat.spread()
    n = mat.sparse_shape[-1]
    here = indices[..., -1:] == jnp.arange(n, dtype=indices.dtype)
    wide = here.reshape(here.shape + (1,) * mat.n_dense)
    data = jnp.where(wide, jnp.expand_dims(data, mat.n_batch + 1), 0)
    return mat.made(data, indices[..., :-1], mat.shape)


def bcoo_reduce_sum(mat: Elements, *, axes: Sequence[int]) -> Elements:
    """The sum over axes, still sparse.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[1.0, 0.0, 2.0], [3.0, 0.0, 0.0]]))
    >>> print(bcoo_reduce_sum(mat, axes=(0,)).todense())
    [4. 0. 2.]
    """
    gone = {
        operator.index(a) % mat.ndim if -mat.ndim <= a < mat.ndim else _no_axis(mat, a)
        for a in axes
    }
    b, s = mat.n_batch, mat.n_batch + mat.n_sparse
    data, indices = mat.spread()
    kept = [a - b for a in range(b, s) if a not in gone]
    # Padding in a column that goes would be no padding any more.
    there = present(indices, mat.sparse_shape)
    data = jnp.where(there.reshape(there.shape + (1,) * mat.n_dense), data, 0)
    data = data.sum(axis=tuple(a - s + b + 1 for a in gone if a >= s))
    indices = indices[..., kept]
    batch = [a for a in range(b) if a in gone]
    left = [a for a in range(b) if a not in gone]
    data = data.transpose(*left, *batch, *range(b, data.ndim))
    indices = indices.transpose(*left, *batch, b, b + 1)
    shape = [n for a, n in enumerate(mat.shape) if a not in gone]
    front = [mat.shape[a] for a in left]
    count = mat.nse * math.prod(mat.shape[a] for a in batch)
    return mat.made(
        data.reshape(*front, count, *data.shape[b + 1 :]),
        indices.reshape(*front, count, len(kept)),
        shape,
    )


def _no_axis(mat: Elements, axis: int) -> int:
    raise FjaxValueError(f"axis {axis} is out of bounds for {mat!r}")


def bcoo_reshape(mat: Elements, *, new_sizes: Sequence[int]) -> Elements:
    """Another shape of the same elements in row-major order.

    Raises:
      ValueError: another number of elements.
      NotImplementedError: a new axis would hold batch and sparse, or sparse and dense axes.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> print(bcoo_reshape(mat, new_sizes=(3, 2)).todense())
    [[0. 2.]
     [0. 3.]
     [0. 4.]]
    """
    sizes = _settled(mat, [operator.index(n) for n in new_sizes])
    b = _prefix(sizes, mat.batch_shape)
    d = _prefix(sizes[::-1], mat.dense_shape)
    if b is None or d is None or b + d > len(sizes):
        raise NotImplementedError(
            f"bcoo_reshape: the shape {tuple(sizes)} mixes axes of different kinds of {mat!r} with "
            f"{mat.n_batch} batch and {mat.n_dense} dense axes; use update_layout(n_batch=0, "
            "n_dense=0) before"
        )
    new = sizes[b : len(sizes) - d]
    data, indices = mat.spread()
    at = over_batch(lambda i: unraveled(linear(i, mat.sparse_shape), new, i.dtype), mat.n_batch)(
        indices
    )
    batch, dense = sizes[:b], sizes[len(sizes) - d :]
    return mat.made(
        data.reshape(*batch, mat.nse, *dense),
        at.reshape(*batch, mat.nse, len(new)),
        sizes,
        indices_sorted=mat.indices_sorted,
        unique_indices=mat.unique_indices,
    )


def _settled(mat: Elements, sizes: list[int]) -> list[int]:
    """A shape with the one length -1 filled in."""
    known = math.prod(n for n in sizes if n != -1)
    if sizes.count(-1) == 1 and known and mat.size % known == 0:
        sizes = [mat.size // known if n == -1 else n for n in sizes]
    if math.prod(sizes) != mat.size or -1 in sizes:
        raise FjaxValueError(f"bcoo_reshape: {mat!r} cannot have shape {tuple(sizes)}")
    return sizes


def _prefix(sizes: Sequence[int], group: Sequence[int]) -> int | None:
    """How many leading sizes have the group's number of elements; None if there is no such cut."""
    if not group:
        return 0
    want = math.prod(group)
    return next((k for k in range(1, len(sizes) + 1) if math.prod(sizes[:k]) == want), None)


def bcoo_broadcast_in_dim(
    mat: Elements, *, shape: Sequence[int], broadcast_dimensions: Sequence[int]
) -> Elements:
    """Axes of length 1 and new axes at full length; arguments as those of lax.broadcast_in_dim.

    New axes before all others are batch axes if there are batch axes, new ones after all others
    dense if there are dense ones; the rest are sparse.

    >>> from fjax.experimental.sparse import BCOO
    >>> row = BCOO.fromdense(jnp.array([0.0, 5.0]))
    >>> print(bcoo_broadcast_in_dim(row, shape=(3, 2), broadcast_dimensions=(1,)).todense())
    [[0. 5.]
     [0. 5.]
     [0. 5.]]
    """
    shape, where = tuple(map(int, shape)), [int(d) for d in broadcast_dimensions]
    if (
        len(where) != mat.ndim
        or where != sorted(set(where))
        or any(mat.shape[k] not in (1, shape[d]) for k, d in enumerate(where))
    ):
        raise FjaxValueError(f"bcoo_broadcast_in_dim: {mat!r} to shape {shape} at {tuple(where)}")
    b, s = mat.n_batch, mat.n_batch + mat.n_sparse
    batch_end = where[b - 1] + 1 if b else 0
    dense_start = where[s] if mat.n_dense else len(shape)
    sparse = [where[k] for k in range(b, s)]
    data, indices = mat.spread()
    data = _placed(data, [*where[:b], None, *where[s:]], shape, batch_end, dense_start)
    indices = jnp.expand_dims(indices, [a for a in range(batch_end) if a not in where[:b]])
    column: dict[int, Any] = {a: indices[..., k] for k, a in enumerate(sparse)}
    cells = []
    for a in range(batch_end, dense_start):
        old = column.get(a)
        repeats = shape[a] if old is None or mat.shape[where.index(a)] == 1 else 1
        cells.append((old, repeats))
    count = math.prod(r for _, r in cells)
    grid = jnp.stack(jnp.unravel_index(jnp.arange(count), [r for _, r in cells] or [1]), -1)
    made = []
    for k, (old, repeats) in enumerate(cells):
        new = jnp.zeros(indices.shape[:-1], indices.dtype) if old is None else old
        steps = grid[:, k].astype(indices.dtype)
        spread = new[..., None] + jnp.expand_dims(steps, range(new.ndim))
        if old is not None and repeats > 1:  # padding stays padding
            spread = jnp.where(old[..., None] >= 1, shape[batch_end + k], spread)
        made.append(spread.reshape(*spread.shape[:-2], -1))
    indices = jnp.stack(made, axis=-1) if made else indices
    return mat.made(
        jnp.repeat(data, count, axis=batch_end), _lengthened(indices, shape, batch_end), shape
    )


def _placed(
    data: Any, where: Sequence[int | None], shape: Sequence[int], batch_end: int, dense_start: int
) -> Any:
    """Data with its batch and dense axes at their new places and lengths."""
    lengths = [*shape[:batch_end], data.shape[where.index(None)], *shape[dense_start:]]
    at = [
        batch_end if w is None else w if w < batch_end else w - dense_start + batch_end + 1
        for w in where
    ]
    return lax.broadcast_in_dim(data, lengths, at)


def _lengthened(indices: Any, shape: Sequence[int], batch_end: int) -> Any:
    return jnp.broadcast_to(indices, (*shape[:batch_end], *indices.shape[-2:]))


def bcoo_squeeze(mat: Elements, *, dimensions: Sequence[int]) -> Elements:
    """Without axes of length 1.

    Raises:
      ValueError: an axis has another length.

    >>> from fjax.experimental.sparse import BCOO
    >>> column = BCOO.fromdense(jnp.array([[0.0], [5.0]]))
    >>> print(bcoo_squeeze(column, dimensions=(1,)).todense())
    [0. 5.]
    """
    gone = {
        operator.index(a) % mat.ndim if -mat.ndim <= a < mat.ndim else _no_axis(mat, a)
        for a in dimensions
    }
    if any(mat.shape[a] != 1 for a in gone):
        raise FjaxValueError(
            f"bcoo_squeeze: axes {sorted(gone)} of {mat!r} are not all of length 1"
        )
    return bcoo_reduce_sum(mat, axes=sorted(gone))


def bcoo_concatenate(operands: Sequence[Elements], *, dimension: int) -> Elements:
    """Arrays of one layout joined along an axis.

    Raises:
      ValueError: no operands, or their shapes or layouts differ.

    >>> from fjax.experimental.sparse import BCOO
    >>> one, two = BCOO.fromdense(jnp.array([0.0, 1.0])), BCOO.fromdense(jnp.array([2.0, 0.0]))
    >>> print(bcoo_concatenate([one, two], dimension=0).todense())
    [0. 1. 2. 0.]
    """
    if not operands:
        raise FjaxValueError("bcoo_concatenate: no operands")
    first = operands[0]
    axis = (
        dimension % first.ndim
        if -first.ndim <= dimension < first.ndim
        else _no_axis(first, dimension)
    )
    rest = [[n for a, n in enumerate(x.shape) if a != axis] for x in operands]
    kinds = {(x.n_batch, x.n_dense, x.ndim) for x in operands}
    if len(kinds) > 1 or any(r != rest[0] for r in rest):
        raise FjaxValueError(
            f"bcoo_concatenate: operands {list(operands)} differ in shape or layout "
            f"beside axis {axis}"
        )
    shape = list(first.shape)
    shape[axis] = sum(x.shape[axis] for x in operands)
    b, s = first.n_batch, first.n_batch + first.n_sparse
    if axis >= s:
        return _joined_dense(operands, axis, shape)
    nse = max(x.nse for x in operands)
    data, indices, offset = [], [], 0
    for x in operands:
        d, i = x.spread()
        if axis >= b:
            there = present(i, x.sparse_shape)
            moved = i[..., axis - b] + offset
            i = i.at[..., axis - b].set(jnp.where(there, moved, shape[axis]))
            offset += x.shape[axis]
        else:
            d, i = _padded(d, b, nse, 0), _padded(i, b, nse, jnp.array(x.sparse_shape, i.dtype))
        data.append(d)
        indices.append(i)
    at = axis if axis < b else b
    return first.made(jnp.concatenate(data, at), jnp.concatenate(indices, at), shape)


def _joined_dense(operands: Sequence[Elements], axis: int, shape: Sequence[int]) -> Elements:
    """Operands one after the other along a dense axis: elements of all, each in its place."""
    first = operands[0]
    at = axis - first.n_sparse + 1
    data, offset = [], 0
    for x in operands:
        d, _ = x.spread()
        before, after = offset, shape[axis] - offset - x.shape[axis]
        data.append(jnp.pad(d, [(before, after) if a == at else (0, 0) for a in range(d.ndim)]))
        offset += x.shape[axis]
    indices = [x.spread()[1] for x in operands]
    return first.made(
        jnp.concatenate(data, first.n_batch), jnp.concatenate(indices, first.n_batch), shape
    )


def _padded(x: Any, axis: int, length: int, value: Any) -> Any:
    """x lengthened along an axis by copies of `value`."""
    more = list(x.shape)
    more[axis] = length - x.shape[axis]
    return jnp.concatenate([x, jnp.broadcast_to(jnp.asarray(value, x.dtype), more)], axis)
