"""Algebraic simplification: each primitive says what simpler operation gives the same bits."""

from __future__ import annotations

from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.rewrite import rewrite


def simplify(jaxpr: Jaxpr) -> Jaxpr:
    """Ask every primitive for a simpler form of its equation.

    >>> import fjax
    >>> from fjax.primitives.structure import Transpose
    >>> jaxpr = fjax.make_jaxpr(Transpose((0,)))(fjax.numpy.ones(3)).jaxpr
    >>> len(jaxpr.eqns), len(simplify(jaxpr).eqns)
    (1, 0)
    """
    return rewrite(jaxpr, _simplify)


def _simplify(eqn: Equation) -> Equation | list[Atom] | None:
    if eqn.op.effects:
        return None
    simpler = eqn.op.simplify(*eqn.invars)
    if simpler is None:
        return None
    if isinstance(simpler, (Var, Literal)):
        simpler = [simpler]
    if isinstance(simpler, list):
        return simpler if [x.aval for x in simpler] == [v.aval for v in eqn.outvars] else None
    primitive, operands = simpler
    return eqn.replace(op=primitive, invars=tuple(operands))
