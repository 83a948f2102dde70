"""Address lowering: values are placed in a kernel's loops.

A value is an expression over loop axes (`index_arithmetic.LoopAxis`), sizes, parameters and reads.
A `LoopScope` turns it into an expression over the loops around a place and words of `WordTable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

import numpy as np

from fjax.core import scalar, scalar_graph
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import INDEX, Access, Carry, Loop, Mode, Size, Statement, Stride
from fjax.lowering.kernel.index_arithmetic import Affine, LoopAxis, SizeValue
from fjax.lowering.kernel.numbers import ParamValue
from fjax.lowering.kernel.spelling import total
from fjax.lowering.kernel.verify import verified
from fjax.lowering.machine import Costs

Terms = tuple[tuple[int, int], ...]  # of an axis: loops, each with what its index is multiplied by
Carries = Sequence[tuple[Monoid, Expr]]  # how values of iterations combine, and what with at first
Body = Callable[["LoopScope"], tuple[list[Statement], Sequence[Expr]]]


class Literal(NamedTuple):
    """Strides along an axis that are literals: how long they may be, and why they are."""

    most: int
    why: str


APART = Literal(4, "lanes read every such element of an array (`x[::2]`), which shuffles pick")
COLUMNS = Literal(24, "lanes hold neighbouring rows, as parts of a structure: vectors are whole")
STORED = Literal(1, "neighbours are stored together if they may be")
TURNED = Literal(1, "neighbours are read together, and turned to the lanes")


@dataclass(frozen=True)
class Layout:
    """What a schedule decides about addresses.

    vector: the axis in lanes. unrolled: axes that have no loop, because each position has its own
    code. literal: axes with strides that belong to the kernel's structure and are no words. short:
    the length of the axis in lanes belongs to the structure, too.
    """

    vector: LoopAxis | None = None
    unrolled: frozenset[LoopAxis] = frozenset()
    literal: Mapping[LoopAxis, Literal] = field(default_factory=dict)
    short: bool = False

    @classmethod
    def of(
        cls,
        vector: LoopAxis | None,
        unrolled: Iterable[LoopAxis] = (),
        columns: bool = False,
        also: Mapping[LoopAxis, Literal] | None = None,
        short: bool = False,
    ) -> Layout:
        """That of lanes along an axis; `columns`: they hold rows though none is unrolled."""
        unrolled = frozenset(unrolled)
        lanes = {} if vector is None else {vector: COLUMNS if columns or unrolled else APART}
        return cls(vector, unrolled, {**lanes, **(also or {})}, short)

    def is_literal(self, axis: LoopAxis, stride: int) -> bool:
        """Whether a stride is part of the structure: one of 1, or a few in lanes.

        Lanes, and rows that are turned to them, may be in reverse order.
        """
        known = self.literal.get(axis)
        either = axis is self.vector or known is TURNED
        return known is not None and 0 < (abs(stride) if either else stride) <= known.most

    def width(self, position: Position) -> int:
        """Elements of the rows that neighbouring lanes hold, if these are short; otherwise 0.

        Neighbouring complex numbers are rows of their two parts.
        """
        if self.vector is None or self.vector not in self.literal:
            return 0
        width = abs(position.strides.get(self.vector, 0))
        rows = self.literal[self.vector] is COLUMNS and 2 <= width <= COLUMNS.most
        return width if rows or (width == 2 and position.whole is not None) else 0


class Position:
    """Where an element is: offset + sum(stride * axis) + sum(factor * atom), in elements.

    Positions compare by identity, because each has its own words in a table. The two parts of a
    complex element share the words of the element, which `whole` is.
    """

    __slots__ = ("strides", "atoms", "offset", "whole")

    def __init__(
        self,
        strides: dict[LoopAxis, int],
        atoms: dict[Expr, int],
        offset: int,
        whole: Position | None = None,
    ):
        self.strides, self.atoms, self.offset, self.whole = strides, atoms, offset, whole

    @classmethod
    def of(cls, a: Affine, atom: Callable[[Expr], Expr] = lambda x: x) -> Position:
        """The position of a sum, what is computed in it changed by a function."""
        axes = {t.extra: c for t, c in a.terms.items() if type(t.extra) is LoopAxis}
        atoms = {atom(t): c for t, c in a.terms.items() if type(t.extra) is not LoopAxis}
        return cls(axes, atoms, a.constant)

    @property
    def key(self) -> tuple:
        return frozenset(self.strides.items()), frozenset(self.atoms.items()), self.offset

    def part(self, k: int) -> Position:
        """Where a part of a complex element is, in real elements."""
        strides = {a: 2 * c for a, c in self.strides.items()}
        atoms = {a: 2 * c for a, c in self.atoms.items()}
        return Position(strides, atoms, 2 * self.offset + k, self)

    def along(self, part: LoopAxis) -> Position:
        """The first part's position with the parts as an axis."""
        return Position({**self.strides, part: 1}, self.atoms, self.offset)

    def parts(self, count: int) -> tuple[Position, ...]:
        """Where the parts of an element are; `parts` says how many."""
        return (self,) if count == 1 else (self.part(0), self.part(1))


class Read:
    """Leaf: an element loaded from a buffer."""

    __slots__ = ("buffer", "position", "mask", "dtype")

    def __init__(self, buffer: int, position: Position, mask: Expr | None, dtype: np.dtype):
        self.buffer, self.position, self.mask, self.dtype = buffer, position, mask, dtype


class WordTable:
    """The words of a kernel's table, and the numbers of its loops.

    exact: the kernel is for these sizes only. Otherwise kernels that differ only in sizes share
    their code, so the structure must not show that two sizes are equal or that one is 1. A layout
    may make exceptions.
    """

    def __init__(self, exact: bool = False, costs: Costs | None = None):
        self.words: list[tuple[np.dtype, object]] = []
        self.exact = exact
        self.costs = costs  # by which expressions are counted, if they are
        self.nodes = 0  # expressions that were placed, weighted
        self.loops = 0
        self._slots: dict[tuple, Size] = {}
        self._params: dict[ParamValue, Expr] = {}

    def number(self) -> int:
        """A loop's number."""
        self.loops += 1
        return self.loops - 1

    def slot(self, key: tuple, value: int) -> Size:
        """The table word of an integer, one for each key."""
        found = self._slots.get(key)
        if found is None:
            found = self._slots[key] = Size(len(self.words))
            self.words.append((INDEX, value))
        return found

    def size(self, key: tuple, value: int) -> Expr:
        """The word as an expression."""
        return scalar.leaf(self.slot(key, value), INDEX)

    def constant(self, x: Expr) -> Expr:
        """A literal; an index except for the smallest is a word, so that loops share their code."""
        if not self.exact or x.dtype != INDEX or -1 <= x.extra.value <= 1:
            return x
        return self.size(("constant", scalar.integer(x)), scalar.integer(x))

    def param(self, leaf: Expr) -> Expr:
        """The word of a parameter."""
        found = self._params.get(leaf.extra)
        if found is None:
            found = self._params[leaf.extra] = kernels.param(len(self.words), leaf.dtype)
            self.words.append((leaf.dtype, leaf.extra.value))
        return found

    def kernel(
        self, buffers: Iterable[kernels.BufferArgument], body: Iterable[Statement], step: str
    ) -> kernels.Kernel:
        """The kernel of these statements, verified; `step` says what made it."""
        words = tuple([dtype for dtype, _ in self.words])
        return verified(kernels.Kernel(tuple(buffers), words, tuple(body)), step)


class LoopScope:
    """Where statements are placed: the loops around, and the results known there.

    An axis is a sum over loops; `bases` are added to the axes that have one. `stored`: values that
    statements before this place have computed, and where they lie.
    """

    __slots__ = ("table", "layout", "mapping", "results", "bases", "stored", "memo")

    def __init__(self, table: WordTable, layout: Layout | None = None):
        self.table, self.layout = table, Layout() if layout is None else layout
        self.mapping: dict[LoopAxis, Terms] = {}
        self.results: dict[Expr, Expr] = {}
        self.bases: dict[LoopAxis, Expr] = {}
        self.stored: dict[Expr, Read] = {}
        self.memo: dict[Expr, Expr] = {}

    def inside(self, axis: LoopAxis, terms: Terms, base: Expr | None = None) -> LoopScope:
        """The scope within loops along an axis."""
        found = LoopScope(self.table, self.layout)
        found.mapping, found.results = {**self.mapping, axis: terms}, dict(self.results)
        found.bases = self.bases if base is None else {**self.bases, axis: base}
        found.stored = self.stored
        return found

    def keep(self, value: Expr, place: Read) -> None:
        """From here on, a value that has been computed lies at a place, in place of another one."""
        gone = [x for x, read in self.stored.items() if read.buffer == place.buffer]
        for x in gone:
            del self.stored[x]
        self.stored[value] = place

    def keeps_in(self, buffer: int) -> bool:
        """Whether a value that has been computed lies in a buffer."""
        return any(read.buffer == buffer for read in self.stored.values())

    # ---- loops

    def extent(self, axis: LoopAxis) -> Expr:
        """The length of an axis."""
        if self.layout.short and axis is self.layout.vector:
            return scalar.const(int(axis.extent), INDEX)
        return self.table.size(("extent", axis), axis.extent)

    def loops(
        self, axes: Sequence[LoopAxis], modes: Sequence[Mode], body: Body, carries: Carries = ()
    ) -> tuple[list[Statement], list[Expr]]:
        """Nested loops that combine what their body gives: the statements, and the results.

        Without axes, what the body gives as it is.
        """
        inside = self
        for axis in axes:
            inside = inside.inside(axis, ((self.table.number(), 1),))
        statements, values = body(inside)
        return inside.closed(axes, modes, statements, values, carries)

    def nest(
        self,
        axes: Sequence[LoopAxis],
        modes: Sequence[Mode],
        body: Callable[[LoopScope], list[Statement]],
    ) -> list[Statement]:
        """Nested loops that combine nothing."""
        return self.loops(axes, modes, lambda inside: (body(inside), ()))[0]

    def closed(
        self,
        axes: Sequence[LoopAxis],
        modes: Sequence[Mode],
        statements: list[Statement],
        values: Sequence[Expr] = (),
        carries: Carries = (),
    ) -> tuple[list[Statement], list[Expr]]:
        """Loops along axes of this scope around statements, and what they make of values."""
        for axis, mode in zip(reversed(axes), reversed(modes), strict=True):
            number = self.mapping[axis][0][0]
            extent = self.extent(axis)
            statements, values = around(number, extent, mode, statements, values, carries)
        return statements, list(values)

    # ---- expressions in place

    def place(self, x: Expr) -> Expr:
        """The expression over this place's loops."""
        memo = self.memo
        found = memo.get(x)
        if found is not None:
            return found
        table, costs = self.table, self.table.costs
        for node in scalar_graph.order((x,), memo):
            if costs is not None:
                table.nodes += max(costs.of(node.op), 1)
            stored = self.stored.get(node)
            if stored is not None and all(a in self.mapping for a in stored.position.strides):
                memo[node] = self._load(stored)
            elif node.op is Op.LEAF:
                memo[node] = self._leaf(node)
            elif node.op is Op.CONST:
                memo[node] = table.constant(node)
            else:
                args = tuple([memo[a] for a in node.args])
                same = args == node.args
                memo[node] = node if same else Expr(node.op, args, node.dtype, node.extra)
        return memo[x]

    def _leaf(self, leaf: Expr) -> Expr:
        key = leaf.extra
        kind = type(key)
        if kind is Read:
            return self._load(key)
        if kind is LoopAxis:
            return self._axis(key)
        if kind is ParamValue:
            return self.table.param(leaf)
        if kind is SizeValue:
            return self.table.size(("size", key), key.value)
        return self.results.get(leaf, leaf)

    def _axis(self, axis: LoopAxis) -> Expr:
        terms: list[Expr] = []
        for k, (loop, multiplier) in enumerate(self.mapping[axis]):
            term = kernels.axis(loop)
            if multiplier != 1:
                term = term * self.table.size(("multiplier", axis, k, multiplier), multiplier)
            terms.append(term)
        if axis in self.bases:
            terms.append(self.bases[axis])
        return total(terms)

    def _load(self, read: Read) -> Expr:
        access, index = self.address(read.buffer, read.position)
        mask = None if read.mask is None else self.place(read.mask)
        return kernels.load(access, read.dtype, index, mask)

    # ---- addresses

    def address(self, buffer: int, position: Position) -> tuple[Access, Expr | None]:
        """Where a position is: what loops contribute, and the computed rest."""
        columns = self._columns(position)
        first = position.offset if columns is None else columns[0]
        return self.access(buffer, position, first), self.index(buffer, position, columns)

    def access(self, buffer: int, position: Position, first: int | None = None) -> Access:
        """What loops contribute to an address, outer ones first, from an offset on."""
        table, strides = self.table, list[Stride]()
        whose = None if table.exact else position.whole or position
        ordered = sorted(position.strides.items(), key=lambda item: self.mapping[item[0]][:1])
        for axis, stride in ordered:
            for k, (loop, multiplier) in enumerate(self.mapping[axis]):
                step = stride * multiplier
                literal = step == 1 if table.exact else self.layout.is_literal(axis, step)
                if multiplier == 1 and literal:
                    strides.append(Stride(loop, int(step)))
                else:
                    key = ("stride", buffer, axis, whose, k, step)
                    strides.append(Stride(loop, table.slot(key, step)))
        first = position.offset if first is None else first
        if not first:
            return Access(buffer, tuple(strides))
        return Access(buffer, tuple(strides), table.slot(("offset", buffer, whose, first), first))

    def _columns(self, position: Position) -> tuple[int, int] | None:
        """(first, column) of an element of rows that neighbouring lanes hold, if these are short.

        Rows that lie a few elements apart are one access, whose columns are literals.
        """
        width, place = self.layout.width(position), position.offset
        if not width:
            return None
        for axis in self._along_rows(position):
            place += scalar.integer(self.bases[axis]) * position.strides[axis]
        return place - place % width, place % width

    def _along_rows(self, position: Position) -> list[LoopAxis]:
        """The axes whose positions are columns of such rows."""
        return [
            a
            for a in self.bases
            if a in self.layout.unrolled and 0 < abs(position.strides.get(a, 0)) <= COLUMNS.most
        ]

    def index(
        self, buffer: int, position: Position, columns: tuple[int, int] | None = None
    ) -> Expr | None:
        """The computed part of an address; of (first, column) the column."""
        exact = self.table.exact
        terms: list[tuple[object, Expr, int, bool]] = [
            (k, self.place(x), c, c == 1) for k, (x, c) in enumerate(position.atoms.items())
        ]
        inside = () if columns is None else self._along_rows(position)
        for axis, base in self.bases.items():
            if (stride := position.strides.get(axis)) and axis not in inside:
                terms.append((axis, base, stride, stride == 1 and exact))
        whose = None if exact else position.whole or position
        found = []
        for k, x, factor, plain in terms:
            key = ("factor", buffer, None if exact else k, whose, factor)
            found.append(x if plain else x * self.table.size(key, factor))
        if columns is not None and columns[1]:
            found.append(scalar.const(int(columns[1]), INDEX))
        return total(found) if found else None


def around(
    number: int,
    extent: Expr,
    mode: Mode,
    statements: Sequence[Statement],
    values: Sequence[Expr],
    carries: Carries,
) -> tuple[list[Statement], list[Expr]]:
    """A loop around statements that combines values, and its results."""
    made = tuple([Carry(f, x, monoid) for x, (monoid, f) in zip(values, carries, strict=True)])
    results = [kernels.result(number, k, first.dtype) for k, (_, first) in enumerate(carries)]
    return [Loop(number, extent, mode, tuple(statements), made)], results
