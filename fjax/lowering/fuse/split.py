"""Split large reductions along leading axes into fixed blocks and a combination of the blocks.

Threads share the blocks. A kernel that walks the rows anyway computes the partial results.
"""

from __future__ import annotations

import math

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.roles import reduction
from fjax.lowering.fuse.fused import BlockReduce
from fjax.lowering.machine import Cuts, Machine
from fjax.passes.equations import bound, giving, reshaped


def split_reductions(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """Large reductions over leading axes, or over all axes, in two steps."""
    cuts = machine.cuts
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        steps = _narrow_last(eqn, cuts) if eqn.op.role is Role.REDUCTION else [eqn]
        for step in steps:
            large = step.op.role is Role.REDUCTION and _is_large(step, cuts)
            eqns += _split(step, cuts) if large else [step]
    return jaxpr.replace(eqns=eqns) if len(eqns) > len(jaxpr.eqns) else jaxpr


def _narrow_last(eqn: Equation, cuts: Cuts) -> list[Equation]:
    """The equation in two steps if it reduces short last axes among others: these come last.

    Then contiguous elements are walked together, however few there are along these axes.
    """
    (x,), op = eqn.invars, reduction(eqn.op)
    shape, dtype = x.aval.shape, x.aval.dtype
    first = len(shape)
    while first - 1 in op.axes:
        first -= 1
    before = tuple(a for a in op.axes if a < first)
    several = math.prod([shape[a] for a in before]) > 1
    narrow = 1 < math.prod(shape[first:]) < cuts.narrow
    kept = len(op.axes) < len(shape)
    if not (several and narrow and kept) or x.aval.size < cuts.large or not isinstance(x, Var):
        return [eqn]
    if dtypes.widened(dtype) != dtype or op.monoid is not Monoid.ADD and dtype.kind == "c":
        return [eqn]
    step = bound(eqn.op.replace(axes=before), x, eqn.source)
    last = tuple(range(first - len(before), len(shape) - len(before)))
    rest = bound(eqn.op.replace(axes=last), step.outvars[0], eqn.source)
    return [step, rest.replace(outvars=eqn.outvars)]


def _is_large(eqn: Equation, cuts: Cuts) -> bool:
    (x,), op = eqn.invars, reduction(eqn.op)
    axes, shape = op.axes, x.aval.shape
    if not isinstance(x, Var) or x.aval.dtype == dtypes.float0:
        return False
    if op.monoid is not Monoid.ADD and x.aval.dtype.kind == "c":
        return False
    if tuple(sorted(axes)) != tuple(range(len(axes))) or x.aval.size < cuts.large:
        return False
    return len(axes) == len(shape) or math.prod(shape[: len(axes)]) >= cuts.fewest_rows


def _split(eqn: Equation, cuts: Cuts) -> list[Equation]:
    """The equation as: rows merged into one axis, partial results, their combination.

    Where there are very many blocks, their combination is split again.
    """
    (x,), (out,) = eqn.invars, eqn.outvars
    op, shape = eqn.op, x.aval.shape
    reduced = len(reduction(op).axes)
    whole = reduced == len(shape)
    lead = _rows_of_whole(shape, cuts) if whole else reduced
    rows, rest = math.prod(shape[:lead]), shape[lead:]
    if lead == 0:
        rows, rest = x.aval.size, ()
    width = math.prod(rest)
    block = cuts.flat_block if not rest else _rows_of_block(width, cuts)
    assert isinstance(x, Var)  # literals are small
    eqns: list[Equation] = []
    if (rows, *rest) != shape:
        eqns.append(reshaped(x, (rows, *rest), eqn.source))
        x = eqns[-1].outvars[0]
    axes = tuple(range(1 + len(rest))) if whole else (0,)
    partial = BlockReduce(op.replace(axes=axes), block, whole and bool(rest))
    eqns.append(bound(partial, x, eqn.source))
    last = bound(op.replace(axes=(0,)), eqns[-1].outvars[0], eqn.source)
    again = 0 < cuts.most_blocks < -(-rows // block) and _is_large(last, cuts)
    eqns += _split(last, cuts) if again else [last]
    return giving(out, eqns)


def _rows_of_whole(shape: tuple[int, ...], cuts: Cuts) -> int:
    """How many leading axes are rows where all are reduced; 0 if each element is a row.

    The rows are the shortest that fill half of the lanes. Long ones are enough for several blocks.
    """
    lead = len(shape) - 1
    while lead and 2 * math.prod(shape[lead:]) < cuts.narrow:
        lead -= 1
    several = math.prod(shape[:lead]) >= 4 * cuts.fewest_rows
    return lead if several or math.prod(shape[lead:]) < cuts.narrow else 0


def _rows_of_block(width: int, cuts: Cuts) -> int:
    """A power of two, so that a block has about `cuts.block` elements."""
    rows = 1 << max(0, (cuts.block // max(width, 1)).bit_length() - 1)
    return min(cuts.most_rows, max(cuts.fewest_rows, rows))
