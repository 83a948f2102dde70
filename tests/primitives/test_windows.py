"""Pooling's gradient in compiled programs, where windows lie side by side."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import fjax
from fjax.core.avals import ShapedArray
from fjax.primitives.windows import SelectAndScatterAdd


@pytest.mark.parametrize("least", [False, True], ids=["max", "min"])
@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32])
def test_the_first_extremum_of_each_window_gets_its_source(least, dtype):
    rng = np.random.default_rng(0)
    op = SelectAndScatterAdd((1, 2, 3), (1, 2, 3), ((0, 0),) * 3, (1,) * 3, (1,) * 3, least)
    x = rng.integers(0, 3, (4, 5, 9)).astype(dtype)  # many are equal; one row is left over
    if x.dtype.kind == "f":
        x[0, 0, 1] = np.nan
        x[1, 1, 1], x[1, 0, 2] = np.inf, np.nan
    source = rng.integers(1, 9, (4, 2, 3)).astype(dtype)
    (expected,) = op.evaluate(np, source, x)
    assert_array_equal(fjax.jit(lambda s, x: op(s, x))(source, x), expected)


def test_no_kernel_of_pooling_and_its_gradient_is_missing():
    def loss(x):
        return (
            fjax.lax.reduce_window(x, -np.inf, fjax.lax.max, (2, 2), (2, 2), "VALID") ** 2
        ).sum()

    x = np.random.default_rng(1).normal(size=(8, 6))
    compiled = fjax.jit(fjax.grad(loss))
    assert not fjax.inspect(compiled)(x).fallbacks
    assert_array_equal(compiled(x), fjax.grad(loss)(x))


@pytest.mark.parametrize("promotion", ["standard", "strict"])
@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.float32])
def test_extrema_of_every_dtype_may_begin_with_infinity(dtype, promotion):
    x = np.array([5, 3, 8, 1, 9, 2], dtype)
    with fjax.numpy_dtype_promotion(promotion):
        most = fjax.lax.reduce_window(x, -np.inf, fjax.lax.max, (2,), (2,), "VALID")
        least = fjax.lax.reduce(x, np.inf, fjax.lax.min, (0,))
    assert most.dtype == least.dtype == dtype
    assert_array_equal(most, [5, 8, 9])
    assert least == 1


@pytest.mark.parametrize("padding", ["VALID", "SAME"])
def test_an_unknown_size_stays_where_its_windows_are_single_elements(padding):
    def f(x):
        return fjax.lax.reduce_window(x, 0.0, fjax.lax.add, (1, 2, 2, 1), (1, 2, 2, 1), padding)

    found = fjax.eval_shape(f, fjax.ShapeDtypeStruct((-1, 8, 6, 3), np.float32))
    assert found.shape == (-1, 4, 3, 3)


@pytest.mark.one_in(24)
@pytest.mark.parametrize("window, strides", [((3, 3), (2, 2)), ((2, 3), (1, 3)), ((1, 2), (2, 1))])
@pytest.mark.parametrize("padding", [((0, 0), (0, 0)), ((1, 1), (1, 0)), ((2, 0), (1, 2))])
@pytest.mark.parametrize("shape, dtype", [((7, 8), "f4"), ((6, 5), "f8"), ((5, 6), "i4")])
def test_sources_are_added_where_their_windows_choose(window, strides, padding, shape, dtype, rng):
    """Windows that overlap, leave gaps, or begin outside; with NaN, infinities and ties."""
    x = rng.integers(-2, 3, (2, *shape)).astype(dtype)
    if x.dtype.kind == "f":
        x[rng.random(x.shape) < 0.1] = np.nan
        x[rng.random(x.shape) < 0.3] = -np.inf
    op = SelectAndScatterAdd(
        (1, *window), (1, *strides), ((0, 0), *padding), (1, 1, 1), (1, 1, 1), dtype == "f8"
    )
    counts = op.windowed_shape(ShapedArray(x.shape, x.dtype))
    source = rng.integers(1, 9, counts).astype("f4" if dtype == "i4" else dtype)
    (expected,) = op.evaluate(np, source, x)
    kernels = fjax.inspect(op)(source, x).kernels
    assert not any(e.op.name == op.name for k in kernels for e in k.body.eqns)
    np.testing.assert_array_equal(fjax.jit(lambda source, x: op(source, x))(source, x), expected)


def test_windows_of_complex_numbers_choose_in_programs_as_they_do_at_once(rng):
    x = rng.integers(-2, 3, (6, 6)) + 1j * rng.integers(-2, 3, (6, 6))
    op = SelectAndScatterAdd((2, 2), (2, 2), ((0, 0), (0, 0)), (1, 1), (1, 1), False)
    source = np.arange(1.0, 10.0).reshape(3, 3)
    (expected,) = op.evaluate(np, source, x)
    np.testing.assert_array_equal(fjax.jit(lambda source, x: op(source, x))(source, x), expected)
