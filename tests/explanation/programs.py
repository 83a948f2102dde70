"""Programs of every kind of step, with arguments, for the tests of explanations."""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax


def elementwise(x):
    y = jnp.sin(x)
    return y * 2 + 1


def energy(x, k):
    d = x[:, None] - x[None, :]
    r = jnp.sqrt(d * d + 1)
    return k * jnp.sum(1 / r)


def product(x):
    a = jnp.outer(x, x)
    b = a @ a.T
    return jnp.tanh(b).sum()


def scanned(x):
    def step(carry, i):
        carry = jnp.tanh(carry * 1.1 + i)
        return carry, jnp.sum(carry)

    return lax.scan(step, x, jnp.arange(5.0))


def on_the_host(x):
    def step(i, carry):
        return doubled(carry) + i

    return lax.fori_loop(0, 3, step, x)


def doubled(x):
    return fjax.pure_callback(lambda a: np.asarray(a) * 2, x, x)


def branches(x):
    return lax.cond(x[0] > 0, lambda v: v + 1, lambda v: jnp.sort(v), x)


def repeated(x):
    return lax.while_loop(lambda v: jnp.sum(v) < 100, lambda v: v * 2 + 1, x)


def called(x):
    inner = fjax.jit(lambda v: jnp.cos(v) + 1)
    return inner(inner(x))


def updated(x):
    return x.at[2].set(1.0).at[3].add(x[0])


def random(x):
    key = fjax.random.key(0)
    return x + fjax.random.normal(key, x.shape)


def nothing(x):
    return x


def scoped(x):
    for k in range(3):
        with fjax.named_scope(f"layer{k}"):
            x = elementwise(x)
    return x


X = np.linspace(0.1, 1.0, 12)
PROGRAMS = {
    "elementwise": (elementwise, X),
    "gradient": (fjax.value_and_grad(energy), X, 2.0),
    "second derivative": (fjax.hessian(product), X),
    "batched": (fjax.vmap(energy, (0, None)), np.stack([X, X]), 2.0),
    "scan": (scanned, X),
    "gradient of a scan": (fjax.grad(lambda x: scanned(x)[1].sum()), X),
    "loop on the host": (on_the_host, X),
    "callback": (doubled, X),
    "branches": (branches, X),
    "while": (repeated, X),
    "calls": (called, X),
    "updates": (updated, X),
    "donated": (fjax.jit(updated, donate_argnums=0), X),
    "random": (random, X),
    "nothing": (nothing, X),
    "no arguments": (lambda: jnp.arange(3),),
    "scopes": (scoped, X),
    "a library's": (np.sin, X),
}
