"""Elementwise operations on sparse operands: what follows from zeros, and from linearity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array, is_known
from fjax.core.avals import ShapedArray
from fjax.core.primitive import Primitive
from fjax.core.sparse_operand import dense, is_sparse
from fjax.core.tracing import aval_of, under
from fjax.errors import MissingRuleError


def sparse_elementwise(op: Primitive, operands: Sequence[Any]) -> Any:
    """The result of an elementwise operation with some sparse operands.

    It is sparse where zeros of the sparse operands give zero whatever the others are. Only a sum
    with a dense array of the same shape is dense; else raises MissingRuleError.
    """
    stored = [x for x in operands if is_sparse(x)]
    first, *others = stored
    together = all(x.has_places_of(first) for x in others)
    if others and not together:
        if op.additive and len(stored) == len(operands):
            return _sum_of_parts(op, operands)
        if op.bilinear:
            return first.times(*others)
        raise _dense_output(op)
    if not others and _linear_in(op, operands.index(first)):
        return _at_places(op, operands, once=False)
    if op.additive and len(stored) == len(operands):
        return _at_places(op, operands, once=False)
    if _keeps_zeros(op, operands):
        return _at_places(op, operands, once=True)
    if op.additive:
        return _dense_sum(op, operands)
    raise _dense_output(op)


def _linear_in(op: Primitive, number: int) -> bool:
    return op.bilinear or number == op.linear_operand


def _at_places(op: Primitive, operands: Sequence[Any], once: bool) -> Any:
    """The operation on stored elements, and on those of dense operands at the same places."""
    first, *others = [x for x in operands if is_sparse(x)]
    fixed = [x if is_sparse(x) or not aval_of(x).shape else first.of_dense(x) for x in operands]

    def function(*data: Any) -> Any:
        given = iter(data)
        return op(*[next(given) if is_sparse(x) else x for x in fixed])

    return first.applied(function, *others, once=once)


def _sum_of_parts(op: Primitive, operands: Sequence[Any]) -> Any:
    """The sum of what an additive operation gives of each operand, the others being zero."""
    total: Any = None
    for number in range(len(operands)):
        part = [x if k == number else _zero(x.aval) for k, x in enumerate(operands)]
        term = _at_places(op, part, once=False)
        total = term if total is None else total.plus(term)
    return total


def _dense_sum(op: Primitive, operands: Sequence[Any]) -> Any:
    shapes = {aval_of(x).shape if not is_sparse(x) else x.shape for x in operands}
    if len(shapes) > 1:
        raise MissingRuleError(
            f"Addition between a sparse array X and a dense array Y is not implemented for a scalar"
            f" Y, which changes every element ({op.name} of "
            f"{', '.join(str(x.aval if is_sparse(x) else aval_of(x)) for x in operands)}); use "
            "fjax.experimental.sparse.todense(X) + Y"
        )
    return op(*map(dense, operands))


def _keeps_zeros(op: Primitive, operands: Sequence[Any]) -> bool:
    """Whether zeros of the sparse operands give zero, the others being known scalars."""
    rest = [x for x in operands if not is_sparse(x)]
    if any(not is_known(x) or aval_of(x).shape for x in rest):
        return False
    with under(None):
        out = op(*[_zero(x.aval) if is_sparse(x) else x for x in operands])
    return bool(np.asarray(out) == 0)


def _zero(aval: ShapedArray) -> Array:
    return Array(np.zeros((), dtypes.physical(aval.dtype)), ShapedArray((), aval.dtype, True))


def _dense_output(op: Primitive) -> MissingRuleError:
    return MissingRuleError(
        f"sparse rule for {op.name} is not implemented because it would result in dense output. "
        "Make the array dense before: fjax.experimental.sparse.todense(x)"
    )
