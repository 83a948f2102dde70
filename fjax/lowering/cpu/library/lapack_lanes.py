"""Native functions that factor small matrices of a stack in lanes, each lane a matrix.

A small matrix fills no vectors, and a call of LAPACK takes longer than factoring it. An index of a
launch is a group of LANES matrices; the last group begins earlier if it is not full.
"""

from __future__ import annotations

from fjax.lowering.native.language import (
    Cells,
    Int32,
    Pointer,
    Real,
    Record,
    array,
    minimum,
    multiply_add,
    native,
    parameter,
    splat,
    square_root,
    unrolled,
)

LANES = parameter(int)
LONGEST = 64  # rows of a matrix: the elements of a group are on the stack


class Group(Record):
    """The table of a launch: rows of a matrix, and how many matrices there are."""

    rows: int
    count: int


@native
def factor_cholesky(buffers: Pointer[Pointer[Real]], group: Group, lo: int, hi: int) -> None:
    """Lower factors (buffer 1) of real matrices in buffer 0; NaN where there is none."""
    n = group.rows
    lower: Pointer[Cells] = array(Cells, n * (n + 1) // 2, 64)
    for t in range(lo, hi):
        first = minimum(t * LANES, group.count - LANES) * n * n
        at = 0
        for i in range(n):
            for j in range(i + 1):
                cells = Pointer[Real](lower + at)
                for k in unrolled(LANES):
                    cells[k] = buffers[0][first + (k * n + i) * n + j]
                at += 1
        at, least = 0, splat(1.0, Cells)
        for j in range(n):
            at += j
            pivot = lower[at + j]
            least = pivot if pivot < least else least
            root = square_root(pivot)
            lower[at + j] = root
            row = at + j + 1
            for i in range(j + 1, n):
                lower[row + j] = lower[row + j] / root
                factor = splat(0.0, Cells) - lower[row + j]
                other = at + j + 1
                for k in range(j + 1, i + 1):
                    lower[row + k] = multiply_add(factor, lower[other + j], lower[row + k])
                    other += k + 1
                row += i + 1
        put_lower(lower, least, buffers[1] + first, n)


@native
def put_lower(lower: Pointer[Cells], least: Cells, out: Pointer[Real], n: int) -> None:
    """Store the factors of a group; NaN for a matrix whose least pivot is not positive.

    A pivot that is NaN itself is none of these, as in LAPACK: its row and those below are NaN.
    """
    zero = Real(0.0)
    pivots: Pointer[Cells] = array(Cells, 1, 64)
    pivots[0] = least
    for k in range(LANES):
        found, none = Pointer[Real](pivots)[k] > zero, Real(zero / zero)
        at = 0
        for i in range(n):
            for j in range(i + 1):
                cells = Pointer[Real](lower + at)
                out[j] = cells[k] if found else none
                at += 1
            for j in range(i + 1, n):
                out[j] = zero
            out = out + n


@native
def factor_lu(buffers: Pointer[Pointer[Real]], group: Group, lo: int, hi: int) -> None:
    """Factors, row interchanges and permutations (buffers 1 to 3) of real square matrices."""
    n = group.rows
    size = n * n
    a: Pointer[Cells] = array(Cells, size, 64)
    pivots: Pointer[Cells] = array(Cells, n, 64)
    for t in range(lo, hi):
        first = minimum(t * LANES, group.count - LANES)
        for i in range(size):
            cells = Pointer[Real](a + i)
            for k in unrolled(LANES):
                cells[k] = buffers[0][(first + k) * size + i]
        for j in range(n):
            pivots[j] = find_pivot(a, j, n)
            eliminate(a, j, n, pivots[j])
        for k in range(LANES):
            out = buffers[1] + (first + k) * size
            exchanged = Pointer[Int32](buffers[2]) + (first + k) * n
            order = Pointer[Int32](buffers[3]) + (first + k) * n
            for i in range(size):
                cells = Pointer[Real](a + i)
                out[i] = cells[k]
            for i in range(n):
                order[i] = Int32(i)
            for i in range(n):
                cells = Pointer[Real](pivots + i)
                other = int(cells[k])
                exchanged[i] = Int32(other)
                order[i], order[other] = order[other], order[i]


@native
def find_pivot(a: Pointer[Cells], j: int, n: int) -> Cells:
    """The row, from j on, of the greatest number of column j; the first one of equal ones."""
    zero = splat(0.0, Cells)
    most, place = splat(-1.0, Cells), splat(Real(j), Cells)
    for i in range(j, n):
        number = splat(Real(i), Cells)
        x = a[i * n + j]
        size = zero - x if x < zero else x
        is_more = most < size
        most = size if is_more else most
        place = number if is_more else place
    return place


@native
def eliminate(a: Pointer[Cells], j: int, n: int, pivot: Cells) -> None:
    """Exchange rows j and pivot, and clear what is below the diagonal of column j."""
    zero, one, row = splat(0.0, Cells), splat(1.0, Cells), a + j * n
    for i in range(j + 1, n):
        other, number = a + i * n, splat(Real(i), Cells)
        for k in range(n):
            x, y, is_pivot = row[k], other[k], number == pivot
            row[k] = y if is_pivot else x
            other[k] = x if is_pivot else y
    divisor = one if row[j] == zero else row[j]
    for i in range(j + 1, n):
        other = a + i * n
        other[j] = other[j] / divisor
        factor = zero - other[j]
        for k in range(j + 1, n):
            other[k] = multiply_add(factor, row[k], other[k])
