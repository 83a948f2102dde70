"""Launches behind one callable: their parameters are one block of words, filled in for each call.

A parameter is a word of 64 bits: the address of a buffer, a word of the launch's table, or the
extent of its parallel loop. CUDA reads them while it is called. A kernel of too many parameters
has one instead, the address of its words in the GPU's memory (`cuda/table.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core.ir import Equation
from fjax.lowering.cuda.compile import LoadedKernel, Wanted, load_kernels
from fjax.lowering.cuda.library.routines import LibraryRoutine
from fjax.lowering.cuda.numba.nvvm import parameters as numba_parameters
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.cuda.runtime.graphs import Graphs
from fjax.lowering.cuda.shape import row_length, shape, tile, variant
from fjax.lowering.cuda.table import WORD, needs_table
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch, ProgramParts


class GpuProgram:
    """Launches in order on the buffers of the arguments and a block of scratch memory."""

    def __init__(self, gpu: Gpu, parts: ProgramParts):
        launches, self.intermediates = parts.launches, parts.intermediates
        self.gpu, self.n_arguments = gpu, parts.n_arguments
        self.scratch_bytes = max((x.end for x in self.intermediates), default=0)
        self.offsets = np.array([x.offset for x in self.intermediates], np.int64)
        self.parameters = Parameters()
        kernels = iter(
            load_kernels(gpu, [_wanted(x, gpu.machine) for x in launches if _is_kernel(x)])
        )
        self.steps = [
            KernelStep(gpu, x, next(kernels), self.parameters) if _is_kernel(x) else LibraryStep(x)
            for x in launches
        ]
        self.parameters.settle()
        names = [_named(e) for e in parts.equations] or [lambda: "a loop"] * len(launches)
        self.named = list(zip(self.steps, names, strict=True))
        captured = len(launches) > 1 and all(
            isinstance(s, KernelStep) and not s.in_table for s in self.steps
        )
        self.graphs = (
            Graphs(gpu, self.scratch_bytes, self.offsets, self._give) if captured else None
        )

    def run(self, *buffers: DeviceBuffer) -> None:
        """Launch all; what they write to is among the buffers. Nothing is waited for."""
        gpu = self.gpu
        with gpu.current(), gpu.reporting():
            pointers = np.array([b.pointer.ptr for b in buffers], np.int64)
            stream = gpu.stream()
            if self.graphs is not None and config.cuda_graphs and not config.cuda_synchronous:
                if self.graphs.run(pointers, stream):
                    gpu.begun(self._described)
                    return
            slots: list[DeviceBuffer] = list(buffers)
            if self.intermediates:
                scratch = gpu.allocate(self.scratch_bytes)
                pointers = np.concatenate((pointers, self.offsets + scratch.ptr))
                slots += [
                    DeviceBuffer(gpu, scratch + x.offset, x.shape, x.dtype)
                    for x in self.intermediates
                ]
            filled = self.parameters.filled(pointers)
            for step, name in self.named:
                step(filled, slots, stream)
                gpu.begun(name)

    def _give(self, pointers: np.ndarray, stream: Any) -> None:
        """All launches, which are kernels', for a graph."""
        filled = self.parameters.filled(pointers)
        for step in self.steps:
            step(filled, (), stream)

    def _described(self) -> str:
        """The program in words."""
        return "a graph of " + ", then ".join(name() for _, name in self.named)


class Filled:
    """The words of all launches for one call, and the table of their addresses."""

    __slots__ = ("words", "places", "at")

    def __init__(self, words: np.ndarray, places: np.ndarray):
        self.words = words
        self.places = places + words.ctypes.data
        self.at = self.places.ctypes.data


class Parameters:
    """The words of a program's launches, one after another.

    >>> parameters = Parameters()
    >>> parameters.add([0, 7], [0], slots=[1]), parameters.add([0], [0], slots=[0])
    (0, 2)
    >>> parameters.settle()
    >>> parameters.filled(np.array([100, 200])).words.tolist()
    [200, 7, 100]
    """

    def __init__(self) -> None:
        self._words: list[int] = []
        self._addresses: list[int] = []
        self._slots: list[int] = []

    def add(self, words: Sequence[int], addresses: Sequence[int], slots: Sequence[int]) -> int:
        """Where the words of a launch begin; those at `addresses` are the slots' addresses."""
        first = len(self._words)
        self._addresses += [first + place for place in addresses]
        self._words += words
        self._slots += slots
        return first

    def settle(self) -> None:
        """There are no more launches."""
        self.words = np.array(self._words, np.int64)
        self.addresses = np.array(self._addresses, np.intp)
        self.slots = np.array(self._slots, np.intp)
        self.places = WORD * np.arange(len(self.words), dtype=np.int64)

    def filled(self, pointers: np.ndarray) -> Filled:
        """A copy with addresses in it: several threads may launch at once."""
        words = self.words.copy()
        words[self.addresses] = pointers[self.slots]
        return Filled(words, self.places)


class KernelStep:
    """One launch of a kernel."""

    def __init__(self, gpu: Gpu, launch: Launch, kernel: LoadedKernel, parameters: Parameters):
        code = launch.code
        assert isinstance(code, Kernel)
        self.gpu, self.function = gpu, kernel.function
        words = [int(w) for w in launch.words]
        mine, places = _parameters(kernel, len(launch.buffers), words, launch.extent)
        self.first, self.count = parameters.add(mine, places, launch.buffers), len(mine)
        self.in_table = kernel.spelled is None and needs_table(code)
        self.shape = shape(kernel.emitted, launch.extent, row_length(code, words), gpu.machine)

    def __call__(self, filled: Filled, _: Sequence[DeviceBuffer], stream: Any) -> None:
        shape = self.shape
        if self.in_table:
            mine = filled.words[self.first : self.first + self.count]
            table = self.gpu.allocate(mine.nbytes)  # free again once the launch has run
            self.gpu.write(table, mine)
            filled = Filled(np.array([table.ptr], np.int64), np.zeros(1, np.int64))
            self.gpu.launch(self.function, shape.grid, shape.block, stream, filled.at)
            return
        parameters = filled.at + WORD * self.first
        self.gpu.launch(self.function, shape.grid, shape.block, stream, parameters)


class LibraryStep:
    """One call of a routine of CuPy's libraries."""

    def __init__(self, launch: Launch):
        assert isinstance(launch.code, LibraryRoutine)
        self.call, self.slots = launch.code.call, launch.buffers

    def __call__(self, _: Filled, buffers: Sequence[DeviceBuffer], stream: Any) -> None:
        self.call(*[buffers[k] for k in self.slots])


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
    held = tile(launch.code, words, machine)
    return Wanted(launch.code, variant(row_length(launch.code, words), launch.changed, held))


def _named(eqn: Equation) -> Callable[[], str]:
    """What a launch is, in words: the operations, and the line that the first of them is from."""

    def name() -> str:
        inner = [e for body in eqn.op.jaxprs for e in body.eqns] or [eqn]
        operations = ", ".join(dict.fromkeys(e.op.name for e in inner))
        where = next((str(e.source) for e in (eqn, *inner) if e.source is not None), "")
        return f"{operations} at {where}" if where else operations

    return name
