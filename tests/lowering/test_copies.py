"""Copies of arrays that are changed in place: none where none is needed, and each one reported."""

import pathlib

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import CopyError

X = np.sin(np.arange(1000.0))
W = np.eye(1000)[::-1].copy()


def line_of(marker):
    lines = pathlib.Path(__file__).read_text().splitlines()
    (number,) = [k for k, line in enumerate(lines, 1) if line.endswith(f"# {marker}")]
    return f"{__file__}:{number} "


def set_one(x):
    return x.at[3].set(1.0)  # set_one


def old_value_is_needed(x):
    y = jnp.cumsum(x)
    z = y.at[3].set(1.0)  # old_value
    return z, jnp.cumsum(y * jnp.sum(z))


def add_many(x):
    return x.at[np.array([1, 2, 2])].add(1.0)  # add_many


def chain(x):
    return lax.fori_loop(1, 999, lambda i, v: v.at[i].set(v[i - 1] * 0.5), x)  # chain


def initial_value_is_needed(x):
    y = jnp.sin(x)
    return lax.fori_loop(1, 9, lambda i, v: v.at[i].set(v[i - 1]), y), y  # initial_value


def old_value_in_a_body(x):
    def body(i, state):
        v, total = state
        u = v.at[i].set(0.5)  # body_update
        return u, total + (v * u).sum()

    return lax.fori_loop(0, 5, body, (x, 0.0))


def swapped(x):
    small = lambda s: s[0][1] < 5
    return lax.while_loop(small, lambda s: (s[1], s[0].at[1].add(2.0)), (x, x + 1))  # swapped


def host(x, w):
    def body(i, state):
        return state[0].at[i].set(state[1][0]), w @ state[1]

    return lax.fori_loop(0, 5, body, (x, jnp.cos(x)))  # host


def branch(x):
    return lax.cond(x[0] < 5, lambda y: y.at[0].set(5.0), lambda y: y, x)  # branch


def loop_inside(x):
    def outer(i, total):
        y = lax.fori_loop(0, 9, lambda j, v: v.at[j].set(v[j + 1] * total), x)  # loop_inside
        return total + y[3]

    return lax.fori_loop(0, 5, outer, 0.0)


def constant(x, w):
    return lax.fori_loop(0, 5, lambda i, v: w @ x.at[i].set(v[0]), x)  # constant


def without_copies(function, *args, donate=()):
    function = fjax.jit(function, donate_argnums=donate)
    with fjax.debug.assert_no_copies():
        return function(*map(jnp.array, args))


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (set_one, (X,)),
        (add_many, (X,)),
        (chain, (X,)),
        (host, (X, W)),
        (lambda x: chain(chain(x)), (X,)),
    ],
)
def test_a_donated_argument_is_changed_in_place(function, args):
    expected = fjax.jit(function)(*args)
    found = without_copies(function, *args, donate=0)
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("function", [set_one, add_many, chain])
def test_what_the_program_made_itself_is_changed_in_place(function):
    np.testing.assert_allclose(
        without_copies(lambda x: function(jnp.cos(x)), X), function(jnp.cos(X))
    )


COPYING = [
    (set_one, (X,), (), "set_one", "donate"),
    (add_many, (X,), (), "add_many", "donate"),
    (old_value_is_needed, (X,), (), "old_value", "needed afterwards"),
    (chain, (X,), (), "chain", "a loop starts from it: it is an argument"),
    (initial_value_is_needed, (X,), 0, "initial_value", "it is an output as well"),
    (old_value_in_a_body, (X,), 0, "body_update", "needed afterwards"),
    (swapped, (X,), 0, "swapped", "each step moves it"),
    (host, (X, W), (), "host", "a loop starts from it"),
    (branch, (X,), 0, "branch", "a branch leaves its operands"),
    (loop_inside, (X,), 0, "loop_inside", "a loop inside starts from it"),
    (constant, (X, W), (), "constant", "whose update it returns"),
]


@pytest.mark.parametrize(
    ("function", "args", "donate", "marker", "reason"), COPYING, ids=[case[3] for case in COPYING]
)
def test_inspect_reports_each_copy_with_its_line(function, args, donate, marker, reason):
    inspection = fjax.inspect(fjax.jit(function, donate_argnums=donate))(*args)
    assert inspection.copies
    for copy in inspection.copies:
        assert copy.aval.shape == (1000,)
        assert str(copy.source).startswith(line_of(marker))
        assert reason in copy.reason
        assert str(copy) in str(inspection)


@pytest.mark.parametrize(
    ("function", "args", "donate", "marker", "reason"), COPYING, ids=[case[3] for case in COPYING]
)
def test_a_copy_is_refused_and_the_line_named(function, args, donate, marker, reason):
    expected = fjax.jit(function)(*args)
    with pytest.raises(CopyError, match="assert_no_copies") as info:
        without_copies(function, *args, donate=donate)
    assert line_of(marker) in str(info.value)
    assert isinstance(info.value, RuntimeError)
    found = fjax.jit(function, donate_argnums=donate)(*map(jnp.array, args))
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_program_without_copies_reports_none():
    inspection = fjax.inspect(lambda x: chain(jnp.cos(x)))(X)
    assert inspection.copies == [] and "copies" not in str(inspection)


def test_a_function_that_ran_before_is_checked_as_well():
    function, x = fjax.jit(set_one), jnp.array(X)
    function(x)
    for _ in range(2):
        with pytest.raises(CopyError), fjax.debug.assert_no_copies():
            function(x)
    function(x)


def test_equal_programs_are_told_apart_by_their_lines():
    def again(x):
        return x.at[3].set(1.0)  # again

    fjax.jit(set_one)(X)
    fjax.jit(again)(X)
    for function, marker in ((set_one, "set_one"), (again, "again")):
        with pytest.raises(CopyError) as info:
            without_copies(function, X)
        assert line_of(marker) in str(info.value)


def test_a_donated_argument_that_is_in_use_is_refused():
    x = jnp.array(X)
    view = np.asarray(x)
    function = fjax.jit(set_one, donate_argnums=0)
    with pytest.raises(CopyError, match="something else refers"), fjax.debug.assert_no_copies():
        function(x)
    assert view[3] == X[3]


def test_a_loop_leaves_what_others_see_alone():
    x = jnp.array(X)
    first = fjax.jit(lambda x: chain(x))(x)
    np.testing.assert_array_equal(x, X)

    def both(x):
        y = jnp.cos(x)
        return chain(y), chain(y), y

    a, b, y = fjax.jit(both)(x)
    np.testing.assert_array_equal(a, b)
    np.testing.assert_allclose(y, np.cos(X))
    np.testing.assert_allclose(first[1:999], X[0] * 0.5 ** np.arange(1, 999))


def update_then_read(x):
    y = x.at[1].set(2.0)
    return y, y[0], y[1]


def update_from_itself(x):
    return x.at[1].set(x[0] * 2).at[2].add(1.0).at[:3].mul(3.0)


def update_from_an_older_value(x):
    return x.at[1].set(1.0).at[0].add(x[1]), x[1], jnp.sum(x[1:3])


def update_by_a_reduction(x):
    return x.at[1].set(jnp.sum(x * x)).at[0].set(jnp.max(x))


@pytest.mark.parametrize(
    "function",
    [update_then_read, update_from_itself, update_from_an_older_value, update_by_a_reduction],
)
@pytest.mark.parametrize("shape", [(100,), (40, 30)])
def test_what_an_update_reads_is_read_first(function, shape, rng):
    x = rng.standard_normal(shape)
    program = fjax.jit(lambda x: function(jnp.sin(x)))
    assert fjax.inspect(program)(x).copies == []
    for a, b in zip(
        fjax.tree.leaves(program(x)), fjax.tree.leaves(function(jnp.sin(x))), strict=True
    ):
        np.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("function", [lambda x: x.T, lambda x: jnp.exp(x.reshape(-1))])
def test_a_result_in_donated_memory_of_another_shape_has_its_own_shape(function):
    x = jnp.arange(4.0).reshape(1, 4)
    expected = np.asarray(function(x))
    result = np.asarray(fjax.jit(function, donate_argnums=0)(x))
    assert result.shape == expected.shape
    np.testing.assert_allclose(result, expected, rtol=1e-15)


def reads_itself(x, places):
    y = jnp.sin(x)
    return y.at[places].set(y)


def adds_itself(x, places):
    y = jnp.sin(x)
    return y.at[places].add(y)


def carried_twice(x, places):
    y = jnp.sin(x) * places.size

    def body(i, s):
        return s[0].at[i].set(s[1][i + 1]), s[1].at[i].add(s[0][i + 2])

    return lax.fori_loop(0, 900, body, (y, y))


def carried_thrice(x, places):
    y = jnp.sin(x) * places.size

    def body(i, s):
        return s[0].at[i].set(s[1][i + 1] + s[2][i]), s[1].at[i].set(s[2][i + 1]), s[2]

    return lax.fori_loop(0, 900, body, (y, y, y))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("function", [reads_itself, adds_itself, carried_twice, carried_thrice])
def test_what_is_read_beside_its_change_is_read_as_it_was(function):
    places = np.random.default_rng(1).permutation(X.size)
    with fjax.disable_jit():
        expected = function(jnp.asarray(X), places)
    found = fjax.jit(function)(X, places)
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)


def test_an_update_that_reads_what_it_changes_says_so():
    (copy,) = fjax.inspect(reads_itself)(X, np.arange(X.size)).copies
    assert copy.reason == "the update reads it as well"


def test_results_take_whichever_donated_memory_their_kernel_reads():
    """An undonated operand of the same size comes before the donated ones of two results."""

    def step(x, g, m, v):
        m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
        return x - m / (jnp.sqrt(v) + 1e-3), m, v

    arguments = [np.full((64, 512), k + 1.0) for k in range(4)]
    expected = step(*arguments)
    given = [jnp.array(x) for x in arguments]
    places = {x.unsafe_buffer_pointer() for k, x in enumerate(given) if k != 1}
    found = fjax.jit(step, donate_argnums=(0, 2, 3))(*given)
    assert {x.unsafe_buffer_pointer() for x in found} == places
    for got, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(got, wanted)
    np.testing.assert_array_equal(given[1], arguments[1])
