"""`inspect_sharding`: tells a function how a value of a program is split over a mesh."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.primitive import BatchAxis, Dims, Values, primitive
from fjax.core.sharding import Sharding
from fjax.core.tracing import as_array
from fjax.higher_order.common import HigherOrder

EFFECT = "inspects_sharding"


@primitive
class InspectSharding(HigherOrder):
    """Calls a function with the sharding of the operand.

    Of an array that is at once. Of a traced value it is before the program first runs for arguments
    split in one way (`spmd/inspected.py`); compiled, nothing is left of it.
    """

    callback: Callable[[Sharding], Any]

    @property
    def effects(self) -> frozenset[str]:
        return frozenset({EFFECT})

    def result_type(self, *avals: ShapedArray) -> tuple[()]:
        return ()

    def run(self, *args: Any) -> tuple[()]:
        self.callback(as_array(args[0]).sharding)
        return ()

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        return self(*primals), ()

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return (None,)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        return self(*args), ()


def inspections(jaxpr: Jaxpr) -> Iterator[InspectSharding]:
    """Those of a program and of the programs in it, in order."""
    if EFFECT not in jaxpr.effects:
        return
    for eqn in jaxpr.eqns:
        if isinstance(eqn.op, InspectSharding):
            yield eqn.op
        for body in eqn.op.jaxprs:
            yield from inspections(body)
