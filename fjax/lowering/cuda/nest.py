"""What a GPU chooses: its lanes are threads, each with registers of its own, and it has many.

They load single elements and shuffle nothing: no order of rows or columns makes loads whole. What
one pass over a row has computed they hold for the next one.
"""

from __future__ import annotations

import math

from fjax.lowering.kernel.address_lowering import Layout
from fjax.lowering.kernel.form import Mode
from fjax.lowering.kernel.index_arithmetic import LoopAxis
from fjax.lowering.nest.choices import Choices, LoopChoice
from fjax.lowering.nest.iteration_order import IterationOrder
from fjax.lowering.nest.totals import Totals


class Gpu(LoopChoice):
    """The loops of GPUs."""

    def walks_rows(self, s: IterationOrder) -> bool:
        """Where elements lie together, or a thread for each row would leave most of it idle."""
        few = math.prod([a.extent for a in s.outer]) < self.machine.shared_iterations
        return (few or s.is_contiguous_inside()) and not self.is_short(s, s.inner)

    def shares_columns(self, s: IterationOrder, totals: Totals) -> bool:
        """Where these are all that is wanted: a thread has the totals of one in registers."""
        return totals.are_columns(s.writes)

    def lanes_of_cumulative(self, s: IterationOrder, combines: bool) -> LoopAxis | None:
        """Lanes make the running totals of a row together, but where rows are many or short."""
        if combines and (not s.outer or self.walks_rows(s)):
            return s.inner[0]
        return s.outer[-1] if s.outer else None

    def columns_of_update(self, s: IterationOrder) -> Choices | None:
        """Each thread has one along the axes that do not decide on the place."""
        modes = (Mode.PARALLEL,) * len(s.inner) + (Mode.SERIAL,) * len(s.outer)
        extent, order = math.prod([a.extent for a in s.inner]), s.walked((*s.inner, *s.outer))
        return Choices("update", order, Layout.of(s.inner[-1]), modes, extent, 1, extent > 1)
