"""What every program goes through: inlining, folding, simpler equations, each computed once."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.guarded import worked_out
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import weak_memo
from fjax.core.primitive import Primitive, Role
from fjax.core.quiet import quiet
from fjax.core.rewrite import rewrite


@weak_memo
def inline(jaxpr: Jaxpr) -> Jaxpr:
    """Put the bodies of calls and of custom rules' primal functions in their place.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x * x))(2.0).jaxpr
    >>> [e.primitive.name for e in jaxpr.eqns], [e.primitive.name for e in inline(jaxpr).eqns]
    (['jit'], ['mul'])
    """
    if all(type(e.op).inline is Primitive.inline for e in jaxpr.eqns):
        return jaxpr
    return rewrite(jaxpr, _body, deep=True)


def _body(eqn: Equation) -> Jaxpr | None:
    return eqn.op.inline()


def fold(jaxpr: Jaxpr) -> Jaxpr:
    """Compute what depends on scalar literals alone; arrays are never folded.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x * fjax.lax.neg(2.0))(3.0).jaxpr
    >>> print(jaxpr.eqns[-1].primitive.name, len(fold(jaxpr).eqns))
    mul 1
    """
    return rewrite(jaxpr, _fold)


def _fold(eqn: Equation) -> list[Literal] | None:
    if len(eqn.outvars) != 1 or not eqn.invars or eqn.outvars[0].aval.shape:
        return None
    aval = eqn.outvars[0].aval
    values = [x.value for x in eqn.invars if isinstance(x, Literal)]
    if eqn.op.role is Role.OPAQUE or len(values) < len(eqn.invars):
        return None
    if dtypes.is_key(aval.dtype) or aval.dtype == dtypes.float0:
        return None
    return [Literal(worked_out(partial(_evaluated, eqn.op), *values), aval)]


def _evaluated(primitive: Primitive, *values: Any) -> Any:
    """The value of an operation on scalars."""
    (value,) = quiet().run(primitive.evaluate, np, *map(np.asarray, values))
    return np.asarray(value)[()]


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
