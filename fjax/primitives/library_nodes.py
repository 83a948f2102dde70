"""Products, convolutions, pooling and rows taken by index as ONNX's nodes of that meaning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fjax.core import dtypes
from fjax.core.primitive import Monoid
from fjax.errors import MissingRuleError
from fjax.primitives.index_arithmetic import GatherScatterMode

if TYPE_CHECKING:
    from fjax.primitives.contraction import DotGeneral
    from fjax.primitives.convolution import ConvGeneralDilated
    from fjax.primitives.indexing import Gather
    from fjax.primitives.windows import ReduceWindow


def _accumulated(op: Any, lhs: Any, rhs: Any) -> tuple[Any, Any]:
    """(dtype of the result, dtype in which nodes compute)."""
    out = op.preferred_element_type or lhs.dtype
    wide = dtypes.widened(np.result_type(out, lhs.dtype, rhs.dtype) if out != lhs.dtype else out)
    if wide.kind in "iub" and wide not in (np.int32, np.int64):
        wide = np.dtype(np.int64)
    return out, wide


def product_nodes(graph: Any, op: DotGeneral, lhs: Any, rhs: Any) -> Any:
    """A MatMul of (batch, rows, contracted) and (batch, contracted, columns)."""
    (l_contract, r_contract), (l_batch, r_batch) = op.dimension_numbers
    out, wide = _accumulated(op, lhs, rhs)
    l_free = [a for a in range(lhs.ndim) if a not in l_contract and a not in l_batch]
    r_free = [a for a in range(rhs.ndim) if a not in r_contract and a not in r_batch]
    left = graph.transpose(graph.cast(lhs, wide), (*l_batch, *l_free, *l_contract))
    right = graph.transpose(graph.cast(rhs, wide), (*r_batch, *r_contract, *r_free))
    batch = [lhs.shape[a] for a in l_batch]
    rows, columns = ([x.shape[a] for a in f] for x, f in ((lhs, l_free), (rhs, r_free)))
    k = math.prod(lhs.shape[a] for a in l_contract)
    plain = not batch and len(l_contract) == len(r_free) == 1  # any number of rows before
    if not plain and len(l_free) != 1 or len(l_contract) != 1:
        left = graph.reshape(left, [*batch, math.prod(rows), k])
    if len(r_free) != 1 or len(r_contract) != 1:
        right = graph.reshape(right, [*batch, k, math.prod(columns)])
    if plain and not rows:
        left = graph.reshape(left, [1, k])
    shape = [*batch, *left.shape[len(batch) : -1], right.shape[-1]]
    found = graph.node("MatMul", [left, right], shape, wide)
    return graph.cast(graph.reshape(found, [*batch, *rows, *columns]), out)


def convolution_nodes(graph: Any, op: ConvGeneralDilated, lhs: Any, rhs: Any) -> Any:
    """A Conv with the batch and features first; zeros between elements are written out."""
    if op.batch_group_count > 1:
        raise MissingRuleError("ONNX's convolutions have no groups of the batch")
    if lhs.ndim == 2:
        raise MissingRuleError("ONNX's convolutions have at least one spatial axis")
    out, wide = _accumulated(op, lhs, rhs)
    numbers, spatial = op.dimension_numbers, range(lhs.ndim - 2)
    left = graph.transpose(graph.cast(lhs, wide), numbers.lhs_spec)
    right = graph.transpose(graph.cast(rhs, wide), numbers.rhs_spec)
    config = [(min(lo, 0), min(hi, 0), d - 1) for (lo, hi), d in zip(op.padding, op.lhs_dilation)]
    if any(map(any, config)):
        zero = graph.scalar(0, wide)
        left = graph.padded(left, [(0, 0, 0), (0, 0, 0), *config], zero)
    reach = [(right.shape[k + 2] - 1) * op.rhs_dilation[k] + 1 for k in spatial]
    pads = [[max(0, p[end]) for p in op.padding] for end in (0, 1)]
    lengths = [
        (left.shape[k + 2] + pads[0][k] + pads[1][k] - reach[k]) // op.window_strides[k] + 1
        for k in spatial
    ]
    found = graph.node(
        "Conv",
        [left, right],
        [left.shape[0], right.shape[0], *lengths],
        wide,
        strides=list(op.window_strides),
        pads=[*pads[0], *pads[1]],
        dilations=list(op.rhs_dilation),
        group=op.feature_group_count,
    )
    back = np.argsort(numbers.out_spec)
    return graph.cast(graph.transpose(found, [int(k) for k in back]), out)


def pooled(graph: Any, op: ReduceWindow, x: Any) -> Any:
    """A pooling node over the one to three axes along which windows are; None if there is none."""
    axes = zip(op.window, op.strides, op.padding, op.base_dilation, op.window_dilation)
    along = [k for k, (w, s, p, b, d) in enumerate(axes) if w > 1 or s > 1 or any(p) or b > 1]
    negative = any(p < 0 for pair in op.padding for p in pair)
    dilated = any(d > 1 for d in op.window_dilation)
    spread = any(b > 1 for b in op.base_dilation)
    if x.dtype != np.float32 or not 1 <= len(along) <= 3 or negative or spread:
        return None
    kinds = {Monoid.MAX: "MaxPool", Monoid.ADD: "AveragePool"}
    kind = kinds.get(op.monoid)
    if kind is None or (dilated and kind == "AveragePool"):
        return None
    if any(max(op.padding[k]) >= op.window[k] for k in along):
        return None  # windows of padding alone
    outs = [_windows(op, x.shape[k], k) for k in along]
    if min(outs) <= 0 or 0 in x.shape:
        return None
    rest = [k for k in range(x.ndim) if k not in along]
    moved = graph.transpose(x, [*rest, *along])
    lengths = [x.shape[k] for k in along]
    images = graph.reshape(moved, [1, math.prod(x.shape[k] for k in rest), *lengths])
    given: dict[str, Any] = {
        "kernel_shape": [op.window[k] for k in along],
        "strides": [op.strides[k] for k in along],
        "pads": [op.padding[k][end] for end in (0, 1) for k in along],
    }
    if kind == "AveragePool":
        given["count_include_pad"] = 1
    elif dilated:
        given["dilations"] = [op.window_dilation[k] for k in along]
    found = graph.node(kind, [images], [*images.shape[:2], *outs], x.dtype, **given)
    if kind == "AveragePool":
        count = graph.scalar(math.prod(op.window), x.dtype)
        found = graph.node("Mul", [found, count], found.shape, x.dtype)
    apart = graph.reshape(found, [*[x.shape[k] for k in rest], *outs])
    return graph.transpose(apart, [int(k) for k in np.argsort([*rest, *along])])


def _windows(op: ReduceWindow, n: int, k: int) -> int:
    reach = (op.window[k] - 1) * op.window_dilation[k] + 1
    return (n + sum(op.padding[k]) - reach) // op.strides[k] + 1


def taken(graph: Any, op: Gather, x: Any, indices: Any) -> Any:
    """A Gather of whole slices along one axis; None for other gathers."""
    d = op.dimension_numbers
    if len(d.start_index_map) != 1 or d.operand_batching_dims:
        return None
    (axis,) = d.start_index_map
    whole = [n for k, n in enumerate(x.shape) if k != axis]
    sizes = [n for k, n in enumerate(op.slice_sizes) if k != axis]
    if d.collapsed_slice_dims != (axis,) or whole != sizes or op.slice_sizes[axis] != 1:
        return None
    shape = indices.shape[:-1]
    places = graph.reshape(graph.cast(indices, dtypes.int64), shape)
    last = graph.scalar(x.shape[axis] - 1, dtypes.int64)
    low = graph.node("Max", [places, graph.scalar(0, dtypes.int64)], shape, dtypes.int64)
    inside = graph.node("Min", [low, last], shape, dtypes.int64)
    rows_shape = (*x.shape[:axis], *shape, *x.shape[axis + 1 :])
    rows = graph.node("Gather", [x, inside], rows_shape, x.dtype, axis=axis)
    # axes of the indices stand at `axis`; the output has slices' axes at offset_dims
    rank = len(rows_shape)
    slices = [k for k in range(rank) if not axis <= k < axis + len(shape)]
    batch, kept = iter(range(axis, axis + len(shape))), iter(slices)
    order = [next(kept) if k in d.offset_dims else next(batch) for k in range(rank)]
    found = graph.transpose(rows, order)
    if op.mode is not GatherScatterMode.FILL_OR_DROP:
        return found
    good = graph.node("Equal", [places, inside], shape, dtypes.bool_)
    laid = _laid(graph, good, [k for k in range(rank) if k not in d.offset_dims], rank)
    return graph.where(laid, found, graph.scalar(op.fill(x.dtype), x.dtype))


def _laid(graph: Any, x: Any, axes: Sequence[int], rank: int) -> Any:
    """An array whose axes become these of `rank`."""
    shape = [1] * rank
    for a, n in zip(axes, x.shape, strict=True):
        shape[a] = n
    return graph.reshape(x, shape)
