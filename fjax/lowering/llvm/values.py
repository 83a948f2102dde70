"""Expressions to instructions: where each is computed, once, as a scalar or in lanes.

Code is text that only grows at its end, and an open loop keeps its own text until it is closed. So
a value that an inner loop needs, but that does not depend on it, is simply appended to the text of
the outer scope, which at that moment ends right before the loop: hoisting costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr, Function, Op
from fjax.lowering.kernel.folding import COMPARISONS
from fjax.lowering.kernel.form import (
    INDEX,
    Axis,
    Bound,
    Carried,
    If,
    Kernel,
    Load,
    Loop,
    Param,
    Result,
    Size,
    Statement,
    Store,
    While,
    axis,
)
from fjax.lowering.kernel.spelling import (
    FactTable,
    always_needed,
    expressions,
    in_runs,
    operands,
    outermost,
    postorder,
    written_buffers,
)
from fjax.lowering.llvm.writer import (
    Code,
    Writer,
    computes_as_float,
    literal,
    register_type,
    splat,
    vector,
)

# On the branch to a cold block: without it the call in there spills the hot path's constants
# (measured: sin of float32 takes 1.9 times as long).
UNLIKELY = ', !prof !{!"branch_weights", i32 1, i32 2000}'
# Where there is nothing else to do: with its code apart, each iteration would jump there and back.
LIKELY = ', !prof !{!"branch_weights", i32 2000, i32 1}'


RECURSION_LIMIT = 50  # deeper expressions are walked with a stack


class Value(NamedTuple):
    """An SSA name. Without an owner it is a literal.

    line: of the owner's code, by which it is known; -1: not noted. slot: memory that holds it, too.
    """

    name: str
    lanes: int
    owner: Scope | None
    line: int = -1
    slot: str = ""


class Scope:
    """A stretch of straight-line code: the kernel's top, one loop body, one branch."""

    __slots__ = (
        "parent",
        "code",
        "region",
        "guard",
        "barrier",
        "mask",
        "axis",
        "streams",
        "copied",
        "depth",
        "values",
        "volatile",
        "splats",
    )

    def __init__(
        self,
        parent: Scope | None,
        code: Code,
        region: Hashable,
        *,
        guard: bool = False,
        barrier: bool = False,
        mask: str | None = None,
        axis: str | None = None,
        streams: bool = False,
        copied: tuple[str, str] | None = None,
    ):
        self.parent, self.code, self.region = parent, code, region
        self.guard, self.barrier = guard, barrier  # loads stay below; everything stays below
        self.mask = mask  # active lanes; None: all
        self.axis = axis  # index of lane 0, in the loop in lanes
        self.streams = streams  # all vectors of memory are read here, one after another
        self.copied = copied  # whether lanes are idle, whose rows are copied then; how many are not
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.values: dict[Hashable, Value] = {}
        self.volatile: dict[Hashable, Value] = {}  # an expression, or a column of a buffer
        self.splats: dict[tuple[str, int], str] = {}


PLACE_BITS = 48  # of numbers that are divided in float64


def place_bits(x: Expr, bits: dict[Expr, int]) -> int:
    """How many bits an integer takes that is computed from indices and sizes; 64: any number.

    Memory has no more than 2**44 elements, so indices, sizes and their products have 44 bits.
    `bits` are those of its operands.

    >>> from fjax.lowering.kernel.form import axis
    >>> i, eight = axis(0, INDEX), scalar.const(8, INDEX)
    >>> place_bits(i, {}), place_bits(i * eight, {i: 44, eight: 4}), place_bits(i * i, {i: 44})
    (44, 48, 64)
    """
    if isinstance(x.extra, (Axis, Size)):
        return 44
    if x.op is Op.CONST and x.dtype == INDEX:
        return int(x.extra.value).bit_length()
    args = [bits.get(a, 64) for a in x.args]
    if x.op in (Op.ADD, Op.SUB):
        return min(max(args) + 1, 64)
    if x.op in (Op.MIN, Op.MAX, Op.NEG):
        return max(args)
    if x.op in (Op.DIV, Op.REM):
        return args[0]
    if x.op is Op.MUL and any(isinstance(a.extra, Size) for a in x.args) and max(args) <= 44:
        return 44
    if x.op is Op.MUL and any(a.op is Op.CONST for a in x.args):
        return min(sum(args), 64)
    return 64


class Values:
    """Evaluates expressions of one kernel.

    A target says how a value is loaded from memory (`load(expr, scope)`), and how a word of the
    table comes into a register (`word(dtype, slot)`, which appends to `prologue`). It may compute
    calls of some functions itself (`calls`). facts: of the kernel, if they are known. waiting:
    instructions after which a value is read from memory.
    """

    def __init__(
        self,
        kernel: Kernel,
        writer: Writer,
        load: Callable[[Expr, Scope], Value],
        word: Callable[[np.dtype, int], str],
        calls: Mapping[Function, Callable[[Expr, Scope], Value]] | None = None,
        facts: FactTable | None = None,
        waiting: int | None = None,
    ):
        self.waiting = waiting
        self.kernel, self.writer, self.load, self.word = kernel, writer, load, word
        self.calls = calls or {}
        self.index = register_type(kernel.index)
        self.facts = FactTable(kernel.body) if facts is None else facts
        self.prologue = Code("entry")
        self.root = Scope(None, Code("entry"), None)
        self.result_region: dict[int, Hashable] = {}
        self.lanes = 0  # of the open loop in lanes
        self.lane_loop: int | None = None
        self.varying_items: set[tuple[int, int]] = set()
        self._varies: dict[Expr, bool] = {}
        self._varies_seen: set[Expr] = set()
        self._literals: dict[Expr, Value] = {}
        self._bits: dict[Expr, int] = {}
        self._bits_seen: set[Expr] = set()

    # -- indices -------------------------------------------------------------------------------

    def axis(self, loop: int) -> Expr:
        """The index of a loop."""
        return axis(loop, self.kernel.index)

    def as_index(self, code: Code, counter: str) -> str:
        """A number of 64 bits as an index."""
        if self.index == "i64":
            return counter
        return self.writer.ins(code, f"trunc i64 {counter} to {self.index}")

    def as_counter(self, code: Code, index: str) -> str:
        """An index as a number of 64 bits."""
        if self.index == "i64":
            return index
        return self.writer.ins(code, f"sext {self.index} {index} to i64")

    def bounds(self, loop: Loop, scope: Scope) -> tuple[str, str, str]:
        """The start, stop and step of a loop, as numbers of 64 bits."""
        start = "0" if loop.start is None else self.counter(loop.start, scope)
        step = "1" if loop.step is None else self.counter(loop.step, scope)
        return start, self.counter(loop.stop, scope), step

    def counter(self, expr: Expr, scope: Scope) -> str:
        """An index as a number of 64 bits."""
        if isinstance(expr.extra, (Size, Bound)):
            return self.name(scalar.leaf(expr.extra, INDEX), scope, 0)
        value = self.demand(expr, scope)
        if self.index == "i64" or expr.op is Op.CONST:
            return value.name
        key = "counter", expr
        found = self.lookup(key, scope)
        if found is None:
            at = value.owner or scope
            found = at.values[key] = Value(self.as_counter(at.code, value.name), 0, at)
        return found.name

    def enter(self, loop: Loop, inside: Scope, counter: str) -> None:
        """Make a number of 64 bits the index of a loop."""
        inside.values[axis(loop.number, INDEX)] = Value(counter, 0, inside)
        if self.index != "i64":
            index = self.as_index(inside.code, counter)
            inside.values[self.axis(loop.number)] = Value(index, 0, inside)

    # -- lanes ---------------------------------------------------------------------------------

    def enter_lanes(self, loop: int, lanes: int, varying_items: set[tuple[int, int]]) -> None:
        self.lane_loop, self.lanes, self.varying_items = loop, lanes, varying_items
        self._varies, self._varies_seen = {}, set()

    def leave_lanes(self) -> None:
        self.lane_loop, self.lanes, self.varying_items = None, 0, set()
        self._varies, self._varies_seen = {}, set()

    def varies(self, expr: Expr) -> bool:
        """Whether the lanes of the open vector loop can differ in this expression."""
        if self.lane_loop is None:
            return False
        known = self._varies
        found = known.get(expr)
        if found is not None:
            return found
        for node in postorder((expr,), self._varies_seen):
            below = [known[child] for child in operands(node)]
            known[node] = True in below or (node.op is Op.LEAF and self._leaf_varies(node.extra))
        return known[expr]

    def _leaf_varies(self, key: object) -> bool:
        if isinstance(key, Axis):
            return key.loop == self.lane_loop
        if isinstance(key, (Carried, Result)):
            return (key.loop, key.item) in self.varying_items
        return isinstance(key, Load) and any(t.loop == self.lane_loop for t in key.access.strides)

    def as_lanes(self, value: Value, lanes: int, element: str) -> str:
        """The value's name, spread over lanes if it is a scalar and lanes are asked for."""
        if value.lanes == lanes:
            return value.name
        if value.owner is None:
            return splat(value.name, element, lanes)
        found = value.owner.splats.get((value.name, lanes))
        if found is None:
            code, t = value.owner.code, vector(element, lanes)
            first = self.writer.ins(
                code, f"insertelement {t} poison, {element} {value.name}, i64 0"
            )
            found = self.writer.ins(
                code, f"shufflevector {t} {first}, {t} poison, <{lanes} x i32> zeroinitializer"
            )
            value.owner.splats[value.name, lanes] = found
        return found

    def lane_numbers(self, element: str, lanes: int) -> str:
        """The constant vector 0, 1, 2, …"""
        return "<" + ", ".join(f"{element} {k}" for k in range(lanes)) + ">"

    def both(self, code: Code, a: str, b: str | None) -> str:
        """The conjunction of two lane masks; None is all lanes."""
        if b is None:
            return a
        return self.writer.ins(code, f"and {vector('i1', self.lanes)} {a}, {b}")

    def any_lane(self, code: Code, mask: str) -> str:
        """Whether a mask has an active lane, as i1."""
        return self.writer.any_lane(code, mask, self.lanes)

    # -- statements ----------------------------------------------------------------------------

    def in_order(
        self,
        statements: Sequence[Statement],
        scope: Scope,
        stores: Callable[[list[Store], Scope], None],
        other: Callable[[Loop | While | If, Scope], None],
    ) -> None:
        """Statements one after another, but neighbouring stores together."""
        for s in in_runs(statements):
            if isinstance(s, list):
                stores(s, scope)
            else:
                other(s, scope)
                if scope.volatile:
                    self.forget(scope, written_buffers((s,)))

    def store_all(
        self, stores: Sequence[Store], scopes: Sequence[Scope], store: Callable[[Store], None]
    ) -> None:
        """Neighbouring stores, each in all scopes: first what reads nothing that is written."""
        seen: list[set[Expr]] = [set() for _ in scopes]
        for s in stores:
            for expr in expressions(s):
                for scope, known in zip(scopes, seen, strict=True):
                    self.demand_early(expr, scope, known)
        for s in stores:
            store(s)
            for scope in scopes:
                if scope.volatile:
                    self.forget(scope, frozenset((s.access.buffer,)))

    def forget(self, scope: Scope, written: frozenset[int]) -> None:
        """Have what was read of these buffers read again."""
        scope.volatile = {
            x: value for x, value in scope.volatile.items() if self._read_by(x).isdisjoint(written)
        }

    def _read_by(self, x: Any) -> AbstractSet[int]:
        return self.facts[x].volatile if isinstance(x, Expr) else {x[1].buffer}

    # -- evaluation ----------------------------------------------------------------------------

    def demand(self, expr: Expr, scope: Scope) -> Value:
        """The value of `expr`, computed in the outermost scope that it may be computed in."""
        found = self._find(expr, scope)
        if found is not None:
            return self._near(expr, found, scope)
        if self.facts[expr].depth < RECURSION_LIMIT:
            return self._make(expr, scope)
        for node in postorder((expr,), None, lambda x: self._missing(x, scope)):
            found = self._demand(node, scope)
        assert found is not None
        return found

    def _near(self, expr: Expr, found: Value, scope: Scope) -> Value:
        """The value; if it was computed long before in this stretch of code, it is read again.

        Comparisons are made again: flags are no data.
        """
        owner, at = found.owner, scope
        if self.waiting is None or owner is None or found.line < 0 or owner is self.root:
            return found
        lines = owner.code.lines
        if len(lines) - found.line <= self.waiting:
            return found
        while at is not owner and at.parent is not None and not isinstance(at.region, int):
            at = at.parent
        if at is not owner:  # an inner loop would read it in each iteration
            return found
        if expr.dtype.kind == "b":
            return self._make(expr, scope) if expr.op in COMPARISONS else found
        t, slot = vector(register_type(expr.dtype), found.lanes), found.slot
        if not slot:  # volatile: or LLVM would know that the register holds it
            slot = self.writer.ins(self.prologue, f"alloca {t}")
            lines[found.line] += f"\n  store volatile {t} {found.name}, ptr {slot}"
            owner.values[expr] = found._replace(slot=slot)
        name = self.writer.ins(scope.code, f"load volatile {t}, ptr {slot}")
        line = len(scope.code.lines) - 1
        scope.values[expr] = found = Value(name, found.lanes, scope, line, slot)
        return found

    def name(self, expr: Expr, scope: Scope, lanes: int) -> str:
        """The name of `expr`'s value with that number of lanes."""
        return self.as_lanes(self.demand(expr, scope), lanes, register_type(expr.dtype))

    def _missing(self, expr: Expr, scope: Scope) -> tuple[Expr, ...]:
        """What has to be computed before `expr`; nothing if that is computed."""
        return () if self._find(expr, scope) is not None else always_needed(expr)

    def demand_early(self, expr: Expr, scope: Scope, seen: set[Expr] | None = None) -> None:
        """Compute all of `expr` that does not read a buffer which the kernel writes.

        seen: what was asked for here before.
        """
        if not self.facts[expr].volatile:
            self.demand(expr, scope)
            return
        for node in postorder((expr,), seen, lambda x: self._missing(x, scope)):
            if not self.facts[node].volatile:
                self._demand(node, scope)

    def _find(self, expr: Expr, scope: Scope) -> Value | None:
        if expr.op is Op.CONST:
            found = self._literals.get(expr)
            if found is None:
                found = Value(literal(expr.extra.value, expr.dtype), 0, None)
                self._literals[expr] = found
            return found
        if self.facts[expr].volatile:
            return scope.volatile.get(expr)
        return self.lookup(expr, scope)

    def lookup(self, key: Hashable, scope: Scope) -> Value | None:
        at: Scope | None = scope
        while at is not None:
            found = at.values.get(key)
            if found is not None:
                return found
            at = at.parent
        return None

    def _demand(self, expr: Expr, scope: Scope) -> Value:
        found = self._find(expr, scope)
        return self._make(expr, scope) if found is None else self._near(expr, found, scope)

    def _make(self, expr: Expr, scope: Scope) -> Value:
        """A value that is not there yet."""
        facts = self.facts[expr]
        home = outermost(scope, facts, self.result_region)
        made = self._emit(expr, home)
        if facts.volatile:
            home.volatile[expr] = made
            return made
        if made.owner is home:
            made = Value(made.name, made.lanes, home, len(home.code.lines) - 1, made.slot)
        home.values[expr] = made
        return made

    def home(self, expr: Expr, scope: Scope) -> Scope:
        """The outermost scope where `expr` can be computed for a use in `scope`."""
        return outermost(scope, self.facts[expr], self.result_region)

    def _emit(self, expr: Expr, home: Scope) -> Value:
        if expr.op is Op.LEAF:
            return self._leaf(expr, home)
        if expr.op is Op.RARE:
            return self._rare(expr, home)
        if expr.op is Op.CALL and expr.extra in self.calls:
            return self.calls[expr.extra](expr, home)
        lanes = self.lanes if self.varies(expr) else 0
        divides = expr.op in (Op.DIV, Op.REM) and not computes_as_float(expr.dtype)
        if divides and lanes and self._is_divided_place(expr):
            return self._divided(expr, home, lanes)
        names = [
            self.as_lanes(self._demand(a, home), lanes, register_type(a.dtype)) for a in expr.args
        ]
        if divides and home.mask and lanes:
            # Inactive lanes read zeros, and a division by zero traps.
            element = register_type(expr.dtype)
            names[1] = self.writer.select(
                home.code, home.mask, names[1], splat("1", element, lanes), element, lanes
            )
        return Value(self.writer.spell(home.code, expr, names, lanes), lanes, home)

    def _is_divided_place(self, expr: Expr) -> bool:
        """Whether an integer division is one of a place by a size.

        No processor divides lanes of 64 bits.
        """
        if expr.dtype != INDEX:
            return False
        x, by = expr.args
        if not isinstance(by.extra, Size) and (by.op is not Op.CONST or _is_shift(by.extra.value)):
            return False
        for node in postorder((x,), self._bits_seen):
            self._bits[node] = place_bits(node, self._bits)
        return self._bits[x] <= PLACE_BITS

    def _divided(self, expr: Expr, home: Scope, lanes: int) -> Value:
        """A place in lanes times the inverse of a size, in float64: exact up to PLACE_BITS."""
        writer, code, by = self.writer, home.code, expr.args[1]
        t, wide = vector("i64", lanes), vector("double", lanes)
        x = self.name(expr.args[0], home, lanes)
        floating = writer.ins(code, f"sitofp {t} {x} to {wide}")
        inverse = self.as_lanes(self._inverse(self._demand(by, home)), lanes, "double")
        product = writer.ins(code, f"fmul {wide} {floating}, {inverse}")
        quotient = writer.ins(code, f"fptosi {wide} {product} to {t}")
        if expr.op is Op.DIV:
            return Value(quotient, lanes, home)
        whole = writer.ins(code, f"mul {t} {quotient}, {self.name(by, home, lanes)}")
        return Value(writer.ins(code, f"sub {t} {x}, {whole}"), lanes, home)

    def _inverse(self, size: Value) -> Value:
        """1/n as float64, rounded up: k*n times it is k or more, and less than k + 1/n."""
        owner = size.owner or self.root
        key = "inverse", size.name
        found = owner.values.get(key)
        if found is None:
            writer, code = self.writer, owner.code
            floating = writer.ins(code, f"sitofp i64 {size.name} to double")
            nearest = writer.ins(code, f"fdiv double 0x3FF0000000000000, {floating}")
            bits = writer.ins(code, f"bitcast double {nearest} to i64")
            above = writer.ins(code, f"add i64 {bits}, 2")
            name = writer.ins(code, f"bitcast i64 {above} to double")
            found = owner.values[key] = Value(name, 0, owner)
        return found

    def _leaf(self, expr: Expr, home: Scope) -> Value:
        key = expr.extra
        if isinstance(key, Load):
            return self.load(expr, home)
        if isinstance(key, (Size, Param)):
            value = self.root.values[expr] = Value(self.word(expr.dtype, key.slot), 0, self.root)
            return value
        if isinstance(key, Bound):
            name = f"%{key.name}"
            if expr.dtype != INDEX:
                name = self.as_index(self.prologue, name)
            value = self.root.values[expr] = Value(name, 0, self.root)
            return value
        if isinstance(key, Axis) and key.loop == self.lane_loop:
            element, start = register_type(expr.dtype), self.axis_of(home)
            if element != "i64":
                start = self.as_index(home.code, start)
            first = self.as_lanes(Value(start, 0, home), self.lanes, element)
            t, numbers = vector(element, self.lanes), self.lane_numbers(element, self.lanes)
            name = self.writer.ins(home.code, f"add {t} {first}, {numbers}")
            return Value(name, self.lanes, home)
        raise ValueError(f"kernel: {key} is used where it has no value")

    def _rare(self, expr: Expr, home: Scope) -> Value:
        condition, usual, unusual = expr.args
        writer, lanes = self.writer, self.lanes if self.varies(expr) else 0
        element = register_type(expr.dtype)
        if_usual = self.name(usual, home, lanes)
        flag = self.demand(condition, home)
        needed = flag.name
        if flag.lanes:
            needed = self.any_lane(home.code, self.both(home.code, flag.name, home.mask))
        cold = Code(writer.fresh("cold"))
        inside = Scope(home, cold, ("rare", expr), guard=True, barrier=True, mask=home.mask)
        if_rare = self.name(unusual, inside, lanes)
        if flag.lanes:
            if_rare = writer.select(cold, flag.name, if_rare, if_usual, element, lanes)
        name = self.writer.phi_branch(
            home.code, needed, cold, vector(element, lanes), if_rare, if_usual, UNLIKELY
        )
        return Value(name, lanes, home)

    def axis_of(self, scope: Scope) -> str:
        """The index of lane 0 where `scope` is."""
        at: Scope | None = scope
        while at is not None and at.axis is None:
            at = at.parent
        assert at is not None and at.axis is not None
        return at.axis


def _is_shift(divisor: int) -> bool:
    """Whether division by it is a shift, or no division by a size at all."""
    return not 0 < divisor < 1 << 40 or divisor & (divisor - 1) == 0
