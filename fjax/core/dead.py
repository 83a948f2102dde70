"""Dead code: drop equations whose outputs nobody needs and that have no effects."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.ir import Atom, Equation, Jaxpr
from fjax.core.memo import weak_memo


def drop_dead(
    jaxpr: Jaxpr, used_outputs: Sequence[bool], keep_inputs: Sequence[bool] | bool = True
) -> tuple[Jaxpr, list[bool]]:
    """The jaxpr of the used outputs, and which inputs stay.

    Inputs marked in `keep_inputs` stay even if nothing reads them.
    """
    outvars = [x for x, u in zip(jaxpr.outvars, used_outputs, strict=True) if u]
    needed: set[Atom] = set(outvars)  # literals do no harm
    kept: list[Equation] = []
    for eqn in reversed(jaxpr.eqns):
        used = [v in needed for v in eqn.outvars]
        if True in used:
            if False in used or eqn.op.multiple_results:
                eqn = _prune(eqn, used)
        elif eqn.op.effects:
            eqn = _prune(eqn, used)
        else:
            continue
        kept.append(eqn)
        needed.update(eqn.invars)
    keep = [keep_inputs] * len(jaxpr.invars) if isinstance(keep_inputs, bool) else keep_inputs
    stays = [k or v in needed for v, k in zip(jaxpr.invars, keep, strict=True)]
    invars = [v for v, s in zip(jaxpr.invars, stays, strict=True) if s]
    if (
        len(kept) == len(jaxpr.eqns)
        and all(used_outputs)
        and all(stays)
        and all(a is b for a, b in zip(reversed(kept), jaxpr.eqns, strict=True))
    ):
        return jaxpr, stays
    return Jaxpr(invars, kept[::-1], outvars, jaxpr.debug_name), stays


@weak_memo
def prune_body(
    body: Jaxpr, used_outputs: tuple[bool, ...], keep_inputs: tuple[bool, ...] | bool = False
) -> tuple[Jaxpr, tuple[bool, ...]]:
    """`drop_dead` of a jaxpr that an equation carries: once, however many programs carry it.

    Each round of passes prunes every equation anew, with all that is nested in it.
    """
    pruned, stays = drop_dead(body, used_outputs, keep_inputs)
    return pruned, tuple(stays)


def _prune(eqn: Equation, used: Sequence[bool]) -> Equation:
    """The equation without outputs that nobody reads and operands that its jaxprs do not read."""
    if all(used) and not (eqn.op.multiple_results and eqn.op.jaxprs):
        return eqn
    pruned = eqn.op.drop_unused(used)
    if pruned is None:
        return eqn
    primitive, inputs_stay, outputs_stay = pruned
    if (
        all(inputs_stay)
        and all(outputs_stay)
        and all(a is b for a, b in zip(primitive.jaxprs, eqn.op.jaxprs, strict=True))
    ):
        return eqn
    return eqn.replace(
        op=primitive,
        invars=tuple(x for x, s in zip(eqn.invars, inputs_stay, strict=True) if s),
        outvars=tuple(v for v, s in zip(eqn.outvars, outputs_stay, strict=True) if s),
    )
