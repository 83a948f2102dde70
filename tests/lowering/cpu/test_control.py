"""Loop nests with state and conditions: carried values, while, branches, several parallel axes."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from fjax.core import scalar
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    BufferArgument,
    Carry,
    If,
    Kernel,
    Loop,
    Mode,
    Monoid,
    Size,
    Store,
    Stride,
    While,
    axis,
    carried,
    load,
    result,
)
from tests.lowering.cpu.harness import (
    at,
    call,
    check,
    f32,
    f64,
    i32,
    i64,
    random_array,
    size,
    targets,
)
from tests.lowering.cpu.test_structures import const, row_kernel
from tests.lowering.interpreter import interpret

BOOL = np.dtype(bool)
COLUMNS = Size(1)
MANY = 250  # Numba walks them by recursion, two calls for each
RNG = np.random.default_rng(11)


def test_cumulative_sum_carries_state():
    x = load(at(0, (0, COLUMNS), (1, 1)), f32)
    state = carried(1, 0, f32)
    kernel = row_kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        Loop(
            1,
            size(1),
            Mode.SERIAL,
            (Store(at(1, (0, COLUMNS), (1, 1)), state + x),),
            (Carry(const(0), state + x),),
        ),
    )
    check(kernel, [random_array(RNG, (4, 33), f32), np.zeros((4, 33), f32)], [4, 33], 4)


def test_carried_state_in_lanes():
    x = load(at(0, (0, 1), (1, COLUMNS)), f32)  # time-major: lanes over the batch
    state, older = carried(1, 0, f32), carried(1, 1, f32)
    count = carried(1, 2, i64)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True), BufferArgument(i64, written=True)),
        (INDEX, INDEX),
        (
            Loop(
                0,
                size(1),
                Mode.PARALLEL_VECTOR,
                (
                    Loop(
                        1,
                        size(0),
                        Mode.SERIAL,
                        (Store(at(1, (0, 1), (1, COLUMNS)), state + older),),
                        (
                            Carry(const(0), state * 0.5 + x),
                            Carry(load(at(0, (0, 1)), f32), state),
                            Carry(const(0, i64), count + 1),
                        ),
                    ),
                    Store(at(2, (0, 1)), result(1, 2, i64)),
                ),
            ),
        ),
    )
    check(
        kernel,
        [random_array(RNG, (9, 37), f32), np.zeros((9, 37), f32), np.zeros(37, i64)],
        [9, 37],
        37,
    )


@pytest.mark.parametrize("count", [30, 31, 70])
def test_any_number_of_carried_values_moves_at_once(count):
    x = load(at(0, (0, 1)), f32)
    line = [carried(0, k, f32) for k in range(count)]
    every = carried(0, count, BOOL)
    moved = [Carry(const(0), value) for value in (x, *line[:-1])]
    above = Carry(const(True, BOOL), every & (x > -1.5))
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.SERIAL,
                (Store(at(1, (0, 1)), line[-1] - line[0], mask=every),),
                (*moved, above),
            ),
        ),
    )
    check(kernel, [random_array(RNG, 90, f32), np.zeros(90, f32)], [90])


def test_reduction_inside_lanes():
    x = load(at(0, (0, COLUMNS), (1, 1)), f32)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX, INDEX),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL_VECTOR,
                (
                    Loop(
                        1,
                        size(1),
                        Mode.VECTOR,
                        (),
                        (Carry(const(0), x, Monoid.ADD), Carry(const(-np.inf), x, Monoid.MAX)),
                    ),
                    Store(at(1, (0, 1)), result(1, 0, f32) * result(1, 1, f32)),
                ),
            ),
        ),
    )
    check(kernel, [random_array(RNG, (35, 6), f32), np.zeros(35, f32)], [35, 6], 35)


def test_trip_counts_that_differ_from_lane_to_lane():
    n = load(at(0, (0, 1)), i64)
    state = carried(1, 0, f32)
    kernel = Kernel(
        (BufferArgument(i64), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL_VECTOR,
                (
                    Loop(
                        1,
                        n,
                        Mode.SERIAL,
                        (),
                        (
                            Carry(const(1), state * 1.5 + scalar.convert(axis(1), f32)),
                            Carry(const(0), state, Monoid.ADD),
                        ),
                    ),
                    Store(at(1, (0, 1)), result(1, 0, f32) + result(1, 1, f32)),
                ),
            ),
        ),
    )
    check(kernel, [RNG.integers(0, 9, 53), np.zeros(53, f32)], [53], 53, rtol=1e-6)


def newton(mode):
    """Square roots by iteration until each converges."""
    x = load(at(0, (0, 1)), f64)
    guess, steps = carried(1, 0, f64), carried(1, 1, i32)
    going = (abs(guess * guess - x) > x * 1e-12) & (steps < 40)
    return Kernel(
        (BufferArgument(f64), BufferArgument(f64, written=True), BufferArgument(i32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                mode,
                (
                    While(
                        1,
                        going,
                        (),
                        (Carry(x, (guess + x / guess) * 0.5), Carry(const(0, i32), steps + 1)),
                    ),
                    Store(at(1, (0, 1)), result(1, 0, f64)),
                    Store(at(2, (0, 1)), result(1, 1, i32)),
                ),
            ),
        ),
    )


@pytest.mark.parametrize(
    "mode", [Mode.SERIAL, Mode.PARALLEL, Mode.PARALLEL_VECTOR], ids=lambda m: m.value
)
def test_while_loop_runs_until_each_lane_is_done(mode):
    x = np.abs(random_array(RNG, 29, f64)) + 0.1
    check(newton(mode), [x, np.zeros(29), np.zeros(29, i32)], [29], 29, rtol=1e-11)


@pytest.mark.parametrize("mode", [Mode.SERIAL, Mode.PARALLEL_VECTOR], ids=lambda m: m.value)
def test_branches_guard_their_loads_and_stores(mode):
    x = load(at(0, (0, 1)), f32)
    far = load(at(1, (0, 1)), f32, index=scalar.select(x > 0.0, axis(0) * 0, const(1 << 40, i64)))
    nested = If(x > 2.0, (Store(at(2, (0, 1)), far * 3.0),), (Store(at(2, (0, 1)), x * far),))
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX,),
        (Loop(0, size(0), mode, (If(x > 0.0, (nested,), (Store(at(2, (0, 1)), -x),)),)),),
    )
    check(
        kernel,
        [random_array(RNG, 43, f32), random_array(RNG, 43, f32), np.zeros(43, f32)],
        [43],
        43,
    )


def test_branch_on_a_uniform_condition():
    flag = load(at(1), BOOL)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(BOOL), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL_VECTOR,
                (
                    If(
                        flag,
                        (Store(at(2, (0, 1)), load(at(0, (0, 1)), f32)),),
                        (Store(at(2, (0, 1)), const(7)),),
                    ),
                ),
            ),
        ),
    )
    for value in (True, False):
        check(kernel, [random_array(RNG, 43, f32), np.array([value]), np.zeros(43, f32)], [43], 43)


@pytest.mark.extended
def test_many_branches_one_after_another():
    x, so_far = load(at(0, (0, 1)), f64), carried(0, 0, f64)
    branches = [If(x > float(k), (Store(at(1, (0, 1)), so_far),)) for k in range(MANY)]
    kernel = Kernel(
        (BufferArgument(f64), BufferArgument(f64, written=True)),
        (INDEX,),
        (Loop(0, size(0), Mode.SERIAL, tuple(branches), (Carry(const(1, f64), so_far + x),)),),
    )
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(2 * MANY)
    try:
        check(kernel, [np.array([-1.0, 0.5, 7.25, MANY]), np.zeros(4)], [4], only=("host",))
    finally:
        sys.setrecursionlimit(before)


def test_unrolled_small_matrix_product():
    n, k = 3, 3
    a, b = load(at(0, (0, 9), (1, 3), (3, 1)), f64), load(at(1, (0, 9), (3, 3), (2, 1)), f64)
    product = Loop(3, const(k, i64), Mode.UNROLL, (), (Carry(const(0, f64), a * b, Monoid.ADD),))
    kernel = Kernel(
        (BufferArgument(f64), BufferArgument(f64), BufferArgument(f64, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL,
                (
                    Loop(
                        1,
                        const(n, i64),
                        Mode.UNROLL,
                        (
                            Loop(
                                2,
                                const(n, i64),
                                Mode.UNROLL,
                                (product, Store(at(2, (0, 9), (1, 3), (2, 1)), result(3, 0, f64))),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    )
    arrays = [random_array(RNG, (5, 3, 3), f64) for _ in range(2)]
    check(kernel, [*arrays, np.zeros((5, 3, 3))], [5], 5, rtol=1e-13)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("columns", [1, 37, 64])
@pytest.mark.parametrize("op", [scalar.Op.ADD, scalar.Op.MAX], ids=lambda o: o.value)
def test_partial_sums_of_row_blocks(op, columns):
    """The recipe of an outer-axis reduction: blocks of rows into partials, then the partials."""
    block = 6
    rows = scalar.minimum(size(2) - axis(0) * block, const(block, i64))
    x = load(at(0, (0, Size(3)), (2, COLUMNS), (3, 1)), f32)
    partial, square = at(1, (0, COLUMNS), (3, 1)), at(2, (0, COLUMNS), (3, 1))
    zero = Loop(
        1,
        size(1),
        Mode.VECTOR,
        (
            Store(at(1, (0, COLUMNS), (1, 1)), const(0)),
            Store(at(2, (0, COLUMNS), (1, 1)), const(1)),
        ),
    )
    add = Loop(
        3,
        size(1),
        Mode.VECTOR,
        (
            Store(partial, scalar.Expr(op, (load(partial, f32), x), f32)),
            Store(at(3, (0, Size(3)), (2, COLUMNS), (3, 1)), x * 2.0),
            Store(
                square,
                x * x - load(square, f32) if op is scalar.Op.MAX else x * x + load(square, f32),
            ),
        ),
    )
    kernel = Kernel(
        (BufferArgument(f32), *(BufferArgument(f32, written=True) for _ in range(3))),
        (INDEX,) * 4,
        (Loop(0, size(0), Mode.PARALLEL, (zero, Loop(2, rows, Mode.SERIAL, (add,)))),),
    )
    arrays = [
        random_array(RNG, (15, columns), f32),
        *np.ones((2, 3, columns), f32),
        np.zeros((15, columns), f32),
    ]
    check(kernel, arrays, [3, columns, 15, block * columns], 3)


def test_in_place_update_of_neighbouring_stores():
    a, b = load(at(0, (0, 1)), f32), load(at(1, (0, 1)), f32)
    kernel = Kernel(
        (BufferArgument(f32, written=True), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(
                0,
                size(0),
                Mode.PARALLEL,
                (Store(at(0, (0, 1)), a + b), Store(at(1, (0, 1)), a - b)),
            ),
        ),
    )
    x, y = random_array(RNG, 40, f32), random_array(RNG, 40, f32)
    first, second = x.copy(), y.copy()
    call(compiler.compile_kernel(kernel), [first, second], [40], 0, 40)
    np.testing.assert_array_equal(first, x + y)
    np.testing.assert_array_equal(second, first - y)
    check(kernel, [x, y], [40], 40)


def test_several_carries_of_unequal_dtypes():
    x = load(at(0, (1, 1)), f32)
    kernel = Kernel(
        (
            BufferArgument(f32),
            BufferArgument(f64, written=True),
            BufferArgument(i64, written=True),
            BufferArgument(BOOL, written=True),
        ),
        (INDEX,),
        (
            Loop(
                1,
                size(0),
                Mode.VECTOR,
                (),
                (
                    Carry(const(0, f64), scalar.convert(x, f64), Monoid.ADD),
                    Carry(const(0, i64), scalar.convert(x > 0.0, i64), Monoid.ADD),
                    Carry(const(True, BOOL), x < 100.0, Monoid.AND),
                ),
            ),
            Store(at(1), result(1, 0, f64)),
            Store(at(2), result(1, 1, i64)),
            Store(at(3), result(1, 2, BOOL)),
        ),
    )
    check(
        kernel,
        [random_array(RNG, 131, f32), np.zeros(1), np.zeros(1, i64), np.zeros(1, bool)],
        [131],
        rtol=1e-12,
    )


def test_serial_reduction_in_order():
    x = load(at(0, (1, 1)), f32)
    kernel = Kernel(
        (BufferArgument(f32), BufferArgument(f32, written=True)),
        (INDEX,),
        (
            Loop(1, size(0), Mode.SERIAL, (), (Carry(const(0), x, Monoid.ADD),)),
            Store(at(1), result(1, 0, f32)),
        ),
    )
    check(kernel, [random_array(RNG, 101, f32), np.zeros(1, f32)], [101])


def test_loop_of_a_result_dependent_extent():
    n = load(at(0), i64)
    state = carried(1, 0, i64)
    kernel = Kernel(
        (BufferArgument(i64), BufferArgument(f32, written=True)),
        (),
        (
            Loop(1, n, Mode.SERIAL, (), (Carry(const(1, i64), state * 2),)),
            Loop(
                2,
                result(1, 0, i64),
                Mode.VECTOR,
                (Store(at(1, (2, 1)), scalar.convert(axis(2), f32)),),
            ),
        ),
    )
    check(kernel, [np.array([5]), np.zeros(40, f32)], [])


@pytest.mark.one_in(2)
@pytest.mark.parametrize("extents", [(3, 4, 21), (1, 7, 1), (5, 1, 40), (0, 3, 4), (3, 0, 4)])
@pytest.mark.parametrize("inner", [Mode.PARALLEL, Mode.PARALLEL_VECTOR])
def test_any_part_of_several_parallel_axes_is_run_once(extents, inner):
    steps = (Stride(0, Size(3)), Stride(1, Size(4)), Stride(2, 1))
    once = load(Access(0, steps), i64) + axis(0) * 100 + axis(1) * 10 + axis(2)
    body = (Store(Access(0, steps), once),)
    for number, mode in ((2, inner), (1, Mode.PARALLEL), (0, Mode.PARALLEL)):
        body = (Loop(number, size(number), mode, body),)
    kernel = Kernel((BufferArgument(i64, written=True),), (INDEX,) * 5, body)
    a, b, c = extents
    words, total = [a, b, c, b * c, c], a * b * c
    i, j, k = np.indices(extents)
    expected = (i * 100 + j * 10 + k).reshape(-1)
    ways = [compiler.compile_kernel(kernel, of) for of in targets().values()]
    ways.append(compiler.compile_with_numba(kernel))
    for compiled in (*ways, None):
        for cut in {0, 1, c, c + 3, total - 1, total} & {*range(total + 1)}:
            got = np.zeros(total, np.int64)
            for lo, hi in ((0, cut), (cut, total)):
                if compiled is None:
                    interpret(kernel, [got], words, hi, lo)
                else:
                    call(compiled, [got], words, lo, hi)
            np.testing.assert_array_equal(got, expected)
