"""How BCOO stores an array: elements with their indices.

Of n axes the first n_batch are batch axes, then come n_sparse axes and n_dense ones. For each batch
entry there are `nse` elements: `data` has shape (*batch, nse, *dense) and `indices` (*batch, nse,
n_sparse). Elements with the same indices add up. An index beyond its axis marks an element that is
not there: padding, where fewer than nse are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax.api.batching import vmap
from fjax.errors import FjaxValueError
from fjax.experimental.sparse.base import JAXSparse


class Elements(JAXSparse):
    """Elements and indices. The lengths of batch axes are those of the arrays, so that `vmap` and
    `scan` may take them away; the others' are static."""

    def __init__(
        self,
        args: tuple[Any, Any],
        *,
        shape: Sequence[int],
        indices_sorted: bool = False,
        unique_indices: bool = False,
    ):
        self.data, self.indices = map(jnp.asarray, args)
        self.indices_sorted, self.unique_indices = bool(indices_sorted), bool(unique_indices)
        self.tail = tuple(int(n) for n in shape)[max(self.indices.ndim - 2, 0) :]
        self._check(tuple(shape))

    def _check(self, shape: tuple[int, ...]) -> None:
        data, indices = self.data, self.indices
        problem = None
        if indices.ndim < 2 or not jnp.issubdtype(indices.dtype, jnp.integer):
            problem = "indices must be integers of shape (*batch, nse, n_sparse)"
        elif data.ndim <= self.n_batch or data.ndim + self.n_sparse - 1 != len(shape):
            problem = "data must have shape (*batch, nse, *dense)"
        elif data.shape[self.n_batch] != indices.shape[-2]:
            problem = "data and indices must hold the same number of elements"
        elif tuple(data.shape[self.n_batch + 1 :]) != self.dense_shape or self.shape != shape:
            problem = "the shape must agree with that of the batch and dense axes"
        if problem is not None:
            raise FjaxValueError(
                f"BCOO: {problem}; got data {data.shape}, indices {indices.shape} "
                f"of {indices.dtype}, and shape {shape}"
            )

    @property
    def n_batch(self) -> int:
        """Batch axes, which come first."""
        return self.indices.ndim - 2

    @property
    def n_sparse(self) -> int:
        """Sparse axes, which follow."""
        return self.indices.shape[-1]

    @property
    def n_dense(self) -> int:
        """Dense axes, which come last."""
        return len(self.tail) - self.n_sparse

    @property
    def nse(self) -> int:
        """Elements of each batch entry, padding included."""
        return self.indices.shape[-2]

    @property
    def dtype(self) -> np.dtype:
        """The elements' dtype."""
        return self.data.dtype

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """Lengths of the batch axes."""
        n = self.n_batch
        return np.broadcast_shapes(self.data.shape[:n], self.indices.shape[:n])

    @property
    def sparse_shape(self) -> tuple[int, ...]:
        """Lengths of the sparse axes."""
        return self.tail[: self.n_sparse]

    @property
    def dense_shape(self) -> tuple[int, ...]:
        """Lengths of the dense axes."""
        return self.tail[self.n_sparse :]

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        """Lengths of all axes."""
        return (*self.batch_shape, *self.tail)

    def made(
        self,
        data: Any,
        indices: Any,
        shape: Sequence[int],
        *,
        indices_sorted: bool = False,
        unique_indices: bool = False,
    ) -> Self:
        """An array of the same class from other parts."""
        return type(self)(
            (data, indices),
            shape=shape,
            indices_sorted=indices_sorted,
            unique_indices=unique_indices,
        )

    def with_data(self, data: Any) -> Self:
        """The same indices with other data."""
        return self.made(
            data,
            self.indices,
            self.shape,
            indices_sorted=self.indices_sorted,
            unique_indices=self.unique_indices,
        )

    def spread(self) -> tuple[Any, Any]:
        """Data and indices, both with all batch axes at full length."""
        data, indices = self.data, self.indices
        if data.shape[: self.n_batch] != self.batch_shape:
            data = jnp.broadcast_to(data, self.batch_shape + data.shape[self.n_batch :])
        if indices.shape[: self.n_batch] != self.batch_shape:
            indices = jnp.broadcast_to(indices, self.batch_shape + indices.shape[self.n_batch :])
        return data, indices

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple]:
        """Children and static data of the pytree node."""
        return (self.data, self.indices), (self.tail, self.indices_sorted, self.unique_indices)

    @classmethod
    def tree_unflatten(cls, static: tuple[Any, ...], children: tuple) -> Self:
        """The node again; children may be any objects."""
        made = object.__new__(cls)
        made.data, made.indices = children
        made.tail, made.indices_sorted, made.unique_indices = static
        return made


def over_batch(function: Callable[..., Any], n_batch: int, in_axes: Any = 0) -> Callable:
    """A function of one batch entry as one of arrays with n_batch leading axes."""
    for _ in range(n_batch):
        function = vmap(function, in_axes=in_axes)
    return function


def columns(indices: Any) -> tuple[Any, ...]:
    """Indices of shape (nse, n_sparse) as a tuple that indexes an array."""
    return tuple(indices[:, k] for k in range(indices.shape[-1]))


def looked_up(x: Any, at: tuple[Any, ...]) -> Any:
    """x[at] for a tuple of (nse,) indices of leading axes; 0 where one lies beyond its axis."""
    if 0 in x.shape[: len(at)]:
        return jnp.zeros((*at[0].shape, *x.shape[len(at) :]), x.dtype)
    return x.at[at].get(mode="fill", fill_value=0)


def present(indices: Any, sparse_shape: Sequence[int]) -> Any:
    """Which elements of (…, nse, n_sparse) indices are no padding; shape (…, nse)."""
    ends = jnp.array(sparse_shape, indices.dtype).reshape((1,) * (indices.ndim - 1) + (-1,))
    return jnp.all(indices < ends, axis=-1)


def linear(indices: Any, sparse_shape: Sequence[int]) -> Any:
    """For (nse, n_sparse) indices, positions in row-major order; the size for padding.

    Raises:
      ValueError: there are more positions than the integers at hand can number.
    """
    size = int(np.prod([int(n) for n in sparse_shape], dtype=object))
    wide = jnp.asarray(0).dtype
    if size >= np.iinfo(wide).max:
        raise FjaxValueError(
            f"sparse axes {tuple(sparse_shape)} have more positions than {wide} can "
            "number; switch 64-bit integers on (enable_x64), or make them fewer"
        )
    at = jnp.zeros(indices.shape[:1], wide)
    for k, n in enumerate(sparse_shape):
        at = at * n + indices[:, k].astype(wide)
    return jnp.where(present(indices, sparse_shape), at, size)


def unraveled(at: Any, sparse_shape: Sequence[int], dtype: Any) -> Any:
    """The inverse of `linear`: (nse,) positions to (nse, n_sparse) indices."""
    size = int(np.prod(sparse_shape, dtype=np.int64))
    parts = []
    rest = at
    for n in reversed(sparse_shape):
        parts.append(jnp.where(at >= size, n, rest % max(n, 1)))
        rest = rest // max(n, 1)
    if not parts:
        return jnp.zeros((at.shape[0], 0), dtype)
    return jnp.stack(parts[::-1], axis=-1).astype(dtype)
