"""cond: run one of several branches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.dtypes import is_inexact
from fjax.core.evaluate import eval_jaxpr, execute
from fjax.core.ir import Jaxpr, Var
from fjax.core.primitive import BatchAxis, Dims, Pruned, Record, Values, primitive
from fjax.core.rewrite import prune_body
from fjax.core.sparse_operand import dense
from fjax.core.tracing import aval_of, results_on_meta
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, InvalidIRError
from fjax.higher_order.common import OfOneKind, check_types, on_mesh, op_memo
from fjax.higher_order.lists import Batched, Flags, merge, outputs_or_zeros, partition, select
from fjax.higher_order.saving import saving_branches
from fjax.higher_order.spreading import common_sharding, result_shardings
from fjax.interpreters.checkify import unified
from fjax.interpreters.jvp import jvp_jaxpr
from fjax.interpreters.linearize import partial_eval_jaxpr
from fjax.interpreters.sparsify import Stored, agreeing, sparsified
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import place_batch, vmap_flat, vmap_jaxpr, with_all_members
from fjax.primitives.comparison import eq, ge, le
from fjax.primitives.conversion import stop_gradient
from fjax.primitives.families import like
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim


def either(rows: Sequence[Sequence[bool]]) -> Flags:
    """Per column, whether any row has it."""
    return tuple(map(any, zip(*rows, strict=True)))


@primitive
class Cond(OfOneKind):
    """Run branches[index] on the operands; the index (the first operand) is clamped.

    All branches take and give the same avals. Under a batched index all branches run, and so do
    their effects, and the outputs are selected.
    """

    leading = 1  # the index
    branches: tuple[Jaxpr, ...]

    def operand_avals(self) -> list[ShapedArray]:
        return [ShapedArray((), np.dtype(np.int32)), *self.branches[0].in_avals]

    def result_type(self, *avals: ShapedArray) -> list[ShapedArray]:
        if not avals:
            raise InvalidIRError("cond: the index is missing")
        index, *operands = avals
        if index.shape != () or index.dtype.kind not in "iub":
            raise InvalidIRError(f"cond: the index must be an integer of rank 0, got {index}")
        given = [branch.out_avals for branch in self.branches]
        outs = [(a.shape, a.dtype) for a in given[0]]
        for branch, avals_given in zip(self.branches, given, strict=True):
            check_types(self.name, branch.in_avals, operands)
            if [(a.shape, a.dtype) for a in avals_given] != outs:
                raise InvalidIRError(f"cond: branches give {given[0]} and {avals_given}")
        return [
            a[0].update(
                weak_type=all(b.weak_type for b in a), vma=index.vma.union(*[b.vma for b in a])
            )
            for a in zip(*given)
        ]

    def choices(self) -> tuple[Jaxpr, ...] | None:
        return self.branches

    def spread(self, shardings: Values, avals: Sequence[ShapedArray]) -> list[Any]:
        each = [result_shardings(branch, shardings[1:]) for branch in self.branches]
        return [common_sharding(found) for found in zip(*each, strict=True)]

    def run(self, *args: Any) -> list[Any]:
        number, *values = operands = self.fitting(args)
        absent = results_on_meta(self, operands)
        if absent is not None:
            return absent
        chosen = min(max(int(number.host()), 0), len(self.branches) - 1)
        outs = on_mesh(self, operands, execute(self.branches[chosen], values, self.name))
        expected = [x.aval for x in self.branches[0].outvars]
        return [
            o if o.aval is a else o.alias(a, o.placement)
            for o, a in zip(outs, expected, strict=True)
        ]

    @op_memo
    def of_tangents(self, nonzero: Flags) -> tuple[Cond, Flags]:
        none = (False,) * len(self.branches[0].outvars)
        has = either([jvp_jaxpr(b, nonzero, none)[1] for b in self.branches])
        return self.replace(
            branches=tuple(jvp_jaxpr(b, nonzero, has)[0] for b in self.branches)
        ), has

    @op_memo
    def of_cotangents(self, linear: Flags, nonzero: Flags) -> tuple[Cond, Flags]:
        parts = [transpose_jaxpr(b, linear, nonzero) for b in self.branches]
        has = either([flags for _, flags in parts])
        avals = select(has, select(linear, self.branches[0].in_avals))
        branches = []
        for jaxpr, flags in parts:
            own = iter(range(sum(flags)))
            places = [next(own) if f else None for f, h in zip(flags, has, strict=True) if h]
            branches.append(outputs_or_zeros(jaxpr, places, avals))
        return self.replace(branches=tuple(branches)), has

    @op_memo
    def of_batch(self, axis: BatchAxis, dims: Batched) -> tuple[Cond, Batched]:
        """Branches over batches under one index for all."""
        found = [vmap_jaxpr(b, axis, dims)[1] for b in self.branches]
        batched = either([[d is not None for d in row] for row in found])
        branches = tuple(vmap_jaxpr(b, axis, dims, batched)[0] for b in self.branches)
        return self.replace(branches=branches), tuple(0 if b else None for b in batched)

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        if unknown[0]:
            return record(self, args)
        parts = _partial_eval(self, tuple(unknown[1:]))
        index = args[0]
        known_args, unknown_args = partition(unknown[1:], args[1:])
        results = parts.known(index, *known_args) if parts.known is not None else []
        outs, residuals = results[: parts.n_known], results[parts.n_known :]
        forwarded = [known_args[i] for i in parts.forwarded]
        rest = (
            record(parts.remainder, [index, *residuals, *forwarded, *unknown_args])
            if any(parts.out_unknown) or parts.remainder.effects
            else []
        )
        return merge(parts.out_unknown, outs, rest)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        if dims[0] is not None:
            return self._batch_selected(axis, args, dims)
        return super().batch(axis, args, dims)

    def _batch_selected(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        """Under a batched index: the outputs of all branches, selected.

        A branch sees constants in the examples that it is not chosen for, so that an infinite
        derivative there (of sqrt at 0, say) does not become a NaN.
        """
        columns, names = [], frozenset([axis.name])
        for number, branch in enumerate(self.branches):
            chosen = self._chosen(args[0], number)
            operands = [
                x if d is None or not is_inexact(aval_of(x).dtype) else _shield(chosen, x, d)
                for x, d in zip(args[1:], dims[1:], strict=True)
            ]
            body = functools.partial(eval_jaxpr, with_all_members(branch, names), ())
            found = vmap_flat(body, axis, operands, dims[1:])
            columns.append([place_batch(x, d, 0, axis) for x, d in zip(*found, strict=True)])
        outs: list[Any] = []
        out_dims: list[int | None] = []
        for number, cases in enumerate(zip(*columns, strict=True)):
            same = self._operand_of_output(number)
            out_dims.append(0 if same is None else dims[1 + same])
            if same is not None:
                outs.append(args[1 + same])
                continue
            shape = aval_of(cases[0]).shape
            outs.append(
                select_n(BroadcastInDim(shape, (0,))(args[0]), *cases)
                if len(cases) > 1
                else cases[0]
            )
        return outs, out_dims

    def _operand_of_output(self, number: int) -> int | None:
        """Which operand an output is in every branch, if it is one."""
        found = set()
        for branch in self.branches:
            x = branch.outvars[number]
            found.add(branch.invars.index(x) if x in branch.invars else None)
        return found.pop() if len(found) == 1 else None

    def _chosen(self, index: Any, number: int) -> Any:
        """Where the (clamped) index chooses a branch."""
        if number == len(self.branches) - 1:
            return ge(index, like(number, index))
        return le(index, like(0, index)) if number == 0 else eq(index, like(number, index))

    def checked(self, checker: Checker, args: Values) -> Values:
        branches, reports = unified(tuple([checker.body(b) for b in self.branches]))
        return checker.absorb(reports, self.replace(branches=branches)(*args))

    def sparse(self, *args: Any) -> Values:
        given = Stored(args[1:])
        parts, (tree, *others) = agreeing(
            lambda promising: [
                sparsified(b, given.tree, given.avals, promising) for b in self.branches
            ]
        )
        types = [[(a.shape, a.dtype) for a in part.out_avals] for part in parts]
        for other, found in zip(others, types[1:], strict=True):
            if other != tree or found != types[0]:
                raise FjaxTypeError(
                    "sparsified true_fun output must have same type structure as sparsified "
                    f"false_fun output: branches of cond give {tree} of {types[0]} and {other} of "
                    f"{found}; bring both into one format and number of elements "
                    "(sum_duplicates(nse=n)), or make them dense (todense)"
                )
        return tree.unflatten(self.replace(branches=parts)(dense(args[0]), *given.arrays))

    def saving(self, split: Callable[[Jaxpr], Any]) -> Any:
        return saving_branches(self, split)

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        flags = tuple(used)
        stays = either([prune_body(b, flags)[1] for b in self.branches])
        branches = tuple(prune_body(b, flags, tuple(stays))[0] for b in self.branches)
        return self.replace(branches=branches), (True, *stays), used


def _shield(chosen: Any, x: Any, dim: int) -> Any:
    """x where `chosen` holds along a dimension; the same values, but constant, elsewhere."""
    which = BroadcastInDim(aval_of(x).shape, (dim,))(chosen)
    return select_n(which, stop_gradient(x), x)


@dataclass(frozen=True)
class _PartialCond:
    """Branches in two.

    The known ones give residuals in slots that all branches share; residuals that are known
    operands are handed over as they are.
    """

    known: Cond | None
    n_known: int
    forwarded: tuple[int, ...]
    remainder: Cond
    out_unknown: Flags


@op_memo
def _partial_eval(op: Cond, unknown: Flags) -> _PartialCond:
    out_unknown = either([partial_eval_jaxpr(b, unknown).out_unknown for b in op.branches])
    parts = [partial_eval_jaxpr(b, unknown, out_unknown) for b in op.branches]
    n_known = len(out_unknown) - sum(out_unknown)
    slots: list[ShapedArray] = []
    by_aval: dict[ShapedArray, list[int]] = {}
    forwarded: dict[int, int] = {}  # numbers of known operands, and their places among residuals
    places = []
    for part in parts:
        inputs = {v: i for i, v in enumerate(part.known.invars)}
        free = {aval: iter(tuple(found)) for aval, found in by_aval.items()}
        own: list[tuple[bool, int]] = []
        for x in part.known.outvars[n_known:]:
            if isinstance(x, Var) and x in inputs:
                own.append((True, forwarded.setdefault(inputs[x], len(forwarded))))
                continue
            slot = next(free.get(x.aval, iter(())), len(slots))
            if slot == len(slots):
                slots.append(x.aval)
                by_aval.setdefault(x.aval, []).append(slot)
            own.append((False, slot))
        places.append(own)
    known = tuple(
        _with_slots(p.known, n_known, own, slots) for p, own in zip(parts, places, strict=True)
    )
    known_op = (
        op.replace(branches=known) if n_known or slots or any(j.effects for j in known) else None
    )
    known_in = parts[0].known.in_avals
    given = [known_in[i] for i in forwarded]
    remainder = tuple(
        _from_slots(p.remainder, own, slots, given) for p, own in zip(parts, places, strict=True)
    )
    return _PartialCond(
        known_op, n_known, tuple(forwarded), op.replace(branches=remainder), out_unknown
    )


def _with_slots(
    known: Jaxpr, n_known: int, places: Sequence[tuple[bool, int]], slots: Sequence[ShapedArray]
) -> Jaxpr:
    """The known branch with its residuals in the shared slots; zeros fill the slots of others."""
    filled = {slot: n_known + i for i, (forwarded, slot) in enumerate(places) if not forwarded}
    avals = [*known.out_avals[:n_known], *slots]
    return outputs_or_zeros(known, [*range(n_known), *map(filled.get, range(len(slots)))], avals)


def _from_slots(
    remainder: Jaxpr,
    places: Sequence[tuple[bool, int]],
    slots: Sequence[ShapedArray],
    forwarded: Sequence[ShapedArray],
) -> Jaxpr:
    """The rest of a branch, reading its residuals from the slots and the forwarded operands."""
    slot_vars = [Var(a) for a in slots]
    forwarded_vars = [Var(a) for a in forwarded]
    residuals, rest = remainder.invars[: len(places)], remainder.invars[len(places) :]
    for variable, (is_forwarded, i) in zip(residuals, places, strict=True):
        (forwarded_vars if is_forwarded else slot_vars)[i] = variable
    invars = (*slot_vars, *forwarded_vars, *rest)
    return remainder if invars == remainder.invars else remainder.replace(invars=invars)
