"""Products of BCOO arrays with dense ones and with each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import fjax.numpy as jnp
from fjax import lax
from fjax.api.batching import vmap
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.experimental.sparse.base import JAXSparse
from fjax.experimental.sparse.elements import (
    Elements,
    columns,
    linear,
    looked_up,
    over_batch,
    present,
)
from fjax.experimental.sparse.layout import bcoo_sum_duplicates
from fjax.numpy.shaping import array_shape

DimensionNumbers = Any  # ((lhs contracting, rhs contracting), (lhs batch, rhs batch))


def bcoo_dot_general(
    lhs: Any,
    rhs: Any,
    *,
    dimension_numbers: DimensionNumbers,
    precision: Any = None,
    preferred_element_type: Any = None,
    out_sharding: None = None,
) -> Any:
    """lax.dot_general where one operand or both are BCOO.

    Args:
      lhs, rhs: BCOO or dense arrays.
      dimension_numbers: ((lhs contracting, rhs contracting), (lhs batch, rhs batch)).
      precision: accepted and not used; sums have the result's dtype.
      preferred_element_type: dtype of the result.

    Returns:
      A dense array if one operand is dense, else BCOO. Axes: batch, the rest of lhs, of rhs.

    Raises:
      NotImplementedError: a batch axis that is not a batch axis of a BCOO operand.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> numbers = ([1], [0]), ([], [])
    >>> print(bcoo_dot_general(mat, jnp.array([1.0, 10.0]), dimension_numbers=numbers))
    [20.  3.]
    """
    if out_sharding is not None:
        raise NotImplementedError("bcoo_dot_general: there is one device; leave out_sharding out")
    numbers = _checked(lhs, rhs, dimension_numbers)
    if isinstance(lhs, Elements) and isinstance(rhs, Elements):
        out = _sparse_sparse(lhs, rhs, numbers)
        return (
            out
            if preferred_element_type is None
            else out.with_data(out.data.astype(preferred_element_type))
        )
    if isinstance(lhs, Elements):
        out = _sparse_dense(lhs, jnp.asarray(rhs), numbers)
    elif isinstance(rhs, Elements):
        out = _swapped(jnp.asarray(lhs), rhs, numbers)
    else:
        return lax.dot_general(
            lhs, rhs, dimension_numbers, preferred_element_type=preferred_element_type
        )
    return out if preferred_element_type is None else out.astype(preferred_element_type)


class Numbers(NamedTuple):
    """Contracting and batch axes of both operands, not negative."""

    lc: tuple[int, ...]
    rc: tuple[int, ...]
    lb: tuple[int, ...]
    rb: tuple[int, ...]


def _checked(lhs: Any, rhs: Any, dimension_numbers: DimensionNumbers) -> Numbers:
    (lc, rc), (lb, rb) = dimension_numbers
    numbers = Numbers(*(tuple(int(a) for a in axes) for axes in (lc, rc, lb, rb)))
    left, right = (
        x.shape if isinstance(x, JAXSparse) else array_shape("bcoo_dot_general", x, k)
        for k, x in enumerate((lhs, rhs))
    )
    for side, axes, shape in (
        ("lhs", (*numbers.lc, *numbers.lb), left),
        ("rhs", (*numbers.rc, *numbers.rb), right),
    ):
        if any(not 0 <= a < len(shape) for a in axes):
            raise FjaxTypeError(
                f"bcoo_dot_general: the axes of dimension_numbers are from 0 to {len(shape) - 1} "
                f"for the {side} of shape {tuple(shape)}, got {axes}"
            )
    for mine, theirs in ((numbers.lc, numbers.rc), (numbers.lb, numbers.rb)):
        if len(mine) != len(theirs) or [left[a] for a in mine] != [right[a] for a in theirs]:
            raise FjaxTypeError(
                f"bcoo_dot_general: axes {mine} of shape {tuple(left)} and {theirs} of "
                f"{tuple(right)} do not agree"
            )
    for x, axes in ((lhs, numbers.lb), (rhs, numbers.rb)):
        if isinstance(x, Elements) and any(a >= x.n_batch for a in axes):
            raise NotImplementedError(
                f"bcoo_dot_general: batch axes {axes} of {x!r}, which has {x.n_batch} batch axes; "
                "update_layout(n_batch=...) changes their number"
            )
    return numbers


def _swapped(lhs: Any, rhs: Elements, numbers: Numbers) -> Any:
    """dense @ sparse by way of sparse @ dense."""
    lc, rc, lb, rb = numbers
    out = _sparse_dense(rhs, lhs, Numbers(rc, lc, rb, lb))
    batch = len(lb)
    mine = lhs.ndim - batch - len(lc)
    return jnp.moveaxis(out, range(out.ndim - mine, out.ndim), range(batch, batch + mine))


def _sparse_dense(lhs: Elements, rhs: Any, numbers: Numbers) -> Any:
    """Batch axes of lhs are mapped; those that are contracted are summed afterwards."""
    lc, rc, lb, rb = numbers
    n = lhs.n_batch
    paired = dict(zip((*lb, *lc), (*rb, *rc), strict=True))
    left = [a for a in range(rhs.ndim) if a not in [paired[b] for b in range(n) if b in paired]]
    inner = [(a - n, left.index(paired[a])) for a in sorted(paired) if a >= n]

    def one(data, indices, x):
        return _one_entry(data, indices, x, lhs.sparse_shape, inner)

    function, at = one, list(range(rhs.ndim))
    axes: list[int | None] = []
    for b in range(n):  # the outermost map first: axes as they are then
        axis = at.index(paired[b]) if b in paired else None
        axes.append(axis)
        if axis is not None:
            at.pop(axis)
    for axis in reversed(axes):
        function = vmap(function, in_axes=(0, 0, axis))
    out = function(*lhs.spread(), rhs)
    summed = tuple(b for b in range(n) if b in lc)
    free = [b for b in range(n) if b not in paired]
    out = out.transpose(*lb, *summed, *free, *range(n, out.ndim))
    return out.sum(axis=tuple(range(len(lb), len(lb) + len(summed)))) if summed else out


def _one_entry(
    data: Any, indices: Any, x: Any, sparse_shape: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> Any:
    """The product of one batch entry: axes of the sparse side that are left, then those of x.

    pairs: contracted axes (of sparse and dense axes together, of x).
    """
    n_sparse = len(sparse_shape)
    sparse = [(a, b) for a, b in pairs if a < n_sparse]
    dense = [(a - n_sparse + 1, b) for a, b in pairs if a >= n_sparse]
    x = jnp.moveaxis(x, [b for _, b in sparse], range(len(sparse)))
    rest = [b for b in range(x.ndim) if b not in {b for _, b in sparse}]
    there = present(indices, sparse_shape)
    data = jnp.where(there.reshape(there.shape + (1,) * (data.ndim - 1)), data, 0)
    if sparse:
        at = tuple(indices[:, a] for a, _ in sparse)
        rows = looked_up(x, at)
        contracted = ([a for a, _ in dense], [1 + rest.index(b) for _, b in dense])
        terms = lax.dot_general(data, rows, (contracted, ([0], [0])))
    else:
        terms = lax.dot_general(data, x, (([a for a, _ in dense], [b for _, b in dense]), ([], [])))
    kept = [k for k in range(n_sparse) if k not in {a for a, _ in sparse}]
    if not kept:
        return terms.sum(0)
    out = jnp.zeros([*(sparse_shape[k] for k in kept), *terms.shape[1:]], terms.dtype)
    return out.at[tuple(indices[:, k] for k in kept)].add(terms, mode="drop")


def _sparse_sparse(lhs: Elements, rhs: Elements, numbers: Numbers) -> Elements:
    """Each pair of elements whose contracted indices agree gives one; equal ones are added.

    Batch axes that are not shared stay such: those of lhs, and those of rhs if no sparse axis of
    lhs comes before them.
    """
    lc, rc, lb, rb = numbers
    if (
        lhs.n_dense
        or rhs.n_dense
        or any(c < x.n_batch for x, axes in ((lhs, lc), (rhs, rc)) for c in axes)
    ):
        raise NotImplementedError(
            f"bcoo_dot_general of two sparse arrays, {lhs!r} and {rhs!r}: both must have no dense "
            "axes, and contract sparse axes; use update_layout, or todense() for one of both"
        )
    own, others = ([b for b in range(x.n_batch) if b not in s] for x, s in ((lhs, lb), (rhs, rb)))
    mine = [k for k in range(lhs.n_sparse) if k + lhs.n_batch not in lc]
    theirs = [k for k in range(rhs.n_sparse) if k + rhs.n_batch not in rc]
    if others and mine:
        raise FjaxValueError(
            f"bcoo_dot_general of {lhs!r} and {rhs!r}: cannot have unused batch dims on rhs with "
            "unused sparse dims on lhs. Use update_layout on rhs to make them sparse"
        )
    lengths = [lhs.sparse_shape[k] for k in mine] + [rhs.sparse_shape[k] for k in theirs]

    def one(a, i, b, j):
        left, right = (
            x[:, [c - n for c in axes]]
            for x, axes, n in ((i, lc, lhs.n_batch), (j, rc, rhs.n_batch))
        )
        agree = jnp.all(left[:, None] == right[None], axis=-1)
        agree &= present(i, lhs.sparse_shape)[:, None] & present(j, rhs.sparse_shape)[None]
        data = jnp.where(agree, a[:, None] * b[None], 0)
        shape = (*agree.shape, 1)
        cells = [jnp.broadcast_to(i[:, None, k : k + 1], shape) for k in mine]
        cells += [jnp.broadcast_to(j[None, :, k : k + 1], shape) for k in theirs]
        indices = jnp.concatenate(cells, -1) if cells else jnp.zeros((*agree.shape, 0), i.dtype)
        beyond = jnp.broadcast_to(jnp.array(lengths, indices.dtype), indices.shape)
        indices = jnp.where(agree[..., None], indices, beyond)
        return data.reshape(-1), indices.reshape(agree.size, len(lengths))

    product = over_batch(one, len(others), (None, None, 0, 0))
    product = over_batch(product, len(own), (0, 0, None, None))
    parts = [
        x.transpose(*shared, *rest, *range(mat.n_batch, x.ndim))
        for mat, shared, rest in ((lhs, lb, own), (rhs, rb, others))
        for x in mat.spread()
    ]
    data, indices = over_batch(product, len(lb))(*parts)
    batch = [lhs.shape[b] for b in (*lb, *own)] + [rhs.shape[b] for b in others]
    out = lhs.made(data, indices, [*batch, *lengths])
    return bcoo_sum_duplicates(out, nse=min(out.nse, math.prod(lengths)))


def bcoo_dot_general_sampled(
    A: Any, B: Any, indices: Any, *, dimension_numbers: DimensionNumbers
) -> Any:
    """The elements of a dense product at (*batch, nse, n_sparse) indices.

    If the batch axes are those of the product and no axes are left, only these are computed.

    >>> a = jnp.arange(6.0).reshape(2, 3)
    >>> print(bcoo_dot_general_sampled(a, a.T, jnp.array([[0, 1], [1, 1]]),
    ...                                dimension_numbers=(([1], [0]), ([], []))))
    [14. 50.]
    """
    (ca, cb), (ba, bb) = dimension_numbers
    A, B, indices = jnp.asarray(A), jnp.asarray(B), jnp.asarray(indices)
    free_a = [k for k in range(A.ndim) if k not in (*ca, *ba)]
    free_b = [k for k in range(B.ndim) if k not in (*cb, *bb)]
    A, B = A.transpose(*ba, *free_a, *ca), B.transpose(*bb, *free_b, *cb)
    n, batch = len(ba), list(range(len(ba)))
    inner = [list(range(n + len(f), n + len(f) + len(ca))) for f in (free_a, free_b)]
    if indices.ndim != n + 2 or indices.shape[-1] != len(free_a) + len(free_b):
        whole = lax.dot_general(A, B, (inner, (batch, batch)))
        return at_indices(whole, indices)

    def one(a, b, at):
        rows = looked_up(a, columns(at[:, : len(free_a)])) if free_a else a[None]
        others = looked_up(b, columns(at[:, len(free_a) :])) if free_b else b[None]
        terms = rows * others
        terms = jnp.broadcast_to(terms, (at.shape[0], *terms.shape[1:]))
        return terms.reshape(at.shape[0], -1).sum(-1)

    return over_batch(one, n)(A, B, indices)


def bcoo_extract(mat: Elements, arr: Any, *, assume_unique: bool | None = None) -> Elements:
    """The elements of a dense array at the indices of a BCOO one.

    Args:
      mat: whose indices are taken. arr: dense, of the same shape.
      assume_unique: whether no index occurs twice; what `mat` says if not given. Otherwise later
        occurrences get 0, so that the sum is right.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> print(bcoo_extract(mat, jnp.arange(6.0).reshape(2, 3)).todense())
    [[0. 1. 0.]
     [3. 0. 5.]]
    """
    arr = jnp.asarray(arr)
    if arr.shape != mat.shape:
        raise FjaxValueError(f"bcoo_extract: an array of shape {arr.shape} for {mat!r}")
    unique = mat.unique_indices if assume_unique is None else assume_unique
    return mat.with_data(at_indices(arr, mat.spread()[1], unique))


def at_indices(arr: Any, indices: Any, unique: bool = True) -> Any:
    """The elements of a dense array at (*batch, nse, n_sparse) indices, 0 beyond its axes.

    Unless `unique`, later occurrences of an index get 0.
    """
    n_batch, n_sparse = indices.ndim - 2, indices.shape[-1]
    sparse_shape = arr.shape[n_batch : n_batch + n_sparse]

    def one(at, x):
        found = (
            looked_up(x, columns(at)) if n_sparse else jnp.broadcast_to(x, (at.shape[0], *x.shape))
        )
        if unique:
            return found
        position = linear(at, sparse_shape)
        order = jnp.argsort(position, stable=True)
        again = position[order][1:] == position[order][:-1]
        first = jnp.ones(at.shape[0], bool).at[order[1:]].set(~again)
        return jnp.where(first.reshape(first.shape + (1,) * (found.ndim - 1)), found, 0)

    return over_batch(one, n_batch)(indices, arr)


def bcoo_multiply_dense(sp_mat: Elements, v: Any) -> Any:
    """The data of the elementwise product with a dense array or scalar that broadcasts to `sp_mat`.

    `sp_mat * v` is the sparse array with these data.

    Raises:
      ValueError: the product would have another shape than `sp_mat`.

    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> print(bcoo_multiply_dense(mat, jnp.array([10.0, 100.0])))
    [200.  30.]
    """
    if not array_shape("bcoo_multiply_dense", v, 1):
        return sp_mat.data * v
    v = jnp.asarray(v)
    if jnp.broadcast_shapes(v.shape, sp_mat.shape) != sp_mat.shape:
        raise FjaxValueError(
            f"the product of {sp_mat!r} and an array of shape {v.shape} has another "
            "shape than the sparse array; use bcoo_broadcast_in_dim before"
        )
    return sp_mat.full_data() * at_places(sp_mat, v)


def at_places(mat: Elements, v: Any) -> Any:
    """The elements of a dense array, which broadcasts to `mat`, at its places: as its full data.

    What belongs to padding is some element.
    """
    v = v.reshape((1,) * (mat.ndim - v.ndim) + v.shape)
    _, indices = mat.spread()
    lengths = v.shape[mat.n_batch : mat.n_batch + mat.n_sparse]
    v = jnp.broadcast_to(v, mat.batch_shape + v.shape[mat.n_batch :])

    def one(at, x):
        where = tuple(
            at[:, k] if n > 1 else jnp.zeros_like(at[:, k]) for k, n in enumerate(lengths)
        )
        if 0 in lengths:
            return jnp.zeros((at.shape[0], *x.shape[mat.n_sparse :]), x.dtype)
        return x.at[where].get(mode="clip") if where else x[None]

    found = over_batch(one, mat.n_batch)(indices, v)
    return jnp.broadcast_to(found, (*mat.batch_shape, mat.nse, *mat.dense_shape))


def bcoo_multiply_sparse(lhs: Elements, rhs: Elements) -> Elements:
    """Elementwise product of two BCOO arrays of one shape and layout.

    Raises:
      ValueError: the shapes differ. NotImplementedError: the layouts differ.

    >>> from fjax.experimental.sparse import BCOO
    >>> one = BCOO.fromdense(jnp.array([0.0, 2.0, 3.0]))
    >>> two = BCOO.fromdense(jnp.array([5.0, 7.0, 0.0]))
    >>> print(bcoo_multiply_sparse(one, two).todense())
    [ 0. 14.  0.]
    """
    if lhs.shape != rhs.shape:
        raise FjaxValueError(f"bcoo_multiply_sparse: shapes of {lhs!r} and {rhs!r} differ")
    if (lhs.n_batch, lhs.n_dense) != (rhs.n_batch, rhs.n_dense):
        raise NotImplementedError(
            f"bcoo_multiply_sparse: {lhs!r} and {rhs!r} differ in batch or "
            "dense axes; use update_layout"
        )
    other = (
        rhs if rhs.unique_indices and rhs.indices_sorted else bcoo_sum_duplicates(rhs, nse=rhs.nse)
    )

    def one(a, i, b, j):
        want, have = linear(i, lhs.sparse_shape), linear(j, lhs.sparse_shape)
        if not b.shape[0]:
            return jnp.zeros(a.shape, jnp.result_type(a, b))
        at = jnp.minimum(jnp.searchsorted(have, want), b.shape[0] - 1)
        found = (have[at] == want) & present(i, lhs.sparse_shape)
        return jnp.where(found.reshape(found.shape + (1,) * (a.ndim - 1)), a * b[at], 0)

    data = over_batch(one, lhs.n_batch)(*lhs.spread(), *other.spread())
    return lhs.with_data(data)
