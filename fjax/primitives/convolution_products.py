"""Convolutions of few positions as one product of matrices, which reads the kernel where it lies.

Where images are small and features many, nearly all that is read is the kernel, or written, where
the kernel's gradient is the result. Both forms move what is small beside it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.generators import full
from fjax.primitives.shaping import Pad, Slice
from fjax.primitives.structure import Reshape, in_order
from fjax.primitives.unfolding import Unfold

# Names of axes: of the batch, features in and out; ("at", k) along positions, ("tap", k) windows.
BATCH, INPUT, OUTPUT = ("batch", 0), ("input", 0), ("output", 0)
Name = tuple[str, int]


def over_patches(op: Any, lhs: Any, rhs: Any) -> Any:
    """The kernel times the windows' elements, which are gathered into a matrix first."""
    x, names = _padded(op, lhs), _names(op, 0)
    for k, size in enumerate(_window(op, rhs)):
        axis = names.index(("at", k))
        x = Unfold(axis, size, op.window_strides[k], op.rhs_dilation[k])(x)
        names.append(("tap", k))
    rows = [n for n in _names(op, 2) if n != OUTPUT]
    terms = [n for n in _names(op, 1) if n != OUTPUT]
    patches = _in_order(x, names, [*rows, *terms])
    places = tuple(range(len(rows), len(rows) + len(terms)))
    axes = tuple([a for a, n in enumerate(_names(op, 1)) if n != OUTPUT])
    if op.dimension_numbers.out_spec[1] == 0:
        return DotGeneral(((axes, places), ((), ())))(rhs, patches)
    product = DotGeneral(((places, axes), ((), ())))(patches, rhs)
    return _in_order(product, [*rows, OUTPUT], _names(op, 2))


def summed_windows(op: Any, lhs: Any, rhs: Any) -> Any:
    """All elements of the lhs times all taps, over features alone; then windows are added up."""
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    product = DotGeneral((((lhs_spec[1],), (rhs_spec[1],)), ((), ())))(lhs, rhs)
    names = [n for side in (0, 1) for n in _names(op, side) if n != INPUT]
    positions = [out.shape[a] for a in out_spec[2:]]
    total = None
    for tap in itertools.product(*map(range, _window(op, rhs))):
        term = _shifted(op, product, names, tap, positions)
        total = term if total is None else add(total, term)
    whole = _in_order(total, [n for n in names if n[0] != "tap"], _names(op, 2))
    return optimization_barrier(whole)[0]  # else every reader adds them up for itself


def _names(op: Any, which: int) -> list[Name]:
    """What the axes of lhs, rhs or result are, in the order of memory."""
    spec = op.dimension_numbers[which]
    first = ((BATCH, INPUT), (OUTPUT, INPUT), (BATCH, OUTPUT))[which]
    kind = "tap" if which == 1 else "at"
    of = dict(zip(spec, (*first, *((kind, k) for k in range(len(spec) - 2))), strict=True))
    return [of[a] for a in range(len(spec))]


def _window(op: Any, rhs: Any) -> list[int]:
    return [aval_of(rhs).shape[a] for a in op.dimension_numbers.rhs_spec[2:]]


def _in_order(x: Any, names: Sequence[Name], wanted: Sequence[Name]) -> Any:
    return in_order(x, [names.index(n) for n in wanted])


def _geometry(op: Any, axes: Sequence[int]) -> Iterator[tuple[int, int, int, int, int, int]]:
    """For each axis along positions: itself, padding before, behind, stride, the dilations."""
    for k, a in enumerate(axes):
        yield a, *op.padding[k], op.window_strides[k], op.lhs_dilation[k], op.rhs_dilation[k]


def _padded(op: Any, lhs: Any) -> Any:
    config = [(0, 0, 0)] * aval_of(lhs).ndim
    for a, low, high, _, dilation, _ in _geometry(op, op.dimension_numbers.lhs_spec[2:]):
        config[a] = low, high, dilation - 1
    if not any(map(any, config)):
        return lhs
    return Pad(tuple(config))(lhs, full((), 0, aval_of(lhs).dtype))


def _shifted(
    op: Any, product: Any, names: Sequence[Name], tap: Sequence[int], positions: Sequence[int]
) -> Any:
    """The products of one tap, each at the position whose window sees it; zeros elsewhere."""
    shape = aval_of(product).shape
    start, stop = [0] * len(shape), list(shape)
    for a, name in enumerate(names):
        if name[0] == "tap":
            start[a], stop[a] = tap[name[1]], tap[name[1]] + 1
    part = Slice(tuple(start), tuple(stop), None)(product)
    kept = [n for n in names if n[0] != "tap"]
    lengths = [n for n, name in zip(shape, names, strict=True) if name[0] != "tap"]
    part = Reshape(tuple(lengths))(part)
    config, step = [(0, 0, 0)] * len(lengths), [1] * len(lengths)
    at = [kept.index(("at", k)) for k in range(len(tap))]
    for k, (a, low, _, stride, holes, dilation) in enumerate(_geometry(op, at)):
        before = low - tap[k] * dilation
        length, spread = (positions[k] - 1) * stride + 1, (lengths[a] - 1) * holes + 1
        config[a], step[a] = (before, length - before - spread, holes - 1), stride
        lengths[a] = length
    part = Pad(tuple(config))(part, full((), 0, aval_of(part).dtype))
    if all(n == 1 for n in step):
        return part
    return Slice((0,) * len(lengths), tuple(lengths), tuple(step))(part)
