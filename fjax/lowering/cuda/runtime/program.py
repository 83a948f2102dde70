"""Launches behind one callable: their parameters are one block of words, filled in for each call.

A parameter is a word of 64 bits: the address of a buffer, a word of the launch's table, or the
extent of its parallel loop. CUDA reads them while it is called. A kernel of too many parameters
has one instead, the address of the block in the GPU's memory (`cuda/table.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.ir import Equation
from fjax.lowering.cuda.compile import LoadedKernel, Wanted, load_kernels
from fjax.lowering.cuda.library.routines import LibraryRoutine
from fjax.lowering.cuda.numba.nvvm import parameters as numba_parameters
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.cuda.shape import row_length, shape, tile, variant
from fjax.lowering.cuda.table import WORD, needs_table
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch, ProgramParts

Step = Callable[[np.ndarray, Sequence[Any], Any], None]  # of all pointers, buffers, the stream


class GpuProgram:
    """Launches in order on the buffers of the arguments and a block of scratch memory."""

    def __init__(self, gpu: Gpu, parts: ProgramParts):
        launches, self.intermediates = parts.launches, parts.intermediates
        self.gpu, self.n_arguments = gpu, parts.n_arguments
        self.scratch_bytes = max((x.end for x in self.intermediates), default=0)
        self.offsets = np.array([x.offset for x in self.intermediates], np.int64)
        names = [_named(e) for e in parts.equations] or [lambda: "a loop"] * len(launches)
        kernels = iter(
            load_kernels(gpu, [_wanted(x, gpu.machine) for x in launches if _is_kernel(x)])
        )
        self.steps = [
            KernelStep(gpu, x, next(kernels)) if _is_kernel(x) else LibraryStep(self, x)
            for x in launches
        ]
        self.named = list(zip(self.steps, names, strict=True))

    def run(self, *buffers: DeviceBuffer) -> None:
        """Launch all; what they write to is among the buffers. Nothing is waited for."""
        gpu = self.gpu
        slots: list[DeviceBuffer] = list(buffers)
        with gpu.current(), gpu.reporting():
            pointers = np.array([b.pointer.ptr for b in buffers], np.int64)
            if self.intermediates:
                scratch = gpu.allocate(self.scratch_bytes)
                pointers = np.concatenate((pointers, self.offsets + scratch.ptr))
                slots += [
                    DeviceBuffer(gpu, scratch + x.offset, x.shape, x.dtype)
                    for x in self.intermediates
                ]
            stream = gpu.stream()
            for step, name in self.named:
                step(pointers, slots, stream)
                gpu.begun(name)


class KernelStep:
    """One launch of a kernel."""

    def __init__(self, gpu: Gpu, launch: Launch, kernel: LoadedKernel):
        code = launch.code
        assert isinstance(code, Kernel)
        self.gpu, self.function = gpu, kernel.function
        words = [int(w) for w in launch.words]
        parameters, places = _parameters(kernel, len(launch.buffers), words, launch.extent)
        self.in_table = kernel.spelled is None and needs_table(code)
        self.shape = shape(kernel.emitted, launch.extent, row_length(code, words), gpu.machine)
        self.slots = np.array(launch.buffers, np.intp)
        self.words, self.addresses = np.array(parameters, np.int64), np.array(places, np.intp)
        self.places = WORD * np.arange(len(self.words), dtype=np.int64)

    def __call__(self, pointers: np.ndarray, _: Sequence[DeviceBuffer], stream: Any) -> None:
        words = self.words.copy()  # several threads may launch at once
        words[self.addresses] = pointers[self.slots]
        if self.in_table:
            table = self.gpu.allocate(words.nbytes)  # free again once the launch has run
            self.gpu.write(table, words)
            words = np.array([table.ptr], np.int64)
        addresses = self.places[: len(words)] + words.ctypes.data
        shape = self.shape
        self.gpu.launch(self.function, shape.grid, shape.block, stream, addresses.ctypes.data)


class LibraryStep:
    """One call of a routine of CuPy's libraries."""

    def __init__(self, program: GpuProgram, launch: Launch):
        assert isinstance(launch.code, LibraryRoutine)
        self.call, self.slots = launch.code.call, launch.buffers

    def __call__(self, _: np.ndarray, buffers: Sequence[DeviceBuffer], stream: Any) -> None:
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
