"""Leaving out the effects of a program that runs a second time."""

from __future__ import annotations

import dataclasses
from typing import Any

from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import weak_memo


@weak_memo
def without_effects(jaxpr: Jaxpr, only: str | None = None) -> Jaxpr:
    """The jaxpr without the effectful equations whose outputs nobody reads, at any depth.

    A body that reverse mode runs again (a checkpoint, a loop of unknown length) has had its
    effects. only: the one effect that is left out, instead of all.
    """
    out = jaxpr.effects if only is None else jaxpr.effects & {only}
    if not out:
        return jaxpr
    needed = {x for x in jaxpr.outvars if isinstance(x, Var)}
    kept: list[Equation] = []
    for eqn in reversed(jaxpr.eqns):
        if eqn.op.effects & out:
            if eqn.op.effects <= out and not any(v in needed for v in eqn.outvars):
                continue
            eqn = eqn.replace(op=_quiet(eqn.op, only))
        kept.append(eqn)
        needed.update(x for x in eqn.invars if isinstance(x, Var))
    return jaxpr.replace(eqns=kept[::-1])


def _quiet(primitive: Any, only: str | None) -> Any:
    """The primitive with the jaxprs that it carries stripped of effects."""
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(primitive):
        value = getattr(primitive, field.name)
        if isinstance(value, Jaxpr):
            changes[field.name] = without_effects(value, only)
        elif isinstance(value, tuple) and value and all(isinstance(v, Jaxpr) for v in value):
            changes[field.name] = tuple(without_effects(v, only) for v in value)
    return primitive.replace(**changes) if changes else primitive
