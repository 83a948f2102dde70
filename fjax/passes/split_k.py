"""Products of matrices with few results and many terms each, in parts whose sum they are.

Calls of a library that share the rows and columns of such a result among threads would each copy
most of an operand. Calls that share the terms read each element once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr
from fjax.core.primitive import Primitive, primitive
from fjax.core.rewrite import rewrite
from fjax.core.source import replaying
from fjax.interpreters.staging import stage
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.product_evaluation import as_stack, product
from fjax.primitives.structure import ReduceSum


@primitive
class PartialProducts(Primitive):
    """A product of operands of its result's dtype, by parts of the contracted axes.

    They follow one another along a new first axis. `terms`: how many a part sums; the last part
    has the rest.
    """

    name = "dot_general_by_parts"
    library = True
    product: DotGeneral
    terms: int

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (out,) = self.product.result_type(*avals)
        return (out.update(shape=(self.parts(*avals), *out.shape)),)

    def parts(self, lhs: ShapedArray, rhs: ShapedArray) -> int:
        """How many parts there are."""
        return -(-self.product.layout(lhs, rhs).k // self.terms)

    def evaluate(self, xp: Any, *operands: Any) -> Sequence[Any]:
        lhs, rhs = operands
        g = self.product.layout(lhs, rhs)
        x = as_stack(xp, lhs, g.lhs_axes, (g.batch, g.m, g.k), lhs.dtype)
        y = as_stack(xp, rhs, g.rhs_axes, (g.batch, g.k, g.n), rhs.dtype)
        parts = [slice(at, at + self.terms) for at in range(0, g.k, self.terms)]
        found = [product(xp, x[:, :, part], y[:, part]) for part in parts]
        return (xp.stack(found).reshape(len(parts), *g.out_shape),)


def split_k(jaxpr: Jaxpr, terms_of: Callable[[Equation], int]) -> Jaxpr:
    """Products as sums of partial products.

    terms_of: how many terms a part of an equation's product has; 0 if it stays whole.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: x @ x.T)(jnp.ones((3, 1000))).jaxpr
    >>> [e.primitive.name for e in split_k(jaxpr, lambda eqn: 500).eqns]
    ['transpose', 'dot_general_by_parts', 'reduce_sum']
    """

    def body(eqn: Equation) -> Jaxpr | None:
        if not isinstance(eqn.op, DotGeneral) or not (terms := terms_of(eqn)):
            return None
        partial = PartialProducts(product=eqn.op, terms=terms)
        with replaying(eqn.source):
            return stage(
                lambda *operands: [ReduceSum(axes=(0,))(partial(*operands))],
                [x.aval for x in eqn.invars],
            )[0]

    return rewrite(jaxpr, body)
