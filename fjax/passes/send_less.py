"""Send less: what is summed over processes and then along axes is summed along axes first."""

from __future__ import annotations

from collections import Counter

from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.core.process_grid import ProcessAxis
from fjax.core.tracing import result_avals
from fjax.higher_order.collectives import Psum
from fjax.primitives.structure import ReduceSum
from fjax.primitives.varying import PsumInvariant


def send_less(jaxpr: Jaxpr) -> Jaxpr:
    """Sums over processes of sums, instead of sums of sums over processes.

    `reduce_sum (psum x)` → `psum (reduce_sum x)`, if nothing else needs `psum x`: such are the
    gradients of what is added to all rows of a batch, whose processes then exchange one row.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x.sum(0))(fjax.numpy.ones((2, 3))).jaxpr
    >>> send_less(jaxpr) is jaxpr
    True
    """
    if not jaxpr.axis_names:  # as of most programs: nothing is sent
        return jaxpr
    sums = {e.outvars[0]: e for e in jaxpr.eqns if _is_sum_over_processes(e)}
    if not sums:
        return jaxpr
    uses = Counter(x for e in jaxpr.eqns for x in e.invars if isinstance(x, Var))
    uses.update(x for x in jaxpr.outvars if isinstance(x, Var))
    moved = {
        x
        for eqn in jaxpr.eqns
        for x in eqn.invars[:1]
        if isinstance(x, Var) and isinstance(eqn.op, ReduceSum) and x in sums and uses[x] == 1
    }
    if not moved:
        return jaxpr
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        if eqn.outvars[:1] and eqn.outvars[0] in moved:
            continue
        x = eqn.invars[0] if eqn.invars else None
        if not isinstance(x, Var) or x not in moved:
            eqns.append(eqn)
            continue
        exchange = sums[x]
        (given,) = exchange.invars
        own = Var(result_avals(eqn.op, (given.aval,))[0])
        eqns.append(eqn.replace(invars=(given,), outvars=(own,)))
        eqns.append(exchange.replace(invars=(own,), outvars=eqn.outvars))
    return Jaxpr(jaxpr.invars, eqns, jaxpr.outvars, jaxpr.debug_name)


def _is_sum_over_processes(eqn: Equation) -> bool:
    op = eqn.op
    return (
        isinstance(op, Psum | PsumInvariant)
        and not isinstance(eqn.invars[0], Literal)
        and all(isinstance(axis, ProcessAxis) for axis in op.axes)
    )
