"""Reports of indices out of bounds, for programs that look for them (`checkify`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, source
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker, OOBError
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import rem
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import eq, gt, lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import literal
from fjax.primitives.generators import full, iota
from fjax.primitives.reductions import ReduceMin
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape


def report_out_of_bounds(
    checker: Checker,
    name: str,
    shape: tuple[int, ...],
    axes: Sequence[int],
    sizes: Sequence[int],
    starts: Any,
) -> None:
    """Report the first start index at which a window would leave an array of this shape.

    `starts` holds along its last axis where the window starts in each of `axes`, `sizes` the
    window's size in each.
    """
    aval = aval_of(starts)
    if not checker.wants(OOBError) or not aval.size:
        return
    starts = convert_element_type(starts, dtypes.int64)
    last = [shape[a] - n for a, n in zip(axes, sizes, strict=True)]
    beyond = gt(starts, _spread(last, aval.shape))
    bad = Reshape((aval.size,))(bitwise_or(lt(starts, literal(0, dtypes.int64)), beyond))
    payload = _first(bad, Reshape((aval.size,))(starts), axes, [shape[a] for a in axes])
    checker.report(bad, OOBError(source.here(), name, shape, payload))


def report_window(
    checker: Checker, name: str, shape: tuple[int, ...], sizes: Sequence[int], starts: Sequence[Any]
) -> None:
    """As `report_out_of_bounds`, for a window whose start is one scalar per axis."""
    if not checker.wants(OOBError) or not starts:
        return
    columns = [Reshape((1,))(convert_element_type(s, dtypes.int64)) for s in starts]
    report_out_of_bounds(checker, name, shape, range(len(shape)), sizes, Concatenate(0)(*columns))


def _spread(values: Sequence[int], shape: tuple[int, ...]) -> Any:
    """Static values along the last axis of a shape."""
    vector = Array(np.asarray(values, np.int64), ShapedArray((len(values),), dtypes.int64))
    return BroadcastInDim(shape, (len(shape) - 1,))(vector)


def _first(bad: Any, indices: Any, axes: Sequence[int], sizes: Sequence[int]) -> Any:
    """The first bad index, its axis and that axis's size."""
    n = aval_of(bad).size
    places = iota(dtypes.int64, (n,))
    place = ReduceMin((0,))(select_n(bad, full((n,), n, dtypes.int64), places))
    index = ReduceSum((0,))(select_n(eq(places, place), literal(0, dtypes.int64), indices))
    component = convert_element_type(rem(place, literal(len(axes), dtypes.int64)), dtypes.int32)
    parts = [
        index,
        *[
            select_n(component, *[literal(v, dtypes.int64) for v in values])
            for values in (axes, sizes)
        ],
    ]
    return Concatenate(0)(*[Reshape((1,))(convert_element_type(p, dtypes.int32)) for p in parts])
