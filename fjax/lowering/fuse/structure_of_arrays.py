"""From arrays of structures to structures of arrays, for all-pairs reductions of rows.

It serves reductions along a short last axis of what two arrays of rows give for each pair of rows.
Each row is read once for every row of the other array, and lanes hold neighbouring rows: stored
column by column their elements are contiguous, however many columns there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fjax.core.dead import drop_dead
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Role
from fjax.core.roles import reduction
from fjax.core.source import Source
from fjax.lowering.fuse.fused import Column, UnrolledReduction
from fjax.lowering.machine import Machine
from fjax.passes.equations import stored, transposed


def store_structure_of_arrays(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program whose reductions of short rows read arrays that they read often by columns.

    Other equations read these arrays as before. A reduction stays as it is where something else
    needs the values that it combines: they are stored then, by a kernel that walks rows.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x, y):
    ...     return abs(x[:, None] - y).max(2)
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((90, 20)), jnp.ones((80, 20))).jaxpr
    >>> [e.primitive.name for e in store_structure_of_arrays(jaxpr, named("x86-64-v4")).eqns][-4:]
    ['broadcast_in_dim', 'sub', 'abs', 'reduce_max']
    """
    rows = {id(eqn) for eqn in jaxpr.eqns if _reduces_rows(eqn, machine)}
    if not rows:
        return jaxpr
    wanted = _wanted(jaxpr, rows)
    arrays: set[Var] = set()
    members: set[Var] = set()
    for eqn in [e for e in jaxpr.eqns if id(e) in rows]:
        x = eqn.invars[0]
        maps = maps_of(x, jaxpr.producer)
        inside = {v for e in maps for v in e.outvars}
        found = _read_often(eqn, maps, machine)
        if not found or any(v in wanted for v in inside if v.aval.size == x.aval.size):
            rows.remove(id(eqn))
            continue
        arrays.update(found)
        members |= inside
    return _reading_apart(jaxpr, rows, arrays, members) if arrays else jaxpr


def _reduces_rows(eqn: Equation, machine: Machine) -> bool:
    """Whether it is a large reduction along a short last axis, which leaves enough for lanes."""
    op = eqn.op.reduction if isinstance(eqn.op, UnrolledReduction) else eqn.op
    if op.role is not Role.REDUCTION or not isinstance(eqn.invars[0], Var):
        return False
    x = eqn.invars[0].aval
    return (
        reduction(op).axes == (x.ndim - 1,)
        and 1 < x.shape[-1] <= machine.columns_apart
        and x.size >= machine.cuts.large
    )


def _wanted(jaxpr: Jaxpr, rows: set[int]) -> set[Atom]:
    """Values that are stored, or of which those are made by maps, but for what is reduced."""
    found: set[Atom] = set(jaxpr.outvars)
    for eqn in reversed(jaxpr.eqns):
        if id(eqn) in rows or eqn.op.role is Role.REDUCTION or isinstance(eqn.op, Column):
            continue
        maps = eqn.op.role in (Role.ELEMENTWISE, Role.INDEX)
        if not maps or not found.isdisjoint(eqn.outvars):
            found.update(eqn.invars)
    return found


def _read_often(eqn: Equation, maps: Sequence[Equation], machine: Machine) -> list[Var]:
    """The arrays with the columns of a reduction's operand, if it reads all of them many times.

    Few columns are picked from vectors, which takes less than a gather for each.
    """
    x = eqn.invars[0].aval
    columns = x.shape[-1]
    times = machine.trip if columns <= machine.columns else machine.limits.readings
    found = [y for y in arrays_of(maps) if y.aval.ndim > 1 and y.aval.shape[-1] == columns]
    return found if all(times * y.aval.size <= x.size for y in found) else []


def _reading_apart(jaxpr: Jaxpr, rows: set[int], arrays: set[Var], members: set[Var]) -> Jaxpr:
    """The program in which reductions of rows read these arrays by columns.

    Their operands are made of `members`: each is made once more, and no longer as it was if nothing
    else reads it.
    """
    eqns: list[Equation] = []
    apart: dict[Atom, Var] = {}
    for eqn in jaxpr.eqns:
        again = not members.isdisjoint(eqn.outvars)
        for x in eqn.invars if again else ():
            if isinstance(x, Var) and x in arrays and x not in apart:
                eqns += (turned := by_columns(x, eqn.source))
                (apart[x],) = turned[-1].outvars
        other = eqn.replace(invars=tuple([apart.get(x, x) for x in eqn.invars]))
        if id(eqn) in rows:
            eqn = other
        elif again:
            (v,) = eqn.outvars
            apart[v] = Var(v.aval)
            eqns.append(other.replace(outvars=(apart[v],)))
        eqns.append(eqn)
    return drop_dead(jaxpr.replace(eqns=eqns), [True] * len(jaxpr.outvars))[0]


def maps_of(x: Atom, producer: Mapping[Atom, Equation]) -> list[Equation]:
    """The elementwise and index maps that make x of arrays."""
    found: list[Equation] = []
    pending, seen = [x], {x}
    while pending:
        eqn = producer.get(pending.pop())
        if eqn is None or eqn.op.role not in (Role.ELEMENTWISE, Role.INDEX):
            continue
        found.append(eqn)
        new = [y for y in eqn.invars if isinstance(y, Var) and y not in seen]
        pending += new
        seen.update(new)
    return found


def arrays_of(maps: Sequence[Equation]) -> set[Var]:
    """What maps read that none of them makes."""
    inside = {v for eqn in maps for v in eqn.outvars}
    return {x for eqn in maps for x in eqn.invars if isinstance(x, Var) and x not in inside}


def by_columns(x: Var, source: Source | None) -> list[Equation]:
    """The same value, stored with its last axis first."""
    last = x.aval.ndim - 1
    first = transposed(x, (last, *range(last)), source)
    kept = stored(first.outvars[0], source)
    return [first, kept, transposed(kept.outvars[0], (*range(1, last + 1), 0), source)]
