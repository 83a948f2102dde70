"""Linear systems, inverses and determinants."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.lax.branches import cond
from fjax.numpy import reductions
from fjax.numpy.arguments import inexact, promote_inexact
from fjax.numpy.elementwise import abs as absolute
from fjax.numpy.elementwise import log, real, sign
from fjax.numpy.selection import where
from fjax.primitives import factorization, operators
from fjax.primitives.arithmetic import neg
from fjax.primitives.comparison import ne
from fjax.primitives.conversion import convert_element_type, stop_gradient
from fjax.primitives.families import describe
from fjax.primitives.generators import full, iota
from fjax.primitives.matrices import diagonal, identity, same_kind
from fjax.primitives.selection import select_n
from fjax.primitives.structure import Reshape, move_axis
from fjax.primitives.triangular import FactoredSolve, TriangularSolve


def check_square(name: str, a: Any) -> int:
    """The order of square matrices."""
    shape = a.aval.shape
    if len(shape) < 2 or shape[-1] != shape[-2]:
        raise errors.ShapeError(
            f"{name}: the last two axes must have the same length: square matrices of shape "
            f"(..., n, n); got {a.aval}"
        )
    return shape[-1]


@recorded
def solve(a: ArrayLike, b: ArrayLike) -> Array:
    """The solution x of a x = b.

    a: array of shape (..., n, n). b: array of shape (n,) or (..., n, k); leading axes broadcast.
    Returns an array like b. The derivative solves with the same factors again.

    >>> import fjax.numpy as jnp
    >>> jnp.linalg.solve(jnp.array([[2.0, 0.0], [0.0, 4.0]]), jnp.array([2.0, 2.0])).tolist()
    [1.0, 0.5]
    """
    a, b = promote_inexact("solve", a, b)
    n = check_square("solve", a)
    vector = b.aval.ndim == 1
    if b.aval.ndim == 0 or b.aval.shape[-1 if vector else -2] != n:
        raise errors.ShapeError(
            f"solve: the right-hand side must be of shape ({n},) or (..., {n}, k), got "
            f"{describe((a.aval, b.aval))}"
        )
    if vector:
        out = solve_stacks(a, Reshape((n, 1))(b))
        return Reshape(out.aval.shape[:-1])(out)
    return solve_stacks(a, b)


def solve_stacks(a: Any, b: Any, trans: int = 0) -> Array:
    """a x = b (or a^T, a^H for trans 1, 2) for stacks whose leading axes broadcast."""
    factors, pivots, _ = factorization.Lu()(stop_gradient(a))
    return solve_factored(a, factors, pivots, b, trans)


def solve_factored(a: Any, factors: Any, pivots: Any, b: Any, trans: int = 0) -> Array:
    """The same, given a's factors."""
    op = FactoredSolve(trans)
    left, right = a.aval.shape[:-2], b.aval.shape[:-2]
    if left == right:
        return op(a, factors, pivots, b)
    if not left:  # one matrix: all right-hand sides are columns of one
        n, k = b.aval.shape[-2:]
        columns = move_axis(Reshape((math.prod(right), n, k))(b), 0, 1)
        out = op(a, factors, pivots, Reshape((n, math.prod(right) * k))(columns))
        return Reshape(b.aval.shape)(move_axis(Reshape((n, math.prod(right), k))(out), 1, 0))
    lead = operators.broadcast_shapes("solve", [left, right])
    a, factors, b = (
        operators.broadcast_to_shape(x, (*lead, *x.aval.shape[-2:])) for x in (a, factors, b)
    )
    pivots = operators.broadcast_to_shape(pivots, (*lead, pivots.aval.shape[-1]))
    return op(a, factors, pivots, b)


@recorded
def inv(a: ArrayLike) -> Array:
    """The inverses of square matrices (..., n, n); infinite or NaN for singular ones.

    >>> jnp.linalg.inv(jnp.array([[2.0, 0.0], [0.0, 4.0]]))
    Array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float64)
    """
    a = inexact("inv", a)
    check_square("inv", a)
    return solve_stacks(a, identity(a.aval.shape, a.aval.dtype))


# ---- determinants


def _signs(pivots: Any, dtype: Any) -> Any:
    """-1 for each row interchange, 1 for a row that stays."""
    places = iota(pivots.aval.dtype, pivots.aval.shape, pivots.aval.ndim - 1)
    one = full(pivots.aval.shape, 1, dtype)
    return select_n(ne(pivots, places), one, neg(one))


@recorded
def det(a: ArrayLike) -> Array:
    """The determinants of square matrices (..., n, n).

    >>> jnp.linalg.det(jnp.array([[2.0, 0.0], [1.0, 3.0]]))
    Array(6., dtype=float64)
    """
    a = inexact("det", a)
    n = check_square("det", a)
    if n == 0:
        return full(a.aval.shape[:-2], 1, a.aval.dtype)
    if n == 1:
        return a[..., 0, 0]
    if n == 2:
        return a[..., 0, 0] * a[..., 1, 1] - a[..., 0, 1] * a[..., 1, 0]
    if n == 3:
        minors = [
            a[..., 1, j] * a[..., 2, k] - a[..., 1, k] * a[..., 2, j]
            for j, k in ((1, 2), (2, 0), (0, 1))
        ]
        return sum(
            (a[..., 0, i] * m for i, m in enumerate(minors[1:], 1)), a[..., 0, 0] * minors[0]
        )
    return _det(a)


@custom_jvp
def _det(a: Any) -> Any:
    """The determinant from LU factors."""
    factors, pivots, _ = factorization.Lu()(a)
    return reductions.prod(diagonal(factors) * _signs(pivots, a.dtype), axis=-1)


@_det.defjvp
def _det_jvp(primals, tangents):
    """d det(a) = trace(adj(a) da), right for singular matrices too.

    A pivot that vanishes before the last hides the adjugate. The columns are then mixed by a
    reflection: if the rank is n - 1, only the last pivot vanishes; if it is lower, all cofactors
    do.
    """
    a, t = primals[0], tangents[0]
    leading, out, change = _det_change(a, t)
    hidden = leading == 0
    return out, cond(reductions.any(hidden), _mixed_change, _same_change, hidden, a, t, change)


def _mixed_change(hidden: Any, a: Any, t: Any, change: Any) -> Any:
    return where(hidden, -_det_change(_reflected(a), _reflected(t))[2], change)


def _same_change(*operands: Any) -> Any:
    return operands[-1]


def _reflected(a: Any) -> Any:
    """a (I - 2 v v^T / |v|^2) of a v that is orthogonal to no null vector one is likely to meet."""
    v = np.cos(np.arange(1.0, a.shape[-1] + 1) ** 2)
    v = np.reshape(v / np.linalg.norm(v), (1,) * (a.ndim - 1) + v.shape).astype(a.dtype)
    return a - reductions.sum(a * v, axis=-1, keepdims=True) * (v + v)


def _det_change(a: Any, t: Any) -> tuple[Any, Any, Any]:
    """The product of all pivots but the last, the determinant, and its change along t.

    det(a) U^-1 y is found without dividing by U's last pivot, the one that vanishes when the rank
    is n - 1; the change is 0 where an earlier one vanishes.
    """
    factors, pivots, permutation = factorization.Lu()(a)
    pivot = diagonal(factors)
    signed = pivot * _signs(pivots, a.dtype)
    leading = reductions.prod(signed[..., :-1], axis=-1)
    out = leading * signed[..., -1]
    lower = TriangularSolve(left_side=True, lower=True, unit_diagonal=True)
    rows = lower(factors, factorization.permuted_rows(t, permutation))
    n = a.shape[-1]
    last = iota(dtypes.int32, (n, 1), 0) == n - 1
    scaled = rows * where(last, np.ones((), a.dtype), out[..., None, None])
    corner = last & (iota(dtypes.int32, (1, n), 1) == n - 1)
    singular = (leading == 0)[..., None, None]
    one = np.ones((), a.dtype)
    upper = where(corner, 1 / where(singular, one, leading[..., None, None]), factors)
    upper = where(singular, identity(a.shape, a.dtype), upper)
    change = TriangularSolve(left_side=True, lower=False)(upper, scaled)
    change = where(singular, np.zeros((), a.dtype), change)
    return leading, out, reductions.sum(diagonal(change), axis=-1)


def slogdet_of(a: Any) -> tuple[Any, Any]:
    """(sign, log of the modulus) of the determinants."""
    check_square("slogdet", a)
    return _slogdet(a)


def _two_by_two(a: Any, t: Any) -> Any:
    """The sum of elements of t, each times the cofactor of its place in a."""
    return (
        t[..., 0, 0] * a[..., 1, 1]
        - t[..., 0, 1] * a[..., 1, 0]
        - t[..., 1, 0] * a[..., 0, 1]
        + t[..., 1, 1] * a[..., 0, 0]
    )


def _scaled(a: Any) -> tuple[Any, Any, Any]:
    """2 x 2 matrices over their largest modulus, that, and their determinants, which so fit the
    dtype."""
    size = stop_gradient(reductions.max(absolute(a), axis=(-2, -1)))
    size = where((size == 0) | (size == np.inf), np.ones((), size.dtype), size)
    b = a / same_kind(size[..., None, None], a)
    return b, size, b[..., 0, 0] * b[..., 1, 1] - b[..., 0, 1] * b[..., 1, 0]


@custom_jvp
def _slogdet(a: Any) -> tuple[Any, Any]:
    if a.shape[-1] == 2:
        _, scale, out = _scaled(a)
        return sign(out), log(absolute(out)) + 2 * log(scale)
    factors, pivots, _ = factorization.Lu()(a)
    pivot = diagonal(factors)
    zero = reductions.any(pivot == 0, axis=-1)
    direction = reductions.prod(sign(pivot) * _signs(pivots, a.dtype), axis=-1)
    logarithm = reductions.sum(log(absolute(pivot)), axis=-1)
    return where(zero, np.zeros((), a.dtype), direction), where(zero, -np.inf, logarithm)


@_slogdet.defjvp
def _slogdet_jvp(primals, tangents):
    """d log|det(a)| = trace(a^-1 da)."""
    a, t = primals[0], tangents[0]
    direction, logarithm = _slogdet(a)
    if a.shape[-1] == 2:
        b, scale, out = _scaled(a)
        moved = _two_by_two(b, t) / (out * same_kind(scale, out))
    else:
        moved = reductions.sum(diagonal(factorization.solve(a, t)), axis=-1)
    if not dtypes.is_complex(a.dtype):
        return (direction, logarithm), (full(direction.shape, 0, direction.dtype), moved)
    turned = (moved - convert_element_type(real(moved), moved.dtype)) * direction
    return (direction, logarithm), (turned, real(moved))
