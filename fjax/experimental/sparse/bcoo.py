"""BCOO, the sparse array of the most use: any number of axes, batches, gradients, `vmap`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax import random
from fjax.core import lazy
from fjax.errors import FjaxValueError
from fjax.experimental.sparse import layout, products
from fjax.experimental.sparse.base import JAXSparse, is_dense, unsupported
from fjax.experimental.sparse.elements import Elements, over_batch, unraveled
from fjax.experimental.sparse.indexing import item
from fjax.pytrees.registration import register_pytree_node_class

scipy_sparse: Any = lazy.module("scipy.sparse")


@register_pytree_node_class
class BCOO(Elements):
    """A batched array in coordinate format.

    Args:
      args: (data, indices): data of shape (*batch, nse, *dense), integer indices of shape
        (*batch, nse, n_sparse).
      shape: of the whole array: batch, sparse, then dense axes.
      indices_sorted: whether the elements are in row-major order.
      unique_indices: whether no index occurs twice.

    Elements with the same indices add up; indices beyond the axes are padding. A batch axis may
    have length 1 in data or in indices. The arrays are pytrees: they go through jit, vmap (over
    batch axes) and scan; `fjax.experimental.sparse.grad` differentiates with respect to the data.

    Raises:
      ValueError: shapes that do not agree.

    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> mat
    BCOO(float64[2,3], nse=3)
    >>> print(mat @ jnp.array([1.0, 10.0, 100.0]), (mat.T @ jnp.ones(2)), (2 * mat).sum().todense())
    [ 20. 403.] [3. 2. 4.] 18.0
    """

    @classmethod
    def fromdense(
        cls,
        mat: Any,
        *,
        nse: int | None = None,
        index_dtype: Any = np.int32,
        n_dense: int = 0,
        n_batch: int = 0,
    ) -> Self:
        """The elements of a dense array that are not zero; see `bcoo_fromdense`."""
        data, indices = layout.dense_to_elements(mat, nse, n_batch, n_dense, index_dtype)
        return cls((data, indices), shape=jnp.shape(mat), indices_sorted=True, unique_indices=True)

    @classmethod
    def from_scipy_sparse(
        cls, mat: Any, *, index_dtype: Any = None, n_dense: int = 0, n_batch: int = 0
    ) -> Self:
        """The same array from any format of scipy.sparse.

        Raises:
          NotImplementedError: n_dense or n_batch is not 0; use `update_layout` afterwards.
        """
        if n_dense or n_batch:
            raise NotImplementedError(
                "from_scipy_sparse: n_dense and n_batch must be 0; use update_layout on the result"
            )
        mat = mat.tocoo()
        indices = np.stack(mat.coords if hasattr(mat, "coords") else (mat.row, mat.col), -1)
        return cls((mat.data, indices.astype(index_dtype or indices.dtype)), shape=mat.shape)

    def to_scipy_sparse(self) -> Any:
        """A scipy.sparse.coo_array of a concrete array."""
        flat = layout.bcoo_sum_duplicates(self.update_layout(n_batch=0, n_dense=0))
        coordinates = tuple(np.asarray(flat.indices).T)
        return scipy_sparse.coo_array((np.asarray(flat.data), coordinates), shape=self.shape)

    def todense(self) -> Any:
        """The dense array."""
        return layout.bcoo_todense(self)

    def transpose(self, axes: Sequence[int] | None = None) -> Any:
        """The axes in another order, reversed if not given; see `bcoo_transpose`."""
        order = range(self.ndim)[::-1] if axes is None else axes
        return layout.bcoo_transpose(self, permutation=list(order))

    def reshape(self, *shape: Any) -> Any:
        """Another shape; see `bcoo_reshape`."""
        sizes = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        return layout.bcoo_reshape(self, new_sizes=sizes)

    def astype(self, dtype: Any) -> Self:
        """Data of another dtype."""
        return self.with_data(self.data.astype(dtype))

    def sum(self, axis: int | Sequence[int] | None = None) -> Any:
        """The sum over axes, all if not given; sparse."""
        axes = (
            range(self.ndim)
            if axis is None
            else [axis]
            if isinstance(axis, (int, np.integer))
            else axis
        )
        return layout.bcoo_reduce_sum(self, axes=list(axes))

    def sum_duplicates(self, nse: int | None = None, remove_zeros: bool = True) -> Any:
        """One element for each index, in order; `remove_zeros` drops those that are zero."""
        if remove_zeros:
            return layout.bcoo_eliminate_zeros(self, nse)
        return layout.bcoo_sum_duplicates(self, nse)

    def sort_indices(self) -> Any:
        """The elements in row-major order."""
        return layout.bcoo_sort_indices(self)

    def update_layout(
        self,
        *,
        n_batch: int | None = None,
        n_dense: int | None = None,
        on_inefficient: str | None = "error",
    ) -> Any:
        """Other numbers of batch and dense axes; see `bcoo_update_layout`."""
        return layout.bcoo_update_layout(
            self, n_batch=n_batch, n_dense=n_dense, on_inefficient=on_inefficient
        )

    def __getitem__(self, key: Any) -> Any:
        return item(self, key)

    def __matmul__(self, other: Any) -> Any:
        return _matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return _matmul(other, self)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, BCOO):
            return products.bcoo_multiply_sparse(self, other)
        if not is_dense(other):
            raise unsupported(self, "*", other)
        return self.made(
            products.bcoo_multiply_dense(self, other),
            self.indices,
            self.shape,
            indices_sorted=self.indices_sorted,
            unique_indices=self.unique_indices,
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not is_dense(other):
            raise unsupported(self, "/", other)
        return self * (1 / jnp.asarray(other))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, BCOO):
            if other.shape != self.shape:
                raise FjaxValueError(f"the sum of {self!r} and {other!r}: the shapes differ")
            return _sum(self, other)
        if not is_dense(other):
            raise unsupported(self, "+", other)
        return self.todense() + other

    __radd__ = __add__


def _sum(lhs: BCOO, rhs: BCOO) -> Any:
    """The elements of both; one for each index where both had but one."""
    if (lhs.n_batch, lhs.n_dense) != (rhs.n_batch, rhs.n_dense):
        raise NotImplementedError(
            f"the sum of {lhs!r} and {rhs!r}, which differ in batch or dense "
            "axes; use update_layout"
        )
    (a, i), (b, j) = lhs.spread(), rhs.spread()
    dtype, kind = jnp.result_type(a, b), jnp.result_type(i, j)
    both = lhs.made(
        jnp.concatenate([a.astype(dtype), b.astype(dtype)], lhs.n_batch),
        jnp.concatenate([i.astype(kind), j.astype(kind)], lhs.n_batch),
        lhs.shape,
    )
    return layout.bcoo_sum_duplicates(both) if lhs.unique_indices and rhs.unique_indices else both


def _matmul(lhs: Any, rhs: Any) -> Any:
    """lhs @ rhs as numpy.matmul has it; batch axes of sparse operands are those of the product."""
    for x, other in ((lhs, rhs), (rhs, lhs)):
        if not isinstance(x, BCOO) and not is_dense(x):
            raise unsupported(other, "@", x)
    left, right = (x if isinstance(x, JAXSparse) else jnp.asarray(x) for x in (lhs, rhs))
    if not left.ndim or not right.ndim:
        raise FjaxValueError(f"matmul of {lhs!r} and {rhs!r}: operands must have axes; use *")
    batch = min(max(left.ndim - 2, 0), max(right.ndim - 2, 0))
    more = abs(left.ndim - right.ndim) if batch else 0
    if more or any(n != m for n, m in zip(left.shape[:batch], right.shape[:batch], strict=True)):
        raise NotImplementedError(
            f"matmul of shapes {left.shape} and {right.shape}: batch axes "
            "must be equal; use bcoo_dot_general or fjax.vmap"
        )
    numbers = (([left.ndim - 1], [max(right.ndim - 2, 0)]), (list(range(batch)),) * 2)
    return products.bcoo_dot_general(left, right, dimension_numbers=numbers)


def bcoo_fromdense(
    mat: Any,
    *,
    nse: int | None = None,
    n_batch: int = 0,
    n_dense: int = 0,
    index_dtype: Any = np.int32,
) -> BCOO:
    """The elements of a dense array that are not zero.

    Args:
      mat: the array, shape (*batch, *sparse, *dense).
      nse: elements for each batch entry; counted if not given, which needs known values.
      n_batch, n_dense: numbers of leading batch axes and of trailing dense axes.
      index_dtype: of the indices.

    Raises:
      TracerIntegerConversionError: nse is not given under jit.

    >>> bcoo_fromdense(jnp.eye(3), n_batch=1)
    BCOO(float64[3,3], nse=1)
    """
    return BCOO.fromdense(mat, nse=nse, n_batch=n_batch, n_dense=n_dense, index_dtype=index_dtype)


def random_bcoo(
    key: Any,
    shape: Sequence[int],
    *,
    dtype: Any = None,
    indices_dtype: Any = None,
    nse: float = 0.2,
    n_batch: int = 0,
    n_dense: int = 0,
    unique_indices: bool = True,
    sorted_indices: bool = False,
    generator: Callable[..., Any] = random.uniform,
    **kwds: Any,
) -> BCOO:
    """A random sparse array.

    Args:
      key: a random key. shape: of the array.
      dtype, indices_dtype: of data and indices.
      nse: elements for each batch entry, or a part below 1 of the sparse axes' size.
      n_batch, n_dense: numbers of batch and dense axes.
      unique_indices, sorted_indices: what the indices must be.
      generator: data = generator(key, shape, dtype, **kwds).

    >>> from fjax import random
    >>> random_bcoo(random.key(0), (10, 20), nse=0.1)
    BCOO(float64[10,20], nse=20)
    """
    shape = tuple(map(operator.index, shape))
    n_sparse = len(shape) - n_batch - n_dense
    if n_sparse < 0 or n_batch < 0 or n_dense < 0:
        raise FjaxValueError(f"random_bcoo: n_batch={n_batch}, n_dense={n_dense} of shape {shape}")
    batch, sparse = shape[:n_batch], shape[n_batch : n_batch + n_sparse]
    size = int(np.prod(sparse))
    count = int(np.ceil(nse * size)) if 0 < nse < 1 else int(nse)
    data_key, index_key = random.split(key)
    kind = jnp.dtype(indices_dtype or jnp.asarray(0).dtype)

    def places(key):
        if unique_indices:
            at = random.choice(key, size, (count,), replace=False)
        else:
            at = random.randint(key, (count,), 0, size)
        return unraveled(jnp.sort(at) if sorted_indices else at, sparse, kind)

    keys = random.split(index_key, batch) if batch else index_key
    indices = over_batch(places, n_batch)(keys)
    data = generator(
        data_key,
        (*batch, count, *shape[n_batch + n_sparse :]),
        **({} if dtype is None else {"dtype": dtype}),
        **kwds,
    )
    return BCOO(
        (data, indices), shape=shape, indices_sorted=sorted_indices, unique_indices=unique_indices
    )
