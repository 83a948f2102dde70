"""The values of native loops, by index, and the parts of the kernel that is being written.

An entry of an index is an int64 expression over loop axes, constants and computed values. A view
gives the element at an index as an expression, from registers or from memory.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.ir import Literal
from fjax.core.scalar import Expr
from fjax.dataclass import dataclass
from fjax.lowering.fuse.element import literal
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.address_lowering import LoopScope, Position, WordTable
from fjax.lowering.kernel.form import (
    Access,
    BufferArgument,
    Carry,
    Loop,
    Mode,
    Statement,
    Store,
    Unsupported,
)
from fjax.lowering.kernel.index_arithmetic import (
    Affine,
    Index,
    LoopAxis,
    affine,
    constant,
    integer,
    ravel,
    settled,
)
from fjax.lowering.kernel.numbers import Value, joined, parts, zero
from fjax.lowering.kernel.spelling import loads, postorder
from fjax.lowering.machine import Machine

Element = Callable[[Index], Any]  # of a value, by its index
TOO_LARGE = "the loop's body is too large to be written out"


class NotByLane(Unsupported):
    """The lanes of a loop over a batch depend on each other."""


def every_index(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The indices of an array of this shape, row by row."""
    return itertools.product(*map(range, shape))


def reads(value: Value, buffer: int) -> bool:
    """Whether computing the value loads from a buffer."""
    return any(x.access.buffer == buffer for x in loads(postorder(parts(value))))


# ---- views


class View:
    """A body's variable: `at(index)` is its element. `shape` is static, `dtype` physical."""

    shape: tuple[int, ...]
    dtype: np.dtype

    @property
    def reading(self) -> float:
        """What an element at a computed index takes, in registers that are chosen from."""
        return 0

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        raise NotImplementedError

    def fixed(self) -> View:
        """The same values, not to be written."""
        return self


@dataclass(eq=False)
class Small(View):
    """Elements in registers; with `lanes`, those that belong to the lanes at the leading axes."""

    shape: tuple[int, ...]
    dtype: np.dtype
    lanes: Index
    elements: dict[tuple[int, ...], Value]
    origin: View | None = None
    region: StatementRegion | None = None  # where the elements are known

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        n = len(self.lanes)
        if any(i is not lane for i, lane in zip(index, self.lanes, strict=False)):
            if self.origin is None:
                raise NotByLane("elements of what it carries need each other")
            return self.origin.at(index, mask)
        rest = index[n:]
        known = [integer(i) for i in rest]
        place = tuple([k for k in known if k is not None])
        if len(place) == len(known):
            found = self.elements.get(place)
            return zero(self.dtype) if found is None else found
        if self.region is not None and (memory := self.region.in_memory(self)) is not None:
            return memory.at(index, mask)
        if self.origin is not None and self.origin.reading < len(self.elements):
            return self.origin.at(index, mask)
        return self._choose(rest, known)

    @property
    def reading(self) -> float:
        if not self.shape:
            return 0
        most = len(self.elements)
        return most if self.origin is None else min(most, self.origin.reading)

    def _choose(self, rest: Index, known: Sequence[int | None]) -> Value:
        """The element at a computed index, by selection."""
        found: Value = None
        for place, value in self.elements.items():
            if any(k is not None and k != p for k, p in zip(known, place, strict=True)):
                continue
            condition: Expr | None = None
            for i, k, p in zip(rest, known, place, strict=True):
                if k is None:
                    here = scalar.eq(i, constant(p))
                    condition = here if condition is None else condition & here
            assert condition is not None
            found = value if found is None else scalar.select(condition, value, found)
        return zero(self.dtype) if found is None else found


@dataclass(eq=False)
class StoredView(View):
    """Elements of a kernel's buffer in row-major order, from element `lead` on.

    From `lane_axis` on each lane has its own part.
    """

    kernel: LoopKernel
    buffer: int
    shape: tuple[int, ...]
    dtype: np.dtype
    writable: bool = False
    lane_axis: int | None = None
    lead: Affine = field(default_factory=lambda: Affine({}, 0))

    def position(self, index: Index) -> Affine:
        return self.lead + ravel(index, self.shape)

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        if self.lane_axis is not None:
            lanes, first = self.kernel.lane_index, self.lane_axis
            if index[first : first + len(lanes)] != lanes:
                raise NotByLane("the lanes of the batch read each other's memory")
        return self.kernel.load(self, index, mask)

    def fixed(self) -> StoredView:
        """The same memory, not to be written."""
        return replace(self, writable=False)

    def slice(self, first: Expr) -> StoredView:
        """The part at an index of the first axis."""
        shape = self.shape[1:]
        lead = self.lead + affine(first).times(math.prod(shape))
        lane_axis = None if self.lane_axis is None else self.lane_axis - 1
        return replace(self, shape=shape, lead=lead, lane_axis=lane_axis)


@dataclass(eq=False)
class ComputedView(View):
    """Elements that are computed where they are read."""

    kernel: LoopKernel
    shape: tuple[int, ...]
    dtype: np.dtype
    element: Callable[[Index, Expr | None], Value]
    buffers: frozenset[int]
    reading: float = math.inf
    known: dict[tuple, tuple[StatementRegion | None, Value]] = field(default_factory=dict)

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        key = index, mask, self.kernel.epoch
        region, value = self.known.get(key, (None, None))
        if region not in self.kernel.regions:  # what loops computed there is out of reach
            value = self.element(index, mask)
            self.known[key] = self.kernel.regions[-1], value
            self.kernel.remembered.append((self.known, key))
        return value


def is_same(view: View, memory: StoredView) -> bool:
    """Whether a value is what a memory holds."""
    return isinstance(view, StoredView) and view.buffer == memory.buffer and view.writable


# ---- the kernel in the making


@dataclass(eq=False)
class StatementRegion:
    """A block of statements in the kernel, and the register values that it has copied to memory."""

    kernel: LoopKernel
    statements: list[Statement]
    memories: dict[Small, StoredView] = field(default_factory=dict)

    def in_memory(self, view: Small) -> StoredView | None:
        """A copy in memory for an inner loop that reads by its own index; None elsewhere.

        Without it, each inner step would select among the elements again.
        """
        kernel = self.kernel
        if self is kernel.regions[-1] or self not in kernel.regions or kernel.lanes:
            return None
        if len(view.elements) < kernel.machine.short_axis:
            return None
        if view not in self.memories:
            memory = kernel.scratch_memory(view.shape, view.dtype)
            inner, kernel.statements = kernel.statements, self.statements
            values = kernel.pin(list(view.elements.values()))
            for place, value in zip(view.elements, values, strict=True):
                kernel.statements += kernel.stores(memory, tuple(map(constant, place)), value)
            kernel.statements = inner
            self.memories[view] = memory.fixed()
            kernel.remembered.append((self.memories, view))
        return self.memories[view]


class LoopKernel:
    """Buffers, table, loop numbers and statements of one kernel."""

    def __init__(self, machine: Machine, most_work: int, most_nodes: int) -> None:
        self.machine = machine
        self.buffers: list[BufferArgument] = []
        self.scratch: list[tuple[tuple[int, ...], np.dtype]] = []
        self.table = WordTable(exact=True, costs=machine.costs)
        self.scope = LoopScope(self.table)
        self.statements: list[Statement] = []
        self.regions = [StatementRegion(self, self.statements)]  # around this place
        self.remembered: list[tuple[dict, Any]] = []  # elements known since the attempt began
        self.epoch = 0  # grows when values are kept: elements known before read what changes
        self.seldom = 0  # elements that a step is not expected to walk, of these:
        self.work = 0  # elements that a step walks in memory,
        self.most_work = most_work  # ... and how many it may
        self.most_nodes = most_nodes  # expressions that it may have, weighted
        self.asked = 0  # elements of results that were written out, in these or in vain
        self.independent = False  # steps may run side by side: nothing is carried
        self.repeats = 1  # how often statements made here run in a step
        self.lanes: tuple[LoopAxis, ...] = ()
        self._seen: set[Expr] = set()  # expressions that `once` has counted
        self._settled: dict[Expr, Expr] = {}  # what parts of integers and conditions have become
        self.keep: list[object] = []
        self._literals: dict[tuple, Value] = {}

    def settle(self, x: Expr) -> Expr:
        """An integer or condition, simplified by what is known; each part once a kernel."""
        if len(self._settled) > 2 * self.most_nodes:
            raise Unsupported(TOO_LARGE)
        return settled(x, self._settled)

    # -- names

    def axis(self, extent: int, number: int | None = None) -> LoopAxis:
        """The axis of a new loop, or of the loop with this number."""
        number = self.table.number() if number is None else number
        found = LoopAxis(extent, f"i{number}")
        self.scope.mapping[found] = ((number, 1),)
        return found

    @property
    def lane_index(self) -> Index:
        return tuple([a.expr for a in self.lanes])

    def changes(self, views: Sequence[View]) -> tuple[bool, ...]:
        """Whether a step should update only the changed elements of each value: of large ones."""
        most = self.machine.limits.written_out
        return tuple(
            bool(v.lanes) and math.prod(v.shape) > most
            if isinstance(v, Small)
            else isinstance(v, StoredView) and v.writable
            for v in views
        )

    def lanes_of(self, shape: tuple[int, ...]) -> Index:
        """The lanes' indices, if the leading axes of the shape are the batch's."""
        extents = tuple([a.extent for a in self.lanes])
        return self.lane_index if extents and shape[: len(extents)] == extents else ()

    def buffer(self, dtype: np.dtype, written: bool) -> int:
        self.buffers.append(BufferArgument(dtypes.real_part(dtype), written))
        return len(self.buffers) - 1

    def literal(self, atom: Literal, key: Any) -> Value:
        """A literal's value: floats are parameters, integers part of the structure or sizes."""
        if key not in self._literals:
            self._literals[key] = literal(atom, known="iub")
        return self._literals[key]

    # -- expressions

    def place(self, x: Expr) -> Expr:
        """The expression over loops and table words."""
        placed = self.scope.place(x)
        self.expect(0)
        return placed

    def expect(self, nodes: int) -> None:
        """Refuse a kernel that this number of further expressions makes too large."""
        if self.table.nodes + nodes > self.most_nodes:
            raise Unsupported(TOO_LARGE)

    def ask(self) -> None:
        """Count an element of an unrolled result; nearly every one is an expression or more.

        A statement is added as a whole, so that its elements are counted before it is.
        """
        self.asked += 1
        if self.asked > 2 * self.most_nodes:
            raise Unsupported(TOO_LARGE)

    # -- memory

    def _addresses(self, memory: StoredView, index: Index) -> list[tuple[Access, Expr | None]]:
        """The addresses of the parts of an element."""
        position = Position.of(memory.position(index))
        count = 2 if memory.dtype.kind == "c" else 1
        return [self.scope.address(memory.buffer, p) for p in position.parts(count)]

    def load(self, memory: StoredView, index: Index, mask: Expr | None) -> Value:
        mask = None if mask is None else self.place(mask)
        dtype = dtypes.real_part(memory.dtype)
        return joined(
            [kernels.load(at, dtype, i, mask) for at, i in self._addresses(memory, index)]
        )

    def stores(
        self, memory: StoredView, index: Index, value: Value, mask: Expr | None = None
    ) -> list[Store]:
        """Stores of one element."""
        mask = None if mask is None else self.place(mask)
        addresses = self._addresses(memory, index)
        return [
            Store(at, self.place(v), i, mask)
            for (at, i), v in zip(addresses, parts(value), strict=True)
        ]

    def scratch_memory(
        self, shape: tuple[int, ...], dtype: np.dtype, lane_axis: int | None = None
    ) -> StoredView:
        """Memory of the kernel's own, made for each call."""
        self.scratch.append((shape, dtype))
        return StoredView(self, self.buffer(dtype, True), shape, dtype, True, lane_axis)

    def fill(self, memory: StoredView, view: View, place: int | None) -> None:
        """memory[...] = view, by loops or unrolled; the lanes' axes start at `place`."""
        lanes = () if place is None else self.lane_index
        first = place or 0
        rest = (*memory.shape[:first], *memory.shape[first + len(lanes) :])

        def body(index: Sequence[Expr]) -> list[Store]:
            at = (*index[:first], *lanes, *index[first:])
            return self.stores(memory, at, view.at(at))

        if math.prod(rest) <= self.machine.limits.written_out:
            for p in every_index(rest):
                self.statements += body(tuple(map(constant, p)))
            return
        self.nest(rest, Mode.SERIAL if self.lanes else Mode.VECTOR, body)

    def fill_where(
        self,
        leading: tuple[int, ...],
        condition: Element,
        moves: Sequence[tuple[StoredView, Element]],
    ) -> None:
        """memory[i] = value[i] for all moves at once, where a condition on leading axes holds."""

        def row(index: Index) -> list[Statement]:
            holds, loop = condition(index), self.table.number()
            with self.inside() as made:
                self._fill_together(index or self.lane_index, moves)
            taken = scalar.select(holds, constant(1), constant(0))
            self.statements.append(Loop(loop, self.place(taken), Mode.SERIAL, tuple(made()), ()))
            return []

        if math.prod(leading) < self.machine.short_axis:
            for place in every_index(leading):
                row(tuple(map(constant, place)))
        else:
            self.nest(leading, Mode.SERIAL, row)

    def _fill_together(self, first: Index, moves: Sequence[tuple[StoredView, Element]]) -> None:
        """memory[first] = value[first] for all moves: one element of all of them at a time."""

        def body(index: Index) -> list[Store]:
            at = (*first, *index)
            values = [value(at) for _, value in moves]
            if len(moves) > 1:
                values = self.pin(values)
            stores = [self.stores(m, at, v) for (m, _), v in zip(moves, values, strict=True)]
            return [s for each in stores for s in each]

        rest = moves[0][0].shape[len(first) :]
        self.nest(rest, Mode.SERIAL if self.lanes else Mode.VECTOR, body)

    def move(self, moves: Sequence[tuple[StoredView, View]]) -> None:
        """memory[...] = view for all moves. None reads what another one has written."""
        targets = {memory.buffer for memory, _ in moves}
        views = [
            v if isinstance(v, StoredView) and v.buffer not in targets else self.kept(v)
            for _, v in moves
        ]
        for (memory, _), view in zip(moves, views, strict=True):
            self.fill(memory, view, memory.lane_axis)

    def room(self, shape: tuple[int, ...], dtype: np.dtype) -> StoredView:
        """Memory of the kernel's own; each lane has a part of it."""
        lanes = self.lanes_of(shape)
        if lanes != self.lane_index:
            raise NotByLane("the lanes of the batch share a large value")
        return self.scratch_memory(shape, dtype, 0 if lanes else None)

    def kept(self, view: View) -> StoredView:
        """A copy of the view's current elements in memory of the kernel's own."""
        memory = self.room(view.shape, view.dtype)
        self.fill(memory, view, memory.lane_axis)
        return memory.fixed()

    def lane_places(self, shape: tuple[int, ...]) -> list[int | None]:
        """The places where the lanes' axes may be in a shape; the last is None, nowhere."""
        lengths = tuple(a.extent for a in self.lanes)
        found: list[int | None] = [
            k
            for k in range(len(shape) - len(lengths) + 1)
            if lengths and shape[k : k + len(lengths)] == lengths
        ]
        return [*found, None]

    # -- statements

    def pin(self, values: Sequence[Value]) -> list[Value]:
        """The current values, independent of later stores."""
        flat = [self.place(p) for v in values for p in parts(v)]
        if not flat:
            return []
        number = self.table.number()
        carries = tuple(Carry(p, kernels.carried(number, k, p.dtype)) for k, p in enumerate(flat))
        self.statements.append(Loop(number, constant(0), Mode.UNROLL, (), carries))
        results = iter(kernels.result(number, k, p.dtype) for k, p in enumerate(flat))
        return [joined([next(results) for _ in parts(v)]) for v in values]

    def once(self, view: Small) -> None:
        """Compute now a value that reads much changing memory; else each statement computes it."""
        if self.lanes or self.independent:
            return
        values = list(view.elements.values())
        new = postorder(tuple([p for v in values for p in parts(v)]), self._seen)
        changing = sum(self.buffers[x.access.buffer].written for x in loads(new))
        if changing > self.machine.limits.written_out:
            view.elements = dict(zip(view.elements, self.pin(values), strict=True))

    def nest(
        self, extents: Sequence[int], mode: Mode, body: Callable[[Index], Sequence[Statement]]
    ) -> None:
        """Loops over a shape; the innermost one runs in `mode`."""
        axes = [self.axis(n) for n in extents]
        self.walk(math.prod(extents))
        repeats, self.repeats = self.repeats, self.repeats * math.prod(extents)
        try:
            with self.inside() as statements:
                stores = body(tuple([a.expr for a in axes]))
        finally:
            self.repeats = repeats
        modes = [Mode.SERIAL] * len(axes)
        if modes and not statements():
            modes[-1] = mode
        self.statements += self.scope.closed(axes, modes, [*statements(), *stores])[0]

    @contextmanager
    def inside(self) -> Iterator[Callable[[], list[Statement]]]:
        """Context manager for a new list of statements; gives a function that returns the list."""
        outer, self.statements = self.statements, []
        self.regions.append(StatementRegion(self, self.statements))
        made: list[Statement] = []
        try:
            yield lambda: made
            made += self.statements
        finally:
            self.statements = outer
            self.regions.pop()

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Context manager that removes the statements added inside if it is left by an exception.

        Elements that they computed are forgotten, so that nothing refers to a removed loop.
        """
        before, work = len(self.statements), self.work
        outer, self.remembered = self.remembered, []
        try:
            yield
            outer += self.remembered
        except Unsupported:
            del self.statements[before:]
            self.work = work
            for known, key in self.remembered:
                known.pop(key, None)
            raise
        finally:
            self.remembered = outer

    @contextmanager
    def rarely(self, elements: int, seldom: bool = True) -> Iterator[None]:
        """Context manager for copies that few steps are expected to make: of this many elements."""
        work, most = self.work, self.most_work
        self.most_work = most + elements
        try:
            yield
        finally:
            self.most_work = most + self.work - work
            self.seldom += (self.work - work) * seldom

    def walk(self, elements: int) -> None:
        """Count elements that a step walks, at this place; Unsupported if they are too many."""
        self.work += self.repeats * elements
        if self.work > self.most_work:
            raise Unsupported("a step walks more elements than one thread should")


class Carrying:
    """Small views as carried values of one loop."""

    def __init__(self, kernel: LoopKernel, number: int):
        self.kernel, self.number = kernel, number
        self.initial: list[Expr] = []
        self.current: list[Expr] = []
        self.places: list[list[tuple[int, ...]]] = []
        self.views: list[Small] = []

    def add(self, view: Small) -> Small:
        """The view inside the loop of a value from before it."""
        elements = {}
        for place, value in view.elements.items():
            found = []
            for p in parts(value):
                found.append(kernels.carried(self.number, len(self.initial), p.dtype))
                self.initial.append(self.kernel.place(p))
            self.current += found
            elements[place] = joined(found)
        self.places.append(list(elements))
        made = Small(view.shape, view.dtype, view.lanes, elements)
        self.views.append(made)
        return made

    def results(self) -> list[Small]:
        """The views after the loop."""
        found: list[Small] = []
        for view in self.views:
            elements = {
                place: joined(
                    [kernels.result(self.number, p.extra.item, p.dtype) for p in parts(value)]
                )
                for place, value in view.elements.items()
            }
            found.append(Small(view.shape, view.dtype, view.lanes, elements))
        return found
