"""Symbolic index arithmetic: integer expressions over loop axes, affine where that is possible.

Index maps of primitives are ordinary scalar expressions whose leaves are `LoopAxis` objects.
`affine` reads such an expression as a sum of integer multiples; division and remainder by constants
cancel wherever the known ranges of the axes allow, so that reshapes and transposes stay strided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from fjax.core import scalar, scalar_graph
from fjax.core.guarded import worked_out
from fjax.core.memo import memo
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass
from fjax.lowering.kernel.folding import COMPARISONS, LIMITS, NOTHING_KNOWN, Bounds, folded, unknown
from fjax.lowering.kernel.form import INDEX

LEAST, MOST = np.iinfo(INDEX).min, np.iinfo(INDEX).max
MOST_PERMUTED = 4  # axes that may be looked at in another order
Index = tuple[Expr, ...]  # one expression per axis


@dataclass(frozen=True, eq=False)
class LoopAxis:
    """An axis of an iteration space, not yet tied to a loop."""

    extent: int
    name: str = ""

    @property
    def expr(self) -> Expr:
        """The axis as an index."""
        return scalar.leaf(self, INDEX)

    def __repr__(self) -> str:
        return f"{self.name or 'axis'}<{self.extent}>"


@dataclass(frozen=True, eq=False)
class SizeValue:
    """Leaf: an integer that depends on shapes, so it must not be part of a kernel's structure."""

    value: int


class Affine:
    """constant + sum of coefficient * atom. Atoms are axis leaves, or expressions as they are."""

    __slots__ = ("terms", "constant")

    def __init__(self, terms: dict[Expr, int], constant: int):
        self.terms = terms
        self.constant = constant

    def __repr__(self) -> str:
        return f"Affine({self.terms}, {self.constant})"

    def __add__(self, other: Affine) -> Affine:
        terms, constant = dict(self.terms), self.constant + other.constant
        for atom, c in other.terms.items():
            constant += _add_term(terms, atom, c)
        return Affine(terms, constant)

    def __sub__(self, other: Affine) -> Affine:
        return self + other.times(-1)

    def plus(self, number: int) -> Affine:
        return Affine(self.terms, self.constant + number)

    def times(self, factor: int) -> Affine:
        if factor == 0:
            return Affine({}, 0)
        return Affine({a: c * factor for a, c in self.terms.items()}, self.constant * factor)

    @property
    def key(self) -> tuple:
        """Equal for equal sums."""
        return frozenset(self.terms.items()), self.constant

    @property
    def expr(self) -> Expr:
        """The sum as an expression, larger coefficients first."""
        total: Expr | None = None
        for atom, c in sorted(self.terms.items(), key=lambda item: -abs(item[1])):
            if c == -1 and total is not None:
                total = total - atom
                continue
            term = atom if c == 1 else atom * c
            total = term if total is None else total + term
        if total is None:
            return constant(self.constant)
        return total + self.constant if self.constant else total


def _add_term(terms: dict[Expr, int], atom: Expr, c: int) -> int:
    """terms += c * atom, n * (x // n) + x % n put together again; returns the constant in x."""
    total = terms.get(atom, 0) + c
    if total == 0:
        terms.pop(atom, None)
        return 0
    partner = _partner(terms, atom, total)
    if partner is None:
        terms[atom] = total
        return 0
    other, dividend, factor = partner
    terms.pop(atom, None)
    terms.pop(other)
    return dividend.constant * factor + sum(
        [_add_term(terms, a, k * factor) for a, k in dividend.terms.items()]
    )


def _partner(terms: dict[Expr, int], atom: Expr, c: int) -> tuple[Expr, Affine, int] | None:
    """If c * atom and a term present are the halves of a division: (term, dividend, factor)."""
    if atom.op is Op.REM:
        whole = _whole_of(atom)
        divisor = integer(atom.args[1])
        if whole is not None and divisor is not None and terms.get(whole) == c * divisor:
            return whole, affine(atom.args[0]), c
    elif atom.op is Op.DIV:
        for x, k in terms.items():
            divisor = integer(x.args[1]) if x.op is Op.REM else None
            if divisor is not None and c == k * divisor and _whole_of(x) == atom:
                return x, affine(x.args[0]), k
    return None


def _whole_of(rest: Expr) -> Expr | None:
    """x // n, as `divide` writes it, for x % n."""
    divisor = integer(rest.args[1])
    return None if divisor is None else _quotient(affine(rest.args[0]), divisor)


def _quotient(dividend: Affine, n: int) -> Expr:
    """dividend // n; of what is itself a quotient by m, its dividend // (m * n)."""
    (atom, c), *others = dividend.terms.items() or ((dividend.expr, 1),)
    m = integer(atom.args[1]) if atom.op is Op.DIV else None
    if others or c != 1 or dividend.constant or not m or bounds(affine(atom.args[0]))[0] < 0:
        return Expr(Op.DIV, (dividend.expr, constant(n)), INDEX)
    return _quotient(affine(atom.args[0]), m * n)


@memo(1 << 10)
def constant(i: int) -> Expr:
    """An index that is known."""
    return scalar.const(i, INDEX)


def integer(x: Expr) -> int | None:
    """The value of an integer constant."""
    if x.op is Op.CONST:
        return scalar.integer(x)
    if type(x.extra) is SizeValue:
        return x.extra.value
    return None


def affine(x: Expr) -> Affine:
    """The expression as a sum; what cannot be read becomes an atom."""
    if x.op is Op.LEAF:
        return Affine({}, x.extra.value) if type(x.extra) is SizeValue else Affine({x: 1}, 0)
    if x.op is Op.CONST:
        return Affine({}, scalar.integer(x))
    return _affine(x)


@memo(1 << 12)
def _affine(x: Expr) -> Affine:
    """The sum of an expression with operands. Expressions share theirs, and so must this work."""
    if x.op in (Op.DIV, Op.REM):
        n = integer(x.args[1])
        if n is not None and n > 0:
            return divide(affine(x.args[0]), n, x.op)
    return _sum(x, affine)


def linear(x: Expr) -> Affine:
    """As `affine`, where quotients are atoms: what is divided may be negative."""
    for node in scalar_graph.order((x,)):  # graphs are deep, and what is below a node is known
        if node.args and node.dtype.kind == "i":
            _linear(node)
    return _linear(x)


@memo(1 << 12)
def _linear(x: Expr) -> Affine:
    if x.op is Op.CONST:
        return Affine({}, scalar.integer(x))
    return _sum(x, _linear)


def _sum(x: Expr, read: Callable[[Expr], Affine]) -> Affine:
    """The sum of an expression whose operands are read by a function.

    A product stays as it is if a factor exceeds what an index holds. Otherwise repeated squares
    would double the number of digits in each step.
    """
    op, args = x.op, x.args
    if op is Op.ADD:
        return read(args[0]) + read(args[1])
    if op is Op.SUB:
        return read(args[0]) - read(args[1])
    if op is Op.NEG:
        return read(args[0]).times(-1)
    if op is Op.MUL:
        a, b = read(args[0]), read(args[1])
        if not b.terms and LEAST <= b.constant <= MOST:
            return a.times(b.constant)
        if not a.terms and LEAST <= a.constant <= MOST:
            return b.times(a.constant)
    return Affine({x: 1}, 0)


def bounds(a: Affine, atom_bounds: Callable[[Expr], Bounds] | None = None) -> Bounds:
    """The smallest and largest value; infinite where unknown.

    atom_bounds: gives the bounds of an atom; by default those of an iteration space's axes.
    """
    low: float = a.constant
    high: float = a.constant
    for atom, c in a.terms.items():
        first, last = (atom_bounds or _atom_bounds)(atom)
        low += c * (first if c > 0 else last)
        high += c * (last if c > 0 else first)
    return low, high


def _atom_bounds(atom: Expr) -> Bounds:
    if type(atom.extra) is LoopAxis:
        return 0, max(atom.extra.extent - 1, 0)
    if atom.op in LIMITS:
        ends = [bounds(affine(x)) for x in atom.args]
        choose = min if atom.op is Op.MIN else max
        return choose(low for low, _ in ends), choose(high for _, high in ends)
    if atom.op in (Op.DIV, Op.REM):
        n = integer(atom.args[1])
        low, high = bounds(affine(atom.args[0]))
        if n and low >= 0:
            return (low // n, high // n) if atom.op is Op.DIV else (0, min(high, n - 1))
    return -math.inf, math.inf


def settled(x: Expr, known: dict[Expr, Expr] | None = None) -> Expr:
    """Integers and conditions with what is known about constants and axes worked out.

    known: the results for parts that were settled before. This call adds its own.

    >>> i = LoopAxis(5, "i").expr
    >>> settled(scalar.select(i < 5, i, i + 1)) is i
    True
    """
    if x.op is Op.LEAF or x.op is Op.CONST:
        return x
    new: dict[Expr, Expr] = {} if known is None else known
    for node in scalar_graph.order((x,), new):
        args = node.args
        new[node] = _settle_exactly(node, tuple([new[a] for a in args])) if args else node
    return new[x]


def _settle_exactly(node: Expr, args: tuple[Expr, ...]) -> Expr:
    """As `_settle`; shorter integers that are indices are compared and used as such."""
    if args[0].dtype.kind == "i" and (node.op in COMPARISONS or node.op is Op.CONVERT):
        args = _exact(args)
        if node.op is Op.CONVERT and node.dtype == args[0].dtype:
            return args[0]
    return _settle(node, args)


def shape_free(x: Expr, known: Mapping[Expr, Expr] = NOTHING_KNOWN) -> Expr:
    """As `settled`, with integers as `SizeValue` leaves.

    Each use of an integer gets a leaf of its own: that two sizes are equal must not show. `known`
    parts were freed before: what a value chooses by is computed once with the masks of its reads.
    """
    return _size(x) if x.op is Op.CONST else shape_free_parts(x, known)[x]


def shape_free_parts(x: Expr, known: Mapping[Expr, Expr]) -> dict[Expr, Expr]:
    """What each part of an expression, if no literal, becomes in the whole by `shape_free`."""
    new: dict[Expr, Expr] = {}
    for node in scalar_graph.order((x,)):
        if node in known or not node.args:
            new[node] = known.get(node, node)
            continue
        args = tuple([_size(a) if a.op is Op.CONST else new[a] for a in node.args])
        new[node] = _settle(node, args)
    return new


def _settle(node: Expr, args: tuple[Expr, ...]) -> Expr:
    found = folded(
        node.op, args, node.dtype, _distance if node.op in (Op.EQ, Op.NE) else _difference
    )
    if found is not None:
        return found
    return node if args == node.args else Expr(node.op, args, node.dtype, node.extra)


def _exact(args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Operands that are shorter integers as indices, if that is what they are; as they are else."""
    found = [as_index(x) for x in args]
    if all(x is None or x.op is Op.CONST for x in found):
        return args
    return args if None in found else tuple(x for x in found if x is not None)


@memo(1 << 12)
def as_index(x: Expr) -> Expr | None:
    """An integer as an index: what sums of converted indices are, if they have room as they are.

    >>> i = LoopAxis(5, "i").expr
    >>> as_index(scalar.convert(i, np.int8) - scalar.const(1, np.int8))
    <add:int64(leaf:int64(i<5>), -1:int64)>
    >>> as_index(scalar.convert(i * 50, np.int8)) is None
    True
    """
    if x.op is Op.CONST:
        return constant(scalar.integer(x))
    if x.dtype == INDEX:
        return x
    if x.op is Op.CONVERT and x.args[0].dtype == INDEX:
        found = affine(x.args[0])
    elif x.op in (Op.ADD, Op.SUB, Op.MUL, Op.NEG):
        parts = [as_index(a) for a in x.args]
        if None in parts:
            return None
        found = affine(Expr(x.op, tuple(p for p in parts if p is not None), INDEX))
    else:
        return None
    (low, high), limits = bounds(found), np.iinfo(x.dtype)
    return found.expr if limits.min <= low and high <= limits.max else None


def _difference(a: Expr, b: Expr) -> Bounds:
    """The bounds of a - b, where neither wraps around: sums of what a program computes may."""
    x, y = affine(a), affine(b)
    return bounds(x - y) if _is_held(x) and _is_held(y) else unknown(a, b)


def _distance(a: Expr, b: Expr) -> Bounds:
    """As `_difference`, to tell whether they are equal: constant distances may wrap around."""
    apart = affine(a) - affine(b)
    known = apart.constant % (1 << 64)
    return _difference(a, b) if apart.terms else (known, known)


def _is_held(a: Affine) -> bool:
    """Whether an index has room for the sum."""
    low, high = bounds(a)
    return LEAST <= low and high <= MOST


def _size(x: Expr) -> Expr:
    """An index's literal as a leaf; other literals belong to the computation."""
    return scalar.leaf(SizeValue(scalar.integer(x)), INDEX) if x.dtype == INDEX else x


def divide(a: Affine, n: int, op: Op) -> Affine:
    """a // n or a % n of a sum that is not negative; multiples of n are divided by themselves.

    The rest is not negative either, because DIV and REM truncate.
    """
    if n == 1:
        return a if op is Op.DIV else Affine({}, 0)
    whole, rest = _multiples(a, n)
    low, high = bounds(rest)
    if low == -math.inf:
        whole, rest = Affine({}, 0), a
    elif low < 0:
        steps = -int(low // n)
        whole, rest = whole + Affine({}, -steps), rest + Affine({}, steps * n)
        low, high = bounds(rest)
    if low >= 0 and high < n:
        return whole if op is Op.DIV else rest
    common = _common_divisor(rest, n)
    if common is not None:
        g, inner, outer = common
        quotient = divide(inner, n // g, op)
        return whole + quotient if op is Op.DIV else quotient.times(g) + outer
    if op is Op.DIV:
        return whole + Affine({_quotient(rest, n): 1}, 0)
    return Affine({Expr(op, (rest.expr, constant(n)), INDEX): 1}, 0)


def _multiples(a: Affine, n: int) -> tuple[Affine, Affine]:
    """(q, r) with a == n * q + r, where q takes the terms that n divides."""
    whole = {t: c // n for t, c in a.terms.items() if c % n == 0}
    rest = {t: c for t, c in a.terms.items() if c % n}
    return Affine(whole, a.constant // n), Affine(rest, a.constant % n)


def _common_divisor(a: Affine, n: int) -> tuple[int, Affine, Affine] | None:
    """(g, q, r) with a == g * q + r and 0 <= r < g, for a g > 1 that divides n."""
    for g in sorted({worked_out(math.gcd, c, n) for c in a.terms.values()}, reverse=True):
        if g == 1:
            continue
        whole, rest = _multiples(a, g)
        low, high = bounds(rest)
        if low >= 0 and high < g and whole.terms:
            return g, whole, rest
    return None


def ravel(index: Sequence[Expr], shape: Sequence[int]) -> Affine:
    """The row-major position of an index in an array of this shape."""
    total = Affine({}, 0)
    stride = 1
    for i, n in zip(reversed(index), reversed(shape), strict=True):
        total = total + affine(i).times(stride)
        stride *= n
    return total


def unravel(position: Affine, shape: Sequence[int]) -> tuple[Expr, ...]:
    """The index of a row-major position in an array of this shape.

    An empty array has no position. Its kernels never run, but they need an index.
    """
    found = []
    stride = 1
    for k, length in reversed(list(enumerate(shape))):
        n = max(length, 1)
        whole = divide(position, stride, Op.DIV)
        found.append((divide(whole, n, Op.REM) if k else whole).expr)
        stride *= n
    return tuple(reversed(found))


def canonical(index: Iterable[Any], settle: Callable[[Expr], Expr] = settled) -> Index:
    """Index entries, which may be plain integers, as expressions; equal ones the same."""
    found = []
    for i in index:
        x = settle(i) if isinstance(i, Expr) else constant(i)
        found.append(x if x.op is Op.LEAF or x.op is Op.CONST else affine(x).expr)
    return tuple(found)


def axes_in(exprs: Iterable[Expr]) -> set[LoopAxis]:
    """The loop axes that expressions read directly (not those inside demands)."""
    return {x.extra for x in scalar_graph.order(exprs) if type(x.extra) is LoopAxis}


def bijection(position: Affine, size: int) -> tuple[LoopAxis, ...] | None:
    """The axes, outer first, whose row-major walk meets each of `size` positions once, or None."""
    if position.constant:
        return None
    terms = []
    for atom, c in position.terms.items():
        if atom.op is not Op.LEAF or type(atom.extra) is not LoopAxis or c <= 0:
            return None
        terms.append((c, atom.extra))
    terms.sort(key=lambda item: (item[0], item[1].extent))
    expected = 1
    for c, axis in terms:
        if axis.extent != 1 and c != expected:
            return None
        expected *= axis.extent
    return tuple(axis for _, axis in reversed(terms)) if expected == size else None


def is_injective(index: Sequence[Expr], shape: Sequence[int]) -> bool:
    """Whether a walk of the axes is known to read no element of an array twice.

    >>> i, j = LoopAxis(3).expr, LoopAxis(4).expr
    >>> is_injective((i * 2, 3 - j), (5, 4)), is_injective((i + j,), (9,))
    (True, False)
    """
    varying = [(x, n) for x, n in zip(index, shape, strict=True) if x.op is not Op.CONST]
    axes = {x for x, _ in varying if type(x.extra) is LoopAxis}
    if varying and len(axes) == len(varying):
        return True
    orders = permutations(varying) if len(varying) <= MOST_PERMUTED else [varying]
    return any(_meets_none_twice(ravel(*zip(*order, strict=True))) for order in orders if order)


def _meets_none_twice(position: Affine) -> bool:
    terms = []
    for atom, c in position.terms.items():
        if type(atom.extra) is not LoopAxis:
            return False
        terms.append((abs(c), atom.extra.extent))
    terms.sort()
    return all(extent <= 1 or c > reach(terms[:k])[1] for k, (c, extent) in enumerate(terms))


def reach(terms: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The least and the largest sum of multiples of steps, given each loop's iterations.

    >>> reach([(1, 4), (-10, 2)])
    (-10, 3)
    """
    ends = [c * max(count - 1, 0) for c, count in terms]
    return sum([min(e, 0) for e in ends]), sum([max(e, 0) for e in ends])


def same_factors(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether one shape is the other with neighbouring axes merged (ones aside)."""
    return _edges(a) <= _edges(b) or _edges(b) <= _edges(a)


def _edges(shape: Sequence[int]) -> set[int]:
    edges, product = {1}, 1
    for n in reversed(shape):
        product *= n
        edges.add(product)
    return edges
