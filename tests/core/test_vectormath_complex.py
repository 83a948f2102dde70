"""Complex values: every function against NumPy in extended precision, and the branch cuts."""

from __future__ import annotations

import numpy as np
import pytest

from fjax.core import scalar
from fjax.core import vectormath as vm
from fjax.core.scalar_numpy import compile_numpy
from tests.core.vectormath_accuracy import HAS_LONG

FUNCTIONS = {
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "sqrt": np.sqrt,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "logistic": lambda z: 1 / (1 + np.exp(-z)),
    "rsqrt": lambda z: 1 / np.sqrt(z),
    "sign": lambda z: z / np.abs(z),
    "log2": lambda z: np.log(z) / np.log(np.longdouble(2)),
}
GROWING = {"exp", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "logistic"}


def evaluate(function, *arrays, library=False):
    inputs = []
    for number, array in enumerate(arrays):
        part = np.dtype(f"f{array.dtype.itemsize // 2}")
        inputs.append(
            scalar.ComplexExpr(scalar.leaf((number, "re"), part), scalar.leaf((number, "im"), part))
        )
    with np.errstate(all="ignore"):
        return compile_numpy(inputs, [function(*inputs)], library=library)(np, *arrays)[0]


def samples(dtype, growing=False):
    rng = np.random.default_rng(0)
    count, turn = 2000, np.exp(1j * rng.uniform(-np.pi, np.pi, 2000))
    z = np.concatenate(
        [
            rng.normal(size=count) + 1j * rng.normal(size=count),
            10 ** rng.uniform(-5, 5, count) * turn,
            turn * (1 + 1e-6 * rng.normal(size=count)),
            1j + 1e-5 * turn,
            1 + 1e-5 * turn,
            -1 + 1e-5 * turn,
        ]
    ).astype(dtype)
    return z[np.abs(z) < 60] if growing else z


@pytest.mark.one_in(2)
@pytest.mark.skipif(not HAS_LONG, reason="the reference needs an 80-bit long double")
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_is_a_few_ulp_of_the_modulus(name, dtype):
    z = samples(dtype, name in GROWING)
    with np.errstate(all="ignore"):
        want = FUNCTIONS[name](z.astype(np.clongdouble))
    got = evaluate(getattr(vm, name), z)
    assert got.dtype == dtype
    good = np.isfinite(want) & (np.abs(want) > 1e-2 if name in ("log", "log1p", "log2") else True)
    errors = np.abs(got[good] - want[good]) / np.abs(want[good])
    assert errors.max() <= 6 * np.finfo(dtype).eps, z[good][np.argmax(errors)]


@pytest.mark.parametrize("name", ["sqrt", "log", "asin", "acos", "atan", "asinh", "acosh", "atanh"])
def test_branch_cuts_follow_the_signs_of_zeros(name):
    points = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0]
    z = np.array([complex(a, b) for a in points for b in points])
    with np.errstate(all="ignore"):
        want = FUNCTIONS[name](z)
    got = evaluate(getattr(vm, name), z)
    np.testing.assert_allclose(got, want, rtol=1e-14, atol=1e-15)
    np.testing.assert_array_equal(np.signbit(got.imag), np.signbit(want.imag))
    np.testing.assert_array_equal(np.signbit(got.real), np.signbit(want.real))


def test_large_and_small_values_neither_overflow_nor_vanish():
    rng = np.random.default_rng(1)
    z = 10 ** rng.uniform(-290, 300, 1000) * np.exp(1j * rng.uniform(-np.pi, np.pi, 1000))
    for name in ("sqrt", "log", "asin", "acos", "atan", "asinh", "acosh", "atanh"):
        got = evaluate(getattr(vm, name), z)
        np.testing.assert_allclose(got, FUNCTIONS[name](z), rtol=1e-14)
    np.testing.assert_allclose(evaluate(abs, z), np.abs(z), rtol=1e-15)
    w = rng.permutation(z)
    ratio = evaluate(lambda a, b: a / b, z, w)
    with np.errstate(all="ignore"):
        want = (z.astype(np.clongdouble) / w.astype(np.clongdouble)).astype(complex)
    ordinary = (np.abs(want) < 1e300) & (np.abs(want) > 1e-290)
    np.testing.assert_allclose(ratio[ordinary], want[ordinary], rtol=1e-14)


def test_arithmetic_with_numbers_and_reals():
    z = np.array([1 + 2j, -3 + 0.5j])
    for function in (
        lambda v: v + 1,
        lambda v: 1 - v,
        lambda v: 2 * v,
        lambda v: 1 / v,
        lambda v: v / 2,
        lambda v: -v,
        lambda v: v * v - v,
        lambda v: v * 1j,
        lambda v: 1j * v + 2j,
    ):
        np.testing.assert_allclose(evaluate(function, z), function(z), rtol=1e-15)
    np.testing.assert_array_equal(evaluate(lambda v: v.conj(), z), z.conj())
    np.testing.assert_array_equal(evaluate(vm.real, z), z.real)
    np.testing.assert_array_equal(evaluate(vm.imag, z), z.imag)
    np.testing.assert_array_equal(evaluate(lambda v: scalar.eq(v, 1 + 2j), z), z == 1 + 2j)
    np.testing.assert_array_equal(evaluate(lambda v: scalar.ne(v, 1 + 2j), z), z != 1 + 2j)


def test_powers():
    rng = np.random.default_rng(2)
    z = rng.normal(size=200) + 1j * rng.normal(size=200)
    w = 2 * rng.normal(size=200) + 1j * rng.normal(size=200)
    np.testing.assert_allclose(evaluate(vm.pow, z, w), np.power(z, w), rtol=1e-13)
    zero = np.zeros(2, complex)
    np.testing.assert_array_equal(evaluate(vm.pow, zero, np.array([0, 2 + 0j])), [1, 0])
    np.testing.assert_allclose(evaluate(lambda v: vm.integer_pow(v, -3), z), z**-3, rtol=1e-13)


def test_conversions_between_real_and_complex():
    z = np.array([1.5 + 2j, 0j, 3j])
    np.testing.assert_array_equal(
        evaluate(lambda v: vm.convert(v, np.complex64), z), z.astype(np.complex64)
    )
    np.testing.assert_array_equal(
        evaluate(lambda v: vm.convert(v, np.float32), z), z.real.astype(np.float32)
    )
    np.testing.assert_array_equal(evaluate(lambda v: vm.convert(v, np.bool_), z), z != 0)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_the_sign_of_a_number_with_one_infinite_part_is_its_direction(dtype):
    parts = [np.inf, -np.inf, np.nan, 0.0, -2.5]
    z = np.array([complex(a, b) for a in parts for b in parts], dtype)
    with np.errstate(all="ignore"):
        expected = np.sign(z)
    np.testing.assert_allclose(evaluate(vm.sign, z), expected, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", ["tanh", "tan", "atanh", "atan"])
def test_functions_with_limits_at_infinity_have_them(name, dtype):
    """As in C: NaN where the limit depends on the direction."""
    parts = [np.inf, -np.inf, 1e30, -1e30, 0.0, 1.0]
    z = np.array([complex(a, b) for a in parts for b in parts], dtype)
    with np.errstate(all="ignore"):
        expected = FUNCTIONS[name](z)
        found = evaluate(getattr(vm, name), z)
    lost = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(found), lost)
    np.testing.assert_allclose(found[~lost], expected[~lost], rtol=1e-6)


@pytest.mark.parametrize("library", [False, True])
def test_complex_quotients_vanish_where_they_are_divided_by_infinity(library):
    z = np.array([-750 + 1j, -1e30 + 0.5j, complex(-np.inf, 0.5)])
    np.testing.assert_array_equal(evaluate(vm.logistic, z, library=library), 0)
    parts = [np.inf, -np.inf, 1.0]
    z = np.array([complex(a, b) for a in parts for b in parts])[:-1]
    np.testing.assert_array_equal(evaluate(vm.rsqrt, z, library=library), 0)
    np.testing.assert_array_equal(evaluate(lambda v: 1 / v, z, library=library), 0)
