"""Short rows that lie anywhere in memory are moved one by one, in vectors of their own length."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from tests.lowering.guarded import guarded

RANDOM = np.random.default_rng(13)
WIDTHS = [2, 3, 4, 5, 7, 8, 11, 15, 16, 17]


def check(function, *args):
    got, expected = fjax.jit(function)(*map(guarded, args)), function(*map(jnp.asarray, args))
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_allclose(got, expected, rtol=1e-5 if got.dtype.kind == "f" else 0)


def form(function, *args):
    (kernel,) = fjax.inspect(function)(*args).kernels
    return kernel.form


@pytest.mark.one_in(10)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "bool", "float16", "complex64"])
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_that_are_looked_up(width, dtype):
    x, rows = RANDOM.integers(0, 9, (50, width)).astype(dtype), RANDOM.integers(-60, 60, 37)
    check(lambda x, i: jnp.take(x, i, axis=0, mode="clip"), x, rows)
    check(lambda x, i: jnp.take(x, i % 50, axis=0, mode="wrap"), x, rows)
    check(lambda x, i: x.at[i].get(mode="fill", fill_value=1), x, rows)
    check(lambda x, i: x[i % 50] * x[i % 50, :1], x, rows)
    check(lambda x, i: x.reshape(5, 10, width)[:, i[:20] % 10], x, rows)


@pytest.mark.one_in(32)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "bool", "float16", "complex64"])
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_in_another_order(width, dtype):
    x = RANDOM.integers(0, 2, (9, 20, 6, width)).astype(dtype)
    check(lambda x: jnp.where(jnp.swapaxes(x, 1, 2) != 0, jnp.swapaxes(x, 1, 2), x[0, 0, 0]), x)
    check(lambda x: jnp.transpose(x, (2, 1, 0, 3)) * jnp.arange(width).astype(dtype), x)
    check(lambda x: jnp.swapaxes(x, 1, 2)[:, :, 1:] * x[0, 0, :1], x)
    check(lambda x: jnp.concatenate([x[:, :, 0], x[:, :, 1]], 1), x)
    check(lambda x: jnp.pad(jnp.swapaxes(x, 1, 2), ((0, 0), (1, 1), (0, 0), (0, 1))), x)
    check(lambda x: jnp.flip(jnp.swapaxes(x, 1, 2), -1), x)


def test_empty_rows_and_none():
    x = np.ones((50, 5), np.float32)
    check(lambda x, i: x[i], x, np.zeros(0, np.int64))
    check(lambda x: jnp.swapaxes(x.reshape(0, 5, 10, 5), 1, 2), x[:0].reshape(0, 5, 10, 5))
    check(lambda x, i: x[:, :0][i], x, np.zeros(3, np.int64))


def test_what_takes_little_is_moved_and_what_takes_much_stays_in_columns():
    x, rows = np.ones((500, 5), np.float32), RANDOM.integers(0, 500, 1000)
    assert "in 5:i64" in form(lambda x, i: jnp.take(x, i, axis=0, mode="clip"), x, rows)
    assert "in 5:i64" not in form(
        lambda x, i: jnp.sin(jnp.take(x, i, axis=0, mode="clip")), x, rows
    )
    y = np.ones((50, 20, 6, 5), np.float32)
    assert "in 5:i64" in form(lambda y: jnp.swapaxes(y, 1, 2) * 2, y)
    assert "in 5:i64" not in form(lambda y: jnp.exp(jnp.swapaxes(y, 1, 2)), y)
    assert "in 5:i64" not in form(lambda y: jnp.flip(y, 1) * 2, y[0, 0])  # rows lie together
