"""Loops whose trip count is an operand: what reverse mode makes of a while loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.evaluate import execute_loop
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.primitive import BatchAxis, Linear, Zero, primitive
from fjax.core.tracing import Tracer, aval_of
from fjax.higher_order import scan
from fjax.higher_order.common import HigherOrder, concrete, op_memo
from fjax.higher_order.deferred import Deferred, transpose_flat
from fjax.higher_order.effects import without_effects
from fjax.higher_order.lists import merge, select, split
from fjax.higher_order.residuals import budget_of, last_part, nbytes, stores_all, stretches
from fjax.higher_order.scan import Scan
from fjax.higher_order.tangents import linear_flags, nonzero_flags, with_zeros
from fjax.interpreters.jvp import jvp_flat, zeros
from fjax.interpreters.staging import evaluate_jaxpr, stage_closed
from fjax.interpreters.vmap import BatchTracer, place_batch
from fjax.primitives.arithmetic import add
from fjax.primitives.comparison import lt
from fjax.primitives.reductions import ReduceMax
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim

INDEX = ShapedArray((), np.dtype(np.int64))


def index_value(n: int) -> Array:
    """A loop counter's value."""
    return Array(np.asarray(n, np.int64), INDEX)


def counted(
    steps: Any, jaxpr: Jaxpr, n_consts: int, budget: int | None = None
) -> tuple[Any, list[Any]]:
    """(primitive, its leading operands) of the loop that runs `jaxpr` so many times.

    A number of steps that is known here makes it a scan.
    """
    loop = CountedLoop(jaxpr, n_consts, budget)
    return (loop.as_scan(int(steps)), []) if type(steps) is Array else (loop, [steps])


@primitive
class CountedLoop(HigherOrder):
    """carry = jaxpr(constants, carry), `steps` times. Operands: steps, constants, initial carry."""

    name = "counted_loop"
    jaxpr: Jaxpr
    n_consts: int = 0
    residual_budget: int | None = None  # bytes; None for what the configuration says

    @property
    def n_carry(self) -> int:
        return len(self.jaxpr.outvars)

    def as_scan(self, length: int) -> Scan:
        """The same loop with a static number of steps."""
        return Scan(
            self.jaxpr,
            length,
            n_consts=self.n_consts,
            n_carry=self.n_carry,
            residual_budget=self.residual_budget,
        )

    def operand_avals(self):
        return [INDEX, *self.jaxpr.in_avals]

    def result_type(self, steps: ShapedArray, *avals: ShapedArray):
        return self.as_scan(0).result_type(*avals)

    def run(self, steps: Any, *args: Any):
        values = concrete([steps, *args])
        outs = execute_loop(self, values)
        return self.as_scan(int(values[0])).run(*values[1:]) if outs is None else outs

    def loop(self):
        return LoopForm(self.jaxpr, self.n_consts, self.n_carry, counts_steps=True)

    def checked(self, checker, args):
        part, n = checker.body(self.jaxpr), 1 + self.n_consts
        op = self.replace(jaxpr=part.carrying(self.n_consts))
        return checker.absorb(part.reports, op(*args[:n], *part.reports.none(), *args[n:]))

    def jvp(self, primals, tangents):
        op, has = scan._jvp(self.as_scan(0), nonzero_flags(tangents[1:]))
        loop = self.replace(jaxpr=op.jaxpr, n_consts=op.n_consts)
        consts, carry = split(primals[1:], self.n_consts)
        const_tangents, carry_tangents = split(tangents[1:], self.n_consts)
        given = [
            zeros(t.aval) if type(t) is Zero else t
            for t, h in zip(carry_tangents, has, strict=True)
            if h
        ]
        results = loop(
            primals[0], *consts, *[t for t in const_tangents if type(t) is not Zero], *carry, *given
        )
        outs = results[: self.n_carry]
        return outs, with_zeros(has, [aval_of(o) for o in outs], results[self.n_carry :])

    def partial_eval(self, record, unknown, args):
        """Run what is known; record the whole loop, which reverse mode will run again."""
        parts = scan._partial_eval(self.as_scan(0), tuple(unknown[1:]))
        carry_unknown = parts.unknown[self.n_consts :]
        known: list[Any] = []
        if not all(carry_unknown):
            assert parts.known is not None
            alone = parts.without_residuals()
            loop = self.replace(jaxpr=alone.jaxpr, n_consts=alone.n_consts)
            known = loop(args[0], *parts.select_known(args[1:]))
        rest = record(self.replace(jaxpr=without_effects(self.jaxpr)), args)
        return merge(carry_unknown, known, select(carry_unknown, rest))

    def transpose(self, cotangents, steps, *args):
        if type(steps) is Array:
            return [None, *self.as_scan(int(steps)).transpose(cotangents, *args)]
        parts = scan._partial_eval(self.as_scan(0), linear_flags(args))
        known_args = parts.select_known(args)
        hoisted = evaluate_jaxpr(parts.hoisted, known_args[: len(parts.hoisted.invars)])
        sources = {"input": known_args, "hoisted": hoisted}
        invariant = [sources[kind][i] for kind, i in parts.invariant]
        consts, carry, _ = parts.select_unknown(args)
        cts = select(parts.unknown[self.n_consts :], cotangents)
        rest_linear = (
            *[False] * len(invariant),
            *[True] * (len(consts) + len(carry)),
            *[False] * len(parts.per_step),
        )
        backward, plan = scan._transpose(parts.remainder, rest_linear, nonzero_flags(cts))
        has = (*plan.const_nonzero, *plan.carry_nonzero)
        avals = [a.aval if type(a) is Linear else aval_of(a) for a in (*consts, *carry)]
        given = [*[Zero(a) for a in avals[: len(consts)]], *cts]
        start = [zeros(a) if type(c) is Zero else c for a, c in select(has, zip(avals, given))]
        op, first = _recorded(parts, backward, known_args, self.residual_budget)
        results = iter(op(steps, *first, *invariant, *start))
        found = [next(results) if h else Zero(a) for a, h in zip(avals, has, strict=True)]
        by_operand = {
            id(x): c for x, c in zip([*consts, *carry], found, strict=True) if type(x) is Linear
        }
        return [
            None,
            *[by_operand.get(id(a), Zero(a.aval)) if type(a) is Linear else None for a in args],
        ]

    def drop_unused(self, used):
        op, stays, kept = self.as_scan(0).drop_unused(used)
        return self.replace(jaxpr=op.jaxpr, n_consts=op.n_consts), [True, *stays], kept

    def batch(self, axis: BatchAxis, args, dims):
        jaxpr, n_consts, extra = self.jaxpr, self.n_consts, []
        if dims[0] is not None:
            jaxpr, n_consts = _masked(jaxpr, self.n_consts, self.n_carry)
            extra = [args[0]]
        op, out_dims = scan._batch(
            Scan(jaxpr, 0, n_consts=n_consts, n_carry=len(jaxpr.outvars)),
            axis,
            (
                *[0] * len(extra),
                *dims[1 : 1 + self.n_consts],
                *[None] * len(extra),
                *dims[1 + self.n_consts :],
            ),
        )
        consts, carry = split(args[1:], self.n_consts)
        counter = [index_value(0)] * len(extra)
        carry_dims = [*[None] * len(extra), *dims[1 + self.n_consts :]]
        placed = [
            place_batch(x, d, w, axis)
            for x, d, w in zip([*counter, *carry], carry_dims, out_dims, strict=True)
        ]
        steps = ReduceMax((0,))(args[0]) if extra else args[0]
        loop = self.replace(jaxpr=op.jaxpr, n_consts=op.n_consts)
        outs = loop(steps, *extra, *consts, *placed)
        return outs[len(extra) :], out_dims[len(extra) :]


@weak_memo
def _masked(jaxpr: Jaxpr, n_consts: int, n_carry: int) -> tuple[Jaxpr, int]:
    """The body with a limit as first constant and a counter as first carried value.

    Carried values stay as they are once the counter has reached the limit.
    """

    def body(limit: Any, *args: Any) -> list[Any]:
        consts, (i,), carry, xs = split(args, n_consts, 1, n_carry)
        outs = evaluate_jaxpr(jaxpr, [*consts, *carry, *xs])
        active = lt(i, limit)
        kept = [_where(active, new, old) for new, old in zip(outs, carry, strict=False)]
        return [add(i, index_value(1)), *kept, *outs[n_carry:]]

    avals = jaxpr.in_avals
    return stage_closed(
        body, [INDEX, *avals[:n_consts], INDEX, *avals[n_consts:]], jaxpr.debug_name
    ), n_consts + 1


def _where(condition: Any, x: Any, y: Any) -> Any:
    """x where a scalar condition holds, else y."""
    return select_n(BroadcastInDim(aval_of(x).shape, ())(condition), y, x)


@primitive
class RecordedLoop(HigherOrder):
    """A loop run forward, recording, and then backward over what it recorded.

    `forward`: (constants, carry) -> (carry, residuals). `backward`: (constants, accumulators,
    residuals) -> accumulators. Operands: steps, constants and carry of `forward`, constants and
    accumulators of `backward`; outputs: the accumulators. The storage of the residuals belongs to
    the loop, so the number of steps need not be static. Beyond the budget of residuals it records
    stretches of the loop, the last one first, from checkpoints of the carry.
    """

    name = "recorded_loop"
    makes_nan = True
    forward: Jaxpr
    backward: Jaxpr
    forward_consts: int
    backward_consts: int
    residual_budget: int | None = None  # bytes; None for what the configuration says

    def scans(self, length: int) -> tuple[Scan, Scan]:
        """Both loops with a static number of steps."""
        return _scans(self, length)

    def of(self, forward: Scan | None, backward: Scan) -> RecordedLoop:
        """The loop made of other scans: None for one that records nothing."""
        return RecordedLoop(
            Jaxpr((), (), ()) if forward is None else forward.jaxpr,
            backward.jaxpr,
            0 if forward is None else forward.n_consts,
            backward.n_consts,
            self.residual_budget,
        )

    def operand_avals(self):
        n = self.backward_consts + len(self.backward.outvars)
        return [INDEX, *self.forward.in_avals, *self.backward.in_avals[:n]]

    def result_type(self, steps: ShapedArray, *avals: ShapedArray):
        n = self.backward_consts
        return self.backward.in_avals[n : n + len(self.backward.outvars)]

    def run(self, steps: Any, *args: Any):
        return self.by_scans(int(concrete([steps])[0]), args)

    def by_scans(self, length: int, args: Sequence[Any]) -> list[Any]:
        """The outputs for a number of steps known now; works under any trace."""
        forward, backward = self.scans(length)
        first, second = split(args, len(self.forward.invars))
        if not self.forward.outvars:
            return backward(*second)
        residuals = self.forward.out_avals[forward.n_carry :]
        if not stores_all(length, residuals, self.residual_budget):
            return _by_checkpoints(self, length, first, second)
        return backward(*second, *forward(*first)[forward.n_carry :])

    def jvp(self, primals, tangents):
        if type(primals[0]) is Array:
            return _jvp_by_scans(self, primals, tangents)
        forward, backward = self.scans(0)
        first, second = split(tangents[1:], len(self.forward.invars))
        forward_op, has = scan._jvp(forward, nonzero_flags(first))
        backward_op, has_out = scan._jvp(
            backward, (*nonzero_flags(second), *has[forward.n_carry :])
        )
        op = self.of(forward_op, backward_op)
        first_p, second_p = split(primals[1:], len(self.forward.invars))
        results = op(
            primals[0],
            *_with_tangents(forward, first_p, first, has),
            *_with_tangents(backward, second_p, second, has_out),
        )
        n = len(self.backward.outvars)
        return results[:n], with_zeros(has_out, [aval_of(o) for o in results[:n]], results[n:])

    def partial_eval(self, record, unknown, args):
        """Run what is known; record the whole loop, which reverse mode will run again."""
        forward, backward = self.scans(0)
        first, second = split(unknown[1:], len(self.forward.invars))
        recording = scan._partial_eval(forward, tuple(first))
        residuals = recording.out_unknown[forward.n_carry :]
        replaying = scan._partial_eval(backward, (*second, *residuals))
        n = backward.n_consts
        acc_unknown = replaying.unknown[n : n + backward.n_carry]
        known: list[Any] = []
        if not all(acc_unknown):
            assert replaying.known is not None
            first_part = None if recording.known is None else recording.without_residuals()
            loop = self.of(first_part, replaying.without_residuals())
            n_first = len(self.forward.invars)
            known = loop(
                args[0],
                *recording.select_known(args[1 : 1 + n_first]),
                *[a for a, u in zip(args[1 + n_first :], replaying.unknown, strict=False) if not u],
            )
        rest = record(self, args)
        return merge(acc_unknown, known, select(acc_unknown, rest))

    def transpose(self, cotangents, steps, *args):
        if type(steps) is Array:
            length = int(steps)
            return [None, *transpose_flat(lambda *xs: self.by_scans(length, xs), args, cotangents)]
        label = f"recorded_loop({self.forward.debug_name})"
        return Deferred(self.by_steps, tuple(self.result_type(INDEX)), label).transpose(
            cotangents, steps, *args
        )

    def by_steps(self, steps: Any, *args: Any) -> list[Any]:
        """The outputs when the steps are concrete behind whatever traces are around."""
        if type(steps) is Array:
            return self.by_scans(int(steps), args)
        n_in, zero = len(self.forward.invars), index_value(0)
        consts, carry, rest = split(args, self.forward_consts, n_in - self.forward_consts)
        return _masked_recording(self).by_scans(
            _largest(steps), [steps, *consts, zero, *carry, steps, *rest]
        )

    def drop_unused(self, used):
        forward, backward = self.scans(0)
        backward, last_stays, kept = backward.drop_unused(used)
        n = len(self.backward.invars) - forward.n_ys
        forward, first_stays, _ = forward.drop_unused([*[False] * forward.n_carry, *last_stays[n:]])
        op = self.of(forward, backward)
        return op, [True, *first_stays, *last_stays[:n]], kept

    def batch(self, axis: BatchAxis, args, dims):
        op, extra = (self, []) if dims[0] is None else (_masked_recording(self), [args[0]])
        forward, backward = op.scans(0)
        plain, _ = self.scans(0)
        n_in = len(self.forward.invars)
        counter = [index_value(0)] * len(extra)
        limit_dims, counter_dims = [0] * len(extra), [None] * len(extra)
        consts, carry, rest = split(
            list(zip(args, dims, strict=True))[1:], plain.n_consts, n_in - plain.n_consts
        )
        first = [
            *zip(extra, limit_dims, strict=True),
            *consts,
            *zip(counter, counter_dims, strict=True),
            *carry,
        ]
        b_consts, start = split(rest, self.backward_consts)
        second = [*zip(extra, limit_dims, strict=True), *b_consts, *start]
        forward_op, out_dims = scan._batch(forward, axis, tuple(d for _, d in first))
        backward_op, found = scan._batch(
            backward, axis, (*[d for _, d in second], *out_dims[forward.n_carry :])
        )
        steps = ReduceMax((0,))(args[0]) if extra else args[0]
        batched = self.of(forward_op, backward_op)
        outs = batched(
            steps, *_placed(forward, first, out_dims, axis), *_placed(backward, second, found, axis)
        )
        return outs, found


def _recorded(
    parts: Any, backward: Scan, known_args: Sequence[Any], budget: int | None
) -> tuple[RecordedLoop, Sequence[Any]]:
    """The loop of the known part and the transposed rest, and the known part's operands."""
    forward, consts = Jaxpr((), (), ()), 0
    if parts.known is not None:
        forward, consts = without_effects(parts.known.jaxpr), parts.known.n_consts
    op = RecordedLoop(forward, backward.jaxpr, consts, backward.n_consts, budget)
    return op, () if parts.known is None else known_args


@op_memo
def _scans(op: RecordedLoop, length: int) -> tuple[Scan, Scan]:
    n_residuals = len(op.backward.invars) - op.backward_consts - len(op.backward.outvars)
    n_carry = len(op.forward.outvars) - n_residuals
    forward = Scan(op.forward, length, n_consts=op.forward_consts, n_carry=n_carry)
    n_carry = len(op.backward.outvars)
    return forward, Scan(op.backward, length, True, n_consts=op.backward_consts, n_carry=n_carry)


@op_memo
def _advancing(op: RecordedLoop) -> CountedLoop:
    """The loop run forward without recording."""
    forward, _ = op.scans(0)
    jaxpr = op.forward.replace(outvars=op.forward.outvars[: forward.n_carry])
    return CountedLoop(jaxpr, op.forward_consts)


def _by_checkpoints(
    op: RecordedLoop, length: int, first: Sequence[Any], second: Sequence[Any]
) -> list[Any]:
    """The accumulators, from stretches that are recorded one after another, the last one first.

    Each starts from the nearest carry that is kept; binomial checkpoints keep those from which the
    fewest steps run again.
    """
    forward, _ = op.scans(0)
    avals = op.forward.out_avals
    sizes = nbytes(avals[: forward.n_carry]), nbytes(avals[forward.n_carry :])
    size, slots = stretches(length, *sizes, budget_of(op.residual_budget))
    consts, start = split(first, op.forward_consts)
    backward_consts, sums = split(second, op.backward_consts)

    def advance(carry: Sequence[Any], count: int) -> Sequence[Any]:
        return _advancing(op)(index_value(count * size), *consts, *carry) if count else carry

    def record(carry: Sequence[Any], number: int) -> list[Any]:
        recording, backward = op.scans(min(size, length - number * size))
        residuals = recording(*consts, *carry)[forward.n_carry :]
        return backward(*backward_consts, *sums, *residuals)

    kept: list[tuple[int, Sequence[Any]]] = [(0, start)]
    end = -(-length // size)
    while end:
        at, carry = kept[-1]
        free = slots - len(kept) + 1
        if end - at == 1 or free == 0:
            end -= 1
            sums = record(advance(carry, end - at), end)
            if end == at:
                kept.pop()
            continue
        middle = end - last_part(end - at, free)
        kept.append((middle, advance(carry, middle - at)))
    return sums


def _largest(steps: Any) -> int:
    """The largest of the step counts behind traces, all of which are concrete."""
    while isinstance(steps, Tracer):
        steps = steps.value if isinstance(steps, BatchTracer) else steps.primal  # type: ignore
    return int(np.max(concrete([steps])[0]._live()))


def _placed(
    op: Scan,
    pairs: Sequence[tuple[Any, int | None]],
    out_dims: Sequence[int | None],
    axis: BatchAxis,
) -> list[Any]:
    """Constants as they are, the carry with the batch dimensions of the loop's outputs."""
    consts, carry = split(pairs, op.n_consts)
    return [
        *[x for x, _ in consts],
        *[place_batch(x, d, w, axis) for (x, d), w in zip(carry, out_dims, strict=False)],
    ]


def _with_tangents(
    op: Scan, primals: Sequence[Any], tangents: Sequence[Any], has: Sequence[bool]
) -> list[Any]:
    """Constants, their tangents, carry, its tangents, as the differentiated loop takes them."""
    consts, carry = split(primals, op.n_consts)
    const_tangents, carry_tangents = split(tangents, op.n_consts)
    return [
        *consts,
        *[t for t in const_tangents if type(t) is not Zero],
        *carry,
        *[
            zeros(t.aval) if type(t) is Zero else t
            for t, h in zip(carry_tangents, has, strict=False)
            if h
        ],
    ]


def _jvp_by_scans(op: RecordedLoop, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The derivative when the number of steps is known."""
    length = int(primals[0])
    return jvp_flat(lambda *xs: op.by_scans(length, xs), primals[1:], tangents[1:])


@op_memo
def _masked_recording(op: RecordedLoop) -> RecordedLoop:
    """Both loops with a limit of their own: beyond it they change nothing.

    The forward loop records whether a step counts, and the backward loop reads it.
    """
    forward, backward = op.scans(0)
    masked, n_consts = _masked(op.forward, forward.n_consts, forward.n_carry)

    def step(limit: Any, *args: Any) -> list[Any]:
        consts, carry, residuals = split(args, backward.n_consts, backward.n_carry)
        *residuals, i = residuals
        outs = evaluate_jaxpr(op.backward, [*consts, *carry, *residuals])
        return [_where(lt(i, limit), new, old) for new, old in zip(outs, carry, strict=True)]

    avals = op.backward.in_avals
    body = stage_closed(step, [INDEX, *avals, INDEX], op.backward.debug_name)
    recording = masked.replace(outvars=(*masked.outvars, masked.invars[n_consts]))
    return RecordedLoop(recording, body, n_consts, backward.n_consts + 1, op.residual_budget)
