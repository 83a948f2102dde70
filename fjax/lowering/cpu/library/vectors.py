"""The choice of fjax's own kernel for a matrix and few vectors, by sizes and layout only.

Such a product takes the time of reading the matrix, which is less with the kernels of
`vector_kernel.py` than with BLAS's functions (decision 62). BLAS computes what these kernels cannot
read: vectors with gaps, rows too short for lanes, complex numbers. It also computes products that
take longer to compute than to read, and small matrices, for which compiling a kernel does not pay.

Each of many products of small matrices takes less than a call of BLAS. A row of the second operand
is one vector or a few, and rows of the result stay in registers. Many rows times one small matrix
are treated in the same way. If that matrix is transposed, its rows are packed on the stack first.
"""

from __future__ import annotations

import functools
import math
from dataclasses import astuple, replace

import numpy as np

from fjax.lowering.cpu import processor
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import cuts, product_calls, vector_kernel
from fjax.lowering.cpu.library.product_calls import NO_TRANSPOSE, Product
from fjax.lowering.run.launch import Launch

FEW_BY_COLUMNS = 8  # vectors that a matrix is multiplied with, at most,
FEW_BY_ROWS, MANY_BY_ROWS = 12, 32  # ... more if it is the second operand, or its rows are short,
SHORT_ROWS = 1 << 8
FEW_AT_ONCE = 8  # ... and while its elements are in registers
SMALL = 1 << 15  # elements of a matrix for which a kernel is worth compiling,
SMALL_COLUMNS = 1 << 17  # ... and of one by columns that is multiplied with several vectors
SHORT = 1 << 7  # columns of that, and elements of them, at least
FEW_BYTES = 64 << 10  # of several vectors in the cache, at most
WORK = 1 << 25  # multiply-adds of more than two vectors with columns that a library does better
ROWS = 4  # that are read at the same time, at most
LONG, COLUMNS = 2, 8  # vectors of a long result in registers, and columns added to them at a time
PIECE, PIECES = 1 << 12, 1 << 13  # elements of a result in the nearest cache, and of several
ROWS_BYTES = 128 << 10  # of rows that are multiplied with some vectors after the other
WORKING = 8  # registers that hold no sums
PACKED = 1 << 12  # elements of a small matrix that is copied to the stack, at most,
MOST_VECTORS, MOST_PACKED = 2, 4  # ... and vectors of its rows: libraries are slow to transpose
PACKED_FOR_ROW = 64  # ... of them for each row that is multiplied with it,
FEW_ROWS, LONG_ROWS = 4, 8  # for each of its columns: rows times it at least, terms at most,
LONG_FEW, LONG_SUMS = 2, 32  # ... if rows are fewer, and libraries are fast with that many terms
MANY = 1 << 16  # multiply-adds of many small products for which a kernel is worth compiling


def launch(p: Product) -> Launch | None:
    """A product of a matrix and few vectors, or of a small matrix, as one launch; None for BLAS."""
    if min(p.m, p.n, p.k) < 1:
        return None
    small = p.batch > 1 and max(p.m, p.n) * p.k < SMALL
    small = small or _are_rows(p)
    turned = p.m < p.n or (small and p.n > 1 and p.c.column == 1)  # small results lie along lanes
    if turned:
        p = p.transposed
    (m, n, k), (a, b, c) = (p.m, p.n, p.k), (p.a, p.b, p.c)
    found = p.matrix_of_vectors
    if found is None:
        return None
    by_rows = found[0] == NO_TRANSPOSE and not (small and k == a.row == 1)
    sweep = None
    if small and n > 1 and c.row == 1:
        sweep = of_rows(p.dtype, (m, k), n, by_rows, p.batch)
    elif (b.row if by_rows else c.row) == 1:
        sweep = sweep_of(p.dtype, (m, k), n, by_rows, turned, p.batch)
    if sweep is None:
        return None
    few, rows = n, m
    if sweep.name == "multiply_columns":
        few = cuts.of_vector_product(n, m * k, p.batch, False)
    else:
        rows = cuts.of_vector_product(m, k * n, p.batch, not by_rows)
    words = vector_kernel.Products.words(
        **dict(rows=m, terms=k, few=n, piece=_piece(sweep, m, k, n)),
        **dict(most_few=few, most_rows=rows),
        **dict(matrix_step=found[1], vector=b.column, vector_step=max(b.row, 1)),
        **dict(result=c.column, result_step=max(c.row, 1)),
        **p.steps(),
    )
    return Launch(
        routine(sweep),
        p.slots,
        words,
        extent=p.batch * math.ceil(m / rows) * math.ceil(n / few),
        parallel=p.batch * m * n * k >= 2 * cuts.VECTOR_CALL_WORK,
        coarse=True,
        work=p.batch * m * n * k // 4,
    )


def _are_rows(p: Product) -> bool:
    """Whether a product is one of many rows, that lie side by side, and a small matrix.

    Rows that are long for their results are summed along lanes.
    """
    if p.c.column != 1 or p.a.column != 1:
        return False
    return 1 < p.n <= p.m // FEW_ROWS and p.k <= min(LONG_ROWS * p.n, PACKED // p.n)


def of_rows(
    dtype: np.dtype, shape: tuple[int, int], few: int, by_rows: bool, batch: int
) -> vector_kernel.Sweep | None:
    """How to multiply `few` rows with a small matrix, whose (m, k) transpose lies by rows or by
    columns; None for BLAS.

    A result's row lies along lanes, and is the sum of the matrix's rows, which are packed first
    where they do not lie so.

    >>> of_rows(np.dtype(np.float32), (16, 16), 1000, True, 1).packed
    True
    """
    m, k = shape
    host = processor.host()
    if dtype.kind != "f" or dtype.itemsize not in (4, 8) or batch * m * k * few < MANY:
        return None
    lanes = host.lanes(dtype.itemsize)
    if m % lanes and not host.has_masks(frozenset({dtype.itemsize})):
        return None
    vectors, sums = math.ceil(m / lanes), host.machine.registers // 2
    if vectors > (MOST_PACKED if by_rows else MOST_VECTORS):
        return None
    summed = few < FEW_ROWS * m and k >= LONG_SUMS
    longest = (LONG_FEW if summed else LONG_ROWS) * m
    if by_rows and (m * k > min(PACKED, PACKED_FOR_ROW * few) or k > longest):
        return None
    if 2 * m <= lanes > 4:  # half of the lanes would idle
        if batch == 1 and not by_rows and m < lanes // 2 > 4:
            return None  # a library stores several rows at a time
        lanes //= 2
    at_once = math.ceil(few / math.ceil(few * vectors / sums))
    return vector_kernel.Sweep(
        "multiply_columns",
        *(vectors, 1, lanes, dtype.itemsize, m % lanes > 0),
        few=at_once,
        packed=by_rows,
    )


def sweep_of(
    dtype: np.dtype,
    shape: tuple[int, int],
    few: int,
    by_rows: bool,
    turned: bool = False,
    batch: int = 1,
) -> vector_kernel.Sweep | None:
    """How to multiply a matrix that lies by rows, or by columns, with a few vectors; None for BLAS.

    `turned`: the matrix is the second operand of the product, transposed.

    >>> sweep_of(np.dtype(np.complex64), (8, 8), 1, True) is None
    True
    """
    m, k = shape
    small = m * k < SMALL  # one of many
    worth = not small if few > 1 else batch * m * k >= SMALL
    if dtype.kind != "f" or dtype.itemsize not in (4, 8) or not worth:
        return None
    if few > 1 and not _pays(m, k, few, dtype.itemsize, by_rows, turned):
        return None
    host = processor.host()
    lanes, registers = host.lanes(dtype.itemsize), host.machine.registers
    length = k if by_rows else m
    if length % lanes and not host.has_masks(frozenset({dtype.itemsize})):
        return None
    plain = vector_kernel.Sweep("multiply_rows", 1, 1, lanes, dtype.itemsize, length % lanes > 0)
    if by_rows:
        if k < (2 * lanes if k % lanes and not small else lanes):
            return None  # too short for lanes
        at_once = _divisor(few, FEW_AT_ONCE)
        sums = registers // 2 if few == 1 else (registers - WORKING) // at_once
        size = min(ROWS, m, sums)
        parts = _power_of_two(min(sums // size, k // lanes))
        return replace(plain, size=size, parts=parts, few=at_once)
    vectors = math.ceil(m / lanes)
    if few == 1 and vectors <= registers // 2:
        parts = _power_of_two(min(registers // 2 // vectors, k))
        return replace(plain, name="multiply_columns", size=vectors, parts=parts)
    size = LONG if few == 1 else min(ROWS, (registers - WORKING) // few)
    parts = _divisor(k, COLUMNS)
    return replace(plain, name="multiply_long", size=size, parts=parts, few=few)


def _pays(m: int, k: int, few: int, itemsize: int, by_rows: bool, turned: bool) -> bool:
    """Whether an (m, k) matrix is multiplied with several vectors as they are.

    Libraries copy a second operand that lies transposed particularly slowly.
    """
    if by_rows:
        near = _divisor(few, FEW_AT_ONCE) * k * itemsize <= FEW_BYTES
        return near and few <= (MANY_BY_ROWS if turned or k <= SHORT_ROWS else FEW_BY_ROWS)
    if m * k < SMALL_COLUMNS or min(m, k) < SHORT:
        return False
    return few <= FEW_BY_COLUMNS and (few == 2 or few * m * k < WORK)


def _piece(sweep: vector_kernel.Sweep, m: int, k: int, few: int) -> int:
    """How many elements of the results are computed before the next ones."""
    if sweep.name != "multiply_rows":
        width = sweep.size * sweep.lanes
        return min(PIECE, PIECES // few) // width * width
    if few == sweep.few:
        return m
    return max(ROWS_BYTES // (k * sweep.itemsize) // sweep.size, 1) * sweep.size


def _divisor(total: int, most: int) -> int:
    """Of the numbers up to `most`, but more than half of it, the one that leaves fewest over.

    >>> _divisor(30, 8), _divisor(32, 8), _divisor(3, 8)
    (6, 8, 3)
    """
    most = min(total, most)
    return min(range(most, most // 2, -1), key=lambda n: total % n)


def _power_of_two(most: int) -> int:
    """The greatest one up to `most`, or 1."""
    return 1 << max(most, 1).bit_length() - 1


@functools.cache
def routine(sweep: vector_kernel.Sweep) -> NativeRoutine:
    """The function with the uniform ABI that computes blocks of the result."""
    key = f"vectors:{sweep.name} {' '.join(map(str, astuple(sweep)[1:]))}"
    function, modules = getattr(vector_kernel, sweep.name), (vector_kernel, product_calls)
    return native_routine(key, function, modules, sweep.parameters)
