"""Convolutions of few positions as one product of matrices, which reads the kernel where it lies.

Where images are small and features many, nearly all that is read is the kernel, or written, where
the kernel's gradient is the result. Both forms move what is small beside it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.convolution_expansion import padded, sliced
from fjax.primitives.product_dtypes import accumulation_dtype
from fjax.primitives.structure import Reshape, in_order
from fjax.primitives.unfolding import Unfold

# Names of axes: of the batch, features in and out; ("at", k) along positions, ("tap", k) windows.
BATCH, INPUT, OUTPUT = ("batch", 0), ("input", 0), ("output", 0)
Name = tuple[str, int]


def over_patches(op: Any, lhs: Any, rhs: Any) -> Any:
    """The kernel times the windows' elements, which are gathered into a matrix first."""
    config = [(0, 0, 0)] * aval_of(lhs).ndim
    for k, a in enumerate(op.dimension_numbers.lhs_spec[2:]):
        config[a] = *op.padding[k], op.lhs_dilation[k] - 1
    x, names = padded(lhs, config), _names(op, 0)
    for k, size in enumerate(_window(op, rhs)):
        axis = names.index(("at", k))
        x = Unfold(axis, size, op.window_strides[k], op.rhs_dilation[k])(x)
        names.append(("tap", k))
    rows = [n for n in _names(op, 2) if n != OUTPUT]
    terms = [n for n in _names(op, 1) if n != OUTPUT]
    patches = _by_names(x, names, [*rows, *terms])
    places = tuple(range(len(rows), len(rows) + len(terms)))
    axes = tuple([a for a, n in enumerate(_names(op, 1)) if n != OUTPUT])
    if op.dimension_numbers.out_spec[1] == 0:
        return DotGeneral(((axes, places), ((), ())))(rhs, patches)
    product = DotGeneral(((places, axes), ((), ())))(patches, rhs)
    return _by_names(product, [*rows, OUTPUT], _names(op, 2))


def summed_windows(op: Any, lhs: Any, rhs: Any) -> Any:
    """All elements of the lhs times all taps, over features alone; then windows are added up."""
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    wide = accumulation_dtype(out.dtype, out.dtype)
    contracted = (((lhs_spec[1],), (rhs_spec[1],)), ((), ()))
    preferred = None if wide == out.dtype else wide
    product = DotGeneral(contracted, preferred_element_type=preferred)(lhs, rhs)
    names = [n for side in (0, 1) for n in _names(op, side) if n != INPUT]
    positions = [out.shape[a] for a in out_spec[2:]]
    total = None
    for tap in itertools.product(*map(range, _window(op, rhs))):
        term = _shifted(op, product, names, tap, positions)
        total = term if total is None else add(total, term)
    whole = _by_names(total, [n for n in names if n[0] != "tap"], _names(op, 2))
    whole = convert_element_type(whole, out.dtype)
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


def _by_names(x: Any, names: Sequence[Name], wanted: Sequence[Name]) -> Any:
    return in_order(x, [names.index(n) for n in wanted])


def _shifted(
    op: Any, product: Any, names: Sequence[Name], tap: Sequence[int], positions: Sequence[int]
) -> Any:
    """The products of one tap, each at the position whose window sees it; zeros elsewhere."""
    first = {names.index(("tap", k)): i for k, i in enumerate(tap)}
    part = sliced(product, first, {a: i + 1 for a, i in first.items()}, {})
    kept = [n for n in names if n[0] != "tap"]
    lengths = [n for a, n in enumerate(aval_of(product).shape) if a not in first]
    part = Reshape(tuple(lengths))(part)
    config = [(0, 0, 0)] * len(lengths)
    steps: dict[int, int] = {}
    for k, i in enumerate(tap):
        a, stride, holes = kept.index(("at", k)), op.window_strides[k], op.lhs_dilation[k]
        before = op.padding[k][0] - i * op.rhs_dilation[k]
        length, spread = (positions[k] - 1) * stride + 1, (lengths[a] - 1) * holes + 1
        config[a], steps[a] = (before, length - before - spread, holes - 1), stride
    return sliced(padded(part, config), {}, {}, steps)
