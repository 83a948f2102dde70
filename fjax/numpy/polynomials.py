"""Polynomials as vectors of coefficients, the highest power first."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import typed_by_overloads
from fjax.core.plain_arguments import check_choice
from fjax.interpreters.recorded import recorded
from fjax.numpy import linalg
from fjax.numpy.arguments import constant, index, inexact, operand, operands
from fjax.numpy.calculus import convolve
from fjax.numpy.joining import concatenate, trim_zeros
from fjax.numpy.known import concrete
from fjax.numpy.matrices import diag, vander
from fjax.numpy.reductions import sum as sum_
from fjax.numpy.shaping import atleast_1d, expand_dims, ravel
from fjax.numpy.values import asarray
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.operators import promote_inexact
from fjax.primitives.structure import Reshape


def _coefficients(name: str, *ps: Any) -> list[Any]:
    found = [atleast_1d(p) for p in operators.promote(name, *operands(name, *ps))]
    for p in found:
        if p.aval.ndim > 1:
            raise errors.FjaxValueError(
                f"{name}: polynomials are vectors of coefficients, got {p.aval}"
            )
    return found


@recorded
def polyval(p: ArrayLike, x: ArrayLike, *, unroll: int = 16) -> Array:
    """The polynomial's values at x, by Horner's rule. `unroll` has no effect on the result.

    >>> jnp.polyval(jnp.array([1, 2, 3]), 10)
    Array(123, dtype=int64)
    """
    del unroll
    p, x = operators.promote("polyval", *operands("polyval", p, x))
    if not p.aval.shape:
        raise errors.ShapeError(f"polyval takes coefficients along an axis, got {p.aval}")
    out = lax.full_like(x, 0)
    for i in range(p.aval.shape[0]):
        out = out * x + lax.index_in_dim(p, i, 0, False)
    return out


def _aligned(name: str, a1: Any, a2: Any) -> list[Any]:
    """Two polynomials with equally many coefficients."""
    a1, a2 = _coefficients(name, a1, a2)
    n = max(a1.aval.size, a2.aval.size)
    return [lax.pad(a, constant(0, a.aval.dtype), [(n - a.aval.size, 0, 0)]) for a in (a1, a2)]


@recorded
def polyadd(a1: ArrayLike, a2: ArrayLike) -> Array:
    """The sum of two polynomials.

    >>> jnp.polyadd(jnp.array([1, 2]), jnp.array([3, 4, 5]))
    Array([3, 5, 7], dtype=int64)
    """
    return operators.add(*_aligned("polyadd", a1, a2))


@recorded
def polysub(a1: ArrayLike, a2: ArrayLike) -> Array:
    """The difference of two polynomials.

    >>> jnp.polysub(jnp.array([1, 2]), jnp.array([3, 4, 5]))
    Array([-3, -3, -3], dtype=int64)
    """
    return operators.subtract(*_aligned("polysub", a1, a2))


@recorded
def polymul(a1: ArrayLike, a2: ArrayLike, *, trim_leading_zeros: bool = False) -> Array:
    """The product of two polynomials; trim_leading_zeros needs concrete ones.

    >>> jnp.polymul(jnp.array([1, 1]), jnp.array([1, -1]))
    Array([ 1.,  0., -1.], dtype=float64)
    """
    a1, a2 = _coefficients("polymul", a1, a2)
    if trim_leading_zeros and (a1.aval.size > 1 or a2.aval.size > 1):
        a1, a2 = (trim_zeros(a, "f") for a in (a1, a2))
    a1, a2 = (full((1,), 0, a.aval.dtype) if a.aval.size == 0 else a for a in (a1, a2))
    a1, a2 = promote_inexact("polymul", a1, a2)
    return convolve(a1, a2, mode="full")


@recorded
def polydiv(u: ArrayLike, v: ArrayLike, *, trim_leading_zeros: bool = False) -> tuple[Array, Array]:
    """(quotient, remainder) of polynomials; the remainder keeps u's length unless trimmed.

    >>> jnp.polydiv(jnp.array([1.0, -3.0, 2.0]), jnp.array([1.0, -1.0]))
    (Array([ 1., -2.], dtype=float64), Array([0., 0., 0.], dtype=float64))
    """
    u, v = promote_inexact("polydiv", *_coefficients("polydiv", u, v))
    m, n = u.aval.size - 1, v.aval.size - 1
    lead = lax.index_in_dim(v, 0, 0, False)
    quotients = []
    for k in range(max(m - n + 1, 0)):
        d = lax.div(lax.index_in_dim(u, k, 0, False), lead)
        quotients.append(Reshape((1,))(d))
        u = u - lax.pad(d * v, constant(0, u.aval.dtype), [(k, m - n - k, 0)])
    q = concatenate(quotients) if quotients else full((1,), 0, u.aval.dtype)
    return q, trim_zeros(u, "f") if trim_leading_zeros else u


@recorded
def polyder(p: ArrayLike, m: int = 1) -> Array:
    """The m-th derivative of a polynomial.

    >>> jnp.polyder(jnp.array([1, 2, 3]))
    Array([2., 2.], dtype=float64)
    """
    (p,) = promote_inexact("polyder", operand("polyder", p))
    m = index("polyder", "m", m)
    if m < 0:
        raise errors.FjaxValueError("Order of derivative must be positive")
    if m == 0:
        return p
    n = p.aval.size
    if m >= n:
        return full((0,), 0, p.aval.dtype)
    factors = _derived(n, m)[: n - m]
    return lax.slice_in_dim(p, 0, n - m) * asarray(factors, p.aval.dtype)


@recorded
def polyint(p: ArrayLike, m: int = 1, k: ArrayLike | None = None) -> Array:
    """The m-th integral of a polynomial with integration constants k (0).

    >>> jnp.polyint(jnp.array([2.0, 2.0]), k=5)
    Array([1., 2., 5.], dtype=float64)
    """
    m = index("polyint", "m", m)
    if m < 0:
        raise errors.FjaxValueError("Order of integral must be positive (see polyder)")
    p, constants = promote_inexact("polyint", operand("polyint", p), asarray(0 if k is None else k))
    if m == 0:
        return p
    constants = atleast_1d(constants)
    if constants.aval.size not in (1, m):
        raise errors.FjaxValueError(
            f"k must be a scalar or a rank-1 array of length 1 or {m}, got {constants.aval}"
        )
    constants = operators.broadcast_to_shape(constants, (m,))
    joined = concatenate([p, constants])
    return joined / asarray(_derived(joined.aval.size, m), joined.aval.dtype)


def _derived(n: int, m: int) -> np.ndarray:
    """The factors of n monomials, the highest power first, derived m times or down to degree 0.

    They are what a derivative multiplies by, and what an integral divides by: a coefficient among
    the constants of integration is integrated as often as others follow it.
    """
    powers = np.arange(n - 1, -1, -1, dtype=np.float64)
    factors = np.ones(n)
    for i in range(m):
        left = n - i  # a monomial of degree 0 stays as it is
        factors[:left] *= np.maximum(powers[:left] - i, 1)
    return factors


@recorded
def poly(seq_of_zeros: ArrayLike) -> Array:
    """The polynomial x^n + … with these roots, or with a square matrix's eigenvalues as roots.

    >>> jnp.poly(jnp.array([1.0, 2.0]))
    Array([ 1., -3.,  2.], dtype=float64)
    """
    (zeros,) = promote_inexact("poly", operand("poly", seq_of_zeros))
    zeros = atleast_1d(zeros)
    if zeros.aval.ndim == 2 and zeros.aval.shape[0] == zeros.aval.shape[1] and zeros.aval.size:
        zeros = linalg.eigvals(zeros)
    if zeros.aval.ndim != 1:
        raise errors.FjaxValueError(
            f"input must be 1d or non-empty square 2d array, got {zeros.aval}"
        )
    dtype = zeros.aval.dtype
    if zeros.aval.size == 0:
        return constant(1, dtype)
    one, rest = full((1,), 1, dtype), full((0,), 1, dtype)
    for i in range(zeros.aval.size):  # the first coefficient is 1 whatever the roots are
        root = lax.slice_in_dim(zeros, i, i + 1)
        shifted = concatenate([one, rest]) * root
        rest = concatenate([rest, full((1,), 0, dtype)]) - shifted
    return concatenate([one, rest])


def roots(p: ArrayLike, *, strip_zeros: bool = True) -> Array:
    """The roots of a polynomial, as complex numbers: eigenvalues of its companion matrix.

    strip_zeros: leading zeros are left out, which needs a concrete p.

    >>> jnp.sort(jnp.roots(jnp.array([1.0, -3.0, 2.0])).real).round(6)
    Array([1., 2.], dtype=float64)
    """
    p = inexact("roots", operand("roots", p))
    if p.aval.ndim != 1 and p.aval.ndim != 0:
        raise errors.FjaxValueError(f"Input must be a rank-1 array, got {p.aval}")
    p = ravel(p)
    result = dtypes.complex_of(p.aval.dtype)
    if p.aval.size < 2:
        return full((0,), 0, result)
    if not strip_zeros:
        return _roots(p)
    known = np.flatnonzero(concrete("roots", "p with strip_zeros=True", p))
    if known.size == 0:
        return full((0,), 0, result)
    trailing = p.aval.size - 1 - int(known[-1])
    p = lax.slice_in_dim(p, int(known[0]), int(known[-1]) + 1)
    found = _roots(p) if p.aval.size > 1 else full((0,), 0, result)
    return concatenate([found, full((trailing,), 0, found.aval.dtype)])


def _roots(p: Any) -> Any:
    n = p.aval.size - 1
    top = -lax.slice_in_dim(p, 1, n + 1) / lax.index_in_dim(p, 0, 0, False)
    below = diag(full((n - 1,), 1, p.aval.dtype), -1) if n > 1 else full((1, 1), 0, p.aval.dtype)
    matrix = concatenate([expand_dims(top, 0), lax.slice_in_dim(below, 1, n)], 0)
    return linalg.eigvals(matrix)


@overload
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: int,
    rcond: float | None = None,
    full: Literal[False] = False,
    w: ArrayLike | None = None,
    cov: Literal[False] = False,
) -> Array: ...
@overload
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: int,
    rcond: float | None = None,
    full: bool = False,
    w: ArrayLike | None = None,
    cov: bool | str = False,
) -> tuple[Array, ...]: ...
@recorded
@typed_by_overloads
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False) -> Any:
    """The polynomial of degree `deg` that fits the points (x, y) best, in least squares.

    w: weights of the points. full: also residuals, rank, singular values and rcond. cov: also the
    covariance of the coefficients ("unscaled": as the weights give it).

    >>> x = jnp.arange(4.0)
    >>> jnp.polyfit(x, 3 * x + 1, 1).round(6)
    Array([3., 1.], dtype=float64)
    """
    deg = index("polyfit", "deg", deg)
    x, y = promote_inexact("polyfit", *operands("polyfit", x, y))
    if deg < 0:
        raise errors.FjaxValueError("expected deg >= 0")
    if x.aval.ndim != 1:
        raise errors.FjaxTypeError(f"expected 1D vector for x, got {x.aval}")
    if x.aval.size == 0:
        raise errors.FjaxTypeError("expected non-empty vector for x")
    if y.aval.ndim not in (1, 2):
        raise errors.FjaxTypeError(f"expected 1D or 2D array for y, got {y.aval}")
    if x.aval.shape[0] != y.aval.shape[0]:
        raise errors.FjaxTypeError(
            f"expected x and y to have same length, got {x.aval} and {y.aval}"
        )
    if rcond is None:
        rcond = x.aval.size * float(dtypes.finfo(x.aval.dtype).eps)
    left, right = vander(x, deg + 1), y
    if w is not None:
        left, right = _weighted(left, right, w, x)
    scale = lax.sqrt(sum_(left * left, 0))
    scaled = left / operators.broadcast_to_shape(scale, left.aval.shape)
    c, residuals, rank, singular = linalg.lstsq(scaled, right, rcond)
    c = c / (scale if c.aval.ndim == 1 else expand_dims(scale, 1))
    if full:
        return c, residuals, rank, singular, asarray(rcond)
    if not cov:
        return c
    if isinstance(cov, str):
        check_choice("polyfit: cov, if it is a word,", cov, ("unscaled",))
    inverse = linalg.inv(scaled.T @ scaled)
    inverse = inverse / (expand_dims(scale, 1) * expand_dims(scale, 0))
    if cov != "unscaled":
        free = x.aval.size - (deg + 1)
        if free <= 0:
            raise errors.FjaxValueError(
                "the number of data points must exceed order to scale the covariance matrix"
            )
        factor = residuals / free
        if y.aval.ndim == 2:
            return c, expand_dims(inverse, 2) * expand_dims(factor, (0, 1))
        inverse = inverse * expand_dims(factor, 0)
    return c, inverse


def _weighted(left: Any, right: Any, w: Any, x: Any) -> tuple[Any, Any]:
    (w,) = promote_inexact("polyfit", operand("polyfit", w))
    if w.aval.ndim != 1:
        raise errors.FjaxTypeError(f"expected a 1-d array for weights, got {w.aval}")
    if w.aval.shape[0] != x.aval.shape[0]:
        raise errors.FjaxTypeError(
            f"expected w and y to have the same length, got {w.aval} and {x.aval}"
        )
    column = expand_dims(w, 1)
    return left * column, right * (w if right.aval.ndim == 1 else column)
