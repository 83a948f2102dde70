"""Data movement, reductions and sorting: edges that the samples do not reach."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.primitives import (
    barriers,
    cumulative,
    families,
    indexing,
    reductions,
    shaping,
    sorting,
    windows,
)


def keys(*shape):
    """An array of random keys, as it is stored."""
    return Array(
        np.arange(np.prod(shape), dtype=np.uint64).reshape(shape),
        ShapedArray(shape, dtypes.key_fry),
    )


@pytest.mark.parametrize(
    "move,pick",
    [
        (lambda k: lax.rev(k, (0,)), lambda b: b[::-1]),
        (lambda k: lax.concatenate([k, k], 0), lambda b: np.concatenate([b, b])),
        (lambda k: lax.slice(k, (1,), (3,)), lambda b: b[1:3]),
        (lambda k: lax.dynamic_slice(k, (1,), (2,)), lambda b: b[1:3]),
        (lambda k: k[jnp.array([2, 0])], lambda b: b[[2, 0]]),
        (lambda k: k.at[0].set(k[3]), lambda b: b[[3, 1, 2, 3]]),
        (lambda k: fjax.vmap(lambda x: x)(k), lambda b: b),
        (lambda k: lax.broadcast(k, (2,)), lambda b: np.stack([b, b])),
    ],
)
def test_keys_move_like_other_elements(move, pick):
    k = keys(4)
    out = move(k)
    assert out.dtype == dtypes.key_fry
    np.testing.assert_array_equal(out.buffer, pick(k.buffer))


def test_half_precision_accumulates_in_float32():
    x = np.full(5000, 0.1, np.float16)
    for total in (
        lax.reduce_sum(x, (0,)),
        lax.cumsum(x)[-1],
        jnp.zeros(1, "float16").at[np.zeros(5000, int)].add(x)[0],
        lax.reduce_window(x, np.float16(0), lax.add, (5000,))[0],
    ):
        assert abs(float(total) - 500) < 1
        assert total.dtype == jnp.float16


def test_max_and_min_propagate_nan_as_numpy_does():
    x = np.array([[1.0, np.nan], [2.0, 3.0]])
    np.testing.assert_array_equal(lax.reduce_max(x, (1,)), [np.nan, 3])
    np.testing.assert_array_equal(lax.cummin(x, 1), [[1, np.nan], [2, 2]])


def test_ties_share_the_gradient():
    np.testing.assert_allclose(
        fjax.grad(lambda x: lax.reduce_max(x, (0,)))(np.array([2.0, 1, 2])), [0.5, 0, 0.5]
    )
    gradient = fjax.grad(lambda x: lax.cummax(x)[1])(np.array([2.0, 2.0]))
    np.testing.assert_allclose(gradient, [0.5, 0.5])


def test_scatter_max_shares_the_gradient_among_ties():
    numbers = indexing.ScatterDimensionNumbers((), (0,), (0,))
    scatter = indexing.ScatterMax(numbers, indexing.GatherScatterMode.FILL_OR_DROP)

    def f(x, u):
        return scatter(x, np.array([[0], [0], [1]]), u).sum()

    gx, gu = fjax.grad(f, (0, 1))(np.array([3.0, 5.0]), np.array([3.0, 3.0, 4.0]))
    np.testing.assert_allclose(gx, [1 / 3, 1])
    np.testing.assert_allclose(gu, [1 / 3, 1 / 3, 0])


def test_the_gradient_of_a_product_with_zeros_is_that_of_the_other_factors():
    x = np.array([2.0, 0.0, 3.0])
    np.testing.assert_allclose(fjax.grad(lambda x: lax.reduce_prod(x, (0,)))(x), [0, 6, 0])
    np.testing.assert_allclose(
        fjax.hessian(lambda x: lax.reduce_prod(x, (0,)))(x), [[0, 3, 0], [3, 0, 2], [0, 2, 0]]
    )


def test_only_the_last_of_several_overwriting_updates_has_a_gradient():
    f = lambda u: (jnp.zeros(2).at[np.array([0, 0, 1])].set(u) * np.array([1.0, 10])).sum()
    np.testing.assert_allclose(fjax.grad(f)(np.ones(3)), [0, 1, 10])


def test_sorting_moves_the_gradient_with_the_values():
    weights = np.array([1.0, 10, 100])
    gradient = fjax.grad(lambda x: (lax.sort(x) * weights).sum())(np.array([3.0, 1, 2]))
    np.testing.assert_allclose(gradient, [100, 1, 10])


def test_sort_puts_nan_last_and_leaves_zeros_in_order():
    x = np.array([0.0, np.nan, -0.0, -1.0, 0.0, -0.0])
    out = np.asarray(lax.sort(x))
    np.testing.assert_array_equal(out, [-1, 0, 0, 0, 0, np.nan])
    np.testing.assert_array_equal(np.signbit(out[1:5]), [False, True, False, True])


def test_top_k_counts_nan_as_greatest_and_prefers_early_elements():
    values, places = lax.top_k(np.array([1.0, np.nan, 3.0, 3.0]), 3)
    np.testing.assert_array_equal(values, [np.nan, 3, 3])
    np.testing.assert_array_equal(places, [1, 2, 3])
    assert places.dtype == jnp.int32


def test_unsigned_indices_beyond_int64_are_out_of_bounds_at_the_end():
    x = jnp.arange(3)
    np.testing.assert_array_equal(x[np.array([2**64 - 1], np.uint64)], [2])


# ---- reductions by any function


@pytest.mark.parametrize(
    "computation,name",
    [
        (lax.add, "reduce_sum"),
        (lambda x, y: y + x, "reduce_sum"),
        (lax.mul, "reduce_prod"),
        (lax.max, "reduce_max"),
        (jnp.minimum, "reduce_min"),
    ],
)
def test_reduce_recognises_monoids(computation, name):
    start = {"reduce_sum": 0.0, "reduce_prod": 1.0, "reduce_max": -np.inf, "reduce_min": np.inf}
    reduce = lambda x: lax.reduce(x, start[name], computation, (0,))
    jaxpr = fjax.make_jaxpr(reduce)(np.ones((3, 2)))
    assert [e.primitive.name for e in jaxpr.eqns] == [name]


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("op", [lax.max, lax.min, lax.bitwise_and, lax.bitwise_or])
def test_an_operation_of_one_of_the_two_values_is_no_monoid(op, place):
    """The first of them is the initial value in the end, the second the last element."""
    x = np.array([[3, 1], [7, 2], [5, 9]])
    for chosen in (lambda *ab: op(ab[place], ab[place]), lambda *ab: (op(*ab), ab[place])[1]):
        expected = x[-1] if place else [-1, -1]
        np.testing.assert_array_equal(lax.reduce(x, -1, chosen, (0,)), expected)
        np.testing.assert_array_equal(lax.reduce(x[:0], -1, chosen, (0,)), [-1, -1])
        windows = lax.reduce_window(x, -1, chosen, (2, 1), (1, 1), "VALID")
        np.testing.assert_array_equal(windows, x[1:] if place else np.full((2, 2), -1))


def test_reduce_starts_from_any_initial_value():
    x = np.arange(6.0).reshape(2, 3)
    np.testing.assert_allclose(lax.reduce(x, 10.0, lax.add, (1,)), 10 + x.sum(1))
    np.testing.assert_allclose(lax.reduce(x[:, :0], 10.0, lax.add, (1,)), [10, 10])


def test_reduce_folds_several_operands_by_any_associative_function():
    x, places = np.array([3.0, 9, 1, 7, 5]), np.arange(5)

    def larger(a, b):
        first = a[0] >= b[0]
        return jnp.where(first, a[0], b[0]), jnp.where(first, a[1], b[1])

    best, place = lax.reduce((x, places), (-np.inf, 0), larger, (0,))
    assert (float(best), int(place)) == (9, 1)


def test_reduce_window_folds_windows_by_any_associative_function():
    x = np.array([2.0, 3, 4, 5])
    out = lax.reduce_window(x, 1.0, lax.mul, (2,), (1,), "SAME")
    np.testing.assert_allclose(out, [6, 12, 20, 5])
    np.testing.assert_allclose(
        fjax.grad(lambda x: lax.reduce_window(x, 1.0, lax.mul, (2,))[0])(x), [3, 2, 0, 0]
    )


# ---- barriers


def test_a_barrier_keeps_its_operands_and_their_derivatives():
    f = lambda x: lax.optimization_barrier({"a": jnp.sin(x)})["a"]
    assert np.allclose(fjax.grad(f)(1.0), np.cos(1.0))
    names = [e.primitive.name for e in fjax.make_jaxpr(f)(1.0).eqns]
    assert names == ["sin", "optimization_barrier"]


@pytest.mark.parametrize("order", [1, -1])
def test_a_barrier_passes_what_is_known_beside_what_is_linear(order):
    c = np.arange(3.0)

    def f(x):
        a, b = lax.optimization_barrier((2 * x, jnp.cos(c))[::order])[::order]
        return a * b

    for g in (f, fjax.jit(f)):
        (transposed,) = fjax.linear_transpose(g, c)(np.ones(3))
        np.testing.assert_allclose(transposed, 2 * np.cos(c))


def test_a_barrier_drops_operands_that_nobody_needs():
    pruned, stays, kept = barriers.optimization_barrier.drop_unused([True, False])
    assert (pruned, stays, kept) == (barriers.optimization_barrier, (True, False), (True, False))


# ---- errors

X = np.zeros((3, 4))


@pytest.mark.parametrize(
    "call,error,message",
    [
        (lambda: lax.concatenate([X, X[:2]], 1), errors.ShapeError, "agree in every axis but 1"),
        (lambda: lax.concatenate([X, X.astype(int)], 1), errors.DtypeError, "one dtype"),
        (lambda: lax.concatenate([], 0), ValueError, "at least one"),
        (lambda: lax.pad(X, 0.0, ((0, 0, 0),)), errors.ShapeError, "axes"),
        (lambda: lax.pad(X, 0.0, ((-3, -3, 0), (0, 0, 0))), errors.ShapeError, "would have shape"),
        (lambda: lax.slice(X, (0, 0), (4, 4)), errors.ShapeError, "slice"),
        (lambda: lax.rev(X, (2,)), ValueError, "out of bounds"),
        (lambda: lax.reshape(X, (5,)), errors.ShapeError, "12 elements"),
        (lambda: lax.squeeze(X, (0,)), ValueError, "squeeze"),
        (lambda: lax.dynamic_slice(X, (0,), (1, 1)), ValueError, "start indices"),
        (lambda: lax.dynamic_slice(X, (0, 0), (4, 1)), errors.ShapeError, "does not fit"),
        (
            lambda: lax.dynamic_update_slice(X, np.ones((1, 1), int), (0, 0)),
            errors.DtypeError,
            "dtype",
        ),
        (lambda: lax.reduce_max(X, (2,)), ValueError, "out of bounds"),
        (lambda: lax.reduce_and(X, (0,)), errors.DtypeError, "integers and booleans"),
        (lambda: lax.reduce_prod(X > 0, (0,)), errors.DtypeError, "booleans"),
        (lambda: lax.argmax(X[:0], 0, int), ValueError, "empty"),
        (lambda: lax.argmax(X, 0, float), errors.DtypeError, "index_dtype"),
        (lambda: lax.cumsum(X > 0), errors.DtypeError, "numbers"),
        (lambda: lax.sort((X, X[0])), errors.ShapeError, "one shape"),
        (lambda: lax.sort((X, X), num_keys=3), ValueError, "num_keys"),
        (lambda: lax.top_k(X, 5), ValueError, "between 0 and 4"),
        (lambda: lax.split(X, (1, 1), 0), ValueError, "Sum of sizes 2 must be equal"),
        (lambda: lax.reduce_window(X, 0.0, lax.add, (2,)), errors.ShapeError, "2 axes"),
        (lambda: lax.full((2,), X), errors.ShapeError, "scalar"),
        (lambda: lax.iota(bool, 3), errors.DtypeError, "iota"),
        (lambda: lax.broadcast_in_dim(X, (3, 5), (0, 1)), errors.ShapeError, "broadcast_in_dim"),
    ],
)
def test_operands_that_do_not_fit_are_refused_with_a_reason(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_gather_that_does_not_fit_is_refused():
    numbers = indexing.GatherDimensionNumbers((1,), (0,), (0,))
    for indices, sizes, message in (
        (np.zeros((2, 2), int), (1, 4), "must be equal"),
        (np.zeros((2, 1)), (1, 4), "integers"),
        (np.zeros((2, 1), int), (2, 4), "bound 1, but bound is 2"),
        (np.zeros((2, 1), int), (1, 5), "Slice size"),
    ):
        with pytest.raises(TypeError, match=message):
            lax.gather(X, indices, numbers, sizes)


def test_a_product_scatter_that_may_repeat_has_no_derivative_in_its_updates():
    with pytest.raises(errors.NotDifferentiableError, match="unique_indices"):
        fjax.grad(lambda u: jnp.ones(3).at[np.array([0, 1])].multiply(u).sum())(np.ones(2))


PARAMETERS = [
    shaping.Rev((0,)),
    reductions.ReduceMax((1,)),
    cumulative.CumSum(0, True),
    sorting.TopK(2, 0),
    windows.ReduceWindowMax((2,), (1,), ((0, 0),), (1,), (1,)),
]


@pytest.mark.parametrize("op", PARAMETERS, ids=lambda op: op.name)
def test_equal_parameters_make_equal_primitives(op):
    assert op == op.replace() and hash(op) == hash(op.replace())


@pytest.mark.parametrize(
    ("shape", "indices", "numbers", "sizes"),
    [
        # a collapsed axis without an index: all slices start at 0
        ((5,), (2, 7, 0), lax.GatherDimensionNumbers((), (0,), ()), (1,)),
        ((5, 3), (2, 0), lax.GatherDimensionNumbers((1,), (0,), ()), (1, 3)),
        # a batch axis of the operand, and another one of the indices
        ((5, 3), (5, 2, 0), lax.GatherDimensionNumbers((2,), (), (), (0,), (0,)), (1, 3)),
    ],
)
def test_a_gather_whose_first_axis_has_no_index_reads_one_slice_for_all(
    shape, indices, numbers, sizes
):
    x, at = np.arange(np.prod(shape)).reshape(shape), np.zeros(indices, np.int32)

    def gather(x, at):
        return lax.gather(x, at, numbers, sizes, mode="clip")

    by_batch = bool(numbers.operand_batching_dims)
    expected = np.empty((*indices[:-1], *shape[1:]), x.dtype)
    for place in np.ndindex(*indices[:-1]):
        expected[place] = x[place[0] if by_batch else 0]
    np.testing.assert_array_equal(gather(x, at), expected)
    np.testing.assert_array_equal(fjax.jit(gather)(x, at), expected)


def test_same_padding_of_a_window_is_that_of_the_lengths_before_dilation():
    x = np.arange(60.0).reshape(3, 5, 4)

    def windows_of(padding):
        return lax.reduce_window(
            x, -np.inf, lax.max, (2, 3, 2), (3, 2, 1), padding, base_dilation=(3, 3, 1)
        )

    found = windows_of("SAME")
    np.testing.assert_array_equal(found, windows_of([(0, 0), (1, 1), (0, 1)]))
    assert found.shape == (2, 7, 4)


def test_constants_of_rules_keep_the_sign_of_a_zero():
    for value in (0.0, -0.0, 0.0):
        found = families.literal(value, np.dtype("float32"))
        assert np.signbit(np.asarray(found)) == np.signbit(value)
