"""Edges of elementwise primitives: JAX's answers, recorded, where NumPy's differ or say nothing."""

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import errors, lax
from fjax.api.autodiff import grad, jvp
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Literal, Var
from fjax.primitives import arithmetic, comparison, conversion, exponential, selection


def values(x):
    return np.asarray(x).tolist()


def test_integers_divided_by_zero_give_minus_one():
    assert values(lax.div(np.int32([5, -5, 0]), np.int32([0, 0, 0]))) == [-1, -1, -1]
    assert values(lax.div(np.uint8([5]), np.uint8([0]))) == [255]


def test_the_remainder_by_zero_is_the_dividend():
    assert values(lax.rem(np.int32([5, -5, 0]), np.int32([0, 0, 0]))) == [5, -5, 0]


def test_the_lowest_integer_divided_by_minus_one_wraps():
    lowest = np.int32([-(2**31)])
    assert values(lax.div(lowest, np.int32([-1]))) == [-(2**31)]
    assert values(lax.rem(lowest, np.int32([-1]))) == [0]


@pytest.mark.parametrize(
    "shift,expected",
    [
        (lax.shift_left, [0, 0, -1]),
        (lax.shift_right_logical, [0, 0, -1]),
        (lax.shift_right_arithmetic, [-1, -1, -1]),
    ],
)
def test_shifts_by_the_width_or_more_leave_nothing_but_signs(shift, expected):
    assert values(shift(np.int64([-1, -1, -1]), np.int64([64, -1, 0]))) == expected


def test_floats_become_integers_with_saturation():
    x = np.array([1e10, -1e10, np.nan, np.inf, -1.9])
    assert values(lax.convert_element_type(x, np.int32)) == [2**31 - 1, -(2**31), 0, 2**31 - 1, -1]
    assert values(lax.convert_element_type(x, np.uint8)) == [255, 0, 0, 255, 0]


def test_discarding_an_imaginary_part_warns():
    with pytest.warns(np.exceptions.ComplexWarning, match=r"complex128\[\] to float64"):
        assert float(lax.convert_element_type(jnp.asarray(1 + 2j), float)) == 1


def test_sign_keeps_negative_zero_and_nan():
    out = np.asarray(lax.sign(np.array([-0.0, np.nan, -3.0])))
    assert np.signbit(out[0]) and np.isnan(out[1]) and out[2] == -1


def test_a_negative_float_has_a_cube_root():
    assert float(lax.cbrt(-8.0)) == -2


def test_select_n_takes_the_nearest_case_for_a_selector_out_of_range():
    cases = [np.full(3, k) for k in range(3)]
    assert values(lax.select_n(np.int32([-4, 1, 9]), *cases)) == [0, 1, 2]


def test_clamp_prefers_the_upper_limit_and_keeps_nan():
    x = np.array([0.5, np.nan, 9.0])
    np.testing.assert_array_equal(np.asarray(lax.clamp(2.0, x, 1.0)), [1, np.nan, 1])


def test_reduce_precision_flushes_what_would_be_denormal():
    assert values(lax.reduce_precision(np.array([3.14159, 1e-9, 6e-5, 1e9]), 5, 10)) == [
        3.140625,
        0.0,
        0.0,
        np.inf,
    ]


def test_a_bitcast_to_a_narrower_dtype_adds_an_axis_and_back():
    parts = lax.bitcast_convert_type(np.float32([1.0, 2.0]), np.uint16)
    assert values(parts) == [[0, 16256], [0, 16384]]
    assert values(lax.bitcast_convert_type(parts, np.float32)) == [1.0, 2.0]


def test_comparisons_of_weak_scalars_are_not_weak():
    assert not lax.lt(1.0, 2.0).weak_type


def test_whether_a_weak_scalar_is_finite_is_weak():
    weak = lax.is_finite(1.0)
    assert weak.weak_type and jit(lax.is_finite)(1.0).weak_type
    assert not lax.is_finite(np.float32(1)).weak_type
    assert (weak + np.int8(1)).dtype == np.int8 and not lax.bitwise_and(weak, weak > 2).weak_type


# ---- derivatives at edges


def slope(function, x):
    return float(grad(function)(x))


def test_ties_of_max_share_the_derivative():
    assert slope(lambda x: lax.max(x, 0.0), 0.0) == 0.5
    assert slope(lambda x: lax.max(0.0, x), 0.0) == 0.5
    assert slope(lambda x: lax.max(x, x), 3.0) == 1
    assert slope(lambda x: lax.min(x, 1.0), 2.0) == 0


def test_the_derivative_of_abs_at_zero_is_one():
    assert slope(lax.abs, 0.0) == 1
    assert slope(lax.abs, -2.0) == -1


def test_the_derivative_of_a_complex_modulus_at_zero_is_zero():
    assert complex(grad(lambda z: lax.abs(z))(0j)) == 0


def test_transposition_does_not_conjugate():
    assert complex(grad(lambda z: lax.square(lax.abs(z)))(1 + 2j)) == pytest.approx(2 - 4j)
    assert complex(grad(lambda z: lax.real(z))(1 + 2j)) == 1
    assert complex(grad(lambda z: lax.imag(z))(1 + 2j)) == -1j


def test_clamp_stops_the_derivative_at_the_limits():
    for x, expected in ((0.0, 0), (0.5, 1), (1.0, 0), (2.0, 0)):
        assert slope(lambda v: lax.clamp(0.0, v, 1.0), x) == expected


def test_powers_at_zero():
    assert slope(lambda x: lax.pow(x, 2.0), 0.0) == 0
    assert slope(lambda x: lax.pow(x, np.int32(0)), 0.0) == 0
    assert slope(lambda x: lax.pow(x, np.int32(1)), 0.0) == 1
    assert slope(lambda y: lax.pow(0.0, y), 2.0) == 0
    assert slope(lambda x: lax.integer_pow(x, 0), 0.0) == 0


def test_functions_of_steps_have_zero_tangents():
    for function in (lax.sign, lax.floor, lax.ceil, lax.round, lax.stop_gradient):
        assert slope(lambda x, f=function: f(x) + 0.0, 1.3) == 0


def test_integer_inputs_have_float0_tangents():
    zero = np.zeros((), dtypes.float0)
    _, tangent = jvp(lambda n: n * 2, (np.int32(3),), (zero,))
    assert tangent.dtype == dtypes.float0


@pytest.mark.parametrize(
    "function,args",
    [
        (lax.nextafter, (1.0, 2.0)),
        (lax.polygamma, (1.0, 2.0)),
        (lax.betainc, (1.0, 2.0, 0.5)),
        (lax.zeta, (2.0, 1.0)),
    ],
)
def test_what_has_no_derivative_says_so(function, args):
    with pytest.raises(NotImplementedError):
        grad(function)(*args)


# ---- errors


@pytest.mark.parametrize(
    "call,error,words",
    [
        (
            lambda: lax.add(np.float32(1), np.int32(1)),
            TypeError,
            r"lax.add.*float32\[\], int32\[\]",
        ),
        (lambda: lax.add(np.ones(3), np.ones((1, 3))), ValueError, "same number of dimensions"),
        (lambda: lax.add(np.ones(3), np.ones(4)), ValueError, r"\(3,\)"),
        (lambda: lax.sin(1), TypeError, "sin does not accept dtype int64"),
        (lambda: lax.add(True, True), TypeError, "add does not accept dtype bool"),
        (lambda: lax.pow(2, 3), TypeError, "integer_pow"),
        (lambda: lax.integer_pow(2, -1), TypeError, "negative power -1"),
        (lambda: lax.select(True, np.ones(3), 0.0), ValueError, "cases must have one shape"),
        (lambda: lax.select_n(np.array([True]), *[np.ones(1)] * 3), TypeError, "bool selector"),
        (lambda: lax.select_n(1.5, 1, 2), TypeError, "bool or integer"),
        (lambda: lax.clamp(np.ones(2), np.ones(3), 1.0), ValueError, "clamp"),
        (lambda: lax.bitcast_convert_type(True, np.int8), TypeError, "bitcast_convert_type"),
        (lambda: lax.reduce_precision(1.0, 0, 3), ValueError, "exponent_bits"),
        (lambda: lax.complex(np.float16(1), np.float16(1)), TypeError, "complex"),
        (lambda: lax.add([1], 2), TypeError, r"got \[1\] of type list"),
        (lambda: arithmetic.add(np.ones(3), np.ones(4)), ValueError, "one shape"),
        (lambda: comparison.lt(1j, 2j), TypeError, "lt does not accept dtype complex128"),
        (lambda: exponential.pow_(np.float32(1), 2.0), TypeError, "pow: operands"),
    ],
    ids=lambda p: getattr(p, "__name__", str(p))[:20],
)
def test_what_does_not_fit_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_errors_are_of_fjax():
    with pytest.raises(errors.DtypeError):
        lax.exp(np.int32(1))


# ---- passes and aliases


def test_a_unit_factor_is_dropped_only_where_nothing_changes():
    one = Literal(np.float32(1), ShapedArray((), np.float32, True))
    x = Var(ShapedArray((3,), np.float32))
    scalar = Var(ShapedArray((), np.float32))
    assert arithmetic.mul.simplify(x, one) is x
    assert arithmetic.mul.simplify(one, x) is x
    assert arithmetic.div.simplify(x, one) is x
    assert arithmetic.div.simplify(one, x) is None
    assert arithmetic.mul.simplify(x, scalar) is None


def test_primitives_have_jaxs_names():
    assert lax.sin_p.name == "sin" and lax.integer_pow_p.name == "integer_pow"
    assert lax.add_p is arithmetic.add and lax.select_n_p is selection.select_n
    assert conversion.ConvertElementType.name == "convert_element_type"


@pytest.mark.parametrize("dtype", ["int4", "uint4", "int2", "uint2"])
@pytest.mark.parametrize(
    "function",
    [
        lambda x: lax.clamp(x * 0, x, x),
        lambda x: lax.max(x, x),
        lambda x: lax.min(x, x),
        lambda x: x + x,
        lambda x: x * x,
        lambda x: -x,
        lambda x: x & x,
        lambda x: ~x,
        lambda x: lax.sign(x),
        lambda x: lax.select(x > 0, x, x),
        lambda x: lax.integer_pow(x, 2),
        lambda x: lax.rem(x, x),
        lambda x: lax.div(x, x),
    ],
    ids="clamp max min add mul neg and not sign select integer_pow rem div".split(),
)
def test_narrow_integers_stay_what_they_are_in_eager_code(function, dtype):
    """NumPy computes some of them in int8: the memory must hold the dtype that the array tells."""
    x = jnp.ones(3, dtype)
    assert np.asarray(function(x)).dtype == function(x).dtype == x.dtype
