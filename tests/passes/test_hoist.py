"""What is the same in all steps of a loop is computed once, forwards and backwards."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.passes.distribute import hoist
from fjax.passes.optimize import optimize

A = jnp.linspace(0.2, 0.9, 6)
X = jnp.linspace(-0.5, 0.5, 6)


def matrix(a):
    return jnp.exp(-((a[:, None] - a) ** 2))


def counted(a, x):
    return lax.fori_loop(0, 5, lambda i, x: jnp.tanh(matrix(a) @ x), x)


def any_number(a, x):
    return lax.fori_loop(0, jnp.int64(x[0] + 5), lambda i, x: jnp.tanh(matrix(a) @ x), x)


def open_ended(a, x):
    step = lambda s: (s[0] + 1, jnp.tanh(matrix(a) @ s[1]))
    return lax.while_loop(lambda s: s[0] < 5, step, (0, x))[1]


def stacked(a, x):
    return lax.scan(lambda c, k: (c * k * jnp.exp(a).sum(), jnp.exp(a) * c), 1.0, x)[1]


def nested(a, x):
    def step(_, x):
        return lax.fori_loop(0, 3, lambda j, x: jnp.sin(x + jnp.exp(a)) * j, x)

    return lax.fori_loop(0, 4, step, x)


def conditions(a, x):
    def step(_, x):
        factor = lax.cond(a[0] > 0.1, jnp.exp, jnp.sin, a)
        return jnp.tanh(x * factor)

    return lax.fori_loop(0, 4, step, x)


def called(a, x):
    inside = fjax.jit(lambda a: jnp.exp(jnp.sin(a)))
    return lax.fori_loop(0, 4, lambda _, x: jnp.tanh(x * inside(a)), x)


LOOPS = {f.__name__: f for f in (counted, any_number, open_ended, stacked, nested, conditions)}
LOOPS["called"] = called


def exponentials(jaxpr):
    """How many equations inside of loops are exponential functions."""
    jaxpr = optimize(jaxpr)
    inside = [b for e in jaxpr.eqns if e.op.loop() for b in (e.op.loop().body,)]
    return sum(sum(e.op.name == "exp" for e in optimize(b).eqns) + exponentials(b) for b in inside)


def programs(loop):
    total = lambda a, x: (loop(a, x) * jnp.arange(6.0)).sum()
    yield "itself", loop, (A, X)
    yield "gradient", fjax.grad(total, (0, 1)), (A, X)
    yield "tangent", lambda a, x: fjax.jvp(loop, (a, x), (x, a))[1], (A, X)
    yield "batch", fjax.vmap(loop), (jnp.stack([A, A * 2]), jnp.stack([X, X + 1]))
    yield (
        "gradients of a batch",
        fjax.vmap(fjax.grad(total)),
        (jnp.stack([A, A * 2]), jnp.stack([X, X * 2])),
    )


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", LOOPS)
def test_functions_of_constants_leave_loops(name):
    loop = LOOPS[name]
    for way, function, args in programs(loop):
        if name == "any_number" and "grad" in way:
            function = fjax.jit(function)
        jaxpr = optimize(fjax.make_jaxpr(function)(*args).jaxpr)
        assert exponentials(hoist(jaxpr)) == 0, way
        with fjax.disable_jit():
            expected = fjax.tree.leaves(function(*args))
        for a, b in zip(fjax.tree.leaves(fjax.jit(function)(*args)), expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12, err_msg=way)


def test_what_a_step_computes_leaves_the_loop_inside_the_step():
    def program(x):
        def step(_, x):
            return lax.fori_loop(0, 3, lambda j, y: jnp.sin(y + jnp.exp(x)) * j, x)

        return lax.fori_loop(0, 4, step, x)

    jaxpr = hoist(optimize(fjax.make_jaxpr(program)(X).jaxpr))
    (outer,) = (e.op.loop().body for e in jaxpr.eqns if e.op.loop())
    assert "exp" in [e.op.name for e in outer.eqns] and exponentials(outer) == 0


def stays(function, *args):
    jaxpr = optimize(fjax.make_jaxpr(function)(*args).jaxpr)
    return hoist(jaxpr) is jaxpr


def test_what_takes_no_longer_than_reading_it_stays():
    assert stays(lambda a, x: lax.fori_loop(0, 5, lambda i, x: x * (a + 1), x), A, X)


def test_an_array_stays_of_which_the_steps_read_a_part():
    a = jnp.ones(1000)
    assert stays(lambda a, x: lax.fori_loop(0, 5, lambda i, x: x * jnp.exp(a)[i], x), a, X)


def test_what_depends_on_steps_stays():
    assert stays(lambda a, x: lax.fori_loop(0, 5, lambda i, x: x * jnp.exp(a * i), x), A, X)
    assert stays(lambda a, x: lax.scan(lambda c, k: (c * jnp.exp(k), None), a, x)[0], A, X)


def test_a_loop_of_one_step_stays():
    assert stays(lambda a, x: lax.fori_loop(0, 1, lambda i, x: x * jnp.exp(a), x), A, X)


def test_a_loop_inside_of_one_that_may_take_no_step_stays():
    """It might never end."""

    def run(a, x):
        powers = lambda: lax.while_loop(lambda v: v < 10, lambda v: v * a[0], 1.0)
        return lax.while_loop(lambda x: x[0] < 0, lambda x: x * powers(), x)

    assert stays(run, A * 0, X + 1)
    np.testing.assert_array_equal(fjax.jit(run)(A * 0, X + 1), X + 1)


def test_effects_stay_in_their_steps(capfd):
    def run(a, x):
        def step(i, x):
            fjax.debug.print("{}", a[0])
            return x * jnp.exp(a)

        return lax.fori_loop(0, 3, step, x)

    fjax.block_until_ready(fjax.jit(run)(A, X))
    fjax.effects_barrier()
    assert capfd.readouterr().out.count("0.2") == 3


def test_cotangents_are_summed_before_they_go_through_what_is_the_same():
    jaxpr = fjax.make_jaxpr(fjax.grad(lambda a: counted(a, X).sum()))(A).jaxpr
    inside = [e.op.loop().body for e in optimize(jaxpr).eqns if e.op.loop() is not None]
    assert not any(e.op.name == "exp" for b in inside for e in b.eqns)
