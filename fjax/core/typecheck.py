"""The checker: does a jaxpr keep the rules of the IR?"""

from __future__ import annotations

import dataclasses

import numpy as np

from fjax.core import tracing
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.errors import FjaxError, InvalidIRError


def typecheck(jaxpr: Jaxpr, context: str = "jaxpr") -> Jaxpr:
    """The jaxpr, or InvalidIRError naming the context, the equation and the user's line.

    Checks that every variable is bound once before it is read, that the types on the binders are
    those that the primitives give, and the jaxprs inside.

    >>> jaxpr = fjax.make_jaxpr(lambda x: lax.sin(x))(2.0).jaxpr
    >>> typecheck(jaxpr) is jaxpr
    True
    """
    bound: set[Var] = set()
    for v in jaxpr.invars:
        _bind(v, bound, context, None)
    for eqn in jaxpr.eqns:
        for x in eqn.invars:
            _check_read(x, bound, context, eqn)
        _check_parameters(eqn, context)
        expected = _result_type(eqn, context)
        got = tuple(v.aval for v in eqn.outvars)
        # Weak types guide promotion while tracing and mean nothing afterwards.
        if [a.strip_weak_type() for a in expected] != [a.strip_weak_type() for a in got]:
            raise _error(
                context, eqn, f"binds {_show(got)} where the primitive gives {_show(expected)}"
            )
        for v in eqn.outvars:
            _bind(v, bound, context, eqn)
        for inner in eqn.op.jaxprs:
            typecheck(inner, f"{context}, in {eqn.op.name}")
    for x in jaxpr.outvars:
        _check_read(x, bound, context, None)
    return jaxpr


# What the annotation of a parameter asks for: the classes, and those among them that are refused.
_KINDS: dict[str, tuple[tuple[type, ...], tuple[type, ...]]] = {
    "bool": ((bool, np.bool_), ()),
    "int": ((int, np.integer), (bool,)),
    "str": ((str,), ()),
    "Jaxpr": ((Jaxpr,), ()),
}


def _check_parameters(eqn: Equation, context: str) -> None:
    """Raise for a parameter of another type than the primitive's class says, where it is simple."""
    op = eqn.op
    for field in dataclasses.fields(type(op)):      # type: ignore[arg-type]
        kind, value = str(field.type), getattr(op, field.name)
        several = kind.startswith("tuple[") and kind.endswith(", ...]")
        known = _KINDS.get(kind[len("tuple["):-len(", ...]")] if several else kind)
        if known is None:
            continue
        fits = not several or isinstance(value, tuple)
        parts = value if several and fits else (value,)
        if not fits or not all(isinstance(v, known[0]) and not isinstance(v, known[1])
                               for v in parts):
            raise _error(context, eqn, f"invalid {op.name} param {field.name} of type "
                         f"{type(value).__name__}, {kind} required: {value!r:.80}")


def _result_type(eqn: Equation, context: str) -> tuple:
    try:
        return tracing.result_avals(eqn.op, tuple(x.aval for x in eqn.invars))
    except FjaxError as error:
        raise _error(context, eqn, f"does not type: {error}") from error


def _bind(v: Var, bound: set[Var], context: str, eqn: Equation | None) -> None:
    if v in bound:
        raise _error(context, eqn, f"binds {v} a second time")
    bound.add(v)


def _check_read(x: Atom, bound: set[Var], context: str, eqn: Equation | None) -> None:
    if isinstance(x, Literal):
        return
    if x not in bound:
        raise _error(context, eqn, f"reads {x} before it is bound")


def _show(avals: tuple) -> str:
    return ", ".join(map(str, avals))


def _error(context: str, eqn: Equation | None, what: str) -> InvalidIRError:
    where = "its inputs or outputs" if eqn is None else f"equation {eqn.op!r:.200}"
    line = str(eqn.source) if eqn is not None and eqn.source is not None else None
    return InvalidIRError(f"{context}: {where} {what}", line)
