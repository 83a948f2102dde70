"""Updates that a later choice may throw away are undone where they were made.

A step that proposes `new = x.at[i].set(v)`, looks at it and keeps `where(good, new, x)` would copy
x. `new` may take the memory of x if what it overwrites is kept, and written back where it is not
good.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.rewrite import read_from, replaced_in, splice
from fjax.core.source import replaying
from fjax.higher_order.chosen_updates import asked_of, finished, updates_between
from fjax.interpreters.staging import stage
from fjax.primitives.bitwise import bitwise_not
from fjax.primitives.selection import SelectN, select_n


def undo_rejected(jaxpr: Jaxpr, owned: Collection[Var]) -> Jaxpr:
    """The program whose choices between an array and its update undo the update.

    owned: arrays that may change where they are.

    >>> import fjax, fjax.numpy as jnp
    >>> def step(x, i):
    ...     new = x.at[i].set(1.0, mode="clip")
    ...     return jnp.where(jnp.sum(new) > 3, new, x)
    >>> jaxpr = fjax.passes.optimize.optimize(fjax.make_jaxpr(step)(jnp.ones(9), 2).jaxpr)
    >>> undone = undo_rejected(jaxpr, jaxpr.invars[:1])
    >>> [e.primitive.name for e in undone.eqns if e.outvars[0].aval.shape == (9,)]
    ['scatter', 'scatter']
    """
    eqns: list[Equation] = []
    replacing: dict[Var, Atom] = {}
    for eqn in jaxpr.eqns:
        found = _undone(jaxpr, eqn, owned) if type(eqn.op) is SelectN else None
        if found is None:
            eqns.append(read_from(eqn, replacing))
            continue
        body, operands = found
        given = tuple(replaced_in(operands, replacing))
        (replacing[eqn.outvars[0]],) = splice(body, given, eqns)
    return finished(jaxpr, eqns, replacing)


def _undone(jaxpr: Jaxpr, eqn: Equation, owned: Collection[Var]) -> tuple[Jaxpr, list[Atom]] | None:
    """The program of a choice and its operands, if one case is the other one after updates."""
    which, *cases = eqn.invars
    if which.aval.dtype != dtypes.bool_:
        return None
    for number in (0, 1):
        new, old = cases[number], cases[1 - number]
        chain = updates_between(jaxpr, new, old) if old in owned else []
        if chain:
            asked, spread = asked_of(which, jaxpr.producer)
            body = _program(chain, number, asked, None if asked is which else spread)
            return body, [asked, old, new, *[x for e in chain for x in e.invars[1:]]]
    return None


def _program(chain: Sequence[Equation], number: int, asked: Atom, spread: Any) -> Jaxpr:
    """(which, old, new, operands of the updates) -> new where `which` says so, else old."""

    def run(which: Any, old: Any, new: Any, *operands: Any) -> list[Any]:
        good = which if number else bitwise_not(which)
        if spread is not None and good.ndim:
            good = spread(good)
        for made in chain:
            n = len(made.invars) - 1
            args, operands = operands[:n], operands[n:]
            with replaying(made.source):
                here = made.op.read_targets(good, *args) if good.ndim else good
                back, kept = (made.op.read_targets(x, *args) for x in (old, new))
                new = made.op.write_targets(new, select_n(here, back, kept), *args)
        return [new]

    array = chain[0].outvars[0].aval
    avals = [asked.aval, array, array, *[x.aval for e in chain for x in e.invars[1:]]]
    body, constants = stage(run, avals, "where")
    assert not constants
    return body
