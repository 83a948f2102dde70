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
)
from fjax.lowering.cpu.native.language import (
    Address,
    Byte,
    External,
    Int32,
    Pointer,
    Record,
    Room,
    address,
    array,
    external,
    native,
    parameter,
)

CONJUGATE_TRANSPOSE, UPPER, LOWER = 113, 121, 122  # as in cblas.h
NOT_UNIT, UNIT, LEFT, RIGHT = 131, 132, 141, 142
LETTER_U = 85
MOST_PIVOTS = 256  # rows of a matrix whose row interchanges fit the stack
Constant = Annotated[Address, Room(16)]
REAL = parameter(bool)  # the factor of a solve is given by value
potrf: Any = parameter(External)
getrf: Any = parameter(External)
trsm: Any = parameter(External)
trsv: Any = parameter(External)


class Stack(Record):
    """The table of a launch: sizes of a matrix and of its right-hand sides, how it is read."""

    rows: int
    columns: int  # of what is solved for
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
        "REAL": given is element,
        "potrf": external(f"fjax_lapack_{letter}potrf", Int32, *(Address,) * 5, int),
        "getrf": external(f"fjax_lapack_{letter}getrf", Int32, *(Address,) * 6),
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
    one = Pointer[ProductElement](address(calls.one))
    if REAL:
        trsm(
            BY_ROWS, Int32(calls.side), Int32(triangle), Int32(transposition), Int32(diagonal),
            Integer(rows), Integer(width), one[0], a, Integer(n), x, Integer(width),
        )  # fmt: skip
    else:
        trsm(
            BY_ROWS, Int32(calls.side), Int32(triangle), Int32(transposition), Int32(diagonal),
            Integer(rows), Integer(width), one, a, Integer(n), x, Integer(width),
        )  # fmt: skip
