"""Peephole rules: what an equation and those that make its operands become together.

`@peephole` declares the pattern, and makes a pass of the function that rewrites what matches it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from fjax.core.ir import Atom, Equation, Jaxpr
from fjax.core.primitive import Primitive
from fjax.core.rewrite import without_dead
from fjax.dataclass import dataclass

P = TypeVar("P", bound=Primitive)
Kinds = type[Primitive] | tuple[type[Primitive], ...]


@dataclass(frozen=True)
class Pattern:
    """An equation of some primitive, at least one of whose operands a pattern makes.

    op: the class of the primitive, or several. operand: the pattern of the equations that make
    operands. sole_use: whether nothing else may read what such an equation makes.
    """

    op: Kinds
    operand: Pattern | None = None
    sole_use: bool = False


@dataclass(frozen=True)
class Match(Generic[P]):
    """An equation that matches a pattern.

    op: its primitive. operands: for each operand the match of the equation that makes it; None
    where the pattern does not match that.
    """

    eqn: Equation
    op: P
    operands: tuple[Match[Any] | None, ...]


Rewrite = Callable[[Match[Any]], Sequence[Equation] | None]


def peephole(
    op: Kinds, operand: Kinds | Pattern, sole_use: bool = False
) -> Callable[[Rewrite], Callable[[Jaxpr], Jaxpr]]:
    """Decorator: the pass that rewrites equations of `op` with an operand that `operand` makes.

    The function gives the equations that take an equation's place; the last one binds what it
    bound. None keeps the equation. They may match again. sole_use: as in `Pattern`.
    """
    operands = operand if isinstance(operand, Pattern) else Pattern(operand)

    def declare(rewrite: Rewrite) -> Callable[[Jaxpr], Jaxpr]:
        return functools.wraps(rewrite)(lambda jaxpr: apply(jaxpr, pattern, rewrite))

    pattern = Pattern(op, operands, sole_use)
    return declare


def apply(jaxpr: Jaxpr, pattern: Pattern, rewrite: Rewrite) -> Jaxpr:
    """The program with each match of the pattern rewritten, forwards; itself if none changes.

    What nobody reads afterwards is dropped.
    """
    if not _may_match(pattern, {type(e.op) for e in jaxpr.eqns}):
        return jaxpr
    return _Rewriting(jaxpr, pattern, rewrite).run()


def _may_match(pattern: Pattern | None, kinds: set[type]) -> bool:
    """Whether a program of primitives of these classes has what the pattern asks for."""
    return pattern is None or (
        any(issubclass(kind, pattern.op) for kind in kinds) and _may_match(pattern.operand, kinds)
    )


class _Rewriting:
    """One pass over a program. producer: which equation makes a value, as rewritten."""

    def __init__(self, jaxpr: Jaxpr, pattern: Pattern, rewrite: Rewrite):
        self.jaxpr, self.pattern, self.rewrite = jaxpr, pattern, rewrite
        self.producer: dict[Atom, Equation] = {}

    def run(self) -> Jaxpr:
        eqns: list[Equation] = []
        changed = False
        for eqn in self.jaxpr.eqns:
            pending = [eqn]
            while pending:
                match = self._match(self.pattern, at := pending.pop())
                found = None if match is None else self.rewrite(match)
                if found is not None:
                    changed = True
                    pending += reversed(found)
                    continue
                eqns.append(at)
                self.producer.update(dict.fromkeys(at.outvars, at))
        if not changed:
            return self.jaxpr
        return without_dead(self.jaxpr.replace(eqns=eqns))

    def _match(self, pattern: Pattern, eqn: Equation | None) -> Match[Any] | None:
        if eqn is None or not isinstance(eqn.op, pattern.op):
            return None
        inner = pattern.operand
        if inner is None:
            return Match(eqn, eqn.op, (None,) * len(eqn.invars))
        operands = tuple([self._operand(inner, x, pattern.sole_use) for x in eqn.invars])
        return Match(eqn, eqn.op, operands) if any(operands) else None

    def _operand(self, pattern: Pattern, x: Atom, sole_use: bool) -> Match[Any] | None:
        if sole_use and self.jaxpr.use_count(x) != 1:
            return None
        return self._match(pattern, self.producer.get(x))
