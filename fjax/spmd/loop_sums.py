"""Sums over the steps of a loop, whose members are added up once, after it.

>>> body = fjax.make_jaxpr(lambda total, row: (total + row * 2,))(1.0, 3.0).jaxpr
>>> list(running_sums(body, LoopForm(body, 0, 1, 5)))
[0]
"""

from __future__ import annotations

from typing import NamedTuple

from fjax.core.control import LoopForm
from fjax.core.ir import Jaxpr, Var
from fjax.primitives.arithmetic import Add
from fjax.spmd.shards import Name


class CarriedSum(NamedTuple):
    """A carry of a loop: the body's input and output, partial along these axes of the mesh."""

    input: int
    output: int
    names: frozenset[Name]


def running_sums(body: Jaxpr, form: LoopForm) -> dict[int, Var]:
    """The carries that each step adds to and does nothing else with, and what they are then."""
    found: dict[int, Var] = {}
    for k in range(form.n_carry):
        before, after = body.invars[form.n_consts + k], body.outvars[k]
        eqn = body.producer.get(after)
        if (
            isinstance(after, Var)
            and eqn is not None
            and isinstance(eqn.op, Add)
            and body.readers(before) == [eqn]
            and body.use_count(before) == body.use_count(after) == 1
        ):
            found[k] = after
    return found
