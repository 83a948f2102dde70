"""Plans without fusion: what runs where the lowering fails, made with as little of it as can be.

Each equation is an evaluation. Of several, each is a program of its own, which has kernels where it
can be lowered; a program of one equation is evaluated by the equation's own rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.higher_order.call import Call
from fjax.lowering.run.buffers import last_uses
from fjax.lowering.run.plan import Evaluation, Plan, ResultPlace, Slots


def plan_unfused(
    jaxpr: Jaxpr, donated: Sequence[bool], step: tuple[int, int] | None, reason: str
) -> Plan:
    """The plan of a program, equation after equation. reason: why it is not fused."""
    eqns = jaxpr.eqns if len(jaxpr.eqns) == 1 else tuple(map(_alone, jaxpr.eqns))
    numbers: dict[Atom, int] = {}
    for v in (*jaxpr.invars, *(v for e in eqns for v in e.outvars)):
        numbers[v] = len(numbers)
    last = last_uses(eqns, jaxpr.outvars, {})
    dead: dict[int, list[int]] = {}
    for x, end in last.items():
        dead.setdefault(end, []).append(numbers[x])
    steps = []
    for k, e in enumerate(eqns):
        sources = [x if isinstance(x, Literal) else numbers[x] for x in e.invars]
        slots = Slots(sources, [numbers[v] for v in e.outvars], dead.get(k, []))
        steps.append(Evaluation(e, slots, unlowered=len(eqns) == 1))
    own = frozenset(v for e in eqns for v in e.outvars)
    return Plan(
        jaxpr.replace(eqns=eqns),
        literals=(),
        optimized=jaxpr,
        donated=tuple(donated) or (False,) * len(jaxpr.invars),
        step=step,
        copies=(),
        reasons=[reason] * len(eqns),
        views=frozenset(),
        storage={},
        numbers=numbers,
        n_slots=len(numbers) - len(jaxpr.invars),
        last=last,
        own=own,
        changed=(),
        steps=steps,
        results=_results(jaxpr, numbers, own),
        direct=None,
        kernels=(),
        fallbacks=[(e, reason) for e in eqns],
    )


def _alone(eqn: Equation) -> Equation:
    """The equation as a call of a program that has no other; as it is if it has effects."""
    if eqn.op.effects or eqn.op.axis_names:
        return eqn
    invars = tuple([Var(x.aval) for x in eqn.invars])
    outvars = tuple([Var(v.aval) for v in eqn.outvars])
    body = Jaxpr(invars, [Equation(eqn.op, invars, outvars, eqn.source)], outvars, eqn.op.name)
    return eqn.replace(op=Call(body, eqn.op.name))


def _results(
    jaxpr: Jaxpr, numbers: dict[Atom, int], own: frozenset[Var]
) -> list[ResultPlace | Literal]:
    """Where the outputs are; copies of inputs and of what is an output already."""
    found: list[ResultPlace | Literal] = []
    for k, x in enumerate(jaxpr.outvars):
        if isinstance(x, Literal):
            found.append(x)
        else:
            copied = x not in own or x in jaxpr.outvars[:k]
            found.append(ResultPlace(numbers[x], x.aval.shape, copied))
    return found
