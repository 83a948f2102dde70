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


class DimensionNames:
    """How the dimension numbers of one operation are called."""

    def __init__(self, op: str, offsets: str, collapsed: str, mapped: str, shared: str):
        self.op, self.offsets, self.collapsed, self.mapped = op, offsets, collapsed, mapped
        self.shared, self.operand_shared = shared, "operand_batching_dims"


GATHER = DimensionNames(
    "gather",
    "offset_dims",
    "collapsed_slice_dims",
    "start_index_map",
    "start_indices_batching_dims",
)
SCATTER = DimensionNames(
    "scatter",
    "update_window_dims",
    "inserted_window_dims",
    "scatter_dims_to_operand_dims",
    "scatter_indices_batching_dims",
)


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
            raise ShapeError(
                f"Invalid {name} set in {op} op; valid range is [0, {stop}), got: {axis}"
            )


def check_disjoint(op: str, name: str, axes: Ints, other_name: str, others: Ints) -> None:
    """Raise if two sets of axes share one."""
    if set(axes) & set(others):
        raise ShapeError(
            f"{name} and {other_name} in {op} op must be disjoint; got {axes} and {others}"
        )


def check_indices(op: str, indices: ShapedArray) -> None:
    """Raise unless the indices hold vectors of integers."""
    if not dtypes.is_integer(indices.dtype):
        raise DtypeError(f"{op}: indices must be integers, got {indices}")
    if indices.ndim < 1:
        raise ShapeError(f"{op}: indices need a last axis of index vectors, got {indices}")


def check_map(
    names: DimensionNames, d: GatherDimensionNumbers, x: ShapedArray, indices: ShapedArray
) -> None:
    """Raise unless each component of an index vector goes to an axis of the operand."""
    op, last = names.op, indices.ndim - 1
    if indices.shape[-1] != len(d.start_index_map):
        raise ShapeError(
            f"{op.title()} op has {len(d.start_index_map)} elements in {names.mapped} "
            f"and the bound of dimension index_vector_dim={last} of indices is "
            f"{indices.shape[-1]}. These two numbers must be equal. {names.mapped} is "
            f"{d.start_index_map}, the indices are {indices}"
        )
    for axis in d.start_index_map:
        if not 0 <= axis < x.ndim:
            raise ShapeError(
                f"Invalid {names.mapped} mapping in {op} op: {axis} is not an axis of {x}"
            )
    check_distinct(op, names.mapped, d.start_index_map, False)


def check_operand_axes(names: DimensionNames, d: GatherDimensionNumbers, x: ShapedArray) -> None:
    """Raise unless the operand's axes that windows lack, and those that it shares, are right."""
    op = names.op
    for name, axes in (
        (names.collapsed, d.collapsed_slice_dims),
        (names.operand_shared, d.operand_batching_dims),
    ):
        check_distinct(op, name, axes, True)
        check_range(op, name, axes, x.ndim)
    check_disjoint(
        op, names.collapsed, d.collapsed_slice_dims, names.operand_shared, d.operand_batching_dims
    )
    check_disjoint(
        op, names.mapped, d.start_index_map, names.operand_shared, d.operand_batching_dims
    )


def check_shared(
    names: DimensionNames, d: GatherDimensionNumbers, x: ShapedArray, indices: ShapedArray
) -> None:
    """Raise unless operand and indices agree on the axes that they share."""
    op, shared = names.op, d.start_indices_batching_dims
    check_distinct(op, names.shared, shared, False)
    check_range(op, names.shared, shared, indices.ndim)
    if indices.ndim - 1 in shared:
        raise ShapeError(
            f"{op.title()} op cannot have the index vector dimension as a batching "
            f"dimension: {names.shared} {shared} name the last axis of {indices}"
        )
    if len(d.operand_batching_dims) != len(shared):
        raise ShapeError(
            f"{op.title()} op requires equal numbers of {names.operand_shared} and "
            f"{names.shared}, got {d.operand_batching_dims} and {shared}"
        )
    lengths = [x.shape[a] for a in d.operand_batching_dims], [indices.shape[a] for a in shared]
    if lengths[0] != lengths[1]:
        raise ShapeError(
            f"{op.title()} op requires operand batching dimensions and indices "
            f"batching dimensions to have the same shape, got {lengths[0]} for axes "
            f"{d.operand_batching_dims} of {x} and {lengths[1]} for axes {shared} of "
            f"{indices}"
        )


def gather_shape(
    d: GatherDimensionNumbers, sizes: Ints, x: ShapedArray, indices: ShapedArray
) -> list[int]:
    """The shape of a gather's output; raises if the parameters do not fit."""
    out_rank = len(d.offset_dims) + indices.ndim - 1
    check_indices("gather", indices)
    check_distinct("gather", GATHER.offsets, d.offset_dims, True)
    for number, axis in enumerate(d.offset_dims):
        if not 0 <= axis < out_rank:
            raise ShapeError(
                f"Offset dimension {number} in gather op is out of bounds: {axis} is "
                f"not one of the {out_rank} axes of the result"
            )
    check_map(GATHER, d, x, indices)
    check_operand_axes(GATHER, d, x)
    check_shared(GATHER, d, x, indices)
    if len(sizes) != x.ndim:
        raise ShapeError(
            f"Gather op must have one slice size for every input dimension, got {sizes} for {x}"
        )
    windows = window_axes(d, x.ndim)
    if len(d.offset_dims) != len(windows):
        raise ShapeError(
            f"All components of the offset index in a gather op must either be a "
            f"offset dimension or explicitly collapsed/batching: {d} leaves "
            f"{len(windows)} axes of {x} to {len(d.offset_dims)} offset_dims"
        )
    for axis, (size, n) in enumerate(zip(sizes, x.shape, strict=True)):
        if not 0 <= size <= n:
            raise ShapeError(
                f"Slice size at index {axis} in gather op is out of range: it must be "
                f"within [0, {n}] for {x}, got {size}"
            )
    for can, axes, least in (
        ("collapse slice dims with bound 1", d.collapsed_slice_dims, 1),
        ("have operand batching dims with bound 0/1", d.operand_batching_dims, 0),
    ):
        for number, axis in enumerate(axes):
            if not least <= sizes[axis] <= 1:
                raise ShapeError(
                    f"Gather op can only {can}, but bound is {sizes[axis]} for index "
                    f"{axis} at position {number}. Slice sizes are {sizes}"
                )
    batch, window = iter(indices.shape[:-1]), iter([sizes[a] for a in windows])
    return [next(window) if i in d.offset_dims else next(batch) for i in range(out_rank)]


def check_scatter(
    op: str,
    numbers: ScatterDimensionNumbers,
    x: ShapedArray,
    indices: ShapedArray,
    updates: ShapedArray,
) -> None:
    """Raise unless a scatter's operands fit its dimension numbers."""
    d = numbers.as_gather
    check_indices("scatter", indices)
    rank = indices.ndim - 1 + len(d.offset_dims)
    if updates.ndim != rank:
        raise ShapeError(
            f"{op}: Updates tensor must be of rank {rank}; got {updates.ndim}. The "
            f"indices are {indices}, update_window_dims {d.offset_dims}"
        )
    check_distinct("scatter", SCATTER.offsets, d.offset_dims, True)
    check_range("scatter", SCATTER.offsets, d.offset_dims, updates.ndim)
    check_operand_axes(SCATTER, d, x)
    check_shared(SCATTER, d, x, indices)
    windows = window_axes(d, x.ndim)
    if len(d.offset_dims) != len(windows):
        size = x.ndim - len(windows) + len(d.offset_dims)
        raise ShapeError(
            f"Scatter op has window of size {size}; doesn't match operand of rank "
            f"{x.ndim}. Each axis of {x} must be in update_window_dims, "
            f"inserted_window_dims or operand_batching_dims of {numbers}"
        )
    check_map(SCATTER, d, x, indices)
    check_windows(op, x, updates, windows, d.offset_dims)
    outer = tuple(n for k, n in enumerate(updates.shape) if k not in d.offset_dims)
    if outer != indices.shape[:-1]:
        raise ShapeError(
            f"{op}: Bounds of the scatter dimensions differ: updates {updates} have "
            f"shape {outer} outside of the window axes {d.offset_dims}, the indices "
            f"{indices} have {indices.shape[:-1]}"
        )


def check_windows(
    op: str, x: ShapedArray, updates: ShapedArray, windows: Sequence[Any], offsets: Sequence[int]
) -> None:
    """Raise if a window of the updates is larger than the operand."""
    if any(updates.shape[k] > x.shape[a] for a, k in zip(windows, offsets, strict=True)):
        raise ShapeError(
            f"{op}: Bounds of the window dimensions {tuple(offsets)} of updates "
            f"{updates} exceed operand {x}"
        )
