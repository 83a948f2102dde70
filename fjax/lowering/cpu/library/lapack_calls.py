"""Native functions that factor stacks of matrices and solve with them, by BLAS and LAPACK.

An index of a launch is a matrix of the stack. Matrices are stored by rows; LAPACK, which counts by
columns, takes them for their transposes.
"""

from __future__ import annotations

from typing import Annotated, Any

from fjax.lowering.cpu.library.product_calls import (
    BY_ROWS,
    ELEMENT,
    NO_TRANSPOSE,
    Integer,
    ProductElement,
    factor,
)
from fjax.lowering.native.language import (
    Address,
    Byte,
    External,
    Int32,
    Pointer,
    Record,
    Room,
    address,
    apart,
    array,
    external,
    maximum,
    minimum,
    native,
    parameter,
)

CONJUGATE_TRANSPOSE, UPPER, LOWER = 113, 121, 122  # as in cblas.h
NOT_UNIT, UNIT, LEFT, RIGHT = 131, 132, 141, 142
LETTER_A, LETTER_L, LETTER_N, LETTER_S, LETTER_U, LETTER_V = 65, 76, 78, 83, 85, 86
MOST_PIVOTS = 256  # rows of a matrix whose row interchanges fit the stack
MOST_ELEMENTS = 1 << 12  # of a matrix that is copied to the stack, beside as much work memory,
MOST_OF_QR = 1 << 15  # ... or little of it
BLOCK = 32  # columns of a block: work memory of LAPACK's functions
Constant = Annotated[Address, Room(16)]
LONG = parameter(bool)  # elements have 64 bits
INFINITE = parameter(int)  # a real number's exponent
potrf = getrf = trsm = trsv = geqrf = orgqr = syevd = gesdd = geev = parameter(External)


class Stack(Record):
    """The table of a launch: sizes of a matrix and of its right-hand sides, how it is read."""

    rows: int
    columns: int  # of what is solved for
    width: int  # columns of Q, or of U
    height: int  # rows of V^T
    vectors: int  # LAPACK's letter for those that are computed
    side: int
    triangle: int
    transposition: int
    diagonal: int
    zero: Constant
    one: Constant
    nan: Constant


def parameters(letter: str, integer_bits: int) -> dict[str, Any]:
    """What the functions are translated with, for s, d, c or z."""
    element, integer = ELEMENT[letter], Int32 if integer_bits == 32 else int
    given = element if letter in "sd" else Address
    flags = (Int32,) * 5
    return {
        "ProductElement": element,
        "Integer": integer,
        "FactorArgument": given,
        "REAL": given is element,
        "LONG": letter in "dz",
        "INFINITE": 0x7FF0000000000000 if letter in "dz" else 0x7F800000,
        "potrf": external(f"fjax_lapack_{letter}potrf", Int32, *(Address,) * 5, int),
        "getrf": external(f"fjax_lapack_{letter}getrf", Int32, *(Address,) * 6),
        "geqrf": external(f"fjax_lapack_{letter}geqrf", Int32, *(Address,) * 8),
        "orgqr": external(f"fjax_lapack_{letter}orgqr", Int32, *(Address,) * 9),
        "syevd": external(f"fjax_lapack_{letter}syevd", Int32, *(Address,) * 11, int, int),
        "gesdd": external(f"fjax_lapack_{letter}gesdd", Int32, *(Address,) * 14, int),
        "geev": external(f"fjax_lapack_{letter}geev", Int32, *(Address,) * 14, int, int),
        "trsm": external(
            f"fjax_lapack_{letter}trsm",
            None,
            *(*flags, integer, integer, given, Address, integer, Address, integer),
        ),
        "trsv": external(
            f"fjax_lapack_{letter}trsv",
            None,
            *(*flags[:4], integer, Address, integer, Address, integer),
        ),
    }


@native
def factor_cholesky(
    buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int
) -> None:
    """Lower factors (buffer 1) of the matrices in buffer 0; NaN where there is none."""
    n = calls.rows
    zero = Pointer[ProductElement](address(calls.zero))
    nan = Pointer[ProductElement](address(calls.nan))
    upper, size, info = array(Byte, 8), array(Integer, 1), array(Integer, 1)
    upper[0] = Byte(LETTER_U)
    size[0] = Integer(n)
    for t in range(lo, hi):
        a, c = buffers[0] + t * n * n, buffers[1] + t * n * n
        for i in range(n):
            for j in range(i + 1):
                c[i * n + j] = a[i * n + j]
            for j in range(i + 1, n):
                c[i * n + j] = zero[0]
        potrf(upper, size, c, size, info, 1)
        if info[0] != 0:
            for i in range(n):
                for j in range(i + 1):
                    c[i * n + j] = nan[0]


@native
def factor_lu(buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int) -> None:
    """Factors, row interchanges and permutations (buffers 1 to 3) of square matrices."""
    n = calls.rows
    size, info = array(Integer, 1), array(Integer, 1)
    pivots = array(Integer, MOST_PIVOTS)
    size[0] = Integer(n)
    for t in range(lo, hi):
        a, c = buffers[0] + t * n * n, buffers[1] + t * n * n
        exchanged = Pointer[Int32](buffers[2]) + t * n
        order = Pointer[Int32](buffers[3]) + t * n
        for i in range(n):
            for j in range(n):
                c[j * n + i] = a[i * n + j]
        getrf(size, size, c, size, pivots, info)
        for i in range(n):
            order[i] = Int32(i)
            for j in range(i):
                c[i * n + j], c[j * n + i] = c[j * n + i], c[i * n + j]
        for i in range(n):
            other = int(pivots[i]) - 1
            exchanged[i] = Int32(other)
            order[i], order[other] = order[other], order[i]


@native
def factor_qr(buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int) -> None:
    """R (buffer 1) of real matrices, by reflections; Q (buffer 2) if it is wanted."""
    m, n, k = calls.rows, calls.columns, calls.width
    widest = maximum(n, k)
    zero = Pointer[ProductElement](address(calls.zero))
    columns, factors = array(ProductElement, m * widest), array(ProductElement, n)
    work = array(ProductElement, widest * BLOCK)
    sizes, info = array(Integer, 5), array(Integer, 1)
    sizes[0], sizes[1], sizes[2] = Integer(m), Integer(n), Integer(k)
    sizes[3], sizes[4] = Integer(minimum(m, n)), Integer(widest * BLOCK)
    for t in range(lo, hi):
        a, r = buffers[0] + t * m * n, buffers[1] + t * k * n
        for i in range(m):
            for j in range(n):
                columns[j * m + i] = a[i * n + j]
        geqrf(sizes, sizes + 1, columns, sizes, factors, work, sizes + 4, info)
        for i in range(k):
            for j in range(n):
                r[i * n + j] = zero[0]
            for j in range(i, n):
                r[i * n + j] = columns[j * m + i]
        if calls.vectors == LETTER_N:
            continue
        q = buffers[2] + t * m * k
        orgqr(sizes, sizes + 2, sizes + 3, columns, sizes, factors, work, sizes + 4, info)
        for i in range(m):
            for j in range(k):
                q[i * k + j] = columns[j * m + i]


@native
def find_eigenvectors(
    buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int
) -> None:
    """Eigenvalues (buffer 1) of real symmetric matrices; vectors (buffer 2, as columns) if any."""
    n, wanted = calls.rows, calls.vectors == LETTER_V
    v = array(ProductElement, n * n)
    for t in range(lo, hi):
        if wanted:
            v = buffers[2] + t * n * n
        decompose(calls, buffers[0] + t * n * n, v, buffers[1] + t * n)
        if wanted:
            for i in range(n):
                for j in range(i):
                    v[i * n + j], v[j * n + i] = v[j * n + i], v[i * n + j]


@apart
def decompose(
    calls: Stack,
    a: Pointer[ProductElement],
    v: Pointer[ProductElement],
    values: Pointer[ProductElement],
) -> None:
    """Ascending values and, as rows of v, vectors of one matrix; NaN where a number is none."""
    n = calls.rows
    is_lower = calls.triangle == LOWER
    size = 1 + 6 * n + 2 * n * n
    work, counts = array(ProductElement, size), array(Integer, 3 + 5 * n)
    sizes, letters = array(Integer, 4), array(Byte, 16)
    letters[0] = Byte(calls.vectors)
    letters[8] = Byte(LETTER_L if is_lower else LETTER_U)
    sizes[0], sizes[1], sizes[2] = Integer(n), Integer(size), Integer(3 + 5 * n)
    is_finite = True
    for i in range(n):
        for j in range(n):
            v[j * n + i] = a[i * n + j]  # by columns: the signs follow from the triangle
            is_read = (j <= i) if is_lower else (j >= i)
            if is_read:
                is_finite = is_finite & (exponent(a, i * n + j) != INFINITE)
    sizes[3] = Integer(1)
    if is_finite:
        syevd(
            letters, letters + 8, sizes, v, sizes, values, work, sizes + 1, counts, sizes + 2,
            sizes + 3, 1, 1,
        )  # fmt: skip
    if int(sizes[3]) != 0:
        fill_nan(calls, values, n)
        fill_nan(calls, v, n * n)


@native
def find_singular_vectors(
    buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int
) -> None:
    """Singular values (buffer 1) of real matrices; U and V^T (buffers 2 and 3) if wanted."""
    m, n, width, height = calls.rows, calls.columns, calls.width, calls.height
    left, right = array(ProductElement, m * width + 1), array(ProductElement, height * n + 1)
    for t in range(lo, hi):
        a, values = buffers[0] + t * m * n, buffers[1] + t * minimum(m, n)
        decompose_singular(calls, a, values, left, right)
        if calls.vectors != LETTER_N:
            u, v = buffers[2] + t * m * width, buffers[3] + t * height * n
            for i in range(m):
                for j in range(width):
                    u[i * width + j] = left[j * m + i]
            for i in range(height):
                for j in range(n):
                    v[i * n + j] = right[j * height + i]


@apart
def decompose_singular(
    calls: Stack,
    a: Pointer[ProductElement],
    values: Pointer[ProductElement],
    left: Pointer[ProductElement],
    right: Pointer[ProductElement],
) -> None:
    """Descending values of one matrix, U and V^T by columns; NaN where a number is none."""
    m, n = calls.rows, calls.columns
    k = minimum(m, n)
    size = 4 * k * k + 7 * k + maximum(m, n) + (m + n) * BLOCK
    columns, work = array(ProductElement, m * n), array(ProductElement, size)
    counts, sizes, letter = array(Integer, 8 * k), array(Integer, 6), array(Byte, 8)
    letter[0] = Byte(calls.vectors)
    sizes[0], sizes[1], sizes[2] = Integer(m), Integer(n), Integer(size)
    sizes[3], sizes[4] = Integer(maximum(calls.height, 1)), Integer(1)
    if put_by_columns(a, columns, m, n):
        gesdd(
            letter, sizes, sizes + 1, columns, sizes, values, left, sizes, right, sizes + 3,
            work, sizes + 2, counts, sizes + 4, 1,
        )  # fmt: skip
    if int(sizes[4]) != 0:
        fill_nan(calls, values, k)
        fill_nan(calls, left, m * calls.width)
        fill_nan(calls, right, n * calls.height)


@native
def find_any_eigenvectors(
    buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int
) -> None:
    """Complex values (buffer 1) of real square matrices; right vectors (buffer 2) if any."""
    n = calls.rows
    vectors = array(ProductElement, n * n)
    for t in range(lo, hi):
        values = buffers[1] + t * 2 * n
        decompose_any(calls, buffers[0] + t * n * n, values, vectors)
        if calls.vectors == LETTER_V:
            put_in_pairs(calls, buffers[2] + t * 2 * n * n, values, vectors)


@native
def put_in_pairs(
    calls: Stack,
    out: Pointer[ProductElement],
    values: Pointer[ProductElement],
    vectors: Pointer[ProductElement],
) -> None:
    """Complex vectors, as columns, of what LAPACK gives: of conjugate values real parts, then
    imaginary ones."""
    n = calls.rows
    zero = Pointer[ProductElement](address(calls.zero))
    paired = 0  # whether this value is the conjugate of the one before
    for j in range(n):
        is_positive = bits_of(values, 2 * j + 1) > 0
        begins = 1 if is_positive and paired == 0 and j + 1 < n else 0
        first, second = j - paired, j + begins
        for i in range(n):
            y = vectors[second * n + i]
            out[2 * (i * n + j)] = vectors[first * n + i]
            if begins == 1:
                out[2 * (i * n + j) + 1] = y
            elif paired == 1:
                out[2 * (i * n + j) + 1] = zero[0] - y
            else:
                out[2 * (i * n + j) + 1] = zero[0]
        paired = begins


@apart
def decompose_any(
    calls: Stack,
    a: Pointer[ProductElement],
    values: Pointer[ProductElement],
    vectors: Pointer[ProductElement],
) -> None:
    """Complex values and right vectors of one matrix as LAPACK stores them by columns.

    NaN where a number is none.
    """
    n = calls.rows
    size = (4 + BLOCK) * n
    columns, work = array(ProductElement, n * n), array(ProductElement, size)
    real, imaginary = array(ProductElement, n), array(ProductElement, n)
    sizes, letters = array(Integer, 4), array(Byte, 16)
    letters[0], letters[8] = Byte(LETTER_N), Byte(calls.vectors)
    sizes[0], sizes[1], sizes[2] = Integer(n), Integer(size), Integer(1)
    if put_by_columns(a, columns, n, n):
        geev(
            letters, letters + 8, sizes, columns, sizes, real, imaginary, vectors, sizes, vectors,
            sizes, work, sizes + 1, sizes + 2, 1, 1,
        )  # fmt: skip
    for i in range(n):
        values[2 * i], values[2 * i + 1] = real[i], imaginary[i]
    if int(sizes[2]) != 0:
        fill_nan(calls, values, 2 * n)
        if calls.vectors == LETTER_V:
            fill_nan(calls, vectors, n * n)


@native
def put_by_columns(
    a: Pointer[ProductElement], columns: Pointer[ProductElement], m: int, n: int
) -> bool:
    """Copy a real matrix; whether all its numbers are finite."""
    is_finite = True
    for i in range(m):
        for j in range(n):
            columns[j * m + i] = a[i * n + j]
            is_finite = is_finite & (exponent(a, i * n + j) != INFINITE)
    return is_finite


@native
def fill_nan(calls: Stack, out: Pointer[ProductElement], count: int) -> None:
    """What LAPACK has not found."""
    nan = Pointer[ProductElement](address(calls.nan))
    for i in range(count):
        out[i] = nan[0]


@native
def exponent(a: Pointer[ProductElement], at: int) -> int:
    """The bits of a real number that are INFINITE where it is infinite or none."""
    return bits_of(a, at) & INFINITE


@native
def bits_of(a: Pointer[ProductElement], at: int) -> int:
    """The bits of a real number: a positive integer where it is positive."""
    if LONG:
        bits = Pointer[int](a)[at]
    else:
        bits = int(Pointer[Int32](a)[at])
    return bits


@native
def permute(buffers: Pointer[Pointer[Int32]], calls: Stack, lo: int, hi: int) -> None:
    """The permutations of `columns` rows (buffer 1) that row interchanges (buffer 0) make."""
    for t in range(lo, hi):
        exchanged, order = buffers[0] + t * calls.rows, buffers[1] + t * calls.columns
        for i in range(calls.columns):
            order[i] = Int32(i)
        for i in range(calls.rows):
            other = int(exchanged[i])
            if 0 <= other < calls.columns:  # else it is no row: a caller's mistake
                order[i], order[other] = order[other], order[i]


@native
def solve_triangular(
    buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int
) -> None:
    """Solutions (buffer 2) for triangular matrices (buffer 0) and right-hand sides (buffer 1)."""
    n = calls.rows
    size = n * calls.columns
    for t in range(lo, hi):
        b, x = buffers[1] + t * size, buffers[2] + t * size
        for i in range(size):
            x[i] = b[i]
        substitute(
            calls, buffers[0] + t * n * n, x, calls.triangle, calls.transposition, calls.diagonal
        )


@native
def solve_factored(
    buffers: Pointer[Pointer[ProductElement]], calls: Stack, lo: int, hi: int
) -> None:
    """Solutions (buffer 3) for LU factors, row interchanges and right-hand sides (0 to 2)."""
    n, columns = calls.rows, calls.columns
    size = n * columns
    for t in range(lo, hi):
        factors, b, x = buffers[0] + t * n * n, buffers[2] + t * size, buffers[3] + t * size
        exchanged = Pointer[Int32](buffers[1]) + t * n
        for i in range(size):
            x[i] = b[i]
        if calls.transposition == NO_TRANSPOSE:
            for i in range(n):
                exchange_rows(x, i, int(exchanged[i]), calls)
            substitute(calls, factors, x, LOWER, NO_TRANSPOSE, UNIT)
            substitute(calls, factors, x, UPPER, NO_TRANSPOSE, NOT_UNIT)
        else:
            substitute(calls, factors, x, UPPER, calls.transposition, NOT_UNIT)
            substitute(calls, factors, x, LOWER, calls.transposition, UNIT)
            for i in range(n):
                last = n - 1 - i
                exchange_rows(x, last, int(exchanged[last]), calls)


@native
def exchange_rows(x: Pointer[ProductElement], i: int, j: int, calls: Stack) -> None:
    """Rows i and j of right-hand sides change places, if there are such rows."""
    columns = calls.columns
    if i != j and 0 <= j < calls.rows:
        for k in range(columns):
            x[i * columns + k], x[j * columns + k] = x[j * columns + k], x[i * columns + k]


@native
def substitute(
    calls: Stack,
    a: Pointer[ProductElement],
    x: Pointer[ProductElement],
    triangle: int,
    transposition: int,
    diagonal: int,
) -> None:
    """x with op(a) x = x or x op(a) = x, in its place."""
    n, columns = calls.rows, calls.columns
    left = calls.side == LEFT
    if left and columns == 1:
        trsv(
            BY_ROWS, Int32(triangle), Int32(transposition), Int32(diagonal),
            Integer(n), a, Integer(n), x, Integer(1),
        )  # fmt: skip
        return
    rows = n if left else columns
    width = columns if left else n
    trsm(
        BY_ROWS, Int32(calls.side), Int32(triangle), Int32(transposition), Int32(diagonal),
        Integer(rows), Integer(width), factor(address(calls.one)),
        a, Integer(n), x, Integer(width),
    )  # fmt: skip
