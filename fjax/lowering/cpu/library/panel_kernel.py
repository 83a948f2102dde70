"""Native functions for products of matrices that are large in both directions, panel by panel.

A panel is as many columns of the right operand as SIZE vectors hold. Blocks of its rows are packed,
so that they stay in a core's cache. A tile of the result is ROWS rows and a panel's columns: its
sums are in registers while a block's rows go by. The left operand is read where it lies.
"""

from __future__ import annotations

from typing import Any

from fjax.dataclass import dataclass
from fjax.lowering.cpu.library.product_calls import Batch, parts
from fjax.lowering.native.language import (
    Cells,
    Pointer,
    Real,
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
class Tiling:
    """The sizes that the functions of this module are translated with."""

    size: int
    rows: int
    lanes: int
    itemsize: int

    def parameters(self) -> dict[str, Any]:
        """What the native functions are translated with."""
        return {
            **lane_parameters(self.itemsize, self.lanes),
            "SIZE": self.size,
            "ROWS": self.rows,
            "LANES": self.lanes,
            "WIDTH": self.size * self.lanes,
        }


SIZE = ROWS = LANES = WIDTH = parameter(int)


class PanelProducts(Batch):
    """The table: products of (rows, terms) and (terms, width) matrices, for each of a batch.

    The terms may be in `pieces`; each has a result of its own, `c_piece` after the one before.
    Steps: of the left operand along rows and terms, of the right one along the axis that does not
    lie side by side, of the result along rows. `turned`: columns of the right operand lie side by
    side, so they are transposed while they are packed.
    """

    rows: int
    width: int
    terms: int
    pieces: int
    piece_terms: int  # of a piece,
    most_terms: int  # ... of a block,
    most_rows: int  # ... and rows of a task
    a_row: int
    a_term: int
    b_step: int
    turned: int
    c_row: int
    c_piece: int


@native
def multiply_panels(
    buffers: Pointer[Pointer[Real]], table: PanelProducts, lo: int, hi: int
) -> None:
    """The tasks [lo, hi): of each, some rows of the left operand times a panel."""
    packed: Pointer[Cells] = array(Cells, table.most_terms * SIZE, 64)
    rest: Pointer[Cells] = array(Cells, ROWS * SIZE, 64)
    if table.turned > 0:  # only a panel's own columns are written
        for k in range(table.most_terms * SIZE):
            packed[k] = splat(0.0, Cells)
    panels, blocks = parts(table.width, WIDTH), parts(table.rows, table.most_rows)
    for at in range(lo, hi):
        t, inside = at // (panels * blocks), at % (panels * blocks)
        t, piece = t // table.pieces, t % table.pieces
        outer, inner = t // table.group, t % table.group
        row, column = inside // panels * table.most_rows, inside % panels * WIDTH
        first = piece * table.piece_terms
        b_column = column * table.b_step if table.turned > 0 else column
        multiply_panel(
            buffers[0] + (table.oa + outer * table.sa + inner * table.ia + row * table.a_row),
            buffers[1] + (table.ob + outer * table.sb + inner * table.ib + b_column),
            buffers[2]
            + (table.oc + outer * table.sc + inner * table.ic + piece * table.c_piece)
            + (row * table.c_row + column),
            minimum(table.rows - row, table.most_rows),
            minimum(table.width - column, WIDTH),
            first,
            minimum(first + table.piece_terms, table.terms),
            packed,
            rest,
            table,
        )


@native
def multiply_panel(
    a: Pointer[Real],
    b: Pointer[Real],
    c: Pointer[Real],
    rows: int,
    width: int,
    first: int,
    last: int,
    packed: Pointer[Cells],
    rest: Pointer[Cells],
    table: PanelProducts,
) -> None:
    """Some rows times the terms [first, last) of a panel.

    The rows that fill no tile are computed with those before them, beside the result: another
    task may compute those.
    """
    whole = rows - rows % ROWS
    for block in range(first, last, table.most_terms):
        terms = minimum(last - block, table.most_terms)
        if table.turned > 0:
            turn(b + block, Pointer[Real](packed), terms, width, table)
        else:
            pack(b + block * table.b_step, packed, terms, width, table)
        left = a + block * table.a_term
        for row in range(0, whole, ROWS):
            target, source = c + row * table.c_row, left + row * table.a_row
            add_tile(packed, source, target, table.c_row, terms, width, block - first, table)
        if whole < rows:
            source = left + (rows - ROWS) * table.a_row
            add_tile(packed, source, Pointer[Real](rest), WIDTH, terms, WIDTH, block - first, table)
    for row in range(whole, rows):
        for v in unrolled(SIZE):
            at = Pointer[Cells](c + (row * table.c_row + v * LANES))
            value = rest[(row - rows + ROWS) * SIZE + v]
            masked_store(at, value, first_lanes(width - v * LANES, Cells))


@native
def pack(
    b: Pointer[Real], packed: Pointer[Cells], terms: int, width: int, table: PanelProducts
) -> None:
    """Rows of a panel, one after the other."""
    for k in range(terms):
        for v in unrolled(SIZE):
            at = Pointer[Cells](b + (k * table.b_step + v * LANES))
            packed[k * SIZE + v] = masked_load(at, first_lanes(width - v * LANES, Cells))


@native
def turn(
    b: Pointer[Real], packed: Pointer[Real], terms: int, width: int, table: PanelProducts
) -> None:
    """Rows of a panel whose columns lie side by side: as much of each as a cache line, at once."""
    whole = terms - terms % LANES
    for k in range(0, whole, LANES):
        for column in range(width):
            source, target = b + (column * table.b_step + k), packed + (k * WIDTH + column)
            for _ in range(0, LANES, 4):
                for i in unrolled(4):
                    target[i * WIDTH] = source[i]
                source, target = source + 4, target + 4 * WIDTH
    for k in range(whole, terms):
        for column in range(width):
            packed[k * WIDTH + column] = b[column * table.b_step + k]


@native
def add_tile(
    packed: Pointer[Cells],
    a: Pointer[Real],
    c: Pointer[Real],
    c_row: int,
    terms: int,
    width: int,
    before: int,
    table: PanelProducts,
) -> None:
    """A tile of the result: what it holds if there are terms `before` these, plus products."""
    sums: Pointer[Cells] = array(Cells, ROWS * SIZE)
    elements: Pointer[Cells] = array(Cells, SIZE)
    a_row = table.a_row
    if before > 0:
        for v in unrolled(SIZE):
            mask, at = first_lanes(width - v * LANES, Cells), c + v * LANES
            for r in unrolled(ROWS):
                sums[r * SIZE + v] = masked_load(Pointer[Cells](at), mask)
                at = at + c_row
    else:
        zero = splat(0.0, Cells)
        for k in unrolled(ROWS * SIZE):
            sums[k] = zero
    for _ in range(terms):
        for v in unrolled(SIZE):
            elements[v] = packed[v]
        row = a
        for r in unrolled(ROWS):
            factor, row = splat(row[0], Cells), row + a_row
            for v in unrolled(SIZE):
                sums[r * SIZE + v] = multiply_add(factor, elements[v], sums[r * SIZE + v])
        a, packed = a + table.a_term, packed + SIZE
    for v in unrolled(SIZE):
        mask, at = first_lanes(width - v * LANES, Cells), c + v * LANES
        for r in unrolled(ROWS):
            masked_store(Pointer[Cells](at), sums[r * SIZE + v], mask)
            at = at + c_row
