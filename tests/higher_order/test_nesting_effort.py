"""What tracing nested functions costs, counted in calls: it does not double with each level."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.lowering.test_compile_effort import entered

X = np.ones(3)
DEPTH = 5
# From n to 2n levels. A gradient hands each level's residuals through all levels around it, and a
# checkpoint computes again what is in it: their work is the square of the depth. Work that doubles
# with each level would be 32 times as much.
MOST = 6


def conditional(inner):
    return lambda x: lax.cond(x.sum() > 1, lambda y: inner(y) * 2.0, lambda y: y + 1.0, x)


def other_branch(inner):
    return lambda x: lax.cond(x.sum() > 1, lambda y: y + 1.0, lambda y: inner(y), x)


def switch(inner):
    branches = [inner, lambda y: y * 2.0, lambda y: y - 1.0]
    return lambda x: lax.switch(jnp.int32(x.sum()), branches, x)


def scan(inner):
    return lambda x: lax.scan(lambda c, _: (inner(c), None), x, None, length=2)[0]


def counted(inner):
    return lambda x: lax.fori_loop(0, 2, lambda i, c: inner(c), x)


def checkpoint(inner):
    return fjax.checkpoint(lambda x: jnp.sin(inner(x)))


def jitted_once(inner):
    return fjax.jit(lambda x: inner(x) * 0.5)


def batched(inner):
    return lambda x: fjax.vmap(lambda a: inner(a) * 1.0)(x[None])[0]


def custom_jvp(inner):
    function = fjax.custom_jvp(lambda x: inner(x) * 2.0)
    function.defjvp(lambda p, t: (function(p[0]), t[0] * jnp.cos(p[0])))
    return function


def custom_vjp(inner):
    function = fjax.custom_vjp(lambda x: inner(x) * 2.0)
    function.defvjp(lambda x: (inner(x) * 2.0, x), lambda r, g: (g * jnp.cos(r),))
    return function


def scan_of_conditional(inner):
    return scan(conditional(inner))


def conditional_of_checkpoint(inner):
    return conditional(checkpoint(inner))


NESTS = [
    conditional,
    other_branch,
    switch,
    scan,
    counted,
    checkpoint,
    jitted_once,
    batched,
    custom_jvp,
    custom_vjp,
    scan_of_conditional,
    conditional_of_checkpoint,
]
WAYS = {
    "jaxpr": lambda f: fjax.make_jaxpr(f)(X),
    "jvp": lambda f: fjax.make_jaxpr(lambda x: fjax.jvp(f, (x,), (x,)))(X),
    "vmap": lambda f: fjax.make_jaxpr(fjax.vmap(f))(X[None]),
    "grad": lambda f: fjax.make_jaxpr(fjax.grad(lambda x: f(x).sum()))(X),
}


def nested(around, depth):
    function = jnp.sin
    for _ in range(depth):
        function = around(function)
    return function


def calls(function):
    """How many functions are called, once what is tested of all jaxprs is known of these."""
    function()
    fjax.clear_caches()
    return entered(function)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("around", NESTS, ids=lambda around: around.__name__)
def test_twice_as_many_levels_take_no_more_than_the_square(around, way):
    few, many = (calls(lambda n=n: WAYS[way](nested(around, n))) for n in (DEPTH, 2 * DEPTH))
    assert many <= MOST * few, f"{few} calls for {DEPTH} levels, {many} for {2 * DEPTH}"


def test_functions_called_twice_at_each_level_are_traced_once():
    def twice(inner):
        inner = fjax.jit(inner)
        return lambda x: inner(inner(x) * 0.5)

    few, many = (
        calls(lambda n=n: fjax.make_jaxpr(nested(twice, n))(X)) for n in (DEPTH, 2 * DEPTH)
    )
    assert many <= MOST * few
