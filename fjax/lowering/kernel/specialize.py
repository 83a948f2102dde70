"""A rewrite: specialization to the sizes at hand, which decide selections, masks, divisions."""

from __future__ import annotations

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
from fjax.lowering.kernel.spelling import Rewriter


def specialize(kernel: Kernel, words: Words) -> Kernel:
    """The kernel with all selections, masks and divisions worked out that the sizes decide.

    The sizes are those in `words`; for others the kernel may be another one. Where an axis is
    walked in steps of n, as in one phase of a stride, no division by n is left in its loop. Loads,
    comparisons and selections that several phases have in common are made once.

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
            whole = lines.chosen(x)
        return lines.shared(simplified(x, lines.difference) if whole is None else whole)

    return _Decided(change, lines).kernel(kernel)


class _Decided(Rewriter):
    """Rewrites values, and the places that statements store to."""

    def __init__(self, change: Callable[[Expr], Expr], lines: _Lines):
        super().__init__(change)
        self.lines = lines

    def _statement(self, s: Statement) -> Statement:
        s = super()._statement(s)
        return replace(s, access=self.lines.access(s.access)) if isinstance(s, Store) else s


class _Line(NamedTuple):
    """An index in affine form: loop indices with their factors, and a constant part.

    fixed: the constant part as an expression over sizes, None for 0.
    """

    terms: dict[Expr, int]
    constant: int
    fixed: Expr | None

    def is_small(self) -> bool:
        """Whether neither the sum nor one of two such wraps around, for any index of an array."""
        return abs(self.constant) < 1 << 60 and all(abs(c) < 1 << 24 for c in self.terms.values())


class _Lines:
    """Indices in affine form, for the sizes at hand."""

    def __init__(self, words: Words):
        self.words = words
        self.known: dict[Expr, _Line | None] = {}
        self.accesses: dict[tuple, Access] = {}
        self.first: dict[tuple, Expr] = {}  # loads and comparisons by what they come to

    def of(self, x: Expr) -> _Line | None:
        """The sum, or None if it is none. Operands come first: those of deep graphs are known."""
        if x.dtype != INDEX:
            return None
        if x not in self.known:
            found = self._read(x)
            if found is not None and not found.is_small():
                found = None
            self.known[x] = found
        return self.known[x]

    def difference(self, a: Expr, b: Expr) -> Bounds:
        """The bounds of a - b: loop indices are not negative."""
        x, y = self.of(a), self.of(b)
        if x is None or y is None:
            return unknown(a, b)
        terms, constant = _sum(x.terms, y.terms, -1), x.constant - y.constant
        low, high = unknown(a, b)
        return (
            constant if all(c >= 0 for c in terms.values()) else low,
            constant if all(c <= 0 for c in terms.values()) else high,
        )

    def divided(self, x: Expr) -> Expr | None:
        """A quotient or remainder of indices that are all multiples, and a constant part."""
        line, by = (self.of(a) for a in x.args)
        if line is None or by is None or by.terms or by.constant <= 0 or not line.terms:
            return None
        n = by.constant
        if line.constant < 0 or any(c < 0 or c % n for c in line.terms.values()):
            return None
        rest = scalar.const(0, INDEX)
        if line.fixed is not None:
            rest = Expr(x.op, (line.fixed, x.args[1]), INDEX)
        if x.op is Op.REM:
            return rest
        for index, c in line.terms.items():
            whole = index if c == n else index * (c // n)
            rest = whole if line.fixed is None and rest.op is Op.CONST else whole + rest
        return rest

    def chosen(self, x: Expr) -> Expr | None:
        """Whether a choice among constants is a constant, by the conditions of the choice."""
        chain, wanted = x.args if x.args[0].op is Op.SELECT else x.args[::-1]
        line = self.of(wanted)
        if line is None or line.terms:
            return None
        steps: list[tuple[Expr, bool]] = []
        while chain.op is Op.SELECT:
            value = self.of(chain.args[1])
            if value is None or value.terms:
                return None
            steps.append((chain.args[0], value.constant == line.constant))
            chain = chain.args[2]
        last = self.of(chain)
        if not steps or last is None or last.terms:
            return None
        found = scalar.const(last.constant == line.constant, BOOL)
        for condition, hit in reversed(steps):
            part = condition | found if hit else ~condition & found
            found = simplified(part)
        return found

    def shared(self, x: Expr) -> Expr:
        """The first load of this element, or comparison with this outcome."""
        if isinstance(x.extra, Load):
            x = scalar.leaf(replace(x.extra, access=self.access(x.extra.access)), x.dtype)
        key = self._key(x)
        return x if key is None else self.first.setdefault(key, x)

    def access(self, access: Access) -> Access:
        """The first access of these steps, which others differ from in their words at most."""
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
            terms = _sum(a.terms, b.terms, -1)
            return x.op, frozenset(terms.items()), a.constant - b.constant
        if not isinstance(x.extra, Load):
            return None
        access, index = x.extra.access, x.extra.index
        line = _Line({}, 0, None) if index is None else self.of(index)
        if line is None:
            return None
        terms, constant = line.terms, line.constant
        if access.offset is not None:
            constant += access.offset.value(self.words)
        for t in access.strides:
            terms = _sum(terms, {axis(t.loop): self._step(t)[1]}, 1)
        return access.buffer, frozenset(terms.items()), constant, x.extra.mask, x.dtype

    def _read(self, x: Expr) -> _Line | None:
        if x.op is Op.CONST:
            value = int(x.extra.value)
            return _Line({}, value, x if value else None)
        if x.op is Op.LEAF:
            if isinstance(x.extra, Size):
                return _Line({}, x.extra.value(self.words), x)
            return _Line({x: 1}, 0, None) if isinstance(x.extra, Axis) else None
        if x.op not in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM):
            return None
        a, b = (self.of(arg) for arg in x.args)
        if a is None or b is None:
            return None
        if x.op is Op.ADD:
            return _Line(_sum(a.terms, b.terms, 1), a.constant + b.constant, _plus(a, b, x.op))
        if x.op is Op.SUB:
            return _Line(_sum(a.terms, b.terms, -1), a.constant - b.constant, _plus(a, b, x.op))
        if x.op is Op.MUL:
            return _product(a, x.args[1], b) if not b.terms else _product(b, x.args[0], a)
        if a.terms or b.terms or a.constant < 0 or b.constant <= 0:
            return None
        whole = x.op is Op.DIV
        return _Line({}, a.constant // b.constant if whole else a.constant % b.constant, x)


def _sum(a: dict[Expr, int], b: dict[Expr, int], sign: int) -> dict[Expr, int]:
    terms = dict(a)
    for index, c in b.items():
        terms[index] = terms.get(index, 0) + sign * c
    return {index: c for index, c in terms.items() if c}


def _plus(a: _Line, b: _Line, op: Op) -> Expr | None:
    """The constant part of a sum or difference."""
    if b.fixed is None:
        return a.fixed
    if a.fixed is None:
        return b.fixed if op is Op.ADD else -b.fixed
    return Expr(op, (a.fixed, b.fixed), INDEX)


def _product(a: _Line, factor: Expr, by: _Line) -> _Line | None:
    """A sum times a constant factor."""
    if by.terms:
        return None
    k = by.constant
    fixed = None if a.fixed is None else a.fixed * factor
    return _Line({index: c * k for index, c in a.terms.items() if k}, a.constant * k, fixed)
