"""Full unrolling of short reductions whose results another reduction combines.

It serves all-pairs computations of vectors with few components. Written out, the short reduction
leaves one loop, whose lanes are filled and out of which invariant loads move. Kernels do not
depend on sizes otherwise; so that few are compiled, only reductions along the last axis are
written out, whose length is seldom that of a batch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.rewrite import rewrite
from fjax.core.roles import reduction
from fjax.lowering.fuse.fused import UnrolledReduction
from fjax.lowering.machine import Machine


def unroll_reductions(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program with short reductions along the last axis written out (`UnrolledReduction`).

    A reduction is, if it combines at most `reduced_columns` elements for a result, and another
    reduction combines the results, at most as many for each; if nothing else reads its operand,
    which maps make of arrays whose elements are read `readings` times or more; and if none of these
    is the result of another reduction of rows of the same shape, as rows would be stored for that.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x):
    ...     return jnp.sqrt(((x[:, None] - x) ** 2).sum(2)).max()
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((40, 2))).jaxpr
    >>> [e.primitive.name for e in unroll_reductions(jaxpr, named("x86-64-v4")).eqns][-4:]
    ['square', 'written_out', 'sqrt', 'reduce_max']
    """
    longest = machine.reduced_columns or machine.limits.written_out
    if not any(_is_short(eqn, longest) for eqn in jaxpr.eqns):
        return jaxpr
    reduced = _reduced_later(jaxpr)
    written: set[Var] = set()

    def pays(eqn: Equation) -> bool:
        if not _is_short(eqn, longest):
            return False
        x, v = eqn.invars[0], eqn.outvars[0]
        if not 0 < reduced.get(v, 0) <= longest * v.aval.size:
            return False
        if x not in jaxpr.producer or jaxpr.use_count(x) > 1:
            return False
        left = x.aval.size
        # as far as they decide: all of a long program may be behind x
        for v in _sources(x, jaxpr, written):
            left -= machine.limits.readings * v.aval.size
            if left < 0 or _along_same_rows(jaxpr.producer.get(v), eqn):
                return False
        return True

    def visit(eqn: Equation) -> Equation | None:
        if not pays(eqn):
            return None
        written.update(eqn.outvars)
        return eqn.replace(op=UnrolledReduction(eqn.op))

    return rewrite(jaxpr, visit)


def _reduced_later(jaxpr: Jaxpr) -> dict[Any, int]:
    """Variables that reductions read, perhaps through elementwise and index maps.

    With each how many elements the largest value has that is reduced.
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

    Maps are elementwise ones, those of indices, and reductions that are written out.
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


def _is_short(eqn: Equation, longest: int) -> bool:
    if eqn.op.role is not Role.REDUCTION:
        return False
    x, out = eqn.invars[0].aval, eqn.outvars[0].aval
    last = x.ndim - 1
    return (
        reduction(eqn.op).axes == (last,)
        and 1 < x.shape[last] <= longest
        and out.size > 1
        and x.dtype == out.dtype
        and x.dtype not in dtypes.WIDENED
        and (x.dtype.kind != "c" or reduction(eqn.op).monoid in (Monoid.ADD, Monoid.MUL))
    )
