"""What dimension numbers of gather and scatter must satisfy, and errors that say what does not."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.index_arithmetic import (
    GatherDimensionNumbers,
    ScatterDimensionNumbers,
    window_axes,
)

Ints = tuple[int, ...]


class Names:
    """How the dimension numbers of one operation are called."""

    def __init__(self, op: str, offsets: str, collapsed: str, mapped: str, shared: str):
        self.op, self.offsets, self.collapsed, self.mapped = op, offsets, collapsed, mapped
        self.shared, self.operand_shared = shared, "operand_batching_dims"


GATHER = Names("gather", "offset_dims", "collapsed_slice_dims", "start_index_map",
               "start_indices_batching_dims")
SCATTER = Names("scatter", "update_window_dims", "inserted_window_dims",
                "scatter_dims_to_operand_dims", "scatter_indices_batching_dims")


def check_distinct(op: str, name: str, axes: Ints, ascending: bool) -> None:
    """Raise if axes repeat, or are not in order although they must be."""
    if ascending and tuple(sorted(axes)) != axes:
        raise ShapeError(f"{name} in {op} op must be sorted; got {axes}")
    if len(set(axes)) != len(axes):
        raise ShapeError(f"{name} in {op} op must not repeat; got {axes}")


def check_range(op: str, name: str, axes: Ints, stop: int) -> None:
    """Raise if an axis is not one of `stop` axes."""
    for axis in axes:
        if not 0 <= axis < stop:
            raise ShapeError(f"Invalid {name} set in {op} op; valid range is [0, {stop}), got: "
                             f"{axis}")


def check_disjoint(op: str, name: str, axes: Ints, other_name: str, others: Ints) -> None:
    """Raise if two sets of axes share one."""
    if set(axes) & set(others):
        raise ShapeError(f"{name} and {other_name} in {op} op must be disjoint; got {axes} and "
                         f"{others}")


def check_numbers(names: Names, d: GatherDimensionNumbers, x: ShapedArray, indices: ShapedArray,
                  out_rank: int) -> None:
    """Raise unless the dimension numbers fit the operand, the indices and the other side's rank."""
    op = names.op
    if not dtypes.is_integer(indices.dtype):
        raise DtypeError(f"{op}: indices must be integers, got {indices}")
    if indices.ndim < 1:
        raise ShapeError(f"{op}: indices need a last axis of index vectors, got {indices}")
    check_distinct(op, names.offsets, d.offset_dims, True)
    check_range(op, names.offsets, d.offset_dims, out_rank)
    if indices.shape[-1] != len(d.start_index_map):
        raise ShapeError(f"{op}: {names.mapped} {d.start_index_map} must have one entry for each "
                         f"of the {indices.shape[-1]} components of the index vectors in the last "
                         f"axis of {indices}")
    for axis in d.start_index_map:
        if not 0 <= axis < x.ndim:
            raise ShapeError(f"Invalid {names.mapped} mapping in {op} op: {axis} is not an axis of "
                             f"{x}")
    check_distinct(op, names.mapped, d.start_index_map, False)
    for name, axes in ((names.collapsed, d.collapsed_slice_dims),
                       (names.operand_shared, d.operand_batching_dims)):
        check_distinct(op, name, axes, True)
        check_range(op, name, axes, x.ndim)
    check_disjoint(op, names.collapsed, d.collapsed_slice_dims, names.operand_shared,
                   d.operand_batching_dims)
    check_disjoint(op, names.mapped, d.start_index_map, names.operand_shared,
                   d.operand_batching_dims)
    check_shared(names, d, x, indices)


def check_shared(names: Names, d: GatherDimensionNumbers, x: ShapedArray,
                 indices: ShapedArray) -> None:
    """Raise unless operand and indices agree on the axes that they share."""
    op, shared = names.op, d.start_indices_batching_dims
    check_distinct(op, names.shared, shared, False)
    check_range(op, names.shared, shared, indices.ndim)
    if indices.ndim - 1 in shared:
        raise ShapeError(f"{op}: {names.shared} {shared} must not name the last axis of the "
                         f"indices {indices}, which holds the index vectors")
    lengths = [x.shape[a] for a in d.operand_batching_dims], [indices.shape[a] for a in shared]
    if lengths[0] != lengths[1]:
        raise ShapeError(f"{op}: {names.operand_shared} {d.operand_batching_dims} of {x} and "
                         f"{names.shared} {shared} of {indices} must correspond in number and in "
                         f"lengths, got {lengths[0]} and {lengths[1]}")


def gather_shape(d: GatherDimensionNumbers, sizes: Ints, x: ShapedArray,
                 indices: ShapedArray) -> list[int]:
    """The shape of a gather's output; raises if the parameters do not fit."""
    out_rank = len(d.offset_dims) + indices.ndim - 1
    check_numbers(GATHER, d, x, indices, out_rank)
    if len(sizes) != x.ndim:
        raise ShapeError(f"gather: slice sizes {sizes} must have one length for each axis of {x}")
    windows = window_axes(d, x.ndim)
    if len(d.offset_dims) != len(windows):
        raise ShapeError(f"gather: each axis of {x} must be in offset_dims, collapsed_slice_dims "
                         f"or operand_batching_dims; {d} leaves {len(windows)} axes to "
                         f"{len(d.offset_dims)} offset_dims")
    for axis, (size, n) in enumerate(zip(sizes, x.shape, strict=True)):
        if not 0 <= size <= n:
            raise ShapeError(f"Slice size at index {axis} in gather op is out of range: it must be "
                             f"within [0, {n}] for {x}, got {size}")
    for name, axes in (("collapsed_slice_dims", d.collapsed_slice_dims),
                       ("operand_batching_dims", d.operand_batching_dims)):
        wide = [a for a in axes if sizes[a] > 1]
        if wide:
            raise ShapeError(f"gather: slice sizes {sizes} must be 1 on {name} {axes}")
    batch, window = iter(indices.shape[:-1]), iter([sizes[a] for a in windows])
    return [next(window) if i in d.offset_dims else next(batch) for i in range(out_rank)]


def check_scatter(op: str, numbers: ScatterDimensionNumbers, x: ShapedArray, indices: ShapedArray,
                  updates: ShapedArray) -> None:
    """Raise unless a scatter's operands fit its dimension numbers."""
    d = numbers.as_gather
    check_numbers(SCATTER, d, x, indices, updates.ndim)
    windows = window_axes(d, x.ndim)
    if len(d.offset_dims) != len(windows):
        raise ShapeError(f"{op}: each axis of {x} must be in update_window_dims, "
                         f"inserted_window_dims or operand_batching_dims; {numbers} leaves "
                         f"{len(windows)} axes to {len(d.offset_dims)} update_window_dims")
    rank = indices.ndim - 1 + len(windows)
    if updates.ndim != rank:
        raise ShapeError(f"{op}: updates {updates} must have {rank} axes, for operand {x} and "
                         f"indices {indices}")
    outer = tuple(n for k, n in enumerate(updates.shape) if k not in d.offset_dims)
    if outer != indices.shape[:-1]:
        raise ShapeError(f"{op}: updates {updates} have shape {outer} outside of the window axes "
                         f"{d.offset_dims}, the indices {indices} have {indices.shape[:-1]}")
    check_windows(op, x, updates, windows, d.offset_dims)


def check_windows(op: str, x: ShapedArray, updates: ShapedArray, windows: Sequence[Any],
                  offsets: Sequence[int]) -> None:
    """Raise if a window of the updates is larger than the operand."""
    if any(updates.shape[k] > x.shape[a] for a, k in zip(windows, offsets, strict=True)):
        raise ShapeError(f"{op}: the windows of updates {updates} exceed operand {x}")
