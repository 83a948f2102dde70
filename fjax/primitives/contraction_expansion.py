"""Contractions that no library computes well, as conversions, products and sums that kernels do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import mul
from fjax.primitives.bitwise import bitwise_and
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.reductions import ReduceOr
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, in_order

Axes = tuple[int, ...]


def multiplied_and_summed(
    lhs: Any, rhs: Any, orders: tuple[Axes, Axes], ranks: tuple[int, int, int, int], wide: np.dtype
) -> Any:
    """The contraction as one sum over products of elements, in the accumulator's dtype.

    Args:
      orders: each operand's axes, batch axes first, then its free axes, contracted ones last.
      ranks: the number of batch axes, of each operand's free axes, of contracted axes.
    """
    batch, left, right, inner = ranks
    shared = tuple(range(batch))
    last = tuple(range(batch + left + right, batch + left + right + inner))
    places = (
        shared + tuple(range(batch, batch + left)) + last,
        shared + tuple(range(batch + left, batch + left + right)) + last,
    )
    sizes: dict[int, int] = {}
    for x, order, place in zip((lhs, rhs), orders, places, strict=True):
        sizes.update(zip(place, [aval_of(x).shape[a] for a in order], strict=True))
    if all(sizes[a] == 1 for a in last):
        last = ()
    shape = tuple(sizes[i] for i in range(batch + left + right + len(last)))
    terms = [
        _spread(x, order, place[: len(place) - inner] + last, shape, wide)
        for x, order, place in zip((lhs, rhs), orders, places, strict=True)
    ]
    product = bitwise_and(*terms) if dtypes.is_bool(wide) else mul(*terms)
    if not last:
        return product
    return (ReduceOr if dtypes.is_bool(wide) else ReduceSum)(last)(product)


def _spread(
    x: Any, order: Axes, place: Sequence[int], shape: tuple[int, ...], wide: np.dtype
) -> Any:
    """The operand broadcast, its axis order[i] at place[i]; the last ones may have no place."""
    x = in_order(convert_element_type(x, wide), order)
    if len(place) < len(order):
        x = Reshape(aval_of(x).shape[: len(place)])(x)
    return BroadcastInDim(shape, tuple(place))(x)


def is_short(batch: int, m: int, n: int, k: int, wide: np.dtype) -> bool:
    """Whether BLAS has nothing to sum, or no function: vectors of integers, or single elements."""
    vectors = m == 1 or n == 1
    return k == 1 or (vectors and wide.kind in "iub") or (m == n == 1 and batch > 1)


def converted(lhs: Any, rhs: Any, wide: np.dtype) -> tuple[Any, Any] | None:
    """Both operands in the accumulator's dtype, if that is a floating one and theirs another."""
    avals: list[ShapedArray] = [aval_of(lhs), aval_of(rhs)]
    if wide.kind not in "fc" or all(a.dtype == wide for a in avals):
        return None
    return convert_element_type(lhs, wide), convert_element_type(rhs, wide)
