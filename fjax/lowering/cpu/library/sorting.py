"""Sorting as launches, without a step in Python: rows that are not too long for the stack."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import cuts, sorting_calls
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch
from fjax.primitives.sorting import Sort, TopK, is_few_of

KEYS = ("int32", "uint32", "int64", "uint64", "float32", "float64")
LONGEST = 1 << 11  # elements of a row: the stack holds them, and equal keys may keep their order
# NumPy sorts in vectors, or picks a few. It takes less time, a step in Python included, if rows are
# longer than the first number and all elements more than the second: of one operand, and of others.
VALUES = 9, 1 << 9
MOVED = 16, 1 << 11
MOST_OPERANDS = 15
FEW = 4  # greatest elements that are found one after another: each in two passes over its row


def launch(eqn: Equation) -> Launch | None:
    """The equation as one launch; None for what sorts nothing, or rows of other kinds.

    Operands and results lie in memory by rows, without gaps.
    """
    if isinstance(eqn.op, Sort):
        return _sort(eqn.op, [x.aval for x in eqn.invars])
    if isinstance(eqn.op, TopK):
        return _greatest(eqn.op, eqn.invars[0].aval)
    return None


def _sort(op: Sort, avals: list[ShapedArray]) -> Launch | None:
    if op.num_keys > 1 or len(avals) > MOST_OPERANDS:
        return None
    x, n = avals[0], avals[0].shape[op.dimension]
    if len(avals) == 1 or not op.is_stable:
        short, most = VALUES if len(avals) == 1 else MOVED
        if n > short and x.size > most:
            return None
    return _launch(avals, op.dimension, n)


def _greatest(op: TopK, x: ShapedArray) -> Launch | None:
    counts = dtypes.physical(op.index_dtype)
    if counts not in (np.int32, np.int64):
        return None
    n, (short, most) = x.shape[op.axis], MOVED
    if n > short and x.size > most and is_few_of(op.k, n):
        return None
    return _launch([x], op.axis, op.k, counts.itemsize)


def in_passes(op: TopK, x: ShapedArray, machine: Machine) -> Callable[..., Sequence[Any]] | None:
    """A few of many elements, found one after another in kernels; None for more, or of few rows
    for which compiling these takes longer than they save.
    """
    return op.in_passes if 0 < op.k <= FEW and x.size >= machine.own_loop else None


def _launch(avals: list[ShapedArray], axis: int, kept: int, counted: int = 0) -> Launch | None:
    """A launch over rows, if the stack holds them.

    counted: the bytes of a place, if the greatest elements are wanted.
    """
    x = avals[0]
    n, inner = x.shape[axis], math.prod(x.shape[axis + 1 :])
    sizes = [dtypes.physical(a.dtype).itemsize for a in avals]
    if x.dtype.name not in KEYS or not {*sizes} <= {1, 4, 8}:
        return None
    if not x.size or not kept or n > LONGEST:
        return None
    words = sorting_calls.SortedRows.words(
        length=n,
        inner=inner,
        kept=kept,
        operands=len(avals),
        sizes=sum(size << (4 * k) for k, size in enumerate(sizes)),
        counted=counted,
    )
    rows = x.size // n
    work = x.size * (2 + 4 * n.bit_length())
    return Launch(
        _routine(x.dtype.name, counted > 0),
        tuple(range(2 * len(avals) + (counted > 0))),
        tuple(words),
        extent=rows,
        parallel=rows > 1 and work >= 2 * cuts.CALL_WORK,
        coarse=True,
        work=work,
    )


@functools.cache
def _routine(name: str, greatest: bool) -> NativeRoutine:
    """The function with the uniform ABI that sorts some rows by keys of a dtype."""
    dtype = np.dtype(name)
    parameters = dict(
        LONG=dtype.itemsize == 8,
        FLOAT=dtype.kind == "f",
        SIGNED=dtype.kind != "u",
        TOTAL=greatest,
        DESCENDING=greatest,
    )
    key, function = f"sort:{name}:{greatest}", sorting_calls.sort_rows
    return native_routine(key, function, (sorting_calls,), lambda: parameters)
