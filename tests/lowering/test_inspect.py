"""What `fjax.inspect` tells of programs whose equations run programs of their own."""

import fjax
import fjax.numpy as jnp
from fjax import lax


def callback(x):
    return fjax.pure_callback(lambda v: v, x, x)


def names(inspection):
    return [equation.primitive.name for equation, _ in inspection.fallbacks]


def test_what_a_loop_body_on_the_host_lacks_is_a_fallback():
    def f(x):
        return lax.scan(lambda c, _: (callback(c) + 1, None), x, None, length=3)[0]

    found = fjax.inspect(f)(jnp.ones(4))
    assert names(found) == ["pure_callback"]
    assert found.library_calls == ["scan"]


def test_what_a_branch_lacks_is_a_fallback():
    def f(p, x):
        return lax.cond(p, callback, jnp.sin, x)

    assert names(fjax.inspect(f)(True, jnp.ones(4))) == ["pure_callback"]


def test_a_native_loop_has_no_fallbacks():
    def f(x):
        return lax.fori_loop(0, 5, lambda i, c: jnp.sin(c) * i, x)

    assert not names(fjax.inspect(f)(jnp.ones(4)))
