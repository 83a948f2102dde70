"""How a compiled program computes a convolution: as one without padding and holes in its lhs.

Padding, the order of axes and the holes of a dilated lhs become data movement, which kernels fuse
with what stands before and after. What is left is a convolution whose windows lie in memory as
they are, with neighbouring positions or neighbouring features innermost; fjax's convolution kernel
computes that. With a single feature a group there is no product of matrices in a convolution, and
it becomes a sum of shifted products.
"""
from __future__ import annotations

import itertools
import math
from typing import Any

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.contraction import accumulation_dtype
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.convolution_numpy import residues
from fjax.primitives.generators import full
from fjax.primitives.shaping import Concatenate, Pad, Slice
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, Transpose

LANES = 16              # of a vector, to estimate costs
MOVE = 4                # moving an element costs as much as this many vector multiply-adds
MOST_TERMS = 32         # of a sum of shifted products


def expansion(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """The convolution `op` in other terms; None if only `op.evaluate` can compute it."""
    common = dtypes.join(aval_of(lhs).dtype, aval_of(rhs).dtype)
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    if not dtypes.is_float(common) or not dtypes.is_float(out.dtype) or out.size == 0:
        return None
    dtype = accumulation_dtype(common, out.dtype)
    if dtype not in (dtypes.float32, dtypes.float64):
        return None
    lhs, rhs = _converted(lhs, dtype), _converted(rhs, dtype)
    return _converted(_without_holes(op.replace(preferred_element_type=None), lhs, rhs), out.dtype)


def _converted(x: Any, dtype: Any) -> Any:
    return x if aval_of(x).dtype == dtype else convert_element_type(x, dtype)


def _without_holes(op: Any, lhs: Any, rhs: Any) -> Any:
    """Positions with one remainder modulo the dilation see the same taps, and no holes."""
    rank = len(op.lhs_dilation)
    axis = next((k for k in range(rank) if op.lhs_dilation[k] > 1), None)
    if axis is None:
        return _without_padding(op, lhs, rhs)
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    dense = op.replace(lhs_dilation=_with(op.lhs_dilation, axis, 1))
    if op.window_strides[axis] > 1 or op.rhs_dilation[axis] > 1:
        holes = [(0, 0, op.lhs_dilation[axis] - 1 if a == lhs_spec[2 + axis] else 0)
                 for a in range(rank + 2)]
        return _without_holes(dense, _padded(lhs, holes), rhs)
    parts = []
    at = out_spec[2 + axis]
    for part in residues(aval_of(lhs).shape[lhs_spec[2 + axis]], out.shape[at],
                         aval_of(rhs).shape[rhs_spec[2 + axis]], op.padding[axis],
                         op.lhs_dilation[axis]):
        if part.taps == 0:
            parts.append(full(_with(out.shape, at, part.positions), 0, out.dtype))
            continue
        kernel = _strided(rhs, rhs_spec[2 + axis], part.first_tap, op.lhs_dilation[axis])
        parts.append(_without_holes(dense.replace(padding=_with(op.padding, axis, part.padding)),
                                    lhs, kernel))
    return _interleaved(parts, at, out.shape[at])


def _with(values: tuple, at: int, value: Any) -> tuple:
    return (*values[:at], value, *values[at + 1:])


def _padded(x: Any, config: list[tuple[int, int, int]]) -> Any:
    if all(c == (0, 0, 0) for c in config):
        return x
    return Pad(tuple(config))(x, full((), 0, aval_of(x).dtype))


def _strided(x: Any, axis: int, start: int, step: int) -> Any:
    shape = aval_of(x).shape
    ones, zeros = (1,) * len(shape), (0,) * len(shape)
    return Slice(_with(zeros, axis, start), shape, _with(ones, axis, step))(x)


def _interleaved(parts: list[Any], axis: int, length: int) -> Any:
    """Element i of the result is element i // n of part i % n, for n parts."""
    if len(parts) == 1:
        return parts[0]
    longest = aval_of(parts[0]).shape[axis]
    rank = aval_of(parts[0]).ndim
    rows = []
    for part in parts:
        short = longest - aval_of(part).shape[axis]
        row = _padded(part, [(0, short if a == axis else 0, 0) for a in range(rank)])
        shape = aval_of(row).shape
        rows.append(Reshape((*shape[:axis + 1], 1, *shape[axis + 1:]))(row))
    shape = aval_of(parts[0]).shape
    whole = Reshape(_with(shape, axis, longest * len(parts)))(Concatenate(axis + 1)(*rows))
    limits = _with(aval_of(whole).shape, axis, length)
    return whole if limits == aval_of(whole).shape else Slice((0,) * rank, limits, None)(whole)


def _without_padding(op: Any, lhs: Any, rhs: Any) -> Any:
    config = [(0, 0, 0)] * aval_of(lhs).ndim
    for axis, (low, high) in zip(op.dimension_numbers.lhs_spec[2:], op.padding, strict=True):
        config[axis] = (low, high, 0)
    op, framed = op.replace(padding=((0, 0),) * len(op.padding)), _padded(lhs, config)
    for form in (_sum_of_taps, _sums_over_windows):
        made = form(op, framed, rhs)
        if made is not None:
            return made
    return _in_order(op, framed, rhs)


# ---- one feature a group

def _sum_of_taps(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """A depthwise convolution: shifted copies, each times its tap of the kernel."""
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    x, w = aval_of(lhs), aval_of(rhs)
    window = [w.shape[a] for a in rhs_spec[2:]]
    if op.feature_group_count == 1 or w.shape[rhs_spec[1]] > 1 \
            or w.shape[rhs_spec[0]] > op.feature_group_count or math.prod(window) > MOST_TERMS:
        return None
    (out,) = op.result_type(x, w)
    shape = [0] * x.ndim
    for a, b in zip(lhs_spec, out_spec, strict=True):
        shape[a] = out.shape[b]
    (lhs,) = optimization_barrier(lhs)          # else its padding is computed for every tap
    result = None
    for tap in itertools.product(*map(range, window)):
        at = dict(zip(rhs_spec[2:], tap, strict=True))
        limits = [at[a] + 1 if a in at else n for a, n in enumerate(w.shape)]
        factor = Slice(tuple([at.get(a, 0) for a in range(w.ndim)]), tuple(limits), None)(rhs)
        factor = BroadcastInDim(tuple(shape), (lhs_spec[1],))(Reshape((x.shape[lhs_spec[1]],))(
            factor))
        term = mul(_shifted(op, lhs, tap, shape, op.rhs_dilation, op.window_strides), factor)
        result = term if result is None else add(result, term)
    return _reordered(result, lhs_spec, out_spec)


def _shifted(op: Any, lhs: Any, at: tuple[int, ...], lengths: Any, steps: Any,
             strides: Any) -> Any:
    """What the windows' element number `at` is, for all places."""
    starts, limits, every = [0] * len(lengths), list(lengths), [1] * len(lengths)
    for a, i, e, s in zip(op.dimension_numbers.lhs_spec[2:], at, steps, strides, strict=True):
        starts[a], every[a] = i * e, s
        limits[a] = i * e + (lengths[a] - 1) * s + 1
    return Slice(tuple(starts), tuple(limits), tuple(every))(lhs)


def _sums_over_windows(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """The kernel's gradient of a depthwise convolution: for each tap a sum of products."""
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    x, w = aval_of(lhs), aval_of(rhs)
    (out,) = op.result_type(x, w)
    positions = [out.shape[a] for a in out_spec[2:]]
    groups = op.batch_group_count
    if groups == 1 or x.shape[lhs_spec[0]] > groups or w.shape[rhs_spec[0]] > groups \
            or math.prod(positions) > MOST_TERMS:
        return None
    (lhs,) = optimization_barrier(lhs)
    factor = _reordered(rhs, rhs_spec, lhs_spec)
    lengths = aval_of(factor).shape
    sums = []
    for place in itertools.product(*map(range, positions)):
        window = _shifted(op, lhs, place, lengths, op.window_strides, op.rhs_dilation)
        sums.append(Reshape((groups, 1))(ReduceSum(tuple(sorted(lhs_spec[1:])))(
            mul(window, factor))))
    result = Reshape((groups, 1, *positions))(Concatenate(1)(*sums))
    return _reordered(result, (1, 0, *range(2, x.ndim)), out_spec)


# ---- the order of axes

def _in_order(op: Any, lhs: Any, rhs: Any) -> Any:
    """The convolution with its axes as the kernel wants them, whichever way costs less."""
    positions, features = _positions_last(op), _features_last(op)
    cheaper = _cost(op, positions, lhs, rhs, False) <= _cost(op, features, lhs, rhs, True)
    numbers = positions if cheaper else features
    given = op.dimension_numbers
    out = op.replace(dimension_numbers=numbers)(
        _reordered(lhs, given.lhs_spec, numbers.lhs_spec),
        _reordered(rhs, given.rhs_spec, numbers.rhs_spec))
    return _reordered(out, numbers.out_spec, given.out_spec)


def _positions_last(op: Any) -> Any:
    """Numbers for lanes along positions: lhs and out with their spatial axes last, in order."""
    def last(spec: tuple[int, ...]) -> tuple[int, ...]:
        wanted = tuple(range(2, len(spec)))
        return spec if spec[2:] == wanted else (0, 1, *wanted)
    given = op.dimension_numbers
    return given._replace(lhs_spec=last(given.lhs_spec), out_spec=last(given.out_spec))


def _features_last(op: Any) -> Any:
    """Numbers for lanes along features: those of rhs and out come last."""
    given, rank = op.dimension_numbers, len(op.padding)
    rhs, out = given.rhs_spec, given.out_spec
    if rhs[0] != rank + 1:
        rhs = (rank + 1, 0, *range(1, rank + 1))
    if out[1] != rank + 1:
        out = (0, rank + 1, *range(1, rank + 1))
    return given._replace(rhs_spec=rhs, out_spec=out)


def _cost(op: Any, numbers: Any, lhs: Any, rhs: Any, by_features: bool) -> float:
    """About how many vector multiply-adds, those in place of which elements move included."""
    given = op.dimension_numbers
    x, w = aval_of(lhs), aval_of(rhs)
    (out,) = op.result_type(x, w)
    groups = op.feature_group_count * op.batch_group_count
    features = out.shape[given.out_spec[1]]
    positions = [out.shape[a] for a in given.out_spec[2:]]
    if not by_features and (not positions or any(s > 1 for s in op.window_strides)):
        return math.inf
    summed = w.size // features
    if by_features:
        count = math.prod(positions) * groups * -(-features // groups // LANES)
    else:
        lengths = [x.shape[a] for a in given.lhs_spec[2:]]
        line = 1
        for n, whole in zip(positions, lengths, strict=True):
            line = (line - 1) * whole + n
        count = features * -(-line // LANES)
    moved = sum(aval.size for aval, a, b in zip((x, w, out), given, numbers, strict=True)
                if _order(a, b) != tuple(range(len(a))))
    return out.shape[given.out_spec[0]] * count * summed + MOVE * moved


def _order(source: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that brings axes with meaning source[k] to target[k]."""
    order = [0] * len(source)
    for a, b in zip(source, target, strict=True):
        order[b] = a
    return tuple(order)


def _reordered(x: Any, source: tuple[int, ...], target: tuple[int, ...]) -> Any:
    order = _order(source, target)
    return x if order == tuple(range(len(order))) else Transpose(order)(x)
