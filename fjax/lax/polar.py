"""The polar decomposition by an iteration that needs products and factorizations only."""

from __future__ import annotations

from typing import Any

from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError, ShapeError
from fjax.lax.axes import array_of, static_int
from fjax.lax.control_flow import while_loop
from fjax.lax.elementwise import abs as modulus
from fjax.lax.elementwise import (
    bitwise_and,
    bitwise_not,
    convert_element_type,
    gt,
    lt,
    rsqrt,
    select,
    sqrt,
)
from fjax.lax.reductions import reduce_max, reduce_sum
from fjax.lax.shaping import concatenate, full_like
from fjax.lax.slicing import slice_in_dim
from fjax.primitives.factorization import Cholesky, Qr
from fjax.primitives.matrices import adjoint, identity
from fjax.primitives.triangular import TriangularSolve

__all__ = ["qdwh"]

LARGEST_BY_CHOLESKY = 100.0  # of the weight c: above it I + c U^H U is too ill-conditioned


def qdwh(
    x: ArrayLike,
    *,
    is_hermitian: bool = False,
    max_iterations: int | None = None,
    eps: float | None = None,
    dynamic_shape: Any = None,
) -> tuple[Array, Array, Array, Array]:
    """The polar decomposition x = U H by dynamically weighted Halley iterations.

    `fjax.scipy.linalg.polar` gives the same by a singular value decomposition, which a CPU does
    faster. Source: Nakatsukasa, Bai, Gygi, "Optimizing Halley's iteration for computing the matrix
    polar decomposition", SIAM J. Matrix Anal. Appl. 31 (2010).

    Args:
      x: array of shape (m, n), m >= n, of full rank.
      is_hermitian: accepted; it changes nothing.
      max_iterations: 10 unless given.
      eps: iterations end when one changes U by less than (5 eps) ** (1/3); the dtype's own unless
        given.
      dynamic_shape: must be None: slice x to the shape that counts.

    Returns (U, H, number of iterations, whether they converged): U of shape (m, n) with orthonormal
    columns, H Hermitian and positive semidefinite.

    >>> import numpy as np
    >>> u, h, _, converged = qdwh(np.array([[0.0, -2.0], [3.0, 0.0]]))
    >>> np.allclose(u, [[0, -1], [1, 0]]), np.allclose(h, [[3, 0], [0, 2]]), bool(converged)
    (True, True, True)
    """
    del is_hermitian
    x = array_of(x)
    if x.ndim != 2 or x.shape[0] < x.shape[1]:
        raise ShapeError(
            f"qdwh: expected a matrix with at least as many rows as columns, got "
            f"{x.aval}; decompose its adjoint"
        )
    if dynamic_shape is not None:
        raise FjaxValueError(
            "qdwh: dynamic_shape is not supported; slice x to the shape that counts"
        )
    limit = 10 if max_iterations is None else static_int("qdwh", "max_iterations", max_iterations)
    eps = float(dtypes.finfo(x.dtype).eps) if eps is None else float(eps)
    u, number, converged = _unitary_factor(x, limit, eps)
    u = 1.5 * u - 0.5 * (u @ (adjoint(u) @ u))  # a step of Newton and Schulz's, for accuracy
    h = adjoint(u) @ x
    return u, (h + adjoint(h)) / 2, number, converged


def _unitary_factor(x: Any, limit: int, eps: float) -> tuple[Any, Any, Any]:
    """(U, number of iterations, converged), from x scaled to singular values in (0, 1]."""
    bound = rsqrt(_largest_sum(x, 0)) * rsqrt(_largest_sum(x, 1))
    bound = select(gt(_largest_sum(x, 0), full_like(bound, 0)), bound, full_like(bound, 1))
    u = x * convert_element_type(bound, x.dtype)
    tolerance = (5 * eps) ** (1 / 3)
    moved = full_like(bound, float("inf"))
    steps = weights(eps, limit)
    for a, b, c in steps:
        stepped = (_step_by_qr if c > LARGEST_BY_CHOLESKY else _step_by_cholesky)(u, a, b, c)
        u, moved = stepped, _norm(stepped - u)

    def unfinished(state: Any) -> Any:
        number, _, moved = state
        return bitwise_and(gt(moved, full_like(moved, tolerance)), lt(number, limit))

    def step(state: Any) -> Any:
        number, u, _ = state
        stepped = _step_by_cholesky(u, 3.0, 1.0, 3.0)  # what the weights tend to
        return number + 1, stepped, _norm(stepped - u)

    number, u, moved = while_loop(unfinished, step, (len(steps), u, moved))
    return u, number, bitwise_not(gt(moved, full_like(moved, tolerance)))


def weights(lowest: float, limit: int) -> list[tuple[float, float, float]]:
    """The weights (a, b, c) of the steps that take singular values from [lowest, 1] to 1."""
    found: list[tuple[float, float, float]] = []
    while lowest + 5 * 2.0**-52 < 1 and len(found) < limit:
        square = lowest * lowest
        d = (4 * (1 - square) / square**2) ** (1 / 3)
        root = (1 + d) ** 0.5
        a = root + (2 - d + 2 * (2 - square) / (square * root)) ** 0.5
        b = (a - 1) ** 2 / 4
        c = a + b - 1
        found.append((a, b, c))
        lowest = min(lowest * (a + b * square) / (1 + c * square), 1.0)
    return found


def _step_by_qr(u: Any, a: float, b: float, c: float) -> Any:
    """U (a + b U^H U) (1 + c U^H U)^-1, without forming U^H U."""
    m, n = u.shape
    root = c**0.5
    q, _ = Qr(False, False)(concatenate([root * u, identity((n, n), u.dtype)], 0))
    top, bottom = slice_in_dim(q, 0, m), slice_in_dim(q, m, m + n)
    return (b / c) * u + ((a - b / c) / root) * (top @ adjoint(bottom))


def _step_by_cholesky(u: Any, a: float, b: float, c: float) -> Any:
    """The same where 1 + c U^H U is well conditioned."""
    n = u.shape[1]
    factor = Cholesky()(c * (adjoint(u) @ u) + identity((n, n), u.dtype))
    half = TriangularSolve(True, True, False, False, False)(factor, adjoint(u))
    adjointly = TriangularSolve(True, True, True, dtypes.is_complex(u.dtype), False)
    solved = adjointly(factor, half)
    return (b / c) * u + (a - b / c) * adjoint(solved)


def _largest_sum(x: Any, axis: int) -> Any:
    """The 1-norm (axis 0) or the infinity norm (axis 1)."""
    return reduce_max(reduce_sum(modulus(x), (axis,)), (0,))


def _norm(x: Any) -> Any:
    """The Frobenius norm."""
    size = modulus(x)
    return sqrt(reduce_sum(size * size, (0, 1)))
