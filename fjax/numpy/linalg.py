"""Linear algebra with NumPy's names; matrices are the last two axes, the others are batch axes."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, overload

import numpy as np

from fjax import absent, errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import typed_by_overloads
from fjax.core.plain_arguments import check_choice
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.lax import linalg as lax_linalg
from fjax.numpy import products, reductions, shaping
from fjax.numpy.arguments import index, inexact, operand, promote_inexact
from fjax.numpy.linalg_products import (
    cross,
    diagonal,
    matmul,
    matrix_transpose,
    multi_dot,
    outer,
    tensordot,
    trace,
    vecdot,
)
from fjax.numpy.linear_systems import check_square, det, inv, slogdet_of, solve
from fjax.numpy.norms import cond, matrix_norm, matrix_rank, norm, svdvals, vector_norm
from fjax.numpy.selection import take_along_axis, where
from fjax.numpy.sorting import argsort
from fjax.primitives import eigen, factorization, operators
from fjax.primitives.conversion import convert_element_type, stop_gradient
from fjax.primitives.families import describe
from fjax.primitives.generators import full
from fjax.primitives.matrices import adjoint, conjugated, identity, product, swapped
from fjax.primitives.structure import Reshape

__all__ = [
    "EigResult",
    "EighResult",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]


class EigResult(NamedTuple):
    """What eig returns.

    >>> jnp.linalg.eig(jnp.diag(jnp.array([2.0, 3.0]))).eigenvalues.real
    Array([2., 3.], dtype=float64)
    """

    eigenvalues: Array
    eigenvectors: Array


class EighResult(NamedTuple):
    """What eigh returns.

    >>> jnp.linalg.eigh(jnp.diag(jnp.array([3.0, 2.0]))).eigenvalues
    Array([2., 3.], dtype=float64)
    """

    eigenvalues: Array
    eigenvectors: Array


class QRResult(NamedTuple):
    """What qr returns.

    >>> jnp.linalg.qr(jnp.ones((3, 2))).Q.shape
    (3, 2)
    """

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """What slogdet returns.

    >>> jnp.linalg.slogdet(-jnp.eye(3)).sign
    Array(-1., dtype=float64)
    """

    sign: Array
    logabsdet: Array


class SVDResult(NamedTuple):
    """What svd returns.

    >>> jnp.linalg.svd(jnp.ones((3, 2))).U.shape
    (3, 3)
    """

    U: Array
    S: Array
    Vh: Array


# ---- factorizations


@recorded
def cholesky(a: ArrayLike, *, upper: bool = False, symmetrize_input: bool = True) -> Array:
    """The lower triangular L with L L^H = a (the upper U with U^H U = a if `upper`).

    a: array of shape (..., n, n), Hermitian and positive definite; NaN where it is not.
    symmetrize_input: replace a by (a + a^H) / 2 first.

    >>> jnp.linalg.cholesky(jnp.array([[4.0, 2.0], [2.0, 5.0]]))
    Array([[2., 0.],
           [1., 2.]], dtype=float64)
    """
    a = inexact("cholesky", a)
    check_square("cholesky", a)
    if upper and not symmetrize_input:
        a = adjoint(a)
    factor = lax_linalg.cholesky(a, symmetrize_input=symmetrize_input)
    return adjoint(factor) if upper else factor


@overload
def qr(a: ArrayLike, mode: Literal["r"]) -> Array: ...
@overload
def qr(
    a: ArrayLike, mode: Literal["reduced", "complete", "full", "raw"] = "reduced"
) -> QRResult: ...
@overload
def qr(a: ArrayLike, mode: str) -> QRResult | Array: ...
@recorded
def qr(a: ArrayLike, mode: str = "reduced") -> QRResult | Array:
    """The QR factorization of matrices (..., m, n).

    mode: "reduced" for Q (m, k) and R (k, n), k = min(m, n); "complete" (or "full") for Q (m, m)
    and R (m, n); "r" for R alone; "raw" for LAPACK's reflectors, transposed, and their factors.

    Returns (Q, R) with a = Q R.

    >>> q, r = jnp.linalg.qr(jnp.array([[3.0, 1.0], [4.0, 2.0]]))
    >>> jnp.allclose(q @ r, jnp.array([[3.0, 1.0], [4.0, 2.0]]))
    Array(True, dtype=bool)
    """
    a = inexact("qr", a)
    check_choice("qr: mode", mode, ("reduced", "complete", "full", "r", "raw"))
    if mode == "raw":
        reflectors, taus = factorization.Geqrf()(a)
        return QRResult(swapped(reflectors), taus)
    if mode == "r":
        return factorization.Qr(full_matrices=False, compute_q=False)(a)[0]
    return QRResult(*factorization.Qr(full_matrices=mode in ("complete", "full"))(a))


@overload
def svd(
    a: ArrayLike,
    full_matrices: bool = True,
    compute_uv: Literal[True] = True,
    hermitian: bool = False,
    subset_by_index: tuple[int, int] | None = None,
) -> SVDResult: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: bool = True,
    compute_uv: bool = True,
    hermitian: bool = False,
    subset_by_index: tuple[int, int] | None = None,
) -> Array: ...
@recorded
@typed_by_overloads
def svd(a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None) -> Any:
    """The singular value decomposition of matrices (..., m, n).

    full_matrices: U (m, m) and Vh (n, n), else (m, k) and (k, n), k = min(m, n). compute_uv:
    whether to compute U and Vh. hermitian: a is Hermitian, and faster methods may serve.
    subset_by_index: a range (start, stop) of the values, without full_matrices.

    Returns (U, S, Vh) with a = U diag(S) Vh, or S alone; S descends.

    >>> u, s, vh = jnp.linalg.svd(jnp.array([[3.0, 0.0], [0.0, -4.0]]))
    >>> s
    Array([4., 3.], dtype=float64)
    """
    a = inexact("svd", a)
    if hermitian:
        if subset_by_index is not None:
            raise errors.FjaxValueError("svd: subset_by_index does not go with hermitian=True")
        return _hermitian_svd(a, compute_uv)
    found = lax_linalg.svd(
        a, full_matrices=full_matrices, compute_uv=compute_uv, subset_by_index=subset_by_index
    )
    return SVDResult(*found) if compute_uv else found


def _hermitian_svd(a: Any, compute_uv: bool) -> Any:
    """Singular values are the moduli of eigenvalues; their signs go into Vh."""
    vectors, values = lax_linalg.eigh(a)
    sizes = abs(values)
    order = argsort(sizes, descending=True)
    sizes = take_along_axis(sizes, order, -1)
    if not compute_uv:
        return sizes
    u = factorization.permuted_columns(vectors, order)
    signs = where(take_along_axis(values, order, -1) < 0, -1.0, 1.0)
    signs = convert_element_type(signs, u.aval.dtype)
    return SVDResult(u, sizes, adjoint(u * signs[..., None, :]))


@recorded
def eig(a: ArrayLike) -> EigResult:
    """(eigenvalues, eigenvectors) of square matrices, complex, in no particular order.

    The vectors are columns. Derivatives: use eigvals, or lax.linalg.eig with
    enable_eigvec_derivs=True.

    >>> values, vectors = jnp.linalg.eig(jnp.array([[0.0, 1.0], [-1.0, 0.0]]))
    >>> jnp.sort(values.imag)
    Array([-1.,  1.], dtype=float64)
    """
    a = inexact("eig", a)
    check_square("eig", a)
    values, vectors = eigen.Eig(left=False, right=True)(a)
    return EigResult(values, vectors)


@recorded
def eigvals(a: ArrayLike) -> Array:
    """The eigenvalues of square matrices, complex, in no particular order.

    >>> jnp.linalg.eigvals(jnp.array([[2.0, 0.0], [0.0, 3.0]])).real
    Array([2., 3.], dtype=float64)
    """
    a = inexact("eigvals", a)
    check_square("eigvals", a)
    return eigen.Eig(left=False, right=False)(a)[0]


def _triangle(uplo: Any) -> bool:
    """Whether UPLO asks for the lower triangle."""
    if uplo is None or uplo == "L":
        return True
    if uplo == "U":
        return False
    raise errors.FjaxValueError(f"UPLO must be one of None, 'L', or 'U', got {uplo}")


@recorded
def eigh(a: ArrayLike, UPLO: str | None = None, symmetrize_input: bool = True) -> EighResult:
    """(eigenvalues, eigenvectors) of Hermitian matrices; values ascend, vectors are columns.

    UPLO: "L" or "U", the triangle that is read if symmetrize_input is off. symmetrize_input:
    replace a by (a + a^H) / 2 first.

    >>> values, vectors = jnp.linalg.eigh(jnp.array([[2.0, 1.0], [1.0, 2.0]]))
    >>> values
    Array([1., 3.], dtype=float64)
    """
    a = inexact("eigh", a)
    check_square("eigh", a)
    vectors, values = lax_linalg.eigh(a, lower=_triangle(UPLO), symmetrize_input=symmetrize_input)
    return EighResult(values, vectors)


@recorded
def eigvalsh(a: ArrayLike, UPLO: str = "L", *, symmetrize_input: bool = True) -> Array:
    """The eigenvalues of Hermitian matrices, ascending; arguments as for `eigh`.

    >>> jnp.linalg.eigvalsh(jnp.array([[2.0, 1.0], [1.0, 2.0]]))
    Array([1., 3.], dtype=float64)
    """
    a = inexact("eigvalsh", a)
    check_square("eigvalsh", a)
    lower = _triangle(UPLO)
    return eigen.Eigvalsh(lower)(lax_linalg.symmetrized(a) if symmetrize_input else a)[0]


# ---- determinants, inverses, least squares


@recorded
def slogdet(a: ArrayLike, *, method: str | None = None) -> SlogdetResult:
    """(sign, logabsdet) with det(a) = sign * exp(logabsdet), for square matrices (..., n, n).

    method: accepted; LU factors serve every case.

    >>> sign, logabsdet = jnp.linalg.slogdet(jnp.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> float(sign), float(logabsdet)
    (-1.0, 0.0)
    """
    if method not in (None, "lu", "qr"):
        raise errors.FjaxValueError(f"Unknown slogdet method '{method}': there are 'lu' and 'qr'")
    return SlogdetResult(*slogdet_of(inexact("slogdet", a)))


@recorded
def pinv(
    a: ArrayLike,
    rtol: ArrayLike | None = None,
    hermitian: bool = False,
    *,
    rcond: ArrayLike | None = None,
) -> Array:
    """The pseudo-inverses of matrices (..., m, n).

    rtol (or rcond): singular values up to rtol times the greatest count as zero; by default
    10 * max(m, n) * epsilon. hermitian: a is Hermitian.

    >>> jnp.linalg.pinv(jnp.array([[2.0, 0.0], [0.0, 0.0]]))
    Array([[0.5, 0. ],
           [0. , 0. ]], dtype=float64)
    """
    if rcond is not None:
        if rtol is not None:
            raise errors.FjaxValueError("pinv: only one of rtol and rcond may be specified.")
        rtol = rcond
    a = inexact("pinv", a)
    if a.ndim < 2:
        raise errors.ShapeError(f"pinv takes matrices in the last two axes, got {a.aval}")
    return _pinv(a, rtol, hermitian)


@functools.partial(custom_jvp, nondiff_argnums=(1, 2))
def _pinv(a: Any, rtol: Any, hermitian: bool) -> Any:
    m, n = a.shape[-2:]
    if m == 0 or n == 0:
        return full((*a.shape[:-2], n, m), 0, a.dtype)
    if rtol is None:
        rtol = 10.0 * max(m, n) * float(dtypes.finfo(a.dtype).eps)
    u, values, vh = svd(a, full_matrices=False, hermitian=hermitian)
    bound = (
        operators.multiply(rtol, values[..., 0])
        if np.ndim(rtol) == 0
        else (operand("pinv", rtol) * values[..., 0])
    )
    kept = values > bound[..., None]
    inverse = where(kept, 1 / where(kept, values, np.ones((), values.dtype)), 0.0)
    inverse = convert_element_type(inverse, a.dtype)
    return conjugated(swapped(product(u * inverse[..., None, :], vh)))


@_pinv.defjvp
def _pinv_jvp(rtol, hermitian, primals, tangents):
    a, t = primals[0], tangents[0]
    p = _pinv(a, rtol, hermitian)
    if hermitian:
        a, t = lax_linalg.symmetrized(a), lax_linalg.symmetrized(t)
    return p, _pinv_change(p, a, t)


def _pinv_change(p: Any, a: Any, t: Any) -> Any:
    """How the pseudo-inverse p of a moves along t (Golub and Pereyra 1973), for a fixed rank."""
    if a.shape[-2] >= a.shape[-1]:  # no product is larger than the smaller side's square
        first = product(product(p, adjoint(p)), adjoint(t))
        second = product(product(adjoint(t), adjoint(p)), p)
        moved = first - product(product(first, a), p) + second - product(product(p, a), second)
        return moved - product(product(p, t), p)
    first = product(p, product(adjoint(p), adjoint(t)))
    second = product(adjoint(t), product(adjoint(p), p))
    moved = first - product(first, product(a, p)) + second - product(p, product(a, second))
    return moved - product(p, product(t, p))


@recorded
def lstsq(
    a: ArrayLike, b: ArrayLike, rcond: ArrayLike | None = None, *, numpy_resid: bool = False
) -> tuple[Array, Array, Array, Array]:
    """The least-squares solution of a x = b.

    a: array of shape (m, n). b: array of shape (m,) or (m, k). rcond: singular values below rcond
    times the greatest count as zero. numpy_resid: give an empty array of residuals where numpy
    does.

    Returns (x, residuals, rank, singular values).

    >>> a = jnp.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> x, residuals, rank, singular_values = jnp.linalg.lstsq(a, jnp.array([1.0, 3.0, 5.0]))
    >>> x.round(6)
    Array([1., 2.], dtype=float64)
    """
    a, b = promote_inexact("lstsq", a, b)
    if a.aval.ndim != 2 or b.aval.ndim not in (1, 2):
        raise errors.FjaxTypeError(
            f"lstsq: operands must be of shapes (m, n) and (m,) or (m, k), got "
            f"{describe((a.aval, b.aval))}"
        )
    if a.aval.shape[0] != b.aval.shape[0]:
        raise errors.FjaxValueError(
            f"lstsq: Leading dimensions of input arrays must match, got "
            f"{describe((a.aval, b.aval))}"
        )
    right = b if b.aval.ndim == 2 else b[:, None]
    m, n = a.aval.shape
    kind = dtypes.real_part(a.aval.dtype)
    if m == 0 or n == 0:
        x = full((n, right.aval.shape[1]), 0, a.aval.dtype)
        rank, values = full((), 0, dtypes.default_int()), full((0,), 0, kind)
    else:
        x, rank, values = _least_squares(a, right, rcond)
    if numpy_resid and (m <= n or int(rank) < n):
        residuals = full((0,), 0, kind)
    else:
        residuals = norm(right - product(a, x), axis=0) ** 2
    return (x if b.aval.ndim == 2 else x[:, 0]), residuals, rank, values


def _least_squares(a: Any, b: Any, rcond: Any) -> tuple[Any, Any, Any]:
    u, values, vh = svd(a, full_matrices=False)
    epsilon = float(dtypes.finfo(a.aval.dtype).eps)
    if rcond is None:
        rcond = epsilon * max(a.aval.shape)
    else:
        rcond = where(operand("lstsq", rcond) < 0, epsilon, rcond)
    kept = (values > 0) & (values >= rcond * values[0])
    inverse = where(kept, 1 / where(kept, values, np.ones((), values.dtype)), 0.0)
    inverse = convert_element_type(inverse, a.aval.dtype)
    factors = (stop_gradient(x) for x in (u, inverse, vh))
    return _solved(a, b, *factors), reductions.sum(kept), values


@custom_jvp
def _solved(a: Any, b: Any, u: Any, inverse: Any, vh: Any) -> Any:
    """a's pseudo-inverse times b, by factors of a."""
    return product(adjoint(vh), inverse[:, None] * product(adjoint(u), b))


@_solved.defjvp
def _solved_jvp(primals, tangents):
    a, b, *factors = primals
    p = _pinv_of_factors(a, *factors)
    moved = product(_pinv_change(p, a, tangents[0]), b) + product(p, tangents[1])
    return _solved(*primals), moved


@custom_jvp
def _pinv_of_factors(a: Any, u: Any, inverse: Any, vh: Any) -> Any:
    """a's pseudo-inverse. Its slopes need no differences of singular values, as those of u do."""
    return product(adjoint(vh) * inverse, adjoint(u))


@_pinv_of_factors.defjvp
def _pinv_of_factors_jvp(primals, tangents):
    p = _pinv_of_factors(*primals)
    return p, _pinv_change(p, primals[0], tangents[0])


@recorded
def matrix_power(a: ArrayLike, n: int) -> Array:
    """The n-th powers of square matrices; negative n takes the inverse first.

    >>> jnp.linalg.matrix_power(jnp.array([[1, 1], [0, 1]]), 5)
    Array([[1, 5],
           [0, 1]], dtype=int64)
    """
    a = operand("matrix_power", a)
    order = check_square("matrix_power", a)
    n = index("matrix_power", "n", n)
    if n < 0:
        a, n = inv(a), -n
    if n == 0:
        return identity((*a.aval.shape[:-2], order, order), a.aval.dtype)
    power: Array = a
    out: Any = None
    while n:
        if n & 1:
            out = power if out is None else products.matmul(out, power)
        n >>= 1
        if n:
            power = products.matmul(power, power)
    return out


@recorded
def tensorinv(a: ArrayLike, ind: int = 2) -> Array:
    """The inverse of a as a map between products of axes: the first `ind` axes and the others.

    >>> jnp.linalg.tensorinv(jnp.eye(6).reshape(2, 3, 6), ind=2).shape
    (6, 2, 3)
    """
    a = inexact("tensorinv", a)
    ind = index("tensorinv", "ind", ind)
    if ind <= 0:
        raise errors.FjaxValueError(f"tensorinv: ind must be a positive integer; got {ind=}")
    first, rest = a.aval.shape[:ind], a.aval.shape[ind:]
    n = int(np.prod(rest, dtype=int))
    if int(np.prod(first, dtype=int)) != n:
        raise errors.ShapeError(
            f"tensorinv: the product of the first {ind} axes of {a.aval} must be that of the others"
        )
    return Reshape((*rest, *first))(inv(Reshape((n, n))(a)))


@recorded
def tensorsolve(a: ArrayLike, b: ArrayLike, axes: Sequence[int] | None = None) -> Array:
    """The x with tensordot(a, x, x.ndim) = b; `axes` of a are moved to its end first.

    >>> jnp.linalg.tensorsolve(2 * jnp.eye(4).reshape(2, 2, 4), jnp.ones((2, 2)))
    Array([0.5, 0.5, 0.5, 0.5], dtype=float64)
    """
    a, b = promote_inexact("tensorsolve", a, b)
    if axes is not None:
        moved = tuple(index("tensorsolve", "axes", i) % a.aval.ndim for i in axes)
        a = shaping.transpose(a, (*[i for i in range(a.aval.ndim) if i not in moved], *moved))
    unknown = a.aval.shape[b.aval.ndim :]
    n = int(np.prod(unknown, dtype=int))
    if a.aval.shape[: b.aval.ndim] != b.aval.shape or b.aval.size != n:
        raise errors.ShapeError(
            "tensorsolve: a must have b's axes first, and the others must hold as many elements; "
            f"got {describe((a.aval, b.aval))}"
        )
    return Reshape(unknown)(solve(Reshape((n, n))(a), Reshape((n,))(b)))


absent.answer_for(__name__)
