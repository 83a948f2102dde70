"""Transpose folding: products read transposed and reversed operands where they lie.

It serves gradients of weights and images, whose products have such operands and results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.passes.peephole import Match, Pattern, apply, peephole
from fjax.primitives.contraction import DotGeneral, free_axes
from fjax.primitives.shaping import Rev
from fjax.primitives.structure import Transpose

Reads = Callable[[DotGeneral, Sequence[Atom]], bool]


def fold_operands(jaxpr: Jaxpr, reads: Reads = lambda op, operands: True) -> Jaxpr:
    """`dot (transpose x) y` → `dot x y` with other axes.

    Only where `reads(product, operands)` says that a library computes it in place then, and where
    its result's axes stay in order.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x, v: x.T @ v)(jnp.ones((3, 2)), jnp.ones(3)).jaxpr
    >>> [e.primitive.name for e in fold_operands(jaxpr).eqns]
    ['dot_general']
    """

    def fold(match: Match[DotGeneral]) -> list[Equation] | None:
        op, operands = _without_transpositions(match)
        if op is match.op or not reads(op, operands):
            return None
        return [match.eqn.replace(op=op, invars=operands)]

    return apply(jaxpr, Pattern(DotGeneral, Pattern(Transpose)), fold)


def _without_transpositions(match: Match[DotGeneral]) -> tuple[DotGeneral, tuple[Atom, ...]]:
    """A product of what transpositions read; the product itself where axes would change places."""
    operands: list[Atom] = list(match.eqn.invars)
    contract, batch = match.op.dimension_numbers
    axes = [[contract[side], batch[side]] for side in (0, 1)]
    op = match.op
    for side, made in enumerate(match.operands):
        if made is None:
            continue
        permutation = made.op.permutation
        free = [permutation[a] for a in free_axes(len(permutation), *axes[side])]
        if free == sorted(free):
            (operands[side],) = made.eqn.invars
            axes[side] = [tuple(permutation[a] for a in group) for group in axes[side]]
            numbers = (axes[0][0], axes[1][0]), (axes[0][1], axes[1][1])
            op = op.replace(dimension_numbers=numbers)
    return op, tuple(operands)


@peephole(DotGeneral, operand=Rev)
def sink_reversal(match: Match[DotGeneral]) -> list[Equation] | None:
    """`dot (rev x) y` → `rev (dot x y)`, if the result is smaller than x.

    Along axes that a product does not sum over, that is the same. Gradients of images are such.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x, v: v @ x[:, ::-1])(jnp.ones((3, 2)), jnp.ones(3)).jaxpr
    >>> [e.primitive.name for e in sink_reversal(jaxpr).eqns]
    ['dot_general', 'rev']
    """
    eqn, (out,) = match.eqn, match.eqn.outvars
    operands = list(eqn.invars)
    contract, batch = match.op.dimension_numbers
    reversed_axes: list[int] = []
    at = len(batch[0])
    for side, (x, made) in enumerate(zip(eqn.invars, match.operands, strict=True)):
        free = free_axes(x.aval.ndim, contract[side], batch[side])
        if made is not None and x.aval.size > out.aval.size:
            if set(made.op.dimensions) <= set(free):
                (operands[side],) = made.eqn.invars
                reversed_axes += [at + free.index(a) for a in made.op.dimensions]
        at += len(free)
    if not reversed_axes:
        return None
    product = Var(out.aval)
    return [
        eqn.replace(invars=tuple(operands), outvars=(product,)),
        Equation(Rev(tuple(reversed_axes)), (product,), (out,), eqn.source),
    ]


@peephole(Transpose, operand=DotGeneral, sole_use=True)
def fold_result(match: Match[Transpose]) -> list[Equation] | None:
    """`transpose (dot x y)` → `dot y x`, if the transposition exchanges the operands' free axes.

    Gradients of weights are such.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: (x.T @ x).T + 1)(jnp.ones((3, 2))).jaxpr
    >>> [e.primitive.name for e in fold_result(jaxpr).eqns]
    ['transpose', 'dot_general', 'add']
    """
    (made,) = match.operands
    assert made is not None
    product, op = made.eqn, made.op
    if match.op.permutation != _exchange(product, op):
        return None
    (lhs, rhs), (lhs_batch, rhs_batch) = op.dimension_numbers
    precision = op.precision
    if isinstance(precision, tuple):
        precision = precision[1], precision[0]
    moved = op.replace(dimension_numbers=((rhs, lhs), (rhs_batch, lhs_batch)), precision=precision)
    return [product.replace(op=moved, invars=product.invars[::-1], outvars=match.eqn.outvars)]


def _exchange(eqn: Equation, op: DotGeneral) -> tuple[int, ...]:
    """The permutation that puts the right operand's free axes before the left one's."""
    contract, batch = op.dimension_numbers
    left, right = (
        len(free_axes(x.aval.ndim, contract[side], batch[side]))
        for side, x in enumerate(eqn.invars)
    )
    first, middle = len(batch[0]), len(batch[0]) + left
    return (*range(first), *range(middle, middle + right), *range(first, middle))


def copy_operands(jaxpr: Jaxpr, reads: Reads) -> Jaxpr:
    """The program with copies of operands that a library reads only with other strides.

    One operand is copied if that is enough, the smaller one first. `reads` is as above.

    >>> import fjax, fjax.numpy as jnp
    >>> product = lambda x, y: jnp.einsum("bmk,nkb->bmn", x, y)
    >>> jaxpr = fjax.make_jaxpr(product)(jnp.ones((2, 3, 4)), jnp.ones((5, 4, 2))).jaxpr
    >>> batch_first = lambda op, operands: op.dimension_numbers[1] == ((0,), (0,))
    >>> [e.primitive.name for e in copy_operands(jaxpr, batch_first).eqns]
    ['transpose', 'dot_general']
    """
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        if isinstance(eqn.op, DotGeneral) and not reads(eqn.op, eqn.invars):
            eqns += _with_copies(eqn, reads)
        else:
            eqns.append(eqn)
    return jaxpr if len(eqns) == len(jaxpr.eqns) else jaxpr.replace(eqns=eqns)


def _with_copies(eqn: Equation, reads: Reads) -> list[Equation]:
    """A product after the fewest copies with which a library computes it; else as it is."""
    if not all(isinstance(x, Var) for x in eqn.invars):
        return [eqn]
    smaller = min((0, 1), key=lambda side: eqn.invars[side].aval.size)
    for sides in ((smaller,), (1 - smaller,), (0, 1)):
        copies, moved = _copied(eqn, sides)
        assert isinstance(moved.op, DotGeneral)
        if reads(moved.op, moved.invars):
            return [*copies, moved]
    return [eqn]


def _copied(eqn: Equation, sides: Sequence[int]) -> tuple[list[Equation], Equation]:
    """Transpositions of operands to batch, free, contracted axes, and the product of the results.

    The right operand's contracted axes come before its free ones.
    """
    op = eqn.op
    assert isinstance(op, DotGeneral)
    operands, copies = list(eqn.invars), list[Equation]()
    axes = [[group[side] for group in op.dimension_numbers] for side in (0, 1)]
    for side in sides:
        x = operands[side]
        contract, batch = axes[side]
        free = free_axes(x.aval.ndim, contract, batch)
        order = (*batch, *free, *contract) if side == 0 else (*batch, *contract, *free)
        if order == tuple(range(len(order))):
            continue
        moved = Var(x.aval.update(shape=tuple(x.aval.shape[a] for a in order)))
        copies.append(Equation(Transpose(order), (x,), (moved,), eqn.source))
        operands[side] = moved
        axes[side] = [tuple(order.index(a) for a in group) for group in axes[side]]
    numbers = (axes[0][0], axes[1][0]), (axes[0][1], axes[1][1])
    product = eqn.replace(op=op.replace(dimension_numbers=numbers), invars=tuple(operands))
    return copies, product
