"""Factorizations and linear systems; matrices are the last two axes, the others are batch axes."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.tracing import aval_of
from fjax.errors import FjaxValueError
from fjax.lax.composed import ComposedOperation
from fjax.lax.polar import qdwh
from fjax.primitives import eigen, factorization, operators, triangular
from fjax.primitives.matrices import adjoint, lower_part, product, swapped
from fjax.primitives.structure import Reshape

__all__ = [
    "EigImplementation",
    "EighImplementation",
    "SvdAlgorithm",
    "cholesky",
    "cholesky_update",
    "eig",
    "eigh",
    "hessenberg",
    "householder_product",
    "lu",
    "lu_pivots_to_permutation",
    "ormqr",
    "qdwh",
    "qr",
    "schur",
    "svd",
    "symmetric_product",
    "triangular_solve",
    "tridiagonal",
    "tridiagonal_solve",
    "cholesky_p",
    "eig_p",
    "eigh_p",
    "hessenberg_p",
    "householder_product_p",
    "lu_p",
    "lu_pivots_to_permutation_p",
    "ormqr_p",
    "qr_p",
    "schur_p",
    "svd_p",
    "triangular_solve_p",
    "tridiagonal_p",
    "tridiagonal_solve_p",
    "cholesky_update_p",
    "symmetric_product_p",
]

# What JAX calls the primitives, for comparisons such as `eqn.primitive is lax.linalg.lu_p`.
cholesky_p, lu_p, qr_p = factorization.Cholesky, factorization.Lu, factorization.Qr
eig_p, eigh_p, svd_p, schur_p = eigen.Eig, eigen.Eigh, eigen.Svd, eigen.Schur
hessenberg_p, tridiagonal_p = eigen.Hessenberg, eigen.Tridiagonal
lu_pivots_to_permutation_p = factorization.LuPivotsToPermutation
householder_product_p, ormqr_p = factorization.HouseholderProduct, factorization.Ormqr
triangular_solve_p = triangular.TriangularSolve
tridiagonal_solve_p = triangular.TridiagonalSolve


class SvdAlgorithm(enum.Enum):
    """Accepted by svd; on a CPU LAPACK decides."""

    DEFAULT = "default"
    QR = "QR"
    DIVIDE_AND_CONQUER = "divide and conquer"
    JACOBI = "Jacobi"
    POLAR = "polar"


class EighImplementation(enum.Enum):
    """Accepted by eigh; on a CPU it is always LAPACK's."""

    QR = "qr"
    JACOBI = "jacobi"
    QDWH = "qdwh"


class EigImplementation(enum.Enum):
    """Accepted by eig; on a CPU it is always LAPACK's."""

    CUSOLVER = "cusolver"
    MAGMA = "magma"
    LAPACK = "lapack"


def _check_member(what: str, value: Any, kind: type[enum.Enum]) -> None:
    """Raise FjaxValueError for what is neither None nor a member of an enumeration."""
    if value is not None and not isinstance(value, kind):
        names = ", ".join(f"{kind.__name__}.{member.name}" for member in kind)
        raise FjaxValueError(f"{what} is one of {names} of lax.linalg, got {value!r:.60}")


def symmetrized(x: Any) -> Array:
    """(x + x^H) / 2."""
    return operators.divide(operators.add(x, adjoint(x)), 2)


def cholesky(x: ArrayLike, *, symmetrize_input: bool = True) -> Array:
    """The lower triangular L with L L^H = x.

    Args:
      x: array of shape (..., n, n), Hermitian and positive definite.
      symmetrize_input: replace x by (x + x^H) / 2 first, which makes derivatives symmetric; if off,
        only the lower triangle is read.

    Returns an array like x; NaN for a matrix that is not positive definite.

    >>> import numpy as np
    >>> cholesky(np.array([[4.0, 2.0], [2.0, 5.0]])).tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """
    return factorization.Cholesky()(symmetrized(x) if symmetrize_input else x)


def cholesky_update(r_matrix: ArrayLike, w_vector: ArrayLike) -> Array:
    """The upper triangular factor of R^T R + w w^T.

    Args:
      r_matrix: array of shape (n, n), upper triangular.
      w_vector: array of shape (n,).

    >>> r = lax.linalg.cholesky_update(jnp.eye(2), jnp.array([1.0, 0.0]))
    >>> (r.T @ r).round(6)
    Array([[2., 0.],
           [0., 1.]], dtype=float64)
    """
    n = aval_of(r_matrix).shape[-1]
    w = Reshape((n, 1))(w_vector)
    total = product(swapped(r_matrix), r_matrix) + product(w, swapped(w))
    return swapped(factorization.Cholesky()(total))


def eig(
    x: ArrayLike,
    *,
    compute_left_eigenvectors: bool = True,
    compute_right_eigenvectors: bool = True,
    enable_eigvec_derivs: bool = False,
    implementation: EigImplementation | None = None,
    use_magma: bool | None = None,
) -> tuple[Array, ...]:
    """Eigenvalues and eigenvectors of square matrices.

    Args:
      x: array of shape (..., n, n).
      compute_left_eigenvectors, compute_right_eigenvectors: which vectors to return.
      enable_eigvec_derivs: allow derivatives of the vectors, which are right only where eigenvalues
        are distinct and the user's function does not depend on the vectors' phases.
      implementation, use_magma: accepted; LAPACK computes.

    Returns [values, left vectors, right vectors], complex, without those not asked for. Right
    vectors have x v = v w, left ones u^H x = w u^H.

    >>> values, left, right = lax.linalg.eig(jnp.diag(jnp.array([2.0, 3.0])))
    >>> values.real
    Array([2., 3.], dtype=float64)
    """
    del use_magma
    _check_member("eig: implementation", implementation, EigImplementation)
    op = eigen.Eig(compute_left_eigenvectors, compute_right_eigenvectors, enable_eigvec_derivs)
    return op(x)


def eigh(
    x: ArrayLike,
    *,
    lower: bool = True,
    symmetrize_input: bool = True,
    sort_eigenvalues: bool = True,
    subset_by_index: tuple[int, int] | None = None,
    implementation: EighImplementation | None = None,
) -> tuple[Array, Array]:
    """Eigenvectors and eigenvalues of Hermitian matrices.

    Args:
      x: array of shape (..., n, n).
      lower: which triangle is read if symmetrize_input is off.
      symmetrize_input: replace x by (x + x^H) / 2 first.
      sort_eigenvalues: accepted; values always ascend.
      subset_by_index: a range (start, stop) of the values to return.
      implementation: accepted; LAPACK computes.

    Returns (v, w) with x v = v w: vectors first, then the real values.

    >>> vectors, values = lax.linalg.eigh(jnp.diag(jnp.array([3.0, 2.0])))
    >>> values
    Array([2., 3.], dtype=float64)
    """
    del sort_eigenvalues
    _check_member("eigh: implementation", implementation, EighImplementation)
    vectors, values = eigen.Eigh(lower, subset_by_index)(symmetrized(x) if symmetrize_input else x)
    return vectors, values


def hessenberg(a: ArrayLike) -> tuple[Array, Array]:
    """Square matrices in upper Hessenberg form.

    Returns (h, taus): the form, with the reflectors that made it below the first subdiagonal, and
    the factors of the reflectors. It has no derivative.

    >>> form, taus = lax.linalg.hessenberg(jnp.ones((3, 3)))
    >>> form.shape, taus.shape
    ((3, 3), (2,))
    """
    form, taus = eigen.Hessenberg()(a)
    return form, taus


def householder_product(a: ArrayLike, taus: ArrayLike) -> Array:
    """The product of elementary reflectors: Q from the form in which LAPACK stores it.

    Args:
      a: array of shape (..., m, n), m >= n, with the reflectors below the diagonal.
      taus: array of shape (..., k), k <= n.

    Returns an array of shape (..., m, n) with orthonormal columns. It has no derivative.

    >>> q = lax.linalg.householder_product(jnp.array([[0.0], [3.0]]), jnp.array([0.2]))
    >>> jnp.allclose(q.T @ q, jnp.eye(1))
    Array(True, dtype=bool)
    """
    return factorization.HouseholderProduct()(a, taus)


def ormqr(
    a: ArrayLike, taus: ArrayLike, c: ArrayLike, *, left: bool = True, transpose: bool = False
) -> Array:
    """c times the product Q of elementary reflectors, without forming Q.

    Args:
      a, taus: as in householder_product.
      c: array of shape (..., m, n) if `left`, (..., n, m) otherwise.
      left: compute Q c, else c Q.
      transpose: use Q^H.

    >>> lax.linalg.ormqr(jnp.eye(2), jnp.zeros(2), jnp.ones((2, 1)))
    Array([[1.],
           [1.]], dtype=float64)
    """
    return factorization.Ormqr(left, transpose)(a, taus, c)


def lu(x: ArrayLike) -> tuple[Array, Array, Array]:
    """The LU factorization with partial pivoting.

    Args:
      x: array of shape (..., m, n).

    Returns (lu, pivots, permutation). lu holds L (without its unit diagonal) and U in one matrix.
    pivots are the row interchanges, int32 of shape (..., min(m, n)). x[permutation] = L U.

    >>> lu, pivots, permutation = lax.linalg.lu(jnp.array([[0.0, 1.0], [2.0, 0.0]]))
    >>> lu, permutation
    (Array([[2., 0.],
           [0., 1.]], dtype=float64), Array([1, 0], dtype=int32))
    """
    factors, pivots, permutation = factorization.Lu()(x)
    return factors, pivots, permutation


def lu_pivots_to_permutation(pivots: ArrayLike, permutation_size: int) -> Array:
    """The permutation that a sequence of row interchanges makes.

    >>> import numpy as np
    >>> lu_pivots_to_permutation(np.array([2, 2, 2], np.int32), 3).tolist()
    [2, 0, 1]
    """
    return factorization.LuPivotsToPermutation(int(permutation_size))(pivots)


def qr(
    x: ArrayLike,
    *,
    pivoting: bool = False,
    full_matrices: bool = True,
    use_magma: bool | None = None,
) -> tuple[Array, ...]:
    """The QR factorization.

    Args:
      x: array of shape (..., m, n).
      pivoting: permute columns so that R's diagonal descends.
      full_matrices: Q of shape (m, m) and R (m, n); else (m, k) and (k, n), k = min(m, n).
      use_magma: accepted; LAPACK computes.

    Returns (q, r), or (q, r, p) with x[:, p] = q r.

    >>> q, r = lax.linalg.qr(jnp.array([[3.0], [4.0]]), full_matrices=False)
    >>> jnp.abs(r)
    Array([[5.]], dtype=float64)
    """
    del use_magma
    return tuple(factorization.Qr(full_matrices, pivoting)(x))


def schur(
    x: ArrayLike,
    *,
    compute_schur_vectors: bool = True,
    sort_eig_vals: bool = False,
    select_callable: Callable[..., Any] | None = None,
) -> tuple[Array, Array]:
    """The Schur form: x = Z T Z^H, T upper triangular (quasi-triangular for real x).

    Args:
      x: array of shape (..., n, n).
      compute_schur_vectors: whether to return Z.
      sort_eig_vals, select_callable: must be False and None.

    Returns (T, Z), or (T,). It has no derivative.

    >>> t, z = lax.linalg.schur(jnp.array([[2.0, 1.0], [0.0, 3.0]]))
    >>> jnp.allclose(z @ t @ z.T, jnp.array([[2.0, 1.0], [0.0, 3.0]]))
    Array(True, dtype=bool)
    """
    if sort_eig_vals or select_callable is not None:
        raise FjaxValueError("schur: eigenvalues cannot be selected; pass sort_eig_vals=False")
    return tuple(eigen.Schur(compute_schur_vectors)(x))  # type: ignore[return-value]


def svd(
    x: ArrayLike,
    *,
    full_matrices: bool = True,
    compute_uv: bool = True,
    subset_by_index: tuple[int, int] | None = None,
    algorithm: SvdAlgorithm | None = None,
) -> Any:
    """The singular value decomposition.

    Args:
      x: array of shape (..., m, n).
      full_matrices: U of shape (m, m) and V^H (n, n); else (m, k) and (k, n), k = min(m, n).
      compute_uv: whether to return U and V^H.
      subset_by_index: a range (start, stop) of the values to return, without full_matrices.
      algorithm: accepted; LAPACK computes.

    Returns (u, s, vh) with x = u diag(s) vh, or s alone. Derivatives of u and vh need
    full_matrices=False and distinct singular values.

    >>> u, s, vt = lax.linalg.svd(jnp.array([[3.0, 0.0], [0.0, 4.0]]))
    >>> s
    Array([4., 3.], dtype=float64)
    """
    _check_member("svd: algorithm", algorithm, SvdAlgorithm)
    k = min(aval_of(x).shape[-2:]) if aval_of(x).ndim >= 2 else 0
    if subset_by_index is not None and subset_by_index != (0, k):
        if full_matrices and compute_uv:
            raise FjaxValueError("svd: subset_by_index needs full_matrices=False")
        eigen.subset_length("svd", subset_by_index, k)
    else:
        subset_by_index = None
    values, *vectors = eigen.Svd(full_matrices, compute_uv)(x)
    values = eigen.last_range(values, subset_by_index)
    if not compute_uv:
        return values
    u, vh = vectors
    if subset_by_index is not None:
        u = eigen.last_range(u, subset_by_index)
        vh = swapped(eigen.last_range(swapped(vh), subset_by_index))
    return u, values, vh


def symmetric_product(
    a_matrix: ArrayLike,
    c_matrix: ArrayLike,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    symmetrize_output: bool = False,
) -> Array:
    """alpha A A^T + beta C, for symmetric C.

    Args:
      a_matrix: array of shape (..., m, n).
      c_matrix: array of shape (..., m, m).
      alpha, beta: numbers.
      symmetrize_output: make the upper triangle the mirror of the lower one.

    >>> a = jnp.array([[1.0], [2.0]])
    >>> lax.linalg.symmetric_product(a, jnp.eye(2), beta=1.0, symmetrize_output=True)
    Array([[2., 2.],
           [2., 5.]], dtype=float64)
    """
    out = product(a_matrix, swapped(a_matrix)) * alpha + c_matrix * beta
    if symmetrize_output:
        out = lower_part(out) + swapped(lower_part(out, -1))
    return out


def triangular_solve(
    a: ArrayLike,
    b: ArrayLike,
    *,
    left_side: bool = False,
    lower: bool = False,
    transpose_a: bool = False,
    conjugate_a: bool = False,
    unit_diagonal: bool = False,
) -> Array:
    """The solution of op(a) x = b, or x op(a) = b.

    Args:
      a: array of shape (..., m, m); one triangle is read.
      b: array of shape (..., m, n) if left_side, else (..., n, m); or one axis less, for one
      vector. left_side: which of the two equations.
      lower: which triangle of a.
      transpose_a, conjugate_a: what op does.
      unit_diagonal: take the diagonal of a as ones.

    Returns an array like b.

    >>> import numpy as np
    >>> a = np.array([[2.0, 0.0], [1.0, 4.0]])
    >>> triangular_solve(a, np.array([2.0, 9.0]), left_side=True, lower=True).tolist()
    [1.0, 2.0]
    """
    left, right = aval_of(a), aval_of(b)
    vector = right.ndim == left.ndim - 1
    if vector and right.ndim:
        n = right.shape[-1]
        b = Reshape((*right.shape, 1) if left_side else (*right.shape[:-1], 1, n))(b)
    conjugate = conjugate_a and dtypes.is_complex(left.dtype)
    out = triangular.TriangularSolve(left_side, lower, transpose_a, conjugate, unit_diagonal)(a, b)
    return Reshape(right.shape)(out) if vector else out


def tridiagonal(a: ArrayLike, *, lower: bool = True) -> tuple[Array, Array, Array, Array]:
    """Hermitian matrices in tridiagonal form.

    Args:
      a: array of shape (..., n, n).
      lower: which triangle is read.

    Returns (form, d, e, taus): the form with the reflectors that made it, its diagonal, its first
    off-diagonal, the reflectors' factors. It has no derivative.

    >>> a, d, e, taus = lax.linalg.tridiagonal(jnp.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> d
    Array([2., 3.], dtype=float64)
    """
    form, d, e, taus = eigen.Tridiagonal(lower)(a)
    return form, d, e, taus


def tridiagonal_solve(
    dl: ArrayLike, d: ArrayLike, du: ArrayLike, b: ArrayLike, *, perturb_singular: bool = False
) -> Array:
    """The solution of T x = b for a tridiagonal T.

    Args:
      dl, d, du: arrays of shape (..., m): T[i, i - 1], T[i, i] and T[i, i + 1] in place i.
      b: array of shape (..., m, n) (or (..., m)).
      perturb_singular: move tiny pivots away from zero, so that singular systems have a finite
        result.

    Returns an array like b.

    >>> dl, d, du = jnp.array([0.0, 0.0]), jnp.array([2.0, 4.0]), jnp.array([0.0, 0.0])
    >>> lax.linalg.tridiagonal_solve(dl, d, du, jnp.ones((2, 1)))
    Array([[0.5 ],
           [0.25]], dtype=float64)
    """
    shape, rank = aval_of(b).shape, aval_of(d).ndim
    op = triangular.TridiagonalSolve(perturb_singular)
    if len(shape) == rank:
        return Reshape(shape)(op(dl, d, du, Reshape((*shape, 1))(b)))
    return op(dl, d, du, b)


cholesky_update_p = ComposedOperation("cholesky_update", cholesky_update)
symmetric_product_p = ComposedOperation("symmetric_product", symmetric_product)
