"""BCSR: batched arrays whose two sparse axes are stored by compressed rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.experimental.sparse import layout, products, shaping
from fjax.experimental.sparse.base import Batched, row_numbers, row_starts
from fjax.experimental.sparse.bcoo import BCOO
from fjax.experimental.sparse.elements import Elements, over_batch
from fjax.experimental.sparse.products import DimensionNumbers
from fjax.experimental.sparse.transform import Operators, sparsify
from fjax.pytrees.registration import register_pytree_node_class


@register_pytree_node_class
class BCSR(Operators, Batched):
    """A batched array of two sparse axes in compressed rows.

    Args:
      args: (data, indices, indptr): data of shape (*batch, nse, *dense), the elements' columns in
        order of the rows, (*batch, nse); and the start of each row and the end, (*batch, rows + 1).
      shape: of the whole array: batch, two sparse, then dense axes.
      indices_sorted: whether the columns of each row are in order.
      unique_indices: whether no element occurs twice.

    What comes after the end of the last row is padding. A batch axis may have length 1 in some of
    the parts. The arrays are pytrees, as BCOO ones, and have their operators; a result with other
    sparse axes is BCOO.

    Raises:
      ValueError: shapes that do not agree.

    >>> mat = BCSR.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> mat
    BCSR(float64[2, 3], nse=3)
    >>> print(mat.indices, mat.indptr, mat @ jnp.array([1.0, 10.0, 100.0]))
    [1 0 2] [0 1 3] [ 20. 403.]
    """

    n_sparse = 2

    def __init__(
        self,
        args: tuple[Any, Any, Any],
        *,
        shape: Sequence[int],
        indices_sorted: bool = False,
        unique_indices: bool = False,
    ):
        self.data, self.indices, self.indptr = map(jnp.asarray, args)
        self.indices_sorted, self.unique_indices = bool(indices_sorted), bool(unique_indices)
        shape = tuple(int(n) for n in shape)
        self.tail = shape[max(self.indptr.ndim - 1, 0) :]
        problem = self.problem()
        if problem is None and self.shape != shape:
            self.data = jnp.broadcast_to(
                self.data, (*shape[: self.n_batch], *self.data.shape[self.n_batch :])
            )
        if problem is not None or self.shape != shape:
            raise FjaxValueError(
                f"BCSR: {problem or 'batch axes must have the lengths of the shape'}; got data "
                f"{self.data.shape}, indices {self.indices.shape}, indptr {self.indptr.shape}, and "
                f"shape {shape}"
            )

    def problem(self) -> str | None:
        found = super().problem()
        if found is not None:
            return found
        data, indices, indptr = self.data, self.indices, self.indptr
        if not all(jnp.issubdtype(x.dtype, jnp.integer) for x in (indices, indptr)):
            return "indices and indptr must be integers"
        if indptr.ndim < 1 or len(self.tail) < 2:
            return "there must be two sparse axes"
        if indices.ndim != indptr.ndim:
            return "indices must have shape (*batch, nse)"
        if indptr.shape[-1] != self.tail[0] + 1:
            return "indptr must have shape (*batch, rows + 1)"
        if data.shape[self.n_batch :] != (indices.shape[-1], *self.tail[2:]):
            return "data must have shape (*batch, nse, *dense)"
        return None

    @property
    def n_batch(self) -> int:  # type: ignore[override]
        """Batch axes, which come first."""
        return self.indptr.ndim - 1

    @property
    def n_dense(self) -> int:  # type: ignore[override]
        """Dense axes, which come last."""
        return len(self.tail) - 2

    @property
    def nse(self) -> int:  # type: ignore[override]
        """Elements of each batch entry, padding included."""
        return self.indices.shape[-1]

    @property
    def dtype(self) -> np.dtype:  # type: ignore[override]
        """The elements' dtype."""
        return self.data.dtype

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """Lengths of the batch axes."""
        n = self.n_batch
        parts = (self.data, self.indices, self.indptr)
        return np.broadcast_shapes(*[x.shape[:n] for x in parts])

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        """Lengths of all axes."""
        return (*self.batch_shape, *self.tail)

    @classmethod
    def _of_dense(
        cls, mat: Any, nse: int | None, n_batch: int, n_dense: int, index_dtype: Any
    ) -> Self:
        if jnp.ndim(mat) != n_batch + n_dense + 2:
            raise FjaxValueError(
                f"BCSR.fromdense: an array of shape {jnp.shape(mat)} has "
                f"{jnp.ndim(mat) - n_batch - n_dense} sparse axes with n_batch={n_batch} and "
                f"n_dense={n_dense}; there must be two"
            )
        return cls.from_bcoo(
            BCOO.fromdense(mat, nse=nse, index_dtype=index_dtype, n_dense=n_dense, n_batch=n_batch)
        )

    @classmethod
    def from_bcoo(cls, arr: Elements) -> Self:
        """The same array from BCOO with two sparse axes.

        Raises:
          ValueError: another number of sparse axes; use `update_layout`.
        """
        if arr.n_sparse != 2:
            raise FjaxValueError(
                f"BCSR.from_bcoo: {arr!r} has {arr.n_sparse} sparse axes; there must be two: "
                "use update_layout"
            )
        arr = arr if arr.indices_sorted else layout.bcoo_sort_indices(arr)
        rows = arr.indices[..., 0]
        starts = over_batch(lambda r: row_starts(r, arr.sparse_shape[0]), arr.n_batch)(rows)
        return cls(
            (arr.data, arr.indices[..., 1], starts),
            shape=arr.shape,
            indices_sorted=True,
            unique_indices=arr.unique_indices,
        )

    def to_bcoo(self) -> BCOO:
        """The same array as BCOO."""
        n = self.n_batch
        pairs = np.broadcast_shapes(self.indices.shape[:n], self.indptr.shape[:n])
        indices, indptr = (
            jnp.broadcast_to(x, (*pairs, x.shape[-1])) for x in (self.indices, self.indptr)
        )
        rows = over_batch(lambda p: row_numbers(p, self.nse), n)(indptr).astype(indices.dtype)
        return BCOO(
            (self.data, jnp.stack([rows, indices], -1)),
            shape=self.shape,
            indices_sorted=self.indices_sorted,
            unique_indices=self.unique_indices,
        )

    @classmethod
    def from_scipy_sparse(
        cls, mat: Any, *, index_dtype: Any = None, n_dense: int = 0, n_batch: int = 0
    ) -> Self:
        """The same matrix from any format of scipy.sparse.

        Raises:
          NotImplementedError: n_dense or n_batch is not 0.
        """
        return cls.from_bcoo(
            BCOO.from_scipy_sparse(mat, index_dtype=index_dtype, n_dense=n_dense, n_batch=n_batch)
        )

    def to_scipy_sparse(self) -> Any:
        """A scipy.sparse.csr_array of a concrete matrix."""
        return self.to_bcoo().to_scipy_sparse().asformat("csr")

    def todense(self) -> Any:
        """The dense array."""
        return self.to_bcoo().todense()

    def astype(self, dtype: Any) -> Self:
        """Data of another dtype."""
        return self.with_data(self.data.astype(dtype))

    def sum(self, axis: int | Sequence[int] | None = None) -> Any:
        """The sum over axes, all if not given: sparse, or a dense scalar."""
        return sparsify(jnp.sum)(self, axis=axis)

    def sum_duplicates(self, nse: int | None = None, remove_zeros: bool = True) -> Self:
        """One element for each index, in order; `remove_zeros` drops those that are zero."""
        return self.from_bcoo(self.to_bcoo().sum_duplicates(nse, remove_zeros))

    def transpose(self, axes: Sequence[int] | None = None) -> Any:
        """The axes in another order, reversed if not given."""
        return self.restored(self.to_bcoo().transpose(axes))

    def restored(self, elements: Any) -> Any:
        return self.from_bcoo(elements) if elements.n_sparse == 2 else elements

    def full_data(self) -> Any:
        return jnp.broadcast_to(self.data, (*self.batch_shape, *self.data.shape[self.n_batch :]))

    def spread_out(self) -> Self:
        parts, structure = self.tree_flatten()
        n = self.n_batch
        full = [jnp.broadcast_to(x, (*self.batch_shape, *x.shape[n:])) for x in parts]
        return self.tree_unflatten(structure, tuple(full))

    def unpromising(self) -> Self:
        return type(self)((self.data, self.indices, self.indptr), shape=self.shape)

    def __getitem__(self, key: Any) -> Any:
        return self.restored(self.to_bcoo()[key])

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple]:
        """Children and static data of the pytree node."""
        return (self.data, self.indices, self.indptr), (
            self.tail,
            self.indices_sorted,
            self.unique_indices,
        )

    @classmethod
    def tree_unflatten(cls, static: tuple[Any, ...], children: tuple) -> Self:
        """The node again; children may be any objects."""
        made = object.__new__(cls)
        made.data, made.indices, made.indptr = children
        made.tail, made.indices_sorted, made.unique_indices = static
        return made


def bcsr_fromdense(
    mat: Any,
    *,
    nse: int | None = None,
    n_batch: int = 0,
    n_dense: int = 0,
    index_dtype: Any = np.int32,
) -> BCSR:
    """The elements of a dense array that are not zero.

    Args:
      mat: the array, shape (*batch, rows, columns, *dense).
      nse: elements for each batch entry; counted if not given, which needs known values.
      n_batch, n_dense: numbers of leading batch axes and of trailing dense axes.
      index_dtype: of indices and indptr.

    Raises:
      ValueError: not two axes are left.
      TracerIntegerConversionError: nse is not given under jit.

    >>> bcsr_fromdense(jnp.eye(3))
    BCSR(float64[3, 3], nse=3)
    """
    return BCSR.fromdense(mat, nse=nse, n_batch=n_batch, n_dense=n_dense, index_dtype=index_dtype)


def bcsr_todense(mat: BCSR) -> Any:
    """The dense array.

    >>> print(bcsr_todense(BCSR(([5.0, 6.0], [1, 0], [0, 1, 2]), shape=(2, 2))))
    [[0. 5.]
     [6. 0.]]
    """
    return mat.todense()


def bcsr_extract(indices: Any, indptr: Any, mat: Any) -> Any:
    """The data of a dense array at the places of a BCSR one: shape (*batch, nse, *dense).

    >>> mat = BCSR.fromdense(jnp.eye(2))
    >>> print(bcsr_extract(mat.indices, mat.indptr, jnp.array([[1.0, 2.0], [3.0, 4.0]])))
    [1. 4.]
    """
    mat = jnp.asarray(mat)
    n = indptr.ndim - 1
    data = jnp.zeros((*mat.shape[:n], indices.shape[-1], *mat.shape[n + 2 :]), mat.dtype)
    places = BCSR((data, indices, indptr), shape=mat.shape).to_bcoo()
    return products.bcoo_extract(places, mat, assume_unique=True).data


def bcsr_dot_general(
    lhs: Any,
    rhs: Any,
    *,
    dimension_numbers: DimensionNumbers,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> Any:
    """lax.dot_general of a BCSR and a dense array; see `bcoo_dot_general`.

    >>> mat = BCSR.fromdense(jnp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> numbers = ([1], [0]), ([], [])
    >>> print(bcsr_dot_general(mat, jnp.array([1.0, 10.0]), dimension_numbers=numbers))
    [20.  3.]
    """
    out = products.bcoo_dot_general(
        *[x.to_bcoo() if isinstance(x, BCSR) else x for x in (lhs, rhs)],
        dimension_numbers=dimension_numbers,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )
    return lhs.restored(out) if isinstance(out, BCOO) else out


def bcsr_broadcast_in_dim(
    mat: BCSR, *, shape: Sequence[int], broadcast_dimensions: Sequence[int]
) -> BCSR:
    """Axes of length 1 and new axes at full length; arguments as those of lax.broadcast_in_dim.

    Raises:
      ValueError: a new axis lies between the sparse axes.

    >>> mat = BCSR.fromdense(jnp.array([[0.0, 5.0]]))
    >>> bcsr_broadcast_in_dim(mat, shape=(3, 1, 2), broadcast_dimensions=(1, 2))
    BCSR(float64[3, 1, 2], nse=1, n_batch=1)
    """
    out = shaping.bcoo_broadcast_in_dim(
        mat.to_bcoo(), shape=shape, broadcast_dimensions=broadcast_dimensions
    )
    return type(mat).from_bcoo(out)


def bcsr_concatenate(operands: Sequence[BCSR], *, dimension: int) -> BCSR:
    """Arrays of one layout joined along an axis.

    Raises:
      TypeError: an operand is no BCSR array.
      ValueError: no operands, or their shapes or layouts differ.

    >>> one, two = BCSR.fromdense(jnp.eye(2)), BCSR.fromdense(jnp.ones((1, 2)))
    >>> print(bcsr_concatenate([one, two], dimension=0).todense())
    [[1. 0.]
     [0. 1.]
     [1. 1.]]
    """
    if not all(isinstance(x, BCSR) for x in operands):
        raise FjaxTypeError(f"bcsr_concatenate: operands must be BCSR, got {list(operands)}")
    return BCSR.from_bcoo(
        shaping.bcoo_concatenate([x.to_bcoo() for x in operands], dimension=dimension)
    )


def bcsr_sum_duplicates(mat: BCSR, nse: int | None = None) -> BCSR:
    """One element for each index, in order; as `bcoo_sum_duplicates`.

    >>> mat = BCSR(([1.0, 2.0, 3.0], [1, 1, 0], [0, 2, 3]), shape=(2, 2))
    >>> bcsr_sum_duplicates(mat).nse
    2
    """
    return mat.from_bcoo(layout.bcoo_sum_duplicates(mat.to_bcoo(), nse))
