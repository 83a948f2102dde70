"""Expand: primitives without a kernel of their own become ones that have."""
from __future__ import annotations

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Primitive
from fjax.interpreters.staging import stage
from fjax.passes.inline import splice


def expand(jaxpr: Jaxpr) -> Jaxpr:
    """Put what a primitive's `expand` computes in place of its equation.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: jnp.argmax(x)))(jnp.ones(3)).jaxpr
    >>> from fjax.passes.optimize import optimize
    >>> [e.primitive.name for e in expand(optimize(jaxpr)).eqns][0]
    'reduce_max'
    """
    if not any(type(e.primitive).expand is not Primitive.expand for e in jaxpr.eqns):
        return jaxpr
    values: dict[Var, Atom] = {}
    eqns: list[Equation] = []

    def read(x: Atom) -> Atom:
        return values.get(x, x) if isinstance(x, Var) else x

    for eqn in jaxpr.eqns:
        operands = tuple([read(x) for x in eqn.invars])
        body = _expansion(eqn)
        if body is None:
            eqns.append(eqn.replace(invars=operands))
        else:
            outs = splice(body, operands, eqns)
            values.update(zip(eqn.outvars, outs, strict=True))
    return Jaxpr(jaxpr.invars, eqns, [read(x) for x in jaxpr.outvars], jaxpr.debug_name)


def _expansion(eqn: Equation) -> Jaxpr | None:
    """The body that computes the equation's outputs; None if there is none for its operands."""
    op = eqn.primitive
    if type(op).expand is Primitive.expand or any(x.aval.size == 0 for x in eqn.invars):
        return None
    found: list[bool] = []

    def outputs(*args):
        outs = op.expand(*args)
        found.append(outs is not None)
        return outs or ()

    body, constants = stage(outputs, [x.aval for x in eqn.invars], op.name)
    same = [v.aval for v in body.outvars] == [v.aval for v in eqn.outvars]
    return body if found[0] and not constants and same else None
