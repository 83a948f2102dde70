"""What transformations make of a loop: from its form (`core/control.py`) to another form.

A form says whether the number of steps is known, an operand's value, or decided by a condition.
What is said here of the body holds for all three; nothing here binds an operation. Each function is
remembered, since loops are bound each time that they run outside of `jit`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.control import INDEX, LoopForm
from fjax.core.dtypes import is_inexact
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import cached_property, memo
from fjax.core.primitive import BatchAxis, Dims, Values, Zero
from fjax.core.rewrite import drop_dead, prune_body, without_effects
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.higher_order.carried import ahead, back, settled
from fjax.higher_order.chosen_updates import chosen_updates
from fjax.higher_order.lists import Batched, Flags, partition, select, split
from fjax.higher_order.recomputed import with_fewer_residuals
from fjax.higher_order.residuals import nbytes, stores_all
from fjax.interpreters.jvp import instantiate, jvp_jaxpr, zeros
from fjax.interpreters.linearize import partial_eval_jaxpr
from fjax.interpreters.staging import stage_closed
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import place_batch, vmap_jaxpr
from fjax.primitives.arithmetic import add
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.comparison import lt
from fjax.primitives.reductions import ReduceOr
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim, zero_jvp


def index_value(n: int) -> Array:
    """A loop counter's value."""
    return Array(np.asarray(n, np.int64), INDEX)


def quiet(form: LoopForm) -> LoopForm:
    """The loop without its effects, for when it runs again."""
    body = without_effects(form.body)
    return form if body is form.body else replace(form, body=body)


def _asking(form: LoopForm, arrange: Callable[[list[Var]], Sequence[Var]]) -> Jaxpr | None:
    """The condition of another carry, whose variables `arrange` gives for those of the old one."""
    if form.condition is None:
        return None
    consts, carry = split(form.condition.invars, form.condition_consts)
    return form.condition.replace(invars=[*consts, *arrange(carry)])


# ---- tangents


def _has_tangents(eqn: Equation) -> bool:
    """Whether tangents of an equation's operands give some of its results, as far as types say."""
    return type(eqn.op).jvp is not zero_jvp and all(is_inexact(v.aval.dtype) for v in eqn.outvars)


@memo(512)
def differentiated(form: LoopForm, nonzero: Flags) -> tuple[LoopForm, Flags]:
    """The loop with tangents beside the values that have one, and which outputs have one.

    `with_tangents` gives its operands; its outputs are the carry, its tangents, ys, their tangents.
    """
    form = replace(form, body=chosen_updates(form.body))  # before tangents choose, too
    _, consts, first, xs = form.groups(nonzero)

    carry, (jaxpr, has) = settled(
        first,
        lambda carry: jvp_jaxpr(form.body, (*consts, *carry, *xs), form.outputs(carry)),
        lambda found: found[1],
        ahead(form, _has_tangents),
    )
    n = len(form.body.invars)
    primals = split(jaxpr.invars[:n], form.n_consts, form.n_carry)
    tangents = split(jaxpr.invars[n:], sum(consts), sum(carry))
    finals, ys, final_tangents, ys_tangents = split(
        jaxpr.outvars, form.n_carry, form.n_ys, sum(carry)
    )
    body = jaxpr.replace(
        invars=[v for p, t in zip(primals, tangents, strict=True) for v in (*p, *t)],
        outvars=[*finals, *final_tangents, *ys, *ys_tangents],
    )
    inner = replace(
        form,
        body=body,
        n_consts=form.n_consts + sum(consts),
        n_carry=form.n_carry + sum(carry),
        condition=_asking(form, lambda own: [*own, *[Var(v.aval) for v in tangents[1]]]),
    )
    return inner, has


def with_tangents(form: LoopForm, primals: Values, tangents: Values, has: Flags) -> list[Any]:
    """The operands of the differentiated loop; `has` says which outputs have tangents."""
    leading, *values = form.groups(primals)
    _, consts, carry, xs = form.groups(tangents)
    given = (
        [t for t in consts if type(t) is not Zero],
        [instantiate(t) for t in select(has[: form.n_carry], carry)],
        [t for t in xs if type(t) is not Zero],
    )
    return [*leading, *[x for v, t in zip(values, given, strict=True) for x in (*v, *t)]]


# ---- batches


@memo(512)
def batched(form: LoopForm, axis: BatchAxis, dims: Batched) -> tuple[LoopForm, Batched, bool]:
    """The loop over batches, where its outputs are batched, and whether its examples end unevenly.

    Batched xs are so behind their first axis, a batched carry at the front. Where the condition
    gives an answer for each example, the loop goes on while one holds: it has to be `masked`.
    """
    leading, consts, carry_dims, xs = form.groups(dims)
    slices = [None if d is None else d - 1 for d in xs]

    def step(carry: Flags) -> tuple[Jaxpr, Batched]:
        inner = (*consts, *[0 if c else None for c in carry], *slices)
        return vmap_jaxpr(form.body, axis, inner, form.outputs(carry))

    _, (body, found) = settled(
        _present(carry_dims), step, lambda found: _present(found[1]), ahead(form)
    )
    ys_dims = [None if d is None else d + 1 for d in found[form.n_carry :]]
    out_dims, condition, uneven = (*found[: form.n_carry], *ys_dims), form.condition, False
    if condition is not None:
        asked, (dim,) = vmap_jaxpr(condition, axis, (*leading, *out_dims))
        condition, uneven = asked, dim is not None
        if uneven:
            condition = stage_closed(
                lambda *args: [ReduceOr((0,))(x) for x in evaluate_jaxpr(asked, args)],
                asked.in_avals,
            )
    return replace(form, body=body, condition=condition), out_dims, uneven


def _present(dims: Dims) -> list[bool]:
    return [d is not None for d in dims]


def placed(form: LoopForm, args: Values, dims: Dims, out_dims: Dims, axis: BatchAxis) -> list[Any]:
    """The operands with the carry batched where the loop's outputs are."""
    at = form.first_carry
    wanted = (*dims[:at], *out_dims[: form.n_carry], *dims[at + form.n_carry :])
    return [place_batch(x, d, w, axis) for x, d, w in zip(args, dims, wanted, strict=True)]


@memo(512)
def masked(form: LoopForm) -> LoopForm:
    """The loop that knows when it has ended: from then on, steps change nothing.

    Its first carried value is whether the condition has held so far, and that is its condition. Or
    it is the number of steps so far, and the first constant is how many there are. What the
    condition reads beside the carry becomes constants of the body.
    """
    condition, n_consts = form.condition, form.n_consts
    given = [INDEX] if condition is None else condition.in_avals[: form.condition_consts]
    state = INDEX if condition is None else condition.out_avals[0]

    def step(*args: Any) -> list[Any]:
        asked, consts, (now,), old, xs = split(args, len(given), n_consts, 1, form.n_carry)
        new = evaluate_jaxpr(form.body, [*consts, *old, *xs])
        active = lt(now, asked[0]) if condition is None else now
        kept = [where(active, x, y) for x, y in zip(new, old, strict=False)]
        if condition is None:
            now = add(now, index_value(1))
        else:
            now = bitwise_and(now, *evaluate_jaxpr(condition, [*asked, *kept]))
        return [now, *kept, *new[form.n_carry :]]

    avals = form.body.in_avals
    inputs = [*given, *avals[:n_consts], state, *avals[n_consts:]]
    carry = [Var(a) for a in (state, *avals[n_consts:])]
    return replace(
        form,
        body=chosen_updates(stage_closed(step, inputs, form.body.debug_name)),
        n_consts=len(given) + n_consts,
        n_carry=form.n_carry + 1,
        condition=condition and Jaxpr(carry, (), carry[:1]),
        condition_consts=0,
    )


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where a scalar condition holds, else y."""
    return select_n(BroadcastInDim(aval_of(x).shape, ())(condition), y, x)


@memo(512)
def with_condition(form: LoopForm, asks: bool) -> Jaxpr:
    """The body of (condition constants, own operands); if `asks`, it ends with the condition."""
    condition, n = form.condition, form.condition_consts
    assert condition is not None

    def step(*args: Any) -> list[Any]:
        outs = evaluate_jaxpr(form.body, args[n:])
        if asks:
            evaluate_jaxpr(condition, [*args[:n], *outs])
        return outs

    avals = [*condition.in_avals[:n], *form.body.in_avals]
    return stage_closed(step, avals, form.body.debug_name)


# ---- what is known, and the rest


@dataclass(frozen=True)
class Division:
    """The partial evaluation of a loop: the known loop, its residuals, and the remaining loop.

    `known` gives the known outputs and then, stacked, the residuals that exist only for the rest.
    The rest takes residuals that are the same in each step as its first constants (`fixed` computes
    them of the known ones), and others as its first xs: numbers among the known operands and the
    results.
    """

    form: LoopForm
    unknown: Flags  # the body's operands, with what the carry becomes
    undecided: bool  # the condition depends on unknown values
    known: LoopForm
    n_known: int
    fixed: Jaxpr
    stepped: tuple[int, ...]
    remainder: LoopForm
    out_unknown: Flags

    @property
    def carry_unknown(self) -> Flags:
        return self.unknown[self.form.n_consts : self.form.n_consts + self.form.n_carry]

    @property
    def runs(self) -> bool:
        """Whether there is something to run for the known values."""
        return bool(self.known.body.outvars or self.known.body.effects)

    @property
    def stored(self) -> list[ShapedArray]:
        """What each step stores only for the rest."""
        return self.known.body.out_avals[self.n_known :]

    @property
    def sizes(self) -> tuple[int, int]:
        """Bytes of the known carry, and of what one step stores."""
        return nbytes(self.known.body.out_avals[: self.known.n_carry]), nbytes(self.stored)

    def stores_all(self, budget: int | None) -> bool:
        """Whether the known loop stores the residuals of every step."""
        assert self.form.length is not None
        return stores_all(self.form.length, self.stored, budget)

    @cached_property
    def outputs_alone(self) -> LoopForm:
        """The known loop without residuals."""
        flags = [i < self.n_known for i in range(len(self.known.body.outvars))]
        return replace(self.known, body=drop_dead(self.known.body, flags)[0])

    def known_of(self, args: Values) -> list[Any]:
        """The known operands of the body."""
        return partition(self.unknown, args[self.form.leading :])[0]

    def unknown_of(self, args: Values) -> list[list[Any]]:
        """The unknown operands: constants, carry, xs."""
        pairs = list(zip(args[self.form.leading :], self.unknown, strict=True))
        groups = split(pairs, self.form.n_consts, self.form.n_carry)
        return [[a for a, u in group if u] for group in groups]


@memo(512)
def divided(form: LoopForm, unknown: Flags) -> Division:
    """The loop in two, by which of the body's operands are unknown."""
    consts, first, xs = split(unknown, form.n_consts, form.n_carry)

    carry, whole = settled(
        first,
        lambda carry: partial_eval_jaxpr(form.body, (*consts, *carry, *xs), form.outputs(carry)),
        lambda whole: whole.out_unknown,
        ahead(form),
    )
    n_consts, n_carry = len(consts) - sum(consts), len(carry) - sum(carry)
    whole = with_fewer_residuals(whole, n_consts, n_carry, form.length or 1)
    known, remainder = whole.known, whole.remainder
    n_known = len(whole.out_unknown) - sum(whole.out_unknown)
    places, fresh, invariant = _places(known, n_known, n_consts, n_carry)
    is_step = [place is not None for place in places]
    fixed, stepped = partition(is_step, remainder.invars[: len(places)])
    outside, _ = drop_dead(
        Jaxpr(
            known.invars[:n_consts],
            [e for e in known.eqns if invariant.issuperset(e.outvars) and not e.effects],
            partition(is_step, known.outvars[n_known:])[0],
            known.debug_name,
        ),
        [True] * len(fixed),
    )
    u_consts, u_carry, u_xs = split(remainder.invars[len(places) :], sum(consts), sum(carry))
    return Division(
        form,
        (*consts, *carry, *xs),
        _condition_reads(form, carry),
        replace(
            form,
            body=known.replace(outvars=[*known.outvars[:n_known], *fresh]),
            n_consts=n_consts,
            n_carry=n_carry,
            condition=_asking(form, lambda own: partition(carry, own)[0]),
        ),
        n_known,
        outside,
        tuple([place for place in places if place is not None]),
        LoopForm(
            _one_of(form.body, remainder, [*fixed, *u_consts, *u_carry, *stepped, *u_xs]),
            len(fixed) + sum(consts),
            sum(carry),
            form.length,
            form.reverse,
        ),
        whole.out_unknown,
    )


def _one_of(body: Jaxpr, remainder: Jaxpr, invars: Sequence[Var]) -> Jaxpr:
    """The remainder with these inputs; the body itself, whose inputs went apart, if it is all."""
    if remainder.eqns is body.eqns and remainder.outvars is body.outvars:
        return body.replace(invars=invars)
    return remainder.replace(invars=invars)


def _places(
    known: Jaxpr, n_known: int, n_consts: int, n_carry: int
) -> tuple[list[int | None], list[Atom], set[Var]]:
    """Where each residual is among operands and results; None for one that every step shares.

    Also what the known loop has to stack for the rest, and all that every step shares.
    """
    n_in = len(known.invars)
    invariant = set(known.invars[:n_consts])
    for eqn in known.eqns:
        if not eqn.effects and all(isinstance(x, Literal) or x in invariant for x in eqn.invars):
            invariant.update(eqn.outvars)
    first_xs, first_ys = n_consts + n_carry, n_in + n_carry
    found: dict[Atom, int | None] = dict.fromkeys(invariant)
    found.update(zip(known.invars[first_xs:], range(first_xs, n_in), strict=True))
    for i, y in enumerate(known.outvars[n_carry:n_known], first_ys):
        found.setdefault(y, i)
    fresh: list[Atom] = []
    places: list[int | None] = []
    for x in known.outvars[n_known:]:
        if not isinstance(x, Literal) and x not in found:
            found[x] = n_in + n_known + len(fresh)
            fresh.append(x)
        places.append(None if isinstance(x, Literal) else found[x])
    return places, fresh, invariant


def _condition_reads(form: LoopForm, flags: Sequence[bool]) -> bool:
    """Whether the condition depends on a flagged carried value."""
    return any(r and f for r, f in zip(_read_by_condition(form), flags, strict=True))


def _read_by_condition(form: LoopForm) -> list[bool]:
    """Which carried values the condition reads."""
    if form.condition is None:
        return [False] * form.n_carry
    return list(prune_body(form.condition, (True,))[1][form.condition_consts :])


@memo(512)
def counting(form: LoopForm) -> LoopForm:
    """The loop with the number of its steps as first carried value."""
    n, avals = form.n_consts, form.body.in_avals

    def step(*args: Any) -> list[Any]:
        count = add(args[n], index_value(1))
        return [count, *evaluate_jaxpr(form.body, [*args[:n], *args[n + 1 :]])]

    return replace(
        form,
        body=stage_closed(step, [*avals[:n], INDEX, *avals[n:]], form.body.debug_name),
        n_carry=form.n_carry + 1,
        condition=_asking(form, lambda own: [Var(INDEX), *own]),
    )


# ---- cotangents


@memo(512)
def transposed(form: LoopForm, linear: Flags, nonzero: Flags) -> tuple[LoopForm, tuple[int, ...]]:
    """The loop run backwards on cotangents, and the operand that each of its outputs belongs to.

    All of the carry is linear. `with_cotangents` gives the operands: those that are not linear, as
    constants and xs; sums of what the steps add to the cotangents of linear constants, and the
    cotangents of the carry, as carry; and the cotangents of the ys, as xs.
    """
    consts, _, xs = split(linear, form.n_consts, form.n_carry)
    flags = (*consts, *[True] * form.n_carry, *xs)
    first, ys = split(nonzero, form.n_carry)

    carry, (jaxpr, has) = settled(
        first,
        lambda carry: transpose_jaxpr(form.body, flags, (*carry, *ys)),
        lambda found: found[1][sum(consts) :],
        back(form),
    )
    const_has, carry_has, xs_has = split(has, sum(consts), form.n_carry)
    numbers = split(range(len(flags)), form.n_consts, form.n_carry)
    targets = (
        select(const_has, select(consts, numbers[0])),
        select(carry, numbers[1]),
        select(xs_has, select(xs, numbers[2])),
    )
    avals = form.body.in_avals
    out_avals = form.body.out_avals
    carry_avals = select(carry, out_avals[: form.n_carry])
    groups = (
        [avals[i] for i in numbers[0] if not flags[i]],
        [avals[i] for i in targets[0]],
        carry_avals,
        [avals[i] for i in numbers[2] if not flags[i]],
        select(ys, out_avals[form.n_carry :]),
    )

    def body(*args: Any) -> list[Any]:
        other_consts, sums, ct_carry, other_xs, ct_ys = split(args, *map(len, groups[:4]))
        results = iter(evaluate_jaxpr(jaxpr, [*other_consts, *other_xs, *ct_carry, *ct_ys]))
        return [
            *[add(a, next(results)) for a in sums],
            *[
                next(results) if h else zeros(a)
                for h, a in zip(select(carry, carry_has), carry_avals, strict=True)
            ],
            *results,
        ]

    made = stage_closed(body, [a for group in groups for a in group], jaxpr.debug_name)
    n_carry = len(targets[0]) + len(targets[1])
    inner = LoopForm(made, len(groups[0]), n_carry, form.length, not form.reverse)
    return inner, tuple(i for group in targets for i in group)


def initial_cotangents(
    form: LoopForm, targets: Sequence[int], args: Values, cotangents: Values
) -> list[Any]:
    """The carry with which a transposed loop begins."""
    n = form.n_consts
    return [
        zeros(args[i].aval) if i < n else instantiate(cotangents[i - n])
        for i in targets
        if i < n + form.n_carry
    ]


# ---- what is not needed


def pruned(form: LoopForm, used: Sequence[bool]) -> tuple[LoopForm, list[bool], list[bool]]:
    """The loop of the used outputs; which operands and which outputs stay."""
    wanted, ys = split(used, form.n_carry)
    wanted = [a or b for a, b in zip(wanted, _read_by_condition(form), strict=True)]
    n, m = form.n_consts, form.n_consts + form.n_carry

    def step(carry: Flags) -> tuple[Jaxpr, Flags]:
        keep = (*[False] * n, *carry, *[False] * (len(form.body.invars) - m))
        return prune_body(form.body, (*carry, *ys), keep)

    carry, (body, stays) = settled(wanted, step, lambda found: found[1][n:m], back(form))
    condition = form.condition if all(carry) else _asking(form, lambda own: select(carry, own))
    inner = replace(
        form, body=body, n_consts=sum(stays[:n]), n_carry=sum(carry), condition=condition
    )
    return inner, [*[True] * form.leading, *stays], [*carry, *ys]


def forwarding(form: LoopForm) -> tuple[LoopForm, Flags, Batched]:
    """The loop without what it only passes on: which carry, and which ys are which of the xs.

    A carried value that every step passes on becomes a constant, of the condition too.
    """
    consts, carry, xs = split(form.body.invars, form.n_consts, form.n_carry)
    finals, ys = split(form.body.outvars, form.n_carry)
    constant = tuple(a is b for a, b in zip(carry, finals, strict=True))
    place = {v: i for i, v in enumerate(xs)}
    scanned = tuple(place.get(y) if isinstance(y, Var) else None for y in ys)
    endless = form.condition is not None and all(constant)
    if endless or not any(constant) and all(i is None for i in scanned):
        return form, (False,) * len(constant), (None,) * len(scanned)
    kept, fixed = partition(constant, carry)
    outs, _ = partition(constant, finals)
    fresh = [y for y, i in zip(ys, scanned, strict=True) if i is None]
    body = form.body.replace(invars=[*consts, *fixed, *kept, *xs], outvars=[*outs, *fresh])

    def arrange(own: list[Var]) -> list[Var]:
        others, first = partition(constant, own)
        return [*first, *others]

    asked = len(fixed) if form.condition is not None else 0
    smaller = replace(
        form,
        body=body,
        n_consts=form.n_consts + len(fixed),
        n_carry=len(kept),
        condition=_asking(form, arrange),
        condition_consts=form.condition_consts + asked,
    )
    return smaller, constant, scanned
