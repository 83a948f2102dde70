"""How many bytes a step reads and writes: of an operand, no more than what its results need."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.kinds import Role
from fjax.lowering.fuse.fused import Fused, UnrolledReduction, Updated


def traffic(eqn: Equation) -> dict[Var, int]:
    """The bytes of each operand that a step reads, and of each result that it writes.

    A kernel that takes a row of an array reads that row, and one that changes an array in place
    writes what it changes. Library calls and loops read their operands and write their results.

    >>> import numpy as np
    >>> row = fjax.inspect(lambda x: jnp.sin(x[3]))(np.ones((100, 8), np.float32))
    >>> list(traffic(row.program.eqns[0]).values())
    [32, 32]
    """
    found: dict[Var, int] = {}
    if not isinstance(eqn.op, (Fused, Updated)):
        for v in (*eqn.invars, *eqn.outvars):
            if isinstance(v, Var):
                found[v] = found.get(v, 0) + v.aval.nbytes
        return found
    body = eqn.op.body
    needed = _needed(body, isinstance(eqn.op, Updated))
    pairs = zip((*eqn.invars, *eqn.outvars), (*body.invars, *body.outvars), strict=True)
    for v, inner in pairs:
        if isinstance(v, Var):
            size = max(v.aval.size, 1)
            bytes_of = v.aval.nbytes * min(needed.get(inner, 0), size) // size
            found[v] = min(found.get(v, 0) + bytes_of, v.aval.nbytes)
    return found


def moved(eqns: Sequence[Equation]) -> int:
    """The bytes that steps read and write."""
    return sum(sum(traffic(eqn).values()) for eqn in eqns)


def _needed(body: Jaxpr, is_update: bool) -> dict[Atom, int]:
    """How many elements of each value a kernel's results need, those that it writes among them.

    An element of a result that only finds elements elsewhere (a slice, a gather) needs one of each
    operand. All others need their operands whole.
    """
    needed: dict[Atom, int] = {v: v.aval.size for v in body.outvars if isinstance(v, Var)}
    for k, eqn in reversed(list(enumerate(body.eqns))):
        wanted = max((needed.get(v, 0) for v in eqn.outvars), default=0)
        operands = eqn.invars
        if is_update and k == len(body.eqns) - 1:
            operands = eqn.invars[1:]  # the first one is changed where it is
            wanted = max((x.aval.size for x in operands), default=0)
            needed[eqn.outvars[0]] = wanted
        for x in operands:
            if isinstance(x, Var):
                few = wanted if _needs_one(eqn) else x.aval.size
                needed[x] = min(needed.get(x, 0) + few, x.aval.size)
    return needed


def _needs_one(eqn: Equation) -> bool:
    """Whether an element of a result needs one element of each operand at most."""
    op = eqn.op
    return op.role in (Role.ELEMENTWISE, Role.INDEX) and not isinstance(op, UnrolledReduction)
