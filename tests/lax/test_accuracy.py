"""What `accuracy=` of elementwise functions and `precision=` of products accept."""

import ml_dtypes
import numpy as np
import pytest

import fjax
from fjax import lax

X = np.linspace(0.25, 3.0, 7)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "accuracy",
    [
        None,
        lax.AccuracyMode.HIGHEST,
        lax.AccuracyMode.DEFAULT,
        lax.Tolerance(ulps=4),
        lax.Tolerance(atol=0.0, rtol=1e-12),
    ],
)
@pytest.mark.parametrize(
    "name",
    [
        "exp",
        "exp2",
        "expm1",
        "log",
        "log1p",
        "logistic",
        "sin",
        "cos",
        "tan",
        "tanh",
        "cbrt",
        "sqrt",
        "rsqrt",
    ],
)
@pytest.mark.needs("x64", reason="asks for 1e-12")
def test_an_accuracy_that_is_kept_changes_nothing(name, accuracy):
    function = getattr(lax, name)
    np.testing.assert_array_equal(function(X, accuracy=accuracy), function(X))
    np.testing.assert_array_equal(
        fjax.jit(lambda x: function(x, accuracy=accuracy))(X), fjax.jit(function)(X)
    )


@pytest.mark.parametrize(
    "function, x, accuracy",
    [
        (lax.exp, np.float32(1), lax.Tolerance(rtol=1e-9)),
        (lax.exp, np.float64(1), lax.Tolerance(ulps=1)),
        (lax.exp, np.float64(1), lax.Tolerance(atol=1.0)),  # exp has no largest value
        (lax.sin, np.float64(1), lax.Tolerance(atol=1e-17)),
        (lax.exp, np.complex128(1j), lax.Tolerance(ulps=4)),
    ],
)
def test_more_than_is_promised_is_refused(function, x, accuracy):
    with pytest.raises(ValueError, match=f"{function.__name__}: .*more than fjax promises"):
        function(x, accuracy=accuracy)


@pytest.mark.parametrize(
    "function, x, accuracy",
    [
        (lax.sqrt, np.float64(2), lax.Tolerance(ulps=1)),
        (lax.exp, ml_dtypes.bfloat16(2), lax.Tolerance(ulps=1)),
        (lax.sin, np.float32(1), lax.Tolerance(atol=1e-6)),
    ],
)
def test_functions_that_are_more_exact_promise_more(function, x, accuracy):
    assert float(function(x, accuracy=accuracy)) == float(function(x))


def test_a_tolerance_must_allow_something():
    with pytest.raises(ValueError, match="non-negative"):
        lax.Tolerance(atol=-1.0)
    with pytest.raises(ValueError, match="At least one"):
        lax.Tolerance()
    with pytest.raises(TypeError, match="AccuracyMode or a Tolerance"):
        lax.exp(1.0, accuracy="high")


def test_a_product_may_be_of_another_dtype_than_its_factors():
    x, y = np.array([100, -100], np.int8), np.array([100, 3], np.int8)
    out = lax.mul(x, y, out_dtype=np.int32)
    assert out.dtype == np.int32
    np.testing.assert_array_equal(out, [10000, -300])
    assert lax.mul(np.float16(300), np.float16(300), out_dtype=np.float32) == 90000.0
    slope = fjax.grad(lambda x: lax.mul(x, np.float16(3), out_dtype=np.float32))(np.float16(2))
    assert (slope.dtype, float(slope)) == (np.float16, 3.0)


def test_an_algorithm_sums_at_least_as_exactly_as_it_says():
    x = np.array([1.0, 2.0**-30, 2.0**-30, -1.0], np.float32)
    ones = np.ones(4, np.float32)
    for precision in (
        lax.DotAlgorithmPreset.F64_F64_F64,
        "F64_F64_F64",
        lax.DotAlgorithm(np.float64, np.float64, np.float64),
    ):
        out = lax.dot(x, ones, precision=precision)
        assert (out.dtype, float(out)) == (np.float32, 2.0**-29)
    with fjax.default_matmul_precision("F64_F64_F64"):
        assert float(lax.dot(x, ones)) == 2.0**-29
    slope = fjax.grad(lambda x: lax.dot(x, ones, precision="F64_F64_F64"))(x)
    np.testing.assert_array_equal(slope, ones)


def test_an_algorithm_is_named_by_its_parameters():
    preset = lax.DotAlgorithmPreset
    assert (
        lax.DotAlgorithm("bfloat16", "bfloat16", "float32", 2, 2, 3).preset()
        is preset.BF16_BF16_F32_X3
    )
    with pytest.raises(ValueError, match="not an algorithm that fjax knows.*F16_F16_F32"):
        lax.dot(X, X, precision=lax.DotAlgorithm(np.float16, np.float64, np.float32))


def test_qr_of_a_dtype_that_lapack_lacks_says_so():
    for dtype in (np.float16, ml_dtypes.bfloat16):
        with pytest.raises(NotImplementedError, match=f"Unsupported dtype {np.dtype(dtype).name}"):
            lax.linalg.qr(np.ones((3, 2), dtype))
