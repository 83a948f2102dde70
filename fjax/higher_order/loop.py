"""Loops: the rules that scan, while and counted_loop share, written over their form.

A loop over sparse values is the same loop over the arrays that they consist of.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array, at_place
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.control import LoopForm
from fjax.core.device import common_placement
from fjax.core.evaluate import evaluate_jaxpr, execute, execute_operation
from fjax.core.fresh import empty
from fjax.core.primitive import BatchAxis, Dims, Linear, Pruned, Record, Values, Zero
from fjax.core.sparse_operand import is_sparse
from fjax.core.tracing import aval_of
from fjax.errors import FjaxTypeError, InvalidIRError, NotDifferentiableError
from fjax.higher_order.call import Call
from fjax.higher_order.common import HigherOrder, check_types, on_mesh, op_memo
from fjax.higher_order.invariant import Hoisted, hoisted
from fjax.higher_order.lists import (
    Flags,
    linear_flags,
    merge,
    nonzero_flags,
    partition,
    select,
    split,
    with_zeros,
)
from fjax.higher_order.loop_forms import (
    Division,
    batched,
    differentiated,
    forwarding,
    placed,
    pruned,
    quiet,
    with_tangents,
)
from fjax.higher_order.spreading import loop_shardings
from fjax.interpreters import sparsify
from fjax.interpreters.jvp import jvp_jaxpr
from fjax.primitives.structure import move_axis
from fjax.pytrees.operations import tree_flatten
from fjax.pytrees.treedef import PyTreeDef


class Loop(HigherOrder):
    """carry, ys[t] = body(constants, carry, xs[t]), step after step; see `LoopForm`.

    The kinds of loop differ in how the number of steps is given, and in the names of their
    parameters: `loop` makes a form of these, `parameters_of` is the inverse. All other rules are
    written over the form, here or, where they depend on the number of steps, with the kind.
    """

    spelled = {
        **HigherOrder.spelled,
        "n_consts": "num_consts",
        "n_carry": "num_carry",
        "cond_consts": "cond_nconsts",
        "body_consts": "body_nconsts",
    }
    private = frozenset({"residual_budget"})
    residual_budget: int | None  # bytes that reverse mode may keep; None: see `residuals`

    @property
    def form(self) -> LoopForm:
        """What the parameters describe."""
        raise self.missing("form")

    def loop(self) -> LoopForm:
        return self.form

    def parameters_of(self, form: LoopForm) -> dict[str, Any]:
        """The parameters of a loop of this kind that a form describes."""
        raise self.missing("parameters_of")

    def with_loop(self, form: LoopForm) -> Any:
        return self.replace(**self.parameters_of(form))

    # ---- typing and evaluation

    def operand_avals(self) -> list[ShapedArray]:
        return self.form.operand_avals()

    def result_type(self, *avals: ShapedArray) -> list[ShapedArray]:
        form = self.form
        check_types(self.name, form.operand_avals(), avals)
        _, carry, _ = split(form.body.in_avals, form.n_consts, form.n_carry)
        finals = form.body.out_avals[: form.n_carry]
        if [(a.shape, a.dtype) for a in carry] != [(a.shape, a.dtype) for a in finals]:
            raise InvalidIRError(
                f"{self.name}: its jaxpr carries {', '.join(map(str, carry))} in but "
                f"{', '.join(map(str, finals))} out"
            )
        outs = form.output_avals()
        if form.condition is None:
            return outs
        steered = form.condition.out_avals[0].vma  # members may take different numbers of steps
        return [a.update(vma=a.vma | steered) for a in outs]

    def spread(self, shardings: Values, avals: Sequence[ShapedArray]) -> list[Any]:
        return loop_shardings(self.form, shardings)

    def run(self, *args: Any) -> list[Any]:
        values = self.fitting(args)
        outs = execute_operation(self, values)
        return on_mesh(self, values, self._by_steps(values)) if outs is None else outs

    def _by_steps(self, values: Sequence[Array]) -> list[Any]:
        """The outputs, by one run of the body for each step."""
        form, step = self.form, Call(self.form.body)
        leading, consts, carry, xs = form.groups(values)
        placements = [a.placement for a in values]
        placed_at = common_placement(placements, self.name) if set(placements) != {None} else None
        length = int(leading[0]) if form.counts_steps else form.length or 0
        steps: Any = range(length) if form.condition is None else itertools.count()
        slices = form.body.in_avals[form.n_consts + form.n_carry :]
        buffers = [(x.host(), a) for x, a in zip(xs, slices, strict=True)]
        ys = [a.with_axis(length) for a in form.body.out_avals[form.n_carry :]]
        stacks = [empty(a.shape, dtypes.physical(a.dtype)) for a in ys]
        for i in reversed(steps) if form.reverse else steps:
            if form.condition is not None and not execute(form.condition, [*leading, *carry])[0]:
                break
            rows = [at_place(np.asarray(b[i]), aval, placed_at) for b, aval in buffers]
            operands = [*consts, *carry, *rows]
            outs = on_mesh(step, operands, execute(form.body, operands))
            carry = outs[: form.n_carry]
            for stack, out in zip(stacks, outs[form.n_carry :], strict=True):
                stack[i] = out.host()
        finals = zip(carry, form.output_avals(), strict=False)
        return [
            *[c.alias(aval, placed_at) for c, aval in finals],
            *[at_place(b, aval, placed_at) for b, aval in zip(stacks, ys, strict=True)],
        ]

    # ---- transformations

    def jvp(self, primals: Values, tangents: Values) -> tuple[list[Any], list[Any]]:
        if (found := hoisted(self.form)) is not None:
            return self._jvp_hoisted(found, primals, tangents)
        form = self.form
        inner, has = differentiated(form, nonzero_flags(tangents))
        results = derived(self, inner)(*with_tangents(form, primals, tangents, has))
        carry, carry_tangents, ys, ys_tangents = split(
            results, form.n_carry, sum(has[: form.n_carry]), form.n_ys
        )
        outs = [*carry, *ys]
        return outs, with_zeros(has, [aval_of(o) for o in outs], [*carry_tangents, *ys_tangents])

    def _jvp_hoisted(
        self, found: Hoisted, primals: Values, tangents: Values
    ) -> tuple[list[Any], list[Any]]:
        """As `jvp`, with the values that are the same in all steps as constants."""
        at, n = self.form.leading, self.form.first_carry
        given = primals[at:n], tangents[at:n]
        wanted = (False,) * len(found.before.outvars)
        program, has = jvp_jaxpr(found.before, nonzero_flags(given[1]), wanted)
        moved = [t for t in given[1] if type(t) is not Zero]
        values, slopes = split(
            evaluate_jaxpr(program, [*given[0], *moved]), len(found.before.outvars)
        )
        own = with_zeros(has, found.before.out_avals, slopes)
        rest = derived(self, found.form)
        return rest.jvp([*primals[:n], *values, *primals[n:]], [*tangents[:n], *own, *tangents[n:]])

    def record_again(self, record: Record, parts: Division, args: Values) -> list[Any]:
        """Run what is known; record the whole loop, which reverse mode will run again."""
        known: Sequence[Any] = []
        if parts.outputs_alone.body.outvars or parts.outputs_alone.body.effects:
            leading = args[: parts.form.leading]
            known = derived(self, parts.outputs_alone)(*leading, *parts.known_of(args))
        rest = record(derived(self, quiet(parts.form)), args)
        return merge(parts.out_unknown, known, select(parts.out_unknown, rest))

    def transpose_rest(self, cotangents: Values, args: Values) -> list[Any]:
        """Transpose what `partial_eval` leaves to do, having run what is not linear."""
        recorded: list[Any] = []

        def record(op: Any, operands: Values) -> list[int]:
            recorded[:] = op, operands
            return list(range(len(op.form.body.outvars)))

        outs = self.partial_eval(record, linear_flags(args), args)
        op, operands = recorded
        if op is self:
            raise NotDifferentiableError(
                f"{self.name}: its condition depends on the values that are being transposed, so "
                "the number of steps is not known; differentiate with fjax.grad, or use a scan of "
                "fixed length"
            )
        given = [Zero(a) for a in op.form.output_avals()]
        for out, cotangent in zip(outs, cotangents, strict=True):
            if type(out) is int:
                given[out] = cotangent
        return by_operand(args, zip(operands, op.transpose(given, *operands), strict=True))

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[list[Any], Dims]:
        form = self.form
        first_xs = form.first_carry + form.n_carry
        args, dims = list(args), list(dims)
        for i in range(first_xs, len(args)):
            if dims[i] == 0:  # the first axis is that of the steps
                args[i], dims[i] = move_axis(args[i], 0, 1), 1
        inner, out_dims, _ = batched(form, axis, tuple(dims))
        return derived(self, inner)(*placed(form, args, dims, out_dims, axis)), out_dims

    def checked(self, checker: Checker, args: Values) -> list[Any]:
        form = self.form
        part = checker.body(form.body)
        arrays = part.reports.none()
        inner = replace(form, body=part.carrying(form.n_consts), n_carry=form.n_carry + len(arrays))
        n = form.first_carry
        return checker.absorb(part.reports, self.with_loop(inner)(*args[:n], *arrays, *args[n:]))

    def sparse(self, *args: Any) -> Values:
        inner = sparse_loop(self.form, args)
        return inner.outputs.unflatten(self.with_loop(inner.form)(*inner.operands))

    def drop_unused(self, used: Sequence[bool]) -> Pruned:
        form, stays, kept = pruned(self.form, used)
        return self.with_loop(form), stays, kept


def by_operand(args: Values, found: Iterable[tuple[Any, Any]]) -> list[Any]:
    """A cotangent for each operand that is `Linear`, from pairs of such and what was found."""
    known = {id(x): c for x, c in found if type(x) is Linear}
    return [known.get(id(a), Zero(a.aval)) if type(a) is Linear else None for a in args]


@op_memo
def derived(op: Loop, form: LoopForm) -> Any:
    """The loop with another form: the same object each time, with which its program is kept."""
    return op.with_loop(form)


def bind_loop(op: Loop, args: Values) -> list[Any]:
    """The outputs of a loop, without carrying what never changes or stacking what was scanned over.

    A carried value that every step passes on becomes a constant; an output that is the step's own
    slice is the array that the slices come from.
    """
    smaller, constant, scanned = _forwarding(op)
    leading, consts, carry, xs = op.form.groups(args)
    kept, fixed = partition(constant, carry)
    asks, body = op.form.condition is not None, smaller.form.body
    if asks:
        leading += fixed
    useful = asks or body.outvars or body.effects
    results = smaller(*leading, *consts, *fixed, *kept, *xs) if useful else []
    new = iter(results[len(kept) :])
    return [
        *merge(constant, results[: len(kept)], fixed),
        *[next(new) if i is None else xs[i] for i in scanned],
    ]


@op_memo
def _forwarding(op: Loop) -> tuple[Loop, Flags, tuple[int | None, ...]]:
    form, constant, scanned = forwarding(op.form)
    return op if form is op.form else op.with_loop(form), constant, scanned


class SparseLoop(NamedTuple):
    """The form of a loop whose operands are the arrays of sparse values; what its outputs make."""

    form: LoopForm
    operands: Sequence[Any]
    outputs: PyTreeDef


def sparse_loop(form: LoopForm, args: Sequence[Any]) -> SparseLoop:
    """A loop of a form over operands; some of them are `SparseOperand`s.

    Raises:
      TypeError: a step gives a carried value in another format, or with another number of stored
        elements.
    """
    leading, consts, carry, xs = form.groups(args)
    rows = [x.along_first() if is_sparse(x) else x for x in xs]
    for given in (carry, list(map(sparsify.unpromising, carry))):
        made = _over_arrays(form, leading, consts, given, rows)
        if isinstance(made, SparseLoop):
            return made
    raise FjaxTypeError(
        f"sparsified body of a loop must give what it carries as it got it: it takes {made[0]} and "
        f"gives {made[1]}; bring the value into one format of constant nse (sum_duplicates(nse=n)) "
        "in each step, or make it dense (todense)"
    )


def _over_arrays(
    form: LoopForm, leading: list[Any], consts: list[Any], carry: list[Any], xs: list[Any]
) -> Any:
    """The SparseLoop, or what is carried in and out if these differ."""
    n = int(form.counts_steps)
    asked, own, carried, stacked = map(sparsify.Stored, (leading[n:], consts, carry, xs))
    slices = tuple([a.without_axis(0) for a in stacked.avals])
    body, outputs = sparsify.sparsified(
        form.body,
        sparsify.Stored([*consts, *carry, *xs]).tree,
        (*own.avals, *carried.avals, *slices),
    )
    avals, after = tree_flatten(outputs.unflatten(body.out_avals)[: form.n_carry])
    pairs = [
        (tree, [(a.shape, str(a.dtype)) for a in types])
        for tree, types in ((carried.tree, carried.avals), (after, avals))
    ]
    if pairs[0] != pairs[1]:
        return [f"{tree} of {types}" for tree, types in pairs]
    condition = form.condition
    if condition is not None:
        tree = sparsify.Stored([*leading[n:], *carry]).tree
        condition, given = sparsify.sparsified(condition, tree, (*asked.avals, *carried.avals))
        if any(map(is_sparse, given.unflatten([None] * given.num_leaves))):
            raise FjaxTypeError(
                "sparsify: what the condition of a loop gives must be dense; use todense()"
            )
    made = replace(
        form,
        body=body,
        n_consts=len(own.arrays),
        n_carry=len(carried.arrays),
        condition=condition,
        condition_consts=len(asked.arrays),
    )
    operands = [*leading[:n], *asked.arrays, *own.arrays, *carried.arrays, *stacked.arrays]
    return SparseLoop(made, operands, outputs)
