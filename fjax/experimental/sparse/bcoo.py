"""BCOO, the sparse array of the most use: any number of axes, batches, gradients, `vmap`."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax import lax
from fjax.core import lazy
from fjax.experimental.sparse import layout, products, shaping
from fjax.experimental.sparse.base import Batched, is_dense
from fjax.experimental.sparse.elements import Elements
from fjax.experimental.sparse.indexing import (
    bcoo_dynamic_slice,
    bcoo_gather,
    bcoo_rev,
    bcoo_slice,
    is_basic,
    item,
)
from fjax.experimental.sparse.layout import (
    bcoo_eliminate_zeros,
    bcoo_sort_indices,
    bcoo_sum_duplicates,
    bcoo_todense,
    bcoo_update_layout,
)
from fjax.experimental.sparse.products import (
    bcoo_dot_general,
    bcoo_dot_general_sampled,
    bcoo_extract,
    bcoo_multiply_dense,
    bcoo_multiply_sparse,
)
from fjax.experimental.sparse.shaping import (
    bcoo_broadcast_in_dim,
    bcoo_concatenate,
    bcoo_reduce_sum,
    bcoo_reshape,
    bcoo_squeeze,
    bcoo_transpose,
)
from fjax.experimental.sparse.transform import Operators, sparsify
from fjax.interpreters.sparsify import SparseTracer
from fjax.pytrees.registration import register_pytree_node_class

scipy_sparse: Any = lazy.module("scipy.sparse")


@register_pytree_node_class
class BCOO(Operators, Elements, Batched):
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
    BCOO(float64[2, 3], nse=3)
    >>> print(mat @ jnp.array([1.0, 10.0, 100.0]), (mat.T @ jnp.ones(2)), (2 * mat).sum())
    [ 20. 403.] [3. 2. 4.] 18.0
    """

    @classmethod
    def _of_dense(
        cls, mat: Any, nse: int | None, n_batch: int, n_dense: int, index_dtype: Any
    ) -> Self:
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
        return shaping.bcoo_transpose(self, permutation=list(order))

    def reshape(self, *shape: Any) -> Any:
        """Another shape; see `bcoo_reshape`."""
        sizes = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        return shaping.bcoo_reshape(self, new_sizes=sizes)

    def astype(self, dtype: Any) -> Self:
        """Data of another dtype."""
        return self.with_data(self.data.astype(dtype))

    def sum(self, axis: int | Sequence[int] | None = None) -> Any:
        """The sum over axes, all if not given: sparse, or a dense scalar."""
        return sparsify(jnp.sum, use_tracer=True)(self, axis=axis)

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
        if is_basic(key):
            return item(self, key)
        return sparsify(lambda x: x[key], use_tracer=True)(self)

    def __mul__(self, other: Any) -> Any:
        if self._takes(other):  # as it is, where the operator would broadcast it first
            return self.with_data(products.bcoo_multiply_dense(self, other))
        return Operators.__mul__(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if self._takes(other):
            if jnp.ndim(other) == 0:
                return self.with_data(self.data / other)
            return self.with_data(self.full_data() / products.at_places(self, jnp.asarray(other)))
        return Operators.__truediv__(self, other)

    def _takes(self, other: Any) -> bool:
        """Whether a dense array broadcasts to this one."""
        if not is_dense(other) or isinstance(other, SparseTracer):
            return False
        shape = jnp.shape(other)
        return len(shape) < self.ndim and all(
            n in (1, m) for n, m in zip(shape[::-1], self.shape[::-1], strict=False)
        )

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


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
    BCOO(float64[3, 3], nse=1, n_batch=1)
    """
    return BCOO.fromdense(mat, nse=nse, n_batch=n_batch, n_dense=n_dense, index_dtype=index_dtype)


def bcoo_conv_general_dilated(
    lhs: Any,
    rhs: Any,
    *,
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    dimension_numbers: Any = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> BCOO:
    """lax.conv_general_dilated where one operand or both are BCOO; sparse.

    Args:
      lhs, rhs: BCOO or dense arrays. The others are as those of lax.conv_general_dilated.

    Returns:
      a BCOO array with sparse axes only. Each element of lhs meets each of rhs: this takes memory
      for lhs.nse * rhs.nse elements.

    >>> signal = BCOO.fromdense(jnp.array([[[0.0, 0.0, 1.0, 0.0]]]))
    >>> kernel = jnp.array([[[1.0, 2.0, 3.0]]])
    >>> out = bcoo_conv_general_dilated(signal, kernel, window_strides=(1,), padding="SAME")
    >>> print(out.todense())
    [[[0. 3. 2. 1.]]]
    """
    convolve = functools.partial(
        lax.conv_general_dilated,
        window_strides=window_strides,
        padding=padding,
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        dimension_numbers=dimension_numbers,
        feature_group_count=feature_group_count,
        batch_group_count=batch_group_count,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )
    return sparsify(convolve, use_tracer=True)(lhs, rhs)


__all__ = [
    "BCOO",
    "bcoo_broadcast_in_dim",
    "bcoo_concatenate",
    "bcoo_conv_general_dilated",
    "bcoo_dot_general",
    "bcoo_dot_general_sampled",
    "bcoo_dynamic_slice",
    "bcoo_eliminate_zeros",
    "bcoo_extract",
    "bcoo_fromdense",
    "bcoo_gather",
    "bcoo_multiply_dense",
    "bcoo_multiply_sparse",
    "bcoo_reduce_sum",
    "bcoo_reshape",
    "bcoo_rev",
    "bcoo_slice",
    "bcoo_sort_indices",
    "bcoo_squeeze",
    "bcoo_sum_duplicates",
    "bcoo_todense",
    "bcoo_transpose",
    "bcoo_update_layout",
]
