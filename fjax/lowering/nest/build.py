"""From an iteration order to a kernel: which loops, in which order, with what inside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fjax.core import dtypes, memo, scalar
from fjax.core.ir import Atom, Equation, Jaxpr
from fjax.core.roles import cumulative, update
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.demands import Before, physical
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.address_lowering import LoopScope, Read, WordTable
from fjax.lowering.kernel.form import (
    BufferArgument,
    Carry,
    Kernel,
    Loop,
    Mode,
    Statement,
    Store,
    Unsupported,
)
from fjax.lowering.kernel.moved_words import as_words
from fjax.lowering.kernel.narrow_indices import fit_indices
from fjax.lowering.kernel.numbers import combine, identity, parts, widened
from fjax.lowering.kernel.overlaps import reads_first
from fjax.lowering.kernel.specialize import specialize
from fjax.lowering.kernel.verify import rewritten
from fjax.lowering.machine import Combines, Machine
from fjax.lowering.nest.iteration_order import IterationOrder
from fjax.lowering.nest.moved_rows import moves_rows
from fjax.lowering.nest.row_blocks import Blocks
from fjax.lowering.nest.totals import Reductions, Saved, Totals


@dataclass(frozen=True, eq=False)
class LoweredKernel:
    """A kernel and how to launch it for the shapes and literals of one body."""

    kernel: Kernel
    words: tuple[tuple[np.dtype, object], ...]
    extent: int
    grain: int
    parallel: bool
    recipe: str
    in_place: tuple[tuple[int, int], ...] = ()  # (output, input) that may share memory
    work: int = 0  # rough instructions


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
    """Builds one kernel."""

    def __init__(self, order: IterationOrder):
        self.s, self.table = order, WordTable()
        self.totals = Totals.of(order)
        if self.totals.row and not order.inner:  # of each row nothing but its totals is wanted
            order.walk_rows(max((t.axes for t in self.totals.row), key=len))
        self.reductions = Reductions(order, self.table, self.totals)

    # ---- the kernel

    def lower(self) -> LoweredKernel:
        """The kernel and its launch."""
        s = self.s
        self.work = self._work()
        scope = LoopScope(self.table)
        if s.nest.cumulative is not None:
            body, extent, grain, recipe = self._cumulative(s.nest.cumulative, scope)
        elif self.totals.side:
            if not s.inner:
                self._write_out()
            body, extent, grain, recipe = Blocks(s, self.table, self.reductions).loops(scope)
        elif self._is_totals():
            body, extent, grain, recipe = self._totals(scope)
        else:
            body, extent, grain, recipe = self._rows(scope)
        buffers = [_buffer(v) for v in s.body.invars]
        buffers += [_buffer(v, True) for v in s.body.outvars]
        kernel = self.table.kernel(buffers, body, "the nest of a fused body")
        if self.table.unrolled:
            kernel = rewritten(kernel, specialize, self.table.words)
        return LoweredKernel(
            fit_indices(kernel, self.table.words, s.machine),
            tuple(self.table.words),
            extent,
            grain,
            extent > grain and self._is_shared(),
            recipe,
            self._in_place(recipe, kernel.body),
            self.work,
        )

    def _in_place(self, recipe: str, body: Sequence[Statement]) -> tuple[tuple[int, int], ...]:
        """(output, input) pairs of which only the iteration that writes an element reads it.

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
        first, found = len(s.body.invars), []
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
                    and (not rows or (s.is_full(w) and reads_first(body, k, w.buffer)))
                ):
                    found.append((w.buffer - first, k))
        return tuple(found)

    def _cumulative(self, eqn: Equation, scope: LoopScope) -> tuple[list[Statement], int, int, str]:
        """Rows walked from one end to the other; in lanes if neighbouring rows are neighbours.

        On a GPU lanes make the running totals of a row together, but where rows are many or short.
        """
        s = self.s
        (axis,), (write,) = s.inner, s.writes
        if write.position.atoms:
            raise Unsupported("a cumulative result is not walked in order")
        op = cumulative(eqn.op)
        monoid, before = op.monoid, parts(Before(eqn.outvars[0]).value)
        mode = Mode.SERIAL if monoid is None else Mode.SCAN
        modes = self._outer_modes()
        gpu = s.machine.is_gpu
        together = gpu and monoid is not None and (not modes or s.goes_along_rows())
        if together or not gpu:
            self.table.vector = axis
        if not together and modes and (gpu or s.contiguity(s.outer[-1]) > s.contiguity(axis)):
            self.table.vector = s.outer[-1]
            modes[-1] = Mode.VECTOR if len(modes) > 1 else Mode.PARALLEL_VECTOR
        positions = write.position.parts(len(write.values))

        def row(outside: LoopScope) -> list[Statement]:
            statements = self.reductions.of_row(outside, together)
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
            loop = Loop(number, self.table.extent(axis), mode, tuple(body), tuple(carries))
            return [*statements, loop]

        statements = scope.nest(s.outer, modes, row)
        return statements, *self._pieces(modes), "cumulative"

    def _outer_modes(self) -> list[Mode]:
        """Parallel axes, outermost first, until there are iterations enough for every thread."""
        machine, modes, iterations = self.s.machine, list[Mode](), 1
        enough = machine.limits.iterations if self._is_shared() else 2
        for a in self.s.outer:
            modes.append(Mode.PARALLEL if iterations < enough else Mode.SERIAL)
            iterations *= a.extent
        return modes

    def _is_shared(self) -> bool:
        """Whether there is enough to do for several threads."""
        return 4 * self.work > self.s.machine.parallel_operations

    def _pieces(self, modes: Sequence[Mode]) -> tuple[int, int]:
        """Iterations of the outer axes that are parallel, and how many a thread takes at least."""
        s = self.s
        parallel = zip(s.outer, modes, strict=True)
        extent = math.prod([a.extent for a, mode in parallel if mode in kernels.PARALLEL])
        rest = max(s.elements() // max(extent, 1), 1)
        return extent, max(1, s.machine.grain // rest)

    def lower_update(self) -> LoweredKernel:
        """The kernel of an update in place.

        Updates run in order, so the last one wins, unless the machine may combine them. On a GPU
        each thread has elements of its own along axes that do not decide on the place; elsewhere
        it has them where lanes along these axes would be far apart.
        """
        s = self.s
        write = s.destination
        assert write is not None and s.nest.update is not None
        monoid = update(s.nest.update.eqn.op).monoid
        alone = all(leaf.extra.buffer != 0 for leaf in s.reads.values())
        shared = alone and s.machine.may_meet(monoid, dtypes.real_part(write.dtype))
        beside = alone and not shared and s.separate
        beside = beside and (s.machine.is_gpu or s.lies_apart(s.inner[-1]))
        axes = [*s.inner, *s.outer] if beside else [*s.outer, *s.inner]
        modes = [Mode.PARALLEL if shared else Mode.SERIAL] * len(axes)
        if s.inner:
            self.table.vector = s.inner[-1]
        if beside:
            modes[: len(s.inner)] = [Mode.PARALLEL] * len(s.inner)
            if not s.machine.is_gpu:
                modes[len(s.inner) - 1] = Mode.PARALLEL_VECTOR
        elif s.inner and not shared:
            modes[-1] = Mode.VECTOR
            few = s.inner[-1].extent <= s.machine.columns  # most lanes would be idle
            if few and not s.machine.is_gpu:
                self.table.literal = frozenset(s.inner[-1:])
        positions = write.position.parts(len(write.values))

        def body(scope: LoopScope) -> list[Statement]:
            mask = None if s.update_mask is None else scope.place(s.update_mask)
            found: list[Statement] = []
            for p, v in zip(positions, write.values, strict=True):
                access, index = scope.address(0, p)
                found.append(Store(access, scope.place(v), index, mask, monoid))
            return found

        statements = LoopScope(self.table).nest(axes, modes, body)
        buffers = [_buffer(v, k == 0) for k, v in enumerate(s.body.invars)]
        kernel = self.table.kernel(buffers, statements, "the nest of an update")
        extent, grain = (s.elements(), s.machine.grain) if shared else (1, 1)
        parallel = extent > grain
        if beside:
            extent, self.work = math.prod([a.extent for a in s.inner]), s.elements()
            vector = s.machine.line_elements  # threads get whole ones
            vectors = s.machine.grain * extent // (max(self.work, 1) * vector)
            grain = 1 if s.machine.is_gpu else vector * max(1, vectors)
            parallel = extent > grain and (s.machine.is_gpu or self._is_shared())
        words = tuple(self.table.words)
        kernel = fit_indices(kernel, words, s.machine)
        return LoweredKernel(kernel, words, extent, grain, parallel, "update")

    def _work(self) -> int:
        per_element = self.s.cost(self.s.roots())
        return self.s.elements() * max(per_element, 1) // 4

    def _rows(self, scope: LoopScope) -> tuple[list[Statement], int, int, str]:
        """Each row by itself: the rows' loops around the row's passes."""
        s = self.s
        simple = not s.totals and not s.inner
        if simple:
            self._move_rows()
        by_row = bool(s.inner) and not s.across and (not s.outer or s.goes_along_rows())
        self.table.vector = (
            (s.inner or s.outer or (None,))[-1] if by_row or not s.inner else s.outer[-1]
        )
        if simple and not s.written_out:
            self._cross_lanes()
        modes = self._outer_modes()
        if by_row and modes and not s.machine.is_gpu:
            self.table.rows = s.outer[-1]
        if not by_row and len(modes) > 1:
            modes[-1] = Mode.VECTOR
        if not by_row:
            self._write_out()

        def body(inside: LoopScope) -> list[Statement]:
            return self._row(inside, by_row)

        if len(modes) == 1 and not by_row and not simple:
            modes[0] = Mode.PARALLEL_VECTOR
        statements = scope.nest(s.outer, modes, body)
        recipe = "rows" if by_row else "columns" if s.inner and not s.across else "map"
        return statements, *self._pieces(modes), recipe

    def _move_rows(self) -> None:
        """Move short rows that lie far apart in vectors along them, of their own length."""
        s = self.s
        axes = (*s.outer, *s.written_out)
        if len(s.written_out) < 2 <= len(axes) and moves_rows(s, axes[-1], axes[-2]):
            s.outer, s.written_out, s.across = axes, (), False
            self.table.literal = frozenset(axes[-1:])

    def _cross_lanes(self) -> None:
        """Walk next to the lanes what lies together where a read goes far from lane to lane.

        The loops over results may stand in any order, and such reads are turned in registers.
        """
        *others, across = self.s.outer or (None,)
        few = self.s.machine.short_axis
        if across is None or self.s.machine.is_gpu:
            return
        for leaf in self.s.reads.values():
            strides = leaf.extra.position.strides
            found = [a for a in others if strides.get(a) == 1 and a.extent >= few]
            if found and strides.get(across, 0) >= few:
                self.table.crossing = found[0]
                rest = [a for a in others if a is not found[0]]
                self.s.outer = (*rest, found[0], across)
                return

    def _write_out(self) -> None:
        """Write out the few positions along rows where lanes hold neighbouring rows."""
        s = self.s
        self.table.unrolled = frozenset(s.written_out)
        rows = [t.axes for t in self.totals.row] + ([s.inner] if s.inner else [])
        if (
            not s.written_out
            and not self.totals.nested
            and rows
            and all(map(s.is_written_out, rows))
        ):
            s.written_out, self.table.unrolled = (
                s.inner,
                frozenset(a for axes in rows for a in axes),
            )

    def _totals(self, scope: LoopScope) -> tuple[list[Statement], int, int, str]:
        """Totals to which all iterations give something, and what is made of them."""
        axes = self.totals.row[0].axes
        self.table.vector = axes[-1]
        statements = self.reductions.of_all(scope)
        statements += self.reductions.stores(self.s.writes, scope)
        return statements, math.prod(a.extent for a in axes), self.s.machine.grain, "totals"

    def _is_totals(self) -> bool:
        """Whether the kernel gives nothing but totals that parallel iterations may share."""
        s = self.s
        return (
            s.machine.combines is Combines.TOTALS
            and self._is_shared()
            and not (s.outer or any(w.level for w in s.writes))
            and self.reductions.is_one_nest()
        )

    def _row(self, scope: LoopScope, by_row: bool) -> list[Statement]:
        """All passes over one row, and what is stored of it."""
        s, reductions = self.s, self.reductions
        saved = self._worth_saving() if by_row else None
        statements = reductions.of_row(scope, by_row, saved)
        statements += reductions.stores([w for w in s.writes if not s.is_full(w)], scope)
        full = [w for w in s.writes if s.is_full(w)]
        if saved is not None:  # others may read what is kept in its memory
            full.sort(key=lambda w: w is saved[1])
        if full and s.inner and s.inner != s.written_out:
            statements += scope.nest(
                s.inner, s.inner_modes(by_row), lambda inside: reductions.every_store(full, inside)
            )
        elif full:
            statements += reductions.every_store(full, scope)
        return statements

    def _worth_saving(self) -> Saved | None:
        """An expensive value that a reduction and the last pass share, and an output to keep it in.

        The output's memory is free until the last pass, and a row of it stays in the nearest cache.
        """
        full = [w for w in self.s.writes if self.s.is_full(w)]
        places = {w.dtype: w for w in full if len(w.values) == 1 and not w.position.atoms}
        if not places:
            return None
        last = set(scalar.order([v for w in full for v in w.values]))
        earlier = [v for t in self.totals.row if t.axes == self.s.inner for v in t.values]
        best: tuple[int, Expr] | None = None
        for x in scalar.order(earlier):
            if x not in last or x.dtype not in places or x.op is Op.LEAF:
                continue
            weight = self.s.cost((x,))
            if weight >= self.s.machine.trip and (best is None or weight > best[0]):
                best = weight, x
        return None if best is None else (best[1], places[best[1].dtype])


def _buffer(v: Atom, written: bool = False) -> BufferArgument:
    return BufferArgument(dtypes.real_part(physical(v)), written)
