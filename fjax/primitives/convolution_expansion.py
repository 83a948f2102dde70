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
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of, result_avals
from fjax.dataclass import dataclass
from fjax.primitives.arithmetic import add, mul, sub
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.complex_parts import complex_, imag, real
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full
from fjax.primitives.product_dtypes import accumulation_dtype, common_dtype
from fjax.primitives.shaping import Concatenate, Pad, Slice, interleaved
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, in_order

LANES = 16  # of a vector, to estimate costs
MOVE = 4  # moving an element costs as much as this many vector multiply-adds
MOST_TERMS = 32  # of a sum of shifted products

Dense = Callable[[Any, Any, Any], Any]  # a convolution without padding and holes in its lhs


@dataclass(frozen=True)
class Residue:
    """The positions of an axis that leave one remainder modulo the dilation of the lhs.

    They see `taps` taps, from `first_tap` in steps of the dilation, and those fall on elements of
    the lhs without holes between them, padded like this.
    """

    positions: int
    first_tap: int
    taps: int
    padding: tuple[int, int]


def residues(
    length: int, positions: int, window: int, padding: tuple[int, int], dilation: int
) -> Iterator[Residue]:
    """The residues of an axis, for remainders 0, 1, … (at most one for each position)."""
    low, _ = padding
    for r in range(min(dilation, positions)):
        first_tap = (low - r) % dilation
        offset = (r + first_tap - low) // dilation
        count, taps = -((r - positions) // dilation), max(0, -((first_tap - window) // dilation))
        yield Residue(count, first_tap, taps, (-offset, count + taps - 1 + offset - length))


def expansion(
    op: Any,
    lhs: Any,
    rhs: Any,
    dense: Dense | None = None,
    kept: Collection[np.dtype] = (),
    integers: bool = False,
) -> Any | None:
    """The convolution `op` in other terms; None if only `op.evaluate` can compute it.

    Args:
      dense: computes convolutions without padding and holes; by default for fjax's kernel.
      kept: dtypes that it takes for both operands, beside that of the sums.
      integers: whether it takes integers; the result is not empty then.
    """
    dtype, out = _dtypes(op, lhs, rhs)
    if not has_expansion(op, lhs, rhs) and not (integers and dtype.kind in "iu"):
        return None
    dense = dense or _dense
    given = aval_of(lhs).dtype
    if given == aval_of(rhs).dtype and given in kept and out.dtype in (given, dtype):
        return _without_holes(op, lhs, rhs, dense)
    lhs, rhs = _converted(lhs, dtype), _converted(rhs, dtype)
    op = op.replace(preferred_element_type=None)
    of = _of_complex if dtypes.is_complex(dtype) else _without_holes
    return _converted(of(op, lhs, rhs, dense), out.dtype)


def has_expansion(op: Any, lhs: Any, rhs: Any) -> bool:
    """Whether the convolution is one of floating-point or complex numbers, and not empty."""
    dtype, out = _dtypes(op, lhs, rhs)
    return dtypes.is_inexact(out.dtype) and dtypes.is_inexact(dtype) and out.size > 0


def _dtypes(op: Any, lhs: Any, rhs: Any) -> tuple[Any, ShapedArray]:
    """The dtype in which sums are formed, and what the result is."""
    a, b = aval_of(lhs), aval_of(rhs)
    (out,) = result_avals(op, (a, b))
    return accumulation_dtype(common_dtype(a.dtype, b.dtype), out.dtype), out


def _of_complex(op: Any, lhs: Any, rhs: Any, dense: Dense) -> Any:
    """The four convolutions of real and imaginary parts, put together."""
    parts = [(part(lhs), other(rhs)) for part in (real, imag) for other in (real, imag)]
    rr, ri, ir, ii = (_without_holes(op, a, b, dense) for a, b in parts)
    return complex_(sub(rr, ii), add(ri, ir))


def _converted(x: Any, dtype: Any) -> Any:
    return x if aval_of(x).dtype == dtype else convert_element_type(x, dtype)


def _without_holes(op: Any, lhs: Any, rhs: Any, dense: Dense) -> Any:
    """The convolution with its padding in place and no holes in its lhs.

    Positions with one remainder modulo the dilation see the same taps, and no holes between them:
    they are a convolution of their own. All of them read one padded lhs.
    """
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    config = [(0, 0, 0)] * aval_of(lhs).ndim
    split: dict[int, list[Residue]] = {}
    for k, (padding, d) in enumerate(zip(op.padding, op.lhs_dilation, strict=True)):
        if d == 1 or op.window_strides[k] > 1 or op.rhs_dilation[k] > 1:
            config[lhs_spec[2 + k]] = (*padding, d - 1)
            continue
        found = split[k] = list(
            residues(
                aval_of(lhs).shape[lhs_spec[2 + k]],
                out.shape[out_spec[2 + k]],
                aval_of(rhs).shape[rhs_spec[2 + k]],
                padding,
                d,
            )
        )
        config[lhs_spec[2 + k]] = (
            max(r.padding[0] for r in found),
            max(r.padding[1] + found[0].positions - r.positions for r in found),
            0,
        )
    rank = len(op.padding)
    plain = op.replace(padding=((0, 0),) * rank, lhs_dilation=(1,) * rank)
    framed = padded(lhs, config)
    if not split:
        return dense(plain, framed, rhs)
    steps = {rhs_spec[2 + k]: op.lhs_dilation[k] for k in split}
    parts = []
    for choice in itertools.product(*split.values()):
        chosen = dict(zip(split, choice, strict=True))
        taps = {rhs_spec[2 + k]: r.first_tap for k, r in chosen.items()}
        shape = list(out.shape)
        starts = [0] * out.ndim
        for k, r in chosen.items():
            shape[out_spec[2 + k]] = split[k][0].positions
            starts[out_spec[2 + k]] = config[lhs_spec[2 + k]][0] - r.padding[0]
        if any(r.taps == 0 for r in choice):
            parts.append(full(tuple(shape), 0, out.dtype))
            continue
        part = dense(plain, framed, sliced(rhs, taps, {}, steps))
        limits = {a: i + n for a, (i, n) in enumerate(zip(starts, shape, strict=True))}
        parts.append(sliced(part, dict(enumerate(starts)), limits, {}))
    counts = {out_spec[2 + k]: len(found) for k, found in split.items()}
    (whole,) = optimization_barrier(interleaved(parts, counts))
    return sliced(whole, {}, dict(enumerate(out.shape)), {})  # readers would divide otherwise


def padded(x: Any, config: Sequence[tuple[int, int, int]]) -> Any:
    """x with zeros before, behind and between its elements; x itself if there are none."""
    if all(c == (0, 0, 0) for c in config):
        return x
    return Pad(tuple(config))(x, full((), 0, aval_of(x).dtype))


def sliced(x: Any, starts: dict[int, int], limits: dict[int, int], steps: dict[int, int]) -> Any:
    """x from `starts` to `limits` by `steps`, given for some of its axes."""
    shape = aval_of(x).shape
    first = tuple([starts.get(a, 0) for a in range(len(shape))])
    stop = tuple([limits.get(a, n) for a, n in enumerate(shape)])
    step = tuple([steps.get(a, 1) for a in range(len(shape))])
    if stop == shape and not any(first) and all(n == 1 for n in step):
        return x
    return Slice(first, stop, step)(x)


def _dense(op: Any, lhs: Any, rhs: Any) -> Any:
    """A convolution without padding and holes in its lhs."""
    for form in (_product, of_single_features):
        made = form(op, lhs, rhs)
        if made is not None:
            return made
    return _in_order(op, lhs, rhs)


# ---- one position


def _product(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """The one place of a window as long as the lhs: a product of matrices, over the window too.

    The kernel's gradient of a convolution with windows of one element is such. With fewer elements
    than features it reads its sums more often than its operands, and is left as it is.
    """
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    x, w = aval_of(lhs), aval_of(rhs)
    (out,) = op.result_type(x, w)
    rows, columns = x.shape[lhs_spec[0]], w.shape[rhs_spec[0]]
    window = [w.shape[a] for a in rhs_spec[2:]]
    if (
        op.feature_group_count * op.batch_group_count > 1
        or any(out.shape[a] != 1 for a in out_spec[2:])
        or math.prod(window) * (rows + columns) < rows * columns
    ):
        return None
    steps = dict(zip(lhs_spec[2:], op.rhs_dilation, strict=True))
    ends = {a: (n - 1) * steps[a] + 1 for a, n in zip(lhs_spec[2:], window, strict=True)}
    sides = [(sliced(lhs, {}, ends, steps), lhs_spec[1:]), (rhs, rhs_spec[1:])]
    if out_spec[0] > out_spec[1]:
        sides.reverse()
    (first, left), (second, right) = sides
    return Reshape(out.shape)(DotGeneral(((left, right), ((), ())))(first, second))


# ---- one feature a group


def of_single_features(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """A dense convolution of one feature a group, or its kernel's gradient, by elementwise
    operations and sums; None for others."""
    found = _sum_of_taps(op, lhs, rhs)
    return _sums_over_windows(op, lhs, rhs) if found is None else found


def _sum_of_taps(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """A depthwise convolution: shifted copies, each times its tap of the kernel."""
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    x, w = aval_of(lhs), aval_of(rhs)
    window = [w.shape[a] for a in rhs_spec[2:]]
    if (
        op.feature_group_count == 1
        or w.shape[rhs_spec[1]] > 1
        or w.shape[rhs_spec[0]] > op.feature_group_count
        or math.prod(window) > MOST_TERMS
    ):
        return None
    (out,) = op.result_type(x, w)
    shape = [0] * x.ndim
    for a, b in zip(lhs_spec, out_spec, strict=True):
        shape[a] = out.shape[b]
    (lhs,) = optimization_barrier(lhs)  # else its padding is computed for every tap
    result = None
    for tap in itertools.product(*map(range, window)):
        at = dict(zip(rhs_spec[2:], tap, strict=True))
        factor = sliced(rhs, at, {a: i + 1 for a, i in at.items()}, {})
        factor = BroadcastInDim(tuple(shape), (lhs_spec[1],))(
            Reshape((x.shape[lhs_spec[1]],))(factor)
        )
        term = mul(_shifted(op, lhs, tap, shape, op.rhs_dilation, op.window_strides), factor)
        result = term if result is None else add(result, term)
    return _reordered(result, lhs_spec, out_spec)


def _shifted(op: Any, lhs: Any, at: tuple[int, ...], lengths: Any, steps: Any, strides: Any) -> Any:
    """What the windows' element number `at` is, for all places."""
    space = op.dimension_numbers.lhs_spec[2:]
    starts = {a: i * e for a, i, e in zip(space, at, steps, strict=True)}
    every = dict(zip(space, strides, strict=True))
    limits = {a: starts[a] + (lengths[a] - 1) * every[a] + 1 for a in space}
    return sliced(lhs, starts, limits, every)


def _sums_over_windows(op: Any, lhs: Any, rhs: Any) -> Any | None:
    """The kernel's gradient of a depthwise convolution: for each tap a sum of products."""
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    x, w = aval_of(lhs), aval_of(rhs)
    (out,) = op.result_type(x, w)
    positions = [out.shape[a] for a in out_spec[2:]]
    groups = op.batch_group_count
    if (
        groups == 1
        or x.shape[lhs_spec[0]] > groups
        or w.shape[rhs_spec[0]] > groups
        or math.prod(positions) > MOST_TERMS
    ):
        return None
    (lhs,) = optimization_barrier(lhs)
    factor = _reordered(rhs, rhs_spec, lhs_spec)
    lengths = aval_of(factor).shape
    sums = []
    for place in itertools.product(*map(range, positions)):
        window = _shifted(op, lhs, place, lengths, op.window_strides, op.rhs_dilation)
        sums.append(
            Reshape((groups, 1))(ReduceSum(tuple(sorted(lhs_spec[1:])))(mul(window, factor)))
        )
    result = Reshape((groups, 1, *positions))(Concatenate(1)(*optimization_barrier(*sums)))
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
        _reordered(rhs, given.rhs_spec, numbers.rhs_spec),
    )
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
    """About how many vector multiply-adds; moved elements count as such."""
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
    moved = sum(
        aval.size
        for aval, a, b in zip((x, w, out), given, numbers, strict=True)
        if _order(a, b) != tuple(range(len(a)))
    )
    return out.shape[given.out_spec[0]] * count * summed + MOVE * moved


def _order(source: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that brings axes with meaning source[k] to target[k]."""
    order = [0] * len(source)
    for a, b in zip(source, target, strict=True):
        order[b] = a
    return tuple(order)


def _reordered(x: Any, source: tuple[int, ...], target: tuple[int, ...]) -> Any:
    return in_order(x, _order(source, target))
