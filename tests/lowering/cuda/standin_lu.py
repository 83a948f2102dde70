"""LU factors by cuSOLVER and cuBLAS for the stand-in for CuPy: matrices by columns, in place."""

import functools

import numpy as np
from scipy.linalg import get_lapack_funcs

LETTERS = {"s": "f", "d": "d", "c": "F", "z": "D"}


def matrix_lu(machine):
    """cuSOLVER's functions for a matrix."""
    found = {}
    for letter, char in LETTERS.items():
        dtype = np.dtype(char)
        found[f"{letter}getrf_bufferSize"] = lambda handle, m, n, A, lda: m + n
        found[f"{letter}getrf"] = functools.partial(getrf, machine, dtype)
    return found


def stacks_lu(machine):
    """cuBLAS's functions for stacks."""
    return {
        f"{letter}getrfBatched": functools.partial(getrf_batched, machine, np.dtype(char))
        for letter, char in LETTERS.items()
    }


def getrf(machine, dtype, handle, m, n, A, lda, work, devIpiv, devInfo):
    """One matrix, later."""
    assert handle == machine.device and lda == m
    heap = machine.heaps[machine.device]

    def factor():
        heap.view(work, (m + n) * dtype.itemsize).fill(0xA5)
        info = factor_in_place(heap, dtype, m, n, A, devIpiv)
        heap.view(devInfo, 4).view(np.int32)[0] = info

    machine.check()
    machine.stream().put(factor)


def getrf_batched(machine, dtype, handle, n, Aarray, lda, PivotArray, infoArray, batchSize):
    """Matrices at addresses in the GPU's memory, later."""
    assert handle == machine.device and lda == n
    heap = machine.heaps[machine.device]

    def factor():
        addresses = heap.view(Aarray, 8 * batchSize).view(np.int64).copy()
        reports = heap.view(infoArray, 4 * batchSize).view(np.int32)
        for k, address in enumerate(addresses.tolist()):
            reports[k] = factor_in_place(heap, dtype, n, n, address, PivotArray + 4 * n * k)

    machine.check()
    machine.stream().put(factor)


def factor_in_place(heap, dtype, m, n, address, pivots):
    """LAPACK's getrf with interchanges from 1, as the libraries count; its report."""
    raw = heap.view(address, m * n * dtype.itemsize)
    matrix = np.ndarray((m, n), dtype, raw, 0, (dtype.itemsize, m * dtype.itemsize))
    (factor,) = get_lapack_funcs(("getrf",), dtype=dtype)
    factors, interchanges, info = factor(matrix)
    matrix[...] = factors
    heap.view(pivots, 4 * min(m, n)).view(np.int32)[...] = interchanges + 1
    return info
