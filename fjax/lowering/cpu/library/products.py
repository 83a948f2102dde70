"""Matrix products through BLAS, as launches of a program or at once.

A product is cut into blocks of rows and columns, which depend only on its sizes (`cuts.py`). Each
block is a single-threaded BLAS call from fjax's own thread pool. The library's pool stays idle: two
pools that spin on the same processors slow each other down several times.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import math
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core.ir import Equation
from fjax.core.memo import memo
from fjax.locks import process_lock
from fjax.lowering.cpu import loader
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import blas, cuts, onednn, panels, product_calls, vectors
from fjax.lowering.cpu.library.product_calls import (
    NO_TRANSPOSE,
    TRANSPOSE,
    Matrices,
    Product,
    leading,
)
from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch
from fjax.primitives.contraction import DotGeneral

LETTERS = {np.dtype("f4"): "s", np.dtype("f8"): "d", np.dtype("c8"): "c", np.dtype("c16"): "z"}
SUMMED = 32  # terms of each of several products that are summed, at least
COPIES = 8  # reading and writing an element of their sum costs so much less than copying operands
LAUNCHED_WORK = 1 << 18  # multiply-adds from which BLAS would start threads of its own


def is_available(dtype: np.dtype) -> bool:
    """Whether matrix products of this dtype can be launched."""
    found = blas.find()
    letter = LETTERS.get(dtype)
    return found is not None and letter is not None and bool(found.products[f"{letter}gemm"])


def product_launch(
    dtype: np.dtype,
    m: int,
    n: int,
    k: int,
    a: Matrices,
    b: Matrices,
    c: Matrices,
    slots: tuple[int, int, int],
    **options: int,
) -> Launch | None:
    """A `Product`, of these fields, as one launch; c may hold anything.

    None where BLAS cannot do it: another dtype, no BLAS, a matrix neither of whose axes is
    contiguous, or vectors by parts or in sums.
    """
    if not is_available(dtype) or min(m, n) == 0:
        return None
    p = Product(dtype, m, n, k, a, b, c, slots, **options)
    found = panels.launch(p)
    if found is not None:
        return found
    if p.sums == 1:
        own = vectors.launch(p)
        if own is not None:
            return None if p.terms else own
    if k > 0 and (m == 1 or n == 1):
        if p.sums > 1 or p.terms:
            return None
        return _vector_launch(p.transposed if m == 1 and n > 1 else p)
    if c.column != 1 and n > 1:
        return None if c.row != 1 and m > 1 else _matrix_launch(p.transposed)
    return _matrix_launch(p)


def _matrix_launch(p: Product) -> Launch | None:
    """Products of matrices."""
    m, n, k = p.m, p.n, p.k
    if k == 0:  # nothing to read: any layout will do
        p = replace(p, a=Matrices(0, 1, 1), b=Matrices(0, n, 1))
    first, second, target = leading(p.a, m, k), leading(p.b, k, n), leading(p.c, m, n)
    if first is None or second is None or target is None or target[0] != NO_TRANSPOSE:
        return None
    rows, columns = (m, n) if p.terms else cuts.of_product(m, n, p.sums * k, p.batch)
    pieces = math.ceil(k / p.terms) if p.terms else 1
    fields = dict(most_rows=rows, most_columns=columns, most_terms=p.terms or k, pieces=pieces)
    fields |= dict(ta=first[0], tb=second[0], lda=first[1], ldb=second[1], ldc=target[1])
    return Launch(
        _routine(p.dtype, "gemm", onednn.suits_product(p.dtype, m * n * k)),
        p.slots,
        _words(p, **fields),
        extent=p.batch * math.ceil(m / rows) * math.ceil(n / columns) * pieces,
        parallel=p.terms > 0 or p.sums * p.batch * m * n * k >= 2 * cuts.CALL_WORK,
        uses_blas=True,
        coarse=True,
        work=p.sums * p.batch * m * n * k // 4,
    )


def _vector_launch(p: Product) -> Launch | None:
    """Products of matrices with a vector."""
    matrix = p.matrix_of_vectors
    if matrix is None:
        return None
    rows = cuts.of_vector_product(p.m, p.k, p.batch, matrix[0] == TRANSPOSE)
    fields = dict(most_rows=rows, most_columns=1, most_terms=p.k, pieces=1)
    fields |= dict(ta=matrix[0], tb=NO_TRANSPOSE, lda=matrix[1])
    return Launch(
        _routine(p.dtype, "gemv"),
        p.slots,
        _words(p, **fields, ldb=max(p.b.row, 1), ldc=max(p.c.row, 1)),
        extent=p.batch * math.ceil(p.m / rows),
        parallel=p.batch * p.m * p.k >= 2 * cuts.VECTOR_CALL_WORK,
        uses_blas=True,
        coarse=True,
    )


def _words(p: Product, **fields: int) -> tuple[int, ...]:
    """A launch's table."""
    zero, one = _zero_and_one(p.dtype)
    sizes = dict(m=p.m, n=p.n, k=p.k, sums=p.sums, za=p.a.term, zb=p.b.term, zc=p.c.term)
    return tuple(product_calls.Calls.words(zero=zero, one=one, **p.steps(), **sizes, **fields))


def constant_words(value: complex, dtype: np.dtype) -> list[int]:
    """A number as two words of a table: for complex64 both parts are in the first."""
    data = np.zeros(2, np.int64)
    data.view(dtype)[0] = value
    return [int(w) for w in data]


@memo(16)
def _zero_and_one(dtype: np.dtype) -> list[list[int]]:
    return [constant_words(x, dtype) for x in (0.0, 1.0)]


def contraction_launch(
    dtype: np.dtype,
    sizes: tuple[int, int, int, int],
    lhs: tuple[tuple[int, ...], tuple[int, ...]],
    rhs: tuple[tuple[int, ...], tuple[int, ...]],
    slots: tuple[int, int, int],
    terms: int = 0,
) -> Launch | None:
    """A contraction of contiguous arrays as one product, without moving an operand.

    Args:
      sizes: batch, m, n, k.
      lhs: shape, and its axes in the order batch, m, k. rhs: shape, and axes as batch, k, n.
      slots: of lhs, rhs and the contiguous (batch, m, n) result.
      terms: of a part of the k terms, whose results come one after another; 0 for all.

    None where an operand's axes do not lie in memory as BLAS needs them.
    """
    batch, m, n, k = sizes
    (lhs_shape, lhs_axes), (rhs_shape, rhs_axes) = lhs, rhs
    lhs_batch, rows, inner = _axes_of(lhs_shape, lhs_axes, (batch, m, k))
    rhs_batch, same, columns = _axes_of(rhs_shape, rhs_axes, (batch, k, n))
    for at in range(max(1, len(inner))):  # the axes before the number `at` are summed by calls
        summed = math.prod(lhs_shape[i] for i in inner[:at])
        length = k // max(summed, 1)
        if at and (terms or length < SUMMED or COPIES * length * (m + n) < m * n):
            return None
        a = _stack(lhs_shape, inner[:at], lhs_batch, rows, inner[at:])
        b = _stack(rhs_shape, same[:at], rhs_batch, same[at:], columns)
        if a is None or b is None:
            continue
        group, operands = in_groups(a, b, (Matrices(m * n, n, 1, term=batch * m * n), 0))
        if not group:
            return None
        first, second, target = operands
        options = dict(batch=batch, group=group, sums=summed, terms=terms)
        return product_launch(dtype, m, n, length, first, second, target, slots, **options)
    return None


def in_groups(*stacks: tuple[Matrices, int]) -> tuple[int, list[Matrices]]:
    """Stacks as `as_matrices` gives them, in groups of one size; 0 and none if theirs differ.

    A stack whose matrices all follow each other can be in groups of any size.
    """
    groups = {group for _, group in stacks if group}
    if len(groups) > 1:
        return 0, []
    group = min(groups, default=1)
    return group, [
        x if own or group == 1 else replace(x, batch=group * x.batch, inner=x.batch)
        for x, own in stacks
    ]


def as_matrices(
    shape: tuple[int, ...], axes: tuple[int, ...], groups: tuple[int, int, int]
) -> tuple[Matrices, int] | None:
    """A contiguous array, its axes permuted, as a stack of matrices of sizes `groups`.

    With it comes how many matrices follow each other by one stride, before the other begins; 0 if
    one stride leads through all of them.

    >>> as_matrices((4, 3, 2, 5), (0, 2, 1, 3), (8, 3, 5))
    (Matrices(batch=30, row=10, column=1, offset=0, inner=5, term=0), 2)
    """
    return _stack(shape, (), *_axes_of(shape, axes, groups))


@memo()
def _axes_of(
    shape: tuple[int, ...], axes: tuple[int, ...], sizes: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """The axes longer than one, in parts of these sizes."""
    rest = iter([a for a in axes if shape[a] > 1])
    parts = []
    for size in sizes:
        part: list[int] = []
        while math.prod([shape[a] for a in part]) < size:
            part.append(next(rest))
        parts.append(tuple(part))
    return parts


@memo()
def _stack(
    shape: tuple[int, ...],
    terms: tuple[int, ...],
    batch: tuple[int, ...],
    rows: tuple[int, ...],
    columns: tuple[int, ...],
) -> tuple[Matrices, int] | None:
    """See `as_matrices`: the array by axes; `terms` are those whose products are summed."""
    found = []
    for axes in (batch, terms, rows, columns):
        runs = list[tuple[int, int]]()  # (extent, stride) of merged axes
        for a in axes:
            extent, stride = shape[a], math.prod(shape[a + 1 :])
            if runs and runs[-1][1] == extent * stride:
                runs[-1] = (runs[-1][0] * extent, stride)
            else:
                runs.append((extent, stride))
        found.append(runs)
    groups, *single = found
    if len(groups) > 2 or any(len(runs) > 1 for runs in single):
        return None
    term, row, column = (max(runs[0][1], 1) if runs else 1 for runs in single)
    step, (group, inner) = groups[0][1] if groups else 0, groups[1] if len(groups) > 1 else (0, 0)
    return Matrices(step, row, column, inner=inner, term=term if terms else 0), group


def matmul(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """a @ b for arrays of at least two axes, batches broadcast, with fjax's threads.

    Args:
      a: shape (..., m, k). b: shape (..., k, n), of the same dtype.
      out: shape (..., m, n); made if not given.

    Small products, dtypes without BLAS, and layouts that BLAS cannot read go through numpy.matmul,
    on one thread.
    """
    if a.dtype is b.dtype and type(a) is type(b) is np.ndarray:
        shape, run = _whole(a.dtype, _layout(a), _layout(b), None if out is None else _layout(out))
        if run is not None and (out is None or out.dtype is a.dtype):
            if out is None:
                out = pool.empty(shape, a.dtype)
            run(a, b, out)
            return out
    with single_threaded_blas():
        return np.matmul(a, b, out=out)


Layout = tuple[tuple[int, ...], tuple[int, ...], bool]


def _layout(x: np.ndarray) -> Layout:
    """Shape, strides in bytes, and whether the elements are aligned."""
    return x.shape, x.strides, x.flags.aligned


@functools.lru_cache(maxsize=1024)
def _whole(
    dtype: np.dtype, a: Layout, b: Layout, out: Layout | None
) -> tuple[tuple[int, ...], Callable[..., None] | None]:
    """The shape of a @ b, and one launch as a function of (a, b, out), if that is worth it."""
    shape = (*np.broadcast_shapes(a[0][:-2], b[0][:-2]), a[0][-2], b[0][-1])
    batched = len(shape) > 3 and math.prod(shape[:-2]) > 1
    if batched or math.prod(shape) * a[0][-1] < LAUNCHED_WORK:
        return shape, None
    run = _by_parts(dtype, a, b) if math.prod(shape[:-2]) == 1 else None
    if run is None:
        launch = _launch_of(dtype, a, b, out or _contiguous(shape, dtype))
        run = None if launch is None else _program(launch)
    return shape, run


def _by_parts(dtype: np.dtype, a: Layout, b: Layout) -> Callable[..., None] | None:
    """The product of two matrices as the sum of partial ones, if it has many terms for its size."""
    (m, k), n = a[0][-2:], b[0][-1]
    terms = cuts.terms_of_product(m, n, k, 1)
    shape = (math.ceil(k / terms), m, n) if terms else (0, m, n)
    launch = _launch_of(dtype, a, b, _contiguous(shape, dtype), terms) if terms else None
    if launch is None:
        return None
    partial_products = _program(launch)

    def run(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> None:
        found = pool.empty(shape, dtype)
        partial_products(a, b, found)
        np.add.reduce(found, axis=0, out=out.reshape(m, n))

    return run


def _program(launch: Launch) -> Callable[..., None]:
    """A product as a function of (a, b, out)."""
    return NativeProgram([launch], 3, release_gil=True).run


def _contiguous(shape: tuple[int, ...], dtype: np.dtype) -> Layout:
    """The layout of a new array."""
    steps = itertools.accumulate(reversed(shape[1:]), operator.mul, initial=dtype.itemsize)
    return shape, tuple(steps)[::-1], True


def _launch_of(dtype: np.dtype, a: Layout, b: Layout, out: Layout, terms: int = 0) -> Launch | None:
    """The product of arrays of these layouts; by `terms`, of matrices whose parts follow in out."""

    def spread(x: Layout) -> Matrices:
        shape, strides, _ = x
        *outer, row, column = (s // dtype.itemsize for s in strides)
        return Matrices(outer[-1] if outer and shape[-3] > 1 else 0, row, column)

    if not all(
        aligned and not any(s % dtype.itemsize for s in strides)
        for _, strides, aligned in (a, b, out)
    ):
        return None
    (m, k), n = a[0][-2:], b[0][-1]
    batch, c = math.prod(out[0][:-2]), spread(out)
    if terms:
        batch, c = 1, replace(c, term=c.batch)
    operands = spread(a), spread(b), c
    return product_launch(dtype, m, n, k, *operands, (0, 1, 2), batch=batch, terms=terms)


@contextlib.contextmanager
def single_threaded_blas(scipy: bool = False) -> Iterator[None]:
    """NumPy's BLAS on one thread, and SciPy's, if it is loaded or `scipy` says so.

    Cuts by the number of threads would change bits, and two pools on the same cores slow each other
    down (measured on two cores, a small convolutional net: 8 ms this way, 55 with two pools).
    """
    enter, leave = _library_guards()
    try:  # an interrupt comes after the call, with something to leave
        enter()
        with _scipy_limit() if scipy or "scipy.linalg" in sys.modules else contextlib.nullcontext():
            yield
    finally:
        leave()


class _Limit:
    """A BLAS on one thread while anybody is inside; `with` from any number of threads."""

    def __init__(self, found: blas.Blas | None):
        self.limited = found is not None and found.set_threads != 0
        if found is not None and self.limited:
            self.get = ctypes.CFUNCTYPE(ctypes.c_int)(found.get_threads)
            self.set = ctypes.CFUNCTYPE(None, ctypes.c_int)(found.set_threads)
        self.lock, self.inside, self.before = process_lock(), 0, 1

    def __enter__(self) -> None:
        if self.limited:
            with self.lock:
                if self.inside == 0:
                    self.before = self.get()
                    self.set(1)
                self.inside += 1

    def __exit__(self, *error: object) -> None:
        if self.limited:
            with self.lock:
                self.inside -= 1
                if self.inside == 0:
                    self.set(self.before)


@functools.cache
def _scipy_limit() -> _Limit:
    return _Limit(blas.find_scipy())


@functools.cache
def _library_guards() -> tuple[Callable[[], None], Callable[[], None]]:
    """Functions that set BLAS to one thread and back, around launches that use it."""
    found, entry = blas.find(), runtime.native()
    if found is not None:
        runtime.use_blas(found.get_threads, found.set_threads)
    return entry.call("enter_blas", None), entry.call("leave_blas", None)


@functools.cache
def _routine(dtype: np.dtype, stem: str, through_onednn: bool = False) -> NativeRoutine:
    """The function with the uniform ABI that makes the library's calls of one slice."""
    name = f"{LETTERS[dtype]}{stem}"

    def parameters() -> dict[str, Any]:
        found = blas.find()
        assert found is not None
        loader.define(f"fjax_blas_{name}", found.products[name])
        runtime.use_blas(found.get_threads, found.set_threads)
        if through_onednn:
            onednn.link()
        return product_calls.parameters(name, found.integer_bits, through_onednn)

    function = product_calls.multiply_matrices if stem == "gemm" else product_calls.multiply_vectors
    key = f"{'onednn' if through_onednn else 'blas'}:{name}"
    return native_routine(key, function, (product_calls,), parameters)


def as_sums(op: DotGeneral, eqn: Equation, machine: Machine) -> Callable[..., Sequence[Any]] | None:
    """Many small products as elementwise ones and sums, in kernels; None if they are few or large.

    A call of BLAS for each takes 20 ns, in which a kernel multiplies more than they have; and what
    comes before and after is computed in the same kernel. So are many rows times a vector, if they
    are too short for lanes.
    """
    lhs, rhs = eqn.invars
    g = op.layout(lhs.aval, rhs.aval)
    work = g.m * g.n * g.k
    if g.batch == 1 and 1 in (g.m, g.n) and 1 < g.k <= 9 * machine.columns // 8:
        axes, matrix = op.dimension_numbers[0][g.m == 1], (lhs, rhs)[g.m == 1].aval
        by_rows = tuple(axes) == (matrix.ndim - 1,)
        return op.as_sums if by_rows and work >= vectors.SMALL else None
    if g.batch == 1:
        return None
    if 1 in (g.m, g.n):
        is_small = work <= machine.product_terms // 2
    else:
        few = 3 * machine.short_axis // 2  # rows, or rows for each of as many columns
        is_few = g.m <= few or g.m * g.n <= few * machine.short_axis
        (_, contracted), (_, batched) = op.dimension_numbers
        in_lanes = rhs.aval.ndim - 1 not in batched and vectors.of_rows(
            lhs.aval.dtype, (g.n, g.k), g.m, rhs.aval.ndim - 1 in contracted, g.batch
        )
        most = machine.limits.written_out if in_lanes else machine.product_terms // 5
        is_small = is_few and work <= most
    return op.as_sums if is_small and work > 0 and g.batch > 0 else None
