"""Unrolled scans: cumulative operations along short rows, written out element by element."""

from __future__ import annotations

from fjax.core.ir import Equation, Jaxpr
from fjax.core.primitive import Role
from fjax.core.rewrite import rewrite
from fjax.core.roles import cumulative
from fjax.core.source import replaying
from fjax.interpreters.staging import stage


def unroll_scans(jaxpr: Jaxpr, longest: int, fewest_rows: int) -> Jaxpr:
    """Rows of at most `longest` elements along the last axis as columns that follow one another.

    A kernel of one row after another fills no lanes, and what it gives lies in memory for the next
    kernel. Columns are elementwise operations, which fill lanes with rows and share a kernel with
    what makes and reads them.

    fewest_rows: how many fill the lanes.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: fjax.lax.cumsum(x, axis=1))(jnp.ones((20, 3))).jaxpr
    >>> [e.primitive.name for e in unroll_scans(jaxpr, 8, 16).eqns]
    ['slice', 'slice', 'add', 'slice', 'add', 'concatenate']
    """

    def body(eqn: Equation) -> Jaxpr | None:
        if eqn.op.role is not Role.CUMULATIVE:
            return None
        axis, aval = cumulative(eqn.op).axis, eqn.outvars[0].aval
        length = aval.shape[axis]
        if axis != aval.ndim - 1 or not 1 < length <= longest:
            return None
        if aval.size // length < fewest_rows:
            return None
        with replaying(eqn.source):
            return stage(eqn.op.written_out, [x.aval for x in eqn.invars])[0]

    return rewrite(jaxpr, body)
