"""Contractions by cuBLAS, through CuPy: products of stacks of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Literal
from fjax.core.primitive import Primitive
from fjax.dataclass import dataclass
from fjax.lowering.cuda.library.routines import LibraryRoutine, as_cupy
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.run.launch import Launch
from fjax.precision import DotAlgorithmPreset, Precision
from fjax.primitives.contraction import Axes, DotGeneral, GemmLayout
from fjax.primitives.contraction_expansion import is_short
from fjax.primitives.precision import CanonicalPrecision

# cudaDataType_t and cublasComputeType_t of CUDA's headers.
TYPES = {
    dtypes.float32: 0,
    dtypes.float64: 1,
    dtypes.float16: 2,
    dtypes.complex64: 4,
    dtypes.complex128: 5,
    dtypes.bfloat16: 14,
}
COMPUTE_32F, COMPUTE_32F_FAST_TF32, COMPUTE_64F = 68, 77, 70
DEFAULT_ALGORITHM = -1
FLOAT32 = np.dtype(np.float32)  # in which narrow floats are summed
NARROW = frozenset((dtypes.float16, dtypes.bfloat16))
WIDEST = 2**31 - 1  # of numbers of rows and columns
AS_BITS = {2: np.dtype(np.uint16)}  # CuPy's own arrays of narrow floats need more than its memory


def computes(eqn: Equation) -> bool:
    """Whether it is a contraction that cuBLAS has a routine for.

    Narrow floats are summed in float32, which the result may be; many single numbers are none.
    """
    if not isinstance(eqn.op, DotGeneral) or any(isinstance(x, Literal) for x in eqn.invars):
        return False
    (lhs, rhs), (out,) = ([x.aval for x in atoms] for atoms in (eqn.invars, eqn.outvars))
    g = eqn.op.layout(lhs, rhs)
    if not _multiplies(lhs, rhs) or max(g.batch, g.m, g.n, g.k) > WIDEST:
        return False
    if lhs.dtype not in NARROW:
        return out.dtype == lhs.dtype
    return out.dtype in (lhs.dtype, FLOAT32) and not is_short(g.batch, g.m, g.n, g.k, FLOAT32)


def reads_in_place(op: Primitive, lhs: ShapedArray, rhs: ShapedArray) -> bool:
    """Whether both operands of a contraction are matrices as they lie in memory."""
    known = isinstance(op, DotGeneral) and _multiplies(lhs, rhs)
    return known and None not in _places(op.layout(lhs, rhs), lhs, rhs)


def _multiplies(lhs: ShapedArray, rhs: ShapedArray) -> bool:
    return lhs.dtype == rhs.dtype and lhs.dtype in TYPES


def _places(g: GemmLayout, lhs: ShapedArray, rhs: ShapedArray) -> list[Placed | None]:
    """How the operands lie."""
    first = placed(lhs.shape, g.lhs_axes, (g.batch, g.m, g.k))
    return [first, placed(rhs.shape, g.rhs_axes, (g.batch, g.k, g.n))]


def contraction(eqn: Equation) -> Launch:
    """A contraction of contiguous operands at slots 0 and 1, with its result at 2.

    An operand whose axes do not lie as the library needs them is copied by CuPy.
    """
    assert isinstance(eqn.op, DotGeneral)
    (lhs, rhs), (out,) = ([x.aval for x in atoms] for atoms in (eqn.invars, eqn.outvars))
    g, types = eqn.op.layout(lhs, rhs), [TYPES[a.dtype] for a in (lhs, rhs, out)]
    computed, scalars = _computed_in(lhs.dtype, eqn.op), lhs.dtype
    if scalars in NARROW:
        scalars = FLOAT32
    one, zero = np.ones(1, scalars), np.zeros(1, scalars)
    first, second = _places(g, lhs, rhs)

    def product(x: DeviceBuffer, y: DeviceBuffer, out: DeviceBuffer) -> None:
        if not out.size:
            return
        if g.k == 0:
            out.pointer.memset_async(0, out.nbytes, out.gpu.stream())
            return
        x_held, x_address, x_lies = _operand(x, g.lhs_axes, first, g.m, g.k)
        y_held, y_address, y_lies = _operand(y, g.rhs_axes, second, g.k, g.n)
        # The library's matrices lie by columns: it is asked for the transposed product.
        cuda.cupy.cuda.cublas.gemmStridedBatchedEx(
            cuda.cupy.cuda.get_cublas_handle(),
            *(y_lies.transposed, x_lies.transposed, g.n, g.m, g.k, one.ctypes.data),
            *(y_address, types[1], y_lies.leading, y_lies.step),
            *(x_address, types[0], x_lies.leading, x_lies.step),
            *(zero.ctypes.data, out.pointer.ptr, types[2], g.n, g.m * g.n),
            *(g.batch, computed, DEFAULT_ALGORITHM),
        )
        del x_held, y_held  # the copies' memory goes back to the pool, in the stream's order

    return Launch(LibraryRoutine("gemmStridedBatchedEx", product), (0, 1, 2), parallel=True)


def _computed_in(dtype: np.dtype, op: DotGeneral) -> int:
    """What products are computed in."""
    if dtype in (dtypes.float64, dtypes.complex128):
        return COMPUTE_64F
    return COMPUTE_32F_FAST_TF32 if rounds_to_tf32(dtype, op.precision) else COMPUTE_32F


def rounds_to_tf32(dtype: np.dtype, precision: CanonicalPrecision) -> bool:
    """Whether float32 operands of this precision may be rounded to TF32: if both sides allow it."""
    fast = (Precision.HIGH, Precision.HIGH), DotAlgorithmPreset.TF32_TF32_F32
    return dtype not in NARROW and precision in fast


@dataclass(frozen=True)
class Placed:
    """How a stack of matrices lies in memory, in elements.

    Rows are `leading` apart and their elements next to each other; if transposed (1, else 0),
    columns are. Matrices are `step` apart.
    """

    transposed: int
    leading: int
    step: int


def placed(shape: tuple[int, ...], axes: Axes, sizes: tuple[int, int, int]) -> Placed | None:
    """How a contiguous array of this shape lies as (batch, rows, columns) of these sizes, if its
    axes are put in this order; None if the library cannot read it so.

    >>> placed((5, 2, 3), (0, 1, 2), (5, 2, 3)), placed((5, 3, 2), (0, 2, 1), (5, 2, 3))
    (Placed(transposed=0, leading=3, step=6), Placed(transposed=1, leading=2, step=6))
    >>> placed((2, 5, 3), (1, 0, 2), (5, 2, 3))
    Placed(transposed=0, leading=15, step=3)
    >>> placed((2, 3, 5), (2, 0, 1), (5, 2, 3)) is None
    True
    """
    if 0 in shape:
        return Placed(0, 1, 0)  # nobody reads it
    strides = [int(np.prod(shape[a + 1 :], dtype=np.int64)) for a in range(len(shape))]
    left = [(shape[a], strides[a]) for a in axes if shape[a] != 1]
    found = []
    for size in sizes:
        stride = _common_stride(left, size)
        if stride is None:
            return None
        found.append(stride)
    step, rows, columns = found
    _, n_rows, n_columns = sizes
    if n_columns == 1 or columns == 1:
        leading = rows if n_rows > 1 else n_columns
        return Placed(0, leading, step) if n_columns <= leading <= WIDEST else None
    if n_rows == 1 or rows == 1:
        return Placed(1, columns, step) if n_rows <= columns <= WIDEST else None
    return None


def _common_stride(left: list[tuple[int, int]], size: int) -> int | None:
    """The distance of elements of the first axes, of `size` elements together, which are taken
    from `left`; 0 for no axes, None if they do not follow each other in memory."""
    stride, taken = 0, 1
    while taken < size:
        extent, inner = left.pop(0)
        if taken > 1 and stride != extent * inner:
            return None
        stride, taken = inner, taken * extent
    return stride


def _operand(
    x: DeviceBuffer, axes: Axes, lies: Placed | None, rows: int, columns: int
) -> tuple[Any, int, Placed]:
    """What holds the memory of an operand, its address, and how it lies."""
    if lies is not None:
        return x, x.pointer.ptr, lies
    bits = AS_BITS.get(x.dtype.itemsize, x.dtype)
    array = as_cupy(DeviceBuffer(x.gpu, x.pointer, x.shape, bits)).transpose(axes)
    copy = cuda.cupy.ascontiguousarray(array)
    return copy, copy.data.ptr, Placed(0, columns, rows * columns)
