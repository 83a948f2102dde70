"""Placing expressions in a kernel's loops: addresses, the table of sizes and literals, loops."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fjax.core import scalar
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.demands import ParamValue
from fjax.lowering.fuse.fused import accumulator
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import Access, Carry, Loop, Mode, Size, Statement, Stride
from fjax.lowering.schedule.indexing import LoopAxis, SizeValue
from fjax.lowering.schedule.schedule import Position, Read, Schedule, Write

Mapping = dict[LoopAxis, tuple[tuple[int, int], ...]]  # axis -> (loop, multiplier) terms


class Scope:
    """Where statements are placed: the loops around, and the results known there.

    An axis is a sum over loops; `bases` are added to the axes that have one.
    """

    __slots__ = ("mapping", "results", "bases", "memo")

    def __init__(
        self, mapping: Mapping, results: dict[Expr, Expr], bases: dict[LoopAxis, Expr] | None = None
    ):
        self.mapping, self.results = mapping, results
        self.bases: dict[LoopAxis, Expr] = bases or {}
        self.memo: dict[Expr, Expr] = {}

    def inside(
        self, axis: LoopAxis, terms: tuple[tuple[int, int], ...], base: Expr | None = None
    ) -> Scope:
        """The scope within loops along an axis."""
        bases = self.bases if base is None else {**self.bases, axis: base}
        return Scope({**self.mapping, axis: terms}, dict(self.results), bases)


class Placement:
    """What builders of kernels share."""

    def __init__(self, schedule: Schedule):
        self.s = schedule
        self.words: list[tuple[np.dtype, object]] = []
        self.loops = 0
        self.slots: dict[tuple, Size] = {}
        self.params: dict[int, Expr] = {}
        self.vector: LoopAxis | None = None
        self.rank = {a: k for k, a in enumerate((*schedule.outer, *schedule.inner))}
        self.saved: tuple[Expr, Write] | None = None
        self.is_saved = False

    # ---- loops

    def _reduce(
        self,
        axes: list[LoopAxis],
        modes: list[Mode],
        carries: list[tuple[Monoid, Expr]],
        scope: Scope,
        body: Callable,
    ) -> tuple[list[Statement], list[Expr]]:
        """Nested loops that carry monoid totals; the statements, and the results."""
        if not axes:
            statements, values = body(scope)
            return statements, values
        number = self._number()
        inside = scope.inside(axes[0], ((number, 1),))
        statements, values = self._reduce(axes[1:], modes[1:], carries, inside, body)
        loop = Loop(
            number,
            self._extent(axes[0]),
            modes[0],
            tuple(statements),
            tuple(
                Carry(initial, x, monoid)
                for x, (monoid, initial) in zip(values, carries, strict=True)
            ),
        )
        return [loop], [
            kernels.result(number, k, initial.dtype) for k, (_, initial) in enumerate(carries)
        ]

    def _loop_nest(
        self,
        axes: list[LoopAxis],
        modes: list[Mode],
        scope: Scope,
        body: Callable[[Scope], list[Statement]],
    ) -> list[Statement]:
        if not axes:
            return body(scope)
        number = self._number()
        inside = scope.inside(axes[0], ((number, 1),))
        statements = self._loop_nest(axes[1:], modes[1:], inside, body)
        return [Loop(number, self._extent(axes[0]), modes[0], tuple(statements))]

    def _number(self) -> int:
        self.loops += 1
        return self.loops - 1

    def _extent(self, axis: LoopAxis) -> Expr:
        return self.size(("extent", axis), axis.extent)

    # ---- expressions in place

    def place(self, x: Expr, scope: Scope) -> Expr:
        """The expression over this place's loops."""
        known = scope.memo.get(x)
        if known is not None:
            return known
        mapping: dict[Expr, Expr] = {}
        nodes = scalar.order((x,))
        if self.is_saved and self.saved is not None and self.saved[0] in nodes:
            node, write = self.saved
            if all(axis in scope.mapping for axis in write.position.strides):
                access = self.access(write.buffer, write.position, scope)
                mapping[node] = kernels.load(access, node.dtype)
        for node in nodes:
            if node.op is Op.LEAF:
                mapping[node] = self._place_leaf(node, scope)
        (placed,) = scalar.substitute((x,), mapping)
        scope.memo[x] = placed
        return placed

    def _place_leaf(self, leaf: Expr, scope: Scope) -> Expr:
        known = scope.memo.get(leaf)
        if known is not None:
            return known
        key = leaf.extra
        if isinstance(key, Read):
            placed = self._load(key, scope)
        elif isinstance(key, LoopAxis):
            placed = self._axis(key, scope)
        elif isinstance(key, ParamValue):
            return self._param(leaf)
        elif isinstance(key, SizeValue):
            return self._size_param(leaf)
        else:
            placed = scope.results[leaf]
        scope.memo[leaf] = placed
        return placed

    def _axis(self, axis: LoopAxis, scope: Scope) -> Expr:
        terms = scope.mapping[axis]
        total = scope.bases.get(axis)
        for k, (loop, multiplier) in enumerate(terms):
            term = kernels.axis(loop)
            if multiplier != 1:
                term = term * self.size(("multiplier", axis, k, multiplier), multiplier)
            total = term if total is None else total + term
        assert total is not None
        return total

    def _load(self, read: Read, scope: Scope) -> Expr:
        access = self.access(read.buffer, read.position, scope)
        index = self.index(read.buffer, read.position, scope)
        mask = None if read.mask is None else self.place(read.mask, scope)
        return kernels.load(access, read.dtype, index, mask)

    def index(self, buffer: int, position: Position, scope: Scope) -> Expr | None:
        """The computed part of an address."""
        index: Expr | None = None
        for k, (atom, factor) in enumerate(position.atoms.items()):
            term = self.place(atom, scope)
            if factor != 1:
                term = term * self.size(("factor", buffer, k, id(position)), factor)
            index = term if index is None else index + term
        for axis, base in scope.bases.items():
            stride = position.strides.get(axis)
            if stride:
                term = base * self.size(("stride", buffer, axis, id(position), "base"), stride)
                index = term if index is None else index + term
        return index

    def access(self, buffer: int, position: Position, scope: Scope) -> Access:
        """An address over this place's loops; only the vector axis may have a literal step."""
        strides = []
        ordered = sorted(position.strides.items(), key=lambda item: self.rank.get(item[0], 99))
        for axis, stride in ordered:
            terms = scope.mapping[axis]
            for k, (loop, multiplier) in enumerate(terms):
                if axis is self.vector and stride == 1 and multiplier == 1:
                    strides.append(Stride(loop, 1))
                else:
                    key = ("stride", buffer, axis, id(position), k, multiplier)
                    strides.append(Stride(loop, self.slot(key, stride * multiplier)))
        offset = (
            self.slot(("offset", buffer, id(position)), position.offset)
            if position.offset
            else None
        )
        return Access(buffer, tuple(strides), offset)

    # ---- the table

    def slot(self, key: tuple, value: int) -> Size:
        """The table word of an integer, one for each key."""
        found = self.slots.get(key)
        if found is None:
            found = self.slots[key] = Size(len(self.words))
            self.words.append((kernels.INDEX, value))
        return found

    def size(self, key: tuple, value: int) -> Expr:
        return scalar.leaf(self.slot(key, value), kernels.INDEX)

    def _param(self, leaf: Expr) -> Expr:
        found = self.params.get(id(leaf.extra))
        if found is None:
            found = self.params[id(leaf.extra)] = kernels.param(len(self.words), leaf.dtype)
            self.words.append((leaf.dtype, leaf.extra.value))
        return found

    def _size_param(self, leaf: Expr) -> Expr:
        return self.size(("size", leaf.extra), leaf.extra.value)


def wide(x: Expr) -> Expr:
    """The value in the dtype in which it is accumulated."""
    return scalar.convert(x, accumulator(x.dtype))


def real_part(dtype: np.dtype) -> np.dtype:
    """The dtype of a complex dtype's parts; others as they are."""
    return np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype
