"""Sparse arrays of any format: without elements, with ones on a diagonal; and dense again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax.core.plain_arguments import check_whole
from fjax.core.tracing import Tracer
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.experimental.sparse.base import JAXSparse
from fjax.experimental.sparse.bcoo import BCOO
from fjax.experimental.sparse.bcsr import BCSR
from fjax.experimental.sparse.coo import COO
from fjax.experimental.sparse.csr import CSC, CSR
from fjax.experimental.sparse.layout import counted_elements
from fjax.primitives import barriers

FORMATS = {"bcoo": BCOO, "bcsr": BCSR, "csr": CSR, "csc": CSC, "coo": COO}
BATCHED = (BCOO, BCSR)


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
      sparse_format: "bcoo", "bcsr", "csr", "csc" or "coo".
      kwds: n_batch, n_dense and nse of "bcoo" and "bcsr".

    >>> empty((2, 3)), empty((2, 3), sparse_format="csr")
    (BCOO(float64[2, 3], nse=0), CSR(float64[2, 3], nse=0))
    """
    if not isinstance(shape, Iterable):
        raise FjaxTypeError(f"sparse.empty: shape has a length for each axis, got {shape!r:.60}")
    made, shape = _format(sparse_format), tuple(shape)
    batch, dense = kwds.pop("n_batch", 0), kwds.pop("n_dense", 0)
    nse = kwds.pop("nse", 0)
    if kwds or (made not in BATCHED and (batch or dense or nse)):
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
      sparse_format: "bcoo", "bcsr", "csr", "csc" or "coo".
      kwds: n_batch and n_dense of "bcoo" and "bcsr".

    >>> print(eye(2, 3, k=1).todense())
    [[0. 1. 0.]
     [0. 0. 1.]]
    """
    made, columns = _format(sparse_format), N if M is None else M
    for name, value in (("N", N), ("M", columns)):
        check_whole(f"sparse.eye: {name}", value)
    if kwds:
        if made not in BATCHED:
            raise FjaxTypeError(f"eye: unexpected arguments for the format {sparse_format!r}")
        ones = np.eye(N, columns, k)
        nse = counted_elements(ones, **kwds)
        dense = jnp.eye(N, columns, k, dtype)
        return made.fromdense(dense, index_dtype=index_dtype, nse=nse, **kwds)
    row = np.arange(max(0, -k), max(0, -k, min(N, columns - k)))
    indices = np.stack([row, row + k], -1).astype(index_dtype)
    mat = BCOO(
        (jnp.ones(len(row), dtype), indices),
        shape=(N, columns),
        indices_sorted=True,
        unique_indices=True,
    )
    return mat if made is BCOO else made.from_bcoo(mat)


def todense(arr: Any) -> Any:
    """A sparse array as a dense one; a dense array as it is.

    >>> print(todense(eye(2, sparse_format="csr")), todense([1.0, 2.0]))
    [[1. 0.]
     [0. 1.]] [1. 2.]
    """
    if isinstance(arr, JAXSparse):
        return arr.todense()
    x = jnp.asarray(arr)
    # Within `sparsify` a traced array may be sparse, which is known when the operation runs.
    return barriers.todense(x) if isinstance(x, Tracer) else x
