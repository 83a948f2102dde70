"""Products and conversions where their ways part: empty axes, large integers, ends of ranges."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes

KINDS = [np.bool_, np.int8, np.uint16, np.int64, np.float16, np.float32, np.complex64]


@pytest.mark.parametrize("dtype", KINDS)
@pytest.mark.parametrize("empty", ["b", "m", "k", "n"])
@pytest.mark.parametrize("batch", [1, 2])
def test_a_product_with_an_empty_axis_is_empty_or_zero(dtype, empty, batch):
    sizes = {"b": batch, "m": 3, "k": 4, "n": 5, empty: 0}
    x = jnp.ones((sizes["b"], sizes["m"], sizes["k"]), dtype)
    y = jnp.ones((sizes["b"], sizes["k"], sizes["n"]), dtype)
    expected = np.zeros((sizes["b"], sizes["m"], sizes["n"]), dtype)
    for product in (jnp.matmul, fjax.jit(jnp.matmul)):
        found = product(x, y)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, expected)


@pytest.mark.one_in(3)
@pytest.mark.needs("x64", reason="int64")
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64])
@pytest.mark.parametrize(
    "shape", [(64, 64, 8), (64, 63, 8), (2, 40, 40, 20), (1, 32768, 1), (1, 32767, 1)], ids=str
)
@pytest.mark.parametrize("largest", [1, 100, 2**11, 2**12, 2**20, 2**26, 2**31, 2**62])
def test_products_of_integers_are_exact_modulo_their_range(dtype, shape, largest):
    """Where the operands' range allows it BLAS computes them; the bounds of its exactness."""
    random = np.random.default_rng(3)
    limits = np.iinfo(dtype)
    low, high = max(-largest, limits.min), min(largest, limits.max)
    *batch, m, k, n = shape
    x = random.integers(low, high, (*batch, m, k), dtype, endpoint=True)
    y = random.integers(low, high, (*batch, k, n), dtype, endpoint=True)
    x[..., 0, :], y[..., :, 0] = high, high
    x[..., -1, :] = low
    with np.errstate(over="ignore"):
        expected = np.matmul(x, y)
    np.testing.assert_array_equal(jnp.matmul(x, y), expected)
    np.testing.assert_array_equal(fjax.jit(jnp.matmul)(x, y), expected)


def truncated(value, dtype):
    """What a float becomes as an integer: whole numbers, the ends of the range beyond, NaN 0."""
    limits = dtypes.iinfo(dtype)
    if np.isnan(value):
        return 0
    if np.isinf(value):
        return limits.max if value > 0 else limits.min
    return min(max(int(value), int(limits.min)), int(limits.max))


def near_the_ends(source, target):
    """Floats at and next to the ends of an integer dtype's range."""
    limits = dtypes.iinfo(target)
    found = [0.0, -0.0, 0.5, -0.5, 0.99, -0.99, 1.5, -1.5, np.nan, np.inf, -np.inf]
    for end in (limits.min, limits.max):
        for step in (-2, -1, -0.75, -0.5, 0, 0.5, 0.75, 1, 2):
            found.append(float(end) + step)
    with np.errstate(over="ignore"):
        values = np.array(found).astype(source)
    return np.concatenate(
        [values, np.nextafter(values, source(np.inf)), np.nextafter(values, source(-np.inf))]
    )


@pytest.mark.one_in(2)
@pytest.mark.needs("x64", reason="int64")
@pytest.mark.parametrize("source", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize(
    "target", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
)
def test_floats_become_integers_up_to_the_ends_of_the_range(source, target):
    values = near_the_ends(source, target)
    expected = np.array([truncated(v, target) for v in values], object)
    convert = lambda x: lax.convert_element_type(x, target)
    for each in (convert, fjax.jit(convert), fjax.jit(lambda x: convert(x[:, None] * 1)[:, 0])):
        assert [int(v) for v in np.asarray(each(values))] == list(expected)
    for value, what in zip(values, expected, strict=True):  # alone, each decides on the way taken
        assert int(convert(jnp.asarray([value]))[0]) == what
        beside = convert(jnp.asarray([value, source(1)]))
        assert int(beside[0]) == what and int(beside[1]) == 1


@pytest.mark.parametrize("axes", list(itertools.permutations(range(3))))
def test_products_with_their_own_transposition_are_exact_to_rounding(axes):
    random = np.random.default_rng(5)
    for shape in [(3, 16, 16), (2, 70, 100), (2, 100, 70), (1, 1, 9), (4, 9, 1)]:
        x = np.transpose(random.normal(size=shape), axes)
        y = np.swapaxes(x, -1, -2)
        exact = (x.astype(np.longdouble) @ y.astype(np.longdouble)).astype(float)
        # The error of a sum of n products in any order, with or without fused multiply-adds.
        bound = x.shape[-1] * np.finfo(float).eps * (np.abs(x) @ np.abs(y))
        own = jnp.asarray(x)
        for found in (jnp.matmul(own, jnp.asarray(y)), jnp.einsum("bij,bkj->bik", own, own)):
            assert (np.abs(found - exact) <= bound).all()
