"""Loop-invariant code motion: what is the same in all steps of a loop is computed before it.

Values leave a loop where computing them takes clearly longer than reading them, and where they do
not take more memory than the loop does. Loops are differentiated in this form: cotangents of such a
value are summed over the steps, and go through the derivative once.
"""

from __future__ import annotations

from dataclasses import replace

from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.kinds import Role
from fjax.core.memo import memo
from fjax.core.rewrite import read_from, replaced_in, without_dead
from fjax.dataclass import dataclass
from fjax.higher_order.recomputed import operations_of
from fjax.higher_order.residuals import nbytes

FEW = 16  # operations for an element that may take no longer than reading it
UNBOUNDED = 1 << 40  # operations of what takes more for an element the more there are
FREE_BYTES = 1 << 24  # of values that a loop may always read; beyond, as many as it has already


@dataclass(frozen=True)
class Hoisted:
    """A loop, and the part of its body that runs before it.

    before: the program of the body's constants that gives the values. form: the loop with these as
    constants behind its own.
    """

    before: Jaxpr
    form: LoopForm


@memo(1024)
def hoisted(form: LoopForm) -> Hoisted | None:
    """The loop without what is the same in each of its steps; None if it has nothing costly."""
    body, n = form.body, form.n_consts
    if form.length is not None and form.length < 2:
        return None
    fixed, costs = _fixed(form)
    values = _worth_reading(form, fixed, costs)
    own = nbytes([v.aval for v in (*body.invars, *body.outvars)])
    if nbytes([v.aval for v in values]) > max(FREE_BYTES, own):
        values = [v for v in values if body.producer[v].op.role is Role.OPAQUE]
    if not values:
        return None
    before = Jaxpr(body.invars[:n], [e for e in body.eqns if e in fixed], values, body.debug_name)
    fresh = [Var(v.aval) for v in values]
    read: dict[Var, Atom] = dict(zip(values, fresh, strict=True))
    inside = Jaxpr(
        [*body.invars[:n], *fresh, *body.invars[n:]],
        [read_from(e, read) for e in body.eqns],
        replaced_in(body.outvars, read),
        body.debug_name,
    )
    return Hoisted(
        without_dead(before), replace(form, body=without_dead(inside), n_consts=n + len(values))
    )


def _fixed(form: LoopForm) -> tuple[set[Equation], dict[Atom, int]]:
    """The equations that give the same in each step, and the operations that a result takes."""
    costs: dict[Atom, int] = dict.fromkeys(form.body.invars[: form.n_consts], 0)
    fixed: set[Equation] = set()
    for eqn in form.body.eqns:
        op, operands = eqn.op, [x for x in eqn.invars if isinstance(x, Var)]
        if op.effects or op.axis_names or not all(x in costs for x in operands):
            continue
        if form.length is None and op.loop() is not None:
            continue  # it might never end, in a loop that takes no step
        fixed.add(eqn)
        cost = min(_cost(eqn) + sum([costs[x] for x in operands]), UNBOUNDED)
        costs.update(dict.fromkeys(eqn.outvars, cost))
    return fixed, costs


def _cost(eqn: Equation) -> int:
    """About how many operations an equation takes."""
    if eqn.op.role is Role.INDEX:
        return 0
    each = operations_of(eqn)
    return UNBOUNDED if each is None else each * eqn.outvars[0].aval.size


def _worth_reading(form: LoopForm, fixed: set[Equation], costs: dict[Atom, int]) -> list[Var]:
    """The values that steps need and that take long to compute, before their elements are moved."""
    body = form.body
    reads: dict[Var, int] = {}  # the elements of a value that a step reads
    needed = [(x, _read(e, x)) for e in body.eqns if e not in fixed for x in e.invars]
    for x, count in (*needed, *[(x, x.aval.size) for x in body.outvars]):
        made = body.producer.get(x)
        while made is not None and made.op.role is Role.INDEX and len(made.invars) == 1:
            (inner,) = made.invars
            if inner.aval.size > x.aval.size:
                break
            x, made = inner, body.producer.get(inner)
        if isinstance(x, Var) and made in fixed and costs[x] >= FEW * max(x.aval.size, 1):
            reads[x] = max(reads.get(x, 0), min(count, x.aval.size))
    steps = UNBOUNDED if form.length is None else form.length
    return [x for x, count in reads.items() if count * steps >= x.aval.size]


def _read(eqn: Equation, x: Atom) -> int:
    """About how many elements of x an equation reads."""
    is_part = eqn.op.role is Role.INDEX
    return min(x.aval.size, sum(v.aval.size for v in eqn.outvars)) if is_part else x.aval.size
