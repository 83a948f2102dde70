"""Booleans as numbers: in every function of two operands and operator, as NumPy's of int32."""

import operator

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

X, Y = np.array([False, False, True, True]), np.array([False, True, False, True])
ONES = np.ones(4, bool)  # divisors: what division by zero gives is stated elsewhere
NUMERIC = ("floor_divide", "remainder", "mod", "fmod", "divmod", "right_shift", "left_shift")
FLOATING = ("divide", "true_divide", "arctan2", "hypot", "copysign", "heaviside", "logaddexp")
LOGICAL = ("logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor")
COMPARING = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
OPERATORS = {name: getattr(operator, name) for name in ("floordiv", "mod", "rshift", "lshift")}


def _leaves(x):
    return [np.asarray(leaf) for leaf in fjax.tree.leaves(x)]


def _ways(function):
    """What a function gives, at once and compiled, of arrays and of a Python bool."""
    x, y = jnp.asarray(X), jnp.asarray(ONES)
    yield _leaves(function(x, y))
    yield _leaves(fjax.jit(function)(x, y))
    yield _leaves(function(x, True))


@pytest.mark.parametrize("name", NUMERIC)
def test_booleans_are_integers_to_numeric_functions(name):
    wanted = _leaves(getattr(np, name)(X.astype(np.int32), ONES.astype(np.int32)))
    for found in _ways(getattr(jnp, name)):
        for a, b in zip(found, wanted, strict=True):
            assert a.dtype == np.int32
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", OPERATORS)
def test_booleans_are_integers_to_operators(name):
    function = OPERATORS[name]
    wanted = function(X.astype(np.int32), ONES.astype(np.int32))
    for (found,) in _ways(function):
        assert found.dtype == np.int32
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("name", FLOATING)
def test_booleans_are_floats_to_functions_of_floats(name):
    wanted = getattr(np, name)(X.astype(np.float32), ONES.astype(np.float32))
    for (found,) in _ways(getattr(jnp, name)):
        assert found.dtype == np.float32  # the narrowest float that holds them, as in JAX
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.parametrize("name", [*LOGICAL, *COMPARING, "add", "multiply", "maximum", "minimum"])
def test_booleans_stay_booleans(name):
    wanted = getattr(np, name)(X, Y)
    found = getattr(jnp, name)(jnp.asarray(X), jnp.asarray(Y))
    compiled = fjax.jit(getattr(jnp, name))(X, Y)
    for got in (found, compiled):
        assert got.dtype == np.bool_
        np.testing.assert_array_equal(got, wanted)
