"""What the sparse formats share: properties, operators, conversions through BCOO."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
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
        lengths = ",".join(map(str, self.shape))
        return f"{type(self).__name__}({self.dtype}[{lengths}], nse={self.nse})"

    def todense(self) -> Any:
        """The dense array."""
        raise NotImplementedError

    def transpose(self, axes: Sequence[int] | None = None) -> Any:
        """The array with its axes in another order."""
        raise NotImplementedError

    def block_until_ready(self) -> JAXSparse:
        """The array itself: operations of fjax are done when they return."""
        return self

    def __mul__(self, other: Any) -> Any:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        raise NotImplementedError

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

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


def unsupported(format: JAXSparse, operation: str, other: Any) -> FjaxTypeError:
    """The error for operands that a format's operator does not take."""
    kind = type(other).__name__
    return FjaxTypeError(
        f"{operation} of {format!r} and {kind} is not defined; use todense() for one "
        "of both, or convert the other one to the same format"
    )


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
