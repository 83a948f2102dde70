"""Products with groups of rows, on a GPU, as products of all rows with what is in one group.

Group sizes are known only when a program runs, and lie in the GPU's memory: nothing waits for them.
So each group's matrix multiplies all rows; those of other groups are zero. Groups are
taken together as far as their copies of the rows take little memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add, sub
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.comparison import ge, lt
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.cumulative import CumSum
from fjax.primitives.generators import full, iota
from fjax.primitives.ragged import RaggedDot
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate, take_range
from fjax.primitives.structure import Transpose, broadcasting

COPIES = 256 << 20  # bytes of the rows' copies that are made together


def in_groups(op: RaggedDot, lhs: Any, rhs: Any, sizes: Any) -> Sequence[Any] | None:
    """The product; None where each row meets one matrix that has no axis of groups."""
    if not op.contracts and op.group is None:
        return None
    (out,) = op.result_type(*map(aval_of, (lhs, rhs, sizes)))
    wide = out.dtype if dtypes.is_complex(out.dtype) else dtypes.widened(out.dtype)
    groups = aval_of(sizes).shape[-1]
    inside = _membership(op, lhs, sizes)
    step = max(1, min(groups, COPIES // max(1, aval_of(lhs).nbytes)))
    parts = [
        _together(op, lhs, rhs, inside, start, min(groups, start + step), wide)
        for start in range(0, groups, step)
    ]
    if op.contracts:
        whole = parts[0] if len(parts) == 1 else Concatenate(0)(*parts)
    else:
        whole = parts[0]
        for part in parts[1:]:
            whole = add(whole, part)
    return [convert_element_type(whole, out.dtype)]


def _membership(op: RaggedDot, lhs: Any, sizes: Any) -> Any:
    """Whether an element of the lhs is in a group: its axes, those that say nothing of length 1,
    then the groups."""
    shape, count = aval_of(lhs).shape, aval_of(sizes)
    ends = CumSum(count.ndim - 1)(convert_element_type(sizes, np.dtype(np.int64)))
    starts = sub(ends, convert_element_type(sizes, np.dtype(np.int64)))
    lead = (*op.dimension_numbers[1][0], *op.around(len(shape))[0])
    wide = [shape[a] if a in (*lead, op.ragged) else 1 for a in range(len(shape))]
    whole = (*wide, count.shape[-1])
    order = sorted(range(len(lead)), key=lambda k: lead[k])
    places = (*sorted(lead), len(shape))
    starts, ends = (
        broadcasting(whole, places)(Transpose((*order, len(lead)))(x)) for x in (starts, ends)
    )
    row = iota(np.dtype(np.int64), whole, op.ragged)
    return bitwise_and(ge(row, starts), lt(row, ends))


def _together(
    op: RaggedDot, lhs: Any, rhs: Any, inside: Any, start: int, stop: int, wide: np.dtype
) -> Any:
    """The product with the matrices of some groups, as one; sums have the groups' axis first."""
    shape, rank = aval_of(lhs).shape, aval_of(lhs).ndim
    mine = take_range(inside, start, stop, rank, aval_of(inside).shape)
    whole = (*shape, stop - start)
    copies = broadcasting(whole, tuple(range(rank)))(lhs)
    mine = broadcasting(whole, tuple(range(rank + 1)))(mine)
    copies = select_n(mine, full(whole, 0, aval_of(lhs).dtype), copies)
    (left, right), batch = op.dimension_numbers
    if not op.contracts:
        assert op.group is not None
        rhs = take_range(rhs, start, stop, op.group, aval_of(rhs).shape)
        left, right = (*left, rank), (*right, op.group)
    found = DotGeneral(((left, right), batch), op.precision, wide)(copies, rhs)
    if not op.contracts:
        return found
    place = len(batch[0]) + len(op.free(0, rank))
    others = [a for a in range(aval_of(found).ndim) if a != place]
    return Transpose((place, *others))(found)
