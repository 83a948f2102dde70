"""GPUs as targets: kernels as PTX, memory and libraries through CuPy, the driver's launches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import processes
from fjax.core.device import Device, Placement, placement
from fjax.core.ir import Atom, Equation, Literal
from fjax.core.memory import Buffer
from fjax.core.primitive import Primitive
from fjax.errors import DeviceError
from fjax.lowering import target as base
from fjax.lowering.cuda import driver, few_rows
from fjax.lowering.cuda.emit.emitter import chosen_schedule, emit
from fjax.lowering.cuda.heuristic import variant
from fjax.lowering.cuda.library import (
    collectives,
    cudnn_attention,
    cudnn_convolutions,
    evaluations,
    expansions,
    matrix_products,
)
from fjax.lowering.cuda.library.cudnn_attention import CudnnAttention
from fjax.lowering.cuda.library.cudnn_convolutions import CudnnConvolution
from fjax.lowering.cuda.narrow_indices import fit_indices
from fjax.lowering.cuda.numba.spell import spell
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.cuda.runtime import device_buffers, exchange
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.cuda.runtime.gpu import Gpu, count, gpu
from fjax.lowering.cuda.runtime.program import GpuProgram
from fjax.lowering.kernel.form import Kernel, Words
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch, ProgramParts
from fjax.lowering.schedule.language import print_schedule


class Cuda(base.Target):
    """One GPU."""

    name = "gpu"
    spellings = ("numba", "ptx", "llvm")
    passes = few_rows.PASSES

    def __init__(self, of: Gpu):
        self.gpu = of
        self.home = placement(of.device, False)

    @property
    def machine(self) -> Machine:
        """That of its architecture."""
        return self.gpu.machine

    def fit(self, kernel: Kernel, words: Words) -> Kernel:
        """Its indices have 32 bits where sizes allow, because 64 take more instructions."""
        return fit_indices(kernel, words)

    def schedule(self, kernel: Kernel, words: Sequence[int] | None = None) -> str:
        """The directives that its heuristic chooses for a kernel, and for the sizes of a launch."""
        chosen = variant(kernel, words, self.machine)
        return print_schedule(chosen_schedule(kernel, self.machine, chosen))

    def code(self, kernel: Kernel, spelling: str, words: Sequence[int] | None = None) -> str:
        """The kernel as Numba source, PTX or LLVM IR."""
        if spelling not in self.spellings:
            return super().code(kernel, spelling)
        if spelling == "numba":
            return spell(kernel).text
        text = emit(kernel, "kernel", self.machine, variant(kernel, words, self.machine)).text
        return text if spelling == "llvm" else ptx(text, self.gpu.architecture)

    # ---- libraries

    def library_launch(self, eqn: Equation) -> Launch | None:
        """A contraction of one of cuBLAS's dtypes, a convolution or attention of cuDNN's, a
        collective over processes."""
        if eqn.op.axis_names:
            return collectives.launch(self.gpu, eqn)
        if isinstance(eqn.op, CudnnConvolution):
            return cudnn_convolutions.launch(self.gpu, eqn.op)
        if isinstance(eqn.op, CudnnAttention):
            return cudnn_attention.launch(self.gpu, eqn.op)
        return matrix_products.contraction(eqn) if matrix_products.computes(eqn) else None

    def keeps(self, eqn: Equation) -> bool:
        """Whether cuBLAS multiplies the narrow floats of a contraction as they are."""
        return matrix_products.computes(eqn) and eqn.invars[0].aval.dtype in matrix_products.NARROW

    def expansion(self, eqn: Equation) -> Callable[..., Sequence[Any] | None] | None:
        """Convolutions, attention, long windows, sorts by several keys, products of integers."""
        return expansions.expansion(self.gpu, eqn)

    def evaluator(
        self, eqn: Equation
    ) -> Callable[[Sequence[DeviceBuffer]], list[DeviceBuffer]] | None:
        """Transforms and sorts."""
        return evaluations.evaluator(eqn)

    def reads_in_place(self, op: Primitive, operands: Sequence[Atom]) -> bool:
        """Whether cuBLAS reads them where they lie."""
        known = not any(isinstance(x, Literal) for x in operands)
        return known and matrix_products.reads_in_place(op, *[x.aval for x in operands])

    # ---- programs

    def program(self, parts: ProgramParts) -> GpuProgram:
        """The launches in CuPy's current stream."""
        return GpuProgram(self.gpu, parts)

    # ---- memory

    def devices(self) -> list[Device]:
        """All GPUs."""
        return devices()

    def maker(self, nbytes: int) -> Callable[[tuple[int, ...], np.dtype], DeviceBuffer]:
        """Memory of CuPy's pool."""
        return functools.partial(device_buffers.empty, self.gpu)

    def to_host(self, buffer: DeviceBuffer) -> np.ndarray:
        """A copy of the elements, once what computes them is done."""
        return device_buffers.to_array(buffer)

    def from_host(self, array: np.ndarray) -> DeviceBuffer:
        """A copy of the elements."""
        return device_buffers.of_array(self.gpu, array)

    def holds(self, placement: Placement | None) -> bool:
        """Whether arrays at a place are on this GPU."""
        return placement is not None and placement.device is self.gpu.device

    def owns(self, buffer: Buffer) -> bool:
        """Memory of fjax's own that no other library was given."""
        assert isinstance(buffer, DeviceBuffer)
        return buffer.base is None and not buffer.lent

    def wait(self, buffer: Buffer) -> None:
        """Wait for all that was launched: nothing else tells when a buffer is computed."""
        self.gpu.wait()

    def is_ready(self, buffer: Buffer) -> bool:
        """Whether all that was launched is done."""
        return self.gpu.is_idle()

    def address(self, buffer: Buffer) -> int:
        """A pointer to memory of the GPU."""
        assert isinstance(buffer, DeviceBuffer)
        return buffer.address

    def export(
        self, buffer: Buffer, stream: Any, max_version: Any, dl_device: Any, copy: bool | None
    ) -> Any:
        """A capsule of a copy, or with copy=False of the memory itself, marked read-only."""
        assert isinstance(buffer, DeviceBuffer)
        return exchange.export(buffer, stream, max_version, dl_device, copy)

    def interface(self, buffer: Buffer) -> dict[str, Any]:
        """CUDA's array interface, version 3."""
        assert isinstance(buffer, DeviceBuffer)
        return exchange.interface(buffer)

    def adopt(self, value: Any, copy: bool) -> DeviceBuffer:
        """A copy of another library's array, or its memory."""
        return exchange.adopt(self.gpu, value, copy)

    def memory_stats(self) -> dict[str, int]:
        """See fjax.memory_stats."""
        return self.gpu.memory_stats()

    def clear_memory(self) -> None:
        """Give what CuPy's pool keeps back to the driver."""
        self.gpu.clear_memory()


@functools.cache
def target_of(number: int) -> Cuda:
    """The target of the GPU with this number; DeviceError where there is none."""
    _check()
    if number >= count():
        there = ", ".join(str(gpu(k).device) for k in range(count()))
        raise DeviceError(f"no device cuda:{number} here; there are: {there}")
    return Cuda(gpu(number))


def devices() -> list[Device]:
    """All GPUs that CuPy sees; of several processes each has one of them.

    That is the one with the process's number among those of its machine: where a launcher has left
    a process but one (CUDA_VISIBLE_DEVICES), this one. DeviceError says what is missing to use one.
    """
    _check()
    if processes.count() > 1:
        return [gpu(processes.job().local_rank % count()).device]
    return [gpu(number).device for number in range(count())]


def _check() -> None:
    """Raise unless there is a GPU to run on."""
    lacking = driver.missing()
    if lacking:
        raise DeviceError(f"no CUDA device here: {lacking}")
