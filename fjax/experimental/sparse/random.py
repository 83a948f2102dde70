"""Random sparse arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax import random
from fjax.errors import FjaxValueError
from fjax.experimental.sparse.bcoo import BCOO
from fjax.experimental.sparse.elements import over_batch, unraveled


def random_bcoo(
    key: Any,
    shape: Sequence[int],
    *,
    dtype: Any = None,
    indices_dtype: Any = None,
    nse: float = 0.2,
    n_batch: int = 0,
    n_dense: int = 0,
    unique_indices: bool = True,
    sorted_indices: bool = False,
    generator: Callable[..., Any] = random.uniform,
    **kwds: Any,
) -> BCOO:
    """A random sparse array.

    Args:
      key: a random key. shape: of the array.
      dtype, indices_dtype: of data and indices.
      nse: elements for each batch entry, or a part below 1 of the sparse axes' size.
      n_batch, n_dense: numbers of batch and dense axes.
      unique_indices, sorted_indices: what the indices must be.
      generator: data = generator(key, shape, dtype, **kwds).

    >>> from fjax import random
    >>> random_bcoo(random.key(0), (10, 20), nse=0.1)
    BCOO(float64[10, 20], nse=20)
    """
    shape = tuple(map(operator.index, shape))
    n_sparse = len(shape) - n_batch - n_dense
    if n_sparse < 0 or n_batch < 0 or n_dense < 0:
        raise FjaxValueError(f"random_bcoo: n_batch={n_batch}, n_dense={n_dense} of shape {shape}")
    batch, sparse = shape[:n_batch], shape[n_batch : n_batch + n_sparse]
    size = int(np.prod(sparse))
    count = int(np.ceil(nse * size)) if 0 < nse < 1 else int(nse)
    data_key, index_key = random.split(key)
    kind = jnp.dtype(indices_dtype or jnp.asarray(0).dtype)

    def places(key):
        if unique_indices:
            at = random.choice(key, size, (count,), replace=False)
        else:
            at = random.randint(key, (count,), 0, size)
        return unraveled(jnp.sort(at) if sorted_indices else at, sparse, kind)

    keys = random.split(index_key, batch) if batch else index_key
    indices = over_batch(places, n_batch)(keys)
    data = generator(
        data_key,
        (*batch, count, *shape[n_batch + n_sparse :]),
        **({} if dtype is None else {"dtype": dtype}),
        **kwds,
    )
    return BCOO(
        (data, indices), shape=shape, indices_sorted=sorted_indices, unique_indices=unique_indices
    )
