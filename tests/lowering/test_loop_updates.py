"""Arrays that native loops update, against the same loops step by step."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.machine import Limits
from tests.machines.changed import CPU, changed


@pytest.mark.one_in(2)
@pytest.mark.parametrize("method", ["add", "multiply", "max"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "int8"])
@pytest.mark.parametrize("size", [6, 100])
def test_scatters_that_combine_in_every_dtype(size, dtype, method):
    """Those of half precision combine in float32; some elements are met twice in a step."""
    x = jnp.asarray(np.linspace(1, 2, size), dtype)
    y = jnp.asarray([0.3, 1.7, 0.6], dtype)
    places = jnp.array([1, 2, 1])

    def loop(x, y):
        def step(k, state):
            return getattr(state.at[places + k % 2], method)(y)

        return lax.fori_loop(0, 3, step, x)

    with fjax.disable_jit():
        expected = np.asarray(loop(x, y)).astype(np.float64)
    got = np.asarray(fjax.jit(loop)(x, y)).astype(np.float64)
    np.testing.assert_allclose(got, expected, rtol=1e-6)


RECURRENCES = {
    # name: (a step, first i, last i + 1, which elements the loop writes before it reads them)
    "one before": (lambda i, x: x.at[i].set(x[i - 1] * 2), 1, 150, (1, 150)),
    "two before": (lambda i, x: x.at[i].set(x[i - 1] - x[i - 2]), 2, 150, (2, 150)),
    "far before": (lambda i, x: x.at[i].set(x[i - 40] + 1), 40, 150, (40, 150)),
    "none": (lambda i, x: x.at[i].set(jnp.sqrt(1.0 * i)), 0, 150, (0, 150)),
    "a part": (lambda i, x: x.at[i + 3].set(x[i] + 1), 20, 90, (23, 93)),
    "itself": (lambda i, x: x.at[i].set(x[i] * 2), 1, 150, None),
    "the next": (lambda i, x: x.at[i].set(x[i - 1] - x[i + 1]), 1, 149, None),
    "the first": (lambda i, x: x.at[i].set(x[i - 1] + x[0]), 1, 150, None),
    "the last": (lambda i, x: x.at[i].set(x[i - 1] + x[149]), 1, 149, None),
    "every second": (lambda i, x: x.at[2 * i].set(x[2 * i - 1]), 1, 75, None),
    "downwards": (lambda i, x: x.at[149 - i].set(x[150 - i] * 2), 1, 150, None),
    "some": (lambda i, x: x.at[i].set(jnp.where(i % 3 == 0, x[i], x[i - 1])), 1, 150, None),
    "two": (lambda i, x: x.at[i].set(x[i - 1]).at[i + 1].add(1.0), 1, 149, None),
    "sums": (lambda i, x: x.at[i].add(x[i - 1]), 1, 150, None),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("operations", [Limits().call_operations, 100])
@pytest.mark.parametrize("name", RECURRENCES)
def test_what_a_loop_overwrites_need_not_be_copied(name, operations, monkeypatch):
    """And only that: the answers are those of the same steps on the host."""
    monkeypatch.setattr(CPU, "machine", changed(limits={"call_operations": operations}))
    step, start, stop, overwritten = RECURRENCES[name]
    x = jnp.asarray(np.random.default_rng(3).standard_normal(150))
    loop = fjax.jit(lambda x: lax.fori_loop(start, stop, step, x))
    (planned,) = fjax.inspect(loop)(x).plan.loops
    assert planned.loop.plan.overwritten[-1] == overwritten
    for given in (x, x + 1000.0, -x):  # memory that is used again holds another answer
        expected = given
        for i in range(start, stop):
            expected = step(i, expected)
        np.testing.assert_allclose(np.asarray(loop(given)), np.asarray(expected), rtol=1e-12)


def test_a_loop_that_overwrites_all_but_a_few_elements_leaves_its_argument_alone():
    x = jnp.arange(200_000.0)
    loop = fjax.jit(lambda x: lax.fori_loop(7, 199_990, lambda i, x: x.at[i].set(x[i - 1]), x))
    for shift in (0.0, 5.0):
        got = np.asarray(loop(x + shift))
        expected = np.arange(200_000.0) + shift
        expected[7:199_990] = expected[6]
        np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(np.asarray(x), np.arange(200_000.0))


def smoothed(u):
    return 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


STENCILS = {
    "interior": lambda u: u.at[1:-1, 1:-1].set(smoothed(u)),
    "all but the left": lambda u: u.at[:, 1:].set(0.5 * (u[:, 1:] + u[:, :-1])),
    "all but the right": lambda u: u.at[:, :-1].set(u[:, 1:] - u[:, :-1]),
    "one column": lambda u: u.at[:, 1:2].set(3 * u[:, :1]),
    "one element": lambda u: u.at[1:2, 1:2].set(u[:1, :1] + u[-1:, -1:]),
    "nothing": lambda u: u.at[1:1, 1:-1].set(0.0),
    "some rows": lambda u: u.at[1:2].set(0.5 * u[:1]),
    "backwards": lambda u: u.at[:, ::-1].set(0.5 * u + 1),
    "every second": lambda u: u.at[:, ::2].set(0.5 * u[:, ::2]),
    "added": lambda u: u.at[1:-1, 1:-1].add(-0.5 * u[1:-1, 1:-1]),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (3, 40), (40, 3), (20, 70), (18, 131)])
@pytest.mark.parametrize("name", STENCILS)
def test_stencils_at_every_border(name, shape):
    u = jnp.asarray(np.random.default_rng(1).standard_normal(shape))
    step = STENCILS[name]
    expected = u
    with fjax.disable_jit():
        for _ in range(4):
            expected = step(expected)
    got = fjax.jit(lambda u: lax.fori_loop(0, 4, lambda _, u: step(u), u))(u)
    np.testing.assert_allclose(np.asarray(got), np.asarray(expected), rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(
        np.asarray(fjax.jit(step)(u)), np.asarray(step(u)), rtol=1e-13, atol=1e-13
    )


@pytest.mark.parametrize("size", [2, 3, 17, 100, 20_000])
def test_stencils_over_one_axis(size):
    """Long ones are shared by threads."""
    u = jnp.asarray(np.random.default_rng(2).standard_normal(size))

    def step(_, u):
        return u.at[1:-1].set(u[1:-1] + 0.25 * (u[2:] - 2 * u[1:-1] + u[:-2]))

    expected = np.array(u)
    for _ in range(5):
        expected[1:-1] += 0.25 * (expected[2:] - 2 * expected[1:-1] + expected[:-2])
    got = fjax.jit(lambda u: lax.fori_loop(0, 5, step, u))(u)
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-12, atol=1e-12)


def _scan_over(values, x):
    return lax.scan(lambda y, z: (y.at[0].set(z).at[1].set(z).at[2].set(z), None), x, values)[0]


INSIDE = {
    # what a loop inside reads besides the array that it changes: all of it is from before the loop
    "an element": (
        lambda x: x[0] * 2 + 1,
        lambda s, x: lax.fori_loop(0, 3, lambda j, y: y.at[j].set(s + j), x),
    ),
    "a large value": (
        lambda x: x * 2 + 1,
        lambda s, x: lax.fori_loop(0, 3, lambda j, y: y.at[j].set(s[0] + j), x),
    ),
    "slices": (lambda x: x[:3] * 2 + 1, _scan_over),
    "a condition's operand": (
        lambda x: x[1] + 1,
        lambda s, x: lax.cond(
            s > 0, lambda y: y.at[1].set(-7.0).at[0].set(s), lambda y: y.at[1].set(s + 9), x
        ),
    ),
    "a number of steps": (
        lambda x: jnp.abs(x[1]).astype(int) % 4,
        lambda s, x: lax.fori_loop(0, s, lambda j, y: y.at[1].add(1.0), x),
    ),
}


@pytest.mark.parametrize("name", INSIDE)
def test_what_a_loop_inside_reads_is_from_before_it(name):
    """The array that it changes in place is what the values were computed from."""
    value, inner = INSIDE[name]

    def loop(x):
        return lax.fori_loop(0, 3, lambda i, x: inner(value(x), x), x)

    for x in (jnp.arange(100.0) + 0.5, 1.0 - jnp.arange(100.0)):
        with fjax.disable_jit():
            expected = np.asarray(loop(x))
        np.testing.assert_allclose(np.asarray(fjax.jit(loop)(x)), expected, rtol=1e-12)


PAIR = jnp.array([0, 1])
UPDATES_OF_WHAT_THEY_READ = {
    "another row": lambda i, c: c.at[i].multiply(c[i - 1] * 0.5),
    "the row itself, moved": lambda i, c: c.at[i].add(jnp.roll(c[i], 1)),
    "a row by both parts": lambda i, c: c.at[i].multiply(
        c.dtype.type(2.0 if c.dtype.kind == "f" else 1 + 2j)
    ),
    "rows exchanged": lambda i, c: c.at[PAIR].add(c[PAIR[::-1]]),
    "rows shifted": lambda i, c: c.at[1:].add(c[:-1] * 0.5),
    "rows set": lambda i, c: c.at[i].set(c[i] * c[i - 1]),
    "a window": lambda i, c: lax.dynamic_update_slice_in_dim(c, c[:2] * c[1:3], i, 0),
}


@pytest.mark.one_in(12)
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("shape", [(3, 2), (3, 40), (200,)])
@pytest.mark.parametrize("name", UPDATES_OF_WHAT_THEY_READ)
def test_an_update_reads_what_it_changes_as_it_was_before(name, shape, dtype):
    """Both parts of a complex number, and elements that an earlier store of it has changed."""
    step = UPDATES_OF_WHAT_THEY_READ[name]
    numbers = np.sin(np.arange(3 * np.prod(shape))).reshape(3, *shape)
    batch = jnp.asarray(numbers + 1j * numbers[::-1] if dtype[0] == "c" else numbers)

    def loop(c):
        return lax.fori_loop(0, 2, step, c)

    with fjax.disable_jit():
        expected = np.stack([np.asarray(loop(c)) for c in batch])
    np.testing.assert_allclose(np.asarray(fjax.jit(loop)(batch[0])), expected[0], rtol=1e-12)
    np.testing.assert_allclose(np.asarray(fjax.jit(fjax.vmap(loop))(batch)), expected, rtol=1e-12)


@pytest.mark.parametrize("rows", [2, 3])  # the larger one is computed where it is asked for
def test_what_is_computed_later_is_from_before_the_update(rows):
    """Through a small value of which nothing but a large one is made."""

    def step(i, state):
        a, c = state
        row = jnp.sin(a[i])
        rows_of_it = jnp.broadcast_to(row, (rows, 26)) * jnp.arange(1.0, rows + 1)[:, None]
        return a.at[i].set(0.5), lax.dynamic_update_slice(c, rows_of_it, (i, 0))

    def loop(x):
        return lax.fori_loop(0, 30, step, (x, x))

    x = jnp.asarray(np.linspace(1, 2, 40 * 26).reshape(40, 26))
    with fjax.disable_jit():
        expected = loop(x)
    for got, want in zip(fjax.jit(loop)(x), expected, strict=True):
        np.testing.assert_allclose(np.asarray(got), np.asarray(want), rtol=1e-12)
    assert fjax.inspect(loop)(x).fallbacks == []


@pytest.mark.parametrize("size", [6, 8])
def test_a_result_that_lanes_share_takes_all_updates(size):
    """Also where the updates happen to have the shape of the lanes, and the result has not."""
    rng = np.random.default_rng(size)
    xs, places = rng.normal(size=(5, 4, 4)), jnp.arange(4)[:, None] + jnp.arange(4) % 2
    spread = lambda places, row: jnp.zeros(size).at[places].add(row)

    def loop(xs, places):
        def step(carry, x):
            return jnp.sin(carry) * x, fjax.vmap(spread)(places, 2 * x)

        return lax.scan(step, jnp.ones((4, 4)), xs)

    with fjax.disable_jit():
        expected = loop(xs, places)
    for got, want in zip(fjax.jit(loop)(xs, places), expected, strict=True):
        np.testing.assert_allclose(np.asarray(got), np.asarray(want), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
@pytest.mark.parametrize("steps", [100, 140])
def test_counters_of_every_integer_lead_to_places_that_are_known(dtype, steps):
    """As long as they do not wrap: then the place is what they have become."""
    first, step = jnp.asarray(5, dtype), jnp.asarray(1, dtype)

    def loop(x):
        body = lambda _, s: (s[0] + step, s[1].at[s[0]].set(s[1][s[0] - 1] + 1))
        return lax.fori_loop(0, steps, body, (first, x))

    x = jnp.zeros(150)
    with fjax.disable_jit():
        expected = loop(x)
    for got, wanted in zip(fjax.jit(loop)(x), expected, strict=True):
        np.testing.assert_array_equal(np.asarray(got), np.asarray(wanted))
    (kernel,) = fjax.inspect(loop)(x).kernels
    assert ("convert" in str(kernel.form)) == (dtype == "int8" and steps == 140)
