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
        kinds = [
            self.unary,
            self.binary,
            self.binary,
            self.library,
            self.library,
            self.passing,
            self.passing,
            self.passing,
            self.moved,
            self.updated,
            self.updated,
            self.shared,
        ]
        if depth:
            kinds += [
                self.scan,
                self.branch,
                self.counted,
                self.checkpointed,
                self.jitted,
                self.until,
            ]
        return self.choose(kinds)(depth)

    def of_one(self, function) -> Callable[[Values], Values]:
        at = self.pick()
        return lambda pool: [function(pool[-1 - at % len(pool)])]

    def of_two(self, function) -> Callable[[Values], Values]:
        at, other = self.pick(), self.pick()
        return lambda pool: [function(pool[-1 - at % len(pool)], pool[-1 - other % len(pool)])]

    def unary(self, _depth):
        return self.of_one(
            self.choose(
                [
                    jnp.sin,
                    jnp.tanh,
                    lambda x: x * 0.5 + 0.1,
                    lambda x: jnp.exp(-x * x),
                    fjax.nn.relu,
                    jnp.abs,
                ]
            )
        )

    def binary(self, _depth):
        return self.of_two(
            self.choose(
                [
                    jnp.add,
                    jnp.multiply,
                    jnp.subtract,
                    jnp.maximum,
                    lambda x, y: jnp.where(x > y, x, y * 0.3),
                    lambda x, y: x * jnp.sum(y) * 0.1,
                ]
            )
        )

    def library(self, _depth):
        """Steps that no kernel does."""
        n = self.N
        matrix = jnp.asarray(np.random.default_rng(1).normal(size=(n, n)) * 0.3 + np.eye(n) * 2)
        return self.of_one(
            self.choose(
                [
                    jnp.sort,
                    jnp.cumsum,
                    jnp.flip,
                    lambda x: jnp.fft.fft(x).real,
                    lambda x: jnp.fft.irfft(jnp.fft.rfft(x), n),
                    lambda x: matrix @ x * 0.3,
                    lambda x: jnp.linalg.solve(matrix, x),
                    lambda x: x[jnp.argsort(x)],
                    lambda x: lax.top_k(x, n)[0],
                    lambda x: jnp.outer(x, x).sum(0) * 0.2,
                    lambda x: jnp.linalg.cholesky(jnp.outer(x, x) * 0.1 + jnp.eye(n) * 2)[:, 0],
                    lambda x: lax.sort((x, -x), num_keys=1)[1],
                ]
            )
        )

    def passing(self, _depth):
        """Steps that give their operand, or what looks like it."""
        return self.of_one(
            self.choose(
                [
                    lax.optimization_barrier,
                    lambda x: lax.optimization_barrier((x, x))[1],
                    fjax.checkpoint(fjax.nn.relu),
                    fjax.checkpoint(lambda x: jnp.sin(x) * x),
                    bent,
                    kept,
                    called,
                    jnp.copy,
                    jnp.real,
                    fjax.device_put,
                    lambda x: jnp.sort(x.reshape(-1, 1)).ravel(),
                    lambda x: lax.reduce_precision(x, 11, 52),
                    lambda x: x.astype(x.dtype),
                    lambda x: lax.cond(x[0] > 0.1, lambda y: y, lambda y: y * 2, x),
                    lambda x: jnp.flip(x.reshape(1, -1), 0)[0],
                    lax.stop_gradient,
                    lambda x: lax.fori_loop(0, 0, lambda i, y: y + 1, x),
                    lambda x: lax.scan(lambda c, y: (c, y), x, x)[self.number(2)],
                ]
            )
        )

    def moved(self, _depth):
        n = self.N
        return self.of_one(
            self.choose(
                [
                    lambda x: x.reshape(2, n // 2).T.ravel(),
                    lambda x: jnp.roll(x, 1),
                    lambda x: jnp.concatenate([x[1:], x[:1]]),
                    lambda x: x.reshape(1, n, 1).squeeze(),
                    lambda x: jnp.tile(x[:2], n // 2),
                    lambda x: jnp.pad(x[1:-1], 1),
                    lambda x: x.reshape(n // 2, 2).sum(1).repeat(2) * 0.5,
                ]
            )
        )

    def updated(self, _depth):
        """Elements are replaced, in place where memory allows."""
        at = self.number(self.N)
        return self.of_two(
            self.choose(
                [
                    lambda x, y: x.at[at].set(y[0]),
                    lambda x, y: x.at[at:].add(y[at:]),
                    lambda x, y: x.at[jnp.array([at, 1])].add(0.5 + y[2]),
                    lambda x, y: lax.dynamic_update_slice(x, y[:2], (at,)),
                    lambda x, y: x.at[jnp.argsort(y)[:2]].set(y[:2]),
                ]
            )
        )

    def shared(self, _depth):
        """Several results of one step, some of which are the same."""
        at, other = self.pick(), self.pick()
        kind = self.choose(
            [
                lambda x, y: lax.optimization_barrier((x, y, x)),
                lambda x, y: lax.cond(x[1] > y[1], lambda a, b: (a, b), lambda a, b: (b, b), x, y),
                lambda x, y: lax.sort((x, y), num_keys=1),
                lambda x, y: tuple(jnp.split(jnp.concatenate([x, y]), 2)),
            ]
        )
        return lambda pool: list(kind(pool[-1 - at % len(pool)], pool[-1 - other % len(pool)]))

    # ---- steps with a body

    def body(self, depth: int) -> Callable[..., tuple]:
        """A function of two vectors that gives two."""
        function = self.function(depth - 1)
        bounded = self.choose([jnp.tanh, lambda x: x])  # without, memory is handed on as it is
        return lambda x, y: tuple(bounded(v) for v in (*function(x, y), y))[:2]

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
            lambda x, y: lax.fori_loop(0, n, lambda i, s: body(s[0] + i, s[1]), (x, y))
        )

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
        np.testing.assert_allclose(
            np.asarray(a), np.asarray(b), rtol=1e-8, atol=1e-9, err_msg=f"{what}, leaf {k}"
        )


def check(
    seed: int, orders: tuple[str, ...] = ("value", "gradient", "donated"), depth: int = 1
) -> None:
    """A random program: eager against jit, and memory is nobody else's."""
    function = Writer(seed).function(depth)
    args = arguments(seed)
    before = [np.array(a) for a in args]
    if "value" in orders:
        expected = function(*args)
        found = fjax.jit(function)(*args)
        close(found, expected, "value")
        arrays = [np.asarray(a) for a in (*args, *found)]
        for k, a in enumerate(arrays):
            for b in arrays[max(k + 1, len(args)) :]:
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


class Updater(Writer):
    """Writes a random function of one vector that is changed all the time, and of values that were
    computed from it before: loops, scans and branches inside loops, all in place."""

    N = 100  # more than loops keep in registers

    def program(self, depth: int = 2) -> Callable[[Any], Any]:
        block, n = self.block(depth), 1 + self.number(3)
        return lambda x: lax.fori_loop(0, n, lambda i, y: block(y, [jnp.sin(i * 1.0)]), x)

    def block(self, depth: int) -> Callable[[Any, Values], Any]:
        """Values are read off the vector, and it is changed, a few times."""
        statements = [self.statement(depth) for _ in range(1 + self.number(4))]

        def block(x, values):
            values = list(values)
            for statement in statements:
                x = statement(x, values)
            return x

        return block

    def statement(self, depth: int) -> Callable[[Any, Values], Any]:
        kinds = [self.reading, self.reading, self.writing, self.writing]
        return self.choose([*kinds, self.inner, self.inner, self.inner] if depth else kinds)(depth)

    def reading(self, _depth):
        at = self.number(8)
        read = self.choose(
            [
                lambda x: jnp.sin(x[at]),
                lambda x: jnp.sin(x),
                lambda x: jnp.sin(x[:4] * 2),
                lambda x: jnp.sin(jnp.sum(x)),
                lambda x: x[at : at + 3],
                lambda x: x[::-1],
                lambda x: jnp.cos(x[jnp.abs(x[at] * 10).astype(int) % 8]),
            ]
        )

        def statement(x, values):
            values.append(read(x))
            return x

        return statement

    def writing(self, _depth):
        at, which = self.number(8), self.pick()
        write = self.choose(
            [
                lambda x, s: x.at[at].set(s.ravel()[0]),
                lambda x, s: x.at[at].add(s.ravel()[-1]),
                lambda x, s: x.at[at : at + 2].set(s.ravel()[:1] + x[at + 2 : at + 4]),
                lambda x, s: lax.dynamic_update_slice(
                    x, jnp.sin(x[:3])[::-1] + s.ravel()[0], (at,)
                ),
                lambda x, s: x.at[jnp.abs(s.ravel()[0] * 9).astype(int) % 8].set(x[at] + 1),
                lambda x, s: x.at[:3].set(x[1:4] * 0.5),
                lambda x, s: jnp.roll(x, 1) * 0.9,
            ]
        )
        return lambda x, values: write(x, values[-1 - which % len(values)])

    def inner(self, depth):
        """A loop or branch that changes the vector, with values from before it."""
        block, which, n = self.block(depth - 1), self.pick(), self.number(4)
        other = self.block(depth - 1)

        def counted(x, s, values):
            return lax.fori_loop(0, n, lambda i, y: block(y, [*values, s, s * 0.5 + i]), x)

        def scanned(x, s, values):
            xs = jnp.concatenate([s.ravel(), s.ravel() * 2, s.ravel()])[:3]
            return lax.scan(lambda y, z: (block(y, [*values, z]), None), x, xs)[0]

        def chosen(x, s, values):
            return lax.cond(
                s.ravel()[0] > 0.1,
                lambda y: block(y, [*values, s]),
                lambda y: other(y, [*values, s]),
                x,
            )

        def until(x, s, values):
            def step(state):
                return state[0] + 1, block(state[1], [*values, s])

            return lax.while_loop(lambda t: (t[0] < 4) & (t[1][0] < 0.8), step, (0, x))[1]

        def measured(x, s, values):
            count = jnp.abs(s.ravel()[0] * 7).astype(int) % 4
            return lax.fori_loop(0, count, lambda i, y: block(y, [*values, s]), x)

        kind = self.choose([counted, scanned, chosen, until, measured])
        return lambda x, values: kind(x, values[-1 - which % len(values)], values)


def check_updates(seed: int) -> None:
    """A random program of updates in loops: compiled against one operation after another."""
    writer = Updater(seed)
    program = writer.program()
    x = jnp.asarray(np.sin(np.arange(writer.N) * 1.7 + seed))
    with fjax.disable_jit():
        expected = program(x)
    close(fjax.jit(program)(x), expected, "updates")
