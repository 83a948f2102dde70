"""Sums of carried arrays and arrays that are zero almost everywhere, and reads before updates."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.evaluate import evaluate_jaxpr
from fjax.passes.in_place import in_place
from fjax.passes.optimize import optimize

X = np.linspace(-1.0, 2.0, 40).reshape(8, 5)


def dynamic(a, i):
    return a + lax.dynamic_update_slice(jnp.zeros_like(a), jnp.full((1, 5), 3, a.dtype), (i, 0))


def frame(a, i):
    return jnp.pad(jnp.full((1, 5), 3, a.dtype), ((3, 4), (0, 0))) + a


def placed_once(a, i):
    return a + jnp.zeros_like(a).at[i].set(2)


def added_twice(a, i):
    return a + jnp.zeros_like(a).at[i + 2 * jnp.arange(4) // 3].add(2)


def two_places(a, i):
    zeros = jnp.zeros_like(a)
    return a + (zeros.at[i].add(2) + zeros.at[i + 1].add(3))


def clipped(a, i):
    return a + jnp.zeros_like(a).at[i].add(2, mode="clip")


def elements(a, i):  # whose indices are more than they are
    where = jnp.arange(15)
    return a + jnp.zeros_like(a).at[i + where // 5, where % 5].add(2)


SUMS = [elements, dynamic, frame, placed_once, added_twice, two_places, clipped]


def stepped(function, a, i):
    """The program that may change `a`; it takes what the function captured first."""
    closed = fjax.make_jaxpr(function)(a, i)
    own = tuple(v.aval == a.aval for v in closed.jaxpr.invars)
    return in_place(optimize(closed.jaxpr), own)


def names(jaxpr):
    return [e.primitive.name for e in jaxpr.eqns]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex128"])
@pytest.mark.parametrize("function", SUMS, ids=lambda f: f.__name__)
def test_a_sum_with_little_becomes_an_update(function, dtype):
    """Whatever the index, out of bounds too; an array of the same size is not made."""
    a = jnp.asarray(X, dtype)
    jaxpr = stepped(function, a, 2)
    assert "scatter_add" in names(jaxpr) and "add" not in [
        e.primitive.name for e in jaxpr.eqns if e.outvars[0].aval.shape == a.shape
    ]
    assert all(e.primitive.name == "scatter_add" for e in jaxpr.eqns if e.outvars[0].aval == a.aval)
    for i in (-20, -1, 0, 2, 7, 8, 30):
        (got,) = evaluate_jaxpr(jaxpr, [a, jnp.asarray(i)])
        np.testing.assert_allclose(np.asarray(got), np.asarray(function(a, i)), rtol=1e-6)


def large_update(a, i):
    return a + lax.dynamic_update_slice(jnp.zeros_like(a), a[:6] * 2, (i, 0))


def many_rows(a, i):
    return a + jnp.zeros_like(a).at[i + jnp.arange(6)].add(2)


def several_in_one_place(a, i):  # the last of them counts: they are not added
    return a + jnp.zeros_like(a).at[i + jnp.arange(2) // 2].set(2)


def needed_with_the_sum(a, i):
    return (a + jnp.zeros_like(a).at[i].add(2)) * a


def base_of_ones(a, i):
    return a + jnp.ones_like(a).at[i].add(2)


def given_out_as_well(a, i):
    return a + jnp.zeros_like(a).at[i].add(2), a


def seen_elsewhere(a, i):
    part = jnp.zeros_like(a).at[i].add(2)
    return a + part, part


@pytest.mark.parametrize(
    "function",
    [
        large_update,
        many_rows,
        several_in_one_place,
        needed_with_the_sum,
        base_of_ones,
        given_out_as_well,
        seen_elsewhere,
    ],
    ids=lambda f: f.__name__,
)
def test_other_sums_stay(function):
    assert "add" in names(stepped(function, jnp.asarray(X), 2))


def test_half_precision_is_rounded_once():
    assert "add" in names(stepped(placed_once, jnp.asarray(X, "float16"), 2))


def test_what_is_not_carried_is_left_alone():
    jaxpr = optimize(fjax.make_jaxpr(placed_once)(jnp.asarray(X), 2).jaxpr)
    assert in_place(jaxpr, (False, False)) is jaxpr


def test_reads_come_before_the_update():
    def step(a, i):
        b = a.at[i].set(0.0)
        c = b.at[i + 1].add(a[i] * 2)
        return c, jnp.sin(a[0])

    a = jnp.asarray(X)
    jaxpr = stepped(step, a, 2)
    first = names(jaxpr).index("scatter")
    operand = jaxpr.eqns[first].invars[0]
    assert all(operand not in e.invars for e in jaxpr.eqns[first + 1 :])
    for x, y in zip(evaluate_jaxpr(jaxpr, [a, jnp.asarray(2)]), step(a, 2), strict=True):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))


def test_a_read_that_needs_the_update_stays_behind_it():
    def step(a, i):
        b = a.at[i].set(0.0)
        return b, a[jnp.argmin(b[0])]

    a = jnp.asarray(X)
    jaxpr = stepped(step, a, 2)
    for x, y in zip(evaluate_jaxpr(jaxpr, [a, jnp.asarray(2)]), step(a, 2), strict=True):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))
