"""What passes and transformations share: walks over a program that replace values, or drop them.

`rewrite` goes forwards and replaces values; `drop_dead` goes backwards and drops equations whose
outputs nobody needs and that have no effects. `without_layouts` and `without_effects` leave out
what types say of meshes, and the effects of a program that runs a second time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import weak_memo
from fjax.core.source import NO_NAMES, Source

Visit = Callable[[Equation], "Equation | Jaxpr | Sequence[Atom] | None"]


def rewrite(jaxpr: Jaxpr, visit: Visit, deep: bool = False) -> Jaxpr:
    """The jaxpr with each equation passed through `visit`, which sees replaced operands.

    `visit` gives None to keep the equation, another equation with the same outvars, a program of
    its operands to put in its place, or atoms to use in place of the outvars. The jaxpr itself
    comes back if nothing changes. deep: programs that `visit` gives are gone through, too; it gives
    no more than programs then.
    """
    replaced: dict[Var, Atom] = {}
    eqns: list[Equation] = []
    changed = False
    for eqn in jaxpr.eqns:
        if replaced:
            eqn = read_from(eqn, replaced)
        result = visit(eqn)
        if result is None:
            eqns.append(eqn)
            continue
        changed = True
        if isinstance(result, Equation):
            eqns.append(result)
            continue
        if isinstance(result, Jaxpr):
            result = splice(result, eqn.invars, eqns, visit if deep else None, eqn.source)
        replaced.update(zip(eqn.outvars, result, strict=True))
    if not changed:
        return jaxpr
    return Jaxpr(jaxpr.invars, eqns, replaced_in(jaxpr.outvars, replaced), jaxpr.debug_name)


def read_from(eqn: Equation, replaced: dict[Var, Atom]) -> Equation:
    """The equation with replaced operands; itself if none is."""
    for x in eqn.invars:
        if isinstance(x, Var) and x in replaced:
            break
    else:
        return eqn
    return eqn.replace(invars=tuple(replaced_in(eqn.invars, replaced)))


def replaced_in(atoms: Iterable[Atom], replaced: Mapping[Var, Atom]) -> list[Atom]:
    """The atoms, or what stands in their place."""
    return [replaced.get(x, x) if isinstance(x, Var) else x for x in atoms]


def splice(
    body: Jaxpr,
    operands: tuple[Atom, ...],
    eqns: list[Equation],
    visit: Callable[[Equation], Any] | None = None,
    within: Source | None = None,
) -> list[Atom]:
    """Append the body's equations, with variables of their own; the atoms of its outputs.

    An equation for which `visit` gives a program is replaced by what is spliced of that. within:
    where the body's equation comes from, whose scopes are around those of the body.
    """
    values: dict[Var, Atom] = dict(zip(body.invars, operands, strict=True))
    outer = NO_NAMES if within is None else within.name_stack

    for eqn in body.eqns:
        where = eqn.source and eqn.source.within(outer)
        invars = tuple([values[x] if isinstance(x, Var) else x for x in eqn.invars])
        inner = None if visit is None else visit(eqn)
        if inner is not None:
            values.update(zip(eqn.outvars, splice(inner, invars, eqns, visit, where), strict=True))
            continue
        outvars = tuple([type(v)(v.aval) for v in eqn.outvars])
        values.update(zip(eqn.outvars, outvars, strict=True))
        eqns.append(Equation(eqn.op, invars, outvars, where))
    return [values[x] if isinstance(x, Var) else x for x in body.outvars]


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


def without_dead(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr without equations that nobody needs; all inputs and outputs stay."""
    return drop_dead(jaxpr, [True] * len(jaxpr.outvars))[0]


@weak_memo
def prune_body(
    body: Jaxpr, used_outputs: tuple[bool, ...], keep_inputs: tuple[bool, ...] | bool = False
) -> tuple[Jaxpr, tuple[bool, ...]]:
    """`drop_dead` of a jaxpr that an equation carries: once, however many programs carry it.

    Each round of passes prunes every equation again, with all that is nested in it.
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


@weak_memo
def without_layouts(jaxpr: Jaxpr) -> Jaxpr:
    """The program with types of only shape and dtype: the compiled code is the same.

    >>> import fjax, fjax.numpy as jnp
    >>> mesh = fjax.sharding.AbstractMesh((2,), ("x",), fjax.sharding.AxisType.Explicit)
    >>> where = fjax.NamedSharding(mesh, fjax.P("x"))
    >>> jaxpr = fjax.make_jaxpr(jnp.sin)(fjax.ShapeDtypeStruct((4,), "float32", sharding=where))
    >>> print(jaxpr.in_avals[0], "->", without_layouts(jaxpr.jaxpr).in_avals[0])
    float32[4@x] -> float32[4]
    """
    if not _shown(jaxpr):
        return jaxpr
    values: dict[Var, Var] = {}

    def bind(v: Var) -> Var:
        found = values[v] = v if v.aval.layout is None else type(v)(v.aval.bare)
        return found

    def read(x: Atom) -> Atom:
        return Literal(x.value, x.aval.bare) if isinstance(x, Literal) else values[x]

    invars = [bind(v) for v in jaxpr.invars]
    eqns = [
        Equation(
            with_parameters(eqn.op, _bare).bare(),
            tuple([read(x) for x in eqn.invars]),
            tuple([bind(v) for v in eqn.outvars]),
            eqn.source,
        )
        for eqn in jaxpr.eqns
    ]
    return Jaxpr(invars, eqns, [read(x) for x in jaxpr.outvars], jaxpr.debug_name)


@weak_memo
def _shown(jaxpr: Jaxpr) -> bool:
    """Whether some type in the program has a layout."""
    for v in jaxpr.invars:
        if v.aval.layout is not None:
            return True
    for eqn in jaxpr.eqns:
        for v in eqn.outvars:
            if v.aval.layout is not None:
                return True
        for inner in eqn.op.jaxprs:
            if _shown(inner):
                return True
    return False


def _bare(value: Any) -> Any:
    if isinstance(value, Jaxpr):
        return without_layouts(value)
    return value.bare if isinstance(value, ShapedArray) else value


def with_parameters(op: Any, change: Callable[[Any], Any]) -> Any:
    """The operation with each of its parameters changed, or each member of a tuple."""
    changed = {}
    for field in dataclasses.fields(type(op)):
        value = getattr(op, field.name)
        several = value if type(value) is tuple else (value,)
        found = tuple(map(change, several))
        if any(a is not b for a, b in zip(found, several, strict=True)):
            changed[field.name] = found if several is value else found[0]
    return op.replace(**changed) if changed else op


@weak_memo
def without_effects(jaxpr: Jaxpr, only: str | None = None) -> Jaxpr:
    """The jaxpr without the effectful equations whose outputs nobody reads, at any depth.

    A body that reverse mode runs again (a checkpoint, a loop of unknown length) has had its
    effects. only: the one effect that is left out, instead of all.
    """
    out = jaxpr.effects if only is None else jaxpr.effects & {only}
    if not out:
        return jaxpr
    quiet = lambda x: without_effects(x, only) if isinstance(x, Jaxpr) else x
    needed = {x for x in jaxpr.outvars if isinstance(x, Var)}
    kept: list[Equation] = []
    for eqn in reversed(jaxpr.eqns):
        if eqn.op.effects & out:
            if eqn.op.effects <= out and not any(v in needed for v in eqn.outvars):
                continue
            eqn = eqn.replace(op=with_parameters(eqn.op, quiet))
        kept.append(eqn)
        needed.update(x for x in eqn.invars if isinstance(x, Var))
    return jaxpr.replace(eqns=kept[::-1])
