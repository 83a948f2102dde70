"""Forward rules of custom_vjp with `optimize_remat`: only their residuals need them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr, execute
from fjax.core.ir import Jaxpr
from fjax.core.primitive import BatchAxis, Dims, Pruned, Values, primitive
from fjax.core.rewrite import prune_body
from fjax.core.tracing import aval_of
from fjax.higher_order.call import Call
from fjax.higher_order.common import HigherOrder, check_types
from fjax.interpreters.staging import stage
from fjax.interpreters.vmap import vmap_jaxpr


@primitive
class OptimizedForward(HigherOrder):
    """Outputs and residuals of a forward rule; where nobody needs the residuals, of the function.

    That happens where a checkpoint computes the outputs now and the residuals later.
    """

    name = "custom_vjp_forward"
    jaxpr: Jaxpr  # of the rule: constants and arguments to outputs and residuals
    function: Jaxpr  # of what is differentiated: constants and arguments to outputs
    n_constants: int  # leading operands that only the function takes
    n_rule_constants: int  # operands after those that only the rule takes
    label: str = ""

    def operand_avals(self) -> list[ShapedArray]:
        return [*self.function.in_avals[: self.n_constants], *self.jaxpr.in_avals]

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        check_types(self.name, self.operand_avals(), avals)
        return self.jaxpr.out_avals

    def run(self, *args: Any) -> Values:
        return execute(self.jaxpr, self.fitting(args)[self.n_constants :])

    def rule(self) -> Call:
        """The rule as an ordinary call, of the operands after the function's constants."""
        return Call(self.jaxpr, self.label)

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        n = self.n_constants
        return self.rule().jvp(primals[n:], tangents[n:])

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        n = self.n_constants
        return [*[None] * n, *self.rule().transpose(cotangents, *args[n:])]

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        n, m = self.n_constants, self.n_rule_constants
        jaxpr, out_dims = vmap_jaxpr(self.jaxpr, axis, tuple(dims[n:]))
        wanted = out_dims[: len(self.function.outvars)]
        function, found = vmap_jaxpr(self.function, axis, (*dims[:n], *dims[n + m :]))
        if found != wanted:
            return self.rule().batch(axis, args[n:], dims[n:])
        return self.replace(jaxpr=jaxpr, function=function)(*args), out_dims

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        n, m, n_outs = self.n_constants, self.n_rule_constants, len(self.function.outvars)
        if any(used[n_outs:]):
            return None
        function, stays = prune_body(self.function, tuple(used[:n_outs]))
        return Call(function, self.label), [*stays[:n], *[False] * m, *stays[n:]], used

    def expand(self, *args: Any) -> Values | None:
        # Not inlined, which comes before dead code goes: `drop_unused` chooses what runs.
        return evaluate_jaxpr(self.jaxpr, args[self.n_constants :])


def optimized_forward(
    function: Jaxpr,
    constants: Sequence[Any],
    forward: Any,
    args: Sequence[Any],
    perturbed: Sequence[bool],
    label: str,
) -> tuple[Values, Values, Any]:
    """(outputs, residuals, backward rule) of a forward rule of `args`.

    The function takes constants before them.
    """
    made: list[Any] = []

    def flat(*values: Any) -> list[Any]:
        outs, residuals, backward = forward(values, perturbed)
        made[:] = len(outs), backward
        return [*outs, *residuals]

    jaxpr, captured = stage(flat, [aval_of(x) for x in args], label)
    op = OptimizedForward(jaxpr, function, len(constants), len(captured), label)
    results = op(*constants, *captured, *args)
    n, backward = made
    return results[:n], results[n:], backward
