"""What native loops compute with: values by index, and the parts of the kernel in the making.

An index entry is an int64 expression over loop axes, constants and computed values. A view gives
the element at an index, as an expression, from registers or from memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.ir import Literal
from fjax.core.scalar import BOOL, ComplexExpr, Expr, Op
from fjax.lowering.fuse.demands import ParamValue
from fjax.lowering.fuse.fused import Unsupported
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import (
    Access,
    Buffer,
    Carry,
    Loop,
    Mode,
    Size,
    Statement,
    Store,
    Stride,
)
from fjax.lowering.machine import Machine
from fjax.lowering.schedule.indexing import (
    INT64,
    Affine,
    Index,
    LoopAxis,
    SizeValue,
    affine,
    bounds,
    integer,
    ravel,
)

COMPARISONS = {
    Op.LT: np.less,
    Op.LE: np.less_equal,
    Op.GT: np.greater,
    Op.GE: np.greater_equal,
    Op.EQ: np.equal,
    Op.NE: np.not_equal,
}
FOLDED = {
    Op.ADD: np.add,
    Op.SUB: np.subtract,
    Op.MUL: np.multiply,
    Op.MIN: np.minimum,
    Op.MAX: np.maximum,
    Op.AND: np.bitwise_and,
    Op.OR: np.bitwise_or,
    **COMPARISONS,
}
Value = Any  # Expr or ComplexExpr


class NotByLane(Unsupported):
    """The lanes of a loop over a batch need each other."""


# ---- index arithmetic


def constant(i: int) -> Expr:
    """An index that is known."""
    return scalar.const(i, INT64)


def settled(x: Expr) -> Expr:
    """Integers and conditions with what is known about constants and axes worked out."""
    if x.op in (Op.LEAF, Op.CONST):
        return x
    new: dict[Expr, Expr] = {}
    for node in scalar.order((x,)):
        args = tuple([new[a] for a in node.args])
        new[node] = _settle(node, args)
    return new[x]


def _settle(node: Expr, args: tuple[Expr, ...]) -> Expr:
    op = node.op
    if op is Op.SELECT:
        if args[0].op is Op.CONST:
            return args[1] if args[0].extra.value else args[2]
        if args[1] is args[2]:
            return args[1]
    if op in FOLDED and all(a.op is Op.CONST and a.dtype.kind in "iub" for a in args):
        with np.errstate(all="ignore"):
            return scalar.const(FOLDED[op](*[a.extra.value for a in args]), node.dtype)
    if op is Op.CONVERT and args[0].op is Op.CONST and args[0].dtype.kind in "iub":
        return scalar.convert(args[0], node.dtype)
    if op is Op.NOT and node.dtype == BOOL and args[0].op is Op.CONST:
        return scalar.const(not args[0].extra.value, BOOL)
    if op in (Op.AND, Op.OR) and node.dtype == BOOL:
        for a, other in (args, args[::-1]):
            if a.op is Op.CONST:
                return other if bool(a.extra.value) == (op is Op.AND) else a
    if args and args[0].dtype == INT64 and len(args) == 2:
        if op in COMPARISONS or op in (Op.MIN, Op.MAX):
            known = _by_range(op, *args)
            if known is not None:
                return known
    return node if args == node.args else Expr(op, args, node.dtype, node.extra)


def _by_range(op: Op, a: Expr, b: Expr) -> Expr | None:
    """The outcome of a comparison, a minimum or maximum, if the ranges of axes decide it."""
    low, high = bounds(affine(a) + affine(b).times(-1))
    if op in (Op.MIN, Op.MAX):
        if high <= 0:
            return a if op is Op.MIN else b
        return (b if op is Op.MIN else a) if low >= 0 else None
    tests = {
        Op.LT: (high < 0, low >= 0),
        Op.LE: (high <= 0, low > 0),
        Op.GT: (low > 0, high <= 0),
        Op.GE: (low >= 0, high < 0),
        Op.EQ: (low == high == 0, low > 0 or high < 0),
        Op.NE: (low > 0 or high < 0, low == high == 0),
    }
    true, false = tests[op]
    return scalar.const(bool(true), BOOL) if true or false else None


def canonical_index(entries: Iterable[Any]) -> Index:
    """Index entries as expressions, equal ones the same."""
    found = []
    for i in entries:
        x = settled(i) if isinstance(i, Expr) else constant(i)
        found.append(x if x.op in (Op.LEAF, Op.CONST) else affine(x).expr)
    return tuple(found)


def parts(value: Value) -> tuple[Expr, ...]:
    """The real parts of a value: one, or two of a complex one."""
    return (value.re, value.im) if isinstance(value, ComplexExpr) else (value,)


def joined(exprs: Sequence[Expr]) -> Value:
    """The inverse of `parts`."""
    return ComplexExpr(*exprs) if len(exprs) == 2 else exprs[0]


def part_dtype(dtype: np.dtype) -> np.dtype:
    """The dtype of a value's real parts."""
    return np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype


def zero(dtype: np.dtype) -> Value:
    """What a masked read gives."""
    if dtype.kind == "c":
        return ComplexExpr(scalar.const(0, part_dtype(dtype)), scalar.const(0, part_dtype(dtype)))
    return scalar.const(0, dtype)


# ---- views


class View:
    """A body's variable: `at(index)` is its element. `shape` is static, `dtype` physical."""

    shape: tuple[int, ...]
    dtype: np.dtype

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        raise NotImplementedError


class Small(View):
    """Elements in registers; with `lanes`, those that belong to the lanes at the leading axes."""

    def __init__(
        self,
        shape: tuple[int, ...],
        dtype: np.dtype,
        lanes: Index,
        elements: dict[tuple[int, ...], Value],
        origin: View | None = None,
    ):
        self.shape, self.dtype, self.lanes, self.elements = shape, dtype, lanes, elements
        self.origin = origin

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        n = len(self.lanes)
        if any(i is not lane for i, lane in zip(index, self.lanes, strict=False)):
            if self.origin is None:
                raise NotByLane("the lanes of the batch need each other")
            return self.origin.at(index, mask)
        rest = index[n:]
        known = [integer(i) for i in rest]
        if all(k is not None for k in known):
            found = self.elements.get(tuple(known))  # type: ignore[arg-type]
            return zero(self.dtype) if found is None else found
        return self._choose(rest, known)

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


class Memory(View):
    """Elements of a kernel's buffer, row by row from `lead` on (in elements)."""

    def __init__(
        self,
        kernel: LoopKernel,
        buffer: int,
        shape: tuple[int, ...],
        dtype: np.dtype,
        lead: Affine | None = None,
        writable: bool = False,
        lane_axis: int | None = None,
    ):
        self.kernel, self.buffer, self.shape, self.dtype = kernel, buffer, shape, dtype
        self.lead = Affine({}, 0) if lead is None else lead
        self.writable = writable
        self.lane_axis = lane_axis  # from where on each lane has a part of its own

    def position(self, index: Index) -> Affine:
        return self.lead + ravel(index, self.shape)

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        if self.lane_axis is not None:
            lanes, first = self.kernel.lane_index, self.lane_axis
            if index[first : first + len(lanes)] != lanes:
                raise NotByLane("the lanes of the batch read each other's memory")
        return self.kernel.load(self, index, mask)

    def fixed(self) -> Memory:
        """The same memory, not to be written."""
        return Memory(
            self.kernel, self.buffer, self.shape, self.dtype, self.lead, lane_axis=self.lane_axis
        )

    def slice(self, first: Expr) -> Memory:
        """The part at an index of the first axis."""
        shape = self.shape[1:]
        lead = self.lead + affine(first).times(math.prod(shape))
        lane_axis = None if self.lane_axis is None else self.lane_axis - 1
        return Memory(self.kernel, self.buffer, shape, self.dtype, lead, self.writable, lane_axis)


class Computed(View):
    """Elements that are computed where they are asked for."""

    def __init__(
        self,
        kernel: LoopKernel,
        shape: tuple[int, ...],
        dtype: np.dtype,
        element: Callable[[Index, Expr | None], Value],
        buffers: frozenset[int],
    ):
        self.kernel, self.shape, self.dtype = kernel, shape, dtype
        self.element, self.buffers = element, buffers
        self.known: dict[tuple, tuple[object, Value]] = {}

    def at(self, index: Index, mask: Expr | None = None) -> Value:
        key = index, mask
        region, value = self.known.get(key, (None, None))
        if region not in self.kernel.regions:  # what loops computed there is out of reach
            value = self.element(index, mask)
            self.known[key] = self.kernel.regions[-1], value
            self.kernel.remembered.append((self.known, key))
        return value


class Operand:
    """A view as index maps see an operand."""

    __slots__ = ("view", "aval", "mask")

    def __init__(self, view: View, aval: Any, mask: Expr | None = None):
        self.view, self.aval, self.mask = view, aval, mask

    @property
    def shape(self) -> tuple[int, ...]:
        return self.aval.shape

    @property
    def ndim(self) -> int:
        return self.aval.ndim

    @property
    def dtype(self) -> Any:
        return self.aval.dtype

    def __call__(self, index: Sequence[Any], where: Expr | None = None) -> Value:
        mask = self.mask
        if where is not None:
            where = settled(where)
            if where.op is Op.CONST:
                if not where.extra.value:
                    return zero(self.view.dtype)
            else:
                mask = where if mask is None or mask is where else mask & where
        return self.view.at(canonical_index(index), mask)


# ---- the kernel in the making


class LoopKernel:
    """Buffers, table, loop numbers and statements of one kernel."""

    def __init__(self, machine: Machine, most_work: int, most_nodes: int) -> None:
        self.machine = machine
        self.buffers: list[Buffer] = []
        self.scratch: list[tuple[tuple[int, ...], np.dtype]] = []
        self.words: list[tuple[np.dtype, object]] = []
        self.statements: list[Statement] = []
        self.regions: list[object] = [object()]  # the lists of statements around this place
        self.remembered: list[tuple[dict, tuple]] = []  # elements known since the attempt began
        self.work = 0  # elements that a step walks in memory,
        self.most_work = most_work  # ... and how many it may
        self.most_nodes = most_nodes  # expressions that it may have, weighted
        self.repeats = 1  # how often statements made here run in a step
        self.loops: dict[LoopAxis, int] = {}
        self.bases: dict[LoopAxis, Expr] = {}  # where an axis starts, if not at 0
        self.lanes: tuple[LoopAxis, ...] = ()
        self.keep: list[object] = []
        self.count = 0
        self.nodes = 0
        self._slots: dict[Any, Size] = {}
        self._params: dict[ParamValue, Expr] = {}
        self._placed: dict[Expr, Expr] = {}
        self._literals: dict[tuple, Value] = {}

    # -- names

    def number(self) -> int:
        self.count += 1
        return self.count - 1

    def axis(self, extent: int, number: int) -> LoopAxis:
        """The axis of the loop with this number."""
        found = LoopAxis(extent, f"i{number}")
        self.loops[found] = number
        return found

    @property
    def lane_index(self) -> Index:
        return tuple([a.expr for a in self.lanes])

    def buffer(self, dtype: np.dtype, written: bool) -> int:
        self.buffers.append(Buffer(part_dtype(dtype), written))
        return len(self.buffers) - 1

    def slot(self, key: Any, value: int) -> Size:
        if key not in self._slots:
            self._slots[key] = Size(len(self.words))
            self.words.append((INT64, value))
        return self._slots[key]

    def size(self, key: Any, value: int) -> Expr:
        return scalar.leaf(self.slot(key, value), INT64)

    def literal(self, literal: Literal, key: Any) -> Value:
        """A literal's value: floats are parameters, integers part of the structure or sizes."""
        if key in self._literals:
            return self._literals[key]
        dtype = dtypes.physical(literal.aval.dtype)
        value = np.asarray(literal.value, dtype)
        if dtype.kind == "c":
            made: Value = ComplexExpr(
                *[
                    scalar.leaf(ParamValue(v[()]), part_dtype(dtype))
                    for v in (value.real, value.imag)
                ]
            )
        elif dtype.kind in "iub":
            made = scalar.const(value[()], dtype)
        else:
            made = scalar.leaf(ParamValue(value[()]), dtype)
        self._literals[key] = made
        return made

    # -- expressions

    def place(self, x: Expr) -> Expr:
        """The expression over loops and table words."""
        found = self._placed.get(x)
        if found is not None:
            return found
        new, costs = self._placed, self.machine.costs
        for node in scalar.order((x,)):
            if node in new:
                continue
            self.nodes += max(costs.of(node.op), 1)
            if node.op is Op.LEAF:
                new[node] = self._leaf(node)
            elif node.op is Op.CONST:
                new[node] = self._constant(node)
            else:
                args = tuple([new[a] for a in node.args])
                new[node] = (
                    node if args == node.args else Expr(node.op, args, node.dtype, node.extra)
                )
        if self.nodes > self.most_nodes:
            raise Unsupported("the loop's body is too large to be written out")
        return new[x]

    def _leaf(self, leaf: Expr) -> Expr:
        key = leaf.extra
        if type(key) is LoopAxis:
            axis = kernels.axis(self.loops[key])
            return axis + self.bases[key] if key in self.bases else axis
        if type(key) is SizeValue:
            return self.size(("value", key), key.value)
        if type(key) is ParamValue:
            if key not in self._params:
                self._params[key] = kernels.param(len(self.words), leaf.dtype)
                self.words.append((leaf.dtype, key.value))
            return self._params[key]
        return leaf

    def _constant(self, node: Expr) -> Expr:
        value = node.extra.value
        if node.dtype != INT64 or -1 <= value <= 1:
            return node
        return self.size(("constant", int(value)), int(value))

    # -- memory

    def address(self, buffer: int, position: Affine) -> tuple[Access, Expr | None]:
        """Where a position is: what loops contribute, and the computed rest."""
        strides: list[Stride] = []
        index: Expr | None = None
        for atom, c in position.terms.items():
            axis = atom.extra if atom.op is Op.LEAF else None
            if type(axis) is LoopAxis:
                step = 1 if c == 1 else self.slot(("stride", buffer, axis, c), c)
                strides.append(Stride(self.loops[axis], step))
                if axis not in self.bases:
                    continue
                term = self.bases[axis]
            else:
                term = self.place(atom)
            if c != 1:
                term = term * self.size(("factor", buffer, c), c)
            index = term if index is None else index + term
        strides.sort(key=lambda s: s.loop)
        offset = position.constant
        at = self.slot(("offset", buffer, offset), offset) if offset else None
        return Access(buffer, tuple(strides), at), index

    def load(self, memory: Memory, index: Index, mask: Expr | None) -> Value:
        position = memory.position(index)
        mask = None if mask is None else self.place(mask)
        dtype = part_dtype(memory.dtype)
        found = []
        for p in self._parts(position, memory.dtype):
            access, dynamic = self.address(memory.buffer, p)
            found.append(kernels.load(access, dtype, dynamic, mask))
        return joined(found)

    def _parts(self, position: Affine, dtype: np.dtype) -> list[Affine]:
        if dtype.kind != "c":
            return [position]
        twice = position.times(2)
        return [twice, Affine(twice.terms, twice.constant + 1)]

    def stores(
        self, memory: Memory, index: Index, value: Value, mask: Expr | None = None
    ) -> list[Store]:
        """Stores of one element."""
        mask = None if mask is None else self.place(mask)
        found = []
        for p, v in zip(
            self._parts(memory.position(index), memory.dtype), parts(value), strict=True
        ):
            access, dynamic = self.address(memory.buffer, p)
            found.append(Store(access, self.place(v), dynamic, mask))
        return found

    def scratch_memory(
        self, shape: tuple[int, ...], dtype: np.dtype, lane_axis: int | None = None
    ) -> Memory:
        """Memory of the kernel's own, made for each call."""
        self.scratch.append((shape, dtype))
        return Memory(self, self.buffer(dtype, True), shape, dtype, None, True, lane_axis)

    def lane_places(self, shape: tuple[int, ...]) -> list[int | None]:
        """Where the lanes' axes may be in a shape; None, the last choice, is nowhere."""
        lengths = tuple(a.extent for a in self.lanes)
        found: list[int | None] = [
            k
            for k in range(len(shape) - len(lengths) + 1)
            if lengths and shape[k : k + len(lengths)] == lengths
        ]
        return [*found, None]

    # -- statements

    def pin(self, values: Sequence[Value]) -> list[Value]:
        """The values as they are now, whatever is stored afterwards."""
        flat = [self.place(p) for v in values for p in parts(v)]
        if not flat:
            return []
        number = self.number()
        carries = tuple(Carry(p, kernels.carried(number, k, p.dtype)) for k, p in enumerate(flat))
        self.statements.append(Loop(number, constant(0), Mode.UNROLL, (), carries))
        results = iter(kernels.result(number, k, p.dtype) for k, p in enumerate(flat))
        return [joined([next(results) for _ in parts(v)]) for v in values]

    def nest(
        self, extents: Sequence[int], mode: Mode, body: Callable[[Index], Sequence[Statement]]
    ) -> None:
        """Loops over a shape; the innermost one runs in `mode`."""
        axes = [self.axis(n, self.number()) for n in extents]
        self.walk(math.prod(extents))
        repeats, self.repeats = self.repeats, self.repeats * math.prod(extents)
        try:
            with self.inside() as statements:
                stores = body(tuple([a.expr for a in axes]))
        finally:
            self.repeats = repeats
        made = [*statements(), *stores]
        for k, a in reversed(list(enumerate(axes))):
            how = mode if k == len(axes) - 1 and not statements() else Mode.SERIAL
            made = [
                Loop(
                    self.loops[a], self.size(("extent", self.loops[a]), a.extent), how, tuple(made)
                )
            ]
        self.statements += made

    @contextmanager
    def inside(self) -> Iterator[Callable[[], list[Statement]]]:
        """A list of statements of its own; gives the function that tells what was put there."""
        outer, self.statements = self.statements, []
        self.regions.append(object())
        made: list[Statement] = []
        try:
            yield lambda: made
            made += self.statements
        finally:
            self.statements = outer
            self.regions.pop()

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Statements that are taken back if what is inside raises.

        Elements that were computed by them are forgotten: nothing may refer to a loop that is gone.
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

    def walk(self, elements: int) -> None:
        """Count elements that a step walks, at this place; Unsupported if they are too many."""
        self.work += self.repeats * elements
        if self.work > self.most_work:
            raise Unsupported("a step walks so many elements that threads should share it")
