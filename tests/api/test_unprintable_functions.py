"""A callable's text is the user's: nothing asks for it, which may take long or fail."""

from __future__ import annotations

import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax


class Quiet:
    """A callable without a name, whose text must not be asked for."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return self.function(*args)

    def __repr__(self):
        raise AssertionError("something asked for its text")


SIN, STEP = Quiet(jnp.sin), Quiet(lambda x: x + 1)
MESH = fjax.make_mesh((1,), ("a",))


def _custom_jvp(x):
    f = fjax.custom_jvp(SIN)
    f.defjvp(Quiet(lambda primals, tangents: (primals[0], tangents[0])))
    return fjax.grad(f)(x)


def _custom_vjp(x):
    f = fjax.custom_vjp(SIN)
    f.defvjp(Quiet(lambda x: (x, None)), Quiet(lambda _, g: (g,)))
    return fjax.grad(f)(x)


WAYS = {
    "jit": lambda x: fjax.jit(SIN)(x),
    "jit with a static argument": lambda x: fjax.jit(Quiet(lambda x, n: x), static_argnums=1)(x, 2),
    "lower": lambda x: fjax.jit(SIN).lower(x).compile()(x),
    "eval_shape": lambda x: fjax.eval_shape(SIN, x),
    "make_jaxpr": lambda x: fjax.make_jaxpr(SIN)(x),
    "grad": lambda x: fjax.grad(SIN)(x),
    "hessian": lambda x: fjax.hessian(SIN)(x),
    "jvp": lambda x: fjax.jvp(SIN, (x,), (x,)),
    "vjp": lambda x: fjax.vjp(SIN, x)[1](x),
    "linearize": lambda x: fjax.linearize(SIN, x)[1](x),
    "linear_transpose": lambda x: fjax.linear_transpose(Quiet(lambda x: 2 * x), x)(x),
    "vmap": lambda x: fjax.vmap(SIN)(x[None]),
    "pmap": lambda x: fjax.pmap(SIN)(x[None]),
    "shard_map": lambda x: fjax.shard_map(
        SIN, mesh=MESH, in_specs=fjax.P("a"), out_specs=fjax.P("a")
    )(x[None]),
    "checkpoint": lambda x: fjax.grad(fjax.checkpoint(SIN))(x),
    "custom_jvp": _custom_jvp,
    "custom_vjp": _custom_vjp,
    "scan": lambda x: lax.scan(Quiet(lambda c, y: (c + y, c)), x, x[None]),
    "while_loop": lambda x: lax.while_loop(Quiet(lambda x: x < 3), STEP, x),
    "fori_loop": lambda x: lax.fori_loop(0, 3, Quiet(lambda i, x: x + i), x),
    "cond": lambda x: lax.cond(True, SIN, STEP, x),
    "map": lambda x: lax.map(SIN, x[None]),
    "associative_scan": lambda x: lax.associative_scan(Quiet(jnp.add), x[None]),
    "pure_callback": lambda x: fjax.pure_callback(STEP, x, x),
    "debug.callback": lambda x: fjax.debug.callback(Quiet(lambda x: None), x),
    "vectorize": lambda x: jnp.vectorize(SIN)(x[None]),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_text_of_a_function_is_not_asked_for(way):
    WAYS[way](jnp.asarray(1.0))
