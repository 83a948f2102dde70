"""How much of a loop's body would be written out at least, known before any of it is."""

from __future__ import annotations

import math
from collections.abc import Callable

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Role
from fjax.core.roles import reduction

Count = Callable[[tuple[int, ...]], int]


def least_nodes(jaxpr: Jaxpr, elements: Count, most: int) -> int:
    """Expressions that a body has at least, if values of up to `most` elements are written out.

    A product has a multiplication and an addition for each term, and a load if a factor lies in
    memory. A larger operand of a short reduction is computed as a whole, and so are those that it
    comes from element by element. Results that are written out and never used cost nothing.

    elements: how many of a shape belong to one lane.

    >>> import fjax, fjax.numpy as jnp
    >>> step = fjax.make_jaxpr(lambda w, x: jnp.tanh(w @ x))(jnp.ones((24, 24)), jnp.ones(24)).jaxpr
    >>> least_nodes(step, math.prod, 64)  # for each of 24 elements 24 loads, products and 23 sums
    1704
    """
    found, whole = 0, set[Var]()
    for eqn in reversed(jaxpr.eqns):
        shape = eqn.outvars[0].aval.shape if eqn.outvars else ()
        if eqn.op.role is Role.OPAQUE and elements(shape) <= most:
            found += elements(shape) * _nodes_of_product(eqn, most)
        elif eqn.op.role is Role.REDUCTION:
            operand = eqn.invars[0]
            length = math.prod([operand.aval.shape[a] for a in reduction(eqn.op).axes])
            if length <= most and elements(shape) <= most and isinstance(operand, Var):
                found += elements(shape) * (length - 1)
                whole.add(operand)
        elif eqn.op.role is Role.ELEMENTWISE and whole.intersection(eqn.outvars):
            if elements(shape) > most and dtypes.is_inexact(eqn.outvars[0].aval.dtype):
                found += elements(shape)
                whole.update(x for x in eqn.invars if isinstance(x, Var) and x.aval.shape == shape)
    return found


def _nodes_of_product(eqn: Equation, most: int) -> int:
    """Expressions for each element of a product of matrices; 0 for anything else."""
    layout = eqn.op.layout(*[x.aval for x in eqn.invars])
    if layout is None:
        return 0
    in_memory = any(x.aval.size > most for x in eqn.invars)
    return layout.k * (3 if in_memory else 2) - 1
