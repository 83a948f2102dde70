"""Loops that change few elements of an array in each step cost what they touch, backwards too."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.loop import loop_plan

IDX = np.array([0, 3, 3])


def rows(x):
    return lax.fori_loop(1, len(x), lambda i, a: a.at[i].set(a[i - 1] * 0.5 + a[i]), x)


def products(x):
    return lax.fori_loop(1, len(x), lambda i, a: a.at[i].set(jnp.sin(a[i - 1]) * a[i]), x)


def added(x):
    return lax.fori_loop(1, len(x), lambda i, a: a.at[i].add(jnp.sin(a[i - 1])), x)


def multiplied(x):
    return lax.fori_loop(1, len(x), lambda i, a: a.at[i].multiply(jnp.sin(a[i - 1])), x)


def windows(x):
    def step(i, a):
        part = jnp.sin(lax.dynamic_slice(a, (i, 0), (3, a.shape[1])))
        return lax.dynamic_update_slice(a, part[:2], (i + 2, 0))

    return lax.fori_loop(0, len(x), step, x)  # the last ones are moved into the array


def one_place(x):
    return lax.fori_loop(0, len(x), lambda i, a: a.at[3].set(a[3] * 0.9 + a[5]), x)


def exchanged(x):
    def step(i, a):
        return a.at[i].set(a[i + 1]).at[i + 1].set(a[i] * 0.9)

    return lax.fori_loop(0, len(x) - 1, step, x)


def repeated(x):
    return lax.fori_loop(0, len(x) - 4, lambda i, a: a.at[IDX + i].add(jnp.sin(a[i])), x)


def dropped(x):
    step = lambda i, a: a.at[2 * i].add(jnp.sin(a[i]), mode="drop")
    return lax.fori_loop(0, len(x), step, x)


def clipped(x):
    step = lambda i, a: a.at[2 * i].mul(jnp.sin(a[i]), mode="clip")
    return lax.fori_loop(0, len(x), step, x)


def filled(x):
    def step(i, c):
        return c * 0.9 + jnp.sin(x.at[2 * i].get(mode="fill", fill_value=0.5))

    return lax.fori_loop(0, len(x), step, x[0])


def constant(x):
    return lax.fori_loop(0, len(x), lambda i, c: c * 0.9 + jnp.sin(x[i]) * x[i - 1], x[0])


def gathered(x):
    step = lambda i, c: c * 0.9 + jnp.sin(x[(IDX + i) % len(x)]).sum(0)
    return lax.fori_loop(0, len(x), step, x[0])


def stacked(x):
    def step(a, i):
        return a.at[i].set(a[i - 1] * a[i]), a[i]

    return lax.scan(step, x, jnp.arange(1, len(x)))


def both(x):
    def step(i, state):
        a, b = state
        a = a.at[i].set(b[i - 1] * a[i])
        return a, b.at[i].set(a[i] + b[i])

    return lax.fori_loop(1, len(x), step, (x, x * 0.5))


def inside(x):
    def step(i, a):
        return lax.fori_loop(0, 3, lambda j, b: b.at[i].set(b[i - 1] * 0.5 + b[i] * 0.3), a)

    return lax.fori_loop(1, len(x), step, x)


def chosen(x):
    def step(i, a):
        return lax.cond(i % 2 == 0, lambda: a.at[i].set(a[i - 1] * a[i]), lambda: a)

    return lax.fori_loop(1, len(x), step, x)


def switched(x):
    """What decides on the branch is among what the branch changes; a small value comes along."""

    def first(a, s, i):
        return a.at[0].multiply(1.2).at[i].add(jnp.sin(s)), s * 0.5

    def second(a, s, i):
        return a.at[0].multiply(0.7), a[i, 0] + s

    def third(a, s, i):
        return a, s + a[0, 0]

    def step(i, state):
        a, s = state
        which = (a[0, 0] * 4).astype(int) % 3
        return lax.switch(which, [first, second, third], a, s, i)

    return lax.fori_loop(1, len(x), step, (x, x[0, 0]))


def elements(x):
    step = lambda i, a: a.at[i, 0].set(a[i - 1, 1] * a[i, 2]).at[-1, i].add(a[i, 0])
    return lax.fori_loop(1, len(x), step, x)


def columns(x):
    return lax.fori_loop(1, x.shape[1], lambda i, a: a.at[:, i].set(a[:, i - 1] * a[:, i]), x)


def complex_rows(x):
    step = lambda i, a: a.at[i].set(a[i - 1] * 0.5j * a[i])
    return jnp.real(lax.fori_loop(1, len(x), step, x + 1j * x))


def any_number(x, n):
    return lax.fori_loop(1, n, lambda i, a: a.at[i].set(jnp.sin(a[i - 1]) * a[i]), x)


FAMILY = [
    rows,
    products,
    added,
    multiplied,
    windows,
    one_place,
    exchanged,
    repeated,
    dropped,
    clipped,
    filled,
    constant,
    gathered,
    stacked,
    both,
    inside,
    chosen,
    switched,
    elements,
    columns,
    complex_rows,
]
family = pytest.mark.parametrize("loop", FAMILY, ids=lambda f: f.__name__)


def total(loop):
    def function(x):
        leaves = fjax.tree_util.tree_leaves(loop(x))
        return sum(
            (jnp.sin(y) * jnp.arange(1.0, y.size + 1).reshape(y.shape)).sum() for y in leaves
        )

    return function


def array(n, width):
    return jnp.asarray(np.random.RandomState(n + width).uniform(0.2, 1.0, (n, width)))


def unneeded(program, *args):
    """The copies but for those of what a loop starts from, of which each is made once."""
    return [c for c in fjax.inspect(program)(*args).copies if "a loop starts from it" not in str(c)]


@pytest.mark.one_in(16)
@family
@pytest.mark.parametrize("width", [3, 40, 80])  # rows in registers, written out, and by loops
def test_no_step_copies_an_array(loop, width):
    programs = [loop, fjax.grad(total(loop))]
    if width > 64 and loop in (chosen, switched):
        programs.pop()  # the branches hand over rows that are too long for registers
    for program in programs:
        assert unneeded(program, array(50, width)) == []


@pytest.mark.one_in(6)
@family
def test_no_step_of_a_gradient_walks_an_array(loop, monkeypatch):
    """What one step costs does not depend on the number of rows."""
    costs = []

    def plan_loop(*args):
        plan = plan_of(*args)
        costs[-1] += plan.cost
        return plan

    plan_of = loop_plan.plan_loop
    monkeypatch.setattr(loop_plan, "plan_loop", plan_loop)
    for n in (200, 400):
        fjax.clear_caches()
        costs.append(0)
        assert fjax.inspect(fjax.grad(total(loop)))(array(n, 8)).fallbacks == []
    assert 0 < costs[1] <= costs[0] * (2.1 if loop is columns else 1.1)


def test_no_step_of_a_gradient_compares_every_row_of_a_filled_read(monkeypatch):
    """A scatter into zeros that a carried array is added to changes one row of that array."""
    test_no_step_of_a_gradient_walks_an_array(filled, monkeypatch)


def test_an_update_of_zeros_that_a_step_needs_whole_is_a_comparison():
    step = lambda i, s: s * 0.5 + jnp.zeros(200).at[i].add(s[0], mode="drop")
    program = lambda s: lax.fori_loop(0, 9, step, s)
    x, want = np.linspace(1, 2, 200), np.linspace(1, 2, 200)
    assert fjax.inspect(program)(x).fallbacks == []
    for i in range(9):
        first, want = want[0], want * 0.5
        want[i] += first
    np.testing.assert_allclose(fjax.jit(program)(x), want, rtol=1e-14)


@pytest.mark.one_in(32)
@family
@pytest.mark.parametrize("width", [3, 40, 80])
def test_gradients_are_those_of_single_steps(loop, width):
    x, f = array(9, width), total(loop)
    expected = eagerly(fjax.grad(f), x)
    np.testing.assert_allclose(fjax.jit(fjax.grad(f))(x), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.one_in(48)
@family
@pytest.mark.parametrize("width", [3, 80])
def test_second_derivatives_are_those_of_single_steps(loop, width):
    x, f = array(9, width), total(loop)
    v = jnp.cos(jnp.arange(x.size * 1.0)).reshape(x.shape)
    second = lambda x: fjax.grad(lambda y: (fjax.grad(f)(y) * v).sum())(x)
    np.testing.assert_allclose(fjax.jit(second)(x), eagerly(second, x), rtol=1e-9, atol=1e-12)


@pytest.mark.one_in(24)
@family
def test_gradients_of_batches(loop):
    xs, f = jnp.stack([array(9, 4), array(9, 4) ** 2, jnp.cos(array(9, 4))]), total(loop)
    expected = np.stack([eagerly(fjax.grad(f), x) for x in xs])
    got = fjax.jit(fjax.vmap(fjax.grad(f)))(xs)
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-12)
    many = jnp.concatenate([xs] * 6)  # in lanes
    got = fjax.jit(fjax.vmap(fjax.grad(f)))(many)
    np.testing.assert_allclose(got, np.concatenate([expected] * 6), rtol=1e-9, atol=1e-12)


def test_a_number_of_steps_that_is_not_known():
    x = array(30, 26)
    f = lambda x, n: jnp.sin(any_number(x, n)).sum()
    got = fjax.jit(fjax.grad(f))(x, 25)
    np.testing.assert_allclose(got, eagerly(fjax.grad(lambda x: f(x, 25)), x), rtol=1e-9)
    assert unneeded(fjax.grad(f), x, 25) == []


def eagerly(function, x):
    with fjax.disable_jit():
        return np.asarray(function(x))


@pytest.mark.parametrize("length", [30, 45, 64, 80])
def test_rows_of_any_length_are_written_without_choosing_among_registers(length):
    def function(a):
        return lax.fori_loop(1, 9, lambda i, a: a.at[i].set(a[i - 1] * 0.5 + a[i]), a)

    x = np.random.default_rng(0).normal(size=(9, length))
    (kernel,) = fjax.inspect(function)(x).kernels
    assert "select" not in str(kernel.form)
    expected = x.copy()
    for i in range(1, 9):
        expected[i] += expected[i - 1] * 0.5
    np.testing.assert_allclose(fjax.jit(function)(x), expected, rtol=1e-15)


@pytest.mark.parametrize("length", [3, 40, 70])
def test_what_a_branch_gives_is_from_before_the_update(length):
    branches = [lambda x: 1 / x, lambda x: x, lambda x: jnp.sin(x) + x[::-1]]

    def function(start):
        def step(i, c):
            first = lax.switch(i % 3, branches, c)
            second = lax.cond(i > 1, lambda: first + 1, lambda: c * 2)
            c = c.at[i].multiply(first[i] + first[0])
            return c.at[i].set(second[i])

        return lax.fori_loop(0, 3, step, start)

    x = np.random.default_rng(0).random((3, length)) + 0.5
    with fjax.disable_jit():
        expected = np.stack([function(jnp.asarray(row)) for row in x])
    np.testing.assert_allclose(fjax.jit(function)(x[0]), expected[0], rtol=1e-14)
    np.testing.assert_allclose(fjax.jit(fjax.vmap(function))(x), expected, rtol=1e-14)
