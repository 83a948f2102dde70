"""Loops that choose under a window of their index: they are cut where it begins and ends."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core import scalar
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.processor import host
from fjax.lowering.kernel.form import (
    INDEX,
    BufferArgument,
    Kernel,
    Loop,
    Mode,
    Param,
    Size,
    Store,
    axis,
    load,
)
from fjax.lowering.kernel.spelling import FactTable
from fjax.lowering.schedule.index_bounds import choice
from tests.lowering.cpu.harness import at, call, check, f32, f64, i32, size
from tests.lowering.interpreter import interpret

RNG = np.random.default_rng(5)
ROWS, WIDTH, FIRST, LAST = Size(0), Size(1), Size(2), Size(3)
MARGIN = 3
LENGTHS = [1, 7, 8, 31, 64, 100, 203]


def windows(n: int) -> list[tuple[int, int]]:
    """Windows inside, at either end, of one element, empty, inverted, and beyond the ends."""
    return [
        (0, n),
        (1, n - 1),
        (0, n // 2),
        (n // 2, n),
        (n // 3, n // 3 + 1),
        (0, 1),
        (n - 1, n),
        (n // 2, n // 2),
        (n, 0),
        (-5, n + 9),
        (n + 4, n + 9),
        (-9, -2),
    ]


def rows_kernel(mask, dtype=f64, row_condition=None, masked_store=False) -> Kernel:
    """out[i, j] = 2 x[i, j - 1] + x[i, j + 1] under a condition of j, elsewhere y[i, j]."""
    condition = mask(axis(1))
    if row_condition is not None:
        condition = row_condition(axis(0)) & condition
    sides = [
        load(at(0, (0, Size(4)), (1, 1), offset=Size(k)), dtype, None, condition) for k in (5, 6)
    ]
    value = sides[0] * scalar.const(2, dtype) + sides[1]
    if masked_store:
        store = Store(at(2, (0, WIDTH), (1, 1)), value, None, condition)
    else:
        store = Store(
            at(2, (0, WIDTH), (1, 1)),
            scalar.select(condition, value, load(at(1, (0, WIDTH), (1, 1)), dtype)),
        )
    inner = Loop(1, size(1), Mode.VECTOR, (store,))
    return Kernel(
        (BufferArgument(dtype), BufferArgument(dtype), BufferArgument(dtype, written=True)),
        (INDEX,) * 7,
        (Loop(0, size(0), Mode.PARALLEL, (inner,)),),
    )


def buffers(n: int, dtype=f64, rows: int = 3) -> list[np.ndarray]:
    shapes = (rows, n + 2 * MARGIN), (rows, n), (rows, n)
    return [RNG.integers(-99, 99, shape).astype(dtype) for shape in shapes]


def words(n: int, window: tuple[int, int], rows: int = 3) -> list[int]:
    return [rows, n, *window, n + 2 * MARGIN, MARGIN - 1, MARGIN + 1]


def between(j):
    return scalar.and_(j >= size(2), j < size(3))


def inner_loop(kernel: Kernel) -> Loop:
    (outer,) = kernel.body
    return outer.body[0]


def is_cut(kernel: Kernel) -> bool:
    return choice(inner_loop(kernel), FactTable(kernel.body)) is not None


@pytest.mark.one_in(4)
@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize("masked_store", [False, True])
def test_every_place_of_a_window(n, masked_store):
    kernel = rows_kernel(between, masked_store=masked_store)
    assert is_cut(kernel) != masked_store
    for window in windows(n):
        check(kernel, buffers(n), words(n, window), 3)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", [f32, i32, np.dtype(np.float16), np.dtype(np.int8)], ids=str)
def test_windows_of_other_dtypes(dtype):
    if dtype == np.float16:
        kernel = rows_kernel_of_half()
    else:
        kernel = rows_kernel(between, dtype)
    assert is_cut(kernel)
    for window in windows(203):
        check(kernel, buffers(203, dtype), words(203, window), 3)


def rows_kernel_of_half() -> Kernel:
    """out[i, j] = x[i, j] in the window, elsewhere y[i, j]; nothing computes in float16."""
    half, condition = np.dtype(np.float16), between(axis(1))
    inside = load(at(0, (0, Size(4)), (1, 1), offset=Size(5)), half, None, condition)
    store = Store(
        at(2, (0, WIDTH), (1, 1)),
        scalar.select(condition, inside, load(at(1, (0, WIDTH), (1, 1)), half)),
    )
    inner = Loop(1, size(1), Mode.VECTOR, (store,))
    return Kernel(
        (BufferArgument(half), BufferArgument(half), BufferArgument(half, written=True)),
        (INDEX,) * 7,
        (Loop(0, size(0), Mode.PARALLEL, (inner,)),),
    )


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    "mask",
    [
        lambda j: scalar.and_(j - size(2) >= 0, j - size(2) < size(3) - size(2)),
        lambda j: scalar.and_(j > size(2) - 1, j <= size(3) - 1),
        lambda j: scalar.and_(size(2) - j <= 0, size(3) - j > 0),
        lambda j: scalar.and_(size(3) > j, size(2) <= j),
        lambda j: j >= size(2),
        lambda j: j < size(3),
        lambda j: scalar.and_(j >= size(2), j >= size(2) - 2, j < size(3), j < size(1) - 1),
        lambda j: scalar.and_(j >= size(2), ~(j >= size(3))),
    ],
    ids=["offset", "strict", "negative slope", "mirrored", "from", "up to", "several", "negated"],
)
def test_ways_to_write_a_window(mask):
    kernel = rows_kernel(mask)
    assert is_cut(kernel)
    for n in (31, 203):
        for window in windows(n):
            check(kernel, buffers(n), words(n, window), 3, only=("host", "sse"), numba=False)


def test_windows_of_some_rows():
    kernel = rows_kernel(between, row_condition=lambda i: scalar.eq(i % 2, scalar.const(1, INDEX)))
    assert is_cut(kernel)
    for window in windows(100):
        check(kernel, buffers(100, rows=5), words(100, window, 5), 5)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "mask",
    [
        lambda j: scalar.eq(j, size(2)),
        lambda j: j * 2 >= size(2),
        lambda j: (j >= size(2)) | (j < size(3)),
    ],
    ids=["equality", "multiple", "union"],
)
def test_other_conditions_are_asked_everywhere(mask):
    kernel = rows_kernel(mask)
    assert not is_cut(kernel)
    for window in windows(100):
        check(kernel, buffers(100), words(100, window), 3)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("shift", [-(2**63), -(2**63) + 50, 2**63 - 1, 2**63 - 50, 17])
def test_a_bound_that_may_wrap_around_is_asked_everywhere(shift):
    k = scalar.leaf(Param(7), INDEX)
    kernel = rows_kernel(lambda j: scalar.and_(j + k >= size(2), j + k < size(3)))
    kernel = Kernel(kernel.buffers, (*kernel.table, INDEX), kernel.body)
    assert not is_cut(kernel)
    check(kernel, buffers(100), [*words(100, (20, 90)), shift], 3)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("start", [-(2**63), -7, 0, 30, 2**63 - 1])
def test_a_bound_that_is_kept_in_range_is_a_window(start):
    k = scalar.minimum(
        scalar.maximum(scalar.leaf(Param(7), INDEX), scalar.const(0, INDEX)), size(3)
    )
    kernel = rows_kernel(lambda j: scalar.and_(j - k >= 0, j - k < size(2)))
    kernel = Kernel(kernel.buffers, (*kernel.table, INDEX), kernel.body)
    assert is_cut(kernel)
    check(kernel, buffers(100), [*words(100, (40, 60)), start], 3)


def test_a_condition_that_the_loop_changes_is_asked_everywhere():
    limit = load(at(2), INDEX)
    value = scalar.select(axis(1) < limit, axis(1), size(1))
    loop = Loop(1, size(1), Mode.VECTOR, (Store(at(2, (1, 1)), value),))
    assert choice(loop, FactTable((loop,))) is None


@pytest.mark.parametrize("cuts", [(0, 256), (0, 64, 128, 256), (0, 1, 5, 77, 255, 256)])
def test_parts_of_a_parallel_loop(cuts):
    x, y = load(at(0, (0, 1)), f64, None, between(axis(0))), load(at(1, (0, 1)), f64)
    store = Store(at(2, (0, 1)), scalar.select(between(axis(0)), x + x, y))
    loop = Loop(0, size(0), Mode.PARALLEL, (store,))
    kernel = Kernel(
        (BufferArgument(f64), BufferArgument(f64), BufferArgument(f64, written=True)),
        (INDEX,) * 4,
        (loop,),
    )
    assert choice(loop, FactTable(kernel.body)) is not None
    compiled = compiler.compile_kernel(kernel)
    for window in windows(256):
        given = [RNG.standard_normal(256) for _ in range(3)]
        expected = [b.copy() for b in given]
        interpret(kernel, expected, [256, 0, *window], 256)
        for lo, hi in zip(cuts, cuts[1:], strict=False):
            call(compiled, given, [256, 0, *window], lo, hi)
        np.testing.assert_array_equal(given[2], expected[2])


def test_iterations_that_write_to_one_element_keep_their_order():
    value = load(at(0, (1, 1), offset=Size(5)), f64)
    kernel = rows_kernel(between)
    loop = Loop(1, size(1), Mode.VECTOR, (Store(at(2), value, None, between(axis(1))),))
    kernel = Kernel(kernel.buffers, kernel.table, (Loop(0, size(0), Mode.PARALLEL, (loop,)),))
    for window in windows(100):
        check(kernel, buffers(100, rows=1), words(100, window, 1), 1)


# Unless LLVM moves code, a load is made where it stands.
UNOPTIMISED = """
import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu import compile as compiler

compiler.OPTIMIZATION_LEVEL = 0
ones = fjax.jit(lambda y, shape: y + jnp.zeros(shape), static_argnums=1)  # where memory ends
x, rows, twos = ones(1.0, (9, 40)), ones(1.0, 9), ones(2.0, 3)
padded = fjax.jit(lambda x, rows: jnp.pad(x * rows[:, None], (0, 1)))(x, rows)
assert padded.shape == (10, 41) and float(padded.sum()) == 360
window = fjax.jit(lambda x, y: x.at[2:5, 3:20].set(y[:, None]))(x, twos)
assert float(window.sum()) == 360 + 3 * 17
joined = fjax.jit(lambda x, y: jnp.concatenate([x, jnp.broadcast_to(y[:, None], (9, 1))], 1))
assert float(joined(x, rows).sum()) == 369
"""


@pytest.mark.skipif(os.name != "posix", reason="needs mprotect")
def test_nothing_is_read_for_an_interior_that_is_empty():
    environment = {**os.environ, "FJAX_POISON_MEMORY": "1"}
    command = [sys.executable, "-c", UNOPTIMISED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or "it reads memory that is not there"


def test_rows_that_no_lane_reads_are_not_addressed_outside_of_the_buffer():
    rows = fjax.jit(lambda x: jnp.sin(x) + jnp.concatenate([x[-1:], x[:-1]]))
    x = np.arange(8 * 100.0).reshape(8, 100)
    np.testing.assert_allclose(rows(x), np.sin(x) + np.roll(x, 1, 0))
    if not host().has_masks(frozenset({8})):
        return  # then no load is masked
    lines = fjax.inspect(rows)(x).kernels[0].llvm.splitlines()
    loads = [line for line in lines if "masked.load" in line and "@llvm" in line and "=" in line]
    chosen = {line.split("=")[0].strip() for line in lines if "select i1" in line and "ptr" in line}
    assert sum(any(f"{name}," in line for name in chosen) for line in loads) >= 2
