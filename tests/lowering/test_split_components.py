"""Reductions that keep a few columns are made column by column: what columns share is done once."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.lowering.fuse.short_rows import split_components
from fjax.lowering.machine import named

RANDOM = np.random.default_rng(5)


def squares(x, y):
    return ((x[:, None] - y[None]) ** 2).sum(-1)


def energy(x):
    return (1 / (1 + jnp.sqrt(squares(x, x) + 0.01))).sum()


def lennard_jones(x):
    same = jnp.eye(len(x), dtype=bool)
    s = 1 / jnp.where(same, 1, squares(x, x) + 1) ** 3
    return jnp.where(same, 0, 4 * (s * s - s)).sum()


def gaussian(x):
    return jnp.exp(-squares(x, x) / 2).sum()


def attention(x):
    return ((nn.softmax(-squares(x, x))[:, :, None] * (x[:, None] - x)).sum(1) ** 2).sum()


def forces(x):
    d = x[:, None] - x
    near = jnp.exp(-(d**2).sum(-1))[:, :, None]
    sums = (d * near).mean(0), (d * d * near).sum((0, 1)), jnp.where(near, d, 0).sum(1)
    return (d * near).max(1), *sums


def curvature(x):
    return fjax.jvp(fjax.grad(energy), (x,), (jnp.cos(x),))[1]


PROGRAMS = {
    "energy": fjax.grad(energy),
    "lennard_jones": fjax.grad(lennard_jones),
    "gaussian": fjax.grad(gaussian),
    "attention": fjax.grad(attention),
    "forces": forces,
    "curvature": curvature,
}


def names(function, *args, machine="x86-64-v4"):
    jaxpr = fjax.make_jaxpr(function)(*args).jaxpr
    return [e.primitive.name for e in split_components(jaxpr, named(machine)).eqns]


@pytest.mark.one_in(36)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [1, 2, 3, 4, 5, 8, 11, 16, 17])
@pytest.mark.parametrize("name", PROGRAMS)
def test_sums_over_pairs_of_points_in_any_number_of_dimensions(name, dimensions, dtype):
    x = RANDOM.normal(size=(131, dimensions)).astype(dtype)
    got, expected = fjax.jit(PROGRAMS[name])(x), PROGRAMS[name](x)
    for a, b in zip(fjax.tree.leaves(got), fjax.tree.leaves(expected), strict=True):
        assert a.dtype == dtype
        scale = np.abs(b).max()
        np.testing.assert_allclose(
            a / scale, b / scale, atol=3e-5 if dtype == np.float32 else 1e-13
        )


@pytest.mark.parametrize("dtype", [np.float16, np.int32, np.complex64])
def test_columns_of_other_numbers(dtype):
    x = np.abs(RANDOM.normal(size=(50, 200, 3))) * 9
    x = (x + 1j * x[::-1]).astype(dtype) if dtype == np.complex64 else x.astype(dtype)

    def f(x, y):
        z = (y * y)[:, :, None] * x
        return z.sum(1), z.sum(0)

    y = x[:, :, 0] / 4 if dtype != np.int32 else x[:, :, 0] // 4
    for got, expected in zip(fjax.jit(f)(x, y), f(x, y), strict=True):
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-2 if dtype == np.float16 else 2e-4)


def test_the_distance_of_a_pair_is_computed_once():
    x = RANDOM.normal(size=(1000, 3)).astype(np.float32)
    kernels = fjax.inspect(fjax.grad(energy))(x).kernels
    assert sum(str(k.form).count("sqrt") for k in kernels) == 1


def test_points_are_stored_with_coordinates_apart():
    x = RANDOM.normal(size=(1000, 7)).astype(np.float32)
    found = names(fjax.grad(energy), x)
    assert found.count("optimization_barrier") == 1
    assert found.count("column") == 14


def test_what_columns_have_nothing_in_common_stays_one_reduction():
    x = RANDOM.normal(size=(100, 300, 3)).astype(np.float32)
    assert "column" not in names(lambda x: jnp.exp(x).sum(1), x)
    assert "column" not in names(lambda x, w: (x * w[:, :, None]).sum(1), x, x[:, :, 0])
    assert "column" in names(lambda x, w: (x * jnp.exp(w)[:, :, None]).sum(1), x, x[:, :, 0])


def test_more_columns_than_a_kernel_holds_stay_one_reduction():
    x = RANDOM.normal(size=(100, 32)).astype(np.float32)
    assert names(fjax.grad(energy), x).count("column") == 64
    assert "column" not in names(lambda x: fjax.grad(attention)(x) + fjax.grad(energy)(x), x)


def test_differences_of_repeated_rows_are_not_stored():
    """Three kernels need them, each from two short arrays."""
    x = RANDOM.normal(size=(1000, 40)).astype(np.float32)
    kernels = fjax.inspect(fjax.grad(energy))(x).kernels
    assert max(v.aval.size for k in kernels for v in k.body.outvars) < 40 * 1000**2


def test_long_rows_small_programs_and_short_reductions_stay():
    def f(x, w):
        return (x * jnp.exp(w)[:, :, None]).sum(1)

    def kept(*shape):
        return "column" not in names(f, np.ones(shape, np.float32), np.ones(shape[:2], np.float32))

    assert not kept(100, 300, 4)
    assert kept(100, 300, 5)  # of an array that is read once
    assert kept(10, 300, 4)
    assert kept(10_000, 8, 4)


def test_lanes_of_a_gpu_have_columns_of_their_own():
    x = RANDOM.normal(size=(1000, 3)).astype(np.float32)
    assert "column" not in names(fjax.grad(energy), x, machine="sm_90")


def test_totals_of_a_row_come_from_the_sweep_that_adds_to_the_columns():
    """Of a value that both need there is one in the kernel."""

    def f(x):
        y = jnp.tanh(x)
        return y.sum(1), y.sum(0)

    x = RANDOM.normal(size=(700, 300)).astype(np.float32)
    kernel = fjax.inspect(f)(x).kernels[0]
    assert kernel.recipe == "blocks"
    assert str(kernel.form).count("tanh") == 1
    for got, expected in zip(fjax.jit(f)(x), (np.tanh(x).sum(1), np.tanh(x).sum(0)), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)


def weights(x, w):
    """The gradient with respect to the weights of a layer norm, from rows read once."""
    y = (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 1e-3)
    return fjax.grad(lambda w: jnp.tanh(y * w).sum())(w)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("columns", [5, 7, 8, 9])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_columns_of_many_rows_that_are_read_once(columns, dtype):
    x = RANDOM.normal(size=(20_000, columns)).astype(dtype)
    w = RANDOM.normal(size=columns).astype(dtype)
    y = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-3)
    expected = (y / np.cosh(y * w) ** 2).sum(0)
    got = fjax.jit(weights)(x, w)
    np.testing.assert_allclose(got, expected, rtol=1e-3 if dtype is np.float32 else 1e-10)
    forms = [k.form for k in fjax.inspect(weights)(x, w).kernels]
    picked = any(f"{columns}] at {columns - 1}:i64" in f and "vector i1 in v2" in f for f in forms)
    assert picked == (columns < 9)


def test_rows_of_several_axes_are_not_picked_apart():
    def shares(x):
        y = jnp.exp(x)
        return x * y / jnp.sqrt(y.sum(-1, keepdims=True))

    def total(x):
        return shares(x).sum(0)

    assert "column" in names(total, np.ones((20_000, 6)))
    assert "column" not in names(total, np.ones((9_000, 6)))
    assert "column" not in names(lambda x: shares(x).reshape(-1, 6).sum(0), np.ones((4000, 5, 6)))
