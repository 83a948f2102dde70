"""Walking a program forwards while values are replaced: what passes and transformations share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.ir import Atom, Equation, Jaxpr, Var

Visit = Callable[[Equation], "Equation | Jaxpr | Sequence[Atom] | None"]


def rewrite(jaxpr: Jaxpr, visit: Visit, deep: bool = False) -> Jaxpr:
    """The jaxpr with each equation passed through `visit`, which sees replaced operands.

    `visit` gives None to keep the equation, another equation with the same outvars, a program of
    its operands to put in its place, or atoms to use in place of the outvars. The jaxpr itself
    comes back if nothing changes. deep: programs that `visit` gives are gone through, too; it gives
    no more than programs then.
    """
    replaced: dict[Var, Atom] = {}
    eqns: list[Equation] = []
    changed = False
    for eqn in jaxpr.eqns:
        if replaced:
            eqn = read_from(eqn, replaced)
        result = visit(eqn)
        if result is None:
            eqns.append(eqn)
            continue
        changed = True
        if isinstance(result, Equation):
            eqns.append(result)
            continue
        if isinstance(result, Jaxpr):
            result = splice(result, eqn.invars, eqns, visit if deep else None)
        replaced.update(zip(eqn.outvars, result, strict=True))
    if not changed:
        return jaxpr
    outvars = [replaced.get(x, x) if isinstance(x, Var) else x for x in jaxpr.outvars]
    return Jaxpr(jaxpr.invars, eqns, outvars, jaxpr.debug_name)


def read_from(eqn: Equation, replaced: dict[Var, Atom]) -> Equation:
    """The equation with replaced operands; itself if none is."""
    for x in eqn.invars:
        if isinstance(x, Var) and x in replaced:
            break
    else:
        return eqn
    invars = tuple([replaced.get(x, x) if isinstance(x, Var) else x for x in eqn.invars])
    return eqn.replace(invars=invars)


def splice(
    body: Jaxpr,
    operands: tuple[Atom, ...],
    eqns: list[Equation],
    visit: Callable[[Equation], Any] | None = None,
) -> list[Atom]:
    """Append the body's equations, with variables of their own; the atoms of its outputs.

    An equation for which `visit` gives a program is replaced by what is spliced of that.
    """
    values: dict[Var, Atom] = dict(zip(body.invars, operands, strict=True))

    for eqn in body.eqns:
        invars = tuple([values[x] if isinstance(x, Var) else x for x in eqn.invars])
        inner = None if visit is None else visit(eqn)
        if inner is not None:
            values.update(zip(eqn.outvars, splice(inner, invars, eqns, visit), strict=True))
            continue
        outvars = tuple([type(v)(v.aval) for v in eqn.outvars])
        values.update(zip(eqn.outvars, outvars, strict=True))
        eqns.append(Equation(eqn.op, invars, outvars, eqn.source))
    return [values[x] if isinstance(x, Var) else x for x in body.outvars]
