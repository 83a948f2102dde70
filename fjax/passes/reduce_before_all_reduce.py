"""Send less: what is summed over processes and then along axes is summed along axes first."""

from __future__ import annotations

from fjax.core.ir import Equation, Literal, Var
from fjax.core.process_grid import ProcessAxis
from fjax.core.tracing import result_avals
from fjax.higher_order.collectives import Psum
from fjax.passes.peephole import Match, peephole
from fjax.primitives.structure import ReduceSum
from fjax.primitives.varying import PsumInvariant


@peephole(ReduceSum, operand=(Psum, PsumInvariant), sole_use=True)
def reduce_before_all_reduce(match: Match[ReduceSum]) -> list[Equation] | None:
    """`reduce_sum (psum x)` → `psum (reduce_sum x)`, for sums over processes.

    Such are the gradients of what is added to all rows of a batch, whose processes then exchange
    one row.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x.sum(0))(fjax.numpy.ones((2, 3))).jaxpr
    >>> reduce_before_all_reduce(jaxpr) is jaxpr
    True
    """
    (exchange,) = match.operands
    assert exchange is not None
    (x,) = exchange.eqn.invars
    if isinstance(x, Literal) or not all(isinstance(a, ProcessAxis) for a in exchange.op.axes):
        return None
    own = Var(result_avals(match.op, (x.aval,))[0])
    return [
        match.eqn.replace(invars=(x,), outvars=(own,)),
        exchange.eqn.replace(invars=(own,), outvars=match.eqn.outvars),
    ]
