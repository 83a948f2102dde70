"""Loop nests over memory: rows, reductions, strides, masks, gathers, in lanes and out of them."""

from __future__ import annotations

import numpy as np
import pytest

from fjax.core import scalar
from fjax.lowering.kernel.form import (
    INDEX,
    BufferArgument,
    Carry,
    Kernel,
    Loop,
    Mode,
    Monoid,
    Param,
    Size,
    Store,
    axis,
    load,
    result,
)
from tests.lowering.cpu.harness import at, check, f32, f64, i32, i64, random_array, size

BOOL = np.dtype(bool)
COLUMNS = Size(1)
RNG = np.random.default_rng(11)
LENGTHS = [0, 1, 3, 16, 64, 77, 200]


def const(value, dtype=f32):
    return scalar.const(value, dtype)


def row_kernel(buffers, *body, table=(INDEX, INDEX)):
    return Kernel(tuple(buffers), tuple(table), (Loop(0, size(0), Mode.PARALLEL, tuple(body)),))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("n", LENGTHS)
def test_softmax_like_rows(n):
    x = [load(at(0, (0, COLUMNS), (k, 1)), f32) for k in range(4)]
    top, total = result(1, 0, f32), result(2, 0, f32)
    kernel = row_kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        Loop(1, size(1), Mode.VECTOR, (), (Carry(const(-np.inf), x[1], Monoid.MAX),)),
        Loop(
            2,
            size(1),
            Mode.VECTOR,
            (Store(at(1, (0, COLUMNS), (2, 1)), x[2] - top),),
            (Carry(const(0), (x[2] - top) * (x[2] - top), Monoid.ADD),),
        ),
        Loop(
            3,
            size(1),
            Mode.VECTOR,
            (
                Store(
                    at(1, (0, COLUMNS), (3, 1)),
                    load(at(1, (0, COLUMNS), (3, 1)), f32) / (total + 1.0),
                ),
            ),
        ),
    )
    check(kernel, [random_array(RNG, (5, n), f32), np.zeros((5, n), f32)], [5, n], 5, rtol=1e-5)


REDUCED = [
    (monoid, dtype)
    for monoid in Monoid
    for dtype in (f32, f64, i32, i64, np.dtype(np.uint8), np.dtype(np.int16))
    if dtype.kind != "f" or monoid not in (Monoid.AND, Monoid.OR, Monoid.XOR)
]


@pytest.mark.one_in(40)
@pytest.mark.parametrize("n", [0, 3, 77, 200])
@pytest.mark.parametrize("monoid, dtype", REDUCED, ids=[f"{m.value}-{d}" for m, d in REDUCED])
def test_reduction_matches(monoid, dtype, n):
    x = load(at(0, (1, 1)), dtype)
    kernel = Kernel(
        (BufferArgument(dtype), BufferArgument(dtype, written=True)),
        (INDEX,),
        (
            Loop(1, size(0), Mode.VECTOR, (), (Carry(scalar.const(1, dtype), x, monoid),)),
            Store(at(1), result(1, 0, dtype)),
        ),
    )
    values = random_array(RNG, n, dtype)
    if monoid is Monoid.MUL and dtype.kind == "f":
        values = np.exp(values / 40).astype(dtype)
    check(kernel, [values, np.zeros(1, dtype)], [n], rtol=1e-4 if dtype.kind == "f" else 0)


@pytest.mark.parametrize("monoid", [Monoid.AND, Monoid.OR, Monoid.XOR], ids=lambda m: m.value)
def test_bool_reduction_matches(monoid):
    x = load(at(0, (1, 1)), BOOL)
    kernel = Kernel(
        (BufferArgument(BOOL), BufferArgument(BOOL, written=True)),
        (INDEX,),
        (
            Loop(1, size(0), Mode.VECTOR, (), (Carry(const(False, BOOL), x, monoid),)),
            Store(at(1), result(1, 0, BOOL)),
        ),
    )
    check(kernel, [random_array(RNG, 99, BOOL), np.zeros(1, bool)], [99])


@pytest.mark.parametrize("monoid", [Monoid.MAX, Monoid.MIN], ids=lambda m: m.value)
@pytest.mark.parametrize("position", [0, 40, 98])
def test_max_and_min_propagate_nan(monoid, position):
    x = load(at(0, (1, 1)), f32)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(1, size(0), Mode.VECTOR, (), (Carry(const(0), x, monoid),)),
            Store(at(1), result(1, 0, f32)),
        ),
    )
    values = random_array(RNG, 99, f32)
    values[position] = np.nan
    check(kernel, [values, np.zeros(1, f32)], [99])


def test_reduction_of_another_dtype_than_it_loads():
    x = scalar.convert(load(at(0, (1, 1)), np.dtype(np.uint8)), i32)
    kernel = Kernel(
        (BufferArgument(np.dtype(np.uint8)), BufferArgument(i32, written=True)),
        (INDEX,),
        (
            Loop(1, size(0), Mode.VECTOR, (), (Carry(const(0, i32), x * x, Monoid.ADD),)),
            Store(at(1), result(1, 0, i32)),
        ),
    )
    check(kernel, [random_array(RNG, 301, np.uint8), np.zeros(1, i32)], [301])


STEPPED = [f32, f64, np.dtype(np.int8), np.dtype(np.int16), BOOL]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("dtype", STEPPED, ids=str)
@pytest.mark.parametrize("step", [1, 2, -1], ids=lambda s: f"step{s}")
def test_run_time_steps_in_lanes(dtype, step):
    steps_in_lanes(dtype, step)


@pytest.mark.parametrize("dtype", STEPPED, ids=str)
def test_rows_that_overlap_are_written_in_their_order(dtype):
    steps_in_lanes(dtype, 3)


def steps_in_lanes(dtype, step):
    """Rows whose elements are so many apart, known when it runs."""
    n, stride, offset = 45, Size(2), Size(3)
    x = load(at(0, (0, COLUMNS), (1, stride), offset=offset), dtype)
    kernel = row_kernel(
        (BufferArgument(dtype), BufferArgument(dtype, written=True)),
        Loop(1, size(1), Mode.VECTOR, (Store(at(1, (0, COLUMNS), (1, stride), offset=offset), x),)),
        table=(INDEX,) * 4,
    )
    start = 200 if step < 0 else 0
    check(kernel, [random_array(RNG, 600, dtype), np.zeros(600, dtype)], [3, n, step, start], 3)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", [f32, f64, np.dtype(np.int8), np.dtype(np.int16)], ids=str)
@pytest.mark.parametrize("n", [3, 16, 41, 100])
def test_every_second_element(dtype, n):
    even, odd = load(at(0, (0, 2)), dtype), load(at(0, (0, 2), offset=Size(1)), dtype)
    kernel = Kernel(
        (BufferArgument(dtype), BufferArgument(dtype, written=True)),
        (INDEX, INDEX),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL_VECTOR,
                (
                    Store(at(1, (0, 2)), even - odd),
                    Store(at(1, (0, 2), offset=Size(1)), even * odd),
                ),
            ),
        ),
    )
    check(kernel, [random_array(RNG, 2 * n, dtype), np.zeros(2 * n, dtype)], [n, 1], n)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", [f32, f64, np.dtype(np.int8), np.dtype(bool)], ids=str)
@pytest.mark.parametrize("n", [3, 16, 41, 100])
def test_reversed_elements(dtype, n):
    last = load(at(0, (0, -1), offset=Size(1)), dtype)
    kernel = Kernel(
        (
            BufferArgument(dtype),
            BufferArgument(dtype, written=True),
            BufferArgument(dtype, written=True),
        ),
        (INDEX, INDEX),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL,
                (
                    Store(at(1, (0, 1)), last),
                    Store(at(2, (0, -1), offset=Size(1)), load(at(0, (0, 1)), dtype)),
                ),
            ),
        ),
    )
    check(kernel, [random_array(RNG, n, dtype), *np.zeros((2, n), dtype)], [n, n - 1], n)


def test_broadcast_operands_and_parameters():
    row, column = load(at(0, (1, 1)), f32), load(at(1, (0, 1)), f32)
    scale, flag = scalar.leaf(Param(2), f32), scalar.leaf(Param(3), BOOL)
    value = scalar.select(flag, row * scale + column, column)
    kernel = row_kernel(
        (BufferArgument(f32), BufferArgument(f32), BufferArgument(f32, written=True)),
        Loop(1, size(1), Mode.VECTOR, (Store(at(2, (0, COLUMNS), (1, 1)), value),)),
        table=(INDEX, INDEX, f32, BOOL),
    )
    bits = int(np.float32(2.5).view(np.int32))
    arrays = [random_array(RNG, 70, f32), random_array(RNG, 6, f32), np.zeros((6, 70), f32)]
    check(kernel, arrays, [6, 70, bits, 1], 6)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("dtype", [f32, f64, np.dtype(np.int8)], ids=str)
@pytest.mark.parametrize("mode", [Mode.PARALLEL, Mode.SERIAL], ids=lambda m: m.value)
@pytest.mark.parametrize("rows,columns", [(1, 1), (5, 40), (40, 5), (70, 33), (3, 0)])
def test_transposition(dtype, mode, rows, columns):
    x = load(at(0, (0, Size(2)), (1, Size(3))), dtype)
    kernel = Kernel(
        (BufferArgument(dtype), BufferArgument(dtype), BufferArgument(dtype, written=True)),
        (INDEX,) * 4,
        (
            Loop(
                0,
                size(0),
                mode,
                (
                    Loop(
                        1,
                        size(1),
                        Mode.VECTOR,
                        (Store(at(2, (0, COLUMNS), (1, 1)), x + load(at(1, (0, 1)), dtype)),),
                    ),
                ),
            ),
        ),
    )
    arrays = [
        random_array(RNG, (columns, rows), dtype),
        random_array(RNG, rows, dtype),
        np.zeros((rows, columns), dtype),
    ]
    check(kernel, arrays, [rows, columns, 1, rows], rows)


def test_iota_and_index_arithmetic():
    i, j = axis(0), axis(1)
    value = scalar.convert(i * size(1) + j, f32) + scalar.convert(scalar.eq(i, j), f32)
    kernel = row_kernel(
        (BufferArgument(f32, written=True),),
        Loop(1, size(1), Mode.VECTOR, (Store(at(0, (0, COLUMNS), (1, 1)), value),)),
    )
    check(kernel, [np.zeros((7, 21), f32)], [7, 21], 7)


def test_gather_by_loaded_index():
    position = load(at(1, (0, 1)), i64)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(i64), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0, size(0), Mode.PARALLEL, (Store(at(2, (0, 1)), load(at(0), f32, index=position)),)
            ),
        ),
    )
    check(
        kernel, [random_array(RNG, 50, f32), RNG.integers(0, 50, 99), np.zeros(99, f32)], [99], 99
    )


def test_shifted_index_is_a_plain_load():
    shifted = load(at(0), f32, index=axis(0) + size(1) - 2)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX, INDEX),
        (Loop(0, size(0), Mode.PARALLEL, (Store(at(1, (0, 1)), shifted),)),),
    )
    check(kernel, [random_array(RNG, 90, f32), np.zeros(70, f32)], [70, 7], 70)


@pytest.mark.parametrize("dtype", [f32, np.dtype(np.int8), f64], ids=str)
def test_masked_loads_read_zero_and_masked_stores_leave_alone(dtype):
    inside = (axis(0) >= 5) & (axis(0) < size(1))
    value = load(at(0), dtype, index=axis(0) - 5, mask=inside)
    flags = load(at(2, (0, 1)), BOOL)
    kernel = Kernel(
        (BufferArgument(dtype), BufferArgument(dtype, written=True), BufferArgument(BOOL)),
        (INDEX, INDEX),
        (Loop(0, size(0), Mode.PARALLEL, (Store(at(1, (0, 1)), value, mask=flags),)),),
    )
    check(
        kernel,
        [random_array(RNG, 40, dtype), random_array(RNG, 77, dtype), random_array(RNG, 77, BOOL)],
        [77, 45],
        77,
    )


def test_masked_scalar_access():
    flag = load(at(1, (1, 1)), BOOL)
    value = load(at(0, (1, 1)), f32, mask=flag)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(BOOL), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                1,
                size(0),
                Mode.SERIAL,
                (Store(at(2, (1, 1)), value + 1.0, mask=~flag | (value > 0.0)),),
            ),
        ),
    )
    check(
        kernel,
        [random_array(RNG, 20, f32), random_array(RNG, 20, BOOL), random_array(RNG, 20, f32)],
        [20],
    )


def test_scatter_by_loaded_index():
    position = load(at(1, (0, 1)), i64)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(i64), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0, size(0), Mode.PARALLEL, (Store(at(2), load(at(0, (0, 1)), f32), index=position),)
            ),
        ),
    )
    check(kernel, [random_array(RNG, 60, f32), RNG.permutation(60), np.zeros(60, f32)], [60], 60)


def test_scatter_add_in_a_serial_loop():
    position = load(at(1, (0, 1)), i64)
    old = load(at(2), f32, index=position)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(i64), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.SERIAL,
                (Store(at(2), old + load(at(0, (0, 1)), f32), index=position),),
            ),
        ),
    )
    check(kernel, [random_array(RNG, 60, f32), RNG.integers(0, 9, 60), np.zeros(9, f32)], [60])
