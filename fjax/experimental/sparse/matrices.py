"""What the matrices CSR, CSC and COO share: products and conversions through BCOO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax.core import lazy
from fjax.errors import FjaxValueError
from fjax.experimental.sparse.base import JAXSparse
from fjax.experimental.sparse.bcoo import BCOO
from fjax.experimental.sparse.transform import Operators

scipy_sparse: Any = lazy.module("scipy.sparse")


class Matrix(Operators, JAXSparse):
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

    def restored(self, elements: Any) -> Any:
        plain = elements.ndim == 2 and not elements.n_batch and not elements.n_dense
        return self.from_bcoo(elements) if plain else elements

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
