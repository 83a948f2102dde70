"""Programs that grow, one shape of growth each, and a count of the work that something takes.

A family gives, for n parts, a function and its arguments.
"""

import functools
import gc
import itertools
import sys

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

X = np.linspace(0.1, 1.0, 4)
M = np.linspace(-1.0, 1.0, 16).reshape(4, 4) + 2 * np.eye(4)
ORDER = np.array([1, 3, 0, 2])


def entered(run):
    """How many functions, Python's own too, are entered while it runs.

    The garbage collector waits: what it frees of other programs calls functions too.
    """
    count = 0

    def note(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    collects = gc.isenabled()
    gc.disable()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
        if collects:
            gc.enable()
    return count


# ---- functions with rules of their own


def with_jvp(function):
    made = fjax.custom_jvp(function)
    made.defjvp(lambda p, t: (made(p[0]), t[0] * jnp.cos(p[0])))
    return made


def with_vjp(function):
    made = fjax.custom_vjp(function)
    made.defvjp(lambda x: (function(x), x), lambda r, g: (g * jnp.cos(r),))
    return made


def with_batches(function):
    made = fjax.custom_batching.custom_vmap(function)

    @made.def_vmap
    def rule(size, batched, x):
        return fjax.vmap(function)(x), True

    return made


# ---- steps, one after another: what step k makes of x

STEPS = {
    "elementwise": lambda x, k: jnp.sin(x) * (k + 2) + x,
    "diamonds": lambda x, k: jnp.sin(x) + jnp.cos(x),
    "powers": lambda x, k: x**3 + x,
    "choices by element": lambda x, k: jnp.where(x > k, x * 2, jnp.cos(x)),
    "rolls": lambda x, k: jnp.sin(x) * 1.01 + jnp.roll(x, 1) * 0.1,
    "slices": lambda x, k: jnp.concatenate([x[1:], x[:1] * 2]),
    "pads": lambda x, k: jnp.pad(x, 1)[1:-1] * 2,
    "sums so far": lambda x, k: jnp.cumsum(x) / 4,
    "sorts": lambda x, k: jnp.sort(x) * -1.0,
    "dtypes": lambda x, k: (jnp.float32(x) * 2).astype(jnp.float64) + 1,
    "dynamic slices": lambda x, k: lax.dynamic_update_slice(
        x, lax.dynamic_slice(x, (1,), (2,)) * 2, (0,)
    ),
    "transforms": lambda x, k: jnp.fft.ifft(jnp.fft.fft(x)).real * 0.5,
    "convolutions": lambda x, k: jnp.convolve(x, X, mode="same"),
    "constants": lambda x, k: x * np.arange(4.0) + np.full(4, float(k)),
    "random numbers": lambda x, k: x + fjax.random.normal(fjax.random.key(k), (4,)),
    "branches": lambda x, k: lax.cond(x.sum() > k, lambda y: y * 2.0 + k, jnp.sin, x),
    "scans": lambda x, k: lax.scan(lambda c, _: (jnp.sin(c) * k, None), x, None, length=3)[0],
    "counted loops": lambda x, k: lax.fori_loop(0, 3, lambda _, c: jnp.cos(c) * (k + 2.0), x),
    "open loops": lambda x, k: lax.while_loop(lambda c: c.sum() < k, lambda c: c * 2 + 1, x),
    "checkpoints": lambda x, k: fjax.checkpoint(lambda y: jnp.sin(jnp.cos(y) * k))(x),
    "gradients": lambda x, k: x + fjax.grad(lambda y: jnp.sum(jnp.sin(y) * y))(x),
    "tangents": lambda x, k: fjax.jvp(jnp.sin, (x,), (x,))[1],
    "prefixes": lambda x, k: lax.associative_scan(jnp.add, x) * 0.5,
    "named parts": lambda x, k: fjax.named_call(lambda y: y * 2, name="part")(x),
}
STEPS_OF_MATRICES = {
    "products": lambda x, k: jnp.tanh(x @ x.T),
    "norms": lambda x, k: (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 1),
    "sums along axes": lambda x, k: x + x.sum(0) * jnp.max(x, 1, keepdims=True),
    "columns": lambda x, k: jnp.take(x, ORDER, axis=1),
    "indices": lambda x, k: x[ORDER] + x[k % 4],
    "updates": lambda x, k: x.at[k % 4].set(x[(k + 1) % 4] * 2),
    "additions in place": lambda x, k: x.at[k % 4, 1:].add(1.0),
    "shapes": lambda x, k: x.reshape(-1).reshape(4, 4).T * 2,
    "einsums": lambda x, k: jnp.einsum("ij,jk->ik", x, x) * 0.1,
    "softmax": lambda x, k: fjax.nn.softmax(x, axis=-1) + x,
    "solutions": lambda x, k: jnp.linalg.solve(x, jnp.sin(x)) + M,
    "factors": lambda x, k: jnp.linalg.qr(x + M)[0],
    "batches": lambda x, k: fjax.vmap(lambda row: row * row.sum())(x),
}


def after_another(step, x):
    """The family of n steps that follow each other."""

    def family(n):
        def run(x):
            for k in range(n):
                x = step(x, k)
            return x

        return run, (x,)

    return family


# ---- one function, called again and again

AGAIN = {
    "a jitted function": fjax.jit,
    "a function with a jvp rule": with_jvp,
    "a function with a vjp rule": with_vjp,
    "a checkpointed function": fjax.checkpoint,
    "a scanned function": lambda f: (
        lambda x, step=lambda c, _: (f(c), None): lax.scan(step, x, None, length=3)[0]
    ),
    "a chosen function": lambda f: lambda x: lax.cond(x.sum() > 1, f, jnp.cos, x),
}


def again(around):
    """The family of n calls of one function, made once."""

    def family(n):
        function = around(lambda x: jnp.sin(jnp.cos(x) * 2) + x)
        return after_another(lambda x, _: function(x), X)(n)

    return family


# ---- n equations in a body, n values that go through it

BODIES = {
    "a scan": lambda f: lambda x: lax.scan(lambda c, _: (f(c), c[0]), x, None, length=3),
    "a counted loop": lambda f: lambda x: lax.fori_loop(0, 3, lambda _, c: f(c), x),
    "an open loop": lambda f: lambda x: lax.while_loop(lambda c: c[0].sum() < 3, f, x),
    "a branch": lambda f: lambda x: lax.cond(x[0].sum() > 1, f, lambda y: y, x),
    "a call": fjax.jit,
    "a checkpoint": fjax.checkpoint,
    "a batch": lambda f: lambda x: fjax.vmap(f)([v[None] for v in x]),
}


def long_body(around):
    """The family of bodies with n equations and a constant each."""

    def family(n):
        constants = [jnp.linspace(0, k + 1, 4) for k in range(n)]

        def body(c):
            return [functools.reduce(lambda a, k: jnp.sin(a) * k, constants, c[0]), *c[1:]]

        return around(body), ([X],)

    return family


def wide_body(around):
    """The family of bodies through which n values go, each made of the one before it."""

    def family(n):
        def body(c):
            return [jnp.sin(a) + 0.5 * b for a, b in zip(c, [c[0], *c[:-1]], strict=True)]

        return around(body), ([X] * n,)

    return family


# ---- nests: what is around a function, level by level

NESTS = {
    "conditional": lambda f: (
        lambda x: lax.cond(x.sum() > 1, lambda y: f(y) * 2.0, lambda y: y + 1.0, x)
    ),
    "other branch": lambda f: lambda x: lax.cond(x.sum() > 1, lambda y: y + 1.0, f, x),
    "switch": lambda f: (
        lambda x: lax.switch(jnp.int32(x.sum()), [f, lambda y: y * 2.0, lambda y: y - 1.0], x)
    ),
    "scan": lambda f: lambda x: lax.scan(lambda c, _: (f(c), None), x, None, length=2)[0],
    "stacking scan": lambda f: (
        lambda x: lax.scan(lambda c, _: (f(c), c * 2), x, None, length=2)[1][0]
    ),
    "counted loop": lambda f: lambda x: lax.fori_loop(0, 2, lambda i, c: f(c), x),
    "open loop": lambda f: lambda x: lax.while_loop(lambda c: c.sum() < 3, lambda c: f(c) + 1.0, x),
    "checkpoint": lambda f: fjax.checkpoint(lambda x: jnp.sin(f(x))),
    "call": lambda f: fjax.jit(lambda x: f(x) * 0.5),
    "batch": lambda f: lambda x: fjax.vmap(lambda a: f(a) * 1.0)(x[None])[0],
    "map": lambda f: lambda x: lax.map(f, x[None])[0],
    "jvp rule": lambda f: with_jvp(lambda x: f(x) * 2.0),
    "vjp rule": lambda f: with_vjp(lambda x: f(x) * 2.0),
    "batching rule": lambda f: with_batches(lambda x: f(x) * 2.0),
    "linear solve": lambda f: (
        lambda x: lax.custom_linear_solve(
            lambda v: 2 * v, x, lambda product, b: f(b) / 2, symmetric=True
        )
    ),
    "root": lambda f: (
        lambda x: lax.custom_root(
            lambda v: v - x, x, lambda g, x0: f(x0), lambda g, y: y / g(jnp.ones_like(y))
        )
    ),
    "named part": lambda f: fjax.named_call(lambda x: f(x) * 2, name="part"),
}
PAIRED = ["conditional", "scan", "counted loop", "open loop", "call", "jvp rule", "vjp rule"]


def nest(*around):
    """The family of n levels, each of all these kinds."""

    def family(n):
        function = jnp.sin
        for wrap in around * n:
            function = wrap(function)
        return function, (X,)

    return family


def else_ifs(n):
    """A chain of conditions, each in the other's second branch."""

    def after(k):
        if k == n:
            return lambda x: x
        return lambda x: lax.cond(x.sum() < k, lambda y: jnp.sin(y) * k, after(k + 1), x)

    return after(0), (X,)


def branches_of_one(n):
    """A choice of n."""
    branches = [lambda y, k=k: jnp.sin(y) * k for k in range(n)]
    return lambda x: lax.switch(jnp.int32(x.sum()), branches, x), (X,)


# ---- values side by side


def tree(n):
    """Values that are joined in pairs."""

    def run(x):
        values = [jnp.tanh(x * (k + 1.5)) for k in range(2 * n)]
        while len(values) > 1:
            rest = values[-1:] if len(values) % 2 else []
            pairs = zip(values[::2], values[1::2], strict=False)
            values = [a + b for a, b in pairs] + rest
        return values[0]

    return run, (X,)


def one_read_by_many(n):
    return lambda x: sum(x * float(k) for k in range(n)), (X,)


def results(n):
    return lambda *xs: [jnp.cumsum(jnp.exp(x) * k) for k, x in enumerate(xs)], (X,) * n


def joined(n):
    return lambda x: jnp.concatenate([x * k for k in range(n)]), (X,)


def stacked_numbers(n):
    return lambda x: jnp.array([jnp.sin(x[0]) * k for k in range(n)]), (X,)


def lists_of_numbers(n):
    return lambda x: jnp.array([[x[0] * k, x[1], 2.0] for k in range(n)]), (X,)


def taken_apart(n):
    return lambda x: jnp.stack([jnp.sin(part) for part in x]), (np.linspace(0, 1, n),)


def cut_up(n):
    return lambda x: [p * k for k, p in enumerate(jnp.split(x, n))], (np.linspace(0, 1, 4 * n),)


def constants(n):
    rows = [np.linspace(0, k + 1, 4) for k in range(n)]
    return lambda x: functools.reduce(lambda a, row: a * row, rows, x), (X,)


def layers(n):
    """Layers with a norm, products and what is added to them."""

    def run(ws, x):
        for w in ws:
            centred = x - x.mean(-1, keepdims=True)
            x = x + jnp.tanh(centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1) @ w)
        return x

    return run, ([M] * n, M)


def deep_pytree(n):
    values = X
    for _ in range(n):
        values = {"inner": (values, 1.0), "other": [X]}
    return lambda values: fjax.tree.map(lambda x: x * 2.0, values), (values,)


def deep_carry(n):
    values = X
    for _ in range(n):
        values = {"inner": (values, X)}

    def run(values):
        step = lambda c, _: (fjax.tree.map(jnp.sin, c), None)
        return lax.scan(step, values, None, length=3)[0]

    return run, (values,)


def wide_pytree(n):
    """An optimiser's step."""

    def run(values):
        means = fjax.tree.map(lambda x: 0.9 * x, values)
        return fjax.tree.map(lambda x, m: x - 0.1 * m / (jnp.sqrt(m * m) + 1), values, means)

    return run, ({f"layer {k}": X for k in range(n)},)


def scanned_rows(n):
    def run(xs):
        return lax.scan(lambda c, x: (c + sum(x), [jnp.sin(a) for a in x]), np.zeros(()), xs)

    return run, ([X] * n,)


def shift_register(n):
    """A loop whose carried values move on by one place a step."""

    def run(x):
        first = [x, *[jnp.zeros(4)] * n]
        return lax.scan(lambda c, _: ([c[0], *c[:-1]], None), first, None, length=3)[0][-1]

    return run, (X,)


def writes(n):
    """Reads and writes of a reference."""

    def run(x):
        ref = fjax.new_ref(x)
        for k in range(n):
            ref[k % 4] = ref[(k + 1) % 4] * 2
        return ref[...]

    return run, (X,)


def twice_at_each_level(n):
    """A jitted function that calls the one inside of it twice."""
    function = jnp.sin
    for _ in range(n):
        function = fjax.jit(lambda x, inner=function: inner(inner(x) * 0.5))
    return function, (X,)


SIDE_BY_SIDE = [
    branches_of_one,
    tree,
    one_read_by_many,
    results,
    joined,
    stacked_numbers,
    lists_of_numbers,
    taken_apart,
    cut_up,
    constants,
    layers,
    deep_pytree,
    deep_carry,
    wide_pytree,
    scanned_rows,
    shift_register,
    writes,
]

FAMILIES = {
    **{f"{name}, one after another": after_another(step, X) for name, step in STEPS.items()},
    **{
        f"{name}, one after another": after_another(step, M)
        for name, step in STEPS_OF_MATRICES.items()
    },
    **{f"{name}, called again": again(around) for name, around in AGAIN.items()},
    **{f"{name} of many equations": long_body(around) for name, around in BODIES.items()},
    **{f"{name} of many values": wide_body(around) for name, around in BODIES.items()},
    **{each.__name__.replace("_", " "): each for each in SIDE_BY_SIDE},
}
NESTED = {
    **{f"{name} in {name}": nest(around) for name, around in NESTS.items()},
    "else ifs": else_ifs,
    "twice at each level": twice_at_each_level,
}
PAIRS = {f"{a} in {b}": nest(NESTS[b], NESTS[a]) for a, b in itertools.permutations(PAIRED, 2)}
