"""Native functions for products of a matrix and a vector, which read the matrix once and in order.

A matrix that lies row by row is multiplied by rows: SIZE of them at a time, each with PARTS vectors
of partial sums. One that lies column by column is multiplied by columns: a result of SIZE vectors
stays in registers, each of them as PARTS partial sums; a longer one stays in the cache, and PARTS
columns at a time are added to SIZE vectors of it. An element is computed in the same way wherever a
task begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fjax.lowering.cpu.library.product_calls import Calls, parts
from fjax.lowering.native.language import (
    Float32,
    Pointer,
    add_lanes,
    array,
    first_lanes,
    masked_load,
    masked_store,
    minimum,
    multiply_add,
    native,
    parameter,
    prefetch,
    splat,
    unrolled,
)
from fjax.lowering.native.types import vector


@dataclass(frozen=True)
class Sweep:
    """A function of this module, and the sizes that it is translated with.

    `partial`: the last vector of a row, or of the result, is not whole. `ahead`: how many elements
    before it is read memory is asked for; 0 if the processor finds out by itself.
    """

    name: str
    size: int
    parts: int
    lanes: int
    itemsize: int
    partial: bool
    ahead: int = 0

    def parameters(self) -> dict[str, Any]:
        """What the native functions are translated with."""
        element = Float32 if self.itemsize == 4 else float
        return {
            "Cell": element,
            "Cells": vector(element, self.lanes),
            "SIZE": self.size,
            "PARTS": self.parts,
            "LANES": self.lanes,
            "LAST": self.size - 1,
            "AHEAD": self.ahead,
            "PARTIAL": self.partial,
        }


PIECE = 1 << 11  # elements of a result in the cache
SIZE = PARTS = LANES = LAST = AHEAD = parameter(int)
PARTIAL = parameter(bool)


class Cell(float):
    """What arrays hold."""


class Cells:
    """Elements in the lanes of a register."""

    def __add__(self, other: Cells) -> Cells:
        raise NotImplementedError


@native
def multiply_rows(buffers: Pointer[Pointer[Cell]], calls: Calls, lo: int, hi: int) -> None:
    """The blocks of rows [lo, hi) of products of matrices that lie row by row."""
    blocks = parts(calls.m, calls.most_rows)
    for at in range(lo, hi):
        t, row = at // blocks, at % blocks * calls.most_rows
        outer, inner = t // calls.group, t % calls.group
        rows = minimum(calls.m - row, calls.most_rows)
        a = buffers[0] + (calls.oa + outer * calls.sa + inner * calls.ia + row * calls.lda)
        b = buffers[1] + (calls.ob + outer * calls.sb + inner * calls.ib)
        c = buffers[2] + (calls.oc + outer * calls.sc + inner * calls.ic + row * calls.ldc)
        for first in range(0, rows, SIZE):
            # The last rows of the block begin earlier if they are fewer: some are computed twice.
            start = minimum(first, rows - SIZE)
            add_rows(a + start * calls.lda, calls.lda, b, calls.k, c + start * calls.ldc, calls.ldc)


@native
def add_rows(
    a: Pointer[Cell], a_step: int, b: Pointer[Cell], length: int, c: Pointer[Cell], c_step: int
) -> None:
    """The products of SIZE rows."""
    rows: Pointer[Pointer[Cell]] = array(Pointer[Cell], SIZE)
    sums: Pointer[Cells] = array(Cells, SIZE * PARTS)
    for r in unrolled(SIZE):
        rows[r] = a + r * a_step
    for k in unrolled(SIZE * PARTS):
        sums[k] = splat(0.0, Cells)
    whole = length - length % (PARTS * LANES)
    for at in range(0, whole, PARTS * LANES):
        for p in unrolled(PARTS):
            factor = Pointer[Cells](b + (at + p * LANES))[0]
            for r in unrolled(SIZE):
                if AHEAD > 0:
                    prefetch(rows[r] + (at + p * LANES + AHEAD))
                element = Pointer[Cells](rows[r] + (at + p * LANES))[0]
                sums[r * PARTS + p] = multiply_add(factor, element, sums[r * PARTS + p])
    aligned = length - length % LANES
    for at in range(whole, aligned, LANES):
        factor = Pointer[Cells](b + at)[0]
        for r in unrolled(SIZE):
            if AHEAD > 0:
                prefetch(rows[r] + (at + AHEAD))
            element = Pointer[Cells](rows[r] + at)[0]
            sums[r * PARTS] = multiply_add(factor, element, sums[r * PARTS])
    if PARTIAL:
        mask = first_lanes(length - aligned, Cells)
        factor = masked_load(Pointer[Cells](b + aligned), mask)
        for r in unrolled(SIZE):
            if AHEAD > 0:
                prefetch(rows[r] + (aligned + AHEAD))
            element = masked_load(Pointer[Cells](rows[r] + aligned), mask)
            sums[r * PARTS] = multiply_add(factor, element, sums[r * PARTS])
    for r in unrolled(SIZE):
        for p in unrolled(PARTS - 1):
            sums[r * PARTS] = sums[r * PARTS] + sums[r * PARTS + p + 1]
        c[r * c_step] = add_lanes(sums[r * PARTS])


@native
def multiply_columns(buffers: Pointer[Pointer[Cell]], calls: Calls, lo: int, hi: int) -> None:
    """Products [lo, hi) of matrices that lie column by column, whose results fit into registers."""
    for t in range(lo, hi):
        outer, inner = t // calls.group, t % calls.group
        a = buffers[0] + (calls.oa + outer * calls.sa + inner * calls.ia)
        b = buffers[1] + (calls.ob + outer * calls.sb + inner * calls.ib)
        c = buffers[2] + (calls.oc + outer * calls.sc + inner * calls.ic)
        add_columns(a, calls.lda, b, calls.ldb, calls.k, c, calls.m)


@native
def add_columns(
    a: Pointer[Cell],
    a_step: int,
    b: Pointer[Cell],
    b_step: int,
    terms: int,
    c: Pointer[Cell],
    rows: int,
) -> None:
    """SIZE vectors of the result: the sum of all columns, each times its element of b."""
    sums: Pointer[Cells] = array(Cells, SIZE * PARTS)
    mask = first_lanes(rows - LAST * LANES, Cells)
    for k in unrolled(SIZE * PARTS):
        sums[k] = splat(0.0, Cells)
    whole = terms - terms % PARTS
    for _ in range(0, whole, PARTS):
        for p in unrolled(PARTS):
            factor = splat(b[0], Cells)
            for v in unrolled(SIZE):
                at = Pointer[Cells](a + v * LANES)
                if AHEAD > 0:
                    prefetch(a + (v * LANES + AHEAD))
                if PARTIAL and v == LAST:
                    element = masked_load(at, mask)
                    sums[p * SIZE + v] = multiply_add(factor, element, sums[p * SIZE + v])
                else:
                    sums[p * SIZE + v] = multiply_add(factor, at[0], sums[p * SIZE + v])
            a, b = a + a_step, b + b_step
    for _ in range(whole, terms):
        factor = splat(b[0], Cells)
        for v in unrolled(SIZE):
            at = Pointer[Cells](a + v * LANES)
            if PARTIAL and v == LAST:
                sums[v] = multiply_add(factor, masked_load(at, mask), sums[v])
            else:
                sums[v] = multiply_add(factor, at[0], sums[v])
        a, b = a + a_step, b + b_step
    for v in unrolled(SIZE):
        for p in unrolled(PARTS - 1):
            sums[v] = sums[v] + sums[(p + 1) * SIZE + v]
        at = Pointer[Cells](c + v * LANES)
        if PARTIAL and v == LAST:
            masked_store(at, sums[v], mask)
        else:
            at[0] = sums[v]


@native
def multiply_long(buffers: Pointer[Pointer[Cell]], calls: Calls, lo: int, hi: int) -> None:
    """The blocks [lo, hi) of results of matrices that lie column by column."""
    blocks = parts(calls.m, calls.most_rows)
    for at in range(lo, hi):
        t, row = at // blocks, at % blocks * calls.most_rows
        outer, inner = t // calls.group, t % calls.group
        rows = minimum(calls.m - row, calls.most_rows)
        a = buffers[0] + (calls.oa + outer * calls.sa + inner * calls.ia + row)
        b = buffers[1] + (calls.ob + outer * calls.sb + inner * calls.ib)
        c = buffers[2] + (calls.oc + outer * calls.sc + inner * calls.ic + row)
        for first in range(0, rows, PIECE):
            add_piece(a + first, b, c + first, minimum(rows - first, PIECE), calls)


@native
def add_piece(
    a: Pointer[Cell], b: Pointer[Cell], c: Pointer[Cell], rows: int, calls: Calls
) -> None:
    """As many elements of the result as stay in the cache."""
    aligned = rows - rows % LANES
    for at in range(0, aligned, LANES):
        Pointer[Cells](c + at)[0] = splat(0.0, Cells)
    for at in range(aligned, rows):
        c[at] = Cell(0.0)
    whole = calls.k - calls.k % PARTS
    for k in range(0, whole, PARTS):
        add_some(a + k * calls.lda, calls.lda, b + k * calls.ldb, calls.ldb, c, rows)
    for k in range(whole, calls.k):
        add_one(a + k * calls.lda, (b + k * calls.ldb)[0], c, rows)


@native
def add_some(
    a: Pointer[Cell], a_step: int, b: Pointer[Cell], b_step: int, c: Pointer[Cell], rows: int
) -> None:
    """Add PARTS columns, each times its element of b, to the result."""
    columns: Pointer[Pointer[Cell]] = array(Pointer[Cell], PARTS)
    factors: Pointer[Cells] = array(Cells, PARTS)
    sums: Pointer[Cells] = array(Cells, SIZE)
    for p in unrolled(PARTS):
        columns[p] = a + p * a_step
        factors[p] = splat((b + p * b_step)[0], Cells)
    whole, aligned = rows - rows % (SIZE * LANES), rows - rows % LANES
    for at in range(0, whole, SIZE * LANES):
        for v in unrolled(SIZE):
            sums[v] = Pointer[Cells](c + (at + v * LANES))[0]
        for p in unrolled(PARTS):
            for v in unrolled(SIZE):
                element = Pointer[Cells](columns[p] + (at + v * LANES))[0]
                sums[v] = multiply_add(factors[p], element, sums[v])
        for v in unrolled(SIZE):
            Pointer[Cells](c + (at + v * LANES))[0] = sums[v]
    for at in range(whole, aligned, LANES):
        total = Pointer[Cells](c + at)[0]
        for p in unrolled(PARTS):
            element = Pointer[Cells](columns[p] + at)[0]
            total = multiply_add(factors[p], element, total)
        Pointer[Cells](c + at)[0] = total
    if PARTIAL:
        mask = first_lanes(rows - aligned, Cells)
        total = masked_load(Pointer[Cells](c + aligned), mask)
        for p in unrolled(PARTS):
            element = masked_load(Pointer[Cells](columns[p] + aligned), mask)
            total = multiply_add(factors[p], element, total)
        masked_store(Pointer[Cells](c + aligned), total, mask)


@native
def add_one(a: Pointer[Cell], factor: Cell, c: Pointer[Cell], rows: int) -> None:
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
