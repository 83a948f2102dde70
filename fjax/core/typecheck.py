"""The checker: does a jaxpr keep the rules of the IR?"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import tracing
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.kinds import Role
from fjax.core.memo import memo
from fjax.errors import FjaxError, InvalidIRError


def typecheck(jaxpr: Jaxpr, context: str = "jaxpr", before: Jaxpr | None = None) -> Jaxpr:
    """The jaxpr, or InvalidIRError naming the context, the equation and the user's line.

    Checks that every variable is bound once before it is read, that primitives get as many operands
    as they take, that the types on the binders are those that they give, and the jaxprs inside.
    before: a program that was checked. Equations that are its own are typed no second time.

    >>> jaxpr = fjax.make_jaxpr(lambda x: lax.sin(x))(2.0).jaxpr
    >>> typecheck(jaxpr) is jaxpr
    True
    """
    bound: set[Var] = set()
    typed = set() if before is None else {id(eqn) for eqn in before.eqns}
    _bind(jaxpr.invars, "input", bound, context, None)
    for eqn in jaxpr.eqns:
        _check_read(eqn.invars, "operand", bound, context, eqn)
        if id(eqn) not in typed:
            _check_types(eqn, context)
        _bind(eqn.outvars, "output", bound, context, eqn)
    _check_read(jaxpr.outvars, "output", bound, context, None)
    return jaxpr


def _check_types(eqn: Equation, context: str) -> None:
    expected = result_types(eqn, context)
    got = tuple(v.aval for v in eqn.outvars)
    # Weak types guide promotion while tracing and mean nothing afterwards.
    if [a.strip_weak_type() for a in expected] != [a.strip_weak_type() for a in got]:
        raise _error(context, eqn, binds_others(got, expected))
    for inner in eqn.op.jaxprs:
        typecheck(inner, f"{context}, in {eqn.op.name}")


def result_types(eqn: Equation, context: str) -> tuple[Any, ...]:
    """The types that an equation's primitive gives for its operands.

    Raises InvalidIRError if there are too few or too many of them, or they or the parameters are
    not those of the primitive.

    >>> eqn = fjax.make_jaxpr(lambda x: x > 0)(2.0).eqns[0]
    >>> result_types(eqn, "a comparison")
    (ShapedArray(bool[]),)
    """
    _check_parameters(eqn, context)
    count, given = operand_count(type(eqn.op)), len(eqn.invars)
    if count is not None and given != count:
        raise _error(context, eqn, f"has {given} operands, but takes {count}")
    try:
        return tracing.result_avals(eqn.op, tuple(x.aval for x in eqn.invars))
    except FjaxError as error:
        raise _error(context, eqn, f"does not type: {error.message}") from error
    except WRONG as error:  # of parameters that nobody's rule expects
        raise _error(context, eqn, f"does not type: {type(error).__name__}: {error}") from error


def binds_others(got: Sequence[Any], expected: Sequence[Any]) -> str:
    """What is wrong with an equation that binds other types than its primitive gives.

    >>> some, others = (fjax.core.ShapedArray(shape, "int32") for shape in ((), (2,)))
    >>> binds_others([some], [others])
    'binds int32[] where the primitive gives int32[2]'
    """
    show = lambda avals: ", ".join(map(str, avals)) or "nothing"
    return f"binds {show(got)} where the primitive gives {show(expected)}"


# What rules, and readers of JSON, raise for values of another kind than theirs.
WRONG = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)

# What the annotation of a parameter asks for: the classes, and those among them that are refused.
_KINDS: dict[str, tuple[tuple[type, ...], tuple[type, ...]]] = {
    "bool": ((bool, np.bool_), ()),
    "int": ((int, np.integer), (bool,)),
    "str": ((str,), ()),
    "Jaxpr": ((Jaxpr,), ()),
}


@memo()
def _simple_fields(primitive: type) -> tuple[tuple[str, str, bool], ...]:
    """(name, annotation, whether it is a tuple) of the parameters whose types are simple."""
    found = []
    for field in dataclasses.fields(primitive):
        kind = str(field.type)
        several = kind.startswith("tuple[") and kind.endswith(", ...]")
        if (kind[len("tuple[") : -len(", ...]")] if several else kind) in _KINDS:
            found.append((field.name, kind, several))
    return tuple(found)


def _check_parameters(eqn: Equation, context: str) -> None:
    """Raise for a parameter of another type than the primitive's class says, where it is simple."""
    op = eqn.op
    for name, kind, several in _simple_fields(type(op)):
        value = getattr(op, name)
        known, refused = _KINDS[kind[len("tuple[") : -len(", ...]")] if several else kind]
        fits = not several or isinstance(value, tuple)
        parts = value if several and fits else (value,)
        if not fits or not all(isinstance(v, known) and not isinstance(v, refused) for v in parts):
            raise _error(
                context,
                eqn,
                f"invalid {op.name} param {op.spelled.get(name, name)} of type "
                f"{type(value).__name__}, {kind} required: {value!r:.80}",
            )


def _bind(
    variables: Sequence[Var], role: str, bound: set[Var], context: str, eqn: Equation | None
) -> None:
    for number, v in enumerate(variables):
        if v in bound:
            raise _error(context, eqn, f"binds {role} {number} ({v.aval}) a second time")
        bound.add(v)


def _check_read(
    atoms: Sequence[Atom], role: str, bound: set[Var], context: str, eqn: Equation | None
) -> None:
    for number, x in enumerate(atoms):
        if not isinstance(x, Literal) and x not in bound:
            raise _error(context, eqn, f"reads {role} {number} ({x.aval}) before it is bound")


def _error(context: str, eqn: Equation | None, what: str) -> InvalidIRError:
    where = "the program" if eqn is None else f"equation {eqn.op!r:.200}"
    line = str(eqn.source) if eqn is not None and eqn.source is not None else None
    return InvalidIRError(f"{context}: {where} {what}", line)


# Rules that have a parameter for each operand, and those before these: self, and the library.
_RULES = (("result_type", 1), ("scalar", 1), ("compute", 2), ("partials", 2), ("evaluate", 2))


@memo()
def operand_count(primitive: type) -> int | None:
    """The number of operands of a class of primitives; None if it takes any, or counts them itself.

    A class whose rules are all of any number says it as `takes`.

    >>> operand_count(type(lax.mul_p)), operand_count(lax.concatenate_p)
    (2, None)
    """
    return next(iter(said_counts(primitive).values()), None)


def said_counts(primitive: type) -> dict[str, int]:
    """The numbers of operands by the rules that say one.

    >>> from fjax.primitives.arithmetic import Div
    >>> said_counts(Div)
    {'scalar': 2, 'partials': 2, 'evaluate': 2, 'ufunc': 2}
    """
    found: dict[str, int] = {}
    for name, others in _RULES:
        rule: Any = inspect.getattr_static(primitive, name, None)
        if isinstance(rule, staticmethod):
            rule, others = rule.__func__, others - 1
        code = getattr(rule, "__code__", None)
        if code is not None and not code.co_flags & inspect.CO_VARARGS and not rule.__defaults__:
            found[name] = code.co_argcount - others
    declared = getattr(primitive, "takes", None)
    if declared is not None:
        found["takes"] = declared
    ufunc = getattr(primitive, "ufunc", None)
    if isinstance(ufunc, np.ufunc) and getattr(primitive, "role", None) is Role.ELEMENTWISE:
        found["ufunc"] = ufunc.nin
    return found
