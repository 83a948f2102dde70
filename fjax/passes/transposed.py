"""Products that read operands which lie transposed or reversed, without a copy or with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from fjax.core.dead import drop_dead
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.primitives.contraction import DotGeneral, free_axes
from fjax.primitives.shaping import Rev
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


def read_reversed(jaxpr: Jaxpr) -> Jaxpr:
    """The program whose products reverse their results instead of operands that are larger.

    Along axes that a product does not sum over, that is the same. Gradients of images are such.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x, v: v @ x[:, ::-1])(jnp.ones((3, 2)), jnp.ones(3)).jaxpr
    >>> [e.primitive.name for e in read_reversed(jaxpr).eqns]
    ['dot_general', 'rev']
    """
    made: dict[Atom, Equation] = {e.outvars[0]: e for e in jaxpr.eqns if isinstance(e.op, Rev)}
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        found = _reversed(eqn, made) if isinstance(eqn.op, DotGeneral) else None
        eqns += found or [eqn]
    if len(eqns) == len(jaxpr.eqns):
        return jaxpr
    return drop_dead(jaxpr.replace(eqns=eqns), [True] * len(jaxpr.outvars))[0]


def _reversed(eqn: Equation, made: Mapping[Atom, Equation]) -> list[Equation] | None:
    """A product of what a reversal reads, and the reversal of that; None where that is no less."""
    op, operands, (out,) = eqn.op, list(eqn.invars), eqn.outvars
    assert isinstance(op, DotGeneral)
    contract, batch = op.dimension_numbers
    turned: list[int] = []
    at = len(batch[0])
    for side, x in enumerate(operands):
        free = free_axes(x.aval.ndim, contract[side], batch[side])
        by = made.get(x)
        if by is not None and x.aval.size > out.aval.size:
            assert isinstance(by.op, Rev)
            if set(by.op.dimensions) <= set(free):
                operands[side] = by.invars[0]
                turned += [at + free.index(a) for a in by.op.dimensions]
        at += len(free)
    if not turned:
        return None
    product = Var(out.aval)
    return [
        eqn.replace(invars=tuple(operands), outvars=(product,)),
        Equation(Rev(tuple(turned)), (product,), (out,), eqn.source),
    ]


def write_transposed(jaxpr: Jaxpr) -> Jaxpr:
    """The program whose products have their operands exchanged where only that is transposed.

    The transposition of a product is the product of the transposed operands in the other order,
    which are read where they lie. Gradients of weights are such.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda x: (x.T @ x).T + 1)(jnp.ones((3, 2))).jaxpr
    >>> [e.primitive.name for e in write_transposed(jaxpr).eqns]
    ['transpose', 'dot_general', 'add']
    """
    made: dict[Atom, Equation] = {
        e.outvars[0]: e for e in jaxpr.eqns if isinstance(e.op, DotGeneral)
    }
    turned: dict[Atom, Equation] = {
        e.invars[0]: e
        for e in jaxpr.eqns
        if isinstance(e.op, Transpose)
        and e.invars[0] in made
        and e.op.permutation == _exchanged(made[e.invars[0]])
    }
    if not turned:
        return jaxpr
    uses: Counter[Atom] = Counter(x for e in jaxpr.eqns for x in e.invars if isinstance(x, Var))
    uses.update(x for x in jaxpr.outvars if isinstance(x, Var))
    alone = {x: e for x, e in turned.items() if uses[x] == 1}
    dropped = set(map(id, alone.values()))
    eqns = [
        _turned(e, alone[e.outvars[0]]) if e.outvars and e.outvars[0] in alone else e
        for e in jaxpr.eqns
        if id(e) not in dropped
    ]
    return jaxpr.replace(eqns=eqns) if alone else jaxpr


def laid_out(jaxpr: Jaxpr, reads: Callable[[DotGeneral, Sequence[Atom]], bool]) -> Jaxpr:
    """The program with copies of operands that a library reads only with other strides.

    One operand is copied if that is enough, the smaller one first. `reads` is as above.

    >>> import fjax, fjax.numpy as jnp
    >>> product = lambda x, y: jnp.einsum("bmk,nkb->bmn", x, y)
    >>> jaxpr = fjax.make_jaxpr(product)(jnp.ones((2, 3, 4)), jnp.ones((5, 4, 2))).jaxpr
    >>> batch_first = lambda op, operands: op.dimension_numbers[1] == ((0,), (0,))
    >>> [e.primitive.name for e in laid_out(jaxpr, batch_first).eqns]
    ['transpose', 'dot_general']
    """
    eqns: list[Equation] = []
    for eqn in jaxpr.eqns:
        if isinstance(eqn.op, DotGeneral) and not reads(eqn.op, eqn.invars):
            eqns += _with_copies(eqn, reads)
        else:
            eqns.append(eqn)
    return jaxpr if len(eqns) == len(jaxpr.eqns) else jaxpr.replace(eqns=eqns)


def _with_copies(eqn: Equation, reads: Callable) -> list[Equation]:
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


def _exchanged(eqn: Equation) -> tuple[int, ...]:
    """The order of a product's axes with those of the right operand before the left one's."""
    assert isinstance(eqn.op, DotGeneral)
    contract, batch = eqn.op.dimension_numbers
    left, right = (
        len(free_axes(x.aval.ndim, contract[side], batch[side]))
        for side, x in enumerate(eqn.invars)
    )
    first, middle = len(batch[0]), len(batch[0]) + left
    return (*range(first), *range(middle, middle + right), *range(first, middle))


def _turned(eqn: Equation, by: Equation) -> Equation:
    """The product with exchanged operands, whose result is that of a transposition."""
    op = eqn.op
    assert isinstance(op, DotGeneral)
    (lhs, rhs), (lhs_batch, rhs_batch) = op.dimension_numbers
    precision = op.precision
    if isinstance(precision, tuple):
        precision = precision[1], precision[0]
    moved = op.replace(dimension_numbers=((rhs, lhs), (rhs_batch, lhs_batch)), precision=precision)
    return eqn.replace(op=moved, invars=eqn.invars[::-1], outvars=by.outvars)


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
