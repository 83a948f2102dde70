"""How a compiled program adds up what windows give to the elements that they choose.

First each window's chosen element is found, as a number within the window; then every element asks
the few windows around it whether theirs is the one. Elements of one remainder modulo the strides
ask windows that lie beside each other, so each remainder is a sum of shifted arrays, and no element
divides to find its windows.
"""

from __future__ import annotations

import itertools
from typing import Any

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.bitwise import bitwise_and, bitwise_not, bitwise_or
from fjax.primitives.comparison import eq, gt, lt, ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Pad, Slice, interleaved

Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def scattered(op: Any, source: Any, x: Any) -> Any:
    """The output of a `select_and_scatter_add` without dilations."""
    counts, shape = aval_of(source).shape, aval_of(x).shape
    number = numbers(op, x, counts)
    wide = convert_element_type(source, dtypes.widened(aval_of(source).dtype))
    strides, reach = op.strides, op.reach()
    lengths = tuple(
        -(-(low + n) // s) for (low, _), n, s in zip(op.padding, shape, strides, strict=True)
    )
    frame = tuple((r - 1, q - m, 0) for r, q, m in zip(reach, lengths, counts, strict=True))
    number = Pad(frame)(number, full((), -1, dtypes.int32))
    wide = Pad(frame)(wide, full((), 0, aval_of(wide).dtype))
    parts = [
        _phase(op, number, wide, phase, lengths)
        for phase in itertools.product(*map(range, strides))
    ]
    axes = {a: s for a, s in enumerate(strides) if s > 1}
    (whole,) = optimization_barrier(interleaved(parts, axes))
    first = tuple(low for low, _ in op.padding)
    stop = tuple(low + n for low, n in zip(first, shape, strict=True))
    own = whole if aval_of(whole).shape == shape else Slice(first, stop, (1,) * len(shape))(whole)
    return convert_element_type(own, aval_of(source).dtype)


def _phase(op: Any, number: Any, source: Any, phase: Ints, lengths: Ints) -> Any:
    """What the elements of one remainder are given, by the windows that begin ever further back."""
    total = None
    for back in itertools.product(*map(range, op.reach())):
        offset = tuple(p + k * s for p, k, s in zip(phase, back, op.strides, strict=True))
        if any(o >= w for o, w in zip(offset, op.window, strict=True)):
            continue
        start = tuple(r - 1 - k for r, k in zip(op.reach(), back, strict=True))
        mine = 0
        for o, w in zip(offset, op.window, strict=True):
            mine = mine * w + o
        stop = tuple(i + q for i, q in zip(start, lengths, strict=True))
        chosen, given = (Slice(start, stop, (1,) * len(stop))(each) for each in (number, source))
        zero = full(lengths, 0, aval_of(given).dtype)
        value = select_n(eq(chosen, full(lengths, mine, dtypes.int32)), zero, given)
        total = value if total is None else add(total, value)
    return full(lengths, 0, aval_of(source).dtype) if total is None else total


def numbers(op: Any, x: Any, counts: Ints) -> Any:
    """For each window the number of its chosen element; any number where all is padding."""
    shape = aval_of(x).shape
    frame = tuple((low, high, 0) for low, high in op.padding)
    outside = any((low, high) != (0, 0) for low, high in op.padding)
    real = None
    if outside:
        real = Pad(frame)(full(shape, True, dtypes.bool_), full((), False, dtypes.bool_))
        x = Pad(frame)(x, full((), 0, aval_of(x).dtype))
    best = number = found = None
    for k, at in enumerate(itertools.product(*map(range, op.window))):
        stop = tuple(i + (n - 1) * s + 1 for i, n, s in zip(at, counts, op.strides, strict=True))
        value = Slice(at, stop, op.strides)(x)
        inside = Slice(at, stop, op.strides)(real) if real is not None else None
        if best is None:
            best, number, found = value, full(counts, 0, dtypes.int32), inside
            continue
        better = (lt if op.least else gt)(value, best)
        if dtypes.is_float(aval_of(x).dtype):
            better = bitwise_and(bitwise_or(better, ne(value, value)), eq(best, best))
        if inside is not None:
            better = bitwise_and(bitwise_or(better, bitwise_not(found)), inside)
            found = bitwise_or(found, inside)
        best = select_n(better, best, value)
        number = select_n(better, number, full(counts, k, dtypes.int32))
    return number
