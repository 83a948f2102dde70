"""while: a loop that runs as long as a condition on the carried values holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.control import LoopForm
from fjax.core.dead import drop_dead
from fjax.core.evaluate import execute, execute_loop
from fjax.core.ir import Jaxpr, Var
from fjax.core.primitive import BatchAxis, Linear, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.errors import FjaxValueError, InvalidIRError, NotDifferentiableError
from fjax.higher_order.common import HigherOrder, concrete, op_memo
from fjax.higher_order.counted_loop import INDEX, counted, index_value
from fjax.higher_order.effects import without_effects
from fjax.higher_order.lists import merge, partition, select, split
from fjax.higher_order.tangents import linear_flags, nonzero_flags, with_zeros
from fjax.interpreters.checkify import Checked
from fjax.interpreters.jvp import jvp_jaxpr, zeros
from fjax.interpreters.linearize import partial_eval_jaxpr
from fjax.interpreters.staging import evaluate_jaxpr, stage_closed
from fjax.interpreters.vmap import place_batch, vmap_jaxpr
from fjax.primitives.arithmetic import add
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.reductions import ReduceOr
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim


@primitive
class While(HigherOrder):
    """carry = body(body constants, carry) while cond(cond constants, carry).

    Operands are the constants of the condition, those of the body, and the initial carry. Reverse
    mode
    counts the steps of the forward loop, keeps the initial carry and the constants, and runs the
    loop again, recording.
    """

    name = "while"
    cond_jaxpr: Jaxpr
    body_jaxpr: Jaxpr
    cond_consts: int = 0
    body_consts: int = 0
    residual_budget: int | None = None  # bytes; None for what the configuration says

    @property
    def n_carry(self) -> int:
        return len(self.body_jaxpr.outvars)

    def operand_avals(self):
        return [*self.cond_jaxpr.in_avals[: self.cond_consts], *self.body_jaxpr.in_avals]

    def result_type(self, *avals: ShapedArray):
        expected = self.operand_avals()
        if [(a.shape, a.dtype) for a in avals] != [(a.shape, a.dtype) for a in expected]:
            raise InvalidIRError(
                f"while: operands {', '.join(map(str, avals))} do not fit its jaxprs, "
                f"which take {', '.join(map(str, expected))}"
            )
        carry = self.body_jaxpr.in_avals[self.body_consts :]
        outs = self.body_jaxpr.out_avals
        if [(a.shape, a.dtype) for a in carry] != [(a.shape, a.dtype) for a in outs]:
            raise InvalidIRError(
                f"while: its body carries {', '.join(map(str, carry))} in but "
                f"{', '.join(map(str, outs))} out"
            )
        return carry

    def run(self, *args: Any):
        values = concrete(args)
        outs = execute_loop(self, values)
        if outs is not None:
            return outs
        cond_consts, body_consts, carry = split(values, self.cond_consts, self.body_consts)
        avals = self.body_jaxpr.in_avals[self.body_consts :]
        while execute(self.cond_jaxpr, [*cond_consts, *carry])[0]._live():
            carry = execute(self.body_jaxpr, [*body_consts, *carry])
        return [Array(c._live(), a, c.placement) for c, a in zip(carry, avals, strict=True)]

    def loop(self):
        return LoopForm(
            self.body_jaxpr,
            self.body_consts,
            self.n_carry,
            condition=self.cond_jaxpr,
            condition_consts=self.cond_consts,
        )

    def jvp(self, primals, tangents):
        op, carry_nonzero = _jvp(self, nonzero_flags(tangents))
        cond_consts, body_consts, carry = split(primals, self.cond_consts, self.body_consts)
        _, const_tangents, carry_tangents = split(tangents, self.cond_consts, self.body_consts)
        given = [
            zeros(t.aval) if type(t) is Zero else t
            for t, n in zip(carry_tangents, carry_nonzero, strict=True)
            if n
        ]
        results = op(
            *cond_consts,
            *body_consts,
            *[t for t in const_tangents if type(t) is not Zero],
            *carry,
            *given,
        )
        outs = results[: self.n_carry]
        return outs, with_zeros(carry_nonzero, [aval_of(o) for o in outs], results[self.n_carry :])

    def partial_eval(self, record, unknown, args):
        cond_unknown, body_unknown, carry_unknown = split(
            unknown, self.cond_consts, self.body_consts
        )
        flags = _carry_fixpoint(self, tuple(body_unknown), tuple(carry_unknown))
        if any(cond_unknown) or _condition_reads(self, flags):
            return record(self, args)
        # The trip count depends on known values only: run that part, counting, then record a loop
        # of
        # that many steps, which can be transposed.
        cond_consts, body_consts, carry = split(args, self.cond_consts, self.body_consts)
        known_op = _counting(self, tuple(body_unknown), flags)
        steps, *known = known_op(
            *cond_consts,
            *[c for c, u in zip(body_consts, body_unknown, strict=True) if not u],
            index_value(0),
            *[c for c, u in zip(carry, flags, strict=True) if not u],
        )
        jaxpr = without_effects(self.body_jaxpr)
        loop, leading = counted(steps, jaxpr, self.body_consts, self.residual_budget)
        if not leading:  # a known number of steps: whether they fit is an error of this line
            loop.check_residuals((*body_unknown, *carry_unknown))
        rest = record(loop, [*leading, *body_consts, *carry])
        return merge(flags, known, select(flags, rest))

    def transpose(self, cotangents, *args):
        recorded: list[Any] = []

        def record(op: Any, operands: Sequence[Any]) -> list[Any]:
            recorded[:] = op, operands
            return [None] * self.n_carry

        self.partial_eval(record, linear_flags(args), args)
        op, operands = recorded
        if op is self:
            raise NotDifferentiableError(
                "while: its condition depends on the values that are being transposed, so the "
                "number of "
                "steps is not known; differentiate with fjax.grad, or use a scan of fixed length"
            )
        found = op.transpose(cotangents, *operands)
        by_operand = {id(x): c for x, c in zip(operands, found, strict=True) if type(x) is Linear}
        return [by_operand.get(id(a), Zero(a.aval)) if type(a) is Linear else None for a in args]

    def batch(self, axis: BatchAxis, args, dims):
        cond_consts, body_consts, carry = split(args, self.cond_consts, self.body_consts)
        carry_dims = dims[self.cond_consts + self.body_consts :]
        op, batched, initial = _batch(self, axis, tuple(dims))
        carry = [
            place_batch(x, d, 0 if b else None, axis)
            for x, d, b in zip(carry, carry_dims, batched, strict=True)
        ]
        out_dims = [0 if b else None for b in batched]
        if initial is None:
            return op(*cond_consts, *body_consts, *carry), out_dims
        active = evaluate_jaxpr(initial, [*cond_consts, *carry])
        outs = op(*cond_consts, *body_consts, *active, *carry)
        return outs[1:], out_dims

    def checked(self, checker, args):
        first, body, cond = _checked(self, checker)
        cond_consts, body_consts, carry = split(args, self.cond_consts, self.body_consts)
        checker.absorb(first.reports, evaluate_jaxpr(first.jaxpr, [*cond_consts, *carry]))
        op = self.replace(
            cond_jaxpr=cond,
            body_jaxpr=body.carrying(len(args) - len(carry)),
            body_consts=self.cond_consts + self.body_consts,
        )
        operands = [*cond_consts, *cond_consts, *body_consts, *body.reports.none(), *carry]
        return checker.absorb(body.reports, op(*operands))

    def drop_unused(self, used):
        n = self.n_carry
        needed = list(used)
        _, cond_stays = drop_dead(self.cond_jaxpr, [True], False)
        needed = [a or b for a, b in zip(needed, cond_stays[self.cond_consts :], strict=True)]
        while True:
            body, stays = drop_dead(self.body_jaxpr, needed, [False] * self.body_consts + needed)
            if stays[self.body_consts :] == needed:
                break
            needed = stays[self.body_consts :]
        cond = self.cond_jaxpr.replace(
            invars=[
                *self.cond_jaxpr.invars[: self.cond_consts],
                *select(needed, self.cond_jaxpr.invars[self.cond_consts :]),
            ]
        )
        op = self.replace(
            cond_jaxpr=cond, body_jaxpr=body, body_consts=sum(stays[: self.body_consts])
        )
        assert len(needed) == n
        return op, [*[True] * self.cond_consts, *stays], needed


@primitive
class MaskedWhile(While):
    """A loop over a batch whose examples end at different steps, and then keep their values.

    The first carried value says which examples are still active.
    """

    name = "masked_while"
    cond_jaxpr: Jaxpr
    body_jaxpr: Jaxpr
    cond_consts: int = 0
    body_consts: int = 0
    residual_budget: int | None = None

    def checked(self, checker, args):
        if checker.body(self.body_jaxpr).reports:
            raise FjaxValueError(
                "checkify-of-vmap-of-while: the step of a batched while_loop also runs for "
                "examples that have ended, where it would find errors that are none. Apply "
                "checkify inside: vmap(checkify(f)) instead of checkify(vmap(f))"
            )
        return super().checked(checker, args)


def bind_while(op: While, args: Sequence[Any]) -> list[Any]:
    """The outputs of a loop, without carrying what never changes: that becomes a constant."""
    smaller, constant = _forwarding(op)
    if smaller is op:
        return op(*args)
    cond_consts, body_consts, carry = split(args, op.cond_consts, op.body_consts)
    kept, fixed = partition(constant, carry)
    return merge(constant, smaller(*cond_consts, *fixed, *body_consts, *fixed, *kept), fixed)


@op_memo
def _forwarding(op: While) -> tuple[While, tuple[bool, ...]]:
    """The loop without carried values that never change, and which those are."""
    consts, carry = split(op.body_jaxpr.invars, op.body_consts)
    constant = tuple(a is b for a, b in zip(carry, op.body_jaxpr.outvars, strict=True))
    if not any(constant) or all(constant):
        return op, constant
    kept, fixed = partition(constant, carry)
    body = op.body_jaxpr.replace(
        invars=[*consts, *fixed, *kept],
        outvars=[v for v, c in zip(op.body_jaxpr.outvars, constant, strict=True) if not c],
    )
    cond_consts, cond_carry = split(op.cond_jaxpr.invars, op.cond_consts)
    cond_kept, cond_fixed = partition(constant, cond_carry)
    cond = op.cond_jaxpr.replace(invars=[*cond_consts, *cond_fixed, *cond_kept])
    n = len(fixed)
    smaller = op.replace(
        cond_jaxpr=cond,
        body_jaxpr=body,
        cond_consts=op.cond_consts + n,
        body_consts=op.body_consts + n,
    )
    return smaller, constant


# ---- derivation of the transformed loops, once per loop and situation


def _checked(op: While, checker: Checker) -> tuple[Checked, Checked, Jaxpr]:
    """The condition, the body and the condition after it, and the condition as the loop needs it.

    The first condition is checked before the loop, each later one at the end of the step before.
    """
    first = checker.body(op.cond_jaxpr)
    body = checker.body(_with_condition(op) if first.reports else _with_unused_constants(op))
    return first, body, first.ignoring(op.cond_consts, body.reports)


@op_memo
def _with_condition(op: While) -> Jaxpr:
    """The body, then the condition on what it gives; the outputs of the body."""
    cond_jaxpr, body_jaxpr, n = op.cond_jaxpr, op.body_jaxpr, op.cond_consts

    def step(*args: Any) -> list[Any]:
        outs = evaluate_jaxpr(body_jaxpr, args[n:])
        evaluate_jaxpr(cond_jaxpr, [*args[:n], *outs])
        return outs

    avals = [*cond_jaxpr.in_avals[:n], *body_jaxpr.in_avals]
    return stage_closed(step, avals, body_jaxpr.debug_name)


@op_memo
def _with_unused_constants(op: While) -> Jaxpr:
    """The body, which takes the constants of the condition too."""
    unused = [Var(a) for a in op.cond_jaxpr.in_avals[: op.cond_consts]]
    return op.body_jaxpr.replace(invars=[*unused, *op.body_jaxpr.invars])


@op_memo
def _jvp(op: While, nonzero: tuple[bool, ...]) -> tuple[While, tuple[bool, ...]]:
    """The loop with tangents beside the nonzero values, and which carried values have one."""
    _, consts, carry = split(nonzero, op.cond_consts, op.body_consts)
    while True:
        jaxpr, has = jvp_jaxpr(op.body_jaxpr, (*consts, *carry), tuple(carry))
        if list(has) == carry:
            break
        carry = [a or b for a, b in zip(carry, has, strict=True)]
    const_vars, carry_vars, const_tangents, carry_tangents = split(
        jaxpr.invars, op.body_consts, op.n_carry, sum(consts)
    )
    body = jaxpr.replace(invars=[*const_vars, *const_tangents, *carry_vars, *carry_tangents])
    cond = op.cond_jaxpr.replace(
        invars=[*op.cond_jaxpr.invars, *[Var(v.aval) for v in carry_tangents]]
    )
    return op.replace(
        cond_jaxpr=cond, body_jaxpr=body, body_consts=op.body_consts + sum(consts)
    ), tuple(carry)


@op_memo
def _carry_fixpoint(
    op: While, consts: tuple[bool, ...], carry: tuple[bool, ...]
) -> tuple[bool, ...]:
    """Which carried values are, or become, unknown."""
    while True:
        found = partial_eval_jaxpr(op.body_jaxpr, (*consts, *carry), carry).out_unknown
        if found == carry:
            return carry
        carry = tuple(a or b for a, b in zip(carry, found, strict=True))


def _condition_reads(op: While, flags: Sequence[bool]) -> bool:
    """Whether the condition depends on a flagged carried value."""
    _, stays = drop_dead(op.cond_jaxpr, [True], False)
    return any(s and f for s, f in zip(stays[op.cond_consts :], flags, strict=True))


@op_memo
def _counting(op: While, consts: tuple[bool, ...], carry: tuple[bool, ...]) -> While:
    """The loop of the known values alone, with a counter of its steps as first carried value."""
    whole = partial_eval_jaxpr(op.body_jaxpr, (*consts, *carry), carry)
    n_known = len(carry) - sum(carry)
    known = whole.known.replace(outvars=whole.known.outvars[:n_known])
    known, _ = drop_dead(known, [True] * n_known)
    n_consts = len(consts) - sum(consts)

    def body(*args: Any) -> list[Any]:
        i, rest = args[n_consts], [*args[:n_consts], *args[n_consts + 1 :]]
        return [add(i, index_value(1)), *evaluate_jaxpr(known, rest)]

    avals = known.in_avals
    counting = stage_closed(body, [*avals[:n_consts], INDEX, *avals[n_consts:]], known.debug_name)
    n = op.cond_consts
    cond = op.cond_jaxpr.replace(
        invars=[
            *op.cond_jaxpr.invars[:n],
            Var(INDEX),
            *[v for v, u in zip(op.cond_jaxpr.invars[n:], carry, strict=True) if not u],
        ]
    )
    return op.replace(cond_jaxpr=cond, body_jaxpr=counting, body_consts=n_consts)


@op_memo
def _batch(
    op: While, axis: BatchAxis, dims: tuple[int | None, ...]
) -> tuple[While, tuple[bool, ...], Jaxpr | None]:
    """The loop over batches, which carried values are batched, and the first condition.

    Under a batched condition the loop carries which examples are still active, and runs until none
    is; the others keep their values.
    """
    cond_dims, body_dims, carry_dims = split(dims, op.cond_consts, op.body_consts)
    carry = [d is not None for d in carry_dims]
    while True:
        inner = [0 if c else None for c in carry]
        body, found = vmap_jaxpr(op.body_jaxpr, axis, (*body_dims, *inner), tuple(carry))
        cond, (cond_dim,) = vmap_jaxpr(op.cond_jaxpr, axis, (*cond_dims, *inner))
        grown = [cond_dim is not None or d is not None for d in found]
        if grown == carry or all(carry):
            break
        carry = [a or b for a, b in zip(carry, grown, strict=True)]
    if cond_dim is None:
        return op.replace(cond_jaxpr=cond, body_jaxpr=body), tuple(carry), None
    first, rest = cond.in_avals[: op.cond_consts], cond.in_avals[op.cond_consts :]
    active = ShapedArray((axis.size,), np.dtype(np.bool_))
    any_active = stage_closed(lambda flags, *_: [ReduceOr((0,))(flags)], [active, *rest])

    def masked(*args: Any) -> list[Any]:
        cond_consts, body_consts, (flags,), old = split(args, op.cond_consts, op.body_consts, 1)
        new = evaluate_jaxpr(body, [*body_consts, *old])
        kept = [
            select_n(BroadcastInDim(aval_of(y).shape, (0,))(flags), x, y)
            for x, y in zip(old, new, strict=True)
        ]
        (more,) = evaluate_jaxpr(cond, [*cond_consts, *kept])
        return [bitwise_and(flags, more), *kept]

    n = op.body_consts
    step = stage_closed(
        masked, [*first, *body.in_avals[:n], active, *body.in_avals[n:]], body.debug_name
    )
    consts = op.cond_consts + n
    batched = MaskedWhile(any_active, step, 0, consts, op.residual_budget)
    return batched, tuple(carry), cond
