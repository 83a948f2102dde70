"""Interleaved accesses (arrays of structures): each is strided, but together they are contiguous.

Lanes hold neighbouring rows, and rows have a stride of a few elements. The columns of such rows
(x[0], x[3], x[6], …; x[1], x[4], x[7], …) are strided. Together they cover contiguous memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import Access, If, Kernel, Load, Loop, Store, While
from fjax.lowering.kernel.short_places import columns
from fjax.lowering.kernel.spelling import constant_value, loads, nodes_in, walk


def branches(kernel: Kernel) -> bool:
    """Whether a kernel may leave out statements."""
    return any(isinstance(s, (If, While)) for s in walk(kernel.body))


def column(index: Expr | None) -> int | None:
    """The column that an access with this index is of, or None if that is computed."""
    return 0 if index is None else constant_value(index)


def columns_read(kernel: Kernel) -> dict[Access, frozenset[int]]:
    """Of each access the columns that are read of every row, or of the same rows.

    Where numbers say which column is read, all that these may say: a vector of one column comes
    from memory, and costs more than four shuffles otherwise.

    kernel: one without branches of its own.
    """
    found: dict[Access, set[int]] = {}
    picked: dict[Access, list[int]] = {}
    masks: dict[Access, set[Expr | None]] = {}
    for node in nodes_in(kernel.body):
        key = node.extra if node.op is Op.LEAF else None
        if isinstance(key, Load):
            at = column(key.index)
            if at is not None:
                found.setdefault(key.access, set()).add(at)
                masks.setdefault(key.access, set()).add(key.mask)
            elif key.mask is None and columns(key.index):
                picked.setdefault(key.access, []).append(columns(key.index))
    for access, counts in picked.items():
        if max(counts) <= 4 * len(counts) and masks.setdefault(access, {None}) == {None}:
            found.setdefault(access, set()).update(range(max(counts)))
    return {
        access: frozenset(columns) for access, columns in found.items() if len(masks[access]) == 1
    }


def step_of(access: Access, loop: int | None) -> int:
    """The stride of an access along a loop; 0 if it is a size."""
    steps = [t.step for t in access.strides if t.loop == loop]
    return steps[0] if len(steps) == 1 and isinstance(steps[0], int) else 0


def fits(step: int, columns: frozenset[int], lanes: int) -> bool:
    """Whether rows with this stride and these columns are moved as whole vectors."""
    width = abs(step)
    return 2 <= width <= 3 * lanes and min(columns) >= 0 and max(columns) < width


def count_shuffles(loop: Loop, reads: dict[Access, frozenset[int]], lanes: int) -> int:
    """The number of shuffles that move rows to columns and back, if no lane is idle.

    0: no access of the loop is moved as whole vectors.
    """
    stores = [s for s in walk(loop.body) if isinstance(s, Store)]
    apart = [a for a, of in reads.items() if fits(step_of(a, loop.number), of, lanes)]
    if apart:
        accesses = {x.access for x in loads(nodes_in(stores))}
        apart = [a for a in apart if a in accesses]
    widths = [
        abs(step_of(a, loop.number)) for a in (*apart, *row_stores(stores, loop.number, lanes))
    ]
    return sum(n * (n - 1).bit_length() for n in widths)


def row_stores(
    stores: Sequence[Store], loop: int | None, lanes: int
) -> dict[Access, dict[int, Store]]:
    """The stores that write every column of rows, by what they have in common."""
    found: dict[Access, dict[int, Store]] = {}
    for s in stores:
        at = column(s.index)
        if s.mask is None and s.monoid is None and at is not None:
            found.setdefault(s.access, {})[at] = s
    return {
        access: columns
        for access, columns in found.items()
        if fits(step := step_of(access, loop), frozenset(columns), lanes)
        and len(columns) == abs(step)
    }
