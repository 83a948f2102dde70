"""Every base operation on every dtype that has it, in vectors, tails and scalars."""

from __future__ import annotations

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.kernel.form import INDEX, BufferArgument, Kernel, Loop, Mode, Store, axis, load
from tests.lowering.cpu.harness import (
    at,
    call,
    check,
    f32,
    f64,
    i32,
    map_kernel,
    random_array,
    size,
    targets,
)

INTEGERS = [np.dtype(f"{k}{n}") for k in ("int", "uint") for n in (8, 16, 32, 64)]
FLOATS = [f32, f64]
HALVES = [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)]
BOOL = np.dtype(bool)
BINARY_FLOAT = [Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM, Op.MIN, Op.MAX, Op.COPYSIGN]
UNARY_FLOAT = [Op.NEG, Op.ABS, Op.SQRT, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.ROUND]
BINARY_INTEGER = [Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX, Op.AND, Op.OR, Op.XOR]
UNARY_INTEGER = [Op.NEG, Op.ABS, Op.NOT, Op.POPCOUNT, Op.CLZ]
COMPARISONS = [Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE]
N = 75


def arrays(dtypes):
    rng = np.random.default_rng(7)
    made = [random_array(rng, N, d) for d in dtypes]
    for array in made:
        if array.dtype.kind == "f" and array.dtype.itemsize > 2:
            array[:6] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0]
            array[3:6] = array[3:6][::-1].copy()
    made[-1] = np.roll(made[-1], 2)
    return made


NUMBA_TRIED = {f32, i32, np.dtype(np.uint8)}  # Numba takes long: not for every dtype


def run(program, inputs, output, **options):
    run_each({"": program}, inputs, [output], **options)


def run_each(programs, inputs, outputs, **options):
    """One kernel that computes all of the programs, by name, from the same inputs."""
    options.setdefault("numba", NUMBA_TRIED.issuperset(inputs))
    values = [load(at(k, (0, 1)), d) for k, d in enumerate(inputs)]
    first = len(inputs)
    stores = [Store(at(first + k, (0, 1)), f(*values)) for k, f in enumerate(programs.values())]
    outputs = [*outputs] * (len(stores) // len(outputs))
    buffers = [BufferArgument(d) for d in inputs]
    buffers += [BufferArgument(d, written=True) for d in outputs]
    loop = Loop(0, size(0), Mode.PARALLEL, tuple(stores))
    kernel = Kernel(tuple(buffers), (INDEX,), (loop,))
    outs = [np.zeros(N, d) for d in outputs]
    check(kernel, [*arrays(inputs), *outs], [N], N, names=[*inputs, *programs], **options)


def each(operations, dtype, output=None):
    """Programs of one operation each, of as many operands as the program is given."""
    return {op.value: lambda *x, op=op: Expr(op, x, output or dtype) for op in operations}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_a_product_that_is_to_cancel_is_exact_on_every_target(dtype):
    """The rounding error of a product, which vanishes where products are rounded."""
    x, y = np.random.default_rng(7).normal(size=(2, N)).astype(dtype)
    exact = [Fraction(float(a)) * Fraction(float(b)) - Fraction(float(a * b)) for a, b in zip(x, y)]
    kernel = map_kernel((dtype, dtype), dtype, lambda a, b: scalar.fused(a, b, -(a * b)))
    for target in targets().values():
        found = np.zeros(N, dtype)
        call(compiler.compile_kernel(kernel, target), [x, y, found], [N], 0, N)
        np.testing.assert_array_equal(found, np.array(exact, dtype=float).astype(dtype))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_float_operations_match(dtype):
    run_each(each(BINARY_FLOAT, dtype), (dtype, dtype), [dtype])
    run_each(each(UNARY_FLOAT, dtype), (dtype,), [dtype])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_fma_is_within_one_rounding(dtype):
    run(lambda a, b: scalar.fma(a, b, a), (dtype, dtype), dtype, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integer_operations_match(dtype):
    run_each(each(BINARY_INTEGER, dtype), (dtype, dtype), [dtype])
    run_each(each(UNARY_INTEGER, dtype), (dtype,), [dtype])


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_guarded_integer_division_matches(dtype):
    def guarded(op):
        def program(a, b):
            bad = scalar.eq(b, 0)
            if dtype.kind == "i":
                bad = bad | scalar.eq(b, -1)
            return Expr(op, (a, scalar.select(bad, scalar.const(3, dtype), b)), dtype)

        return program

    programs = {op.value: guarded(op) for op in (Op.DIV, Op.REM)}
    run_each(programs, (dtype, dtype), [dtype])


@pytest.mark.parametrize("op", [Op.DIV, Op.REM], ids=lambda o: o.value)
def test_places_are_divided_by_sizes_as_integers_are(op):
    """In float64, as far as memory reaches: at, before and after multiples of the size."""

    def place(first):
        return axis(0) * size(1) + first

    values = [Expr(op, (place(first), size(4)), INDEX) for first in (size(2), -size(3))]
    stores = tuple(Store(at(k, (0, 1)), v) for k, v in enumerate(values))
    kernel = Kernel(
        (BufferArgument(INDEX, written=True),) * 2,
        (INDEX,) * 5,
        (Loop(0, size(0), Mode.PARALLEL_VECTOR, stores),),
    )
    assert "sitofp" in compiler.llvm_text(kernel)
    for by in (1, 3, 7, 10, 2**20 + 1, 2**31 - 1, 2**39 + 1):
        step = max((2**44 // 70) // by, 1) * by
        for more in (-1, 0, 1):
            outs = [np.zeros(70, np.int64) for _ in stores]
            check(kernel, outs, [70, step, by * 5 + more, by * 9 + more, by], 70, numba=False)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_shifts_match(dtype):
    def shifted(op):
        return lambda a, b: Expr(op, (a, b & (8 * dtype.itemsize - 1)), dtype)

    run_each({op.value: shifted(op) for op in (Op.SHL, Op.SHR)}, (dtype, dtype), [dtype])


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS, BOOL], ids=str)
def test_comparisons_and_selection_match(dtype):
    run_each(each(COMPARISONS, dtype, BOOL), (dtype, dtype), [BOOL])
    run(lambda a, b: scalar.select(a < b, b, a), (dtype, dtype), dtype)


def test_bool_operations_match():
    run_each(each((Op.AND, Op.OR, Op.XOR, Op.MIN, Op.MAX), BOOL), (BOOL, BOOL), [BOOL])


@pytest.mark.one_in(2)
@pytest.mark.parametrize("source", [*INTEGERS, BOOL], ids=str)
def test_conversions_from_integers_match(source):
    targets = [*INTEGERS, *FLOATS, BOOL]
    programs = {str(to): lambda a, to=to: scalar.convert(a, to) for to in targets}
    run_each(programs, (source,), targets)


@pytest.mark.parametrize("source", FLOATS, ids=str)
def test_conversions_from_floats_match(source):
    def converted(to):
        def program(a):
            finite = scalar.select(abs(a) < 100.0, a, scalar.const(1.5, source))
            return scalar.convert(finite, to)

        return program

    targets = [i32, np.dtype(np.int8), np.dtype(np.int64), f32, f64]
    run_each({str(to): converted(to) for to in targets}, (source,), targets)


def test_float_to_bool_is_not_zero_and_nan_is_true():
    run(lambda a: scalar.convert(a, BOOL), (f32,), BOOL)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("half", HALVES, ids=str)
@pytest.mark.parametrize("other", [f32, f64, i32, np.dtype(np.int64)], ids=str)
def test_conversion_to_halves_rounds_once(half, other):
    rng = np.random.default_rng(3)
    if other.kind == "f":
        values = (rng.standard_normal(3000) * 10.0 ** rng.integers(-9, 6, 3000)).astype(other)
        values[:8] = [0, -0.0, np.inf, -np.inf, np.nan, 65519, 65520, 1e-8]
    else:
        values = rng.integers(-70000, 70000, 3000).astype(other)
    kernel = map_kernel((other,), half, lambda a: scalar.convert(a, half))
    check(kernel, [values, np.zeros(3000, half)], [3000], 3000)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("half", HALVES, ids=str)
def test_every_half_value_converts_to_float32(half):
    values = np.arange(65536, dtype=np.uint16).view(half)
    kernel = map_kernel((half,), f32, lambda a: scalar.convert(a, f32))
    check(kernel, [values, np.zeros(65536, f32)], [65536], 65536)


@pytest.mark.parametrize("a,b", [(f32, i32), (f64, np.dtype(np.int64)), (i32, f32)], ids=str)
def test_bitcast_matches(a, b):
    run(lambda x: scalar.bitcast(x, b), (a,), b)


def test_libm_call_matches_in_every_lane():
    run(lambda a: scalar.libm("sin", a), (f64,), f64, rtol=1e-15)
    run(lambda a: scalar.libm("atan2", a, a + 1.0), (f32,), f32, rtol=1e-6)


def test_rare_branch_is_taken_for_the_lanes_that_need_it():
    def program(a):
        return scalar.rare(a > 3.0, a * 2.0, scalar.libm("sin", a)) + 1.0

    run(program, (f32,), f32, rtol=1e-6)


def test_function_calls_are_inlined_and_shared():
    @scalar.function
    def cube(x):
        return x * x * x

    @scalar.function
    def poly(x, y):
        return cube(x) + cube(y) * 2.0

    run(lambda a, b: poly(a, b) - poly(b, a), (f64, f64), f64)


def test_deep_expressions_do_not_recurse():
    def program(a):
        for k in range(3000):
            a = a * 0.999 + float(k % 3)
        return a

    kernel = map_kernel((f32,), f32, program)
    from fjax.lowering.cpu import compile as compiler
    from tests.lowering.cpu.harness import call

    x, out = np.ones(20, np.float32), np.zeros(20, np.float32)
    call(compiler.compile_kernel(kernel), [x, out], [20], 0, 20)
    expected = np.float32(1)
    for k in range(3000):
        expected = expected * np.float32(0.999) + np.float32(k % 3)
    np.testing.assert_array_equal(out, np.full(20, expected))
