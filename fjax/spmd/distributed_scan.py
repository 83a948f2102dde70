"""Running sums along a split axis: each member's own, and what comes before its elements."""

from __future__ import annotations

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation
from fjax.core.primitive import Role
from fjax.core.roles import cumulative, reduction
from fjax.core.tracing import aval_of, bind
from fjax.higher_order.collectives import AllGather
from fjax.passes.scans import OPERATIONS
from fjax.primitives.comparison import gt, lt
from fjax.primitives.generators import full, iota
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import take_range
from fjax.primitives.structure import BroadcastInDim, Reshape
from fjax.spmd.shards import Shard, Sizes, place_along


def distributed_scan(eqn: Equation, x: Shard, sizes: Sizes) -> Shard | None:
    """The part of a running sum (product, extremum) along a split axis; None of another equation.

    Each member's last element is sent to all: what is before a member's part is made of them.
    """
    if eqn.op.role is not Role.CUMULATIVE or len(eqn.invars) != 1:
        return None
    op, dtype = cumulative(eqn.op), eqn.invars[0].aval.dtype
    names = x.split[op.axis]
    if not names or op.monoid is None or dtypes.widened(dtype) != dtype:
        return None
    x.settle(sizes)
    reduce, combine = OPERATIONS[op.monoid]
    (own,) = bind(eqn.op, (x.value,))
    shape = aval_of(own).shape
    last = 0 if op.reverse else shape[op.axis] - 1
    totals = take_range(own, last, last + 1, op.axis, shape)
    for name in reversed(names):
        totals = AllGather(name, sizes[name], op.axis, True)(totals)
    many = aval_of(totals).shape
    number = BroadcastInDim(many, ())(place_along(names, sizes))
    before = (gt if op.reverse else lt)(iota(np.dtype(np.int32), many, op.axis), number)
    of_all = reduce(axes=(op.axis,))
    nothing = full(many, reduction(of_all).identity(dtype), dtype)
    base = of_all(select_n(before, nothing, totals))
    thin = tuple(1 if a == op.axis else n for a, n in enumerate(shape))
    base = BroadcastInDim(shape, tuple(range(len(shape))))(Reshape(thin)(base))
    return Shard(combine(base, own), x.split)
