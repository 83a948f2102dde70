"""Loops whose steps exchange carried arrays: the steps until each is back are one iteration."""

from __future__ import annotations

import math

from fjax.core.ir import Equation, Jaxpr
from fjax.core.rewrite import rewrite
from fjax.higher_order.scan import Scan, unrolled
from fjax.passes.in_place import changed_operand
from fjax.passes.optimize import optimize

LONGEST = 4  # steps in one iteration: the code of a step is there so many times


def rotate_carries(jaxpr: Jaxpr, small: int) -> Jaxpr:
    """Scans that exchange carried arrays, with as many steps in an iteration as bring them back.

    A step that gives `(b, a.at[i].set(x))` for `(a, b)` copies both arrays, because each has one
    place from step to step. Two steps give `(a, b)` again, both updated where they are.

    small: arrays of at most so many elements are exchanged in registers.

    >>> import fjax, fjax.numpy as jnp
    >>> step = lambda i, c: (c[1], c[0].at[i].set(0.0))
    >>> loop = lambda a, b: fjax.lax.fori_loop(0, 100, step, (a, b))
    >>> jaxpr = fjax.make_jaxpr(loop)(jnp.ones(100), jnp.zeros(100)).jaxpr
    >>> [e.op.length for e in rotate_carries(jaxpr, 64).eqns if e.primitive.name == "scan"]
    [50]
    """

    def body(eqn: Equation) -> Jaxpr | None:
        op = eqn.op
        if not isinstance(op, Scan) or not _exchanges(op, small):
            return None
        steps = _steps_until_back(op)
        return unrolled(op.replace(unroll=steps)) if 1 < steps <= min(LONGEST, op.length) else None

    return rewrite(jaxpr, body)


def _exchanges(op: Scan, small: int) -> bool:
    """Whether some carried array is handed on in another one's place."""
    given = op.jaxpr.invars[op.n_consts : op.n_consts + op.n_carry]
    return any(
        x is not own and x in given and x.aval.size > small
        for own, x in zip(given, op.jaxpr.outvars, strict=False)
    )


def _steps_until_back(op: Scan) -> int:
    """After how many steps each array of an exchange is in its own place; 1 if none is exchanged.

    Values that a step computes anew are in no exchange, and neither is what goes to two places.
    """
    step = optimize(op.jaxpr)
    operands = [changed_operand(step, k) for k in range(op.n_carry)]
    source = {k: x - op.n_consts for k, x in enumerate(operands) if x is not None}
    steps = 1
    for start in source:
        length, place = 1, source.get(start)
        while place is not None and place != start and length <= op.n_carry:
            length, place = length + 1, source.get(place)
        if place == start:
            steps = math.lcm(steps, length)
    return steps
