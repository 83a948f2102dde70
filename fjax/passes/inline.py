"""Inline: equations that only stand for a jaxpr become that jaxpr's equations."""

from __future__ import annotations

from fjax.core.ir import Equation, Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.rewrite import rewrite


@weak_memo
def inline(jaxpr: Jaxpr) -> Jaxpr:
    """Put the bodies of calls and of custom rules' primal functions in their place.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x * x))(2.0).jaxpr
    >>> [e.primitive.name for e in jaxpr.eqns], [e.primitive.name for e in inline(jaxpr).eqns]
    (['jit'], ['mul'])
    """
    return rewrite(jaxpr, _body, deep=True)


def _body(eqn: Equation) -> Jaxpr | None:
    return eqn.op.inline()
