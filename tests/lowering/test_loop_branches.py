"""Branches in native loops whose results are too large for registers, against Python's loops."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.loop.native import NativeLoop

RTOL = 1e-9


def array(seed, *shape):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


def is_native(function, *args):
    return all(
        isinstance(step.loop, NativeLoop) for step in fjax.inspect(function)(*args).plan.loops
    )


def stepped(step, init, xs):
    """The scan as a loop in Python over compiled nothing."""
    carry, ys = fjax.tree.map(jnp.asarray, init), []
    for k in range(len(fjax.tree.leaves(xs)[0])):
        with fjax.disable_jit():
            carry, y = step(carry, fjax.tree.map(lambda x, k=k: x[k], xs))
        ys.append(y)
    stacked = [np.stack(list(map(np.asarray, y))) for y in zip(*map(fjax.tree.leaves, ys))]
    return [*fjax.tree.leaves(carry), *stacked]


def either(c, x):
    c = lax.cond(x[0] > 0, lambda c: jnp.tanh(c) + x, lambda c: c * 0.5 - x, c)
    return c, c.sum()


def one_of_four(c, x):
    branches = [jnp.sin, lambda c: c * x, lambda c: jnp.roll(c, 1), lambda c: c]
    c = lax.switch((x[0] * 4).astype(int), branches, c)
    return c, c[-1]


def accepted(state, x):
    """A step that may leave a large state and a small one."""
    at, value = state
    new = at + 0.3 * x
    found = -(new * new).sum()
    state = lax.cond(x[1] < found - value, lambda: (new, found), lambda: (at, value))
    return state, state[0]


def exchanged(state, x):
    a, b = state
    a, b = lax.cond(x[0] > 0, lambda a, b: (b, a), lambda a, b: (a + x, b * a), a, b)
    return (a, b), a - b


def branch_in_a_branch(c, x):
    def inner(c):
        return lax.cond(x[1] > 0, lambda c: c[::-1] + x, lambda c: c - 1, c)

    c = lax.cond(x[0] > 0, inner, lambda c: jnp.cos(c) * x, c)
    return c, c * 2


def updated_after(c, x):
    """What a branch gives is changed in place, and is read in between."""
    y = lax.cond(x[0] > 0, lambda: c * x, lambda: c - x)
    total = y.sum()
    y = y.at[3].set(total)
    return y, (total, y[:5])


def loop_in_a_branch(c, x):
    def several(c):
        return lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) + x * i, c)

    c = lax.cond(x[0] > 0, several, lambda c: c * 0.5, c)
    return c, c.max()


def used_twice(c, x):
    """One outcome is two outcomes, and a carried value is an outcome."""
    a, b, c = lax.cond(x[0] > 0, lambda c: (d := jnp.tanh(c), d, c), lambda c: (c, c * x, c * 2), c)
    return a + b - c, (a, b)


STEPS = [either, one_of_four, branch_in_a_branch, updated_after, loop_in_a_branch, used_twice]


def check_native(step, init, xs):
    """The scan needs no Python, and gives what its steps give one by one."""

    def run(init, xs):
        return lax.scan(step, init, xs)

    assert is_native(run, init, xs)
    found = fjax.tree.leaves(fjax.jit(run)(init, xs))
    for a, b in zip(found, stepped(step, init, xs), strict=True):
        np.testing.assert_allclose(a, b, rtol=RTOL, atol=1e-12)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("n", [65, 200])
@pytest.mark.parametrize("step", STEPS, ids=lambda f: f.__name__)
def test_branches_with_large_results_are_native(step, n):
    init, xs = array(0, n), array(1, 7, n)
    check_native(step, init, xs)


@pytest.mark.parametrize("step", [accepted, exchanged], ids=lambda f: f.__name__)
def test_branches_choose_between_states(step):
    init, xs = (array(0, 90), array(1, 90)), array(2, 8, 90)
    if step is accepted:
        init = init[0], np.float64(-50)
    check_native(step, init, xs)


def test_a_branch_that_is_not_taken_spoils_nothing():
    def step(c, x):
        c = lax.cond(x[0] > 0, lambda c: c / (x - x), lambda c: c + x, c)
        return c, c[0]

    xs = -np.abs(array(1, 5, 100))
    run = fjax.jit(lambda c, xs: lax.scan(step, c, xs))
    np.testing.assert_allclose(run(array(0, 100), xs)[0], array(0, 100) + xs.sum(0), rtol=1e-12)
    xs[2] = 1
    assert np.isinf(np.asarray(run(array(0, 100), xs)[0])).all()


def test_what_a_branch_makes_not_a_number_stays_so():
    def step(c, x):
        c = lax.cond(x > 0, lambda c: c * jnp.nan, lambda c: c + 1, c)
        return c, None

    run = fjax.jit(lambda c, xs: lax.scan(step, c, xs)[0])
    assert np.isnan(np.asarray(run(array(0, 80), np.array([-1.0, 1.0, -1.0])))).all()
    np.testing.assert_allclose(run(array(0, 80), np.array([-1.0, -1.0])), array(0, 80) + 2)
    np.testing.assert_allclose(run(array(0, 80), np.zeros(0)), array(0, 80))


def test_large_branches_have_derivatives_and_batches():
    def total(c, xs):
        return (lax.scan(either, c, xs)[0] ** 2).sum()

    c, xs, d = array(0, 70), array(1, 4, 70), array(2, 70)
    (slope,) = fjax.jit(lambda c: fjax.jvp(lambda c: total(c, xs), (c,), (d,))[1:])(c)
    step = 1e-6
    difference = (total(c + step * d, xs) - total(c - step * d, xs)) / (2 * step)
    np.testing.assert_allclose(slope, difference, rtol=1e-6)
    np.testing.assert_allclose((fjax.jit(fjax.grad(total))(c, xs) * d).sum(), difference, rtol=1e-6)
    batch = array(3, 3, 70), array(4, 3, 4, 70)
    found = fjax.jit(fjax.vmap(total))(*batch)
    np.testing.assert_allclose(found, [total(*x) for x in zip(*batch)], rtol=RTOL)


def test_what_a_known_branch_hands_on_stays_while_its_operand_changes():
    column = array(1, 100)

    def step(c, k):
        x, _ = c
        kept = lax.switch(-1, [lambda: x, lambda: -x])
        return (kept, x.at[:, k].set(column)[1]), ()

    c, xs = (array(0, 100, 70), array(2, 70)), np.arange(4)
    found = fjax.jit(lambda c: lax.scan(step, c, xs)[0])(c)
    for one, other in zip(found, stepped(step, c, xs), strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_while_loop_chooses_large_states():
    def step(state):
        c, k = state
        return lax.cond(k % 2 == 0, lambda c: jnp.sin(c), lambda c: c[::-1] * 2, c), k + 1

    def run(c, n):
        return lax.while_loop(lambda s: s[1] < n, step, (c, 0))[0]

    c = expected = array(0, 66)
    for k in range(5):
        expected = np.sin(expected) if k % 2 == 0 else expected[::-1] * 2
    assert is_native(run, c, 5)
    np.testing.assert_allclose(fjax.jit(run)(c, 5), expected, rtol=RTOL)
