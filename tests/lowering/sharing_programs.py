"""Random programs in which memory changes hands: library steps between kernels, and what gives
its operand back."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

Values = list[Any]


@fjax.custom_jvp
def bent(x):
    """An identity to look at, with a rule of its own."""
    return x


bent.defjvp(lambda primals, tangents: (bent(primals[0]), tangents[0] * jnp.cos(primals[0])))


@fjax.custom_vjp
def kept(x):
    """An identity that keeps its operand for the way back."""
    return x


kept.defvjp(lambda x: (x, x), lambda x, t: (t * jnp.tanh(x),))


@fjax.custom_jvp
def called(x):
    """The operand, by way of Python."""
    return fjax.pure_callback(lambda y: y, fjax.ShapeDtypeStruct(x.shape, x.dtype), x)


called.defjvp(lambda primals, tangents: (called(primals[0]), tangents[0]))


class Writer:
    """Writes a random function of vectors of N elements, as a list of steps over a pool."""

    N = 6

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)

    def choose(self, items):
        return items[int(self.random.integers(len(items)))]

    def number(self, n: int) -> int:
        return int(self.random.integers(n))

    def function(self, depth: int = 1) -> Callable[..., tuple]:
        """A function of two or more vectors that gives a few of what it computes."""
        steps = [self.step(depth) for _ in range(int(self.random.integers(3, 10)))]
        n = int(self.random.integers(1, 5))
        picks = [self.pick() for _ in range(n)]

        def function(*args):
            pool = list(args)
            for step in steps:
                pool += step(pool)
            return tuple(pool[-1 - p % len(pool)] for p in picks)
        return function

    def pick(self) -> int:
        """A place counted from the end of the pool; late values more often."""
        return int(self.random.exponential(2.5))

    def step(self, depth: int) -> Callable[[Values], Values]:
        kinds = [self.unary, self.binary, self.binary, self.library, self.library, self.passing,
                 self.passing, self.passing, self.moved, self.updated, self.updated, self.shared]
        if depth:
            kinds += [self.scan, self.branch, self.counted, self.checkpointed, self.jitted,
                      self.until]
        return self.choose(kinds)(depth)

    def of_one(self, function) -> Callable[[Values], Values]:
        at = self.pick()
        return lambda pool: [function(pool[-1 - at % len(pool)])]

    def of_two(self, function) -> Callable[[Values], Values]:
        at, other = self.pick(), self.pick()
        return lambda pool: [function(pool[-1 - at % len(pool)], pool[-1 - other % len(pool)])]

    def unary(self, _depth):
        return self.of_one(self.choose([jnp.sin, jnp.tanh, lambda x: x * 0.5 + 0.1,
                                        lambda x: jnp.exp(-x * x), fjax.nn.relu, jnp.abs]))

    def binary(self, _depth):
        return self.of_two(self.choose([jnp.add, jnp.multiply, jnp.subtract, jnp.maximum,
                                        lambda x, y: jnp.where(x > y, x, y * 0.3),
                                        lambda x, y: x * jnp.sum(y) * 0.1]))

    def library(self, _depth):
        """Steps that no kernel does."""
        n = self.N
        matrix = jnp.asarray(np.random.default_rng(1).normal(size=(n, n)) * 0.3 + np.eye(n) * 2)
        return self.of_one(self.choose([
            jnp.sort, jnp.cumsum, jnp.flip, lambda x: jnp.fft.fft(x).real,
            lambda x: jnp.fft.irfft(jnp.fft.rfft(x), n), lambda x: matrix @ x * 0.3,
            lambda x: jnp.linalg.solve(matrix, x), lambda x: x[jnp.argsort(x)],
            lambda x: lax.top_k(x, n)[0], lambda x: jnp.outer(x, x).sum(0) * 0.2,
            lambda x: jnp.linalg.cholesky(jnp.outer(x, x) * 0.1 + jnp.eye(n) * 2)[:, 0],
            lambda x: lax.sort((x, -x), num_keys=1)[1],
        ]))

    def passing(self, _depth):
        """Steps that give their operand, or what looks like it."""
        return self.of_one(self.choose([
            lax.optimization_barrier, lambda x: lax.optimization_barrier((x, x))[1],
            fjax.checkpoint(fjax.nn.relu), fjax.checkpoint(lambda x: jnp.sin(x) * x), bent, kept,
            called, jnp.copy, jnp.real, fjax.device_put,
            lambda x: jnp.sort(x.reshape(-1, 1)).ravel(),
            lambda x: lax.reduce_precision(x, 11, 52), lambda x: x.astype(x.dtype),
            lambda x: lax.cond(x[0] > 0.1, lambda y: y, lambda y: y * 2, x),
            lambda x: jnp.flip(x.reshape(1, -1), 0)[0], lax.stop_gradient,
            lambda x: lax.fori_loop(0, 0, lambda i, y: y + 1, x),
            lambda x: lax.scan(lambda c, y: (c, y), x, x)[self.number(2)],
        ]))

    def moved(self, _depth):
        n = self.N
        return self.of_one(self.choose([
            lambda x: x.reshape(2, n // 2).T.ravel(), lambda x: jnp.roll(x, 1),
            lambda x: jnp.concatenate([x[1:], x[:1]]), lambda x: x.reshape(1, n, 1).squeeze(),
            lambda x: jnp.tile(x[:2], n // 2), lambda x: jnp.pad(x[1:-1], 1),
            lambda x: x.reshape(n // 2, 2).sum(1).repeat(2) * 0.5,
        ]))

    def updated(self, _depth):
        """Elements are replaced, in place where memory allows."""
        at = self.number(self.N)
        return self.of_two(self.choose([
            lambda x, y: x.at[at].set(y[0]), lambda x, y: x.at[at:].add(y[at:]),
            lambda x, y: x.at[jnp.array([at, 1])].add(0.5 + y[2]),
            lambda x, y: lax.dynamic_update_slice(x, y[:2], (at,)),
            lambda x, y: x.at[jnp.argsort(y)[:2]].set(y[:2]),
        ]))

    def shared(self, _depth):
        """Several results of one step, some of which are the same."""
        at, other = self.pick(), self.pick()
        kind = self.choose([
            lambda x, y: lax.optimization_barrier((x, y, x)),
            lambda x, y: lax.cond(x[1] > y[1], lambda a, b: (a, b), lambda a, b: (b, b), x, y),
            lambda x, y: lax.sort((x, y), num_keys=1),
            lambda x, y: tuple(jnp.split(jnp.concatenate([x, y]), 2)),
        ])
        return lambda pool: list(kind(pool[-1 - at % len(pool)], pool[-1 - other % len(pool)]))

    # ---- steps with a body

    def body(self, depth: int) -> Callable[..., tuple]:
        """A function of two vectors that gives two."""
        function = self.function(depth - 1)
        return lambda x, y: tuple(jnp.tanh(v) for v in (*function(x, y), y))[:2]

    def with_body(self, use) -> Callable[[Values], Values]:
        at, other = self.pick(), self.pick()
        return lambda pool: list(use(pool[-1 - at % len(pool)], pool[-1 - other % len(pool)]))

    def scan(self, depth):
        body, reverse = self.body(depth), bool(self.number(2))

        def use(x, y):
            def step(carry, z):
                a, b = body(*carry)
                return (a, b), a * z[0]
            carry, ys = lax.scan(step, (x, y), jnp.ones((3, 2)) * x[:2], reverse=reverse)
            return *carry, ys[1]
        return self.with_body(use)

    def counted(self, depth):
        body, n = self.body(depth), self.number(4)
        return self.with_body(
            lambda x, y: lax.fori_loop(0, n, lambda i, s: body(s[0] + i, s[1]), (x, y)))

    def until(self, depth):
        body = self.body(depth)

        def use(x, y):
            def step(state, _):
                n, a, b = state
                a, b = lax.cond(n < 3, body, lambda a, b: (a, b), a, b)
                return (n + 1, a, b), None
            return lax.scan(step, (x[0], x, y), None, length=4)[0][1:]
        return self.with_body(use)

    def branch(self, depth):
        yes, no = self.body(depth), self.body(depth)
        return self.with_body(lambda x, y: lax.cond(x[0] > y[1], yes, no, x, y))

    def checkpointed(self, depth):
        return self.with_body(fjax.checkpoint(self.body(depth)))

    def jitted(self, depth):
        return self.with_body(fjax.jit(self.body(depth)))


def arguments(seed: int, count: int = 2) -> list[Any]:
    random = np.random.default_rng(seed)
    return [jnp.asarray(random.normal(size=Writer.N)) for _ in range(count)]


def close(found, expected, what: str) -> None:
    leaves = fjax.tree.leaves(found), fjax.tree.leaves(expected)
    for k, (a, b) in enumerate(zip(*leaves, strict=True)):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-8, atol=1e-9,
                                   err_msg=f"{what}, leaf {k}")


def check(seed: int, orders: tuple[str, ...] = ("value", "gradient", "donated")) -> None:
    """A random program: eager against jit, and memory is nobody else's."""
    function = Writer(seed).function()
    args = arguments(seed)
    before = [np.array(a) for a in args]
    if "value" in orders:
        expected = function(*args)
        found = fjax.jit(function)(*args)
        close(found, expected, "value")
        arrays = [np.asarray(a) for a in (*args, *found)]
        for k, a in enumerate(arrays):
            for b in arrays[max(k + 1, len(args)):]:
                assert not np.shares_memory(a, b), "outputs share memory"
    if "gradient" in orders:
        def total(*args):
            outs = [v for v in function(*args) if jnp.issubdtype(v.dtype, jnp.floating)]
            return sum(jnp.sum(jnp.sin(v + k)) for k, v in enumerate(outs))
        gradient = fjax.value_and_grad(total, (0, 1))
        close(fjax.jit(gradient)(*args), gradient(*args), "gradient")
    for a, b in zip(args, before, strict=True):
        np.testing.assert_array_equal(np.asarray(a), b)
    if "donated" in orders:
        expected = function(*args)
        given = [jnp.asarray(b) for b in before]
        held = np.asarray(given[1])
        close(fjax.jit(function, donate_argnums=(0, 1))(*given), expected, "donated")
        np.testing.assert_array_equal(held, before[1])
