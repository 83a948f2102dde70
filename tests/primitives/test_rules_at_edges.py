"""Rules at their edges: rare parameters, empty arrays, small matrices that are written out."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.extend.random import threefry_2x32
from fjax.primitives import eigen
from fjax.scipy import linalg

PIVOTED = np.array(
    [[0.1, 2.0, -1.0, 0.3], [4.0, 0.2, 0.5, 1.0], [1.0, 1.0, 0.1, 3.0], [0.5, -3.0, 2.0, 0.4]]
)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("trans", [0, 1, 2])
def test_a_native_loop_solves_with_factors_as_numpy_does(trans, n):
    a = PIVOTED[:n, :n] + np.diag([0.0, 0.0, 0.0, 2.0][:n])
    factors, pivots = linalg.lu_factor(a)
    assert (np.asarray(pivots) != np.arange(n)).any()

    def solved(b):
        return lax.fori_loop(0, 2, lambda i, x: linalg.lu_solve((factors, pivots), x, trans), b)

    b = np.arange(1.0, n + 1)
    matrix = a.T if trans else a
    expected = np.linalg.solve(matrix, np.linalg.solve(matrix, b))
    np.testing.assert_allclose(fjax.jit(solved)(b), expected, rtol=1e-10)
    np.testing.assert_allclose(solved(b), expected, rtol=1e-10)


@pytest.mark.parametrize("n", [2, 3])
def test_the_gradient_of_a_native_loop_that_solves_goes_through_the_transposed_matrix(n):
    a, b = PIVOTED[:n, :n], np.arange(1.0, n + 1)

    def last(b):
        return lax.fori_loop(0, 2, lambda i, x: jnp.linalg.solve(a, x), b)[-1]

    inverse = np.linalg.inv(a)
    expected = (inverse @ inverse)[-1]
    np.testing.assert_allclose(fjax.jit(fjax.grad(last))(b), expected, rtol=1e-10)
    np.testing.assert_allclose(fjax.grad(last)(b), expected, rtol=1e-10)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint64])
def test_the_old_layout_of_random_bits_is_made_of_the_same_words(dtype):
    with fjax.threefry_partitionable(False):
        key = fjax.random.key(3)
        words = np.asarray(fjax.random.bits(key, (6,), np.uint32))
        found = np.asarray(fjax.random.bits(key, (24 // np.dtype(dtype).itemsize,), dtype))
    if dtype is np.uint64:
        expected = words[:3].astype(np.uint64) << np.uint64(32) | words[3:].astype(np.uint64)
    else:
        expected = words.view(dtype)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_the_old_layout_is_the_hash_of_counters_beside_a_zero_if_they_are_odd(count):
    key = fjax.random.key(3)
    with fjax.threefry_partitionable(False):
        found = fjax.random.bits(key, (count,), np.uint32)
    words = threefry_2x32(fjax.random.key_data(key), jnp.arange(count, dtype=np.uint32))
    np.testing.assert_array_equal(found, words)


@pytest.mark.parametrize("preferred", [np.int32, np.bool_])
def test_a_product_of_fractions_is_not_cut_to_whole_numbers(preferred):
    with pytest.raises(TypeError):
        lax.dot(jnp.ones((2, 2)), jnp.ones((2, 2)), preferred_element_type=preferred)


def test_a_complex_product_is_not_cut_to_its_real_part():
    with pytest.raises(TypeError):
        lax.dot(
            jnp.ones((2, 2), complex), jnp.ones((2, 2), complex), preferred_element_type=np.float64
        )


@pytest.mark.parametrize(
    "shape, taps",
    [((0, 2, 4, 4), (3, 2, 2, 2)), ((2, 2, 4, 4), (0, 2, 2, 2)), ((2, 0, 4, 4), (3, 0, 2, 2))],
)
def test_a_convolution_of_no_whole_numbers_is_empty_or_zero(shape, taps):
    out = lax.conv(jnp.ones(shape, int), jnp.ones(taps, int), (1, 1), "VALID")
    assert out.shape == (shape[0], taps[0], 3, 3)
    assert not np.asarray(out).any()


@pytest.mark.parametrize("groups, batch, features", [(2, 2, 2), (2, 4, 2), (2, 4, 4), (3, 3, 6)])
def test_sums_over_groups_of_a_batch_are_those_of_each_group(groups, batch, features):
    random = np.random.default_rng(0)
    x, w = random.normal(size=(batch, 2, 5, 5)), random.normal(size=(features, 2, 3, 3))

    def grouped(x, w):
        return lax.conv_general_dilated(x, w, (1, 1), "VALID", batch_group_count=groups)

    parts = [
        lax.conv(a, b, (1, 1), "VALID")
        for a, b in zip(x.reshape(groups, -1, 2, 5, 5), w.reshape(groups, -1, 2, 3, 3), strict=True)
    ]
    expected = np.concatenate(parts, axis=1)
    np.testing.assert_allclose(grouped(x, w), expected, rtol=1e-12)
    np.testing.assert_allclose(fjax.jit(grouped)(x, w), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "window, strides, padding, base, dilation",
    [
        ((2,), (2,), ((0, 0),), (1,), (1,)),
        ((2,), (2,), ((1, 1),), (1,), (1,)),
        ((2,), (1,), ((0, 0),), (1,), (1,)),
        ((2,), (2,), ((0, 0),), (1,), (2,)),
        ((2,), (2,), ((0, 0),), (2,), (1,)),
        ((3,), (3,), ((0, 2),), (1,), (1,)),
    ],
)
def test_the_gradient_of_the_largest_in_windows_goes_to_where_it_was(
    window, strides, padding, base, dilation
):
    x = np.array([3.0, 1.0, 4.0, 1.5, 9.0, 2.0, 6.0, 5.0, 3.5])

    def largest(x):
        return lax.reduce_window(x, -np.inf, lax.max, window, strides, padding, base, dilation)

    out, pull = fjax.vjp(largest, x)
    weights = np.arange(1.0, out.size + 1)
    expected = np.zeros_like(x)
    for value, weight in zip(np.asarray(out), weights, strict=True):
        expected[x == value] += weight
    np.testing.assert_array_equal(pull(weights)[0], expected)
    np.testing.assert_array_equal(
        fjax.jit(fjax.grad(lambda x: (largest(x) * weights).sum()))(x), expected
    )


@pytest.mark.parametrize("in_axis, shape", [(0, (5, 6, 4)), (1, (6, 5, 4)), (2, (6, 4, 5))])
def test_a_batch_axis_between_groups_of_axes_stays_there_when_they_are_split(in_axis, shape):
    def split(x):
        return x.reshape(2, 3, 4)

    batched = fjax.vmap(split, in_axes=in_axis, out_axes={0: 0, 1: 2, 2: 3}[in_axis])
    x = np.arange(120.0).reshape(shape)
    assert "transpose" not in str(fjax.make_jaxpr(batched)(x))
    expected = np.stack([part.reshape(2, 3, 4) for part in np.moveaxis(x, in_axis, 0)])
    np.testing.assert_array_equal(np.moveaxis(batched(x), {0: 0, 1: 2, 2: 3}[in_axis], 0), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda: lax.linalg.eigh(jnp.ones((2, 3))),
        lambda: lax.linalg.cholesky(jnp.ones((2, 3))),
        lambda: lax.linalg.eig(jnp.ones((2, 3))),
        lambda: lax.linalg.schur(jnp.ones((2, 3))),
        lambda: lax.linalg.hessenberg(jnp.ones((2, 3))),
        lambda: lax.linalg.tridiagonal(jnp.ones((2, 3))),
        lambda: eigen.Eigh()(jnp.ones((2, 3))),
        lambda: lax.linalg.eigh(jnp.ones(3)),
        lambda: lax.linalg.lu(jnp.ones(3)),
        lambda: lax.linalg.qr(jnp.ones(3)),
        lambda: lax.linalg.svd(jnp.ones(3)),
        lambda: lax.linalg.triangular_solve(jnp.ones((2, 3)), jnp.ones((3, 2))),
        lambda: lax.linalg.triangular_solve(
            jnp.eye(3), jnp.ones((3, 2), jnp.float32), left_side=True
        ),
        lambda: lax.linalg.triangular_solve(jnp.eye(3), jnp.ones((2, 2)), left_side=True),
        lambda: lax.linalg.svd(jnp.ones((2, 2), jnp.float16)),
    ],
)
def test_what_is_no_matrix_of_the_right_kind_is_refused(call):
    with pytest.raises((TypeError, ValueError)) as error:
        call()
    assert type(error.value).__module__.startswith("fjax"), repr(error.value)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("weak", [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize(
    "name",
    [
        "add",
        "sub",
        "mul",
        "div",
        "rem",
        "pow",
        "max",
        "min",
        "atan2",
        "nextafter",
        "complex",
        "eq",
        "select",
    ],
)
def test_a_result_is_weak_where_all_its_operands_are(name, weak):
    x, y = (jnp.asarray(2.0) if w else jnp.asarray(3.0, np.float64) for w in weak)
    assert (x.weak_type, y.weak_type) == weak
    function = {"select": lambda x, y: lax.select(True, x, y)}.get(name) or getattr(lax, name)
    expected = all(weak) and name != "eq"
    found = function(x, y)
    assert found.weak_type == expected
    assert fjax.jit(function)(x, y).weak_type == expected


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_tridiagonal_systems_with_moved_pivots_are_solved_and_stay_finite(n):
    low, middle, high = (np.arange(1.0, n + 1) + k for k in (0, 5, 1))
    low[0] = high[-1] = 0
    matrix = np.diag(middle) + np.diag(low[1:], -1) + np.diag(high[:-1], 1)
    b = np.arange(1.0, n + 1)
    found = lax.linalg.tridiagonal_solve(low, middle, high, b, perturb_singular=True)
    np.testing.assert_allclose(found, np.linalg.solve(matrix, b), rtol=1e-12)
    for singular in (0 * middle, np.where(np.arange(n) == n - 1, 0, middle)):
        x = lax.linalg.tridiagonal_solve(0 * low, singular, 0 * high, b, perturb_singular=True)
        assert np.isfinite(x).all()
        np.testing.assert_allclose(
            x[singular != 0], (b / np.where(singular, singular, 1))[singular != 0], rtol=1e-12
        )


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_slopes_of_angles_hold_where_squares_vanish_or_overflow(dtype):
    info = np.finfo(dtype)
    for size in (float(info.smallest_normal) ** 0.5 / 8, float(info.max) ** 0.5 * 4):
        y, x = dtype(size), dtype(-2 * size)
        slopes = fjax.grad(jnp.arctan2, (0, 1))(y, x)
        np.testing.assert_allclose(slopes, (-0.4 / size, -0.2 / size), rtol=4 * info.eps)
        swapped = fjax.grad(jnp.arctan2, (0, 1))(x, y)
        np.testing.assert_allclose(swapped, (0.2 / size, 0.4 / size), rtol=4 * info.eps)
    for function in (jnp.arcsinh, jnp.arccosh):
        np.testing.assert_allclose(fjax.grad(function)(y), 1 / size, rtol=4 * info.eps)


def test_slopes_of_inverse_functions_do_not_cancel_next_to_one():
    for function, x in (
        (jnp.arcsin, 1 - 2.0**-20),
        (jnp.arccos, 2.0**-20 - 1),
        (jnp.arccosh, 1 + 2.0**-20),
    ):
        exact = fjax.grad(function)(x)
        assert exact.dtype == np.float64
        np.testing.assert_allclose(fjax.grad(function)(np.float32(x)), exact, rtol=3e-7)


def test_every_derivative_of_angles_is_smooth_where_two_formulas_meet():
    def nth(function, n):
        for _ in range(n):
            function = fjax.grad(function)
        return function

    third = 1 / 2**2.5  # of asinh at 1: (2 x^2 - 1) / (x^2 + 1)^(5/2)
    np.testing.assert_allclose(nth(jnp.arcsinh, 3)(1.0), third, rtol=1e-12)
    np.testing.assert_allclose(nth(lambda y: jnp.arctan2(y, 1.0), 3)(1.0), 0.5, rtol=1e-12)
    np.testing.assert_allclose(nth(lambda x: jnp.arctan2(1.0, x), 3)(1.0), -0.5, rtol=1e-12)
