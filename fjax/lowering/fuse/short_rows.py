"""Reductions of short rows, such as the components of points whose pairs interact.

Other kernels do not depend on sizes. A loop over few components would leave lanes idle and compute
again what components share. So each component gets its own code, or its own vectors: an array of
structures becomes a structure of arrays. Only last axes are treated so. Their length is seldom that
of a batch, so few kernels are compiled.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.memo import cached_property
from fjax.core.primitive import Monoid, Role
from fjax.core.rewrite import rewrite, without_dead
from fjax.core.roles import reduction
from fjax.core.source import Source
from fjax.lowering.fuse.fused import Column, UnrolledReduction
from fjax.lowering.machine import Machine
from fjax.passes.equations import bound, joined, reshaped, stored, transposed

# ---- short reductions whose results another one combines


def unroll_reductions(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program with short reductions along the last axis written out (`UnrolledReduction`).

    A reduction is unrolled if all of this holds. It combines at most `reduced_columns` elements for
    a result, and another reduction combines at most as many of the results. Nothing else reads its
    operand. Maps compute the operand from arrays whose elements are read `readings` times or more.
    None of these arrays is the result of another reduction of rows of the same shape, for which
    rows would be stored.

    A reduction of products of many small matrices is unrolled, too: lanes hold neighbouring ones.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x):
    ...     return jnp.sqrt(((x[:, None] - x) ** 2).sum(2)).max()
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((40, 2))).jaxpr
    >>> [e.primitive.name for e in unroll_reductions(jaxpr, named("x86-64-v4")).eqns][-4:]
    ['square', 'written_out', 'sqrt', 'reduce_max']
    """
    unrolling = _Unrolling(jaxpr, machine)
    if not any(map(unrolling.may_pay, jaxpr.eqns)):
        return jaxpr
    return rewrite(jaxpr, unrolling.visit)


class _Unrolling:
    """Which reductions of a program are unrolled."""

    def __init__(self, jaxpr: Jaxpr, machine: Machine):
        self.jaxpr, self.machine = jaxpr, machine
        self.longest = machine.reduced_columns or machine.limits.written_out
        self.read_later = _read_by_reductions(jaxpr)
        self.written: set[Var] = set()

    @cached_property
    def _reduced(self) -> dict[Any, int]:
        return _reduced_later(self.jaxpr)

    def visit(self, eqn: Equation) -> Equation | None:
        """The reduction unrolled; None to keep it."""
        if not self.may_pay(eqn) or not self._pays(eqn):
            return None
        self.written.update(eqn.outvars)
        return eqn.replace(op=UnrolledReduction(eqn.op))

    def may_pay(self, eqn: Equation) -> bool:
        """Whether an equation is a reduction of few elements, as far as it says so itself."""
        if eqn.op.role is not Role.REDUCTION:
            return False
        x, v = eqn.invars[0], eqn.outvars[0]
        if x not in self.jaxpr.producer or self.jaxpr.use_count(x) > 1:
            return False
        few = v in self.read_later and _combines_few(eqn, self.longest)
        return few or _of_products(eqn, self.machine)

    def _pays(self, eqn: Equation) -> bool:
        x, v, machine = eqn.invars[0], eqn.outvars[0], self.machine
        if _of_products(eqn, machine):
            most = machine.columns * x.aval.shape[0]
            sizes = [s.aval.size for s in _sources(x, self.jaxpr, self.written)]
            if max(sizes, default=0) <= most and any(1 < n < x.aval.size for n in sizes):
                return True
        again = 0 < self._reduced.get(v, 0) <= self.longest * v.aval.size
        return again and _combines_few(eqn, self.longest) and self._reads_often(eqn)

    def _reads_often(self, eqn: Equation) -> bool:
        """Whether the operand is made of arrays whose elements are read `readings` times."""
        left = eqn.invars[0].aval.size
        # as far as they decide: all of a long program may be behind the operand
        for v in _sources(eqn.invars[0], self.jaxpr, self.written):
            left -= self.machine.limits.readings * v.aval.size
            if left < 0 or _along_same_rows(self.jaxpr.producer.get(v), eqn):
                return False
        return True


def _read_by_reductions(jaxpr: Jaxpr) -> set[Atom]:
    """Variables that reductions read, perhaps through elementwise and index maps."""
    found: set[Atom] = set()
    for eqn in reversed(jaxpr.eqns):
        role = eqn.op.role
        is_map = role in (Role.ELEMENTWISE, Role.INDEX) and not found.isdisjoint(eqn.outvars)
        if is_map or role is Role.REDUCTION:
            found.update(eqn.invars)
    return found


def _reduced_later(jaxpr: Jaxpr) -> dict[Any, int]:
    """Variables that reductions read, perhaps through elementwise and index maps.

    Each has the number of elements of the largest value that is reduced.
    """
    found: dict[Any, int] = {}
    for eqn in reversed(jaxpr.eqns):
        role = eqn.op.role
        if role is Role.REDUCTION:
            size = eqn.invars[0].aval.size
        elif role in (Role.ELEMENTWISE, Role.INDEX):
            size = max([found.get(v, 0) for v in eqn.outvars])
        else:
            continue
        for x in eqn.invars:
            found[x] = max(size, found.get(x, 0))
    return found


def _sources(x: Atom, jaxpr: Jaxpr, written: Collection[Var]) -> Iterator[Any]:
    """The arrays from which maps make x, the nearest ones first.

    Maps are elementwise operations, index maps, and unrolled reductions.
    """
    pending, seen = deque([x]), {x}
    while pending:
        eqn = jaxpr.producer.get(v := pending.popleft())
        if eqn is None or not (eqn.op.role in (Role.ELEMENTWISE, Role.INDEX) or v in written):
            yield v
            continue
        for y in eqn.invars:
            if isinstance(y, Var) and y not in seen:
                seen.add(y)
                pending.append(y)


def _along_same_rows(a: Equation | None, b: Equation) -> bool:
    if a is None or a.op.role is not Role.REDUCTION or reduction(a.op).axes != reduction(b.op).axes:
        return False
    return a.invars[0].aval.shape == b.invars[0].aval.shape


def _of_products(eqn: Equation, machine: Machine) -> bool:
    """Whether a reduction may be one of products of many small matrices, with a few results each.

    Neighbouring lanes hold neighbouring matrices. Their number decides: code and what it saves grow
    alike with the elements of a matrix.
    """
    if not _may_be_written_out(eqn):
        return False
    x, shape = eqn.invars[0].aval, eqn.outvars[0].aval.shape
    return (
        machine.reduced_columns > 0
        and 0 not in reduction(eqn.op).axes
        and 1 < math.prod(shape[1:]) <= machine.columns
        and math.prod(x.shape[1:]) <= machine.limits.written_out
        and x.shape[0] * machine.limits.written_out >= machine.launch_operations
    )


def _combines_few(eqn: Equation, longest: int) -> bool:
    """Whether a reduction along the last axis combines at most `longest` elements for a result."""
    if not _may_be_written_out(eqn):
        return False
    x, last = eqn.invars[0].aval, eqn.invars[0].aval.ndim - 1
    return reduction(eqn.op).axes == (last,) and 1 < x.shape[last] <= longest


def _may_be_written_out(eqn: Equation) -> bool:
    if eqn.op.role is not Role.REDUCTION:
        return False
    x, out = eqn.invars[0].aval, eqn.outvars[0].aval
    return (
        out.size > 1
        and x.dtype == out.dtype
        and x.dtype not in dtypes.WIDENED
        and (x.dtype.kind != "c" or reduction(eqn.op).monoid in (Monoid.ADD, Monoid.MUL))
    )


# ---- reductions that keep a short last axis


def split_components(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program with one reduction a column where a reduction keeps a short last axis.

    That pays if columns share operations. Arrays of such rows whose elements are read `readings`
    times or more are stored column by column, so that lanes load neighbours.

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
    arrays = {
        y for v, maps in found.items() for y in _read_often(made[v], maps, machine.limits.readings)
    }
    members = {v for maps in found.values() for eqn in maps for v in eqn.outvars}
    eqns: list[Equation] = []
    columns: dict[Atom, Atom] = {}
    for eqn in jaxpr.eqns:
        if eqn.outvars and eqn.outvars[0] in members:
            for x in eqn.invars:
                if isinstance(x, Var) and x in arrays and x not in columns:
                    eqns += (turned := _by_columns(x, eqn.source))
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
    """The elementwise and index maps that compute the operand, if columns share operations.

    Empty if an array whose elements are read once has more columns than are loaded as vectors and
    shuffled. Kernels of blocks of rows shuffle more columns than others.
    """
    x = eqn.invars[0]
    columns, size = x.aval.shape[-1], x.aval.size
    maps = _maps_of(x, made)
    common = any(
        e.op.role is Role.ELEMENTWISE and e.outvars[0].aval.size * columns == size for e in maps
    )
    apart = any(y.aval.size == size for y in _arrays_of(maps))
    many = columns > machine.short_axis and not _in_blocks(x, maps, machine)
    if not common or (apart and many):
        return []
    return maps


def _in_blocks(operand: Atom, maps: list[Equation], machine: Machine) -> bool:
    """Whether blocks of rows are reduced, whose kernels load rows as vectors and shuffle them.

    The operand must be a matrix of many rows, of half a cache line each, which no map reshapes.
    Otherwise the address of a row would take divisions.
    """
    x = operand.aval
    columns = x.shape[-1]
    full = [e for e in maps if e.outvars[0].aval.size == x.size]
    return (
        x.ndim == 2
        and x.size >= columns * machine.cuts.large
        and columns <= machine.columns // 2
        and all(e.outvars[0].aval.shape == x.shape for e in full)
    )


def _fitting(
    found: dict[Var, list[Equation]], made: Mapping[Atom, Equation], machine: Machine
) -> dict[Var, list[Equation]]:
    """The reductions without those that, with all others of one size, exceed a kernel's limits."""
    sizes = {v: made[v].invars[0].aval.size for v in found}
    count: Counter[int] = Counter()
    for size in set(sizes.values()):
        together = [v for v in found if sizes[v] == size]
        count[size] = len({e.outvars[0] for v in together for e in found[v]})
        count[size] += sum(2 * made[v].invars[0].aval.shape[-1] for v in together)
    return {v: maps for v, maps in found.items() if count[sizes[v]] <= machine.limits.equations}


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


# ---- reductions along a short last axis, for pairs of rows


def store_structure_of_arrays(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program whose reductions of short rows read arrays that they read often by columns.

    Other equations read these arrays as before. A reduction stays as it is if something else needs
    the values that it combines, because then a kernel that walks rows stores them.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x, y):
    ...     return abs(x[:, None] - y).max(2)
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((90, 20)), jnp.ones((80, 20))).jaxpr
    >>> [e.primitive.name for e in store_structure_of_arrays(jaxpr, named("x86-64-v4")).eqns][-4:]
    ['broadcast_in_dim', 'sub', 'abs', 'reduce_max']
    """
    rows = {id(eqn) for eqn in jaxpr.eqns if _reduces_rows(eqn, jaxpr.producer, machine)}
    if not rows:
        return jaxpr
    wanted = _wanted(jaxpr, rows)
    arrays: set[Var] = set()
    members: set[Var] = set()
    for eqn in [e for e in jaxpr.eqns if id(e) in rows]:
        x = eqn.invars[0]
        maps = _maps_of(x, jaxpr.producer)
        inside = {v for e in maps for v in e.outvars}
        # Few columns are picked from vectors, which takes less than a gather for each.
        few = x.aval.shape[-1] <= machine.columns
        found = _read_often(eqn, maps, machine.trip if few else machine.limits.readings)
        needed = any(v in wanted for v in inside if v.aval.size == x.aval.size)
        if needed or not found or len(found) < len(_of_rows(eqn, maps)):
            rows.remove(id(eqn))
            continue
        arrays.update(found)
        members |= inside
    return _reading_apart(jaxpr, rows, arrays, members) if arrays else jaxpr


def _reduces_rows(eqn: Equation, made: Mapping[Atom, Equation], machine: Machine) -> bool:
    """Whether it is a large reduction along a short last axis, which leaves enough for lanes, and
    maps compute its operand.
    """
    op = eqn.op.reduction if isinstance(eqn.op, UnrolledReduction) else eqn.op
    if op.role is not Role.REDUCTION or not isinstance(eqn.invars[0], Var):
        return False
    x = eqn.invars[0].aval
    return (
        reduction(op).axes == (x.ndim - 1,)
        and (op is not eqn.op or _may_read_often(eqn, made, machine))
        and 1 < x.shape[-1] <= machine.columns_apart
        and x.size >= machine.cuts.large
    )


def _may_read_often(eqn: Equation, made: Mapping[Atom, Equation], machine: Machine) -> bool:
    """Whether maps make a reduction's operand of arrays whose elements it reads a few times.

    It may be so where there are more maps than are looked at: all of a long program may be there.
    """
    maps = _maps_of(eqn.invars[0], made, machine.limits.look_back)
    times = min(machine.trip, machine.limits.readings)
    return len(maps) == machine.limits.look_back or bool(_read_often(eqn, maps, times))


def _wanted(jaxpr: Jaxpr, rows: set[int]) -> set[Atom]:
    """Values that are stored, or that maps compute stored ones from, except reduced ones."""
    found: set[Atom] = set(jaxpr.outvars)
    for eqn in reversed(jaxpr.eqns):
        if id(eqn) in rows or eqn.op.role is Role.REDUCTION or isinstance(eqn.op, Column):
            continue
        maps = eqn.op.role in (Role.ELEMENTWISE, Role.INDEX)
        if not maps or not found.isdisjoint(eqn.outvars):
            found.update(eqn.invars)
    return found


def _read_often(eqn: Equation, maps: Sequence[Equation], times: int) -> list[Var]:
    """Arrays with the operand's columns whose elements a reduction reads at least `times` times."""
    x = eqn.invars[0].aval
    return [y for y in _of_rows(eqn, maps) if times * y.aval.size <= x.size]


def _of_rows(eqn: Equation, maps: Sequence[Equation]) -> list[Var]:
    """The arrays with the columns of a reduction's operand that maps make it of."""
    columns = eqn.invars[0].aval.shape[-1]
    return [y for y in _arrays_of(maps) if y.aval.ndim > 1 and y.aval.shape[-1] == columns]


def _reading_apart(jaxpr: Jaxpr, rows: set[int], arrays: set[Var], members: set[Var]) -> Jaxpr:
    """The program in which reductions of rows read these arrays by columns.

    The `members` compute their operands. Each is computed once more from columns, and no longer
    from rows if nothing else reads it.
    """
    eqns: list[Equation] = []
    apart: dict[Atom, Var] = {}
    for eqn in jaxpr.eqns:
        again = not members.isdisjoint(eqn.outvars)
        for x in eqn.invars if again else ():
            if isinstance(x, Var) and x in arrays and x not in apart:
                eqns += (turned := _by_columns(x, eqn.source))
                (apart[x],) = turned[-1].outvars
        other = eqn.replace(invars=tuple([apart.get(x, x) for x in eqn.invars]))
        if id(eqn) in rows:
            eqn = other
        elif again:
            (v,) = eqn.outvars
            apart[v] = Var(v.aval)
            eqns.append(other.replace(outvars=(apart[v],)))
        eqns.append(eqn)
    return without_dead(jaxpr.replace(eqns=eqns))


def _maps_of(x: Atom, producer: Mapping[Atom, Equation], most: float = math.inf) -> list[Equation]:
    """The elementwise and index maps that make x of arrays; no more than `most`."""
    found: list[Equation] = []
    pending, seen = [x], {x}
    while pending and len(found) < most:
        eqn = producer.get(pending.pop())
        if eqn is None or eqn.op.role not in (Role.ELEMENTWISE, Role.INDEX):
            continue
        found.append(eqn)
        new = [y for y in eqn.invars if isinstance(y, Var) and y not in seen]
        pending += new
        seen.update(new)
    return found


def _arrays_of(maps: Sequence[Equation]) -> set[Var]:
    """What maps read that none of them makes."""
    inside = {v for eqn in maps for v in eqn.outvars}
    return {x for eqn in maps for x in eqn.invars if isinstance(x, Var) and x not in inside}


def _by_columns(x: Var, source: Source | None) -> list[Equation]:
    """The same value, stored with its last axis first."""
    last = x.aval.ndim - 1
    first = transposed(x, (last, *range(last)), source)
    kept = stored(first.outvars[0], source)
    return [first, kept, transposed(kept.outvars[0], (*range(1, last + 1), 0), source)]
