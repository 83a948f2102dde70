"""Updates that are added to an array at positions, where the members have some of them each."""

from __future__ import annotations

from typing import Any

from fjax.core.ir import Equation
from fjax.core.kinds import Monoid
from fjax.core.tracing import bind
from fjax.primitives.indexing import ScatterFamily
from fjax.spmd.sharding_propagation import ShardingPropagation
from fjax.spmd.shards import Shard, Sizes, names_of, uncut


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
