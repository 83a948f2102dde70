"""How BCOO stores an array: elements with their indices.

Of n axes the first n_batch are batch axes, then come n_sparse axes and n_dense ones. For each batch
entry there are `nse` elements: `data` has shape (*batch, nse, *dense) and `indices` (*batch, nse,
n_sparse). Elements with the same indices add up. An index beyond its axis marks an element that is
not there: padding, where fewer than nse are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import numpy as np

import fjax.numpy as jnp
from fjax import tree
from fjax.api.batching import vmap
from fjax.errors import FjaxTypeError, FjaxValueError
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
        if not isinstance(args, tuple | list) or len(args) != 2 or not isinstance(shape, Iterable):
            count = f" of {len(args)}" if isinstance(args, tuple | list) else ""
            raise FjaxTypeError(
                "BCOO is made as BCOO((data, indices), shape=(2, 3)), got "
                f"{type(args).__name__}{count} and shape {shape!r:.60}"
            )
        self.data, self.indices = map(jnp.asarray, args)
        self.indices_sorted, self.unique_indices = bool(indices_sorted), bool(unique_indices)
        self.tail = tuple(int(n) for n in shape)[max(self.indices.ndim - 2, 0) :]
        problem = self.problem() or self._fit(tuple(shape))
        if problem is not None:
            raise FjaxValueError(
                f"BCOO: {problem}; got data {self.data.shape}, indices {self.indices.shape} "
                f"of {self.indices.dtype}, and shape {tuple(shape)}"
            )

    def _fit(self, shape: tuple[int, ...]) -> str | None:
        """Repeat the data along batch axes where all parts have length 1; what is wrong, if so."""
        n = self.n_batch
        pairs = list(zip(shape[:n], self.batch_shape, strict=False))
        if self.batch_shape != shape[:n] and all(m in (1, length) for length, m in pairs):
            self.data = jnp.broadcast_to(self.data, (*shape[:n], *self.data.shape[n:]))
        if self.shape != shape:
            return "the shape must agree with that of the batch and dense axes"
        return None

    def problem(self) -> str | None:
        found = super().problem()
        if found is not None:
            return found
        data, indices = self.data, self.indices
        if indices.ndim < 2 or not jnp.issubdtype(indices.dtype, jnp.integer):
            return "indices must be integers of shape (*batch, nse, n_sparse)"
        if data.ndim <= self.n_batch or data.ndim + self.n_sparse - 1 != self.n_batch + len(
            self.tail
        ):
            return "data must have shape (*batch, nse, *dense)"
        if data.shape[self.n_batch] != indices.shape[-2]:
            return "data and indices must hold the same number of elements"
        if tuple(data.shape[self.n_batch + 1 :]) != self.dense_shape:
            return "the shape must agree with that of the batch and dense axes"
        return None

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

    def full_data(self) -> Any:
        return self.spread()[0]

    def spread_out(self) -> Self:
        return tree.unflatten(tree.structure(self), self.spread())

    def unpromising(self) -> Self:
        return self.made(self.data, self.indices, self.shape)

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
      ValueError: there are more positions than the index dtype can number.
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
