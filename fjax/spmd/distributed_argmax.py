"""Positions of extrema along a split axis: of each member's own, the first best one."""

from __future__ import annotations

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation
from fjax.core.tracing import aval_of
from fjax.higher_order.collectives import Pmax, Pmin
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import eq, ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import literal
from fjax.primitives.generators import full
from fjax.primitives.reductions import ArgExtremum, ArgMax
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim
from fjax.spmd.shards import Shard, Sizes, place_along


def distributed_argmax(eqn: Equation, x: Shard, sizes: Sizes) -> Shard | None:
    """The part of an argmax or argmin along a split axis; None along others, and of complex values.

    Members send their extremum, and where it is if none has a better one: the least such place is
    the result. A NaN is better than all, as in one process.
    """
    op, whole = eqn.op, eqn.invars[0].aval
    assert isinstance(op, ArgExtremum)
    names = x.split[op.axis]
    if not names or dtypes.is_complex(whole.dtype):
        return None
    x.settle(sizes)
    n, part = whole.shape[op.axis], aval_of(x.value).shape[op.axis]
    dtype = op.index_dtype if n <= np.iinfo(op.index_dtype).max else dtypes.int64
    own = op.extremum((op.axis,))(x.value)
    best = (Pmax if isinstance(op, ArgMax) else Pmin)(names)(own)
    shape = aval_of(own).shape
    before = mul(convert_element_type(place_along(names, sizes), dtype), literal(part, dtype))
    places = convert_element_type(op.replace(index_dtype=dtype)(x.value), dtype)
    places = add(places, BroadcastInDim(shape, ())(before))
    found = bitwise_or(eq(own, best), ne(own, own))
    first = Pmin(names)(select_n(found, full(shape, n - 1, dtype), places))
    split = (*x.split[: op.axis], *x.split[op.axis + 1 :])
    return Shard(convert_element_type(first, op.index_dtype), split)
