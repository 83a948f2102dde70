"""The CPU as a target: kernels as machine code, BLAS and oneDNN, the thread pool, pooled memory."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

import numpy as np

from fjax import variables
from fjax.config import config, settle
from fjax.core import dtypes, host_library, lazy
from fjax.core.avals import ShapedArray
from fjax.core.device import Device, device
from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.memo import cached_property, memo
from fjax.core.memory import Buffer
from fjax.core.primitive import Primitive
from fjax.core.tracing import result_avals
from fjax.lowering import target as base
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import (
    convolutions,
    cuts,
    fourier,
    lapack,
    onednn,
    onednn_convolution,
    onednn_product,
    packing,
    sorting,
)
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.runtime import entry as native_entry
from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.control_flow_tables import codes, made_native, recorded
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import EntryOutput, Launch, ProgramParts, Routine
from fjax.lowering.run.plan import PlannedLaunch, Segment
from fjax.passes import combine_all_reduces, split_k
from fjax.primitives import convolution as convolution_primitives
from fjax.primitives import fourier as fourier_primitives
from fjax.primitives import matrices
from fjax.primitives import sorting as sorting_primitives
from fjax.primitives.contraction import DotGeneral, GemmLayout

collectives: Any = lazy.module("fjax.lowering.cpu.library.collectives")  # of several processes
timing: Any = lazy.module("fjax.lowering.cpu.timing")  # only for who asks


class Cpu(base.Target):
    """The processor of this process and all its cores."""

    name = "cpu"
    spellings = ("numba", "llvm", "assembly")
    home = None
    repeats_launches = True

    @cached_property
    def machine(self) -> Machine:
        """The nominal machine of the processor's level, with this machine's cores and caches."""
        return processor.host().machine

    def schedule(self, kernel: Kernel, words: Sequence[int] | None = None) -> str:
        """The directives that its heuristic chooses for a kernel."""
        if variables.CPU_EMITTER.read() == "numba":
            return compiler.schedules.print_schedule(compiler.emit_numba.chosen_schedule(kernel))
        return compiler.schedule_text(kernel)

    def timed(self, planned: PlannedLaunch, schedule: str, seconds: float) -> tuple[float, float]:
        """With the threads that calls have."""
        assert isinstance(planned.launch.code, Kernel)
        chosen = self.schedule(planned.launch.code)
        given, by_default = timing.timed(planned, schedule, chosen, seconds)
        return given, by_default

    def code(self, kernel: Kernel, spelling: str, words: Sequence[int] | None = None) -> str:
        """The kernel as Numba source, as LLVM IR or as assembly."""
        if spelling == "numba":
            return compiler.emit_numba.spell(kernel).text
        if spelling == "assembly":
            return compiler.assembly_text(kernel)
        return compiler.llvm_text(kernel) if spelling == "llvm" else super().code(kernel, spelling)

    def native(
        self, functions: tuple[Callable[..., Any], ...], modules: tuple[ModuleType, ...]
    ) -> Mapping[str, int]:
        """Machine code, made now or read from disk."""
        return compiler.compile_native(functions, modules)

    # ---- what other processes have lowered

    def circumstances(self) -> str | None:
        """Those of machine code, and whether oneDNN is installed."""
        if variables.CPU_EMITTER.read() == "numba":
            return None
        return f"{compiler.circumstances()}\n{onednn.stamp()}"

    def known_kernel(self, known: str) -> Routine | None:
        """Its machine code is loaded now."""
        return compiler.known_kernel(known)

    # ---- libraries

    def library_launch(self, eqn: Equation) -> Launch | None:
        """A contraction that needs no copy and no conversion, a convolution, LAPACK's, a sort, a
        short transform, a collective over processes, what packs for one."""
        if any(isinstance(x, Literal) for x in eqn.invars):
            return None
        avals = [x.aval for x in (*eqn.invars, *eqn.outvars)]
        if isinstance(eqn.op, DotGeneral):
            return _product(eqn.op, avals)
        if isinstance(eqn.op, matrices.MatrixPrimitive):
            return lapack.launch(eqn)
        if isinstance(eqn.op, sorting_primitives.Sort | sorting_primitives.TopK):
            return sorting.launch(eqn)
        if eqn.op.axis_names:
            return collectives.launch(eqn)
        if isinstance(eqn.op, combine_all_reduces.Pack | combine_all_reduces.Unpack):
            return packing.launch(eqn)
        if (axis := eqn.op.joined()) is not None:
            return packing.launch(eqn, axis)
        if isinstance(eqn.op, fourier_primitives.Fft):
            return fourier.launch(eqn.op, *avals)
        if isinstance(eqn.op, convolution_primitives.ConvGeneralDilated):
            lhs, rhs, out = avals
            found = onednn_convolution.convolution_launch(eqn.op, lhs, rhs, out)
            return found or convolutions.convolution_launch(eqn.op, lhs, rhs, out, self.machine)
        if isinstance(eqn.op, onednn_convolution.ImageGradient):
            return onednn_convolution.convolution_launch(eqn.op, *avals)
        if isinstance(eqn.op, split_k.PartialProducts):
            return _product(eqn.op.product, avals, eqn.op.terms)
        return None

    def keeps(self, eqn: Equation) -> bool:
        """Whether oneDNN computes it: padding included, or bfloat16 as it is."""
        op = eqn.op
        if not isinstance(op, convolution_primitives.ConvGeneralDilated | DotGeneral):
            return False
        if any(isinstance(x, Literal) for x in eqn.invars):
            return False
        lhs, rhs, out = (x.aval for x in (*eqn.invars, *eqn.outvars))
        if isinstance(op, DotGeneral):
            return onednn_product.computes(op, lhs, rhs, out)
        if self.expansion(eqn):
            return False
        return onednn_convolution.convolution_launch(op, lhs, rhs, out) is not None

    def expansion(self, eqn: Equation) -> Callable[..., Sequence[Any] | None] | None:
        """Products of many small matrices; convolutions of few positions, as products; a few
        greatest elements.
        """
        if isinstance(eqn.op, sorting_primitives.TopK):
            return sorting.in_passes(eqn.op, eqn.invars[0].aval, self.machine)
        if isinstance(eqn.op, DotGeneral):
            return library.as_sums(eqn.op, eqn, self.machine)
        if isinstance(eqn.op, convolution_primitives.ConvGeneralDilated):
            product = convolutions.as_product(eqn.op, eqn)
            return product or onednn_convolution.as_image_gradient(eqn.op, eqn)
        return None

    def reads_in_place(self, op: Primitive, operands: Sequence[Atom]) -> bool:
        """Whether BLAS reads both operands where they lie."""
        assert isinstance(op, DotGeneral)
        lhs, rhs = operands
        return isinstance(lhs, Var) and isinstance(rhs, Var) and _in_place(op, lhs.aval, rhs.aval)

    def terms_of_part(self, eqn: Equation) -> int:
        """Depends only on sizes, as all cuts of products do."""
        assert isinstance(eqn.op, DotGeneral)
        if any(isinstance(x, Literal) for x in eqn.invars):
            return 0
        lhs, rhs, out = avals = [x.aval for x in (*eqn.invars, *eqn.outvars)]
        g = eqn.op.layout(lhs, rhs)
        terms = cuts.terms_of_product(g.m, g.n, g.k, g.batch)
        if not terms or len({a.dtype for a in avals}) > 1:
            return 0
        return terms if _contraction(g, lhs, rhs, dtypes.physical(out.dtype), terms) else 0

    # ---- programs

    def program(self, parts: ProgramParts) -> NativeProgram:
        """One native call over a launch table."""
        compiler.make_together(codes(parts.launches), runtime.thread_count())
        return NativeProgram(
            [made_native(x, self.machine) for x in parts.launches],
            parts.n_arguments,
            intermediates=parts.intermediates,
            release_gil=parts.release_gil,
        )

    def entry(
        self,
        program: base.Program,
        in_avals: Sequence[ShapedArray],
        picks: Sequence[int],
        outputs: Sequence[EntryOutput],
        single: bool,
    ) -> Callable[..., Any] | None:
        """A builtin function."""
        assert isinstance(program, NativeProgram)
        return native_entry.entry_function(program, in_avals, picks, outputs, single)

    def record_launches(self, deep: bool = False) -> Callable[[], np.ndarray] | None:
        return runtime.record_launches(deep)

    @property
    def most_recorded(self) -> int:
        return runtime.STAMPS

    def recorded(
        self, program: base.Program, segment: Segment
    ) -> Iterator[tuple[int, Sequence[PlannedLaunch]]]:
        assert isinstance(program, NativeProgram)
        return recorded(program, segment)

    # ---- memory and threads

    def devices(self) -> list[Device]:
        """One, or as many as config.num_cpu_devices asks for."""
        settle("num_cpu_devices", "the devices have been listed; set it when the program starts")
        return [device("cpu", i) for i in range(max(1, config.num_cpu_devices or 1))]

    def maker(self, nbytes: int) -> Callable[[tuple[int, ...], np.dtype], np.ndarray]:
        """Large buffers come from the pool."""
        return np.empty if nbytes < pool.SMALL else pool.empty

    def to_host(self, buffer: np.ndarray) -> np.ndarray:
        """The buffer, which is an array in host memory."""
        return buffer if type(buffer) is np.ndarray else np.asarray(buffer)

    def from_host(self, array: np.ndarray) -> np.ndarray:
        """The array, which is a buffer."""
        return array

    def owns(self, buffer: Buffer) -> bool:
        """Memory of NumPy's or the pool's."""
        return buffer.base is None or isinstance(buffer.base, ctypes.Array)

    def memory_stats(self) -> dict[str, int]:
        """See fjax.memory_stats."""
        return pool.memory_stats()

    def kernel_counts(self) -> tuple[int, int, int]:
        """See fjax.cache_info."""
        found = compiler.cache_info()
        return found.compiled, found.memory_hits, found.disk_hits

    def clear_memory(self) -> None:
        """Give all free blocks back."""
        pool.clear_pool()

    def thread_count(self) -> int:
        return runtime.thread_count()

    def threads(self, n: int) -> AbstractContextManager[None]:
        """Limit the calling thread's launches."""
        return runtime.threads(n)


def _product(op: DotGeneral, avals: Sequence[ShapedArray], terms: int = 0) -> Launch | None:
    """A contraction by oneDNN or BLAS; terms: of each part, 0 for all."""
    lhs, rhs, out = avals
    narrow = onednn_product.product_launch(op, lhs, rhs, out)
    if narrow is not None or len({a.dtype for a in avals}) > 1:
        return narrow
    return _contraction(op.layout(lhs, rhs), lhs, rhs, dtypes.physical(out.dtype), terms)


@memo(1024)
def _in_place(op: DotGeneral, lhs: ShapedArray, rhs: ShapedArray) -> bool:
    """Whether BLAS or oneDNN reads operands of a product where they lie."""
    if lhs.dtype != rhs.dtype:
        return False
    if lhs.dtype == dtypes.bfloat16:
        (out,) = result_avals(op, (lhs, rhs))
        if onednn_product.computes(op, lhs, rhs, out):
            return onednn_product.product_launch(op, lhs, rhs, out) is not None
    dtype = op.accumulator(lhs, rhs)
    return _contraction(op.layout(lhs, rhs), lhs, rhs, dtype, 0) is not None


@memo(1024)
def _contraction(
    g: GemmLayout, lhs: ShapedArray, rhs: ShapedArray, dtype: np.dtype, terms: int
) -> Launch | None:
    """A product of matrices of this layout, if BLAS does it; terms: of each part, 0 for all."""
    sizes, first, second = (
        (g.batch, g.m, g.n, g.k),
        (lhs.shape, g.lhs_axes),
        (rhs.shape, g.rhs_axes),
    )
    return library.contraction_launch(dtype, sizes, first, second, (0, 1, 2), terms)


target = Cpu()
host_library.install(library.matmul, library.single_threaded_blas)
