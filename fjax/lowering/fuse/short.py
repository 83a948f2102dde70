"""Short reductions inside others, as the sum over the coordinates of each of two points.

Written out, they leave one loop, whose lanes can be filled and before which loads that do not
depend on it are moved. Kernels otherwise know no sizes; so that few have to be compiled, only the
last axis counts, whose length is seldom that of a batch.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Monoid, Role
from fjax.core.roles import reduction
from fjax.lowering.fuse.fused import WrittenOut
from fjax.lowering.machine import Machine


def write_out(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """Reductions of few elements along the last axis as maps of these elements.

    Of those whose operand nothing else reads, and whose result goes into another reduction: of at
    most `short_sum` elements, beyond which rows go in lanes along themselves, and of `written_out`
    where the sums of many pairs read each element at least `readings` times. Measured on one
    thread of a Zen 5, float32: Gaussian sums over 2000 by 2000 points take 1.0, 1.3, 2.3 and 4.3 ms
    in 5, 8, 16 and 32 dimensions (as loops 6, 10, 18 and 33); norms of 100,000 rows of 12 elements
    0.33 ms (0.37), of 24 1.9 (0.4).

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x):
    ...     return jnp.sqrt(((x - 1) ** 2).sum(1)).max()
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((9, 2))).jaxpr
    >>> [e.primitive.name for e in write_out(jaxpr, named("x86-64-v4")).eqns]
    ['sub', 'square', 'written_out', 'sqrt', 'reduce_max']
    """
    longest = machine.limits.written_out
    if not any(_is_short(eqn, longest) for eqn in jaxpr.eqns):
        return jaxpr
    made = {v: eqn for eqn in jaxpr.eqns for v in eqn.outvars}
    reduced = _reduced_later(jaxpr)
    uses: Counter[Any] = Counter(x for eqn in jaxpr.eqns for x in eqn.invars)
    uses.update(jaxpr.outvars)

    def pays(eqn: Equation) -> bool:
        if not _is_short(eqn, longest) or eqn.outvars[0] not in reduced:
            return False
        x = eqn.invars[0]
        if x not in made or uses[x] > 1:
            return False
        repeated = x.aval.size >= machine.limits.readings * _source_size(x, made)
        return x.aval.shape[-1] <= machine.short_sum or repeated

    return jaxpr.replace(
        eqns=[e.replace(op=WrittenOut(e.op)) if pays(e) else e for e in jaxpr.eqns]
    )


def _reduced_later(jaxpr: Jaxpr) -> set[Any]:
    """The variables that a reduction reads, perhaps through elementwise and index maps."""
    found: set[Any] = set()
    for eqn in reversed(jaxpr.eqns):
        role = eqn.op.role
        if role is Role.REDUCTION or (
            role in (Role.ELEMENTWISE, Role.INDEX) and not found.isdisjoint(eqn.outvars)
        ):
            found.update(eqn.invars)
    return found


def _source_size(x: Atom, made: dict[Any, Equation]) -> int:
    """The elements of the arrays from which elementwise and index maps make x."""
    sources: dict[Any, None] = {}
    pending, seen = [x], {x}
    while pending:
        eqn = made.get(v := pending.pop())
        if eqn is None or eqn.op.role not in (Role.ELEMENTWISE, Role.INDEX):
            sources[v] = None
            continue
        pending += [y for y in eqn.invars if isinstance(y, Var) and y not in seen]
        seen.update(pending)
    return sum(v.aval.size for v in sources)


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
