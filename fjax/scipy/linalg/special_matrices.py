"""Matrices with a name: made of a vector's entries, or constant."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes, lazy
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.tracing import aval_of
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import index, operand, promote, promote_inexact, user_dtype
from fjax.numpy.creation import asarray
from fjax.numpy.elementwise import abs as absolute
from fjax.numpy.joining import concatenate
from fjax.numpy.shaping import flip
from fjax.primitives import operators
from fjax.primitives.complex_parts import conj
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.matrices import along_columns, along_rows
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate, Pad
from fjax.primitives.structure import Reshape

scipy_linalg: Any = lazy.module("scipy.linalg")


def _vector(name: str, x: Any, least: int = 0) -> Any:
    """x as vectors in the last axis; a number is a vector of one entry."""
    x = operand(name, x)
    if x.aval.ndim == 0:
        x = Reshape((1,))(x)
    if x.aval.shape[-1] < least:
        wanted = "must be nonzero" if least == 1 else f"must be at least {least}"
        raise errors.FjaxValueError(
            f"{name}: the length of `a` along the last axis {wanted}, got {x.aval}"
        )
    return x


def _alike(c: Any, r: Any) -> tuple[Any, Any]:
    """Two vectors, or stacks of them, with the same leading axes."""
    lead = operators.broadcast_shapes("toeplitz", [c.aval.shape[:-1], r.aval.shape[:-1]])
    return (
        operators.broadcast_to_shape(c, (*lead, c.aval.shape[-1])),
        operators.broadcast_to_shape(r, (*lead, r.aval.shape[-1])),
    )


def _grid(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    return np.arange(rows)[:, None], np.arange(columns)[None, :]


@recorded
def block_diag(*arrs: ArrayLike) -> Array:
    """A matrix with the given ones along its diagonal and zeros elsewhere; vectors are rows.

    >>> fjax.scipy.linalg.block_diag(jnp.ones((1, 2)), jnp.array([[7.0]]))
    Array([[1., 1., 0.],
           [0., 0., 7.]], dtype=float64)
    """
    blocks = list(arrs) or [np.zeros((1, 0))]
    parts = promote("block_diag", *blocks)
    wrong = [p.aval for p in parts if p.aval.ndim > 2]
    if wrong:
        raise errors.FjaxValueError(
            f"block_diag: arguments must have at most 2 dimensions, got {wrong[0]}"
        )
    parts = [Reshape((1,) * (2 - p.aval.ndim) + p.aval.shape)(p) for p in parts]
    width = sum(p.aval.shape[1] for p in parts)
    rows, before = [], 0
    for p in parts:
        after = width - before - p.aval.shape[1]
        rows.append(Pad(((0, 0, 0), (before, after, 0)))(p, like(0, p)))
        before += p.aval.shape[1]
    return rows[0] if len(rows) == 1 else Concatenate(0)(*rows)


@recorded
def toeplitz(c: ArrayLike, r: ArrayLike | None = None) -> Array:
    """Matrices with constant diagonals: first column c, first row r (the conjugate of c if
    None).

    >>> fjax.scipy.linalg.toeplitz(jnp.array([1, 2, 3]))
    Array([[1, 2, 3],
           [2, 1, 2],
           [3, 2, 1]], dtype=int64)
    """
    c = _vector("toeplitz", c)
    if r is None:
        r = conj(c) if dtypes.is_complex(c.aval.dtype) else c
    c, r = _alike(*promote("toeplitz", c, _vector("toeplitz", r)))
    m, n = c.aval.shape[-1], r.aval.shape[-1]
    entries = concatenate([flip(c, -1), r[..., 1:]], axis=-1)
    row, column = _grid(m, n)
    return entries[..., m - 1 - row + column]


@recorded
def hankel(c: ArrayLike, r: ArrayLike | None = None) -> Array:
    """Matrices with constant antidiagonals: first column c, last row r (zeros if None).

    >>> fjax.scipy.linalg.hankel(jnp.array([1, 2, 3]))
    Array([[1, 2, 3],
           [2, 3, 0],
           [3, 0, 0]], dtype=int64)
    """
    c = _vector("hankel", c)
    r = like(0, c) * c if r is None else r
    c, r = _alike(*promote("hankel", c, _vector("hankel", r)))
    m, n = c.aval.shape[-1], r.aval.shape[-1]
    entries = concatenate([c, r[..., 1:]], axis=-1)
    row, column = _grid(m, n)
    return entries[..., row + column]


@recorded
def circulant(c: ArrayLike) -> Array:
    """Matrices whose columns are the first one, c, rotated.

    >>> fjax.scipy.linalg.circulant(jnp.array([1, 2, 3]))
    Array([[1, 3, 2],
           [2, 1, 3],
           [3, 2, 1]], dtype=int64)
    """
    c = _vector("circulant", c)
    n = c.aval.shape[-1]
    row, column = _grid(n, n)
    return c[..., (row - column) % max(n, 1)]


def leslie(f: ArrayLike, s: ArrayLike) -> Array:
    """Leslie matrices: fecundities f in the first row, survivals s below the diagonal.

    >>> fjax.scipy.linalg.leslie(jnp.array([0.1, 2.0]), jnp.array([0.5]))
    Array([[0.1, 2. ],
           [0.5, 0. ]], dtype=float64)
    """
    f, s = _alike(*promote("leslie", _vector("leslie", f), _vector("leslie", s)))
    n = f.aval.shape[-1]
    if n < 2:
        raise errors.FjaxValueError(
            f"leslie: the length of f along the last axis must be at least 2, got {f.aval}"
        )
    if s.aval.shape[-1] != n - 1:
        raise errors.FjaxValueError(
            f"leslie: Incorrect lengths for f and s: s must have one "
            f"entry less, got {f.aval}, {s.aval}"
        )
    return _first_row_and_subdiagonal(f, s)


def _first_row_and_subdiagonal(f: Any, s: Any) -> Any:
    """Square matrices with this first row and this subdiagonal."""
    n = f.aval.shape[-1]
    lead = f.aval.shape[:-1]
    row, column = _grid(n, n)
    zero = like(0, f)
    s = concatenate([s, zero * f[..., :1]], axis=-1)
    below = select_n(_over(row - 1 == column, (*lead, n, n)), zero, along_rows(s, n))
    return select_n(_over((row == 0) & (column >= 0), (*lead, n, n)), below, along_rows(f, n))


def _over(mask: np.ndarray, shape: tuple[int, ...]) -> Any:
    return asarray(np.ascontiguousarray(np.broadcast_to(mask, shape)))


@recorded
def companion(a: ArrayLike) -> Array:
    """Companion matrices of polynomials with coefficients a, the highest first.

    >>> fjax.scipy.linalg.companion(jnp.array([1.0, -3.0, 2.0]))
    Array([[ 3., -2.],
           [ 1.,  0.]], dtype=float64)
    """
    (a,) = promote_inexact("companion", _vector("companion", a, 2))
    n = a.aval.shape[-1] - 1
    first = -a[..., 1:] / a[..., :1]
    ones = first[..., : n - 1] * like(0, a) + like(1, a)
    return _first_row_and_subdiagonal(first, ones)


@recorded
def fiedler(a: ArrayLike) -> Array:
    """Matrices with |a[i] - a[j]| in place (i, j).

    >>> fjax.scipy.linalg.fiedler(jnp.array([1, 4]))
    Array([[0, 3],
           [3, 0]], dtype=int64)
    """
    a = _vector("fiedler", a)
    n = a.aval.shape[-1]
    return absolute(along_columns(a, n) - along_rows(a, n))


@recorded
def fiedler_companion(a: ArrayLike) -> Array:
    """Pentadiagonal companion matrices of polynomials with coefficients a, the highest first.

    >>> fjax.scipy.linalg.fiedler_companion(jnp.array([1.0, -3.0, 2.0]))
    Array([[ 3., -2.],
           [ 1.,  0.]], dtype=float64)
    """
    (a,) = promote_inexact("fiedler_companion", _vector("fiedler_companion", a, 1))
    n = a.aval.shape[-1] - 1
    if n < 1:
        return Reshape((*a.aval.shape[:-1], 0, 0))(a[..., :0])
    if n == 1:
        return (-a[..., 1:] / a[..., :1])[..., None]
    scaled = -a / a[..., :1]
    # Where each coefficient goes, and where the ones are: the pattern for coefficients 0, 1, 2, …
    pattern = np.round(-scipy_linalg.fiedler_companion([1.0, *np.arange(2.0, n + 2)])).astype(int)
    ones = pattern == -1
    source = np.where(pattern >= 2, pattern - 1, 0)
    values = scaled[..., source]
    shape = (*a.aval.shape[:-1], n, n)
    values = select_n(_over(pattern >= 2, shape), like(0, values), values)
    return select_n(_over(ones, shape), values, like(1, values))


@recorded
def convolution_matrix(a: ArrayLike, n: int, mode: str = "full") -> Array:
    """Matrices that convolve vectors of n entries with a: (m + n - 1, n) for mode "full".

    >>> fjax.scipy.linalg.convolution_matrix(jnp.array([1, 2]), 2)
    Array([[1, 0],
           [2, 1],
           [0, 2]], dtype=int64)
    """
    if not aval_of(a).ndim:
        raise errors.ShapeError(
            f"convolution_matrix: a must be at least 1-dimensional, got {aval_of(a)}"
        )
    a = _vector("convolution_matrix", a)
    if a.aval.shape[-1] < 1:
        raise errors.FjaxValueError(f"convolution_matrix: len(a) must be at least 1, got {a.aval}")
    n = index("convolution_matrix", "n", n)
    if n <= 0:
        raise errors.FjaxValueError("n must be a positive integer.")
    if mode not in ("full", "valid", "same"):
        raise errors.FjaxValueError(
            f"convolution_matrix: mode must be one of ('full', 'valid', 'same'), got {mode!r}"
        )
    m = a.aval.shape[-1]
    row, column = _grid(m + n - 1, n)
    place = row - column
    inside = (place >= 0) & (place < m)
    if mode == "same":
        first = (min(n, m) - 1) // 2
        kept = slice(first, first + max(n, m))
    elif mode == "valid":
        kept = slice(min(n, m) - 1, min(n, m) - 1 + max(n, m) - min(n, m) + 1)
    else:
        kept = slice(None)
    place, inside = place[kept], inside[kept]
    values = a[..., np.where(inside, place, 0)]
    return select_n(_over(inside, values.aval.shape), like(0, values), values)


# ---- constants


def _constant(value: np.ndarray, dtype: Any = None) -> Any:
    if dtype is None:
        kind = value.dtype.kind
        dtype = dtypes.default_float()
        dtype = dtype if kind in "fiu" else dtypes.complex_of(dtype)
    return convert_element_type(asarray(value), dtype)


def hilbert(n: int) -> Array:
    """The Hilbert matrix of order n: 1 / (i + j + 1).

    >>> fjax.scipy.linalg.hilbert(2)
    Array([[1.        , 0.5       ],
           [0.5       , 0.33333333]], dtype=float64)
    """
    return _constant(scipy_linalg.hilbert(index("hilbert", "n", n)))


def invhilbert(n: int) -> Array:
    """The inverse of the Hilbert matrix of order n.

    >>> fjax.scipy.linalg.invhilbert(2)
    Array([[ 4., -6.],
           [-6., 12.]], dtype=float64)
    """
    return _constant(scipy_linalg.invhilbert(index("invhilbert", "n", n)))


def _pascal_kind(name: str, kind: Any) -> str:
    kind = "symmetric" if kind is None else kind
    if kind not in ("symmetric", "upper", "lower"):
        raise errors.FjaxValueError(
            f"{name}: Expected kind to be one of 'symmetric', 'lower', 'upper', got {kind!r}"
        )
    return kind


def pascal(n: int, kind: str | None = None) -> Array:
    """The Pascal matrix of order n: binomial coefficients. kind: "symmetric", "lower" or
    "upper".

    >>> fjax.scipy.linalg.pascal(3)
    Array([[1., 1., 1.],
           [1., 2., 3.],
           [1., 3., 6.]], dtype=float64)
    """
    return _constant(
        scipy_linalg.pascal(index("pascal", "n", n), _pascal_kind("pascal", kind), False)
    )


def invpascal(n: int, kind: str | None = None) -> Array:
    """The inverse of the Pascal matrix of order n; kind as for `pascal`.

    >>> fjax.scipy.linalg.invpascal(2)
    Array([[ 2., -1.],
           [-1.,  1.]], dtype=float64)
    """
    kind = _pascal_kind("invpascal", kind)
    return _constant(scipy_linalg.invpascal(index("invpascal", "n", n), kind, False))


def helmert(n: int, full: bool = False) -> Array:
    """The Helmert matrix of order n, without its first row unless `full`.

    >>> fjax.scipy.linalg.helmert(2).round(6)
    Array([[ 0.707107, -0.707107]], dtype=float64)
    """
    n = index("helmert", "n", n)
    if n < 1:
        raise errors.FjaxValueError(f"helmert: n must be a positive integer, got {n}")
    return _constant(scipy_linalg.helmert(n, full))


def hadamard(n: int, dtype: DTypeLike = int) -> Array:
    """The Hadamard matrix of order n, a power of 2, by Sylvester's construction.

    >>> fjax.scipy.linalg.hadamard(2)
    Array([[ 1,  1],
           [ 1, -1]], dtype=int64)
    """
    n = index("hadamard", "n", n)
    if n < 1 or n & (n - 1):
        raise errors.FjaxValueError(f"hadamard: n must be a positive power of 2, got {n}")
    return _constant(scipy_linalg.hadamard(n), user_dtype("hadamard", dtype))


def dft(n: int, scale: str | None = None, *, dtype: DTypeLike | None = None) -> Array:
    """The matrix of the Fourier transform of n points. scale: None, "sqrtn" or "n".

    >>> fjax.scipy.linalg.dft(2).real
    Array([[ 1.,  1.],
           [ 1., -1.]], dtype=float64)
    """
    if scale not in (None, "sqrtn", "n"):
        raise errors.FjaxValueError(f"scale must be None, 'sqrtn', or 'n'; {scale!r} is not valid.")
    wanted = user_dtype("dft", dtype)
    if wanted is not None and not dtypes.is_complex(wanted):
        raise errors.FjaxValueError(f"dft: dtype must be complex, got {wanted.name}")
    return _constant(scipy_linalg.dft(index("dft", "n", n), scale), wanted)
