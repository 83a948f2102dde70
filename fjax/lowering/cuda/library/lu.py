"""LU factors with row interchanges, and solves by them: cuSOLVER takes a matrix, cuBLAS a stack.

Both write a zero pivot to U and go on, as LAPACK does, so no report is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.lowering.cuda.library.routines import LETTER, swapped
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.primitives.lapack import permutation_of

INT32, ADDRESS = np.dtype(np.int32), np.dtype(np.int64)


def factored(x: Any) -> Sequence[Any]:
    """(L and U in one matrix, interchanges, permutation) of CuPy's array (…, m, n).

    The interchanges come to the host, which makes the permutation of them.
    """
    cupy, lead, (m, n) = cuda.cupy, x.shape[:-2], x.shape[-2:]
    by_columns = swapped(x).copy()
    pivots = cupy.empty((*lead, min(m, n)), INT32)
    factor = _factor_stack if m == n and math.prod(lead) > 1 else _factor_each
    factor(by_columns, pivots, m, n)
    interchanges = pivots.get() - INT32.type(1)
    permutation = permutation_of(interchanges, m)
    return swapped(by_columns), *(cupy.array(p, INT32) for p in (interchanges, permutation))


def _factor_each(matrices: Any, pivots: Any, m: int, n: int) -> None:
    """One matrix after another, in place."""
    cupy, letter = cuda.cupy, LETTER[matrices.dtype.char]
    library, handle = cupy.cuda.cusolver, cupy.cuda.device.get_cusolver_handle()
    first, size = matrices.data.ptr, matrices.dtype.itemsize
    words = getattr(library, f"{letter}getrf_bufferSize")(handle, m, n, first, m)
    work, report = cupy.empty(words, matrices.dtype), cupy.empty(1, INT32)
    for k in range(matrices.size // (m * n)):
        getattr(library, f"{letter}getrf")(
            *(handle, m, n, first + k * m * n * size, m, work.data.ptr),
            *(pivots.data.ptr + k * min(m, n) * INT32.itemsize, report.data.ptr),
        )


def _factor_stack(matrices: Any, pivots: Any, m: int, n: int) -> None:
    """All matrices, which are square, in place."""
    cupy, letter, count = cuda.cupy, LETTER[matrices.dtype.char], matrices.size // (m * n)
    step = m * n * matrices.dtype.itemsize
    addresses = cupy.array(matrices.data.ptr + step * np.arange(count), ADDRESS)
    reports = cupy.empty(count, INT32)
    getattr(cupy.cuda.cublas, f"{letter}getrfBatched")(
        *(cupy.cuda.get_cublas_handle(), n, addresses.data.ptr, m),
        *(pivots.data.ptr, reports.data.ptr, count),
    )


def solver(trans: int) -> Callable[..., Sequence[Any]]:
    """The solution of a x = b, of a's transpose (1) or adjoint (2), by a's factors on the GPU."""

    def solved(_: Any, factors: Any, pivots: Any, b: Any) -> Sequence[Any]:
        solve = cuda.cupyx_linalg.solve_triangular
        order = permutation_of(pivots.get(), b.shape[-2])
        if trans == 0:
            lower = solve(factors, _rows(b, order), 0, True, True)
            return (solve(factors, lower, 0, False, False),)
        upper = solve(factors, b, trans, False, False)
        return (_rows(solve(factors, upper, trans, True, True), np.argsort(order, -1)),)

    return solved


def _rows(x: Any, order: np.ndarray) -> Any:
    """The rows of matrices in another order."""
    chosen = cuda.cupy.array(order[..., None], np.dtype(np.int64))
    return cuda.cupy.take_along_axis(x, chosen, -2)
