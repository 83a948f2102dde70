"""Attention as one operation, where a library of the device has it; otherwise a program of others.

Only `nn.dot_product_attention` makes these operations, and only for devices with such a library.
Each carries the program of other operations that gives the same: whoever does not know it, or has
no routine for its sizes, computes that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.evaluate import evaluate_jaxpr, execute, execute_operation
from fjax.core.ir import Jaxpr, Var
from fjax.core.primitive import BatchAxis, Dims, Values, Zero, family, primitive
from fjax.higher_order.call import Call
from fjax.higher_order.common import HigherOrder, check_types, op_memo
from fjax.higher_order.lists import nonzero_flags, select
from fjax.interpreters.jvp import instantiate, jvp_jaxpr
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import place_batch, vmap_jaxpr


class AttentionForm(NamedTuple):
    """What is computed of the operands: queries, keys, values, and what is said to be there.

    They are (batch..., length, heads, size), with `batch_axes` axes of batches; then, of each
    batch, a bias and a mask (heads or 1, queries or 1, keys or 1), the lengths of queries and keys.
    """

    scale: float
    is_causal: bool = False
    window: int | None = None  # how many keys before its own position a query sees
    has_bias: bool = False
    has_mask: bool = False
    has_lengths: bool = False
    batch_axes: int = 1


@family
class _Attention(HigherOrder):
    """What the three have in common: a program of other operations that gives the same."""

    jaxpr: Jaxpr  # of attention: operands to weighted values and logarithms of sums
    form: AttentionForm

    def program(self) -> Jaxpr:
        """What gives the same by other operations."""
        raise NotImplementedError

    def operand_avals(self) -> list[ShapedArray]:
        return self.program().in_avals

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        check_types(self.name, self.operand_avals(), avals)
        return self.program().out_avals

    def run(self, *args: Any) -> Values:
        operands = self.fitting(args)
        found = None
        if all(x.aval.size for x in operands):
            found = execute_operation(self, operands)
        return execute(self.program(), operands) if found is None else found

    def expand(self, *args: Any) -> Values | None:
        return evaluate_jaxpr(self.program(), args)

    def checked(self, checker: Checker, args: Values) -> Values:
        return Call(self.program(), self.name).checked(checker, args)

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        return Call(self.program(), self.name).jvp(primals, tangents)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        placed = [place_batch(x, d, 0, axis) for x, d in zip(args, dims, strict=True)]
        outs = self.batched(axis)(*placed)
        return outs, [0] * len(outs)

    @op_memo
    def batched(self, axis: BatchAxis) -> Any:
        """The operation on operands and results with one more axis of batches, the first one."""
        jaxpr, _ = vmap_jaxpr(self.jaxpr, axis, (0,) * len(self.jaxpr.invars), (True, True))
        form = self.form._replace(batch_axes=self.form.batch_axes + 1)
        return self.replace(jaxpr=jaxpr, form=form)


@primitive
class Attention(_Attention):
    """softmax(scale * queries @ keys + bias) @ values, and the logsumexp of each row of logits."""

    absent = frozenset({"transpose"})

    def program(self) -> Jaxpr:
        return self.jaxpr

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        outs, nonzero = self(*primals), nonzero_flags(tangents)
        derivative = AttentionTangents(self.jaxpr, self.form, nonzero)
        return outs, derivative(*primals, *outs, *select(nonzero, tangents))


@primitive
class AttentionTangents(_Attention):
    """The tangents of attention's results, of its operands, its results, and those tangents."""

    nonzero: tuple[bool, ...]  # which operands have tangents

    @op_memo
    def program(self) -> Jaxpr:
        """The linear program, which computes logits again."""
        both, _ = jvp_jaxpr(self.jaxpr, self.nonzero, (True, True))
        n, results = len(self.jaxpr.invars), [Var(a) for a in self.jaxpr.out_avals]
        invars = [*both.invars[:n], *results, *both.invars[n:]]
        return both.replace(invars=invars, outvars=both.outvars[len(results) :])

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        of_values, of_sums = cotangents
        if type(of_sums) is not Zero:
            return Call(self.program(), self.name).transpose(cotangents, *args)
        known = args[: len(args) - sum(self.nonzero)]
        gradients = AttentionGradients(self.jaxpr, self.form, self.nonzero)
        return [*[None] * len(known), *gradients(*known, instantiate(of_values))]


@primitive
class AttentionGradients(_Attention):
    """The cotangents of some of attention's operands, of all, its results, and their cotangent."""

    absent = frozenset({"transpose"})
    nonzero: tuple[bool, ...]  # whose cotangents

    @op_memo
    def program(self) -> Jaxpr:
        """The transposed program, which computes logits again."""
        linear = AttentionTangents(self.jaxpr, self.form, self.nonzero).program()
        n = len(linear.invars)
        flags = tuple([k >= n - sum(self.nonzero) for k in range(n)])
        found, has_cotangent = transpose_jaxpr(linear, flags, (True, False))
        assert all(has_cotangent)
        return found
