"""Running totals, made by the lanes of a team, by threads, and by several kernels."""

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import BLOCK
from fjax.lowering.cuda.heuristic import Shape, Variant
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel.form import Mode
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.machine import named
from tests.lowering.cuda.check import ARCHITECTURE, check
from tests.lowering.cuda.emulator import run as emulate
from tests.lowering.cuda.program import Program, PtxError
from tests.lowering.cuda.test_schedules import array, lowered, modes, run

RNG = np.random.default_rng(0)
TEAMS = (
    (Variant(4), Shape(2, 64)),
    (Variant(32), Shape(2, 64)),
    (Variant(BLOCK), Shape(3, 96)),
    (Variant(BLOCK, wide=False), Shape(1, 32)),
)
ROWS = """\
kernel (f32, f32!, f32!) (i64, i64)
  parallel i0 in s0:
    scan i1 in s1 carrying 1.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      v1:f32 = {op} c1.0:f32 v0
      b1[i0*s1 + i1] = v1
      next {op} v0
    b2[i0] = r1.0:f32"""
# The sums before each element, and a count: of another dtype, of what is below a total of the row.
TWO = """\
kernel (f64, f64!, i64!) (i64, i64)
  parallel i0 in s0:
    vector i2 in s1 carrying 0.0:f64:
      v0:f64 = load b0[i0*s1 + i2]
      next max v0
    scan i1 in s1 carrying 0.0:f64, 5:i64:
      v1:f64 = load b0[i0*s1 + i1]
      v2:bool = lt v1 r2.0:f64
      v3:i64 = convert v2
      b1[i0*s1 + i1] = c1.0:f64
      b2[i0*s1 + i1] = c1.1:i64
      next add v1, add v3"""


@pytest.mark.one_in(10)
@pytest.mark.parametrize("op", ["add", "mul", "max"])
@pytest.mark.parametrize("columns", [1, 7, 64, 199, 400])
def test_lanes_make_the_running_totals_of_a_row(op, columns):
    x = RNG.integers(1, 3 if op == "mul" else 9, (5, columns)).astype(np.float32)
    if op == "mul":
        x[:, RNG.permutation(columns)[20:]] = 1.0
    buffers = [x, np.zeros_like(x), np.zeros(5, np.float32)]
    check(parse_kernel(ROWS.format(op=op)), buffers, [5, columns], 5, chosen=TEAMS)


def test_an_empty_row_has_the_first_value_as_its_total():
    buffers = [np.zeros(0, np.float32), np.zeros(0, np.float32), np.zeros(3, np.float32)]
    check(parse_kernel(ROWS.format(op="add")), buffers, [3, 0], 3, chosen=TEAMS)


def test_totals_of_several_dtypes_run_beside_each_other():
    x = RNG.integers(0, 9, (4, 150)).astype(float)
    buffers = [x, np.zeros_like(x), np.zeros(x.shape, np.int64)]
    check(parse_kernel(TWO), buffers, [4, 150], 4, chosen=TEAMS)


def test_running_totals_have_the_same_bits_for_any_number_of_blocks():
    kernel = parse_kernel(ROWS.format(op="add"))
    text = ptx(emit(kernel, "kernel", named(ARCHITECTURE), Variant()).text, ARCHITECTURE)
    x = RNG.normal(size=(9, 300)).astype(np.float32)
    found = []
    for grid, block in ((1, 32), (2, 64), (5, 128)):
        out = [x, np.zeros_like(x), np.zeros(9, np.float32)]
        emulate(Program(text), out, [9, 300], 9, grid, block)
        found.append(out[1].tobytes() + out[2].tobytes())
    assert len(set(found)) == 1


def test_a_missing_barrier_between_stretches_is_a_race():
    kernel = parse_kernel(ROWS.format(op="add"))
    text = ptx(emit(kernel, "kernel", named(ARCHITECTURE), Variant(BLOCK)).text, ARCHITECTURE)
    x = RNG.normal(size=(2, 1000)).astype(np.float32)
    with pytest.raises(PtxError, match="race: "):
        broken = "\n".join(line for line in text.split("\n") if "bar.sync" not in line)
        emulate(Program(broken), [x, x * 0, np.zeros(2, np.float32)], [2, 1000], 2, 2, 128)


def test_teams_take_rows_and_threads_take_short_or_very_many_ones():
    scan = lambda axis: lambda x: jnp.cumsum(x, axis)
    (rows,), (few,) = lowered(scan(1), array(4096, 1024)), lowered(scan(0), array(4096, 1024))
    assert modes(rows.kernel) == modes(few.kernel) == [Mode.PARALLEL, Mode.SCAN]
    (short,) = lowered(scan(1), array(1 << 16, 8))
    (many,) = lowered(scan(0), array(50, 1 << 18))
    assert modes(short.kernel) == modes(many.kernel) == [Mode.PARALLEL_VECTOR, Mode.SCAN]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("function", [lax.cumsum, lax.cumprod, lax.cummax, lax.cummin])
@pytest.mark.parametrize("reverse", [False, True])
def test_cumulative_operations_of_rows_and_columns(function, reverse):
    x = RNG.choice([0.5, 1.0, 1.0, 2.0], (6, 70)).astype(np.float32)
    for axis in (0, 1):
        (found,), _ = run(lambda x, a=axis: function(x, axis=a, reverse=reverse), x)
        expected = function(jnp.asarray(x), axis=axis, reverse=reverse)
        np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_long_row_takes_three_kernels_that_fill_the_device():
    kernels = lowered(lambda x: jnp.cumsum(x), array(1 << 20))
    assert [k.recipe for k in kernels] == ["rows", "cumulative", "cumulative"]
    assert [k.extent for k in kernels] == [128, 1, 128]


@pytest.mark.one_in(8)
@pytest.mark.parametrize("function", [lax.cumsum, lax.cumprod, lax.cummax, lax.cummin])
@pytest.mark.parametrize("reverse", [False, True])
def test_long_rows_in_parts_have_the_same_totals(function, reverse):
    x = RNG.integers(-9, 9, (2, 1 << 15)).astype(np.int32) * 2 + 1
    (found,), kernels = run(lambda x: function(x, axis=1, reverse=reverse), x)
    assert len(kernels) == 3
    np.testing.assert_array_equal(found, function(jnp.asarray(x), axis=1, reverse=reverse))


def test_a_long_row_whose_length_has_no_divisor_is_one_block_s():
    x = RNG.integers(0, 9, 32_771).astype(np.float32)
    (found,), kernels = run(lambda x: jnp.cumsum(x), x)
    assert len(kernels) == 1
    np.testing.assert_array_equal(found, np.cumsum(x))
