"""Operations along split axes that are more than what a member does with its own elements.

Positions of extrema are each member's own; the first best one counts. Running sums are
each member's own, and what comes before its elements. Updates that are added to an array at
positions are each member's sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation
from fjax.core.kinds import Monoid, Role
from fjax.core.roles import cumulative, reduction
from fjax.core.tracing import aval_of, bind
from fjax.higher_order.collectives import AllGather, Pmax, Pmin
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import eq, gt, lt, ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import literal
from fjax.primitives.generators import full, iota
from fjax.primitives.indexing import ScatterFamily
from fjax.primitives.reductions import OPERATIONS, ArgExtremum, ArgMax
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import take_range
from fjax.primitives.structure import BroadcastInDim, Reshape
from fjax.spmd.sharding_propagation import ShardingPropagation
from fjax.spmd.shards import Shard, Sizes, names_of, place_along, uncut


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


def distributed_scatter(
    eqn: Equation, operands: list[Any], liked: ShardingPropagation, sizes: Sizes
) -> Shard | None:
    """The members' sums of their own updates, where an array that is whole has them added to it.

    None of another equation, and where less is sent if all members get all updates: these travel
    once, sums to the members and back.
    """
    op = eqn.op
    if not isinstance(op, ScatterFamily) or op.monoid is not Monoid.ADD:
        return None
    array, indices, updates = operands
    numbers = op.dimension_numbers
    names = frozenset(names_of(updates.split))
    whole = uncut(len(array.split))
    if not names or array.split != whole or (liked.of(eqn.outvars[0]) or whole) != whole:
        return None
    if numbers.operand_batching_dims or any(updates.split[a] for a in numbers.update_window_dims):
        return None
    if 2 * eqn.outvars[0].aval.nbytes > sum(x.aval.nbytes for x in eqn.invars[1:]):
        return None
    rows = [s for a, s in enumerate(updates.split) if a not in numbers.update_window_dims]
    places = indices.as_split((*rows, ()), sizes)
    own = updates.as_split(updates.split, sizes)
    (out,) = bind(op, (array.summand(whole, names, sizes), places, own))
    return Shard(out, whole, names)
