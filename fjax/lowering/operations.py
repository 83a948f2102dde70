"""How many operations a program does: counted from its equations, not measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fjax.core import scalar
from fjax.core.ir import Equation, Jaxpr
from fjax.core.memo import memo
from fjax.core.primitive import Primitive, Role
from fjax.core.scalar import Op
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.primitives.families import has_scalar_program, operand_leaf, scalar_program

_FUNCTIONS = frozenset({Op.CALL, Op.LIBM})
_MOVES = frozenset({Op.CONVERT, Op.BITCAST, Op.SELECT})


class Operations(NamedTuple):
    """Operations on elements: arithmetic and comparisons, and functions such as exp and sin."""

    flops: float = 0.0
    transcendentals: float = 0.0

    def plus(self, other: Operations, times: float = 1.0) -> Operations:
        """The sum with so many times another count."""
        pairs = zip(self, other, strict=True)
        return Operations(*(a + times * b for a, b in pairs))


def operations_of(program: Jaxpr) -> Operations:
    """The operations of one run: products and sums of a matrix product count as two.

    A loop counts as often as it runs, one of unknown length once. Of branches, the longest counts.
    Sorting, factorizations and what runs in Python are not counted.

    >>> program = fjax.make_jaxpr(lambda a, b: jnp.exp(a @ b))(jnp.ones((2, 3)), jnp.ones((3, 4)))
    >>> operations_of(program.jaxpr)
    Operations(flops=48.0, transcendentals=8.0)
    """
    total = Operations()
    for eqn in program.eqns:
        total = total.plus(operations_in(eqn))
    return total


def operations_in(eqn: Equation) -> Operations:
    """The operations of one equation, those of what it runs among them."""
    op = eqn.op
    if isinstance(op, (Fused, Updated)):
        return operations_of(op.body)
    form = op.loop()
    if form is not None:
        return Operations().plus(operations_of(form.body), form.length or 1)
    if op.choices() is not None:
        return max(map(operations_of, op.jaxprs), key=sum, default=Operations())
    if op.jaxprs:
        return operations_of(op.inline() or op.jaxprs[0])
    return _of_operation(eqn)


def _of_operation(eqn: Equation) -> Operations:
    avals = [x.aval for x in eqn.invars]
    products = eqn.op.multiply_adds(*avals)
    if products:
        return Operations(2.0 * products)
    outs = sum(v.aval.size for v in eqn.outvars)
    if eqn.op.role is Role.REDUCTION:
        return Operations(float(max(avals[0].size - outs, 0)))
    if eqn.op.role is Role.CUMULATIVE:
        return Operations(float(outs))
    kinds = tuple(a.dtype for a in avals)
    if eqn.op.role is Role.ELEMENTWISE and has_scalar_program(eqn.op, kinds):
        flops, functions = _of_element(eqn.op, kinds)
        return Operations(float(outs * flops), float(outs * functions))
    return Operations()


@memo(4096)
def _of_element(op: Primitive, kinds: tuple[np.dtype, ...]) -> tuple[int, int]:
    """(arithmetic, functions) for one element."""
    result = scalar_program(op, [operand_leaf(i, d) for i, d in enumerate(kinds)])
    parts: Sequence[scalar.Expr] = (
        (result.re, result.im) if isinstance(result, scalar.ComplexExpr) else (result,)
    )
    nodes = [x.op for x in scalar.order(parts) if x.args]
    functions = sum(x in _FUNCTIONS for x in nodes)
    if functions:  # what is around a function's call prepares it
        return 0, functions
    return sum(x not in _MOVES for x in nodes), 0
