"""Concatenations of many narrow arrays as concatenations of a few wider ones.

A kernel chooses among few operands. What moves whole blocks takes no less time for a block of two
elements than for one that fills a cache line, so narrow parts are put side by side first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.passes.equations import joined, stored
from fjax.primitives.shaping import Concatenate


def group_parts(jaxpr: Jaxpr, operands: int, width: int, elements: int) -> Jaxpr:
    """The program in which concatenations with too many operands have groups of them.

    operands: the most that a concatenation has without groups. width: most elements of a group that
    are contiguous in the result. elements: results of at most this size stay as they are. So do
    concatenations that would still have more than half of their operands.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda *x: jnp.concatenate(x, 1))(*[jnp.ones((9, 2))] * 10).jaxpr
    >>> [len(e.invars) for e in group_parts(jaxpr, 8, 8, 100).eqns if len(e.invars) > 1]
    [4, 4, 2, 3]
    """
    if all(len(eqn.invars) <= operands for eqn in jaxpr.eqns):
        return jaxpr
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        if isinstance(eqn.op, Concatenate) and len(eqn.invars) > operands:
            axis, out = eqn.op.dimension, eqn.outvars[0].aval
            groups = _groups(eqn.invars, axis, width)
            narrow = out.shape[axis] <= width or 2 * len(groups) > len(eqn.invars)
            if out.size > elements and not narrow:
                parts: list[Var] = []
                for group in groups:
                    if len(group) > 1:
                        eqns.append(side_by_side := joined(group, axis, eqn.source))
                        eqns.append(stored(side_by_side.outvars[0], eqn.source))
                        group = list(eqns[-1].outvars)
                    parts += group
                eqn = joined(parts, axis, eqn.source).replace(outvars=eqn.outvars)
        eqns.append(eqn)
    return jaxpr.replace(eqns=eqns)


def _groups(parts: Sequence[Atom], axis: int, width: int) -> list[list[Var]]:
    """Neighbours whose blocks, side by side, have at most `width` elements."""
    groups: list[list[Var]] = []
    filled = 0
    for x in parts:
        assert isinstance(x, Var)
        block = math.prod(x.aval.shape[axis:])
        if not groups or filled + block > width:
            groups.append([])
            filled = 0
        groups[-1].append(x)
        filled += block
    return groups
