"""Which of fjax's own kernels multiplies a matrix and a vector, by sizes and layout alone.

Such a product takes the time of reading the matrix, which is less with the kernels of
`vector_kernel.py` than with BLAS's functions (decision 62). Left to BLAS is what they cannot read:
vectors with gaps, rows too short for lanes, complex numbers.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.library import product_calls, vector_kernel
from fjax.lowering.cpu.library.vector_kernel import Sweep

ROWS = 4  # that are read at the same time, at most
LONG, COLUMNS = 2, 8  # vectors of a long result in registers, and columns added to them at a time
SHORT_BYTES = (
    2 << 10
)  # rows up to which, one behind the other, processors do not read ahead enough:
AHEAD_BYTES = 8 << 10  # ... memory is asked for so long before


def sweep_of(dtype: np.dtype, m: int, k: int, by_rows: bool) -> Sweep | None:
    """How to multiply an (m, k) matrix that lies by rows, or by columns; None for BLAS.

    >>> sweep_of(np.dtype(np.complex64), 8, 8, True) is None
    True
    """
    if dtype.name not in ("float32", "float64"):
        return None
    host = processor.host()
    lanes, sums = host.lanes(dtype.itemsize), host.machine.registers // 2
    length = k if by_rows else m
    ahead = AHEAD_BYTES // dtype.itemsize if length * dtype.itemsize <= SHORT_BYTES else 0
    if length % lanes and not host.has_masks(frozenset({dtype.itemsize})):
        return None
    if by_rows:
        if k < (2 * lanes if k % lanes else lanes):
            return None  # too short for lanes
        size = _power_of_two(min(ROWS, m))
        parts = _power_of_two(min(sums // size, k // lanes))
        return Sweep("multiply_rows", size, parts, lanes, dtype.itemsize, k % lanes > 0, ahead)
    vectors, partial = math.ceil(m / lanes), m % lanes > 0
    if vectors > sums:
        parts = min(range(min(COLUMNS, k), min(COLUMNS, k) // 2, -1), key=lambda n: k % n)
        return Sweep("multiply_long", LONG, parts, lanes, dtype.itemsize, partial)
    parts = _power_of_two(min(sums // vectors, k))
    return Sweep("multiply_columns", vectors, parts, lanes, dtype.itemsize, partial, ahead)


def _power_of_two(most: int) -> int:
    """The greatest one up to `most`, or 1."""
    return 1 << max(most, 1).bit_length() - 1


@functools.cache
def routine(sweep: Sweep) -> NativeRoutine:
    """The function with the uniform ABI that computes blocks of the result."""
    key = f"vectors:{sweep}"

    @functools.cache
    def link() -> CompiledKernel:
        modules = (vector_kernel, product_calls)
        function = getattr(vector_kernel, sweep.name)
        made = compiler.compile_native((function,), modules, sweep.parameters())
        return CompiledKernel(key, made[sweep.name])

    return NativeRoutine(key, link)
