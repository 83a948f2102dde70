"""Python's integers at the ends of the default dtype: the last that fit are kept, the next refused.

Arrays of narrower dtypes wrap what they meet, as in JAX.
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
