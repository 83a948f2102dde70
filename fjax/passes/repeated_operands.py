"""Products of operands that repeat their elements: each product is summed once, and repeated.

The gradient of a sum of products is such, as its cotangent repeats one number.
"""

from __future__ import annotations

from collections.abc import Collection

from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.passes.equations import bound, giving, transposed
from fjax.passes.peephole import Match, peephole
from fjax.primitives.contraction import DotGeneral, free_axes
from fjax.primitives.structure import BroadcastInDim, ReduceSum


@peephole(DotGeneral, operand=BroadcastInDim)
def repeat_products(match: Match[DotGeneral]) -> list[Equation] | None:
    """`dot (broadcast x) y` → `broadcast (dot x y)`, along axes that are not summed.

    If x repeats the number 1, the product is a sum of y.

    >>> import fjax, fjax.numpy as jnp
    >>> product = lambda x, y: jnp.broadcast_to(x, (90, 3)) @ y
    >>> jaxpr = fjax.make_jaxpr(product)(jnp.ones(3), jnp.ones((3, 5))).jaxpr
    >>> print(repeat_products(jaxpr))
    { lambda ; a:f64[3] b:f64[3,5]. let
        c:f64[3] = broadcast_in_dim[shape=(3,) broadcast_dimensions=(0,)] a
        d:f64[5] = dot_general[dimension_numbers=(((0,), (0,)), ((), ())) precision=None \
preferred_element_type=None] c b
        e:f64[90,5] = broadcast_in_dim[shape=(90, 5) broadcast_dimensions=(1,)] d
      in (e,) }
    """
    eqn, made = match.eqn, match.operands
    contract, batch = match.op.dimension_numbers
    kept: list[int] = []  # axes of the result that the smaller product has
    at, found = len(batch[0]), list[Equation]()
    operands, axes = list(eqn.invars), [[contract[side], batch[side]] for side in (0, 1)]
    for side, x in enumerate(eqn.invars):
        free = free_axes(x.aval.ndim, contract[side], batch[side])
        gone = set(free).intersection(_repeated_axes(made[side]))
        kept += [at + k for k, a in enumerate(free) if a not in gone]
        at += len(free)
        if not gone:
            continue
        found.append(smaller := _without(made[side], gone))
        (operands[side],) = smaller.outvars
        moved = {a: k for k, a in enumerate(b for b in range(x.aval.ndim) if b not in gone)}
        axes[side] = [tuple([moved[a] for a in group]) for group in axes[side]]
    if not found:
        return _as_sum(match)
    (out,) = eqn.outvars
    numbers = (axes[0][0], axes[1][0]), (axes[0][1], axes[1][1])
    kept = [*range(len(batch[0])), *kept]
    product = Var(out.aval.update(shape=tuple([out.aval.shape[a] for a in kept])))
    op = match.op.replace(dimension_numbers=numbers)
    return [
        *found,
        eqn.replace(op=op, invars=tuple(operands), outvars=(product,)),
        Equation(BroadcastInDim(out.aval.shape, tuple(kept)), (product,), (out,), eqn.source),
    ]


def _repeated_axes(made: Match[BroadcastInDim] | None) -> list[int]:
    """The new axes of a broadcast, along which all elements are alike."""
    if made is None:
        return []
    return [a for a, n in enumerate(made.op.shape) if n > 1 and a not in made.op.dimensions]


def _without(made: Match[BroadcastInDim] | None, axes: Collection[int]) -> Equation:
    """The broadcast without some of its new axes."""
    assert made is not None
    shape, dimensions = made.op.shape, made.op.dimensions
    left = [a for a in range(len(shape)) if a not in axes]
    op = BroadcastInDim(tuple([shape[a] for a in left]), tuple([left.index(a) for a in dimensions]))
    return bound(op, made.eqn.invars[0], made.eqn.source)


def _as_sum(match: Match[DotGeneral]) -> list[Equation] | None:
    """The sum of an operand, if the other one repeats the number 1 along summed and batch axes."""
    (out,), (contract, batch) = match.eqn.outvars, match.op.dimension_numbers
    for side, made in enumerate(match.operands):
        y = match.eqn.invars[1 - side]
        if made is None or not _is_one(made.eqn.invars[0]) or isinstance(y, Literal):
            continue
        if len(contract[side]) + len(batch[side]) < len(made.op.shape):
            continue
        if y.aval.dtype != out.aval.dtype or y.aval.dtype.kind not in "fc":
            continue
        source, summed = match.eqn.source, contract[1 - side]
        total = bound(ReduceSum(summed), y, source)
        left = [a for a in range(y.aval.ndim) if a not in summed]
        order = [*batch[1 - side], *free_axes(y.aval.ndim, summed, batch[1 - side])]
        (v,) = total.outvars
        places = tuple([left.index(a) for a in order])
        return giving(out, [total, transposed(v, places, source)])
    return None


def _is_one(x: Atom) -> bool:
    return isinstance(x, Literal) and not x.aval.shape and bool(x.value == 1)
