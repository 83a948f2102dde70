"""How the results of a program are split over a mesh, by how its inputs are.

In one process arrays are whole in memory, whatever their sharding: a program computes on them as
they are, and what follows from the shardings of its inputs is what its results say of themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core.ir import Jaxpr, Var
from fjax.core.sharding import NamedSharding


def result_shardings(jaxpr: Jaxpr, given: Sequence[Any]) -> list[Any]:
    """The sharding of each output, given those of the inputs; None where nothing is known.

    Each primitive says it of its results (`spread`).
    """
    known: dict[Any, Any] = {
        v: s for v, s in zip(jaxpr.invars, given, strict=True) if isinstance(s, NamedSharding)
    }
    for eqn in jaxpr.eqns:
        found = eqn.op.spread([known.get(x) for x in eqn.invars], [x.aval for x in eqn.invars])
        known.update((v, s) for v, s in zip(eqn.outvars, found, strict=False) if s is not None)
    return [known.get(x) if isinstance(x, Var) else None for x in jaxpr.outvars]
