"""Axes that values divide become strips, whose last one may be shorter."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax


def numbers(*shape, dtype=np.float32):
    return np.random.default_rng(0).integers(1, 100, shape).astype(dtype)


def padded(x, low, high, interior):
    """NumPy's answer along the last axis."""
    n = x.shape[-1]
    out = np.zeros((*x.shape[:-1], low + high + n + (n - 1) * interior), x.dtype)
    out[..., low : low + (n - 1) * (interior + 1) + 1 : interior + 1] = x
    return out


def kernel(f, *args):
    (found,) = fjax.inspect(f)(*args).kernels
    return str(found.form)


CONFIGURATIONS = [(low, high, k) for low, high, k in itertools.product(range(4), range(4), (1, 2))]


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.complex64, np.bool_])
@pytest.mark.parametrize("shape", [(1000,), (7, 133), (3, 5, 34)])
def test_each_element_has_its_place(shape, dtype):
    x = numbers(*shape, dtype=dtype)
    for low, high, interior in CONFIGURATIONS:
        config = [(0, 0, 0)] * (x.ndim - 1) + [(low, high, interior)]
        found = fjax.jit(lambda x, c=config: lax.pad(x, np.zeros((), x.dtype), c))(x)
        np.testing.assert_array_equal(found, padded(x, low, high, interior))


@pytest.mark.parametrize("n", [64, 65, 66, 67, 1001])
@pytest.mark.parametrize("step", [2, 3])
@pytest.mark.parametrize("start", [0, 1])
def test_what_is_added_to_strided_places_reads_nothing_beyond_the_end(n, step, start):
    x, y = numbers(5, n), numbers(5, len(range(start, n, step)))
    expected = x * 2
    expected[:, start::step] += y
    found = fjax.jit(lambda x, y: (x * 2).at[:, start::step].add(y))(x, y)
    np.testing.assert_array_equal(found, expected)


def test_two_axes_end_early():
    x = numbers(33, 65)
    found = fjax.jit(fjax.grad(lambda x: jnp.sum(x[::2, ::2] ** 2)))(x)
    expected = np.zeros_like(x)
    expected[::2, ::2] = 2 * x[::2, ::2]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("n", [63, 64, 66, 127])
def test_strips_that_end_early_are_split_again(n):
    half = (n + 1) // 2
    x = numbers((half + 3) // 4)
    inner = lambda x: jnp.zeros(half, x.dtype).at[::4].set(x)
    found = fjax.jit(lambda x: jnp.zeros(n, x.dtype).at[::2].set(inner(x)))(x)
    expected = np.zeros(n, x.dtype)
    expected[::8] = x
    np.testing.assert_array_equal(found, expected)


def test_the_choices_of_constants_are_strips_too():
    x = numbers(9, 131)
    found = fjax.jit(fjax.grad(lambda x: jnp.sum(x[:, 1::2] * 3)))(x)
    np.testing.assert_array_equal(found, np.zeros_like(x) + 3 * (np.arange(131) % 2))


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("n", [998, 999])
def test_nothing_is_divided_whether_an_axis_is_even_or_odd(n, start):
    text = kernel(fjax.grad(lambda x: jnp.sum(x[:, start::2] ** 2)), numbers(40, n))
    assert " rem " not in text and " select " not in text


@pytest.mark.parametrize("start", [0, 1])
def test_sizes_that_share_a_plan_end_where_they_end(start):
    gradient = fjax.jit(fjax.grad(lambda x: jnp.sum(x[:, start::2] ** 2)))
    for n in [*range(64, 90), 1001, 33, 1000]:
        x = numbers(3, n)
        expected = np.zeros_like(x)
        expected[:, start::2] = 2 * x[:, start::2]
        np.testing.assert_array_equal(gradient(x), expected)
