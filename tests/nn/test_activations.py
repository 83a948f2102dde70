"""Activations against their formulas, and their derivatives at the corners."""

import math

import numpy as np
import pytest
import scipy.special

import fjax
import fjax.numpy as jnp
from fjax import nn

X = np.linspace(-4, 4, 33)


def softplus(x):
    """log(1 + exp(x))."""
    return np.logaddexp(x, 0)


FORMULAS = {
    "identity": lambda x: x,
    "relu": lambda x: np.maximum(x, 0),
    "relu6": lambda x: np.clip(x, 0, 6),
    "sigmoid": scipy.special.expit,
    "softplus": softplus,
    "squareplus": lambda x: (x + np.sqrt(x * x + 4)) / 2,
    "sparse_plus": lambda x: np.where(x <= -1, 0, np.where(x >= 1, x, (x + 1) ** 2 / 4)),
    "sparse_sigmoid": lambda x: np.clip((x + 1) / 2, 0, 1),
    "soft_sign": lambda x: x / (1 + abs(x)),
    "silu": lambda x: x * scipy.special.expit(x),
    "mish": lambda x: x * np.tanh(softplus(x)),
    "log_sigmoid": lambda x: -softplus(-x),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "celu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "selu": lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)),
    "leaky_relu": lambda x: np.where(x >= 0, x, 0.01 * x),
    "hard_tanh": lambda x: np.clip(x, -1, 1),
    "hard_sigmoid": lambda x: np.clip(x + 3, 0, 6) / 6,
    "hard_silu": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "tanh": np.tanh,
}


@pytest.mark.parametrize("name", FORMULAS)
def test_values_are_the_formula(name):
    np.testing.assert_allclose(getattr(nn, name)(X), FORMULAS[name](X), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.needs("x64", reason="names float64")
def test_the_dtype_stays(name, dtype):
    assert getattr(nn, name)(jnp.zeros(3, dtype)).dtype == dtype


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", FORMULAS)
def test_derivatives_are_finite_differences(name):
    x = X + 0.013  # off the corners
    slope = fjax.vmap(fjax.grad(getattr(nn, name)))(x)
    near = (FORMULAS[name](x + 1e-6) - FORMULAS[name](x - 1e-6)) / 2e-6
    np.testing.assert_allclose(slope, near, rtol=1e-6, atol=1e-6)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "name,x,slope",
    [
        ("relu", 0.0, 0.0),
        ("relu6", 0.0, 0.0),
        ("relu6", 6.0, 0.0),
        ("softplus", 0.0, 0.5),
        ("softplus", math.inf, 1.0),
        ("softplus", -math.inf, 0.0),
        ("squareplus", 0.0, 0.5),
        ("elu", 1e4, 1.0),
        ("mish", 0.0, 0.6),
        ("leaky_relu", 0.0, 1.0),
    ],
)
def test_derivatives_at_corners_and_far_out(name, x, slope):
    np.testing.assert_allclose(fjax.grad(getattr(nn, name))(x), slope, atol=1e-12)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("name", [*FORMULAS, "gelu"])
@pytest.mark.needs("x64", reason="compares with float64")
def test_values_and_slopes_far_out_are_those_of_float64(name, dtype):
    """Squares and cubes that are not taken overflow: their slopes were 0 * inf."""
    function = getattr(nn, name)
    x = jnp.array([-60_000, -3000, -300, -50, 50, 300, 3000, 60_000], dtype)
    for each in (function, fjax.vmap(fjax.grad(lambda v: function(v).astype(float)))):
        found, expected = np.float64(each(x)), np.float64(each(x.astype(float)))
        np.testing.assert_allclose(found, expected, rtol=0.01, atol=5e-3)


@pytest.mark.needs("x64", reason="names float64")
def test_gelu_has_two_forms():
    exact = X * scipy.special.ndtr(X)
    np.testing.assert_allclose(nn.gelu(X, approximate=False), exact, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(nn.gelu(X), exact, atol=1e-3)
    assert nn.gelu(1).dtype == np.float64 and nn.gelu(jnp.float32(1)).dtype == np.float32


def test_glu_gates_one_half_with_the_other():
    x = np.arange(8.0).reshape(2, 4)
    expected = x[:, :2] * scipy.special.expit(x[:, 2:])
    np.testing.assert_allclose(nn.glu(x), expected, rtol=1e-12)
    with pytest.raises(ValueError, match="even length"):
        nn.glu(np.arange(3.0))


def test_log1mexp_is_accurate_at_both_ends():
    x = np.array([1e-12, 0.5, 5.0, 40.0])
    expected = np.array(
        [math.log(1e-12), math.log(1 - math.exp(-0.5)), math.log1p(-math.exp(-5)), -math.exp(-40)]
    )
    np.testing.assert_allclose(nn.log1mexp(x), expected, rtol=1e-11)
    np.testing.assert_allclose(fjax.grad(nn.log1mexp)(0.5), 1 / math.expm1(0.5), rtol=1e-12)


def test_activations_compile_and_map():
    f = fjax.jit(fjax.vmap(lambda row: nn.gelu(nn.silu(row)).sum()))
    x = X.reshape(3, 11)
    np.testing.assert_allclose(f(x), [float(nn.gelu(nn.silu(r)).sum()) for r in x], rtol=1e-12)


def test_squareplus_keeps_its_digits_below_zero_and_does_not_overflow():
    x = np.float32([-1e30, -1e8, -1000, -88, -3, 0, 3, 1e20, 1e30])
    wide = np.abs(x.astype(float))
    size = wide + np.sqrt(wide**2 + 4)
    exact = np.where(x < 0, 4 / size, size) / 2
    np.testing.assert_allclose(fjax.nn.squareplus(x), exact, 3e-7)
    slopes = fjax.vmap(fjax.grad(fjax.nn.squareplus))(x)
    np.testing.assert_allclose(slopes, exact / np.sqrt(wide**2 + 4), 1e-6, 1e-40)
    by_b = fjax.grad(fjax.nn.squareplus, 1)
    np.testing.assert_allclose([by_b(-2.0, 0.0), by_b(2.0, 0.0)], 0.125)
