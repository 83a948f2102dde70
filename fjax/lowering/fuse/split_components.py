"""Reductions of arrays of short vectors, split into one reduction for each component (column).

It serves sums over many vectors of few components that have subexpressions in common, such as
pairwise interactions. One loop over the components would compute these again for each, with most
lanes along the short axis idle; a kernel of all columns computes them once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Role
from fjax.core.roles import reduction
from fjax.lowering.fuse.fused import Column
from fjax.lowering.fuse.structure_of_arrays import arrays_of, by_columns, maps_of
from fjax.lowering.machine import Machine
from fjax.passes.equations import bound, joined, reshaped

_Found = dict[Var, list[Equation]]  # of reductions' results the maps that make the operands


def split_components(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program with one reduction a column where a reduction keeps a short last axis.

    That is done where columns have operations in common. Arrays of such rows whose elements are
    read `readings` times or more are stored column by column, so that lanes load neighbours.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x, y):
    ...     return (jnp.exp(x)[:, :, None] * y).sum(1)
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((90, 100)), jnp.ones((90, 100, 2))).jaxpr
    >>> [e.primitive.name for e in split_components(jaxpr, named("x86-64-v4")).eqns][-7:]
    ['column', 'reduce_sum', 'column', 'reduce_sum', 'reshape', 'reshape', 'concatenate']
    """
    made = jaxpr.producer
    found = {
        eqn.outvars[0]: maps
        for eqn in jaxpr.eqns
        if _keeps_columns(eqn, machine) and (maps := _shared(eqn, made, machine))
    }
    found = _fitting(found, made, machine)
    if not found:
        return jaxpr
    arrays = {x for v, maps in found.items() for x in _read_often(made[v], maps, machine)}
    members = {v for maps in found.values() for eqn in maps for v in eqn.outvars}
    eqns: list[Equation] = []
    columns: dict[Atom, Atom] = {}
    for eqn in jaxpr.eqns:
        if eqn.outvars and eqn.outvars[0] in members:
            for x in eqn.invars:
                if isinstance(x, Var) and x in arrays and x not in columns:
                    eqns += (turned := by_columns(x, eqn.source))
                    (columns[x],) = turned[-1].outvars
            eqn = eqn.replace(invars=tuple([columns.get(x, x) for x in eqn.invars]))
        eqns += _by_column(eqn) if eqn.outvars and eqn.outvars[0] in found else [eqn]
    return jaxpr.replace(eqns=eqns)


def _keeps_columns(eqn: Equation, machine: Machine) -> bool:
    """Whether a large reduction along other axes leaves the last one, which is short."""
    if eqn.op.role is not Role.REDUCTION or not isinstance(eqn.invars[0], Var):
        return False
    x, axes = eqn.invars[0].aval, reduction(eqn.op).axes
    return (
        bool(axes)
        and x.ndim - 1 not in axes
        and 1 < x.shape[-1] <= machine.reduced_columns
        and x.size >= machine.cuts.large
        and math.prod([x.shape[a] for a in axes]) >= machine.line_elements
    )


def _shared(eqn: Equation, made: Mapping[Atom, Equation], machine: Machine) -> list[Equation]:
    """The elementwise and index maps that make the operand, if columns have operations in common.

    None where arrays whose elements are read once have more columns than are loaded as vectors and
    shuffled; kernels of blocks of rows shuffle more than others.
    """
    x = eqn.invars[0]
    columns, size = x.aval.shape[-1], x.aval.size
    maps = maps_of(x, made)
    common = any(
        e.op.role is Role.ELEMENTWISE and e.outvars[0].aval.size * columns == size for e in maps
    )
    apart = any(y.aval.size == size for y in arrays_of(maps))
    many = columns > machine.short_axis and not _in_blocks(x, maps, machine)
    if not common or (apart and many):
        return []
    return maps


def _in_blocks(operand: Atom, maps: list[Equation], machine: Machine) -> bool:
    """Whether blocks of rows are reduced, whose kernels load rows as vectors and shuffle them.

    That takes a matrix of many rows, as short as those whose running totals are written out, which
    no map reshapes: else where a row lies would take divisions.
    """
    x = operand.aval
    columns = x.shape[-1]
    full = [e for e in maps if e.outvars[0].aval.size == x.size]
    return (
        x.ndim == 2
        and x.size >= columns * machine.cuts.large
        and columns <= machine.written_out_scan
        and all(e.outvars[0].aval.shape == x.shape for e in full)
    )


def _fitting(found: _Found, made: Mapping[Atom, Equation], machine: Machine) -> _Found:
    """The reductions without those that, with all others of one size, exceed a kernel's limits."""
    sizes = {v: made[v].invars[0].aval.size for v in found}
    count: Counter[int] = Counter()
    for size in set(sizes.values()):
        together = [v for v in found if sizes[v] == size]
        count[size] = len({e.outvars[0] for v in together for e in found[v]})
        count[size] += sum(2 * made[v].invars[0].aval.shape[-1] for v in together)
    return {v: maps for v, maps in found.items() if count[sizes[v]] <= machine.limits.equations}


def _read_often(eqn: Equation, maps: Sequence[Equation], machine: Machine) -> list[Var]:
    """Arrays with the columns of a reduction's operand, of which it reads elements many times."""
    x, readings = eqn.invars[0].aval, machine.limits.readings
    return [
        y
        for y in arrays_of(maps)
        if y.aval.ndim > 1 and y.aval.shape[-1] == x.shape[-1] and readings * y.aval.size <= x.size
    ]


def _by_column(eqn: Equation) -> list[Equation]:
    """A reduction as one of each column, and what these give side by side."""
    (x,), source = eqn.invars, eqn.source
    assert isinstance(x, Var)
    eqns: list[Equation] = []
    totals: list[Var] = []
    for k in range(x.aval.shape[-1]):
        column = bound(Column(k), x, source)
        eqns += [column, bound(eqn.op, column.outvars[0], source)]
        totals += eqns[-1].outvars
    last = totals[0].aval.ndim
    sides = [reshaped(v, (*v.aval.shape, 1), source) for v in totals]
    whole = joined([v for side in sides for v in side.outvars], last, source)
    return [*eqns, *sides, whole.replace(outvars=eqn.outvars)]
