"""Common subexpressions: equal equations on equal operands are computed once."""

from __future__ import annotations

from typing import Any

from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.rewrite import rewrite


def share(jaxpr: Jaxpr) -> Jaxpr:
    """Merge equations that have the same primitive and the same operands.

    Equations with effects stay, and those whose primitive is not `shareable`.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: fjax.lax.sin(x) * fjax.lax.sin(x))(1.0).jaxpr
    >>> print(share(jaxpr))
    { lambda ; a:~f64[]. let
        b:~f64[] = sin a
        c:~f64[] = mul b b
      in (c,) }
    """
    seen: dict[Any, tuple[Var, ...]] = {}

    def visit(eqn: Equation) -> tuple[Var, ...] | None:
        if eqn.op.effects or not eqn.op.shareable:
            return None
        key = (eqn.op, eqn.invars, tuple([v.aval for v in eqn.outvars]))
        found = seen.setdefault(key, eqn.outvars)
        return None if found is eqn.outvars else found

    return rewrite(jaxpr, visit)
