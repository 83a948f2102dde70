"""Cumulative operations, where a kernel of one row after another would leave a machine idle.

Those of short rows are written out element by element; those along few long rows go in three steps,
so that many teams have work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.rewrite import rewrite
from fjax.core.roles import cumulative, reduction
from fjax.core.source import replaying
from fjax.interpreters.staging import stage
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.comparison import eq
from fjax.primitives.generators import full, iota
from fjax.primitives.reductions import ReduceMax, ReduceMin, ReduceProd
from fjax.primitives.selection import max_, min_, select_n
from fjax.primitives.shaping import Pad
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape

OPERATIONS: dict[Monoid, tuple[Any, Any]] = {
    Monoid.ADD: (ReduceSum, add),
    Monoid.MUL: (ReduceProd, mul),
    Monoid.MAX: (ReduceMax, max_),
    Monoid.MIN: (ReduceMin, min_),
}


def unroll_scans(jaxpr: Jaxpr, longest: int, fewest_rows: int) -> Jaxpr:
    """Rows of at most `longest` elements along the last axis as columns that follow one another.

    A kernel of one row after another fills no lanes, and what it gives lies in memory for the next
    kernel. Columns are elementwise operations, which fill lanes with rows and share a kernel with
    what makes and reads them.

    fewest_rows: how many fill the lanes.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: fjax.lax.cumsum(x, axis=1))(jnp.ones((20, 3))).jaxpr
    >>> [e.primitive.name for e in unroll_scans(jaxpr, 8, 16).eqns]
    ['slice', 'slice', 'add', 'slice', 'add', 'concatenate']
    """

    def body(eqn: Equation) -> Jaxpr | None:
        if eqn.op.role is not Role.CUMULATIVE:
            return None
        axis, aval = cumulative(eqn.op).axis, eqn.outvars[0].aval
        length = aval.shape[axis]
        if axis != aval.ndim - 1 or not 1 < length <= longest:
            return None
        if aval.size // length < fewest_rows:
            return None
        with replaying(eqn.source):
            return stage(eqn.op.written_out, [x.aval for x in eqn.invars])[0]

    return rewrite(jaxpr, body)


def block_scans(jaxpr: Jaxpr, most_rows: int, part_of: Callable[[int], int]) -> Jaxpr:
    """Few long rows in equal parts: totals of the parts, those before each, and each part's own.

    What comes before a part is combined with its first element.

    most_rows: how many are few. part_of: the length of the parts of a row; 0 if it stays whole.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: fjax.lax.cumsum(x))(jnp.ones(100)).jaxpr
    >>> names = [e.primitive.name for e in block_scans(jaxpr, 1, lambda length: 10).eqns]
    >>> names.count("cumsum"), names.count("reduce_sum")
    (2, 1)
    """

    def body(eqn: Equation) -> Jaxpr | None:
        part = _part(eqn, most_rows, part_of) if eqn.op.role is Role.CUMULATIVE else 0
        if not part:
            return None
        with replaying(eqn.source):
            return stage(lambda x: [_in_parts(eqn, x, part)], [eqn.invars[0].aval])[0]

    return rewrite(jaxpr, body)


def _part(eqn: Equation, most_rows: int, part_of: Callable[[int], int]) -> int:
    """The length of the parts; 0 if the equation stays as it is."""
    op, x = cumulative(eqn.op), eqn.invars[0]
    dtype, length = x.aval.dtype, x.aval.shape[op.axis]
    if (
        op.monoid is None
        or not isinstance(x, Var)
        or not 0 < x.aval.size // max(length, 1) <= most_rows
    ):
        return 0
    if dtypes.widened(dtype) != dtype or dtype.kind not in "iuf":
        return 0
    return part_of(length)


def _in_parts(eqn: Equation, x: Any, part: int) -> Any:
    """The equation's result, by parts of its rows."""
    op, dtype, shape = cumulative(eqn.op), x.dtype, x.shape
    assert op.monoid is not None
    reduce, combine = OPERATIONS[op.monoid]
    axis, count = op.axis, shape[op.axis] // part
    x = Reshape((*shape[:axis], count, part, *shape[axis + 1 :]))(x)
    of_part = reduce(axes=(axis + 1,))
    totals = eqn.op.replace(axis=axis)(of_part(x))
    ends = (-1, 1, 0) if op.reverse else (1, -1, 0)  # what comes before each part
    frame = tuple([ends if a == axis else (0, 0, 0) for a in range(len(shape))])
    before = Pad(frame)(totals, full((), reduction(of_part).identity(dtype), dtype))
    kept = tuple([a for a in range(len(x.shape)) if a != axis + 1])
    both = combine(BroadcastInDim(x.shape, kept)(before), x)
    place = iota(np.dtype(np.int32), x.shape, axis + 1)
    first = full(x.shape, part - 1 if op.reverse else 0, np.dtype(np.int32))
    x = select_n(eq(place, first), x, both)
    return Reshape(shape)(eqn.op.replace(axis=axis + 1)(x))
