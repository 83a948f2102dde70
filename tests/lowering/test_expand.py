"""Updates of an array full of one value that kernels compute by comparing."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

RANDOM = np.random.default_rng(0)
X = jnp.asarray(RANDOM.normal(size=(6, 5)))
CUBE = jnp.asarray(RANDOM.normal(size=(4, 6, 3)))
PLACES = jnp.asarray(np.array([0, 4, -1, 2, 9, -7]))
FEW = jnp.asarray(np.array([3, 5, 0, -2]))


def along(x, mode):
    return jnp.sum(jnp.take_along_axis(x, PLACES[:, None], axis=1, mode=mode) ** 2)


def rows(x):
    return jnp.sum(fjax.vmap(lambda m, i: m[i] ** 2)(x, FEW))


def columns(x):
    return jnp.sum(fjax.vmap(lambda m, i: m[:, i] ** 3, in_axes=(0, 0))(x, FEW))


def corners(x):
    return jnp.sum(fjax.vmap(lambda m, i: m[i, i - 1] ** 2)(x, FEW))


SELECTIONS = {
    "fill": (lambda x: along(x, "fill"), X),
    "clip": (lambda x: along(x, "clip"), X),
    "rows": (rows, CUBE),
    "columns": (columns, CUBE),
    "two indices": (corners, CUBE),
    "one place": (lambda x: x[FEW[0]].sum() ** 2, X),
}


def steps(function, *args):
    return str(fjax.inspect(function)(*args).fused)


@pytest.mark.parametrize("name", SELECTIONS)
def test_one_update_for_each_batch_needs_no_scatter(name):
    function, x = SELECTIONS[name]
    gradient = fjax.grad(function)
    assert "scatter" not in steps(gradient, x)
    np.testing.assert_allclose(fjax.jit(gradient)(x), gradient(x))


def test_updates_that_may_meet_are_added_in_order():
    gradient = fjax.grad(lambda x: jnp.sum(x[FEW] ** 2))
    assert "scatter_add" in steps(gradient, X)
    np.testing.assert_allclose(fjax.jit(gradient)(X), gradient(X))


def test_an_array_with_contents_is_updated_in_place():
    def function(x, u):
        return jnp.sin(x).at[FEW[0]].add(u)

    assert "scatter_add" in steps(function, X, X[0])
    np.testing.assert_allclose(fjax.jit(function)(X, X[0]), function(X, X[0]))


@pytest.mark.parametrize("mode", ["fill", "clip"])
def test_an_update_by_comparison_compiles_without_64_bits(mode):
    with fjax.enable_x64(False):
        x, places = jnp.asarray(np.asarray(X)), jnp.asarray(np.asarray(PLACES))
        chosen = fjax.grad(
            lambda x: jnp.sum(jnp.take_along_axis(x, places[:, None], axis=1, mode=mode) * x[:, :1])
        )
        found, wanted = fjax.jit(chosen)(x), chosen(x)
        assert "scatter" not in steps(chosen, x)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted)
