"""LAPACK for stacks of matrices. What LAPACK cannot factor gives NaN, for that matrix alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import host_library, lazy
from fjax.core.fresh import empty

scipy_linalg: Any = lazy.module("scipy.linalg")
lapack: Any = lazy.module("scipy.linalg.lapack")
blas: Any = lazy.module("scipy.linalg.blas")

TINY = 8  # the order up to which a stack of matrices is factored again to solve with it
LARGE = 48  # rows and columns from which SciPy's LAPACK is faster in single precision


def on_host(xp: Any, function: Callable[..., Sequence[Any]], *arrays: Any) -> Sequence[Any]:
    """Call a function of NumPy arrays; another library's arrays go through host memory."""
    given = arrays if xp is np else [xp.asnumpy(a) for a in arrays]
    with host_library.single_threaded(scipy=True):
        outs = function(*given)
    return outs if xp is np else [xp.asarray(out) for out in outs]


def matrix_by_matrix(
    function: Callable[..., Sequence[Any]],
    arrays: Sequence[np.ndarray],
    ranks: Sequence[int],
    outs: Sequence[tuple[tuple[int, ...], Any]],
) -> list[Any]:
    """Call `function` on each matrix of a stack; `outs` gives shape and dtype of one matrix's
    results.

    A LinAlgError fills that matrix's results with NaN.
    """
    lead = arrays[0].shape[: arrays[0].ndim - ranks[0]]
    results = [empty((*lead, *shape), dtype) for shape, dtype in outs]
    for index in np.ndindex(*lead):
        try:
            found = function(*[a[index] for a in arrays])
        except np.linalg.LinAlgError:
            found = [_missing(dtype) for _, dtype in outs]
        for result, value in zip(results, found, strict=True):
            result[index] = value
    return results


def _missing(dtype: Any) -> Any:
    return np.nan if np.dtype(dtype).kind in "fc" else 0


def stacked(
    one: Callable[..., Sequence[Any]],
    many: Callable[..., Sequence[Any]],
    x: np.ndarray,
    outs: Sequence[tuple[tuple[int, ...], Any]],
) -> Sequence[Any]:
    """Large matrices of single precision by `one`, through SciPy's LAPACK, which takes as little as
    half the time of NumPy's there; others by `many`, a function of NumPy's that loops over stacks.

    If a matrix of a stack fails, `one` goes matrix by matrix.
    """
    if suits_scipy(x):
        return matrix_by_matrix(one, [x], [2], outs)
    try:
        return many(x)
    except np.linalg.LinAlgError:
        return matrix_by_matrix(one, [x], [2], outs)


def iterated(
    one: Callable[..., Sequence[Any]],
    many: Callable[..., Sequence[Any]],
    x: np.ndarray,
    outs: Sequence[tuple[tuple[int, ...], Any]],
    read: Callable[[np.ndarray], np.ndarray] = np.asarray,
) -> Sequence[Any]:
    """As `stacked`, for eigenvalues and singular values: NaN for a matrix that is not finite.

    Where infinities or NaNs are among the entries that LAPACK reads, each of its drivers finds
    something else, some of them finite numbers.
    """
    if np.isfinite(x).all():
        if x.dtype.char == "F":  # NumPy's LAPACK finds other signs and orders than SciPy's
            return matrix_by_matrix(one, [x], [2], outs)
        return stacked(one, many, x, outs)

    def checked(a: np.ndarray) -> Sequence[Any]:
        if not np.isfinite(read(a)).all():
            raise np.linalg.LinAlgError("not finite")
        return one(a)

    return matrix_by_matrix(checked, [x], [2], outs)


def suits_scipy(x: np.ndarray) -> bool:
    """Whether SciPy's LAPACK is faster than NumPy's, by measurement (docs/decisions/0019)."""
    return x.dtype.char in "fF" and min(x.shape[-2:]) >= LARGE


def _check(info: int) -> None:
    """Raise if a routine says that it failed."""
    if info:
        raise np.linalg.LinAlgError(f"info {info}")


def routine(name: str, dtype: np.dtype) -> Any:
    """The LAPACK routine for a dtype: routine("getrf", float64) is dgetrf."""
    letter = {"f4": "s", "f8": "d", "c8": "c", "c16": "z"}[dtype.str[1:]]
    return getattr(lapack, letter + name)


def cholesky(x: np.ndarray) -> Sequence[Any]:
    """(L,), reading the lower triangles."""

    def factor(a: np.ndarray) -> Sequence[Any]:  # LAPACK counts by columns: it gets transposes
        upper, info = routine("potrf", x.dtype)(a.T, lower=0, clean=1)
        return (np.tril(np.full_like(a, np.nan)) if info else upper.T,)

    return stacked(factor, lambda a: (np.linalg.cholesky(a),), x, [(x.shape[-2:], x.dtype)])


def _hermitian(x: np.ndarray, lower: bool, vectors: bool) -> Callable[..., Sequence[Any]]:
    solve = routine("heevd" if x.dtype.kind == "c" else "syevd", x.dtype)

    def solve_one(a: np.ndarray) -> Sequence[Any]:
        values, found, info = solve(a, compute_v=vectors, lower=lower)
        _check(info)
        return (found, values) if vectors else (values,)

    return solve_one


def eigh(x: np.ndarray, lower: bool) -> Sequence[Any]:
    """(vectors, values), values ascending."""

    def solve(a: np.ndarray) -> Sequence[Any]:
        values, vectors = np.linalg.eigh(a, "L" if lower else "U")
        return vectors, values

    return iterated(
        _hermitian(x, lower, True),
        solve,
        x,
        [(x.shape[-2:], x.dtype), (x.shape[-1:], x.real.dtype)],
        np.tril if lower else np.triu,
    )


def eigvalsh(x: np.ndarray, lower: bool) -> Sequence[Any]:
    """(values,), ascending."""
    return iterated(
        _hermitian(x, lower, False),
        lambda a: (np.linalg.eigvalsh(a, "L" if lower else "U"),),
        x,
        [(x.shape[-1:], x.real.dtype)],
        np.tril if lower else np.triu,
    )


def svd(x: np.ndarray, full: bool) -> Sequence[Any]:
    """(singular values, U, V^H)."""
    m, n = x.shape[-2:]
    k = min(m, n)

    def solve_one(a: np.ndarray) -> Sequence[Any]:
        u, s, vh, info = routine("gesdd", x.dtype)(a, full_matrices=full)
        _check(info)
        return s, u, vh

    def solve(a: np.ndarray) -> Sequence[Any]:
        u, s, vh = np.linalg.svd(a, full_matrices=full)
        return s, u, vh

    return iterated(
        solve_one,
        solve,
        x,
        [((k,), x.real.dtype), ((m, m if full else k), x.dtype), ((n if full else k, n), x.dtype)],
    )


def singular_values(x: np.ndarray) -> Sequence[Any]:
    """(singular values,), descending."""

    def solve_one(a: np.ndarray) -> Sequence[Any]:
        _, s, _, info = routine("gesdd", x.dtype)(a, compute_uv=0)
        _check(info)
        return (s,)

    return iterated(
        solve_one,
        lambda a: (np.linalg.svd(a, compute_uv=False),),
        x,
        [((min(x.shape[-2:]),), x.real.dtype)],
    )


def eig(x: np.ndarray, left: bool, right: bool) -> Sequence[Any]:
    """(values, left vectors if asked for, right vectors if asked for), all complex."""
    n = x.shape[-1]
    dtype = np.result_type(x.dtype, np.complex64)

    def solve(a: np.ndarray) -> Sequence[Any]:
        if n == 0:
            return [np.zeros(0, dtype), *[np.zeros((0, 0), dtype)] * (left + right)]
        if not np.isfinite(a).all():
            raise np.linalg.LinAlgError("not finite")
        found = scipy_linalg.eig(a, left=left, right=right, check_finite=False)
        return found if left or right else (found,)

    outs = [((n,), dtype)] + [((n, n), dtype)] * (left + right)
    if not left and x.dtype.char != "F" and (x.ndim > 2 or not suits_scipy(x)):
        try:
            if right:
                return [part.astype(dtype, copy=False) for part in np.linalg.eig(x)]
            return [np.linalg.eigvals(x).astype(dtype, copy=False)]
        except np.linalg.LinAlgError:
            return matrix_by_matrix(solve, [x], [2], outs)
    return matrix_by_matrix(solve, [x], [2], outs)


def lu(x: np.ndarray) -> Sequence[Any]:
    """(L and U in one matrix, pivots, permutation); a singular matrix has zeros on U's diagonal."""
    m, n = x.shape[-2:]
    k = min(m, n)
    if k == 0:
        pivots = np.zeros((*x.shape[:-2], k), np.int32)
        return x.copy(), pivots, permutation_of(pivots, m)
    getrf = routine("getrf", x.dtype)
    if x.ndim == 2:
        factors, pivots, _ = getrf(x)
        pivots = pivots.astype(np.int32, copy=False)
        return np.ascontiguousarray(factors), pivots, permutation_of(pivots, m)
    columns = np.array(x.swapaxes(-1, -2), order="C")  # as LAPACK counts: nothing is copied
    steps = [getrf(a.T, overwrite_a=True)[1] for a in columns.reshape(-1, n, m)]
    pivots = np.array(steps, np.int32).reshape(*x.shape[:-2], k)
    return np.ascontiguousarray(columns.swapaxes(-1, -2)), pivots, permutation_of(pivots, m)


def permutation_of(pivots: np.ndarray, size: int) -> np.ndarray:
    """The permutation that a sequence of row interchanges makes."""
    if pivots.ndim == 1:
        order = list(range(size))
        for i, p in enumerate(pivots.tolist()):
            order[i], order[p] = order[p], order[i]
        return np.array(order, np.int32)
    order = empty((*pivots.shape[:-1], size), np.int32)
    order[...] = np.arange(size, dtype=np.int32)
    for i in range(pivots.shape[-1]):
        chosen = pivots[..., i : i + 1].astype(np.int64)
        other = np.take_along_axis(order, chosen, -1)
        np.put_along_axis(order, chosen, order[..., i : i + 1].copy(), -1)
        order[..., i : i + 1] = other
    return order


def lu_solve(
    a: np.ndarray, factors: np.ndarray, pivots: np.ndarray, b: np.ndarray, trans: int
) -> Sequence[Any]:
    """(x,) with op(a) x = b, where op is 0: a, 1: its transpose, 2: its conjugate transpose.

    Many tiny matrices take NumPy less to factor again than Python to go through them.
    """
    if b.size == 0:
        return (np.zeros(b.shape, b.dtype),)
    if a.ndim > 2 and a.shape[-1] <= TINY:
        turned = a.swapaxes(-1, -2) if trans else a
        with contextlib.suppress(np.linalg.LinAlgError):  # one of them is singular
            return (np.linalg.solve(np.conj(turned) if trans == 2 else turned, b),)
    getrs = routine("getrs", b.dtype)
    return matrix_by_matrix(
        lambda f, p, c: (getrs(f, p, c, trans)[0],),
        [factors, pivots, b],
        [2, 1, 2],
        [(b.shape[-2:], b.dtype)],
    )


def qr(x: np.ndarray, full: bool, with_q: bool = True) -> Sequence[Any]:
    """(Q, R), or (R,)."""
    m, n = x.shape[-2:]
    k = m if full else min(m, n)

    def factor(a: np.ndarray) -> Sequence[Any]:
        reduce, ask = (routine(name, x.dtype) for name in ("geqrf", "geqrf_lwork"))
        make = routine("ungqr" if x.dtype.kind == "c" else "orgqr", x.dtype)
        work = int(ask(m, max(n, k))[0].real)  # enough for blocks, in both routines
        reflectors, taus, _, info = reduce(a, lwork=work)
        _check(info)
        r = np.triu(reflectors[:k])
        if not with_q:
            return (r,)
        if k > n:
            reflectors = np.pad(reflectors, ((0, 0), (0, k - n)))
        return make(reflectors[:, :k], taus, lwork=work, overwrite_a=True)[0], r

    def factor_many(a: np.ndarray) -> Sequence[Any]:
        found = np.linalg.qr(a, "complete" if full else "reduced")
        return (found.Q, found.R) if with_q else (found.R,)

    outs = [((m, k), x.dtype), ((k, n), x.dtype)]
    return stacked(factor, factor_many, x, outs if with_q else outs[1:])


def geqrf(x: np.ndarray) -> Sequence[Any]:
    """(R and the reflectors, their factors)."""
    k = min(x.shape[-2:])
    if k == 0:
        return x.copy(), np.zeros((*x.shape[:-2], k), x.dtype)
    reduce = routine("geqrf", x.dtype)
    return matrix_by_matrix(
        lambda a: reduce(a)[:2], [x], [2], [(x.shape[-2:], x.dtype), ((k,), x.dtype)]
    )


def pivoted_qr(x: np.ndarray, full: bool) -> Sequence[Any]:
    """(Q, R, permutation of the columns)."""
    m, n = x.shape[-2:]
    k = m if full else min(m, n)

    def solve(a: np.ndarray) -> Sequence[Any]:
        if a.size == 0:
            return np.eye(m, k, dtype=a.dtype), np.zeros((k, n), a.dtype), np.arange(n)
        return scipy_linalg.qr(
            a, mode="full" if full else "economic", pivoting=True, check_finite=False
        )

    return matrix_by_matrix(
        solve, [x], [2], [((m, k), x.dtype), ((k, n), x.dtype), ((n,), np.int32)]
    )


def householder_product(a: np.ndarray, taus: np.ndarray) -> Sequence[Any]:
    """(the first columns of the product of the reflectors below a's diagonal,)."""
    if a.size == 0:
        return (a.copy(),)
    name = "ungqr" if a.dtype.kind == "c" else "orgqr"
    make = routine(name, a.dtype)
    return matrix_by_matrix(
        lambda v, t: (make(v, t)[0],), [a, taus], [2, 1], [(a.shape[-2:], a.dtype)]
    )


def multiply_by_householder(
    a: np.ndarray, taus: np.ndarray, c: np.ndarray, left: bool, transpose: bool
) -> Sequence[Any]:
    """(Q c or c Q, with Q or its adjoint as the product of reflectors,)."""
    kind = "c" if a.dtype.kind == "c" else "r"
    multiply = routine("unmqr" if kind == "c" else "ormqr", a.dtype)
    flag = ("C" if kind == "c" else "T") if transpose else "N"
    side = "L" if left else "R"

    def apply(v: np.ndarray, t: np.ndarray, x: np.ndarray) -> Sequence[Any]:
        v = v[:, : len(t)]
        work = multiply(side, flag, v, t, x, -1)[1]
        return (multiply(side, flag, v, t, x, int(work[0].real))[0],)

    if c.size == 0 or taus.shape[-1] == 0:
        return (c.copy(),)
    return matrix_by_matrix(apply, [a, taus, c], [2, 1, 2], [(c.shape[-2:], c.dtype)])


def schur(x: np.ndarray, vectors: bool, sort: Any) -> Sequence[Any]:
    """(T, Z if asked for): the real form of a real matrix."""

    def solve(a: np.ndarray) -> Sequence[Any]:
        if not np.isfinite(a).all():
            raise np.linalg.LinAlgError("not finite")
        found = scipy_linalg.schur(a, sort=sort, check_finite=False)
        return found[:2] if vectors else found[:1]

    return matrix_by_matrix(solve, [x], [2], [(x.shape[-2:], x.dtype)] * (1 + vectors))


def hessenberg(x: np.ndarray) -> Sequence[Any]:
    """(the Hessenberg form with the reflectors below it, taus)."""
    n = x.shape[-1]
    reduce = routine("gehrd", x.dtype)
    return matrix_by_matrix(
        lambda a: reduce(a)[:2], [x], [2], [((n, n), x.dtype), ((max(n - 1, 0),), x.dtype)]
    )


def tridiagonal(x: np.ndarray, lower: bool) -> Sequence[Any]:
    """(the form with its reflectors, diagonal, off-diagonal, taus)."""
    n = x.shape[-1]
    reduce = routine("hetrd" if x.dtype.kind == "c" else "sytrd", x.dtype)
    return matrix_by_matrix(
        lambda a: reduce(a, lower=lower)[:4],
        [x],
        [2],
        [((n, n), x.dtype), ((n,), x.real.dtype), ((n - 1,), x.real.dtype), ((n - 1,), x.dtype)],
    )


def triangular_solve(
    a: np.ndarray,
    b: np.ndarray,
    left: bool,
    lower: bool,
    transpose: bool,
    conjugate: bool,
    unit: bool,
) -> Sequence[Any]:
    """(x,) with op(a) x = b, or x op(a) = b if not `left`.

    BLAS counts by columns: it gets the transposes, for which sides and triangles change places.
    """
    if b.size == 0:
        return (np.zeros(b.shape, b.dtype),)
    letter = {"f4": "s", "f8": "d", "c8": "c", "c16": "z"}[a.dtype.str[1:]]
    trsm = getattr(blas, letter + "trsm")
    if conjugate and not transpose:
        a, conjugate = np.conj(a), False
    flag = 2 if conjugate else int(transpose)

    def solve(t: np.ndarray, c: np.ndarray) -> Sequence[Any]:
        x = trsm(1.0, t.T, c.T, side=int(left), lower=int(not lower), trans_a=flag, diag=int(unit))
        return (x.T,)

    if a.ndim == 2:
        return solve(a, b)
    return matrix_by_matrix(solve, [a, b], [2, 2], [(b.shape[-2:], b.dtype)])


def tridiagonal_solve(
    low: np.ndarray, middle: np.ndarray, high: np.ndarray, b: np.ndarray
) -> Sequence[Any]:
    """(x,) for matrices given by diagonals of equal length; low[0] and high[-1] are not read."""
    n = middle.shape[-1]
    gtsv = routine("gtsv", b.dtype)

    def solve(dl: np.ndarray, d: np.ndarray, du: np.ndarray, c: np.ndarray) -> Sequence[Any]:
        if n == 1:
            return (c / d[0],)
        x, info = gtsv(dl[1:], d, du[:-1], c)[-2:]
        return (x if info == 0 else np.nan,)

    return matrix_by_matrix(solve, [low, middle, high, b], [1, 1, 1, 2], [(b.shape[-2:], b.dtype)])


def perturbed_tridiagonal_solve(
    low: np.ndarray, middle: np.ndarray, high: np.ndarray, b: np.ndarray
) -> Sequence[Any]:
    """The same, with pivots at least of the size of rounding errors."""
    n = middle.shape[-1]
    factor, substitute = routine("gttrf", b.dtype), routine("gttrs", b.dtype)
    epsilon = np.finfo(b.dtype).eps

    def solve(dl: np.ndarray, d: np.ndarray, du: np.ndarray, c: np.ndarray) -> Sequence[Any]:
        if n < 3:  # the routines want three equations: add some that stand alone
            rest = [(0, 3 - n)]
            d = np.pad(d, rest, constant_values=1)
            dl, du = (np.pad(v, rest) for v in (dl, du))
            dl[n:], du[n - 1 :], c = 0, 0, np.pad(c, [*rest, (0, 0)])
        lower, pivots, upper, second, order = factor(dl[1:], d, du[:-1])[:5]
        largest = max(np.abs(v[:n]).max() for v in (pivots, upper, second) if v.size)
        least = epsilon * largest if largest > 0 else epsilon
        tiny = np.where(pivots.real < 0, -least, least)
        pivots = np.where(np.abs(pivots) < least, tiny, pivots).astype(c.dtype)
        return (substitute(lower, pivots, upper, second, order, c)[0][:n],)

    return matrix_by_matrix(solve, [low, middle, high, b], [1, 1, 1, 2], [(b.shape[-2:], b.dtype)])
