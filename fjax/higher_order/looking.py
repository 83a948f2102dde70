"""What an eager shard_map's members have, where their program asks for it while it is traced.

Python that looks at a value, by `if`, `float` or `print`, is given one: the program as far as it
has been traced runs, without what the value does not depend on. The trace goes on as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core.array import Array
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.members import Members
from fjax.core.mesh import Mesh
from fjax.core.reference import read
from fjax.core.sharding import PartitionSpec
from fjax.core.tracing import Tracer, as_array, under
from fjax.higher_order.shard_map import ShardMap, with_rows
from fjax.interpreters.jvp import jvp_jaxpr
from fjax.interpreters.staging import StagingTrace

_Known = tuple[Var, Any, PartitionSpec]


class Looking:
    """Finds the members' values of what is traced of a `shard_map` of concrete operands."""

    def __init__(
        self, mesh: Mesh, specs: Sequence[PartitionSpec], values: Sequence[Any], vma: bool
    ):
        self.mesh, self.specs, self.values, self.vma = mesh, specs, values, vma

    def __call__(self, trace: StagingTrace, tracer: Any) -> Members | None:
        """The values of a tracer; None where the program depends on what is not known yet."""
        trace.looked_at = True
        known, jaxpr = self._program(trace, tracer)
        operands = [value.look() if isinstance(value, Tracer) else value for _, value, _ in known]
        if any(eqn.op.effects for eqn in jaxpr.eqns) or any(x is None for x in operands):
            return None
        names = self.mesh.axis_names
        op = ShardMap(
            with_rows(jaxpr, (0,), "out"),
            self.mesh,
            tuple([spec for _, _, spec in known]),
            (PartitionSpec(names),),
            names,
            False,
        )
        with under(None):
            (rows,) = op.run(*map(as_array, operands))
        return self._members(rows, tracer)

    def varies(self, trace: StagingTrace, tracer: Any) -> bool:
        """Whether a tracer depends on what a derivative is taken of outside."""
        known, jaxpr = self._program(trace, tracer)
        nonzero = tuple([isinstance(x, Tracer) and x.varies() for _, x, _ in known])
        return any(nonzero) and jvp_jaxpr(jaxpr, nonzero, (False,))[1][0]

    def _program(self, trace: StagingTrace, tracer: Any) -> tuple[list[_Known], Jaxpr]:
        """The program of a tracer as far as it has been traced, and what its inputs are."""
        known = [(t.variable, value, PartitionSpec()) for value, t in trace.constants.values()]
        known += [(c.initial.variable, read(r), PartitionSpec()) for r, c in trace.cells.items()]
        pairs = zip(trace.inputs, self.values, self.specs, strict=True)
        known += [(t.variable, value, spec) for t, value, spec in pairs]
        eqns = _needed(trace.eqns, tracer.variable)
        return known, Jaxpr([v for v, _, _ in known], eqns, [tracer.variable])

    def _members(self, rows: Array, tracer: Any) -> Members:
        held, aval = rows.host(), tracer.aval
        values = [Array(np.array(row), aval.bare.update(vma=())) for row in held]
        common = (
            not aval.vma and not aval.unreduced
            if self.vma
            else all(row.tobytes() == held[0].tobytes() for row in held)
        )
        return Members(self.mesh, values, common)


def _needed(eqns: Sequence[Equation], wanted: Var) -> list[Equation]:
    """The equations that a variable depends on."""
    needed, kept = {wanted}, []
    for eqn in reversed(eqns):
        if needed.intersection(eqn.outvars):
            kept.append(eqn)
            needed.update(x for x in eqn.invars if isinstance(x, Var))
    return kept[::-1]
