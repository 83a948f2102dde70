"""A rewrite: specialization to known sizes, which decides selections, masks and divisions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel.folding import COMPARISONS, Bounds, simplified, unknown
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    Axis,
    Kernel,
    Load,
    Size,
    Statement,
    Store,
    Stride,
    Words,
    axis,
)
from fjax.lowering.kernel.index_arithmetic import Affine, bounds
from fjax.lowering.kernel.spelling import Rewriter


def specialize(kernel: Kernel, words: Words) -> Kernel:
    """The kernel without the selections, masks and divisions that the sizes decide.

    The sizes are those in `words`; the kernel is valid only for them. If a loop walks an axis in
    steps of n, as in one phase of a stride, no division by n is left in it. Loads, comparisons and
    selections that several phases share are computed once.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> from fjax.lowering.kernel.printer import print_kernel
    >>> before = parse_kernel('''kernel (f32, f32!) (i64, i64)
    ...   serial i0 in s0:
    ...     v0:i64 = mul i0 2:i64
    ...     v1:i64 = add v0 s1
    ...     v2:i64 = rem v1 2:i64
    ...     v3:bool = eq v2 0:i64
    ...     v4:i64 = div v1 2:i64
    ...     v5:f32 = load b0[] at v4 where v3
    ...     v6:f32 = select v3 v5 2.0:f32
    ...     b1[i0] = v6''')
    >>> print(print_kernel(specialize(before, [(None, 3), (None, 4)])))
    kernel (f32, f32!) (i64, i64)
      serial i0 in s0:
        v0:i64 = div s1 2:i64
        v1:i64 = add i0 v0
        v2:f32 = load b0[] at v1
        b1[i0] = v2
    """
    lines = _Lines(words)

    def change(x: Expr) -> Expr:
        lines.of(x)
        whole = None
        if x.op in (Op.DIV, Op.REM):
            whole = lines.divided(x)
        elif x.op is Op.EQ:
            whole = lines.no_remainder(x) or lines.chosen(x)
        return lines.shared(simplified(x, lines.difference) if whole is None else whole)

    return _Decided(change, lines).kernel(kernel)


class _Decided(Rewriter):
    """Rewrites values, and the places that statements store to."""

    def __init__(self, change: Callable[[Expr], Expr], lines: _Lines):
        super().__init__(change)
        self.lines = lines

    def _statement(self, s: Statement) -> Statement:
        s = super()._statement(s)
        if not isinstance(s, Store):
            return s
        held = s.mask is not None and s.mask.op is Op.CONST and s.mask.extra.value
        return replace(s, access=self.lines.access(s.access), mask=None if held else s.mask)


class _Line(NamedTuple):
    """An index as a sum over loop indices.

    fixed: its constant as an expression over sizes, None for 0.
    """

    sum: Affine
    fixed: Expr | None = None

    def is_small(self) -> bool:
        """Whether neither the sum nor one of two such wraps around, for any index of an array."""
        factors = self.sum.terms.values()
        return abs(self.sum.constant) < 1 << 60 and all(abs(c) < 1 << 24 for c in factors)


def _index_bounds(axis: Expr) -> Bounds:
    """Loop indices are not negative."""
    return 0, math.inf


class _Lines:
    """Indices in affine form, for known sizes."""

    def __init__(self, words: Words):
        self.words = words
        self.known: dict[Expr, _Line | None] = {}
        self.accesses: dict[tuple, Access] = {}
        self.first: dict[tuple, Expr] = {}  # loads and comparisons by what they come to

    def of(self, x: Expr) -> _Line | None:
        """The sum; None if the index is not affine. Operands come first, also in deep graphs."""
        if x.dtype != INDEX:
            return None
        if x not in self.known:
            found = self._read(x)
            if found is not None and not found.is_small():
                found = None
            self.known[x] = found
        return self.known[x]

    def difference(self, a: Expr, b: Expr) -> Bounds:
        """The bounds of a - b."""
        x, y = self.of(a), self.of(b)
        return unknown(a, b) if x is None or y is None else bounds(x.sum - y.sum, _index_bounds)

    def divided(self, x: Expr) -> Expr | None:
        """A quotient or remainder of indices that are all multiples, and a constant part."""
        line, by = (self.of(a) for a in x.args)
        if line is None or by is None or by.sum.terms or not line.sum.terms:
            return None
        n, terms = by.sum.constant, line.sum.terms
        if n <= 0 or line.sum.constant < 0 or any(c < 0 or c % n for c in terms.values()):
            return None
        rest = scalar.const(0, INDEX)
        if line.fixed is not None:
            rest = Expr(x.op, (line.fixed, x.args[1]), INDEX)
        if x.op is Op.REM:
            return rest
        for index, c in terms.items():
            whole = index if c == n else index * (c // n)
            rest = whole if line.fixed is None and rest.op is Op.CONST else whole + rest
        return rest

    def no_remainder(self, x: Expr) -> Expr | None:
        """Whether a remainder of constants is 0, which it is however a quotient is rounded."""
        rest, wanted = x.args
        if rest.op is not Op.REM or self._constant(wanted) != 0:
            return None
        m, n = (self._constant(a) for a in rest.args)
        return scalar.const(m % n == 0, BOOL) if m is not None and n else None

    def chosen(self, x: Expr) -> Expr | None:
        """Whether a choice among constants is a constant, by the conditions of the choice."""
        chain, wanted = x.args if x.args[0].op is Op.SELECT else x.args[::-1]
        constant = self._constant(wanted)
        if constant is None:
            return None
        steps: list[tuple[Expr, bool]] = []
        while chain.op is Op.SELECT:
            value = self._constant(chain.args[1])
            if value is None:
                return None
            steps.append((chain.args[0], value == constant))
            chain = chain.args[2]
        last = self._constant(chain)
        if not steps or last is None:
            return None
        found = scalar.const(last == constant, BOOL)
        for condition, hit in reversed(steps):
            part = condition | found if hit else ~condition & found
            found = simplified(part)
        return found

    def _constant(self, x: Expr) -> int | None:
        """The value of an index that depends on no loop."""
        line = self.of(x)
        return None if line is None or line.sum.terms else line.sum.constant

    def shared(self, x: Expr) -> Expr:
        """The first load of this element, or comparison with this outcome."""
        if isinstance(x.extra, Load):
            x = scalar.leaf(replace(x.extra, access=self.access(x.extra.access)), x.dtype)
        key = self._key(x)
        return x if key is None else self.first.setdefault(key, x)

    def access(self, access: Access) -> Access:
        """The first access with these steps; later ones differ from it only in their words."""
        offset = 0 if access.offset is None else access.offset.value(self.words)
        key = (access.buffer, offset, *((t.loop, *self._step(t)) for t in access.strides))
        return self.accesses.setdefault(key, access)

    def _step(self, t: Stride) -> tuple[bool, int]:
        """Whether a step is part of the structure, and how long it is."""
        return (False, t.step.value(self.words)) if isinstance(t.step, Size) else (True, t.step)

    def _key(self, x: Expr) -> tuple | None:
        if x.op in COMPARISONS and x.args[0].dtype == INDEX:
            a, b = (self.of(arg) for arg in x.args)
            if a is None or b is None:
                return None
            return x.op, *(a.sum - b.sum).key
        if not isinstance(x.extra, Load):
            return None
        access, index = x.extra.access, x.extra.index
        line = _Line(Affine({}, 0)) if index is None else self.of(index)
        if line is None:
            return None
        total = line.sum
        if access.offset is not None:
            total = total.plus(access.offset.value(self.words))
        for t in access.strides:
            total = total + Affine({axis(t.loop): self._step(t)[1]}, 0)
        return access.buffer, *total.key, x.extra.mask, x.dtype

    def _read(self, x: Expr) -> _Line | None:
        if x.op is Op.CONST:
            value = scalar.integer(x)
            return _Line(Affine({}, value), x if value else None)
        if x.op is Op.LEAF:
            if isinstance(x.extra, Size):
                return _Line(Affine({}, x.extra.value(self.words)), x)
            return _Line(Affine({x: 1}, 0)) if isinstance(x.extra, Axis) else None
        if x.op is Op.NEG:
            a = self.of(x.args[0])
            return a and _Line(a.sum.times(-1), None if a.fixed is None else -a.fixed)
        if x.op not in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM):
            return None
        a, b = (self.of(arg) for arg in x.args)
        if a is None or b is None:
            return None
        if x.op in (Op.ADD, Op.SUB):
            total = a.sum + b.sum if x.op is Op.ADD else a.sum - b.sum
            return _Line(total, _plus(a.fixed, b.fixed, x.op))
        if x.op is Op.MUL:
            (line, factor), by = ((a, x.args[1]), b) if not b.sum.terms else ((b, x.args[0]), a)
            fixed = None if line.fixed is None else line.fixed * factor
            return None if by.sum.terms else _Line(line.sum.times(by.sum.constant), fixed)
        (p, m), (q, n) = ((y.sum.terms, y.sum.constant) for y in (a, b))
        if p or q or m < 0 or n <= 0:
            return None
        return _Line(Affine({}, m // n if x.op is Op.DIV else m % n), x)


def _plus(a: Expr | None, b: Expr | None, op: Op) -> Expr | None:
    """The constant part of a sum or difference."""
    if b is None:
        return a
    if a is None:
        return b if op is Op.ADD else -b
    return Expr(op, (a, b), INDEX)
