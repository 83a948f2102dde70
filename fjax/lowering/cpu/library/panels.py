"""The choice of fjax's own kernel for large matrices, by sizes and layout only (decision 62).

A library copies both operands of a product, which takes a good part of its time if one of the
sizes is small. `panel_kernel.py` copies a panel of the right operand at a time.
"""

from __future__ import annotations

import functools
import math
from dataclasses import astuple

import numpy as np

from fjax.lowering.cpu import processor
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import onednn, panel_kernel, product_calls
from fjax.lowering.cpu.library.product_calls import Product
from fjax.lowering.run.launch import Launch

WIDE = 64  # bytes of a vector: narrower ones libraries use as well
LEAST_WORK = 1 << 22  # multiply-adds of a product for which compiling a kernel pays
COPIES = 1 / 80  # elements that a library copies for each of them, at least,
TURNED_COPIES = 1 / 160  # ... and of a right operand that it transposes, which it is slow at
LEAST_ROWS = 64  # of a product,
TASK_ROWS, TURNED_ROWS = 256, 512  # ... and of a task that packs panels, or transposes them
TILE_ROWS = 8  # streams of the left operand, at most
NEAR = 1 << 10  # bytes from one term of it to the next, at most: each of a block is a page else
SHORT = 1 << 7  # terms up to which copying operands takes a library long
SHORT_LOSS, LOSS = 1.4, 1.2  # time beside that of the best tile without idle lanes, at most
BLOCK = 1 / 8  # of the second cache that a block of a panel takes


def launch(p: Product) -> Launch | None:
    """A product as one launch of fjax's own kernel; None for a library."""
    if p.c.column != 1:
        p = p.transposed
    work = p.m * p.n * p.k
    if p.m < LEAST_ROWS or work < LEAST_WORK or onednn.suits_product(p.dtype, work):
        return None
    if p.sums > 1 or p.c.column != 1 or 1 not in (p.b.row, p.b.column):
        return None
    turned = p.b.column != 1
    if 1 / p.m + 1 / p.n + 1 / p.k < (TURNED_COPIES if turned else COPIES):
        return None
    if p.a.column * p.dtype.itemsize > NEAR:
        return None
    tiling = tiling_of(p.dtype, p.n, p.k)
    if tiling is None:
        return None
    rows = -(-(TURNED_ROWS if turned else TASK_ROWS) // tiling.rows) * tiling.rows
    terms = p.terms or p.k
    room = int(BLOCK * processor.host().machine.l2_bytes)
    words = panel_kernel.PanelProducts.words(
        **dict(rows=p.m, width=p.n, terms=p.k, pieces=math.ceil(p.k / terms), piece_terms=terms),
        **dict(most_terms=min(terms, room // (tiling.size * tiling.lanes * tiling.itemsize))),
        **dict(most_rows=rows, a_row=p.a.row, a_term=p.a.column, c_row=p.c.row, c_piece=p.c.term),
        **dict(b_step=p.b.column if turned else p.b.row, turned=int(turned)),
        **p.steps(),
    )
    tasks = math.ceil(p.m / rows) * math.ceil(p.n / (tiling.size * tiling.lanes))
    return Launch(
        routine(tiling),
        p.slots,
        words,
        extent=p.batch * math.ceil(p.k / terms) * tasks,
        parallel=True,
        coarse=True,
        work=p.batch * work // 4,
    )


def tiling_of(dtype: np.dtype, width: int, terms: int) -> panel_kernel.Tiling | None:
    """How to multiply many rows with a (terms, width) matrix; None for a library.

    A tile of sums is a panel's vectors times a few rows. The fewer loads a multiply-add takes, the
    better, and the fewer lanes idle in the last panel.
    """
    host = processor.host()
    lanes, registers = host.lanes(dtype.itemsize), host.machine.registers
    if dtype.kind != "f" or dtype.itemsize not in (4, 8) or host.machine.vector_bytes < WIDE:
        return None
    sizes = range(registers // 4 - 1, 0, -1)

    def rows(size: int) -> int:
        return min(3 * registers // 4 // size, TILE_ROWS)

    def loads(size: int) -> float:  # of a term of a row, in one panel
        return (rows(size) + size) / rows(size)

    def time(size: int) -> float:
        return math.ceil(width / (size * lanes)) * loads(size)

    size = min(sizes, key=time)
    best = min(loads(s) / s for s in sizes) * width / lanes
    if time(size) > best * (SHORT_LOSS if terms <= SHORT else LOSS):
        return None
    return panel_kernel.Tiling(size, rows(size), lanes, dtype.itemsize)


@functools.cache
def routine(tiling: panel_kernel.Tiling) -> NativeRoutine:
    """The function with the uniform ABI that computes tasks of the result."""
    key = f"panels:{' '.join(map(str, astuple(tiling)))}"
    modules = (panel_kernel, product_calls)
    return native_routine(key, panel_kernel.multiply_panels, modules, tiling.parameters)
