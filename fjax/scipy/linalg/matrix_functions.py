"""Functions of square matrices: exponential, square root, and others through the Schur form."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.autodiff import jvp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.plain_arguments import check_choice
from fjax.interpreters.recorded import recorded
from fjax.lax import cond, fori_loop, scan
from fjax.lax import linalg as lax_linalg
from fjax.numpy import reductions
from fjax.numpy.arguments import inexact, promote_inexact
from fjax.numpy.creation import arange
from fjax.numpy.elementwise import abs as absolute
from fjax.numpy.elementwise import ceil, isfinite, log2, sqrt
from fjax.numpy.linear_systems import check_square, solve_stacks
from fjax.numpy.selection import where
from fjax.numpy.ufuncs import maximum, minimum
from fjax.primitives.conversion import convert_element_type, stop_gradient
from fjax.primitives.generators import iota
from fjax.primitives.matrices import (
    adjoint,
    along_columns,
    along_rows,
    diagonal,
    diagonal_matrix,
    identity,
    over,
    product,
)
from fjax.scipy.linalg.factorizations import schur

# The diagonal Padé approximant of this order is exact to the dtype's precision up to the norm given
# (Higham, "The scaling and squaring method for the matrix exponential revisited", 2005).
_ORDER = {dtypes.float64: (13, 5.371920351148152), dtypes.float32: (7, 3.925724783138660)}


@recorded
def expm(A: ArrayLike, *, upper_triangular: bool = False, max_squarings: int = 16) -> Array:
    """The exponential of square matrices (..., n, n), by scaling and squaring.

    upper_triangular: A is upper triangular. max_squarings: where more are needed, the result is
    NaN.

    >>> import fjax.numpy as jnp
    >>> expm(jnp.zeros((2, 2))).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    A = inexact("expm", A)
    check_square("expm", A)
    order, limit = _ORDER.get(dtypes.real_part(A.aval.dtype), (None, 0.0))
    if order is None:
        raise errors.DtypeError(
            f"expm takes float32, float64, complex64 or complex128, got {A.aval}"
        )
    sizes = reductions.max(reductions.sum(absolute(stop_gradient(A)), axis=-2), axis=-1, initial=0)
    squarings = ceil(log2(sizes / limit))
    squarings = where(squarings > 0, squarings, np.zeros((), squarings.dtype))
    scale = convert_element_type(2.0 ** (-squarings), A.aval.dtype)
    numerator, denominator = _pade(A * scale[..., None, None], order)
    if upper_triangular:
        result = lax_linalg.triangular_solve(denominator, numerator, left_side=True)
    else:
        result = solve_stacks(denominator, numerator)
    result = _squared(result, squarings, max_squarings)
    return where((squarings > max_squarings)[..., None, None], np.nan, result)


def _pade(A: Any, order: int) -> tuple[Any, Any]:
    """Numerator and denominator: even and odd powers, added and subtracted."""
    weights = [
        math.factorial(2 * order - j)
        * math.factorial(order)
        / (math.factorial(2 * order) * math.factorial(order - j) * math.factorial(j))
        for j in range(order + 1)
    ]
    square = product(A, A)
    eye = identity(A.shape, A.dtype)
    even, odd = eye * weights[0], eye * weights[1]
    power = square
    for j in range(2, order + 1, 2):
        even = even + power * weights[j]
        if j + 1 <= order:
            odd = odd + power * weights[j + 1]
        if j + 2 <= order:
            power = product(power, square)
    odd = product(A, odd)
    return even + odd, even - odd


def _squared(x: Any, times: Any, limit: int) -> Any:
    """x squared as often as `times` says for each matrix."""
    most = reductions.max(times, initial=0)

    def once(y: Any, i: Any) -> Any:
        return where((i < times)[..., None, None], product(y, y), y)

    def step(y: Any, i: Any) -> tuple[Any, None]:
        return cond(i < most, lambda z: once(z, i), lambda z: z, y), None

    return scan(step, x, arange(limit, dtype=times.dtype))[0]


@recorded
def expm_frechet(
    A: ArrayLike, E: ArrayLike, *, method: str | None = None, compute_expm: bool = True
) -> Array | tuple[Array, Array]:
    """The derivative of the exponential at A in the direction E, or (expm(A), the derivative).

    A, E: arrays of shape (..., n, n). method: accepted. compute_expm: whether to return expm(A)
    too.

    >>> fjax.scipy.linalg.expm_frechet(jnp.zeros((2, 2)), jnp.eye(2), compute_expm=False).round(6)
    Array([[1., 0.],
           [0., 1.]], dtype=float64)
    """
    if method is not None:
        check_choice("expm_frechet: method", method, ("SPS", "blockEnlarge"))
    A, E = promote_inexact("expm_frechet", A, E)
    if A.aval.shape != E.aval.shape:
        raise errors.ShapeError(
            f"expm_frechet: expected A and E of one shape, got {A.aval}, {E.aval}"
        )
    value, moved = jvp(expm, (A,), (E,))
    return (value, moved) if compute_expm else moved


def _by_diagonals(T: Any, start: Any, entries: Callable[[Any], Any]) -> Any:
    """An upper triangular function of T, one diagonal after another from the main one outwards.

    `entries(F)` gives the next diagonal's entries (in place), when F has zeros from there on.
    """
    n = T.shape[-1]
    row, column = (iota(dtypes.int32, (n, n), i) for i in (0, 1))

    def step(p: Any, F: Any) -> Any:
        here = over(column - row == p, T.shape)
        return where(here, entries(F), F)

    return fori_loop(1, n, step, start)


@recorded
def sqrtm(A: ArrayLike, blocksize: int = 1) -> Array:
    """The principal square root of square matrices (..., n, n), complex. blocksize: must be 1.

    >>> fjax.scipy.linalg.sqrtm(jnp.diag(jnp.array([4.0, 9.0]))).real
    Array([[2., 0.],
           [0., 3.]], dtype=float64)
    """
    if blocksize > 1:
        raise errors.FjaxValueError("sqrtm: blocksize must be 1")
    A = inexact("sqrtm", A)
    check_square("sqrtm", A)
    T, Z = schur(A, output="complex")
    roots = sqrt(diagonal(T))
    n = T.shape[-1]
    sums = along_rows(roots, n) + along_columns(roots, n)
    zero = np.zeros((), T.dtype)
    safe = where(sums == 0, np.ones((), T.dtype), sums)

    def entries(F: Any) -> Any:
        rest = T - product(F, F)
        return where((sums == 0) & (rest == 0), zero, rest / safe)

    root = _by_diagonals(T, diagonal_matrix(roots), entries)
    return product(product(Z, root), adjoint(Z))


def funm(A: ArrayLike, func: Callable[..., Any], disp: bool = True) -> Array | tuple[Array, Array]:
    """A function of a square matrix, given the function of numbers: Parlett's recurrence.

    A: array of shape (n, n). func: maps an array of complex numbers to one like it. disp: if False,
    also return an estimate of the error.

    >>> fjax.scipy.linalg.funm(jnp.diag(jnp.array([1.0, 4.0])), lambda x: x ** 2).real.round(6)
    Array([[ 1.,  0.],
           [ 0., 16.]], dtype=float64)
    """
    A = inexact("funm", A)
    check_square("funm", A)
    T, Z = schur(A, output="complex")
    values = convert_element_type(func(diagonal(T)), T.dtype)
    n = T.shape[-1]
    gaps = along_rows(diagonal(T), n) - along_columns(diagonal(T), n)
    safe = where(gaps == 0, np.ones((), T.dtype), gaps)
    F = _by_diagonals(T, diagonal_matrix(values), lambda F: (product(T, F) - product(F, T)) / safe)
    result = product(product(Z, F), adjoint(Z))
    if disp:
        return result
    return result, _funm_error(T, result, gaps)


def _funm_error(T: Any, result: Any, gaps: Any) -> Any:
    """An estimate that grows as eigenvalues come closer."""
    n = T.shape[-1]
    row, column = (iota(dtypes.int32, (n, n), i) for i in (0, 1))
    above = column > row
    epsilon = float(dtypes.finfo(T.dtype).eps)
    size = reductions.max(reductions.sum(where(above, absolute(T), 0.0), axis=-2))
    least = minimum(reductions.min(where(above, absolute(gaps), np.inf)), absolute(T[0, 0]))
    least = where(least == 0, epsilon, least)
    bound = minimum(maximum(size * epsilon / least, epsilon), 1.0)
    return where(reductions.all(isfinite(result)), bound, np.inf)
