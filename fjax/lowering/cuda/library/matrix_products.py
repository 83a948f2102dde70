"""Contractions by cuBLAS, through CuPy: products of stacks of matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.lowering.cuda.library.routines import LibraryRoutine, as_cupy
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.run.launch import Launch
from fjax.primitives.contraction import GemmLayout

DTYPES = frozenset(np.dtype(d) for d in ("float32", "float64", "complex64", "complex128"))


def computes(avals: Sequence[ShapedArray]) -> bool:
    """Whether cuBLAS multiplies and adds in the dtype of all these."""
    return {a.dtype for a in avals} <= DTYPES and len({a.dtype for a in avals}) == 1


def contraction(layout: GemmLayout) -> Launch:
    """A contraction of contiguous operands at slots 0 and 1, with its result at 2.

    An operand whose axes do not lie as the library needs them is copied by CuPy.
    """
    g = layout

    def product(lhs: DeviceBuffer, rhs: DeviceBuffer, out: DeviceBuffer) -> None:
        if not out.size:
            return
        if g.k == 0:
            out.pointer.memset_async(0, out.nbytes, out.gpu.stream())
            return
        x = as_cupy(lhs).transpose(g.lhs_axes).reshape(g.batch, g.m, g.k)
        y = as_cupy(rhs).transpose(g.rhs_axes).reshape(g.batch, g.k, g.n)
        cuda.cupy.matmul(x, y, out=as_cupy(out).reshape(g.batch, g.m, g.n))

    return Launch(LibraryRoutine("matmul", product), (0, 1, 2), parallel=True)
