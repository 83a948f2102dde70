"""Values that depend only on a program's constants are evaluated once, if that pays.

A table of cosines, random numbers of a fixed key or the gradient of a look-up at fixed places is
the same in each call. The program then reads it as it reads other constants.
"""

from __future__ import annotations

from typing import NamedTuple

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import weak_memo
from fjax.core.primitive import Role
from fjax.core.rewrite import without_dead
from fjax.core.roles import update
from fjax.lowering.fuse.costs import element_cost, is_movement
from fjax.lowering.machine import Machine
from fjax.passes.cleanup import inline


class Parts(NamedTuple):
    """A program in two parts: what is evaluated once, and what is called."""

    once: Jaxpr | None  # of the constants; None if nothing pays
    program: Jaxpr  # its inputs: the constants, what `once` gives, and the arguments


@weak_memo
def evaluated_once(jaxpr: Jaxpr, constants: int, machine: Machine) -> Parts:
    """The parts of a program whose first inputs are constants.

    constants: the number of these inputs. A value is evaluated once if that saves a launch, and
    more time than reading its memory takes. The caches hold all these values together.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x):
    ...     return x * jnp.cos(jnp.arange(2000.0)) + jnp.arange(2000.0)
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones(2000)).jaxpr
    >>> once, program = evaluated_once(jaxpr, 2, named("x86-64-v4"))
    >>> [e.primitive.name for e in once.eqns], [e.primitive.name for e in program.eqns]
    (['cos'], ['mul', 'add'])
    """
    whole = inline(jaxpr)
    costs = _costs_of_known(whole, constants, machine)
    if max(costs.values(), default=0) <= machine.launch_operations:
        return Parts(None, jaxpr)
    kept: list[Equation] = []
    found: list[Var] = []
    needed, room = set(whole.outvars), machine.near_bytes
    for eqn in reversed(whole.eqns):
        outs = [v for v in eqn.outvars if v in needed]
        if eqn.outvars and eqn.outvars[0] in costs:
            size, nbytes = sum(v.aval.size for v in outs), sum(v.aval.nbytes for v in outs)
            if not outs:
                continue
            least = max(machine.launch_operations, size * machine.trip)
            if costs[outs[0]] > least and nbytes <= room and all(map(_is_plain, outs)):
                found += outs
                room -= nbytes
                continue
        kept.append(eqn)
        needed.update(eqn.invars)
    if not found:
        return Parts(None, jaxpr)
    own, others = whole.invars[:constants], whole.invars[constants:]
    once = without_dead(Jaxpr(own, whole.eqns, found, jaxpr.debug_name))
    program = Jaxpr([*own, *found, *others], kept[::-1], whole.outvars, jaxpr.debug_name)
    return Parts(once, program)


def _costs_of_known(jaxpr: Jaxpr, constants: int, machine: Machine) -> dict[Var, int]:
    """What depends on constants alone, with the operations that it takes to make it of them."""
    found: dict[Var, int] = dict.fromkeys(jaxpr.invars[:constants], 0)
    for eqn in jaxpr.eqns:
        for x in eqn.invars:
            if isinstance(x, Var) and x not in found:
                break
        else:
            if _may_be_known(eqn):
                read = {x for x in eqn.invars if isinstance(x, Var)}
                cost = _operations(eqn, machine) + sum([found[x] for x in read])
                found.update(dict.fromkeys(eqn.outvars, cost))
    return found


def _may_be_known(eqn: Equation) -> bool:
    op = eqn.op
    return not (op.effects or op.axis_names or op.jaxprs) and op.shareable


def _is_plain(v: Var) -> bool:
    return not dtypes.is_key(v.aval.dtype) and v.aval.dtype != dtypes.float0


def _operations(eqn: Equation, machine: Machine) -> int:
    """Operations on elements, roughly."""
    role = eqn.op.role
    size = sum([v.aval.size for v in eqn.outvars])
    if role is Role.INDEX and is_movement(eqn, machine):
        return 0
    if role in (Role.ELEMENTWISE, Role.INDEX):
        return size * element_cost(eqn, machine.costs)
    if role is Role.UPDATE:
        one_by_one = machine.costs.gather * machine.line_elements
        return one_by_one * eqn.invars[update(eqn.op).update_operand].aval.size
    read = sum([x.aval.size for x in eqn.invars])
    if role in (Role.REDUCTION, Role.CUMULATIVE):
        return read
    return int(machine.host_ns * machine.operations_per_ns) + machine.line_elements * (read + size)
