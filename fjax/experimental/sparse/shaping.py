"""BCOO arrays of other shapes: axes in another order, joined, split, repeated, summed."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxValueError
from fjax.experimental.sparse.elements import Elements, linear, over_batch, present, unraveled
from fjax.experimental.sparse.layout import in_one_layout


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
    return mat.made(
        data,
        indices,
        [mat.shape[a] for a in axes],
        indices_sorted=mat.indices_sorted and sparse == sorted(sparse),
        unique_indices=mat.unique_indices,
    )


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


def bcoo_reshape(
    mat: Elements, *, new_sizes: Sequence[int], dimensions: Sequence[int] | None = None
) -> Elements:
    """Another shape of the same elements in row-major order.

    Args:
      mat: the array. new_sizes: its new shape; one length may be -1.
      dimensions: the order of its axes before; as they are if not given.

    Raises:
      ValueError: another number of elements, or a new axis would hold batch and sparse, or sparse
        and dense axes.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> print(bcoo_reshape(mat, new_sizes=(3, 2)).todense())
    [[0. 2.]
     [0. 3.]
     [0. 4.]]
    """
    if dimensions is not None:
        mat = bcoo_transpose(mat, permutation=dimensions)
    sizes = _settled(mat, [operator.index(n) for n in new_sizes])
    if _differs_in_ones(mat, sizes):
        return _with_ones(mat, sizes)
    cut = _cut(mat, sizes)
    if cut is None:
        raise FjaxValueError(
            "bcoo_reshape cannot mix batch and sparse dimensions, or sparse and dense ones: the "
            f"shape {tuple(sizes)} of {mat!r}; use update_layout(n_batch=0, n_dense=0) before"
        )
    b, d = cut
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


def keeps_kinds(mat: Elements, sizes: Sequence[int]) -> bool:
    """Whether a reshape mixes no axes of different kinds."""
    return _differs_in_ones(mat, sizes) or _cut(mat, sizes) is not None


def _differs_in_ones(mat: Elements, sizes: Sequence[int]) -> bool:
    return [n for n in sizes if n != 1] == [n for n in mat.shape if n != 1]


def _cut(mat: Elements, sizes: Sequence[int]) -> tuple[int, int] | None:
    """How many first and last sizes make the batch and the dense axes, if they keep to them."""
    b, d = _prefix(sizes, mat.batch_shape), _prefix(sizes[::-1], mat.dense_shape)
    return None if b is None or d is None or b + d > len(sizes) else (b, d)


def _with_ones(mat: Elements, sizes: Sequence[int]) -> Elements:
    """Another shape that differs in axes of length 1 alone."""
    gone, where, at = [], [], 0
    for axis, n in enumerate(mat.shape):
        found = next((k for k in range(at, len(sizes)) if sizes[k] == n or sizes[k] != 1), None)
        if found is None or sizes[found] != n:
            gone.append(axis)
        else:
            where.append(found)
            at = found + 1
    return bcoo_broadcast_in_dim(
        bcoo_squeeze(mat, dimensions=gone), shape=sizes, broadcast_dimensions=where
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

    New axes before the first sparse one are batch axes, those after the first dense one dense; the
    rest are sparse.

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
    batch_end = where[b] if b < mat.ndim else len(shape)
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
            f"in another axis than {axis}"
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


def joined_elements(lhs: Elements, rhs: Elements) -> Elements:
    """The sum of two arrays of one shape: the elements of both."""
    lhs, rhs = in_one_layout([lhs, rhs])
    (a, i), (b, j) = lhs.spread(), rhs.spread()
    kind = jnp.promote_types(i.dtype, j.dtype)
    return lhs.made(
        jnp.concatenate([a, b], lhs.n_batch),
        jnp.concatenate([i.astype(kind), j.astype(kind)], lhs.n_batch),
        lhs.shape,
    )
