"""Native functions that make some of a product's calls of BLAS (see `cuts.py`), and their tables.

Indices of a launch count calls: those of a matrix row by row, then those of its other parts of the
sums, then the batch's.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from fjax.dataclass import dataclass
from fjax.lowering.native.language import (
    Address,
    Byte,
    External,
    Float32,
    Int32,
    Pointer,
    Record,
    Room,
    address,
    external,
    minimum,
    native,
    parameter,
)
from fjax.lowering.native.types import Type

BY_ROWS, NO_TRANSPOSE, TRANSPOSE = 101, 111, 112  # as in cblas.h
ELEMENT = {
    "s": Float32,
    "d": float,
    "c": Type("{float, float}", 8, 4),
    "z": Type("{double, double}", 16, 8),
}
Factor = Annotated[Address, Room(16)]
# What differs between libraries and dtypes.
ONEDNN, REAL = parameter(bool), parameter(bool)  # ask oneDNN first; factors are no complex ones
blas: Any = parameter(External)


class ProductElement:
    """What matrices hold."""

    def __sub__(self, other: ProductElement) -> ProductElement:
        raise NotImplementedError


class Integer(int):
    """An integer of the library."""


class FactorArgument:
    """A factor as the library takes it: by value, or its address."""

    def __init__(self, factor: object): ...


@dataclass(frozen=True)
class Matrices:
    """A batch of matrices in memory: element strides of batch, rows and columns, and an offset.

    inner: the stride within groups of a batch, whose first matrices are `batch` apart.
    term: the stride from one matrix to the next of those whose products are summed.
    """

    batch: int
    row: int
    column: int
    offset: int = 0
    inner: int = 0
    term: int = 0

    @property
    def transposed(self) -> Matrices:
        """The same memory with rows and columns exchanged."""
        return Matrices(self.batch, self.column, self.row, self.offset, self.inner, self.term)


@dataclass(frozen=True)
class Product:
    """c[t] = a[t] @ b[t] for t in range(batch), of matrices of (m, k) and (k, n) elements.

    `slots` are those of the buffers of a, b and c. `group`: how many matrices of the batch follow
    each other by their inner stride. `sums`: how many such products, of matrices `term` apart,
    are added to give c[t]. `terms`: how many of the k terms a result has, if it is one of several,
    `c.term` apart, whose sum is the product.
    """

    dtype: np.dtype
    m: int
    n: int
    k: int
    a: Matrices
    b: Matrices
    c: Matrices
    slots: tuple[int, int, int]
    batch: int = 1
    group: int = 1
    sums: int = 1
    terms: int = 0

    @property
    def transposed(self) -> Product:
        """The same product, as that of the transposed matrices in the other order."""
        a, b, c = self.b.transposed, self.a.transposed, self.c.transposed
        first, second, result = self.slots
        sizes = (self.dtype, self.n, self.m, self.k)
        options = (self.batch, self.group, self.sums, self.terms)
        return Product(*sizes, a, b, c, (second, first, result), *options)

    @property
    def matrix_of_vectors(self) -> tuple[int, int] | None:
        """How a lies in memory (see `leading`), if b and c can be read as vectors along columns."""
        backward = (self.k > 1 and self.b.row < 1) or (self.m > 1 and self.c.row < 1)
        return None if backward else leading(self.a, self.m, self.k)

    def steps(self) -> dict[str, int]:
        """The steps and offsets of the matrices, by the names of `Batch`."""
        a, b, c = self.a, self.b, self.c
        found = dict(sa=a.batch, sb=b.batch, sc=c.batch, ia=a.inner, ib=b.inner, ic=c.inner)
        return found | dict(oa=a.offset, ob=b.offset, oc=c.offset, group=self.group)


class Batch(Record):
    """Where the matrices of a batch of products c = a @ b are (see `Product.steps`)."""

    group: int  # matrices of the batch that follow each other by inner steps
    sa: int  # from group to group
    sb: int
    sc: int
    ia: int  # within a group
    ib: int
    ic: int
    oa: int  # of the first
    ob: int
    oc: int


class Calls(Batch):
    """The table of products: their batch, sizes, layouts, cuts. One side of a product of vectors
    has one column. Of `sums` products, za and zb apart, the sum is computed. The terms of a product
    are in `pieces`; each has a result of its own, zc from the one before."""

    m: int
    n: int
    k: int
    ta: int
    tb: int
    lda: int
    ldb: int
    ldc: int
    sums: int
    za: int
    zb: int
    zc: int
    pieces: int
    most_rows: int  # of a call
    most_columns: int
    most_terms: int
    zero: Factor
    one: Factor


def leading(x: Matrices, rows: int, columns: int) -> tuple[int, int] | None:
    """(transposition, leading dimension) for BLAS; None if no axis is contiguous."""
    if x.column == 1 or columns == 1:
        step = x.row if rows > 1 else max(columns, 1)
        if step >= max(columns, 1) and (x.column == 1 or rows == 1 or columns == 1):
            return NO_TRANSPOSE, max(step, 1)
    if x.row == 1 or rows == 1:
        step = x.column if columns > 1 else max(rows, 1)
        if step >= max(rows, 1):
            return TRANSPOSE, max(step, 1)
    return None


dnnl_sgemm = external(
    "fjax_dnnl_sgemm",
    *(Int32, Byte, Byte, int, int, int),
    *(Float32, Address, int, Address, int, Float32, Address, int),
)
most_threads = external("fjax_omp_get_max_threads", Int32)
set_threads = external("fjax_omp_set_num_threads", None, Int32)


def parameters(name: str, integer_bits: int, through_onednn: bool) -> dict[str, Any]:
    """What the functions are translated with, for a function of BLAS such as "sgemm" or "zgemv"."""
    element, integer = ELEMENT[name[0]], Int32 if integer_bits == 32 else int
    given = element if name[0] in "sd" else Address
    sizes = 3 if name.endswith("gemm") else 2
    return {
        "ProductElement": element,
        "Integer": integer,
        "FactorArgument": given,
        "REAL": given is element,
        "ONEDNN": through_onednn,
        "blas": external(
            f"fjax_blas_{name}",
            None,
            *(Int32,) * sizes,
            *(integer,) * sizes,
            *(given, Address, integer, Address, integer, given, Address, integer),
        ),
    }


@native
def multiply_matrices(
    buffers: Pointer[Pointer[ProductElement]], calls: Calls, lo: int, hi: int
) -> None:
    """The calls [lo, hi) of products of matrices."""
    a, b, c = buffers[0] + calls.oa, buffers[1] + calls.ob, buffers[2] + calls.oc
    row_step = calls.lda if calls.ta == NO_TRANSPOSE else 1
    column_step = 1 if calls.tb == NO_TRANSPOSE else calls.ldb
    term_step = 1 if calls.ta == NO_TRANSPOSE else calls.lda
    same_step = calls.ldb if calls.tb == NO_TRANSPOSE else 1
    across = parts(calls.n, calls.most_columns)
    count = parts(calls.m, calls.most_rows) * across
    for at in range(lo, hi):
        t, inside, piece = at // count, at % count, 0
        if calls.pieces > 1:  # many small products have no time for two more divisions
            t, piece = t // calls.pieces, t % calls.pieces
        outer, inner = t // calls.group, t % calls.group
        first = piece * calls.most_terms
        row, column = inside // across * calls.most_rows, inside % across * calls.most_columns
        before = factor(address(calls.zero))
        for term in range(calls.sums):
            gemm(
                Int32(calls.ta),
                Int32(calls.tb),
                Integer(minimum(calls.m - row, calls.most_rows)),
                Integer(minimum(calls.n - column, calls.most_columns)),
                Integer(minimum(calls.k - first, calls.most_terms)),
                factor(address(calls.one)),
                a
                + (outer * calls.sa + inner * calls.ia + term * calls.za)
                + (row * row_step + first * term_step),
                Integer(calls.lda),
                b
                + (outer * calls.sb + inner * calls.ib + term * calls.zb)
                + (column * column_step + first * same_step),
                Integer(calls.ldb),
                before,
                c
                + (outer * calls.sc + inner * calls.ic + piece * calls.zc)
                + (row * calls.ldc + column),
                Integer(calls.ldc),
            )
            before = factor(address(calls.one))


@native
def multiply_vectors(
    buffers: Pointer[Pointer[ProductElement]], calls: Calls, lo: int, hi: int
) -> None:
    """Rows of a matrix stored by columns are columns of its transpose: so the library is told."""
    a, b, c = buffers[0] + calls.oa, buffers[1] + calls.ob, buffers[2] + calls.oc
    is_plain = calls.ta == NO_TRANSPOSE
    row_step = calls.lda if is_plain else 1
    count = parts(calls.m, calls.most_rows)
    for at in range(lo, hi):
        t, row = at // count, at % count * calls.most_rows
        outer, inner = t // calls.group, t % calls.group
        rows = minimum(calls.m - row, calls.most_rows)
        blas(
            BY_ROWS,
            Int32(calls.ta),
            Integer(rows if is_plain else calls.k),
            Integer(calls.k if is_plain else rows),
            factor(address(calls.one)),
            a + (outer * calls.sa + inner * calls.ia + row * row_step),
            Integer(calls.lda),
            b + (outer * calls.sb + inner * calls.ib),
            Integer(calls.ldb),
            factor(address(calls.zero)),
            c + (outer * calls.sc + inner * calls.ic + row * calls.ldc),
            Integer(calls.ldc),
        )


@native
def parts(length: int, most: int) -> int:
    """How many parts of a length there are."""
    return (length + most - 1) // most


@native
def factor(place: Pointer[ProductElement]) -> FactorArgument:
    """A factor as BLAS takes it."""
    if REAL:
        return FactorArgument(place[0])
    else:
        return FactorArgument(place)


@native
def gemm(
    ta: Int32,
    tb: Int32,
    m: Integer,
    n: Integer,
    k: Integer,
    alpha: FactorArgument,
    a: Address,
    lda: Integer,
    b: Address,
    ldb: Integer,
    beta: FactorArgument,
    c: Address,
    ldc: Integer,
) -> None:
    """c = alpha * a @ b + beta * c, in the calling thread alone."""
    if ONEDNN:
        threads = most_threads()
        set_threads(1)
        status = dnnl_sgemm(letter(ta), letter(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
        set_threads(threads)
        if status == 0:  # else for want of memory, say: then BLAS computes the product
            return
    blas(BY_ROWS, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)


@native
def letter(transposition: Int32) -> Byte:
    """A transposition as oneDNN's interface names it."""
    return Byte(78 if transposition == NO_TRANSPOSE else 84)  # N or T
