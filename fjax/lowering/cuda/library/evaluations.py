"""Equations that a library evaluates on the GPU: transforms by cuFFT, sorts by Thrust, special
functions, and what `solvers.py` has, in CuPy. Other equations without a kernel are evaluated in
host memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation
from fjax.lowering.cuda.library.routines import as_cupy
from fjax.lowering.cuda.library.solvers import run, solver
from fjax.lowering.cuda.library.special import function
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.primitives.conversion import BitcastReshape
from fjax.primitives.fourier import Fft, FftType
from fjax.primitives.matrices import MatrixPrimitive
from fjax.primitives.sorting import Sort

Routine = Callable[[Sequence[DeviceBuffer]], list[DeviceBuffer]]
ORDERED = frozenset(
    np.dtype(d)
    for d in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
    + ("float32", "float64")
)
MOVED = ORDERED | {np.dtype("complex64"), np.dtype("complex128")}


def evaluator(eqn: Equation) -> Routine | None:
    """What computes the equation in new memory; None if no library does."""
    op, avals = eqn.op, [x.aval for x in eqn.invars]
    if not all(a.size for a in avals):
        return None
    if isinstance(op, Fft) and 0 not in op.fft_lengths:
        return _transform(op)
    if isinstance(op, Sort) and sorts(op, avals):
        return _sort(op)
    if isinstance(op, BitcastReshape):
        return lambda operands: [_as_other(operands[0].copy(), eqn.outvars[0].aval)]
    special = function(op, avals)
    if special is not None:
        return lambda operands: _on_gpu(operands[0], lambda: [special(*operands)])
    routine = solver(op, avals) if isinstance(op, MatrixPrimitive) else None
    return None if routine is None else lambda operands: run(op, routine, operands)


def _as_other(x: DeviceBuffer, aval: ShapedArray) -> DeviceBuffer:
    """The same memory as elements of another width."""
    return DeviceBuffer(x.gpu, x.pointer, aval.shape, dtypes.physical(aval.dtype))


def sorts(op: Sort, avals: Sequence[ShapedArray]) -> bool:
    """Whether CuPy sorts by this key: one, of a dtype whose order it knows."""
    by_one = op.num_keys == 1 and avals[0].dtype in ORDERED
    return by_one and all(a.dtype in MOVED for a in avals)


def _transform(op: Fft) -> Routine:
    name = op.fft_type.name.lower() + "n"
    lengths = {"s": op.fft_lengths} if op.fft_type is FftType.IRFFT else {}

    def transformed(operands: Sequence[DeviceBuffer]) -> list[DeviceBuffer]:
        (x,) = operands
        given = x.copy() if op.fft_type is FftType.IRFFT else x  # cuFFT may write to its operand
        axes = tuple(range(len(x.shape) - op.rank, len(x.shape)))
        return _on_gpu(
            x, lambda: [getattr(cuda.cupy.fft, name)(as_cupy(given), axes=axes, **lengths)]
        )

    return transformed


def _sort(op: Sort) -> Routine:
    def in_order(operands: Sequence[DeviceBuffer]) -> list[DeviceBuffer]:
        cupy, axis = cuda.cupy, op.dimension

        def results() -> list[Any]:
            arrays = [as_cupy(x) for x in operands]
            if len(arrays) == 1:
                return [cupy.sort(arrays[0], axis=axis)]
            order = cupy.argsort(arrays[0], axis=axis)  # both are stable
            return [cupy.take_along_axis(a, order, axis) for a in arrays]

        return _on_gpu(operands[0], results)

    return in_order


def _on_gpu(x: DeviceBuffer, results: Callable[[], list[Any]]) -> list[DeviceBuffer]:
    """The arrays that CuPy makes in its current stream, as buffers."""
    gpu = x.gpu
    with gpu.current(), gpu.reporting():
        gpu.stream()
        made = [cuda.cupy.ascontiguousarray(array) for array in results()]
    return [DeviceBuffer(gpu, a.data, tuple(a.shape), np.dtype(a.dtype)) for a in made]
