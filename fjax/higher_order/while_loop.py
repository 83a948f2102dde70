"""while: a loop that runs as long as a condition on the carried values holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fjax.core.array import is_known
from fjax.core.checks import Checker
from fjax.core.control import LoopForm
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import cached_property
from fjax.core.primitive import BatchAxis, Dims, Record, Values, primitive
from fjax.errors import FjaxValueError
from fjax.higher_order.common import op_memo
from fjax.higher_order.counted_loop import CountedLoop
from fjax.higher_order.lists import merge, select
from fjax.higher_order.loop import Loop, derived
from fjax.higher_order.loop_forms import (
    batched,
    counting,
    divided,
    index_value,
    masked,
    quiet,
    with_condition,
)
from fjax.interpreters.vmap import vmap_jaxpr


@primitive
class While(Loop):
    """carry = body(body constants, carry) while cond(cond constants, carry).

    Operands are the constants of the condition, those of the body, and the initial carry. Reverse
    mode counts the steps of the forward loop, keeps the initial carry and the constants, and runs
    the loop again, recording.
    """

    cond_jaxpr: Jaxpr
    body_jaxpr: Jaxpr
    cond_consts: int = 0
    body_consts: int = 0
    residual_budget: int | None = None

    @cached_property
    def form(self) -> LoopForm:
        return LoopForm(
            self.body_jaxpr,
            self.body_consts,
            len(self.body_jaxpr.outvars),
            condition=self.cond_jaxpr,
            condition_consts=self.cond_consts,
        )

    @staticmethod
    def parameters_of(form: LoopForm) -> dict[str, Any]:
        return {
            "cond_jaxpr": form.condition,
            "body_jaxpr": form.body,
            "cond_consts": form.condition_consts,
            "body_consts": form.n_consts,
        }

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        form = self.form
        parts = divided(form, tuple(unknown[form.leading :]))
        if any(unknown[: form.leading]) or parts.undecided:
            return record(self, args)
        # The number of steps depends on known values only: run that part, counting, then record a
        # loop of that many steps, which can be transposed.
        known, n = parts.known_of(args), parts.known.n_consts
        steps, *outs = derived(self, counting(parts.outputs_alone))(
            *args[: form.leading], *known[:n], index_value(0), *known[n:]
        )
        operands = args[form.leading :]
        loop: Any = CountedLoop(quiet(form).body, form.n_consts, self.residual_budget)
        if is_known(steps):
            loop = loop.as_scan(int(steps))
            loop.check_residuals(unknown[form.leading :])  # an error of this line
        else:
            operands = [steps, *operands]
        rest = record(loop, operands)
        return merge(parts.out_unknown, outs, select(parts.out_unknown, rest))

    def transpose(self, cotangents: Values, *args: Any) -> list[Any]:
        return self.transpose_rest(cotangents, args)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[list[Any], Dims]:
        uneven = _uneven(self, axis, tuple(dims))
        if uneven is None:
            return super().batch(axis, args, dims)
        op, first = uneven
        asked, consts, carry, _ = self.form.groups(args)
        flags = evaluate_jaxpr(first, [*asked, *carry])
        n = self.form.first_carry
        outs, out_dims = op.batch(
            axis, [*asked, *consts, *flags, *carry], [*dims[:n], 0, *dims[n:]]
        )
        return outs[1:], out_dims[1:]

    def checked(self, checker: Checker, args: Values) -> list[Any]:
        form = self.form
        asked, consts, carry, _ = form.groups(args)
        # The first condition is checked before the loop, each later one at the end of the step
        # before.
        first = checker.body(self.cond_jaxpr)
        checker.absorb(first.reports, evaluate_jaxpr(first.jaxpr, [*asked, *carry]))
        body = checker.body(with_condition(form, bool(first.reports)))
        inner = replace(
            form,
            body=body.carrying(form.first_carry),
            n_consts=form.first_carry,
            n_carry=form.n_carry + len(body.reports.avals),
            condition=first.ignoring(form.condition_consts, body.reports),
        )
        operands = [*asked, *asked, *consts, *body.reports.none(), *carry]
        return checker.absorb(body.reports, self.with_loop(inner)(*operands))


@primitive
class MaskedWhile(While):
    """A loop over a batch whose examples end at different steps, and then keep their values.

    The first carried value says which examples are still active.
    """

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[list[Any], Dims]:
        return Loop.batch(self, axis, args, dims)

    def checked(self, checker: Checker, args: Values) -> list[Any]:
        if checker.body(self.body_jaxpr).reports:
            raise FjaxValueError(
                "checkify-of-vmap-of-while: the step of a batched while_loop also runs for "
                "examples that have ended, where it could report false errors. Apply "
                "checkify inside: vmap(checkify(f)) instead of checkify(vmap(f))"
            )
        return super().checked(checker, args)


@op_memo
def _uneven(
    op: While, axis: BatchAxis, dims: tuple[int | None, ...]
) -> tuple[MaskedWhile, Jaxpr] | None:
    """The masked loop and its first flags, if examples of the batch end at different steps."""
    if not batched(op.form, axis, dims)[2]:
        return None
    asked, _, carry, _ = op.form.groups(dims)
    first, _ = vmap_jaxpr(op.cond_jaxpr, axis, (*asked, *carry), (True,))
    parameters = op.parameters_of(masked(op.form))
    return MaskedWhile(**parameters, residual_budget=op.residual_budget), first
