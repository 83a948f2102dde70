"""Linear algebra of sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax import absent, lax
from fjax.core import lazy
from fjax.core.avals import ShapedArray
from fjax.errors import FjaxValueError
from fjax.experimental.sparse.matrices import CSR
from fjax.higher_order.callbacks import pure_callback

_scipy_sparse: Any = lazy.module("scipy.sparse")
_scipy_linalg: Any = lazy.module("scipy.sparse.linalg")


def spsolve(
    data: Any, indices: Any, indptr: Any, b: Any, tol: float = 1e-6, reorder: int = 1
) -> Any:
    """x with A x = b for a square matrix in CSR format, by SciPy's SuperLU.

    Args:
      data, indices, indptr: the parts of `CSR`: shapes (nse,), (nse,), (n + 1,).
      b: shape (n,).
      tol, reorder: of JAX's solver on GPUs; not used here.

    Differentiable with respect to data and b.

    >>> import fjax.numpy as jnp
    >>> A = CSR.fromdense(jnp.array([[2.0, 1.0], [0.0, 4.0]]))
    >>> print(spsolve(A.data, A.indices, A.indptr, jnp.array([4.0, 8.0])))
    [1. 2.]
    """
    n = b.shape[0]
    if b.ndim != 1 or indptr.shape != (n + 1,):
        raise FjaxValueError(
            f"spsolve: a vector b of length n and indptr of length n + 1, got shapes "
            f"{b.shape} and {indptr.shape}"
        )
    A = CSR((data, indices, indptr), shape=(n, n))
    dtype = jnp.result_type(data, b, 1.0 if not jnp.issubdtype(b.dtype, jnp.inexact) else b)

    def solve_by_scipy(transposed: bool):
        def on_host(data, indices, indptr, b):
            matrix = _scipy_sparse.csr_array(
                tuple(map(np.asarray, (data, indices, indptr))), shape=(n, n)
            )
            return _scipy_linalg.spsolve(
                matrix.T.tocsc() if transposed else matrix.tocsc(), np.asarray(b)
            ).astype(dtype)

        return lambda _, b: pure_callback(
            on_host, ShapedArray((n,), dtype), data, indices, indptr, b, vmap_method="sequential"
        )

    return lax.custom_linear_solve(
        lambda x: A @ x, b.astype(dtype), solve_by_scipy(False), solve_by_scipy(True)
    )


absent.answer_for(__name__)
