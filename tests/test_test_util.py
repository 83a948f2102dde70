"""check_grads: what it accepts and what it finds."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.test_util import check_grads


@fjax.custom_jvp
def wrong_in_second_order(x):
    """x ** 3 with the right first derivative, which has a wrong one itself."""
    return x**3


@wrong_in_second_order.defjvp
def _(primals, tangents):
    (x,), (t,) = primals, tangents
    slope = 3 * x * fjax.lax.stop_gradient(x)
    return x**3, slope * t


def test_second_derivatives_are_checked_in_all_modes():
    check_grads(lambda x, y: jnp.sin(x) * y, (np.array([0.3, 0.5]), 2.0), order=2)
    check_grads(wrong_in_second_order, (0.5,), order=1)
    for mode in ("fwd", "rev"):
        with pytest.raises(AssertionError):
            check_grads(wrong_in_second_order, (0.5,), order=2, modes=(mode,))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_tolerances_are_those_of_the_dtype_that_computes(dtype):
    x = np.linspace(0.2, 1.7, 7, dtype=dtype)
    with fjax.enable_x64(False):
        check_grads(lambda x: jnp.log(jnp.cosh(x)) * 3, (x,), order=1)
    with pytest.raises(AssertionError, match="tangent|projection"):
        check_grads(lambda x: jnp.sin(x) + 0.01 * fjax.lax.stop_gradient(x), (x,), order=1)


NARROW = ["float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"]


@pytest.mark.parametrize("dtype", NARROW)
def test_differences_of_narrow_values_are_not_rounded_away(dtype):
    x = jnp.ones(3, dtype)
    check_grads(lambda x: jnp.sin(x) * x, (x,), order=1)
    wrong = fjax.custom_jvp(lambda x: x * 2)
    wrong.defjvp(lambda primals, tangents: (primals[0] * 2, tangents[0] * 5))
    with pytest.raises(AssertionError, match="tangent|projection"):
        check_grads(wrong, (x,), order=1)


def test_a_random_key_has_no_derivative():
    def noisy(key, x):
        return x * fjax.random.normal(key), fjax.random.split(key)

    check_grads(noisy, (fjax.random.key(0), np.ones(3)), order=1)
