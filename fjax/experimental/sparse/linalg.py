"""Linear algebra of sparse matrices."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax import absent, lax
from fjax.api.jit import eval_shape, jit
from fjax.core import lazy
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.errors import FjaxValueError
from fjax.experimental.sparse.csr import CSR
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


def lobpcg_standard(
    A: Any, X: Any, m: int = 100, tol: float | Any | None = None
) -> tuple[Array, Array, Array]:
    """The largest eigenvalues of a Hermitian matrix and their vectors, by LOBPCG.

    Args:
      A: the matrix, of shape (n, n), dense or sparse; or a function x -> A x of (n, j) arrays.
      X: shape (n, k): where the search begins; k > 0 and 5 k < n. It must have full rank.
      m: the most iterations.
      tol: an eigenpair (t, u) has converged when |A u - t u| <= 10 n tol (|t| + |A u|); the
        machine epsilon of the dtype if not given. The iteration ends when all have.

    Returns:
      (theta, U, i): eigenvalues in descending order, shape (k,), orthonormal vectors, (n, k), and
      the number of iterations.

    Raises:
      ValueError: shapes or dtypes that do not fit.

    Each step is a Rayleigh-Ritz projection to the span of the vectors, their residuals and the last
    step's directions (A. Knyazev, SIAM J. Sci. Comput. 23, 2001). A QR decomposition makes an
    orthonormal basis of that span. No derivative is defined through the iteration.

    >>> import fjax.numpy as jnp
    >>> from fjax import random
    >>> A = jnp.diag(jnp.arange(20.0))
    >>> theta, U, i = lobpcg_standard(A, random.normal(random.key(0), (20, 2)))
    >>> print(theta.round(6))
    [19. 18.]
    """
    X = jnp.asarray(X)
    matrix, function = (None, A) if callable(A) else (A, None)
    _check_search(A, X)
    limit = jnp.finfo(X.dtype).eps if tol is None else tol
    return _lobpcg(matrix, X, jnp.asarray(limit, jnp.finfo(X.dtype).dtype), function, m)


def _check_search(A: Any, X: Any) -> None:
    """Raise unless the matrix and the vectors fit together."""
    if X.ndim != 2:
        raise FjaxValueError(f"lobpcg_standard: X must have shape (n, k), got {X.shape}")
    n, k = X.shape
    if not k:
        raise FjaxValueError(f"lobpcg_standard must have search dim > 0, got X of shape {X.shape}")
    if k * 5 >= n:
        raise FjaxValueError(
            f"lobpcg_standard: expected search dim * 5 < matrix dim (got {k * 5}, {n})"
        )
    if not callable(A) and tuple(A.shape) != (n, n):
        raise FjaxValueError(f"lobpcg_standard: A must be ({n}, {n}), got {tuple(A.shape)}")
    out = eval_shape(A if callable(A) else lambda x: A @ x, X)
    if out.dtype != X.dtype:
        raise FjaxValueError(
            f"lobpcg_standard: A, X must have same dtypes, got {out.dtype} (of A X) and {X.dtype}"
        )
    if out.shape != X.shape:
        raise FjaxValueError(
            f"lobpcg_standard: A must be ({n}, {n}), a product with X of shape {X.shape} has shape "
            f"{out.shape}"
        )


@functools.partial(jit, static_argnums=(3, 4))
def _lobpcg(
    matrix: Any, X: Any, tol: Any, function: Callable[[Any], Any] | None, m: int
) -> tuple[Any, Any, Any]:
    """The iteration for a matrix, or for the function that multiplies with it."""
    n, k = X.shape
    product = function or (lambda x: matrix @ x)

    def reduced(basis):
        """The best vectors in the span of an orthonormal basis, as coefficients."""
        image = product(basis)
        small = basis.conj().T @ image
        values, vectors = jnp.linalg.eigh((small + small.conj().T) / 2)
        return values[::-1][:k], vectors[:, ::-1][:, :k], image

    def residuals(theta, X, AX):
        R = AX - X * theta.astype(X.dtype)[None]
        size = jnp.abs(theta) + jnp.linalg.norm(AX, axis=0)
        return R, jnp.linalg.norm(R, axis=0) <= 10 * n * tol * size

    def go_on(state):
        i, *_, converged = state
        return (i < m) & ~jnp.all(converged)

    def step(state):
        i, _, X, R, P, _ = state
        basis, _ = jnp.linalg.qr(jnp.concatenate([X, R, P], axis=1))
        theta, C, image = reduced(basis)
        new = basis @ C
        R, converged = residuals(theta, new, image @ C)
        return i + 1, theta, new, R, basis[:, k:] @ C[k:], converged

    X, _ = jnp.linalg.qr(X)
    theta, C, image = reduced(X)
    X = X @ C
    R, converged = residuals(theta, X, image @ C)
    start = (jnp.int32(0), theta, X, R, jnp.zeros_like(X), converged)
    i, theta, X, _, _, _ = lax.while_loop(go_on, step, start)
    return theta, X, i


__all__ = ["lobpcg_standard", "spsolve"]

absent.answer_for(__name__)
