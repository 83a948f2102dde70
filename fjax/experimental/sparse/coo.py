"""COO: matrices by the coordinates of their elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax.experimental.sparse.bcoo import BCOO
from fjax.experimental.sparse.matrices import Matrix
from fjax.pytrees.registration import register_pytree_node_class


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


def coo_fromdense(mat: Any, *, nse: int | None = None, index_dtype: Any = np.int32) -> COO:
    """A dense matrix as COO; nse must be given under jit.

    >>> coo_fromdense(jnp.eye(3))
    COO(float64[3, 3], nse=3)
    """
    return COO.fromdense(mat, nse=nse, index_dtype=index_dtype)


def coo_todense(mat: COO) -> Any:
    """A COO matrix as a dense one.

    >>> print(coo_todense(COO(([5.0, 6.0], [0, 1], [1, 0]), shape=(2, 2))))
    [[0. 5.]
     [6. 0.]]
    """
    return mat.todense()


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
