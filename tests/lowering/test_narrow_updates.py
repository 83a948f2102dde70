"""Updates of numbers of 16 bits and less: combined in the wider dtype, rounded once."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

RANDOM = np.random.default_rng(6)
ROWS = np.array([3, 0, 3, -1, 9, 3, 30, 2])
WAYS = ("add", "multiply", "min", "max")


def updated(way, rows, mode=None):
    return lambda x, u: getattr(x.at[rows], way)(u, mode=mode)


def arrays(dtype, count):
    x, u = RANDOM.uniform(0.5, 2, (10, 5)), RANDOM.uniform(0.5, 2, (count, 5))
    return jnp.asarray(x * 3).astype(dtype), jnp.asarray(u * 3).astype(dtype)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("mode", ["drop", "clip"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float8_e4m3fn", "int4"])
def test_several_updates_are_rounded_once(dtype, way, mode):
    x, u = arrays(dtype, len(ROWS))
    function = updated(way, ROWS, mode)
    found, expected = fjax.jit(function)(x, u), function(x, u)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.astype("float32"), expected.astype("float32"))
    assert "evaluation" not in str(fjax.inspect(function)(x, u).plan)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_one_update_converts_nothing_but_what_it_changes(dtype, way):
    x, u = arrays(dtype, 5)
    for row in (4, 11):
        function = lambda x, u: getattr(x.at[lax.stop_gradient(row)], way)(u)
        found, expected = fjax.jit(function)(x, u[0]), function(x, u[0])
        np.testing.assert_array_equal(found.astype("float32"), expected.astype("float32"))
    plan = str(fjax.inspect(lambda x, u, i: getattr(x.at[i], way)(u))(x, u[0], 4).plan)
    assert "evaluation" not in plan and "convert_element_type]: a" not in plan


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_batches_of_single_updates(dtype):
    x, u = arrays(dtype, 10)
    function = fjax.vmap(lambda row, i, new: row.at[i].add(new))
    places, new = np.arange(10) % 6, u[:, 0]
    found, expected = fjax.jit(function)(x, places, new), function(x, places, new)
    np.testing.assert_array_equal(found.astype("float32"), expected.astype("float32"))


def test_gradients_of_lookups_and_steps_of_loops():
    x, _ = arrays("bfloat16", 1)
    gradient = fjax.grad(lambda x: jnp.sum(x[ROWS % 10].astype("float32") ** 2))
    np.testing.assert_array_equal(fjax.jit(gradient)(x), gradient(x))
    step = lambda i, x: x.at[i % 3].add(x[i])
    loop = lambda x: lax.fori_loop(0, 10, step, x)
    expected = x
    for i in range(10):
        expected = step(i, expected)
    np.testing.assert_array_equal(fjax.jit(loop)(x), expected)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "complex64"])
@pytest.mark.parametrize("width", [1, 2, 3, 5, 7, 8, 13, 16, 17])
def test_short_rows_are_updated_whole_and_nothing_beside_them(width, dtype):
    """They are moved in vectors of no more than their length, or to other memory if left out."""
    x, u = RANDOM.uniform(0, 3, (6, width)), RANDOM.uniform(0, 3, (5, width))
    x, u = x.astype(dtype), u.astype(dtype)
    places = np.array([5, 0, 5, -1, 9])
    added, changed = x.copy(), x.copy()
    np.add.at(added, places[:4], u[:4])
    changed[[5, 0]] = u[[2, 1]]
    found = fjax.jit(updated("add", places))(x, u)
    np.testing.assert_allclose(found, added, rtol=1e-6)
    found = fjax.jit(updated("set", places[[0, 1, 4]]))(x, u[[2, 1, 4]])
    np.testing.assert_array_equal(found, changed)
