"""Programs of one real variable, and two ways to run them: fjax, and Python loops on dual numbers.

A dual number carries a derivative exactly, and its parts may be dual numbers: derivatives of any
order without finite differences.
"""

import math

import numpy as np

import fjax
from fjax import lax


class Dual:
    """a + b·ε with ε² = 0."""

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        other = lift(other)
        return Dual(self.a + other.a, self.b + other.b)

    def __mul__(self, other):
        other = lift(other)
        return Dual(self.a * other.a, self.a * other.b + self.b * other.a)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Dual(-self.a, -self.b)

    def __sub__(self, other):
        return self + (-lift(other))

    def __rsub__(self, other):
        return lift(other) + (-self)

    def __lt__(self, other):
        return value(self) < value(other)

    def __gt__(self, other):
        return value(self) > value(other)


def lift(x):
    return x if isinstance(x, Dual) else Dual(x, 0.0)


def value(x):
    """The number itself, without derivatives."""
    while isinstance(x, Dual):
        x = x.a
    return float(x)


def _chain(function, derivative):
    def apply(x):
        if isinstance(x, Dual):
            return Dual(apply(x.a), derivative(x.a) * x.b)
        return function(x)

    return apply


class Python:
    """The operations as Python loops."""

    @staticmethod
    def sin(x):
        return _chain(math.sin, Python.cos)(x)

    @staticmethod
    def cos(x):
        return _chain(math.cos, lambda y: -Python.sin(y))(x)

    @staticmethod
    def exp(x):
        return _chain(math.exp, Python.exp)(x)

    @staticmethod
    def scan(f, carry, xs, length=None, reverse=False):
        n = length if xs is None else len(xs)
        ys = [None] * n
        for i in reversed(range(n)) if reverse else range(n):
            carry, ys[i] = f(carry, None if xs is None else xs[i])
        return carry, ys

    @staticmethod
    def while_loop(condition, body, x):
        while condition(x):
            x = body(x)
        return x

    @staticmethod
    def fori_loop(low, high, body, x):
        for i in range(int(low), int(high)):
            x = body(i, x)
        return x

    @staticmethod
    def cond(chosen, yes, no, *args):
        return yes(*args) if chosen else no(*args)

    @staticmethod
    def switch(i, branches, *args):
        return branches[min(max(i, 0), len(branches) - 1)](*args)

    @staticmethod
    def map(f, xs):
        return [f(x) for x in xs]

    @staticmethod
    def products(xs):
        return [math.prod(xs[: i + 1], start=1.0) for i in range(len(xs))]

    @staticmethod
    def times(x, numbers):
        return [x * float(n) for n in numbers]

    @staticmethod
    def total(xs):
        return sum(xs, start=0.0)

    @staticmethod
    def whole(x):
        return math.floor(value(x))

    @staticmethod
    def jit(f):
        return f

    checkpoint = checkpoint_saving = jit

    @staticmethod
    def square_by_jvp(x):
        return x * x

    square_by_vjp = square_by_gradient = square_by_jvp

    @staticmethod
    def cube_root_of_eight_times(x):
        # 2 x^(1/3), by Newton's method on dual numbers
        y = lift(2.0)
        for _ in range(60):
            y = y - (y * y * y - 8.0 * x) * _reciprocal(3.0 * y * y)
        return y


def _reciprocal(x):
    if isinstance(x, Dual):
        r = _reciprocal(x.a)
        return Dual(r, -(r * r * x.b))
    return 1.0 / x


@fjax.custom_jvp
def square_by_jvp(x):
    return x * x


@square_by_jvp.defjvp
def _square_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return square_by_jvp(x), 2.0 * x * t


@fjax.custom_vjp
def square_by_vjp(x):
    return x * x


square_by_vjp.defvjp(lambda x: (x * x, x), lambda x, g: (2.0 * x * g,))


@fjax.custom_gradient
def square_by_gradient(x):
    return x * x, lambda g: 2.0 * x * g


class Fjax:
    """The operations as fjax has them."""

    sin, cos, exp = lax.sin, lax.cos, lax.exp
    scan, while_loop, fori_loop = lax.scan, lax.while_loop, lax.fori_loop
    cond, switch = lax.cond, lax.switch
    map = staticmethod(lax.map)
    jit = staticmethod(fjax.jit)
    square_by_jvp, square_by_vjp = square_by_jvp, square_by_vjp
    square_by_gradient = staticmethod(square_by_gradient)
    checkpoint = staticmethod(fjax.checkpoint)

    @staticmethod
    def checkpoint_saving(f):
        return fjax.checkpoint(f, policy=fjax.checkpoint_policies.save_only_these_names("kept"))

    @staticmethod
    def products(xs):
        return lax.associative_scan(lambda a, b: a * b, xs)

    @staticmethod
    def times(x, numbers):
        return x * np.asarray(numbers, float)

    @staticmethod
    def total(xs):
        return lax.reduce_sum(xs, (0,))

    @staticmethod
    def whole(x):
        return lax.convert_element_type(lax.floor(x), np.int64)

    @staticmethod
    def cube_root_of_eight_times(x):
        return lax.custom_root(
            lambda y: y * y * y - 8.0 * x,
            2.0,
            lambda f, y: lax.fori_loop(0, 60, lambda _, y: y - f(y) / (3.0 * y * y), y),
            lambda g, y: y / g(1.0),
        )


NUMBERS = np.linspace(0.3, 1.2, 4)


def straight(lib, x):
    return lib.sin(x) * x + lib.exp(-x)


def scan(lib, x):
    carry, ys = lib.scan(lambda c, z: (lib.sin(c * z) + c, c * z * x), x, lib.times(1.0, NUMBERS))
    return 2.0 * carry + lib.total(ys)


def scan_reversed(lib, x):
    carry, ys = lib.scan(
        lambda c, z: (lib.sin(c + z), c * c), x, lib.times(x, NUMBERS), reverse=True
    )
    return carry * x + lib.total(ys)


def scan_tangent_joins_late(lib, x):
    """The carry starts without a tangent."""
    carry, _ = lib.scan(lambda c, _: (lib.sin(c + x), 0.0), 1.0, None, length=3)
    return carry


def fori(lib, x):
    return lib.fori_loop(0, 4, lambda i, c: lib.sin(c) * x + 0.1 * i, x)


def fori_dynamic(lib, x):
    return lib.fori_loop(0, lib.whole(x * 4.0), lambda i, c: lib.sin(c + x) + c, x)


def while_counted(lib, x):
    return lib.while_loop(
        lambda s: s[0] < 3.0, lambda s: (s[0] + 1.0, lib.sin(s[1]) * x), (0.0, x)
    )[1]


def while_on_value(lib, x):
    return lib.while_loop(lambda c: c < 3.0, lambda c: c + 0.5 + 0.3 * lib.sin(c * x), x)


def cond(lib, x):
    return lib.cond(x > 0.8, lambda y: lib.sin(y) * x, lambda y: y * y * 3.0, x * x)


def switch(lib, x):
    branches = [lambda y: y, lambda y: lib.sin(y) * y, lambda y: lib.exp(-y) * x]
    return lib.switch(1, branches, x) + lib.switch(7, branches, x)


def nested_loops(lib, x):
    def body(c, z):
        inner = lib.while_loop(
            lambda y: y < 2.0, lambda y: y * y * 0.5 + 1.0 + 0.2 * lib.sin(x * z), c
        )
        return lib.cond(inner > 2.6, lambda y: lib.sin(y), lambda y: y * 0.3, inner), inner

    carry, ys = lib.scan(body, x, lib.times(1.0, NUMBERS))
    return carry + lib.total(ys) * 0.1


def custom_jvp_in_scan(lib, x):
    return lib.scan(lambda c, _: (lib.square_by_jvp(c) * 0.5 + x, 0.0), x, None, length=3)[0]


def custom_vjp_in_scan(lib, x):
    return lib.scan(lambda c, _: (lib.square_by_vjp(c) * 0.5 + x, 0.0), x, None, length=3)[0]


def custom_gradient(lib, x):
    return lib.square_by_gradient(lib.sin(x)) * x


def checkpointed(lib, x):
    inner = lib.checkpoint(lambda y: lib.sin(lib.sin(y) * x))
    outer = lib.checkpoint_saving(lambda y: lib.exp(-inner(y)) + inner(y * y))
    return outer(x)


def calls(lib, x):
    inner = lib.jit(lambda y, z: (lib.sin(y) * z, z * z, 2.0))
    a, b, c = inner(x, x * x)
    return lib.jit(lambda y: y * a + b * c)(lib.exp(-x))


def mapped(lib, x):
    return lib.total(lib.map(lambda z: lib.sin(z * x) * z, lib.times(x, NUMBERS)))


def prefix_products(lib, x):
    return lib.total(lib.products(lib.times(x, NUMBERS + 0.5)))


def root(lib, x):
    return lib.sin(lib.cube_root_of_eight_times(x * x))


PROGRAMS = {
    f.__name__: f
    for f in (
        straight,
        scan,
        scan_reversed,
        scan_tangent_joins_late,
        fori,
        fori_dynamic,
        while_counted,
        while_on_value,
        cond,
        switch,
        nested_loops,
        custom_jvp_in_scan,
        custom_vjp_in_scan,
        custom_gradient,
        checkpointed,
        calls,
        mapped,
        prefix_products,
        root,
    )
}
REVERSE_ONLY = {"custom_vjp_in_scan", "custom_gradient"}
