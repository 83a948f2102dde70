"""Linear systems with SciPy's names and arguments."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.batching import vmap
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.lax import fori_loop
from fjax.lax import linalg as lax_linalg
from fjax.numpy import linear_systems, reductions
from fjax.numpy.arguments import index, promote_inexact
from fjax.numpy.elementwise import abs as absolute
from fjax.numpy.elementwise import real
from fjax.numpy.linear_systems import check_square
from fjax.numpy.selection import where
from fjax.numpy.sorting import argsort
from fjax.primitives import factorization, operators
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.eigen import Eig
from fjax.primitives.families import describe
from fjax.primitives.generators import full
from fjax.primitives.matrices import adjoint, diagonal, identity, product, swapped
from fjax.primitives.structure import Reshape
from fjax.scipy.linalg.factorizations import cholesky, schur


@recorded
def inv(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> Array:
    """The inverses of square matrices.

    >>> fjax.scipy.linalg.inv(jnp.array([[2.0, 0.0], [0.0, 4.0]]))
    Array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float64)
    """
    del overwrite_a, check_finite
    return linear_systems.inv(a)


@recorded
def det(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> Array:
    """The determinants of square matrices.

    >>> fjax.scipy.linalg.det(jnp.array([[2.0, 0.0], [1.0, 3.0]]))
    Array(6., dtype=float64)
    """
    del overwrite_a, check_finite
    return linear_systems.det(a)


def _as_matrices(name: str, a: Any, b: Any) -> tuple[Any, bool]:
    """The right-hand side with leading axes like a's, and whether it was a vector."""
    n = check_square(name, a)
    vector = b.aval.ndim == 1
    if vector:
        b = Reshape((*b.aval.shape, 1))(b)
    if b.aval.ndim < 2 or b.aval.shape[-2] != n:
        raise errors.ShapeError(
            f"{name}: the right-hand side must be of shape ({n},) or (..., "
            f"{n}, k), got {describe((a.aval, b.aval))}"
        )
    return b, vector


def _broadcast_leads(a: Any, b: Any) -> tuple[Any, Any]:
    lead = operators.broadcast_shapes("solve", [a.aval.shape[:-2], b.aval.shape[:-2]])
    return tuple(operators.broadcast_to_shape(x, (*lead, *x.aval.shape[-2:])) for x in (a, b))


def _as_given(x: Any, vector: bool) -> Any:
    return Reshape(x.aval.shape[:-1])(x) if vector else x


@recorded
def solve(
    a: ArrayLike,
    b: ArrayLike,
    lower: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    debug: bool = False,
    check_finite: bool = True,
    assume_a: str = "gen",
) -> Array:
    """The solution x of a x = b.

    a: array of shape (..., n, n). b: array of shape (n,) or (..., n, k). assume_a: "gen", "sym",
    "her" or "pos" (positive definite: solved by a Cholesky factorization of one triangle). lower:
    which triangle. The others are accepted.

    >>> fjax.scipy.linalg.solve(jnp.array([[2.0, 0.0], [0.0, 4.0]]), jnp.ones(2))
    Array([0.5 , 0.25], dtype=float64)
    """
    del overwrite_a, overwrite_b, debug, check_finite
    if assume_a not in ("gen", "sym", "her", "pos"):
        raise errors.FjaxValueError(
            f"solve: assume_a must be 'gen', 'sym', 'her' or 'pos', got {assume_a!r}"
        )
    if assume_a != "pos":
        return linear_systems.solve(a, b)
    a, b = promote_inexact("solve", a, b)
    return cho_solve((cholesky(a, lower=lower), lower), b)


@recorded
def solve_triangular(
    a: ArrayLike,
    b: ArrayLike,
    trans: int | str = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    debug: Any = None,
    check_finite: bool = True,
) -> Array:
    """The solution x of op(a) x = b for triangular a.

    a: array of shape (..., n, n); one triangle is read. b: array of shape (n,) or (..., n, k).
    trans: 0 or "N" for a, 1 or "T" for its transpose, 2 or "C" for its conjugate transpose.
    lower: which triangle. unit_diagonal: take the diagonal as ones. The others are accepted.

    >>> a = jnp.array([[2.0, 0.0], [1.0, 1.0]])
    >>> fjax.scipy.linalg.solve_triangular(a, jnp.ones(2), lower=True)
    Array([0.5, 0.5], dtype=float64)
    """
    del overwrite_b, debug, check_finite
    names = {
        0: (False, False),
        "N": (False, False),
        1: (True, False),
        "T": (True, False),
        2: (True, True),
        "C": (True, True),
    }
    if trans not in names:
        raise errors.FjaxValueError(f"Invalid 'trans' value {trans}: 0, 1, 2, 'N', 'T' or 'C'")
    transpose, conjugate = names[trans]
    a, b = promote_inexact("solve_triangular", a, b)
    b, vector = _as_matrices("solve_triangular", a, b)
    a, b = _broadcast_leads(a, b)
    out = lax_linalg.triangular_solve(
        a,
        b,
        left_side=True,
        lower=lower,
        transpose_a=transpose,
        conjugate_a=conjugate,
        unit_diagonal=unit_diagonal,
    )
    return _as_given(out, vector)


def cho_solve(
    c_and_lower: tuple[ArrayLike, bool],
    b: ArrayLike,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Array:
    """The solution x of a x = b, given (c, lower) = cho_factor(a).

    >>> factor = fjax.scipy.linalg.cho_factor(4 * jnp.eye(2))
    >>> fjax.scipy.linalg.cho_solve(factor, jnp.ones(2))
    Array([0.25, 0.25], dtype=float64)
    """
    del overwrite_b, check_finite
    if not isinstance(c_and_lower, tuple | list) or len(c_and_lower) != 2:
        raise errors.FjaxTypeError(
            "cho_solve takes the pair (c, lower) that cho_factor(a) gives, then b"
        )
    c, lower = c_and_lower
    c, b = promote_inexact("cho_solve", c, b)
    b, vector = _as_matrices("cho_solve", c, b)
    c, b = _broadcast_leads(c, b)
    first = lax_linalg.triangular_solve(
        c, b, left_side=True, lower=lower, transpose_a=not lower, conjugate_a=not lower
    )
    out = lax_linalg.triangular_solve(
        c, first, left_side=True, lower=lower, transpose_a=lower, conjugate_a=lower
    )
    return _as_given(out, vector)


def lu_solve(
    lu_and_piv: tuple[ArrayLike, ArrayLike],
    b: ArrayLike,
    trans: int = 0,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Array:
    """The solution x of op(a) x = b, given (lu, pivots) = lu_factor(a).

    trans: 0 for a, 1 for its transpose, 2 for its conjugate transpose.

    >>> factors = fjax.scipy.linalg.lu_factor(jnp.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> fjax.scipy.linalg.lu_solve(factors, jnp.ones(2))
    Array([0.5 , 0.25], dtype=float64)
    """
    del overwrite_b, check_finite
    trans = index("lu_solve", "trans", trans)
    if trans not in (0, 1, 2):
        raise errors.FjaxValueError(f"'trans' value must be 0, 1, or 2, got {trans}")
    factors, pivots = lu_and_piv
    factors, b = promote_inexact("lu_solve", factors, b)
    b, vector = _as_matrices("lu_solve", factors, b)
    permutation = lax_linalg.lu_pivots_to_permutation(pivots, factors.aval.shape[-1])
    lead = operators.broadcast_shapes("lu_solve", [factors.aval.shape[:-2], b.aval.shape[:-2]])
    permutation = operators.broadcast_to_shape(permutation, (*lead, permutation.aval.shape[-1]))
    factors, b = _broadcast_leads(factors, b)
    return _as_given(_factored(factors, permutation, b, trans), vector)


def _factored(factors: Any, permutation: Any, b: Any, trans: int) -> Any:
    """Two triangular solves and a permutation; derivatives reach the factors."""
    options = {"left_side": True, "transpose_a": trans > 0, "conjugate_a": trans == 2}

    def lower(x: Any) -> Any:
        return lax_linalg.triangular_solve(factors, x, lower=True, unit_diagonal=True, **options)

    def upper(x: Any) -> Any:
        return lax_linalg.triangular_solve(factors, x, lower=False, **options)

    if trans == 0:
        return upper(lower(factorization.permuted_rows(b, permutation)))
    inverse = argsort(permutation)
    return factorization.permuted_rows(lower(upper(b)), inverse)


def solve_sylvester(
    A: ArrayLike, B: ArrayLike, C: ArrayLike, *, method: str = "schur", tol: float = 1e-08
) -> Array:
    """The solution X of A X + X B = C.

    A: array of shape (m, m). B: array of shape (n, n). C: array of shape (m, n). method: "schur",
    or "eigen" for diagonalisable A and B. tol: if an eigenvalue of A comes this close to one of -B,
    the result is NaN.

    >>> fjax.scipy.linalg.solve_sylvester(jnp.eye(2), jnp.eye(2), jnp.ones((2, 2))).round(6)
    Array([[0.5, 0.5],
           [0.5, 0.5]], dtype=float64)
    """
    A, B, C = promote_inexact("solve_sylvester", A, B, C)
    m, n = check_square("solve_sylvester", A), check_square("solve_sylvester", B)
    if C.aval.shape[-2:] != (m, n):
        raise errors.ShapeError(
            "solve_sylvester: operands must be of shapes (..., m, m), (..., "
            "n, n), "
            f"(..., m, n), got {describe((A.aval, B.aval, C.aval))}"
        )
    if method not in ("schur", "eigen"):
        raise errors.FjaxValueError(
            f"solve_sylvester: method must be 'schur' or 'eigen', got {method!r}"
        )
    lead = operators.broadcast_shapes("solve_sylvester", [x.aval.shape[:-2] for x in (A, B, C)])
    A, B, C = (operators.broadcast_to_shape(x, (*lead, *x.aval.shape[-2:])) for x in (A, B, C))
    solve_one: Any = functools.partial(_sylvester, method, tol)
    for _ in lead:
        solve_one = vmap(solve_one)
    return solve_one(A, B, C)


def _sylvester(method: str, tol: float, A: Any, B: Any, C: Any) -> Any:
    """The solution for one set of matrices."""
    dtype = dtypes.complex_of(A.aval.dtype)
    C_complex = convert_element_type(C, dtype)
    if method == "eigen":
        found, sums = _sylvester_by_eigenvectors(A, B, C_complex)
    else:
        found, sums = _sylvester_by_schur(A, B, C_complex)
    if not dtypes.is_complex(C.aval.dtype):
        found = real(found)
    singular = reductions.any(absolute(sums) < tol)
    return where(singular, np.full((), np.nan, found.aval.dtype), found)


def _sylvester_by_eigenvectors(A: Any, B: Any, C: Any) -> tuple[Any, Any]:
    (d, v), (e, w) = (Eig(left=False, right=True)(x) for x in (A, B))
    sums = d[:, None] + e[None, :]
    inner = product(v, product(factorization.solve(v, C), w) / sums)
    return swapped(factorization.solve(swapped(w), swapped(inner))), sums


def _sylvester_by_schur(A: Any, B: Any, C: Any) -> tuple[Any, Any]:
    """Column after column of the unknown, in the bases that make A and B triangular."""
    (R, U), (S, V) = (schur(x, output="complex") for x in (A, B))
    right = product(product(adjoint(U), C), V)
    m, n = right.aval.shape
    eye = identity((m, m), right.aval.dtype)

    def step(k: Any, Y: Any) -> Any:
        column = S[:, k]
        rest = right[:, k] - product(Y, column[:, None])[:, 0]
        found = lax_linalg.triangular_solve(R + S[k, k] * eye, rest, left_side=True)
        return Y.at[:, k].set(found)

    Y = fori_loop(0, n, step, full((m, n), 0, right.aval.dtype))
    sums = diagonal(R)[:, None] + diagonal(S)[None, :]
    return product(product(U, Y), adjoint(V)), sums
