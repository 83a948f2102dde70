"""CSR and CSC: matrices in compressed rows or columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax.experimental.sparse.base import row_numbers, row_starts
from fjax.experimental.sparse.bcoo import BCOO
from fjax.experimental.sparse.matrices import Matrix
from fjax.pytrees.registration import register_pytree_node_class


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


def csr_fromdense(mat: Any, *, nse: int | None = None, index_dtype: Any = np.int32) -> CSR:
    """A dense matrix as CSR; nse must be given under jit.

    >>> fjax.jit(lambda x: csr_fromdense(x, nse=3))(jnp.eye(3))
    CSR(float64[3, 3], nse=3)
    """
    return CSR.fromdense(mat, nse=nse, index_dtype=index_dtype)


def csr_todense(mat: CSR) -> Any:
    """A CSR matrix as a dense one.

    >>> print(csr_todense(CSR(([5.0, 6.0], [1, 0], [0, 1, 2]), shape=(2, 2))))
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
