"""Placeholders: literals whose values a plan does not look at.

How a program is fused and planned depends on the values of few of its literals: kernels take the
others as arguments. So programs that differ in the values of factors or offsets alone share one
plan, and its kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.guarded import decided
from fjax.core.ir import Atom, Equation, Jaxpr, Literal
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.skeleton import COMMON


class ValueNeeded(Exception):
    """A plan depends on the value of a placeholder."""


class Placeholder(Literal):
    """Stands for a literal of its aval: the one with this number in a list beside the program."""

    __slots__ = ("number",)

    def __init__(self, number: int, aval: ShapedArray):
        self.number, self.aval = number, aval
        self._key = (aval, number)

    def _needed(self) -> Any:
        raise ValueNeeded(self)

    value: Any = property(_needed)

    @property
    def left_open(self) -> str:
        return f"?{self.number}"

    def __repr__(self) -> str:
        return f"Placeholder({self.number}:{self.aval})"


def hoist_literals(jaxpr: Jaxpr) -> tuple[Jaxpr, tuple[Literal, ...]]:
    """The jaxpr with placeholders for its real floating-point literals, and these, once each.

    >>> jaxpr = fjax.make_jaxpr(lambda x: (x - 0.5) * 0.5)(1.0).jaxpr
    >>> opened, literals = hoist_literals(jaxpr)
    >>> literals
    (Literal(0.5:~float64[]),)
    >>> [e.invars[1] for e in opened.eqns]
    [Placeholder(0:~float64[]), Placeholder(0:~float64[])]
    """
    found: dict[Literal, Placeholder] = {}

    def opened(x: Literal) -> Literal:
        if x.aval.dtype.kind != "f" or decided(COMMON.__contains__, x.value):
            return x
        return found.setdefault(x, Placeholder(len(found), x.aval))

    changed = _replaced(jaxpr, opened)
    return changed, tuple(found)


def put_back(jaxpr: Jaxpr, literals: Sequence[Literal]) -> Jaxpr:
    """The jaxpr with these literals in place of its placeholders, but for those in bodies."""
    if not literals:
        return jaxpr
    return _replaced(jaxpr, lambda x: literals[x.number] if isinstance(x, Placeholder) else x)


def put_back_in_kernel(eqn: Equation, literals: Sequence[Literal]) -> Equation:
    """The equation of a kernel with these literals in place of its body's placeholders."""
    op = eqn.op
    assert isinstance(op, (Fused, Updated))
    body = put_back(op.body, literals)
    return eqn if body is op.body else eqn.replace(op=op.replace(body=body))


def _replaced(jaxpr: Jaxpr, change: Callable[[Literal], Literal]) -> Jaxpr:
    eqns: list[Equation] = []
    changed = False
    for eqn in jaxpr.eqns:
        operands: list[Atom] | None = None
        for k, x in enumerate(eqn.invars):
            if isinstance(x, Literal):
                other = change(x)
                if other is not x:
                    operands = operands or list(eqn.invars)
                    operands[k] = other
        if operands is not None:
            changed, eqn = True, eqn.replace(invars=tuple(operands))
        eqns.append(eqn)
    return jaxpr.replace(eqns=eqns) if changed else jaxpr
