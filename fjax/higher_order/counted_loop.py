"""Loops whose trip count is an operand: what reverse mode makes of a while loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from fjax.core.array import is_known
from fjax.core.avals import ShapedArray
from fjax.core.control import INDEX, LoopForm
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import cached_property
from fjax.core.primitive import BatchAxis, Dims, Pruned, Record, Values, primitive
from fjax.core.tracing import aval_of, results_on_meta
from fjax.higher_order.common import HigherOrder, check_types, concrete, op_memo
from fjax.higher_order.deferred import Deferred, transpose_flat
from fjax.higher_order.lists import linear_flags, merge, nonzero_flags, select, split, with_zeros
from fjax.higher_order.loop import Loop, by_operand, derived
from fjax.higher_order.loop_forms import (
    batched,
    differentiated,
    divided,
    index_value,
    initial_cotangents,
    masked,
    placed,
    pruned,
    quiet,
    transposed,
    where,
    with_tangents,
)
from fjax.higher_order.residuals import budget_of, level, nbytes, stores_all
from fjax.higher_order.scan import Scan
from fjax.interpreters.jvp import JVPTracer, jvp_flat
from fjax.interpreters.staging import stage_closed
from fjax.interpreters.vmap import BatchTracer
from fjax.primitives.comparison import lt
from fjax.primitives.reductions import ReduceMax

T = TypeVar("T")


@primitive
class CountedLoop(Loop):
    """carry = jaxpr(constants, carry), `steps` times. Operands: steps, constants, initial carry."""

    jaxpr: Jaxpr
    n_consts: int = 0
    residual_budget: int | None = None

    @cached_property
    def form(self) -> LoopForm:
        return LoopForm(self.jaxpr, self.n_consts, len(self.jaxpr.outvars), counts_steps=True)

    @staticmethod
    def parameters_of(form: LoopForm) -> dict[str, Any]:
        return {"jaxpr": form.body, "n_consts": form.n_consts}

    def as_scan(self, length: int) -> Scan:
        """The same loop with a static number of steps."""
        form = replace(self.form, counts_steps=False, length=length)
        return Scan(**Scan.parameters_of(form), residual_budget=self.residual_budget)

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> list[Any]:
        return self.record_again(record, divided(self.form, tuple(unknown[1:])), args)

    def transpose(self, cotangents: Values, *args: Any) -> list[Any]:
        steps, *rest = args
        if is_known(steps):
            return [None, *self.as_scan(int(steps)).transpose(cotangents, *rest)]
        parts = divided(self.form, linear_flags(rest))
        known = parts.known_of(args)
        fixed = evaluate_jaxpr(parts.fixed, known[: parts.known.n_consts])
        consts, carry, _ = parts.unknown_of(args)
        cts = select(parts.carry_unknown, cotangents)
        operands = [*fixed, *consts, *carry]
        linear = [*[False] * len(fixed), *[True] * (len(consts) + len(carry))]
        linear += [False] * len(parts.stepped)
        backward, targets = transposed(parts.remainder, tuple(linear), nonzero_flags(cts))
        start = initial_cotangents(parts.remainder, targets, operands, cts)
        forward = quiet(parts.known) if parts.runs else None
        op = RecordedLoop.of(forward, backward, self.residual_budget)
        results = op(steps, *(known if parts.runs else ()), *fixed, *start)
        return by_operand(args, zip([operands[i] for i in targets], results, strict=True))

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[list[Any], Dims]:
        if dims[0] is None:
            return super().batch(axis, args, dims)
        form = self.form
        (steps,), consts, carry, _ = form.groups(args)
        _, const_dims, carry_dims, _ = form.groups(dims)
        outs, out_dims = derived(self, masked(form)).batch(
            axis,
            [ReduceMax((0,))(steps), steps, *consts, index_value(0), *carry],
            [None, 0, *const_dims, None, *carry_dims],
        )
        return outs[1:], out_dims[1:]


@primitive
class RecordedLoop(HigherOrder):
    """A loop run forward, recording, and then backward over what it recorded.

    `forward`: (constants, carry) -> (carry, residuals). `backward`: (constants, accumulators,
    residuals) -> accumulators. Operands: steps, constants and carry of `forward`, constants and
    accumulators of `backward`; outputs: the accumulators. The storage of the residuals belongs to
    the loop, so the number of steps need not be static. Beyond the budget of residuals it records
    parts of the loop, the last one first, from checkpoints of the carry.
    """

    makes_nan = True
    forward: Jaxpr
    backward: Jaxpr
    forward_consts: int
    backward_consts: int
    residual_budget: int | None = None  # bytes; None for what the configuration says

    @staticmethod
    def of(forward: LoopForm | None, backward: LoopForm, budget: int | None) -> RecordedLoop:
        """The loop made of two; None for a forward one that records nothing."""
        forward = forward or LoopForm(Jaxpr((), (), ()), 0, 0)
        return RecordedLoop(
            forward.body, backward.body, forward.n_consts, backward.n_consts, budget
        )

    def forms(self) -> tuple[LoopForm, LoopForm]:
        """Both loops."""
        n_sums = len(self.backward.outvars)
        n_residuals = len(self.backward.invars) - self.backward_consts - n_sums
        n_carry = len(self.forward.outvars) - n_residuals
        return (
            LoopForm(self.forward, self.forward_consts, n_carry),
            LoopForm(self.backward, self.backward_consts, n_sums, reverse=True),
        )

    def operands(self, args: Sequence[T]) -> tuple[T, list[T], list[T]]:
        """Operands, or a list as long, in three: steps, those of `forward`, those of `backward`."""
        (steps,), first, second = split(args, 1, len(self.forward.invars))
        return steps, first, second

    def operand_avals(self) -> list[ShapedArray]:
        n = self.backward_consts + len(self.backward.outvars)
        return [INDEX, *self.forward.in_avals, *self.backward.in_avals[:n]]

    def result_type(self, *avals: ShapedArray) -> list[ShapedArray]:
        check_types(self.name, self.operand_avals(), avals)
        n = self.backward_consts
        outs = self.backward.in_avals[n : n + len(self.backward.outvars)]
        return [a.update(vma=a.vma | avals[0].vma) for a in outs]

    def run(self, *args: Any) -> list[Any]:
        steps, *values = operands = self.fitting(args)
        absent = results_on_meta(self, operands)
        if absent is not None:
            return absent
        return self.by_scans(int(steps), values)

    def by_scans(self, length: int, args: Values) -> list[Any]:
        """The outputs for a number of steps known now; works under any trace."""
        forward, backward = _scans(self, length)
        first, second = split(args, len(self.forward.invars))
        if not self.forward.outvars:
            return backward(*second)
        residuals = self.forward.out_avals[forward.n_carry :]
        if not stores_all(length, residuals, self.residual_budget):
            return _by_checkpoints(self, length, first, second)
        return backward(*second, *forward(*first)[forward.n_carry :])

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        steps, first, second = self.operands(primals)
        _, first_tangents, second_tangents = self.operands(tangents)
        if is_known(steps):
            length = int(steps)
            return jvp_flat(lambda *xs: self.by_scans(length, xs), primals[1:], tangents[1:])
        forward, backward = self.forms()
        forward_jvp, has = differentiated(forward, nonzero_flags(first_tangents))
        residuals = has[forward.n_carry :]
        backward_jvp, has_out = differentiated(
            backward, (*nonzero_flags(second_tangents), *residuals)
        )
        results = RecordedLoop.of(forward_jvp, backward_jvp, self.residual_budget)(
            steps,
            *with_tangents(forward, first, first_tangents, has),
            *with_tangents(backward, second, second_tangents, has_out),
        )
        outs, out_tangents = split(results, backward.n_carry)
        return outs, with_zeros(has_out, [aval_of(o) for o in outs], out_tangents)

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> list[Any]:
        """Run what is known; record the whole loop, which reverse mode will run again."""
        forward, backward = self.forms()
        steps, first, second = self.operands(args)
        _, first_unknown, second_unknown = self.operands(unknown)
        recording = divided(forward, tuple(first_unknown))
        residuals = recording.out_unknown[forward.n_carry :]
        replaying = divided(backward, (*second_unknown, *residuals))
        known: Values = []
        if not all(replaying.carry_unknown):
            n = len(second)
            given = [x for x, u in zip(second, replaying.unknown[:n], strict=True) if not u]
            known = RecordedLoop.of(
                recording.outputs_alone, replaying.outputs_alone, self.residual_budget
            )(steps, *recording.known_of(first), *given)
        rest = record(self, args)
        return merge(replaying.carry_unknown, known, select(replaying.carry_unknown, rest))

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        steps, *rest = args
        if is_known(steps):
            length = int(steps)
            return [None, *transpose_flat(lambda *xs: self.by_scans(length, xs), rest, cotangents)]
        label = f"recorded_loop({self.forward.debug_name})"
        return Deferred(
            self.by_steps, tuple(self.result_type(*self.operand_avals())), label
        ).transpose(cotangents, *args)

    def by_steps(self, steps: Any, *args: Any) -> list[Any]:
        """The outputs when the steps are concrete behind whatever traces are around."""
        if is_known(steps):
            return self.by_scans(int(steps), args)
        op, operands, _ = _masked_loop(self, steps, args, [None] * len(args))
        return op.by_scans(_largest(steps), operands)

    def drop_unused(self, used: Sequence[bool]) -> Pruned:
        forward, backward = self.forms()
        backward, last_stays, kept = pruned(backward, used)
        n = len(self.backward.invars) - forward.n_ys
        wanted = [*[False] * forward.n_carry, *last_stays[n:]]
        forward, first_stays, _ = pruned(forward, wanted)
        op = RecordedLoop.of(forward, backward, self.residual_budget)
        return op, [True, *first_stays, *last_stays[:n]], kept

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[list[Any], Dims]:
        steps, *rest = args
        if dims[0] is not None:
            op, rest, rest_dims = _masked_loop(self, steps, rest, dims[1:])
            return op.batch(axis, [ReduceMax((0,))(steps), *rest], [None, *rest_dims])
        forward, backward = self.forms()
        _, first, second = self.operands(args)
        _, first_dims, second_dims = self.operands(dims)
        inner, found, _ = batched(forward, axis, tuple(first_dims))
        outer, out_dims, _ = batched(backward, axis, (*second_dims, *found[forward.n_carry :]))
        outs = RecordedLoop.of(inner, outer, self.residual_budget)(
            steps,
            *placed(forward, first, first_dims, found, axis),
            *placed(backward, second, second_dims, out_dims, axis),
        )
        return outs, out_dims


@op_memo
def _scans(op: RecordedLoop, length: int) -> tuple[Scan, Scan]:
    """Both loops with a static number of steps."""
    forward, backward = [
        Scan(**Scan.parameters_of(replace(form, length=length))) for form in op.forms()
    ]
    return forward, backward


def _by_checkpoints(op: RecordedLoop, length: int, first: Values, second: Values) -> list[Any]:
    """The accumulators, where the forward loop keeps its carry now and then.

    The steps between two checkpoints run again when the backward loop gets to them: recording, or
    with checkpoints of their own.
    """
    n_carry = op.forms()[0].n_carry
    avals = op.forward.out_avals
    sizes = nbytes(avals[:n_carry]), nbytes(avals[n_carry:])
    size, budget = level(length, *sizes, budget_of(op.residual_budget))
    part = op.replace(residual_budget=budget)
    forward, backward = _by_parts(part, size, length // size)
    consts, carry = split(first, op.forward_consts)
    backward_consts, sums = split(second, op.backward_consts)
    carry, starts = split(forward(*consts, *carry), n_carry)
    if length % size:
        sums = part.by_scans(length % size, [*consts, *carry, *backward_consts, *sums])
    return backward(*consts, *backward_consts, *sums, *starts)


@op_memo
def _by_parts(op: RecordedLoop, size: int, count: int) -> tuple[Scan, Scan]:
    """Loops over parts of the steps: what each begins with, and backwards all that `op` does."""
    n, m, n_carry = op.forward_consts, op.backward_consts, op.forms()[0].n_carry
    _, first, second = op.operands(op.operand_avals())
    steps = Scan(
        op.forward.replace(outvars=op.forward.outvars[:n_carry]), size, False, 1, n, n_carry
    )
    advance = stage_closed(lambda *xs: [*steps(*xs), *xs[n:]], first, op.forward.debug_name)

    def again(*xs: Any) -> list[Any]:
        consts, rest, start = split(xs, n, len(second))
        return op.by_scans(size, [*consts, *start, *rest])

    name = op.backward.debug_name
    body = stage_closed(again, [*first[:n], *second, *first[n:]], name)
    return (
        Scan(advance, count, n_consts=n, n_carry=n_carry),
        Scan(body, count, reverse=True, n_consts=n + m, n_carry=len(second) - m),
    )


def _largest(steps: Any) -> int:
    """The largest of the step counts behind traces, if all are concrete."""
    while isinstance(steps, (BatchTracer, JVPTracer)):
        steps = steps.value if isinstance(steps, BatchTracer) else steps.primal
    return int(np.max(concrete([steps])[0].host()))


def _masked_loop(
    op: RecordedLoop, steps: Any, args: Values, dims: Dims
) -> tuple[RecordedLoop, list[Any], list[int | None]]:
    """The loop for a batch with numbers of steps of their own; its operands and their dimensions.

    The numbers of steps become an operand of each of the two parts: beyond its own, a step changes
    nothing of an example.
    """
    n, m = op.forward_consts, len(op.forward.invars) - op.forward_consts
    consts, carry, rest = split(args, n, m)
    const_dims, carry_dims, rest_dims = split(dims, n, m)
    operands = [steps, *consts, index_value(0), *carry, steps, *rest]
    return _with_limits(op), operands, [0, *const_dims, None, *carry_dims, 0, *rest_dims]


@op_memo
def _with_limits(op: RecordedLoop) -> RecordedLoop:
    """The forward loop records which step it is, and the backward loop reads it."""
    forward, backward = op.forms()
    inner = masked(forward)

    def step(limit: Any, *args: Any) -> list[Any]:
        _, old, _ = split(args, backward.n_consts, backward.n_carry)
        new = evaluate_jaxpr(op.backward, args[:-1])
        return [where(lt(args[-1], limit), x, y) for x, y in zip(new, old, strict=True)]

    avals = op.backward.in_avals
    body = stage_closed(step, [INDEX, *avals, INDEX], op.backward.debug_name)
    counter = inner.body.invars[inner.n_consts]
    recording = inner.body.replace(outvars=(*inner.body.outvars, counter))
    n = backward.n_consts + 1
    return RecordedLoop(recording, body, inner.n_consts, n, op.residual_budget)
