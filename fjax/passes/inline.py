"""Inline: equations that only stand for a jaxpr become that jaxpr's equations."""

from __future__ import annotations

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.memo import weak_memo


@weak_memo
def inline(jaxpr: Jaxpr) -> Jaxpr:
    """Put the bodies of calls and of custom rules' primal functions in their place.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x * x))(2.0).jaxpr
    >>> [e.primitive.name for e in jaxpr.eqns], [e.primitive.name for e in inline(jaxpr).eqns]
    (['jit'], ['mul'])
    """
    if not any(_body(e) is not None for e in jaxpr.eqns):
        return jaxpr
    values: dict[Var, Atom] = {}
    eqns: list[Equation] = []

    def read(x: Atom) -> Atom:
        return values.get(x, x) if isinstance(x, Var) else x

    for eqn in jaxpr.eqns:
        body = _body(eqn)
        operands = tuple([read(x) for x in eqn.invars])
        if body is None:
            eqns.append(eqn.replace(invars=operands) if values else eqn)
        else:
            outs = splice(inline(body), operands, eqns)
            values.update(zip(eqn.outvars, outs, strict=True))
    return Jaxpr(jaxpr.invars, eqns, [read(x) for x in jaxpr.outvars], jaxpr.debug_name)


def _body(eqn: Equation) -> Jaxpr | None:
    return eqn.op.inline()


def splice(body: Jaxpr, operands: tuple[Atom, ...], eqns: list[Equation]) -> list[Atom]:
    """Append the body's equations, with variables of their own; the atoms of its outputs."""
    values: dict[Var, Atom] = dict(zip(body.invars, operands, strict=True))

    def read(x: Atom) -> Atom:
        return values[x] if isinstance(x, Var) else x

    for eqn in body.eqns:
        invars = tuple([read(x) for x in eqn.invars])
        outvars = tuple([type(v)(v.aval) for v in eqn.outvars])
        values.update(zip(eqn.outvars, outvars, strict=True))
        eqns.append(Equation(eqn.op, invars, outvars, eqn.source))
    return [read(x) for x in body.outvars]
