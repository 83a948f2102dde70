"""Passes for few long rows: a GPU divides each row into parts, so that many blocks have work.

A processor has fewer cores than a program has rows, so it needs no such parts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Primitive, Role
from fjax.core.rewrite import rewrite
from fjax.core.roles import cumulative, reduction
from fjax.core.source import replaying
from fjax.interpreters.staging import stage
from fjax.lowering.machine import Cuts
from fjax.lowering.target import Target
from fjax.passes.equations import bound, converted, giving, reshaped
from fjax.passes.optimize import Pass
from fjax.primitives.comparison import eq
from fjax.primitives.generators import full, iota
from fjax.primitives.reductions import OPERATIONS
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Pad
from fjax.primitives.structure import BroadcastInDim, Reshape


def part_of(length: int, cuts: Cuts) -> int:
    """The length of the equal parts of a long row, one for each block; 0 if there is none.

    >>> part_of(1 << 20, Cuts()), part_of(1_000_003, Cuts()), part_of(1000, Cuts())
    (32768, 0, 0)
    """
    if length < 2 * cuts.block:
        return 0
    most, least = cuts.block // 2, cuts.large // 4
    return next((n for n in range(most, least - 1, -1) if length % n == 0), 0)


# ---- reductions


def split_rows(jaxpr: Jaxpr, cuts: Cuts) -> Jaxpr:
    """Reduce each part of few long rows, and then the totals of the parts."""
    eqns: list[Equation] = []
    for e in jaxpr.eqns:
        eqns += (_rows_in_parts(e, cuts) if e.op.role is Role.REDUCTION else []) or [e]
    return jaxpr.replace(eqns=eqns) if len(eqns) > len(jaxpr.eqns) else jaxpr


def _rows_in_parts(eqn: Equation, cuts: Cuts) -> list[Equation]:
    """The two reductions; none if the rows are many or short, or no length of a part divides
    theirs."""
    (x,), (out,), op = eqn.invars, eqn.outvars, reduction(eqn.op)
    shape, kept = x.aval.shape, len(x.aval.shape) - len(op.axes)
    dtype = x.aval.dtype
    if not isinstance(x, Var) or not kept or op.axes != tuple(range(kept, len(shape))):
        return []
    if math.prod(shape[:kept]) > cuts.few_rows or dtype.kind == "c":
        return []
    length = math.prod(shape[kept:])
    part = part_of(length, cuts)
    if not part:
        return []
    eqns: list[Equation] = []
    wide = x.aval.update(dtype=dtypes.widened(dtype))
    if wide.dtype != dtype:
        eqns.append(converted(x, wide, eqn.source))
        x = eqns[-1].outvars[0]
    eqns.append(reshaped(x, (*shape[:kept], length // part, part), eqn.source))
    for axis in (kept + 1, kept):
        step = eqn.op.replace(axes=(axis,))
        eqns.append(bound(step, eqns[-1].outvars[0], eqn.source))
    return giving(out, eqns)


# ---- scans


def block_scans(jaxpr: Jaxpr, cuts: Cuts) -> Jaxpr:
    """Scan few long rows in three steps: the totals of the parts, their scan, and each part.

    The first element of a part is combined with the total of the parts before it.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: fjax.lax.cumsum(x))(jnp.ones(100)).jaxpr
    >>> cuts = Cuts(large=40, block=20, few_rows=1)
    >>> names = [e.primitive.name for e in block_scans(jaxpr, cuts).eqns]
    >>> names.count("cumsum"), names.count("reduce_sum")
    (2, 1)
    """

    def body(eqn: Equation) -> Jaxpr | None:
        part = _part_of_scan(eqn, cuts) if eqn.op.role is Role.CUMULATIVE else 0
        if not part:
            return None
        with replaying(eqn.source):
            return stage(lambda x: [_in_parts(eqn, x, part)], [eqn.invars[0].aval])[0]

    return rewrite(jaxpr, body)


def _part_of_scan(eqn: Equation, cuts: Cuts) -> int:
    """The length of the parts; 0 if the equation stays as it is."""
    op, x = cumulative(eqn.op), eqn.invars[0]
    dtype, length = x.aval.dtype, x.aval.shape[op.axis]
    rows = x.aval.size // max(length, 1)
    if op.monoid is None or not isinstance(x, Var) or not 0 < rows <= cuts.few_rows:
        return 0
    if dtypes.widened(dtype) != dtype or dtype.kind not in "iuf":
        return 0
    return part_of(length, cuts)


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


def _is_reduction(op: Primitive) -> bool:
    return op.role is Role.REDUCTION


def _is_scan(op: Primitive) -> bool:
    return op.role is Role.CUMULATIVE


def _split_rows(jaxpr: Jaxpr, target: Target) -> Jaxpr:
    return split_rows(jaxpr, target.machine.cuts)


def _block_scans(jaxpr: Jaxpr, target: Target) -> Jaxpr:
    return block_scans(jaxpr, target.machine.cuts)


PASSES = (
    Pass(
        "split rows",
        _split_rows,
        after={"store structures of arrays": "parts hide which rows are short"},
        about=_is_reduction,
    ),
    Pass(
        "block scans",
        _block_scans,
        after={"split reductions": "the totals of its parts are short enough"},
        about=_is_scan,
    ),
)
