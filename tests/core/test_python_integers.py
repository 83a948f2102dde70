"""Python's integers at the ends of the default dtype: the last that fit are kept, the next refused.

Arrays of narrower dtypes wrap what they meet, as in JAX. Numbers that are given with a dtype.
"""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes

ALONE = {
    "asarray": lambda n: jnp.asarray(n),
    "full": lambda n: jnp.full((), n),
    "negative of negative": lambda n: jnp.negative(-jnp.asarray(n)),
    "argument": lambda n: fjax.jit(lambda x: x)(n),
    "batch": lambda n: fjax.vmap(lambda x, y: y, (0, None))(jnp.arange(2), n)[0],
    "carried": lambda n: lax.fori_loop(0, 3, lambda i, c: c, n),
    "where": lambda n: jnp.where(True, n, 0),
    "lax.max": lambda n: lax.max(n, n),
    "stack": lambda n: jnp.stack([n, n])[1],
    "result of jit": lambda n: fjax.jit(lambda: n)(),
    "device_put": lambda n: fjax.device_put(n),
}
WITH_AN_ARRAY = {
    "sum": lambda x, n: x + n,
    "sum from the right": lambda x, n: n + x,
    "lax.add": lambda x, n: lax.add(x, n),
    "compiled": lambda x, n: fjax.jit(lambda y: y + n)(x),
    "bits": lambda x, n: x | n,
    "maximum of zero and": lambda x, n: jnp.where(x == 0, n, x),
    "set": lambda x, n: x.at[()].set(n),
}
WORDS = (
    "does not fit into int|too large to convert to int|x.at.* out of bounds for int"  # not NumPy's
)


def _ends():
    """The default dtype, its least and largest integer, and those that are one too far."""
    dtype = dtypes.default_int()
    limits = dtypes.iinfo(dtype)
    return dtype, (limits.min, limits.max), (limits.min - 1, limits.max + 1, 2**64, -(2**80))


@pytest.mark.parametrize("x64", [True, False], ids=["64 bits", "32 bits"])
@pytest.mark.parametrize("name", ALONE)
def test_integers_alone_have_the_default_dtype_or_are_refused(name, x64):
    with fjax.enable_x64(x64):
        wanted, kept, refused = _ends()
        for n in kept:
            found = ALONE[name](n)
            assert found.dtype == wanted and int(found) == n
        for n in refused:
            with pytest.raises(OverflowError, match=WORDS):
                ALONE[name](n)


@pytest.mark.parametrize("x64", [True, False], ids=["64 bits", "32 bits"])
@pytest.mark.parametrize("name", WITH_AN_ARRAY)
def test_integers_fit_into_the_array_that_they_meet_or_are_refused(name, x64):
    with fjax.enable_x64(x64):
        dtype, kept, refused = _ends()
        x = jnp.zeros((), dtype)
        for n in kept:
            found = WITH_AN_ARRAY[name](x, n)
            assert found.dtype == dtype and int(found) == n
        for n in refused:
            with pytest.raises(OverflowError, match=WORDS):
                WITH_AN_ARRAY[name](x, n)


def test_larger_integers_are_given_with_their_dtype():
    n = 2**63 + 5
    with fjax.enable_x64(True):
        x = jnp.zeros((), np.uint64)
        given = jnp.asarray(n, np.uint64), x + np.uint64(n), jnp.full((), n, np.uint64)
        for found in (*given, x.at[()].set(n)):
            assert found.dtype == np.uint64 and int(found) == n


MAKERS = {
    "array": jnp.array,
    "asarray": jnp.asarray,
    "list": lambda x, dtype: jnp.asarray([x], dtype)[0],
    "nested": lambda x, dtype: jnp.array([[0, x]], dtype)[0, 1],
    "traced": lambda x, dtype: fjax.jit(lambda: jnp.asarray(x, dtype))(),
}


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "int64", "uint64", "float32"])
def test_numbers_with_a_dtype_that_does_not_hold_them_are_refused_as_by_numpy(dtype):
    for x in (1.5, -1.5, 300.7, -300.7, 3e9, 1e300, np.inf, -np.inf, np.nan, 2j, True, 300, -1):
        try:
            with np.errstate(over="ignore"):
                wanted = np.array(x, dtype)
        except (OverflowError, ValueError, TypeError) as error:
            for make in MAKERS.values():
                with pytest.raises(type(error)):
                    make(x, dtype)
        else:
            for make in MAKERS.values():
                found = make(x, dtype)
                assert found.dtype == dtype and np.array_equal(found, wanted, equal_nan=True)


FILLED = {
    "array": lambda x, dtype: jnp.array(x, dtype),
    "asarray": lambda x, dtype: jnp.asarray(np.array([x]), dtype),
    "full": lambda x, dtype: jnp.full(2, x, dtype),
    "full_like": lambda x, dtype: jnp.full_like(jnp.zeros(2, dtype), x),
    "lax.full": lambda x, dtype: lax.full((2,), x, dtype),
    "lax.full_like": lambda x, dtype: lax.full_like(jnp.zeros(2, dtype), x),
    "convert_element_type": lambda x, dtype: lax.convert_element_type(x, dtype),
    "traced": lambda x, dtype: fjax.jit(lambda: jnp.full(2, x, dtype))(),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", FILLED)
def test_wide_values_of_numpy_have_a_dtype_at_once_with_64_bits_off(name):
    """Not by way of 32 bits: 2**40 was zero, and 1e-300 false."""
    integers = [np.int64(2**40 + 3), np.uint64(2**63), np.array(-(2**40)), np.int64(7)]
    floats = [np.float64(2**24 + 1), np.float64(1e-300), np.array(-2.5)]
    wholes = (np.int8, np.uint16, np.int32)
    with fjax.enable_x64(False):
        for dtype in (np.bool_, *wholes, np.float32, jnp.bfloat16, np.complex64):
            for x in integers if dtype in wholes else [*integers, *floats]:
                found = FILLED[name](x, dtype)
                assert found.dtype == dtype and (np.asarray(found) == x.astype(dtype)).all()
        assert bool(FILLED[name](np.complex128(1e-300j), np.bool_).all())
        assert int(FILLED[name](np.float64(2**24 + 1), np.int32).max()) == 2**24 + 1
        assert int(FILLED[name](np.float64(1e300), np.int32).max()) == 2**31 - 1


def test_complex_numbers_have_no_value_in_a_real_dtype():
    for name in (
        "full",
        "full_like",
        "lax.full",
        "lax.full_like",
        "convert_element_type",
        "traced",
    ):
        for dtype in (np.float32, np.int32, jnp.bfloat16):
            with pytest.raises(TypeError, match="2j has no value of dtype"):
                FILLED[name](2j, dtype)
        assert bool(FILLED[name](2j, np.bool_).all())
        assert FILLED[name](2j, np.complex64).dtype == np.complex64
    with pytest.raises(OverflowError, match="too large to convert"):
        lax.convert_element_type(2**64, np.int32)
