"""Kernels with the sizes and arrays of one launch, which run by the address of their code."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import fjax
from benchmarks.tune.programs import Array, Program, programs
from fjax.core.ir import Var
from fjax.errors import FjaxError
from fjax.lowering.cpu.timing import drawn
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run.plan import Plan, PlannedLaunch, Segment

ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
FEWEST = 4096  # elements of all buffers: the call itself takes as long as fewer


@dataclass(frozen=True, eq=False)
class Case:
    """A launch of a kernel. arrays: its buffers' contents; those in one memory are one array."""

    name: str
    kernel: Kernel
    words: tuple[int, ...]
    extent: int
    arrays: tuple[Array, ...]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """The structure and the sizes."""
        return fingerprint(self.kernel), self.words

    @property
    def written(self) -> list[int]:
        """The buffers that the kernel writes."""
        return [k for k, b in enumerate(self.kernel.buffers) if b.written]


class Run:
    """A case with arrays of its own, ready to call code on them."""

    def __init__(self, case: Case):
        self.case = case
        own = {id(a): a.copy() for a in case.arrays}
        self.arrays = [own[id(a)] for a in case.arrays]
        self._pointers = (ctypes.c_void_p * max(1, len(self.arrays)))(
            *(a.ctypes.data for a in self.arrays)
        )
        self._words = (ctypes.c_int64 * max(1, len(case.words)))(*case.words)
        self._arguments = ctypes.addressof(self._pointers), ctypes.addressof(self._words)

    def call(self, address: int) -> Callable[[], None]:
        """One call of code over the whole extent."""
        entry, arguments, extent = ENTRY(address), self._arguments, self.case.extent
        return lambda: entry(*arguments, 0, extent)

    def result(self, address: int) -> list[Array]:
        """What code leaves in the buffers that it writes, from the case's arrays."""
        for own, first in zip(self.arrays, self.case.arrays, strict=True):
            own[:] = first
        self.call(address)()
        return [self.arrays[k].copy() for k in self.case.written]


def cases(seed: int, count: int) -> Iterator[Case]:
    """So many different kernels or sizes, or fewer if the families have no more."""
    known, dry = set(), 0
    for program in programs(seed):
        fresh = [c for c in launches(program) if c.key not in known]
        for case in fresh:
            if case.key not in known and len(known) < count:
                known.add(case.key)
                yield case
        dry = 0 if fresh else dry + 1
        if len(known) >= count or dry > 1000:
            return


def launches(program: Program) -> Iterator[Case]:
    """The kernels that a program launches, with its operands and drawn values between them."""
    try:
        plan = fjax.inspect(program.build)(*program.operands).plan
    except FjaxError:  # the size is none for this family
        return
    given = dict(zip(plan.jaxpr.invars, program.operands, strict=False))
    for segment in _segments(plan):
        for k, planned in enumerate(segment.launches):
            if isinstance(planned.launch.code, Kernel):
                case = _case(f"{program.name}, kernel {k}", planned, planned.launch.code, given)
                if case.extent > 0 and sum(a.size for a in case.arrays) >= FEWEST:
                    yield case


def _segments(plan: Plan) -> list[Segment]:
    return [s for s in plan.steps if isinstance(s, Segment)]


def _case(name: str, planned: PlannedLaunch, kernel: Kernel, given: dict[Any, Array]) -> Case:
    launch, values, by_slot = planned.launch, planned.values, dict[int, Array]()
    for buffer, slot, place in zip(kernel.buffers, launch.buffers, planned.order, strict=False):
        value = values[place]
        if slot not in by_slot:
            known = given.get(value) if isinstance(value, Var) else None
            nbytes = getattr(value, "aval", np.zeros(1)).size * buffer.dtype.itemsize
            same = known is not None and known.nbytes == nbytes
            count = max(1, nbytes // buffer.dtype.itemsize)
            by_slot[slot] = known.reshape(-1) if same else drawn(count, buffer.dtype)
    arrays = tuple([by_slot[slot] for slot in launch.buffers])
    return Case(name, kernel, tuple(launch.words), launch.extent, arrays)
