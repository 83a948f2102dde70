"""Arrays that native loops update, against the same loops step by step."""
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax


@pytest.mark.parametrize("method", ["add", "multiply", "max"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "int8"])
@pytest.mark.parametrize("size", [6, 100])
def test_scatters_that_combine_in_every_dtype(size, dtype, method):
    """Those of half precision combine in float32; some elements are met twice in a step."""
    x = jnp.asarray(np.linspace(1, 2, size), dtype)
    y = jnp.asarray([0.3, 1.7, 0.6], dtype)
    places = jnp.array([1, 2, 1])

    def loop(x, y):
        def step(k, state):
            return getattr(state.at[places + k % 2], method)(y)
        return lax.fori_loop(0, 3, step, x)

    with fjax.disable_jit():
        expected = np.asarray(loop(x, y)).astype(np.float64)
    got = np.asarray(fjax.jit(loop)(x, y)).astype(np.float64)
    np.testing.assert_allclose(got, expected, rtol=1e-6)
