"""Launches behind one callable: runs of kernels, each one native call, and calls of libraries.

A kernel of too many parameters has one instead, the address of its words in the GPU's memory
(`cuda/table.py`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core.ir import Equation
from fjax.lowering.cuda.compile import LoadedKernel, Wanted, load_kernels
from fjax.lowering.cuda.heuristic import row_length, shape, variant
from fjax.lowering.cuda.library.routines import LibraryRoutine
from fjax.lowering.cuda.numba.nvvm import parameters as numba_parameters
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.cuda.runtime.graphs import Graphs
from fjax.lowering.cuda.runtime.launch_table import LaunchRefused, LaunchTable, refusal
from fjax.lowering.cuda.table import needs_table
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch, ProgramParts

Name = Callable[[], str]  # says which launch it is


class GpuProgram:
    """Launches in order on the buffers of the arguments and a block of scratch memory.

    Kernels that follow one another are one native call; between such runs are calls of libraries.
    """

    def __init__(self, gpu: Gpu, parts: ProgramParts):
        launches, self.intermediates = parts.launches, parts.intermediates
        self.gpu, self.n_arguments = gpu, parts.n_arguments
        self.scratch_bytes = max((x.end for x in self.intermediates), default=0)
        self.offsets = [x.offset for x in self.intermediates]
        self.slots = ctypes.c_int64 * (self.n_arguments + len(self.offsets))
        self.table = LaunchTable()
        kernels = iter(
            load_kernels(gpu, [_wanted(x, gpu.machine) for x in launches if _is_kernel(x)])
        )
        names = [_named(e) for e in parts.equations] or [lambda: "a loop"] * len(launches)
        self.steps: list[KernelRun | TableStep | LibraryStep] = []
        for launch, name in zip(launches, names, strict=True):
            if _is_kernel(launch):
                self._add_kernel(launch, next(kernels), name)
            else:
                self.steps.append(LibraryStep(gpu, launch, name))
        self.table.settle()
        whole = [s for s in self.steps if isinstance(s, KernelRun)]
        captured = len(launches) > 1 and len(whole) == len(self.steps)
        self.graphs = Graphs(gpu, self.scratch_bytes, self._give) if captured else None
        self.has_libraries = len(whole) < len(self.steps)

    def _add_kernel(self, launch: Launch, kernel: LoadedKernel, name: Name) -> None:
        """A launch more of the run before, or the first of another."""
        code, words = launch.code, [int(w) for w in launch.words]
        assert isinstance(code, Kernel)
        found, places = _parameters(kernel, len(launch.buffers), words, launch.extent)
        row = row_length(code, words)
        size = shape(kernel.emitted, launch.extent, row, self.gpu.machine)
        chosen = (kernel.function, size.grid, size.block)
        if kernel.spelled is None and needs_table(code):
            number = self.table.add(*chosen, [0], [0], [0])
            step = TableStep(self.gpu, self.table, number, name, found, launch.buffers)
            self.steps.append(step)
            return
        number = self.table.add(*chosen, found, places, launch.buffers)
        if not self.steps or not isinstance(self.steps[-1], KernelRun):
            self.steps.append(KernelRun(self.gpu, self.table, number))
        run = self.steps[-1]
        assert isinstance(run, KernelRun)
        run.names.append(name)

    def run(self, *buffers: DeviceBuffer) -> None:
        """Launch all; what they write to is among the buffers. Nothing is waited for."""
        gpu = self.gpu
        with gpu.current(), gpu.reporting():
            addresses = tuple([b.pointer.ptr for b in buffers])
            stream = gpu.stream()
            if self.graphs is not None and config.cuda_graphs and not config.cuda_synchronous:
                if self.graphs.run(addresses, stream):
                    gpu.begun(self._described)
                    return
            scratch = gpu.allocate(self.scratch_bytes) if self.scratch_bytes else None
            slots = self._slots(addresses, scratch)
            held: list[DeviceBuffer] = list(buffers) if self.has_libraries else []
            if self.has_libraries and scratch is not None:
                held += [
                    DeviceBuffer(gpu, scratch + x.offset, x.shape, x.dtype)
                    for x in self.intermediates
                ]
            for step in self.steps:
                step(slots, held, stream)

    def _slots(self, addresses: Sequence[int], scratch: Any) -> Any:
        """The addresses of arguments and intermediates."""
        start = scratch.ptr if self.offsets and scratch is not None else 0
        return self.slots(*addresses, *[start + offset for offset in self.offsets])

    def _give(self, addresses: Sequence[int], scratch: Any, stream: Any) -> None:
        """All launches, which are kernels', for a graph."""
        slots = self._slots(addresses, scratch)
        try:
            self.table.give(0, self.table.count, slots, stream)
        except LaunchRefused as error:
            raise refusal(error) from None

    def _described(self) -> str:
        """The program in words."""
        names = [name for step in self.steps if isinstance(step, KernelRun) for name in step.names]
        return "a graph of " + ", then ".join(name() for name in names)


class KernelRun:
    """Launches of kernels that follow one another, from number `first` of a table on."""

    def __init__(self, gpu: Gpu, table: LaunchTable, first: int):
        self.gpu, self.table, self.first = gpu, table, first
        self.names: list[Name] = []

    def __call__(self, slots: Any, _: Sequence[DeviceBuffer], stream: Any) -> None:
        names, at_once = self.names, 1 if config.cuda_synchronous else len(self.names)
        for begin in range(0, len(names), at_once):
            first, given = self.first + begin, names[begin : begin + at_once]
            _give(self.gpu, self.table, first, given, slots, stream)


class TableStep:
    """A launch of a kernel that reads its parameters from a table in the GPU's memory."""

    one = ctypes.c_int64 * 1

    def __init__(
        self,
        gpu: Gpu,
        table: LaunchTable,
        number: int,
        name: Name,
        words: Sequence[int],
        buffers: Sequence[int],
    ):
        self.gpu, self.table, self.number, self.names = gpu, table, number, [name]
        self.words, self.buffers = np.array(words, np.int64), buffers  # which begin the words

    def __call__(self, slots: Any, _: Sequence[DeviceBuffer], stream: Any) -> None:
        words = self.words.copy()
        words[: len(self.buffers)] = [slots[k] for k in self.buffers]
        table = self.gpu.allocate(words.nbytes)  # free again once the launch has run
        self.gpu.write(table, words)
        _give(self.gpu, self.table, self.number, self.names, self.one(table.ptr), stream)


class LibraryStep:
    """One call of a routine of CuPy's libraries."""

    def __init__(self, gpu: Gpu, launch: Launch, name: Name):
        assert isinstance(launch.code, LibraryRoutine)
        self.gpu, self.name = gpu, name
        self.call, self.slots = launch.code.call, launch.buffers

    def __call__(self, _: Any, buffers: Sequence[DeviceBuffer], stream: Any) -> None:
        self.call(*[buffers[k] for k in self.slots])
        self.gpu.begun(self.name)


def _give(
    gpu: Gpu, table: LaunchTable, first: int, names: Sequence[Name], slots: Any, stream: Any
) -> None:
    """Give launches to a stream; if one is refused, the message names it last."""
    try:
        table.give(first, len(names), slots, stream)
    except LaunchRefused as error:
        gpu.refused(*names[: error.index - first + 1])
        raise refusal(error) from None
    gpu.begun(*names)


def _is_kernel(launch: Launch) -> bool:
    return isinstance(launch.code, Kernel)


def _parameters(
    kernel: LoadedKernel, buffers: int, words: list[int], extent: int
) -> tuple[list[int], list[int]]:
    """The parameters of a launch with 0 for each address, and the places of the addresses."""
    if kernel.spelled is not None:
        return numba_parameters(kernel.spelled, words, extent)
    return [0] * buffers + words + [extent], list(range(buffers))


def _wanted(launch: Launch, machine: Machine) -> Wanted:
    assert isinstance(launch.code, Kernel)
    words = [int(w) for w in launch.words]
    return Wanted(launch.code, variant(launch.code, words, machine, launch.changed))


def _named(eqn: Equation) -> Name:
    """What a launch is, in words: the operations, and the line that the first of them is from."""

    def name() -> str:
        inner = [e for body in eqn.op.jaxprs for e in body.eqns] or [eqn]
        operations = ", ".join(dict.fromkeys(e.op.name for e in inner))
        where = next((str(e.source) for e in (eqn, *inner) if e.source is not None), "")
        return f"{operations} at {where}" if where else operations

    return name
