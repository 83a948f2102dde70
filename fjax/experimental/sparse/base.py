"""What the sparse formats share: properties, operators, conversions through BCOO."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax import tree
from fjax.errors import FjaxTypeError, FjaxValueError


class JAXSparse:
    """A sparse array; subclasses say how it is stored.

    A format defines `shape`, `dtype`, `nse`, `todense()`, `transpose(axes)` and the operators that
    keep it sparse. Whatever it does not define raises and names `todense()`.

    >>> from fjax.experimental import sparse
    >>> [isinstance(x, sparse.JAXSparse) for x in (sparse.eye(3), jnp.eye(3))]
    [True, False]
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    nse: int  # stored elements, for each batch entry
    __array_priority__ = 100  # NumPy's operators leave the operation to this class
    n_batch = 0  # batch axes, which come first
    n_dense = 0  # dense axes, which come last
    unique_indices = False
    __hash__ = None  # type: ignore[assignment]

    @property
    def size(self) -> int:
        """Elements of the dense array."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """Axes of the dense array."""
        return len(self.shape)

    @property
    def T(self) -> Any:
        """The array with its axes reversed."""
        return self.transpose()

    def __len__(self) -> int:
        if not self.shape:
            raise FjaxTypeError("len() of a sparse array without axes")
        return self.shape[0]

    def __repr__(self) -> str:
        if self.problem() is not None:
            return f"{type(self).__name__}(<invalid>)"
        kinds = {"n_batch": self.n_batch, "n_dense": self.n_dense}
        more = "".join(f", {name}={n}" for name, n in kinds.items() if n)
        return f"{type(self).__name__}({self.dtype}{list(self.shape)}, nse={self.nse}{more})"

    def problem(self) -> str | None:
        """What is wrong with its parts; they are not arrays within a transformation of pytrees."""
        if not all(hasattr(x, "shape") for x in tree.leaves(self)):
            return "its parts must be arrays"
        return None

    def todense(self) -> Any:
        """The dense array."""
        raise NotImplementedError

    def transpose(self, axes: Sequence[int] | None = None) -> Any:
        """The array with its axes in another order."""
        raise NotImplementedError

    def block_until_ready(self) -> JAXSparse:
        """The array itself: operations of fjax are done when they return."""
        return self

    # ---- what `sparsify` asks

    def to_bcoo(self) -> Any:
        """The same array as BCOO."""
        raise NotImplementedError(f"{self!r} does not become a BCOO array")

    def restored(self, elements: Any) -> Any:
        """BCOO elements in this array's format; as they are where it cannot hold them."""
        return elements

    def with_data(self, data: Any) -> Self:
        """The same places with other data."""
        (_, *places), structure = tree.flatten(self)
        return tree.unflatten(structure, [data, *places])

    def full_data(self) -> Any:
        """The data with all batch axes at full length."""
        return tree.leaves(self)[0]

    def has_places_of(self, other: Self) -> bool:
        """Whether the elements are at the very same places."""
        mine, theirs = (tree.leaves(x)[1:] for x in (self, other))
        return self.shape == other.shape and all(map(operator.is_, mine, theirs))

    def spread_out(self) -> Self:
        """The same array, all of whose parts have all batch axes at full length."""
        return self

    def unpromising(self) -> Self:
        """The same array without what is known of its places."""
        return self

    # ---- what NumPy and Python ask

    def __bool__(self) -> bool:
        raise FjaxValueError("the truth value of a sparse array is ambiguous; use todense()")

    def __iter__(self) -> Any:
        raise FjaxTypeError(
            f"{type(self).__name__} is not iterated over; index it, or use todense()"
        )

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        raise FjaxTypeError(
            f"{type(self).__name__} does not become a NumPy array by itself; use "
            "todense(), or to_scipy_sparse()"
        )


class Batched(JAXSparse):
    """A sparse array with batch axes and dense axes."""

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
        return cls._of_dense(mat, nse, n_batch, n_dense, index_dtype)

    @classmethod
    def _of_dense(
        cls, mat: Any, nse: int | None, n_batch: int, n_dense: int, index_dtype: Any
    ) -> Self:
        raise NotImplementedError


def is_dense(x: Any) -> bool:
    """Whether x is an array, a scalar, or a list of such."""
    return not isinstance(x, JAXSparse) and (
        hasattr(x, "dtype") or isinstance(x, (bool, int, float, complex, list, tuple))
    )


def row_numbers(indptr: Any, nse: int) -> Any:
    """The rows of nse elements in order; padding gets the number of rows, outside of all."""
    at = jnp.arange(nse, dtype=indptr.dtype)
    return (jnp.searchsorted(indptr, at, side="right") - 1).astype(indptr.dtype)


def row_starts(rows: Any, count: int) -> Any:
    """indptr for sorted row numbers: where each of `count` rows begins, and the end."""
    return jnp.searchsorted(rows, jnp.arange(count + 1, dtype=rows.dtype)).astype(rows.dtype)
