"""Arithmetic that comes often gets native code, and nobody sees it in the results."""

import operator

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core.events import count_events
from fjax.primitives import quick

ARITHMETIC = ("add", "sub", "mul")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
BITS = ("and_", "or_", "xor")
FLOATS = (0.0, -0.0, 1.0, -1.5, 3.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3e38, 1e-20)
INTEGERS = (0, 1, -1, 7, -7, 2**31 - 1, -(2**31), 12345)
CASES = [
    *[(n, np.dtype(d)) for n in (*ARITHMETIC, "truediv", *COMPARISONS) for d in ("f4", "f8")],
    *[(n, np.dtype(d)) for n in (*ARITHMETIC, *COMPARISONS, *BITS) for d in ("i4", "i8")],
]


@pytest.fixture
def after_two(monkeypatch):
    """Native code from the third call on."""
    monkeypatch.setattr(quick, "OFTEN", 2)
    fjax.clear_caches()
    yield
    fjax.clear_caches()


def pairs(dtype):
    """Two arrays with all pairs of values."""
    values = np.array(FLOATS if dtype.kind == "f" else INTEGERS, dtype)
    return (np.ascontiguousarray(a.reshape(-1)) for a in np.meshgrid(values, values))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name, dtype", CASES, ids=lambda x: str(x))
def test_native_results_have_numpys_bits(after_two, name, dtype):
    function = getattr(operator, name)
    a, b = pairs(dtype)
    with np.errstate(all="ignore"):
        expected = function(a, b)
    x, y = jnp.array(a), jnp.array(b)
    results = [function(x, y) for _ in range(5)]
    for result in results:
        assert result.dtype == expected.dtype
        assert np.asarray(result).tobytes() == expected.tobytes()


def test_an_operation_is_compiled_after_many_calls_and_not_before(after_two):
    x = jnp.arange(7.0)
    with count_events("lower_jaxpr_to_module") as compiled:
        x + x, x + x
        x + x, x + x  # the first notes the type
        assert compiled() == 1
        y = jnp.zeros(quick.SMALL + 1)
        for _ in range(5):
            y + y
        assert compiled() == 1


def test_other_operands_take_the_way_that_they_took(after_two):
    x, y = jnp.arange(9.0).reshape(3, 3), jnp.ones((3, 3))
    for _ in range(5):
        x - y
    plain = np.arange(9.0).reshape(3, 3)
    assert np.array_equal(x.T - y, plain.T - 1)  # not contiguous
    assert np.array_equal(x - 2, plain - 2)
    assert np.array_equal(x - jnp.ones(3), plain - 1)
    assert (x - jnp.ones((3, 3), np.float32)).dtype == np.float64
    assert np.array_equal(fjax.jit(lambda a, b: a - b)(x, y), plain - 1)
    assert np.array_equal(fjax.grad(lambda a: jnp.sum((a - y) * a))(x), 2 * plain - 1)
    y.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        x - y


def test_nans_are_found_after_many_calls(after_two):
    x = jnp.zeros(4)
    for _ in range(5):
        x / x
    with fjax.debug_nans(True), pytest.raises(FloatingPointError):
        x / x


def test_nothing_is_compiled_while_jit_is_disabled(after_two):
    x = jnp.arange(7.0)
    with fjax.disable_jit(), count_events("lower_jaxpr_to_module") as compiled:
        for _ in range(5):
            x * x
        assert compiled() == 0
