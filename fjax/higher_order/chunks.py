"""A scan in chunks of steps: what unrolling and checkpoints are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.ir import Jaxpr
from fjax.core.tracing import aval_of
from fjax.higher_order.checkpoint import Checkpoint
from fjax.higher_order.common import op_memo
from fjax.higher_order.lists import split
from fjax.higher_order.residuals import budget_of, level
from fjax.interpreters.staging import evaluate_jaxpr, stage_closed
from fjax.primitives.shaping import Concatenate, Slice
from fjax.primitives.structure import Reshape

RunChunk = Callable[..., list[Any]]


def by_chunks(op: Any, size: int, chunk: RunChunk, args: Sequence[Any]) -> list[Any]:
    """The outputs of a scan `op` that runs as a scan over chunks of `size` steps, then the rest.

    `chunk(length, *args)` gives the outputs of so many of its steps.
    """
    consts, carry, xs = split(args, op.n_consts, op.n_carry)
    if size >= op.length:
        return chunk(op.length, *args)
    count, rest = divmod(op.length, size)
    first = rest if op.reverse else 0
    chunks = [_folded(_part(x, first, first + count * size), size) for x in xs]
    avals = [*map(aval_of, (*consts, *carry)), *[_row(x) for x in chunks]]
    body = stage_closed(lambda *values: chunk(size, *values), avals, op.jaxpr.debug_name)
    outs = op.replace(jaxpr=body, length=count, unroll=1)(*consts, *carry, *chunks)
    carry, stacks = outs[: op.n_carry], [_unfolded(y) for y in outs[op.n_carry :]]
    if rest:
        last = 0 if op.reverse else count * size
        outs = chunk(rest, *consts, *carry, *[_part(x, last, last + rest) for x in xs])
        carry, ends = outs[: op.n_carry], outs[op.n_carry :]
        pairs = zip(ends, stacks, strict=True) if op.reverse else zip(stacks, ends, strict=True)
        stacks = [_joined(pair) for pair in pairs]
    return [*carry, *stacks]


def checkpointed(op: Any, sizes: tuple[int, int], args: Sequence[Any]) -> list[Any]:
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
def unrolled(op: Any) -> Jaxpr:
    """A scan with `unroll` steps written out in each iteration; all of them without a loop."""

    def steps(length: int, *args: Any) -> list[Any]:
        consts, carry, xs = split(args, op.n_consts, op.n_carry)
        rows: list[Any] = [None] * length
        for i in reversed(range(length)) if op.reverse else range(length):
            slices = [Reshape(aval_of(x).shape[1:])(_part(x, i, i + 1)) for x in xs]
            outs = evaluate_jaxpr(op.jaxpr, [*consts, *carry, *slices])
            carry, rows[i] = outs[: op.n_carry], [_as_row(y) for y in outs[op.n_carry :]]
        return [*carry, *[_joined(column) for column in zip(*rows, strict=True)]]

    return stage_closed(
        lambda *args: by_chunks(op, op.unroll, steps, args), op.operand_avals(), op.jaxpr.debug_name
    )


def _part(x: Any, start: int, stop: int) -> Any:
    """x[start:stop]"""
    shape = aval_of(x).shape
    if (start, stop) == (0, shape[0]):
        return x
    rest = shape[1:]
    return Slice((start, *[0] * len(rest)), (stop, *rest), None)(x)


def _folded(x: Any, size: int) -> Any:
    """The leading axis as two, the second of this size."""
    n, *rest = aval_of(x).shape
    return Reshape((n // size, size, *rest))(x)


def _unfolded(x: Any) -> Any:
    """The two leading axes as one."""
    m, k, *rest = aval_of(x).shape
    return Reshape((m * k, *rest))(x)


def _row(x: Any) -> Any:
    aval = aval_of(x)
    return aval.update(shape=aval.shape[1:])


def _as_row(x: Any) -> Any:
    return Reshape((1, *aval_of(x).shape))(x)


def _joined(parts: Sequence[Any]) -> Any:
    return parts[0] if len(parts) == 1 else Concatenate(0)(*parts)
