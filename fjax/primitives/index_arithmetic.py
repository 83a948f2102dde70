"""What gather and scatter mean: dimension numbers, modes, and their NumPy evaluation."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.dtypes import Dtype
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError

Ints = tuple[int, ...]


class GatherScatterMode(enum.Enum):
    """What happens for indices out of bounds."""

    CLIP = 0  # moved to the nearest one in bounds
    FILL_OR_DROP = 1  # gather gives the fill value, scatter leaves the update out
    PROMISE_IN_BOUNDS = 2  # the caller promises there are none (a broken promise reads some
    #                         element, or drops the update, but never leaves the array)
    ONE_HOT = 3  # as FILL_OR_DROP

    @staticmethod
    def from_any(mode: Any) -> GatherScatterMode:
        """The mode of this name ("clip", "fill", "drop", "promise_in_bounds"); None means fill."""
        if isinstance(mode, GatherScatterMode):
            return mode
        names = {
            None: "FILL_OR_DROP",
            "fill": "FILL_OR_DROP",
            "drop": "FILL_OR_DROP",
            "clip": "CLIP",
            "promise_in_bounds": "PROMISE_IN_BOUNDS",
        }
        try:
            return GatherScatterMode[names[mode]]
        except (KeyError, TypeError):
            raise FjaxValueError(
                f"Unknown gather mode {mode!r}; there are: clip, fill, drop, promise_in_bounds"
            ) from None

    __repr__ = enum.Enum.__str__


def _ints(values: Any) -> Ints:
    return tuple(int(v) for v in values)


@dataclass(frozen=True)
class GatherDimensionNumbers:
    """Which axes of a gather's operand, indices and output belong together.

    `offset_dims`: output axes that run inside a slice; the others run over the indices.
    `collapsed_slice_dims`: operand axes of slice size 1 that the output leaves out.
    `start_index_map`: the operand axis that each component of an index vector refers to.
    `operand_batching_dims`, `start_indices_batching_dims`: axes that operand and indices share.
    """

    offset_dims: Ints
    collapsed_slice_dims: Ints
    start_index_map: Ints
    operand_batching_dims: Ints = ()
    start_indices_batching_dims: Ints = ()

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, _ints(getattr(self, name)))


@dataclass(frozen=True)
class ScatterDimensionNumbers:
    """The mirror image of GatherDimensionNumbers: updates take the place of the output.

    `update_window_dims`: axes of the updates that run inside a window; the others run over indices.
    `inserted_window_dims`: operand axes of window size 1 that the updates leave out.
    `scatter_dims_to_operand_dims`: the operand axis that each component of an index vector refers
    to. `operand_batching_dims`, `scatter_indices_batching_dims`: axes that operand and indices
    share.
    """

    update_window_dims: Ints
    inserted_window_dims: Ints
    scatter_dims_to_operand_dims: Ints
    operand_batching_dims: Ints = ()
    scatter_indices_batching_dims: Ints = ()

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, _ints(getattr(self, name)))

    @property
    def as_gather(self) -> GatherDimensionNumbers:
        """The gather that reads what this scatter writes."""
        return GatherDimensionNumbers(
            self.update_window_dims,
            self.inserted_window_dims,
            self.scatter_dims_to_operand_dims,
            self.operand_batching_dims,
            self.scatter_indices_batching_dims,
        )


def as_scatter(d: GatherDimensionNumbers) -> ScatterDimensionNumbers:
    """The scatter that writes what this gather reads."""
    return ScatterDimensionNumbers(
        d.offset_dims,
        d.collapsed_slice_dims,
        d.start_index_map,
        d.operand_batching_dims,
        d.start_indices_batching_dims,
    )


def window_axes(d: GatherDimensionNumbers, rank: int) -> list[int]:
    """The operand axes that the output keeps, in order."""
    gone = {*d.collapsed_slice_dims, *d.operand_batching_dims}
    return [i for i in range(rank) if i not in gone]


def default_fill(dtype: Dtype) -> Any:
    """What a filling gather puts where an index is out of bounds: NaN, the least signed or largest
    unsigned integer, True."""
    if dtypes.is_inexact(dtype):
        return math.nan
    if dtype == dtypes.bool_:
        return True
    if not dtypes.is_integer(dtype):
        return 0
    info = dtypes.iinfo(dtypes.physical(dtype))
    return int(info.min if dtypes.kind(dtype) == "i" else info.max)


class IndexPlan:
    """Index arithmetic that gather and scatter share, for concrete indices.

    The operand is seen as [indexed axes..., other axes...]. `starts` has the indices' shape without
    the last axis for every indexed axis; `inside` says which index vectors are in bounds (None:
    all).
    """

    def __init__(
        self,
        xp: Any,
        d: GatherDimensionNumbers,
        operand_shape: Sequence[int],
        indices: Any,
        sizes: Sequence[int],
        clip: bool,
    ):
        self.xp, self.numbers, self.sizes = xp, d, tuple(sizes)
        rank = len(operand_shape)
        self.batch_shape = indices.shape[:-1]
        self.windows = window_axes(d, rank)
        components = _as_int64(xp, indices)
        starts: dict[int, Any] = {}
        inside: Any = None
        for k, axis in enumerate(d.start_index_map):
            start, last = components[..., k], operand_shape[axis] - sizes[axis]
            if start.size and start.min() >= 0 and start.max() <= last:
                starts[axis] = start
                continue
            if not clip:
                good = (start >= 0) & (start <= last)
                if not good.all():
                    inside = good if inside is None else inside & good
            starts[axis] = xp.clip(start, 0, last)
        self.starts, self.inside = starts, inside
        whole = [a for a in self.windows if sizes[a] == operand_shape[a]]
        self.indexed = [a for a in range(rank) if a not in whole]
        self.partial = [a for a in self.windows if a not in whole]
        self.whole = whole

    def positions(self) -> list[Any]:
        """For each indexed axis, positions that broadcast to (index axes..., partial
        windows...).
        """
        d, n_batch, n_partial = self.numbers, len(self.batch_shape), len(self.partial)
        found = []
        for axis in self.indexed:
            if axis in d.operand_batching_dims:
                at = d.start_indices_batching_dims[d.operand_batching_dims.index(axis)]
                shape = [1] * (n_batch + n_partial)
                shape[at] = self.batch_shape[at]
                found.append(self.xp.arange(self.batch_shape[at]).reshape(shape))
                continue
            start = self.starts.get(axis, self.xp.zeros((1,) * n_batch, np.int64))
            start = start.reshape(start.shape + (1,) * n_partial)
            if axis in self.partial:
                shape = [1] * n_partial
                shape[self.partial.index(axis)] = self.sizes[axis]
                start = start + self.xp.arange(self.sizes[axis]).reshape(shape)
            found.append(start)
        return found

    def output_order(self) -> Ints:
        """Where each output axis is in (index axes..., partial windows..., whole windows...)."""
        n_batch = len(self.batch_shape)
        offsets = sorted(self.numbers.offset_dims)
        rank = n_batch + len(self.windows)
        laid_out = [*self.partial, *self.whole]
        order, batch = [0] * rank, iter(range(n_batch))
        for axis in range(rank):
            if axis in offsets:
                order[axis] = n_batch + laid_out.index(self.windows[offsets.index(axis)])
            else:
                order[axis] = next(batch)
        return tuple(order)


def as_index(start: Any) -> Any:
    """A start index as an int64 expression; uint64 beyond its range is its largest number."""
    if start.dtype == dtypes.uint64:
        start = scalar.minimum(start, scalar.const(2**63 - 1, dtypes.uint64))
    return scalar.convert(start, dtypes.int64)


def _as_int64(xp: Any, indices: Any) -> Any:
    """As `as_index`, of an array."""
    if indices.dtype == dtypes.uint64:
        indices = xp.minimum(indices, np.uint64(2**63 - 1))
    return indices.astype(np.int64, copy=False)


def evaluate_gather(
    xp: Any,
    x: Any,
    indices: Any,
    d: GatherDimensionNumbers,
    sizes: Sequence[int],
    mode: GatherScatterMode,
    fill: Any,
) -> Any:
    """The gather of concrete arrays."""
    plan = IndexPlan(xp, d, x.shape, indices, sizes, mode is not GatherScatterMode.FILL_OR_DROP)
    if not plan.indexed:
        shape = plan.batch_shape + tuple(x.shape[a] for a in plan.whole)
        rows = xp.broadcast_to(x, shape)
    elif plan.indexed == [0] and not plan.partial and 0 in plan.starts:
        rows = xp.take(x, plan.starts[0], axis=0)
    else:
        seen = x.transpose(plan.indexed + plan.whole)
        rows = seen[tuple(plan.positions())]
        full = (
            plan.batch_shape
            + tuple(sizes[a] for a in plan.partial)
            + tuple(x.shape[a] for a in plan.whole)
        )
        rows = xp.broadcast_to(rows, full)
    if plan.inside is not None:
        inside = plan.inside.reshape(plan.inside.shape + (1,) * (rows.ndim - plan.inside.ndim))
        rows = xp.where(inside, rows, xp.asarray(fill).astype(x.dtype))
    return rows.transpose(plan.output_order())


def evaluate_scatter(
    xp: Any,
    x: Any,
    indices: Any,
    updates: Any,
    d: GatherDimensionNumbers,
    mode: GatherScatterMode,
    combine: Any,
    unique: bool,
) -> Any:
    """The scatter of concrete arrays; `combine` is a ufunc, or None to overwrite."""
    if not x.size:
        return x  # no index of an empty axis can be clamped into it
    sizes = [1] * x.ndim
    for axis, at in zip(window_axes(d, x.ndim), sorted(d.offset_dims), strict=True):
        sizes[axis] = updates.shape[at]
    plan = IndexPlan(xp, d, x.shape, indices, sizes, mode is GatherScatterMode.CLIP)
    order = plan.output_order()
    updates = updates.transpose(np.argsort(order) if order else ())
    seen_axes = plan.indexed + plan.whole
    lengths = [x.shape[a] for a in plan.indexed]
    width = math.prod(x.shape[a] for a in plan.whole)
    out = x.transpose(seen_axes).reshape(math.prod(lengths), width).copy()
    count_shape = plan.batch_shape + tuple(sizes[a] for a in plan.partial)
    linear = _linear(xp, plan.positions(), lengths, count_shape)
    values = updates.reshape(linear.size, width)
    if plan.inside is not None:
        inside = plan.inside.reshape(plan.inside.shape + (1,) * len(plan.partial))
        kept = xp.broadcast_to(inside, count_shape).reshape(-1)
        linear, values = linear[kept], values[kept]
    if combine is None:
        out[linear] = values
    elif linear.size:
        _accumulate(xp, out, linear, values, combine, unique)
    shaped = out.reshape([x.shape[a] for a in seen_axes])
    return shaped.transpose(np.argsort(seen_axes) if seen_axes else ())


def _linear(xp: Any, positions: list[Any], lengths: list[int], shape: Ints) -> Any:
    """Row-major positions of several axes as one, spread over `shape` and flattened."""
    linear: Any = xp.zeros((), np.int64)
    for position, n in zip(positions, lengths, strict=True):
        linear = linear * n + position
    return xp.broadcast_to(linear, shape).reshape(-1)


def _accumulate(xp: Any, out: Any, linear: Any, values: Any, combine: Any, unique: bool) -> None:
    """out[linear] = combine(out[linear], values), also where positions repeat."""
    if unique or linear.size == 1:
        out[linear] = combine(out[linear], values)
    elif out.shape[1] == 1:
        combine.at(out[:, 0], linear, values[:, 0])
    else:
        order = xp.argsort(linear, kind="stable")
        ordered = linear[order]
        starts = xp.concatenate([xp.ones(1, bool), ordered[1:] != ordered[:-1]])
        first = xp.flatnonzero(starts)
        places = ordered[first]
        merged = combine.reduceat(values[order], first, axis=0, dtype=values.dtype)
        out[places] = combine(out[places], merged)
