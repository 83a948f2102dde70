"""Choices between whole arrays in a step: written where one of them is, where the other is chosen.

A step that keeps `where(better, x, best)` as the new `best` copies x where it is better, and else
touches nothing. Arrays that change places under one condition are written together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from fjax.core import scalar
from fjax.core.ir import Atom, Equation, Var
from fjax.core.primitive import Role
from fjax.core.scalar import BOOL, Expr
from fjax.dataclass import dataclass
from fjax.higher_order.chosen_updates import leading_condition
from fjax.lowering.fuse.element import element
from fjax.lowering.kernel.index_arithmetic import Index
from fjax.lowering.kernel.numbers import Value
from fjax.lowering.loop.views import ComputedView, StoredView
from fjax.passes.in_place import handed_on

if TYPE_CHECKING:
    from fjax.lowering.loop.body import KernelBody


@dataclass(frozen=True, eq=False)
class _Move:
    """A choice that is written to the memory of some of its cases where it is one of the others."""

    eqn: Equation
    memory: StoredView
    others: tuple[int, ...]

    @property
    def sources(self) -> list[Atom]:
        """What is written."""
        return [self.eqn.invars[1 + k] for k in self.others]

    def at(self, body: KernelBody, index: Index) -> Value:
        """An element of what is written."""
        if len(self.others) > 1:
            return element(self.eqn, index, body.operands(self.eqn))
        operand = body.operands(self.eqn)[1 + self.others[0]]
        return operand(index if operand.aval.shape else ())


class Choices:
    """The choices of a body, which wait until what they choose from changes, or until its end.

    wanted: the buffer where each output should be, None for any.
    """

    def __init__(self, body: KernelBody, wanted: Sequence[int | None]):
        self.body = body
        self.waiting: dict[Var, Var] = {}  # a choice, and its condition
        self.reading: frozenset[int] = frozenset()  # by choices that are being written
        outs = zip(body.jaxpr.outvars, wanted, strict=False)
        self.places: dict[Atom, int] = {x: b for x, b in outs if b is not None}
        for eqn in reversed(body.jaxpr.eqns) if self.places else ():
            for k, v in enumerate(eqn.outvars):
                if v in self.places:
                    for n in handed_on(eqn, k):
                        if n is not None:
                            self.places.setdefault(eqn.invars[n], self.places[v])

    def of(self, values: Sequence[Var]) -> list[int | None]:
        """The buffers where values should be: of those that become outputs."""
        return [self.places.get(v) for v in values]

    def note(self, eqn: Equation) -> None:
        """Let an equation wait if it chooses between arrays by a condition on leading axes."""
        v = eqn.outvars[0]
        asked = leading_condition(self.body.jaxpr, eqn) if v in self.places else None
        if asked is None or (asked.aval.ndim and self.body.kernel.lanes):
            return
        if self.body.may_wait(v.aval.shape[asked.aval.ndim :]):
            self.waiting[v] = asked

    def write_operands(self, eqn: Equation, position: int) -> None:
        """Write what waits among the operands that an equation may change."""
        changes = eqn.op.loop() is not None or eqn.op.choices() is not None
        for x in eqn.invars if changes else eqn.invars[:1] * (eqn.op.update_operand is not None):
            if isinstance(x, Var) and x in self.waiting:
                self.write(x, position - 1)

    def write_all(self) -> None:
        """Write what waits at the end of the body, and is an output."""
        end = len(self.body.jaxpr.eqns)
        for v in list(self.waiting):
            if self.body.needed.get(v) == end:
                self.write(v, end - 1)

    def write(self, v: Var, position: int) -> bool:
        """Write a choice, and others by the same condition; whether nothing forbids that.

        position: of the last equation whose operands may be overwritten.
        """
        move = self._move(v)
        if move is None:
            return False
        asked = self.waiting[v]
        moves = [m for u, x in self.waiting.items() if x is asked and (m := self._move(u))]
        like = move.others, move.memory.shape
        group = [m for m in moves if (m.others, m.memory.shape) == like]
        while bad := [m for m in group if not self._may_move(m, group, position)]:
            group = [m for m in group if m not in bad]
        if all(m.eqn is not move.eqn for m in group):
            return False
        body, reading = self.body, self.reading
        self.reading = reading.union(*[body.buffers(m.eqn) for m in group])
        parts = [x for m in group for x in self._parts(m)]
        for x in (*[m.eqn.outvars[0] for m in group], *parts):
            self.waiting.pop(x, None)  # what reads a choice need not be kept: it will read memory
            view = body.env[x]
            assert isinstance(view, ComputedView)
            body.env[x] = replace(view, buffers=frozenset())
        for m in group:
            body.protect(m.memory.buffer, position)
        cases = len(move.eqn.invars) - 1
        sources = [x for m in group for x in m.sources]
        copied = all(isinstance(x, Var) and isinstance(body.env[x], StoredView) for x in sources)
        with body.kernel.rarely(sum([math.prod(m.memory.shape) for m in group]), copied):
            body.kernel.fill_where(
                asked.aval.shape,
                lambda index: _is_among(body.view(asked, None).at(index), move.others, cases),
                [(m.memory, partial(m.at, body)) for m in group],
            )
        self.reading = reading
        body.env.update((m.eqn.outvars[0], m.memory) for m in group)
        for x in parts:
            del body.env[x]
        for x, view in body.env.items():
            if isinstance(view, ComputedView) and x in body.makers:
                view.buffers = body.buffers(body.makers[x])
        return True

    def _move(self, v: Var) -> _Move | None:
        """What writes a choice that waits; None if no case is where it should be."""
        body = self.body
        if v not in self.waiting or not isinstance(body.env[v], ComputedView):
            return None
        eqn, others = body.makers[v], list[int]()
        memory: StoredView | None = None
        for number, x in enumerate(eqn.invars[1:]):
            view = body.env.get(x) if isinstance(x, Var) else None
            if isinstance(view, StoredView) and view.writable and view.buffer == self.places[v]:
                memory = view
            else:
                others.append(number)
        return None if memory is None or not others else _Move(eqn, memory, tuple(others))

    def _read_by(self, x: Atom) -> frozenset[int]:
        """The buffers that computing a value reads."""
        view = self.body.env[x] if isinstance(x, Var) else None
        if isinstance(view, StoredView):
            return frozenset({view.buffer})
        return view.buffers if isinstance(view, ComputedView) else frozenset()

    def _may_move(self, move: _Move, group: Sequence[_Move], position: int) -> bool:
        """Whether nothing else needs what a move overwrites, and its group what it reads."""
        body, buffer, own = self.body, move.memory.buffer, set(self._parts(move))
        held = {x for x, v in body.env.items() if isinstance(v, StoredView) and v.buffer == buffer}
        written = {m.eqn.outvars[0] for m in group}
        others = [body.makers[w] for w in self.waiting if w not in written]
        if buffer in self.reading or any(body.last.get(x, -1) > position for x in held):
            return False
        if any(x in held for eqn in others if eqn.outvars[0] not in own for x in eqn.invars):
            return False
        targets = {m.memory.buffer for m in group}
        return all(
            self._is_apart(x, targets)
            for eqn in (move.eqn, *[body.makers[x] for x in own])
            for x in (move.sources if eqn is move.eqn else eqn.invars)
            if x not in own
        )

    def _is_apart(self, x: Atom, targets: set[int]) -> bool:
        """Whether elements of a value may be read after others of the targets were written."""
        view = self.body.env[x] if isinstance(x, Var) else None
        if isinstance(view, StoredView) and view.writable:
            return True  # elements at one place of all arrays are read before any is written
        return self._read_by(x).isdisjoint(targets)

    def _parts(self, move: _Move) -> list[Var]:
        """Values that an element of what is written is computed from, and nothing else."""
        body, found, pending = self.body, list[Var](), list(move.sources)
        while pending:
            x = pending.pop()
            made = body.makers.get(x) if isinstance(x, Var) else None
            if not isinstance(x, Var) or made is None or made.op.role is not Role.ELEMENTWISE:
                continue
            if body.jaxpr.use_count(x) == 1 and isinstance(body.env[x], ComputedView):
                found.append(x)
                pending += made.invars
        return found


def _is_among(which: Expr, numbers: Sequence[int], cases: int) -> Expr:
    """Whether one of these cases is chosen."""
    if which.dtype == BOOL:
        return which if numbers == (1,) else ~which
    found = scalar.const(False, BOOL)
    for k in numbers:
        at = scalar.const(k, which.dtype)
        first, last = which < at + 1, which >= at
        found = found | (first if k == 0 else last if k == cases - 1 else first & last)
    return found
