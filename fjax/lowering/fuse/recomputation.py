"""Recomputation in kernels that reduce rows, which walk each row several times (in passes).

A kernel that needs a row's reduction runs over the row twice: to reduce it, and with the result. A
reduction of what follows from another one is one pass more. Each pass computes elements anew.
"""

from __future__ import annotations

from collections.abc import Callable

from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.primitive import Role
from fjax.lowering.fuse.costs import element_cost
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.machine import Machine


def is_costly_to_recompute(
    nest: Nest, eqn: Equation, producer: Callable[[Atom], Equation | None], machine: Machine
) -> bool:
    """Whether to compute an equation's result in each pass costs more than to store it.

    The cost includes the operations that the result is made by, except those that cost enough to
    be stored themselves. A cheap operation is always computed again: expensive ones that it depends
    on are asked about when their turn comes.
    """
    aval = eqn.outvars[0].aval
    if aval.size < nest.size():
        return False
    if element_cost(eqn, machine.costs) < machine.trip:
        return False
    again = _passes(nest, eqn.outvars[0]) - 1
    if again < 1:
        return False
    most = machine.kept_between_passes(aval.nbytes)
    cost = _cost_with_operands(eqn, producer, machine, most // again)
    return cost * again > most and cost * again * aval.size > machine.launch_operations


def _passes(nest: Nest, v: Var) -> int:
    """In how many passes over its rows a kernel computes or reads v."""
    along = set(nest.inner)
    reducing = {
        r.eqn.outvars[0] for r in nest.reductions.values() if r.consumed and set(r.axes) == along
    }
    if not reducing:
        return 1
    ended: dict[Atom, int] = {}  # passes that must have ended before a value is known
    for eqn in reversed(nest.eqns):
        before = max([ended.get(x, 0) for x in eqn.invars if isinstance(x, Var)], default=0)
        ended[eqn.outvars[0]] = before + (eqn.outvars[0] in reducing)
    needed: dict[Atom, set[int]] = {o.var: {ended[o.var]} for o in nest.outputs}
    for eqn in nest.eqns:
        (out,) = eqn.outvars
        found = {ended[out] - 1} if out in reducing else needed.get(out, set())
        for x in eqn.invars:
            if isinstance(x, Var):
                needed.setdefault(x, set()).update(found)
    return len(needed.get(v, ()))


def _cost_with_operands(
    eqn: Equation, producer: Callable[[Atom], Equation | None], machine: Machine, most: int
) -> int:
    """Instructions for an element, with those of the elementwise operations that it depends on.

    Operands that cost more than `most` are left out, as they are stored.
    """
    size, seen = eqn.outvars[0].aval.size, {eqn}

    def cost(eqn: Equation) -> int:
        total = element_cost(eqn, machine.costs)
        for x in eqn.invars:
            before = None if isinstance(x, Literal) else producer(x)
            if before is None or before in seen or len(seen) > machine.limits.look_back:
                continue
            if before.op.role is Role.ELEMENTWISE and x.aval.size == size:
                seen.add(before)
                found = cost(before)
                total += found if found <= most else 0
        return total

    return cost(eqn)
