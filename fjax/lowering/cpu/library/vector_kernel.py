"""Native functions for products of a matrix and few vectors, which read the matrix once, in order.

A matrix that lies row by row is multiplied by rows: SIZE of them at a time, each with PARTS vectors
of partial sums. One that lies column by column is multiplied by columns: a result of SIZE vectors
stays in registers, each of them as PARTS partial sums; a longer one stays in the cache, and PARTS
columns at a time are added to SIZE vectors of it. A small one that lies row by row is PACKED first:
its columns are copied to the stack. An element is computed in the same way wherever a task begins.
"""

from __future__ import annotations

from typing import Any

from fjax.dataclass import dataclass
from fjax.lowering.cpu.library.product_calls import Batch, parts
from fjax.lowering.native.language import (
    Cells,
    Pointer,
    Real,
    add_lanes,
    array,
    first_lanes,
    masked_load,
    masked_store,
    minimum,
    multiply_add,
    native,
    parameter,
    splat,
    unrolled,
)
from fjax.lowering.native.types import lane_parameters


@dataclass(frozen=True)
class Sweep:
    """A function of this module, and the sizes that it is translated with.

    `partial`: the last lanes of a row, or of the result, are not all there. `few`: how many
    vectors are multiplied at a time. `packed`: columns of the matrix are copied first.
    """

    name: str
    size: int
    parts: int
    lanes: int
    itemsize: int
    partial: bool
    few: int = 1
    packed: bool = False

    def parameters(self) -> dict[str, Any]:
        """What the native functions are translated with."""
        return {
            **lane_parameters(self.itemsize, self.lanes),
            "SIZE": self.size,
            "PARTS": self.parts,
            "LAST": self.size - 1,
            "FEW": self.few,
            "PARTIAL": self.partial,
            "PACKED": self.packed,
        }


SIZE = PARTS = LANES = LAST = FEW = parameter(int)
PARTIAL = PACKED = parameter(bool)


class Products(Batch):
    """The table: a matrix of `rows` x `terms` times `few` vectors, for each of a batch.

    Steps: from row to row or column to column of the matrix, whichever does not lie side by side;
    from vector to vector and along one; the same of the result.
    """

    rows: int
    terms: int
    few: int
    most_few: int  # vectors of a task
    most_rows: int  # rows of a task,
    piece: int  # ... and in a cache
    matrix_step: int
    vector: int
    vector_step: int
    result: int
    result_step: int


@native
def multiply_rows(buffers: Pointer[Pointer[Real]], table: Products, lo: int, hi: int) -> None:
    """The blocks of rows [lo, hi) of products of matrices that lie row by row."""
    blocks, step = parts(table.rows, table.most_rows), table.result_step
    for at in range(lo, hi):
        t, row = at // blocks, at % blocks * table.most_rows
        outer, inner = t // table.group, t % table.group
        rows = minimum(table.rows - row, table.most_rows)
        a = buffers[0] + (table.oa + outer * table.sa + inner * table.ia + row * table.matrix_step)
        b = buffers[1] + (table.ob + outer * table.sb + inner * table.ib)
        c = buffers[2] + (table.oc + outer * table.sc + inner * table.ic + row * step)
        for first in range(0, rows, table.piece):
            # The last of the block begin earlier if they are fewer: some are computed twice.
            last = minimum(first + table.piece, rows) - SIZE
            for number in range(0, table.few, FEW):
                vector = minimum(number, table.few - FEW)
                for tile in range(first, last + SIZE, SIZE):
                    start = minimum(tile, last)
                    add_rows(
                        a + start * table.matrix_step,
                        b + vector * table.vector,
                        c + (start * step + vector * table.result),
                        table,
                    )


@native
def add_rows(a: Pointer[Real], b: Pointer[Real], c: Pointer[Real], table: Products) -> None:
    """The products of SIZE rows with FEW vectors."""
    rows: Pointer[Pointer[Real]] = array(Pointer[Real], SIZE)
    vectors: Pointer[Pointer[Real]] = array(Pointer[Real], FEW)
    sums: Pointer[Cells] = array(Cells, FEW * SIZE * PARTS)
    elements: Pointer[Cells] = array(Cells, SIZE)
    for r in unrolled(SIZE):
        rows[r] = a + r * table.matrix_step
    for f in unrolled(FEW):
        vectors[f] = b + f * table.vector
    for k in unrolled(FEW * SIZE * PARTS):
        sums[k] = splat(0.0, Cells)
    length = table.terms
    whole, aligned = length - length % (PARTS * LANES), length - length % LANES
    for at in range(0, whole, PARTS * LANES):
        for p in unrolled(PARTS):
            for r in unrolled(SIZE):
                elements[r] = Pointer[Cells](rows[r] + (at + p * LANES))[0]
            for f in unrolled(FEW):
                factor = Pointer[Cells](vectors[f] + (at + p * LANES))[0]
                for r in unrolled(SIZE):
                    sums[(f * SIZE + r) * PARTS + p] = multiply_add(
                        factor, elements[r], sums[(f * SIZE + r) * PARTS + p]
                    )
    for at in range(whole, aligned, LANES):
        for r in unrolled(SIZE):
            elements[r] = Pointer[Cells](rows[r] + at)[0]
        for f in unrolled(FEW):
            factor = Pointer[Cells](vectors[f] + at)[0]
            for r in unrolled(SIZE):
                sums[(f * SIZE + r) * PARTS] = multiply_add(
                    factor, elements[r], sums[(f * SIZE + r) * PARTS]
                )
    if PARTIAL:
        mask = first_lanes(length - aligned, Cells)
        for r in unrolled(SIZE):
            elements[r] = masked_load(Pointer[Cells](rows[r] + aligned), mask)
        for f in unrolled(FEW):
            factor = masked_load(Pointer[Cells](vectors[f] + aligned), mask)
            for r in unrolled(SIZE):
                sums[(f * SIZE + r) * PARTS] = multiply_add(
                    factor, elements[r], sums[(f * SIZE + r) * PARTS]
                )
    put_totals(sums, c, table)


@native
def put_totals(sums: Pointer[Cells], c: Pointer[Real], table: Products) -> None:
    """Add up what was summed in parts and lanes, and store it."""
    for f in unrolled(FEW):
        for r in unrolled(SIZE):
            for p in unrolled(PARTS - 1):
                sums[(f * SIZE + r) * PARTS] = (
                    sums[(f * SIZE + r) * PARTS] + sums[(f * SIZE + r) * PARTS + p + 1]
                )
            c[f * table.result + r * table.result_step] = add_lanes(sums[(f * SIZE + r) * PARTS])


@native
def multiply_columns(buffers: Pointer[Pointer[Real]], table: Products, lo: int, hi: int) -> None:
    """The blocks [lo, hi) of products of matrices that lie column by column with vectors, FEW of
    whose results fit into registers."""
    blocks, known, a_step = parts(table.few, table.most_few), -1, table.matrix_step
    packed: Pointer[Cells] = array(Cells, table.terms * SIZE if PACKED else 1, 64)
    if PACKED:
        for k in range(table.terms * SIZE):
            packed[k] = splat(0.0, Cells)
    for at in range(lo, hi):
        t, first = at, 0
        if blocks > 1:  # small products have no time for a division
            t, first = at // blocks, at % blocks * table.most_few
        outer, inner = t, 0
        if table.group > 1:
            outer, inner = t // table.group, t % table.group
        place = table.oa + outer * table.sa + inner * table.ia
        a = buffers[0] + place
        if PACKED:
            if place != known:
                pack(a, Pointer[Real](packed), table)
            a, a_step, known = Pointer[Real](packed), SIZE * LANES, place
        b = buffers[1] + (table.ob + outer * table.sb + inner * table.ib)
        c = buffers[2] + (table.oc + outer * table.sc + inner * table.ic)
        for number in range(first, minimum(first + table.most_few, table.few), FEW):
            vector = minimum(number, table.few - FEW)  # the last may be computed twice
            add_columns(a, a_step, b + vector * table.vector, c + vector * table.result, table)


@native
def pack(a: Pointer[Real], packed: Pointer[Real], table: Products) -> None:
    """The columns of a matrix that lies row by row, each in SIZE vectors."""
    whole = table.terms - table.terms % 4
    for r in range(table.rows):
        row, into = a + r * table.matrix_step, packed + r
        for _ in range(0, whole, 4):
            for i in unrolled(4):
                into[i * (SIZE * LANES)] = row[i]
            row, into = row + 4, into + 4 * (SIZE * LANES)
        for _ in range(whole, table.terms):
            into[0] = row[0]
            row, into = row + 1, into + SIZE * LANES


@native
def add_columns(
    a: Pointer[Real], a_step: int, b: Pointer[Real], c: Pointer[Real], table: Products
) -> None:
    """SIZE vectors of FEW results: the sum of all columns, each times its element of a vector."""
    sums: Pointer[Cells] = array(Cells, FEW * PARTS * SIZE)
    elements: Pointer[Cells] = array(Cells, SIZE)
    mask, step = first_lanes(table.rows - LAST * LANES, Cells), table.vector
    for k in unrolled(FEW * PARTS * SIZE):
        sums[k] = splat(0.0, Cells)
    whole = table.terms - table.terms % PARTS
    for _ in range(0, whole, PARTS):
        for p in unrolled(PARTS):
            for v in unrolled(SIZE):
                at = Pointer[Cells](a + v * LANES)
                if PARTIAL and v == LAST and not PACKED:
                    elements[v] = masked_load(at, mask)
                else:
                    elements[v] = at[0]
            for f in unrolled(FEW):
                factor = splat(b[f * step], Cells)
                for v in unrolled(SIZE):
                    sums[(f * PARTS + p) * SIZE + v] = multiply_add(
                        factor, elements[v], sums[(f * PARTS + p) * SIZE + v]
                    )
            a, b = a + a_step, b + table.vector_step
    if PARTS > 1:
        for _ in range(whole, table.terms):
            for v in unrolled(SIZE):
                at = Pointer[Cells](a + v * LANES)
                if PARTIAL and v == LAST and not PACKED:
                    elements[v] = masked_load(at, mask)
                else:
                    elements[v] = at[0]
            for f in unrolled(FEW):
                factor = splat(b[f * step], Cells)
                for v in unrolled(SIZE):
                    sums[f * PARTS * SIZE + v] = multiply_add(
                        factor, elements[v], sums[f * PARTS * SIZE + v]
                    )
            a, b = a + a_step, b + table.vector_step
    for f in unrolled(FEW):
        for v in unrolled(SIZE):
            total = sums[f * PARTS * SIZE + v]
            for p in unrolled(PARTS - 1):
                total = total + sums[(f * PARTS + p + 1) * SIZE + v]
            at = Pointer[Cells](c + v * LANES)
            if PARTIAL and v == LAST:
                masked_store(at, total, mask)
            else:
                at[0] = total
        c = c + table.result


@native
def multiply_long(buffers: Pointer[Pointer[Real]], table: Products, lo: int, hi: int) -> None:
    """The blocks [lo, hi) of results of matrices that lie column by column, with FEW vectors."""
    blocks = parts(table.rows, table.most_rows)
    for at in range(lo, hi):
        t, row = at // blocks, at % blocks * table.most_rows
        outer, inner = t // table.group, t % table.group
        rows = minimum(table.rows - row, table.most_rows)
        a = buffers[0] + (table.oa + outer * table.sa + inner * table.ia + row)
        b = buffers[1] + (table.ob + outer * table.sb + inner * table.ib)
        c = buffers[2] + (table.oc + outer * table.sc + inner * table.ic + row)
        for first in range(0, rows, table.piece):
            add_piece(a + first, b, c + first, minimum(rows - first, table.piece), table)


@native
def add_piece(
    a: Pointer[Real], b: Pointer[Real], c: Pointer[Real], rows: int, table: Products
) -> None:
    """As many elements of the result as stay in the cache."""
    aligned = rows - rows % LANES
    for f in range(FEW):
        into = c + f * table.result
        for at in range(0, aligned, LANES):
            Pointer[Cells](into + at)[0] = splat(0.0, Cells)
        for at in range(aligned, rows):
            into[at] = Real(0.0)
    whole = table.terms - table.terms % PARTS
    for k in range(0, whole, PARTS):
        add_some(a + k * table.matrix_step, b + k * table.vector_step, c, rows, table)
    for k in range(whole, table.terms):
        for f in range(FEW):
            factor = (b + (k * table.vector_step + f * table.vector))[0]
            add_one(a + k * table.matrix_step, factor, c + f * table.result, rows)


@native
def add_some(
    a: Pointer[Real], b: Pointer[Real], c: Pointer[Real], rows: int, table: Products
) -> None:
    """Add PARTS columns, each times its element of the vectors, to the results."""
    columns: Pointer[Pointer[Real]] = array(Pointer[Real], PARTS)
    factors: Pointer[Real] = array(Real, FEW * PARTS)
    results: Pointer[Pointer[Real]] = array(Pointer[Real], FEW)
    for f in unrolled(FEW):
        results[f] = c + f * table.result
    for p in unrolled(PARTS):
        columns[p] = a + p * table.matrix_step
        for f in unrolled(FEW):
            factors[f * PARTS + p] = (b + (p * table.vector_step + f * table.vector))[0]
    sums: Pointer[Cells] = array(Cells, FEW * SIZE)
    elements: Pointer[Cells] = array(Cells, SIZE)
    whole, aligned = rows - rows % (SIZE * LANES), rows - rows % LANES
    for at in range(0, whole, SIZE * LANES):
        for k in unrolled(FEW * SIZE):
            sums[k] = Pointer[Cells](results[k // SIZE] + (at + k % SIZE * LANES))[0]
        for p in unrolled(PARTS):
            for v in unrolled(SIZE):
                elements[v] = Pointer[Cells](columns[p] + (at + v * LANES))[0]
            for f in unrolled(FEW):
                factor = splat(factors[f * PARTS + p], Cells)
                for v in unrolled(SIZE):
                    sums[f * SIZE + v] = multiply_add(factor, elements[v], sums[f * SIZE + v])
        for k in unrolled(FEW * SIZE):
            Pointer[Cells](results[k // SIZE] + (at + k % SIZE * LANES))[0] = sums[k]
    for at in range(whole, aligned, LANES):
        for f in unrolled(FEW):
            into = Pointer[Cells](results[f] + at)
            total = into[0]
            for p in unrolled(PARTS):
                element = Pointer[Cells](columns[p] + at)[0]
                total = multiply_add(splat(factors[f * PARTS + p], Cells), element, total)
            into[0] = total
    if PARTIAL:
        mask = first_lanes(rows - aligned, Cells)
        for f in unrolled(FEW):
            into = Pointer[Cells](results[f] + aligned)
            total = masked_load(into, mask)
            for p in unrolled(PARTS):
                element = masked_load(Pointer[Cells](columns[p] + aligned), mask)
                total = multiply_add(splat(factors[f * PARTS + p], Cells), element, total)
            masked_store(into, total, mask)


@native
def add_one(a: Pointer[Real], factor: Real, c: Pointer[Real], rows: int) -> None:
    """Add one column times its element of b to the result."""
    factors = splat(factor, Cells)
    aligned = rows - rows % LANES
    for at in range(0, aligned, LANES):
        into = Pointer[Cells](c + at)
        into[0] = multiply_add(factors, Pointer[Cells](a + at)[0], into[0])
    if PARTIAL:
        mask = first_lanes(rows - aligned, Cells)
        into = Pointer[Cells](c + aligned)
        total = masked_load(into, mask)
        total = multiply_add(factors, masked_load(Pointer[Cells](a + aligned), mask), total)
        masked_store(into, total, mask)
