"""What values ask of axes, after one was merged with its inner neighbour.

If i and j become k = i * n + j, with j from 0 to n - 1, `i < c` becomes `k < c * n`. What counts
elements in order, as `i * n + j + 3` does, becomes `k + 3`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from fjax.core import scalar, scalar_graph
from fjax.core.guarded import whole
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.address_lowering import Position
from fjax.lowering.kernel.folding import MIRRORED
from fjax.lowering.kernel.form import INDEX
from fjax.lowering.kernel.index_arithmetic import (
    Affine,
    LoopAxis,
    SizeValue,
    affine,
    as_index,
    axes_in,
    integer,
)
from fjax.lowering.kernel.numbers import ParamValue


class Comparison(NamedTuple):
    """A test whether an axis is below a bound, or whether it is not."""

    axis: LoopAxis
    bound: int
    below: bool

    def merged(self, axis: LoopAxis, width: int) -> Expr:
        """The same test for a merged axis, which has `width` indices for each of this one."""
        within = min(max(self.bound, 0), self.axis.extent)
        size = scalar.leaf(SizeValue(within * width), INDEX)
        return axis.expr < size if self.below else axis.expr >= size


def comparisons(values: Iterable[Expr]) -> dict[Expr, Comparison]:
    """The parts of values that compare one axis with a known bound.

    A loop is cut at such bounds. An axis that is compared with another value stays an outer loop,
    because lanes would compare each element.
    """
    found = {x: _comparison(x) for x in scalar_graph.order(values) if x.op in MIRRORED}
    return {x: c for x, c in found.items() if c is not None}


def counts(values: Sequence[Expr], fixed: Callable[[LoopAxis], bool]) -> dict[Expr, Position]:
    """The parts of values that are sums over several axes, such as the numbers of elements.

    They are walked as memory is, so axes may merge where these sums allow it. fixed: whether an
    axis stays if values ask for it.
    """
    found = [x for x in values if _is_sum(x)]
    for x in scalar_graph.order(values):
        if not _is_sum(x):
            found += [a for a in x.args if _is_sum(a)]
    counted = {x: Position.of(affine(x)) for x in found}
    return {
        x: p for x, p in counted.items() if len(p.strides) > 1 and not any(map(fixed, p.strides))
    }


def recounted(counted: Mapping[Expr, Position]) -> dict[Expr, Expr]:
    """Sums whose axes were merged, over the axes that these became."""
    return {
        x: Affine({a.expr: c for a, c in p.strides.items()}, p.offset).expr
        for x, p in counted.items()
        if p.strides.keys() != axes_in([x])
    }


def _is_sum(x: Expr) -> bool:
    """Whether it is a sum over axes alone."""
    if x.dtype != INDEX or x.op is Op.LEAF:
        return False
    return all(type(atom.extra) is LoopAxis for atom in affine(x).terms)


def _comparison(x: Expr) -> Comparison | None:
    a, b = x.args
    known = _known(b)
    if known is not None:
        return _of(x.op, a, known)
    known = _known(a)
    return None if known is None else _of(MIRRORED[x.op], b, known)


def _known(x: Expr) -> int | None:
    """The value of an integer that is a size or a literal."""
    if x.dtype.kind != "i":
        return None
    value = x.extra.value if type(x.extra) is ParamValue else None
    return whole(value) if isinstance(value, np.integer) else integer(x)


def _of(op: Op, side: Expr, bound: int) -> Comparison | None:
    """That of sign * axis + offset with a bound."""
    index = as_index(side)
    if index is None:
        return None
    total = affine(index)
    (atom, sign), *others = total.terms.items() or ((index, 0),)
    if others or sign not in (1, -1) or type(atom.extra) is not LoopAxis:
        return None
    if sign == -1:
        op = MIRRORED[op]
    at = (bound - total.constant) * sign + (op in (Op.LE, Op.GT))
    return Comparison(atom.extra, at, op in (Op.LT, Op.LE))
