"""Sharing what is computed again several times, where keeping it takes little memory."""

from __future__ import annotations

from typing import Any

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.rewrite import rewrite, without_dead


def share_recomputed(jaxpr: Jaxpr, most: int) -> Jaxpr:
    """The program that repeats no equation behind barriers whose results, `most` bytes in all at
    most, are there.

    A checkpoint computes values again to save memory, which stays so. A checkpoint in a checkpoint
    computes again what the outer one has computed again, so the work of a nest grows as its depth's
    square.

    >>> import fjax, fjax.numpy as jnp
    >>> f = fjax.checkpoint(lambda x: jnp.sin(fjax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))(x)))
    >>> jaxpr = fjax.inspect(fjax.value_and_grad(f))(2.0).optimized
    >>> [str(share_recomputed(jaxpr, most)).count(" sin ") for most in (0, 100)]
    [6, 5]
    """
    same: dict[Atom, Var] = {}  # values, and the earlier ones that they equal
    behind: set[Atom] = set()  # values that a barrier's results are needed for
    seen: dict[Any, tuple[Var, ...]] = {}
    kept: set[Var] = set()
    left = most

    def visit(eqn: Equation) -> tuple[Var, ...] | None:
        nonlocal left
        if eqn.op.gives_operands:
            behind.update(eqn.outvars)
            for v, x in zip(eqn.outvars, eqn.invars, strict=True):
                if isinstance(x, Var):
                    same[v] = same.get(x, x)
            return None
        if behind.isdisjoint(eqn.invars):
            return None
        behind.update(eqn.outvars)
        if eqn.op.effects or not eqn.op.shareable:
            return None
        operands = tuple([same.get(x, x) for x in eqn.invars])
        first = seen.setdefault((eqn.op, operands), eqn.outvars)
        if first is eqn.outvars:
            return None
        same.update(zip(eqn.outvars, first, strict=True))
        if first[0] not in kept:
            size = sum([v.aval.nbytes for v in first])
            if size > left:
                return None
            left -= size
            kept.add(first[0])
        return first

    return without_dead(rewrite(jaxpr, visit))
