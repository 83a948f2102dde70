"""Custom rules, roots and linear solves agree with plain formulas at every order of derivative.

Each construct of `rules.py` is differentiated up to three times, in forward and reverse mode in
every order, eagerly and compiled, under vmap, in loops and branches, and with what it closes over
being traced by another transformation; its twin, a plain formula, goes through the same.
"""

import functools
import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.higher_order.rules import CONSTRUCTS, REVERSE_ONLY

A, B = 0.7, 1.1
MANY_A, MANY_B, WEIGHTS = jnp.array([0.6, 0.7]), jnp.array([1.1, 0.8]), jnp.array([1.0, -2.0])


def forward(f):
    return lambda x: fjax.jvp(f, (x,), (jnp.ones_like(x),))[1]


MODES = {"f": forward, "r": fjax.grad}


def differentiated(modes, f):
    """The derivative in these modes, outermost first."""
    for mode in reversed(modes):
        f = MODES[mode](f)
    return f


def taken(*orders):
    """Constructs with the modes of derivatives, outermost first, that their rules have."""
    return [
        (name, "".join(modes))
        for name in CONSTRUCTS
        for order in orders
        for modes in itertools.product("fr", repeat=order)
        if name not in REVERSE_ONLY or "f" not in modes
    ]


def check(name, program):
    """The program of a construct agrees with that of its twin, eagerly and compiled."""
    construct, formula = CONSTRUCTS[name]
    expected = fjax.jit(lambda: program(formula))()
    for wrap in (lambda f: f, fjax.jit):
        found = wrap(lambda: program(construct))()
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


CHEAP = [
    "root_by_bisection",
    "root_with_cholesky_factors_from_outside",
    "root_of_a_tree",
    "root_with_lu_factors_from_outside",
    "linear_solve_with_lu_factors",
    "jvp_rules_of_each_other",
    "jvp_rule_with_symbolic_zeros",
    "vjp_rule",
    "fixed_point_layer",
    "fixed_point_of_a_closure",
    "custom_gradient",
]


@pytest.mark.one_in(80)
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_value_and_the_second_derivative(name):
    construct, formula = CONSTRUCTS[name]
    np.testing.assert_allclose(construct(A, B), formula(A, B), rtol=1e-9)
    modes = "rr" if name in REVERSE_ONLY else "fr"
    found, expected = [
        differentiated(modes, lambda a, f=f: f(a, B))(A) for f in (construct, fjax.jit(formula))
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", CHEAP)
def test_a_third_derivative(name):
    modes = "rrr" if name in REVERSE_ONLY else "rfr"
    found, expected = [
        fjax.jit(differentiated(modes, lambda a, f=f: f(a, B)))(A) for f in CONSTRUCTS[name]
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", CHEAP)
def test_what_it_closes_over_is_differentiated_from_outside_of_a_batch(name):
    def total(f, a):
        inner = fjax.grad(lambda a, b: f(a * b, b), argnums=1)
        return WEIGHTS @ fjax.vmap(lambda b: inner(a, b) * b)(MANY_B)

    found, expected = [fjax.grad(functools.partial(total, f))(A) for f in CONSTRUCTS[name]]
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.extended
@pytest.mark.parametrize("name, modes", taken(1, 2, 3))
def test_derivatives_in_every_order_of_modes(name, modes):
    check(name, lambda f: differentiated(modes, lambda a: f(a, B))(A))


# How a derivative in `outer` mode of one in `inner` mode meets what a construct closes over.
CLOSURES = {
    "by another variable": lambda f, outer, inner: outer(lambda a: inner(lambda b: f(a, b))(B))(A),
    "by three variables": lambda f, outer, inner: outer(
        lambda a: inner(lambda b: outer(lambda c: f(c * a, b * a))(a))(B * a)
    )(A),
    "of a batch": lambda f, outer, inner: outer(
        lambda a: inner(
            lambda b: WEIGHTS @ fjax.vmap(lambda x, y: f(a * x, b * y))(MANY_A, MANY_B)
        )(a)
    )(1.0),
    "of a compiled batch": lambda f, outer, inner: outer(
        lambda a: inner(lambda b: WEIGHTS @ fjax.vmap(lambda x: fjax.jit(f)(a * x, b))(MANY_A))(a)
    )(1.0),
    "in a batch": lambda f, outer, inner: outer(
        lambda a: WEIGHTS @ fjax.vmap(lambda y: inner(lambda b: f(a, b))(y) * y)(MANY_B)
    )(A),
    "of an example": lambda f, outer, inner: fjax.vmap(
        lambda x: outer(lambda b: inner(lambda y: f(x, y * b))(b))(B)
    )(MANY_A),
    "in a batch of batches": lambda f, outer, inner: fjax.vmap(
        lambda x: fjax.vmap(lambda y: outer(lambda a: inner(lambda b: f(a * x, b * y))(a))(1.0))(
            MANY_B
        )
    )(MANY_A),
    "in a scan": lambda f, outer, inner: outer(
        lambda a: inner(
            lambda b: lax.scan(
                lambda c, y: (0.5 * jnp.sin(f(c + a, b * y)) + 0.5, None), b, MANY_B
            )[0]
        )(a)
    )(A),
    "in a branch": lambda f, outer, inner: outer(
        lambda a: inner(lambda b: lax.cond(a > 0, lambda: f(a, b), lambda: b))(a)
    )(A),
    "in a checkpoint": lambda f, outer, inner: outer(
        lambda a: fjax.checkpoint(
            lambda c: inner(lambda b: fjax.checkpoint(lambda b: f(a, b))(c * b))(a)
        )(a)
    )(A),
}


@pytest.mark.extended
@pytest.mark.parametrize("closure", CLOSURES)
@pytest.mark.parametrize("name, modes", taken(2))
def test_what_it_closes_over_is_traced_by_another_transformation(name, closure, modes):
    outer, inner = [MODES[m] for m in modes]
    check(name, lambda f: CLOSURES[closure](f, outer, inner))
