"""Rewriting of expressions and statements, and facts about them, for all spellings of a kernel.

Expression graphs can be thousands of nodes deep, so the functions here walk them with an explicit
stack.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr, Function, Op
from fjax.lowering.kernel.form import (
    HI,
    LO,
    Access,
    Axis,
    Carried,
    Carry,
    If,
    Kernel,
    Load,
    Loop,
    Result,
    Size,
    Statement,
    Store,
    While,
)

Functions = frozenset[Function]


def operands(expr: Expr) -> tuple[Expr, ...]:
    """The expressions that `expr` is computed from, a load's dynamic index and mask among them."""
    key = expr.extra
    if expr.op is not Op.LEAF or not isinstance(key, Load):
        return expr.args
    if key.mask is None:
        return () if key.index is None else (key.index,)
    return (key.mask,) if key.index is None else (key.index, key.mask)


def always_needed(expr: Expr) -> tuple[Expr, ...]:
    """Operands without the third one of RARE, which is computed only on demand."""
    return expr.args[:2] if expr.op is Op.RARE else operands(expr)


def postorder(
    roots: tuple[Expr, ...],
    seen: set[Expr] | None = None,
    enter: Callable[[Expr], tuple[Expr, ...]] = operands,
) -> list[Expr]:
    """Every node below `roots` that is not in `seen`, operands before their users."""
    seen = set() if seen is None else seen
    order: list[Expr] = []
    stack: list[Expr | None] = [*reversed(roots)]
    open_nodes: list[Expr] = []  # closed one by one by the Nones of the stack
    while stack:
        node = stack.pop()
        if node is None:
            order.append(open_nodes.pop())
        elif node not in seen:
            seen.add(node)
            below = node.args
            if enter is not operands or (not below and isinstance(node.extra, Load)):
                below = enter(node)
            if below:
                open_nodes.append(node)
                stack.append(None)
                stack += below[::-1]
            else:
                order.append(node)
    return order


class StatementRewriter:
    """Rebuilds statements with what a subclass makes of expressions, addresses and extents.

    What does not change stays the same object.
    """

    def __call__(self, expr: Expr) -> Expr:
        raise NotImplementedError(type(self).__name__)

    def optional(self, expr: Expr | None) -> Expr | None:
        return None if expr is None else self(expr)

    def address(self, access: Access, index: Expr | None) -> Expr | None:
        """The computed part of an address."""
        return self.optional(index)

    def extent(self, expr: Expr) -> Expr:
        """The number of a loop's iterations."""
        return self(expr)

    def statements(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Statements with what they hold rewritten."""
        found = tuple([self._statement(s) for s in body])
        return body if all(map(operator.is_, found, body)) else found

    def _statement(self, s: Statement) -> Statement:
        if isinstance(s, Store):
            value, index = self(s.value), self.address(s.access, s.index)
            mask = self.optional(s.mask)
            if value is s.value and index is s.index and mask is s.mask:
                return s
            return Store(s.access, value, index, mask, s.monoid)
        if isinstance(s, If):
            return If(self(s.condition), self.statements(s.then), self.statements(s.otherwise))
        carries = tuple([Carry(self(c.initial), self(c.next), c.monoid) for c in s.carries])
        if isinstance(s, While):
            return replace(
                s, condition=self(s.condition), body=self.statements(s.body), carries=carries
            )
        stop, body = self.extent(s.stop), self.statements(s.body)
        start, step = self.optional(s.start), self.optional(s.step)
        if body is s.body and (stop, start, step) == (s.stop, s.start, s.step):
            if carries == s.carries:
                return s
        return replace(s, stop=stop, body=body, carries=carries, start=start, step=step)

    def kernel(self, kernel: Kernel) -> Kernel:
        body = self.statements(kernel.body)
        return kernel if body is kernel.body else replace(kernel, body=body)


class Rewriter(StatementRewriter):
    """Rebuilds expressions bottom-up with a function of one node, and kernels with that."""

    def __init__(self, change: Callable[[Expr], Expr]):
        self.change = change
        self.done: dict[Expr, Expr] = {}
        self._seen: set[Expr] = set()

    def __call__(self, expr: Expr) -> Expr:
        if expr not in self.done:
            for node in postorder((expr,), self._seen):
                self.done[node] = self._rebuild(node)
        return self.done[expr]

    def _rebuild(self, node: Expr) -> Expr:
        done, key = self.done, node.extra
        if isinstance(key, Load) and (key.index or key.mask):
            index = None if key.index is None else done[key.index]
            mask = None if key.mask is None else done[key.mask]
            if index is not key.index or mask is not key.mask:
                node = scalar.leaf(Load(key.access, index, mask), node.dtype)
        elif node.args:
            args = tuple(done[a] for a in node.args)
            if args != node.args:
                node = Expr(node.op, args, node.dtype, key)
        return self.change(node)


def inline_call(expr: Expr, native: Functions) -> Expr:
    """A CALL written out as its function's program, nested calls too; other nodes unchanged.

    Calls of functions that are `native` to the target stay.
    """
    while expr.op is Op.CALL and expr.extra not in native:
        formals, body = expr.extra.body(*(a.dtype for a in expr.args))
        expr = _Inliner(dict(zip(formals, expr.args, strict=True)), native)(body)
    return expr


class _Inliner(Rewriter):
    """Puts arguments in place of formal inputs, and inlines what is called inside."""

    def __init__(self, values: dict[Expr, Expr], native: Functions):
        super().__init__(lambda node: inline_call(values.get(node, node), native))


def walk(body: Sequence[Statement]) -> Iterator[Statement]:
    """Every statement, those inside others included, outer ones first."""
    for s in body:
        yield s
        if isinstance(s, If):
            yield from walk(s.then)
            yield from walk(s.otherwise)
        elif not isinstance(s, Store):
            yield from walk(s.body)


def only_stores(body: Sequence[Statement]) -> bool:
    """Whether there is nothing but stores."""
    return all(isinstance(s, Store) for s in body)


def in_runs(body: Sequence[Statement]) -> Iterator[list[Store] | Loop | While | If]:
    """The statements in order, with neighbouring stores as one list.

    What the values of such a list need of buffers that are not written is read before the first of
    them is stored.
    """
    stores: list[Store] = []
    for s in body:
        if isinstance(s, Store):
            stores.append(s)
            continue
        if stores:
            yield stores
            stores = []
        yield s
    if stores:
        yield stores


def expressions(s: Statement) -> tuple[Expr, ...]:
    """The expressions that a statement itself holds, not those of statements inside it."""
    if isinstance(s, Store):
        return tuple(e for e in (s.index, s.mask, s.value) if e is not None)
    if isinstance(s, If):
        return (s.condition,)
    carries = tuple(e for c in s.carries for e in (c.initial, c.next))
    return (s.condition, *carries) if isinstance(s, While) else (*bounds(s), *carries)


def bounds(loop: Loop) -> tuple[Expr, ...]:
    """The start, stop and step of a loop, as far as it has them."""
    return tuple([e for e in (loop.start, loop.stop, loop.step) if e is not None])


def loads(nodes: Iterable[Expr]) -> Iterator[Load]:
    """The loads among expressions."""
    return (n.extra for n in nodes if isinstance(n.extra, Load))


def nodes_in(body: Sequence[Statement], more: Sequence[Expr] = ()) -> list[Expr]:
    """All expressions that statements compute, those inside others included, and some more."""
    return postorder((*[e for s in walk(body) for e in expressions(s)], *more))


def nodes_of(loop: Loop | While) -> list[Expr]:
    """All expressions that an iteration of a loop computes, those of the loops inside included."""
    return nodes_in(loop.body, [c.next for c in loop.carries])


def read_buffers(body: Sequence[Statement]) -> frozenset[int]:
    """Numbers of the buffers that statements load from."""
    return frozenset(x.access.buffer for x in loads(nodes_in(body)))


def written_buffers(body: tuple[Statement, ...]) -> frozenset[int]:
    """Numbers of the buffers that statements store to."""
    return frozenset(s.access.buffer for s in walk(body) if isinstance(s, Store))


class Facts(NamedTuple):
    """The facts that decide where an expression may be computed."""

    loops: frozenset[int]  # loops whose axis or carried values it reads
    results: frozenset[int]  # loops whose results it reads
    loads: bool  # it reads memory: not to be made above an If or While
    volatile: frozenset[int]  # buffers that it reads and the kernel writes: stays at its statement
    depth: int  # longest path down to a leaf


class CodeScope(Protocol):
    """A stretch of straight-line code in a spelling: the top, a loop's body, a branch."""

    parent: Any  # the scope around it, None at the top
    region: Any  # the loop's number, or what identifies a branch
    guard: bool  # loads needed inside stay inside
    barrier: bool  # everything needed inside stays inside


AnyScope = TypeVar("AnyScope", bound=CodeScope)


def outermost(scope: AnyScope, facts: Facts, result_region: dict[int, Hashable]) -> AnyScope:
    """The outermost scope where an expression can be computed for a use in `scope`.

    `result_region` maps each finished loop to the region that it stands in.
    """
    if facts.volatile:
        return scope
    regions: Any = facts.loops
    if facts.results:
        regions = regions | {result_region[loop] for loop in facts.results}
    at: Any = scope
    while at.parent is not None:
        if at.barrier or at.region in regions or (at.guard and facts.loads):
            break
        at = at.parent
    return at


NO_LOOPS: frozenset[int] = frozenset()
NO_FACTS = Facts(NO_LOOPS, NO_LOOPS, False, frozenset(), 0)


class FactTable(dict[Expr, Facts]):
    """Facts of every expression of a kernel, computed once each, when they are first asked for."""

    def __init__(self, body: tuple[Statement, ...]):
        self.written = written_buffers(body)
        self._seen: set[Expr] = set()

    def __missing__(self, expr: Expr) -> Facts:
        self.learn((expr,))
        return self[expr]

    def _of(self, node: Expr) -> Facts:
        loops, results, loads, volatile, depth = first = NO_FACTS
        for child in operands(node):
            below = self[child]
            if first is NO_FACTS:
                loops, results, loads, volatile, depth = first = below
            elif below is not first:
                loops = below.loops if loops <= below.loops else loops | below.loops
                results = below.results if results <= below.results else results | below.results
                volatile = volatile if below.volatile <= volatile else volatile | below.volatile
                loads = loads or below.loads
                depth = max(depth, below.depth)
        if node.op is Op.LEAF:
            key = node.extra
            if isinstance(key, (Axis, Carried)):
                loops = frozenset((key.loop,))
            elif isinstance(key, Result):
                results = frozenset((key.loop,))
            elif isinstance(key, Load):
                loops = loops | {t.loop for t in key.access.strides}
                loads, volatile = True, volatile | self.written.intersection((key.access.buffer,))
        return Facts(loops, results, loads, volatile, depth + 1)

    def learn(self, roots: tuple[Expr, ...]) -> None:
        """Find the facts of all expressions below the roots."""
        for node in postorder(roots, self._seen):
            self[node] = self._of(node)


def address_terms(access: Access, index: np.dtype) -> list[Expr]:
    """The run-time terms of an address, in elements: the offset, then axis times step."""
    terms = [] if access.offset is None else [word_at(access.offset, index)]
    return terms + [stride_term(t.loop, t.step, index) for t in access.strides]


def word_at(slot: Size, index: np.dtype) -> Expr:
    """A word of the table as an expression."""
    return scalar.leaf(slot, index)


def stride_term(loop: int, step: int | Size, index: np.dtype) -> Expr:
    """A loop's index times its step."""
    axis = scalar.leaf(Axis(loop), index)
    if isinstance(step, Size):
        return axis * word_at(step, index)
    return axis if step == 1 else axis * step


def total(terms: list[Expr]) -> Expr:
    """The sum of at least one term."""
    result = terms[0]
    for term in terms[1:]:
        result = result + term
    return result


def runs_forward(loop: Loop) -> bool:
    """Whether a loop is known not to end before it begins: its count is 0 at least."""
    start, stop = loop.start, loop.stop
    if start is None:
        return _is_count(stop)
    leaves = [{n.extra for n in postorder((x,)) if n.op is Op.LEAF} for x in (start, stop)]
    if LO in leaves[0] and HI in leaves[1]:
        return True  # the part of a call
    ends = stop.args if stop.op is Op.MIN else (stop,)
    if any(x.op is Op.ADD and x.args[0] is start and _is_count(x.args[1]) for x in ends):
        return stop.op is not Op.MIN or isinstance(start.extra, Axis)  # a piece begins inside
    whole, before = start, None  # what is left after whole pieces
    if start.op is Op.ADD:
        before, whole = start.args
    count = stop if before is None else stop - before
    return whole.op is Op.AND and whole.args[0] == count and constant_value(whole.args[1]) != 0


def _is_count(x: Expr) -> bool:
    """Whether an index is known not to be negative."""
    if x.op is Op.LEAF:
        return isinstance(x.extra, (Size, Axis))
    if x.op is Op.CONST:
        return int(x.extra.value) >= 0
    if x.op in (Op.MAX, Op.AND):
        return any(map(_is_count, x.args))
    return x.op in (Op.MIN, Op.ADD, Op.MUL, Op.DIV, Op.CONVERT) and all(map(_is_count, x.args))


def constant_value(expr: Expr) -> int | None:
    """The value of an integer literal, else None."""
    return int(expr.extra.value) if expr.op is Op.CONST else None
