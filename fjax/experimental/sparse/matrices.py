"""Sparse matrices: CSR by rows, CSC by columns, COO by coordinates; products through BCOO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax.core import lazy
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.experimental.sparse.base import JAXSparse, is_dense, row_numbers, row_starts, unsupported
from fjax.experimental.sparse.bcoo import BCOO
from fjax.pytrees.registration import register_pytree_node_class

scipy_sparse: Any = lazy.module("scipy.sparse")


class Matrix(JAXSparse):
    """A sparse matrix of three arrays; a subclass says where its elements are."""

    scipy_format: str
    parts: tuple[str, str, str]
    data: Any
    indices: Any
    indptr: Any
    row: Any
    col: Any

    def __init__(self, args: tuple[Any, Any, Any], *, shape: Sequence[int]):
        for name, value in zip(self.parts, args, strict=True):
            setattr(self, name, jnp.asarray(value))
        self.shape = tuple(int(n) for n in shape)
        if len(self.shape) != 2:
            raise FjaxValueError(f"{type(self).__name__} is a matrix; got shape {self.shape}")

    @property
    def nse(self) -> int:  # type: ignore[override]
        """Stored elements."""
        return self.data.shape[0]

    @property
    def dtype(self) -> np.dtype:  # type: ignore[override]
        """The elements' dtype."""
        return self.data.dtype

    def to_bcoo(self) -> BCOO:
        """The same matrix as BCOO."""
        raise NotImplementedError

    @classmethod
    def from_bcoo(cls, mat: BCOO) -> Self:
        """The same matrix from BCOO with two sparse axes."""
        raise NotImplementedError

    @classmethod
    def fromdense(cls, mat: Any, *, nse: int | None = None, index_dtype: Any = np.int32) -> Self:
        """The elements of a dense matrix that are not zero; nse must be given under jit."""
        return cls.from_bcoo(BCOO.fromdense(mat, nse=nse, index_dtype=index_dtype))

    @classmethod
    def from_scipy_sparse(cls, mat: Any, *, index_dtype: Any = None) -> Self:
        """The same matrix from any format of scipy.sparse."""
        return cls.from_bcoo(BCOO.from_scipy_sparse(mat, index_dtype=index_dtype))

    def to_scipy_sparse(self) -> Any:
        """The concrete matrix as scipy.sparse's array of the same format."""
        return self.to_bcoo().to_scipy_sparse().asformat(self.scipy_format)

    def todense(self) -> Any:
        """The dense matrix."""
        return self.to_bcoo().todense()

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Matrix):
            return type(self).from_bcoo(self.to_bcoo() @ other.to_bcoo())
        if not is_dense(other):
            raise unsupported(self, "@", other)
        return self.to_bcoo() @ other

    def __rmatmul__(self, other: Any) -> Any:
        if not is_dense(other):
            raise unsupported(self, "@", other)
        return other @ self.to_bcoo()

    def __mul__(self, other: Any) -> Any:
        if not is_dense(other):
            raise unsupported(self, "*", other)
        return self._with_data((self.to_bcoo() * other).data)

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Matrix):
            return type(self).from_bcoo(self.to_bcoo() + other.to_bcoo())
        if not is_dense(other):
            raise unsupported(self, "+", other)
        return self.todense() + other

    __radd__ = __add__

    def _with_data(self, data: Any) -> Self:
        rest = (getattr(self, name) for name in self.parts[1:])
        return type(self)((data, *rest), shape=self.shape)

    def _transpose_to(self, format: type, axes: Sequence[int] | None, args: tuple[Any, ...]) -> Any:
        if axes is not None and list(axes) not in ([1, 0], [-1, -2]):
            raise NotImplementedError(
                f"transpose of {self!r} with axes={tuple(axes)}; a matrix has the one transpose"
            )
        return format(args, shape=self.shape[::-1])

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple]:
        """Children and static data of the pytree node."""
        return tuple(getattr(self, name) for name in self.parts), self.shape

    @classmethod
    def tree_unflatten(cls, shape: tuple[Any, ...], children: tuple) -> Self:
        """The node again; children may be any objects."""
        made = object.__new__(cls)
        made.shape = shape
        for name, value in zip(cls.parts, children, strict=True):
            setattr(made, name, value)
        return made


@register_pytree_node_class
class CSR(Matrix):
    """A matrix in compressed rows.

    Args:
      args: (data, indices, indptr): elements in order of their rows, their columns, and where each
        row begins, the end included: shapes (nse,), (nse,), (rows + 1,).
      shape: (rows, columns).

    >>> mat = CSR.fromdense(jnp.array([[0.0, 2.0], [0.0, 0.0], [3.0, 4.0]]))
    >>> print(mat.indices, mat.indptr, mat @ jnp.array([1.0, 10.0]))
    [1 0 1] [0 1 1 3] [20.  0. 43.]
    """

    scipy_format = "csr"
    parts = ("data", "indices", "indptr")

    def to_bcoo(self) -> BCOO:
        """The same matrix as BCOO."""
        rows = row_numbers(self.indptr, self.nse)
        return BCOO(
            (self.data, jnp.stack([rows.astype(self.indices.dtype), self.indices], -1)),
            shape=self.shape,
        )

    @classmethod
    def from_bcoo(cls, mat: BCOO) -> Self:
        """The same matrix from BCOO with two sparse axes."""
        mat = mat if mat.indices_sorted else mat.sort_indices()
        indptr = row_starts(mat.indices[:, 0], mat.shape[0])
        return cls((mat.data, mat.indices[:, 1], indptr), shape=mat.shape)

    def transpose(self, axes: Sequence[int] | None = None) -> CSC:
        """The transposed matrix, as CSC of the same arrays."""
        return self._transpose_to(CSC, axes, (self.data, self.indices, self.indptr))


@register_pytree_node_class
class CSC(Matrix):
    """A matrix in compressed columns; arguments as those of `CSR`, rows and columns exchanged.

    >>> mat = CSC.fromdense(jnp.array([[0.0, 2.0], [3.0, 4.0]]))
    >>> print(mat.indices, mat.indptr)
    [1 0 1] [0 1 3]
    """

    scipy_format = "csc"
    parts = ("data", "indices", "indptr")

    def to_bcoo(self) -> BCOO:
        """The same matrix as BCOO."""
        columns = row_numbers(self.indptr, self.nse)
        return BCOO(
            (self.data, jnp.stack([self.indices, columns.astype(self.indices.dtype)], -1)),
            shape=self.shape,
        )

    @classmethod
    def from_bcoo(cls, mat: BCOO) -> Self:
        """The same matrix from BCOO with two sparse axes."""
        csr = CSR.from_bcoo(mat.T)
        return cls((csr.data, csr.indices, csr.indptr), shape=mat.shape)

    def transpose(self, axes: Sequence[int] | None = None) -> CSR:
        """The transposed matrix, as CSR of the same arrays."""
        return self._transpose_to(CSR, axes, (self.data, self.indices, self.indptr))


@register_pytree_node_class
class COO(Matrix):
    """A matrix as elements, their rows and their columns, each of shape (nse,).

    >>> mat = COO.fromdense(jnp.array([[0.0, 2.0], [3.0, 4.0]]))
    >>> print(mat.row, mat.col, mat.T @ jnp.array([1.0, 10.0]))
    [0 1 1] [1 0 1] [30. 42.]
    """

    scipy_format = "coo"
    parts = ("data", "row", "col")

    def to_bcoo(self) -> BCOO:
        """The same matrix as BCOO."""
        return BCOO((self.data, jnp.stack([self.row, self.col], -1)), shape=self.shape)

    @classmethod
    def from_bcoo(cls, mat: BCOO) -> Self:
        """The same matrix from BCOO with two sparse axes."""
        return cls((mat.data, mat.indices[:, 0], mat.indices[:, 1]), shape=mat.shape)

    def transpose(self, axes: Sequence[int] | None = None) -> COO:
        """The transposed matrix."""
        return self._transpose_to(COO, axes, (self.data, self.col, self.row))


def csr_fromdense(mat: Any, *, nse: int | None = None, index_dtype: Any = np.int32) -> CSR:
    """A dense matrix as CSR; nse must be given under jit.

    >>> fjax.jit(lambda x: csr_fromdense(x, nse=3))(jnp.eye(3))
    CSR(float64[3,3], nse=3)
    """
    return CSR.fromdense(mat, nse=nse, index_dtype=index_dtype)


def coo_fromdense(mat: Any, *, nse: int | None = None, index_dtype: Any = np.int32) -> COO:
    """A dense matrix as COO; nse must be given under jit.

    >>> coo_fromdense(jnp.eye(3))
    COO(float64[3,3], nse=3)
    """
    return COO.fromdense(mat, nse=nse, index_dtype=index_dtype)


def csr_todense(mat: CSR) -> Any:
    """A CSR matrix as a dense one.

    >>> print(csr_todense(CSR(([5.0, 6.0], [1, 0], [0, 1, 2]), shape=(2, 2))))
    [[0. 5.]
     [6. 0.]]
    """
    return mat.todense()


def coo_todense(mat: COO) -> Any:
    """A COO matrix as a dense one.

    >>> print(coo_todense(COO(([5.0, 6.0], [0, 1], [1, 0]), shape=(2, 2))))
    [[0. 5.]
     [6. 0.]]
    """
    return mat.todense()


def csr_matvec(mat: CSR, v: Any, transpose: bool = False) -> Any:
    """mat @ v, or mat.T @ v, for a vector.

    >>> print(csr_matvec(csr_fromdense(jnp.eye(2) * 3), jnp.ones(2)))
    [3. 3.]
    """
    return (mat.T if transpose else mat) @ v


def csr_matmat(mat: CSR, B: Any, *, transpose: bool = False) -> Any:
    """mat @ B, or mat.T @ B, for a dense matrix.

    >>> mat = csr_fromdense(jnp.array([[0.0, 2.0], [0.0, 3.0]]))
    >>> print(csr_matmat(mat, jnp.eye(2), transpose=True))
    [[0. 0.]
     [2. 3.]]
    """
    return (mat.T if transpose else mat) @ B


def coo_matvec(mat: COO, v: Any, transpose: bool = False) -> Any:
    """mat @ v, or mat.T @ v, for a vector.

    >>> mat = coo_fromdense(jnp.array([[0.0, 2.0], [0.0, 3.0]]))
    >>> print(coo_matvec(mat, jnp.ones(2)), coo_matvec(mat, jnp.ones(2), transpose=True))
    [2. 3.] [0. 5.]
    """
    return (mat.T if transpose else mat) @ v


def coo_matmat(mat: COO, B: Any, *, transpose: bool = False) -> Any:
    """mat @ B, or mat.T @ B, for a dense matrix.

    >>> mat = coo_fromdense(jnp.array([[0.0, 2.0], [0.0, 3.0]]))
    >>> print(coo_matmat(mat, jnp.eye(2), transpose=True))
    [[0. 0.]
     [2. 3.]]
    """
    return (mat.T if transpose else mat) @ B


FORMATS = {"bcoo": BCOO, "csr": CSR, "csc": CSC, "coo": COO}


def _format(name: str) -> Any:
    if name not in FORMATS:
        raise FjaxValueError(f"sparse_format={name!r}: there are {', '.join(map(repr, FORMATS))}")
    return FORMATS[name]


def empty(
    shape: Sequence[int],
    dtype: Any = None,
    index_dtype: Any = "int32",
    sparse_format: str = "bcoo",
    **kwds: Any,
) -> Any:
    """A sparse array without elements.

    Args:
      shape: of the array. dtype, index_dtype: of data and indices.
      sparse_format: "bcoo", "csr", "csc" or "coo".
      kwds: n_batch, n_dense and nse of "bcoo".

    >>> empty((2, 3)), empty((2, 3), sparse_format="csr")
    (BCOO(float64[2,3], nse=0), CSR(float64[2,3], nse=0))
    """
    made, shape = _format(sparse_format), tuple(shape)
    batch, dense = kwds.pop("n_batch", 0), kwds.pop("n_dense", 0)
    nse = kwds.pop("nse", 0)
    if kwds or (made is not BCOO and (batch or dense or nse)):
        raise FjaxTypeError(f"empty: unexpected arguments for the format {sparse_format!r}")
    end = len(shape) - dense
    data = jnp.zeros((*shape[:batch], nse, *shape[end:]), dtype)
    beyond = jnp.array(shape[batch:end], index_dtype)
    indices = jnp.broadcast_to(beyond, (*shape[:batch], nse, end - batch))
    mat = BCOO((data, indices), shape=shape, indices_sorted=True, unique_indices=True)
    return mat if made is BCOO else made.from_bcoo(mat)


def eye(
    N: int,
    M: int | None = None,
    k: int = 0,
    dtype: Any = None,
    index_dtype: Any = "int32",
    sparse_format: str = "bcoo",
    **kwds: Any,
) -> Any:
    """Ones on the k-th diagonal of an N by M matrix.

    Args:
      N, M: lengths; M is N if not given. k: diagonal, above the main one if positive.
      dtype, index_dtype: of data and indices.
      sparse_format: "bcoo", "csr", "csc" or "coo".
      kwds: n_batch and n_dense of "bcoo".

    >>> print(eye(2, 3, k=1).todense())
    [[0. 1. 0.]
     [0. 0. 1.]]
    """
    made, columns = _format(sparse_format), N if M is None else M
    row = np.arange(max(0, -k), max(0, -k, min(N, columns - k)))
    indices = np.stack([row, row + k], -1).astype(index_dtype)
    mat = BCOO(
        (jnp.ones(len(row), dtype), indices),
        shape=(N, columns),
        indices_sorted=True,
        unique_indices=True,
    )
    if kwds and made is not BCOO:
        raise FjaxTypeError(f"eye: unexpected arguments for the format {sparse_format!r}")
    if kwds:
        mat = mat.update_layout(**kwds, on_inefficient=None)
    return mat if made is BCOO else made.from_bcoo(mat)


def todense(arr: Any) -> Any:
    """A sparse array as a dense one; a dense array as it is.

    >>> print(todense(eye(2, sparse_format="csr")), todense([1.0, 2.0]))
    [[1. 0.]
     [0. 1.]] [1. 2.]
    """
    return arr.todense() if isinstance(arr, JAXSparse) else jnp.asarray(arr)
