"""Sums over the steps of a loop, whose members are added up once, after it.

>>> body = fjax.make_jaxpr(lambda total, row: (total + row * 2,))(1.0, 3.0).jaxpr
>>> list(running_sums(body, LoopForm(body, 0, 1, 5)))
[0]
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from fjax.core.control import LoopForm
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.passes.parts import Name
from fjax.primitives.arithmetic import Add


class CarriedSum(NamedTuple):
    """A carry of a loop: the body's input and output, partial along these axes of the mesh."""

    input: int
    output: int
    names: frozenset[Name]


def running_sums(body: Jaxpr, form: LoopForm) -> dict[int, Var]:
    """The carries that each step adds to and does nothing else with, and what they are then."""
    uses = Counter(x for e in body.eqns for x in e.invars if isinstance(x, Var))
    uses.update(x for x in body.outvars if isinstance(x, Var))
    made_by: dict[Var, Equation] = {e.outvars[0]: e for e in body.eqns if isinstance(e.op, Add)}
    found: dict[int, Var] = {}
    for k in range(form.n_carry):
        before, after = body.invars[form.n_consts + k], body.outvars[k]
        if not isinstance(after, Var) or after not in made_by:
            continue
        eqn = made_by[after]
        if before in eqn.invars and uses[before] == uses[after] == 1:
            found[k] = after
    return found
