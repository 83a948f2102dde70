"""scan: a loop of known length with carried values, stacked inputs and stacked outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.control import LoopForm
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import cached_property
from fjax.core.primitive import Linear, Record, Values, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.higher_order.checkpoint import Checkpoint
from fjax.higher_order.common import op_memo
from fjax.higher_order.deferred import transpose_flat
from fjax.higher_order.lists import linear_flags, merge, nonzero_flags, split
from fjax.higher_order.loop import Loop, derived
from fjax.higher_order.loop_forms import divided, initial_cotangents, transposed
from fjax.higher_order.residuals import budget_of, level
from fjax.higher_order.saving import SavingOperation, Split
from fjax.interpreters.staging import stage_closed
from fjax.primitives.shaping import Concatenate, take_range
from fjax.primitives.structure import Reshape, broadcast_batch, merge_axes, split_axis

RunChunk = Callable[..., list[Any]]


@primitive
class Scan(Loop):
    """Run `jaxpr`: (constants, carry, slices) -> (carry, slices) `length` times.

    Operands are the constants, the initial carry and arrays whose first axis is the loop's. Outputs
    are the final carry and the stacked slices. `reverse` runs from the last slice to the first;
    `unroll` is how many steps a compiled loop writes out in one iteration.
    """

    jaxpr: Jaxpr
    length: int
    reverse: bool = False
    unroll: int = 1
    n_consts: int = 0
    n_carry: int = 0
    residual_budget: int | None = None

    @cached_property
    def form(self) -> LoopForm:
        return LoopForm(self.jaxpr, self.n_consts, self.n_carry, self.length, self.reverse)

    @staticmethod
    def parameters_of(form: LoopForm) -> dict[str, Any]:
        return {
            "jaxpr": form.body,
            "length": form.length,
            "reverse": form.reverse,
            "n_consts": form.n_consts,
            "n_carry": form.n_carry,
        }

    def inline(self) -> Jaxpr | None:
        return unrolled(self) if min(self.unroll, self.length) > 1 else None

    def saving(self, cut: Split) -> SavingOperation | None:
        """What each step keeps is stacked, and comes back as slices."""
        part = cut(self.jaxpr)
        if not part.saved:
            return None
        avals = tuple([self.form.stacked(v.aval) for v in part.saved])
        forward, again = self.replace(jaxpr=part.forward), self.replace(jaxpr=part.again)
        return SavingOperation(forward, again, avals, part.makers)

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> list[Any]:
        parts = divided(self.form, tuple(unknown))
        if not parts.stores_all(self.residual_budget):
            return self.record_again(record, parts, args)
        known_args = parts.known_of(args)
        results = derived(self, parts.known)(*known_args) if parts.runs else []
        rest: Values = []
        if any(parts.out_unknown) or parts.remainder.body.effects:
            consts, carry, xs = parts.unknown_of(args)
            fixed = evaluate_jaxpr(parts.fixed, known_args[: parts.known.n_consts])
            choice = [*known_args, *results]
            stepped = [choice[i] for i in parts.stepped]
            op = derived(self, parts.remainder)
            rest = record(op, [*fixed, *consts, *carry, *stepped, *xs])
        return merge(parts.out_unknown, results[: parts.n_known], rest)

    def check_residuals(self, unknown: Sequence[bool]) -> None:
        """Raise if reverse mode would store more than the budget."""
        divided(self.form, tuple(unknown)).stores_all(self.residual_budget)

    def transpose(self, cotangents: Values, *args: Any) -> list[Any]:
        form, linear = self.form, linear_flags(args)
        parts = divided(form, linear)
        if not all(parts.carry_unknown):
            if parts.stores_all(self.residual_budget):
                return self.transpose_rest(cotangents, args)
            return transpose_flat(lambda *xs: checkpointed(self, parts.sizes, xs), args, cotangents)
        inner, targets = transposed(form, linear, nonzero_flags(cotangents))
        _, consts, _, xs = form.groups(args)
        results = derived(self, inner)(
            *[a for a in consts if type(a) is not Linear],
            *initial_cotangents(form, targets, args, cotangents),
            *[a for a in xs if type(a) is not Linear],
            *[c for c in cotangents[form.n_carry :] if type(c) is not Zero],
        )
        found = dict(zip(targets, results, strict=True))
        return [
            found.get(i, Zero(a.aval)) if type(a) is Linear else None for i, a in enumerate(args)
        ]


# ---- in chunks of steps: what unrolling and checkpoints are made of


def by_chunks(op: Scan, size: int, chunk: RunChunk, args: Sequence[Any]) -> list[Any]:
    """The outputs of a scan `op` that runs as a scan over chunks of `size` steps, then the rest.

    `chunk(length, *args)` gives the outputs of `length` of its steps.
    """
    consts, carry, xs = split(args, op.n_consts, op.n_carry)
    if size >= op.length:
        return chunk(op.length, *args)
    count, rest = divmod(op.length, size)
    first = rest if op.reverse else 0
    chunks = [split_axis(_part(x, first, first + count * size), 0, count) for x in xs]
    avals = [*map(aval_of, (*consts, *carry)), *[aval_of(x).without_axis(0) for x in chunks]]
    body = stage_closed(lambda *values: chunk(size, *values), avals, op.jaxpr.debug_name)
    outs = op.replace(jaxpr=body, length=count, unroll=1)(*consts, *carry, *chunks)
    carry, stacks = outs[: op.n_carry], [merge_axes(y, 0) for y in outs[op.n_carry :]]
    if rest:
        last = 0 if op.reverse else count * size
        outs = chunk(rest, *consts, *carry, *[_part(x, last, last + rest) for x in xs])
        carry, ends = outs[: op.n_carry], outs[op.n_carry :]
        pairs = zip(ends, stacks, strict=True) if op.reverse else zip(stacks, ends, strict=True)
        stacks = [_joined(pair) for pair in pairs]
    return [*carry, *stacks]


def checkpointed(op: Scan, sizes: tuple[int, int], args: Sequence[Any]) -> list[Any]:
    """The outputs of a scan, computed so that reverse mode stores the carry now and then.

    `sizes`: the bytes of a checkpoint and of one step's residuals. The steps between two
    checkpoints run again, within what is left of the budget, perhaps with checkpoints of their own.
    """
    budget = budget_of(op.residual_budget)
    size, rest = level(op.length, *sizes, budget)

    def chunk(length: int, *values: Any) -> list[Any]:
        steps = op.replace(length=length, residual_budget=rest)
        jaxpr = stage_closed(lambda *xs: steps(*xs), steps.operand_avals(), op.jaxpr.debug_name)
        return Checkpoint(jaxpr)(*values)

    return by_chunks(op.replace(residual_budget=budget), size, chunk, args)


@op_memo
def unrolled(op: Scan) -> Jaxpr:
    """A scan with `unroll` steps written out in each iteration; all of them without a loop."""

    def steps(length: int, *args: Any) -> list[Any]:
        consts, carry, xs = split(args, op.n_consts, op.n_carry)
        rows: list[Any] = [None] * length
        for i in reversed(range(length)) if op.reverse else range(length):
            slices = [Reshape(aval_of(x).shape[1:])(_part(x, i, i + 1)) for x in xs]
            outs = evaluate_jaxpr(op.jaxpr, [*consts, *carry, *slices])
            carry, ys = split(outs, op.n_carry)
            rows[i] = [broadcast_batch(y, 1, 0) for y in ys]
        return [*carry, *[_joined(column) for column in zip(*rows, strict=True)]]

    return stage_closed(
        lambda *args: by_chunks(op, op.unroll, steps, args), op.operand_avals(), op.jaxpr.debug_name
    )


def _part(x: Any, start: int, stop: int) -> Any:
    """x[start:stop]"""
    shape = aval_of(x).shape
    return x if (start, stop) == (0, shape[0]) else take_range(x, start, stop, 0, shape)


def _joined(parts: Sequence[Any]) -> Any:
    return parts[0] if len(parts) == 1 else Concatenate(0)(*parts)
