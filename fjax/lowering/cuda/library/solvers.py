"""Factorisations and triangular solves by cuSOLVER and cuBLAS, through CuPy.

What the library reports for a matrix that has no factorisation (one that is not positive definite,
an iteration that does not converge, a NaN) differs from routine to routine, and what it then leaves
in the results is not specified. So CuPy is told to look at each report, which waits for the GPU;
where one is not 0, the operation is evaluated in host memory: such matrices give what they give on
the CPU.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.primitive import Primitive
from fjax.lowering.cuda.library import lu, reflectors
from fjax.lowering.cuda.library.routines import as_cupy, swapped
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer, of_array, to_array
from fjax.primitives.eigen import Eig, Eigh, Eigvalsh, Svd
from fjax.primitives.factorization import Cholesky, Geqrf, HouseholderProduct, Lu, Ormqr, Qr
from fjax.primitives.triangular import FactoredSolve, TriangularSolve

Routine = Callable[..., Sequence[Any]]  # of CuPy's arrays


def solver(op: Primitive, avals: Sequence[ShapedArray]) -> Routine | None:
    """CuPy's routine for an operation on arrays of these types; None if it has none."""
    if isinstance(op, Cholesky):
        return lambda x: (cuda.cupy.linalg.cholesky(x),)
    if isinstance(op, Eigh) and op.subset_by_index is None:
        return lambda x: tuple(reversed(cuda.cupy.linalg.eigh(x, _triangle(op.lower))))
    if isinstance(op, Eigvalsh):
        return lambda x: (cuda.cupy.linalg.eigvalsh(x, _triangle(op.lower)),)
    if isinstance(op, Svd):
        return _svd(op)
    if isinstance(op, Lu):
        return lu.factored
    if isinstance(op, FactoredSolve):
        return lu.solver(op.trans)
    if isinstance(op, Qr) and not op.pivoting:
        mode, first = "complete" if op.full_matrices else "reduced", 0 if op.compute_q else 1
        return lambda x: _each(lambda matrix: cuda.cupy.linalg.qr(matrix, mode)[first:], x)
    if isinstance(op, Geqrf):
        return reflectors.factored
    if isinstance(op, HouseholderProduct):
        return reflectors.multiplied_out
    if isinstance(op, Ormqr):
        return reflectors.multiplier(op.left, op.transposed)
    if isinstance(op, Eig) and not op.left and has_geev():
        linalg = cuda.cupy.linalg
        return lambda x: tuple(linalg.eig(x)) if op.right else (linalg.eigvals(x),)
    return _triangular(op) if isinstance(op, TriangularSolve) else None


@functools.cache
def has_geev() -> bool:
    """Whether CuPy and cuSOLVER have eigenvalues of any matrices: CuPy 14 with CUDA 12.6, 13."""
    return bool(cuda.cupyx_cusolver.check_availability("geev"))


def _each(routine: Routine, x: Any) -> Sequence[Any]:
    """What a routine for one matrix gives for each of a stack, one after another."""
    if x.ndim == 2:
        return tuple(routine(x))
    lead, matrix = x.shape[:-2], x.shape[-2:]
    made: list[Any] = []
    for k in range(math.prod(lead)):
        found = tuple(map(cuda.cupy.ascontiguousarray, routine(_matrix(x, k, matrix))))
        made = made or [cuda.cupy.empty((*lead, *part.shape), part.dtype) for part in found]
        for whole, part in zip(made, found, strict=True):
            cuda.cupy.copyto(_matrix(whole, k, part.shape), part)
    return tuple(made)


def _matrix(stack: Any, k: int, shape: tuple[int, ...]) -> Any:
    """Matrix k of a contiguous stack, in its memory."""
    start = k * math.prod(shape) * stack.dtype.itemsize
    return cuda.cupy.ndarray(shape, stack.dtype, stack.data + start)


def _triangle(lower: bool) -> str:
    return "L" if lower else "U"


def _svd(op: Svd) -> Routine:
    def values_and_vectors(x: Any) -> Sequence[Any]:
        found = cuda.cupy.linalg.svd(x, op.full_matrices, op.compute_uv)
        if not op.compute_uv:
            return (found,)
        u, values, vh = found
        return values, u, vh

    return values_and_vectors


def _triangular(op: TriangularSolve) -> Routine:
    """x op(a) = b is op(a)^T x^T = b^T, and what is conjugated alone is a^T's adjoint."""
    trans = (2 if op.conjugate_a else 1) if op.transpose_a else 0
    turned = not op.left_side
    if op.conjugate_a and not op.transpose_a:
        trans, turned = 2, op.left_side
    lower = op.lower != turned

    def solved(a: Any, b: Any) -> Sequence[Any]:
        solve = cuda.cupyx_linalg.solve_triangular
        a = swapped(a) if turned else a
        if op.left_side:
            return (solve(a, b, trans, lower, op.unit_diagonal),)
        return (swapped(solve(a, swapped(b), trans, lower, op.unit_diagonal)),)

    return solved


def _is_finite(x: Any) -> bool:
    return bool(cuda.cupy.all(cuda.cupy.isfinite(x)).get())


def run(op: Primitive, routine: Routine, operands: Sequence[DeviceBuffer]) -> list[DeviceBuffer]:
    """What the routine gives, in new memory; of matrices that it has no answer for, what the host
    gives.
    """
    gpu = operands[0].gpu
    with gpu.current(), gpu.reporting():
        gpu.stream()
        try:
            arrays = [as_cupy(x) for x in operands]
            fits = isinstance(op, TriangularSolve) or _is_finite(arrays[0])
            with cuda.cupyx.errstate(linalg="raise"):
                found = routine(*arrays) if fits else None
        except np.linalg.LinAlgError:
            found = None
        if found is not None:
            arrays = [cuda.cupy.ascontiguousarray(x) for x in found]
            return [DeviceBuffer(gpu, a.data, tuple(a.shape), np.dtype(a.dtype)) for a in arrays]
    outs = op.evaluate(np, *map(to_array, operands))
    outs = outs if op.multiple_results else (outs,)
    return [of_array(gpu, np.asarray(x)) for x in outs]
