"""Totals of columns in blocks of rows: how many rows come at once, and that none is left out."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp


def rows(*shape):
    return jnp.asarray(np.random.default_rng(0).normal(size=shape).astype(np.float32))


def blocks(f, x):
    """The kernel over blocks of rows, as text."""
    (text,) = [str(k.form) for k in fjax.inspect(f)(x).kernels if "blocks" in str(k)]
    return text


def test_short_rows_are_combined_before_partial_results_are_touched():
    assert blocks(lambda x: (x * x).sum(0), rows(3000, 50)).count("load b0") == 5


def test_long_rows_come_one_by_one():
    text = blocks(lambda x: (jnp.tanh(x) * jnp.sin(x)).sum(0), rows(3000, 50))
    assert text.count("load b0") == text.count("call tanh") == text.count("call sin") == 1


@pytest.mark.parametrize("n", [64, 1000, 2999, 3001, 20_003])
@pytest.mark.parametrize(
    "f",
    [lambda m, x: (x * x).sum(0), lambda m, x: (m.tanh(x) * m.sin(x)).sum(0)],
    ids=["short", "long"],
)
def test_every_row_counts_once(f, n):
    x = rows(n, 37)
    expected = f(np, np.asarray(x, np.float64))
    np.testing.assert_allclose(fjax.jit(lambda x: f(jnp, x))(x), expected, rtol=2e-5, atol=2e-3)


def squares(x):
    return jnp.sum(x * x)


def test_a_block_is_one_row_where_nothing_asks_for_rows():
    text = blocks(squares, rows(3000, 23))
    assert text.count("vector ") == 1 and "serial " not in text


@pytest.mark.parametrize("n", [9, 15, 23])
def test_a_block_has_rows_where_values_differ_by_row_or_column(n):
    for other in rows(1, n), rows(3000, 1):
        text = blocks(lambda x, other=other: jnp.sum(abs(x - other)), rows(3000, n))
        assert "serial " in text and " rem " not in text


@pytest.mark.parametrize("shape", [(1499, 23), (3001, 4, 17), (70, 9), (25, 3, 9), (20_003, 8)])
def test_every_element_of_a_block_counts_once(shape):
    x, bias = rows(*shape), rows(shape[-1])
    wide = np.asarray(x, np.float64)
    np.testing.assert_allclose(fjax.jit(squares)(x), (wide * wide).sum(), rtol=2e-6)
    total, largest, doubled = fjax.jit(lambda x, b: (jnp.sum(x + b), jnp.max(x), x * 2))(x, bias)
    expected = wide + np.asarray(bias, np.float64)
    np.testing.assert_allclose(total, expected.sum(), atol=1e-6 * abs(expected).sum())
    assert largest == wide.max()
    np.testing.assert_array_equal(doubled, 2 * np.asarray(x))
