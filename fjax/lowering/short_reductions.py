"""Short reductions inside others, as the sum over the coordinates of each of two points.

Written out, they leave one loop, whose lanes can be filled and before which loads that do not
depend on it are moved. Kernels otherwise know no sizes; so that few have to be compiled, only the
last axis counts, whose length is seldom that of a batch.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr
from fjax.core.primitive import Monoid, Role
from fjax.interpreters.staging import stage
from fjax.passes.inline import splice
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.bitwise import bitwise_and, bitwise_or
from fjax.primitives.selection import max_, min_
from fjax.primitives.shaping import take_range
from fjax.primitives.structure import Reshape

LONGEST = 4
COMBINE = {
    Monoid.ADD: add,
    Monoid.MUL: mul,
    Monoid.MAX: max_,
    Monoid.MIN: min_,
    Monoid.AND: bitwise_and,
    Monoid.OR: bitwise_or,
}


def write_out(jaxpr: Jaxpr) -> Jaxpr:
    """Reductions of at most `LONGEST` elements along the last axis as slices combined.

    Of those whose operand nothing else reads, and whose result goes into another reduction.

    >>> import fjax, fjax.numpy as jnp
    >>> def f(x):
    ...     return jnp.sqrt(((x - 1) ** 2).sum(1)).max()
    >>> [e.primitive.name for e in write_out(fjax.make_jaxpr(f)(jnp.ones((9, 2))).jaxpr).eqns]
    ['sub', 'square', 'slice', 'slice', 'reshape', 'reshape', 'add', 'sqrt', 'reduce_max']
    """
    if not any(_is_short(eqn) for eqn in jaxpr.eqns):
        return jaxpr
    reduced = _reduced_later(jaxpr)
    uses: Counter[Any] = Counter(x for eqn in jaxpr.eqns for x in eqn.invars)
    uses.update(jaxpr.outvars)
    computed = {v for eqn in jaxpr.eqns for v in eqn.outvars}
    values: dict[Any, Any] = {}
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        alone = bool(eqn.invars) and eqn.invars[0] in computed and uses[eqn.invars[0]] == 1
        eqn = eqn.replace(invars=tuple([values.get(x, x) for x in eqn.invars]))
        if alone and _is_short(eqn) and eqn.outvars[0] in reduced:
            (out,) = splice(_written_out(eqn), eqn.invars, eqns)
            values[eqn.outvars[0]] = out
        else:
            eqns.append(eqn)
    return jaxpr.replace(eqns=eqns, outvars=[values.get(x, x) for x in jaxpr.outvars])


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


def _is_short(eqn: Equation) -> bool:
    op: Any = eqn.op
    if op.role is not Role.REDUCTION or op.monoid not in COMBINE:
        return False
    x, out = eqn.invars[0].aval, eqn.outvars[0].aval
    last = x.ndim - 1
    return (
        op.axes == (last,)
        and 1 < x.shape[last] <= LONGEST
        and out.size > 1
        and x.dtype == out.dtype
        and x.dtype not in dtypes.WIDENED
    )


def _written_out(eqn: Equation) -> Jaxpr:
    """The reduction of its operand, element after element."""
    op: Any = eqn.op
    (x,) = eqn.invars

    def combined(whole):
        *rest, length = whole.shape
        elements = [take_range(whole, k, k + 1, len(rest), whole.shape) for k in range(length)]
        return (reduce(COMBINE[op.monoid], [Reshape(tuple(rest))(e) for e in elements]),)

    body, _ = stage(combined, [x.aval], op.name)
    return body.replace(eqns=[e.replace(source=eqn.source) for e in body.eqns])
