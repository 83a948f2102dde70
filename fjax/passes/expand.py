"""Expand: primitives without a kernel of their own become ones that have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fjax.core.ir import Atom, Equation, Jaxpr, Literal
from fjax.core.primitive import Primitive
from fjax.core.rewrite import rewrite
from fjax.core.source import replaying
from fjax.interpreters.staging import stage
from fjax.passes.cleanup import share
from fjax.passes.optimize import optimize
from fjax.primitives.structure import BroadcastInDim

Function = Callable[..., Sequence[Any] | None]


def expand(
    jaxpr: Jaxpr,
    keeps: Callable[[Equation], bool] = lambda eqn: False,
    other: Callable[[Equation], Function | None] = lambda eqn: None,
) -> Jaxpr:
    """Put what a primitive's `expand` computes in place of its equation, unless `keeps(equation)`.

    `other(equation)` is what to compute instead of that, in terms that are expanded again; None for
    no other.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: jnp.argmax(x)))(jnp.ones(3)).jaxpr
    >>> from fjax.passes.optimize import optimize
    >>> [e.primitive.name for e in expand(optimize(jaxpr)).eqns][0]
    'reduce_max'
    """
    if not any(_may_expand(type(e.op)) or other(e) is not None for e in jaxpr.eqns):
        return jaxpr
    fills = _fills(jaxpr)

    def body(eqn: Equation) -> Jaxpr | None:
        if keeps(eqn):
            return None
        function = other(eqn)
        found = None if function is None else _staged(eqn, function)
        if found is not None:
            return expand(found, keeps, other)
        found = _expansion(eqn)
        if found is None:
            return _filled_expansion(eqn, fills)
        if any(_stands_for_others(e.op) for e in found.eqns):
            return expand(optimize(found), keeps, other)  # a program, not one operation's terms
        return found

    return share(rewrite(jaxpr, body))


def expand_filled(jaxpr: Jaxpr) -> Jaxpr:
    """Put an `expand_filled` in place of each operation on an array of one literal.

    >>> import fjax, fjax.numpy as jnp
    >>> step = lambda k, x: x * jnp.zeros(9).at[k].add(1.0)
    >>> jaxpr = fjax.make_jaxpr(step)(2, jnp.ones(9)).jaxpr
    >>> "scatter_add" in [e.primitive.name for e in expand_filled(jaxpr).eqns]
    False
    """
    if not any(type(e.op).expand_filled is not Primitive.expand_filled for e in jaxpr.eqns):
        return jaxpr
    fills = _fills(jaxpr)
    return share(rewrite(jaxpr, lambda eqn: _filled_expansion(eqn, fills)))


def _fills(jaxpr: Jaxpr) -> dict[Atom, Literal]:
    """The literal of each array that repeats one."""
    return {
        e.outvars[0]: x
        for e in jaxpr.eqns
        if isinstance(e.op, BroadcastInDim) and isinstance(x := e.invars[0], Literal)
    }


def _stands_for_others(op: Primitive) -> bool:
    return type(op).inline is not Primitive.inline


def _may_expand(op: type[Primitive]) -> bool:
    return op.expand is not Primitive.expand or op.expand_filled is not Primitive.expand_filled


def _expansion(eqn: Equation) -> Jaxpr | None:
    """The body that computes the equation's outputs; None if there is none for its operands."""
    op = eqn.op
    if type(op).expand is Primitive.expand or _has_empty(eqn):
        return None
    return _staged(eqn, op.expand)


def _filled_expansion(eqn: Equation, fills: Mapping[Atom, Literal]) -> Jaxpr | None:
    """As `_expansion`, where all elements of the first operand are one value and are not read."""
    op, fill = eqn.op, fills.get(eqn.invars[0]) if eqn.invars else None
    if fill is None or type(op).expand_filled is Primitive.expand_filled or _has_empty(eqn):
        return None
    shape = eqn.invars[0].aval.shape
    return _staged(eqn, lambda _, *args: op.expand_filled(shape, fill.value, *args))


def _has_empty(eqn: Equation) -> bool:
    return any(x.aval.size == 0 for x in eqn.invars)


def _staged(eqn: Equation, function: Function) -> Jaxpr | None:
    found: list[bool] = []

    def outputs(*args: Any) -> Sequence[Any]:
        outs = function(*args)
        found.append(outs is not None)
        return outs or ()

    with replaying(eqn.source):
        body, constants = stage(outputs, [x.aval for x in eqn.invars], eqn.op.name)
    same = [v.aval for v in body.outvars] == [v.aval for v in eqn.outvars]
    return body if found[0] and not constants and same else None
