"""What a program makes of its constants alone is evaluated once, where that pays."""

from __future__ import annotations

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.evaluated_once import evaluated_once
from fjax.lowering.machine import named

MACHINE = named("x86-64-v4")
PLACES = np.random.default_rng(0).integers(0, 3000, 4000)


def window(x):
    return x * (1.5 - 0.5 * jnp.cos(jnp.arange(3000.0)))


def looked_up(x):
    return fjax.grad(lambda x: jnp.take(x, jnp.asarray(PLACES)).sum())(x)


def noise(x):
    return x + fjax.random.normal(fjax.random.key(0), (3000,))


@pytest.mark.parametrize("function", [window, looked_up, noise])
def test_a_constant_of_the_program_is_read_by_each_call(function):
    traced = fjax.jit(function).trace(jnp.zeros(3000))
    once, program = evaluated_once(traced.jaxpr, len(traced.constants), MACHINE)
    assert once is not None and len(program.eqns) < len(once.eqns)
    jitted = fjax.jit(function)
    for scale in (1.0, 2.0):
        x = np.random.default_rng(1).normal(size=3000) * scale
        for found in (jitted(x), jitted(jnp.asarray(x))):
            with fjax.disable_jit():
                np.testing.assert_allclose(found, function(jnp.asarray(x)), rtol=1e-12)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + jnp.arange(3000.0),
        lambda x: (x.reshape(60, 50) * jnp.tril(jnp.ones((60, 50)))).ravel(),
        lambda x: jnp.cos(x) + jnp.cos(jnp.arange(3.0)).sum(),
        lambda x: x + jnp.cos(jnp.arange(2e6)).sum(),
        lambda x: x + fjax.lax.optimization_barrier(jnp.cos(jnp.arange(3000.0))),
    ],
    ids=["cheap", "a mask", "small", "its sum alone is kept", "behind a barrier"],
)
def test_what_costs_little_or_much_memory_stays(function):
    jaxpr = fjax.make_jaxpr(function)(jnp.zeros(3000)).jaxpr
    once, _ = evaluated_once(jaxpr, 0, MACHINE)
    assert once is None or max(v.aval.size for v in once.outvars) <= 3000


def test_a_donated_argument_is_used_beside_constants():
    step = fjax.jit(lambda x: window(x) + 1, donate_argnums=0)
    x = jnp.ones(3000)
    expected = np.asarray(window(x)) + 1
    np.testing.assert_allclose(step(x), expected)
    assert x.is_deleted()


def test_what_inspect_shows_is_what_runs():
    report = fjax.inspect(window)(jnp.ones(3000))
    assert [n for kernel in report.kernels for n in str(kernel.body).split() if n == "cos"] == []
