"""Split large reductions along leading axes into fixed blocks and a combination of the blocks.

Blocks are what threads share; a kernel that walks the rows anyway fills in the partial results.
"""

from __future__ import annotations

import math

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.roles import reduction
from fjax.lowering.fuse.fused import BlockReduce
from fjax.lowering.machine import Cuts
from fjax.passes.equations import bound, converted, reshaped


def split_reductions(jaxpr: Jaxpr, cuts: Cuts) -> Jaxpr:
    """Large reductions over leading axes, or over all axes, in two steps."""
    eqns: list[Equation] = []
    changed = False
    for eqn in jaxpr.eqns:
        if eqn.op.role is Role.REDUCTION and _is_large(eqn, cuts):
            changed = True
            eqns += _split(eqn, cuts)
        else:
            eqns.append(eqn)
    return jaxpr.replace(eqns=eqns) if changed else jaxpr


def _is_large(eqn: Equation, cuts: Cuts) -> bool:
    (x,), op = eqn.invars, reduction(eqn.op)
    axes, shape = op.axes, x.aval.shape
    if x.aval.size < cuts.large or not isinstance(x, Var) or x.aval.dtype == dtypes.float0:
        return False
    if op.monoid is not Monoid.ADD and x.aval.dtype.kind == "c":
        return False
    leading = tuple(range(len(axes)))
    if len(axes) == len(shape):
        return True
    return tuple(sorted(axes)) == leading and math.prod(shape[: len(axes)]) >= cuts.fewest_rows


def _split(eqn: Equation, cuts: Cuts) -> list[Equation]:
    """The equation as: rows merged into one axis, partial results, their combination."""
    (x,), (out,) = eqn.invars, eqn.outvars
    op, shape = eqn.op, x.aval.shape
    reduced = len(reduction(op).axes)
    whole = reduced == len(shape)
    lead = reduced - 1 if whole else reduced
    rows, rest = math.prod(shape[:lead]), shape[lead:]
    if whole and (rows < 4 * cuts.fewest_rows or lead == 0):
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
    eqns.append(bound(op.replace(axes=(0,)), eqns[-1].outvars[0], eqn.source))
    total = eqns[-1].outvars[0]
    if total.aval != out.aval:
        eqns.append(converted(total, out.aval, eqn.source))
    return [*eqns[:-1], eqns[-1].replace(outvars=(out,))]


def _rows_of_block(width: int, cuts: Cuts) -> int:
    """A power of two, so that a block has about `cuts.block` elements."""
    rows = 1 << max(0, (cuts.block // max(width, 1)).bit_length() - 1)
    return min(cuts.most_rows, max(cuts.fewest_rows, rows))
