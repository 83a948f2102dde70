"""scan: a loop of known length with carried values, stacked inputs and stacked outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.dead import drop_dead
from fjax.core.device import common_placement
from fjax.core.evaluate import execute, execute_loop
from fjax.core.fresh import empty
from fjax.core.ir import Jaxpr, Literal, Var
from fjax.core.primitive import BatchAxis, Linear, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.errors import InvalidIRError
from fjax.higher_order.chunks import checkpointed, unrolled
from fjax.higher_order.common import HigherOrder, concrete, op_memo
from fjax.higher_order.deferred import transpose_flat
from fjax.higher_order.effects import without_effects
from fjax.higher_order.lists import merge, partition, select, split
from fjax.higher_order.residuals import nbytes, stores_all
from fjax.higher_order.saving import saving_steps
from fjax.higher_order.tangents import linear_flags, nonzero_flags, with_zeros
from fjax.interpreters.jvp import jvp_jaxpr, zeros
from fjax.interpreters.linearize import partial_eval_jaxpr
from fjax.interpreters.staging import evaluate_jaxpr, stage_closed
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import place_batch, vmap_jaxpr
from fjax.primitives.arithmetic import add
from fjax.primitives.structure import move_axis


def stacked(aval: ShapedArray, length: int) -> ShapedArray:
    """The aval of `length` such values along a new first axis."""
    return aval.update(shape=(length, *aval.shape))


@primitive
class Scan(HigherOrder):
    """Run `jaxpr`: (constants, carry, slices) -> (carry, slices) `length` times.

    Operands are the constants, the initial carry and arrays whose first axis is the loop's. Outputs
    are the final carry and the stacked slices. `reverse` runs from the last slice to the first;
    `unroll` is how many steps a compiled loop writes out in one iteration.
    """

    name = "scan"
    jaxpr: Jaxpr
    length: int
    reverse: bool = False
    unroll: int = 1
    n_consts: int = 0
    n_carry: int = 0
    residual_budget: int | None = None  # bytes; None for what the configuration says

    @property
    def n_ys(self) -> int:
        """How many outputs are stacked."""
        return len(self.jaxpr.outvars) - self.n_carry

    # ---- typing and evaluation

    def operand_avals(self):
        n = self.n_consts + self.n_carry
        avals = self.jaxpr.in_avals
        return [*avals[:n], *[stacked(a, self.length) for a in avals[n:]]]

    def result_type(self, *avals: ShapedArray):
        expected = self.operand_avals()
        if [(a.shape, a.dtype) for a in avals] != [(a.shape, a.dtype) for a in expected]:
            raise InvalidIRError(
                f"scan: operands {', '.join(map(str, avals))} do not fit its jaxpr, "
                f"which takes {', '.join(map(str, expected))}"
            )
        carry = self.jaxpr.in_avals[self.n_consts : self.n_consts + self.n_carry]
        finals, ys = split(self.jaxpr.out_avals, self.n_carry)
        if [(a.shape, a.dtype) for a in carry] != [(a.shape, a.dtype) for a in finals]:
            raise InvalidIRError(
                f"scan: its jaxpr carries {', '.join(map(str, carry))} in but "
                f"{', '.join(map(str, finals))} out"
            )
        return [*carry, *[stacked(a, self.length) for a in ys]]

    def run(self, *args: Any):
        values = concrete(args)
        outs = execute_loop(self, values)
        if outs is not None:
            return outs
        out_avals = self.result_type(*[a.aval for a in values])
        place = (
            common_placement([a.placement for a in values], self.name)
            if any(a.placement is not None for a in values)
            else None
        )
        consts, carry, xs = split(values, self.n_consts, self.n_carry)
        buffers = [
            (x._live(), v.aval)
            for x, v in zip(xs, self.jaxpr.invars[self.n_consts + self.n_carry :], strict=True)
        ]
        stacks = [empty(a.shape, dtypes.physical(a.dtype)) for a in out_avals[self.n_carry :]]
        steps = range(self.length)
        for i in reversed(steps) if self.reverse else steps:
            slices = [Array(np.asarray(b[i]), aval, place) for b, aval in buffers]
            outs = execute(self.jaxpr, [*consts, *carry, *slices])
            carry = outs[: self.n_carry]
            for stack, out in zip(stacks, outs[self.n_carry :], strict=True):
                stack[i] = out._live()
        return [
            Array(b, aval, place)
            for b, aval in zip([*[c._live() for c in carry], *stacks], out_avals, strict=True)
        ]

    def inline(self):
        return unrolled(self) if min(self.unroll, self.length) > 1 else None

    def loop(self):
        return LoopForm(self.jaxpr, self.n_consts, self.n_carry, self.length, self.reverse)

    def with_loop(self, form: LoopForm):
        return self.replace(
            jaxpr=form.body,
            n_consts=form.n_consts,
            n_carry=form.n_carry,
            length=form.length,
            reverse=form.reverse,
        )

    # ---- transformations

    def jvp(self, primals, tangents):
        nonzero = nonzero_flags(tangents)
        op, has_tangent = _jvp(self, nonzero)
        groups = zip(
            split(primals, self.n_consts, self.n_carry),
            self._tangent_groups(tangents, nonzero, has_tangent),
            strict=True,
        )
        results = op(*[x for group in groups for part in group for x in part])
        n_ys = self.n_ys
        carry_tangents = sum(has_tangent[: self.n_carry])
        carry, carry_t, ys, ys_t = split(results, self.n_carry, carry_tangents, n_ys)
        out_avals = [aval_of(o) for o in (*carry, *ys)]
        return [*carry, *ys], with_zeros(has_tangent, out_avals, [*carry_t, *ys_t])

    def _tangent_groups(
        self, tangents: Sequence[Any], nonzero: Sequence[bool], has_tangent: Sequence[bool]
    ) -> list[list[Any]]:
        """Tangents of constants, carry and slices; of the carry all that become nonzero."""
        consts, carry, xs = split(
            list(zip(tangents, nonzero, strict=True)), self.n_consts, self.n_carry
        )
        carry_tangents = [
            zeros(t.aval) if type(t) is Zero else t
            for (t, _), h in zip(carry, has_tangent, strict=False)
            if h
        ]
        return [[t for t, n in consts if n], carry_tangents, [t for t, n in xs if n]]

    def partial_eval(self, record, unknown, args):
        parts = _partial_eval(self, tuple(unknown))
        known_args = parts.select_known(args)
        if not parts.stores_all():
            known = parts.without_residuals()(*known_args) if parts.n_known else []
            rest = record(self.replace(jaxpr=without_effects(self.jaxpr)), args)
            return merge(parts.out_unknown, known, select(parts.out_unknown, rest))
        results = parts.known(*known_args) if parts.known is not None else []
        hoisted = evaluate_jaxpr(parts.hoisted, known_args[: len(parts.hoisted.invars)])
        outs, fresh = results[: parts.n_known], results[parts.n_known :]
        groups = {"input": known_args, "output": outs, "fresh": fresh, "hoisted": hoisted}
        invariant = [groups[kind][i] for kind, i in parts.invariant]
        per_step = [groups[kind][i] for kind, i in parts.per_step]
        consts, carry, xs = parts.select_unknown(args)
        rest = (
            record(parts.remainder, [*invariant, *consts, *carry, *per_step, *xs])
            if any(parts.out_unknown) or parts.remainder.effects
            else []
        )
        return merge(parts.out_unknown, outs, rest)

    def checked(self, checker, args):
        part, n = checker.body(self.jaxpr), self.n_consts
        arrays = part.reports.none()
        op = self.replace(jaxpr=part.carrying(n), n_carry=self.n_carry + len(arrays))
        return checker.absorb(part.reports, op(*args[:n], *arrays, *args[n:]))

    def check_residuals(self, unknown: Sequence[bool]) -> None:
        """Raise if reverse mode would store more than the budget."""
        _partial_eval(self, tuple(unknown)).stores_all()

    def transpose(self, cotangents, *args):
        linear = linear_flags(args)
        if any(_linear_carry(self, linear)[i] is False for i in range(self.n_carry)):
            return self._transpose_after_split(cotangents, linear, args)
        op, plan = _transpose(self, linear, nonzero_flags(cotangents))
        consts, carry, xs = split(args, self.n_consts, self.n_carry)
        ct_carry = [
            c if type(c) is not Zero else zeros(a.aval)
            for c, a, n in zip(cotangents, carry, plan.carry_nonzero, strict=False)
            if n
        ]
        ct_ys = [c for c in cotangents[self.n_carry :] if type(c) is not Zero]
        accumulators = [
            zeros(a.aval)
            for a, n in zip(select(linear_flags(consts), consts), plan.const_nonzero, strict=True)
            if n
        ]
        results = op(
            *[a for a in consts if type(a) is not Linear],
            *accumulators,
            *ct_carry,
            *[a for a in xs if type(a) is not Linear],
            *ct_ys,
        )
        return self._distribute(args, plan, results)

    def _distribute(
        self, args: Sequence[Any], plan: _TransposePlan, results: Sequence[Any]
    ) -> list[Any]:
        """The transposed loop's results as one cotangent per operand."""
        given = iter(results)
        flags = iter((*plan.const_nonzero, *plan.carry_nonzero, *plan.xs_nonzero))
        consts, carry, xs = split(args, self.n_consts, self.n_carry)
        found: list[Any] = []
        for arg in consts:
            found.append(next(given) if type(arg) is Linear and next(flags) else None)
        for arg in carry:
            value = next(given) if next(flags) else None
            found.append(value if type(arg) is Linear else None)
        for arg in xs:
            found.append(next(given) if type(arg) is Linear and next(flags) else None)
        return [
            Zero(a.aval) if f is None and type(a) is Linear else f
            for a, f in zip(args, found, strict=True)
        ]

    def _transpose_after_split(
        self, cotangents: Sequence[Any], linear: Sequence[bool], args: Sequence[Any]
    ) -> list[Any]:
        """Transpose a loop that also carries values which are not linear: compute those first."""
        parts = _partial_eval(self, tuple(linear))
        if not parts.stores_all():
            return transpose_flat(lambda *xs: checkpointed(self, parts.sizes, xs), args, cotangents)
        recorded: list[Any] = []

        def record(op: Any, operands: Sequence[Any]) -> list[Any]:
            recorded[:] = op, operands
            return [None] * len(op.jaxpr.outvars)

        self.partial_eval(record, linear, args)
        op, operands = recorded
        found = op.transpose(select(parts.out_unknown, cotangents), *operands)
        by_operand = {id(x): c for x, c in zip(operands, found, strict=True) if type(x) is Linear}
        return [by_operand.get(id(a), Zero(a.aval)) if type(a) is Linear else None for a in args]

    def batch(self, axis: BatchAxis, args, dims):
        n = self.n_consts + self.n_carry
        xs_batched_first = [d == 0 for d in dims[n:]]
        xs = [
            move_axis(x, 0, 1) if first else x
            for x, first in zip(args[n:], xs_batched_first, strict=True)
        ]
        xs_dims = [None if d is None else max(d, 1) for d in dims[n:]]
        op, out_dims = _batch(self, axis, (*dims[:n], *xs_dims))
        carry = [
            place_batch(x, d, w, axis)
            for x, d, w in zip(
                args[self.n_consts : n], dims[self.n_consts : n], out_dims, strict=False
            )
        ]
        return op(*args[: self.n_consts], *carry, *xs), out_dims

    def saving(self, split):
        return saving_steps(self, split, lambda aval: stacked(aval, self.length))

    def drop_unused(self, used):
        carry_used = list(used[: self.n_carry])
        while True:
            keep = (
                [False] * self.n_consts
                + carry_used
                + [False] * (len(self.jaxpr.invars) - self.n_consts - self.n_carry)
            )
            jaxpr, stays = drop_dead(self.jaxpr, [*carry_used, *used[self.n_carry :]], keep)
            needed = stays[self.n_consts : self.n_consts + self.n_carry]
            if needed == carry_used:
                break
            carry_used = needed
        op = self.replace(
            jaxpr=jaxpr, n_consts=sum(stays[: self.n_consts]), n_carry=sum(carry_used)
        )
        return op, stays, [*carry_used, *used[self.n_carry :]]


def bind_scan(op: Scan, args: Sequence[Any]) -> list[Any]:
    """The outputs of a loop, without carrying what never changes or stacking what was scanned over.

    A carried value that every step passes on becomes a constant; an output that is the step's own
    slice is the array that the slices come from.
    """
    smaller, constant, scanned = _forwarding(op)
    if smaller is op:
        return op(*args)
    consts, carry, xs = split(args, op.n_consts, op.n_carry)
    kept, fixed = partition(constant, carry)
    useful = smaller.jaxpr.outvars or smaller.jaxpr.effects
    results = smaller(*consts, *fixed, *kept, *xs) if useful else []
    new = iter(results[len(kept) :])
    return [
        *merge(constant, results[: len(kept)], fixed),
        *[next(new) if i is None else xs[i] for i in scanned],
    ]


@op_memo
def _forwarding(op: Scan) -> tuple[Scan, tuple[bool, ...], tuple[int | None, ...]]:
    """The loop without what it only passes on; which carry and which outputs that is."""
    consts, carry, xs = split(op.jaxpr.invars, op.n_consts, op.n_carry)
    finals, ys = split(op.jaxpr.outvars, op.n_carry)
    constant = tuple(a is b for a, b in zip(carry, finals, strict=True))
    place = {v: i for i, v in enumerate(xs)}
    scanned = tuple(place.get(y) if isinstance(y, Var) else None for y in ys)
    if not any(constant) and all(i is None for i in scanned):
        return op, constant, scanned
    kept, fixed = partition(constant, carry)
    outs = [v for v, c in zip(finals, constant, strict=True) if not c]
    fresh = [y for y, i in zip(ys, scanned, strict=True) if i is None]
    jaxpr = op.jaxpr.replace(invars=[*consts, *fixed, *kept, *xs], outvars=[*outs, *fresh])
    smaller = op.replace(jaxpr=jaxpr, n_consts=len(consts) + len(fixed), n_carry=len(kept))
    return smaller, constant, scanned


# ---- derivation of the transformed loops, once per loop and situation


@op_memo
def _jvp(op: Scan, nonzero: tuple[bool, ...]) -> tuple[Scan, tuple[bool, ...]]:
    """The loop with tangents beside the nonzero values, and which outputs have one."""
    consts, carry, xs = split(nonzero, op.n_consts, op.n_carry)
    n_ys = op.n_ys
    while True:
        jaxpr, has = jvp_jaxpr(op.jaxpr, (*consts, *carry, *xs), (*carry, *[False] * n_ys))
        if list(has[: op.n_carry]) == carry:
            break
        carry = [a or b for a, b in zip(carry, has, strict=False)]
    primals = split(jaxpr.invars[: len(op.jaxpr.invars)], op.n_consts, op.n_carry)
    tangents = split(jaxpr.invars[len(op.jaxpr.invars) :], sum(consts), sum(carry))
    outs = split(jaxpr.outvars, op.n_carry, n_ys, sum(carry))
    jaxpr = jaxpr.replace(
        invars=[v for p, t in zip(primals, tangents, strict=True) for v in (*p, *t)],
        outvars=[*outs[0], *outs[2], *outs[1], *outs[3]],
    )
    return op.replace(
        jaxpr=jaxpr, n_consts=op.n_consts + sum(consts), n_carry=op.n_carry + sum(carry)
    ), has


@dataclass(frozen=True)
class _PartialScan:
    """A loop in two: the known one, what it hands over, and the rest.

    A residual is (where, index): an "input" or "output" of the known loop, a "fresh" stacked output
    that exists for it alone, or a loop-invariant value "hoisted" out of the loop.
    """

    op: Scan
    unknown: tuple[bool, ...]  # with the carry's fixpoint
    known: Scan | None
    n_known: int
    hoisted: Jaxpr  # known constants -> loop-invariant residuals
    invariant: tuple[tuple[str, int], ...]
    per_step: tuple[tuple[str, int], ...]
    remainder: Scan
    out_unknown: tuple[bool, ...]

    @property
    def sizes(self) -> tuple[int, int]:
        """Bytes of the known carry, and of what one step stores for the rest alone."""
        assert self.known is not None
        outs = self.known.jaxpr.out_avals
        return nbytes(outs[: self.known.n_carry]), nbytes(outs[self.n_known :])

    def stores_all(self) -> bool:
        """Whether the known loop stores the residuals of every step."""
        if self.known is None:
            return True
        fresh = self.known.jaxpr.out_avals[self.n_known :]
        return stores_all(self.op.length, fresh, self.op.residual_budget)

    def without_residuals(self) -> Scan:
        """The known loop with its outputs alone."""
        assert self.known is not None
        outs = self.known.jaxpr.outvars[: self.n_known]
        return self.known.replace(jaxpr=self.known.jaxpr.replace(outvars=outs))

    def select_known(self, args: Sequence[Any]) -> list[Any]:
        return [a for a, u in zip(args, self.unknown, strict=True) if not u]

    def select_unknown(self, args: Sequence[Any]) -> list[list[Any]]:
        chosen = [
            [a for a, u in group if u]
            for group in split(
                list(zip(args, self.unknown, strict=True)), self.op.n_consts, self.op.n_carry
            )
        ]
        return chosen


@op_memo
def _partial_eval(op: Scan, unknown: tuple[bool, ...]) -> _PartialScan:
    """Split the loop by which operands are unknown."""
    consts, carry, xs = split(unknown, op.n_consts, op.n_carry)
    n_ys = op.n_ys
    while True:
        whole = partial_eval_jaxpr(op.jaxpr, (*consts, *carry, *xs), (*carry, *[False] * n_ys))
        if list(whole.out_unknown[: op.n_carry]) == carry:
            break
        carry = [a or b for a, b in zip(carry, whole.out_unknown, strict=False)]
    flags = (*consts, *carry, *xs)
    known, remainder = whole.known, whole.remainder
    n_known = len(whole.out_unknown) - sum(whole.out_unknown)
    known_consts = op.n_consts - sum(consts)
    known_carry = op.n_carry - sum(carry)
    places, fresh, hoisted = _place_residuals(known, n_known, known_consts, known_carry)
    loop = known.replace(outvars=[*known.outvars[:n_known], *fresh])
    known_op = (
        op.replace(jaxpr=loop, n_consts=known_consts, n_carry=known_carry)
        if loop.outvars or loop.effects
        else None
    )
    n_residuals = len(places)
    is_step = [not invariant for invariant, _ in places]
    residual_vars = remainder.invars[:n_residuals]
    u_consts, u_carry, u_xs = split(remainder.invars[n_residuals:], sum(consts), sum(carry))
    fixed, stepped = partition(is_step, residual_vars)
    rest = op.replace(
        jaxpr=remainder.replace(invars=[*fixed, *u_consts, *u_carry, *stepped, *u_xs]),
        n_consts=len(fixed) + sum(consts),
        n_carry=sum(carry),
    )
    fixed_places, step_places = partition(is_step, [p for _, p in places])
    return _PartialScan(
        op,
        flags,
        known_op,
        n_known,
        hoisted,
        tuple(fixed_places),
        tuple(step_places),
        rest,
        whole.out_unknown,
    )


def _place_residuals(
    known: Jaxpr, n_known: int, n_consts: int, n_carry: int
) -> tuple[list[tuple[bool, tuple[str, int]]], list[Var], Jaxpr]:
    """Where each residual of the known loop comes from: (loop-invariant?, place)."""
    constants = known.invars[:n_consts]
    invariant = _invariant_variables(known, constants)
    places: dict[Any, tuple[bool, tuple[str, int]]] = {}
    for i, v in enumerate(known.invars):
        if i < n_consts or i >= n_consts + n_carry:
            places[v] = (i < n_consts, ("input", i))
    for i, x in enumerate(known.outvars[n_carry:n_known]):
        if isinstance(x, Var) and x not in invariant:
            places.setdefault(x, (False, ("output", n_carry + i)))
    fresh: list[Any] = []
    hoisted: list[Any] = []
    residuals = known.outvars[n_known:]
    for x in residuals:
        if x in places:
            continue
        if isinstance(x, Literal) or x in invariant:
            places[x] = (True, ("hoisted", len(hoisted)))
            hoisted.append(x)
        else:
            places[x] = (False, ("fresh", len(fresh)))
            fresh.append(x)
    outside = Jaxpr(
        constants,
        [e for e in known.eqns if all(v in invariant for v in e.outvars) and not e.effects],
        hoisted,
        known.debug_name,
    )
    outside, _ = drop_dead(outside, [True] * len(hoisted))
    return [places[x] for x in residuals], fresh, outside


def _invariant_variables(jaxpr: Jaxpr, constants: Sequence[Var]) -> set[Var]:
    """The variables that are the same in every step."""
    found = set(constants)
    for eqn in jaxpr.eqns:
        if not eqn.effects and all(isinstance(x, Literal) or x in found for x in eqn.invars):
            found.update(eqn.outvars)
    return found


@op_memo
def _linear_carry(op: Scan, linear: tuple[bool, ...]) -> tuple[bool, ...]:
    """Which carried values are, or become, linear in the linear operands."""
    return _partial_eval(op, linear).unknown[op.n_consts : op.n_consts + op.n_carry]


@dataclass(frozen=True)
class _TransposePlan:
    """Which linear constants, which carried values and which linear slices get a cotangent."""

    const_nonzero: tuple[bool, ...]
    carry_nonzero: tuple[bool, ...]
    xs_nonzero: tuple[bool, ...]


@op_memo
def _transpose(
    op: Scan, linear: tuple[bool, ...], nonzero: tuple[bool, ...]
) -> tuple[Scan, _TransposePlan]:
    """The loop run backwards on cotangents; those of constants accumulate in the carry.

    Its constants are the constants that are not linear, its carry the accumulators and the
    cotangents of the carry, its slices those that are not linear and the cotangents of the outputs.
    """
    consts, _, xs = split(linear, op.n_consts, op.n_carry)
    flags = (*consts, *[True] * op.n_carry, *xs)
    carry, ys = split(nonzero, op.n_carry)
    while True:
        jaxpr, has = transpose_jaxpr(op.jaxpr, flags, (*carry, *ys))
        const_has, carry_has, xs_has = split(has, sum(consts), op.n_carry)
        grown = [a or b for a, b in zip(carry, carry_has, strict=True)]
        if grown == carry:
            break
        carry = grown
    plan = _TransposePlan(tuple(const_has), tuple(carry), tuple(xs_has))
    others = split(
        [v.aval for v, f in zip(op.jaxpr.invars, flags, strict=True) if not f],
        len(consts) - sum(consts),
    )
    const_avals = select(
        const_has, [v.aval for v, f in zip(op.jaxpr.invars, consts, strict=False) if f]
    )
    out_avals = op.jaxpr.out_avals
    carry_avals = select(carry, out_avals[: op.n_carry])
    sizes = len(others[0]), len(const_avals), len(carry_avals), len(others[1])

    def body(*args: Any) -> list[Any]:
        other_consts, accumulated, ct_carry, other_xs, ct_ys = split(args, *sizes)
        results = iter(evaluate_jaxpr(jaxpr, [*other_consts, *other_xs, *ct_carry, *ct_ys]))
        sums = [add(a, next(results)) for a in accumulated]
        new_carry = [
            next(results) if h else zeros(a)
            for h, a in zip(select(carry, carry_has), carry_avals, strict=True)
        ]
        return [*sums, *new_carry, *results]

    avals = [
        *others[0],
        *const_avals,
        *carry_avals,
        *others[1],
        *select(ys, out_avals[op.n_carry :]),
    ]
    transposed = stage_closed(body, avals, jaxpr.debug_name)
    return op.replace(
        jaxpr=transposed, reverse=not op.reverse, n_consts=sizes[0], n_carry=sizes[1] + sizes[2]
    ), plan


@op_memo
def _batch(
    op: Scan, axis: BatchAxis, dims: tuple[int | None, ...]
) -> tuple[Scan, tuple[int | None, ...]]:
    """The loop over batches; a carried value is batched if it ever becomes so."""
    consts, carry_dims, xs = split(dims, op.n_consts, op.n_carry)
    carry = [d is not None for d in carry_dims]
    slices = [None if d is None else d - 1 for d in xs]
    n_ys = op.n_ys
    while True:
        inner = (*consts, *[0 if c else None for c in carry], *slices)
        jaxpr, out_dims = vmap_jaxpr(op.jaxpr, axis, inner, (*carry, *[False] * n_ys))
        found = [d is not None for d in out_dims[: op.n_carry]]
        if found == carry:
            break
        carry = [a or b for a, b in zip(carry, found, strict=True)]
    stacked_dims = [None if d is None else d + 1 for d in out_dims[op.n_carry :]]
    return op.replace(jaxpr=jaxpr), (*out_dims[: op.n_carry], *stacked_dims)
