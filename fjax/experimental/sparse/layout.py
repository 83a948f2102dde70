"""BCOO arrays: to and from dense ones; the order of elements; kinds of axes."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax.core.tracing import Tracer
from fjax.errors import FjaxValueError, frames_to_user
from fjax.experimental.sparse.elements import Elements, columns, linear, over_batch, unraveled
from fjax.experimental.sparse.util import SparseEfficiencyError, SparseEfficiencyWarning
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
    mask = _mask(mat, n_dense)
    if nse is None:
        nse = counted_elements(mat, n_batch, n_dense)
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


def _mask(mat: Any, n_dense: int) -> Any:
    """What of the batch and sparse axes is not zero."""
    mask = mat != 0
    return mask.any(axis=tuple(range(-n_dense, 0))) if n_dense else mask


def counted_elements(mat: Any, n_batch: int = 0, n_dense: int = 0) -> int:
    """How many elements the batch entry with the most needs."""
    mask = _mask(mat, n_dense)
    counts = mask.sum(axis=tuple(range(n_batch, mask.ndim)))
    return int(counts.max()) if counts.size else 0


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
    first = indices[..., None, :, 0]
    here = first == number.reshape((1,) * (first.ndim - 2) + number.shape)
    kept = indices[..., None, :, 1:]
    beyond = jnp.array(mat.sparse_shape[1:], indices.dtype)
    beyond = beyond.reshape((1,) * (kept.ndim - 1) + beyond.shape)
    rest = jnp.where(here[..., None], kept, beyond)
    wide = here.reshape(here.shape + (1,) * mat.n_dense)
    data = jnp.where(wide, jnp.expand_dims(data, mat.n_batch), 0)
    return mat.made(data, rest, mat.shape, unique_indices=False)


def _sparse_to_dense(mat: Elements) -> Elements:
    """The last sparse axis becomes the first dense one: each element has a place for all."""
    data, indices = mat.spread()
    n = mat.sparse_shape[-1]
    number = jnp.arange(n, dtype=indices.dtype).reshape((1,) * (indices.ndim - 1) + (n,))
    here = indices[..., -1:] == number
    wide = here.reshape(here.shape + (1,) * mat.n_dense)
    data = jnp.where(wide, jnp.expand_dims(data, mat.n_batch + 1), 0)
    return mat.made(data, indices[..., :-1], mat.shape)


def in_one_layout(mats: Sequence[Elements]) -> list[Elements]:
    """The arrays with as many batch and dense axes as all of them have."""
    n_batch, n_dense = (min(getattr(x, name) for x in mats) for name in ("n_batch", "n_dense"))
    return [bcoo_update_layout(x, n_batch=n_batch, n_dense=n_dense) for x in mats]


def kind_of(mat: Elements, axis: int) -> str:
    """Which kind an axis is of."""
    if axis < mat.n_batch:
        return "batch"
    return "sparse" if axis < mat.n_batch + mat.n_sparse else "dense"
