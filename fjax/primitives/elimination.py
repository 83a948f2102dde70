"""LU factors and triangular systems of stacks of small matrices, all matrices at once.

A call of LAPACK for each matrix costs more than its arithmetic: measured, factors of many matrices
are quicker this way up to 8 rows, solutions up to 16.
"""
from __future__ import annotations

import math

import numpy as np

ROWS_FACTORED = 8
ROWS_SOLVED = 16


def suits(x: np.ndarray, most_rows: int) -> bool:
    """Whether a stack has so many and so small matrices that a step of all is quicker."""
    m, n = x.shape[-2:]
    return x.ndim > 2 and 0 < max(m, n) <= most_rows \
        and math.prod(x.shape[:-2]) >= 8 * max(m, n)


def lu(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(L and U in one matrix, pivots), with partial pivoting; columns of zeros stay."""
    m, n = x.shape[-2:]
    k = min(m, n)
    out = x.reshape(-1, m, n).copy()
    pivots = np.empty((len(out), k), np.int32)
    each = np.arange(len(out))
    for i in range(k):
        column = out[:, i:, i]
        size = np.abs(column) if x.dtype.kind != "c" else np.abs(column.real) + np.abs(column.imag)
        chosen = size.argmax(axis=1) + i
        pivots[:, i] = chosen
        row = out[each, chosen]
        out[each, chosen] = out[:, i]
        out[:, i] = row
        head = row[:, i, None]
        out[:, i + 1:, i] /= np.where(head == 0, head.dtype.type(1), head)
        out[:, i + 1:, i + 1:] -= out[:, i + 1:, i, None] * row[:, None, i + 1:]
    return out.reshape(x.shape), pivots.reshape(*x.shape[:-2], k)


def interchanged(b: np.ndarray, pivots: np.ndarray, backwards: bool = False) -> np.ndarray:
    """The rows of each matrix after the interchanges that `pivots` lists, or before them."""
    out = b.reshape(-1, *b.shape[-2:]).copy()
    chosen = pivots.reshape(len(out), -1)
    each = np.arange(len(out))
    steps = range(chosen.shape[1])
    for i in reversed(steps) if backwards else steps:
        row = out[each, chosen[:, i]]
        out[each, chosen[:, i]] = out[:, i]
        out[:, i] = row
    return out.reshape(b.shape)


def triangular_solve(a: np.ndarray, b: np.ndarray, lower: bool, unit: bool) -> np.ndarray:
    """The x with a x = b for each matrix, of which only one triangle is read."""
    n = a.shape[-1]
    out = b.copy()
    for i in range(n) if lower else range(n - 1, -1, -1):
        if not unit:
            out[..., i, :] /= a[..., i, i, None]
        rest = slice(i + 1, None) if lower else slice(0, i)
        out[..., rest, :] -= a[..., rest, i, None] * out[..., i, None, :]
    return out


def lu_solve(factors: np.ndarray, pivots: np.ndarray, b: np.ndarray, trans: int) -> np.ndarray:
    """The x with op(A) x = b, where op is 0: A, 1: its transpose, 2: its conjugate transpose."""
    if trans == 0:
        half = triangular_solve(factors, interchanged(b, pivots), True, True)
        return triangular_solve(factors, half, False, False)
    turned = np.swapaxes(factors if trans == 1 else factors.conj(), -1, -2)
    half = triangular_solve(turned, b, True, False)
    return interchanged(triangular_solve(turned, half, False, True), pivots, backwards=True)
