"""Reverse mode of loops under a budget: the same numbers by checkpoints, errors with remedies."""

import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import ResidualBudgetError
from fjax.higher_order import residuals
from tests.effort import examples

STATE = np.linspace(0.1, 0.3, 4)
XS = np.linspace(0.9, 1.0, 301)


def step(c):
    return jnp.sin(c) * 1.01 + 0.1 * c * c


def scanned(x, xs, reverse=False, **options):
    def body(c, z):
        c = step(c) * z
        return c, c[0] * z

    c, ys = lax.scan(body, x, xs, reverse=reverse, **options)
    return c.sum() + (ys * ys).sum()


def reversed_scan(x, xs, **options):
    return scanned(x, xs, True, **options)


def fori(x, xs, **options):
    return lax.fori_loop(0, 301, lambda i, c: step(c) * jnp.asarray(xs)[i], x, **options).sum()


def dynamic_fori(x, xs, **options):
    n = (xs.sum() * 0 + 301).astype(int)
    return lax.fori_loop(0, n, lambda i, c: step(c) * jnp.asarray(xs)[i], x, **options).sum()


def while_loop(x, xs, **options):
    def body(state):
        i, c = state
        return i + 1, step(c) * jnp.asarray(xs)[i]

    return lax.while_loop(lambda s: s[0] < 301, body, (0, x), **options)[1].sum()


PROGRAMS = [scanned, reversed_scan, fori, dynamic_fori, while_loop]
TRANSFORMATIONS = {
    "grad": lambda f: fjax.grad(f, (0, 1)),
    "jit grad": lambda f: fjax.jit(fjax.grad(f, (0, 1))),
    "vmap grad": lambda f: (
        lambda x, xs: fjax.vmap(fjax.grad(f), (0, None))(jnp.stack([x, 0.5 * x, -x]), xs)
    ),
    "jit hessian": lambda f: fjax.jit(fjax.hessian(lambda x, xs: f(x, xs[:]))),
    "jit reverse twice": lambda f: fjax.jit(fjax.jacrev(fjax.jacrev(f))),
    "jvp of grad": lambda f: lambda x, xs: fjax.jvp(lambda y: fjax.grad(f)(y, xs), (x,), (x,)),
    "checkpoint": lambda f: fjax.grad(fjax.checkpoint(f)),
}


def close(found, expected):
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


@pytest.mark.one_in(40)
@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_loop_under_a_budget_has_the_same_derivatives(program, transformation):
    transform = TRANSFORMATIONS[transformation]
    expected = transform(program)(STATE, XS)
    close(transform(lambda x, xs: program(x, xs, residual_budget=6000))(STATE, XS), expected)


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 90), st.integers(500, 9000), st.sampled_from(PROGRAMS))
@example(47, 700, dynamic_fori)
def test_any_length_and_any_budget_give_the_same_gradient(length, budget, program):
    def gradient(**options):
        def run(x):
            if program is dynamic_fori:
                n = lax.convert_element_type(x[0] * 0 + length, np.int64)
                return lax.fori_loop(0, n, lambda i, c: step(c), x, **options).sum()
            return scanned(x, XS[:length], program is reversed_scan, **options)

        return fjax.jit(fjax.grad(run))(STATE)

    close(gradient(residual_budget=budget), gradient())


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("transform", [lambda f: f, fjax.jit])
def test_residuals_beyond_the_budget_are_an_error_that_names_the_remedies(program, transform):
    with fjax.loop_residual_budget(1000):
        with pytest.raises(ResidualBudgetError) as info:
            transform(fjax.grad(program))(STATE, XS)
    text = str(info.value)
    assert isinstance(info.value, MemoryError)
    assert "would store" in text and "301 steps of" in text and "budget of 1000 bytes" in text
    assert "residual_budget=" in text and "loop_checkpoints" in text
    assert text.splitlines()[-2].strip().startswith(f"at {__file__}")


def test_the_option_makes_every_loop_keep_checkpoints():
    expected = fjax.grad(while_loop)(STATE, XS), fjax.grad(scanned)(STATE, XS)
    with fjax.loop_residual_budget(6000), fjax.loop_checkpoints(True):
        close((fjax.grad(while_loop)(STATE, XS), fjax.jit(fjax.grad(scanned))(STATE, XS)), expected)


@pytest.mark.parametrize("program", [scanned, dynamic_fori])
def test_a_budget_that_not_even_checkpoints_meet_says_how_much_is_needed(program):
    with pytest.raises(MemoryError, match="must store .* bytes, even with checkpoints"):
        fjax.jit(fjax.grad(lambda x: program(x, XS, residual_budget=40)))(STATE)


def test_a_loop_that_carries_nothing_known_computes_again_instead_of_storing():
    def f(x):
        return lax.scan(lambda _, z: ((), jnp.sin(jnp.sin(z))), (), x, residual_budget=0)[1].sum()

    close(fjax.jit(fjax.grad(f))(XS), np.cos(np.sin(XS)) * np.cos(XS))


def test_stored_residuals_stay_within_the_budget():
    def largest(budget):
        f = lambda x: lax.fori_loop(0, 10_000, lambda i, c: step(c), x, residual_budget=budget)
        program = fjax.jit(fjax.grad(lambda x: f(x).sum())).lower(STATE).as_text()
        sizes = [int(n) for n in re.findall(r"f64\[(\d+),[\d,]*4\]", program)]
        return max(sizes) * 4 * 8

    assert largest(None) >= 10_000 * 32
    assert largest(30_000) <= 30_000


# ---- how much is kept


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(2, 10**6), st.integers(1, 100), st.integers(1, 1000), st.integers(0, 30))
def test_levels_of_checkpoints_fit_their_budget(length, carry, step_bytes, extra):
    budget = 2 * carry * length.bit_length() + 2 * step_bytes + extra * carry
    while length > 1 and length * step_bytes > budget:
        try:
            size, rest = residuals.level(length, carry, step_bytes, budget)
        except MemoryError:
            assert budget < 4 * carry * length.bit_length() + 2 * step_bytes
            return
        assert 0 < size < length and -(-length // size) * carry + rest == budget
        length, budget = size, rest


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(3, 10**5), st.integers(1, 100), st.integers(1, 1000), st.floats(1, 50))
def test_levels_are_the_fewest_that_fit_and_leave_the_fewest_steps_over(
    length, carry, step_bytes, room
):
    needed = [residuals._needed(length, carry, step_bytes, d) for d in range(2, 20)]
    budget = int(min(needed) * room)
    size, rest = residuals.level(length, carry, step_bytes, budget)
    depth = 2 + next(k for k, n in enumerate(needed) if n <= budget)
    least = -(-length // residuals._checkpoints(length, carry, step_bytes, depth))
    fitting = {
        k: length % k
        for k in range(least, length)
        if -(-length // k) * carry + residuals._needed(k, carry, step_bytes, depth - 1) <= budget
        and k < 2 * least
        and k < least + residuals.MOST_SIZES
    }
    assert rest == budget - -(-length // size) * carry
    assert length % size == min(fitting.values(), default=length % least)
