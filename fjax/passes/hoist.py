"""Loop-invariant code motion in a program, from the innermost loops outwards."""

from __future__ import annotations

from dataclasses import replace

from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import weak_memo
from fjax.core.rewrite import rewrite, splice
from fjax.higher_order.invariant import hoisted
from fjax.passes.optimize import optimize


@weak_memo
def hoist(jaxpr: Jaxpr) -> Jaxpr:
    """The program whose loops find ready what is the same in each of their steps.

    >>> import fjax, fjax.numpy as jnp
    >>> def steps(a, x):
    ...     return fjax.lax.fori_loop(0, 9, lambda _, x: x * jnp.exp(jnp.sin(a)), x)
    >>> jaxpr = fjax.make_jaxpr(steps)(jnp.ones(()), jnp.ones(3)).jaxpr
    >>> [e.primitive.name for e in hoist(jaxpr).eqns]
    ['sin', 'exp', 'scan']
    """
    return rewrite(jaxpr, _hoisted)


def _hoisted(eqn: Equation) -> Jaxpr | None:
    """The program that a loop becomes; None if it stays as it is."""
    form = eqn.op.loop()
    if form is None or eqn.op.effects:
        return None
    plain = optimize(form.body)
    body = hoist(plain)
    found = hoisted(replace(form, body=body))
    if found is None and body is plain:
        return None
    operands = [Var(x.aval) for x in eqn.invars]
    at, n = form.leading, form.first_carry
    before: list[Equation] = []
    values = [] if found is None else splice(found.before, tuple(operands[at:n]), before)
    op = eqn.op.with_loop(replace(form, body=body) if found is None else found.form)
    outs = [Var(v.aval) for v in eqn.outvars]
    loop = Equation(op, (*operands[:n], *values, *operands[n:]), tuple(outs), eqn.source)
    return Jaxpr(operands, [*before, loop], outs)
