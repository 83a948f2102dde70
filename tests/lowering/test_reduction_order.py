"""Reductions walk what they combine once, in the order in which it lies in memory."""

import itertools
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.fuse.reduction_order import order_reductions
from fjax.lowering.machine import named

RANDOM = np.random.default_rng(11)
MACHINE = named("x86-64-v4")
F32 = np.float32


def forms(function, *args):
    return [str(k.form) for k in fjax.inspect(function)(*args).kernels]


def divides(text):
    return re.search(r"= (div|rem) (?!v\d+ 4:i64)", text) is not None


def sizes_reduced(function, *args):
    """The sizes of what the program's reductions combine."""
    jaxpr = fjax.make_jaxpr(function)(*args).jaxpr
    return [
        e.invars[0].aval.size
        for e in order_reductions(jaxpr, MACHINE).eqns
        if "reduce" in e.op.name
    ]


def checked(function, *args):
    for got, expected in zip(
        fjax.tree_util.tree_leaves(fjax.jit(function)(*args)),
        fjax.tree_util.tree_leaves(function(*args)),
        strict=True,
    ):
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-6)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("perm", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1), (2, 0, 1)])
@pytest.mark.parametrize("axes", [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("flips", [(), (0,), (1, 2)])
def test_moved_arrays_are_reduced_to_the_same_values(perm, axes, flips):
    x = RANDOM.integers(-9, 9, size=(70, 9, 31)).astype(F32)

    def f(x):
        y = jnp.flip(jnp.transpose(x, perm), flips) * 3
        return y.sum(axes), y.max(axes), (y - 1).sum(axes)

    for got, expected in zip(fjax.jit(f)(x), f(x), strict=True):
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("perm", [(2, 1, 0), (1, 2, 0)])
def test_moved_arrays_with_an_axis_of_one_element(perm):
    x = RANDOM.integers(-9, 9, size=(70, 1, 31)).astype(F32)
    checked(lambda x: [jnp.transpose(x, perm).sum(axis) for axis in range(3)], x)


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_reductions_over_moved_arrays_of_which_an_axis_has_no_element(empty):
    x = jnp.ones([1 if k == empty else 2 for k in range(3)])
    axes = [axes for n in (1, 2) for axes in itertools.combinations(range(3), n)]
    for perm in itertools.permutations(range(3)):
        for a in axes:

            def f(x, perm=perm, a=a):
                some = x[tuple([slice(0, 2 * (k != empty)) for k in range(3)])]
                moved = jnp.transpose(some, perm)
                return (moved * 3).sum(a), jnp.flip(moved).sum(a)

            found = fjax.make_jaxpr(f)(x).jaxpr
            wanted = [v.aval for v in found.outvars]
            assert [v.aval for v in order_reductions(found, MACHINE).outvars] == wanted
    checked(f, x)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.float16, np.complex64])
@pytest.mark.parametrize("name", ["sum", "max", "prod", "any", "argmax"])
@pytest.mark.parametrize("axis", [0, 1, None])
def test_repeated_values_are_reduced_to_the_same_values(name, dtype, axis):
    x = np.sign(RANDOM.normal(size=40)).astype(dtype)

    def f(x):
        return [
            getattr(jnp, name)(jnp.broadcast_to(y, (40, 40)) * y, axis=axis)
            for y in (x, x[:, None])
        ]

    checked(f, x)


def test_sums_of_repeated_integers_wrap_around():
    x = np.full((1, 7), 100, np.int8)
    f = fjax.jit(lambda x: jnp.broadcast_to(x, (301, 7)).sum(0, dtype=jnp.int8))
    np.testing.assert_array_equal(f(x), np.broadcast_to(x, (301, 7)).sum(0, dtype=np.int8))


def test_what_is_the_same_along_a_kept_axis_is_reduced_once():
    where = np.arange(50) % 9
    x = np.ones((9, 200), F32)

    def scattered(row):
        return (jnp.zeros((9, 200), F32).at[where].add(row) * 2).sum()

    assert sizes_reduced(fjax.grad(scattered), x[0])[-1] == 50
    assert sizes_reduced(lambda x: jnp.tanh(jnp.repeat(x[:1], 30, 0) * 2).sum(1), x) == [200]
    assert sizes_reduced(lambda x: jnp.broadcast_to(x, (30, 9, 200)).sum(0), x) == [9 * 200]


def test_what_changes_along_an_axis_is_reduced_there():
    x = np.ones((40, 30), F32)

    def masked(x):
        return jnp.pad(jnp.broadcast_to(x[0], (40, 30)), ((3, 2), (1, 0))).sum(1)

    assert sizes_reduced(masked, x) == [45 * 31]
    assert sizes_reduced(lambda x: (jnp.broadcast_to(x[0], (40, 30)) + x).sum(1), x) == [1200]
    assert sizes_reduced(lambda x: (x[0] + jnp.arange(40)[:, None]).sum(1), x) == [1200]
    checked(masked, x)


def test_cut_totals_of_moved_arrays_divide_nothing():
    x = jnp.asarray(RANDOM.normal(size=(2000, 8, 3)))
    moved = [
        lambda x: (jnp.transpose(x, (2, 1, 0)) * 3).sum(),
        lambda x: jnp.swapaxes(jnp.flip(x, (1, 2)), 0, 2).max(),
        lambda x: jnp.tanh(jnp.transpose(x, (1, 2, 0))).sum((0, 2)),
    ]
    for f in moved:
        assert not any(map(divides, forms(f, x)))
        checked(f, x)


def test_rows_that_others_store_do_not_become_columns():
    """A softmax over the first axis of a transposed array stores its rows as they are."""
    x = jnp.asarray(RANDOM.normal(size=(300, 200)))
    softmax = lambda x: fjax.nn.softmax(x.T, 0)
    jaxpr = fjax.make_jaxpr(softmax)(x).jaxpr
    assert order_reductions(jaxpr, MACHINE) is jaxpr
    checked(softmax, x)


def test_what_one_reduction_needs_of_a_value_is_computed_in_its_kernel():
    """Fewer elements of a value than it has, each once, are no repetition."""
    x = jnp.asarray(RANDOM.normal(size=(60, 400)))
    assert len(forms(lambda x: jnp.tanh(x)[::3, 5:].sum(1), x)) == 1
    assert len(forms(lambda x: jnp.exp(jnp.broadcast_to(x[0], (60, 400))).prod(1), x)) == 1
    checked(lambda x: jnp.tanh(x)[::3, 5:].sum(1), x)
