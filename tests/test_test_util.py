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
