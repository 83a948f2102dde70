"""Unsigned indices beyond int64: compiled code clamps and drops them as NumPy's evaluation does."""

from __future__ import annotations

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

INDICES = np.array([0, 2, 5, 2**63 - 1, 2**63, 2**64 - 1, 2**64 - 3], np.uint64)
WINDOW = jnp.ones(2)


def window_added(x, i):
    return x + lax.dynamic_update_slice(jnp.zeros_like(x), WINDOW, (i,)), None


READS = {
    "plain": lambda x, i: x[i],
    "clip": lambda x, i: x.at[i].get(mode="clip"),
    "fill": lambda x, i: x.at[i].get(mode="fill"),
    "take_along_axis": lambda x, i: jnp.take_along_axis(x, i, 0),
    "window": lambda x, i: jnp.stack([lax.dynamic_slice(x, (j,), (2,)) for j in i]),
    "window of each": lambda x, i: fjax.vmap(lambda j: lax.dynamic_slice(x, (j,), (2,)))(i),
    "in a loop": lambda x, i: lax.scan(lambda c, j: (c, c[j]), x, i)[1],
}
WRITES = {
    "set": lambda x, i: x.at[i].set(7.0),
    "add": lambda x, i: x.at[i].add(7.0),
    "add, clip": lambda x, i: x.at[i].add(7.0, mode="clip"),
    "max, clip": lambda x, i: x.at[i].max(7.0, mode="clip"),
    "one of each row": lambda x, i: fjax.vmap(lambda j: x.at[j].add(1.0, mode="clip"))(i),
    "window": lambda x, i: jnp.stack([lax.dynamic_update_slice(x, WINDOW, (j,)) for j in i]),
    "in a loop": lambda x, i: lax.scan(lambda c, j: (c.at[j].add(1.0), None), x, i)[0],
    "window added in a loop": lambda x, i: lax.scan(window_added, jnp.resize(x, 100), i)[0],
    "gradient": lambda x, i: fjax.grad(lambda x: jnp.sum(x[i] * jnp.arange(7.0)))(x),
}


@pytest.mark.parametrize("function", (READS | WRITES).values(), ids=READS | WRITES)
def test_compiled_code_agrees_on_indices_beyond_int64(function):
    x = jnp.arange(5.0)
    with fjax.disable_jit():
        expected = function(x, jnp.asarray(INDICES))
    np.testing.assert_array_equal(fjax.jit(function)(x, INDICES), expected)


def test_indices_beyond_int64_are_beyond_the_end():
    found = fjax.jit(READS["clip"])(jnp.arange(5.0), INDICES)
    np.testing.assert_array_equal(found, [0, 2, 4, 4, 4, 4, 4])


def test_start_indices_of_two_dtypes_beyond_int64_are_beyond_the_end():
    window = lambda i: lax.dynamic_slice(jnp.arange(10.0).reshape(2, 5), (0, i), (1, 2))
    np.testing.assert_array_equal(window(INDICES[-1]), [[3, 4]])
    np.testing.assert_array_equal(fjax.vmap(window)(INDICES[-1:]), [[[3, 4]]])
