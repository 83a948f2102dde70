"""Values at edges: signed zeros along an axis, saturation, weights, counts of nothing."""

import dataclasses

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, random

ZEROS = np.array([[0.0, -1.0, -0.0], [-0.0, 0.0, 2.0], [-3.0, -0.0, 0.0], [0.0, 5.0, -0.0]])


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
def test_negative_zeros_stay_where_a_stable_sort_leaves_them_along_any_axis(axis, compiled):
    def sort(x):
        return jnp.sort(x, axis=axis)

    found = np.asarray((fjax.jit(sort) if compiled else sort)(ZEROS))
    expected = np.sort(ZEROS, axis=axis)
    np.testing.assert_array_equal(found, expected)
    assert np.signbit(found[found == 0]).sum() == np.signbit(ZEROS[ZEROS == 0]).sum()
    order = np.asarray(jnp.argsort(ZEROS, axis=axis))
    np.testing.assert_array_equal(np.take_along_axis(ZEROS, order, axis), expected)


@pytest.mark.needs("x64", reason="takes halves of integers of 32 bits")
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_float_beyond_a_whole_type_becomes_its_nearest_bound(dtype, compiled):
    low, high = float(np.iinfo(dtype).min), float(np.iinfo(dtype).max)
    for values in (
        [low, high],
        [low - 0.5, high + 0.5],
        [low + 0.5, high - 0.5],
        [low - 1, 0.0],
        [0.0, high + 1],
        [low - 2, high + 2],
        [-np.inf, np.inf],
    ):

        def convert(x):
            return lax.convert_element_type(x, dtype)

        found = (fjax.jit(convert) if compiled else convert)(np.array(values))
        expected = [
            min(
                max(
                    int(np.trunc(v))
                    if np.isfinite(v)
                    else (np.iinfo(dtype).max if v > 0 else np.iinfo(dtype).min),
                    np.iinfo(dtype).min,
                ),
                np.iinfo(dtype).max,
            )
            for v in values
        ]
        assert [int(v) for v in found] == expected, values


def test_weights_may_be_whole_numbers():
    x, weights = np.array([[1.0, 2.0, 4.0], [3.0, 1.0, 0.0]]), [1, 2, 3]
    np.testing.assert_allclose(jnp.cov(x, aweights=np.array(weights)), np.cov(x, aweights=weights))
    np.testing.assert_allclose(
        jnp.cov(x, fweights=np.array(weights), aweights=np.array(weights)),
        np.cov(x, fweights=weights, aweights=weights),
    )


@pytest.mark.parametrize("compiled", [False, True])
def test_terms_of_weight_zero_add_nothing_whatever_they_are(compiled):
    def total(a, b):
        return nn.logsumexp(a, b=b)

    function = fjax.jit(total) if compiled else total
    a, b = np.array([1.0, 2.0, 800.0]), np.array([1.0, 3.0, 0.0])
    np.testing.assert_allclose(function(a, b), np.log(np.exp(1.0) + 3 * np.exp(2.0)), rtol=1e-12)
    assert function(a, 0 * b) == -np.inf


@pytest.mark.one_in(5)
@pytest.mark.parametrize("n", [0.0, 1.0, 5.0])
def test_no_attempt_has_no_success(n):
    found = np.asarray(random.binomial(random.key(0), n, 0.5, (50,)))
    assert ((found >= 0) & (found <= n)).all()
    assert np.isnan(random.binomial(random.key(0), -1.0, 0.5))
    assert np.isnan(random.binomial(random.key(0), 5.0, -0.5))


@pytest.mark.parametrize(
    "bounds",
    [(0, np.int64(3)), (np.int32(0), 3), (np.int32(0), np.int32(3)), (0, 3), (0, np.uint8(3))],
)
def test_bounds_of_a_loop_have_one_type_where_one_is_a_plain_number(bounds):
    assert lax.fori_loop(*bounds, lambda i, c: c + 1, 0) == 3


@pytest.mark.needs("x64", reason="has 64 bits as a type of its own")
def test_bounds_of_two_types_are_refused():
    with pytest.raises(TypeError, match="equal types"):
        lax.fori_loop(np.int32(0), np.int64(3), lambda i, c: c + 1, 0)


def test_a_dataclass_is_registered_by_a_decorator_with_named_fields():
    @fjax.tree_util.register_dataclass(data_fields=["left", "right"], meta_fields=["label"])
    @dataclasses.dataclass
    class Pair:
        left: object
        right: object
        label: str

    assert fjax.tree.leaves(Pair(1, 2, "name")) == [1, 2]
    doubled = fjax.tree.map(lambda x: 2 * x, Pair(1, 2, "name"))
    assert (doubled.left, doubled.right, doubled.label) == (2, 4, "name")


@pytest.mark.parametrize("mode", ["edge", "reflect", "symmetric", "wrap"])
@pytest.mark.parametrize("width", [(1, 0), (0, 1), (1, 1)])
def test_nothing_is_padded_only_by_constants(mode, width):
    with pytest.raises(ValueError, match="empty"):
        jnp.pad(jnp.zeros(0), width, mode=mode)
    assert jnp.pad(jnp.zeros(0), (0, 0), mode=mode).shape == (0,)


@pytest.mark.parametrize("variance", [jnp.var, jnp.nanvar])
def test_a_variance_of_too_few_values_is_zero_where_it_is_asked_for_as_an_integer(variance):
    values, all_of_them = np.array([1.0, 2.0]), np.array([True, True])
    assert int(variance(values, dtype=np.uint64, ddof=3)) == 0
    assert int(variance(values, dtype=np.uint64, ddof=3, where=all_of_them)) == 0
