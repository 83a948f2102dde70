"""The loop nests of vector processors, whose lanes are cheap if vectors are whole and contiguous.

A kernel that needs the reduction of a row passes over the row twice: to reduce it, and to use the
result. A reduction that needs another one takes one more pass. Each pass computes elements again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from fjax.core import scalar_graph
from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.primitive import Role
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.costs import element_cost
from fjax.lowering.fuse.element import Demand
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.kernel.address_lowering import STORED, TURNED, Layout, Read
from fjax.lowering.kernel.form import Mode
from fjax.lowering.kernel.index_arithmetic import LoopAxis, axes_in
from fjax.lowering.machine import Costs, Machine
from fjax.lowering.nest.choices import Choices, LoopChoice
from fjax.lowering.nest.iteration_order import Axes, IterationOrder


class VectorProcessor(LoopChoice):
    """The loops of processors with vectors."""

    holds_places = True

    def stores_between_passes(
        self, nest: Nest, eqn: Equation, producer: Callable[[Atom], Equation | None]
    ) -> bool:
        """Yes, if computing it again takes longer."""
        return is_costly_to_recompute(nest, eqn, producer, self.machine)

    def reduces_rows_apart(self, inner: Axes, outer: Axes) -> bool:
        """Where rows take few vectors: several of them are reduced together, or fill the lanes.

        Where columns are reduced, rows come one after another, with lanes along each.
        """
        length, rows = (math.prod([a.extent for a in axes]) for axes in (inner, outer))
        line = self.machine.line_elements
        return length <= self.limits.vectors_by_column * line and rows >= line

    def shares_value(self, results: int) -> bool:
        """Yes, if there are few results: these are unrolled, or share lanes. Others have loops."""
        return results <= self.machine.columns

    def writes_out_map(self, s: IterationOrder, lanes: LoopAxis, inner: Axes, short: Axes) -> bool:
        """Yes, if the code is short, and rows are contiguous but too short to fill vectors.

        Rows that are moved by few elements at a time may be longer.
        """
        written, machine = (*short, *inner), self.machine
        few = not short and inner and inner[-1].extent < machine.short_axis
        most = machine.longest_columns if few else machine.columns
        if not all(self._moves_less(s, row, lanes) for row in written[-1:]):
            return False
        return self._is_little_code(s, written, most, s.roots()) and (
            bool(short)
            or self._lie_together(s, lanes)
            and (not all(map(s.is_walked_alike, inner)) or self._would_idle(s, written, lanes))
        )

    def writes_out_rows(self, s: IterationOrder, axes: Sequence[LoopAxis]) -> bool:
        """Yes, if rows are contiguous in memory, and the code for all their elements is short."""
        if not s.outer or not self._lie_together(s, s.outer[-1]):
            return False
        count, roots = math.prod([a.extent for a in axes]), self._of_rows(s, axes)
        most = self.machine.columns
        if most < count and self._would_leave_lanes(s, count, s.cost(roots)):
            most = count
        return self._is_little_code(s, axes, most, roots)

    def _of_rows(self, s: IterationOrder, axes: Sequence[LoopAxis]) -> list[Expr]:
        """The expressions that are computed for each element of a row."""
        own, outer = set(axes), set(s.outer)
        roots = [v for t in s.totals if outer.isdisjoint(t.axes) for v in t.values]
        return roots + [v for w in s.writes if w.level & own for v in w.values]

    def _would_leave_lanes(self, s: IterationOrder, count: int, body: int) -> bool:
        """Whether a row is so little longer than a vector that shuffling it to columns is faster.

        Most lanes of its second vector would idle. The more an element costs, the longer the rows
        for which that pays.
        """
        machine = self.machine
        line, most = machine.line_bytes, machine.longest_columns
        widest = max((x.dtype.itemsize for x in s.reads.values()), default=4)
        bytes_alone = widest == 1 and all(t.values[0].dtype.itemsize == 1 for t in s.totals)
        if body < self.machine.recomputed and not bytes_alone:  # more bytes fit a vector
            most = machine.columns + machine.columns // 8
        lines = -(-count * widest // line)
        return count <= most and 4 * count * widest < 3 * lines * line

    def is_short(self, s: IterationOrder, axes: Sequence[LoopAxis]) -> bool:
        """Depends on the length of rows, their number and their cost.

        Lanes across rows read slowly if rows are longer than one and a half cache lines. If an
        element takes few operations, that costs more than idle lanes.
        """
        count, own = math.prod([a.extent for a in axes]), set(axes)
        if not any(w.level & own for w in s.writes):
            widest = max((x.dtype.itemsize for x in s.reads.values()), default=0)
            body = s.cost([v for t in s.totals if t.axes == axes for v in t.values])
            long = 2 * count * widest > 3 * self.machine.line_bytes
            if long and body < self.machine.trip:
                return False
        enough = self.machine.line_elements
        if enough < count <= self.machine.longest_columns:
            alike = all(math.prod([a.extent for a in t.axes]) == count for t in s.totals)
            rows = s.outer[-1].extent if s.outer else 1
            return rows >= enough and alike and self.writes_out_rows(s, axes)
        return super().is_short(s, axes) and (
            self.writes_out_rows(s, axes) or self._gathers_less(s, axes)
        )

    def _gathers_less(self, s: IterationOrder, axes: Sequence[LoopAxis]) -> bool:
        """Whether lanes across rows, in a loop along them, take less than a vector along each row.

        No lane idles then, but elements that are not neighbours from row to row are gathered.
        """
        if not s.outer or not axes:
            return True
        costs, rows = self.machine.costs, self.machine.line_elements
        body, count = s.cost(self._of_rows(s, axes)), math.prod([a.extent for a in axes])

        def gathered(axis: LoopAxis) -> int:
            return costs.gather * sum(abs(step) > 2 for step in s.strides(axis))  # parts are one

        in_lanes = count * (body + rows * gathered(s.outer[-1]))
        return in_lanes < rows * (body + count * gathered(axes[-1]))

    def walks_as_one(self, s: IterationOrder) -> Axes:
        """Where lanes hold short rows, and some idle along the last axis alone.

        To divide the number of a row once takes little beside its elements. A map would divide that
        of each element.
        """
        axes, line = s.last_as_one(), self.machine.line_elements
        rows = [t.axes for t in s.totals] + ([s.inner] if s.inner else [])
        if len(axes) < 2 or not s.totals or s.nest.cumulative is not None:
            return ()
        masks = [x for leaf in s.reads.values() if (x := leaf.extra.mask) is not None]
        length = axes[-1].extent
        few = length <= self.limits.vectors_by_column * line and length % line > 0
        asked = not axes_in([*s.roots(), *masks]).isdisjoint(axes)
        return axes if few and asked and all(self.writes_out_rows(s, x) for x in rows) else ()

    def walks_map(self, s: IterationOrder) -> tuple[IterationOrder, Layout]:
        """Short rows that are far apart are moved in vectors of their own length.

        If a read strides far from lane to lane, the loop along its contiguous axis stands next to
        the lanes. Then blocks of such reads are transposed in registers.
        """
        axes = (*s.outer, *s.written_out)
        if len(s.written_out) < 2 <= len(axes) and self._moves_rows(s, axes[-1], axes[-2]):
            return s.walked(axes), Layout.of(axes[-1], short=True)
        if not s.outer:
            return s, Layout()
        *others, across = s.outer
        few = self.machine.short_axis
        for leaf in [] if s.written_out else s.reads.values():
            strides = leaf.extra.position.strides
            near = [a for a in others if strides.get(a) == 1 and a.extent >= few]
            if near and strides.get(across, 0) >= few:
                rest = [a for a in others if a is not near[0]]
                order = s.walked((*rest, near[0], across), (), (), s.across)
                return order, Layout.of(across, also={near[0]: TURNED})
        return s, Layout.of(across, s.written_out)

    def row_layout(self, s: IterationOrder) -> Layout:
        """Neighbouring rows may be stored together."""
        return Layout.of(s.inner[-1], also=dict.fromkeys(s.outer[-1:], STORED))

    def layout_of_scan(self, s: IterationOrder) -> Layout:
        """Rows that are walked in order may be transposed in registers, so that lanes hold them."""
        return Layout.of(None, also={s.inner[0]: TURNED})

    def reads_columns(self, s: IterationOrder, axis: LoopAxis) -> bool:
        """Yes, if most columns of the rows are read one by one."""
        found: dict[tuple[int, int], set[int]] = {}
        for leaf in s.reads.values():
            position = leaf.extra.position
            step = abs(position.strides.get(axis, 0))
            if 1 < step <= self.machine.columns:
                found.setdefault((leaf.extra.buffer, step), set()).add(position.offset % step)
        return any(2 * len(columns) > step for (_, step), columns in found.items())

    def updates_one_by_one(self, nest: Nest) -> bool:
        """Where each element, or few at once, go to a place that is computed."""
        assert nest.update is not None
        target, mask = nest.update.target, nest.update.mask
        read = [x.extra for x in scalar_graph.order([*target, *([mask] if mask else [])])]
        behind = axes_in([i for x in read if type(x) is Demand for i in x.place])
        along = axes_in(target) - behind
        return math.prod([a.extent for a in along]) < self.machine.short_axis

    def columns_of_update(self, s: IterationOrder) -> Choices | None:
        """Threads get whole lines, where lanes along the inner axes would be far apart."""
        if not s.lies_apart(s.inner[-1]):
            return None
        columns = (Mode.PARALLEL,) * (len(s.inner) - 1) + (Mode.PARALLEL_VECTOR,)
        modes = columns + (Mode.SERIAL,) * len(s.outer)
        extent, work = math.prod([a.extent for a in s.inner]), s.elements()
        vector = self.machine.line_elements
        grain = vector * max(1, self.machine.grain * extent // (max(work, 1) * vector))
        parallel = extent > grain and self.is_shared(work)
        order = s.walked((*s.inner, *s.outer))
        return Choices("update", order, Layout.of(s.inner[-1]), modes, extent, grain, parallel)

    def serial_update(self, s: IterationOrder) -> Layout:
        """With vectors of the length of short rows: most lanes of others would be idle."""
        short = bool(s.inner) and s.inner[-1].extent <= self.machine.columns
        return replace(super().serial_update(s), short=short)

    # ---- what is true of lanes

    def _is_little_code(
        self, s: IterationOrder, axes: Sequence[LoopAxis], most: int, roots: Sequence[Expr]
    ) -> bool:
        """Whether there are at most `most` positions, and the code for all of them is short.

        Positions beyond a vector's are no reason to leave lanes idle in a second one.
        """
        count, limits = math.prod([a.extent for a in axes]), self.limits
        along = [leaf for t in s.totals if t.level.intersection(axes) for leaf in t.leaves]
        return count <= most and (
            min(count, self.machine.columns) * s.cost(roots) <= limits.instructions
            or code_length(roots, axes, along, self.machine.costs) <= 2 * limits.instructions // 5
        )

    def _lie_together(self, s: IterationOrder, axis: LoopAxis) -> bool:
        """Whether neighbours along an axis read or write elements that lie close together."""
        most = self.machine.longest_columns
        return any(1 < abs(step) <= most for step in s.strides(axis))

    def _would_idle(self, s: IterationOrder, row: Sequence[LoopAxis], across: LoopAxis) -> bool:
        """Whether vectors along rows would hold a single short row, with most lanes idle.

        A vector cannot go on from one row to the next if rows become longer or shorter, or if all
        of them read one row. It cannot either if positions decide values. Then the work of idle
        lanes, in vectors of whole or half lines, is compared with the cost of shuffling rows.
        """
        machine, count = self.machine, math.prod([a.extent for a in row])
        short = count <= machine.columns // 2 or any(map(s.choices, row))
        if short and not s.is_walked_alike(across):
            return True
        masks = [x for leaf in s.reads.values() if (x := leaf.extra.mask) is not None]
        if axes_in([*s.roots(), *masks]).isdisjoint(row):
            return False
        line, cost = machine.line_elements, s.cost(s.roots())
        lanes = sum(-(-count // n) * n for n in (line, line // 2)) // 2
        moved = machine.costs.gather + machine.costs.load
        return count * (cost + moved) < lanes * cost

    def _moves_less(self, s: IterationOrder, row: LoopAxis, across: LoopAxis) -> bool:
        """Whether lanes across neighbouring rows take less than vectors along each row.

        Lanes across rows gather if rows are too far apart to be moved as whole vectors. The
        shortest rows have no vectors along them.
        """
        machine, cost, length = self.machine, s.cost(s.roots()), row.extent
        lanes, gather = machine.line_elements, machine.line_elements * machine.costs.gather
        far = gather * sum(abs(step) > machine.longest_columns for step in s.strides(across))
        apart = gather * sum(abs(step) > 2 for step in s.strides(row))
        along = lanes * -(-length // lanes) * (cost + apart)
        return length < machine.short_axis or length * (cost + far) <= along

    def _moves_rows(self, s: IterationOrder, row: LoopAxis, across: LoopAxis) -> bool:
        """Whether a map moves each row along an axis in its own vectors.

        Lanes across rows that are far apart, such as rows that are looked up, gather each column:
        one access for each element. A row by itself takes one vector for each power of two in its
        length, the arithmetic for each of these, and its address.
        """
        machine = self.machine
        if not 1 < row.extent <= machine.columns:
            return False
        reads: list[Read] = [leaf.extra for leaf in s.reads.values()]
        asked = axes_in([*s.roots(), *[x for read in reads if (x := read.mask) is not None]])
        if row in asked or any(w.position.strides.get(row) != 1 for w in s.writes):
            return False
        far = 0
        for read in reads:
            position, computed = read.position, s.dependencies(read.position.atoms)
            if position.strides.get(row, 0) not in (0, 1) or row in computed:
                return False
            apart = abs(position.strides.get(across, 0)) > machine.columns or across in computed
            far += row in position.strides and apart
        cost, rows, gather = s.cost(s.roots()), machine.line_elements, machine.costs.gather
        own = (code_length(s.roots(), [row], (), machine.costs) - cost) // (row.extent - 1)
        once = cost - own + s.cost([x for read in reads for x in read.position.atoms])
        by_itself = row.extent.bit_count() * own + once // 3  # as scalars, three at a time
        return rows * by_itself < row.extent * (far * rows * gather + own)


def code_length(
    roots: Sequence[Expr], axes: Sequence[LoopAxis], along: Iterable[Expr], costs: Costs
) -> int:
    """Instructions for values whose positions along axes are all written out.

    A value that depends on no position is computed once. `along`: leaves that depend on one. A
    quotient or a root is one instruction, however long it takes.

    >>> import numpy as np
    >>> from fjax.core import scalar
    >>> axis, x = LoopAxis(8), scalar.leaf("result", np.dtype(np.float32))
    >>> y = scalar.convert(axis.expr, x.dtype)
    >>> code_length([x / x], [axis], [], Costs()), code_length([y / x], [axis], [], Costs())
    (2, 25)
    """
    own, inside = set(axes), set(along)
    count = math.prod([a.extent for a in axes])
    total = 0
    for x in scalar_graph.order(roots):
        if type(x.extra) is Read:
            read = x.extra
            computed = [*read.position.atoms, *([] if read.mask is None else [read.mask])]
            depends = bool(own.intersection(read.position.strides) or own & axes_in(computed))
        else:
            depends = x.extra in own or any(a in inside for a in x.args)
        if depends:
            inside.add(x)
        single = x.op in (Op.DIV, Op.SQRT) and x.dtype.kind == "f"
        size = costs.load if x.op is Op.LEAF else 1 if single else costs.total([x])
        total += size * (count if x in inside else 1)
    return total


def is_costly_to_recompute(
    nest: Nest, eqn: Equation, producer: Callable[[Atom], Equation | None], machine: Machine
) -> bool:
    """Whether to compute an equation's result in each pass costs more than to store it.

    The cost includes the operations that make the result, except those that are stored because they
    cost enough themselves. A cheap operation is always computed again. The expensive ones that it
    depends on are decided in their own turn.
    """
    aval = eqn.outvars[0].aval
    if aval.size < nest.size():
        return False
    if element_cost(eqn, machine.costs) < machine.trip:
        return False
    again = _passes(nest, eqn.outvars[0]) - 1
    if again < 1:
        return False
    most = machine.kept_between_passes(aval.nbytes)
    cost = _cost_with_operands(eqn, producer, machine, most // again)
    return cost * again > most and cost * again * aval.size > machine.launch_operations


def _passes(nest: Nest, v: Var) -> int:
    """In how many passes over its rows a kernel computes or reads v."""
    along = set(nest.inner)
    reducing = {
        r.eqn.outvars[0] for r in nest.reductions.values() if r.consumed and set(r.axes) == along
    }
    if not reducing:
        return 1
    ended: dict[Atom, int] = {}  # passes that must have ended before a value is known
    for eqn in reversed(nest.eqns):
        before = max([ended.get(x, 0) for x in eqn.invars if isinstance(x, Var)], default=0)
        ended[eqn.outvars[0]] = before + (eqn.outvars[0] in reducing)
    needed: dict[Atom, set[int]] = {o.var: {ended[o.var]} for o in nest.outputs}
    for eqn in nest.eqns:
        (out,) = eqn.outvars
        found = {ended[out] - 1} if out in reducing else needed.get(out, set())
        for x in eqn.invars:
            if isinstance(x, Var):
                needed.setdefault(x, set()).update(found)
    return len(needed.get(v, ()))


def _cost_with_operands(
    eqn: Equation, producer: Callable[[Atom], Equation | None], machine: Machine, most: int
) -> int:
    """Instructions for an element, with those of the elementwise operations that it depends on.

    Operands that cost more than `most` are left out, as they are stored.
    """
    size, seen = eqn.outvars[0].aval.size, {eqn}

    def cost(eqn: Equation) -> int:
        total = element_cost(eqn, machine.costs)
        for x in eqn.invars:
            before = None if isinstance(x, Literal) else producer(x)
            if before is None or before in seen or len(seen) > machine.limits.look_back:
                continue
            if before.op.role is Role.ELEMENTWISE and x.aval.size == size:
                seen.add(before)
                found = cost(before)
                total += found if found <= most else 0
        return total

    return cost(eqn)
