"""Conditionals in a loop's body: a known branch, a selection among all, or guarded branches."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import scalar, scalar_graph
from fjax.core.ir import Equation, Jaxpr
from fjax.core.scalar import Expr, Op
from fjax.lowering.fuse.element import physical
from fjax.lowering.kernel.form import INDEX, Carry, Loop, Mode, Unsupported
from fjax.lowering.kernel.index_arithmetic import constant
from fjax.lowering.kernel.numbers import parts, selected, zero
from fjax.lowering.loop.views import (
    Carrying,
    ComputedView,
    LoopKernel,
    NotByLane,
    Small,
    StoredView,
    View,
    every_index,
    is_same,
)
from fjax.passes.in_place import changed_operand, in_place


class Branches:
    """Writes conditionals: `run` evaluates a branch on views, `prepare` rewrites it before.

    `run` is told as well in which buffers results should be.
    """

    def __init__(
        self, kernel: LoopKernel, run: Callable[..., list[View]], prepare: Callable[[Jaxpr], Jaxpr]
    ):
        self.kernel, self.run, self.prepare = kernel, run, prepare

    def choose(
        self,
        eqn: Equation,
        branches: Sequence[Jaxpr],
        index: View,
        given: Sequence[View],
        wanted: Sequence[int | None],
    ) -> list[View]:
        """The outcome of the branch of this number.

        wanted: buffers where results will stay if they can, None for others.
        """
        number = scalar.convert(index.at(()), INDEX)
        last = constant(len(branches) - 1)
        number = self.kernel.settle(scalar.minimum(scalar.maximum(number, constant(0)), last))
        if number.op is Op.CONST:
            return self._known_branch(branches[int(number.extra.value)], given)
        found = self._selected_branches(branches, given, number)
        if found is not None:
            return found
        return self._real_branches(eqn, branches, given, number, wanted)

    def _known_branch(self, jaxpr: Jaxpr, given: Sequence[View]) -> list[View]:
        """The results of the branch that is taken, as values that do not depend on its operands."""
        outs = self.run(jaxpr, given)
        places = Counter(v.buffer for v in outs if isinstance(v, StoredView))
        found: list[View] = []
        for view in outs:
            if isinstance(view, ComputedView):
                view = self.kernel.kept(view)
            elif isinstance(view, Small):
                view = replace(view, origin=None)
            elif isinstance(view, StoredView) and not view.writable:  # what it is of may change
                at, buffers = view.at, frozenset({view.buffer})
                view = ComputedView(self.kernel, view.shape, view.dtype, at, buffers)
            elif isinstance(view, StoredView) and places[view.buffer] > 1:
                view = view.fixed()
            found.append(view)
        return found

    def _selected_branches(
        self, branches: Sequence[Jaxpr], given: Sequence[View], number: Expr
    ) -> list[View] | None:
        """A selection among the results of all branches, if these are cheap and write nothing."""
        kernel = self.kernel
        fixed = [v.fixed() for v in given]
        try:
            with kernel.attempt(), kernel.inside() as made:
                columns = [self.run(b, fixed) for b in branches]
        except NotByLane:
            raise
        except Unsupported:  # some write to what they are given
            return None
        if made() or any(not isinstance(v, Small) for column in columns for v in column):
            return None
        small: list[Any] = [v for column in columns for v in column]
        roots = [p for v in small for e in v.elements.values() for p in parts(e)]
        if len(scalar_graph.order(roots)) > self.kernel.machine.limits.long_body // 2:
            return None
        return [self._select_small(views, number) for views in zip(*columns, strict=True)]

    def _select_small(self, views: Sequence[Any], number: Expr) -> View:
        lanes = next((v.lanes for v in views if v.lanes), ())
        first = views[0]
        elements = {}
        for place in every_index(first.shape[len(lanes) :]):
            index = (*lanes, *map(constant, place))
            value = views[0].at(index)
            for k, view in enumerate(views[1:], 1):
                value = selected(number >= constant(k), view.at(index), value)
            elements[place] = value
        return Small(first.shape, first.dtype, lanes, elements)

    def _real_branches(
        self,
        eqn: Equation,
        branches: Sequence[Jaxpr],
        given: Sequence[View],
        number: Expr,
        wanted: Sequence[int | None],
    ) -> list[View]:
        """Each branch as a loop of one step or none, which carries small operands and results.

        A large result has the memory of an operand that branches hand on, or change in place; the
        others copy to it. If there is no such operand, all branches fill new memory.
        """
        changed = self.kernel.changes(given)
        branches = [in_place(self.prepare(b), changed) for b in branches]
        places: list[StoredView | None] = []
        for k in range(len(eqn.outvars)):
            places.append(self._place_of(branches, k, given, wanted[k], places))
        current = [
            self._blank(v.aval.shape, physical(v)) if place is None else place
            for v, place in zip(eqn.outvars, places, strict=True)
        ]
        for k, branch in enumerate(branches):
            taken = scalar.eq(number, constant(k))
            current = self._guarded(branch, given, taken, current, places)
        return list(current)

    def _place_of(
        self,
        branches: Sequence[Jaxpr],
        k: int,
        given: Sequence[View],
        wanted: int | None,
        taken: Sequence[StoredView | None],
    ) -> StoredView | None:
        """The operand whose memory a result has in every branch; None if there is none.

        All branches hand it on, or some do and the result will stay there.
        """
        numbers = {changed_operand(b, k) for b in branches}
        for view in [given[n] for n in numbers if n is not None]:
            stays = isinstance(view, StoredView) and (len(numbers) == 1 or view.buffer == wanted)
            if isinstance(view, StoredView) and view.writable and stays and view not in taken:
                return view
        return None

    def _blank(self, shape: tuple[int, ...], dtype: np.dtype) -> Small | StoredView:
        """The place of a result: registers, or memory if it is large."""
        lanes = self.kernel.lanes_of(shape)
        if math.prod(rest := shape[len(lanes) :]) > self.kernel.machine.limits.written_out:
            return self.kernel.room(shape, dtype)
        return Small(shape, dtype, lanes, {p: zero(dtype) for p in every_index(rest)})

    def _guarded(
        self,
        branch: Jaxpr,
        given: Sequence[View],
        taken: Expr,
        current: Sequence[Small | StoredView],
        places: Sequence[StoredView | None],
    ) -> list[Small | StoredView]:
        """Write one branch; returns the results after it."""
        kernel = self.kernel
        number = kernel.table.number()
        carried = Carrying(kernel, number)
        small = [carried.add(v) for v in current if isinstance(v, Small)]
        views = [carried.add(v) if isinstance(v, Small) else v for v in given]
        with kernel.inside() as made:
            results = list[View]()
            moved: list[tuple[StoredView, View]] = []
            outs = self.run(branch, views, [p and p.buffer for p in places])
            for view, at, place in zip(outs, current, places, strict=True):
                if isinstance(at, Small):
                    results.append(view)
                elif place is None:
                    kernel.fill(at, view, at.lane_axis)
                elif not is_same(view, place):
                    moved.append((place, view))
            following = [
                p
                for k, result in enumerate(results)
                for place in carried.places[k]
                for p in parts(result.at((*small[k].lanes, *map(constant, place))))
            ]
            following = kernel.pin(following) if moved else list(map(kernel.place, following))
            with kernel.rarely(2 * sum([math.prod(place.shape) for place, _ in moved])):
                kernel.move(moved)
        following += carried.current[len(following) :]
        extent = scalar.select(taken, constant(1), constant(0))
        carries = tuple(Carry(a, b) for a, b in zip(carried.initial, following, strict=True))
        kernel.statements.append(
            Loop(number, kernel.place(extent), Mode.SERIAL, tuple(made()), carries)
        )
        after = iter(carried.results())
        return [next(after) if isinstance(v, Small) else v for v in current]
