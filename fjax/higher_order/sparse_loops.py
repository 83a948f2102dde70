"""Loops over sparse values: the same loop over the arrays that they consist of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fjax.core.control import LoopForm
from fjax.core.sparse_operand import is_sparse
from fjax.errors import FjaxTypeError
from fjax.interpreters.sparsify import Stored, sparsified, unpromising
from fjax.pytrees.operations import tree_flatten
from fjax.pytrees.treedef import PyTreeDef


class SparseLoop:
    """The form of a loop whose operands are the arrays of sparse values; what its outputs make."""

    __slots__ = ("form", "operands", "outputs")

    def __init__(self, form: LoopForm, operands: Sequence[Any], outputs: PyTreeDef):
        self.form, self.operands, self.outputs = form, operands, outputs


def sparse_loop(form: LoopForm, args: Sequence[Any]) -> SparseLoop:
    """A loop of a form over operands of which some are `SparseOperand`s.

    Raises:
      TypeError: a step gives a carried value in another format, or with another number of stored
        elements.
    """
    leading, consts, carry, xs = form.groups(args)
    rows = [x.along_first() if is_sparse(x) else x for x in xs]
    for given in (carry, list(map(unpromising, carry))):
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
    asked, own, carried, stacked = map(Stored, (leading[n:], consts, carry, xs))
    slices = tuple([a.without_axis(0) for a in stacked.avals])
    body, outputs = sparsified(
        form.body, Stored([*consts, *carry, *xs]).tree, (*own.avals, *carried.avals, *slices)
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
        tree = Stored([*leading[n:], *carry]).tree
        condition, given = sparsified(condition, tree, (*asked.avals, *carried.avals))
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
