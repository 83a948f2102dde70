"""Errors carry the phrases by which programs and people look for them."""

from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

import fjax
from fjax import lax
from fjax.core.avals import ShapedArray
from fjax.primitives.fourier import Fft, FftType

X = np.arange(12.0).reshape(3, 4)
WINDOW = lax.GatherDimensionNumbers((1,), (0,), (0,))
SHARED = lax.GatherDimensionNumbers((), (1,), (1,), (0,), (0,))
INTO = lax.ScatterDimensionNumbers((1,), (0,), (0,))


def gather(indices, numbers=WINDOW, sizes=(1, 4)):
    return lax.gather(X, np.zeros(indices, int), numbers, sizes)


def scatter(indices, updates, numbers=INTO):
    return lax.scatter(X, np.zeros(indices, int), np.zeros(updates), numbers)


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda: gather((2, 1), replace(WINDOW, offset_dims=(5,))),
            "Offset dimension 0 .*out of bounds",
        ),
        (lambda: gather((2, 1), sizes=(1,)), "one slice size for every input dimension"),
        (
            lambda: gather((2, 1), replace(WINDOW, offset_dims=())),
            "All components of the offset index",
        ),
        (
            lambda: gather((3, 1), SHARED, (2, 1)),
            "operand batching dims with bound 0/1, but bound is 2",
        ),
        (
            lambda: gather((3, 1), replace(SHARED, start_indices_batching_dims=(1,)), (1, 1)),
            "index vector dimension as a batching dimension",
        ),
        (
            lambda: gather((3, 1), replace(SHARED, start_indices_batching_dims=()), (1, 1)),
            "requires equal numbers of operand_batching_dims and start_indices_batching_dims",
        ),
        (lambda: gather((2, 1), SHARED, (1, 1)), "to have the same shape"),
        (lambda: scatter((2, 1), (2,)), "Updates tensor must be of rank 2; got 1"),
        (lambda: scatter((2, 1), (2, 5)), "Bounds of the window dimensions"),
        (lambda: scatter((2, 1), (3, 4)), "Bounds of the scatter dimensions"),
        (lambda: scatter((2, 2), (2, 4)), "scatter_dims_to_operand_dims .*must be equal"),
        (
            lambda: scatter((2, 1), (2, 4), replace(INTO, inserted_window_dims=())),
            "window of size 1; doesn't match operand of rank 2",
        ),
    ],
)
def test_what_does_not_fit_in_gather_and_scatter_is_named(call, message):
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize(
    "call, error, message",
    [
        (
            lambda: lax.broadcast_in_dim(np.ones(2), (3,), (0,)),
            TypeError,
            "must either be 1, or be equal",
        ),
        (lambda: lax.pad(np.ones(2), 0.0, [(0, 1, -1)]), ValueError, "must be nonnegative"),
        (
            lambda: lax.pad(np.ones(2), 0.0, [(-3, 0, 0)]),
            ValueError,
            "size after padding is not at least",
        ),
        (
            lambda: lax.split(np.arange(5), [-1]),
            ValueError,
            "Sizes passed to split must be nonnegative",
        ),
        (
            lambda: lax.squeeze(np.ones((1, 2)), (None,)),
            TypeError,
            "cannot be interpreted as an integer",
        ),
        (
            lambda: lax.argmin(np.ones((0, 2)), 0, np.int32),
            ValueError,
            "non-empty reduced dimension",
        ),
        (lambda: lax.eq(0, 0.0), TypeError, "requires arguments to have the same dtypes"),
        (
            lambda: lax.reduce_window(np.ones(1), 0.0, lax.add, (0,)),
            TypeError,
            "every element be at least",
        ),
        (
            lambda: lax.reduce_window(np.ones(1), 0.0, lambda x, y: [x + y], (1,)),
            ValueError,
            "output must have the same tree structure as the operands",
        ),
        (
            lambda: lax.reduce_window(np.ones(2), np.zeros(1), lax.add, (1,)),
            TypeError,
            r"scalars but init_values have shapes \[\(1,\)\]",
        ),
        (
            lambda: lax.reduce({"x": X}, {"y": 0.0}, lambda x, y: x, [0]),
            ValueError,
            "Operands must have the same tree structure as init_values",
        ),
        (
            lambda: lax.conv(np.ones((1, 1, 3, 3)), np.ones((1, 1, 1, 1)), [1], "SAME"),
            ValueError,
            "window and window_strides must have the same number of dimensions",
        ),
    ],
)
def test_what_does_not_fit_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_indices_that_would_overflow_are_refused_before_anything_is_computed():
    x = fjax.ShapeDtypeStruct((2**31 + 1,), ml_dtypes.bfloat16)
    with pytest.raises(ValueError, match="int32 indices, which will overflow"):
        fjax.eval_shape(lambda x: lax.top_k(x, 100), x)


def test_the_cotangent_of_an_integer_output_may_be_of_any_dtype_for_it_has_no_effect():
    (value, number), pull = fjax.vjp(lambda x: (2 * x, 3), 5.0)
    assert (float(value), int(number)) == (10.0, 3)
    assert float(pull((1.0, np.int32(7)))[0]) == 2.0


@pytest.mark.parametrize("kind", ["FFT", "IFFT", "RFFT", "IRFFT"])
@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.float64, np.complex64, np.complex128])
def test_a_refused_dtype_of_a_spectrum_is_answered_by_those_that_are_not(kind, dtype):
    x = ShapedArray((3 if kind == "IRFFT" else 4,), np.dtype(dtype))
    op = Fft(FftType[kind], (4,))
    wanted = ("float32", "float64") if kind == "RFFT" else ("complex64", "complex128")
    if np.dtype(dtype).name in wanted:
        assert op.result_type(x)
    else:
        with pytest.raises(TypeError, match=f"{kind} input must be {' or '.join(wanted)}, got"):
            op.result_type(x)


@pytest.mark.parametrize("left_side", [False, True])
@pytest.mark.parametrize(
    "shapes", [((1,), ()), ((), ()), ((2, 2), ()), ((2, 3), (2,)), ((2, 2), (3,))]
)
def test_what_is_no_triangular_equation_is_answered_by_shapes(shapes, left_side):
    a, b = map(np.ones, shapes)
    with pytest.raises(ValueError, match="triangular_solve"):
        lax.linalg.triangular_solve(a, b, left_side=left_side)
