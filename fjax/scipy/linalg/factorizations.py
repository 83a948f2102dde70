"""Factorizations with SciPy's names and arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import errors
from fjax.api.batching import vmap
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.plain_arguments import check_choice
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.lax import dynamic_slice, dynamic_update_slice, fori_loop
from fjax.lax import linalg as lax_linalg
from fjax.numpy.arguments import inexact, promote_inexact
from fjax.numpy.elementwise import sqrt
from fjax.numpy.joining import stack
from fjax.numpy.linear_systems import check_square
from fjax.numpy.selection import where
from fjax.primitives import eigen, factorization, operators
from fjax.primitives.complex_parts import conj
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full, iota
from fjax.primitives.matrices import (
    adjoint,
    conjugated,
    diagonal_matrix,
    identity,
    lower_part,
    part,
    product,
    swapped,
    upper_part,
)
from fjax.primitives.shaping import Concatenate
from fjax.primitives.structure import Reshape

# Arguments that SciPy's functions take and that mean nothing here: overwrite_a, check_finite,
# lwork.


@recorded
def cholesky(
    a: ArrayLike, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> Array:
    """The upper triangular U with U^H U = a, or the lower L with L L^H = a.

    a: Hermitian, positive definite, of shape (..., n, n); one triangle is read.
    overwrite_a, check_finite: accepted.

    >>> fjax.scipy.linalg.cholesky(jnp.array([[4.0, 2.0], [2.0, 5.0]]))
    Array([[2., 1.],
           [0., 2.]], dtype=float64)
    """
    del overwrite_a, check_finite
    a = inexact("cholesky", a)
    check_square("cholesky", a)
    factor = lax_linalg.cholesky(a if lower else adjoint(a), symmetrize_input=False)
    return factor if lower else adjoint(factor)


def cho_factor(
    a: ArrayLike, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Array, bool]:
    """(the Cholesky factor, lower) for `cho_solve`; arguments as for `cholesky`.

    >>> factor, lower = fjax.scipy.linalg.cho_factor(4 * jnp.eye(2))
    >>> fjax.scipy.linalg.cho_solve((factor, lower), jnp.ones(2))
    Array([0.25, 0.25], dtype=float64)
    """
    return cholesky(a, lower, overwrite_a, check_finite), lower


@recorded
def svd(
    a: ArrayLike,
    full_matrices: bool = True,
    compute_uv: bool = True,
    overwrite_a: bool = False,
    check_finite: bool = True,
    lapack_driver: str = "gesdd",
) -> Array | tuple[Array, Array, Array]:
    """The singular value decomposition: (U, s, Vh) with a = U diag(s) Vh, or s alone.

    full_matrices: U (m, m) and Vh (n, n), else (m, k) and (k, n), k = min(m, n). compute_uv:
    whether to return U and Vh. overwrite_a, check_finite, lapack_driver: accepted.

    >>> u, s, vh = fjax.scipy.linalg.svd(jnp.array([[3.0, 0.0], [0.0, 4.0]]))
    >>> s
    Array([4., 3.], dtype=float64)
    """
    del overwrite_a, check_finite
    check_choice("svd: lapack_driver", lapack_driver, ("gesdd", "gesvd"))
    return lax_linalg.svd(inexact("svd", a), full_matrices=full_matrices, compute_uv=compute_uv)


@recorded
def eigh(
    a: ArrayLike,
    b: ArrayLike | None = None,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: None = None,
    type: int = 1,
    check_finite: bool = True,
) -> Array | tuple[Array, Array]:
    """(w, v) of Hermitian matrices, a v = v diag(w); with b, a v = b v diag(w).

    a: array of shape (..., n, n); one triangle is read. b: positive definite, or None.
    eigvals_only: return w alone. type: 1. eigvals: must be None. The others are accepted.

    >>> values, vectors = fjax.scipy.linalg.eigh(jnp.array([[2.0, 1.0], [1.0, 2.0]]))
    >>> values.round(6)
    Array([1., 3.], dtype=float64)
    """
    del overwrite_a, overwrite_b, turbo, check_finite
    if eigvals is not None or type != 1:
        raise errors.FjaxValueError(
            "eigh: eigvals must be None and type 1; slice the result instead"
        )
    if b is None:
        a = inexact("eigh", a)
        check_square("eigh", a)
        vectors, values = lax_linalg.eigh(a, lower=lower, symmetrize_input=False)
        return values if eigvals_only else (values, vectors)
    a, b = promote_inexact("eigh", a, b)
    check_square("eigh", a)
    factor = cholesky(b, lower=True) if lower else adjoint(cholesky(b))
    whole = _from_triangle(a, lower)
    solved = lax_linalg.triangular_solve(factor, whole, left_side=True, lower=True)
    reduced = lax_linalg.triangular_solve(
        factor, solved, lower=True, transpose_a=True, conjugate_a=True
    )
    vectors, values = lax_linalg.eigh(reduced)
    if eigvals_only:
        return values
    return values, lax_linalg.triangular_solve(
        factor, vectors, left_side=True, lower=True, transpose_a=True, conjugate_a=True
    )


def _from_triangle(a: Any, lower: bool) -> Any:
    """The Hermitian matrix that one triangle of `a` gives."""
    if lower:
        return lower_part(a) + adjoint(lower_part(a, -1))
    return upper_part(a) + adjoint(upper_part(a, 1))


def eigh_tridiagonal(
    d: ArrayLike,
    e: ArrayLike,
    *,
    eigvals_only: bool = False,
    select: str = "a",
    select_range: Any = None,
    tol: ArrayLike | None = None,
    key: ArrayLike | None = None,
) -> Array | tuple[Array, Array]:
    """Eigenvalues (and vectors) of the symmetric tridiagonal matrix with these diagonals.

    d: array of shape (n,). e: array of shape (n - 1,). select: "a" for all, "i" for those numbered
    select_range = (first, last), both included. tol, key: accepted.

    Returns w, or (w, v).

    >>> d, e = jnp.array([2.0, 2.0]), jnp.array([1.0])
    >>> fjax.scipy.linalg.eigh_tridiagonal(d, e, eigvals_only=True).round(6)
    Array([1., 3.], dtype=float64)
    """
    del tol, key
    d, e = promote_inexact("eigh_tridiagonal", d, e)
    n = d.aval.shape[0]
    if d.aval.ndim != 1 or e.aval.shape != (n - 1,):
        raise errors.ShapeError(
            f"eigh_tridiagonal: d must be of shape (n,) and e of shape (n - "
            f"1,), got {d.aval}, {e.aval}"
        )
    if select not in ("a", "i"):
        raise errors.FjaxValueError(f"eigh_tridiagonal: select must be 'a' or 'i', got {select!r}")
    subset = None if select == "a" else (int(select_range[0]), int(select_range[1]) + 1)
    square = diagonal_matrix(d)
    if n > 1:
        edge = Concatenate(0)(full((1,), 0, e.aval.dtype), e)
        below = lower_part(product(diagonal_matrix(edge), _shift(n, e.aval.dtype)), -1)
        square = square + below + adjoint(below)
    vectors, values = eigen.Eigh(True, subset)(square)
    return values if eigvals_only else (values, vectors)


def _shift(n: int, dtype: Any) -> Any:
    """Ones on the first subdiagonal."""
    return Concatenate(0)(
        full((1, n), 0, dtype), part(identity((n, n), dtype), rows=slice(0, n - 1))
    )


# ---- LU and QR


@recorded
def lu_factor(
    a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Array, Array]:
    """(lu, pivots): L (unit diagonal left out) and U in one matrix, and the row interchanges.

    >>> factors = fjax.scipy.linalg.lu_factor(jnp.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> fjax.scipy.linalg.lu_solve(factors, jnp.ones(2))
    Array([0.5 , 0.25], dtype=float64)
    """
    del overwrite_a, check_finite
    factors, pivots, _ = lax_linalg.lu(inexact("lu_factor", a))
    return factors, pivots


@recorded
def lu(
    a: ArrayLike, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Array, ...]:
    """(P, L, U) with a = P L U, or (P L, U) if permute_l, for a of shape (..., m, n).

    >>> p, l, u = fjax.scipy.linalg.lu(jnp.array([[0.0, 1.0], [2.0, 0.0]]))
    >>> p @ l @ u
    Array([[0., 1.],
           [2., 0.]], dtype=float64)
    """
    del overwrite_a, check_finite
    a = inexact("lu", a)
    factors, _, permutation = lax_linalg.lu(a)
    m, n = a.aval.shape[-2:]
    k = min(m, n)
    lower = lower_part(part(factors, columns=slice(0, k)), -1)
    lower = lower + identity(lower.aval.shape, a.aval.dtype)
    upper = upper_part(part(factors, rows=slice(0, k)))
    square = identity((*a.aval.shape[:-2], m, m), dtypes.real_part(a.aval.dtype))
    p = swapped(factorization.permuted_rows(square, permutation))
    if permute_l:
        return product(convert_element_type(p, a.aval.dtype), lower), upper
    return p, lower, upper


@recorded
def qr(
    a: ArrayLike,
    overwrite_a: bool = False,
    lwork: Any = None,
    mode: str = "full",
    pivoting: bool = False,
    check_finite: bool = True,
) -> tuple[Array, ...]:
    """The QR factorization of matrices (..., m, n).

    mode: "full" for Q (m, m) and R (m, n), "economic" for (m, k) and (k, n), "r" for R alone.
    pivoting: permute columns so that R's diagonal descends. The others are accepted.

    Returns (Q, R), (R,) for "r"; with pivoting also the permutation P: a[:, P] = Q R.

    >>> q, r = fjax.scipy.linalg.qr(jnp.array([[3.0], [4.0]]))
    >>> q.shape, r.shape
    ((2, 2), (2, 1))
    """
    del overwrite_a, lwork, check_finite
    check_choice("qr: mode", mode, ("full", "r", "economic"))
    found = lax_linalg.qr(inexact("qr", a), pivoting=pivoting, full_matrices=mode != "economic")
    return found[1:] if mode == "r" else found


@recorded
def qr_multiply(
    a: ArrayLike,
    c: ArrayLike,
    mode: str = "right",
    pivoting: bool = False,
    conjugate: bool = False,
    overwrite_a: bool = False,
    overwrite_c: bool = False,
) -> tuple[Array, ...]:
    """(c Q, R) if mode is "right", (Q c, R) if "left", for the economic Q R of a; with pivoting
    also the permutation. c may be a vector. conjugate: use the conjugate of Q.

    >>> product, r = fjax.scipy.linalg.qr_multiply(jnp.array([[3.0], [4.0]]), jnp.ones((1, 2)))
    >>> product.shape
    (1, 1)
    """
    del overwrite_a, overwrite_c
    if mode not in ("left", "right"):
        raise errors.FjaxValueError(f"qr_multiply: mode must be 'left' or 'right', got {mode!r}")
    a, c = promote_inexact("qr_multiply", a, c)
    q, *rest = lax_linalg.qr(a, pivoting=pivoting, full_matrices=False)
    q = conjugated(q) if conjugate else q
    vector = c.aval.ndim == 1
    if vector:
        c = Reshape((c.aval.size, 1) if mode == "left" else (1, c.aval.size))(c)
    out = product(q, c) if mode == "left" else product(c, q)
    return (Reshape((out.aval.size,))(out) if vector else out, *rest)


@recorded
def polar(
    a: ArrayLike,
    side: str = "right",
    *,
    method: str = "qdwh",
    eps: float | None = None,
    max_iterations: int | None = None,
) -> tuple[Array, Array]:
    """The polar decomposition: (U, P) with a = U P, or a = P U for side "left".

    a: array of shape (..., m, n). U has orthonormal columns or rows, P is positive semi-definite.
    method, eps, max_iterations: accepted; a singular value decomposition serves.

    >>> u, p = fjax.scipy.linalg.polar(jnp.array([[0.0, -2.0], [2.0, 0.0]]))
    >>> p.round(6) + 0.0
    Array([[2., 0.],
           [0., 2.]], dtype=float64)
    """
    del eps, max_iterations
    if side not in ("right", "left") or method not in ("qdwh", "svd"):
        raise errors.FjaxValueError(
            f"polar: side {side!r} must be 'right' or 'left', method {method!r} 'qdwh' or 'svd'"
        )
    a = inexact("polar", a)
    u = _nearest_isometry(a)
    return u, product(adjoint(u), a) if side == "right" else product(a, adjoint(u))


@custom_jvp
def _nearest_isometry(a: Any) -> Any:
    u, _, vh = lax_linalg.svd(a, full_matrices=False)
    return product(u, vh)


@_nearest_isometry.defjvp
def _nearest_isometry_jvp(primals, tangents):
    """Sums of singular values divide, not differences: equal ones do no harm (Higham 2008, 8.3)."""
    a, t = primals[0], tangents[0]
    u, s, vh = lax_linalg.svd(a, full_matrices=False)
    s = convert_element_type(s, a.dtype)
    left, right = product(adjoint(u), t), product(t, adjoint(vh))
    inner = product(left, adjoint(vh))
    turn = (inner - adjoint(inner)) / (s[..., :, None] + s[..., None, :])
    moved = product(product(u, turn), vh)
    if a.shape[-2] > a.shape[-1]:
        moved = moved + product((right - product(u, inner)) / s[..., None, :], vh)
    elif a.shape[-2] < a.shape[-1]:
        moved = moved + product(u, (left - product(inner, vh)) / s[..., :, None])
    return product(u, vh), moved


# ---- Schur and Hessenberg forms


def schur(a: ArrayLike, output: str = "real") -> tuple[Array, Array]:
    """(T, Z) with a = Z T Z^H, T upper triangular: quasi-triangular for real a and output
    "real".

    >>> t, z = fjax.scipy.linalg.schur(jnp.array([[2.0, 1.0], [0.0, 3.0]]))
    >>> jnp.allclose(z @ t @ z.T, jnp.array([[2.0, 1.0], [0.0, 3.0]]))
    Array(True, dtype=bool)
    """
    a = inexact("schur", a)
    check_square("schur", a)
    if output not in ("real", "complex"):
        raise errors.FjaxValueError(
            f"Expected 'output' to be either 'real' or 'complex', got {output=}."
        )
    if output == "complex":
        a = convert_element_type(a, dtypes.complex_of(a.aval.dtype))
    return lax_linalg.schur(a)


@recorded
def rsf2csf(T: ArrayLike, Z: ArrayLike, check_finite: bool = True) -> tuple[Array, Array]:
    """A real Schur form (T, Z) as a complex, upper triangular one.

    >>> t, z = fjax.scipy.linalg.rsf2csf(jnp.array([[0.0, 1.0], [-1.0, 0.0]]), jnp.eye(2))
    >>> jnp.allclose(jnp.tril(t, -1), 0)
    Array(True, dtype=bool)
    """
    del check_finite
    T, Z = promote_inexact("rsf2csf", T, Z)
    if T.aval.shape != Z.aval.shape and T.aval.ndim == Z.aval.ndim == 2:
        raise errors.ShapeError(f"rsf2csf: T and Z must be of one shape, got {T.aval}, {Z.aval}")
    check_square("rsf2csf", T)
    dtype = dtypes.complex_of(T.aval.dtype)
    lead = operators.broadcast_shapes("rsf2csf", [T.aval.shape[:-2], Z.aval.shape[:-2]])
    T, Z = (
        convert_element_type(operators.broadcast_to_shape(x, (*lead, *x.aval.shape[-2:])), dtype)
        for x in (T, Z)
    )
    one = _rsf2csf
    for _ in lead:
        one = vmap(one)
    return one(T, Z)


def _rsf2csf(T: Any, Z: Any) -> tuple[Any, Any]:
    """Rotate away the subdiagonal entry of each 2x2 block, from the last block to the first."""
    n = T.shape[0]
    if n < 2:
        return T, Z
    row, column = iota(dtypes.int32, (n, 1), 0), iota(dtypes.int32, (1, n), 1)
    epsilon = float(dtypes.finfo(T.dtype).eps)

    def step(i: Any, both: tuple[Any, Any]) -> tuple[Any, Any]:
        T, Z = both
        m = n - 1 - i
        block = dynamic_slice(T, (m - 1, m - 1), (2, 2))
        below = block[1, 0]
        values = eigen.Eig(left=False, right=False)(block)[0] - block[1, 1]
        length = sqrt(abs(values[0]) ** 2 + abs(below) ** 2)
        needed = abs(below) > epsilon * (abs(block[0, 0]) + abs(block[1, 1]))
        safe = where(needed, length, np.ones((), length.dtype))
        c, s = (x / convert_element_type(safe, T.dtype) for x in (values[0], below))
        rotation = where(
            needed, stack([stack([conj(c), s]), stack([-s, c])]), identity((2, 2), T.dtype)
        )
        rows = dynamic_slice(T, (m - 1, 0), (2, n))
        rows = where(column >= m - 1, product(rotation, rows), rows)
        T = dynamic_update_slice(T, rows, (m - 1, 0))
        columns = dynamic_slice(T, (0, m - 1), (n, 2))
        columns = where(row <= m, product(columns, adjoint(rotation)), columns)
        T = dynamic_update_slice(T, columns, (0, m - 1))
        turned = product(dynamic_slice(Z, (0, m - 1), (n, 2)), adjoint(rotation))
        Z = dynamic_update_slice(Z, turned, (0, m - 1))
        T = where((row == m) & (column == m - 1), np.zeros((), T.dtype), T)
        return T, Z

    return fori_loop(0, n - 1, step, (T, Z))


@recorded
def hessenberg(
    a: ArrayLike, *, calc_q: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> Array | tuple[Array, Array]:
    """The upper Hessenberg form H, or (H, Q) with a = Q H Q^H if calc_q.

    >>> fjax.scipy.linalg.hessenberg(jnp.ones((2, 2)))
    Array([[1., 1.],
           [1., 1.]], dtype=float64)
    """
    del overwrite_a, check_finite
    a = inexact("hessenberg", a)
    n = check_square("hessenberg", a)
    form, taus = lax_linalg.hessenberg(a)
    h = upper_part(form, -1)
    if not calc_q:
        return h
    lead, dtype = a.aval.shape[:-2], a.aval.dtype
    if n == 1:
        return h, identity((*lead, 1, 1), dtype)
    rank = a.aval.ndim
    inner = lax_linalg.householder_product(part(form, slice(1, n), slice(0, n - 1)), taus)
    first = part(identity((*lead, n, n), dtype), columns=slice(0, 1))
    rest = Concatenate(rank - 2)(full((*lead, 1, n - 1), 0, dtype), inner)
    return h, Concatenate(rank - 1)(first, rest)
