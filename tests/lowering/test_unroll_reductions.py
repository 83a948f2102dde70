"""Reductions of a few elements are written out, wherever they stand and whatever they combine."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.lowering.fuse.short_rows import unroll_reductions
from fjax.lowering.machine import named

RANDOM = np.random.default_rng(3)
POINTS = RANDOM.normal(size=(23, 3)).astype(np.float32)
OTHERS = RANDOM.normal(size=(31, 3)).astype(np.float32)


def names(function, *args):
    jaxpr = fjax.make_jaxpr(function)(*args).jaxpr
    return [e.primitive.name for e in unroll_reductions(jaxpr, named("x86-64-v4")).eqns]


@pytest.mark.one_in(48)
@pytest.mark.parametrize("length", [2, 3, 4, 11])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.uint8, bool, np.complex64])
@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "any", "all"])
@pytest.mark.parametrize("axis", [0, 1])
def test_every_combination_gives_what_the_evaluation_gives(name, dtype, length, axis):
    x = RANDOM.normal(size=(9, length) if axis else (length, 9)) * 3
    x = (x > 0 if dtype is bool else np.abs(x) if dtype is np.uint8 else x).astype(dtype)

    def f(x):
        y = getattr(jnp, name)(jnp.roll(x, 1, axis=1 - axis), axis=axis)
        return y, y.sum()

    (got, total), (expected, wanted) = fjax.jit(f)(x), f(x)
    assert got.dtype == expected.dtype and total.dtype == wanted.dtype
    np.testing.assert_allclose(got, expected, rtol=1e-5)
    np.testing.assert_allclose(total, wanted, rtol=0, atol=1e-5 * np.abs(np.asarray(got)).sum())


def test_nan_and_infinity_go_through():
    x = np.array([[np.nan, 1, 2], [np.inf, -np.inf, 0], [-np.inf, 5, 1], [0.0, -0.0, np.inf]])
    for name in ("sum", "max", "min", "prod"):

        def f(x, name=name):
            y = getattr(jnp, name)(x * 1.0, axis=1)
            return y, y.max()

        for got, expected in zip(fjax.jit(f)(x), f(x), strict=True):
            np.testing.assert_array_equal(got, expected)


def test_several_axes_and_sums_of_sums():
    x = RANDOM.normal(size=(2, 7, 2))
    np.testing.assert_allclose(
        fjax.jit(lambda x: jnp.sin(x).sum((0, 2)))(x), np.sin(x).sum((0, 2)), rtol=1e-12
    )
    np.testing.assert_allclose(
        fjax.jit(lambda x: jnp.exp(jnp.sin(x).sum(2)).sum(0))(x),
        np.exp(np.sin(x).sum(2)).sum(0),
        rtol=1e-12,
    )


def kernel_sums(x, y):
    squares = ((x[:, None] - y[None]) ** 2).sum(-1)
    return jnp.exp(-0.5 * squares).sum(1)


def test_distances_of_points_are_one_kernel_and_differentiate():
    squares = ((POINTS[:, None] - OTHERS[None]) ** 2).sum(-1)
    np.testing.assert_allclose(
        fjax.jit(kernel_sums)(POINTS, OTHERS), np.exp(-0.5 * squares).sum(1), rtol=1e-5
    )
    assert len(fjax.inspect(kernel_sums)(POINTS, OTHERS).kernels) == 1
    slope = fjax.jit(fjax.grad(lambda x: kernel_sums(x, OTHERS).sum()))(POINTS)
    weights = np.exp(-0.5 * squares)
    expected = -(weights[:, :, None] * (POINTS[:, None] - OTHERS[None])).sum(1)
    np.testing.assert_allclose(slope, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dimensions", [5, 16, 17, 32])
def test_sums_over_pairs_are_one_kernel_that_computes_no_difference_twice(dimensions):
    x, y = (RANDOM.normal(size=(n, dimensions)) for n in (21, 34))
    squares = ((x[:, None] - y[None]) ** 2).sum(-1)
    np.testing.assert_allclose(
        fjax.jit(kernel_sums)(x, y), np.exp(-0.5 * squares).sum(1), rtol=1e-12
    )
    *turned, kernel = fjax.inspect(kernel_sums)(x, y).kernels  # many points lie by coordinates
    assert all([e.primitive.name for e in k.body.eqns] == ["transpose"] for k in turned)
    assert "written_out" in [e.primitive.name for e in kernel.body.eqns]


def test_what_is_needed_elsewhere_or_long_or_wide_or_read_once_stays_a_reduction():
    def nested(x, axis=2):
        return jnp.sqrt(((x[:, None] - x) * 2).sum(axis)).max()

    def used_twice(x):
        y = jnp.exp(x[:, None] - x)
        return (y / y.sum(2, keepdims=True)).max()

    def weights(x, columns):
        return (((x[:, None] - x) * 2).sum(2)[:, :, None] * columns).sum(1)

    x = np.ones((20, 3))
    assert "reduce_sum" not in names(nested, x)
    assert "reduce_sum" in names(lambda x: ((x[:, None] - x) * 2).sum(2), x)
    assert "reduce_sum" in names(lambda x: jnp.sqrt((x * 2).sum(1)).max(), x)
    assert "reduce_sum" in names(used_twice, x)
    assert "reduce_sum" not in names(nested, np.ones((20, 32)))
    assert "reduce_sum" in names(nested, np.ones((20, 33)))
    assert "reduce_sum" in names(nested, np.ones((7, 3)))
    assert names(weights, np.ones((60, 3)), np.ones((60, 32))).count("reduce_sum") == 1
    assert names(weights, np.ones((60, 3)), np.ones((60, 33))).count("reduce_sum") == 2
    assert "reduce_sum" in names(lambda x: nested(x, 0), x)
    assert "reduce_sum" in names(nested, np.ones((20, 3), np.float16))


@pytest.mark.parametrize("classes", [3, 7, 12, 15])
def test_a_row_that_two_reductions_walk_is_read_where_it_lies(classes):
    x = RANDOM.normal(size=(50, classes))

    def loss(x):
        return (nn.logsumexp(x * 1.5, axis=1) - x[:, 0]).mean()

    expected = (np.log(np.exp(x * 1.5).sum(1)) - x[:, 0]).mean()
    np.testing.assert_allclose(fjax.jit(loss)(x), expected, rtol=1e-12)
    assert len(fjax.inspect(loss)(x).kernels) == 1


def test_what_is_reduced_along_other_axes_before_is_no_hindrance():
    def centred(x):
        y = x - x.mean(0)
        return jnp.sqrt(((y[:, None] - 2 * y) ** 2).sum(2)).max()

    x = RANDOM.normal(size=(40, 5))
    assert names(centred, x).count("reduce_sum") == 1
    y = x - x.mean(0)
    expected = np.sqrt(((y[:, None] - 2 * y) ** 2).sum(2)).max()
    np.testing.assert_allclose(fjax.jit(centred)(x), expected, rtol=1e-12)


def test_lanes_go_along_contiguous_rows_whatever_is_read_once_a_row():
    def f(x, scale, shift):
        z = x * scale[:, None, None]
        return ((z - shift[:, None, None]) ** 2).sum((0, 2, 3)), z.max((0, 2, 3)) - shift

    for channels in (3, 40):
        x = RANDOM.normal(size=(8, channels, 20, 20))
        scale, shift = x[0, :, 0, 0], x[0, :, 0, 1]
        kernels = fjax.inspect(f)(x, scale, shift).kernels
        assert {k.recipe for k in kernels} == {"rows"}
        for got, expected in zip(fjax.jit(f)(x, scale, shift), f(x, scale, shift), strict=True):
            np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize("shape", [(30, 5), (7, 100), (300, 40)])
def test_a_value_kept_in_an_outputs_memory_serves_all_outputs_of_the_row(shape):
    x = np.random.default_rng(0).normal(size=shape)

    def f(x):
        w = jnp.exp(jnp.sin(x)) + jnp.roll(x, 1, 1)  # expensive: kept where y will be
        above = w > w.mean(1, keepdims=True)
        y = jnp.where(above, w * 0.5, w)
        return y, above, w * 2, jnp.cumsum(y, 1)

    def whole(x):
        w = jnp.flip(x, 1) * 0.5 + jnp.roll(x, 1, 1)
        above = w > w.mean()
        y = jnp.where(above, w * 0.5, w)
        return jnp.cumsum(y, 1) * 0.1 + y, above

    for function in (f, whole):
        for got, expected in zip(fjax.jit(function)(x), function(jnp.array(x)), strict=True):
            np.testing.assert_allclose(
                np.asarray(got, float), np.asarray(expected, float), rtol=1e-12, atol=1e-12
            )


@pytest.mark.parametrize("axes", [(0, 1, 3), (1, 3), (0, 3), (0, 1, 2, 3)])
@pytest.mark.parametrize("kind", ["max", "sum", "prod"])
def test_lanes_hold_neighbours_where_a_short_last_axis_is_reduced_with_others(axes, kind):
    x = np.random.default_rng(3).uniform(0.99, 1.01, (70, 35, 38, 7))
    function = lambda x: getattr(jnp, kind)(x, axes)
    first = fjax.inspect(function)(x).kernels[0].body.eqns[-1]
    shape = first.invars[0].aval.shape
    side_by_side = (
        shape[1:] if len(first.op.axes) == len(shape) else shape[max(first.op.axes) + 1 :]
    )
    assert np.prod(side_by_side) >= 16
    np.testing.assert_allclose(fjax.jit(function)(x), getattr(np, kind)(x, axes), rtol=1e-11)


def test_an_axis_of_one_element_is_not_reduced_by_itself():
    """Short rows and it are one reduction: the mean's, and that of the squares."""
    x = RANDOM.normal(size=(2000, 1, 19, 13))

    def f(x):
        return jnp.var(x, axis=(1, 3))

    eqns = [e for kernel in fjax.inspect(f)(x).kernels for e in kernel.body.eqns]
    assert [e.primitive.name for e in eqns].count("reduce_sum") == 2
    np.testing.assert_allclose(fjax.jit(f)(x), np.var(x, axis=(1, 3)), rtol=1e-12)
