"""The cuts of a matrix product into calls of BLAS: they depend on its sizes, never on threads.

A library gives other bits for other cuts: OpenBLAS chooses kernels by the sizes of a call, and
treats the last rows and columns in another way. So the cuts are the same whether one thread makes
all the calls or many share them.
"""

from __future__ import annotations

import math

CALL_WORK = 1 << 19  # multiply-adds of a call: 10 µs, for which a second thread pays
MULTIPLE = 32  # rows and columns of a call are such, except for the last
MOST_CALLS = 64
FIRST_COPIES = 1 / 64  # elements copied for each multiply-add by cutting in two,
COPIES = 1 / 300  # ... and by cutting further, at most
COLUMN_COST = 1.5  # what cutting columns costs of what cutting rows does, measured
LEAST_PRODUCTS = 128  # the time of a term with fewer: rows and columns do not fill registers
PARTIAL_SUMS = 2.0  # what writing and adding up a partial sum costs of copying an element
VECTOR_CALL_WORK = 1 << 17  # as CALL_WORK, where each element of the matrix is read once
STRIDED_ROWS = 1024  # rows of a call that reads a matrix by columns, at least


def of_product(m: int, n: int, k: int, batch: int) -> tuple[int, int]:
    """Rows and columns of a call for each of `batch` products of (m, k) and (k, n) matrices.

    A call copies its parts of both operands into blocks first: if the rows are cut in two, the
    second operand is copied twice, k * n elements more for m * n * k multiply-adds. Cuts double
    along the axis where this costs less, until it costs too much or there are enough calls.

    >>> of_product(1024, 1024, 1024, 1), of_product(64, 1024, 100, 1), of_product(64, 64, 64, 1)
    ((512, 512), (64, 512), (64, 64))
    >>> of_product(1024, 1024, 1024, 64)
    (1024, 1024)
    """
    most = min(MOST_CALLS, batch * m * n * k // CALL_WORK) // max(1, batch)
    rows = columns = 1
    while 2 * rows * columns <= most:
        by_rows = (2 * rows - 1) / m + COLUMN_COST * (columns - 1) / n
        by_columns = (rows - 1) / m + COLUMN_COST * (2 * columns - 1) / n
        if min(by_rows, by_columns) > (FIRST_COPIES if rows * columns == 1 else COPIES):
            break
        if by_rows <= by_columns:
            rows *= 2
        else:
            columns *= 2
    return _part(m, rows), _part(n, columns)


def terms_of_product(m: int, n: int, k: int, batch: int) -> int:
    """Terms of a call where parts of the sums are worth more than parts of the result; 0 else.

    They are where rows and columns are too few for as many calls as there could be. Each part is a
    matrix of its own, and their sum is computed afterwards.

    >>> terms_of_product(30, 30, 10_000, 1), terms_of_product(50, 50, 500, 1)
    (640, 256)
    >>> terms_of_product(1024, 1024, 1024, 1), terms_of_product(30, 30, 300, 1)
    (0, 0)
    """
    work = batch * max(m * n, LEAST_PRODUCTS) * k
    most = min(MOST_CALLS, work // CALL_WORK) // max(1, batch)
    if most < 2 or min(m, n) == 0:
        return 0
    rows, columns = of_product(m, n, k, batch)
    parts = 1
    while 2 * parts <= most:
        if 2 * parts * PARTIAL_SUMS / k > (FIRST_COPIES if parts == 1 else COPIES):
            break
        parts *= 2
    if parts <= math.ceil(m / rows) * math.ceil(n / columns):
        return 0
    return _part(k, parts)


def of_vector_product(m: int, k: int, batch: int, by_columns: bool) -> int:
    """Rows of a call for each of `batch` products of an (m, k) matrix and a vector.

    `by_columns`: the matrix lies in memory column by column.

    >>> of_vector_product(4096, 1024, 1, False), of_vector_product(4096, 1024, 1, True)
    (128, 1024)
    """
    parts = min(MOST_CALLS, batch * m * k // VECTOR_CALL_WORK) // max(1, batch)
    if by_columns:
        parts = min(parts, m // STRIDED_ROWS)
    return _part(m, max(1, parts))


def _part(length: int, parts: int) -> int:
    """The length of one of `parts` parts: a multiple of MULTIPLE, or all of it."""
    part = math.ceil(length / parts / MULTIPLE) * MULTIPLE
    return min(part, length)
