"""Products read transposed operands where they lie, without a copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fjax.core.dead import drop_dead
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.primitives.contraction import DotGeneral, free_axes
from fjax.primitives.structure import Transpose


def read_transposed(
    jaxpr: Jaxpr, reads: Callable[[DotGeneral, Sequence[Atom]], bool] = lambda op, operands: True
) -> Jaxpr:
    """The program whose products take the operands of transpositions, with other axes.

    Only where `reads(product, operands)` says that a library computes it in place then, and where
    its result's axes stay in order.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x, v: x.T @ v)(jnp.ones((3, 2)), jnp.ones(3)).jaxpr
    >>> [e.primitive.name for e in read_transposed(jaxpr).eqns]
    ['dot_general']
    """
    made = {
        e.outvars[0]: (e.op.permutation, e.invars[0])
        for e in jaxpr.eqns
        if isinstance(e.op, Transpose)
    }
    if not made:
        return jaxpr
    eqns = [_in_place(e, made, reads) if isinstance(e.op, DotGeneral) else e for e in jaxpr.eqns]
    if all(a is b for a, b in zip(eqns, jaxpr.eqns, strict=True)):
        return jaxpr
    changed = Jaxpr(jaxpr.invars, eqns, jaxpr.outvars, jaxpr.debug_name)
    return drop_dead(changed, [True] * len(jaxpr.outvars))[0]


def _in_place(
    eqn: Equation, made: dict[Var, tuple[tuple[int, ...], Atom]], reads: Callable
) -> Equation:
    """`made`: the permutation and the operand of each transposed variable."""
    op = eqn.op
    assert isinstance(op, DotGeneral)
    operands: list[Atom] = list(eqn.invars)
    contract, batch = op.dimension_numbers
    axes = [[contract[side], batch[side]] for side in (0, 1)]
    for side, x in enumerate(eqn.invars):
        if not isinstance(x, Var) or x not in made:
            continue
        permutation, whole = made[x]
        free = [permutation[a] for a in free_axes(len(permutation), *axes[side])]
        if free == sorted(free):
            operands[side] = whole
            axes[side] = [tuple(permutation[a] for a in group) for group in axes[side]]
    if all(a is b for a, b in zip(operands, eqn.invars, strict=True)):
        return eqn
    moved = op.replace(dimension_numbers=((axes[0][0], axes[1][0]), (axes[0][1], axes[1][1])))
    return eqn.replace(op=moved, invars=tuple(operands)) if reads(moved, operands) else eqn
