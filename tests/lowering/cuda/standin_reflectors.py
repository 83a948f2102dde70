"""Householder reflections by cuSOLVER for the stand-in for CuPy: matrices by columns, in place."""

import functools

import numpy as np
from scipy.linalg import get_lapack_funcs

from tests.lowering.cuda.standin_lu import LETTERS


def reflections(machine):
    """cuSOLVER's functions, by their names: of real numbers and of complex ones."""
    found = {}
    for letter, char in LETTERS.items():
        prefix = "or" if letter in "sd" else "un"
        of = functools.partial(functools.partial, machine=machine, dtype=np.dtype(char))
        found |= {
            f"{letter}geqrf_bufferSize": lambda handle, m, n, A, lda: m + n,
            f"{letter}geqrf": of(geqrf),
            f"{letter}{prefix}gqr_bufferSize": lambda handle, m, n, k, A, lda, tau: m + n,
            f"{letter}{prefix}gqr": of(orgqr),
            f"{letter}{prefix}mqr_bufferSize": (
                lambda handle, side, trans, m, n, k, A, lda, tau, C, ldc: m + n
            ),
            f"{letter}{prefix}mqr": of(ormqr),
        }
    return found


def matrix(machine, dtype, address, rows, columns):
    """A matrix by columns in the GPU's memory."""
    raw = machine.heaps[machine.device].view(address, rows * columns * dtype.itemsize)
    return np.ndarray((rows, columns), dtype, raw, 0, (dtype.itemsize, rows * dtype.itemsize))


def later(machine, dtype, handle, work, words, report, compute):
    """Put a routine's work into the stream: it spoils the workspace, and reports."""
    assert handle == machine.device
    heap = machine.heaps[machine.device]

    def run():
        heap.view(work, words * dtype.itemsize).fill(0xA5)
        compute()
        heap.view(report, 4).view(np.int32)[0] = 0

    machine.check()
    machine.stream().put(run)


def geqrf(handle, m, n, A, lda, TAU, Workspace, Lwork, devInfo, machine, dtype):
    """One matrix."""
    assert lda == m and Lwork >= m + n

    def compute():
        factors, taus, _, _ = get_lapack_funcs("geqrf", dtype=dtype)(
            matrix(machine, dtype, A, m, n)
        )
        matrix(machine, dtype, A, m, n)[...] = factors
        matrix(machine, dtype, TAU, min(m, n), 1)[:, 0] = taus

    later(machine, dtype, handle, Workspace, Lwork, devInfo, compute)


def orgqr(handle, m, n, k, A, lda, tau, work, lwork, info, machine, dtype):
    """The first n columns of the product of k reflectors."""
    assert lda == m >= n >= k and lwork >= m + n

    def compute():
        name = "ungqr" if dtype.kind == "c" else "orgqr"
        taus = matrix(machine, dtype, tau, k, 1)[:, 0]
        found, _, _ = get_lapack_funcs(name, dtype=dtype)(matrix(machine, dtype, A, m, n), taus)
        matrix(machine, dtype, A, m, n)[...] = found

    later(machine, dtype, handle, work, lwork, info, compute)


def ormqr(handle, side, trans, m, n, k, A, lda, tau, C, ldc, work, lwork, devInfo, machine, dtype):
    """C multiplied from one side."""
    is_complex = dtype.kind == "c"
    assert ldc == m and lda == (n if side else m) and trans in (0, 2 if is_complex else 1)

    def compute():
        name = "unmqr" if is_complex else "ormqr"
        taus, c = matrix(machine, dtype, tau, k, 1)[:, 0], matrix(machine, dtype, C, m, n)
        reflectors, flag = matrix(machine, dtype, A, lda, k), "NTC"[trans]
        multiply = get_lapack_funcs(name, dtype=dtype)
        found, _, _ = multiply("LR"[side], flag, reflectors, taus, c, 64 * (m + n))
        c[...] = found

    later(machine, dtype, handle, work, lwork, devInfo, compute)
