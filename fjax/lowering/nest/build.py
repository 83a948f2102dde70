"""From an iteration order to a kernel: its loops, their order, and the statements in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import dtypes, memo, roles, scalar
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.element import Before, physical
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.address_lowering import LoopScope, Position, Read, WordTable
from fjax.lowering.kernel.dependence import PassOrder
from fjax.lowering.kernel.form import (
    BufferArgument,
    Carry,
    If,
    Kernel,
    Loop,
    Mode,
    Statement,
    Store,
    Unsupported,
)
from fjax.lowering.kernel.index_arithmetic import SizeValue
from fjax.lowering.kernel.lowered import LoweredKernel
from fjax.lowering.kernel.numbers import combine, identity, parts, widened
from fjax.lowering.kernel.short_places import short_places
from fjax.lowering.kernel.specialize import specialize
from fjax.lowering.kernel.verify import rewritten
from fjax.lowering.machine import Machine
from fjax.lowering.nest.choices import Choices, loop_choice
from fjax.lowering.nest.iteration_order import IterationOrder, Write
from fjax.lowering.nest.row_blocks import Blocks
from fjax.lowering.nest.stored_values import StoredValues, Stores
from fjax.lowering.nest.totals import Reductions, Totals, inner_modes

_lowered = memo.Table(2048)


def lower(body: Jaxpr, machine: Machine, nest: Nest | None = None) -> LoweredKernel:
    """The kernel of a fused body; raises Unsupported if it has no kernel form.

    `nest`: the body's nest, if it is known.
    """
    moved = as_words(body)
    if moved is not body:
        found = lower(moved, machine)
        outs, operands = body.out_avals, body.in_avals
        pairs = [(k, n) for k, n in found.in_place if outs[k].dtype == operands[n].dtype]
        return replace(found, in_place=tuple(pairs))
    key = body.canonical_key, machine, False
    return _lowered.get(key, lambda: Builder(IterationOrder(body, machine, False, nest)).lower())


def lower_update(body: Jaxpr, machine: Machine, nest: Nest | None = None) -> LoweredKernel:
    """The kernel of a body that changes its first input in place."""
    key = body.canonical_key, machine, True
    return _lowered.get(
        key, lambda: Builder(IterationOrder(body, machine, True, nest)).lower_update()
    )


class Builder:
    """Builds one kernel, as `LoopChoice` says for its machine."""

    def __init__(self, order: IterationOrder):
        self.loop_choice = loop_choice(order.machine)
        if axes := self.loop_choice.walks_as_one(order):
            order = order.flattened(axes)
        self.totals = Totals.of(order)
        self.s = self.loop_choice.ordered(order, self.totals)
        self.table = WordTable()

    # ---- the kernel

    def lower(self) -> LoweredKernel:
        """The kernel and its launch."""
        chosen = self.loop_choice.choose(self.s, self.totals)
        s, work = chosen.order, self.s.work
        self.s = s
        self.reductions = Reductions(s, self.totals)
        scope = LoopScope(self.table, chosen.layout)
        if s.nest.cumulative is not None:
            body = self._cumulative(s.nest.cumulative, chosen, scope)
        elif self.totals.side:
            body = Blocks(s, self.table, self.reductions).loops(scope, chosen.recipe)
        else:
            body = scope.nest(s.outer, chosen.modes, lambda inside: self._row(inside, chosen))
        shared = self._in_place(chosen.recipe, body)
        buffers = [_buffer(v) for v in s.body.invars]
        shares: dict[int, tuple[int, ...]] = {}
        for k, n in shared:
            shares[k] = (*shares.get(k, ()), n)
        for k, v in enumerate(s.body.outvars):
            buffers.append(replace(_buffer(v, True), shares=shares.get(k, ())))
        kernel = self.table.kernel(buffers, body, "the nest of a fused body")
        if chosen.layout.unrolled:
            kernel = rewritten(kernel, specialize, self.table.words)
        if self.loop_choice.holds_places and any(r.extra.position.atoms for r in s.reads.values()):
            kernel = rewritten(kernel, short_places, self.table.words)
        return self._lowered(kernel, chosen, shared, work)

    def _lowered(self, kernel: Kernel, chosen: Choices, *more: Any) -> LoweredKernel:
        c, words = chosen, tuple(self.table.words)
        return LoweredKernel(kernel, words, c.extent, c.grain, c.parallel, c.recipe, *more)

    def _in_place(self, recipe: str, body: Sequence[Statement]) -> tuple[tuple[int, int], ...]:
        """(output, input) pairs where only the iteration that writes an element reads it.

        An iteration may be a row, all of whose passes read an element before it is written.
        """
        s = self.s
        rows = recipe in ("rows", "columns") and not self.totals.side
        if not rows and (recipe != "map" or s.totals):
            return ()
        places: dict[int, set[tuple]] = {}
        for leaf in s.reads.values():
            read: Read = leaf.extra
            key = read.position.key if read.mask is None and not read.position.atoms else ()
            places.setdefault(read.buffer, set()).add(key)
        first, found, passes = len(s.body.invars), [], PassOrder(body)
        for w in s.writes:
            for k, v in enumerate(s.body.invars):
                fits = (
                    physical(v) == w.dtype
                    and w.dtype.kind != "c"
                    and v.aval.size == s.body.outvars[w.buffer - first].aval.size
                )
                if (
                    fits
                    and places.get(k) == {w.position.key}
                    and (not rows or (s.is_full(w) and passes.reads_first(k, w.buffer)))
                ):
                    found.append((w.buffer - first, k))
        return tuple(found)

    def _cumulative(self, eqn: Equation, chosen: Choices, scope: LoopScope) -> list[Statement]:
        """Rows walked from one end to the other, or by lanes together."""
        s, layout = self.s, chosen.layout
        (axis,), (write,) = s.inner, s.writes
        if write.position.atoms:
            raise Unsupported("a cumulative result is not walked in order")
        op = roles.cumulative(eqn.op)
        monoid, before = op.monoid, parts(Before(eqn.outvars[0]).value)
        mode = Mode.SERIAL if monoid is None else Mode.SCAN
        positions = write.position.parts(len(write.values))

        def row(outside: LoopScope) -> list[Statement]:
            statements = self.reductions.of_row(outside, layout.vector is axis)
            number = self.table.number()
            inside = outside.inside(axis, ((number, 1),))
            for k, leaf in enumerate(before):
                inside.results[leaf] = kernels.carried(number, k, leaf.dtype)
            body = self.reductions.nested(write.values, inside)
            carries: list[Carry] = []
            for k, (p, v) in enumerate(zip(positions, write.values, strict=True)):
                value = inside.place(widened(v))
                total, first = value, scalar.const(0, value.dtype)
                if monoid is not None:
                    total = combine(monoid, kernels.carried(number, k, value.dtype), value)
                    first = scalar.const(identity(monoid, value.dtype), value.dtype)
                access, index = inside.address(write.buffer, p)
                body.append(Store(access, scalar.convert(total, v.dtype), index))
                carries.append(Carry(first, value, monoid))
            loop = Loop(number, outside.extent(axis), mode, tuple(body), tuple(carries))
            return [*statements, loop]

        return scope.nest(s.outer, chosen.modes, row)

    def lower_update(self) -> LoweredKernel:
        """The kernel of an update in place."""
        chosen = self.loop_choice.update(self.s)
        s, write, update = chosen.order, self.s.destination, self.s.nest.update
        assert write is not None and update is not None
        monoid = roles.update(update.eqn.op).monoid
        mask, conditions, apart = s.update_mask, list[Expr](), len(self.s.outer)
        in_turn = s.outer[:apart] == self.s.outer and chosen.modes[-1:] != (Mode.PARALLEL,)
        if mask is not None and in_turn and Mode.PARALLEL_VECTOR not in chosen.modes:
            conditions, mask = conjuncts(mask), None
        position = held_by(conditions, write.position)

        def stores(scope: LoopScope) -> list[Statement]:
            where = None if mask is None else scope.place(mask)
            found: list[Statement] = []
            for p, v in zip(position.parts(len(write.values)), write.values, strict=True):
                access, index = scope.address(0, p)
                found.append(Store(access, scope.place(v), index, where, monoid))
            return found

        def row(scope: LoopScope) -> list[Statement]:
            found = scope.nest(s.outer[apart:], chosen.modes[apart:], stores)
            for condition in reversed(conditions):
                found = [If(scope.place(condition), tuple(found))]
            return found

        scope = LoopScope(self.table, chosen.layout)
        statements = scope.nest(s.outer[:apart], chosen.modes[:apart], row)
        buffers = [_buffer(v, k == 0) for k, v in enumerate(s.body.invars)]
        return self._lowered(
            self.table.kernel(buffers, statements, "the nest of an update"), chosen
        )

    def _row(self, scope: LoopScope, chosen: Choices) -> list[Statement]:
        """All passes over one row, and what is stored of it."""
        s, reductions, by_row = self.s, self.reductions, chosen.recipe == "rows"
        full = [w for w in s.writes if s.is_full(w)]
        looped = s.inner and not scope.layout.unrolled.issuperset(s.inner)
        stores = self._stores_of_passes(full, by_row) if looped else ()
        statements = reductions.of_row(scope, by_row, stores)
        statements += reductions.stores([w for w in s.writes if not s.is_full(w)], scope)
        known = {w: x for kept in stores for x, w in kept}  # at the end of all passes but the last
        full = [w for w in full if w not in known or w.values != (known[w],)]
        full.sort(key=lambda w: w in known)  # others may read what is kept in its memory
        if full and s.inner and s.inner != s.written_out:
            modes = inner_modes(s.inner, by_row)
            statements += scope.nest(s.inner, modes, lambda x: reductions.every_store(full, x))
        elif full:
            statements += reductions.every_store(full, scope)
        return statements

    def _stores_of_passes(self, full: Sequence[Write], by_row: bool) -> Stores:
        """What each pass over a row stores, outputs or what later passes need in their memory.

        That is free until the last pass, and a row of it stays in the L1 cache.
        """
        passes = [
            [v for t in group for v in t.values]
            for axes, group in self.totals.passes()
            if axes == self.s.inner
        ]
        if not passes or not full:
            return ()
        element = max([w.dtype.itemsize for w in full]) if by_row else self.s.machine.line_bytes
        row_bytes = element * math.prod([a.extent for a in self.s.inner])
        return StoredValues(self.s, full, passes, row_bytes).best()


def _buffer(v: Atom, written: bool = False) -> BufferArgument:
    return BufferArgument(dtypes.real_part(physical(v)), written)


WORDS = {dtypes.complex64: dtypes.int64}


def as_words(body: Jaxpr) -> Jaxpr:
    """The body on words where it computes with no number that has as many bits; else itself.

    >>> import fjax, fjax.numpy as jnp
    >>> body = fjax.make_jaxpr(lambda x: x[::-1])(jnp.ones(3, "complex64")).jaxpr
    >>> as_words(body).out_avals
    [ShapedArray(int64[3])]
    """
    if WORDS.keys().isdisjoint(
        [x.aval.dtype for eqn in body.eqns for x in (*eqn.invars, *eqn.outvars)]
    ):
        return body
    values: dict[Var, Var] = {}

    def word(x: Var) -> Var:
        found = values.get(x)
        if found is None:
            words = WORDS.get(x.aval.dtype)
            found = values[x] = x if words is None else Var(x.aval.update(dtype=words))
        return found

    def read(x: Atom) -> Atom:
        if isinstance(x, Var):
            return word(x)
        words = WORDS.get(x.aval.dtype)
        if words is None:
            return x
        bits = np.asarray(x.value, x.aval.dtype).reshape(1).view(words)[0]
        return Literal(bits, x.aval.update(dtype=words, weak_type=False))

    eqns: list[Equation] = []
    for eqn in body.eqns:
        moved = {x.aval.dtype for x in (*eqn.invars, *eqn.outvars)} & WORDS.keys()
        op = eqn.op
        for dtype in moved:
            of_words = op.on_words(dtype, WORDS[dtype])
            if of_words is None:
                return body
            op = of_words
        eqns.append(
            Equation(op, tuple(map(read, eqn.invars)), tuple(map(word, eqn.outvars)), eqn.source)
        )
    return Jaxpr(
        [word(v) for v in body.invars], eqns, list(map(read, body.outvars)), body.debug_name
    )


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that all hold where this one does."""
    if condition.op is not Op.AND:
        return [condition]
    return [x for part in condition.args for x in conjuncts(part)]


def held_by(conditions: Sequence[Expr], position: Position) -> Position:
    """The position where conditions hold: an index that they bound needs no clamping."""

    def holds(op: Op, x: Expr, bound: Expr) -> bool:
        return any(c.op is op and c.args[0] is x and _same(c.args[1], bound) for c in conditions)

    atoms: dict[Expr, int] = {}
    for x, factor in position.atoms.items():
        if x.op is Op.MIN and x.args[0].op is Op.MAX:
            (start, first), last = x.args[0].args, x.args[1]
            if holds(Op.GE, start, first) and holds(Op.LE, start, last):
                x = start
        atoms[x] = atoms.get(x, 0) + factor
    return Position(position.strides, atoms, position.offset, position.whole)


def _same(x: Expr, y: Expr) -> bool:
    """Whether two bounds are one, or two sizes of one value."""
    a, b = x.extra, y.extra
    return x is y or (type(a) is type(b) is SizeValue and bool(a.value == b.value))
