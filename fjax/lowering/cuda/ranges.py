"""Interval analysis of the integers of a kernel, for the sizes in the table of a launch."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import (
    INDEX,
    PARALLEL,
    SHORT_INDEX,
    Access,
    Axis,
    Kernel,
    Loop,
    Param,
    Size,
    Stride,
    Words,
)
from fjax.lowering.kernel.spelling import postorder, walk

Range = tuple[int, int]  # the smallest and the largest value
CORNERS: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.MIN: min,
    Op.MAX: max,
}


def limits(dtype: np.dtype) -> Range:
    """The smallest and the largest value of integers of this dtype, or of bool."""
    if dtype.kind == "b":
        return 0, 1
    found = np.iinfo(dtype)
    return int(found.min), int(found.max)


def is_within(found: Range, dtype: np.dtype) -> bool:
    """Whether all of a range are values of a dtype."""
    low, high = limits(dtype)
    return low <= found[0] and found[1] <= high


class Ranges:
    """What integers of one kernel are between, as far as it follows from sizes and operations."""

    def __init__(self, kernel: Kernel, words: Words):
        self.words = words
        self.iterations = 1  # of the parallel loops together, at most
        self._last: dict[int, int] = {}  # the largest index of each loop
        self._known: dict[Expr, Range] = {}
        self._seen: set[Expr] = set()
        for s in walk(kernel.body):
            if isinstance(s, Loop):
                most = max(self.of(s.stop)[1], 1)
                self._last[s.number] = most - 1
                if s.mode in PARALLEL:
                    self.iterations *= most

    def of(self, expr: Expr) -> Range:
        """What an integer or a condition is between: wrapped around, it may be anything."""
        found = self.exact(expr)
        return found if is_within(found, expr.dtype) else limits(expr.dtype)

    def exact(self, expr: Expr) -> Range:
        """What an integer would be between if no dtype were bounded."""
        if expr not in self._known:
            for node in postorder((expr,), self._seen):
                if _is_integer(node.dtype):
                    self._known[node] = self._range(node)
        return self._known[expr]

    def index(self, loop: int) -> Range:
        """The indices of a loop."""
        return 0, self._last[loop]

    def term(self, stride: Stride) -> Range:
        """What a loop contributes to an address, and its step."""
        step = stride.step.value(self.words) if isinstance(stride.step, Size) else stride.step
        ends = 0, step, self._last[stride.loop] * step
        return min(ends), max(ends)

    def reach(self, access: Access, index: Expr | None) -> int:
        """The largest absolute value that a sum of terms of an address may have."""
        terms = [self.term(t) for t in access.strides]
        if access.offset is not None:
            offset = access.offset.value(self.words)
            terms.append((offset, offset))
        if index is not None:
            terms.append(self.exact(index))
        return sum(max(abs(low), abs(high)) for low, high in terms)

    def _range(self, node: Expr) -> Range:
        op, key = node.op, node.extra
        if op is Op.CONST:
            return int(key.value), int(key.value)
        if isinstance(key, Size):
            value = key.value(self.words)
            return value, value
        if isinstance(key, Axis):
            return self.index(key.loop)
        if isinstance(key, Param) and node.dtype in (INDEX, SHORT_INDEX):
            word = self.words[key.slot][1]
            known = int(word) if isinstance(word, (int, np.integer)) else None
            return limits(node.dtype) if known is None else (known, known)
        if op is Op.LEAF or not all(_is_integer(a.dtype) for a in node.args):
            return limits(node.dtype)
        if node.dtype.kind == "b" and op is not Op.SELECT:
            return 0, 1
        return self._of_operation(node, [self.of(a) for a in node.args])

    def _of_operation(self, node: Expr, args: list[Range]) -> Range:
        op, first = node.op, args[0]
        if op in CORNERS:
            found = [CORNERS[op](x, y) for x in first for y in args[1]]
            return min(found), max(found)
        if op is Op.NEG:
            return -first[1], -first[0]
        if op is Op.SELECT:
            return min(args[1][0], args[2][0]), max(args[1][1], args[2][1])
        if op is Op.CONVERT:
            return first if is_within(first, node.dtype) else limits(node.dtype)
        if op is Op.DIV:
            return _quotient(first, args[1])
        if op is Op.REM:
            return _remainder(first, args[1])
        return limits(node.dtype)


def _is_integer(dtype: np.dtype) -> bool:
    return dtype.kind in "iub"


def _quotient(a: Range, b: Range) -> Range:
    """DIV truncates; nobody divides by zero."""
    most = max(abs(a[0]), abs(a[1]))
    if b[0] <= 0:
        return -most, most
    found = [abs(x) // y * (1 if x >= 0 else -1) for x in a for y in b]
    return min(found), max(found)


def _remainder(a: Range, b: Range) -> Range:
    """REM has the sign of the dividend."""
    most = max(max(abs(b[0]), abs(b[1])) - 1, 0)
    return max(min(a[0], 0), -most), min(max(a[1], 0), most)
