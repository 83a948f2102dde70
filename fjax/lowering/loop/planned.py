"""A loop that is one kernel, as plans hold it: what makes it loads only for new loops."""

from __future__ import annotations

import numpy as np

from fjax.dataclass import dataclass
from fjax.lowering.kernel.lowered import LoweredKernel
from fjax.lowering.machine import Machine
from fjax.lowering.run import buffers


@dataclass(frozen=True, eq=False)
class LoopPlan:
    """A loop's kernel. Buffers: operands, outputs, control words, a flag, then scratch memory."""

    lowered: LoweredKernel  # its extent is that of the lanes' first axis; 1 without lanes
    in_place: tuple[bool, ...]  # which outputs start as copies of the carry
    overwritten: tuple[tuple[int, int] | None, ...]  # elements that need no copy, of each
    uniform: tuple[bool, ...]  # which carried values all lanes share
    scratch: tuple[tuple[tuple[int, ...], np.dtype], ...]
    cost: int  # rough instructions of a step
    seldom: int  # those of them that a condition is expected to spare
    independent: bool  # steps may run side by side: nothing is carried
    open_ended: bool  # loops inside make a step's cost unknown
    shares_scratch: bool  # lanes write the same scratch: on one thread
    copies: tuple[buffers.ArrayCopy, ...]  # in each step

    def duration(self, machine: Machine) -> float:
        """The cost of a step in instructions; with lanes, in vector instructions."""
        lanes = 2 * machine.side_by_side if self.lowered.extent > 1 else 1
        return (self.cost - self.seldom) / lanes
