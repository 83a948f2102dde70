"""Short rows that lie anywhere in memory: whether each is moved by itself, not column by column."""

from __future__ import annotations

from fjax.lowering.kernel.address_lowering import Read
from fjax.lowering.kernel.index_arithmetic import LoopAxis, axes_in
from fjax.lowering.nest.iteration_order import IterationOrder


def moves_rows(s: IterationOrder, row: LoopAxis, across: LoopAxis) -> bool:
    """Whether a map moves each row along an axis by itself, in as few vectors as it has.

    Lanes that hold neighbouring rows gather each column of what lies far apart, as rows that are
    looked up do: as many accesses as there are elements. A row takes a vector for each power of two
    in its length, the arithmetic for each of them, and its place.
    """
    if s.machine.is_gpu or not 1 < row.extent <= s.machine.columns:
        return False
    asked = axes_in([*s.roots(), *[x for p in _reads(s) if (x := p.mask) is not None]])
    if row in asked or any(w.position.strides.get(row) != 1 for w in s.writes):
        return False
    far = 0
    for read in _reads(s):
        position, computed = read.position, s.dependencies(read.position.atoms)
        if position.strides.get(row, 0) not in (0, 1) or row in computed:
            return False
        apart = abs(position.strides.get(across, 0)) > s.machine.columns or across in computed
        far += row in position.strides and apart
    cost, rows, gather = s.cost(s.roots()), s.machine.line_elements, s.machine.costs.gather
    places = s.cost([x for read in _reads(s) for x in read.position.atoms]) + 2 * len(s.writes)
    by_itself = row.extent.bit_count() * cost + places
    return rows * by_itself < row.extent * (far * rows * gather + cost)


def _reads(s: IterationOrder) -> list[Read]:
    """What is loaded from buffers."""
    return [leaf.extra for leaf in s.reads.values()]
