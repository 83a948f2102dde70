"""Tells `debug.inspect_array_sharding` how traced values are split, before a program first runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fjax.core.device import HOME, Placement
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.sharding import NamedSharding, PartitionSpec, Sharding, SingleDeviceSharding
from fjax.core.tracing import as_array
from fjax.higher_order.inspected import EFFECT, InspectSharding
from fjax.higher_order.shard_map import ShardMap
from fjax.spmd.partitioner import inspected_splits


def tell_shardings(
    jaxpr: Jaxpr, given: Sequence[Any], wanted: Sequence[Any], where: Placement | None
) -> None:
    """Call what the program's `inspect_sharding`s have to tell, once for each way to be split.

    given, wanted: the shardings of inputs and of the first outputs, None where nothing is said.
    where: where the program runs, if its arguments say so.
    """
    if EFFECT not in jaxpr.effects:
        return
    said = tuple(given), (*wanted, *[None] * (len(jaxpr.outvars) - len(wanted)))
    key = (said[0], HOME if where is None else where.device)
    told = _told(jaxpr)
    if key in told:
        return
    asked = [*given, *wanted, *[e.op.constraint() for e in jaxpr.eqns]]
    found: Iterable[tuple[InspectSharding, Sharding]]
    if any(isinstance(s, NamedSharding) and s.mesh.size > 1 for s in asked):
        found = inspected_splits(jaxpr, *said)
    else:
        found = _unsplit(jaxpr, SingleDeviceSharding(key[1]))
    for op, sharding in found:
        op.callback(sharding)
    told.add(key)


def tell_of_arguments(jaxpr: Jaxpr, args: Sequence[Any], where: Placement | None = None) -> None:
    """As `tell_shardings`, for a program that is run on these concrete arguments."""
    if EFFECT in jaxpr.effects:
        placements = [as_array(x).placement for x in args]
        given = [None if p is None else p.sharding for p in placements]
        tell_shardings(jaxpr, given, (), where)


def _unsplit(jaxpr: Jaxpr, sharding: Sharding) -> Iterator[tuple[InspectSharding, Sharding]]:
    """What is to be told of a program whose values are whole, but within a `shard_map`."""
    for eqn in jaxpr.eqns:
        op = eqn.op
        if isinstance(op, InspectSharding):
            yield op, sharding
        own = NamedSharding(op.mesh, PartitionSpec()) if isinstance(op, ShardMap) else sharding
        for body in op.jaxprs:
            yield from _unsplit(body, own)


@weak_memo
def _told(jaxpr: Jaxpr) -> set[Any]:
    """For which shardings the program's have been called."""
    return set()
