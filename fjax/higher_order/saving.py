"""What a checkpoint's policy keeps, inside loops and branches too.

A program is cut in two: what runs forward gives its outputs and the values that are kept; what runs
again takes its inputs and the kept values, and gives the outputs without computing the latter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Primitive
from fjax.core.tracing import bind
from fjax.dataclass import dataclass
from fjax.higher_order.common import HigherOrder
from fjax.higher_order.lists import outputs_or_zeros
from fjax.interpreters.staging import stage_closed

Policy = Callable[..., Any]


class SaveableType:
    """What a policy answers for a value to keep; True does as well."""

    def __repr__(self) -> str:
        return "Saveable"


class RecomputeType:
    """What a policy answers for a value to compute again; False does as well."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "Recompute"


class Offloadable(NamedTuple):
    """What a policy answers for a value to keep in another memory; a CPU keeps it in place.

    >>> fjax.ad_checkpoint.Offloadable("device", "pinned_host").dst
    'pinned_host'
    """

    src: str
    dst: str


Saveable, Recompute = SaveableType(), RecomputeType()


@dataclass(frozen=True)
class Saving:
    """A program in two: `forward` gives the outputs, then kept values; `again` takes these last."""

    forward: Jaxpr
    again: Jaxpr
    saved: tuple[Var, ...]  # the kept values, as variables of `forward`
    makers: tuple[Equation, ...]  # what computes each of them


def split_by_policy(jaxpr: Jaxpr, policy: Policy | None) -> Saving:
    """The program in two; calls are replaced by their bodies."""
    jaxpr = inlined(jaxpr)
    forward: list[Equation] = []
    again: list[Equation] = []
    saved: list[Var] = []
    makers: list[Equation] = []
    for eqn in jaxpr.eqns:
        op = eqn.op
        if _keeps(policy, eqn):
            forward.append(eqn)
            saved += eqn.outvars
            makers += [eqn] * len(eqn.outvars)
            continue
        inner = None if policy is None else op.saving(lambda body: split_by_policy(body, policy))
        if inner is None:
            forward.append(eqn)
            again.append(eqn)
            continue
        kept = [Var(a) for a in inner.avals]
        forward.append(eqn.replace(op=inner.forward, outvars=(*eqn.outvars, *kept)))
        again.append(eqn.replace(op=inner.again, invars=(*eqn.invars, *kept)))
        saved += kept
        makers += inner.makers
    name = jaxpr.debug_name
    return Saving(
        Jaxpr(jaxpr.invars, forward, [*jaxpr.outvars, *saved], name),
        Jaxpr([*jaxpr.invars, *saved], again, jaxpr.outvars, f"again({name})"),
        tuple(saved),
        tuple(makers),
    )


def _keeps(policy: Policy | None, eqn: Equation) -> bool:
    op = eqn.op
    return (
        bool(op.effects)
        or policy is not None
        and bool(policy(eqn.primitive, *[x.aval for x in eqn.invars], **op.user_params))
    )


@dataclass(frozen=True)
class SavingOperation:
    """An operation that carries programs in two parts, as `Saving` is a program in two."""

    forward: Primitive
    again: Primitive
    avals: tuple[Any, ...]
    makers: tuple[Equation, ...]


Split = Callable[[Jaxpr], Saving]


def saving_branches(op: Any, split: Split) -> SavingOperation | None:
    """Of branches: each keeps its own values, and zeros in the places of the others'."""
    parts = [split(b) for b in op.branches]
    avals = [v.aval for part in parts for v in part.saved]
    if not avals:
        return None
    forward, again, first, n_outs = [], [], 0, len(op.branches[0].outvars)
    for part in parts:
        place = range(first, first + len(part.saved))
        kept = [n_outs + i - first if i in place else None for i in range(len(avals))]
        types = [*part.forward.out_avals[:n_outs], *avals]
        forward.append(outputs_or_zeros(part.forward, [*range(n_outs), *kept], types))
        again.append(_reading(part.again, len(op.branches[0].invars), avals, place))
        first += len(part.saved)
    makers = tuple(eqn for part in parts for eqn in part.makers)
    return SavingOperation(
        op.replace(branches=tuple(forward)), op.replace(branches=tuple(again)), tuple(avals), makers
    )


def _reading(jaxpr: Jaxpr, n_args: int, avals: Sequence[Any], place: range) -> Jaxpr:
    """The program with all branches' kept values behind its inputs."""
    inputs = [
        jaxpr.invars[n_args + i - place.start] if i in place else Var(a)
        for i, a in enumerate(avals)
    ]
    return Jaxpr([*jaxpr.invars[:n_args], *inputs], jaxpr.eqns, jaxpr.outvars, jaxpr.debug_name)


# ---- calls


def inlined(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr with calls replaced by their bodies, at any depth of calls."""
    if all(_called(e.op) is None for e in jaxpr.eqns):
        return jaxpr
    return stage_closed(
        lambda *args: _evaluate_inlined(jaxpr, args), jaxpr.in_avals, jaxpr.debug_name
    )


def _called(op: Primitive) -> Jaxpr | None:
    """The body of a primitive, if it has the same derivatives as the primitive."""
    return op.inline() if isinstance(op, HigherOrder) and op.transparent else None


def _evaluate_inlined(jaxpr: Jaxpr, args: Sequence[Any]) -> list[Any]:
    def step(op: Primitive, operands: Sequence[Any]) -> Sequence[Any]:
        body = _called(op)
        return bind(op, operands) if body is None else _evaluate_inlined(body, operands)

    return evaluate_jaxpr(jaxpr, args, step)
