"""Axes that are compared with known bounds become one with their inner neighbours."""

from functools import partial

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.nn import dot_product_attention

X = np.arange(60, dtype=np.float32).reshape(12, 5)
SIDES = {"i": lambda i: i, "i - 2": lambda i: i - 2, "6 - i": lambda i: 6 - i}
OPERATIONS = [np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal]


def form(f, *args) -> str:
    return "".join(str(k.form) for k in fjax.inspect(f)(*args).kernels)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("op", OPERATIONS)
@pytest.mark.one_in(4)
def test_rows_are_chosen_by_any_bound(op, side):
    bounds = [-3, -1, 0, 4, 6, 11, 12, 14]

    def f(np, x, k):
        i = SIDES[side](np.arange(12, dtype="int32"))[:, None]
        compare = getattr(np, op.__name__)
        return np.where(compare(i, k), x, np.where(compare(k, i), -x, 0))

    for k in bounds:
        known = np.asarray(k, np.int32)
        np.testing.assert_array_equal(fjax.jit(lambda x, k=known: f(jnp, x, k))(X), f(np, X, known))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("shape", [(6, 5), (4, 6, 5), (2, 1, 5), (3, 6, 40), (0, 5), (3, 0, 5)])
@pytest.mark.parametrize("dtype", ["float32", "int8", "complex64"])
def test_joined_and_padded_rows(shape, dtype):
    x = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    axis = len(shape) - 2
    sides = [(0, 0)] * axis + [(1, 2), (0, 0)]
    joined = fjax.jit(lambda x: jnp.concatenate([x, x * 2, x + 1], axis))(x)
    np.testing.assert_array_equal(joined, np.concatenate([x, x * 2, x + 1], axis))
    np.testing.assert_array_equal(fjax.jit(lambda x: jnp.pad(x, sides))(x), np.pad(x, sides))
    total = fjax.jit(lambda x: jnp.pad(x, sides).sum(0))(x)
    np.testing.assert_array_equal(total, np.pad(x, sides).sum(0, dtype=total.dtype))


def test_whole_rows_are_one_loop():
    y = np.zeros((7, 5), np.float32)
    for f, args in [
        (lambda x, y: jnp.concatenate([x, y, x]), (X, y)),
        (lambda x: jnp.pad(x, ((1, 2), (0, 0))), (X,)),
        (lambda x: jnp.where(jnp.arange(12)[:, None] < 4, x, 0), (X,)),
        (lambda x: jnp.pad(x, ((1, 2), (0, 0), (0, 0))), (X.reshape(3, 4, 5),)),
    ]:
        assert form(f, *args).count(" in s") == 1


def test_rows_that_stay_loops():
    by_column = form(lambda x: jnp.where(jnp.arange(12)[:, None] < jnp.arange(5), x, 0), X)
    assert by_column.count(" in s") == 2
    wide = np.ones((4, 6, 40), np.float32)  # each of them would ask where its elements stand
    inside = form(lambda x: lax.pad(x, np.float32(0), ((0, 0, 0), (1, 1, 0), (0, 0, 0))), wide)
    assert inside.count(" in s") == 3


def test_a_comparison_of_a_quotient_keeps_no_other_axis():
    """An axis is found behind a division; the other one that it names merges with a third."""
    x = np.arange(4 * 8 * 2, dtype=np.float32).reshape(4, 8, 2)

    def chosen(x, y):
        two = jnp.stack([x, y], 1).reshape(4, 16, 2)
        return jnp.concatenate([two[:1], jnp.stack([y, x], 1).reshape(4, 16, 2)[:3]])

    first, second = np.stack([x, -x], 1).reshape(4, 16, 2), np.stack([-x, x], 1).reshape(4, 16, 2)
    found = fjax.jit(chosen)(x, -x)
    np.testing.assert_array_equal(found, np.concatenate([first[:1], second[:3]]))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 8, 11, 16, 17, 20, 33, 49])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rows_of_stacks_ask_where_they_stand(n, dtype):
    """Short rows of all matrices fill lanes, though values follow from the number of a row."""
    x = np.random.default_rng(n).standard_normal((37, 3, n, n)).astype(dtype)

    def weights(np, x):
        a, i, j = np.arange(3)[:, None, None], np.arange(n)[:, None], np.arange(n)
        e = np.exp(np.where(a + i >= j, x, -np.inf))
        return e / np.sum(e, -1, keepdims=True), np.max(np.where(a + i >= j, x, -1e9), -1)

    for found, want in zip(fjax.jit(lambda x: weights(jnp, x))(x), weights(np, x), strict=True):
        np.testing.assert_allclose(found, want, rtol=2e-6 if dtype == "float32" else 1e-14)


def test_short_rows_of_stacks_are_one_loop():
    def softmax(x):
        n = x.shape[-1]
        x = jnp.where(jnp.arange(n)[:, None] >= jnp.arange(n), x, -1e9)
        return jnp.exp(x) / jnp.exp(x).sum(-1, keepdims=True)

    assert form(softmax, np.ones((50, 2, 7, 7), np.float32)).count(" in s") == 1


AXES = [(None, 0, None), (1, None, 2), (0, 0, 0)]


@pytest.mark.parametrize("axes", AXES)
def test_axes_on_both_sides_of_one_of_size_1_are_one_loop_only_where_they_lie_so(axes):
    """Gradients of causal attention have an axis of size 1 between two that lie in other orders."""
    rng = np.random.default_rng(0)
    args = [rng.standard_normal((2, n, 4, 16)) for n in (10, 12, 12)]
    size = 3 * args[0].size
    args = [
        x if a is None else np.stack([x, -x, 2 * x], a) for x, a in zip(args, axes, strict=True)
    ]
    attend = partial(dot_product_attention, is_causal=True)

    def one_by_one(*args):
        each = [
            [x] * 3 if a is None else jnp.moveaxis(x, a, 0) for x, a in zip(args, axes, strict=True)
        ]
        return jnp.stack([attend(*xs) for xs in zip(*each, strict=True)])

    def gradients(function, args):
        weighted = lambda *xs: (jnp.cos(jnp.arange(size)) * function(*xs).ravel()).sum()
        return fjax.grad(weighted, (0, 1, 2))(*args)

    narrow = [x.astype(np.float32) for x in args]
    found = fjax.jit(partial(gradients, fjax.vmap(attend, axes)))(narrow)
    with fjax.disable_jit():
        wanted = gradients(one_by_one, args)
    for got, want in zip(found, wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "move",
    [
        lambda x: jnp.concatenate([x, x * 2, x + 1], 1),
        lambda x: jnp.pad(x, ((0, 0), (1, 2), *[(0, 0)] * (x.ndim - 2))),
        lambda x: jnp.roll(x, 1, 1) + x,
    ],
)
def test_an_axis_of_one_element_adds_no_code(move):
    x = np.arange(48 * 7 * 9, dtype=np.float32)
    plain, thin = x.reshape(48, 7, 9), x.reshape(48, 7, 1, 9)
    assert form(move, thin).count("\n") == form(move, plain).count("\n")
    found, want = fjax.jit(move)(thin), fjax.jit(move)(plain)
    np.testing.assert_array_equal(np.ravel(found), np.ravel(want))


COUNTING = {
    "a part of all elements, added": lambda np, x: (
        np.pad(x.reshape(-1)[:9], (0, 51)).reshape(x.shape) + x
    ),
    "those after a number": lambda np, x: np.where(np.arange(60).reshape(x.shape) >= 7, x, 0),
    "a narrow number": lambda np, x: x * np.arange(60, dtype="int8").reshape(x.shape),
    "a number from the end": lambda np, x: x * (59 - np.arange(60).reshape(x.shape)),
    "a part of a number": lambda np, x: x * (np.arange(60).reshape(x.shape) // 7),
    "two numbers": lambda np, x: (
        x * (np.arange(60).reshape(x.shape) * 3 + 1) + np.arange(60).reshape(x.shape)
    ),
}
ROWS = {
    "a number and its row": lambda np, x: (
        x * (np.arange(60).reshape(x.shape) + np.arange(x.shape[0])[:, None, None])
    ),
    "the number of a column": lambda np, x: x + np.arange(60).reshape(x.shape)[:, :1],
    "columns first": lambda np, x: x * np.arange(60).reshape(x.shape[::-1]).T,
    "a column's values": lambda np, x: x * x[:, :1] + np.arange(60).reshape(x.shape),
}


@pytest.mark.parametrize("shape", [(12, 5, 1), (3, 4, 5), (1, 4, 15)])
@pytest.mark.parametrize("case", COUNTING)
def test_elements_that_are_counted_are_one_loop(case, shape):
    x = X.reshape(shape)
    f = partial(COUNTING[case], jnp)
    np.testing.assert_array_equal(fjax.jit(f)(x), COUNTING[case](np, x))
    assert form(f, x).count(" in s") == 1


@pytest.mark.parametrize("shape", [(3, 4, 5), (4, 3, 5)])
@pytest.mark.parametrize("case", ROWS)
def test_what_is_counted_beside_rows_keeps_them(case, shape):
    x = X.reshape(shape)
    f = partial(ROWS[case], jnp)
    np.testing.assert_array_equal(fjax.jit(f)(x), ROWS[case](np, x))
    assert form(f, x).count(" in s") > 1


def test_totals_and_updates_of_counted_elements():
    x = X.reshape(3, 4, 5)

    def f(np, x):
        chosen = np.where(np.arange(60).reshape(x.shape) % 7 < 3, x, 0)
        return chosen.sum(2), chosen.sum((0, 1)), chosen.max(), np.cumsum(chosen, 1)

    for found, expected in zip(fjax.jit(partial(f, jnp))(x), f(np, x), strict=True):
        np.testing.assert_array_equal(found, expected)
