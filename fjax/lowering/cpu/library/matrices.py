"""Where the matrices of a product lie in memory."""

from __future__ import annotations

from dataclasses import dataclass

from fjax.lowering.cpu.library.product_calls import NO_TRANSPOSE, TRANSPOSE


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


def steps_of(a: Matrices, b: Matrices, c: Matrices) -> dict[str, int]:
    """The steps and offsets of a batch of products c = a @ b, by the names of `Batch`."""
    found = dict(sa=a.batch, sb=b.batch, sc=c.batch, ia=a.inner, ib=b.inner, ic=c.inner)
    return found | dict(oa=a.offset, ob=b.offset, oc=c.offset)


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
