"""What a GPU computes in other terms than a CPU, so that nothing of it is left to the host."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Equation
from fjax.core.primitive import Monoid, Primitive
from fjax.core.tracing import aval_of
from fjax.higher_order.attention import Attention, AttentionGradients
from fjax.lowering.cuda.library import (
    collectives,
    convolutions,
    cudnn_attention,
    orders,
    ragged,
    special,
    tridiagonal,
)
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.passes.combine_all_reduces import Pack, Unpack
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.convolution import ConvGeneralDilated
from fjax.primitives.generators import full
from fjax.primitives.ragged import RaggedDot
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.shaping import Pad
from fjax.primitives.sorting import Sort, TopK
from fjax.primitives.special import Polygamma
from fjax.primitives.structure import ReduceSum
from fjax.primitives.triangular import TridiagonalSolve
from fjax.primitives.unfolding import Unfold
from fjax.primitives.window_expansion import scattered
from fjax.primitives.windows import MOST_TAPS, ReduceWindow, SelectAndScatterAdd

WRITTEN_OUT = 128  # elements of windows; a program of equations chooses one of them

Rule = Callable[..., Sequence[Any] | None]
REDUCTIONS: dict[Monoid, Callable[[tuple[int, ...]], Primitive]] = {
    Monoid.ADD: ReduceSum,
    Monoid.MAX: ReduceMax,
    Monoid.MIN: ReduceMin,
}


def expansion(gpu: Gpu, eqn: Equation) -> Rule | None:
    """What computes an equation instead of what its primitive's `expand` says; None for that."""
    op = eqn.op
    if op.axis_names or isinstance(op, (Pack, Unpack)):
        return collectives.expansion(eqn)
    if isinstance(op, ConvGeneralDilated):
        return functools.partial(convolutions.expanded, gpu, op)
    if isinstance(op, (Attention, AttentionGradients)):
        return functools.partial(cudnn_attention.expanded, gpu, op)
    if isinstance(op, DotGeneral):
        kinds = {x.aval.dtype.kind for x in (*eqn.invars, *eqn.outvars)}
        return op.as_sums if kinds <= set("iub") else None
    avals = [x.aval for x in (*eqn.invars, *eqn.outvars)]
    if not all(a.size for a in avals):
        return None
    if isinstance(op, Polygamma):
        return special.polygamma_by_zeta
    if isinstance(op, RaggedDot):
        return functools.partial(ragged.in_groups, op)
    if isinstance(op, Sort):
        return functools.partial(orders.by_keys, op)
    if isinstance(op, TopK):
        return functools.partial(orders.greatest, op)
    if isinstance(op, TridiagonalSolve):
        return functools.partial(tridiagonal.solved, op)
    if isinstance(op, ReduceWindow) and op.taps() > MOST_TAPS and avals[0].dtype.kind != "b":
        return functools.partial(_reduced, op)
    if isinstance(op, SelectAndScatterAdd) and _is_written_out(op):
        return lambda source, x: (scattered(op, source, x),)
    return None


def _reduced(op: ReduceWindow, x: Any) -> Sequence[Any]:
    """Long windows as a reduction of what they hold, which is read where it lies."""
    given = aval_of(x)
    wide = dtypes.widened(given.dtype)
    x = convert_element_type(x, wide)
    frame = tuple([(*pads, d - 1) for pads, d in zip(op.padding, op.base_dilation, strict=True)])
    if set(frame) != {(0, 0, 0)}:
        x = Pad(frame)(x, full((), op.identity(wide), wide))
    axes = zip(op.window, op.strides, op.window_dilation, strict=True)
    for axis, (size, stride, dilation) in enumerate(axes):
        if (size, stride) != (1, 1):
            x = Unfold(axis, size, stride, dilation)(x)
    total = REDUCTIONS[op.monoid](tuple(range(given.ndim, aval_of(x).ndim)))(x)
    return (convert_element_type(total, given.dtype, given.weak_type),)


def _is_written_out(op: SelectAndScatterAdd) -> bool:
    """Whether windows are too long for what a CPU does, and lie as an expansion wants them."""
    plain = all(d == 1 for d in (*op.base_dilation, *op.window_dilation))
    inside = all(p >= 0 for pair in op.padding for p in pair)
    size, steps = math.prod(op.window), math.prod(op.strides)
    return plain and inside and size > MOST_TAPS and max(size, steps) <= WRITTEN_OUT
