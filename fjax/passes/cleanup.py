"""What every program goes through: inlining, folding, simpler equations, each computed once."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.dtypes import Dtype
from fjax.core.guarded import worked_out
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import memo, weak_memo
from fjax.core.primitive import Primitive, Role
from fjax.core.quiet import quiet
from fjax.core.rewrite import rewrite, with_parameters
from fjax.core.scalar import Expr, Op
from fjax.core.scalar_graph import order
from fjax.primitives.families import Elementwise, operand_leaf, scalar_program
from fjax.primitives.structure import BroadcastInDim, repeated


@weak_memo
def inline(jaxpr: Jaxpr) -> Jaxpr:
    """Put the bodies of calls and of custom rules' primal functions in their place, at any depth.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x * x))(2.0).jaxpr
    >>> [e.primitive.name for e in jaxpr.eqns], [e.primitive.name for e in inline(jaxpr).eqns]
    (['jit'], ['mul'])
    """
    if all(type(e.op).inline is Primitive.inline and not e.op.jaxprs for e in jaxpr.eqns):
        return jaxpr
    return rewrite(rewrite(jaxpr, _body, deep=True), _inside)


def _body(eqn: Equation) -> Jaxpr | None:
    return eqn.op.inline()


def _inside(eqn: Equation) -> Equation | None:
    """A loop or branch without calls in its bodies. Other bodies are those of their operation."""
    if eqn.op.loop() is None and eqn.op.choices() is None:
        return None
    op = with_parameters(eqn.op, lambda x: inline(x) if isinstance(x, Jaxpr) else x)
    return None if op is eqn.op else eqn.replace(op=op)


def fold(jaxpr: Jaxpr) -> Jaxpr:
    """Compute what depends on scalar literals alone, and on arrays that repeat one of them.

    Arrays are no literals: they go on repeating one. Their elements stay the same to the bit.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x * fjax.lax.neg(2.0))(3.0).jaxpr
    >>> print(jaxpr.eqns[-1].primitive.name, len(fold(jaxpr).eqns))
    mul 1
    >>> jaxpr = fjax.make_jaxpr(lambda: fjax.numpy.ones(3) / 4.0)().jaxpr
    >>> print(fold(jaxpr).eqns[-1].primitive.name, fold(jaxpr).eqns[-1].invars[0].value)
    broadcast_in_dim 0.25
    """
    return rewrite(jaxpr, _Folder().visit)


class _Folder:
    """repeated: the literals that arrays repeat."""

    def __init__(self) -> None:
        self.repeated: dict[Var, Literal] = {}

    def visit(self, eqn: Equation) -> Equation | list[Literal] | None:
        if len(eqn.outvars) != 1 or not eqn.invars or eqn.op.role is Role.OPAQUE:
            return None
        (out,), (first, *_) = eqn.outvars, eqn.invars
        if type(eqn.op) is BroadcastInDim and isinstance(first, Literal):
            self.repeated[out] = first
        one = not out.aval.shape
        literals = [
            x if isinstance(x, Literal) else None if one else self.repeated.get(x)
            for x in eqn.invars
        ]
        values = [x.value for x in literals if x is not None]
        if len(values) < len(literals) or not (one or _is_exact(eqn)):
            return None
        if not _is_number(out.aval.dtype):
            return None
        value = worked_out(partial(_evaluated, eqn.op), *values)
        made = Literal(value, out.aval.update(shape=()))
        if one:
            return [made]
        self.repeated[out] = made
        return eqn.replace(op=BroadcastInDim(out.aval.shape, ()), invars=(made,))


def _is_number(dtype: Dtype) -> bool:
    return not dtypes.is_key(dtype) and dtype != dtypes.float0


def _is_exact(eqn: Equation) -> bool:
    """Whether an element is computed by base operations alone, which give one value everywhere."""
    if eqn.op.role is not Role.ELEMENTWISE or not isinstance(eqn.op, Elementwise):
        return False
    return _calls_nothing(eqn.op, tuple([x.aval.dtype for x in eqn.invars]))


@memo()
def _calls_nothing(op: Primitive, operands: tuple[Dtype, ...]) -> bool:
    """Whether no function stands in the program of an element."""
    value = scalar_program(op, [operand_leaf(k, d) for k, d in enumerate(operands)])
    return isinstance(value, Expr) and all(node.op is not Op.CALL for node in order((value,)))


def _evaluated(primitive: Primitive, *values: Any) -> Any:
    """The value of an operation on scalars."""
    (value,) = quiet().run(primitive.evaluate, np, *map(np.asarray, values))
    return np.asarray(value)[()]


def simplify(jaxpr: Jaxpr) -> Jaxpr:
    """Ask every primitive for a simpler form of its equation.

    Results without elements need no operands.

    >>> import fjax
    >>> from fjax.primitives.structure import Transpose
    >>> jaxpr = fjax.make_jaxpr(Transpose((0,)))(fjax.numpy.ones(3)).jaxpr
    >>> len(jaxpr.eqns), len(simplify(jaxpr).eqns)
    (1, 0)
    >>> jaxpr = fjax.make_jaxpr(lambda x: fjax.numpy.sin(x[:0]))(fjax.numpy.ones(3)).jaxpr
    >>> jaxpr.eqns[-1].op.name, simplify(jaxpr).eqns[-1].op.name
    ('sin', 'broadcast_in_dim')
    """
    return rewrite(jaxpr, _simplify)


def _simplify(eqn: Equation) -> Equation | Jaxpr | list[Atom] | None:
    if eqn.op.effects:
        return None
    simpler = eqn.op.simplify(*eqn.invars)
    if simpler is None:
        return _constants(eqn) if _is_empty(eqn) else None
    if isinstance(simpler, (Var, Literal)):
        simpler = [simpler]
    if isinstance(simpler, list):
        return simpler if [x.aval for x in simpler] == [v.aval for v in eqn.outvars] else None
    primitive, operands = simpler
    return eqn.replace(op=primitive, invars=tuple(operands))


def _constants(eqn: Equation) -> Jaxpr:
    """A program that gives an equation's results without elements."""
    given = [(v, *repeated(0, v.aval)) for v in eqn.outvars]
    made = [eqn.replace(op=op, invars=tuple(xs), outvars=(v,)) for v, op, xs in given]
    return Jaxpr([Var(x.aval) for x in eqn.invars], made, eqn.outvars, eqn.op.name)


def _is_empty(eqn: Equation) -> bool:
    """Whether its results have no elements, which it computes from operands nevertheless."""
    return (
        any(isinstance(x, Var) for x in eqn.invars)
        and eqn.outvars != ()
        and all(v.aval.size == 0 and _is_number(v.aval.dtype) for v in eqn.outvars)
    )


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
