"""Programs whose types say nothing of how values are split along explicit axes of a mesh."""

from __future__ import annotations

import dataclasses
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import weak_memo


@weak_memo
def without_layouts(jaxpr: Jaxpr) -> Jaxpr:
    """The program with types that are shape and dtype alone: what is compiled is the same.

    >>> import fjax, fjax.numpy as jnp
    >>> mesh = fjax.sharding.AbstractMesh((2,), ("x",), fjax.sharding.AxisType.Explicit)
    >>> where = fjax.NamedSharding(mesh, fjax.P("x"))
    >>> jaxpr = fjax.make_jaxpr(jnp.sin)(fjax.ShapeDtypeStruct((4,), "float32", sharding=where))
    >>> print(jaxpr.in_avals[0], "->", without_layouts(jaxpr.jaxpr).in_avals[0])
    float32[4@x] -> float32[4]
    """
    if not _shown(jaxpr):
        return jaxpr
    values: dict[Var, Var] = {}

    def bind(v: Var) -> Var:
        found = values[v] = v if v.aval.layout is None else type(v)(v.aval.bare)
        return found

    def read(x: Atom) -> Atom:
        return Literal(x.value, x.aval.bare) if isinstance(x, Literal) else values[x]

    invars = [bind(v) for v in jaxpr.invars]
    eqns = [
        Equation(
            _bare_operation(eqn.op),
            tuple([read(x) for x in eqn.invars]),
            tuple([bind(v) for v in eqn.outvars]),
            eqn.source,
        )
        for eqn in jaxpr.eqns
    ]
    return Jaxpr(invars, eqns, [read(x) for x in jaxpr.outvars], jaxpr.debug_name)


@weak_memo
def _shown(jaxpr: Jaxpr) -> bool:
    """Whether some type in the program has a layout."""
    for v in jaxpr.invars:
        if v.aval.layout is not None:
            return True
    for eqn in jaxpr.eqns:
        for v in eqn.outvars:
            if v.aval.layout is not None:
                return True
        for inner in eqn.op.jaxprs:
            if _shown(inner):
                return True
    return False


def _bare_operation(op: Any) -> Any:
    """The operation with the programs and types among its parameters without layouts."""
    changed = {}
    for field in dataclasses.fields(type(op)):
        value = getattr(op, field.name)
        if type(value) is not tuple:
            found = _bare(value)
            if found is not value:
                changed[field.name] = found
            continue
        several = tuple(map(_bare, value))
        if any(a is not b for a, b in zip(several, value, strict=True)):
            changed[field.name] = several
    op = op.replace(**changed) if changed else op
    return op.bare()


def _bare(value: Any) -> Any:
    if isinstance(value, Jaxpr):
        return without_layouts(value)
    return value.bare if isinstance(value, ShapedArray) else value
