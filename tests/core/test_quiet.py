"""NumPy's warnings about floating-point values stay inside, and so does how they are kept there."""

import signal

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.primitive import primitive
from fjax.primitives.families import Elementwise

BIG = np.array([1e300, -1e300, np.nan])

HANDED_IN = {
    "an array": lambda: jnp.array(BIG),
    "a scalar": lambda: jnp.asarray(1e300),
    "a NumPy scalar": lambda: jnp.asarray(np.float64(1e300)),
    "complex numbers": lambda: jnp.asarray(BIG + 1j * BIG),
    "a list": lambda: jnp.array([np.float64(1e300), 2.0]),
    "a list of arrays": lambda: jnp.array([BIG, BIG]),
    "an operand": lambda: jnp.sin(BIG),
    "an operand of an operator": lambda: jnp.ones(3) * BIG,
    "a fill value": lambda: jnp.full(2, 1e300),
    "an argument of jit": lambda: fjax.jit(lambda x: x * 2)(BIG),
    "a scalar argument of jit": lambda: fjax.jit(lambda x: x * 2)(1e300),
    "a constant of jit": lambda: fjax.jit(lambda x: x * BIG)(jnp.ones(3)),
    "a literal of jit": lambda: fjax.jit(lambda x: x * 1e300)(jnp.ones(3)),
    "an array put on a device": lambda: fjax.device_put(BIG),
    "an update": lambda: jnp.ones(2).at[0].set(1e300),
    "bounds": lambda: jnp.clip(jnp.ones(2), -1e300, 1e300),
    "a range": lambda: jnp.arange(0.0, 1e300, 5e299),
    "the result of a callback": lambda: fjax.pure_callback(
        lambda x: np.float64(1e300), fjax.ShapeDtypeStruct((), jnp.float32), 1.0
    ),
    "a float16": lambda: jnp.array(BIG, jnp.float16),
    "an integer": lambda: jnp.array(BIG, jnp.int8),
    "the variance of nothing as an integer": lambda: jnp.var(jnp.zeros(0), dtype=jnp.int8),
    "an initial value": lambda: lax.reduce(jnp.ones(3), 1e300, lax.add, (0,)),
}


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize("name", HANDED_IN)
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_a_value_beyond_the_range_of_its_dtype_warns_nowhere(name, x64):
    with fjax.enable_x64(x64):
        HANDED_IN[name]()


def test_a_value_beyond_float32_is_infinite_with_64_bits_off():
    with fjax.enable_x64(False):
        found = jnp.asarray(BIG)
    assert found.dtype == jnp.float32
    np.testing.assert_array_equal(np.asarray(found), [np.inf, -np.inf, np.nan])


def test_a_signal_handler_computes_in_the_middle_of_an_operation():
    found = []

    @primitive
    class Interrupted(Elementwise):
        """x, while whose evaluation a signal arrives."""

        name = "interrupted"
        absent = frozenset({"scalar", "jvp"})

        def result_type(self, x):
            return (x,)

        def evaluate(self, xp, x):
            signal.raise_signal(signal.SIGUSR1)
            return (xp.positive(x),)

    before = signal.signal(signal.SIGUSR1, lambda *_: found.append(jnp.exp(jnp.zeros(2)) + 1))
    try:
        Interrupted()(jnp.ones(3))
    finally:
        signal.signal(signal.SIGUSR1, before)
    np.testing.assert_array_equal(np.asarray(found[0]), [2.0, 2.0])
