"""Factorizations of stacks of matrices and solves with them as launches, without a step in Python.

One thread factors one matrix, so the bits do not depend on the number of threads.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation
from fjax.lowering.cpu import loader, processor
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import blas, cuts, lapack_calls, lapack_lanes, product_calls
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.library.product_calls import NO_TRANSPOSE, TRANSPOSE
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.native.types import lane_parameters
from fjax.lowering.run.launch import Launch
from fjax.primitives import lapack as on_host
from fjax.primitives.eigen import Eig, Eigh, Eigvalsh, Svd
from fjax.primitives.factorization import Cholesky, Lu, LuPivotsToPermutation, Qr
from fjax.primitives.triangular import FactoredSolve, TriangularSolve

NAMES = ("potrf", "getrf", "trsm", "trsv")
OF_REALS = ("geqrf", "orgqr", "syevd", "gesdd", "geev")  # those of complex numbers: other names


def launch(eqn: Equation) -> Launch | None:
    """The equation as one launch; None if it is not a factorization or solve of such sizes.

    Operands and results lie in memory by rows, without gaps.
    """
    describe = TABLES.get(type(eqn.op))
    if describe is None:
        return None
    avals = [x.aval for x in (*eqn.invars, *eqn.outvars)]
    if not all(math.prod(x.shape) for x in avals):
        return None
    return describe(eqn.op, avals)


def _cholesky(op: Cholesky, avals: list[ShapedArray]) -> Launch | None:
    x, n = avals[0], avals[0].shape[-1]
    found = _in_lanes("factor_cholesky", x, (0, 1), n**3 // 3, 12)
    return found or _launch("factor_cholesky", x, (0, 1), n**3 // 3, rows=n)


def _lu(op: Lu, avals: list[ShapedArray]) -> Launch | None:
    m, n = avals[0].shape[-2:]
    if m != n or n > lapack_calls.MOST_PIVOTS:
        return None
    found = _in_lanes("factor_lu", avals[0], (0, 1, 2, 3), n**3, 2)
    return found or _launch("factor_lu", avals[0], (0, 1, 2, 3), n**3, rows=n)


def _qr(op: Qr, avals: list[ShapedArray]) -> Launch | None:
    x, r = avals[0], avals[1 + op.compute_q]
    (m, n), k = x.shape[-2:], r.shape[-2]
    if op.pivoting or x.dtype.kind != "f" or m * max(n, k) > lapack_calls.MOST_OF_QR:
        return None
    sizes, work = dict(rows=m, columns=n, width=k), 2 * m * n * min(m, n)
    if not op.compute_q:
        return _launch("factor_qr", x, (0, 1), work, **sizes, vectors=lapack_calls.LETTER_N)
    return _launch("factor_qr", x, (0, 2, 1), work + 2 * m * k * k, **sizes)


def _eigh(op: Eigh, avals: list[ShapedArray]) -> Launch | None:
    if op.subset_by_index is not None:
        return None
    return _hermitian(avals[0], op.lower, (0, 2, 1), lapack_calls.LETTER_V)


def _eigvalsh(op: Eigvalsh, avals: list[ShapedArray]) -> Launch | None:
    return _hermitian(avals[0], op.lower, (0, 1), lapack_calls.LETTER_N)


def _hermitian(x: ShapedArray, lower: bool, slots: tuple[int, ...], letter: int) -> Launch | None:
    n = x.shape[-1]
    if x.dtype.kind != "f" or n * n > lapack_calls.MOST_ELEMENTS:
        return None
    triangle = lapack_calls.LOWER if lower else lapack_calls.UPPER
    sizes = dict(rows=n, triangle=triangle, vectors=letter)
    return _launch("find_eigenvectors", x, slots, 9 * n**3, **sizes)


def _svd(op: Svd, avals: list[ShapedArray]) -> Launch | None:
    x, (m, n) = avals[0], avals[0].shape[-2:]
    if x.dtype.kind != "f" or m * n > lapack_calls.MOST_ELEMENTS or _is_for_scipy(x):
        return None
    sizes, work = dict(rows=m, columns=n), 9 * m * n * min(m, n)
    if not op.compute_uv:
        letter = lapack_calls.LETTER_N
        return _launch("find_singular_vectors", x, (0, 1), work, **sizes, vectors=letter)
    width, height = avals[2].shape[-1], avals[3].shape[-2]
    if max(m * width, n * height) > lapack_calls.MOST_ELEMENTS:
        return None
    letter = lapack_calls.LETTER_A if op.full_matrices else lapack_calls.LETTER_S
    more = dict(width=width, height=height, vectors=letter)
    return _launch("find_singular_vectors", x, (0, 1, 2, 3), 2 * work, **sizes, **more)


def _eig(op: Eig, avals: list[ShapedArray]) -> Launch | None:
    x, n = avals[0], avals[0].shape[-1]
    is_large = n * n > lapack_calls.MOST_ELEMENTS or _is_for_scipy(x)
    if op.left or x.dtype.kind != "f" or is_large:
        return None
    letter = lapack_calls.LETTER_V if op.right else lapack_calls.LETTER_N
    slots, work = ((0, 1, 2), 25) if op.right else ((0, 1), 10)
    return _launch("find_any_eigenvectors", x, slots, work * n**3, rows=n, vectors=letter)


def _is_for_scipy(x: ShapedArray) -> bool:
    """Whether SciPy's LAPACK is faster than the one that launches call."""
    return x.dtype == np.float32 and min(x.shape[-2:]) >= on_host.LARGE


def _permutation(op: LuPivotsToPermutation, avals: list[ShapedArray]) -> Launch | None:
    pivots, order = avals
    if pivots.dtype != np.int32:
        return None
    rows = ShapedArray((*pivots.shape, 1), np.float32)  # any dtype with a LAPACK
    return _launch("permute", rows, (0, 1), 0, rows=pivots.shape[-1], columns=order.shape[-1])


def _triangular(op: TriangularSolve, avals: list[ShapedArray]) -> Launch | None:
    a, b, _ = avals
    if op.conjugate_a and not op.transpose_a and a.dtype.kind == "c":
        return None
    n, columns = a.shape[-1], b.shape[-1 if op.left_side else -2]
    flags = dict(
        side=lapack_calls.LEFT if op.left_side else lapack_calls.RIGHT,
        triangle=lapack_calls.LOWER if op.lower else lapack_calls.UPPER,
        transposition=_transposition(op.transpose_a, op.conjugate_a),
        diagonal=lapack_calls.UNIT if op.unit_diagonal else lapack_calls.NOT_UNIT,
    )
    work, sizes = n * n * columns, dict(rows=n, columns=columns)
    return _launch("solve_triangular", a, (0, 1, 2), work, **sizes, **flags)


def _factored(op: FactoredSolve, avals: list[ShapedArray]) -> Launch | None:
    _, factors, _, b, _ = avals
    n, columns = b.shape[-2:]
    transposition = _transposition(op.trans != 0, op.trans == 2)
    sizes = dict(rows=n, columns=columns, side=lapack_calls.LEFT, transposition=transposition)
    return _launch("solve_factored", factors, (1, 2, 3, 4), 2 * n * n * columns, **sizes)


def _transposition(transposed: bool, conjugated: bool) -> int:
    """As cblas.h numbers them."""
    if not transposed:
        return NO_TRANSPOSE
    return lapack_calls.CONJUGATE_TRANSPOSE if conjugated else TRANSPOSE


TABLES: dict[type, Callable[[Any, list[ShapedArray]], Launch | None]] = {
    Cholesky: _cholesky,
    Eig: _eig,
    Eigh: _eigh,
    Eigvalsh: _eigvalsh,
    Qr: _qr,
    Svd: _svd,
    Lu: _lu,
    LuPivotsToPermutation: _permutation,
    TriangularSolve: _triangular,
    FactoredSolve: _factored,
}


def _launch(
    function: str, matrices: ShapedArray, slots: tuple[int, ...], work: int, **sizes: int
) -> Launch | None:
    """A launch over a stack, each of whose matrices takes `work` multiply-adds."""
    if not is_available(matrices.dtype):
        return None
    batch = math.prod(matrices.shape[:-2])
    constants = {
        name: library.constant_words(value, matrices.dtype)
        for name, value in (("zero", 0), ("one", 1), ("nan", math.nan))
    }
    return Launch(
        _routine(function, library.LETTERS[matrices.dtype]),
        slots,
        tuple(lapack_calls.Stack.words(**sizes, **constants)),
        extent=batch,
        parallel=batch > 1 and batch * work >= 2 * cuts.CALL_WORK,
        uses_blas=True,
        coarse=True,
        work=batch * work // 4,
    )


def _in_lanes(
    function: str, x: ShapedArray, slots: tuple[int, ...], work: int, most: int
) -> Launch | None:
    """A launch over groups of real matrices in lanes; None if no group is full, or rows are longer
    than `most` times the lanes: then LAPACK takes less.
    """
    batch, n, size = math.prod(x.shape[:-2]), x.shape[-1], x.dtype.itemsize
    lanes = processor.host().lanes(size)
    longest = min(most * lanes, lapack_lanes.LONGEST)
    if x.dtype.kind != "f" or size not in (4, 8) or batch < lanes or n > longest:
        return None
    groups = math.ceil(batch / lanes)
    return Launch(
        _lane_routine(function, size, lanes),
        slots,
        tuple(lapack_lanes.Group.words(rows=n, count=batch)),
        extent=groups,
        parallel=groups > 1 and batch * work >= 2 * cuts.VECTOR_CALL_WORK,
        coarse=True,
        work=batch * work // 4,
    )


@functools.cache
def _lane_routine(function: str, size: int, lanes: int) -> NativeRoutine:
    """The function with the uniform ABI that goes through some groups of matrices."""
    native, modules = getattr(lapack_lanes, function), (lapack_lanes,)
    key = f"lapack:lanes {function} {size} {lanes}"
    return native_routine(key, native, modules, lambda: lane_parameters(size, lanes))


@functools.cache
def is_available(dtype: np.dtype) -> bool:
    """Whether the loaded BLAS has all functions for a dtype."""
    letter, found = library.LETTERS.get(dtype), blas.find()
    return letter is not None and found is not None and all(_addresses(found, letter).values())


def _addresses(found: blas.Blas, letter: str) -> dict[str, int]:
    names = (*NAMES, *OF_REALS) if letter in "sd" else NAMES
    return {name: found.address(f"{letter}{name}") for name in names}


@functools.cache
def _routine(function: str, letter: str) -> NativeRoutine:
    """The function with the uniform ABI that goes through some matrices."""

    def parameters() -> dict[str, Any]:
        found = blas.find()
        assert found is not None
        for name, place in _addresses(found, letter).items():
            loader.define(f"fjax_lapack_{letter}{name}", place)
        runtime.use_blas(found.get_threads, found.set_threads)
        return lapack_calls.parameters(letter, found.integer_bits)

    native, modules = getattr(lapack_calls, function), (lapack_calls, product_calls)
    return native_routine(f"lapack:{letter}{function}", native, modules, parameters)
