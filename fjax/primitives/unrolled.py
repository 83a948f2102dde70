"""Small linear algebra as scalar expressions, for kernels that hold whole matrices in registers.

A matrix is a list of rows of expressions. Sizes are static and small: everything is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import scalar

Matrix = list[list[Any]]
Element = Callable[[Sequence[Any]], Any]


MOST_ROWS = 8  # matrices up to this size are written out


def real_only(name: str, *operands: Any) -> None:
    """Raise TypeError (there is no scalar program) for complex or large operands."""
    if any(np.dtype(x.dtype).kind == "c" for x in operands):
        raise TypeError(f"{name} is not written out for complex matrices")
    if any(n > MOST_ROWS for x in operands for n in x.shape[-2:] if len(x.shape) > 1):
        raise TypeError(f"{name} is written out up to {MOST_ROWS} rows and columns")


def by_matrix(
    operands: Sequence[Any],
    ranks: Sequence[int],
    outputs: Sequence[int],
    compute: Callable[..., Sequence[Any]],
) -> list[Element]:
    """Element functions of a function of matrices (rank 2) and vectors (rank 1), batch by batch.

    Leading axes are batch axes. `outputs` are the ranks of what `compute` returns.
    """
    known: dict[tuple[Any, ...], Sequence[Any]] = {}

    def of_batch(lead: tuple[Any, ...]) -> Sequence[Any]:
        if lead not in known:
            known[lead] = compute(
                *[_read(x, rank, lead) for x, rank in zip(operands, ranks, strict=True)]
            )
        return known[lead]

    def element(number: int, rank: int) -> Element:
        def at(index: Sequence[Any]) -> Any:
            lead, inner = (
                tuple(index[: len(index) - rank]),
                [_constant(i) for i in index[len(index) - rank :]],
            )
            found = of_batch(lead)[number]
            for i in inner:
                found = found[i]
            return found

        return at

    return [element(k, rank) for k, rank in enumerate(outputs)]


def _constant(index: Any) -> int:
    if isinstance(index, int):
        return index
    if index.op is not scalar.Op.CONST:
        raise TypeError("an element of a small matrix is read at a computed index")
    return int(index.extra.value)


def _read(x: Any, rank: int, lead: tuple[Any, ...]) -> Any:
    if rank == 1:
        return [x([*lead, i]) for i in range(x.shape[-1])]
    return [[x([*lead, i, j]) for j in range(x.shape[-1])] for i in range(x.shape[-2])]


def cholesky(a: Matrix) -> Matrix:
    """The lower triangular factor; NaN throughout where a is not positive definite."""
    n = len(a)
    dtype = a[0][0].dtype
    factor: Matrix = [[scalar.const(0, dtype)] * n for _ in range(n)]
    positive: Any = None
    for j in range(n):
        rest = a[j][j]
        for k in range(j):
            rest = rest - factor[j][k] * factor[j][k]
        good = rest > scalar.const(0, dtype)
        positive = good if positive is None else positive & good
        factor[j][j] = scalar.sqrt(rest)
        for i in range(j + 1, n):
            value = a[i][j]
            for k in range(j):
                value = value - factor[i][k] * factor[j][k]
            factor[i][j] = value / factor[j][j]
    nan = scalar.const(np.nan, dtype)
    return [
        [scalar.select(positive, x, nan) if j <= i else x for j, x in enumerate(row)]
        for i, row in enumerate(factor)
    ]


def triangular_solve(
    a: Matrix, b: Matrix, left: bool, lower: bool, transposed: bool, unit: bool
) -> Matrix:
    """The x with op(a) x = b, or x op(a) = b."""
    if not left:
        found = triangular_solve(a, swapped(b), True, lower, not transposed, unit)
        return swapped(found)
    if transposed:
        a, lower = swapped(a), not lower
    n = len(a)
    order = range(n) if lower else range(n - 1, -1, -1)
    x: Matrix = [[] for _ in range(n)]
    for i in order:
        before = range(i) if lower else range(i + 1, n)
        for c in range(len(b[0])):
            value = b[i][c]
            for k in before:
                value = value - a[i][k] * x[k][c]
            x[i].append(value if unit else value / a[i][i])
    return x


def swapped(a: Matrix) -> Matrix:
    """The transpose."""
    return [list(column) for column in zip(*a, strict=True)]


def lu(a: Matrix) -> tuple[Matrix, list[Any], list[Any]]:
    """(L and U in one matrix, row interchanges, permutation); pivots are found by selection."""
    rows, columns = [list(row) for row in a], len(a[0])
    n, int32 = len(rows), np.dtype(np.int32)
    permutation = [scalar.const(i, int32) for i in range(n)]
    pivots = []
    for k in range(min(n, columns)):
        best, place = abs(rows[k][k]), scalar.const(k, int32)
        for i in range(k + 1, n):
            larger = abs(rows[i][k]) > best
            best = scalar.select(larger, abs(rows[i][k]), best)
            place = scalar.select(larger, scalar.const(i, int32), place)
        pivots.append(place)
        _interchange(rows, permutation, k, place)
        singular = scalar.eq(rows[k][k], scalar.const(0, rows[k][k].dtype))
        for i in range(k + 1, n):
            rows[i][k] = scalar.select(singular, rows[i][k], rows[i][k] / rows[k][k])
            for j in range(k + 1, columns):
                rows[i][j] = rows[i][j] - rows[i][k] * rows[k][j]
    return rows, pivots, permutation


def _interchange(rows: Matrix, permutation: list[Any], k: int, place: Any) -> None:
    """Swap row k with the row that `place` says, and the permutation with it."""
    for i in range(k + 1, len(rows)):
        here = scalar.eq(place, scalar.const(i, place.dtype))
        for j in range(len(rows[0])):
            a, b = rows[k][j], rows[i][j]
            rows[k][j], rows[i][j] = scalar.select(here, b, a), scalar.select(here, a, b)
        p, q = permutation[k], permutation[i]
        permutation[k], permutation[i] = scalar.select(here, q, p), scalar.select(here, p, q)


def lu_solve(factors: Matrix, pivots: Sequence[Any], b: Matrix, transposed: bool) -> Matrix:
    """The x with op(a) x = b from a's factors."""
    n = len(factors)
    if not transposed:
        moved = _exchanged(b, pivots, range(n))
        below = triangular_solve(factors, moved, True, True, False, True)
        return triangular_solve(factors, below, True, False, False, False)
    above = triangular_solve(factors, b, True, False, True, False)
    below = triangular_solve(factors, above, True, True, True, True)
    return _exchanged(below, pivots, range(n - 1, -1, -1))


def _exchanged(b: Matrix, pivots: Sequence[Any], order: Sequence[int]) -> Matrix:
    rows = [list(row) for row in b]
    for k in order:
        _interchange(rows, [scalar.const(0, np.int32)] * len(rows), k, pivots[k])
    return rows
