"""Rows that many pairs read are stored by columns, whatever their number."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.fuse.short_rows import store_structure_of_arrays
from fjax.lowering.machine import named

RANDOM = np.random.default_rng(5)
MACHINE = named("x86-64-v4")


def points(rows, columns):
    return RANDOM.normal(size=(rows, columns))


def steps(function, *args, machine=MACHINE):
    return store_structure_of_arrays(fjax.make_jaxpr(function)(*args).jaxpr, machine).eqns


def stored(function, *args, machine=MACHINE):
    """The shapes in which arrays are stored by columns."""
    eqns = steps(function, *args, machine=machine)
    return [e.outvars[0].aval.shape for e in eqns if e.primitive.name == "optimization_barrier"]


def largest(x, y):
    return abs(x[:, None] - y).max(2)


def lengths(x, y):
    return jnp.sqrt(((x[:, None] - y) ** 2).sum(2))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("columns", [2, 5, 17, 33, 65, 128, 129])
@pytest.mark.parametrize("function", [largest, lengths, lambda x, y: lengths(x, y).sum()])
def test_distances_are_those_that_numpy_gives(function, columns):
    x, y = points(70, columns), points(61, columns)
    differences = x[:, None] - y
    expected = {
        largest: lambda: abs(differences).max(2),
        lengths: lambda: np.sqrt((differences**2).sum(2)),
    }.get(function, lambda: np.sqrt((differences**2).sum(2)).sum())()
    np.testing.assert_allclose(fjax.jit(function)(x, y), expected, rtol=1e-12)


@pytest.mark.parametrize("columns", [5, 17, 33, 65])
def test_lanes_read_what_lies_together(columns):
    x = points(200, columns)
    turned, found = fjax.inspect(lambda x: largest(x, x))(x).kernels
    assert [e.primitive.name for e in turned.body.eqns] == ["transpose"]
    assert "vector i1" in found.form and "load b0[i1 + i2*" in found.form


def test_both_arrays_are_stored_once_each():
    x, y = points(100, 20), points(90, 20)
    assert stored(largest, x, y) == [(20, 100), (20, 90)]
    assert stored(lambda x: (largest(x, x), lengths(x, x)), x) == [(20, 100)]


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (points(100, 129), points(100, 129)),  # many columns
        (points(10, 20), points(10, 20)),  # few pairs
        (points(4000, 20), points(5, 20)),  # most rows are read five times
        (points(1000, 16), points(10, 16)),  # ... ten times, which shuffles are as quick for
    ],
)
def test_what_gains_nothing_stays_as_it_is(x, y):
    assert not stored(largest, x, y)


def test_gathers_are_dearer_than_shuffles():
    assert stored(largest, points(1000, 17), points(10, 17))


def test_threads_of_a_gpu_read_rows():
    assert not stored(largest, points(100, 20), points(100, 20), machine=named("sm_90"))


def test_elements_that_are_wanted_themselves_lie_by_rows():
    def shares(x):
        y = jnp.exp(x[:, None] - x)
        return y / y.sum(2, keepdims=True)

    assert not stored(shares, points(60, 20))


@pytest.mark.parametrize("columns", [6, 12, 32, 33, 48])
def test_gradients_of_pairs_read_rows_where_lanes_go_along_them(columns):
    x, y = points(70, columns), points(61, columns)
    slope = fjax.jit(fjax.grad(lambda x, y: jnp.exp(-(lengths(x, y) ** 2)).sum()))(x, y)
    differences = x[:, None] - y
    weights = np.exp(-(differences**2).sum(2))
    expected = -2 * (weights[:, :, None] * differences).sum(1)
    np.testing.assert_allclose(slope, expected, rtol=1e-7, atol=1e-12)


@pytest.mark.parametrize("columns", [7, 20, 32])
def test_a_transposition_is_read_at_as_many_places_as_columns_need(columns):
    gradient = fjax.grad(lambda x: jnp.sqrt(((x[:, None] - x) ** 2).sum(2) + 1).sum())
    moved = [
        k
        for k in fjax.inspect(gradient)(points(150, columns)).kernels
        if [e.primitive.name for e in k.body.eqns] == ["transpose"]
    ]
    assert len(moved) == 1
