"""Householder reflections by cuSOLVER: QR as reflectors, their product, and products with it.

One matrix of a stack after another, by columns, in place. Reports tell of wrong arguments alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.lowering.cuda.library.routines import LETTER, swapped
from fjax.lowering.cuda.runtime import gpu as cuda

LEFT, RIGHT = 0, 1  # cuBLAS's numbers
PLAIN, TRANSPOSED, ADJOINT = 0, 1, 2


def factored(x: Any) -> Sequence[Any]:
    """(R and the reflectors below it, their factors) of CuPy's array (..., m, n)."""
    m, n = x.shape[-2:]
    matrices = swapped(x).copy()
    taus = cuda.cupy.empty((*x.shape[:-2], min(m, n)), x.dtype)
    _call("geqrf", (m, n), matrices, m, taus)
    return swapped(matrices), taus


def multiplied_out(a: Any, taus: Any) -> Sequence[Any]:
    """The first columns of the product of the reflectors below a's diagonal."""
    (m, n), matrices = a.shape[-2:], swapped(a).copy()
    name = "ungqr" if a.dtype.kind == "c" else "orgqr"
    _call(name, (m, n, taus.shape[-1]), matrices, m, taus)
    return (swapped(matrices),)


def multiplier(left: bool, transposed: bool) -> Callable[..., Sequence[Any]]:
    """What multiplies matrices by that product, or its adjoint, from one side."""

    def multiplied(a: Any, taus: Any, c: Any) -> Sequence[Any]:
        (m, n), is_complex = c.shape[-2:], a.dtype.kind == "c"
        flag = (ADJOINT if is_complex else TRANSPOSED) if transposed else PLAIN
        numbers = (LEFT if left else RIGHT, flag, m, n, taus.shape[-1])
        found, reflectors = swapped(c).copy(), swapped(a).copy()
        name = "unmqr" if is_complex else "ormqr"
        _call(name, numbers, reflectors, a.shape[-2], taus, (found, m))
        return (swapped(found),)

    return multiplied


def _call(
    name: str,
    numbers: tuple[int, ...],
    matrices: Any,
    rows: int,
    taus: Any,
    changed: tuple[Any, int] | None = None,
) -> None:
    """A routine for each matrix: numbers, matrix, its rows, factors, perhaps what is changed."""
    cupy = cuda.cupy
    library, handle = cupy.cuda.cusolver, cupy.cuda.device.get_cusolver_handle()
    routine = getattr(library, LETTER[taus.dtype.char] + name)
    words = getattr(library, LETTER[taus.dtype.char] + name + "_bufferSize")
    work = None
    for k in range(math.prod(taus.shape[:-1])):
        other = () if changed is None else (_of_stack(changed[0], k, 2), changed[1])
        given = (handle, *numbers, _of_stack(matrices, k, 2), rows)
        factors = _of_stack(taus, k, 1)
        if work is None:
            asked = given if name == "geqrf" else (*given, factors, *other)
            work = cupy.empty(max(1, words(*asked)), taus.dtype)
            report = cupy.empty(1, np.dtype(np.int32))
        routine(*given, factors, *other, work.data.ptr, work.size, report.data.ptr)


def _of_stack(x: Any, k: int, rank: int) -> int:
    """The address of one matrix, or vector, of a contiguous stack."""
    step = math.prod(x.shape[x.ndim - rank :]) * x.dtype.itemsize
    return int(x.data.ptr + k * step)
