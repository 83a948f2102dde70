"""Products of which one axis falls into groups, against a loop over the groups."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
from fjax import lax
from fjax.test_util import check_grads

RNG = np.random.default_rng(0)


def numbers(contract, batch, ragged, group=()):
    return lax.RaggedDotDimensionNumbers((contract, batch), ragged, group)


def normal(*shape):
    return RNG.normal(size=shape)


def spans(sizes):
    stops = np.cumsum(sizes)
    return list(zip(stops - sizes, stops, strict=True))


ROWS = numbers(([1], [1]), ([], []), [0], [0])


@pytest.mark.parametrize("sizes", [[2, 0, 3], [6, 0, 0], [0, 0, 0], [1, 2, 3]])
def test_each_row_meets_the_matrix_of_its_group(sizes):
    x, w = normal(6, 2), normal(3, 2, 4)
    expected = np.zeros((6, 4))
    for g, (a, b) in enumerate(spans(np.array(sizes))):
        expected[a:b] = x[a:b] @ w[g]
    for call in (lax.ragged_dot, fjax.jit(lax.ragged_dot)):
        assert_allclose(call(x, w, np.array(sizes)), expected, atol=1e-14)
    assert_allclose(lax.ragged_dot_general(x, w, np.array(sizes), ROWS), expected, atol=1e-14)


def test_each_group_of_a_contracted_axis_has_its_sum():
    x, y, sizes = normal(4, 6), normal(6, 5), np.array([2, 3])
    out = lax.ragged_dot_general(x, y, sizes, numbers(([1], [0]), ([], []), [1]))
    assert_allclose(out, [x[:, a:b] @ y[a:b] for a, b in spans(sizes)])


def test_sizes_may_differ_along_batch_and_outer_axes():
    """Axes: batch 2, outer free axis 3, ragged 6, inner free axis 2, contracted 4."""
    x, w = normal(2, 3, 6, 2, 4), normal(4, 5, 3, 2)  # w: contracted, columns, groups, b
    sizes = np.array([[[1, 2, 3], [6, 0, 0], [0, 5, 0]], [[2, 2, 2], [0, 0, 0], [3, 0, 1]]])
    dims = numbers(([4], [0]), ([0], [3]), [2], [2])
    expected = np.zeros((2, 3, 6, 2, 5))
    for b, o in np.ndindex(2, 3):
        for g, (start, stop) in enumerate(spans(sizes[b, o])):
            expected[b, o, start:stop] = x[b, o, start:stop] @ w[:, :, g, b]
    assert_allclose(lax.ragged_dot_general(x, w, sizes, dims), expected, atol=1e-14)


def test_sums_run_over_several_contracted_axes_in_any_order():
    """lhs: ragged, outer, rows, batch; rhs: batch, columns, outer, ragged."""
    x, y = normal(6, 2, 3, 4), normal(4, 5, 2, 6)
    sizes = np.arange(24).reshape(4, 2, 3) % 4
    dims = numbers(([1, 0], [2, 3]), ([3], [0]), [0])
    expected = np.zeros((3, 4, 3, 5))
    for b, o in np.ndindex(4, 2):
        for g, (start, stop) in enumerate(spans(sizes[b, o])):
            stop = min(stop, 6)
            expected[g, b] += x[start:stop, o, :, b].T @ y[b, :, o, start:stop].T
    assert_allclose(lax.ragged_dot_general(x, y, sizes, dims), expected, atol=1e-14)


def test_groups_of_a_batch_axis_make_no_difference():
    x, y = normal(4, 2, 3), normal(4, 3, 5)
    dims = numbers(([2], [1]), ([0], [0]), [0])
    assert_allclose(lax.ragged_dot_general(x, y, np.array([1, 3]), dims), x @ y)


CASES = [
    (normal(6, 2), normal(3, 2, 4), np.array([2, 0, 3]), ROWS),
    (
        normal(2, 3, 5, 4),
        normal(4, 5, 3, 2),
        np.array([1, 2, 1]),
        numbers(([3], [0]), ([0], [3]), [2], [2]),
    ),
    (normal(4, 6), normal(6, 5), np.array([2, 3]), numbers(([1], [0]), ([], []), [1])),
    (
        normal(6, 2, 3, 4),
        normal(4, 5, 2, 6),
        np.array([2, 3]),
        numbers(([1, 0], [2, 3]), ([3], [0]), [0]),
    ),
    (
        normal(3, 2, 4, 5),
        normal(5, 4, 2, 6, 3),
        np.array([1, 0, 1]),
        numbers(([2, 3], [1, 0]), ([], []), [1], [4]),
    ),
]


@pytest.mark.parametrize("x, y, sizes, dims", CASES)
def test_derivatives_are_right_in_both_operands(x, y, sizes, dims):
    check_grads(lambda x, y: lax.ragged_dot_general(x, y, sizes, dims), (x, y), order=2)


@pytest.mark.parametrize(
    "in_axes", [(0, 0, 0), (0, None, None), (None, 1, None), (None, None, 0), (1, 2, None)]
)
@pytest.mark.parametrize("x, y, sizes, dims", CASES)
def test_vmap_is_a_loop(x, y, sizes, dims, in_axes):
    def many(value, axis):
        if axis is None:
            return value
        more = [value, value[..., ::-1]] if value.dtype.kind == "i" else [value, 2 * value]
        return np.stack(more, min(axis, value.ndim))

    args = [many(v, a) for v, a in zip((x, y, sizes), in_axes, strict=True)]
    axes = tuple(
        a if a is None else min(a, v.ndim) for v, a in zip((x, y, sizes), in_axes, strict=True)
    )
    whole = fjax.vmap(lambda *v: lax.ragged_dot_general(*v, dims), axes)(*args)
    for i in range(2):
        one = [v if a is None else np.take(v, i, a) for v, a in zip(args, axes, strict=True)]
        assert_allclose(whole[i], lax.ragged_dot_general(*one, dims), atol=1e-13)


def test_narrow_floats_are_summed_in_float32():
    x = np.full((1, 4096), 1.0, np.float16)
    out = lax.ragged_dot(x, np.ones((1, 4096, 1), np.float16), np.array([1]))
    assert (out.dtype, float(out[0, 0])) == (np.float16, 4096.0)
    wide = lax.ragged_dot(
        x, np.ones((1, 4096, 1), np.float16), np.array([1]), preferred_element_type=np.float32
    )
    assert wide.dtype == np.float32


@pytest.mark.parametrize(
    "sizes, dims, message",
    [
        ([3], numbers(([1], [1]), ([], []), [0, 1], [0]), "exactly one lhs ragged dimension"),
        ([3], numbers(([1], [1]), ([], []), [2], [0]), "nonnegative and less than"),
        ([2, 3], ROWS, r"to have shape \(3,\), got \(2, 3\)"),
        ([2], ROWS, "group dimension size to be 2, got 3"),
        ([3], numbers(([1], [1]), ([], []), [0], [1]), "distinct from contracting and batch"),
        ([3], numbers(([1], [1]), ([], []), [0], [7]), "nonnegative and less than"),
        ([3], numbers(([1], [1]), ([], []), [1], [0]), "requires zero group dimensions"),
        ([3], numbers(([1], [1]), ([], []), [0], []), "exactly one rhs group dimension"),
    ],
)
def test_what_does_not_fit_is_named(sizes, dims, message):
    with pytest.raises(TypeError, match=message):
        lax.ragged_dot_general(np.ones((11, 5)), np.ones((3, 5, 7)), np.ones(sizes, int), dims)


def test_group_sizes_are_integers():
    with pytest.raises(TypeError, match="group sizes must be integers"):
        lax.ragged_dot(np.ones((2, 1)), np.ones((1, 1, 1)), np.array([2.0]))
    with pytest.raises(NotImplementedError, match="group_offset"):
        lax.ragged_dot(np.ones((2, 1)), np.ones((1, 1, 1)), np.array([2]), group_offset=[1])


def test_blocks_of_a_contracted_axis_have_scales():
    x, y = (RNG.integers(-4, 5, shape).astype(np.float32) for shape in ((2, 3, 8), (2, 8, 5)))
    s, t = (2.0 ** RNG.integers(-2, 3, shape) for shape in ((2, 3, 2), (2, 4, 5)))
    expected = (x * s.repeat(4, 2)) @ (y * t.repeat(2, 1))
    out = lax.scaled_dot(
        x, y, lhs_scale=s.astype("f4"), rhs_scale=t.astype("f4"), preferred_element_type=np.float32
    )
    assert_allclose(out, expected)
    assert lax.scaled_dot(x, y).dtype == "bfloat16"
    mapped = fjax.vmap(lambda x, y, s: lax.scaled_dot(x, y, lhs_scale=s))(x, y, s)
    assert_allclose(np.asarray(mapped, float), (x * s.repeat(4, 2)) @ y, rtol=1e-2)


@pytest.mark.parametrize(
    "scale, message",
    [
        ((3, 3), "divisible by its scale's dim size 3"),
        ((3, 8), "at least twofold"),
        ((2, 4), "does not match scale dim size 2"),
        ((4,), "same rank"),
    ],
)
def test_a_scale_that_does_not_fit_is_refused(scale, message):
    with pytest.raises(TypeError, match=message):
        lax.scaled_dot(np.ones((3, 8)), np.ones((8, 2)), lhs_scale=np.ones(scale))


@pytest.mark.parametrize("call", [lax.ragged_dot, fjax.jit(lax.ragged_dot)])
def test_a_product_along_an_axis_without_elements_is_zero(call):
    assert_allclose(call(np.ones((3, 0)), np.ones((2, 0, 4)), np.array([1, 2])), np.zeros((3, 4)))
    sums = numbers(([0], [0]), ([], []), [0])
    found = lax.ragged_dot_general(np.ones((3, 0)), np.ones((3, 4)), np.array([1, 2]), sums)
    assert found.shape == (2, 0, 4)
